"""Puts one fault into the record of a legal game, of a kind that happens where people write things down.

Here is what such faults are made of, and those that any game may have; a game's own are with its ground.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from pnp.data.edition import EditionData
from pnp.log.library import rules_of
from pnp.log.log import CLAIMS, Log
from pnp.rules.outcome import Outcome
from pnp.rules.step import CLAIM, END, TABLE, TURN, Line, Step

NOTED = 0.15  # how often a step is followed by a note

Place = tuple[int, int]  # a line of a log and a step of it, counted from 0


@dataclass(frozen=True, slots=True)
class Fault:
    """A record with one fault. `marks` are the `at` of the lines concerned; `keep` is the step that shows it.

    `seats` are players that it concerns, besides those of these lines.
    `concerned` are the players who may be blamed, where not all that the changed lines name.
    """

    log: Log
    marks: frozenset[int]
    keep: Step | None = None
    concerned: frozenset[int] | None = None
    seats: frozenset[int] = frozenset()


Kind = Callable[[Log, EditionData, Random], Fault | None]
Write = Callable[[Any, Step, Random], Step]  # at a table, a step as somebody may have written it
Note = Callable[[Any, Random], Step]  # at a table, a note that is true


# ---- plain replay --------------------------------------------------------------------------------------------------


def played(log: Log) -> Iterator[tuple[int, Step]]:
    """Every step of a log in order with the number of its line, turns begun and ended; each line is a turn."""
    going_on = -1
    for number, line in enumerate(log.lines):
        if line.kind in (TURN, TABLE, CLAIM) and going_on >= 0:
            yield going_on, END
            going_on = -1
        if line.kind == TURN:
            yield number, Step("turn", {"number": line.turn}, line.seat)
            going_on = number
        yield from ((number, step) for step in line.steps)


def objects(log: Log, edition: EditionData) -> bool:
    """Whether the rules object to anything in a log, taken literally: up to the first objection, without repairs."""
    return first_objection(log, edition) <= log.lines[-1].at


def first_objection(log: Log, edition: EditionData) -> int:
    """The `at` of the first line that is against the rules, taken literally; after all of them if there is none."""
    table = rules_of(log.game).set_up(edition, log.players)
    for number, step in played(log):
        if step.do in CLAIMS:
            if not _holds(table.outcome(), step):
                return log.lines[number].at
            continue
        if table.why_not(step) or table.apply(step):
            return log.lines[number].at
    return log.lines[-1].at + 1


def _holds(outcome: Outcome, claim: Step) -> bool:
    claimed = claim.args["players"]
    if claim.do == "winner":
        return outcome.over and tuple(sorted(claimed)) == outcome.winners
    return all(outcome.scores[seat] == score for seat, score in claimed.items())


def annotated(log: Log, edition: EditionData, random: Random, write: Write, note: Note) -> Log:
    """The log with notes that are true here and there, with what somebody may have written more, and its result.

    The `at` of its lines are even, so that there is room for lines that a fault puts in.
    """
    table, told = rules_of(log.game).set_up(edition, log.players), dict[int, list[Step]]()
    steps = list(played(log))
    for (number, step), (_, following) in zip(steps, [*steps[1:], (0, END)], strict=True):
        if step.do in CLAIMS:
            continue
        table.apply(step)
        if step.do in ("turn", "end", "deal") or log.lines[number].kind == TABLE:
            continue
        line = told.setdefault(number, [])
        line.append(write(table, step, random))
        if following.do != "reshuffle" and random.random() < NOTED:
            line.append(note(table, random))
    lines = [line._replace(at=2 * at, steps=tuple(told.get(at, line.steps))) for at, line in enumerate(log.lines)]
    outcome = table.outcome()
    if outcome.over:
        result = Step("result", {"players": {seat: score.least for seat, score in enumerate(outcome.scores)}})
        lines.append(Line(2 * len(lines), CLAIM, None, None, (result,)))
    return replace(log, lines=tuple(lines))


# ---- where and how -------------------------------------------------------------------------------------------------


def places(log: Log, fits: Callable[[Step], bool]) -> list[Place]:
    return [(at, number) for at, line in enumerate(log.lines) for number, step in enumerate(line.steps) if fits(step)]


def turns(log: Log) -> list[int]:
    return [at for at, line in enumerate(log.lines) if line.kind == TURN]


def step_at(log: Log, place: Place) -> Step:
    return log.lines[place[0]].steps[place[1]]


def seat_of(log: Log, place: Place) -> int:
    by, seat = step_at(log, place).by, log.lines[place[0]].seat
    assert seat is not None
    return seat if by is None else by


def instead(log: Log, place: Place, *steps: Step, until: int = 0) -> Fault:
    """The log with other steps in the place of one, or of all up to another."""
    at, number = place
    old = log.lines[at].steps
    line = log.lines[at]._replace(steps=(*old[:number], *steps, *old[until or number + 1 :]))
    lines = (*log.lines[:at], line, *log.lines[at + 1 :])
    return Fault(replace(log, lines=lines), frozenset({line.at}), steps[0] if steps else None)


def put_in(log: Log, at: int, line: Line) -> Fault:
    """The log with a line more before one of its lines."""
    line = line._replace(at=log.lines[at].at - 1)
    return Fault(replace(log, lines=(*log.lines[:at], line, *log.lines[at:])), frozenset({line.at}))


def left_out(log: Log, first: int, last: int) -> Fault:
    """The log without some lines; the next one shows it."""
    rest = log.lines[last + 1 :]
    seats = frozenset(line.seat for line in log.lines[first : last + 1] if line.seat is not None)
    shows = next(line for line in rest if line.steps)
    return Fault(replace(log, lines=(*log.lines[:first], *rest)), frozenset({shows.at}), seats=seats)


def changed(log: Log, place: Place, **args: Any) -> Fault:
    step = step_at(log, place)
    return instead(log, place, Step(step.do, {**step.args, **args}, step.by))


def before(log: Log, edition: EditionData, place: Place) -> Any:
    """The table as it stood before a step."""
    table, wanted = rules_of(log.game).set_up(edition, log.players), step_at(log, place)
    for _, step in played(log):
        if step is wanted:
            break
        table.apply(step)
    return table


def off_by_one(random: Random, number: int) -> int:
    return number + 1 if not number else number + random.choice((-1, 1))


def any_of(random: Random, places: list[Place]) -> Place | None:
    return random.choice(places) if places else None


# ---- kinds of faults -----------------------------------------------------------------------------------------------


def no_fault(log: Log, _: EditionData, __: Random) -> Fault | None:
    """For comparison: nobody may be accused."""
    return Fault(log, frozenset())


def wrong_player(log: Log, _: EditionData, random: Random) -> Fault | None:
    """A turn is written down for another player."""
    at = random.choice(turns(log))
    line = log.lines[at]
    seat = random.choice([seat for seat in range(len(log.players)) if seat != line.seat])
    lines = (*log.lines[:at], line._replace(seat=seat), *log.lines[at + 1 :])
    return Fault(replace(log, lines=lines), frozenset({line.at}), seats=frozenset({line.seat or 0}))


def wrong_name(log: Log, _: EditionData, random: Random) -> Fault | None:
    """What another player did or has in this turn stands with the wrong name."""
    place = any_of(random, places(log, lambda step: step.by is not None and step.do != "deal"))
    if place is None:
        return None
    step = step_at(log, place)
    seat = random.choice([seat for seat in range(len(log.players)) if seat != step.by])
    return replace(instead(log, place, Step(step.do, step.args, seat)), seats=frozenset({seat_of(log, place)}))


def dropped_turn(log: Log, _: EditionData, random: Random) -> Fault | None:
    """A turn is not written down; what follows it stands in the wrong place."""
    at = random.choice(turns(log)[:-1])
    return left_out(log, at, at)


def swapped_turns(log: Log, _: EditionData, random: Random) -> Fault | None:
    """Two turns stand in the wrong order."""
    pairs = [at for at in turns(log)[:-1] if log.lines[at + 1].kind == TURN]
    at = random.choice(pairs)
    first, second = log.lines[at : at + 2]
    lines = (*log.lines[:at], second, first, *log.lines[at + 2 :])
    return Fault(replace(log, lines=lines), frozenset({first.at, second.at}))


def wrong_winner(log: Log, _: EditionData, random: Random) -> Fault | None:
    """Another player is noted as the winner."""
    place = any_of(random, places(log, lambda step: step.do == "winner"))
    if place is None:
        return None
    others = [seat for seat in range(len(log.players)) if seat not in step_at(log, place).args["players"]]
    return changed(log, place, players={random.choice(others): None}) if others else None


def noted_wrong(*notes: str) -> Kind:
    """One of these notes is off by one."""

    def fault(log: Log, _: EditionData, random: Random) -> Fault | None:
        place = any_of(random, places(log, lambda step: step.do in notes))
        return place and changed(log, place, number=off_by_one(random, step_at(log, place).args["number"]))

    return fault


def score_wrong(note: str) -> Kind:
    """A note about the score, or the result, is off by one."""

    def fault(log: Log, _: EditionData, random: Random) -> Fault | None:
        place = any_of(random, places(log, lambda step: step.do in (note, "result")))
        if place is None:
            return None
        if step_at(log, place).do == note:
            return changed(log, place, number=off_by_one(random, step_at(log, place).args["number"]))
        scores = dict(step_at(log, place).args["players"])
        seat = random.choice(list(scores))
        return changed(log, place, players={**scores, seat: off_by_one(random, scores[seat])})

    return fault


GENERAL: Mapping[str, Kind] = {
    "no fault": no_fault,
    "wrong player": wrong_player,
    "wrong name": wrong_name,
    "dropped turn": dropped_turn,
    "swapped turns": swapped_turns,
    "wrong winner": wrong_winner,
}

"""Chemicy Magicy as a ground for trials: what one may write there, and the faults that are its own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from random import Random

from faults import (
    GENERAL,
    Fault,
    Kind,
    Place,
    any_of,
    before,
    changed,
    first_objection,
    instead,
    left_out,
    noted_wrong,
    places,
    played,
    put_in,
    score_wrong,
    seat_of,
    step_at,
)
from pnp.data.edition import EditionData
from pnp.games.chemicy_magicy.settings import ASSISTANT
from pnp.games.chemicy_magicy.table import ChemicyTable
from pnp.games.chemicy_magicy.verbs.emergency import CARD_OF
from pnp.games.chemicy_magicy.verbs.notes import COUNTS
from pnp.log.library import rules_of
from pnp.log.log import CLAIMS, Log
from pnp.rules.step import TABLE, TURN, Line, Step

TAKEN = {"stop": "token", "safe": "token", "explode": "losing"}  # where steps name a token


def write(_: ChemicyTable, step: Step, random: Random) -> Step:
    """Tokens need not be named."""
    args = {
        name: value for name, value in step.args.items() if name not in ("token", "losing") or random.random() < 0.7
    }
    return Step(step.do, args, step.by)


def note(table: ChemicyTable, random: Random) -> Step:
    seat = random.randrange(len(table.seats))
    what = random.choice(list(COUNTS))
    return Step(what, {"number": COUNTS[what][0](table, seat).least}, None if seat == table.seat else seat)


# ---- what to look for ----------------------------------------------------------------------------------------------


def _moments(log: Log, edition: EditionData) -> Iterator[tuple[Place, ChemicyTable]]:
    """Every step of a turn with the table before it."""
    table = rules_of(log.game).set_up(edition, log.players)
    assert isinstance(table, ChemicyTable)
    numbers: dict[int, int] = {}
    for at, step in played(log):
        if step.do in CLAIMS:
            return
        if step.do not in ("turn", "end"):
            place = at, numbers.setdefault(at, 0)
            numbers[at] += 1
            if log.lines[at].kind == TURN:
                yield place, table
        table.apply(step)


def _insert(log: Log, place: Place, step: Step) -> Fault:
    return instead(log, place, step, step_at(log, place))


def _append(log: Log, at: int, step: Step) -> Fault:
    """The line with one step more."""
    last = len(log.lines[at].steps) - 1
    return replace(instead(log, (at, last), log.lines[at].steps[last], step), keep=step)


def _quiet(log: Log) -> list[int]:
    """Lines that only draw a tile, of which nothing comes."""
    return [
        at for at, line in enumerate(log.lines) if line.kind == TURN and [one.do for one in line.steps] == ["draw"]
    ]


# ---- kinds of faults -----------------------------------------------------------------------------------------------


def wrong_tile(log: Log, edition: EditionData, random: Random) -> Fault | None:
    """A tile is drawn, with nothing said, that its player has already."""
    found = []
    for place, table in _moments(log, edition):
        if place[0] in _quiet(log):
            found += [(place, tile) for tile in set(table.me.tiles) if table.settings.class_of[tile] != ASSISTANT]
    if not found:
        return None
    place, tile = random.choice(sorted(found))
    return changed(log, place, tile=tile)


def tile_too_many(log: Log, edition: EditionData, random: Random) -> Fault | None:
    """A tile is drawn of which none can lie face down."""
    found: list[tuple[Place, str]] = []
    for place, table in _moments(log, edition):
        if step_at(log, place).do == "draw" and table.middle.total():
            kinds = [kind for kind in table.settings.tiles if table.middle[kind] <= table.face_up[kind]]
            found += [(place, kind) for kind in kinds]
    if not found:
        return None
    place, tile = random.choice(found)
    return changed(log, place, tile=tile)


def played_on(log: Log, _: EditionData, random: Random) -> Fault | None:
    """A catastrophe is not written down; neither is what came of it."""
    place = any_of(random, places(log, lambda step: step.do == "explode"))
    return place and instead(log, place)


def no_reason(log: Log, _: EditionData, random: Random) -> Fault | None:
    """A tile explodes although there is no other one."""
    quiet = _quiet(log)
    return _append(log, random.choice(quiet), Step("explode")) if quiet else None


def card_twice(log: Log, edition: EditionData, random: Random) -> Fault | None:
    """A card is used that lies face down."""
    found = []
    for place, table in _moments(log, edition):
        if step_at(log, place).do == "draw" and place[1] == 0:
            spent = [verb for verb in ("peek", "pour", "unplug") if not table.me.cards[CARD_OF[verb]]]
            found += [(place, verb) for verb in spent]
    if not found:
        return None
    place, verb = random.choice(found)
    return _insert(log, place, Step(verb))


def wrong_token(log: Log, edition: EditionData, random: Random) -> Fault | None:
    """Another token is taken, or goes, than the lowest."""
    place = any_of(random, places(log, lambda step: step.do in TAKEN))
    if place is None:
        return None
    table = before(log, edition, place)
    others = [worth for worth in range(2, 11) if table.lowest() and worth != table.lowest().worth]
    return changed(log, place, **{TAKEN[step_at(log, place).do]: random.choice(others)}) if others else None


def wrong_offer(log: Log, _: EditionData, random: Random) -> Fault | None:
    """The tokens of a round are too many, too few, or alike."""
    place = random.choice([(at, 0) for at, line in enumerate(log.lines) if line.kind == TABLE])
    tokens = step_at(log, place).args["tokens"]
    other = random.choice([(*tokens, tokens[0]), tokens[:-1], (tokens[0],) * len(tokens), (*tokens[:-1], 11)])
    return changed(log, place, tokens=other) if other else None


def wrong_round(log: Log, _: EditionData, random: Random) -> Fault | None:
    place = random.choice([(at, 0) for at, line in enumerate(log.lines) if line.kind == TABLE])
    number = step_at(log, place).args["number"]
    return changed(log, place, number=number + 1 if number == 1 else number - 1)


def _rounds(log: Log) -> list[int]:
    """Lines that begin a round after the first."""
    return [at for at, line in enumerate(log.lines) if line.kind == TABLE][1:]


def _last_turns(log: Log, at: int) -> list[int]:
    """The turns before the line of a round, the last one first."""
    return [earlier for earlier in range(at - 1, -1, -1) if log.lines[earlier].kind == TURN][:4]


def early_round(log: Log, _: EditionData, random: Random) -> Fault | None:
    """The line of a round stands before the last turns of the one before."""
    rounds = _rounds(log)
    if not rounds:
        return None
    at = random.choice(rounds)
    moved = replace(log, lines=(*log.lines[:at], *log.lines[at + 1 :]))
    return put_in(moved, random.choice(_last_turns(log, at)[:3]), log.lines[at])


def cut_round(log: Log, _: EditionData, random: Random) -> Fault | None:
    """A round begins while somebody is still in the one before, who has no turn in that any more."""
    rounds = _rounds(log)
    if not rounds:
        return None
    at = random.choice(rounds)
    return left_out(log, _last_turns(log, at)[0], at - 1)


def stray_round(log: Log, _: EditionData, random: Random) -> Fault | None:
    """The line of the next round stands in the middle of one, and once more in its place."""
    rounds = _rounds(log)
    if not rounds:
        return None
    at = random.choice(rounds)
    return put_in(log, random.choice(_last_turns(log, at)), log.lines[at])


def round_twice(log: Log, _: EditionData, random: Random) -> Fault | None:
    """The line of a round is there once more, at once or some turns later."""
    at = random.choice([at for at, line in enumerate(log.lines) if line.kind == TABLE])
    fault = put_in(log, at + random.choice((1, 1, 2, 3)), log.lines[at])
    return Fault(fault.log, fault.marks | {log.lines[at].at})


def round_missing(log: Log, _: EditionData, random: Random) -> Fault | None:
    """A whole round is not written down, but for the last."""
    rounds = _rounds(log)
    if len(rounds) < 2:
        return None
    number = random.randrange(len(rounds) - 1)
    fault = left_out(log, rounds[number], rounds[number + 1] - 1)
    return replace(fault, seats=frozenset())


def after_stopping(log: Log, edition: EditionData, random: Random) -> Fault | None:
    """Somebody who is out of the round draws a tile."""
    return _turn_more(log, edition, random, out=True)


def out_of_turn(log: Log, edition: EditionData, random: Random) -> Fault | None:
    """Somebody draws a tile whose turn it is not."""
    return _turn_more(log, edition, random, out=False)


def _turn_more(log: Log, edition: EditionData, random: Random, *, out: bool) -> Fault | None:
    found = []
    for (at, step), table in _moments(log, edition):
        if step == 0 and log.lines[at - 1].kind == TURN:
            seats = [one for one, seat in enumerate(table.seats) if bool(seat.out) == out and one != table.seat]
            found += [(at, seat) for seat in seats if out or seat != log.lines[at - 1].seat]
    if not found:
        return None
    at, seat = random.choice(found)
    table = before(log, edition, (at, 0))
    kinds = [tile for tile in table.settings.tiles if table.middle[tile] > 1 and tile not in table.seats[seat].tiles]
    if not kinds:
        return None
    return put_in(log, at, Line(at, TURN, seat, log.lines[at].turn, (Step("draw", {"tile": random.choice(kinds)}),)))


def traded_late(log: Log, edition: EditionData, random: Random) -> Fault | None:
    """A group is traded in a later turn only, before or after a tile is drawn; all fits until then."""
    found = []
    for at, number in places(log, lambda step: step.do == "trade"):
        step, missing = step_at(log, (at, number)), instead(log, (at, number)).log
        later = [one for one in _quiet(log) if one > at and log.lines[one].seat == log.lines[at].seat]
        for one in later[:2]:
            if first_objection(missing, edition) > log.lines[one].at:
                found += [_append(missing, one, step), _insert(missing, (one, 0), step)]
    return random.choice(found) if found else None


def group_kept(log: Log, _: EditionData, random: Random) -> Fault | None:
    """Assistants that make a group stay where they are."""
    place = any_of(random, places(log, lambda step: step.do == "group"))
    return place and instead(log, place)


def unused_card(log: Log, edition: EditionData, random: Random) -> Fault | None:
    """A card is turned up that is not used."""
    place = any_of(random, places(log, lambda step: bool(step.args.get("turning"))))
    if place is None:
        return None
    table, seat = before(log, edition, place), seat_of(log, place)
    fresh = [card for card in table.settings.cards if not table.used(seat, card)]
    return changed(log, place, turning=(random.choice(fresh),)) if fresh else None


def wrong_aim(log: Log, _: EditionData, random: Random) -> Fault | None:
    """A tile is passed on to, or taken from, another player than it was."""
    place = any_of(random, places(log, lambda step: step.do in ("pass", "take")))
    if place is None:
        return None
    name = "to" if step_at(log, place).do == "pass" else "from"
    others = [seat for seat in range(len(log.players)) if seat != step_at(log, place).args[name]]
    other = random.choice(others)
    return replace(changed(log, place, **{name: other}), seats=frozenset({other, step_at(log, place).args[name]}))


def stop_too_late(log: Log, _: EditionData, random: Random) -> Fault | None:
    """Somebody stops in a turn in which a tile was drawn."""
    quiet = _quiet(log)
    return _append(log, random.choice(quiet), Step("stop")) if quiet else None


def drawn_twice(log: Log, _: EditionData, random: Random) -> Fault | None:
    """A second tile is drawn in a turn."""
    quiet = _quiet(log)
    return _append(log, random.choice(quiet), Step("draw", {"tile": "cat"})) if quiet else None


def stop_left_out(log: Log, _: EditionData, random: Random) -> Fault | None:
    """That somebody stopped is not written down."""
    ends = [at for at, line in enumerate(log.lines[:-3]) if line.kind == TURN and line.steps[0].do == "stop"]
    at = random.choice(ends) if ends else None
    return None if at is None else left_out(log, at, at)


KINDS: Mapping[str, Kind] = {
    **GENERAL,
    "wrong tile": wrong_tile,
    "tile too many": tile_too_many,
    "played on": played_on,
    "no reason": no_reason,
    "card twice": card_twice,
    "wrong token": wrong_token,
    "wrong offer": wrong_offer,
    "wrong round": wrong_round,
    "early round": early_round,
    "cut round": cut_round,
    "stray round": stray_round,
    "round twice": round_twice,
    "round missing": round_missing,
    "after stopping": after_stopping,
    "out of turn": out_of_turn,
    "traded late": traded_late,
    "group kept": group_kept,
    "unused card": unused_card,
    "wrong aim": wrong_aim,
    "stop too late": stop_too_late,
    "drawn twice": drawn_twice,
    "stop left out": stop_left_out,
    "wrong note": noted_wrong("gold", "energy", "elixirs", "cats", "unused", "middle"),
    "wrong score": score_wrong("score"),
}

"""Puts one fault into the record of a legal game, of a kind that happens where people write things down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from pnp.edition import Edition
from pnp.games.alchemicus import RULES
from pnp.games.alchemicus.acting import FIELDS
from pnp.games.alchemicus.table import Table
from pnp.referee.counts import Deck
from pnp.referee.log import CLAIMS, Log
from pnp.referee.replay import END
from pnp.referee.rules import Outcome
from pnp.referee.step import CLAIM, TURN, Line, Spot, Step

NOTED = 0.15  # how often a step is followed by a note

Place = tuple[int, int]  # a line of a log and a step of it, counted from 0


@dataclass(frozen=True, slots=True)
class Fault:
    """A record with one fault. `marks` are the `at` of the lines concerned; `keep` is the step that shows it."""

    log: Log
    marks: frozenset[int]
    keep: Step | None = None


# ---- plain replay --------------------------------------------------------------------------------------------------


def set_up(log: Log, edition: Edition) -> Table:
    table = RULES.set_up(edition, log.players)
    assert isinstance(table, Table)
    return table


def played(log: Log) -> Iterator[tuple[int, Step]]:
    """Every step of a log in order with the number of its line, turns begun and ended; each line is a turn."""
    going_on = -1
    for number, line in enumerate(log.lines):
        if line.kind in (TURN, CLAIM) and going_on >= 0:
            yield going_on, END
            going_on = -1
        if line.kind == TURN:
            yield number, Step("turn", {"number": line.turn}, line.seat)
            going_on = number
        yield from ((number, step) for step in line.steps)


def objects(log: Log, edition: Edition) -> bool:
    """Whether the rules object to anything in a log, taken literally: up to the first objection, without repairs."""
    table = set_up(log, edition)
    for _, step in played(log):
        if step.do in CLAIMS:
            if not _holds(table.outcome(), step):
                return True
            continue
        if table.why_not(step) or table.apply(step):
            return True
    return False


def _holds(outcome: Outcome, claim: Step) -> bool:
    claimed = claim.args["players"]
    if claim.do == "winner":
        return outcome.over and tuple(sorted(claimed)) == outcome.winners
    return all(outcome.scores[seat] == score for seat, score in claimed.items())


def annotated(log: Log, edition: Edition, random: Random) -> Log:
    """The log with notes that are true here and there, with fields beside moves, and with its result."""
    table, told = set_up(log, edition), dict[int, list[Step]]()
    steps = list(played(log))
    for (number, step), (_, following) in zip(steps, [*steps[1:], (0, END)], strict=True):
        if step.do in CLAIMS:
            continue
        table.apply(step)
        if step.do in ("turn", "end", "deal"):
            continue
        line = told.setdefault(number, [])
        line.append(_with_field(table, step, random))
        if following.do != "reshuffle" and random.random() < NOTED:
            line.append(_note(table, random))
    lines = [line._replace(at=at, steps=tuple(told.get(at, line.steps))) for at, line in enumerate(log.lines)]
    outcome = table.outcome()
    if outcome.over:
        result = Step("result", {"players": dict(enumerate(outcome.scores))})
        lines.append(Line(len(lines), CLAIM, None, None, (result,)))
    return replace(log, lines=tuple(lines))


def _with_field(table: Table, step: Step, random: Random) -> Step:
    at = table.me.at
    if step.do != "move" or at is None or random.random() < 0.5:
        return step
    return Step("move", {**step.args, "to": Spot(table.book.ring[at], table.book.numbers[at])}, step.by)


def _note(table: Table, random: Random) -> Step:
    seat = random.randrange(len(table.seats))
    by = None if seat == table.seat else seat
    what = random.choice(("hand", "hand", "fame", "pile", "built"))
    if what == "pile":
        deck = random.choice(list(table.cards.decks))
        return Step("pile", {"number": table.cards.decks[deck].size, "of": deck})
    numbers = {
        "hand": table.cards.hands[seat].size,
        "fame": table.seats[seat].fame,
        "built": len(table.seats[seat].buildings),
    }
    return Step(what, {"number": numbers[what]}, by)


# ---- where and how -------------------------------------------------------------------------------------------------


def _places(log: Log, fits: Callable[[Step], bool]) -> list[Place]:
    return [(at, number) for at, line in enumerate(log.lines) for number, step in enumerate(line.steps) if fits(step)]


def _turns(log: Log) -> list[int]:
    return [at for at, line in enumerate(log.lines) if line.kind == TURN]


def _step(log: Log, place: Place) -> Step:
    return log.lines[place[0]].steps[place[1]]


def _seat(log: Log, place: Place) -> int:
    by, seat = _step(log, place).by, log.lines[place[0]].seat
    assert seat is not None
    return seat if by is None else by


def _instead(log: Log, place: Place, *steps: Step, until: int = 0) -> Fault:
    """The log with other steps in the place of one, or of all up to another."""
    at, number = place
    old = log.lines[at].steps
    line = log.lines[at]._replace(steps=(*old[:number], *steps, *old[until or number + 1 :]))
    lines = (*log.lines[:at], line, *log.lines[at + 1 :])
    return Fault(replace(log, lines=lines), frozenset({line.at}), steps[0] if steps else None)


def _changed(log: Log, place: Place, **args: Any) -> Fault:
    step = _step(log, place)
    return _instead(log, place, Step(step.do, {**step.args, **args}, step.by))


def _before(log: Log, edition: Edition, place: Place) -> Table:
    """The table as it stood before a step."""
    table, wanted = set_up(log, edition), _step(log, place)
    for _, step in played(log):
        if step is wanted:
            break
        table.apply(step)
    return table


def _off_by_one(random: Random, number: int) -> int:
    return number + 1 if not number else number + random.choice((-1, 1))


def _any(random: Random, places: list[Place]) -> Place | None:
    return random.choice(places) if places else None


# ---- kinds of faults -----------------------------------------------------------------------------------------------


def no_fault(log: Log, _: Edition, __: Random) -> Fault | None:
    """For comparison: nobody may be accused."""
    return Fault(log, frozenset())


def wrong_player(log: Log, _: Edition, random: Random) -> Fault | None:
    """A turn is written down for another player."""
    at = random.choice(_turns(log))
    line = log.lines[at]
    seat = random.choice([seat for seat in range(len(log.players)) if seat != line.seat])
    lines = (*log.lines[:at], line._replace(seat=seat), *log.lines[at + 1 :])
    return Fault(replace(log, lines=lines), frozenset({line.at}))


def wrong_name(log: Log, _: Edition, random: Random) -> Fault | None:
    """What another player did or has in this turn stands with the wrong name."""
    place = _any(random, _places(log, lambda step: step.by is not None and step.do != "deal"))
    if place is None:
        return None
    step = _step(log, place)
    seat = random.choice([seat for seat in range(len(log.players)) if seat != step.by])
    return _instead(log, place, Step(step.do, step.args, seat))


def wrong_count(log: Log, _: Edition, random: Random) -> Fault | None:
    """One card more or fewer is drawn or discarded."""
    place = _any(random, _places(log, lambda step: bool(_moved(step))))
    if place is None:
        return None
    name = _moved(_step(log, place))
    cards = _step(log, place).args[name]
    return _changed(log, place, **{name: cards[:-1] if random.random() < 0.5 else (*cards, cards[-1])})


def _moved(step: Step) -> str:
    """The argument with cards that come to a hand, or go by the limit."""
    name = "cards" if step.do in ("draw", "discard") else "drawing"
    return name if step.args.get(name) else ""


def wrong_note(log: Log, _: Edition, random: Random) -> Fault | None:
    """A note about cards or buildings is off by one."""
    place = _any(random, _places(log, lambda step: step.do in ("hand", "pile", "built")))
    return place and _changed(log, place, number=_off_by_one(random, _step(log, place).args["number"]))


def wrong_price(log: Log, edition: Edition, random: Random) -> Fault | None:
    """One card more or fewer is paid."""
    place = _any(random, _places(log, lambda step: bool(_paid(step))))
    if place is None:
        return None
    paid = _step(log, place).args["paying"]
    if random.random() < 0.5:
        return _changed(log, place, paying=paid[:-1])
    hand = _hand(_before(log, edition, place), _seat(log, place))
    spare = [kind for kind, count in hand.items() if count > paid.count(kind)]
    return _changed(log, place, paying=(*paid, random.choice(spare or [paid[-1]])))


def _hand(table: Table, seat: int) -> Counter[str]:
    """What a seat holds, where every card is named."""
    return Counter(table.cards.deal.contents(table.cards.hands[seat].zone))


def _paid(step: Step) -> tuple[str, ...]:
    paid = step.args.get("paying")
    return paid if isinstance(paid, tuple) else ()


def card_not_held(log: Log, edition: Edition, random: Random) -> Fault | None:
    """A card is paid, discarded or built that the hand does not hold."""
    place = _any(random, _places(log, lambda step: bool(_paid(step)) or step.do in ("discard", "build")))
    if place is None:
        return None
    step, table = _step(log, place), _before(log, edition, place)
    hand = _hand(table, _seat(log, place))
    if step.do == "build" and (random.random() < 0.5 or not _paid(step)):
        others = [kind for kind in table.book.buildings if not hand.get(kind)]
        return _changed(log, place, card=random.choice(others)) if others else None
    name = "cards" if step.do == "discard" else "paying"
    cards = list(step.args[name])
    others = [kind for kind in table.cards.deck_of if hand.get(kind, 0) <= cards.count(kind)]
    cards[random.randrange(len(cards))] = random.choice(others)
    return _changed(log, place, **{name: tuple(cards)})


def card_too_many(log: Log, edition: Edition, random: Random) -> Fault | None:
    """A card is drawn of which all copies lie elsewhere."""
    found: list[tuple[int, Step, int, str]] = []
    table = set_up(log, edition)
    for at, step in played(log):
        if step.do in CLAIMS:
            break
        for number, card in enumerate(_drawn(step)):
            deck = table.cards.decks[table.cards.deck_of[card]]
            found += [(at, step, number, kind) for kind in deck.total if _used_up(table, deck, kind)]
        table.apply(step)
    if not found:
        return None
    at, step, number, kind = random.choice(found)
    place = at, next(place for place, one in enumerate(log.lines[at].steps) if one is step)
    if step.do == "noctis":
        return _changed(log, place, card=kind)
    name, cards = _moved(step), list(_drawn(step))
    cards[number] = kind
    return _changed(log, place, **{name: tuple(cards)})


def _used_up(table: Table, deck: Deck, kind: str) -> bool:
    """Whether no copy can be in the pile; goods lie face down, so that a named record leaves some doubt."""
    deal = table.cards.deal
    return not deal.count(deck.pile, kind) and deal.copy().secure(deck.pile, [deal.index[kind]]) is not None


def _drawn(step: Step) -> tuple[str, ...]:
    if step.do == "noctis":
        return (step.args["card"],) if "card" in step.args else ()
    name = _moved(step) if step.do != "discard" else ""
    return step.args[name] if name else ()


def dropped_turn(log: Log, _: Edition, random: Random) -> Fault | None:
    """A turn is not written down; what follows it stands in the wrong place."""
    at = random.choice(_turns(log)[:-1])
    lines = (*log.lines[:at], *log.lines[at + 1 :])
    return Fault(replace(log, lines=lines), frozenset({lines[at].at}))


def swapped_turns(log: Log, _: Edition, random: Random) -> Fault | None:
    """Two turns stand in the wrong order."""
    at = random.choice(_turns(log)[:-1])
    first, second = log.lines[at : at + 2]
    lines = (*log.lines[:at], second, first, *log.lines[at + 2 :])
    return Fault(replace(log, lines=lines), frozenset({first.at, second.at}))


def wrong_field(log: Log, edition: Edition, random: Random) -> Fault | None:
    """A pawn is placed on another field, or the field noted beside a move is another one."""
    place = _any(random, _places(log, lambda step: step.do == "place" or "to" in _move(step)))
    if place is None:
        return None
    book, name = set_up(log, edition).book, "field" if _step(log, place).do == "place" else "to"
    others = [
        Spot(kind, number) for kind, number in book.place_of if Spot(kind, number) != _step(log, place).args[name]
    ]
    return _changed(log, place, **{name: random.choice(others)})


def wrong_steps(log: Log, _: Edition, random: Random) -> Fault | None:
    """A move of another length does not lead to the field that is noted beside it."""
    place = _any(random, _places(log, lambda step: "to" in _move(step)))
    return place and _changed(log, place, number=_off_by_one(random, _step(log, place).args["number"]))


def _move(step: Step) -> Mapping[str, Any]:
    return step.args if step.do == "move" else {}


def wrong_action(log: Log, _: Edition, random: Random) -> Fault | None:
    """Instead of its action, a turn has one of another field, as the same player took it elsewhere."""
    actions = _places(log, lambda step: step.do in FIELDS and step.do != "take")
    place = _any(random, actions)
    if place is None:
        return None
    at, number = place
    field, seat = FIELDS[_step(log, place).do][0], log.lines[at].seat
    others = [
        _step(log, other)
        for other in actions
        if log.lines[other[0]].seat == seat and FIELDS[_step(log, other).do][0] != field
    ]
    if not others:
        return None
    steps = log.lines[at].steps
    until = number
    while until < len(steps) and steps[until].do in (*FIELDS, "buy", "reshuffle"):
        until += 1
    return _instead(log, place, Step(*random.choice(others)), until=until)


def hand_too_big(log: Log, _: Edition, random: Random) -> Fault | None:
    """Cards above the hand limit are not discarded."""
    place = _any(random, _places(log, lambda step: step.do == "discard"))
    return place and _instead(log, place)


def wrong_fame(log: Log, _: Edition, random: Random) -> Fault | None:
    """A note about Fame, or the result, is off by one."""
    place = _any(random, _places(log, lambda step: step.do in ("fame", "result")))
    if place is None:
        return None
    if _step(log, place).do == "fame":
        return _changed(log, place, number=_off_by_one(random, _step(log, place).args["number"]))
    scores = dict(_step(log, place).args["players"])
    seat = random.choice(list(scores))
    return _changed(log, place, players={**scores, seat: _off_by_one(random, scores[seat])})


def wrong_winner(log: Log, _: Edition, random: Random) -> Fault | None:
    """Another player is noted as the winner."""
    place = _any(random, _places(log, lambda step: step.do == "winner"))
    if place is None:
        return None
    others = [seat for seat in range(len(log.players)) if seat not in _step(log, place).args["players"]]
    return _changed(log, place, players={random.choice(others): None}) if others else None


KINDS: Mapping[str, Callable[[Log, Edition, Random], Fault | None]] = {
    "no fault": no_fault,
    "wrong player": wrong_player,
    "wrong name": wrong_name,
    "wrong count": wrong_count,
    "wrong note": wrong_note,
    "wrong price": wrong_price,
    "card not held": card_not_held,
    "card too many": card_too_many,
    "dropped turn": dropped_turn,
    "swapped turns": swapped_turns,
    "wrong field": wrong_field,
    "wrong steps": wrong_steps,
    "wrong action": wrong_action,
    "hand too big": hand_too_big,
    "wrong fame": wrong_fame,
    "wrong winner": wrong_winner,
}

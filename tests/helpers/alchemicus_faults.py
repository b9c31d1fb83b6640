"""Alchemicus as a ground for trials: its tables, what one may write there, and the faults that are its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from alchemicus_tables import conceivable
from faults import (
    GENERAL,
    Fault,
    Kind,
    Place,
    any_of,
    before,
    changed,
    instead,
    noted_wrong,
    off_by_one,
    places,
    played,
    score_wrong,
    seat_of,
    step_at,
)
from pnp.data.edition import EditionData
from pnp.games.alchemicus import RULES
from pnp.games.alchemicus.table import AlchemicusTable
from pnp.games.alchemicus.verbs.acting import FIELDS
from pnp.hidden.counts import PileCounts
from pnp.hidden.possible import secure
from pnp.log.log import CLAIMS, Log
from pnp.rules.step import TURN, Spot, Step


def set_up(log: Log, edition: EditionData) -> AlchemicusTable:
    table = RULES.set_up(edition, log.players)
    assert isinstance(table, AlchemicusTable)
    return table


def write(table: AlchemicusTable, step: Step, random: Random) -> Step:
    at = table.me.at
    if step.do != "move" or at is None or random.random() < 0.5:
        return step
    return Step("move", {**step.args, "to": Spot(table.settings.ring[at], table.settings.numbers[at])}, step.by)


def note(table: AlchemicusTable, random: Random) -> Step:
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


# ---- kinds of faults -----------------------------------------------------------------------------------------------


def wrong_count(log: Log, _: EditionData, random: Random) -> Fault | None:
    """One card more or fewer is drawn or discarded."""
    place = any_of(random, places(log, lambda step: bool(_moved(step))))
    if place is None:
        return None
    name = _moved(step_at(log, place))
    cards = step_at(log, place).args[name]
    return changed(log, place, **{name: cards[:-1] if random.random() < 0.5 else (*cards, cards[-1])})


def _moved(step: Step) -> str:
    """The argument with cards that come to a hand, or go by the limit."""
    name = "cards" if step.do in ("draw", "discard") else "drawing"
    return name if step.args.get(name) else ""


def wrong_price(log: Log, edition: EditionData, random: Random) -> Fault | None:
    """One card more or fewer is paid."""
    place = any_of(random, places(log, lambda step: bool(_paid(step))))
    if place is None:
        return None
    paid = step_at(log, place).args["paying"]
    if random.random() < 0.5:
        return changed(log, place, paying=paid[:-1])
    hand = _hand(before(log, edition, place), seat_of(log, place))
    spare = [kind for kind, count in hand.items() if count > paid.count(kind)]
    return changed(log, place, paying=(*paid, random.choice(spare or [paid[-1]])))


def _hand(table: AlchemicusTable, seat: int) -> Counter[str]:
    """What a seat holds, where every card is named."""
    return Counter(table.cards.arrangement.contents(table.cards.hands[seat].zone))


def _paid(step: Step) -> tuple[str, ...]:
    paid = step.args.get("paying")
    return paid if isinstance(paid, tuple) else ()


def card_not_held(log: Log, edition: EditionData, random: Random) -> Fault | None:
    """A card is paid, discarded or built that the hand does not hold."""
    place = any_of(random, places(log, lambda step: bool(_paid(step)) or step.do in ("discard", "build")))
    if place is None:
        return None
    step, table = step_at(log, place), before(log, edition, place)
    hand = _hand(table, seat_of(log, place))
    if step.do == "build" and (random.random() < 0.5 or not _paid(step)):
        others = [kind for kind in table.settings.buildings if not hand.get(kind)]
        return changed(log, place, card=random.choice(others)) if others else None
    name = "cards" if step.do == "discard" else "paying"
    cards = list(step.args[name])
    others = [kind for kind in table.cards.deck_of if hand.get(kind, 0) <= cards.count(kind)]
    cards[random.randrange(len(cards))] = random.choice(others)
    return changed(log, place, **{name: tuple(cards)})


def card_too_many(log: Log, edition: EditionData, random: Random) -> Fault | None:
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
        return changed(log, place, card=kind)
    name, cards = _moved(step), list(_drawn(step))
    cards[number] = kind
    return changed(log, place, **{name: tuple(cards)})


def _used_up(table: AlchemicusTable, deck: PileCounts, kind: str) -> bool:
    """Whether no copy can be in the pile; goods lie face down, so that a named record leaves some doubt."""
    arrangement = table.cards.arrangement
    return (
        not arrangement.count(deck.pile, kind)
        and secure(arrangement.copy(), deck.pile, [arrangement.index[kind]]) is not None
    )


def _drawn(step: Step) -> tuple[str, ...]:
    if step.do == "noctis":
        return (step.args["card"],) if "card" in step.args else ()
    name = _moved(step) if step.do != "discard" else ""
    return step.args[name] if name else ()


def wrong_field(log: Log, edition: EditionData, random: Random) -> Fault | None:
    """A pawn is placed on another field, or the field noted beside a move is another one."""
    place = any_of(random, places(log, lambda step: step.do == "place" or "to" in _move(step)))
    if place is None:
        return None
    settings, name = set_up(log, edition).settings, "field" if step_at(log, place).do == "place" else "to"
    others = [
        Spot(kind, number)
        for kind, number in settings.place_of
        if Spot(kind, number) != step_at(log, place).args[name]
    ]
    return changed(log, place, **{name: random.choice(others)})


def wrong_steps(log: Log, _: EditionData, random: Random) -> Fault | None:
    """A move of another length does not lead to the field that is noted beside it."""
    place = any_of(random, places(log, lambda step: "to" in _move(step)))
    return place and changed(log, place, number=off_by_one(random, step_at(log, place).args["number"]))


def _move(step: Step) -> Mapping[str, Any]:
    return step.args if step.do == "move" else {}


def wrong_action(log: Log, _: EditionData, random: Random) -> Fault | None:
    """Instead of its action, a turn has one of another field, as the same player took it elsewhere."""
    actions = places(log, lambda step: step.do in FIELDS and step.do != "take")
    place = any_of(random, actions)
    if place is None:
        return None
    at, number = place
    field, seat = FIELDS[step_at(log, place).do][0], log.lines[at].seat
    others = [
        step_at(log, other)
        for other in actions
        if log.lines[other[0]].seat == seat and FIELDS[step_at(log, other).do][0] != field
    ]
    if not others:
        return None
    steps = log.lines[at].steps
    until = number
    while until < len(steps) and steps[until].do in (*FIELDS, "buy", "reshuffle"):
        until += 1
    return instead(log, place, Step(*random.choice(others)), until=until)


def hand_too_big(log: Log, _: EditionData, random: Random) -> Fault | None:
    """Cards above the hand limit are not discarded."""
    place = any_of(random, places(log, lambda step: step.do == "discard"))
    return place and instead(log, place)


def unlawful_take(log: Log, edition: EditionData, random: Random) -> Fault | None:
    """A card is taken from another player where that is not allowed; nothing is the matter with the victim."""
    place = any_of(random, _own_steps(log))
    if place is None:
        return None
    step, table, seat = step_at(log, place), before(log, edition, place), log.lines[place[0]].seat
    victims = [one for one in range(len(log.players)) if one != seat and table.cards.hands[one].size]
    if seat is None or not victims:
        return None
    victim = random.choice(victims)
    named = {"card": random.choice(sorted(_hand(table, victim)))} if random.random() < 0.5 else {}
    fault = instead(log, place, Step("take", {"from": victim, **named}), step)
    return replace(fault, concerned=frozenset({seat}))


def early_take(log: Log, _: EditionData, random: Random) -> Fault | None:
    """A card is taken before the Spirit moves, not after."""
    takes = places(log, lambda step: step.do == "take")
    place = any_of(random, [(at, number) for at, number in takes if log.lines[at].steps[number - 1].do == "spirit"])
    if place is None:
        return None
    at, number = place
    fault = instead(log, (at, number - 1), step_at(log, place), step_at(log, (at, number - 1)), until=number + 1)
    return replace(fault, concerned=frozenset({seat_of(log, place)}))


def _own_steps(log: Log) -> list[Place]:
    """What players do in their own turns, but for what the rules let them do at the beginning."""
    apart = ("deal", "reshuffle", "draw", "noctis", "bank", *CLAIMS)
    own = places(log, lambda step: step.by is None and step.do not in apart)
    return [place for place in own if log.lines[place[0]].kind == TURN]


KINDS: Mapping[str, Kind] = {
    **GENERAL,
    "wrong count": wrong_count,
    "wrong note": noted_wrong("hand", "pile", "built"),
    "wrong price": wrong_price,
    "card not held": card_not_held,
    "card too many": card_too_many,
    "wrong field": wrong_field,
    "wrong steps": wrong_steps,
    "wrong action": wrong_action,
    "hand too big": hand_too_big,
    "wrong fame": score_wrong("fame"),
    "unlawful take": unlawful_take,
    "early take": early_take,
}


# ---- faults for which nobody needs to know any cards ---------------------------------------------------------------


def sold_too_often(log: Log, edition: EditionData, random: Random) -> Fault | None:
    """A trade building sells once more than it may in a turn."""
    place = any_of(random, places(log, lambda step: step.do == "sell"))
    if place is None:
        return None
    table, step = before(log, edition, place), step_at(log, place)
    table.apply(step)
    more = [one for one in conceivable(table) if one.do == "sell" and one.args["at"].kind == step.args["at"].kind]
    wrong = [one for one in more if (why := table.why_not(one)) and "V1" in why.rules]
    return instead(log, place, step, random.choice(wrong)) if wrong else None


def one_building_more(log: Log, _: EditionData, random: Random) -> Fault | None:
    """At the limit, nothing is demolished for a new building."""
    place = any_of(random, places(log, lambda step: step.do == "build" and "replacing" in step.args))
    if place is None:
        return None
    step = step_at(log, place)
    args = {name: value for name, value in step.args.items() if name not in ("replacing", "showing")}
    return instead(log, place, Step("build", args))


def collected_twice(log: Log, _: EditionData, random: Random) -> Fault | None:
    place = any_of(random, places(log, lambda step: step.do == "collect"))
    return place and instead(log, place, step_at(log, place), Step("collect"))


def spirit_again(log: Log, _: EditionData, random: Random) -> Fault | None:
    """The Spirit is moved twice in a turn."""
    place = any_of(random, places(log, lambda step: step.do == "spirit"))
    if place is None:
        return None
    others = [kind for kind in ("horten", "fornax", "alembic") if kind != step_at(log, place).args["spot"].kind]
    return instead(log, place, step_at(log, place), Step("spirit", {"spot": Spot(random.choice(others))}))


def spirit_stays(log: Log, edition: EditionData, random: Random) -> Fault | None:
    """The Spirit goes to where it stands."""
    place = any_of(random, places(log, lambda step: step.do == "spirit"))
    return place and changed(log, place, spot=Spot(before(log, edition, place).spirit))


def golem_astray(log: Log, edition: EditionData, random: Random) -> Fault | None:
    """A Golem is laid where there is one already, or none may lie."""
    place = any_of(random, places(log, lambda step: step.do == "play" and step.args["card"] == "golem"))
    if place is None:
        return None
    table, step = before(log, edition, place), step_at(log, place)
    others = [
        one.args["on"]
        for one in conceivable(table)
        if one.do == "play" and one.args["card"] == "golem" and one.args["on"] != step.args["on"]
    ]
    wrong = [spot for spot in others if table.why_not(Step("play", {**step.args, "on": spot}))]
    return changed(log, place, on=random.choice(wrong)) if wrong else None


def score_or_built(table: AlchemicusTable, random: Random) -> Step:
    """A note that says nothing about cards."""
    seat = random.randrange(len(table.seats))
    numbers = {"fame": table.seats[seat].fame, "built": len(table.seats[seat].buildings)}
    what = random.choice(list(numbers))
    return Step(what, {"number": numbers[what]}, None if seat == table.seat else seat)


LATE: Mapping[str, Kind] = {
    "sold too often": sold_too_often,
    "one building more": one_building_more,
    "wrong built": noted_wrong("built"),
    "wrong player": GENERAL["wrong player"],
    "swapped turns": GENERAL["swapped turns"],
    "wrong field": wrong_field,
    "wrong steps": wrong_steps,
    "wrong action": wrong_action,
    "golem astray": golem_astray,
    "spirit again": spirit_again,
    "spirit stays": spirit_stays,
    "collected twice": collected_twice,
}

"""Helpers for tests of the rules: every step one could think of, what a table looks like, and where its cards are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

from pnp.data.edition import Choices
from pnp.games.alchemicus.selfplay import play_greedily
from pnp.games.alchemicus.table import AlchemicusTable
from pnp.rules.step import Spot, Step

EDITIONS = ("pl", "en", "de", "it")
OPTIONS: tuple[tuple[str, ...], ...] = ((), ("card-bank",), ("advanced-sale",), ("card-bank", "advanced-sale"))


def configurations() -> Iterator[tuple[Choices, int]]:
    """Every combination of edition, expansion, variant, options and number of players."""
    for edition, (expansions, variant), options, players in product(
        EDITIONS, (((), ""), (("noctis",), ""), (("noctis",), "race")), OPTIONS, (2, 3, 4)
    ):
        if edition != "it" or not expansions:
            yield Choices(edition, expansions, variant, options), players


def with_small_decks(choices: Choices, random: Random) -> Choices:
    """The same table with so few cards that piles run out again and again, and sometimes there are none to draw."""
    least = {"horten": 8, "metalle": 6, "pergula": 5, "fornax": 0, "alembic": 1, "taberna": 1}
    least |= {"domo": 0, "labrium": 0, "donarium": 0, "gloria": 1}
    counts = {kind: count + random.randint(0, 4) for kind, count in least.items()}
    values = {f"count.{kind}": count for kind, count in counts.items()} | {"size.base": sum(counts.values())}
    if choices.expansions:
        night = {"golem": 4, "mutabilis": 0, "spiritus": 0, "homunculus": 0, "pactum": 0, "infamia": 0}
        values |= {f"count.{kind}": count + random.randint(0, 3) for kind, count in night.items()}
    values["fame.target"] = 6
    return replace(choices, overrides={key: str(value) for key, value in values.items()})


def greedy(table: AlchemicusTable, random: Random) -> Step:
    """What the greedy player does; there is always something to do."""
    step = play_greedily(table, random)
    assert step is not None
    return step


def conceivable(table: AlchemicusTable) -> Iterator[Step]:
    """Steps that somebody might write at any moment, most of them against the rules; payments left open."""
    settings, seats = table.settings, range(len(table.seats))
    kinds = [kind for deck in settings.decks.values() for kind in deck]
    own = _spots(table, table.seat)
    fields = [
        Spot(kind, number)
        for kind in dict.fromkeys(settings.ring)
        for number in range(1, settings.ring.count(kind) + 1)
    ]
    yield from (Step(verb) for verb in ("draw", "collect", "transmute", "give", "gloria", "skip", "end", "shed"))
    if settings.noctis:
        yield Step("noctis")
    yield from (Step("discard"),)
    yield from (
        Step("bank", {"card": kind}) for kind in dict.fromkeys(table.cards.bank) if kind in table.cards.deck_of
    )
    yield from (Step("place", {"field": field}) for field in fields)
    yield from (Step("move", {"number": number}) for number in range(8))
    yield from (Step("build", {"card": kind}) for kind in kinds)
    yield from (Step("build", {"card": kind, "replacing": spot}) for kind, spot in product(kinds, own))
    for spot in [Spot(kind) for kind in settings.buildings]:
        yield Step("spirit", {"spot": spot})
        yield Step("spirit", {"spot": spot, "paying": "hand"})
    yield from (Step("take", {"from": seat}) for seat in seats)
    yield from (Step("carry", {"good": good, "from": a, "to": b}) for good, a, b in product(settings.goods, own, own))
    shops = [Spot(kind) for kind in settings.sale_limit]
    for good, start, shop, pay in product(settings.goods, own, shops, ("cards", "fame")):
        yield Step("sell", {"good": good, "from": start, "at": shop, "for": pay})
    for seat in seats:
        yield Step("ward", {}, seat)
        for spot in _spots(table, seat):
            yield Step("ward", {"card": "golem", "at": spot}, seat)
            yield Step("buy", {"to": spot}, seat)
    if settings.noctis:
        yield from _night(table, own, fields)


def _night(table: AlchemicusTable, own: list[Spot], fields: list[Spot]) -> Iterator[Step]:
    def play(card: str, **args: Any) -> Step:
        return Step("play", {"card": card, **args})

    yield play("pactum")
    yield from (play("golem", on=spot) for spot in (*own, *fields))
    for seat in range(len(table.seats)):
        yield play("infamia", on=seat)
        theirs = _spots(table, seat)
        yield from (play("spiritus", on=spot, of=seat) for spot in theirs)
        for good, spot in product((*table.settings.goods, "spiritus"), theirs):
            yield play("homunculus", on=good, of=seat, **{"from": spot})
            yield from (play("mutabilis", on=good, of=seat, **{"from": spot, "to": goal}) for goal in own)


def _spots(table: AlchemicusTable, seat: int) -> list[Spot]:
    seen: Counter[str] = Counter()
    spots = []
    for one in table.seats[seat].buildings:
        seen[one.kind] += 1
        spots.append(Spot(one.kind, seen[one.kind]))
    return spots


def fingerprint(table: AlchemicusTable) -> tuple[Any, ...]:
    """All that matters of a table: two that look alike play on alike."""
    seats = tuple(
        (
            tuple(sorted(_building(one) for one in seat.buildings)),
            seat.fame,
            seat.at,
            seat.turns,
            seat.infamia,
            hand.size,
        )
        for seat, hand in zip(table.seats, table.cards.hands, strict=True)
    )
    piles = tuple((deck.size, deck.discarded) for deck in table.cards.decks.values())
    turn = table.turn
    return (
        seats,
        piles,
        table.spirit,
        tuple(sorted(table.ring_golems.items())),
        table.seat,
        table.phase,
        table.over,
        (turn.skipped, turn.times, tuple(sorted(turn.sold.values())), turn.gifts, turn.glorias, turn.spirit_moved),
        tuple(sorted(table.cards.bank)),
    )


def _building(one: Any) -> tuple[Any, ...]:
    return one.kind, tuple(sorted((good.name, good.made) for good in one.goods)), one.golems, one.spiritus


def effect(table: AlchemicusTable, step: Step) -> tuple[Any, ...]:
    """What comes of a step, luck aside."""
    other = table.copy()
    for deck in other.cards.decks.values():
        deck.order = None
    other.apply(step)
    return fingerprint(other)


def balance(table: AlchemicusTable) -> object:
    """What must never change: the cards of each deck, and Fame that came from nowhere."""
    fame = sum(seat.fame for seat in table.seats) - sum(table.tally.values())
    return {key: dict(+found) for key, found in census(table).items()}, fame


def census(table: AlchemicusTable) -> dict[str, Counter[str]]:
    """Where every card of a simulated game is, kind by kind; it must always be the whole deck."""
    cards = table.cards
    found: dict[str, Counter[str]] = {
        key: Counter(deck.order) + Counter(cards.arrangement.contents(deck.heap)) for key, deck in cards.decks.items()
    }

    def see(kind: str, count: int = 1) -> None:
        if count:
            found[cards.deck_of[kind]][kind] += count

    for seat in range(len(table.seats)):
        for kind in cards.hand(seat):
            see(kind)
    for kind in cards.bank:
        see(kind)
    for place in table.seats:
        see("infamia", place.infamia)
        for one in place.buildings:
            see(one.kind)
            see("golem", one.golems)
            see("spiritus", one.spiritus)
            for good in one.goods:
                (kind,) = cards.arrangement.contents(good.card)
                see(kind)
    for golems in table.ring_golems.values():
        see("golem", len(golems))
    return found

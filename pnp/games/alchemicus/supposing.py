"""How a fact that a fault has left in doubt may be instead: another hand, another place of a pawn, a good more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pnp.games.alchemicus.table import BASE, COPIES, GOLD, PILE, Building, Good, Table
from pnp.referee.rules import Aspect, Supposition

MOST_OFF = 7  # so many cards, or so much Fame, a fault may have put somebody wrong
MOST_OTHERS = 4  # so many cards of a hand may be others than they seem


def suppose(table: Table, aspect: Aspect) -> Iterator[Supposition] | None:
    """What one turn can make of a fact; None where it may be anyhow."""
    name, seat = aspect
    if name == "hand":
        return (HandOf(seat, by) for by in _nearest_first(MOST_OFF) if by)
    if name == "held":
        hands = (HandOf(seat, by, others) for by in _nearest_first(MOST_OFF) for others in range(1, MOST_OTHERS + 1))
        return iter(sorted(hands, key=lambda hand: hand.change))
    if name == "fame":
        return (FameOf(seat, by) for by in _nearest_first(MOST_OFF) if by)
    if name == "at":
        return (PawnAt(seat, at) for at in range(len(table.book.ring)))
    if name == "spirit":
        return (SpiritOn(kind) for kind in (*table.book.circle, table.book.centre))
    if name == "goods":
        return _more(table, seat)
    if name == "places":
        return _less(table, seat)
    if name.startswith(PILE):
        return (change(name.removeprefix(PILE), by) for by in _nearest_first(MOST_OFF) if by for change in (PileOf, HeapOf))
    if name.startswith(COPIES):
        kind = name.removeprefix(COPIES)
        return (CopyOf(one) for one in ([kind] if kind else table.cards.deck_of) if one in table.cards.deck_of)
    if name == "bank":
        return (BankWithout(number) for number in range(len(table.cards.bank)))
    return None


def _nearest_first(most: int) -> Iterator[int]:
    return iter(sorted(range(-most, most + 1), key=abs))


def _more(table: Table, seat: int) -> Iterator[Supposition]:
    """One more good, Golem or Spiritus on a building, or one more building with at most one thing on it."""
    goods = list(table.book.goods)
    for number, one in enumerate(table.seats[seat].buildings):
        yield from (GoodOn(seat, number, good) for good in goods if table.room(one, good))
        yield from (GoodChanged(seat, number, place, good) for place in range(len(one.goods)) for good in goods)
        yield from (CardOn(seat, number, *by) for by in ((1, 0), (0, 1)))
    for kind in table.book.buildings:
        yield BuildingOf(seat, kind)
        yield from (BuildingOf(seat, kind, good) for good in goods if table.room(Building(kind), good))


def _less(table: Table, seat: int) -> Iterator[Supposition]:
    """One good, Golem or Spiritus less on a building, one building less, or one more with its places empty."""
    for number, one in enumerate(table.seats[seat].buildings):
        yield from (GoodOff(seat, number, place) for place in range(len(one.goods)))
        yield from (CardOn(seat, number, *by) for by in ((-1, 0), (0, -1)))
        yield BuildingGone(seat, number)
    yield from (BuildingOf(seat, kind) for kind in table.book.buildings)


class HandOf(NamedTuple):
    """A hand with more or fewer cards, and some others in it than it seems."""

    seat: int
    by: int
    others: int = 0
    travels = False

    def __call__(self, table: Table) -> bool:
        size = table.cards.hands[self.seat].size
        if size + self.by < self.others:
            return False
        table.cards.correct(self.seat, max(0, min(size, size + self.by) - self.others))
        table.cards.correct(self.seat, size + self.by)
        return True

    @property
    def change(self) -> int:
        return abs(self.by) + self.others


class FameOf(NamedTuple):
    seat: int
    by: int
    travels = True  # it may end the game

    def __call__(self, table: Table) -> bool:
        seat = table.seats[self.seat]
        seat.fame += self.by
        return seat.fame >= 0


class PawnAt(NamedTuple):
    seat: int
    at: int
    travels = False

    def __call__(self, table: Table) -> bool:
        table.seats[self.seat].at = self.at
        return True


class SpiritOn(NamedTuple):
    kind: str
    travels = True  # it decides what buildings bring

    def __call__(self, table: Table) -> bool:
        table.spirit = self.kind
        return True


class GoodOn(NamedTuple):
    """One more good on a building."""

    seat: int
    number: int
    good: str
    travels = False

    def __call__(self, table: Table) -> bool:
        buildings = table.seats[self.seat].buildings
        if self.number >= len(buildings) or not table.room(buildings[self.number], self.good):
            return False
        buildings[self.number] = buildings[self.number].plus(_good(table, self.good))
        return True


class GoodOff(NamedTuple):
    """One good less on a building."""

    seat: int
    number: int
    place: int
    travels = False

    def __call__(self, table: Table) -> bool:
        buildings = table.seats[self.seat].buildings
        if self.number >= len(buildings) or self.place >= len(buildings[self.number].goods):
            return False
        one = buildings[self.number]
        buildings[self.number] = one.without(one.goods[self.place])
        return True


class GoodChanged(NamedTuple):
    """Another good on a building in place of one, as a transmutation makes it."""

    seat: int
    number: int
    place: int
    good: str
    travels = False

    def __call__(self, table: Table) -> bool:
        buildings = table.seats[self.seat].buildings
        if self.number >= len(buildings) or self.place >= len(buildings[self.number].goods):
            return False
        one = buildings[self.number]
        buildings[self.number] = one.without(one.goods[self.place]).plus(_good(table, self.good))
        return True


class CardOn(NamedTuple):
    """A Golem or a Spiritus more or less on a building."""

    seat: int
    number: int
    golems: int
    spiritus: int
    travels = False

    def __call__(self, table: Table) -> bool:
        buildings = table.seats[self.seat].buildings
        if self.number >= len(buildings):
            return False
        one = buildings[self.number]
        changed = one._replace(golems=one.golems + self.golems, spiritus=one.spiritus + self.spiritus)
        buildings[self.number] = changed
        return changed.golems >= 0 and changed.spiritus >= 0


class BuildingOf(NamedTuple):
    """One more building, perhaps with a good on it."""

    seat: int
    kind: str
    good: str = ""
    travels = False

    def __call__(self, table: Table) -> bool:
        seat = table.seats[self.seat]
        seat.buildings.append(Building(self.kind, (_good(table, self.good),) if self.good else ()))
        return len(seat.buildings) <= table.book.building_limit


class BuildingGone(NamedTuple):
    seat: int
    number: int
    travels = False

    def __call__(self, table: Table) -> bool:
        buildings = table.seats[self.seat].buildings
        if self.number >= len(buildings):
            return False
        del buildings[self.number]
        return True


class BankWithout(NamedTuple):
    """Another card lies in the bank in place of one of them."""

    number: int
    travels = False

    def __call__(self, table: Table) -> bool:
        if self.number >= len(table.cards.bank):
            return False
        table.cards.bank[self.number] = BASE
        return True


class PileOf(NamedTuple):
    """A pile with more or fewer cards."""

    deck: str
    by: int
    travels = True

    def __call__(self, table: Table) -> bool:
        if self.deck not in table.cards.decks:
            return False
        deck = table.cards.decks[self.deck]
        return not deck.vague and table.cards.suppose(deck.pile, self.by) and deck.change(pile=self.by)


class CopyOf(NamedTuple):
    """A card that was said to be elsewhere was in its pile."""

    kind: str
    travels = True

    def __call__(self, table: Table) -> bool:
        deal, deck = table.cards.deal, table.cards.decks[table.cards.deck_of[self.kind]]
        deal.conjure(deck.pile, deal.index[self.kind])
        return True


class HeapOf(NamedTuple):
    """Discards with more or fewer cards, which come back in the next pile."""

    deck: str
    by: int
    travels = True

    def __call__(self, table: Table) -> bool:
        if self.deck not in table.cards.decks:
            return False
        deck = table.cards.decks[self.deck]
        return not deck.vague and table.cards.suppose(deck.heap, self.by) and deck.change(heap=self.by)


def _good(table: Table, name: str) -> Good:
    """A good whose card nobody knows."""
    place = table.cards.deal.zone()
    table.cards.deal.conjure(place, table.cards.deal.wild)
    return Good(name, place, made=name == GOLD)

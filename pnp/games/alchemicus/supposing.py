"""How a fact that a fault has left in doubt may be instead: another hand, another place of a pawn, a good more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import ClassVar

from pnp.games.alchemicus.table import BASE, COPIES, GOLD, WHOLE, AlchemicusTable, Building, Good
from pnp.rules.objection import PILE, Aspect
from pnp.rules.protocol import Supposition, nearest_first

MOST_OFF = 12  # so many cards, or so much Fame, a turn that is not known may have put somebody wrong
MOST_OTHERS = 4  # so many cards of a hand may be others than they seem after it
SLIGHTLY = 3  # so many after another fault


def suppose(table: AlchemicusTable, aspect: Aspect) -> Iterable[Supposition] | None:
    """What one turn can make of a fact; None where it may be anyhow."""
    name, seat = aspect
    kind, colon, of = name.partition(":")
    if colon:
        return SORTS[kind + colon](table, of)
    return SUPPOSED[name](table, seat) if name in SUPPOSED else None


def _hands(_table: AlchemicusTable, seat: int) -> Iterator[Supposition]:
    return (HandOf(seat, by) for by in nearest_first(SLIGHTLY))


def _held(_table: AlchemicusTable, seat: int) -> Iterator[Supposition]:
    return (HandOf(seat, 0, others) for others in range(1, SLIGHTLY + 1))


def _whole_hands(_table: AlchemicusTable, seat: int) -> list[HandOf]:
    sizes = (0, *nearest_first(MOST_OFF))
    hands = (HandOf(seat, by, others) for by in sizes for others in range(MOST_OTHERS + 1) if by or others)
    return sorted(hands, key=lambda hand: hand.change)


def _fame(table: AlchemicusTable, seat: int) -> Iterator[Supposition]:
    return (FameOf(seat, by) for by in nearest_first(MOST_OFF) if not table.settings.race)


def _pawns(table: AlchemicusTable, seat: int) -> Iterator[Supposition]:
    return (PawnAt(seat, at) for at in range(len(table.settings.ring)))


def _spirits(table: AlchemicusTable, _: int) -> Iterator[Supposition]:
    return (SpiritOn(kind) for kind in (*table.settings.circle, table.settings.centre))


def _banks(table: AlchemicusTable, _: int) -> Iterator[Supposition]:
    return (BankWithout(number) for number in range(len(table.cards.bank)))


def _piles(table: AlchemicusTable, deck: str) -> Iterator[Supposition]:
    ways = nearest_first(MOST_OFF) if deck in table.cards.decks else []
    return (change(deck, by) for by in ways for change in (PileOf, HeapOf))


def _copies(table: AlchemicusTable, kind: str) -> Iterator[Supposition]:
    kinds = [kind] if kind else table.cards.deck_of
    return (CopyOf(one) for one in kinds if one in table.cards.deck_of)


def _more(table: AlchemicusTable, seat: int) -> Iterator[Supposition]:
    """One more good, Golem or Spiritus on a building, or another good there; or a building with a good on it."""
    goods = list(table.settings.goods)
    for number, one in enumerate(table.seats[seat].buildings):
        yield from (GoodOn(seat, number, good) for good in goods if table.room(one, good))
        yield from (GoodChanged(seat, number, place, good) for place in range(len(one.goods)) for good in goods)
        yield from (CardOn(seat, number, *by) for by in ((1, 0), (0, 1)))
    for kind in table.settings.buildings:
        yield from (BuildingsOf(seat, (kind,), good) for good in goods if table.room(Building(kind), good))


def _less(table: AlchemicusTable, seat: int) -> Iterator[Supposition]:
    """One good, Golem or Spiritus less on a building."""
    for number, one in enumerate(table.seats[seat].buildings):
        yield from (GoodOff(seat, number, place) for place in range(len(one.goods)))
        yield from (CardOn(seat, number, *by) for by in ((-1, 0), (0, -1)))


def _built(table: AlchemicusTable, seat: int) -> Iterator[Supposition]:
    """One building less, or one or two more."""
    yield from (BuildingGone(seat, number) for number in range(len(table.seats[seat].buildings)))
    for many in (1, 2):
        yield from (
            BuildingsOf(seat, kinds) for kinds in combinations_with_replacement(table.settings.buildings, many)
        )


@dataclass(frozen=True, slots=True)
class HandOf:
    """A hand with more or fewer cards, and some others in it than it seems."""

    seat: int
    by: int
    others: int = 0
    travels: ClassVar[bool] = False

    def __call__(self, table: AlchemicusTable) -> bool:
        size = table.cards.hands[self.seat].size
        if size + self.by < self.others:
            return False
        table.cards.correct(self.seat, max(0, min(size, size + self.by) - self.others))
        table.cards.correct(self.seat, size + self.by)
        return True

    @property
    def change(self) -> int:
        """How far it is from what seems so, in cards: the likeliest hands are tried first."""
        return abs(self.by) + self.others


@dataclass(frozen=True, slots=True)
class FameOf:
    """A player has more or less Fame than it seems, but not less than none."""

    seat: int
    by: int
    travels: ClassVar[bool] = True  # it may end the game

    def __call__(self, table: AlchemicusTable) -> bool:
        seat = table.seats[self.seat]
        seat.fame += self.by
        return seat.fame >= 0


@dataclass(frozen=True, slots=True)
class PawnAt:
    """A pawn stands on another field of the ring."""

    seat: int
    at: int
    travels: ClassVar[bool] = False

    def __call__(self, table: AlchemicusTable) -> bool:
        table.seats[self.seat].at = self.at
        return True


@dataclass(frozen=True, slots=True)
class SpiritOn:
    """The Spirit stands on another kind of building."""

    kind: str
    travels: ClassVar[bool] = True  # it decides what buildings bring

    def __call__(self, table: AlchemicusTable) -> bool:
        table.spirit = self.kind
        return True


@dataclass(frozen=True, slots=True)
class GoodOn:
    """One more good on a building."""

    seat: int
    number: int
    good: str
    travels: ClassVar[bool] = False

    def __call__(self, table: AlchemicusTable) -> bool:
        one = _building(table, self.seat, self.number)
        if one is None or not table.room(one, self.good):
            return False
        table.seats[self.seat].buildings[self.number] = one.plus(_good(table, self.good))
        return True


@dataclass(frozen=True, slots=True)
class GoodOff:
    """One good less on a building."""

    seat: int
    number: int
    place: int
    travels: ClassVar[bool] = False

    def __call__(self, table: AlchemicusTable) -> bool:
        one = _building(table, self.seat, self.number)
        if one is None or self.place >= len(one.goods):
            return False
        table.seats[self.seat].buildings[self.number] = one.without(one.goods[self.place])
        return True


@dataclass(frozen=True, slots=True)
class GoodChanged:
    """Another good on a building in place of one, as a transmutation makes it."""

    seat: int
    number: int
    place: int
    good: str
    travels: ClassVar[bool] = False

    def __call__(self, table: AlchemicusTable) -> bool:
        if not GoodOff(self.seat, self.number, self.place)(table):
            return False
        buildings = table.seats[self.seat].buildings
        buildings[self.number] = buildings[self.number].plus(_good(table, self.good))
        return True


@dataclass(frozen=True, slots=True)
class CardOn:
    """A Golem or a Spiritus more or less on a building."""

    seat: int
    number: int
    golems: int
    spiritus: int
    travels: ClassVar[bool] = False

    def __call__(self, table: AlchemicusTable) -> bool:
        one = _building(table, self.seat, self.number)
        if one is None:
            return False
        changed = one._replace(golems=one.golems + self.golems, spiritus=one.spiritus + self.spiritus)
        table.seats[self.seat].buildings[self.number] = changed
        return changed.golems >= 0 and changed.spiritus >= 0


@dataclass(frozen=True, slots=True)
class BuildingsOf:
    """One more building or two, perhaps with a good on them."""

    seat: int
    kinds: tuple[str, ...]
    good: str = ""
    travels: ClassVar[bool] = False

    def __call__(self, table: AlchemicusTable) -> bool:
        seat = table.seats[self.seat]
        for kind in self.kinds:
            seat.buildings.append(Building(kind, (_good(table, self.good),) if self.good else ()))
        return len(seat.buildings) <= table.settings.building_limit


@dataclass(frozen=True, slots=True)
class BuildingGone:
    """A building less, with all that lay on it."""

    seat: int
    number: int
    travels: ClassVar[bool] = False

    def __call__(self, table: AlchemicusTable) -> bool:
        there = _building(table, self.seat, self.number) is not None
        del table.seats[self.seat].buildings[self.number : self.number + 1]
        return there


@dataclass(frozen=True, slots=True)
class BankWithout:
    """Another card lies in the bank in place of one of them."""

    number: int
    travels: ClassVar[bool] = False

    def __call__(self, table: AlchemicusTable) -> bool:
        if self.number >= len(table.cards.bank):
            return False
        table.cards.bank[self.number] = BASE
        return True


@dataclass(frozen=True, slots=True)
class PileOf:
    """A pile with more or fewer cards."""

    deck: str
    by: int
    travels: ClassVar[bool] = True

    def __call__(self, table: AlchemicusTable) -> bool:
        deck = table.cards.decks[self.deck]
        return not deck.size_unknown and table.cards.suppose(deck.pile, self.by) and deck.change(pile=self.by)


@dataclass(frozen=True, slots=True)
class CopyOf:
    """A card that was said to be elsewhere was in its pile."""

    kind: str
    travels: ClassVar[bool] = True

    def __call__(self, table: AlchemicusTable) -> bool:
        arrangement, deck = table.cards.arrangement, table.cards.decks[table.cards.deck_of[self.kind]]
        arrangement.add_unexplained(deck.pile, arrangement.index[self.kind])
        return True


@dataclass(frozen=True, slots=True)
class HeapOf:
    """Discards with more or fewer cards, which come back in the next pile."""

    deck: str
    by: int
    travels: ClassVar[bool] = True

    def __call__(self, table: AlchemicusTable) -> bool:
        deck = table.cards.decks[self.deck]
        return not deck.size_unknown and table.cards.suppose(deck.heap, self.by) and deck.change(heap=self.by)


def _building(table: AlchemicusTable, seat: int, number: int) -> Building | None:
    """A building of a seat, if it has so many."""
    return next(iter(table.seats[seat].buildings[number : number + 1]), None)


def _good(table: AlchemicusTable, name: str) -> Good:
    """A good whose card nobody knows."""
    place = table.cards.arrangement.zone()
    table.cards.arrangement.add_unexplained(place, table.cards.arrangement.wild)
    return Good(name, place, made=name == GOLD)


SUPPOSED: dict[str, Callable[[AlchemicusTable, int], Iterable[Supposition]]] = {
    "hand": _hands,
    "held": _held,
    WHOLE: _whole_hands,
    "fame": _fame,
    "at": _pawns,
    "spirit": _spirits,
    "goods": _more,
    "places": _less,
    "built": _built,
    "bank": _banks,
}
SORTS: dict[str, Callable[[AlchemicusTable, str], Iterable[Supposition]]] = {PILE: _piles, COPIES: _copies}

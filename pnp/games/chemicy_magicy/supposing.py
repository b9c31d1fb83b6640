"""How a fact that a fault has left in doubt may be instead: another token taken, a tile or a card more or less."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

from pnp.games.chemicy_magicy.settings import CAT
from pnp.games.chemicy_magicy.table import ChemicyTable, Token
from pnp.rules.objection import Aspect
from pnp.rules.protocol import Supposition, nearest_first

MOST_GOLD = 3  # so much gold one round may have brought, or taken
MOST_CARDS = 4  # so many of a player's cards may have been used, or turned up
MOST_CATS = 8  # so many assistants: two groups


def suppose(table: ChemicyTable, aspect: Aspect) -> Iterable[Supposition] | None:
    """What a round can make of a fact; None where it may be anyhow."""
    name, seat = aspect
    return SUPPOSED[name](table, seat) if name in SUPPOSED else None


def _points(table: ChemicyTable, seat: int) -> Iterator[Supposition]:
    """Another token, or one more or less; with the gold of a round."""
    settings = table.settings
    most = max((*settings.large, *settings.small), default=0) + MOST_GOLD * settings.gold_worth
    return (PointsOf(seat, by) for by in nearest_first(most))


def _gold(_table: ChemicyTable, seat: int) -> Iterator[Supposition]:
    return (GoldOf(seat, by) for by in nearest_first(MOST_GOLD))


def _cats(_table: ChemicyTable, seat: int) -> Iterator[Supposition]:
    return (TilesOf(seat, CAT, by) for by in nearest_first(MOST_CATS))


def _cards(table: ChemicyTable, seat: int) -> Iterator[Supposition]:
    """Some cards are used, or not, where it seems otherwise; as few as may be."""
    for many in range(1, MOST_CARDS + 1):
        yield from (CardsOf(seat, cards) for cards in combinations(table.settings.cards, many))


@dataclass(frozen=True, slots=True)
class PointsOf:
    """A player has points more or fewer than the tokens that are told make."""

    seat: int
    by: int
    travels: ClassVar[bool] = False

    def __call__(self, table: ChemicyTable) -> bool:
        table.seats[self.seat].tokens += (Token(self.by),)
        return True


@dataclass(frozen=True, slots=True)
class GoldOf:
    """A player has more or less gold than it seems, but not less than none."""

    seat: int
    by: int
    travels: ClassVar[bool] = False

    def __call__(self, table: ChemicyTable) -> bool:
        table.seats[self.seat].gold += self.by
        return table.seats[self.seat].gold >= 0


@dataclass(frozen=True, slots=True)
class TilesOf:
    """Tiles of a kind more or fewer before a player; nobody asks where else they were."""

    seat: int
    tile: str
    by: int
    travels: ClassVar[bool] = False

    def __call__(self, table: ChemicyTable) -> bool:
        tiles = table.seats[self.seat].tiles
        for _ in range(self.by):
            tiles.append(self.tile)
        for _ in range(-self.by):
            if self.tile not in tiles:
                return False
            tiles.remove(self.tile)
        return True


@dataclass(frozen=True, slots=True)
class CardsOf:
    """Cards that were used after all, or were not."""

    seat: int
    turned: tuple[str, ...]
    travels: ClassVar[bool] = False

    def __call__(self, table: ChemicyTable) -> bool:
        cards = table.seats[self.seat].cards
        for card in self.turned:
            cards[card] = 0 if cards[card] else table.settings.cards[card]
        return True


SUPPOSED: dict[str, Callable[[ChemicyTable, int], Iterable[Supposition]]] = {
    "score": _points,
    "gold": _gold,
    "cats": _cats,
    "cards": _cards,
}

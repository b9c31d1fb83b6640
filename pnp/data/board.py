"""The nouns of boards: groups of spaces that lie on a ring, along a track, on a grid or by themselves, and links."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from pnp.base.errors import Place
from pnp.data.layout import Size
from pnp.data.model import When

Point = tuple[float, float]

_SLANT = math.sqrt(3) / 2


class Position(NamedTuple):
    """Where a space lies: its middle, and the direction in which it lies from the middle of its ring, in degrees."""

    x: float
    y: float
    angle: float = 0


def _onward(count: int, steps: int, *, closed: bool) -> Iterator[tuple[int, int]]:
    """From each space to the one so many further on, each pair once: of four, two on is two back."""
    seen = set()
    for number in range(count if closed else count - steps):
        ends = frozenset((number, (number + steps) % count))
        if len(ends) > 1 and ends not in seen:
            seen.add(ends)
            yield number, (number + steps) % count


@dataclass(frozen=True, slots=True)
class Ring:
    """Round a centre. With an inner radius the spaces are the slices of a ring, else they stand on its line."""

    centre: Point
    radius: float
    inner: float
    start: float
    sweep: float

    @property
    def closed(self) -> bool:
        """Whether the last space lies beside the first."""
        return abs(self.sweep) >= 360  # noqa: PLR2004  all the way round

    def step(self, count: int) -> float:
        """Degrees from one space to the next."""
        return self.sweep / (count if self.closed or count == 1 else count - 1)

    def onward(self, count: int, steps: int) -> Iterator[tuple[int, int]]:
        """The pairs of spaces of which one lies so many behind the other."""
        return _onward(count, steps, closed=self.closed)

    def positions(self, count: int) -> Iterator[Position]:
        """Where so many spaces lie."""
        middle = (self.radius + self.inner) / 2 if self.inner else self.radius
        for number in range(count):
            angle = self.start + number * self.step(count)
            turn = math.radians(angle)
            yield Position(self.centre[0] + middle * math.cos(turn), self.centre[1] + middle * math.sin(turn), angle)


@dataclass(frozen=True, slots=True)
class Track:
    """Evenly along a way through some points."""

    through: tuple[Point, ...]
    closed: bool

    def onward(self, count: int, steps: int) -> Iterator[tuple[int, int]]:
        """The pairs of spaces so many steps apart; past the last one only where the way is closed."""
        return _onward(count, steps, closed=self.closed)

    def positions(self, count: int) -> Iterator[Position]:
        """So many places at equal distances; on a way that is open, the last one stands at its end."""
        points = (*self.through, self.through[0]) if self.closed else self.through
        legs = [(one, other, math.dist(one, other)) for one, other in pairwise(points)]
        whole = math.fsum(long for _, _, long in legs)
        for number in range(count):
            yield self._after(whole * number / max(count if self.closed else count - 1, 1), legs)

    def _after(self, far: float, legs: list[tuple[Point, Point, float]]) -> Position:
        """The place after so many millimetres of the way."""
        for number, ((x, y), (to_x, to_y), long) in enumerate(legs, 1):
            if far <= long or number == len(legs):
                share = min(far / long, 1) if long else 0
                return Position(x + (to_x - x) * share, y + (to_y - y) * share)
            far -= long
        raise AssertionError(far)


@dataclass(frozen=True, slots=True)
class Rows:
    """On a grid, row by row; hexagons nest, every second row shifted by half a space."""

    at: Point
    columns: int
    size: Size
    gap: float
    nested: bool

    def onward(self, count: int, steps: int) -> Iterator[tuple[int, int]]:
        """Straight on, so many spaces: in a row and across it, hexagons over each of their sides."""
        for number in range(count):
            for turn in range(3 if self.nested else 2):
                column, row = self._beside(number % self.columns, number // self.columns, steps, turn)
                if 0 <= column < self.columns and row * self.columns + column < count:
                    yield number, row * self.columns + column

    def _beside(self, column: int, row: int, steps: int, turn: int) -> tuple[int, int]:
        """The place so many steps to the right, or downwards; from hexagon to hexagon down goes right or left."""
        if turn == 0:
            return column + steps, row
        if not self.nested:
            return column, row + steps
        right = (steps + row % 2) // 2
        return (column + right if turn == 1 else column + right - steps), row + steps

    def positions(self, count: int) -> Iterator[Position]:
        """The middles of so many spaces, row by row from the upper left."""
        wide = self.size.width + self.gap
        high = self.size.height * 0.75 + self.gap * _SLANT if self.nested else self.size.height + self.gap
        for number in range(count):
            row, column = divmod(number, self.columns)
            shift = wide / 2 if self.nested and row % 2 else 0
            x = self.at[0] + self.size.width / 2 + shift + column * wide
            yield Position(x, self.at[1] + self.size.height / 2 + row * high)


@dataclass(frozen=True, slots=True)
class Grid:
    """Rows as board.toml has them: their numbers are numbers, or keys of values."""

    at: Point
    columns: int | str
    rows: int | str
    size: Size
    gap: float
    nested: bool

    def settled(self, columns: int) -> Rows:
        """The rows, once the number of columns is known."""
        return Rows(self.at, columns, self.size, self.gap, self.nested)


@dataclass(frozen=True, slots=True)
class Alone:
    """A single space where it is put."""

    at: Point

    def onward(self, _count: int, _steps: int) -> Iterator[tuple[int, int]]:
        """No pairs: a space by itself has none to lie behind."""
        yield from ()

    def positions(self, count: int) -> Iterator[Position]:
        """The same place for each, however many it is asked for."""
        yield from [Position(*self.at)] * count


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Spaces that lie together. `spaces` is the key of a value, a number, or their keys; None fills the grid."""

    key: str  # of its section in board.toml
    name: str
    spaces: str | int | tuple[str, ...] | None
    terms: str
    way: Ring | Track | Grid | Alone
    shape: str
    size: Size
    when: When
    place: Place


@dataclass(frozen=True, slots=True)
class Link:
    """A way between spaces. Within one group, from each to those that lie `steps` further; else from all to all.

    `steps` and `both` are values of their own, or keys of values.
    """

    start: str
    end: str
    steps: int | str
    both: bool | str
    gap: float
    when: When
    place: Place


@dataclass(frozen=True, slots=True)
class Board:
    """All that board.toml says about one board."""

    key: str
    groups: Mapping[str, Group]
    links: tuple[Link, ...]
    place: Place

"""One space of a board: its outline, the room for words in it, and whether it overlaps another."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise, product

from pnp.data.board import Group, Point, Position, Ring
from pnp.data.edition import EditionData
from pnp.data.layout import HEXAGON, LayoutNames
from pnp.words.catalog import Catalog

SLACK = 0.05  # millimetres that count as nothing
_ROUND = 32  # sides of the polygon that stands for an oval

Polygon = list[Point]


@dataclass(frozen=True, slots=True)
class Space:
    """A space of a board, with what it is called and where it lies."""

    group: Group
    key: str
    terms: str
    position: Position
    sweep: float = 0

    @property
    def path(self) -> str:
        """`group/space`, which is what complaints call it and what links name as their end."""
        return f"{self.group.name}/{self.key}"

    def names(self, edition: EditionData, catalog: Catalog) -> LayoutNames:
        """What the space is called."""
        words = edition.game.terms.get(self.terms, {})
        name = catalog(words[self.key]) if self.key in words else self.key
        return {"group": self.group.name, "key": self.key, "name": name}

    def lie(self) -> LayoutNames:
        """How a layout draws the space in any language: the box of its shape, its middle, its direction."""
        wide, high = self.room
        x, y, angle = self.position
        return {**self._shape(), "cx": x, "cy": y, "angle": angle, "wide": wide, "high": high}

    def _shape(self) -> LayoutNames:
        """What a box needs to draw the space; of a slice, the box is that of the whole circle."""
        if self.ring:
            slice_ = {"start": self.position.angle - self.sweep / 2, "sweep": self.sweep, "hole": self.ring.inner}
            return {"shape": "sector", **round_box(self.ring), **slice_}
        size, position = self.group.size, self.position
        box = {"x": position.x - size.width / 2, "y": position.y - size.height / 2, "w": size.width, "h": size.height}
        return {"shape": self.group.shape, **box, "start": -90, "sweep": 0, "hole": 0}

    @property
    def room(self) -> tuple[float, float]:
        """Width and height of a box for words in the middle of the space."""
        size = self.group.size
        if self.ring:
            return max((self._slice_room(wide) for wide in (1, 1.6, 2.4, 4)), key=math.prod)
        wide, high = {"rect": (0.92, 0.92), "oval": (0.8, 0.5), "hexagon": (0.92, 0.5)}[self.group.shape]
        return size.width * wide, size.height * high

    def _slice_room(self, aspect: float) -> tuple[float, float]:
        """The largest box of a shape that lies within the slice, with its middle in the slice's."""
        assert self.ring
        low, high = 0.0, 2 * self.ring.radius
        for _ in range(12):
            middle = (low + high) / 2
            low, high = (middle, high) if self._holds(middle * aspect, middle) else (low, middle)
        return 0.94 * low * aspect, 0.94 * low

    def _holds(self, wide: float, high: float) -> bool:
        """Whether a box in the middle of a slice lies within it."""
        assert self.ring
        (cx, cy), (x, y, angle) = self.ring.centre, self.position
        for u, v in product((-0.5, 0, 0.5), repeat=2):
            dx, dy = x + u * wide - cx, y + v * high - cy
            away = (math.degrees(math.atan2(dy, dx)) - angle + 180) % 360 - 180
            if not self.ring.inner <= math.hypot(dx, dy) <= self.ring.radius or abs(away) > abs(self.sweep) / 2:
                return False
        return True

    @property
    def ring(self) -> Ring | None:
        """The ring of which the space is a slice."""
        return self.group.way if isinstance(self.group.way, Ring) and self.group.way.inner else None

    @property
    def reach(self) -> float:
        """No point of the space is farther from its middle."""
        if self.ring:
            return max(math.dist(self.position[:2], point) for polygon in self.polygons() for point in polygon)
        return math.hypot(self.group.size.width, self.group.size.height) / 2

    def polygons(self) -> list[Polygon]:
        """The space as convex polygons."""
        size, (x, y, angle) = self.group.size, self.position
        if ring := self.ring:
            count = max(2, math.ceil(abs(self.sweep) / 6))
            edges = [angle - self.sweep / 2 + self.sweep * i / count for i in range(count + 1)]
            corners = [
                (on_circle(ring.centre, ring.inner, edge), on_circle(ring.centre, ring.radius, edge))
                for edge in edges
            ]
            return [[*one, *reversed(other)] for one, other in pairwise(corners)]
        if self.group.shape == "rect":
            wide, high = size.width / 2, size.height / 2
            return [[(x - wide, y - high), (x + wide, y - high), (x + wide, y + high), (x - wide, y + high)]]
        if self.group.shape == "hexagon":
            return [[(x + (u - 0.5) * size.width, y + (v - 0.5) * size.height) for u, v in HEXAGON]]
        turns = [math.radians(360 * i / _ROUND) for i in range(_ROUND)]
        return [[(x + size.width / 2 * math.cos(a), y + size.height / 2 * math.sin(a)) for a in turns]]


def meet(one: Space, other: Space) -> bool:
    """Whether two spaces may overlap at all: near enough, and not in different rings round one centre."""
    if one.ring and other.ring and one.ring.centre == other.ring.centre:
        return not _apart([one.ring.inner, one.ring.radius], [other.ring.inner, other.ring.radius])
    return math.dist(one.position[:2], other.position[:2]) <= one.reach + other.reach


def overlap(one: Polygon, other: Polygon) -> bool:
    """Whether two convex polygons share more than an edge: no line keeps them apart."""
    if _apart([x for x, _ in one], [x for x, _ in other]):
        return False
    for (ax, ay), (bx, by) in [*_edges(one), *_edges(other)]:
        long = math.hypot(bx - ax, by - ay)
        if not long:
            continue
        nx, ny = (by - ay) / long, (ax - bx) / long
        ours, theirs = ([x * nx + y * ny for x, y in points] for points in (one, other))
        if _apart(ours, theirs):
            return False
    return True


def _apart(ours: list[float], theirs: list[float]) -> bool:
    return max(ours) <= min(theirs) + SLACK or max(theirs) <= min(ours) + SLACK


def _edges(polygon: Polygon) -> Iterator[tuple[Point, Point]]:
    return pairwise([*polygon, polygon[0]])


def within(point: Point, polygon: Polygon) -> bool:
    """Whether a point lies in a convex polygon or on its edge, whichever way round the corners run."""
    x, y = point
    sides = [(bx - ax) * (y - ay) - (by - ay) * (x - ax) for (ax, ay), (bx, by) in _edges(polygon)]
    return all(side >= 0 for side in sides) or all(side <= 0 for side in sides)


def round_box(ring: Ring) -> LayoutNames:
    """The box of the ring's outer circle, in millimetres."""
    (x, y), wide = ring.centre, 2 * ring.radius
    return {"x": x - ring.radius, "y": y - ring.radius, "w": wide, "h": wide}


def on_circle(centre: Point, radius: float, angle: float) -> Point:
    """The point at so many degrees: 0 lies to the right, 90 below."""
    turn = math.radians(angle)
    return centre[0] + radius * math.cos(turn), centre[1] + radius * math.sin(turn)

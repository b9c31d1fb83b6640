"""Draws what charts are made of, on paper or for the screen: lines, labels, drawings, a mark for each seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.base.errors import Place
from pnp.book.paged.lines import CAPITALS, Type
from pnp.draw import fonts
from pnp.draw.art import Photo
from pnp.draw.painter import Painter
from pnp.draw.shapes import n, regular
from pnp.draw.typeset import width
from pnp.faces.context import FaceResources

ChartPoint = tuple[float, float]

LABEL = Type("Sans", 7.6, 9.4)
NAME = Type("Sans-Semibold", 8, 9.8)
SMALL = Type("Sans", 6.6, 8)

_ROUND = 32  # sides of what looks like a circle
# sides, where the first corner stands, and how far down it is moved to stand in the middle
_MARKS = (
    (_ROUND, 0, 0.0),
    (4, -45, 0.0),
    (3, -90, 0.12),
    (4, -90, 0.0),
    (3, 90, -0.12),
    (6, 0, 0.0),
    (5, -90, 0.0),
    (3, 0, 0.0),
)
# seats are told apart by their mark and their dashes, never by colour alone
_DASHES: tuple[tuple[float, ...], ...] = (
    (),
    (2.4, 0.9),
    (0.8, 0.7),
    (3.6, 0.8, 0.8, 0.8),
    (1.4, 0.6),
    (5.2, 0.9),
    (2.4, 0.7, 0.7, 0.7, 0.7, 0.7),
    (0.4, 0.9),
)


@dataclass(frozen=True, slots=True)
class ChartPainter:
    """Draws in millimetres on any painter; seats differ by colour, dashes and mark."""

    base: Painter
    resources: FaceResources

    def line(self, points: Sequence[ChartPoint], colour: str, thick: float, dash: tuple[float, ...] = ()) -> None:
        """A line from point to point in millimetres; `dash` are its strokes and gaps in turn, none if it is solid."""
        first, *rest = points
        path = f"{n(first[0])} {n(first[1])} m " + " ".join(f"{n(x)} {n(y)} l" for x, y in rest)
        self.base.shape(path, "", colour, thick, dash)

    def text(self, x: float, y: float, text: str, type_: Type, share: float = 0) -> None:
        """A line of text about the height y. `share`: x is its left end at 0, its middle at 0.5, its end at 1."""
        wide = measure(text, type_)
        font = fonts.builtin(type_.font)
        self.base.text(x - wide * share, y + CAPITALS * type_.em / 2, text, font, type_.em, type_.colour)

    def art(self, name: str, x: float, y: float, side: float) -> bool:
        """A drawing of the game in a square about a point; whether there is one."""
        if not has_art(self.resources, name):
            return False
        art = self.resources.art(name, Place(self.resources.folder))
        assert art
        scale = side / max(art.width, art.height)
        frame = (x - art.width * scale / 2, y - art.height * scale / 2, art.width * scale, art.height * scale)
        if isinstance(art, Photo):
            self.base.photo(art, frame)
        else:
            self.base.drawing(name, art, frame, self.base.palette.ink.layers_at(side))
        return True

    def seat_line(self, seat: int, points: Sequence[ChartPoint]) -> None:
        """A player's line, with the dashes and the colour of the seat."""
        self.line(points, self.colour(seat), 0.75, _DASHES[seat % len(_DASHES)])

    def seat_band(self, seat: int, low: Sequence[ChartPoint], high: Sequence[ChartPoint]) -> None:
        """The outline of all that lies between two lines."""
        self.line([*low, *reversed(high), low[0]], self.colour(seat), 0.3, _DASHES[seat % len(_DASHES)])

    def seat_mark(self, seat: int, x: float, y: float, size: float = 2.2) -> None:
        """The shape that stands for a player, about a point; after eight seats the shapes come again."""
        sides, start, down = _MARKS[seat % len(_MARKS)]
        wide = size * (1.3 if sides == 3 else 1.2 if sides < _ROUND else 1)  # noqa: PLR2004  a triangle
        outline = regular(x - wide / 2, y - wide / 2 + down * size, wide, wide, sides, start)
        self.base.shape(outline, self.colour(seat), "ink", 0.25)

    def colour(self, seat: int) -> str:
        """The name of a seat's colour in the palette; that of ink where the palette has none for it."""
        name = f"seat{seat + 1}"
        return name if self.base.palette.knows(name) else "ink"


def measure(text: str, type_: Type) -> float:
    """How wide a line of text is, in millimetres."""
    return width(text, fonts.builtin(type_.font)) * type_.em


def cut(text: str, type_: Type, room: float) -> str:
    """The text, or as much of it as fits."""
    if measure(text, type_) <= room:
        return text
    fitting = (text[:end].rstrip() + "…" for end in range(len(text) - 1, 0, -1))
    return next((short for short in fitting if measure(short, type_) <= room), "…")


def apart(wanted: Sequence[float], sizes: Sequence[float], low: float, high: float) -> list[float]:
    """The middles of things in a row, in their order, as near as can be to where they are wanted."""
    places: list[float] = []
    edge = low
    for middle, size in zip(wanted, sizes, strict=True):
        places.append(max(middle, edge + size / 2))
        edge = places[-1] + size / 2
    edge = high
    for number in reversed(range(len(places))):
        places[number] = min(places[number], edge - sizes[number] / 2)
        edge = places[number] - sizes[number] / 2
    return places


def has_art(resources: FaceResources, name: str) -> bool:
    """Whether the game has a drawing of that name; not every word can be the name of a file."""
    plain = name.replace("-", "").replace("_", "").isalnum()
    return plain and resources.art(name, Place(resources.folder)) is not None

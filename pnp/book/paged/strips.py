"""A slab is a strip of a column that is never divided; a stage is where slabs are drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pnp.base.errors import Place
from pnp.data.layout import Size
from pnp.draw.art import Photo
from pnp.draw.fonts import Typeface
from pnp.draw.links import Anchor, PageLink
from pnp.draw.painter import PdfPainter
from pnp.draw.pdf import Stamp
from pnp.faces.context import Format, InkSpan
from pnp.faces.namespace import Names
from pnp.faces.renderer import Renderer


class StripPainter:
    """A page being drawn, in millimetres from its upper left corner."""

    def __init__(self, press: Renderer) -> None:
        self._press = press
        self.brush = PdfPainter(press.document, press.palette)

    @property
    def reverses(self) -> bool:
        """Whether the ink prints white letters on dark grounds; else both grounds and letters must do without."""
        return self.brush.palette.stroke("white") == self.brush.palette.fill("white")

    def shape(self, outline: str, fill: str = "", stroke: str = "", thick: float = 0.25) -> None:
        self.brush.shape(outline, fill, stroke, thick)

    def text(self, x: float, y: float, text: str, font: Typeface, size: float, colour: str) -> None:
        self.brush.text(x, y, text, font, size, colour)

    def art(self, name: str, x: float, y: float, width: float, height: float) -> None:
        """A drawing of the game in a frame of its own shape."""
        art = self._press.studio.art(name, Place(self._press.job.edition.game.folder))
        assert art, "the setter has measured it"
        if isinstance(art, Photo):
            self.brush.photo(art, (x, y, width, height))
        else:
            layers = self._press.job.ink.layers_at(min(width, height))
            self.brush.drawing(name, art, (x, y, width, height), layers)

    def span(self, name: str) -> InkSpan:
        return self._press.studio.span(name, Place(self._press.job.edition.game.folder))

    def part(self, form: Stamp, part: str, design: Size, size: Size, at: tuple[float, float], names: Names) -> None:
        """A part of the layout, designed for one size and drawn in another."""
        press = self._press
        if not press.document.has(form):
            press.draw_face(form, part, Format(design, size, 0, 0), names, press.job.layout.parts[part].place)
        with self.brush.moved(*at):
            press.document.place(form)


@dataclass(frozen=True, slots=True)
class Room:
    """A column: its width, whether asides have a margin of their own width beside it, and the scale of all type."""

    width: float
    margin: float
    scale: float
    wide: float  # the whole width of the text area
    strip: float = 0  # of a margin that has room for drawings alone


Draw = Callable[[StripPainter, float, float], None]


def nothing(stage: StripPainter, x: float, y: float) -> None:
    """Draws nothing: room alone."""


@dataclass(frozen=True, slots=True)
class Strip:
    """`space` is left above it unless it begins a column; `keep`: the next one stands below it in the same column.

    `beside` are slabs for the margin; `again` is what is repeated above it at the head of a column. `floats`: where
    it does not fit, what follows goes first, and it stands on the next page, behind the paragraph that goes on there.
    `goes_on`: it is a further line of the paragraph above. `clear`: it begins below what stands in the
    margin so far; `wide`: it spans the margin.
    """

    height: float
    draw: Draw = nothing
    space: float = 0
    keep: bool = False
    links: tuple[PageLink, ...] = ()
    anchor: Anchor | None = None
    beside: tuple[Strip, ...] = ()
    again: Strip | None = None
    floats: bool = False
    clear: bool = False
    wide: bool = False
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class Spread:
    """Slabs that are set in several columns, together so wide."""

    slabs: tuple[Strip, ...]
    columns: int
    width: float


def stacked(slabs: list[Strip]) -> Strip:
    """Slabs as one."""
    tops: list[float] = []
    y = 0.0
    for number, slab in enumerate(slabs):
        y += slab.space if number else 0
        tops.append(y)
        y += slab.height

    def draw(stage: StripPainter, x: float, top: float) -> None:
        for slab, down in zip(slabs, tops, strict=True):
            slab.draw(stage, x, top + down)

    links = tuple(link.moved(0, down) for slab, down in zip(slabs, tops, strict=True) for link in slab.links)
    return Strip(y, draw, slabs[0].space if slabs else 0, links=links)

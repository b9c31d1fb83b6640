"""A chunk is a piece of a column that is never divided, and the page on which chunks are drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from pnp.base.errors import Place
from pnp.data.layout import LayoutNames, Size
from pnp.draw.art import Photo
from pnp.draw.links import Anchor, PageLink
from pnp.draw.painter import PdfPainter
from pnp.draw.pdf import Typeface
from pnp.faces.context import FaceShape, FaceStamp, InkSpan
from pnp.faces.renderer import Renderer


class ColumnPainter:
    """A page being drawn, in millimetres from its upper left corner."""

    def __init__(self, renderer: Renderer) -> None:
        self._renderer = renderer
        self.pdf = PdfPainter(renderer.document, renderer.palette)

    @property
    def reverses(self) -> bool:
        """Whether the ink prints white letters on dark grounds; else both grounds and letters must do without."""
        return self.pdf.palette.stroke("white") == self.pdf.palette.fill("white")

    def shape(self, outline: str, fill: str = "", stroke: str = "", thick: float = 0.25) -> None:
        """An outline in PDF's operators, in colours of the layout; an empty colour paints nothing."""
        self.pdf.shape(outline, fill, stroke, thick)

    def text(self, x: float, y: float, text: str, font: Typeface, size: float, colour: str) -> None:
        """A line of text whose baseline starts at x, y; the size in millimetres too."""
        self.pdf.text(x, y, text, font, size, colour)

    def art(self, name: str, x: float, y: float, width: float, height: float) -> None:
        """A drawing of the game in a frame of its own shape."""
        art = self._renderer.resources.art(name, Place(self._renderer.job.edition.game.folder))
        assert art, "the setter has measured it"
        if isinstance(art, Photo):
            self.pdf.photo(art, (x, y, width, height))
        else:
            layers = self._renderer.job.ink.layers_at(min(width, height))
            self.pdf.drawing(name, art, (x, y, width, height), layers)

    def span(self, name: str) -> InkSpan:
        """How wide a drawing of the game is, and where it has ink; as a square where there is none."""
        return self._renderer.resources.span(name, Place(self._renderer.job.edition.game.folder))

    def part(
        self, stamp: FaceStamp, part: str, design: Size, size: Size, at: tuple[float, float], names: LayoutNames
    ) -> None:
        """A part of the layout, designed for one size and drawn in another."""
        renderer = self._renderer
        if not renderer.document.has(stamp):
            renderer.draw_face(
                stamp, part, FaceShape(design, size, 0, 0), names, renderer.job.layout.parts[part].place
            )
        with self.pdf.moved(*at):
            renderer.document.place(stamp)


@dataclass(frozen=True, slots=True)
class Room:
    """A column: its width, whether asides have a margin of their own width beside it, and the scale of all type."""

    width: float
    margin: float
    scale: float
    wide: float  # the whole width of the text area
    strip: float = 0  # of a margin that has room for drawings alone


GUTTER = 8.0  # millimetres between columns

Draw = Callable[[ColumnPainter, float, float], None]


def nothing(painter: ColumnPainter, x: float, y: float) -> None:
    """Draws nothing: room alone."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """`above`: its distance from what stands there; `keep`: the next one stands below it in the same column.

    `beside` are chunks for the margin; `again` is what is repeated above it at the head of a column. `floats`: where
    it does not fit, what follows goes first, and it stands on the next page, behind the paragraph that goes on there.
    `goes_on`: it is a further line of the paragraph above. `clear`: it begins below what stands in the
    margin so far; `wide`: it spans the margin.
    """

    height: float
    draw: Draw = nothing
    above: float = 0
    keep: bool = False
    links: tuple[PageLink, ...] = ()
    anchor: Anchor | None = None
    beside: tuple[Chunk, ...] = ()
    again: Chunk | None = None
    floats: bool = False
    clear: bool = False
    wide: bool = False
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class Spread:
    """Chunks that are set in several columns, together so wide."""

    chunks: tuple[Chunk, ...]
    columns: int
    width: float


def stacked(chunks: list[Chunk]) -> Chunk:
    """Chunks as one."""
    tops: list[float] = []
    y = 0.0
    for number, chunk in enumerate(chunks):
        y += chunk.above if number else 0
        tops.append(y)
        y += chunk.height

    def draw(painter: ColumnPainter, x: float, top: float) -> None:
        for chunk, down in zip(chunks, tops, strict=True):
            chunk.draw(painter, x, top + down)

    links = tuple(link.moved(0, down) for chunk, down in zip(chunks, tops, strict=True) for link in chunk.links)
    return Chunk(y, draw, chunks[0].above if chunks else 0, links=links)


def indented(chunk: Chunk, by: float, sign: Chunk | None) -> Chunk:
    """The chunk further right, with a sign before it."""

    def draw(painter: ColumnPainter, x: float, y: float) -> None:
        if sign:
            sign.draw(painter, x, y)
        chunk.draw(painter, x + by, y)

    return replace(chunk, draw=draw, links=tuple(link.moved(by, 0) for link in chunk.links))

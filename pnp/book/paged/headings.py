"""Sets headings, and the openings of chapters."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.book.blocks import Heading, Run, plain_words
from pnp.book.figures import find_drawing
from pnp.book.paged.chunks import Chunk, ColumnPainter, Room, stacked
from pnp.book.paged.lines import Type, Typesetter, baseline
from pnp.book.paged.styles import styles_of
from pnp.data.layout import LayoutNames, Size
from pnp.draw.links import Anchor
from pnp.draw.shapes import rect
from pnp.draw.typeset import width as width_of
from pnp.faces.context import FaceStamp

CHAPTER = "book_chapter"  # the part of the layout that begins a chapter
OPENING = 30.0  # millimetres that it is high


class HeadingSetter:
    """`names`: what openings of chapters may name."""

    def __init__(self, typesetter: Typesetter, names: LayoutNames) -> None:
        self._type, self._names = typesetter, names
        self._style = typesetter.resources.layout.book
        self._styles = styles_of(self._style)

    def heading(self, block: Heading, room: Room) -> Iterator[Chunk]:
        """A heading inside a chapter, with the tag of its rule before it."""
        type_ = self._styles.titles[min(max(block.level, 2), 4)].scaled(room.scale)
        tag = self._styles.pill.scaled(room.scale)
        anchor = Anchor(block.anchor, plain_words(block.runs), block.number, block.level) if block.anchor else None
        pill = block.anchor if block.number else ""
        indent = self._type.width((Run(pill),), tag) + 6 * room.scale if pill else 0.0
        numbered = block.number and not self._style.ids
        runs = (Run(f"{block.number}\u00a0\u00a0"), *block.runs) if numbered else block.runs
        lines = self._type.text(runs, type_, room.width - indent)
        text = stacked(lines)

        def draw(column: ColumnPainter, x: float, y: float) -> None:
            text.draw(column, x + indent, y)
            if pill:
                self._draw_pill(column, pill, x, y + baseline(type_), indent - 3 * room.scale, tag)

        above = (6.5 if block.level == 2 else 3.5) * room.scale  # noqa: PLR2004  a section
        yield Chunk(text.height, draw, above, keep=True, anchor=anchor)

    def chapter(self, block: Heading, line: str, room: Room) -> Chunk:
        """The opening of a chapter."""
        if block.art:
            find_drawing(self._type.resources, block.art)
        title = plain_words(block.runs)
        stamp = FaceStamp("chapter", block.anchor or title, (room.width,))
        names = self._names | {"chapter": {"art": block.art, "number": block.number, "title": title, "line": line}}
        size = Size(room.width, OPENING * room.scale)
        design = Size(room.width / room.scale, OPENING)

        def draw(column: ColumnPainter, x: float, y: float) -> None:
            column.part(stamp, CHAPTER, design, size, (x, y), names)

        anchor = Anchor(block.anchor, title, block.number, 1)
        return Chunk(
            size.height,
            draw,
            12 * room.scale,
            keep=True,
            anchor=anchor,
            clear=self._style.left,
            wide=True,
        )

    def _draw_pill(self, column: ColumnPainter, text: str, x: float, base: float, width: float, type_: Type) -> None:
        high = 1.55 * type_.em
        ground = "ink" if column.reverses else "white"
        column.shape(rect(x, base - 0.33 * type_.em - high / 2, width, high, 0.3 * type_.em), ground, "ink", 0.2)
        font = self._type.font(type_.font)
        wide = width_of(text, font) * type_.em
        column.text(x + (width - wide) / 2, base, text, font, type_.em, "white")

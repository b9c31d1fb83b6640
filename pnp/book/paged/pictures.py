"""Sets pictures: drawings of the game, figures of the layout, charts."""

from __future__ import annotations

from dataclasses import replace

from pnp.book.blocks import Chart, Picture
from pnp.book.figures import FIGURE, Figures, span_of
from pnp.book.paged.chunks import Chunk, ColumnPainter, Room, indented, stacked
from pnp.book.paged.lines import Typesetter
from pnp.book.paged.styles import SMALL
from pnp.data.layout import Size
from pnp.faces.context import FaceStamp


class PictureSetter:
    """Sets the pictures of one book; a figure too wide for its column spans a margin on the left."""

    def __init__(self, typesetter: Typesetter, figures: Figures) -> None:
        self._type, self._figures = typesetter, figures
        self._left = typesetter.resources.layout.book.left
        self._drawn = 0

    def picture(self, block: Picture, room: Room) -> Chunk:
        """A picture with its caption; a figure may move to the next page."""
        spans = block.figure and self._spans(block, room)
        room = replace(room, width=room.wide) if spans else room
        if block.figure:
            drawn, wide = self._figure(block, room)
        else:
            drawn, wide = self.drawing(block.name, room.width, 30 * room.scale), room.width
        caption = self._type.text(block.caption, SMALL.scaled(room.scale), wide, 1.4 * room.scale)
        below = [indented(line, (room.width - wide) / 2, None) for line in caption]
        picture = replace(stacked([drawn, *below]), above=3.2 * room.scale, floats=block.figure)
        return replace(picture, clear=spans, wide=spans)

    def _spans(self, block: Picture, room: Room) -> bool:
        """Whether a figure spans a margin on the left, because the column is too narrow for it."""
        beside = self._left and room.wide > room.width and (room.margin or room.strip)
        return bool(beside) and self._figures.find(block).size.width * room.scale > room.width

    def shown(self, name: str, width: float, high: float, room: Room) -> Chunk:
        """What an aside or a box shows: a drawing, or a figure, no larger than that."""
        if not name.startswith(FIGURE):
            return self.drawing(name, width, high)
        figure = Picture(name.removeprefix(FIGURE), (), figure=True, most=high / room.scale)
        return self._figure(figure, replace(room, width=width))[0]

    def drawing(self, name: str, width: float, high: float) -> Chunk:
        """A drawing, so high and centred."""
        span = span_of(self._type.resources, name)
        high = min(high, width / span.wide)

        def draw(column: ColumnPainter, x: float, y: float) -> None:
            column.art(name, x + (width - span.wide * high) / 2, y, span.wide * high, high)

        return Chunk(high, draw)

    def _figure(self, block: Picture, room: Room) -> tuple[Chunk, float]:
        """A figure of the layout, centred, and how wide it is."""
        shown = self._figures.find(block)
        design = shown.size
        scale = min(room.width / design.width, room.scale)
        if block.most:
            scale = min(scale, block.most * room.scale / design.height)
        size = Size(design.width * scale, design.height * scale)
        self._drawn += 1
        stamp = FaceStamp("figure", block.name, (self._drawn,))

        def draw(column: ColumnPainter, x: float, y: float) -> None:
            column.part(stamp, shown.part, design, size, (x + (room.width - size.width) / 2, y), shown.names)

        return Chunk(size.height, draw), size.width

    def chart(self, block: Chart, room: Room) -> Chunk:
        """A chart over its caption."""
        size = Size(room.width / room.scale, block.height)

        def draw(column: ColumnPainter, x: float, y: float) -> None:
            with column.pdf.moved(x, y, scale=room.scale):
                block.draw(column.pdf, self._type.resources, size)

        small = SMALL.scaled(room.scale)
        caption = self._type.text(block.caption, small, room.width, 1.4 * room.scale) if block.caption else []
        return replace(stacked([Chunk(block.height * room.scale, draw), *caption]), above=2.6 * room.scale)

    def width(self, block: Picture, room: Room) -> float:
        """How wide a picture would like to be."""
        return self._figures.find(block).size.width * room.scale if block.figure else room.width

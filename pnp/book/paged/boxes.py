"""Sets what stands in a box: asides, examples, cautions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from pnp.book.blocks import Aside, Block, Caution, Example, Picture, Run
from pnp.book.paged.chunks import Chunk, ColumnPainter, Room, stacked
from pnp.book.paged.lines import Type, Typesetter
from pnp.book.paged.pictures import PictureSetter
from pnp.book.paged.styles import SMALL, styles_of
from pnp.draw.shapes import rect

TOLD = Type("Sans", 9.2, 12.4)  # of examples
LABEL = Type("Sans", 7.6, 9.4)  # above the title of an example
_ART, _SMALL_ART, _TOLD_ART = 33.0, 17.0, 13.0
_TAB, _EDGE, _ROUND = 6.4, 0.8, 3.4  # of a frame: how high its tab is, how thick its line, how round its corners
_BESIDE = 40.0  # millimetres that words need beside a figure in a frame
_BAR = 1.6

SetPlain = Callable[[Iterable[Block], Room, Type], list[Chunk]]


class BoxSetter:
    """`plain` sets the blocks in a box; `example` is what an example is called that has no name of its own."""

    def __init__(self, typesetter: Typesetter, pictures: PictureSetter, plain: SetPlain, example: str) -> None:
        self._type, self._pictures, self._plain, self._example = typesetter, pictures, plain, example
        self._style = typesetter.resources.layout.book
        self._styles = styles_of(self._style)

    def aside(self, block: Aside, room: Room) -> Chunk:
        """In the margin: under its drawing, or in a frame."""
        small, pad = SMALL.scaled(room.scale), 0.0 if block.art else 3 * room.scale
        inner = replace(room, width=room.width - 2 * pad)
        chunks = [self._pictures.shown(block.art, room.width, _ART * room.scale, room)] if block.art else []
        text = self._plain(block.blocks, inner, small)
        chunks += [replace(chunk, above=max(chunk.above, 1.6)) if not n else chunk for n, chunk in enumerate(text)]
        return _framed(stacked(chunks), room.width, pad) if pad else stacked(chunks)

    def inline_aside(self, block: Aside, room: Room) -> Chunk:
        """Where there is no margin: a box in the text, the drawing beside the words."""
        scale = room.scale
        side = (_SMALL_ART + 4) * scale if block.art else 0.0
        pad = 2.6 * scale
        inner = replace(room, width=room.width - 2 * pad - side)
        text = stacked(self._plain(block.blocks, inner, SMALL.scaled(scale)))
        small = _SMALL_ART * scale
        art = self._pictures.shown(block.art, small, small, room) if block.art else None
        high = max(text.height, art.height if art else 0) + 2 * pad

        def draw(column: ColumnPainter, x: float, y: float) -> None:
            column.shape(rect(x, y, room.width, high, 1.2 * scale), stroke="rule", thick=0.2)
            if art:
                art.draw(column, x + pad, y + (high - art.height) / 2)
            text.draw(column, x + pad + side, y + (high - text.height) / 2)

        links = tuple(link.moved(pad + side, (high - text.height) / 2) for link in text.links)
        return Chunk(high, draw, 3.4 * scale, links=links)

    def example(self, block: Example, room: Room) -> Chunk:
        """A tinted box with a bar: the drawing at its left, the figure below the words."""
        if self._style.tabs:
            return self._tabbed(block, self._whole(room))
        scale, told = room.scale, TOLD.scaled(room.scale)
        left = ((_TOLD_ART + 7 if block.art else 3) + _BAR) * scale
        words = [one for one in block.blocks if not isinstance(one, Picture)]
        figures = [one for one in block.blocks if isinstance(one, Picture)]
        wide = room.width - left - 4 * scale
        label = self._type.text((Run(block.label or self._example),), LABEL.scaled(scale), wide)
        text = stacked([*label, *self._plain(words, replace(room, width=wide), told)])
        art = self._pictures.drawing(block.art, _TOLD_ART * scale, _TOLD_ART * scale) if block.art else None
        edge = (_BAR + 3) * scale
        inner = replace(room, width=room.width - edge - 3 * scale, margin=0, strip=0)
        shown = [self._pictures.picture(figure, inner) for figure in figures]
        pad = 3.4 * scale
        body = max(text.height, art.height if art else 0)
        below = stacked(shown)
        high = pad + body + (pad + below.height if shown else 0) + pad

        def draw(column: ColumnPainter, x: float, y: float) -> None:
            column.shape(rect(x, y, room.width, high, 1.2 * scale), fill="tint")
            column.shape(rect(x, y, _BAR * scale, high), fill="accent", stroke="accent", thick=0.1)
            if art:
                art.draw(column, x + (_BAR + 3) * scale, y + pad)
            text.draw(column, x + left, y + pad)
            below.draw(column, x + edge, y + 2 * pad + body)

        links = tuple(link.moved(left, pad) for link in text.links)
        return Chunk(high, draw, 4 * scale, links=links, floats=True)

    def _whole(self, room: Room) -> Room:
        """The room of a box: with the margin, if that is on the left."""
        return replace(room, width=room.wide if self._style.left else room.width, margin=0, strip=0)

    def _tabbed(self, block: Example, room: Room) -> Chunk:
        """A frame with what it is called on a tab; a figure stands before the words, or below if it is too wide."""
        scale, pad = room.scale, 4.4 * room.scale
        inner = replace(room, width=room.width - 2 * pad)
        figures = [one for one in block.blocks if isinstance(one, Picture)]
        words = [one for one in block.blocks if not isinstance(one, Picture)]
        shown = [self._figure_beside(figures[0], inner)] if len(figures) == 1 else []
        if shown and shown[0][1]:
            (figure, left), below = shown[0], Chunk(0)
        else:
            art = _TOLD_ART * scale
            figure = self._pictures.shown(block.art, art, art, inner) if block.art else Chunk(0)
            left = (_TOLD_ART + 4) * scale if block.art else 0.0
            below = stacked([self._pictures.picture(one, inner) for one in figures])
        text = stacked(self._plain(words, replace(inner, width=inner.width - left), TOLD.scaled(scale)))
        label, tab = block.label or self._example, _TAB * scale
        body, top = max(text.height, figure.height), tab / 2
        deeper = below.height + pad if below.height else 0.0
        high = pad + tab / 2 + body + deeper + pad
        type_ = replace(self._styles.pill, size=9.6, leading=12).scaled(scale)
        wide = self._type.width((Run(label),), type_) + 8 * scale
        (line,) = self._type.text((Run(label),), type_, wide)[:1]

        def draw(column: ColumnPainter, x: float, y: float) -> None:
            frame = rect(x, y + top, room.width, high, _ROUND * scale)
            column.shape(frame, "tint", "ink", _EDGE * scale)
            column.shape(rect(x + pad, y, wide, tab, tab / 2), "paper", "ink", _EDGE * scale)
            line.draw(column, x + pad + 4 * scale, y + (tab - line.height) / 2)
            begin = y + tab + pad
            figure.draw(column, x + pad, begin + (body - figure.height) / 2)
            text.draw(column, x + pad + left, begin + (body - text.height) / 2)
            below.draw(column, x + pad, begin + body + pad)

        begin = tab + pad
        links = tuple(link.moved(pad + left, begin + (body - text.height) / 2) for link in text.links)
        return Chunk(
            top + high, draw, 3.6 * scale, links=links, floats=True, clear=self._style.left, wide=self._style.left
        )

    def _figure_beside(self, block: Picture, room: Room) -> tuple[Chunk, float]:
        """A figure for the left side of a box, and how much of it that takes; nought if it leaves too little."""
        wide = self._pictures.width(block, room)
        if wide + (_BESIDE + 5) * room.scale > room.width:
            return Chunk(0), 0.0
        return self._pictures.picture(block, replace(room, width=wide)), wide + 5 * room.scale

    def caution(self, block: Caution, room: Room) -> Chunk:
        """A white box with a drawing at its left."""
        whole, scale = self._whole(room), room.scale
        pad, small = 4 * scale, (_SMALL_ART + 2) * scale
        side = small + 4.4 * scale if block.art else 0.0
        inner = replace(whole, width=whole.width - 2 * pad - side)
        text = stacked(self._plain(block.blocks, inner, self._styles.body.scaled(scale)))
        art = self._pictures.shown(block.art, small, small, inner) if block.art else Chunk(0)
        high = max(text.height, art.height) + 2 * pad

        def draw(column: ColumnPainter, x: float, y: float) -> None:
            column.shape(rect(x, y, whole.width, high, _ROUND * scale), "paper", "ink", _EDGE * scale)
            art.draw(column, x + pad, y + (high - art.height) / 2)
            text.draw(column, x + pad + side, y + (high - text.height) / 2)

        links = tuple(link.moved(pad + side, (high - text.height) / 2) for link in text.links)
        return Chunk(high + scale, draw, 3.4 * scale, links=links, clear=self._style.left, wide=self._style.left)


def _framed(chunk: Chunk, width: float, pad: float) -> Chunk:
    high = chunk.height + 2 * pad

    def draw(column: ColumnPainter, x: float, y: float) -> None:
        column.shape(rect(x, y, width, high, 1.2), stroke="ink", thick=0.3)
        chunk.draw(column, x + pad, y + pad)

    return Chunk(high, draw, chunk.above, links=tuple(link.moved(pad, pad) for link in chunk.links))

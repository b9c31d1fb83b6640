"""Sets a table as chunks: a row each, columns sharing the width, the head repeated where the table goes on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import fsum

from pnp.book.blocks import Runs, Tabular
from pnp.book.paged.chunks import Chunk, ColumnPainter, Room, stacked
from pnp.book.paged.lines import Type, Typesetter
from pnp.draw.shapes import line

CELL = Type("Sans", 8.8, 11.4)
HEAD = replace(CELL, font="Sans-Bold")
_PADDING, _ABOVE, _BELOW = 1.5, 2.6, 1.2
_SHORT = 12  # rows that stay together


def table_chunks(typesetter: Typesetter, block: Tabular, room: Room) -> Iterator[Chunk]:
    """A chunk for each row; the rows of a short table stay on one page."""
    cell, head = CELL.scaled(room.scale), HEAD.scaled(room.scale)
    setter = _RowSetter(typesetter, tuple(_widths(typesetter, block, room)), block.right, room.scale)
    heading = setter.row(block.head, head, first=True) if any(block.head) else None
    if heading:
        yield replace(heading, above=_ABOVE * room.scale, keep=True)
    last = len(block.rows) - 1
    for place, cells in enumerate(block.rows):
        above = 0 if heading or place else _ABOVE * room.scale
        together = len(block.rows) <= _SHORT and place < last
        yield replace(setter.row(cells, cell), above=above, keep=together, again=heading)
    yield Chunk(_BELOW * room.scale)


@dataclass(frozen=True, slots=True)
class _RowSetter:
    """Sets the rows of one table: how wide its columns are, and which hold numbers."""

    typesetter: Typesetter
    widths: tuple[float, ...]
    right: tuple[bool, ...]
    scale: float

    def row(self, cells: tuple[Runs, ...], type_: Type, *, first: bool = False) -> Chunk:
        padding, top = _PADDING * self.scale, 0.6 * self.scale
        texts = [
            stacked(self.typesetter.text(cell, type_, width - 2 * padding, share=float(aligned)))
            for cell, width, aligned in zip(cells, self.widths, self.right, strict=False)
        ]
        high = max((text.height for text in texts), default=0) + 1.5 * self.scale
        lefts = [fsum(self.widths[:column]) + padding for column in range(len(texts))]

        def draw(painter: ColumnPainter, x: float, y: float) -> None:
            for text, left in zip(texts, lefts, strict=True):
                text.draw(painter, x + left, y + top)
            rule = line(x, y + high, x + fsum(self.widths), y + high)
            painter.shape(rule, stroke="ink" if first else "rule", thick=0.3 if first else 0.12)

        links = tuple(link.moved(left, top) for text, left in zip(texts, lefts, strict=True) for link in text.links)
        return Chunk(high, draw, links=links)


def _widths(typesetter: Typesetter, block: Tabular, room: Room) -> list[float]:
    """As wide as the longest lines of the columns, or what they get of the room."""
    cell, head = CELL.scaled(room.scale), HEAD.scaled(room.scale)
    rows = [(block.head, head), *((row, cell) for row in block.rows)]
    around = 2 * _PADDING * room.scale + 0.2
    columns = range(len(block.head))
    natural = [max(typesetter.width(row[column], type_) for row, type_ in rows) + around for column in columns]
    least = [max(typesetter.longest(row[column], type_) for row, type_ in rows) + around for column in columns]
    return shared_widths(natural, least, room.width)


def shared_widths(natural: list[float], least: list[float], width: float) -> list[float]:
    """Each column as wide as it would be; where that is too much, long ones wrap; none gets more than it wants."""
    if fsum(natural) <= width:
        return natural
    if fsum(least) >= width:
        return [one * width / fsum(least) for one in least]
    wanted = [most - few for most, few in zip(natural, least, strict=True)]
    widths, spare = list(least), width - fsum(least)
    weights = [want**0.75 for want in wanted]
    total = fsum(weights)
    for column in sorted(range(len(wanted)), key=wanted.__getitem__):
        gain = min(wanted[column], spare * weights[column] / total) if total else 0
        widths[column] += gain
        spare -= gain
        total -= weights[column]
    return widths

"""Sets blocks as chunks for columns of a width: text, lists and columns here, all else in modules of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from pnp.book.blocks import (
    Aside,
    Block,
    Caution,
    Chart,
    Columns,
    Example,
    Footnotes,
    Heading,
    Items,
    Paragraph,
    Picture,
    Run,
    Tabular,
    plain_words,
)
from pnp.book.figures import Figures
from pnp.book.paged.boxes import BoxSetter
from pnp.book.paged.chunks import GUTTER, Chunk, ColumnPainter, Room, Spread, indented, stacked
from pnp.book.paged.headings import HeadingSetter
from pnp.book.paged.lines import Type, Typesetter
from pnp.book.paged.pictures import PictureSetter
from pnp.book.paged.styles import SMALL, styles_of
from pnp.book.paged.tables import table_chunks
from pnp.data.layout import LayoutNames
from pnp.draw.shapes import line as straight

_TALLER = 1.4  # of its width: how high a figure in a narrow margin may be
_INDENT = 4.6
_SHORT_LIST = 7  # lines that stay together
_ROOM_FOR_TWO = 100.0  # millimetres for two columns


class Setter:
    """`names`: what openings of chapters may name; `page_of` tells on which page an anchor came to stand."""

    def __init__(
        self, typesetter: Typesetter, figures: Figures, names: LayoutNames, page_of: Callable[[str], int | None]
    ) -> None:
        self._type, self._page_of = typesetter, page_of
        self.style = typesetter.resources.layout.book
        self._body = styles_of(self.style).body
        self._headings = HeadingSetter(typesetter, names)
        self._pictures = PictureSetter(typesetter, figures)
        self._boxes = BoxSetter(typesetter, self._pictures, self._plain, names["book"]["example"])

    def chapter(self, block: Heading, line: str, room: Room) -> Chunk:
        """The opening of a chapter."""
        return self._headings.chapter(block, line, room)

    def chunks(self, blocks: Iterable[Block], room: Room) -> Iterator[Chunk | Spread]:
        """The blocks as chunks; asides stand beside the next one, or behind it where there is no margin."""
        body = self._body
        beside: tuple[Chunk, ...] = ()
        inline: tuple[Chunk, ...] = ()
        made: list[Chunk | Spread] = []
        before: Block | None = None
        for block in blocks:
            if isinstance(block, Aside):
                shown, words = self._parted(block, room)
                if self.style.left and shown and isinstance(before, Heading) and isinstance(made[0], Chunk):
                    made[0] = replace(made[0], beside=(*made[0].beside, *shown), clear=True)
                else:
                    beside += shown
                inline += words
                continue
            yield from _bound(made, to_next=isinstance(block, Footnotes))
            made, before = list(self._block(block, room, body.scaled(room.scale))), block
            if beside and made and isinstance(made[0], Chunk):
                made[0], beside = replace(made[0], beside=beside), ()
            made = _bound(made, to_next=_announces(block))
            if inline and not isinstance(block, Heading) and not _announces(block):
                made, inline = [*made, *inline], ()
        yield from made
        if beside:
            yield Chunk(0, beside=beside)
        yield from inline

    def _block(  # noqa: C901  a case for each kind of block
        self, block: Block, room: Room, body: Type
    ) -> Iterator[Chunk | Spread]:
        scale = room.scale
        match block:
            case Heading():
                yield from self._headings.heading(block, room)
            case Paragraph():
                yield from self._type.text(block.runs, body, room.width, 2.2 * scale)
            case Items():
                yield from self._items(block, room, body)
            case Tabular():
                yield from table_chunks(self._type, block, room)
            case Picture():
                yield self._pictures.picture(block, room)
            case Aside():
                yield self._boxes.inline_aside(block, room)
            case Example():
                yield self._boxes.example(block, room)
            case Caution():
                yield self._boxes.caution(block, room)
            case Columns():
                yield self._columns(block, room, body)
            case Footnotes():
                yield from self._footnotes(block, room)
            case Chart():
                yield self._pictures.chart(block, room)

    def _plain(self, blocks: Iterable[Block], room: Room, body: Type) -> list[Chunk]:
        """Blocks inside others: no margin, no columns."""
        inner = replace(room, margin=0, strip=0)
        found = [made for block in blocks for made in self._block(block, inner, body)]
        return [chunk for made in found for chunk in (made.chunks if isinstance(made, Spread) else (made,))]

    def _parted(self, block: Aside, room: Room) -> tuple[tuple[Chunk, ...], tuple[Chunk, ...]]:
        """What of an aside stands in the margin, and what in the text."""
        if room.margin:
            return (self._boxes.aside(block, replace(room, width=room.margin, margin=0)),), ()
        if room.strip and block.art:
            shown = self._pictures.shown(block.art, room.strip, _TALLER * room.strip, room)
            if not block.blocks:
                return (shown,), ()
            return (), (replace(self._boxes.inline_aside(replace(block, art=""), room), beside=(shown,)),)
        return (), (self._boxes.inline_aside(block, room),)

    def _items(self, block: Items, room: Room, body: Type) -> Iterator[Chunk]:
        """No item stands alone at a page's head or foot, and a short list is not parted."""
        items = [list(self._item(block, place, room, body)) for place in range(len(block.items))]
        short = sum(map(len, items)) <= _SHORT_LIST
        for place, chunks in enumerate(items):
            last = place == len(items) - 1
            bound = not last and (short or place in (0, len(items) - 2))
            yield from chunks[:-1]
            yield from (replace(chunk, keep=bound or chunk.keep) for chunk in chunks[-1:])

    def _item(self, block: Items, place: int, room: Room, body: Type) -> Iterator[Chunk]:
        indent = _INDENT * room.scale
        (mark, *_) = self._type.text((Run(f"{place + 1}." if block.ordered else "•"),), body, indent)
        chunks = self._plain(block.items[place], replace(room, width=room.width - indent), body)
        for nth, chunk in enumerate(chunks):
            above = (0.9 if nth or place else 1.6) * room.scale if chunk.above else 0
            yield indented(replace(chunk, above=above), indent, None if nth else mark)

    def _columns(self, block: Columns, room: Room, body: Type) -> Spread:
        """An index has three, other texts two columns over the whole page, a list two in its own."""
        count = (3 if block.index else 2) if room.margin else 2 if room.wide >= _ROOM_FOR_TWO else 1
        if block.index:
            width = (room.wide - (count - 1) * GUTTER * room.scale) / count
            entries = self._plain(self._indexed(block.blocks), replace(room, width=width), body.scaled(0.9))
            return Spread(tuple(replace(entry, above=min(entry.above, 0.5)) for entry in entries), count, room.wide)
        if block.small:
            width = (room.wide - (count - 1) * GUTTER * room.scale) / count
            return Spread(tuple(self._small_items(block.blocks, replace(room, width=width))), count, room.wide)
        listed = all(isinstance(one, Items) for one in block.blocks)
        whole, type_ = (room.width, body) if listed else (room.wide, body.scaled(0.9))
        width = (whole - (count - 1) * GUTTER * room.scale) / count
        chunks = self._plain(block.blocks, replace(room, width=width), type_)
        return Spread(tuple(replace(chunk, keep=chunk.keep and not listed) for chunk in chunks), count, whole)

    def _small_items(self, blocks: tuple[Block, ...], room: Room) -> Iterator[Chunk]:
        """The items of lists, each as one chunk."""
        for block in (one for one in blocks if isinstance(one, Items)):
            for place in range(len(block.items)):
                item = stacked(list(self._item(block, place, room, SMALL.scaled(room.scale))))
                yield replace(item, above=2.4 * room.scale if place else 0)

    def _indexed(self, blocks: tuple[Block, ...]) -> Iterator[Block]:
        """The entries of an index: its words, then the pages that its references lead to."""
        entries = [item for block in blocks if isinstance(block, Items) for item in block.items]
        for entry in (one for item in entries for one in item if isinstance(one, Paragraph)):
            words = tuple(run for run in entry.runs if not run.reference and run.text.strip(" ,\u00a0"))
            pages = {self._page_of(run.link): run.link for run in entry.runs if run.reference}
            found = sorted((page, link) for page, link in pages.items() if page is not None)
            numbers = [
                (Run(", " if n else "\u00a0\u00a0"), Run(str(page), link=link))
                for n, (page, link) in enumerate(found)
            ]
            yield Paragraph((*words, *(run for pair in numbers for run in pair)))

    def _footnotes(self, block: Footnotes, room: Room) -> Iterator[Chunk]:
        scale, small = room.scale, SMALL.scaled(room.scale * 0.95)

        def rule(column: ColumnPainter, x: float, y: float) -> None:
            column.shape(straight(x, y, x + room.width, y), stroke="rule", thick=0.25)

        yield Chunk(1.4 * scale, rule, 4 * scale, keep=True)
        lines = [line for runs in block.texts for line in self._type.text(runs, small, room.width)]
        for place, line in enumerate(lines, 1):
            yield replace(line, keep=place < len(lines))


def _bound(made: list[Chunk | Spread], *, to_next: bool) -> list[Chunk | Spread]:
    """What was made of a block, its last chunk bound to the next block's first if that must follow it."""
    if not to_next or not made or not isinstance(made[-1], Chunk):
        return made
    return [*made[:-1], replace(made[-1], keep=True)]


def _announces(block: Block) -> bool:
    """Whether a paragraph ends in a colon: what it announces stands below it."""
    return isinstance(block, Paragraph) and plain_words(block.runs).endswith(":")

"""Sets blocks as chunks for columns of a width: text, lists, tables, figures, examples, notes."""

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
from pnp.book.figures import FIGURE, Figures, find_drawing, span_of
from pnp.book.paged.chunks import Chunk, ColumnPainter, Room, Spread, stacked
from pnp.book.paged.lines import Type, Typesetter, baseline
from pnp.book.paged.styles import dress_of
from pnp.book.paged.tables import table_chunks
from pnp.data.layout import Size
from pnp.draw.links import Anchor
from pnp.draw.shapes import line as straight
from pnp.draw.shapes import rect
from pnp.draw.typeset import width as width_of
from pnp.faces.namespace import Names

CHAPTER = "book_chapter"  # the part of the layout that begins a chapter
OPENING = 30.0  # millimetres that it is high
SMALL = Type("Sans", 8.4, 10.6)
TOLD = Type("Sans", 9.2, 12.4)  # of examples
LABEL = Type("Sans", 7.6, 9.4)  # above the title of an example
_ART, _SMALL_ART, _TOLD_ART = 33.0, 17.0, 13.0
_TAB, _EDGE, _ROUND = 6.4, 0.8, 3.4  # of a frame: how high its tab is, how thick its line, how round its corners
_TALLER = 1.4  # of its width: how high a figure in a narrow margin may be
_BESIDE = 40.0  # millimetres that words need beside a figure in a frame
_INDENT, _BAR = 4.6, 1.6
_SHORT_LIST = 7  # lines that stay together
GUTTER = 8.0  # millimetres between columns
_ROOM_FOR_TWO = 100.0  # millimetres for two columns


class Setter:
    """`names`: what openings of chapters may name; `page_of` tells on which page an anchor came to stand."""

    def __init__(
        self,
        typesetter: Typesetter,
        figures: Figures,
        names: Names,
        page_of: Callable[[str], int | None],
    ) -> None:
        self._type, self._figures, self._names, self._page_of = typesetter, figures, names, page_of
        self.style = typesetter.resources.layout.book
        self._dress = dress_of(self.style)
        self._drawn = 0

    def chunks(self, blocks: Iterable[Block], room: Room) -> Iterator[Chunk | Spread]:
        """The blocks as chunks; asides stand beside the next one, or behind it where there is no margin."""
        body = self._dress.body
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
                yield from self._heading(block, room)
            case Paragraph():
                yield from self._type.text(block.runs, body, room.width, 2.2 * scale)
            case Items():
                yield from self._items(block, room, body)
            case Tabular():
                yield from table_chunks(self._type, block, room)
            case Picture():
                yield self._picture(block, room)
            case Aside():
                yield self._inline_aside(block, room)
            case Example():
                yield self._example(block, room)
            case Caution():
                yield self._caution(block, room)
            case Columns():
                yield self._columns(block, room, body)
            case Footnotes():
                yield from self._notes(block, room)
            case Chart():
                yield self._chart(block, room)

    def _plain(self, blocks: Iterable[Block], room: Room, body: Type) -> list[Chunk]:
        """Blocks inside others: no margin, no columns."""
        inner = replace(room, margin=0, strip=0)
        found = [made for block in blocks for made in self._block(block, inner, body)]
        return [chunk for made in found for chunk in (made.chunks if isinstance(made, Spread) else (made,))]

    def _parted(self, block: Aside, room: Room) -> tuple[tuple[Chunk, ...], tuple[Chunk, ...]]:
        """What of an aside stands in the margin, and what in the text."""
        if room.margin:
            return (self._aside(block, replace(room, width=room.margin, margin=0)),), ()
        if room.strip and block.art:
            shown = self._shown(block.art, room.strip, _TALLER * room.strip, room)
            if not block.blocks:
                return (shown,), ()
            return (), (replace(self._inline_aside(replace(block, art=""), room), beside=(shown,)),)
        return (), (self._inline_aside(block, room),)

    # ---- headings ----

    def _heading(self, block: Heading, room: Room) -> Iterator[Chunk]:
        type_ = self._dress.titles[min(max(block.level, 2), 4)].scaled(room.scale)
        tag = self._dress.pill.scaled(room.scale)
        anchor = Anchor(block.anchor, plain_words(block.runs), block.number, block.level) if block.anchor else None
        pill = block.anchor if block.number else ""
        indent = self._type.width((Run(pill),), tag) + 6 * room.scale if pill else 0.0
        numbered = block.number and not self.style.ids
        runs = (Run(f"{block.number}\u00a0\u00a0"), *block.runs) if numbered else block.runs
        lines = self._type.text(runs, type_, room.width - indent)
        text = stacked(lines)

        def draw(column: ColumnPainter, x: float, y: float) -> None:
            text.draw(column, x + indent, y)
            if pill:
                self._draw_pill(column, pill, x, y + baseline(type_), indent - 3 * room.scale, tag)

        space = (6.5 if block.level == 2 else 3.5) * room.scale  # noqa: PLR2004  a section
        yield Chunk(text.height, draw, space, keep=True, anchor=anchor)

    def chapter(self, block: Heading, line: str, room: Room) -> Chunk:
        """The opening of a chapter."""
        if block.art:
            find_drawing(self._type.resources, block.art)
        title = plain_words(block.runs)
        names = self._names | {"chapter": {"art": block.art, "number": block.number, "title": title, "line": line}}
        size = Size(room.width, OPENING * room.scale)
        design = Size(room.width / room.scale, OPENING)

        def draw(column: ColumnPainter, x: float, y: float) -> None:
            column.part(("chapter", room.width, block.anchor or title), CHAPTER, design, size, (x, y), names)

        anchor = Anchor(block.anchor, title, block.number, 1)
        return Chunk(
            size.height,
            draw,
            12 * room.scale,
            keep=True,
            anchor=anchor,
            clear=self.style.left,
            wide=True,
        )

    def _draw_pill(self, column: ColumnPainter, text: str, x: float, base: float, width: float, type_: Type) -> None:
        high = 1.55 * type_.em
        ground = "ink" if column.reverses else "white"
        column.shape(rect(x, base - 0.33 * type_.em - high / 2, width, high, 0.3 * type_.em), ground, "ink", 0.2)
        font = self._type.font(type_.font)
        wide = width_of(text, font) * type_.em
        column.text(x + (width - wide) / 2, base, text, font, type_.em, "white")

    # ---- lists ----

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
            space = (0.9 if nth or place else 1.6) * room.scale if chunk.space else 0
            yield _indented(replace(chunk, space=space), indent, None if nth else mark)

    # ---- pictures ----

    def _picture(self, block: Picture, room: Room) -> Chunk:
        """A picture with its caption; a figure may move to the next page."""
        spans = block.figure and self._spans(block, room)
        room = replace(room, width=room.wide) if spans else room
        if block.figure:
            drawn, wide = self._figure(block, room)
        else:
            drawn, wide = self._drawing(block.name, room.width, 30 * room.scale), room.width
        caption = self._type.text(block.caption, SMALL.scaled(room.scale), wide, 1.4 * room.scale)
        below = [_indented(line, (room.width - wide) / 2, None) for line in caption]
        picture = replace(stacked([drawn, *below]), space=3.2 * room.scale, floats=block.figure)
        return replace(picture, clear=spans, wide=spans)

    def _spans(self, block: Picture, room: Room) -> bool:
        """Whether a figure spans a margin on the left, because the column is too narrow for it."""
        beside = self.style.left and room.wide > room.width and (room.margin or room.strip)
        return bool(beside) and self._figures.find(block).size.width * room.scale > room.width

    def _shown(self, name: str, width: float, high: float, room: Room) -> Chunk:
        """What an aside or a box shows: a drawing, or a figure, no larger than that."""
        if not name.startswith(FIGURE):
            return self._drawing(name, width, high)
        figure = Picture(name.removeprefix(FIGURE), (), figure=True, most=high / room.scale)
        return self._figure(figure, replace(room, width=width))[0]

    def _drawing(self, name: str, width: float, high: float) -> Chunk:
        """A drawing, so high and centred."""
        span = span_of(self._type.resources, name)
        high = min(high, width / span.wide)

        def draw(column: ColumnPainter, x: float, y: float) -> None:
            column.art(name, x + (width - span.wide * high) / 2, y, span.wide * high, high)

        return Chunk(high, draw)

    def _figure(self, block: Picture, room: Room) -> tuple[Chunk, float]:
        """A figure of the layout, centred, and how wide it is."""
        plate = self._figures.find(block)
        design = plate.size
        scale = min(room.width / design.width, room.scale)
        if block.most:
            scale = min(scale, block.most * room.scale / design.height)
        size = Size(design.width * scale, design.height * scale)
        self._drawn += 1
        stamp = ("figure", self._drawn, block.name)

        def draw(column: ColumnPainter, x: float, y: float) -> None:
            column.part(stamp, plate.part, design, size, (x + (room.width - size.width) / 2, y), plate.names)

        return Chunk(size.height, draw), size.width

    def _chart(self, block: Chart, room: Room) -> Chunk:
        size = Size(room.width / room.scale, block.height)

        def draw(column: ColumnPainter, x: float, y: float) -> None:
            with column.pdf.moved(x, y, scale=room.scale):
                block.draw(column.pdf, self._type.resources, size)

        small = SMALL.scaled(room.scale)
        caption = self._type.text(block.caption, small, room.width, 1.4 * room.scale) if block.caption else []
        return replace(stacked([Chunk(block.height * room.scale, draw), *caption]), space=2.6 * room.scale)

    # ---- boxes ----

    def _aside(self, block: Aside, room: Room) -> Chunk:
        """In the margin: under its drawing, or in a frame."""
        small, pad = SMALL.scaled(room.scale), 0.0 if block.art else 3 * room.scale
        inner = replace(room, width=room.width - 2 * pad)
        chunks = [self._shown(block.art, room.width, _ART * room.scale, room)] if block.art else []
        text = self._plain(block.blocks, inner, small)
        chunks += [replace(chunk, space=max(chunk.space, 1.6)) if not n else chunk for n, chunk in enumerate(text)]
        return _framed(stacked(chunks), room.width, pad) if pad else stacked(chunks)

    def _inline_aside(self, block: Aside, room: Room) -> Chunk:
        """Where there is no margin: a box in the text, the drawing beside the words."""
        scale = room.scale
        side = (_SMALL_ART + 4) * scale if block.art else 0.0
        pad = 2.6 * scale
        inner = replace(room, width=room.width - 2 * pad - side)
        text = stacked(self._plain(block.blocks, inner, SMALL.scaled(scale)))
        small = _SMALL_ART * scale
        art = self._shown(block.art, small, small, room) if block.art else None
        high = max(text.height, art.height if art else 0) + 2 * pad

        def draw(column: ColumnPainter, x: float, y: float) -> None:
            column.shape(rect(x, y, room.width, high, 1.2 * scale), stroke="rule", thick=0.2)
            if art:
                art.draw(column, x + pad, y + (high - art.height) / 2)
            text.draw(column, x + pad + side, y + (high - text.height) / 2)

        links = tuple(link.moved(pad + side, (high - text.height) / 2) for link in text.links)
        return Chunk(high, draw, 3.4 * scale, links=links)

    def _example(self, block: Example, room: Room) -> Chunk:
        """A tinted box with a bar: the drawing at its left, the figure below the words."""
        if self.style.tabs:
            return self._tabbed(block, self._whole(room))
        scale, told = room.scale, TOLD.scaled(room.scale)
        left = ((_TOLD_ART + 7 if block.art else 3) + _BAR) * scale
        words = [one for one in block.blocks if not isinstance(one, Picture)]
        figures = [one for one in block.blocks if isinstance(one, Picture)]
        wide = room.width - left - 4 * scale
        label = self._type.text((Run(block.label or self._names["book"]["example"]),), LABEL.scaled(scale), wide)
        text = stacked([*label, *self._plain(words, replace(room, width=wide), told)])
        art = self._drawing(block.art, _TOLD_ART * scale, _TOLD_ART * scale) if block.art else None
        edge = (_BAR + 3) * scale
        inner = replace(room, width=room.width - edge - 3 * scale, margin=0, strip=0)
        shown = [self._picture(figure, inner) for figure in figures]
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
        return replace(room, width=room.wide if self.style.left else room.width, margin=0, strip=0)

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
            figure = self._shown(block.art, _TOLD_ART * scale, _TOLD_ART * scale, inner) if block.art else Chunk(0)
            left = (_TOLD_ART + 4) * scale if block.art else 0.0
            below = stacked([self._picture(one, inner) for one in figures])
        text = stacked(self._plain(words, replace(inner, width=inner.width - left), TOLD.scaled(scale)))
        label, tab = block.label or self._names["book"]["example"], _TAB * scale
        body, top = max(text.height, figure.height), tab / 2
        deeper = below.height + pad if below.height else 0.0
        high = pad + tab / 2 + body + deeper + pad
        type_ = replace(self._dress.pill, size=9.6, leading=12).scaled(scale)
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
            top + high, draw, 3.6 * scale, links=links, floats=True, clear=self.style.left, wide=self.style.left
        )

    def _figure_beside(self, block: Picture, room: Room) -> tuple[Chunk, float]:
        """A figure for the left side of a box, and how much of it that takes; nought if it leaves too little."""
        wide = self._figures.find(block).size.width * room.scale if block.figure else room.width
        if wide + (_BESIDE + 5) * room.scale > room.width:
            return Chunk(0), 0.0
        return self._picture(block, replace(room, width=wide)), wide + 5 * room.scale

    def _caution(self, block: Caution, room: Room) -> Chunk:
        """A white box with a drawing at its left."""
        whole, scale = self._whole(room), room.scale
        pad, small = 4 * scale, (_SMALL_ART + 2) * scale
        side = small + 4.4 * scale if block.art else 0.0
        inner = replace(whole, width=whole.width - 2 * pad - side)
        text = stacked(self._plain(block.blocks, inner, self._dress.body.scaled(scale)))
        art = self._shown(block.art, small, small, inner) if block.art else Chunk(0)
        high = max(text.height, art.height) + 2 * pad

        def draw(column: ColumnPainter, x: float, y: float) -> None:
            column.shape(rect(x, y, whole.width, high, _ROUND * scale), "paper", "ink", _EDGE * scale)
            art.draw(column, x + pad, y + (high - art.height) / 2)
            text.draw(column, x + pad + side, y + (high - text.height) / 2)

        links = tuple(link.moved(pad + side, (high - text.height) / 2) for link in text.links)
        return Chunk(high + scale, draw, 3.4 * scale, links=links, clear=self.style.left, wide=self.style.left)

    def _columns(self, block: Columns, room: Room, body: Type) -> Spread:
        """An index has three, other texts two columns over the whole page, a list two in its own."""
        count = (3 if block.index else 2) if room.margin else 2 if room.wide >= _ROOM_FOR_TWO else 1
        if block.index:
            width = (room.wide - (count - 1) * GUTTER * room.scale) / count
            entries = self._plain(self._indexed(block.blocks), replace(room, width=width), body.scaled(0.9))
            return Spread(tuple(replace(entry, space=min(entry.space, 0.5)) for entry in entries), count, room.wide)
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
                yield replace(item, space=2.4 * room.scale if place else 0)

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

    def _notes(self, block: Footnotes, room: Room) -> Iterator[Chunk]:
        scale, small = room.scale, SMALL.scaled(room.scale * 0.95)

        def rule(column: ColumnPainter, x: float, y: float) -> None:
            column.shape(straight(x, y, x + room.width, y), stroke="rule", thick=0.25)

        yield Chunk(1.4 * scale, rule, 4 * scale, keep=True)
        lines = [line for runs in block.notes for line in self._type.text(runs, small, room.width)]
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


def _indented(chunk: Chunk, by: float, sign: Chunk | None) -> Chunk:
    def draw(column: ColumnPainter, x: float, y: float) -> None:
        if sign:
            sign.draw(column, x, y)
        chunk.draw(column, x + by, y)

    return replace(chunk, draw=draw, links=tuple(link.moved(by, 0) for link in chunk.links))


def _framed(chunk: Chunk, width: float, pad: float) -> Chunk:
    high = chunk.height + 2 * pad

    def draw(column: ColumnPainter, x: float, y: float) -> None:
        column.shape(rect(x, y, width, high, 1.2), stroke="ink", thick=0.3)
        chunk.draw(column, x + pad, y + pad)

    return Chunk(high, draw, chunk.space, links=tuple(link.moved(pad, pad) for link in chunk.links))

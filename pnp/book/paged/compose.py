"""Lays chunks on pages: columns, margins, chapters that begin well, headings that never stand alone. One pass.

A chunk is placed once and never moved, but for asides: they stand in the margin beside their text, and are pushed
apart when the page is full. Three things may keep a chunk from standing just below the last one:

- it stays with those behind it, as a heading does, and goes to the next page with them;
- it floats: a figure too high for this page goes to the next, and the text goes on below in the meantime;
- it spans the margin, and begins below the last aside there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from math import fsum

from pnp.book.paged.chunks import GUTTER, Chunk, Room, Spread
from pnp.data.layout import BookStyle, Size
from pnp.draw.links import Anchor

NARROW = 180.0  # millimetres: pages below have no margin column
_REFERENCE = 210.0  # the width for which type is sized
_LARGE = 230.0
_SMALL = 120.0
_GAP = 4.5  # between asides
_APART, _NEAR = 10.0, 5.0  # between the text and a margin on its right, on its left
_USUAL = BookStyle()
_LEAST_LEFT = 0.33  # share of a page that a chapter needs to begin in its middle


@dataclass(frozen=True, slots=True)
class Geometry:
    """A page: where its text stands."""

    size: Size
    left: float
    right: float
    top: float
    bottom: float
    room: Room
    column: float  # where its text begins: further right than other things if the margin is on the left

    @property
    def margin_at(self) -> float:
        """Where its margin column begins, which is on the left if the text is further right."""
        return self.left if self.column > self.left else self.right - self.room.margin

    @property
    def height(self) -> float:
        """Of its text, between the edges."""
        return self.bottom - self.top


def geometry(size: Size, *, beside: bool = True, style: BookStyle = _USUAL) -> Geometry:
    """Wide pages have a margin column, unless nothing is to stand beside the text; narrow ones have smaller type."""
    margin = strip = gap = 0.0
    if size.width >= NARROW:
        scale = size.width / _REFERENCE if size.width > _LARGE else 1.0
        edge, top = 20 * scale, 24 * scale
        if beside:
            margin, gap = style.margin * scale, (_NEAR if style.left else _APART) * scale
    else:
        scale = 0.9 if size.width >= _SMALL else 0.8
        edge, top = 14.0, 17.0
        if beside and size.width >= _SMALL and style.strip:
            strip, gap = style.strip, _NEAR
    wide = size.width - 2 * edge
    beside_it = margin + strip + gap
    room = Room(wide - beside_it, margin, scale, wide, strip)
    column = edge + (beside_it if style.left else 0)
    return Geometry(size, edge, size.width - edge, top, size.height - top, room, column)


@dataclass(slots=True)
class Folio:
    """A page as it fills: chunks with their places, the chapter that it belongs to, and what waits for its margin."""

    chapter: str
    placed: list[tuple[Chunk, float, float]] = field(default_factory=list)
    beside: list[tuple[Chunk, float]] = field(default_factory=list)


class Composer:
    """Pages as they fill, and the place on the last one where the next chunk goes."""

    def __init__(self, page: Geometry) -> None:
        self.page = page
        self.folios: list[Folio] = []
        self.anchors: dict[str, tuple[int, float, Anchor]] = {}
        self._y = page.bottom
        self._chapter = ""
        self._carried: list[Chunk] = []
        self._section = ""  # by its anchor
        self._floating: list[tuple[Chunk, str]] = []  # to the next page, each from its section
        self._due: list[tuple[Chunk, str]] = []  # on this page, as soon as no other section is cut
        self.overfull = 0  # chunks that no page can hold

    # ---- pages ----

    def turn(self) -> None:
        """Begins a page."""
        self._settle_margin()
        self.folios.append(Folio(self._chapter))
        self._y = self.page.top
        for chunk in self._carried:
            self.folios[-1].beside.append((chunk, self.page.top))
        self._carried = []
        self._due, self._floating = [*self._due, *self._floating], []

    def begin(self, chapter: str, *, alone: bool = False) -> None:
        """Begins a chapter: on this page if enough of it is left, else on the next."""
        self._land()
        left = self.page.bottom - self._y
        if alone or left < _LEAST_LEFT * self.page.height or not self.folios:
            self._chapter = chapter
            self.turn()
        else:
            self._clear_margin()
        self._chapter = chapter

    def leave(self) -> None:
        """Whatever comes next begins on a new page."""
        self._y = self.page.bottom

    def finish(self) -> list[Folio]:
        """Sets what still floats or waits for a margin, on further pages if need be; tells all pages."""
        self._land()
        self._settle_margin()
        while self._carried:
            self.turn()
            self._settle_margin()
        return self.folios

    def _land(self) -> None:
        """What still floats is set now."""
        self._set_due()
        while self._floating:
            self.turn()
            self._set_due()

    def _set_due(self, before: Chunk | None = None) -> None:
        """Sets what has floated to this page, unless it would cut a paragraph, or a section that is not its own."""
        if before and (before.goes_on or before.again):
            return
        between = before is None or before.anchor is not None
        due, self._due = self._due, []
        while due and (between or due[0][1] == self._section):
            self._place_group([due.pop(0)[0]])
        self._due = [*due, *self._due]

    def page_of(self, anchor: str) -> int | None:
        """The number of the page on which an anchor stands; none where it is not placed yet."""
        return self.anchors[anchor][0] if anchor in self.anchors else None

    # ---- one column ----

    def flow(self, made: Iterable[Chunk | Spread]) -> None:
        """Sets chunks one below the other, those together that are to be kept together, and spreads between them."""
        group: list[Chunk] = []
        for one in made:
            if isinstance(one, Spread):
                self._place_group(group)
                group = []
                self._spread(one)
                continue
            group.append(one)
            if not one.keep:
                self._place_group(group)
                group = []
        self._place_group(group)

    def _place_group(self, group: Sequence[Chunk]) -> None:
        """Chunks that stay together: here, or in the next column."""
        if not group:
            return
        if not self.folios:
            self.turn()
        self._set_due(group[0])
        self._section = next((chunk.anchor.name for chunk in group if chunk.anchor), self._section)
        begin = self._below_margin(group[0]) if group[0].clear else self._y
        while self._y > self.page.top and begin + _needed(group) > self.page.bottom + 0.01:
            if len(group) == 1 and group[0].floats:
                self._floating.append((group[0], self._section))
                return
            if _height(group, at_top=True) > self.page.height:
                break  # no page can hold it in one: it begins here, and is cut between its chunks
            self.turn()
            self._set_due(group[0])
            begin = self._y
            if group[0].again and self._y + group[0].again.height + group[0].height <= self.page.bottom:
                self._place(group[0].again)  # such as the head of a table that goes on
                break
        self._y = max(self._y, begin)
        for chunk in group:
            if chunk.above + chunk.height > self.page.bottom - self._y and self._y > self.page.top:
                self.turn()
            self.overfull += chunk.height > self.page.height + 1
            self._place(chunk)

    def _place(self, chunk: Chunk) -> None:
        top = self._y + (chunk.above if self._y > self.page.top else 0)
        self._put(chunk, self.page.left if chunk.wide else self.page.column, top)
        self._y = top + chunk.height

    def _put(self, chunk: Chunk, x: float, y: float) -> None:
        folio = self.folios[-1]
        folio.placed.append((chunk, x, y))
        folio.beside += [(one, y) for one in chunk.beside]
        if chunk.anchor and chunk.anchor.name:
            self.anchors[chunk.anchor.name] = (len(self.folios), y, chunk.anchor)

    # ---- several columns ----

    def fitting(self, spreads: Iterable[Spread]) -> Spread:
        """The first that fits on what is left of this page, else the last."""
        spread = None
        for spread in spreads:
            columns = _filled(spread.chunks, spread.columns, self.page.bottom - self._y - 3 * self.page.room.scale)
            if sum(map(len, columns)) == len(spread.chunks):
                break
        assert spread
        return spread

    def _spread(self, spread: Spread) -> None:
        """Columns as even as can be; where they fill the page, on with the next one."""
        self._land()
        if spread.width > self.page.room.width:
            self._clear_margin()
        left = list(spread.chunks)
        self._y += 3 * self.page.room.scale if self._y > self.page.top else 0
        while left:
            first = _height(next(_groups(left)), at_top=True)
            if self._y > self.page.top and first > self.page.bottom - self._y:
                self.turn()
            room = self.page.bottom - self._y
            columns = _balanced(left, spread.columns, room)
            deepest = 0.0
            begin = self.page.left if spread.width > self.page.room.width else self.page.column
            width = (spread.width - (spread.columns - 1) * GUTTER * self.page.room.scale) / spread.columns
            for number, column in enumerate(columns):
                x = begin + number * (width + GUTTER * self.page.room.scale)
                deepest = max(deepest, self._fill(column, x))
                left = left[len(column) :]
            self._y += deepest
            if left:
                self.turn()

    def _fill(self, column: Sequence[Chunk], x: float) -> float:
        y = self._y
        if column and column[0].again:
            self._put(column[0].again, x, y)
            y += column[0].again.height
        for number, chunk in enumerate(column):
            y += chunk.above if number else 0
            self._put(chunk, x, y)
            y += chunk.height
        return y - self._y

    # ---- the margin ----

    def _clear_margin(self) -> None:
        """What comes next spans the page: it begins below the margin's last aside."""
        self._y = min(self._below_margin(), self.page.bottom)

    def _below_margin(self, chunk: Chunk | None = None) -> float:
        """Where a chunk begins that is to stand below the text so far and below the margin's last aside.

        If it brings an aside along, that keeps its distance from the last one.
        """
        beside = self.folios[-1].beside if self.folios else []
        apart = _GAP * self.page.room.scale - chunk.above if chunk and chunk.beside else 0.0
        return max([self._y, *(y + aside.height + apart for aside, _, y in self._settled(beside))])

    def _settle_margin(self) -> None:
        """Asides stand beside their text, pushed down by those above, and up where the page ends."""
        if not self.folios or not self.folios[-1].beside:
            return
        folio = self.folios[-1]
        folio.placed += self._settled(folio.beside, carry=True)
        folio.beside = []

    def _settled(self, beside: list[tuple[Chunk, float]], *, carry: bool = False) -> list[tuple[Chunk, float, float]]:
        """Where asides stand that are wanted at some heights; what the margin cannot hold may go to the next page.

        First each is pushed down by the one above, then all are pushed up from the end of the page. Unless `carry`,
        it is only asked how it would be by now.
        """
        gap, fitting = _GAP * self.page.room.scale, list(beside)
        while len(fitting) > 1 and fsum(chunk.height + gap for chunk, _ in fitting) - gap > self.page.height:
            last, _ = fitting.pop()
            if carry:
                self._carried.insert(0, last)
        self.overfull += carry and any(chunk.height > self.page.height for chunk, _ in fitting)
        tops: list[float] = []
        y = self.page.top
        for chunk, wanted in fitting:
            y = max(y, wanted)
            tops.append(y)
            y += chunk.height + gap
        end = self.page.bottom
        for number in reversed(range(len(fitting))):
            tops[number] = min(tops[number], end - fitting[number][0].height)
            end = tops[number] - gap
        return [(chunk, self.page.margin_at, top) for (chunk, _), top in zip(fitting, tops, strict=True)]


def _height(chunks: Sequence[Chunk], *, at_top: bool) -> float:
    return fsum(chunk.height + (chunk.above if number or not at_top else 0) for number, chunk in enumerate(chunks))


def _needed(group: Sequence[Chunk]) -> float:
    """The room for chunks that stay together, and for what must stand beside the first."""
    first, height = group[0], _height(group, at_top=False)
    return max(height, first.above + fsum(chunk.height for chunk in first.beside)) if first.clear else height


def _balanced(chunks: Sequence[Chunk], count: int, room: float) -> list[list[Chunk]]:
    """Columns no higher than the room; if all of them fit, as low as they can be.

    Halving the room twelve times finds the lowest height to a fraction of a millimetre, however chunks are grouped.
    """
    full = _filled(chunks, count, room)
    if sum(map(len, full)) < len(chunks):
        return full
    low, high, best = 0.0, room, full
    for _ in range(12):
        middle = (low + high) / 2
        tried = _filled(chunks, count, middle)
        if sum(map(len, tried)) == len(chunks):
            best, high = tried, middle
        else:
            low = middle
    return best


def _filled(chunks: Sequence[Chunk], count: int, room: float) -> list[list[Chunk]]:
    """Columns filled one after the other to that height; what does not fit any more is left out."""
    columns: list[list[Chunk]] = [[]]
    y = 0.0
    for group in _groups(chunks):
        high = _height(group, at_top=not columns[-1])
        if columns[-1] and y + high > room:
            if len(columns) == count:
                return columns
            columns.append([])
            y = 0.0
            high = _height(group, at_top=True) + (group[0].again.height if group[0].again else 0)
        if high > room and len(columns) > 1 and not columns[-1]:  # it may fit on the next page
            return columns[:-1]
        columns[-1] += group
        y += high
    return columns


def _groups(chunks: Sequence[Chunk]) -> Iterator[list[Chunk]]:
    """Chunks that stay together."""
    group: list[Chunk] = []
    for chunk in chunks:
        group.append(chunk)
        if not chunk.keep:
            yield group
            group = []
    if group:
        yield group

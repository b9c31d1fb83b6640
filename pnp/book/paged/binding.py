"""Binds blocks into a book: cover, contents, chapters, each page laid out once."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from pnp.base.errors import Complaint
from pnp.base.text import Message, say, word
from pnp.book.blocks import Block, Heading, Picture, Run, chapter_line, headed, plain_words, sign_of
from pnp.book.figures import Figures
from pnp.book.paged.chunks import GUTTER, Chunk, ColumnPainter, Room, Spread
from pnp.book.paged.compose import Composer, Folio, Geometry, geometry
from pnp.book.paged.lines import Type, Typesetter, baseline
from pnp.book.paged.setting import Setter
from pnp.book.paged.styles import TypeStyles, styles_of
from pnp.data.layout import LayoutNames, Size
from pnp.draw.links import PageLink
from pnp.draw.shapes import line as straight
from pnp.draw.typeset import width
from pnp.faces.context import resources_of
from pnp.faces.job import Job
from pnp.faces.namespace import names_of, version_of
from pnp.faces.page import Page, whole_page
from pnp.faces.problems import of_letters
from pnp.faces.renderer import Renderer
from pnp.words.choices import rules_and_language

PAGE, COVER, BACK = "book_page", "book_cover", "book_back"  # parts of the layout
_ENTRY = 9.6  # points of the contents, for which their dots are spaced
SIZES = (1.0, 0.96, 0.92, 0.88, 0.84, 0.8, 0.76, 0.72)  # of type in a chapter on one page, until it fits


@dataclass(frozen=True, slots=True)
class BoundBook:
    """The pages of a book, where its anchors are, and what is wrong with its letters."""

    pages: tuple[Page, ...]
    page_of: Mapping[str, int]
    problems: tuple[Complaint, ...]


def bind_book(
    job: Job, blocks: Sequence[Block], names: LayoutNames, played: Mapping[str, LayoutNames], size: Size
) -> BoundBook:
    """Cover, contents and chapters. `names`: what the layout may name, see `book_names`; `played`: the examples."""
    return _Binder(job, names, played, geometry(size, style=job.layout.book)).book(blocks)


def bind_leaves(
    job: Job, blocks: Sequence[Block], names: LayoutNames, size: Size, played: Mapping[str, LayoutNames] | None = None
) -> BoundBook:
    """Chapters alone, without a margin."""
    return _Binder(job, names, played or {}, geometry(size, beside=False, style=job.layout.book)).leaves(blocks)


def book_names(job: Job, kind: Message) -> LayoutNames:
    """What the layout may name on the pages of a book of that kind."""
    edition = job.edition
    catalog = job.catalog.knowing(edition.facts())
    game, rules = edition.game, rules_and_language(edition, catalog)
    names = names_of(edition, job.catalog)
    names["book"] = {
        "title": catalog(game.title),
        "kind": catalog(kind),
        "about": catalog(game.about),
        "chosen": " · ".join((rules, *(catalog(choice.title) for choice in edition.choices()))),
        "edition": " · ".join((rules, *version_of(game, catalog))),
        "language": catalog.language_name(catalog.language),
        "note": catalog(game.terms["book"]["note"]) if "note" in game.terms.get("book", {}) else "",
        "credit": catalog(say("A game by {names}", names=list(game.credits[0].names))) if game.credits else "",
        "example": catalog(word("book", "Example")),
        "chapter": "",
        "page": 0,
        "left": 0,
        "right": 0,
    }
    return names


class _Binder:
    def __init__(self, job: Job, names: LayoutNames, played: Mapping[str, LayoutNames], page: Geometry) -> None:
        self._job, self._names, self._page = job, names, page
        self._composer = Composer(page)
        self._styles: TypeStyles = styles_of(job.layout.book)
        self._ids = job.layout.book.ids
        self._type = Typesetter(resources_of(job), job.catalog.language)
        self._setter = Setter(self._type, Figures(job.layout, names, played), names, self._composer.page_of)

    def book(self, blocks: Sequence[Block]) -> BoundBook:
        self._composer.turn()  # the cover
        self._contents([block for block in blocks if isinstance(block, Heading)])
        bound = self.leaves(blocks)
        cover = whole_page(self._page.size, lambda renderer: renderer.draw_page(COVER, self._page.size, self._names))
        return replace(bound, pages=(cover, *bound.pages[1:]))

    def leaves(self, blocks: Sequence[Block]) -> BoundBook:
        composer = self._composer
        for heading, body in headed(blocks, 1):
            self._chapter(heading, body)
        folios = composer.finish()
        page_of = {name: page for name, (page, _, _) in composer.anchors.items()}
        pages = tuple(self._printed(folio, number) for number, folio in enumerate(folios, 1))
        problems = of_letters(self._type.letters, self._names["book"]["kind"], self._job.catalog.language)
        if composer.overfull:
            problems.append(Complaint(say("a figure or box is taller than the page")))
        return BoundBook(pages, page_of, tuple(problems))

    # ---- chapters ----

    def _chapter(self, heading: Heading | None, body: Sequence[Block]) -> None:
        if heading is None:
            self._composer.flow(self._setter.chunks(body, self._page.room))
            return
        under, rest = chapter_line(body)
        title, line = plain_words(heading.runs), plain_words(under)
        if heading.one_page:
            self._one_page(heading, title, line, rest)
            return
        self._composer.begin(title)
        room = self._page.room
        opening = self._setter.chapter(heading, line, replace(room, width=room.wide))
        self._composer.flow([opening, *self._setter.chunks(rest, room)])

    def _one_page(self, heading: Heading, title: str, line: str, body: Sequence[Block]) -> None:
        """A chapter on one page, in columns, its type as small as that takes."""
        page = self._page
        self._composer.begin(title, alone=True)
        opening = self._setter.chapter(heading, line, replace(page.room, width=page.room.wide))
        self._composer.flow([replace(opening, keep=False)])
        spread = self._composer.fitting(self._columns(body, size) for size in SIZES)
        self._composer.flow([spread])

    def _columns(self, body: Sequence[Block], size: float) -> Spread:
        """The blocks in two columns over the whole width."""
        room = self._page.room
        scale = room.scale * size
        count = 2
        width = (room.wide - GUTTER * room.scale) / count
        shown = body if room.margin else list(_without_pictures(body))
        made = self._setter.chunks(shown, replace(room, width=width, margin=0, strip=0, scale=scale))
        chunks = [chunk for one in made for chunk in (one.chunks if isinstance(one, Spread) else (one,))]
        return Spread(tuple(chunks), count, room.wide)

    # ---- table of contents ----

    def _contents(self, headings: Sequence[Heading]) -> None:
        """Chapters and sections; the pages are filled in when all are known, that is, when it is drawn."""
        listed = [one for one in headings if one.anchor and one.level <= 2]  # noqa: PLR2004  sections
        if not listed:
            return
        title = self._job.catalog(word("book", "Contents"))
        room = self._page.room
        self._composer.begin(title, alone=True)
        opening = self._setter.chapter(Heading(1, (Run(title),)), "", replace(room, width=room.wide))
        self._composer.flow([replace(opening, keep=False, anchor=None)])
        spread = self._composer.fitting(self._entries(listed, size) for size in SIZES[:7])
        self._composer.flow([spread])
        self._composer.leave()

    def _entries(self, headings: Sequence[Heading], size: float) -> Spread:
        room = self._page.room
        count = 2 if room.margin or room.strip else 1
        wide = (room.wide - (count - 1) * GUTTER * room.scale) / count
        smaller = replace(room, scale=room.scale * size)
        type_ = self._styles.entry.scaled(smaller.scale)
        signs = [sign_of(one, ids=self._ids) for one in headings]
        figures = max(self._type.width((Run(sign),), type_) for sign in signs) + 2 * smaller.scale
        entries = [self._entry(one, wide, figures, smaller) for one in headings]
        ends = {place - 1 for place, one in enumerate((*headings, Heading(1, ()))) if one.level == 1}
        kept = (replace(entry, keep=entry.keep or place + 1 in ends) for place, entry in enumerate(entries))
        return Spread(tuple(kept), count, room.wide)

    def _entry(self, heading: Heading, wide: float, figures: float, room: Room) -> Chunk:
        """A line of the contents: number, title, dots, page."""
        chapter = heading.level == 1
        type_ = (self._styles.chapter if chapter else self._styles.entry).scaled(room.scale)
        sign = sign_of(heading, ids=self._ids)
        indent, last = (0.0 if chapter else 4.0) * room.scale, 7 * room.scale
        number = figures if sign else 0.0
        lines = self._type.lines((Run(plain_words(heading.runs)),), type_, wide - indent - number - last - 2)
        figure = self._type.lines((Run(sign),), type_, number)[0] if sign else None
        high = type_.line * len(lines)
        font = self._type.font(type_.font)

        def draw(painter: ColumnPainter, x: float, y: float) -> None:
            left = x + indent
            for place, line in enumerate([figure, *lines] if figure else lines):
                row = max(place - 1, 0) if figure else place
                at = left if figure and not place else left + number
                for placed in line.fragments if line else ():
                    base = y + row * type_.line + baseline(type_)
                    painter.text(at + placed.x, base, placed.fragment.text, font, type_.em, type_.colour)
            base = y + (len(lines) - 1) * type_.line + baseline(type_)
            page = str(self._composer.page_of(heading.anchor) or "")
            end = x + wide - width(page, font) * type_.em
            painter.text(end, base, page, font, type_.em, type_.colour)
            _dots(painter, left + number + lines[-1].width + 1.5, end - 1.5, base, type_)

        above = (3.0 if chapter else 0.0) * room.scale
        return Chunk(high, draw, above, keep=chapter, links=(PageLink(0, 0, wide, high, heading.anchor),))

    # ---- pages ----

    def _printed(self, folio: Folio, number: int) -> Page:
        page, composer = self._page, self._composer
        furniture = self._furniture(folio, number)

        def draw(renderer: Renderer) -> None:
            painter = ColumnPainter(renderer)
            renderer.draw_page(PAGE, page.size, furniture)
            for chunk, x, y in folio.placed:
                chunk.draw(painter, x, y)

        links = tuple(
            link.moved(x, y)
            for chunk, x, y in folio.placed
            for link in chunk.links
            if link.target in composer.anchors
        )
        anchors = tuple((chunk.anchor, y) for chunk, _, y in folio.placed if chunk.anchor and chunk.anchor.name)
        area = (0.0, 0.0, page.size.width, page.size.height)
        return Page(page.size, area, 0, draw, links, anchors)

    def _furniture(self, folio: Folio, number: int) -> LayoutNames:
        page = self._page
        own = {"chapter": folio.chapter, "page": number, "left": page.left, "right": page.right}
        return {"book": self._names["book"] | own}


def _without_pictures(body: Sequence[Block]) -> Iterator[Block]:
    """For small pages: without pictures, and the headings above them."""
    for block, after in zip_longest(body, body[1:]):
        if not isinstance(block, Picture) and not (isinstance(block, Heading) and isinstance(after, Picture)):
            yield block


def _dots(painter: ColumnPainter, left: float, right: float, base: float, type_: Type) -> None:
    """A row of dots that stand below each other from line to line."""
    step = 1.6 * type_.size / _ENTRY
    first = (int(left / step) + 1) * step
    if first < right:
        painter.pdf.shape(straight(first, base, right, base), "", "rule", 0.09 * type_.em, (0.25 * step, 0.75 * step))

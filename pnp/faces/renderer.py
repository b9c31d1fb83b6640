"""Draws faces as stamps, each distinct one once, prints pages, and keeps what a look at them would find wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from os import PathLike
from pathlib import Path

from pnp.base.arguments import a_path
from pnp.base.errors import BadRequest, Complaint, Place
from pnp.base.frozen import FrozenDict
from pnp.base.save import write_atomically
from pnp.base.text import Message, Text, say, so_many, word
from pnp.boards.settle import board_names
from pnp.data.layout import Layout, LayoutNames, Look, Size
from pnp.data.model import Card, Column, Deck
from pnp.draw import fonts
from pnp.draw.glyphs import GlyphCheck
from pnp.draw.imposition import Flip
from pnp.draw.painter import Palette, PdfPainter
from pnp.draw.pdf import About, PdfFile
from pnp.faces.caption import Caption
from pnp.faces.context import FaceContext, FaceShape, FaceStamp, Problem, resources_of
from pnp.faces.face import Face, Meter
from pnp.faces.job import Job
from pnp.faces.namespace import deck_names, names_of
from pnp.faces.page import Handling, Printout
from pnp.faces.problems import of_face, of_letters

_DUPLEX = {Flip.LONG: "DuplexFlipLongEdge", Flip.SHORT: "DuplexFlipShortEdge"}


@dataclass(frozen=True, slots=True, repr=False)
class Document:
    """A file of an artefact with so many pages, and what a look at it would find wrong.

    `untranslated` says which texts are printed in another language, for want of a translation: a sentence a catalog.
    """

    data: bytes
    pages: int
    handling: Handling = field(compare=False)
    problems: tuple[Complaint, ...] = field(default=(), hash=False)
    # of a book: the page of each of its anchors
    page_of: Mapping[str, int] = field(default_factory=FrozenDict, hash=False)
    lacking: int = field(default=0, compare=False)  # texts of a book's own templates that are not translated
    untranslated: tuple[Complaint, ...] = field(default=(), hash=False)

    def __reduce__(self) -> tuple[type[Document], tuple[object, ...]]:
        """Another process gets what was made, and not the ways to draw it once more."""
        whole = replace(self, handling=replace(self.handling, shown=()))
        return Document, tuple(getattr(whole, one.name) for one in fields(whole))

    @property
    def sheets(self) -> int:
        """How many sheets of paper it takes."""
        return (self.pages + 1) // 2 if self.handling.duplex else self.pages

    @property
    def made_of(self) -> int:
        """Sheets that something is made of; the others are only read."""
        return self.sheets - self.handling.read

    def write(self, path: str | PathLike[str]) -> Path:
        """Puts the file where it is to lie: all of it or nothing."""
        target = a_path("path", path, 'document.write("cards.pdf")')
        write_atomically(target, self.data, target.parent)
        return target

    def __repr__(self) -> str:
        size = f"{so_many(self.pages, 'page')} on {so_many(self.sheets, 'sheet')}"
        return f"<Document of {size}, {so_many(len(self.problems), 'problem')}>"


def print_pages(job: Job, subject: Message, printout: Printout) -> Document:
    """The pages as a PDF."""
    renderer = Renderer(job, subject, duplex=printout.handling.duplex)
    for page in printout.pages:
        with renderer.document.page(page.size, page.trim, page.bleed):
            page.draw(renderer)
            for link in page.links:
                renderer.document.link(link, page.size)
            for anchor, y in page.anchors:
                renderer.document.anchor(anchor, y, page.size)
    return Document(renderer.document.bytes(), len(printout.pages), printout.handling, tuple(renderer.problems))


class Renderer:
    """One document being printed."""

    def __init__(self, job: Job, subject: Message, *, duplex: bool = False, size: str = "") -> None:
        self.job, self._size = job, size
        self.catalog = job.catalog.knowing(job.edition.facts())
        preferences = {"Duplex": _DUPLEX[job.settings.flip]} if duplex else None
        self.document = PdfFile(self._about(subject), fonts.builtin("Sans"), preferences)
        self.problems: list[Complaint] = []
        self._pages = 0
        self._meter = Meter()
        self._caption = Caption.of(job.edition, self.catalog)
        self.palette = Palette(job.layout.colours, job.ink)
        self.resources = resources_of(job)
        self._names = names_of(job.edition, job.catalog)
        self._cards = {card["key"]: card for deck in self._names["decks"].values() for card in deck["cards"]}

    # ---- faces ----

    def front(self, deck: Deck, card: Card, look: Look) -> FaceStamp:
        """The stamp of a card's front."""
        shape = shape_of(self.job, deck, look)
        stamp = FaceStamp("front", card.key, (look.front, look.cut, shape, deck.key))
        if not self.document.has(stamp):
            self.draw_face(stamp, look.front, shape, self._card_names(deck, card, look), card.place)
        return stamp

    def back(self, deck: Deck, card: Card, look: Look) -> FaceStamp | None:
        """The stamp of a card's back, shared by its deck unless each has its own; none where backs stay white."""
        if not look.back:
            return None
        shape = shape_of(self.job, deck, look)
        piece = card.key if look.own_backs else deck.key
        stamp = FaceStamp("back", piece, (look.back, look.cut, shape, deck.key, look.own_backs))
        if not self.document.has(stamp):
            shared = {"deck": deck_names(deck, self.catalog), "cut": look.cut}
            names = self._card_names(deck, card, look) if look.own_backs else shared
            self.draw_face(stamp, look.back, shape, names, card.place)
        return stamp

    def draw_face(self, stamp: FaceStamp, part: str, shape: FaceShape, names: LayoutNames, place: Place) -> None:
        """A part of the layout as a stamp; `place` is where its words come from."""
        context = FaceContext(self.resources, PdfPainter(self.document, self.palette), shape)
        edges = (-shape.bleed, -shape.bleed, shape.size.width + shape.bleed, shape.size.height + shape.bleed)
        with self._meter.face(), self.document.stamp(stamp, *edges):
            Face(context).draw(part, {**self._names, **names})
        self.problems += (self._complaint(stamp.piece, place, problem) for problem in context.problems)
        self.job.tick()

    def draw_page(self, part: str, size: Size, names: LayoutNames, place: Place | None = None) -> None:
        """A part of the layout that fills the page."""
        self._pages += 1
        stamp, shape = (
            FaceStamp("page", part, (self._pages,)),
            FaceShape(size, size, 0, self.job.settings.paper.margin),
        )
        self.draw_face(stamp, part, shape, names, place or self.job.layout.parts[part].place)
        self.document.place(stamp)

    def _complaint(self, piece: str, place: Place, problem: Problem) -> Complaint:
        message = of_face(
            problem.message,
            piece=piece,
            language=self.job.catalog.language,
            size=self._size,
            box=problem.box.name,
        )
        return Complaint(message, place if problem.of_text else problem.box.place, problem.hint)

    # ---- sheets ----

    def caption(self, titles: Iterable[Text | Message], sides: Iterable[str], page: str) -> str:
        """The line at a sheet's edge; it needs its glyphs as well."""
        names = {"front": word("sheet", "fronts"), "back": word("sheet", "backs")}
        printed = " + ".join(self.catalog(names[side]) for side in sides)
        line = self._caption.line(*filter(None, (", ".join(map(self.catalog, titles)), printed, page)))
        letters = GlyphCheck()
        letters.look(line, "Sans", fonts.builtin("Sans"))
        self.problems += of_letters(letters, self.catalog(word("sheet", "caption")), self.catalog.language)
        return line

    # ---- what a layout may name ----

    def _about(self, subject: Message) -> About:
        game = self.job.edition.game
        author = ", ".join(map(self.catalog, game.credits[0].names)) if game.credits else ""
        return About(self.catalog(game.title), self.catalog(subject), author, self.catalog.language)

    def _card_names(self, deck: Deck, card: Card, look: Look) -> LayoutNames:
        columns = [column for name, column in deck.columns.items() if name not in ("name", "count")]
        own = {"columns": [self._column(column, card) for column in columns]}
        names: LayoutNames = {
            "card": self._cards[card.key],
            "deck": deck_names(deck, self.catalog) | own,
            "cut": look.cut,
        }
        return names | {"board": self._board(deck, card)} if deck.piece == "board" else names

    def _board(self, deck: Deck, card: Card) -> LayoutNames:
        board, (look, *_) = self.job.boards.get(card.key), looks_of(self.job.layout, deck)
        if board is None:
            return {"spaces": [], "links": []}
        names, problems = board_names(board, self.job.edition, self.catalog, look.size)
        self.problems += problems
        return names

    def _column(self, column: Column, card: Card) -> LayoutNames:
        """A column with the card's cell as it is printed, for layouts that show whatever there is."""
        cell = self.job.edition.cell(card, column)
        shown = self.catalog.paragraphs(cell, card.cells) if isinstance(cell, Text) else self.catalog.shown(cell)
        return {"name": column.name, "kind": column.kind, "title": self.catalog(column.title), "cell": shown}


def looks_of(layout: Layout, deck: Deck) -> tuple[Look, ...]:
    """The deck's own looks, else the shared ones of its kind of piece."""
    looks = layout.of_deck(deck)
    if not looks:
        raise BadRequest(
            Complaint(
                say("nothing defines how the pieces of the deck “{deck}” look", deck=deck.key),
                Place(layout.path),
                say("add a table [decks.{deck}]", deck=deck.key),
            )
        )
    return looks


def shape_of(job: Job, deck: Deck, look: Look) -> FaceShape:
    """The size of a deck's pieces; a size that was asked for holds for cards only."""
    asked = job.settings.size if deck.piece == "card" else None
    bleed = job.settings.bleed if look.bleed is None else min(look.bleed, job.settings.bleed)
    return FaceShape(look.size, asked or look.size, bleed, look.safe, look.cut)

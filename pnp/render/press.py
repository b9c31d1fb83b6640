"""Draws the faces of a deck as forms, each distinct one once, and keeps what a look at them would find wrong."""

from __future__ import annotations

from collections.abc import Mapping
from time import monotonic
from typing import Any

from pnp.edition import Edition
from pnp.errors import BadFile, BadRequest, Complaint, Place
from pnp.layout import Layout, Look
from pnp.model import Card, Column, Deck, Value
from pnp.render.brush import Brush, Palette
from pnp.render.document import About, Document, Form
from pnp.render.easel import Easel, Format, Problem, Studio
from pnp.render.face import Face
from pnp.render.impose import Flip
from pnp.render.job import Job
from pnp.render.limit import MOST_SECONDS, time_limit
from pnp.render.problems import of_face
from pnp.render.sheet import Caption
from pnp.render.typeset import lacking_glyphs
from pnp.text import Text, say, word

Tree = dict[str, Any]
SECONDS_A_FACE = 0.05
_DUPLEX = {Flip.LONG: "DuplexFlipLongEdge", Flip.SHORT: "DuplexFlipShortEdge"}


class Press:
    """One document being printed."""

    def __init__(self, job: Job, size: str = "") -> None:
        self.job, self._size = job, size
        self.catalog = job.catalog.knowing(job.edition.facts())
        self.document = Document(self._about(), {"Duplex": _DUPLEX[job.printing.flip]} if job.duplex else None)
        self.problems: list[Complaint] = []
        self._seconds = float(MOST_SECONDS)  # what is left for drawing; each face that is quick adds a little
        self._caption = Caption.of(job.edition, self.catalog)
        self._palette = Palette(job.layout.colours, job.ink)
        self._studio = Studio(job.layout, job.edition.game.folder, job.catalog.language)
        self._names = {
            "values": tree_of(job.edition.values),
            "terms": self._terms(job.edition),
            "language": job.catalog.language,
            "game": {"key": job.edition.game.key, "title": self.catalog(job.edition.game.title)},
        }

    def front(self, deck: Deck, card: Card) -> Form:
        """The form of a card's front."""
        return self._face(("front", deck.key, card.key), look_of(self.job.layout, deck).front, deck, card)

    def back(self, deck: Deck, card: Card) -> Form | None:
        """The form of a card's back, shared by its deck unless each has its own; none where backs stay white."""
        look = look_of(self.job.layout, deck)
        form = ("back", deck.key, card.key) if look.own_backs else _shared_back(deck)
        return self._face(form, look.back, deck, card) if look.back else None

    def _face(self, form: Form, part: str, deck: Deck, card: Card) -> Form:
        if self.document.has(form):
            return form
        shape = format_of(self.job, deck)
        easel = Easel(self._studio, Brush(self.document, self._palette), shape)
        edges = (-shape.bleed, -shape.bleed, shape.size.width + shape.bleed, shape.size.height + shape.bleed)
        started = monotonic()
        try:
            with time_limit(min(MOST_SECONDS, self._seconds)), self.document.form(form, *edges):
                Face(easel).draw(part, {**self._names, **self._own_names(form, deck, card)})
        except TimeoutError:
            raise BadFile(self._too_slow(form, part, easel)) from None
        self._seconds -= monotonic() - started - SECONDS_A_FACE
        self.problems += (self._complaint(form, card, problem) for problem in easel.problems)
        self.job.tick()
        return form

    def _complaint(self, form: Form, card: Card, problem: Problem) -> Complaint:
        message = of_face(
            problem.message,
            piece=str(form[-1]),
            language=self.job.catalog.language,
            size=self._size,
            box=problem.box.name,
        )
        return Complaint(message, card.place if problem.of_text else problem.box.place, problem.hint)

    def _too_slow(self, form: Form, part: str, easel: Easel) -> Complaint:
        place = easel.box.place if easel.box else self.job.layout.parts[part].place
        return Complaint(say("drawing '{piece}' takes too long", piece=form[-1]), place)

    def caption(self, deck: Deck, sides: tuple[str, ...], page: str) -> str:
        names = {"front": word("sheet", "fronts"), "back": word("sheet", "backs")}
        printed = " + ".join(self.catalog(names[side]) for side in sides)
        return self._caption.line(self.catalog(deck.title), printed, page)

    def check_caption(self, deck: Deck) -> None:
        """The line at the sheets' edges needs its glyphs as well."""
        self.problems += lacking_glyphs(self.caption(deck, ("front", "back"), ""), "Sans")

    # ---- what a layout may name ----

    def _about(self) -> About:
        game = self.job.edition.game
        author = ", ".join(game.credits[0].names) if game.credits else ""
        subject = self.catalog(word("part", "Cards"))
        return About(self.catalog(game.title), subject, author, self.catalog.language)

    def _terms(self, edition: Edition) -> Tree:
        return {
            context: {key: self.catalog(text) for key, text in words.items() if not text.many}
            for context, words in edition.game.terms.items()
        }

    def _own_names(self, form: Form, deck: Deck, card: Card) -> Tree:
        """The deck, and the card unless the face is shared by all cards of the deck."""
        names: Tree = {"key": deck.key, "title": self.catalog(deck.title)}
        return {"deck": names} if form == _shared_back(deck) else self._card_names(deck, card, names)

    def _card_names(self, deck: Deck, card: Card, names: Tree) -> Tree:
        """A card as a layout sees it: texts in the language, words by their keys."""
        cells = {
            name: self.catalog(cell, card.cells) if isinstance(cell, Text) else cell
            for name, cell in card.cells.items()
        }
        columns = [column for name, column in deck.columns.items() if name not in ("name", "count")]
        return {
            "card": {"key": card.key, "id": card.key.casefold(), **cells},
            "deck": names | {"columns": [self._column(column, card) for column in columns]},
        }

    def _column(self, column: Column, card: Card) -> Tree:
        """A column with the card's cell as it is printed, for layouts that show whatever there is."""
        cell = self.job.edition.cell(card, column)
        shown = self.catalog(cell, card.cells) if isinstance(cell, Text) else self.catalog.shown(cell)
        return {"name": column.name, "kind": column.kind, "title": self.catalog(column.title), "cell": shown}


def _shared_back(deck: Deck) -> Form:
    return ("back", deck.key)


def look_of(layout: Layout, deck: Deck) -> Look:
    """The deck's own look, else the shared one of its kind of piece."""
    look = layout.looks.get(deck.key) or layout.looks.get(deck.piece)
    if look is None:
        raise BadRequest(
            Complaint(
                say("nothing says how the pieces of the deck '{deck}' look", deck=deck.key),
                Place(layout.path),
                say("add a table [decks.{deck}]", deck=deck.key),
            )
        )
    return look


def format_of(job: Job, deck: Deck) -> Format:
    """The size of a deck's pieces; a size that was asked for holds for cards only."""
    look = look_of(job.layout, deck)
    asked = job.printing.size if deck.piece == "card" else None
    return Format(look.size, asked or look.size, job.printing.bleed, look.safe)


def tree_of(values: Mapping[str, Value]) -> Tree:
    """Dotted keys as tables in tables, so that a layout may name values.hand.limit."""
    root: Tree = {}
    for key, value in values.items():
        *path, last = key.split(".")
        table = root
        for part in path:
            below = table.setdefault(part, {})
            table = below if isinstance(below, dict) else {}
        table.setdefault(last, value.fact)
    return root

"""Makes the contents sheet: what lies in the box, with every card's numbers and words."""

from __future__ import annotations

from pathlib import Path

from pnp import __version__
from pnp.catalog import Catalog
from pnp.edition import Edition
from pnp.errors import BadFile, Complaint, Place
from pnp.layout import Size
from pnp.model import Card, Column, Deck, Kind
from pnp.render.brush import Palette
from pnp.render.document import About
from pnp.render.job import Job
from pnp.render.limit import time_limit
from pnp.render.page import Notes, roomy
from pnp.render.pdf import make_pdf
from pnp.render.press import Made
from pnp.render.template import Templates, template_path
from pnp.render.typeset import lacking_glyphs, unmarked
from pnp.text import Message, Text, say

LEAST = Size(140, 140)  # millimetres that a table needs
TEMPLATE = "contents.md.j2"
MOST_SECONDS = 60  # for decks of many thousand cards
MOST_COLUMNS = 12  # that fit side by side


def make_contents(job: Job, part: Message) -> Made:
    edition = job.edition
    game, catalog = edition.game, job.catalog.knowing(edition.facts())
    own = game.offers(Kind.EDITION)[edition.key]
    title = catalog(game.title)
    chosen = [catalog(own.title), *(catalog(choice.title) for choice in edition.choices())]
    values = {
        "title": title,
        "about": catalog(game.about),
        "chosen": catalog.join(chosen),
        "decks": [_deck(deck, edition, catalog) for deck in edition.decks if deck.cards],
    }
    markdown = Templates(job.workspace, catalog, game.key).fill(TEMPLATE, values)
    author = ", ".join(game.credits[0].names) if game.credits else ""
    about = About(title, catalog(part), author, catalog.language)
    footer = " · ".join([title, *chosen, catalog.language_name(catalog.language), f"pnp {__version__}"])
    palette = Palette(job.layout.colours, job.ink)
    paper = roomy(job.printing.paper.size, LEAST)
    try:
        with time_limit(MOST_SECONDS):
            pdf, pages = make_pdf(about, markdown, footer, paper, palette)
    except TimeoutError:
        raise _broken(job, say("the template takes longer than {most} seconds", most=MOST_SECONDS)) from None
    except Exception as error:  # noqa: BLE001  whatever a stranger's template makes is a fault of the template
        raise _broken(job, say("the template breaks here: {reason}", reason=str(error)[:200])) from None
    problems = tuple(lacking_glyphs(" ".join((markdown + footer).split()), "Sans"))
    return Made(pdf, pages, Notes(), problems)


def _broken(job: Job, message: Message) -> BadFile:
    return BadFile(Complaint(message, Place(template_path(job.workspace, TEMPLATE) or Path(TEMPLATE))))


def _deck(deck: Deck, edition: Edition, catalog: Catalog) -> dict[str, object]:
    """A deck as the template sees it: how many pieces it has, and a table."""
    columns = list(deck.columns.values())[:MOST_COLUMNS]
    return {
        "title": catalog(deck.pieces, {"n": deck.count}),
        "keyed": deck.piece in ("card", "tile"),  # others have keys that nobody reads or writes
        "columns": [{"title": catalog(column.title), "right": column.kind == "number"} for column in columns],
        "cards": [
            {"key": card.key, "cells": [_cell(card, column, edition, catalog) for column in columns]}
            for card in deck.cards
        ],
    }


def _cell(card: Card, column: Column, edition: Edition, catalog: Catalog) -> str:
    cell = edition.cell(card, column)
    if not isinstance(cell, Text):
        return catalog.shown(cell)
    text = catalog(cell, card.cells)
    return text if column.name == "name" else unmarked(text)

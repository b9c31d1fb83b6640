"""Makes the contents sheet: what lies in the box, with every card's numbers and words."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from pnp.catalog import Catalog
from pnp.edition import Edition
from pnp.errors import BadFile, Complaint, Place
from pnp.layout import Size
from pnp.model import Card, Column, Deck
from pnp.render.book.book import bind_leaves, book_names
from pnp.render.book.markdown import read_markdown
from pnp.render.job import Job
from pnp.render.limit import time_limit
from pnp.render.page import Notes, Printout, roomy
from pnp.render.press import Made, print_pages
from pnp.render.template import Templates, template_path
from pnp.render.typeset import unmarked
from pnp.text import Message, Text, say

LEAST = Size(140, 140)  # millimetres that a table needs
TEMPLATE = "contents.md.j2"
MOST_SECONDS = 60  # for decks of many thousand cards
MOST_COLUMNS = 12  # that fit side by side


def make_contents(job: Job, part: Message) -> Made:
    catalog = job.catalog.knowing(job.edition.facts())
    names = book_names(job, part)
    values = {
        "kind": names["book"]["kind"],
        "chosen": names["book"]["chosen"],
        "decks": [_deck(deck, job.edition, catalog) for deck in job.edition.decks if deck.cards],
    }
    markdown = Templates(job.workspace, catalog, job.edition.game.key).fill(TEMPLATE, values)
    try:
        with time_limit(MOST_SECONDS):
            bound = bind_leaves(job, read_markdown(markdown), names, roomy(job.printing.paper.size, LEAST))
            made = print_pages(job, part, Printout(bound.pages, Notes(shown=bound.pages[:1])))
    except TimeoutError:
        raise _broken(job, say("the template takes longer than {most} seconds", most=MOST_SECONDS)) from None
    return replace(made, problems=(*bound.problems, *made.problems))


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

"""Makes the contents sheet: what lies in the box, with every card's numbers and words."""

from __future__ import annotations

from dataclasses import replace

from pnp.base.text import Message, Text
from pnp.book.markdown import read_markdown
from pnp.book.paged.binding import bind_leaves, book_names
from pnp.data.edition import EditionData
from pnp.data.layout import Size
from pnp.data.model import Card, Column, Deck
from pnp.draw.typeset import unmarked
from pnp.faces.job import Job
from pnp.faces.namespace import state_of
from pnp.faces.page import Handling, Printout, roomy
from pnp.faces.renderer import Document, print_pages
from pnp.faces.templates import Templates
from pnp.words.catalog import Catalog

LEAST = Size(140, 140)  # millimetres that a table needs
TEMPLATE = "contents.md.j2"
MOST_COLUMNS = 12  # that fit side by side


def make_contents(job: Job, title: Message) -> Document:
    """A table for each deck that has cards; of many columns, as many as fit side by side."""
    catalog = job.catalog.knowing(job.edition.facts())
    names = book_names(job, title)
    values = {
        "kind": names["book"]["kind"],
        "chosen": " · ".join((names["book"]["chosen"], state_of(job.edition.game, catalog))),
        "decks": [_deck(deck, job.edition, catalog) for deck in job.edition.decks if deck.cards],
    }
    markdown = Templates(job.workspace, catalog, job.edition.game).fill(TEMPLATE, values)
    bound = bind_leaves(job, read_markdown(markdown), names, roomy(job.settings.paper.size, LEAST))
    made = print_pages(job, title, Printout(bound.pages, Handling(shown=bound.pages[:1])))
    return replace(made, problems=(*bound.problems, *made.problems))


def _deck(deck: Deck, edition: EditionData, catalog: Catalog) -> dict[str, object]:
    """A deck as the template sees it: how many pieces it has, and a table."""
    columns = list(deck.columns.values())[:MOST_COLUMNS]
    return {
        "title": catalog(deck.pieces, {"n": deck.count}),
        "proper": deck.proper,
        "columns": [{"title": catalog(column.title), "right": column.kind == "number"} for column in columns],
        "cards": [
            {"key": card.key, "cells": [_cell(card, column, edition, catalog) for column in columns]}
            for card in deck.cards
        ],
    }


def _cell(card: Card, column: Column, edition: EditionData, catalog: Catalog) -> str:
    cell = edition.cell(card, column)
    if not isinstance(cell, Text):
        return catalog.shown(cell)
    text = catalog(cell, card.cells)
    return text if column.name == "name" else unmarked(text)

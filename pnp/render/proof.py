"""Looks at every face before anyone prints it: every card in every language, size and variant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from pnp.catalog import SOURCE_LANGUAGE, load_catalog
from pnp.edition import Choices, Edition, choose
from pnp.errors import BadFile, BadRequest, Complaint
from pnp.layout import Layout
from pnp.model import Game, Kind
from pnp.render.cards import chosen_decks, problems_of
from pnp.render.job import Job, printing
from pnp.render.press import look_of
from pnp.render.problems import grouped
from pnp.workspace import Workspace


def proof(workspace: Workspace, key: str) -> list[Complaint]:
    """What is wrong with the printed faces of a game, each problem once."""
    try:
        game, layout = workspace.game(key), workspace.layout(key)
        return grouped(_problems(workspace, game, layout))
    except (BadFile, BadRequest) as error:
        return list(error.complaints)


def _problems(workspace: Workspace, game: Game, layout: Layout) -> Iterator[Complaint]:
    stock = workspace.stock()
    languages = [
        code for code in workspace.languages() if code == SOURCE_LANGUAGE or workspace.catalog(code, game.key)
    ]
    for edition, language in product(_editions(game), languages):
        job = Job(workspace, edition, load_catalog(workspace, language, game.key), layout, printing(stock))
        for deck in chosen_decks(job):
            for size in look_of(layout, deck).sizes or ("",):
                yield from problems_of(replace(job, printing=printing(stock, card=size), decks=(deck.key,)), size)


def _languages(workspace: Workspace, game: Game) -> list[str]:
    """The languages into which the game is translated at all."""
    return [code for code in workspace.languages() if code == SOURCE_LANGUAGE or workspace.catalog(code, game.key)]


def _editions(game: Game) -> Iterator[Edition]:
    """The game with all that can be added, and each of its variants: together they print every text."""
    for variant in ("", *game.offers(Kind.VARIANT)):
        yield choose(game, Choices("", tuple(game.offers(Kind.EXPANSION)), variant))

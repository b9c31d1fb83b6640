"""Looks at every face before anyone prints it: every card in every language, size and variant."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from pnp.catalog import load_catalog
from pnp.edition import Choices, Edition, choose
from pnp.errors import BadFile, Complaint
from pnp.layout import Layout
from pnp.model import Game, Kind
from pnp.render.cards import PIECES, problems_of
from pnp.render.job import Job, printing
from pnp.render.press import look_of
from pnp.text import say
from pnp.workspace import Workspace


def proof(workspace: Workspace, key: str) -> Iterator[Complaint]:
    """What is wrong with the printed faces of a game, each problem once."""
    try:
        game, layout = workspace.game(key), workspace.layout(key)
        seen = set()
        for complaint in _problems(workspace, game, layout):
            mark = (complaint.place, repr(complaint.message))
            if mark not in seen:
                seen.add(mark)
                yield complaint
    except BadFile as error:
        yield from error.complaints


def _problems(workspace: Workspace, game: Game, layout: Layout) -> Iterator[Complaint]:
    stock = workspace.stock()
    for edition, language in product(_editions(game), workspace.languages()):
        job = Job(workspace, edition, load_catalog(workspace, language, game.key), layout, printing(stock))
        for deck in edition.decks:
            if deck.piece not in PIECES and deck.key not in layout.looks:
                continue
            for size in look_of(layout, deck).sizes or ("",):
                sized = replace(job, printing=printing(stock, card=size), decks=(deck.key,))
                for complaint in problems_of(sized):
                    message = (
                        say("{size}: {problem}", size=size, problem=complaint.message) if size else complaint.message
                    )
                    yield replace(complaint, message=message)


def _editions(game: Game) -> Iterator[Edition]:
    """The game with all that can be added, and each of its variants: together they print every text."""
    for variant in ("", *game.offers(Kind.VARIANT)):
        yield choose(game, Choices("", tuple(game.offers(Kind.EXPANSION)), variant))

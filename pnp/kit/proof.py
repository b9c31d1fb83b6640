"""Looks at every face before anyone prints it: every card in every language, size and variant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import product

from pnp.base.errors import BadFile, BadRequest, Complaint
from pnp.data.edition import broad_editions
from pnp.data.layout import Layout, Look
from pnp.data.model import Deck, GameData
from pnp.data.workspace import Workspace
from pnp.draw.imposition import DoesNotFit
from pnp.faces.job import Job, NothingToPrint, PrintOptions, print_settings
from pnp.faces.problems import grouped
from pnp.faces.renderer import Renderer, looks_of
from pnp.kit.artefacts import PARTS, make
from pnp.words.catalog import load_catalog

_WHOLE = ("board", "box", "sheet", "rulebook")  # parts that have more than the faces of pieces


def proof(workspace: Workspace, key: str, languages: Sequence[str] = ()) -> list[Complaint]:
    """What is wrong with the printed faces of a game, each problem once, in some languages or all that it has."""
    try:
        game, layout = workspace.game(key), workspace.layout(key)
        return grouped(_problems(workspace, game, layout, languages or _languages(workspace, game)))
    except (BadFile, BadRequest) as error:
        return list(error.complaints)


def _problems(workspace: Workspace, game: GameData, layout: Layout, languages: Sequence[str]) -> Iterator[Complaint]:
    stock, boards = workspace.stock(), workspace.boards(game.key)
    for edition, language in product(broad_editions(game), languages):
        catalog = load_catalog(workspace, language, game.key)
        job = Job(workspace, edition, catalog, layout, boards, print_settings(stock, PrintOptions()))
        for deck in edition.decks:
            for look in looks_of(layout, deck):
                for size in look.sizes or ("",):
                    sized = replace(job, settings=print_settings(stock, PrintOptions(card=size)))
                    yield from _of_faces(sized, deck, look, size)
        for key in _WHOLE:
            with suppress(NothingToPrint, DoesNotFit):
                yield from make(PARTS[key], job).problems


def _of_faces(job: Job, deck: Deck, look: Look, size: str) -> list[Complaint]:
    """What is wrong with the faces of a deck, without making its sheets."""
    renderer = Renderer(job, PARTS["cards"].title, size=size)
    for card in deck.cards:
        renderer.front(deck, card, look)
        renderer.back(deck, card, look)
    return renderer.problems


def _languages(workspace: Workspace, game: GameData) -> list[str]:
    """The languages into which the game is translated at all."""
    others = [code for code in workspace.languages() if code != game.source and workspace.catalog(code, game.key)]
    return [game.source, *others]

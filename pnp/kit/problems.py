"""Looks at every face before anyone prints it: every card in every language, size and variant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product

from pnp.base.errors import BadFile, BadRequest, Complaint
from pnp.data.edition import broad_editions
from pnp.data.layout import Look
from pnp.data.model import Deck, GameData
from pnp.data.workspace import Workspace
from pnp.draw.imposition import DoesNotFit
from pnp.faces.job import Job, NothingToPrint
from pnp.faces.options import PrintOptions
from pnp.faces.problems import grouped
from pnp.faces.renderer import Renderer, looks_of
from pnp.kit.artefacts import ARTEFACTS, make_document


def printed_problems(workspace: Workspace, key: str, languages: Sequence[str] = ()) -> list[Complaint]:
    """What is wrong with the printed faces of a game, each problem once, in some languages or all that it has."""
    try:
        game = workspace.game(key)
        return grouped(_problems(workspace, game, languages or _languages(workspace, game)))
    except (BadFile, BadRequest) as error:
        return list(error.complaints)


def _problems(workspace: Workspace, game: GameData, languages: Sequence[str]) -> Iterator[Complaint]:
    for edition, language in product(broad_editions(game), languages):
        job = Job.of(workspace, edition, language)
        for deck in edition.decks:
            for look in looks_of(job.layout, deck):
                for size in look.sizes or ("",):
                    yield from _of_faces(job.with_options(PrintOptions(card=size)), deck, look, size)
        for artefact in ARTEFACTS.values():
            if not artefact.pieces:
                with suppress(NothingToPrint, DoesNotFit):
                    yield from make_document(artefact, job).problems


def _of_faces(job: Job, deck: Deck, look: Look, size: str) -> list[Complaint]:
    """What is wrong with the faces of a deck, without making its sheets."""
    renderer = Renderer(job, ARTEFACTS["cards"].title, size=size)
    for card in deck.cards:
        renderer.front(deck, card, look)
        renderer.back(deck, card, look)
    return renderer.problems


def _languages(workspace: Workspace, game: GameData) -> list[str]:
    """The languages into which the game is translated at all."""
    others = [code for code in workspace.languages() if code != game.source and workspace.catalog(code, game.key)]
    return [game.source, *others]

"""Finds what is wrong with games and translations, each problem with file, line and remedy."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.catalog import OWN_DOMAIN, read_po
from pnp.edition import Choices, choose
from pnp.errors import BadFile, BadRequest, Complaint, Place, near_miss
from pnp.files import inside, read_text
from pnp.messages import game_entries, program_entries, rulebook_folder
from pnp.model import Entry, Game, Kind
from pnp.spaces import faults
from pnp.text import counted, has_number, say
from pnp.translation import translation_problems
from pnp.values import excerpt
from pnp.workspace import Workspace

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog as PoCatalog

    from pnp.layout import Layout


# what a template does not print as it stands: tags, the names of boxes, the marks of lists
_TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}|^:::[^\n]*|^\s*\d+\.(?=\s)", re.DOTALL | re.MULTILINE)


def check_game(workspace: Workspace, key: str) -> Iterator[Complaint]:
    """Everything wrong with one game and its translations."""
    try:
        game = workspace.game(key)
    except BadFile as error:
        yield from error.complaints
        return
    yield from _check_editions(game)
    yield from _check_layout(workspace, game)
    yield from _check_templates(rulebook_folder(game))
    try:
        entries = game_entries(game)
    except BadFile as error:
        yield from error.complaints
        return
    yield from _check_catalogs(workspace, key, entries)


def _check_templates(folder: Path) -> Iterator[Complaint]:
    """Numbers in the text of a rulebook: they belong into the values."""
    for file in sorted(folder.glob("*.j2")):
        try:
            text = _TAG.sub(_blank, read_text(inside(folder, file.name, Place(file))))
        except BadFile as error:
            yield from error.complaints
            continue
        for number, line in enumerate(text.split("\n"), 1):
            try:
                found = has_number(line)
            except ValueError:  # braces that do not match are found where the text is filled in
                found = any(map(str.isdigit, line))
            if found:
                yield Complaint(
                    say("a number stands in the text '{text}'", text=excerpt(line.strip())),
                    Place(file, number),
                    say("write the value's key in braces, such as {example}", example="{hand.limit}"),
                )


def _blank(found: re.Match[str]) -> str:
    """Nothing instead of a tag, but for its line breaks."""
    return "\n" * found[0].count("\n")


def _check_layout(workspace: Workspace, game: Game) -> Iterator[Complaint]:
    """What is wrong with a game's own layout before anything is drawn."""
    try:
        layout = workspace.layout(game.key)
    except BadFile as error:
        yield from error.complaints
        return
    decks = [deck.key for deck in game.decks]
    for key, (look, *_) in layout.looks.items():
        if key not in decks:
            yield Complaint(say("there is no deck '{deck}'", deck=key), look.place, near_miss(key, decks))
    try:
        yield from _check_boards(workspace, game, layout)
    except BadFile as error:
        yield from error.complaints


def _check_boards(workspace: Workspace, game: Game, layout: Layout) -> Iterator[Complaint]:
    """What is wrong with the spaces of boards, with all that can be added to the game."""
    boards = workspace.boards(game.key)
    everything = Choices("", tuple(game.offers(Kind.EXPANSION)), "", tuple(game.offers(Kind.OPTION)))
    for deck in game.decks if boards else ():
        for card, look in product(deck.cards, layout.of_deck(deck)[:1]):
            if card.key in boards:
                yield from faults(boards[card.key], choose(game, everything), look.size)


def check_program(workspace: Workspace) -> Iterator[Complaint]:
    """Everything wrong with the translations of the program itself."""
    yield from _check_catalogs(workspace, OWN_DOMAIN, program_entries(workspace))


def check_folders(workspace: Workspace) -> Iterator[Complaint]:
    """Folders in `cards/` that are no games."""
    for folder in sorted((workspace.root / "cards").iterdir()):
        if folder.is_dir() and folder.name not in workspace.own_games():
            yield Complaint(say("there is no such file"), Place(folder / "game.toml"))


def _check_editions(game: Game) -> Iterator[Complaint]:
    """Whether every combination of edition, expansion and variant, and each option, can be made."""
    options = [(), *((key,) for key in game.offers(Kind.OPTION)), tuple(game.offers(Kind.OPTION))]
    expansions = [(), *((key,) for key in game.offers(Kind.EXPANSION))]
    variants = ["", *game.offers(Kind.VARIANT)]
    for edition, choice in game.offers(Kind.EDITION).items():
        for expansion, variant, option in product(expansions, variants, options):
            if not {*expansion, variant, *option}.intersection(choice.lacks):
                try:
                    choose(game, Choices(edition, expansion, variant, option))
                except BadRequest as error:
                    yield from error.complaints


def _check_catalogs(workspace: Workspace, domain: str, entries: Iterable[Entry]) -> Iterator[Complaint]:
    for language in workspace.own_languages():
        path = workspace.po(language, domain)
        if path.is_file():
            try:
                yield from _check_catalog(path, read_po(path), list(entries))
            except BadFile as error:
                yield from error.complaints


def _check_catalog(path: Path, catalog: PoCatalog, entries: list[Entry]) -> Iterator[Complaint]:
    missing = 0
    seen: set[tuple[str, str]] = set()
    for entry in entries:
        text = entry.text
        if (text.context, text.one) in seen:
            continue
        seen.add((text.context, text.one))
        message = catalog.get(text.one, text.context or None)
        if message is None:
            missing += 1
        else:
            for wrong, hint in translation_problems(entry, message, catalog.num_plurals):
                yield Complaint(wrong, Place(path, message.lineno), hint)
    if missing:
        yield Complaint(
            counted("{n} text is not in the catalog yet", "{n} texts are not in the catalog yet", n=missing),
            Place(path, 1),
            say("run 'pnp messages' and translate what it adds"),
        )

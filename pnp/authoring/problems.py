"""Finds what is wrong with games and translations, each problem with file, line and remedy."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.authoring.forms import form_problems, names_of, wish_problems, wishes_of
from pnp.authoring.style import style_problems, two_translations
from pnp.base.errors import BadFile, BadRequest, Complaint, Place, near_miss
from pnp.base.files import inside, read_text
from pnp.base.text import has_number, say
from pnp.boards.settle import faults
from pnp.data.edition import Choices, choose
from pnp.data.model import Entry, GameData, Kind
from pnp.data.values import excerpt
from pnp.data.workspace import Workspace
from pnp.words.catalog import OWN_DOMAIN
from pnp.words.messages import game_entries, program_entries, rulebook_folder, translates_program
from pnp.words.po import read_po
from pnp.words.translation import not_translated, translation_problems

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog as PoCatalog

    from pnp.data.layout import Layout


# what a template does not print as it stands: tags, the names of boxes, the marks of lists
_TAG = re.compile(r"\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}|^:::[^\n]*|^\s*\d+\.(?=\s)", re.DOTALL | re.MULTILINE)


def game_problems(workspace: Workspace, key: str, languages: Sequence[str] = ()) -> Iterator[Complaint]:
    """Everything wrong with one game and its translations, into some languages or all that the workspace has."""
    try:
        game = workspace.game(key)
    except BadFile as error:
        yield from error.complaints
        return
    yield from _edition_problems(game)
    yield from _layout_problems(workspace, game)
    yield from _number_problems(game)
    try:
        entries = game_entries(game)
    except BadFile as error:
        yield from error.complaints
        return
    yield from _language_problems(workspace, key, entries, languages or workspace.own_languages(), _numbers(game))
    for language in languages or workspace.own_languages():
        yield from _form_problems(workspace, game, language)


def _form_problems(workspace: Workspace, game: GameData, language: str) -> Iterator[Complaint]:
    """What the names of a game lack that its own texts, or the program's, ask for in a language."""
    paths = [path for domain in (game.key, OWN_DOMAIN) if (path := workspace.catalog(language, domain))]
    try:
        catalogs = [read_po(path) for path in paths]
    except BadFile:
        return  # which is complained of with the catalog
    if paths and paths[0].stem == game.key:
        names = names_of(catalogs[0])
        contexts = {one.context for one in names if one.context in game.terms or one.context.endswith(" name")}
        yield from two_translations(paths[0], catalogs[0], contexts)
        wishes = [wish for catalog in catalogs for wish in wishes_of(catalog)]
        yield from form_problems(paths[0], names, wishes, _terms_of_values(game))
        yield from wish_problems(paths[0], wishes_of(catalogs[0]), names)


def _numbers(game: GameData) -> list[str]:
    """The values that are numbers, or lists of them."""
    facts = {
        key: value.fact if isinstance(value.fact, tuple) else (value.fact,) for key, value in game.values.items()
    }
    return [key for key, found in facts.items() if found and all(type(one) is int for one in found)]


def _terms_of_values(game: GameData) -> dict[str, str]:
    return {key: value.terms for key, value in game.values.items() if value.terms}


def _number_problems(game: GameData) -> Iterator[Complaint]:
    """Numbers in texts where a game has values: they stand there, once."""
    for entry in game.entries:
        if entry.has_stray_number:
            yield _stray_number(entry.text.one, entry.place)
    if not game.digits:
        yield from _template_problems(rulebook_folder(game))


def _stray_number(text: str, place: Place) -> Complaint:
    return Complaint(
        say("there is a number in the text “{text}”", text=excerpt(text)),
        place,
        say(
            "write the value’s key in braces, such as {example}; steps need no numbers, just a "
            "line each. To allow digits in a deck or in the whole game, put “digits = true” in "
            "game.toml",
            example="{hand.limit}",
        ),
    )


def _template_problems(folder: Path) -> Iterator[Complaint]:
    """Numbers in the text of a rulebook."""
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
                yield _stray_number(line.strip(), Place(file, number))


def _blank(found: re.Match[str]) -> str:
    """Nothing instead of a tag, but for its line breaks."""
    return "\n" * found[0].count("\n")


def _layout_problems(workspace: Workspace, game: GameData) -> Iterator[Complaint]:
    """What is wrong with a game's own layout before anything is drawn."""
    try:
        layout = workspace.layout(game.key)
    except BadFile as error:
        yield from error.complaints
        return
    decks = [deck.key for deck in game.decks]
    for key, (look, *_) in layout.looks.items():
        if key not in decks:
            yield Complaint(say("there is no deck “{deck}”", deck=key), look.place, near_miss(key, decks))
    try:
        yield from _board_problems(workspace, game, layout)
    except BadFile as error:
        yield from error.complaints


def _board_problems(workspace: Workspace, game: GameData, layout: Layout) -> Iterator[Complaint]:
    """What is wrong with the spaces of boards, with all that can be added to the game."""
    boards = workspace.boards(game.key)
    everything = Choices("", tuple(game.offers(Kind.EXPANSION)), "", tuple(game.offers(Kind.OPTION)))
    for deck in game.decks if boards else ():
        for card, look in product(deck.cards, layout.of_deck(deck)[:1]):
            if card.key in boards:
                yield from faults(boards[card.key], choose(game, everything), look.size)


def program_problems(workspace: Workspace, languages: Sequence[str] = ()) -> Iterator[Complaint]:
    """Everything wrong with the translations of the program itself."""
    asked = languages or workspace.own_languages()
    if concerned := [language for language in asked if translates_program(workspace, language)]:
        yield from _language_problems(workspace, OWN_DOMAIN, program_entries(workspace), concerned)
        for language in concerned:
            yield from _program_wishes(workspace, language)


def _program_wishes(workspace: Workspace, language: str) -> Iterator[Complaint]:
    """The forms that the program asks for, and no name of any game has."""
    games = [path for key in workspace.own_games() if (path := workspace.catalog(language, key))]
    try:
        names = [name for path in games for name in names_of(read_po(path))]
        if path := workspace.catalog(language, OWN_DOMAIN):
            yield from wish_problems(path, wishes_of(read_po(path)), names)
    except BadFile:
        return  # which is complained of with the catalog


def folder_problems(workspace: Workspace) -> Iterator[Complaint]:
    """Folders in `cards/` that are no games."""
    for folder in sorted((workspace.root / "cards").iterdir()):
        if folder.is_dir() and folder.name not in workspace.own_games():
            yield Complaint(say("there is no such file"), Place(folder / "game.toml"))


def _edition_problems(game: GameData) -> Iterator[Complaint]:
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


def _language_problems(
    workspace: Workspace,
    domain: str,
    entries: Sequence[Entry],
    languages: Iterable[str],
    numbers: Iterable[str] = (),
) -> Iterator[Complaint]:
    from babel.messages.catalog import Catalog as PoCatalog

    for language in languages:
        path = workspace.catalog(language, domain)
        foreign = [entry for entry in entries if path or entry.text.language != language]
        try:
            catalog = read_po(path) if path else PoCatalog()
            yield from _catalog_problems(path or workspace.po(language, domain), catalog, foreign)
            if path:
                yield from style_problems(path, catalog, numbers)
        except BadFile as error:
            yield from error.complaints


def _catalog_problems(path: Path, catalog: PoCatalog, entries: Iterable[Entry]) -> Iterator[Complaint]:
    seen: set[tuple[str, str]] = set()
    for entry in entries:
        text = entry.text
        if (text.context, text.one) in seen:
            continue
        seen.add((text.context, text.one))
        message = catalog.get(text.one, text.context or None)
        if message is None:
            sentence, hint = not_translated(text, f"pnp messages --lang {path.parents[1].name}")
            yield Complaint(sentence, Place(path), hint)
        else:
            for wrong, hint in translation_problems(entry, message, catalog.num_plurals):
                yield Complaint(wrong, Place(path, message.lineno), hint)

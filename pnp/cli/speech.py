"""Makes the program speak the user's language: messages, help, headings, and words about a mistyped line."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from itertools import pairwise
from typing import Any

from typer.exceptions import TyperException

from pnp.base.errors import Complaint, near_miss
from pnp.base.text import SOURCE_LANGUAGE, Text, say, source, word
from pnp.cli.options import listed
from pnp.data.model import GameData
from pnp.data.workspace import Workspace, builtin_root
from pnp.words.catalog import OWN_DOMAIN, Catalog, load_catalog, source_catalog

_QUOTED = re.compile(r"'([^']*)'")

# What typer prints around our own texts: its names for them.
_FRAME = {
    "ARGUMENTS_PANEL_TITLE": source("Arguments"),
    "OPTIONS_PANEL_TITLE": source("Options"),
    "COMMANDS_PANEL_TITLE": source("Commands"),
    "REQUIRED_LONG_STRING": source("[required]"),
}
# And what it says of options of its own.
_TYPER = (
    source("Install completion for the current shell."),
    source("Show completion for the current shell, to copy it or customize the installation."),
)


def user_language(environment: Mapping[str, str], workspace: Workspace, asked: str = "") -> str:
    """The language of the user's environment if there is a catalog of it, else the one asked for, else English."""
    names = [environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG")]
    first = environment.get("LANGUAGE", "").split(":")[0] if any(names) else ""
    found = first or next(filter(None, names), "")
    code = found.partition(".")[0].partition("_")[0]
    languages = workspace.languages()
    if code in languages:
        return code
    return asked if asked in languages else SOURCE_LANGUAGE


def catalogs_of(workspace: Workspace, lang: str, game: GameData | None = None) -> Iterator[Catalog]:
    """The catalogs of the languages asked for."""
    for language in languages_asked(workspace, lang, game):
        yield load_catalog(workspace, language, game.key if game else OWN_DOMAIN)


def languages_asked(workspace: Workspace, lang: str, game: GameData | None = None) -> list[str]:
    """The languages asked for; the user's own if none is, as far as the game is there in it."""
    own = game.source if game else SOURCE_LANGUAGE
    asked = sorted({*workspace.languages(), own}) if lang == "all" else listed([lang]) or (_usual(workspace, game),)
    return [code if code == own else workspace.known_language(code) for code in asked]


def _usual(workspace: Workspace, game: GameData | None) -> str:
    """The user's language; the game's own where not even its title is translated into that."""
    language = user_language(os.environ, workspace)
    if not game:
        return language
    return game.source if load_catalog(workspace, language, game.key).lacks(game.title) else language


def languages_of(workspace: Workspace, lang: str) -> tuple[str, ...]:
    """The languages asked for, also such as are not here yet; none if none is."""
    return workspace.languages() if lang == "all" else workspace.new_languages(listed([lang]))


def ui_catalog(arguments: list[str]) -> Catalog:
    """The catalog of the program's own messages, in the user's language."""
    workspace = Workspace(builtin_root())
    language = user_language(os.environ, workspace, _asked_language(arguments))
    if language == SOURCE_LANGUAGE:
        return source_catalog()
    return load_catalog(workspace, language)


def _asked_language(arguments: list[str]) -> str:
    """The language after --lang, for errors that arise before the line is parsed."""
    for name, value in pairwise([*arguments, ""]):
        if name in ("--lang", "-l"):
            return value.partition(",")[0]
        if name.startswith("--lang="):
            return name.removeprefix("--lang=").partition(",")[0]
    return ""


def translate(command: Any, ui: Catalog) -> None:
    """Puts the help of a command, and of all commands below it, into the user's language."""
    example = Workspace(builtin_root()).own_games()[0]
    for attribute in ("help", "short_help", "epilog"):
        if text := getattr(command, attribute, None):
            setattr(command, attribute, ui(Text(text), {"game": example}))
    for param in command.params:
        if getattr(param, "help", None):
            param.help = ui(Text(param.help))
    plain_help_option = command.get_help_option

    def help_option(context: Any) -> Any:
        option = plain_help_option(context)
        option.help = ui(say("Show this help and exit."))
        return option

    def format_usage(context: Any, formatter: Any) -> None:
        pieces = " ".join(command.collect_usage_pieces(context))
        formatter.write_usage(context.command_path, pieces, prefix=ui(word("help", "Usage")) + ": ")

    plain_help = command.format_help

    def format_help(context: Any, formatter: Any) -> None:
        from typer import rich_utils

        for name, text in _FRAME.items():
            setattr(rich_utils, name, ui(Text(text)))
        plain_help(context, formatter)

    command.get_help_option, command.format_usage, command.format_help = help_option, format_usage, format_help
    for child in getattr(command, "commands", {}).values():
        translate(child, ui)


def misuse(error: TyperException) -> Complaint:
    """A wrong line on the terminal, said in the user's language."""
    context = getattr(error, "ctx", None)
    hint = say("for help, run {command}", command=f"{context.command_path if context else 'pnp'} --help")
    option, param = getattr(error, "option_name", ""), getattr(error, "param", None)
    kind = type(error).__name__
    if kind == "NoSuchOption":
        known = [name for one in context.command.params for name in one.opts] if context else []
        return Complaint(say("there is no option {option}", option=option), None, near_miss(option, known) or hint)
    if kind == "BadParameter" and param:
        option = param.opts[0]
    numbers = {"float": "12.5", "integer": "12"}
    if kind == "BadParameter" and param and param.type.name in numbers:
        return Complaint(
            say("{option}: expected a number, such as {example}", option=option, example=numbers[param.type.name]),
            None,
            hint,
        )
    if kind in ("BadOptionUsage", "BadParameter") and option:
        return Complaint(say("the option {option} is used incorrectly", option=option), None, hint)
    if kind == "MissingParameter" and param:
        return Complaint(say("{name} is missing", name=param.metavar or param.name), None, hint)
    found = _QUOTED.search(error.message)
    if context and hasattr(context.command, "commands") and found:
        nearest = near_miss(found[1], context.command.commands)
        return Complaint(say("there is no command “{command}”", command=found[1]), None, nearest)
    return Complaint(say("this command is not understood: {reason}", reason=error.message), None, hint)

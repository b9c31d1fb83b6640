"""The options that mean the same in every command, with shell completion, and what becomes of their words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

import pnp
from pnp.base.errors import BadRequest, Complaint, Failure
from pnp.base.text import Message, OptionName, say, source
from pnp.data import workspace as workspaces
from pnp.data.edition import Choices
from pnp.data.model import Kind
from pnp.data.values import excerpt

TEXT, JSON = "text", "json"


def _complete_game(incomplete: str) -> list[str]:
    return [key for key in workspaces.find().games() if key.startswith(incomplete)]


def _complete_page(incomplete: str) -> list[str]:
    from pnp.authoring.docs import pages

    return [name for name in pages() if name.startswith(incomplete)]


def _complete_language(incomplete: str) -> list[str]:
    return [code for code in workspaces.find().languages() if code.startswith(incomplete)]


def _complete_choice(kind: Kind) -> Callable[[typer.Context, str], list[str]]:
    """Completes the words that the game named on the line offers for an option."""

    def complete(context: typer.Context, incomplete: str) -> list[str]:
        try:
            game = workspaces.find().game(context.params.get("game") or next(iter(context.args), ""))
        except Failure:
            return []
        return [key for key in game.offers(kind) if key.startswith(incomplete)]

    return complete


def _complete_stock(kind: str) -> Callable[[str], list[str]]:
    """Completes the papers, sizes or layouts of templates/sheets.toml."""

    def complete(incomplete: str) -> list[str]:
        try:
            names = getattr(workspaces.find().stock(), kind)
        except Failure:
            return []
        return [name for name in names if name.startswith(incomplete)]

    return complete


def _complete_ink(context: typer.Context, incomplete: str) -> list[str]:
    try:
        inks = workspaces.find().layout(context.params.get("game") or next(iter(context.args), "")).inks
    except Failure:
        return []
    return [ink for ink in inks if ink.startswith(incomplete)]


def _worded(flag: str, metavar: str | None, about: str, complete: Callable[..., list[str]] | None = None) -> Any:
    """An option whose help says its default in words, if it has one."""
    return typer.Option(flag, metavar=metavar, help=about, show_default=False, autocompletion=complete)


def _chosen(flag: str, kind: Kind, about: str) -> Any:
    return typer.Option(flag, metavar="KEY", help=about, autocompletion=_complete_choice(kind))


def language_option(about: str) -> Any:
    """The option that names a language, with what it means to a command."""
    return typer.Option("--lang", "-l", metavar="LANG", help=about, autocompletion=_complete_language)


GameKey = Annotated[
    str,
    typer.Argument(
        metavar="GAME", help=source("Key of the game; “pnp games” lists them."), autocompletion=_complete_game
    ),
]
AnyGame = Annotated[
    str,
    typer.Argument(metavar="GAME", help=source("Only this game (default: all)."), autocompletion=_complete_game),
]
PageArgument = Annotated[
    str,
    typer.Argument(
        metavar="PAGE", help=source("Page to show (default: list them all)."), autocompletion=_complete_page
    ),
]
Lang = Annotated[
    str,
    language_option(source("Language, or several separated by commas, such as pl,de; “all” for every language.")),
]
OneLang = Annotated[str, language_option(source("Language to answer in, such as de (default: your system’s)."))]
EditionKey = Annotated[str, _chosen("--edition", Kind.EDITION, source("Use the rules of this printed edition."))]
With = Annotated[list[str], _chosen("--with", Kind.EXPANSION, source("Add an expansion."))]
Variant = Annotated[str, _chosen("--variant", Kind.VARIANT, source("Play a variant."))]
Option = Annotated[list[str], _chosen("--option", Kind.OPTION, source("Add an optional rule."))]
Set = Annotated[
    list[str],
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help=source("Change a value, such as hand.limit=8, or give a TOML file with several."),
    ),
]
PaperOption = Annotated[
    str,
    _worded(
        "--paper",
        "PAPER",
        source("Paper: a4, a3, letter, legal … or millimetres, such as 210x297 (default: a4)."),
        _complete_stock("papers"),
    ),
]
InkUse = Annotated[
    str,
    _worded(
        "--ink",
        "INK",
        source("Ink: full, low to save ink, or bw for black and white (default: full)."),
        _complete_ink,
    ),
]
Open = Annotated[bool, typer.Option("--open", help=source("Open the result when it is ready."))]
Out = Annotated[
    Path | None,
    typer.Option("--out", "-o", metavar="DIR", help=source("Folder to write to (default: output).")),
]
WorkspaceRoot = Annotated[
    Path | None,
    typer.Option(
        "--workspace",
        metavar="DIR",
        help=source(
            "Folder that contains cards, locales and templates (default: the nearest, from the current one upwards)."
        ),
    ),
]


class PrintFlag(NamedTuple):
    """The flag of an option of printing, and the annotation that typer reads."""

    flag: str
    annotation: Any


def _printing(
    kind: Any, flag: str, metavar: str | None, about: str, complete: Callable[..., list[str]] | None = None
) -> PrintFlag:
    return PrintFlag(flag, Annotated[kind, _worded(flag, metavar, about, complete)])


# of each field of PrintOptions, by its name
PRINT_FLAGS: Mapping[str, PrintFlag] = {
    "decks": _printing(
        list[str], "--deck", "DECK", source("Only this deck, or several separated by commas (default: all).")
    ),
    "paper": PrintFlag("--paper", PaperOption),
    "card": _printing(
        str,
        "--card",
        "SIZE",
        source("Card size: poker, tcg, euro … or millimetres, such as 63x88."),
        _complete_stock("sizes"),
    ),
    "layout": _printing(
        str,
        "--layout",
        "LAYOUT",
        source(
            "Layout of the sheets: duplex, fronts, gutterfold, or single for one piece per page (default: duplex)."
        ),
        _complete_stock("schemes"),
    ),
    "binding": _printing(
        str,
        "--layout",
        "LAYOUT",
        source(
            "Layout of the book: pages, booklet for sheets to fold in half, or square for square "
            "pages to fold and cut (default: pages)."
        ),
    ),
    "format": _printing(
        str,
        "--format",
        "FORMAT",
        source("pdf for printing, or html for a single page to read on a phone (default: pdf)."),
    ),
    "flip": _printing(
        str, "--flip", "EDGE", source("Edge on which your printer flips the sheets: long or short (default: long).")
    ),
    "ink": PrintFlag("--ink", InkUse),
    "bleed": _printing(
        float, "--bleed", "MM", source("How far printing extends beyond the cut, in millimetres (default: 3).")
    ),
    "gap": _printing(
        float | None, "--gap", "MM", source("Space between pieces, in millimetres; with 0, neighbours share a cut.")
    ),
    "overlap": _printing(
        float | None, "--overlap", "MM", source("How far the tiles of a board overlap, in millimetres (default: 10).")
    ),
    "gsm": _printing(
        float, "--gsm", "GRAMS", source("Weight of the card you print boxes on, in g/m² (default: 250).")
    ),
    "sleeves": _printing(
        str, "--sleeves", "SLEEVES", source("Make room for sleeved cards: thin or thick."), _complete_stock("sleeves")
    ),
    "once": _printing(bool, "--once", None, source("Make only one copy of each piece, as a preview.")),
}


def print_flag(name: str) -> PrintFlag:
    """The flag of an option of printing; where one was forgotten, the program ends as it starts."""
    assert name in PRINT_FLAGS, f"the option '{name}' of printing has no flag in PRINT_FLAGS"
    return PRINT_FLAGS[name]


def choices(edition: str, expansions: list[str], variant: str, options: list[str], changes: list[str]) -> Choices:
    """What the options choose, not yet checked against a game."""
    return Choices(edition, listed(expansions), variant, listed(options), dict(_changes(changes)))


def edition_of(
    game: str,
    edition: str,
    expansions: list[str],
    variant: str,
    options: list[str],
    changes: list[str],
    workspace: Path | None,
) -> pnp.Edition:
    """The game as the words of a command line choose it."""
    values = dict(_changes(changes))
    return pnp.open(game, workspace=workspace).edition(
        edition,
        expansions=listed(expansions),
        variant=variant,
        options=listed(options),
        set=values,
    )


def _changes(changes: list[str]) -> Iterator[tuple[str, object]]:
    """`key=value` pairs, and the values of TOML files that are named instead."""
    for change in changes:
        key, equals, value = change.partition("=")
        if equals:
            yield key.strip(), value.strip()
        elif change.endswith(".toml"):
            from pnp.data.load.toml import read_facts

            yield from read_facts(Path(change)).items()
        else:
            raise BadRequest(
                Complaint(
                    say("--set: expected key=value or a TOML file, found “{found}”", found=change),
                    None,
                    say("for example {example}", example="--set hand.limit=8"),
                )
            )


def listed(words: Iterable[str]) -> tuple[str, ...]:
    """The words of an option that may be given several times, or once with commas; each word once."""
    parts = (part.strip() for word in words for part in word.split(","))
    return tuple(dict.fromkeys(part for part in parts if part))


def known_format(output_format: str) -> None:
    """BadRequest for a format that is neither text nor JSON."""
    if output_format not in (TEXT, JSON):
        raise BadRequest(
            Complaint(say("--format: expected text or json, found “{found}”", found=excerpt(output_format)))
        )


def of_flags(complaint: Complaint) -> Complaint:
    """What is wrong with an option is said of the flag that asked for it."""
    hint = complaint.hint and _of_flags(complaint.hint)
    return replace(complaint, message=_of_flags(complaint.message), hint=hint)


def _of_flags(said: Message) -> Message:
    flags = {key: _flag(one) for key, one in said.values.items() if isinstance(one, OptionName)}
    return replace(said, values={**said.values, **flags}) if flags else said


def _flag(name: OptionName) -> str:
    return PRINT_FLAGS[name].flag if name in PRINT_FLAGS else f"--{name}"

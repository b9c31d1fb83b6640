"""The commands that print: one for each artefact of a kit, one for the whole; all made from one list of options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from inspect import Parameter, Signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Unpack

import typer

from pnp.base.errors import Complaint
from pnp.base.text import say, source
from pnp.cli import options, output
from pnp.cli.speech import languages_asked
from pnp.data.model import Kind
from pnp.faces.options import PrintOptions
from pnp.kit.artefacts import KIT, options_of
from pnp.words.catalog import Catalog, load_catalog
from pnp.words.choices import own_editions

if TYPE_CHECKING:
    from pnp.api.games import Edition
    from pnp.api.options import Printing

# what every printing command is told, before and after what may be asked of the printing;
# each with its type, and what holds if it is left out, as help lists them
_BEFORE: dict[str, tuple[Any, Any]] = {
    "context": (typer.Context, Parameter.empty),
    "game": (options.GameKey, Parameter.empty),
    "lang": (options.Lang, ""),
    "edition": (options.EditionKey, ""),
    "expansions": (options.With, []),
    "variant": (options.Variant, ""),
    "optional": (options.Option, []),
    "changes": (options.Set, []),
}
_AFTER: dict[str, tuple[Any, Any]] = {
    "out": (options.Out, None),
    "open_it": (options.Open, False),
    "workspace": (options.WorkspaceRoot, None),
}


class _PrintCommand(NamedTuple):
    name: str
    help: str
    example: str


COMMANDS = (
    _PrintCommand(
        "cards",
        source("Make the sheets of cards and tiles as PDF, to cut out."),
        source("Example: pnp cards {game} --lang de --paper letter --ink low"),
    ),
    _PrintCommand(
        "board",
        source("Make the board as PDF: on one page, or in tiles to glue together if the paper is smaller."),
        source("Example: pnp board {game} --lang pl --paper a3"),
    ),
    _PrintCommand(
        "tokens",
        source("Make the sheets of tokens and markers as PDF, closely packed and with their backs."),
        source("Example: pnp tokens {game} --lang en"),
    ),
    _PrintCommand(
        "pawns",
        source("Make the sheets of pawns as PDF: some to fold up, some flat."),
        source("Example: pnp pawns {game} --lang it --ink low"),
    ),
    _PrintCommand(
        "aids",
        source("Make a player aid for each player as PDF: what to do on your turn and what things cost."),
        source("Example: pnp aids {game} --lang de"),
    ),
    _PrintCommand(
        "box",
        source("Make boxes for the decks as PDF, in the size that your cards need."),
        source("Example: pnp box {game} --gsm 300 --sleeves thin"),
    ),
    _PrintCommand(
        "scoresheet",
        source("Make a score sheet as PDF, for writing down a game for the referee; the back explains how."),
        source("Example: pnp scoresheet {game} --lang pl"),
    ),
    _PrintCommand(
        "rulebook",
        source("Make the rulebook, with worked examples, as PDF pages, as sheets to fold or for the screen."),
        source("Example: pnp rulebook {game} --lang it --layout booklet"),
    ),
    _PrintCommand(
        KIT,
        source("Make everything you need to play as PDF files, with a plan for printing them."),
        source("Example: pnp kit {game} --lang it"),
    ),
)


_TELL_RULES = (KIT, "rulebook")  # what has rules in it, and so depends on the edition most
_FORMER = {"sheet": "scoresheet"}  # names that commands had before, which still do


def register(app: typer.Typer, commands: Iterable[_PrintCommand] = COMMANDS) -> None:
    """Adds a command for each artefact; under a former name it works too, but help does not list it."""
    for command in commands:
        app.command(help=command.help, epilog=command.example)(_callback(command, command.name))
        for former in (name for name, now in _FORMER.items() if now == command.name):
            app.command(help=command.help, epilog=command.example, hidden=True)(_callback(command, former))


def _callback(command: _PrintCommand, name: str) -> Callable[..., None]:
    """A function with the signature that typer reads: the options that this command takes, and no others."""
    call = partial(_print, command.name)
    asked = _asked(command)
    parameters = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=kind)
        for name, (kind, default) in asked.items()
    ]
    vars(call).update(
        __name__=name,
        __annotations__={name: kind for name, (kind, _) in asked.items()},
        __signature__=Signature(parameters),
    )
    return call


def _asked(command: _PrintCommand) -> dict[str, tuple[Any, Any]]:
    """The options of a command, in the order of the fields of PrintOptions."""
    taken = options_of(command.name)
    usual = {name: one for name, one in PrintOptions._field_defaults.items() if name in taken}
    return {
        **_BEFORE,
        **{
            name: (options.print_flag(name).annotation, list(one) if isinstance(one, tuple) else one)
            for name, one in usual.items()
        },
        **{name: one for name, one in _AFTER.items() if name != "open_it" or command.name != KIT},
    }


def _print(
    command: str,
    *,
    context: typer.Context,
    game: str,
    lang: str,
    edition: str,
    expansions: list[str],
    variant: str,
    optional: list[str],
    changes: list[str],
    out: Path | None,
    workspace: Path | None,
    open_it: bool = False,
    **wishes: Unpack[Printing],
) -> None:
    """Makes all, with a progress bar on a terminal, then writes it; names the files and what is wrong with them."""
    if "decks" in wishes:
        wishes["decks"] = options.listed(wishes["decks"])
    ui = context.obj
    chosen = options.edition_of(game, edition, expansions, variant, optional, changes, workspace)
    languages = languages_asked(chosen.game.workspace, lang, chosen.game.data)
    faces = len(languages) * sum(len(deck.cards) + 1 for deck in chosen.data.decks)
    with output.progress(ui(say("Drawing")), faces) as tick:
        printed = chosen.write(command, languages, out, tick=tick, **wishes)
    for complaint in printed.untranslated:  # so that nobody finds out at the table
        output.complain([complaint], ui, stderr=True)
    if command in _TELL_RULES and not edition:
        output.complain([*_other_editions(chosen, languages, ui)], ui, stderr=True)
    for path in printed.paths:
        output.show(str(path))
    if open_it:
        for path in printed.paths:
            typer.launch(str(path))
    if printed.problems:
        from pnp.faces.problems import grouped

        output.complain(grouped(printed.problems), ui, stderr=True)
        raise typer.Exit(output.BROKEN)


def _other_editions(chosen: Edition, languages: Sequence[str], ui: Catalog) -> Iterator[Complaint]:
    """Which rules were used, where another edition was printed in the language of what was made."""
    game, edition = chosen.game, chosen.data
    say_it = load_catalog(game.workspace, ui.language, game.key)
    others = dict.fromkeys(key for language in languages for key in own_editions(edition, language))
    if others:
        offered = edition.game.offers(Kind.EDITION)
        used = say_it(offered[edition.key].title)
        named = ", ".join(f"--edition {key} ({say_it(offered[key].title)})" for key in others)
        hint = say("to use others: {editions}", editions=named)
        yield Complaint(say("rules used: {edition}", edition=used), None, hint)

"""The commands that print: one for each artefact of a kit, one for the whole; all made from one list of options."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from inspect import Parameter, Signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from pnp.base.text import say, source
from pnp.cli import options, output
from pnp.cli.speech import languages_asked
from pnp.faces.options import TAKES, PrintOptions

if TYPE_CHECKING:
    from pnp.api.options import Printing

# what every printing command is told, and what may be asked of the printing, by the names of PrintOptions;
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
_WISHES: dict[str, Any] = {
    "decks": options.Decks,
    "paper": options.PaperOption,
    "card": options.CardSize,
    "layout": options.SheetLayout,
    "binding": options.BookLayout,
    "format": options.BookFormat,
    "flip": options.FlipEdge,
    "ink": options.InkUse,
    "bleed": options.Bleed,
    "gap": options.Gap,
    "overlap": options.Overlap,
    "gsm": options.Gsm,
    "sleeves": options.Sleeves,
    "once": options.Once,
}
_AFTER: dict[str, tuple[Any, Any]] = {
    "out": (options.Out, None),
    "open_it": (options.Open, False),
    "workspace": (options.WorkspaceRoot, None),
}
_KIT = "kit"


class _Command(NamedTuple):
    name: str
    help: str
    example: str


COMMANDS = (
    _Command(
        "cards",
        source("Prints the cards and tiles of a game on sheets to cut out."),
        source("Example: pnp cards {game} --lang de --paper letter --ink low"),
    ),
    _Command(
        "board",
        source("Prints the board: on one page, or in tiles to glue together where the paper is smaller."),
        source("Example: pnp board {game} --lang pl --paper a3"),
    ),
    _Command(
        "tokens",
        source("Prints tokens and markers, closely packed, with their backs."),
        source("Example: pnp tokens {game} --lang en"),
    ),
    _Command(
        "pawns",
        source("Prints pawns to fold up, and flat ones."),
        source("Example: pnp pawns {game} --lang it --ink low"),
    ),
    _Command(
        "aids",
        source("Prints a player aid for each player: what to do in a turn, and what things cost."),
        source("Example: pnp aids {game} --lang de"),
    ),
    _Command(
        "box",
        source("Prints boxes for the decks, as large as your cards need them."),
        source("Example: pnp box {game} --gsm 300 --sleeves thin"),
    ),
    _Command(
        "scoresheet",
        source("Prints a sheet to record a game on, for the referee, with what to write on its back."),
        source("Example: pnp scoresheet {game} --lang pl"),
    ),
    _Command(
        "rulebook",
        source("Prints the rules as a book, with worked examples; as pages, as sheets to fold, or for the screen."),
        source("Example: pnp rulebook {game} --lang it --layout booklet"),
    ),
    _Command(
        _KIT,
        source("Builds everything that a table needs to print, as PDF files."),
        source("Example: pnp kit {game} --lang it"),
    ),
)


_FORMER = {"sheet": "scoresheet"}  # names that commands had before, which still do


def register(app: typer.Typer, commands: Iterable[_Command] = COMMANDS) -> None:
    """Adds a command for each artefact; under a former name it works too, but help does not list it."""
    for command in commands:
        app.command(help=command.help, epilog=command.example)(_callback(command, command.name))
        for former in (name for name, now in _FORMER.items() if now == command.name):
            app.command(help=command.help, epilog=command.example, hidden=True)(_callback(command, former))


def _callback(command: _Command, name: str) -> Callable[..., None]:
    """A function with the signature that typer reads: the options that this command takes, and no others."""

    def call(**given: Any) -> None:
        wishes: Any = {name: given.pop(name) for name in TAKES[command.name]}
        if "decks" in wishes:
            wishes["decks"] = options.listed(wishes["decks"])
        _print(command.name, wishes, **given)

    asked = _asked(command)
    call.__name__ = name
    call.__annotations__ = {name: kind for name, (kind, _) in asked.items()}
    call.__signature__ = Signature(  # type: ignore[attr-defined]
        [
            Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=kind)
            for name, (kind, default) in asked.items()
        ]
    )
    return call


def _asked(command: _Command) -> dict[str, tuple[Any, Any]]:
    """The options of a command; a wish that there is not ends the program as it starts."""
    wishes = sorted(TAKES[command.name], key=list(_WISHES).index)
    usual = {name: getattr(PrintOptions(), name) for name in wishes}
    return {
        **_BEFORE,
        **{name: (_WISHES[name], list(one) if isinstance(one, tuple) else one) for name, one in usual.items()},
        **{name: one for name, one in _AFTER.items() if name != "open_it" or command.name != _KIT},
    }


def _print(
    command: str,
    wishes: Printing,
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
) -> None:
    """Makes all, with a progress bar on a terminal, then writes it; names the files and what is wrong with them."""
    ui = context.obj
    chosen = options.edition_of(game, edition, expansions, variant, optional, changes, workspace)
    languages = languages_asked(chosen.game.workspace, lang, chosen.game.data)
    faces = len(languages) * sum(len(deck.cards) + 1 for deck in chosen.data.decks)
    with output.progress(ui(say("Drawing")), faces) as tick, options.named_as_flags():
        printed = chosen.write(command, languages, out, tick=tick, **wishes)
    for complaint in printed.untranslated:  # so that nobody finds out at the table
        output.complain([complaint], ui, stderr=True)
    for path in printed.paths:
        output.show(str(path))
    if open_it:
        for path in printed.paths:
            typer.launch(str(path))
    if printed.problems:
        from pnp.faces.problems import grouped

        output.complain(grouped(printed.problems), ui, stderr=True)
        raise typer.Exit(output.BROKEN)

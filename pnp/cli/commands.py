"""The commands: each a typed signature, what it asks of the library, and what it prints."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

import pnp
from pnp.base.errors import BadRequest, Complaint
from pnp.base.text import counted, say, source
from pnp.cli import output, printing, referee
from pnp.cli.options import (
    AnyGame,
    EditionKey,
    GameKey,
    Lang,
    Option,
    PageArgument,
    Set,
    Variant,
    With,
    WorkspaceRoot,
    edition_of,
)
from pnp.cli.speech import catalogs_of, languages_of
from pnp.data import workspace as workspaces
from pnp.data.model import GameData
from pnp.data.workspace import Workspace
from pnp.words.catalog import load_catalog

if TYPE_CHECKING:
    from pnp.words.messages import Tally

app = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help=source("Make print-and-play kits of board games in your language, and check the games you play with them."),
    epilog=source("Example: pnp kit {game} --lang it"),
)

app.add_typer(referee.app, name="referee")


def _show_version(asked: bool) -> None:
    if asked:
        from pnp import __version__

        typer.echo(f"pnp {__version__}")
        raise typer.Exit


@app.callback()
def _pnp(
    version: Annotated[
        bool,
        typer.Option("--version", help=source("Show the version and exit."), is_eager=True, callback=_show_version),
    ] = False,
) -> None:
    """Options before the command."""


@app.command(
    help=source("List the games, or show everything about one: components, editions, choices and assumed values."),
    epilog=source("Example: pnp games {game} --lang de --set hand.limit=8"),
)
def games(
    game: AnyGame = "",
    lang: Lang = "",
    edition: EditionKey = "",
    expansions: With = [],
    variant: Variant = "",
    options: Option = [],
    changes: Set = [],
    workspace: WorkspaceRoot = None,
) -> None:
    """Prints a table of all games; or the page of one, in each language that was asked for."""
    from pnp.cli import show

    if not game:
        _list_games(workspaces.find(workspace), lang)
        return
    chosen = edition_of(game, edition, expansions, variant, options, changes, workspace)
    for catalog in catalogs_of(chosen.game.workspace, lang, chosen.game.data):
        output.draw(show.game_page(chosen.data, catalog))


def _list_games(workspace: Workspace, lang: str) -> None:
    from pnp.cli import show

    tallied = [(one, _tallies(workspace, one)) for one in map(workspace.game, workspace.games())]
    for catalog in catalogs_of(workspace, lang):
        titles = {one.key: load_catalog(workspace, catalog.language, one.key)(one.title) for one, _ in tallied}
        rows = [(one, titles[one.key], tallies) for one, tallies in tallied]
        output.draw(show.games_list(rows, catalog))


@app.command(
    help=source("List problems in data and translations, each with file, line and what to do about it."),
    epilog=source("Example: pnp check {game}"),
)
def check(
    context: typer.Context,
    game: AnyGame = "",
    printed: Annotated[
        bool, typer.Option("--print", help=source("Also check every printed face, in every language and size."))
    ] = False,
    lang: Lang = "",
    workspace: WorkspaceRoot = None,
) -> None:
    """Prints the problems that `pnp.problems` finds; exit code 1 if there are any."""
    languages = languages_of(workspaces.find(workspace), lang)
    found = pnp.problems(game, languages=languages, printed=printed, workspace=workspace)
    ui = context.obj
    output.complain(found, ui)
    if found:
        output.show(ui(counted("{n} problem", "{n} problems", n=len(found))))
        raise typer.Exit(output.BROKEN)
    output.show(ui(say("No problems found.")))


printing.register(app)


@app.command(
    help=source("Start a game of your own from a small sample to change and extend."),
    epilog=source("Example: pnp new my-game"),
)
def new(
    context: typer.Context,
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME", help=source("Key of the new game, in lower-case letters, digits and hyphens.")
        ),
    ],
    workspace: Annotated[
        Path | None,
        typer.Option(
            "--workspace", metavar="DIR", help=source("Folder to put the game in (default: the current one).")
        ),
    ] = None,
) -> None:
    """Prints the new folder, and which commands to go on with."""
    from pnp.authoring.sample import start_game

    folder = start_game(workspace or Path.cwd(), game)
    output.show(str(folder))
    output.show(
        context.obj(
            say(
                "Next, edit the files there and look at the result with {command}",
                command=f"pnp cards {game} --open",
            )
        )
    )
    output.show(context.obj(say("To find out what can go into them, run {command}", command="pnp docs data")))


@app.command(
    help=source("Show a page of the docs, or list them all: tutorials, how-tos, reference, explanation."),
    epilog=source("Example: pnp docs print-tonight"),
)
def docs(
    context: typer.Context,
    page: PageArgument = "",
    open_it: Annotated[
        bool, typer.Option("--open", help=source("Open the page in another program and show where its file is."))
    ] = False,
) -> None:
    """Sets a page for a terminal, hands it on as it was written to a pipe, or leaves it to another program."""
    from pnp.authoring import docs as library
    from pnp.base.files import read_text
    from pnp.cli import show

    if not page:
        output.draw(show.pages_list(library.pages().values(), context.obj))
        return
    path = library.page(page).path
    if not open_it:
        output.show_page(read_text(path))
        return
    output.show(str(path))
    typer.launch(str(path))


@app.command(
    help=source("Collect all texts to translate, and bring the PO files in “locales” up to date."),
    epilog=source("Example: pnp messages --lang de,cs"),
)
def messages(context: typer.Context, lang: Lang = "", workspace: WorkspaceRoot = None) -> None:
    """Prints a row for each file brought up to date; refuses the copy inside an installed package."""
    from pnp.cli import show
    from pnp.words.messages import update

    home = workspaces.find(workspace)
    if home.packed:
        raise BadRequest(
            Complaint(
                say("the built-in workspace cannot be changed"),
                None,
                say("go to a folder of your own that contains a folder “cards”, or give one with --workspace"),
            )
        )
    languages = languages_of(home, lang)
    if not (languages or home.own_languages()):
        raise BadRequest(
            Complaint(
                say("nothing is translated here yet"),
                None,
                say("say which languages to start with, such as {example}", example="pnp messages --lang de,cs"),
            )
        )
    output.draw(show.tallies_list(list(update(home, languages)), context.obj))


@app.command(
    help=source("Simulate games played by the rules, for a first look at the balance and for logs to try out."),
    epilog=source("Example: pnp simulate {game} --players 3 --games 1000 --seed 7"),
)
def simulate(
    context: typer.Context,
    game: GameKey,
    players: Annotated[
        int | None, typer.Option("--players", metavar="N", min=1, max=99, help=source("Number of players."))
    ] = None,
    games: Annotated[
        int,
        typer.Option(
            "--games",
            metavar="N",
            min=1,
            max=10_000_000,
            show_default=False,
            help=source("Number of games (default: 100)."),
        ),
    ] = 100,
    seed: Annotated[
        int,
        typer.Option(
            "--seed", metavar="N", show_default=False, help=source("The same seed gives the same games (default: 1).")
        ),
    ] = 1,
    player: Annotated[
        list[str],
        typer.Option("--player", metavar="KIND", help=source("How the players play, seat by seat: greedy, random.")),
    ] = [],
    edition: EditionKey = "",
    expansions: With = [],
    variant: Variant = "",
    options: Option = [],
    changes: Set = [],
    logs: Annotated[
        Path | None, typer.Option("--logs", metavar="DIR", help=source("Folder to write the logs of the games to."))
    ] = None,
    lang: Lang = "",
    workspace: WorkspaceRoot = None,
) -> None:
    """Adds each game to the balance as it ends, and writes its log at once if logs are wanted."""
    from pnp.base.save import write_atomically
    from pnp.studies.balance import Balance, lines

    chosen = edition_of(game, edition, expansions, variant, options, changes, workspace)
    home = chosen.game.workspace
    kinds = [kind.strip() for one in player for kind in one.split(",") if kind.strip()]  # several may be alike
    played = chosen.simulate(games, players=players, kinds=kinds, seed=seed, logs=bool(logs))
    balance = Balance()
    with output.progress(context.obj(say("Playing")), games) as tick:
        for number, one in enumerate(played, 1):
            balance.add(one)
            if logs:
                write_atomically(logs / f"{game}-{seed}-{number:04}.log", one.log.encode(), home.around(logs))
            tick()
    for catalog in catalogs_of(home, lang, chosen.game.data):
        output.print_lines(lines(balance, catalog))


def _tallies(workspace: Workspace, game: GameData) -> list[Tally]:
    from pnp.words.messages import game_entries, tally

    paths = [workspace.catalog(language, game.key) for language in workspace.languages()]
    return [tally(path, game_entries(game)) for path in paths if path]

"""The commands of the referee."""

from __future__ import annotations

import os
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from pnp.base.errors import BadRequest, Complaint, Place
from pnp.base.text import say, source
from pnp.cli import output
from pnp.cli.options import (
    JSON,
    TEXT,
    EditionKey,
    GameKey,
    InkUse,
    Lang,
    Open,
    Option,
    PaperOption,
    Set,
    Variant,
    With,
    WorkspaceRoot,
    choices,
    known_format,
    listed,
)
from pnp.cli.speech import user_language
from pnp.data import workspace as workspaces
from pnp.data.values import excerpt

if TYPE_CHECKING:
    from pnp.log.library import Library

MOST_LINE = 1_000_000_000
REPORT_FORMATS = ("pdf", "html")

app = typer.Typer(
    no_args_is_help=True,
    help=source("Checks records of games that were really played."),
    epilog=source("Example: pnp referee check my-game.log"),
)

LogArgument = Annotated[Path, typer.Argument(metavar="LOG", help=source("A record of a game, as text or JSON."))]
Logs = Annotated[list[Path], typer.Argument(metavar="LOG…", help=source("Records: files, folders or patterns."))]
KitOption = Annotated[
    Path | None,
    typer.Option(
        "--kit", metavar="DIR", help=source("Folder of your printed kit: findings cite its rulebook's pages.")
    ),
]


def _form(about: str, *, usual: bool = False) -> Any:
    return typer.Option("--format", metavar="FORMAT", show_default=usual, help=about)


def _file(about: str) -> Any:
    return typer.Option("--out", "-o", metavar="FILE", help=about)


OutputFormat = Annotated[str, _form(source("text for people, json for programs."), usual=True)]


@app.command(
    help=source("Says what was not by the rules, which rule, and what would have been legal."),
    epilog=source("Example: pnp referee check club-night/ --lang de"),
)
def check(
    context: typer.Context,
    logs: Logs,
    lang: Lang = "",
    output_format: OutputFormat = TEXT,
    everything: Annotated[
        bool, typer.Option("--all", help=source("Also print in full what only follows from other findings."))
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help=source("Guess nothing: refuse a log in which a word is mistyped."))
    ] = False,
    fix: Annotated[
        bool,
        typer.Option(
            "--fix", help=source("Put what was meant in place of what was mistyped: show it, or write it with -o.")
        ),
    ] = False,
    out: Annotated[Path | None, _file(source("With --fix: file to write, or for several logs a folder."))] = None,
    kit: KitOption = None,
    workspace: WorkspaceRoot = None,
) -> None:
    """Prints verdicts as they come; exit code 2 if a log cannot be read, else 1 if one breaks a rule."""
    from pnp.cli import verdicts
    from pnp.referee.check import check_all, gathered

    known_format(output_format)
    _go_together(output_format, out, strict=strict, fix=fix)
    library, language = _library(workspace, lang)
    paths, ui = gathered(logs), library.catalog(language)
    if fix:
        verdicts.fix(paths, out, library, ui)
        return
    judged = check_all(paths, library, language, strict=strict, kit=kit)
    alone = len(paths) == 1
    with output.progress(context.obj(say("Checking")), 0 if alone else len(paths)) as tick:
        totals = verdicts.show(judged, output_format, ui, tick, alone=alone, everything=everything)
    if totals.unreadable:
        raise typer.Exit(output.UNUSABLE)
    if totals.broken:
        raise typer.Exit(output.BROKEN)


def _go_together(output_format: str, out: Path | None, *, strict: bool, fix: bool) -> None:
    if out and not fix:
        raise BadRequest(Complaint(say("-o is for --fix: a verdict is not written to a file")))
    if fix and (strict or output_format == JSON):
        other = "--strict" if strict else "--format json"
        raise BadRequest(Complaint(say("--fix and {option} do not go together", option=other)))


@app.command(
    help=source("Says which recorded games a change of the rules would have made illegal, or won by another player."),
    epilog=source("Example: pnp referee diff club-night/ --set hand.limit=8"),
)
def diff(
    context: typer.Context,
    logs: Logs,
    edition: EditionKey = "",
    expansions: With = [],
    variant: Variant = "",
    options: Option = [],
    changes: Set = [],
    lang: Lang = "",
    output_format: OutputFormat = TEXT,
    workspace: WorkspaceRoot = None,
) -> None:
    """Prints differences as they come; exit code 2 if a log cannot be compared, else 1 if one differs."""
    from pnp.cli import verdicts
    from pnp.referee.check import gathered
    from pnp.studies.diff import diff_all

    known_format(output_format)
    library, language = _library(workspace, lang)
    paths, ui = gathered(logs), library.catalog(language)
    change = choices(edition, expansions, variant, options, changes)
    differences, alone = diff_all(paths, library, language, change), len(paths) == 1
    with output.progress(context.obj(say("Comparing")), 0 if alone else len(paths)) as tick:
        sums = verdicts.show_differences(differences, output_format, ui, tick, alone=alone)
    if sums.incomparable:
        raise typer.Exit(output.UNUSABLE)
    if sums.differ:
        raise typer.Exit(output.BROKEN)


@app.command(
    help=source("Writes a record as JSON, as text, or with the words of another language."),
    epilog=source("Example: pnp referee convert my-game.log --lang pl"),
)
def convert(
    context: typer.Context,
    log: LogArgument,
    lang: Lang = "",
    output_format: Annotated[str, _form(source("text or json; the other one if left out, text with --lang."))] = "",
    out: Annotated[Path | None, _file(source("File to write; the terminal if left out."))] = None,
    workspace: WorkspaceRoot = None,
) -> None:
    """Prints the log, or writes it with -o; what was guessed is told on standard error, out of a pipe's way."""
    from pnp.log.convert import converted
    from pnp.log.library import Library
    from pnp.referee.wording.lines import assumption_lines
    from pnp.referee.wording.verdicts import read_as

    known_format(output_format or TEXT)
    home = workspaces.find(workspace)
    library = Library(home)
    text, read = converted(log, library, output_format, home.known_language(lang) if lang else "")
    output.print_lines(assumption_lines(read_as(read), str(log), context.obj), stderr=True)
    if out:
        from pnp.base.save import write_atomically

        write_atomically(out, text.encode(errors="replace"), home.around(out))
        output.show(str(out))
    else:
        output.hand_on(text.rstrip("\n"))


@app.command(
    help=source(
        "Makes a report of two pages: verdict, course of the score, standing, findings, the table at the end."
    ),
    epilog=source("Example: pnp referee report my-game.log --lang de -o report.pdf"),
)
def report(
    context: typer.Context,
    log: LogArgument,
    lang: Lang = "",
    output_format: Annotated[
        str, _form(source("pdf to print, or html: one page for the screen. Else as the file to write ends."))
    ] = "",
    paper: PaperOption = "a4",
    ink: InkUse = "full",
    kit: KitOption = None,
    out: Annotated[Path | None, _file(source("File to write; named after the log if left out."))] = None,
    open_it: Open = False,
    workspace: WorkspaceRoot = None,
) -> None:
    """Writes the report and names its file, then what is wrong with its print; exit code 1 if something is."""
    from pnp.api.logs import judged
    from pnp.base.save import write_atomically

    target, asked = _target(log, out, output_format)
    library, language = _library(workspace, lang)
    made = judged(library, log).report(language, format=asked, paper=paper, ink=ink, kit=kit)
    write_atomically(target, made.data, library.workspace.around(out or Path()))
    output.show(str(target))
    if open_it:
        typer.launch(str(target))
    if made.problems:
        from pnp.faces.problems import grouped

        output.complain(grouped(made.problems), context.obj, stderr=True)
        raise typer.Exit(output.BROKEN)


def _target(log: Path, out: Path | None, output_format: str) -> tuple[Path, Literal["pdf", "html"]]:
    """The file that a report is written to, and its format; never a log."""
    from pnp.referee.check import SUFFIXES

    asked = output_format or (out.suffix[1:] if out and out.suffix in (".pdf", ".html") else REPORT_FORMATS[0])
    if asked not in REPORT_FORMATS:
        raise BadRequest(
            Complaint(say("--format: expected pdf or html, found '{found}'", found=excerpt(output_format)))
        )
    name = f"{log.stem}.{asked}"
    target = Path(name) if out is None else out / name if out.is_dir() else out
    if target.suffix in SUFFIXES:
        hint = say("name a file that ends in {ending}", ending=f".{asked}")
        raise BadRequest(Complaint(say("the report would be written over a record"), Place(target), hint))
    return target, "html" if asked == "html" else "pdf"


@app.command(
    help=source("Lists what may be done next, phase by phase."),
    epilog=source("Example: pnp referee moves my-game.log"),
)
def moves(log: LogArgument, lang: Lang = "", workspace: WorkspaceRoot = None) -> None:
    """Plays the log to its end, and prints what is legal there, in one language."""
    from pnp.referee.picture import next_moves

    output.print_lines(next_moves(log, *_library(workspace, lang)))


@app.command(
    help=source("Draws the table as it stood: what lies where, and the scores."),
    epilog=source("Example: pnp referee show my-game.log --at 12"),
)
def show(
    log: LogArgument,
    at: Annotated[
        int | None,
        typer.Option(
            "--at",
            metavar="LINE",
            min=1,
            max=MOST_LINE,
            help=source("After this line of the log; at the end if left out."),
        ),
    ] = None,
    lang: Lang = "",
    workspace: WorkspaceRoot = None,
) -> None:
    """Plays the log as far as asked, and draws the table no wider than the terminal."""
    from pnp.referee.picture import table_at

    output.print_lines(table_at(log, *_library(workspace, lang), at, output.screen_width()))


@app.command(
    help=source("Records a game while you play: type what happens, and it is judged, completed and saved at once."),
    epilog=source("Example: pnp referee record {game} friday.log"),
)
def record(
    game: GameKey,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE", help=source("The log to write, or to go on with; named after game and day if left out.")
        ),
    ] = None,
    players: Annotated[
        str,
        typer.Option(
            "--players",
            metavar="NAMES",
            help=source("Who plays, clockwise, whoever begins first: 'Ala, Bartek'. With this, nothing is asked."),
        ),
    ] = "",
    edition: EditionKey = "",
    expansions: With = [],
    variant: Variant = "",
    options: Option = [],
    changes: Set = [],
    day: Annotated[
        str, typer.Option("--date", metavar="DATE", help=source("Day of the game, such as 2026-11-14; else today."))
    ] = "",
    lang: Lang = "",
    workspace: WorkspaceRoot = None,
) -> None:
    """Refuses an unknown game before the first question, then leaves the terminal to the recorder."""
    from pnp.cli.recording import record as record_game
    from pnp.recorder.opening import RecordingOptions

    library, language = _library(workspace, lang)
    library.workspace.known_game(game)
    on = _day(day)
    asked = RecordingOptions(
        file or Path(f"{game}-{on.isoformat()}.log"),
        game,
        choices(edition, expansions, variant, options, changes),
        tuple(" ".join(name.split()) for name in players.split(",") if name.strip()),
        on,
        language,
        language_asked=bool(lang),
    )
    record_game(asked, library)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text) if text else datetime.now().astimezone().date()
    except ValueError:
        raise BadRequest(
            Complaint(
                say("--date: expected a day, found '{found}'", found=text),
                None,
                say("for example {example}", example="--date 2026-11-14"),
            )
        ) from None


def _library(workspace: Path | None, lang: str) -> tuple[Library, str]:
    """What the referee needs of a workspace, and the language to speak in: the one asked for, else the user's own."""
    from pnp.log.library import Library

    home, asked = workspaces.find(workspace), listed([lang])
    if len(asked) > 1 or asked == ("all",):
        raise BadRequest(Complaint(say("the referee speaks one language at a time")))
    return Library(home), home.known_language(asked[0]) if asked else user_language(os.environ, home)

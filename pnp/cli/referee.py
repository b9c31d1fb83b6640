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
    OneLang,
    Open,
    Option,
    PaperOption,
    Set,
    Variant,
    With,
    WorkspaceRoot,
    choices,
    known_format,
    language_option,
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
    help=source("Check, report on and record the games you play."),
    epilog=source("Example: pnp referee check my-game.log"),
)

LogArgument = Annotated[Path, typer.Argument(metavar="LOG", help=source("Log of a game, as text or JSON."))]
Logs = Annotated[list[Path], typer.Argument(metavar="LOG…", help=source("Logs: files, folders or patterns."))]
KitOption = Annotated[
    Path | None,
    typer.Option(
        "--kit",
        metavar="DIR",
        help=source("Folder of your printed kit, so that findings cite the pages of its rulebook."),
    ),
]


def _form(about: str) -> Any:
    return typer.Option("--format", metavar="FORMAT", show_default=False, help=about)


def _file(about: str) -> Any:
    return typer.Option("--out", "-o", metavar="FILE", help=about)


OutputFormat = Annotated[str, _form(source("text for people, or json for programs (default: text)."))]


@app.command(
    help=source("Show what broke the rules, which rule it broke and what would have been legal."),
    epilog=source("Example: pnp referee check club-night/ --lang de"),
)
def check(
    context: typer.Context,
    logs: Logs,
    lang: OneLang = "",
    output_format: OutputFormat = TEXT,
    everything: Annotated[
        bool, typer.Option("--all", help=source("Also show in full what only follows from other findings."))
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help=source("Guess nothing, and reject a log with mistyped words."))
    ] = False,
    fix: Annotated[
        bool,
        typer.Option(
            "--fix", help=source("Correct mistyped words: show the changes, or write the corrected log with -o.")
        ),
    ] = False,
    out: Annotated[Path | None, _file(source("With --fix: file to write to, or a folder for several logs."))] = None,
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
        raise BadRequest(Complaint(say("-o works only with --fix; a verdict isn’t written to a file")))
    if fix and (strict or output_format == JSON):
        other = "--strict" if strict else "--format json"
        raise BadRequest(Complaint(say("--fix and {option} cannot be combined", option=other)))


@app.command(
    help=source("Show which recorded games would have been illegal, or won by another player, under other rules."),
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
    lang: OneLang = "",
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
    help=source("Convert a log to JSON, to text or to the words of another language."),
    epilog=source("Example: pnp referee convert my-game.log --lang pl"),
)
def convert(
    context: typer.Context,
    log: LogArgument,
    lang: Annotated[str, language_option(source("Language of the words, such as pl (default: the log’s)."))] = "",
    output_format: Annotated[str, _form(source("text or json (default: the other one; with --lang, text)."))] = "",
    out: Annotated[Path | None, _file(source("File to write to (default: the terminal)."))] = None,
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
        "Make a two-page report: verdict, scores over time, final standings, findings and the end of the game."
    ),
    epilog=source("Example: pnp referee report my-game.log --lang de -o report.pdf"),
)
def report(
    context: typer.Context,
    log: LogArgument,
    lang: OneLang = "",
    output_format: Annotated[
        str,
        _form(
            source("pdf for printing, or html for the screen (default: by the ending of the file, otherwise pdf).")
        ),
    ] = "",
    paper: PaperOption = "a4",
    ink: InkUse = "full",
    kit: KitOption = None,
    out: Annotated[Path | None, _file(source("File to write to (default: named after the log)."))] = None,
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
            Complaint(say("--format: expected pdf or html, found “{found}”", found=excerpt(output_format)))
        )
    name = f"{log.stem}.{asked}"
    target = Path(name) if out is None else out / name if out.is_dir() else out
    if target.suffix in SUFFIXES:
        hint = say("give a file name ending in {ending}", ending=f".{asked}")
        raise BadRequest(Complaint(say("the report would overwrite a log"), Place(target), hint))
    return target, "html" if asked == "html" else "pdf"


@app.command(
    help=source("List what may be done next, phase by phase."),
    epilog=source("Example: pnp referee moves my-game.log"),
)
def moves(log: LogArgument, lang: OneLang = "", workspace: WorkspaceRoot = None) -> None:
    """Plays the log to its end, and prints what is legal there, in one language."""
    from pnp.referee.picture import next_moves

    output.print_lines(next_moves(log, *_library(workspace, lang)))


@app.command(
    help=source("Show the state of the game: what is where, and the scores."),
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
            help=source("Show it after this line of the log (default: at the end)."),
        ),
    ] = None,
    lang: OneLang = "",
    workspace: WorkspaceRoot = None,
) -> None:
    """Plays the log as far as asked, and draws the table no wider than the terminal."""
    from pnp.referee.picture import table_at

    output.print_lines(table_at(log, *_library(workspace, lang), at, output.screen_width()))


@app.command(
    help=source(
        "Record a game as you play it: type what happens, and it is checked, completed and saved immediately."
    ),
    epilog=source("Example: pnp referee record {game} friday.log"),
)
def record(
    game: GameKey,
    file: Annotated[
        Path | None,
        typer.Argument(
            metavar="FILE", help=source("Log to start or to continue (default: named after the game and the day).")
        ),
    ] = None,
    players: Annotated[
        str,
        typer.Option(
            "--players",
            metavar="NAMES",
            help=source(
                "Players in clockwise order, starting with the first player: “Ala, Bartek”. Skips all questions."
            ),
        ),
    ] = "",
    edition: EditionKey = "",
    expansions: With = [],
    variant: Variant = "",
    options: Option = [],
    changes: Set = [],
    day: Annotated[
        str,
        typer.Option("--date", metavar="DATE", help=source("Date of the game, such as 2026-11-14 (default: today).")),
    ] = "",
    lang: OneLang = "",
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
                say("--date: expected a date, found “{found}”", found=text),
                None,
                say("for example {example}", example="--date 2026-11-14"),
            )
        ) from None


def _library(workspace: Path | None, lang: str) -> tuple[Library, str]:
    """What the referee needs of a workspace, and the language to speak in: the one asked for, else the user's own."""
    from pnp.log.library import Library

    home, asked = workspaces.find(workspace), listed([lang])
    if len(asked) > 1 or asked == ("all",):
        raise BadRequest(Complaint(say("the referee speaks only one language at a time")))
    return Library(home), home.known_language(asked[0]) if asked else user_language(os.environ, home)

"""The commands of the referee."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pnp.base.errors import BadFile, BadRequest, Complaint, Place
from pnp.base.text import counted, say, source
from pnp.cli import output
from pnp.cli.options import (
    EditionKey,
    GameKey,
    InkUse,
    Lang,
    Open,
    Option,
    Paper,
    Set,
    Variant,
    With,
    WorkspaceRoot,
    choices,
    listed,
)
from pnp.cli.speech import user_language
from pnp.data import workspace as workspaces
from pnp.data.values import excerpt
from pnp.data.workspace import Workspace
from pnp.words.catalog import Catalog

if TYPE_CHECKING:
    from pnp.referee.citations import RulebookPages
    from pnp.referee.verdict import Verdict
    from pnp.studies.difference import LogDifference, Sums

UNUSABLE = 2
MOST_LINE = 1_000_000_000
FORMS = ("pdf", "html")  # of a report
RECORDS = (".log", ".json")

app = typer.Typer(
    no_args_is_help=True,
    help=source("Checks records of games that were really played."),
    epilog=source("Example: pnp referee check my-game.log"),
)

Log = Annotated[Path, typer.Argument(metavar="LOG", help=source("A record of a game, as text or JSON."))]
Logs = Annotated[list[Path], typer.Argument(metavar="LOG…", help=source("Records: files, folders or patterns."))]
Kit = Annotated[
    Path | None,
    typer.Option(
        "--kit", metavar="DIR", help=source("Folder of your printed kit: findings cite its rulebook's pages.")
    ),
]


Form = Annotated[str, typer.Option("--format", metavar="FORM", help=source("text for people, json for programs."))]
TEXT, JSON = "text", "json"


@app.command(
    help=source("Says what was not by the rules, which rule, and what would have been legal."),
    epilog=source("Example: pnp referee check club-night/ --lang de"),
)
def check(
    context: typer.Context,
    logs: Logs,
    lang: Lang = "",
    form: Form = TEXT,
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
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", metavar="FILE", help=source("With --fix: file to write, or for several logs a folder.")
        ),
    ] = None,
    kit: Kit = None,
    workspace: WorkspaceRoot = None,
) -> None:
    from pnp.referee.check import check_all, gathered

    _known(form)
    _go_together(form, out, strict=strict, fix=fix)
    space = workspaces.find(workspace)
    language = _language(space, lang)
    paths = gathered(logs)
    if fix:
        _fix(paths, out, space, _catalog(space, language))
        return
    verdicts = check_all(paths, space, language, strict=strict, book=_book(kit))
    with output.progress(context.obj(say("Checking")), len(paths) if len(paths) > 1 else 0) as tick:
        alone = len(paths) == 1
        totals = _print(verdicts, form, _catalog(space, language), tick, alone=alone, everything=everything)
    if totals["unreadable"]:
        raise typer.Exit(UNUSABLE)
    if totals["violations"]:
        raise typer.Exit(output.BROKEN)


def _book(kit: Path | None) -> RulebookPages | None:
    """The rulebook in a kit that was named."""
    if kit is None:
        return None
    from pnp.referee.citations import book_of

    return book_of(kit)


def _go_together(form: str, out: Path | None, *, strict: bool, fix: bool) -> None:
    if out and not fix:
        raise BadRequest(Complaint(say("-o is for --fix: a verdict is not written to a file")))
    if fix and (strict or form == JSON):
        other = "--strict" if strict else "--format json"
        raise BadRequest(Complaint(say("--fix and {option} do not go together", option=other)))


def _fix(paths: Sequence[Path], out: Path | None, space: Workspace, say_it: Catalog) -> None:
    """Shows or writes logs as they were meant; if one of them cannot be read, none is written."""
    from pnp.log.fixing import fixed, targets
    from pnp.log.library import library_of

    goals = targets(paths, out) if out else {}
    logs, complaints = [], list[Complaint]()
    for path in paths:
        try:
            logs.append(fixed(path, library_of(space.root)))
        except BadFile as unreadable:
            complaints += unreadable.complaints
    if complaints:
        raise BadFile(*complaints)
    if out:
        from pnp.base.save import write_together

        write_together({goals[one.path]: one.after.encode() for one in logs}, space.around(out))
    for one in logs:
        if not out and one.changes:
            output.hand_on(one.difference().rstrip("\n"))
            continue
        how_many = counted("{n} place changed", "{n} places changed", n=one.changes)
        what = how_many if one.changes else say("nothing to fix")
        output.show(f"{goals.get(one.path, one.path)}: {say_it(what)}")


def _print(
    verdicts: Iterator[Verdict], form: str, say_it: Catalog, tick: output.Tick, *, alone: bool, everything: bool
) -> Counter[str]:
    """Prints verdicts as they come, keeping only sums."""
    from pnp.referee.telling.lines import verdict_lines

    totals: Counter[str] = Counter()
    rules: Counter[str] = Counter()
    for number, verdict in enumerate(verdicts):
        totals[verdict.answer] += 1
        totals["steps"] += verdict.steps
        rules.update(finding.rule for finding in verdict.counted)
        if form == JSON:
            import json

            begin = "," if number else "["
            output.hand_on(begin + json.dumps(verdict.to_json(), ensure_ascii=False, indent=1))
        elif alone or not verdict.clean or verdict.assumptions:
            output.tell(verdict_lines(verdict, say_it, everything=everything))
        tick()
    if form == JSON:
        output.hand_on("]")
    elif not alone:
        output.tell(_totals(totals, rules, say_it))
    return totals


def _totals(totals: Counter[str], rules: Counter[str], say_it: Catalog) -> Iterator[tuple[str, str]]:
    logs = totals["clean"] + totals["violations"] + totals["unreadable"]
    yield "", ""
    rows = [
        (say_it(say("logs")), logs, "bold"),
        (say_it(say("by the rules")), totals["clean"], "green"),
        (say_it(say("with violations")), totals["violations"], "red" if totals["violations"] else ""),
        (say_it(say("unreadable")), totals["unreadable"], "red" if totals["unreadable"] else ""),
        (say_it(say("steps")), totals["steps"], ""),
        *((f"  {rule}", count, "") for rule, count in rules.most_common(12)),
    ]
    width = max(len(label) for label, _, _ in rows)
    for label, count, style in rows:
        yield f"{label:<{width}}  {count:>9}", style


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
    form: Form = TEXT,
    workspace: WorkspaceRoot = None,
) -> None:
    from pnp.log.library import library_of
    from pnp.referee.check import gathered
    from pnp.studies.diff import diff_all, usable
    from pnp.studies.difference import CHANGED, INCOMPARABLE, UNDECIDED

    _known(form)
    space = workspaces.find(workspace)
    language = _language(space, lang)
    paths, change = gathered(logs), choices(edition, expansions, variant, options, changes)
    usable(change, paths, library_of(space.root))
    differences = diff_all(paths, space, language, change)
    with output.progress(context.obj(say("Comparing")), len(paths) if len(paths) > 1 else 0) as tick:
        sums = _print_differences(differences, form, _catalog(space, language), tick, alone=len(paths) == 1)
    if sums.verdicts[INCOMPARABLE]:
        raise typer.Exit(UNUSABLE)
    if sums.verdicts[CHANGED] or sums.verdicts[UNDECIDED]:
        raise typer.Exit(output.BROKEN)


def _print_differences(
    differences: Iterator[LogDifference], form: str, say_it: Catalog, tick: output.Tick, *, alone: bool
) -> Sums:
    """Prints differences as they come, keeping only sums."""
    import json

    from pnp.studies.difference import FORMAT, Sums
    from pnp.studies.difference_lines import difference_lines, summary

    sums = Sums()
    for number, difference in enumerate(differences):
        sums.add(difference)
        if form == JSON:
            begin = "," if number else f'{{"format": {FORMAT}, "logs": ['
            output.hand_on(begin + json.dumps(difference.to_json(), ensure_ascii=False, indent=1))
        elif alone or not difference.same:
            output.tell(difference_lines(difference, say_it))
        tick()
    if form == JSON:
        output.hand_on(f'], "summary": {json.dumps(sums.to_json(), ensure_ascii=False, indent=1)}}}')
    elif not alone:
        output.tell(summary(sums, say_it))
    return sums


@app.command(
    help=source("Writes a record as JSON, as text, or with the words of another language."),
    epilog=source("Example: pnp referee convert my-game.log --lang pl"),
)
def convert(
    context: typer.Context,
    log: Log,
    lang: Lang = "",
    form: Annotated[
        str,
        typer.Option(
            "--format", metavar="FORM", help=source("text or json; the other one if left out, text with --lang.")
        ),
    ] = "",
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help=source("File to write; the terminal if left out.")),
    ] = None,
    workspace: WorkspaceRoot = None,
) -> None:
    from pnp.log.convert import converted
    from pnp.log.library import Library
    from pnp.referee.telling.lines import assumption_lines
    from pnp.referee.telling.wording import read_as

    _known(form or TEXT)
    space = workspaces.find(workspace)
    library = Library(space)
    text, read = converted(log, library, form, space.check_language(lang) if lang else "")
    output.tell(assumption_lines(read_as(read), str(log), context.obj), stderr=True)
    if out:
        from pnp.base.save import write_atomically

        write_atomically(out, text.encode(errors="replace"), space.around(out))
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
    log: Log,
    lang: Lang = "",
    form: Annotated[
        str,
        typer.Option(
            "--format",
            metavar="FORM",
            show_default=False,
            help=source("pdf to print, or html: one page for the screen. Else as the file to write ends."),
        ),
    ] = "",
    paper: Paper = "a4",
    ink: InkUse = "full",
    kit: Kit = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", metavar="FILE", help=source("File to write; named after the log if left out.")),
    ] = None,
    open_it: Open = False,
    workspace: WorkspaceRoot = None,
) -> None:
    from pnp.base.save import write_atomically
    from pnp.faces.options import PrintOptions
    from pnp.log.file import read_log
    from pnp.log.library import Library
    from pnp.referee.judge import judge
    from pnp.report.report import make_report

    space = workspaces.find(workspace)
    target, form = _target(log, out, form)
    book = _book(kit)
    library, language = Library(space), _language(space, lang)
    wishes = PrintOptions(paper=paper, ink=ink, format=form)
    made = make_report(judge(read_log(log, library), library), library, language, wishes, book)
    write_atomically(target, made.data, space.around(out or Path()))
    output.show(str(target))
    if open_it:
        typer.launch(str(target))
    if made.problems:
        from pnp.faces.problems import grouped

        output.complain(grouped(made.problems), context.obj, stderr=True)
        raise typer.Exit(output.BROKEN)


def _target(log: Path, out: Path | None, form: str) -> tuple[Path, str]:
    """The file that a report is written to, and its form; never a record."""
    asked = form or (out.suffix[1:] if out and out.suffix in (".pdf", ".html") else FORMS[0])
    if asked not in FORMS:
        raise BadRequest(Complaint(say("--format: expected pdf or html, found '{found}'", found=excerpt(form))))
    name = f"{log.stem}.{asked}"
    target = Path(name) if out is None else out / name if out.is_dir() else out
    if target.suffix in RECORDS:
        hint = say("name a file that ends in {ending}", ending=f".{asked}")
        raise BadRequest(Complaint(say("the report would be written over a record"), Place(target), hint))
    return target, asked


@app.command(
    help=source("Lists what may be done next, phase by phase."),
    epilog=source("Example: pnp referee moves my-game.log"),
)
def moves(log: Log, lang: Lang = "", workspace: WorkspaceRoot = None) -> None:
    from pnp.log.library import Library
    from pnp.referee.picture import next_moves

    space = workspaces.find(workspace)
    output.tell(next_moves(log, Library(space), _language(space, lang)))


@app.command(
    help=source("Draws the table as it stood: what lies where, and the scores."),
    epilog=source("Example: pnp referee show my-game.log --at 12"),
)
def show(
    log: Log,
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
    from pnp.log.library import Library
    from pnp.referee.picture import table_at

    space = workspaces.find(workspace)
    output.tell(table_at(log, Library(space), _language(space, lang), at, output.screen_width()))


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
    from pnp.cli.recording import record as record_game
    from pnp.log.library import Library
    from pnp.recorder.opening import RecordingPlan

    space = workspaces.find(workspace)
    space.check_game(game)
    on = _day(day)
    plan = RecordingPlan(
        file or Path(f"{game}-{on.isoformat()}.log"),
        game,
        choices(edition, expansions, variant, options, changes),
        tuple(" ".join(name.split()) for name in players.split(",") if name.strip()),
        on,
        _language(space, lang),
        language_asked=bool(lang),
    )
    record_game(plan, Library(space))


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


def _known(form: str) -> None:
    if form not in (TEXT, JSON):
        raise BadRequest(Complaint(say("--format: expected text or json, found '{found}'", found=excerpt(form))))


def _language(space: Workspace, lang: str) -> str:
    """The language to speak in: the one asked for, else the user's own."""
    asked = listed([lang])
    if len(asked) > 1 or asked == ("all",):
        raise BadRequest(Complaint(say("the referee speaks one language at a time")))
    return space.check_language(asked[0]) if asked else user_language(os.environ, space)


def _catalog(space: Workspace, language: str) -> Catalog:
    from pnp.log.library import library_of

    return library_of(space.root).catalog(language)

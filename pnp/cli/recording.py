"""Records a game at the terminal: asks, lets the session answer, and saves before it asks again."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import FrameType

from pnp.base.errors import BadFile, BadRequest, Complaint, Place
from pnp.base.text import counted, say
from pnp.base.width import wrapped
from pnp.cli import output
from pnp.cli.terminal import Ask, asker
from pnp.data.edition import Choices
from pnp.log.library import Library
from pnp.recorder.draft import Draft, draft_of
from pnp.recorder.logfile import Changed, LogFile
from pnp.recorder.opening import Asking, RecordingOptions, language_of, mended, opening, refuse_other
from pnp.recorder.session import Session
from pnp.recorder.wording import WIDTH, named, objections
from pnp.referee.wording.lines import assumption_lines
from pnp.referee.wording.verdicts import read_as
from pnp.words.catalog import Catalog

GREY = "bright_black"


def record(asked: RecordingOptions, library: Library) -> None:
    """A new log, or one to go on with."""
    ask, ui = asker(), library.catalog(asked.language)
    text = "" if asked.path.exists() else _asked(opening(asked, library), ask, ui)
    with LogFile(asked.path, library.workspace.around(asked.path)) as file:
        session = _resumed(asked, library, file)
        if session is None:
            session = _begun(asked, library, file, text or _asked(opening(asked, library), ask, ui), ui)
        ui = library.catalog(session.draft.setup.language)
        with _handling_interrupts(signal.SIG_IGN):
            session = _converse(session, file, ask, ui)
    _say_goodbye(session, ui)


def _begun(asked: RecordingOptions, library: Library, file: LogFile, text: str, ui: Catalog) -> Session:
    draft = draft_of(text, asked.path, library, asked.language)
    file.save(draft.text)
    begun = say("recording to {path}", path=asked.path)
    hint = say(
        "Type what happens: a step, its first letters or its number. {help} shows more.", help=named(draft, "help")
    )
    output.print_lines([(ui(begun), GREY), (ui(hint), GREY), *objections(draft.findings, draft)])
    return Session(draft)


def _resumed(asked: RecordingOptions, library: Library, file: LogFile) -> Session | None:
    """The log as it was left; None where there is none."""
    data = file.read()
    if data is None:
        return None
    text, remark = mended(asked.path, data, library)
    if text.lstrip().startswith(("{", "[")):
        raise BadFile(
            Complaint(
                say("recording cannot continue in a JSON log"),
                Place(asked.path),
                say("convert it to text first: {command}", command="pnp referee convert"),
            )
        )
    draft = draft_of(text, asked.path, library, language_of(asked, text, library))
    ui = library.catalog(draft.setup.language)
    refuse_other(draft.setup.log, asked.game)
    if remark:
        file.save(draft.text)
        output.print_lines([(ui(remark), "yellow")])
    if _asks_otherwise(asked, library, draft):
        kept = say("the log keeps its header; use {command} to change a line of it", command=named(draft, "fix"))
        output.print_lines([(ui(kept), "yellow")])
    going_on = say("continuing {path}: {players}", path=asked.path, players=", ".join(draft.setup.log.players))
    output.print_lines(assumption_lines(read_as(draft.setup.log), str(asked.path), ui))
    output.print_lines([(ui(going_on), GREY), *((f"  {row}", GREY) for row in draft.rows[-3:] if row)])
    output.print_lines((ui(remark), "yellow") for remark in draft.setup.remarks)
    if count := draft.replay.violations:
        marked = named(draft, "log")
        broken = counted(
            "{n} violation so far; {command} shows where",
            "{n} violations so far; {command} shows where",
            n=count,
            command=marked,
        )
        output.print_lines([(ui(broken), "yellow")])
    return Session(draft)


def _asks_otherwise(asked: RecordingOptions, library: Library, draft: Draft) -> bool:
    """Whether the command line names other players or rules than the log has."""
    log = draft.setup.log
    if asked.players and asked.players != log.players:
        return True
    own = library.edition(log.game, log.choices)
    return asked.choices != Choices() and library.edition(asked.game, asked.choices).asked != own.asked


def _asked(asking: Asking, ask: Ask, ui: Catalog) -> str:
    """Puts the questions before a game, until there is a header."""
    try:
        question = next(asking)
        while True:
            if question.problem:
                output.print_lines(_complaint(question.problem, ui))
            usual = f" [{question.usual}]" if question.usual else ""
            *before, last = wrapped(f"{ui(question.message)}{usual}:", (output.screen_width() or WIDTH) - 1)
            output.print_lines((line, "") for line in before)
            question = asking.send(ask(f"{last} ", "", lambda _: []))
    except StopIteration as done:
        return str(done.value)
    except (EOFError, KeyboardInterrupt):
        raise BadRequest(Complaint(say("the game wasn’t started, and nothing was written"))) from None


def _complaint(complaint: Complaint, ui: Catalog) -> Iterator[tuple[str, str]]:
    yield ui(complaint.message), "red"
    if complaint.hint:
        yield f"  → {ui(complaint.hint)}", GREY


def _converse(session: Session, file: LogFile, ask: Ask, ui: Catalog) -> Session:
    """Asks and answers until the user leaves. What a new prompt follows is on disk."""
    shown = None
    while not session.leaving:
        session = replace(session, width=output.screen_width() or WIDTH)
        if session.draft is not shown and not session.asked:
            output.print_lines(session.status())
            shown = session.draft
        try:
            with _handling_interrupts(signal.default_int_handler):
                typed = ask(session.prompt, session.prefill, session.completions)
        except KeyboardInterrupt:
            session = Session(session.draft)
            continue
        except EOFError:
            output.show("")
            break
        for line in [line for line in typed.split("\n") if line.strip()] or [""]:  # several where they were pasted
            before = session
            session = _answered(session, line, file, ui)
            if session.leaving or session.asked or session.draft is before.draft:
                break
    return session


def _answered(session: Session, line: str, file: LogFile, ui: Catalog) -> Session:
    """The session after a line, once that is on disk; as it was, where it could not be saved."""
    said, after = session.take(line)
    try:
        if after.draft.rows is not session.draft.rows:
            file.save(after.draft.text)
    except Changed:
        return _read_again(session, file, ui)
    except BadFile as failed:
        output.print_lines(line for one in failed.complaints for line in _complaint(one, ui))
        output.print_lines([(ui(say("this wasn’t saved; try again")), "red")])
        return Session(session.draft)
    output.print_lines(said)
    return after


def _read_again(session: Session, file: LogFile, ui: Catalog) -> Session:
    """The log as another program has left it; nothing of ours is written over that."""
    setup = session.draft.setup
    text, _ = mended(setup.log.path, file.read() or b"", setup.library)
    draft = draft_of(text, setup.log.path, setup.library, setup.language)
    changed = say("another program has changed the log, so it was read again; the last line you typed isn’t in it")
    output.print_lines([(ui(changed), "red"), *assumption_lines(read_as(draft.setup.log), str(setup.log.path), ui)])
    return Session(draft)


def _say_goodbye(session: Session, ui: Catalog) -> None:
    draft = session.draft
    steps = sum(len(line.steps) for line in draft.lines)
    saved = counted("saved {path} with {n} step", "saved {path} with {n} steps", n=steps, path=draft.setup.log.path)
    output.print_lines([(ui(saved), "green")])


@contextmanager
def _handling_interrupts(handler: signal.Handlers | Callable[[int, FrameType | None], None]) -> Iterator[None]:
    """What Ctrl-C does meanwhile: it abandons what is being typed, and never what is being saved."""
    kept = signal.signal(signal.SIGINT, handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, kept)

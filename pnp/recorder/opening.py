"""Where a recording begins: the header of a new log, asked for bit by bit, or a log that was left, its end mended."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

from pnp.base.errors import BadFile, BadRequest, Complaint, Place, near_miss
from pnp.base.files import decoded
from pnp.base.text import Message, say
from pnp.data.edition import Choices, choose
from pnp.data.model import GameData, Kind
from pnp.data.values import excerpt
from pnp.log.file import parse_log
from pnp.log.header import CONTROL, begun_log, listed, refuse_players
from pnp.log.library import Library, rules_of
from pnp.log.log import MOST_PLAYERS, Log
from pnp.log.writing import write_text
from pnp.recorder.commands import YES, means

_QUESTIONS = {
    Kind.EDITION: say("Edition ({offers})"),
    Kind.EXPANSION: say("Expansions, separated by commas, or Enter for none ({offers})"),
    Kind.VARIANT: say("Variant, or Enter for none ({offers})"),
    Kind.OPTION: say("Optional rules, separated by commas, or Enter for none ({offers})"),
}


@dataclass(frozen=True, slots=True)
class RecordingOptions:
    """A log that is to be begun: what the command line tells of it."""

    path: Path
    game: str
    choices: Choices
    players: tuple[str, ...]
    day: date
    language: str
    language_asked: bool = False  # else it is the user's own, and a log that is gone on with keeps to its own


@dataclass(frozen=True, slots=True)
class Question:
    """Something to ask before the game begins; `problem` is what was wrong with the last answer."""

    message: Message
    usual: str = ""
    problem: Complaint | None = None


Asking = Generator[Question, str, str]


def opening(asked: RecordingOptions, library: Library) -> Asking:
    """Asks for what was left out, and returns the text of the header. With players, nothing is asked."""
    game = library.game(asked.game)
    rules_of(asked.game)
    asked = replace(asked, choices=choose(game, asked.choices).asked if asked.players else asked.choices)
    if asked.players:
        refuse_players(asked.players)
        return _header(asked, library)
    choices = yield from _choices(game, asked.choices)
    players = yield from _players(replace(asked, choices=choices), library)
    return _header(replace(asked, choices=choices, players=players), library)


def _header(asked: RecordingOptions, library: Library) -> str:
    edition = library.edition(asked.game, asked.choices)
    more = (("language", asked.language), ("date", asked.day.isoformat()))
    return write_text(begun_log(asked.path, edition, asked.players, more=more), library, asked.language)


# ---- questions -----------------------------------------------------------------------------------------------------


def _choices(game: GameData, given: Choices) -> Generator[Question, str, Choices]:
    """The choices of a table, each asked for where it is not given; asked again where they do not go together."""
    problem: Complaint | None = None
    while True:
        words: dict[Kind, tuple[str, ...]] = {
            Kind.EDITION: (given.edition,) if given.edition else (),
            Kind.EXPANSION: given.expansions,
            Kind.VARIANT: (given.variant,) if given.variant else (),
            Kind.OPTION: given.options,
        }
        for kind in Kind:
            if not words[kind] and len(game.offers(kind)) > (kind is Kind.EDITION):
                words[kind] = yield from _choice(game, kind, problem)
                problem = None
        choices = Choices(
            "".join(words[Kind.EDITION][:1]),
            words[Kind.EXPANSION],
            "".join(words[Kind.VARIANT][:1]),
            words[Kind.OPTION],
            given.overrides,
        )
        try:
            return choose(game, choices).asked
        except BadRequest as refused:
            if choices == given:
                raise
            problem = refused.complaints[0]


def _choice(game: GameData, kind: Kind, problem: Complaint | None) -> Generator[Question, str, tuple[str, ...]]:
    offers, usual = game.offers(kind), game.reference if kind is Kind.EDITION else ""
    message = _QUESTIONS[kind]
    message = replace(message, values={"offers": ", ".join(offers)})
    while True:
        words = tuple(_whole(word, offers) for word in listed((yield Question(message, usual, problem)) or usual))
        several = kind in (Kind.EXPANSION, Kind.OPTION)
        unknown = [word for word in words if word not in offers] or ([] if several else list(words[1:]))
        if not unknown:
            return words
        problem = Complaint(kind.no_such(excerpt(unknown[0])), None, near_miss(unknown[0], offers))


def _whole(word: str, known: Iterable[str]) -> str:
    """The only known word that begins so; else the word itself."""
    meant = [one for one in known if one.startswith(word.casefold())]
    return meant[0] if len(meant) == 1 else word


def _players(asked: RecordingOptions, library: Library) -> Generator[Question, str, tuple[str, ...]]:
    players: list[str] = []
    problem: Complaint | None = None
    while True:
        question = say("Player {number}, going clockwise, or Enter if that’s everyone", number=len(players) + 1)
        if not players:
            question = say("First player")
        answer = (yield Question(question, "", problem)).strip()
        problem = None
        if answer and len(players) < MOST_PLAYERS:
            new = [*players, *(" ".join(name.split()) for name in answer.split(",") if name.strip())]
            try:
                refuse_players(new)
                players = new
            except BadRequest as refused:
                problem = refused.complaints[0]
        elif not players:
            problem = Complaint(say("a game has at least one player"))
        elif objection := _too_few_or_many(asked, players, library):
            again = yield Question(
                say("{problem}. Did you play like that anyway? yes or no", problem=objection), "", problem
            )
            if means(YES, again, library.catalog(asked.language)):
                return tuple(players)
            players = players if len(players) == 1 else []
        else:
            return tuple(players)


def _too_few_or_many(asked: RecordingOptions, players: list[str], library: Library) -> Message | None:
    table = rules_of(asked.game).set_up(library.edition(asked.game, asked.choices), players)
    objection = table.why_not_players()
    return objection.why if objection else None


# ---- a log that was left -------------------------------------------------------------------------------------------


def mended(path: Path, data: bytes, library: Library) -> tuple[str, Message | None]:
    """The text of a log as it was left, and a word about its end if that was cut off.

    The recorder ends every step with a line end: a last line without one was torn, or written by hand.
    """
    whole = data.rstrip(b"\0")  # blocks that a power cut left unwritten
    head, _, tail = whole.rpartition(b"\n")
    text = decoded(path, head + b"\n") if head else ""
    last = CONTROL.sub("�", tail.decode("utf8", "replace"))
    if not last.strip():
        return text, None
    if _reads(path, text + last, library):
        return text + last + "\n", say(
            "the last line has no line ending; it was kept: {line}", line=excerpt(last, 100)
        )
    for attempt in _without_end(last):
        if _reads(path, text + attempt, library):
            return text + attempt + "\n", say("the last line was cut off; it’s now: {line}", line=attempt)
    return text + last + "\n", None


def _without_end(last: str) -> Iterator[str]:
    """The last line with its last step made a comment; else all of it."""
    for sign in ";:":
        kept, found, lost = last.rpartition(sign)
        if found and "#" not in kept:
            yield f"{kept}{':' if sign == ':' else ''}  # {lost.strip()}"
    yield f"# {last.strip()}"


def _reads(path: Path, text: str, library: Library) -> bool:
    try:
        parse_log(path, text, library, strict=True)
    except BadFile:
        return False
    return True


def language_of(asked: RecordingOptions, text: str, library: Library) -> str:
    """The language to go on with a log in: the one asked for, else the one that its header notes."""
    noted = parse_log(asked.path, text, library).language
    return noted if not asked.language_asked and noted in library.workspace.languages() else asked.language


def refuse_other(log: Log, game: str) -> None:
    """Refuses a file whose log is of another game than the one to go on with."""
    if log.game != game:
        raise BadRequest(
            Complaint(
                say("this log is for the game “{found}”, not “{game}”", found=log.game, game=game),
                Place(log.path),
                say("name another file"),
            )
        )

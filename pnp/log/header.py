"""The sense of a log's header: which game by which rules, and who played."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Protocol

from pnp.base.errors import BadFile, BadRequest, Complaint, Place
from pnp.base.text import SOURCE_LANGUAGE, Message, say
from pnp.data.edition import Choices, EditionData
from pnp.data.model import Kind
from pnp.data.values import written
from pnp.log.library import Library, rules_of
from pnp.log.log import FREE, HEAD, MOST_NAME, MOST_PLAYERS, HeaderLine, Log
from pnp.rules.notation import fold
from pnp.rules.step import Line

MOST_COMPLAINTS = 50
MOST_VALUE = 4_000
CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
_CHOOSING = {
    "edition": Kind.EDITION,
    "with": Kind.EXPANSION,
    "variant": Kind.VARIANT,
    "options": Kind.OPTION,
    "set": None,  # its values
}
_NOT_IN_NAMES = ": ; , # ?"
_BAD_NAME = re.compile(r"[:;,#?]|^\d")


class Complain(Protocol):
    """Notes what is wrong with a header line."""

    def __call__(self, key: str, message: Message, hint: Message | None = None) -> None:
        """The key is that of the line; a hint says what to write instead."""


def make_log(
    path: Path,
    values: Mapping[str, HeaderLine],
    head: tuple[HeaderLine, ...],
    library: Library,
    complaints: list[Complaint],
    language: Callable[[], str] = lambda: SOURCE_LANGUAGE,
) -> Log:
    """A log without its lines yet, from the words of its header; adds what is wrong with them.

    `language` is that of its words, for examples of what belongs there.
    """

    def shown(key: str, example: str) -> Message:
        return say("for example {example}", example=f"{library.common_words.spelt(HEAD[key], language())}: {example}")

    def complain(key: str, message: Message, hint: Message | None = None) -> None:
        line = values[key].at if key in values else 1
        complaints.append(Complaint(message, Place(path, line), hint))

    def text(key: str) -> str:
        return values[key].value if key in values else ""

    game, players = text("game"), tuple(" ".join(name.split()) for name in text("players").split(",") if name.strip())
    known = False
    if not game:
        complain("game", say("the header doesn’t name the game"), shown("game", "…"))
    else:
        try:
            library.game(game)
            rules_of(game)
            known = True
        except BadRequest as error:
            complaints += [replace(one, place=Place(path, values["game"].at)) for one in error.complaints]
    if not players:
        complain("players", say("the header doesn’t name the players"), shown("players", "Ala, Bartek"))
    complain_of_players(players, complain)
    choices = Choices(
        text("edition"),
        listed(text("with")),
        text("variant"),
        listed(text("options")),
        dict(_sets(text("set"), complain, shown("set", "hand.limit=8"))),
    )
    if known:
        try:
            library.edition(game, choices)
        except BadRequest as error:
            complaints += [replace(one, place=Place(path, _blamed(values, one))) for one in error.complaints]
    about = {key: text(key) for key in FREE if key in values}
    return Log(path, game, choices, players, head, (), text("language"), about)


def refused(complaints: Sequence[Complaint], path: Path) -> BadFile:
    """All that is wrong with a log, up to a limit; if there may be more, that is said."""
    if len(complaints) < MOST_COMPLAINTS:
        return BadFile(*complaints)
    more = Complaint(
        say("reading stopped here; there may be more errors"),
        Place(path, max(one.place.line or 0 for one in complaints if one.place) or None),
    )
    return BadFile(*complaints[:MOST_COMPLAINTS], more)


def choosing(key: str, values: Mapping[str, HeaderLine], library: Library) -> tuple[str, ...]:
    """The words by which a header line chooses something; none where it does not, or where they are not known."""
    if key == "game":
        return library.workspace.games()
    game = values["game"].value if "game" in values else ""
    if key not in _CHOOSING or game not in library.workspace.games():
        return ()
    kind = _CHOOSING[key]
    return tuple(library.game(game).offers(kind) if kind else library.game(game).values)


def words_of(heading: HeaderLine) -> Iterator[tuple[int, int]]:
    """Where the words begin and end by which a header line chooses something."""
    several, start = heading.key in ("with", "options", "set"), 0
    for part in heading.value.split(",") if several else [heading.value]:
        word, sign, _ = part.partition("=")
        if word.strip() and (sign or heading.key != "set"):
            first = start + len(word) - len(word.lstrip())
            yield first, first + len(word.strip())
        start += len(part) + 1


def begun_log(
    path: Path,
    edition: EditionData,
    players: Sequence[str],
    lines: Iterable[Line] = (),
    *,
    choices: Choices | None = None,
    more: Iterable[tuple[str, str]] = (),
) -> Log:
    """A new log. Its header has the choices of the edition, or those given, which make it, in their own order.

    `more` are further lines of the header, keys with values.
    """
    chosen = edition.asked if choices is None else choices
    further = (HeaderLine(0, key, value) for key, value in more)
    head = (*headings(edition, chosen, players), *further)
    return Log(path, edition.game.key, chosen, tuple(players), head, tuple(lines))


def headings(edition: EditionData, choices: Choices, players: Sequence[str]) -> Iterator[HeaderLine]:
    """The header of a new log: which game by which rules, and who plays."""
    yield HeaderLine(0, "game", edition.game.key)
    yield HeaderLine(0, "edition", edition.key)
    for key, words in (("with", choices.expansions), ("variant", (choices.variant,)), ("options", choices.options)):
        if any(words):
            yield HeaderLine(0, key, ", ".join(words))
    if choices.overrides:
        yield HeaderLine(0, "set", ", ".join(f"{key}={written(edition[key])}" for key in choices.overrides))
    yield HeaderLine(0, "rules", edition.game.updated.isoformat())
    yield HeaderLine(0, "players", ", ".join(players))


def refuse_players(players: Sequence[str]) -> None:
    """BadRequest with all that is wrong with the names of players, before there is a log that has them."""
    wrong: list[Complaint] = []

    def complain(key: str, message: Message, hint: Message | None = None) -> None:  # noqa: ARG001  a Complain
        wrong.append(Complaint(message, None, hint))

    if not players:
        complain("players", say("a game needs at least one player"))
    complain_of_players(tuple(players), complain)
    if wrong:
        raise BadRequest(*wrong)


def complain_of_players(players: tuple[str, ...], complain: Complain) -> None:
    """Complains about names that a log cannot hold or tell apart."""
    if len(players) > MOST_PLAYERS:
        complain(
            "players",
            say(
                "expected at most {most} {most:player|players}, found {found}", most=MOST_PLAYERS, found=len(players)
            ),
        )
    seen: set[str] = set()
    for name in players:
        if fold(name) in seen:
            complain(
                "players", say("two players are called “{name}”", name=name), say("add a letter to one of the names")
            )
        seen.add(fold(name))
        if not fold(name).strip() or _BAD_NAME.search(name) or CONTROL.search(name):
            complain(
                "players",
                say("“{name}” can’t be used as a player’s name", name=name[:MOST_NAME]),
                say("use letters; don’t start with a digit, and avoid {signs}", signs=_NOT_IN_NAMES),
            )
        elif len(name) > MOST_NAME:
            complain(
                "players",
                say("“{name}” can’t be used as a player’s name", name=f"{name[:MOST_NAME]}…"),
                say("use at most {most} letters", most=MOST_NAME),
            )


def _blamed(values: Mapping[str, HeaderLine], complaint: Complaint) -> int:
    """The header line that a refused choice stands in."""
    words = [str(value) for value in complaint.message.values.values()]
    for key in ("edition", "with", "variant", "options", "set"):
        if key in values and any(word and word in values[key].value for word in words):
            return values[key].at
    return values["set" if "set" in values else "game"].at


def _sets(text: str, complain: Complain, example: Message) -> Iterator[tuple[str, object]]:
    """`draw.cards=2, hand.limit=8`; a list value takes the words up to the next equals sign."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    pairs: list[str] = []
    for part in parts:
        if "=" in part:
            pairs.append(part)
        elif pairs:
            pairs[-1] += f",{part}"
        else:
            complain("set", say("expected key=value, found “{found}”", found=part[:60]), example)
    seen: set[str] = set()
    for pair in pairs:
        key, _, value = (part.strip() for part in pair.partition("="))
        if key in seen:
            complain("set", say("“{key}” appears twice in the header", key=key))
        seen.add(key)
        yield key, value


def listed(text: str) -> tuple[str, ...]:
    """The words of a list with commas, each once."""
    return tuple(dict.fromkeys(" ".join(part.split()) for part in text.split(",") if part.strip())) if text else ()

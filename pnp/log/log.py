"""The log of a game: a header that pins the rules, then lines in the order in which things happened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from pnp.base.text import Message, word
from pnp.data.edition import Choices
from pnp.rules.notation import Notation
from pnp.rules.step import Line, Step

# the words at the beginning of a header line; alternatives are separated by |
HEAD: Mapping[str, Message] = {
    "game": word("log", "game"),
    "edition": word("log", "edition"),
    "with": word("log", "with"),
    "variant": word("log", "variant"),
    "options": word("log", "options|option"),
    "set": word("log", "set"),
    "rules": word("log", "rules"),
    "players": word("log", "players|player"),
    "language": word("log", "language"),
    "date": word("log", "date"),
    "place": word("log", "place"),
    "event": word("log", "event"),
    "note": word("log", "note"),
}
FREE = ("date", "place", "event", "note")  # kept, never judged
DEAL_WORD = word("log", "deal|deals|dealt")
DEAL_PILE_WORD = word("log: to a pile", "deal")  # where a language has another word than for a hand
DEALS = {"deal": DEAL_WORD, "deal to a pile": DEAL_PILE_WORD}
AND_WORD = word("log", "and|plus")  # where people write it instead of a comma
CLAIMS: Mapping[str, Message] = {"result": word("log", "result"), "winner": word("log", "winner|winners")}
# the words of any log, whatever its game
COMMON = Notation((), {"head": HEAD, "line": {**CLAIMS, **DEALS}, "joining": {"and": AND_WORD}})

MOST_PLAYERS = 8
MOST_NAME = 40
MOST_BYTES = 16_000_000
MOST_LINES = 1_200_000


class HeaderLine(NamedTuple):
    """A header line as it was written, with the comment beside it; a bare comment has no key."""

    at: int
    key: str
    value: str
    comment: str | None = None


class Assumption(NamedTuple):
    """Where a log was not read as it stands: what was found, and what was taken to be meant.

    `matters`: another word or sign is read, not only the same one without a quotation mark or with a space.
    """

    line: int
    column: int
    found: str
    meant: str
    matters: bool = True


@dataclass(frozen=True, slots=True, repr=False)
class Log:
    """A game as it was written down; two are equal if they are one file that says the same.

    `about` is what its header tells beside rules and players.
    """

    path: Path
    game: str
    choices: Choices
    players: tuple[str, ...]
    head: tuple[HeaderLine, ...]
    lines: tuple[Line, ...]
    language: str = ""
    about: Mapping[str, str] = field(default_factory=dict)
    assumptions: tuple[Assumption, ...] = ()

    def __repr__(self) -> str:
        return f"<Log {self.path.name}: {self.game}, {', '.join(self.players)}, {len(self.lines)} lines>"

    def heading(self, key: str) -> HeaderLine | None:
        """The first header line of a key; None if there is none."""
        return next((heading for heading in self.head if heading.key == key), None)


def claimed(step: Step, players: Sequence[str]) -> str:
    """What a log claims at its end: winners, or players with their scores."""
    claims = step.args["players"].items()
    return ", ".join(players[seat] if score is None else f"{players[seat]} {score}" for seat, score in claims)

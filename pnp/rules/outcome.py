"""How a game stands, and what its log leaves open."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from pnp.base.span import Span
from pnp.base.text import NO_TEXT, Message, Text


class Outcome(NamedTuple):
    """How the game stands: whether it is over, who leads by which rules, each seat's score, and what ends it.

    Where the log does not tell who leads, nobody does, and `contenders` are those who may.

    `score` is the word for what is counted, empty where nothing is, and `aspect` what a doubt about it is called;
    `target` is how much of it ends the game. `ties` are headings, each with a number for each seat, that decide
    between equal scores.
    """

    over: bool
    winners: tuple[int, ...]
    scores: tuple[Span, ...]
    rules: tuple[str, ...]
    ends: tuple[str, ...]
    score: Text = NO_TEXT
    target: int | None = None
    ties: tuple[tuple[Text, tuple[Span, ...]], ...] = ()
    aspect: str = "score"
    contenders: tuple[int, ...] = ()

    @property
    def may_lead(self) -> tuple[int, ...]:
        """The seats that lead or, where the log does not tell who does, those that may."""
        return self.winners or self.contenders


class Unclear(NamedTuple):
    """A question that cannot be decided from the log, the line that raises it, and what would settle it."""

    line: int
    what: Message
    cure: Message | None = None


def asked_once(questions: Iterable[Unclear]) -> tuple[Unclear, ...]:
    """Questions in the order of lines, each only where it first comes up."""
    first: dict[str, Unclear] = {}
    for one in sorted(questions, key=lambda one: one.line):
        first.setdefault(f"{one.what.text}{one.what.values}", one)
    return tuple(first.values())

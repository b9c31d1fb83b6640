"""The nouns of a record: a Step is one thing that somebody did at the table, or noted as a check."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

UNSEEN = "?"  # a card that the record does not name


class Spot(NamedTuple):
    """A building or field by its kind and, where there are several, its number; 0: the first that fits."""

    kind: str
    number: int = 0


class Step(NamedTuple):
    """`do` is the verb, `by` the seat of whoever did it if that is not the player whose turn it is.

    The arguments are numbers, words, Spots, seats, or tuples of card kinds, as the verb's Form says.
    """

    do: str
    args: Mapping[str, Any] = MappingProxyType({})
    by: int | None = None


class Line(NamedTuple):
    """One line of a record: a turn or part of one, a deal, what nobody does in a turn, a claim, or only a comment."""

    at: int
    kind: str
    seat: int | None = None
    turn: int | None = None
    steps: tuple[Step, ...] = ()
    comment: str | None = None


TURN, DEAL, TABLE, CLAIM, NOTE = "turn", "deal", "table", "claim", "note"
END = Step("end")
UNWRITTEN = ("turn", END.do)  # steps that a record does not write

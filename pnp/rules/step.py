"""The nouns of a log: a Step is one thing that somebody did at the table, or noted as a check."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Generic, NamedTuple

from pnp.base.frozen import FrozenDict

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    Args_co = TypeVar("Args_co", bound=Mapping[str, Any], default=Mapping[str, Any], covariant=True)
else:  # without a default, for `Step` alone is any step only to whoever checks types
    from typing import TypeVar

    Args_co = TypeVar("Args_co", covariant=True)

UNSEEN = "?"  # a card that the log does not name


class Spot(NamedTuple):
    """A place by its kind and, where there are several, its number; 0: the first that fits."""

    kind: str
    number: int = 0


class Step(NamedTuple, Generic[Args_co]):
    """`do` is the verb, `by` the seat of whoever did it if that is not the player whose turn it is.

    The arguments are numbers, words, Spots, seats, or tuples of those, as the verb's form says. Where the verb is
    known, so is their type: `Step[MoveArgs]`.
    """

    do: str
    args: Args_co = FrozenDict({})  # type: ignore[assignment]
    by: int | None = None


class Line(NamedTuple):
    """One line of a log: a turn or part of one, a deal, what nobody does in a turn, a claim, or only a comment."""

    at: int
    kind: str
    seat: int | None = None
    turn: int | None = None
    steps: tuple[Step, ...] = ()
    comment: str | None = None


TURN, DEAL, TABLE, CLAIM, COMMENT = "turn", "deal", "table", "claim", "note"
END = Step("end")
UNWRITTEN = ("turn", END.do)  # steps that a log does not write

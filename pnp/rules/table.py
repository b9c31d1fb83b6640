"""The protocol that a game in progress keeps with the referee: set up, why not, apply, legal, outcome, copy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from pnp.base.text import Message
from pnp.rules.objection import Objection
from pnp.rules.outcome import Outcome, Unclear
from pnp.rules.step import Step


class GameTable(Protocol):
    """A game in progress. Most of it comes with VerbTable, for games that are played verb by verb.

    `seat` is the one whose turn it is, or whose would be next; `names` are the players by their seats.
    """

    seat: int
    names: tuple[str, ...]
    over: bool

    @property
    def number(self) -> int | None:
        """What a log counts the turn as that comes next; none where it does not count turns."""

    def at(self, line: int) -> None:
        """Tells on which line of the log we are, for proofs that name lines."""

    def unclear(self) -> Iterable[Unclear]:
        """What the log leaves undecidable so far."""

    def cannot_tell(self, objection: Objection) -> Message | None:
        """What would settle an objection that hangs on something undecidable; none if it does not."""

    def why_not_players(self) -> Objection | None:
        """Whether so many may play."""

    def why_not(self, step: Step) -> Objection | None:
        """What the rules have against a step, if it were done now. It changes nothing."""

    def awaits(self) -> Step | None:
        """The step that heads a line of its own before the next turn, with what is known of it: `round 2`.

        None where a turn may begin or is going on.
        """

    def possible(self, step: Step) -> bool:
        """Whether a step can have happened, whatever the rules say about its time and place."""

    def apply(self, step: Step) -> Objection | None:
        """Does what was done, even against the rules.

        It tells of a card that cannot have been where the step has it: that takes more than the rules.
        """

    def legal(self) -> Iterator[Step]:
        """All that may be done now; of steps that only differ in what they leave open, one."""

    def outcome(self) -> Outcome:
        """How it stands, or how it ended."""

    def copy(self) -> GameTable:
        """The same moment once more, to go on from there in another way."""

"""The protocol that a game in progress keeps with the referee: set up, why not, apply, legal, outcome, view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

from pnp.base.text import Message
from pnp.rules.objection import Objection
from pnp.rules.outcome import Outcome, Unclear
from pnp.rules.step import Step


class GameTable(Protocol):
    """A game in progress. `why_not` changes nothing; `apply` does what was done, even against the rules.

    `apply` tells of a card that cannot have been where the step has it: that takes more than the rules. `at` says on
    which line of the record we are, for proofs that name lines. `unclear` is what the record leaves undecidable;
    `cannot_tell` is for an objection that hangs on such a thing, and says what would settle it. `number` is what a
    record counts the turn as that comes next; none where it does not count turns. `awaits` is the step that heads a
    line of its own before the next turn can begin, with what is known of it: `round 2`; none where a turn may begin
    or is going on.
    """

    seat: int
    names: tuple[str, ...]
    over: bool

    @property
    def number(self) -> int | None: ...

    def at(self, line: int) -> None: ...
    def unclear(self) -> Iterable[Unclear]: ...
    def cannot_tell(self, objection: Objection) -> Message | None: ...

    def why_not_players(self) -> Objection | None: ...
    def why_not(self, step: Step) -> Objection | None: ...
    def awaits(self) -> Step | None: ...
    def possible(self, step: Step) -> bool: ...
    def apply(self, step: Step) -> Objection | None: ...
    def legal(self) -> Iterator[Step]: ...
    def outcome(self) -> Outcome: ...
    def view(self, seat: int) -> GameTable: ...
    def copy(self) -> GameTable: ...

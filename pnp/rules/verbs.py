"""Plays a game verb by verb: for each a reason why not, and what it does; also for those who act out of turn."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, NamedTuple, Self, TypeVar

from pnp.base.text import Message
from pnp.rules.objection import Objection
from pnp.rules.outcome import Unclear
from pnp.rules.step import Step

Args = TypeVar("Args", bound=Mapping[str, Any])


class Verb(NamedTuple, Generic[Args]):
    """What may be done: why not, and what it does. Both are handed the step, typed by the arguments of the verb."""

    why_not: Callable[[Any, Step[Args]], Objection | None]
    do: Callable[[Any, Step[Args]], None]


Verbs = Mapping[str, Verb[Any]]


class VerbTable:
    """What the tables of all games have in common, and what is true of most of them.

    `lenient`: order and place are not asked for, only whether a step can have happened. `ANYBODYS` are verbs that
    name who does them because anybody may; other steps of somebody whose turn it is not are played in a turn of their
    own, which `_step_in` begins and `_step_back` ends.
    """

    __slots__ = ("lenient", "seat", "verbs")
    ANYBODYS: frozenset[str] = frozenset()

    verbs: Verbs
    lenient: bool
    seat: int

    @property
    def number(self) -> int | None:
        """A log need not count turns."""
        return None

    def at(self, line: int) -> None:
        """Most objections hang on no line."""

    def unclear(self) -> Iterable[Unclear]:
        """Nothing, where all is seen by all."""
        return ()

    def cannot_tell(self, objection: Objection) -> Message | None:  # noqa: ARG002
        """Nothing, where all is seen by all."""
        return None

    def actor(self, step: Step) -> int:
        """The seat of whoever does a step."""
        return self.seat if step.by is None else step.by

    def why_not(self, step: Step) -> Objection | None:
        """What the verb's own check has against a step; order and place do not matter where the table is lenient."""
        return self.verbs[step.do].why_not(self, step)

    def legal(self) -> Iterator[Step]:
        """The candidates of this moment to which the rules have no objection."""
        for step in self.candidates():
            if self.why_not(step) is None:
                yield step

    def candidates(self) -> Iterator[Step]:
        """Steps to try: all that may be legal, and few others."""
        raise NotImplementedError

    def awaits(self) -> Step | None:
        """What stands before the next turn; nothing, in most games."""
        return None

    def possible(self, step: Step) -> bool:
        """Whether a step can have happened, whatever the rules say about its time and place."""
        kept = self._take_over(step)
        self.lenient = True
        objection = self.why_not(step)
        self.lenient = False
        self._give_back(kept)
        return objection is None or not objection.impossible

    def apply(self, step: Step) -> Objection | None:
        """Does what was done; nothing more is seen by that, where no card is hidden."""
        if step.by is None:  # nearly always
            self.verbs[step.do].do(self, step)
        else:
            self._do(step)
        return None

    def _do(self, step: Step) -> None:
        kept = self._take_over(step)
        self.verbs[step.do].do(self, step)
        self._give_back(kept)

    def copy(self) -> Self:
        """The same moment once more; each game knows what of it must not be shared."""
        raise NotImplementedError

    def _take_over(self, step: Step) -> object:
        """Lets somebody act in another's turn, against the rules, without touching what that turn has come to."""
        if step.by is None or step.by == self.seat or step.do in self.ANYBODYS:
            return None
        return self._step_in(step.by)

    def _give_back(self, kept: Any) -> None:
        if kept is not None:
            self._step_back(kept)

    def _step_in(self, seat: int) -> object:
        raise NotImplementedError

    def _step_back(self, kept: Any) -> None:
        raise NotImplementedError

"""Plays a game verb by verb: for each a reason why not, and what it does; also for those who act out of turn."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from pnp.rules.objection import Objection
from pnp.rules.step import Step

Why = Callable[[Any, Step], Objection | None]
Do = Callable[[Any, Step], None]


class VerbTable:
    """What the tables of all games have in common.

    `lenient`: order and place are not asked for, only whether a step can have happened. `ANYBODYS` are verbs that
    name who does them because anybody may; other steps of somebody whose turn it is not are played in a turn of their
    own, which `_step_in` begins and `_step_back` ends.
    """

    __slots__ = ("lenient", "seat", "verbs")
    ANYBODYS: frozenset[str] = frozenset()

    verbs: Mapping[str, tuple[Why, Do]]
    lenient: bool
    seat: int

    def actor(self, step: Step) -> int:
        """The seat of whoever does a step."""
        return self.seat if step.by is None else step.by

    def why_not(self, step: Step) -> Objection | None:
        return self.verbs[step.do][0](self, step)

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

    def _do(self, step: Step) -> None:
        if step.by is None:
            self.verbs[step.do][1](self, step)
            return
        kept = self._take_over(step)
        self.verbs[step.do][1](self, step)
        self._give_back(kept)

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

"""The game that a report is about, and what all its parts need: how to say things, who won, what was found."""

from __future__ import annotations

from dataclasses import dataclass

from pnp.base.text import Message
from pnp.book.blocks import Heading, Run
from pnp.faces.context import FaceResources
from pnp.faces.job import Job
from pnp.referee.findings import Judgement
from pnp.referee.history import History
from pnp.referee.verdict import Verdict
from pnp.report.score_chart import FaultMark


@dataclass(frozen=True, slots=True)
class Subject:
    """One judged game, in the language of the job that prints it."""

    job: Job
    judgement: Judgement
    verdict: Verdict  # in the language of the job
    history: History
    resources: FaceResources

    def say(self, message: Message) -> str:
        """A message in the language of the report."""
        return self.job.catalog(message)

    def heading(self, title: Message, anchor: str) -> Heading:
        """A heading of one of the report's parts, with the name by which links find it."""
        return Heading(2, (Run(self.say(title)),), anchor=anchor)

    @property
    def players(self) -> tuple[str, ...]:
        """The players by name, in the order of their seats."""
        return self.judgement.log.players

    @property
    def winners(self) -> tuple[int, ...]:
        """Those of a game that is over."""
        return self.judgement.outcome.winners if self.judgement.outcome.over else ()

    @property
    def counts(self) -> bool:
        """Whether the game has a score."""
        return bool(self.judgement.outcome.score.one)

    @property
    def faults(self) -> tuple[FaultMark, ...]:
        """The findings of their own, by the numbers that the text gives them."""
        return tuple(
            FaultMark(number, self.history.turn_of.get(one.line, 0), one.seat)
            for number, one in enumerate(self.judgement.counted, 1)
        )

"""What the referee says: findings about lines of a log, and how the game really stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from pnp.base.text import Message
from pnp.data.edition import EditionData
from pnp.data.model import Mark, Value
from pnp.log.log import Log
from pnp.rules.outcome import Outcome, Unclear
from pnp.rules.step import Step


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Finding:
    """A step against the rules: what was played, why it is not legal, and what would have been.

    To go on, the referee takes something for granted: what `assumes` says, that the step `meant` was meant, or that
    the step `missing` is lacking in the log. `follows` is the finding that this one results from; only findings of
    their own are counted.
    """

    line: int
    rules: tuple[str, ...]
    why: Message
    seat: int | None = None
    step: Step | None = None
    instead: tuple[Step, ...] = ()
    more: int = 0
    rests: tuple[Value, ...] = ()
    applied: bool = True
    assumes: Message | None = None
    meant: Step | None = None
    missing: Step | None = None
    follows: Finding | None = None

    def __hash__(self) -> int:
        return hash((self.line, self.rules))  # the numbers in its sentence cannot be hashed

    def __repr__(self) -> str:
        return f"<Finding in line {self.line}, {' '.join(self.rules)}: {self.why}>"

    @property
    def rule(self) -> str:
        """The rule that is broken first, under which the finding is counted and cited."""
        return self.rules[0]


class Judgement(NamedTuple):
    """The verdict on one log; `unclear` is what cannot be decided from it."""

    log: Log
    edition: EditionData
    findings: tuple[Finding, ...]
    outcome: Outcome
    steps: int
    remarks: tuple[Message, ...] = ()
    unclear: tuple[Unclear, ...] = ()

    def __repr__(self) -> str:
        return f"<Judgement of {self.log.path.name}: {len(self.findings)} findings, {len(self.unclear)} unclear>"

    @property
    def counted(self) -> tuple[Finding, ...]:
        """The findings that do not follow from others."""
        return tuple(finding for finding in self.findings if finding.follows is None)

    @property
    def clean(self) -> bool:
        """Whether nothing was played against the rules, as far as the log can tell."""
        return not self.findings


def unsettled(edition: EditionData, keys: tuple[str, ...]) -> tuple[Value, ...]:
    """Those of the values that no booklet simply states, so that a verdict resting on them says so."""
    values = (edition.values[key] for key in dict.fromkeys(keys) if key in edition.values)
    return tuple(value for value in values if value.mark is not Mark.STATED)

"""The verdict on one log, in the words of one language: a value that programs may hold on to, and its JSON.

The JSON is a contract: docs/schemas/verdict.schema.json describes it, and docs/reference/schemas.md says
when FORMAT is raised.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from pnp.base.span import Span
from pnp.base.text import so_many
from pnp.data.model import Mark

FORMAT = 1
CLEAN, BROKEN, UNREADABLE = "clean", "violations", "unreadable"
Json = dict[str, Any]

# every command of the referee waits for these classes to be made, and tuples are made soonest: so the small ones are


class ReadAs(NamedTuple):
    """A place where a log is not read as it stands."""

    line: int
    column: int
    found: str
    meant: str

    def to_json(self) -> Json:
        """One of the verdict's `assumptions`: the place, what stands there, and what was meant."""
        return self._asdict()


class UsedValue(NamedTuple):
    """A value that a finding rests on and that no booklet simply states; `source` says why it is what it is."""

    key: str
    value: str
    mark: Mark
    rule: str
    about: str
    source: str

    def to_json(self) -> Json:
        """One of the values in `rests_on` of a finding, its mark as a word."""
        return {**self._asdict(), "mark": str(self.mark)}


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class VerdictFinding:
    """A step against the rules.

    `instead` would have been legal, and so would so many `more`. `assumes` is what is taken for granted to go on; if
    the step is not `applied`, the table stays as it was. One that `follows` from that of another line is not counted.
    """

    rules: tuple[str, ...]  # the one that is broken first
    title: str
    section: str = ""
    page: int | None = None
    line: int
    player: str | None = None
    played: str | None = None
    why: str
    instead: tuple[str, ...] = ()
    more: int = 0
    rests_on: tuple[UsedValue, ...] = ()
    applied: bool = True
    assumes: str | None = None
    follows: int | None = None

    @property
    def rule(self) -> str:
        """The id of the rule that is broken first."""
        return self.rules[0]

    def to_json(self) -> Json:
        """One of the verdict's `findings`; page, player and step are null where it has none."""
        return {
            "rule": self.rule,
            "rules": list(self.rules),
            "title": self.title,
            "section": self.section,
            "page": self.page,
            "line": self.line,
            "player": self.player,
            "played": self.played,
            "why": self.why,
            "instead": list(self.instead),
            "more": self.more,
            "rests_on": [value.to_json() for value in self.rests_on],
            "applied": self.applied,
            "assumes": self.assumes,
            "follows": self.follows,
        }

    def __str__(self) -> str:
        cited = " ".join(part for part in (self.rule, self.section, self.title) if part)
        return f"{cited}: {self.why}"

    def __repr__(self) -> str:
        return f"<VerdictFinding {self.rule} in line {self.line}: {self.why}>"


class PlayerScore(NamedTuple):
    """What a player has; a log may tell it only within bounds."""

    player: str
    score: Span


class OpenQuestion(NamedTuple):
    """What cannot be decided from a log, the line that raises it, and what would settle it."""

    line: int
    what: str
    cure: str | None

    def to_json(self) -> Json:
        """One of the questions under `unclear`; its cure is null where nothing would settle it."""
        return self._asdict()


class VerdictProblem(NamedTuple):
    """Why a log cannot be read, and what to do about it."""

    line: int | None
    column: int | None
    message: str
    hint: str | None

    def to_json(self) -> Json:
        """One of the verdict's `problems`; line and column are null where it is about the file as a whole."""
        return self._asdict()


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Verdict:
    """What the referee says about one log; if it cannot be read, only its `file` and the `problems`.

    `winners` are those of a game that is `over`; where it is not certain who won, `may_have_won` are those who may.
    """

    file: str
    game: str = ""
    edition: str = ""
    players: tuple[str, ...] = ()
    steps: int = 0
    assumptions: tuple[ReadAs, ...] = ()
    findings: tuple[VerdictFinding, ...] = ()
    over: bool = False
    winners: tuple[str, ...] = ()
    may_have_won: tuple[str, ...] = ()
    scores: tuple[PlayerScore, ...] = ()
    unclear: tuple[OpenQuestion, ...] = ()
    remarks: tuple[str, ...] = ()
    problems: tuple[VerdictProblem, ...] = ()

    @property
    def answer(self) -> str:
        """The verdict in a word: clean, violations or unreadable."""
        if self.problems:
            return UNREADABLE
        return BROKEN if self.findings else CLEAN

    @property
    def clean(self) -> bool:
        """Whether the game was played by the rules, as far as the log tells."""
        return self.answer == CLEAN

    @property
    def counted(self) -> tuple[VerdictFinding, ...]:
        """The findings that do not follow from others."""
        return tuple(finding for finding in self.findings if finding.follows is None)

    def to_json(self) -> Json:
        """The verdict for programs, as docs/schemas/verdict.schema.json describes it."""
        head = {"format": FORMAT, "file": self.file, "verdict": self.answer}
        if self.problems:
            return {**head, "problems": [problem.to_json() for problem in self.problems]}
        return {
            **head,
            "game": self.game,
            "edition": self.edition,
            "players": list(self.players),
            "steps": self.steps,
            "assumptions": [one.to_json() for one in self.assumptions],
            "violations": len(self.counted),
            "findings": [finding.to_json() for finding in self.findings],
            "over": self.over,
            "winners": list(self.winners),
            "may_have_won": list(self.may_have_won),
            "scores": scores_json(self.scores),
            "unclear": [question.to_json() for question in self.unclear],
            "remarks": list(self.remarks),
        }

    def __repr__(self) -> str:
        steps = so_many(self.steps, "step")
        counts = f"{len(self.counted)} counted, {steps}" if not self.problems else self.problems[0].message
        return f"<Verdict on {self.file}: {self.answer}, {counts}>"


def scores_json(scores: tuple[PlayerScore, ...]) -> Json:
    """By player: a number where it is certain, else the least and the most that it can be."""
    return {one.player: one.score.data for one in scores}

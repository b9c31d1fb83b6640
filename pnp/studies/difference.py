"""What a change of the rules would have done to one recorded game: a value for programs, and its JSON.

The JSON is a contract: docs/schemas/difference.schema.json describes it, and docs/reference/schemas.md says
when FORMAT is raised.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import NamedTuple

from pnp.referee.verdict import Json, PlayerScore, ReadAs, VerdictFinding, VerdictProblem, scores_json

FORMAT = 1
SAME, CHANGED, UNDECIDED, INCOMPARABLE = "unchanged", "changed", "undecided", "incomparable"
ILLEGAL, LEGAL, WINNER, EARLIER, LATER, SCORES = "illegal", "legal", "winner", "earlier", "later", "scores"
MAYBE_WINNER, MAYBE_SCORES = "undecided_winner", "undecided_scores"  # the log does not tell
CHANGES = (ILLEGAL, LEGAL, WINNER, EARLIER, LATER, SCORES, MAYBE_WINNER, MAYBE_SCORES)


class GameEnd(NamedTuple):
    """How a game stands at the end of its log, and the line in which it `ended` if it did."""

    over: bool
    winners: tuple[str, ...]
    may_have_won: tuple[str, ...]
    scores: tuple[PlayerScore, ...]
    ended: int | None

    def to_json(self) -> Json:
        """The `before` or `after` of a difference; `ended` is null where the log stops before its game is over."""
        return {
            "over": self.over,
            "winners": list(self.winners),
            "may_have_won": list(self.may_have_won),
            "scores": scores_json(self.scores),
            "ended": self.ended,
        }


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class LogDifference:
    """What a change does to one log; if it cannot be compared, only its `file` and the `problems`.

    `illegal` is the first step that only the changed rules object to, `direct` if that rests on a changed value; of
    the end of the game, nothing is then said. `legal` is the first one that only the old rules object to. In so many
    places, other numbers of cards are paid or drawn (`recounted`), first in the line `recounted_from`.
    """

    file: str
    game: str = ""
    players: tuple[str, ...] = ()
    assumptions: tuple[ReadAs, ...] = ()
    changes: tuple[str, ...] = ()
    illegal: VerdictFinding | None = None
    direct: bool = False
    legal: VerdictFinding | None = None
    before: GameEnd | None = None
    after: GameEnd | None = None
    uncertain: tuple[str, ...] = ()
    recounted: int = 0
    recounted_from: int | None = None
    problems: tuple[VerdictProblem, ...] = ()

    @property
    def answer(self) -> str:
        """The difference in a word: unchanged, changed, undecided or incomparable."""
        if self.problems:
            return INCOMPARABLE
        if not self.changes:
            return SAME
        return UNDECIDED if {MAYBE_WINNER, MAYBE_SCORES}.issuperset(self.changes) else CHANGED

    @property
    def same(self) -> bool:
        """Whether the change would have made no difference."""
        return self.answer == SAME

    def to_json(self) -> Json:
        """The difference for programs, as docs/schemas/difference.schema.json describes it."""
        head = {"format": FORMAT, "file": self.file, "verdict": self.answer}
        if self.problems:
            return {**head, "problems": [problem.to_json() for problem in self.problems]}
        return {
            **head,
            "game": self.game,
            "players": list(self.players),
            "assumptions": [one.to_json() for one in self.assumptions],
            "changes": list(self.changes),
            "illegal": self.illegal.to_json() if self.illegal else None,
            "direct": self.direct,
            "legal": self.legal.to_json() if self.legal else None,
            "before": self.before.to_json() if self.before else None,
            "after": self.after.to_json() if self.after else None,
            "uncertain": list(self.uncertain),
            "recounted": self.recounted,
            "recounted_from": self.recounted_from,
        }

    def __repr__(self) -> str:
        how = f" ({', '.join(self.changes)})" if self.changes else ""
        return f"<LogDifference of {self.file}: {self.answer}{how}>"


class Sums:
    """Adds up differences one by one, so that many logs take no more room than a few."""

    def __init__(self) -> None:
        self.verdicts: Counter[str] = Counter()
        self.changes: Counter[str] = Counter()
        self.rules: Counter[str] = Counter()
        self.recounted = 0  # logs in which nothing but numbers of cards changes

    def add(self, difference: LogDifference) -> None:
        """Counts a log in, its newly illegal step under the rule that is broken first."""
        self.verdicts[difference.answer] += 1
        self.recounted += difference.same and difference.recounted > 0
        self.changes.update(difference.changes)
        if difference.illegal:
            self.rules[difference.illegal.rule] += 1

    @property
    def compared(self) -> int:
        """Logs of which something can be said, be it that nothing changes."""
        return self.verdicts[SAME] + self.verdicts[CHANGED] + self.verdicts[UNDECIDED]

    @property
    def incomparable(self) -> int:
        """Logs that cannot be compared."""
        return self.verdicts[INCOMPARABLE]

    @property
    def differ(self) -> int:
        """Logs in which something changes, or may."""
        return self.verdicts[CHANGED] + self.verdicts[UNDECIDED]

    def to_json(self) -> Json:
        """The sums for programs; `share` is that of changed logs among those compared, null where there are none."""
        return {
            "logs": self.verdicts.total(),
            "unchanged": self.verdicts[SAME],
            "recounted": self.recounted,
            "changed": self.verdicts[CHANGED],
            "undecided": self.verdicts[UNDECIDED],
            "incomparable": self.verdicts[INCOMPARABLE],
            "share": round(self.verdicts[CHANGED] / self.compared, 4) if self.compared else None,
            "changes": {change: self.changes[change] for change in CHANGES},
            "rules": dict(self.rules.most_common()),
        }

"""The axis of turns that the charts of a report share, so that what happened at one time stands below each other."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp.referee.history import History
from pnp.report.chart_painter import NAME, SMALL, ChartPainter, cut, measure

EDGE = 9.0  # millimetres at the left for numbers
LABELS = 36.0  # and at most so many at the right for names
_MARK, _BESIDE = 9.4, 16.0  # for the mark before a name, and for all that stands beside it
_USUAL = "999"  # a score for which that is enough
_STEPS = (1, 2, 5)
_APART = 9.0  # millimetres between numbers


@dataclass(frozen=True, slots=True)
class TurnAxis:
    """Where turns lie across a chart, in millimetres; `rounds` has the first turn of each round."""

    left: float
    right: float
    names: float  # the room for names
    rounds: tuple[int, ...]
    length: int

    @classmethod
    def of(cls, history: History, players: Sequence[str], width: float) -> TurnAxis:
        """What names and scores leave of a width; they stand at its right."""
        scores = max(measure(str(score), NAME) for score in history.scores[-1][1])
        more = max(0.0, scores - measure(_USUAL, NAME))
        labels = min(LABELS, _BESIDE + max(measure(player, NAME) for player in players)) + more
        return cls(EDGE, width - labels, labels - _MARK, history.rounds, history.length)

    def at(self, turn: float) -> float:
        """Where a turn ends."""
        return self.left + (self.right - self.left) * turn / max(self.length, 1)

    def draw(self, painter: ChartPainter, y: float, title: str) -> None:
        """The line at a height, a mark where each round begins, and the numbers of some rounds."""
        painter.line([(self.left, y), (self.right, y)], "ink", 0.3)
        every = stride(len(self.rounds), (self.right - self.left) / _APART)
        painter.text(self.left - 1.4, y + 2.6, cut(title, SMALL, self.left - 1.4), SMALL, share=1)
        for number, first in enumerate(self.rounds, 1):
            last = self.rounds[number] - 1 if number < len(self.rounds) else self.length
            begins, ends = self.at(first - 1), self.at(last)
            if number % every == 0 or number == 1:
                painter.text((begins + ends) / 2, y + 2.6, str(number), SMALL, share=0.5)
            if every == 1 or number % every == 0:
                painter.line([(ends, y), (ends, y + 0.9)], "ink", 0.2)


def stride(count: float, most: float) -> int:
    """A round number such that counting by it takes no more than so many steps."""
    power = 1
    while True:
        for step in _STEPS:
            if count / (step * power) <= max(most, 1):
                return step * power
        power *= 10

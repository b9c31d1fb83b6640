"""Draws the course of the score: a stepped line for each player, the target, and where rules were broken.

Where the log leaves a score open, the line becomes a hatched band from the least to the most that it may be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from pnp.base.span import Span
from pnp.draw.shapes import oval
from pnp.referee.history import History
from pnp.report.chart_painter import LABEL, NAME, SMALL, ChartPainter, ChartPoint, apart, cut, measure
from pnp.report.turn_axis import TurnAxis, stride

MOST_NUMBERED = 24  # findings; more are marked without their numbers
_TOP, _FOOT = 4.0, 5.6  # millimetres above and below the plot
_LINE = 3.9  # between labels
_LEAST_APART = 4.2  # between marks on a line
_DISC = 3.5
_MOST_POINTS = 1500
_HATCH = 1.8  # between the strokes of a band


@dataclass(frozen=True, slots=True)
class FaultMark:
    """A finding of its own: its number, in which turn, and whose."""

    number: int
    turn: int
    seat: int | None


@dataclass(frozen=True, slots=True)
class ScoreChart:
    """The words are in the reader's language; `target` is said at its line."""

    history: History
    players: tuple[str, ...]
    winners: tuple[int, ...]
    turn: str
    target: int | None = None
    target_words: str = ""
    faults: tuple[FaultMark, ...] = ()

    def draw(self, painter: ChartPainter, width: float, height: float) -> None:
        """Fills a frame, in millimetres; the first player's line lies on top, and faults above all lines."""
        plot = _Plot(self, TurnAxis.of(self.history, self.players, width), _TOP, height - _FOOT)
        plot.grid(painter)
        plot.axis.draw(painter, plot.bottom, self.turn)
        plot.goal(painter)
        for seat in reversed(range(len(self.players))):
            plot.line(painter, seat)
        plot.labels(painter)
        plot.mark_faults(painter)


class _Stretch(NamedTuple):
    """A score that does not change, from one place on the axis to another."""

    left: float
    right: float
    score: Span


class _Plot:
    def __init__(self, chart: ScoreChart, axis: TurnAxis, top: float, bottom: float) -> None:
        self.chart, self.axis, self.top, self.bottom = chart, axis, top, bottom
        found = [score for _, scores in chart.history.scores for score in scores]
        self.low = min(0, *(score.least for score in found))
        self.high = max(1, chart.target or 0, *(score.most for score in found))
        unit = (bottom - top) / (self.high - self.low + 1)
        self.beside = min(0.5, 0.8 * unit / len(chart.players))  # equal scores run side by side
        self._zero = bottom - self.beside * len(chart.players) / 2 - 0.6

    def y(self, score: float) -> float:
        return self._zero - (self._zero - self.top) * (score - self.low) / (self.high - self.low)

    def of_seat(self, seat: int, score: float) -> float:
        return self.y(score) + (seat - (len(self.chart.players) - 1) / 2) * self.beside

    def grid(self, painter: ChartPainter) -> None:
        every = stride(self.high - self.low, (self.bottom - self.top) / 6.5)
        first = -(-self.low // every) * every
        for score in range(first, self.high + 1, every):
            y = self.y(score)
            painter.line([(self.axis.left, y), (self.axis.right, y)], "rule", 0.2, (0.3, 0.8))
            painter.text(self.axis.left - 1.4, y, cut(str(score), SMALL, self.axis.left - 1.4), SMALL, share=1)

    def goal(self, painter: ChartPainter) -> None:
        if self.chart.target is None:
            return
        y = self.y(self.chart.target)
        painter.line([(self.axis.left, y), (self.axis.right, y)], "accent", 0.4, (1.6, 1))
        painter.text(self.axis.left + 1, y - 1.9, self.chart.target_words, LABEL)

    def line(self, painter: ChartPainter, seat: int) -> None:
        stretches = list(self._stretches(seat))
        before: list[ChartPoint] = []
        for certain, found in groupby(stretches, key=lambda one: one.score.certain):
            run = list(found)
            low = [*before, *(point for one in run for point in self._ends(seat, one, one.score.least))]
            if certain:
                painter.seat_line(seat, low)
            else:
                high = [*before, *(point for one in run for point in self._ends(seat, one, one.score.most))]
                painter.seat_band(seat, low, high)
                self._hatch(painter, seat, run)
            before = low[-1:] if certain else []
        marked = self.axis.left - _LEAST_APART
        for one in stretches[1:]:
            if one.left - marked >= _LEAST_APART and one.left < self.axis.right - 1:
                painter.seat_mark(seat, one.left, self._middle(seat, one.score))
                marked = one.left

    def _stretches(self, seat: int) -> Iterator[_Stretch]:
        """From one change of the score to the next; where there are more than can be seen, only some of them."""
        (_, first), *later = self.chart.history.scores
        now, left = first[seat], self.axis.left
        thin = max(1, len(later) // _MOST_POINTS)
        for turn, scores in later[::thin]:
            if scores[seat] != now:
                yield _Stretch(left, self.axis.at(turn), now)
                now, left = scores[seat], self.axis.at(turn)
        yield _Stretch(left, self.axis.right, now)
        if now != self._last[seat]:
            yield _Stretch(self.axis.right, self.axis.right, self._last[seat])

    def _ends(self, seat: int, stretch: _Stretch, score: int) -> Iterator[ChartPoint]:
        yield from ((x, self.of_seat(seat, score)) for x in (stretch.left, stretch.right))

    def _hatch(self, painter: ChartPainter, seat: int, run: Sequence[_Stretch]) -> None:
        """Upright strokes at places of the seat's own, so that bands can be seen through each other."""
        start = self.axis.left + _HATCH * seat / len(self.chart.players)
        for one in run:
            for number in range(int((one.left - start) / _HATCH) + 1, int((one.right - start) / _HATCH) + 1):
                x = start + _HATCH * number
                low, high = (self.of_seat(seat, score) for score in (one.score.least, one.score.most))
                painter.line([(x, low), (x, high)], painter.colour(seat), 0.18)

    def _middle(self, seat: int, score: Span) -> float:
        return self.of_seat(seat, (score.least + score.most) / 2)

    @property
    def _last(self) -> Sequence[Span]:
        return self.chart.history.scores[-1][1]

    def labels(self, painter: ChartPainter) -> None:
        """Each line's name and score at its end, pushed apart where lines end together."""
        order = sorted(range(len(self.chart.players)), key=lambda seat: self._middle(seat, self._last[seat]))
        wanted = [self._middle(seat, self._last[seat]) for seat in order]
        places = apart(wanted, [_LINE] * len(order), 0, self.bottom + 2)
        x = self.axis.right
        for seat, end, y in zip(order, wanted, places, strict=True):
            painter.line([(x, end), (x + 1, end), (x + 3, y), (x + 4, y)], "faded", 0.2)
            painter.seat_mark(seat, x + 5.6, y)
            score = str(self._last[seat])
            bold = seat in self.chart.winners
            type_ = NAME if bold else LABEL
            name = cut(self.chart.players[seat], type_, self.axis.names - measure(score, NAME))
            painter.text(x + 7.8, y, name, type_)
            painter.text(x + 9.2 + measure(name, type_), y, score, NAME)

    # ---- faults ----

    def mark_faults(self, painter: ChartPainter) -> None:
        places = [self._place(fault) for fault in self.chart.faults]
        if len(places) > MOST_NUMBERED:
            for at in places:
                _draw_cross(painter, at)
            return
        discs: list[ChartPoint] = []
        for at in places:
            discs.append(self._free(at, discs))
            painter.line([at, discs[-1]], "accent", 0.25)
        for fault, disc in zip(self.chart.faults, discs, strict=True):
            draw_disc(painter, disc, fault.number)

    def _place(self, fault: FaultMark) -> ChartPoint:
        x = self.axis.at(max(fault.turn - 0.5, 0))
        if fault.seat is None:
            return x, self.bottom
        return x, self._middle(fault.seat, self.chart.history.scores_before(fault.turn)[fault.seat])

    def _free(self, at: ChartPoint, taken: Sequence[ChartPoint]) -> ChartPoint:
        """A place for the number near the line: above it, else below, else beside."""
        x, y = at
        ups = [(x, y - 3.4 - _DISC * step) for step in range(40)]
        downs = [(x, y + 3.4 + _DISC * step) for step in range(40)]
        inside = [one for one in (*ups, *downs) if self.top - 1 <= one[1] <= self.bottom - 1.6]
        beside = [(x + _DISC * step, self.top) for step in range(40)]
        return next(one for one in (*inside, *beside, at) if one is at or not _near(one, taken))


def draw_disc(painter: ChartPainter, at: ChartPoint, number: int) -> None:
    """The number of a finding, as its text names it."""
    x, y = at
    painter.base.shape(oval(x - _DISC / 2, y - _DISC / 2, _DISC, _DISC), "paper", "accent", 0.35)
    painter.text(x, y, str(number), SMALL, share=0.5)


def _draw_cross(painter: ChartPainter, at: ChartPoint) -> None:
    (x, y), far = at, 0.9
    for down in (far, -far):
        painter.line([(x - far, y - down), (x + far, y + down)], "accent", 0.4)


def _near(at: ChartPoint, taken: Sequence[ChartPoint]) -> bool:
    return any(abs(at[0] - x) < _DISC and abs(at[1] - y) < _DISC for x, y in taken)

"""Draws what a game came to in numbers: under each heading a bar for each amount, the largest first.

What the log leaves open is the dashed part of a bar.
"""

from __future__ import annotations

from dataclasses import dataclass

from pnp.base.span import Span
from pnp.draw.shapes import rect
from pnp.report.chart_painter import LABEL, NAME, ChartPainter, cut, measure

ROW, HEAD = 4.6, 6.4  # millimetres
_MOST = 9  # bars under a heading
_COLUMNS, _GAP = 3, 8.0  # at least, so that bars are never long


@dataclass(frozen=True, slots=True)
class BarChart:
    """Headings, each with labels and their amounts."""

    groups: tuple[tuple[str, tuple[tuple[str, Span], ...]], ...]

    @property
    def height(self) -> float:
        """How high the longest list of bars is that is shown, with its heading; in millimetres."""
        return HEAD + ROW * max(min(len(amounts), _MOST) for _, amounts in self.groups)

    def draw(self, painter: ChartPainter, width: float, _: float) -> None:
        """Draws the headings side by side across a width in millimetres; its height depends on the bars alone."""
        columns = max(len(self.groups), _COLUMNS)
        each = (width - _GAP * (columns - 1)) / columns
        for number, (heading, amounts) in enumerate(self.groups):
            x = number * (each + _GAP)
            painter.text(x, HEAD / 2 - 1, cut(heading, NAME, each), NAME)
            painter.line([(x, HEAD - 1.2), (x + each, HEAD - 1.2)], "rule", 0.2)
            self._bars(painter, x, each, amounts[:_MOST])

    def _bars(self, painter: ChartPainter, x: float, wide: float, amounts: tuple[tuple[str, Span], ...]) -> None:
        words = min(max(measure(label, LABEL) for label, _ in amounts), 0.55 * wide) + 2
        figures = max(measure(_figure(amount), LABEL) for _, amount in amounts) + 1.4
        longest = max(abs(amount.most) for _, amount in amounts)
        for row, (label, amount) in enumerate(amounts):
            y = HEAD + ROW * (row + 0.5)
            painter.text(x, y, cut(label, LABEL, words - 2), LABEL)
            long, least = ((wide - words - figures) * abs(one) / longest for one in (amount.most, amount.least))
            if not amount.certain:
                painter.base.shape(rect(x + words, y - 1.3, max(long, 0.3), 2.6), "paper", "ink", 0.15, (0.6, 0.6))
            painter.base.shape(
                rect(x + words, y - 1.3, max(least, 0.3), 2.6), "rule" if amount.most > 0 else "paper", "ink", 0.15
            )
            painter.text(x + words + long + 1.2, y, _figure(amount), LABEL)


def _figure(amount: Span) -> str:
    return str(amount).replace("-", "−")

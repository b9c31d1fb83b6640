"""Draws what came to lie before each player and what was lost again: a lane for each, over the turns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from pnp.draw.shapes import rect
from pnp.referee.history import History, Milestone
from pnp.report.chart_painter import LABEL, SMALL, ChartPainter, apart, cut, measure
from pnp.report.score_chart import FaultMark, draw_disc
from pnp.report.turn_axis import EDGE, TurnAxis

FOOT = 5.6  # millimetres below the lanes for the axis
KEY = 6.6  # and for each line of what the drawings mean
_SIGN = 5.3
_STEM = 2.4  # from a lane's line up to its drawings
_MOST = 19  # things in a lane; of more, the first ones are shown


@dataclass(frozen=True, slots=True)
class BelongingsChart:
    """`names` of all kinds of things; those `drawn` have a drawing, the others are shown as words."""

    history: History
    players: tuple[str, ...]
    names: Mapping[str, str]
    drawn: frozenset[str]
    turn: str
    faults: tuple[FaultMark, ...] = ()

    def height(self, width: float, lane: float) -> float:
        """With lanes so high, the axis and the key."""
        return lane * len(self.players) + FOOT + KEY * len(self._key_lines(width))

    def draw(self, painter: ChartPainter, width: float, height: float) -> None:
        """Fills a frame, in millimetres: axis and key take what they need, and the lanes share the rest."""
        axis = TurnAxis.of(self.history, self.players, width)
        keys = self._key_lines(width)
        foot = FOOT + KEY * len(keys)
        lane = (height - foot) / len(self.players)
        for seat, player in enumerate(self.players):
            self._lane(painter, axis, seat, player, lane * (seat + 1), lane)
        axis.draw(painter, height - foot, self.turn)
        for number, line in enumerate(keys):
            self._key(painter, line, axis.left, height - foot + FOOT + KEY * (number + 0.6))

    def _lane(self, painter: ChartPainter, axis: TurnAxis, seat: int, player: str, base: float, high: float) -> None:
        if seat < len(self.players) - 1:
            painter.line([(axis.left, base), (axis.right, base)], "rule", 0.2)
        own = [one for one in self.history.milestones if one.seat == seat]
        shown, rest = own[:_MOST], own[_MOST:]
        side = min(6.6, high - _STEM - 0.6)
        sizes = [self._wide(one.kind, side) for one in shown]
        spare = axis.right - axis.left - fsum(sizes)
        if spare < 0:
            side, sizes = side * (1 + spare / fsum(sizes)), [size * (1 + spare / fsum(sizes)) for size in sizes]
        wanted = [axis.at(one.turn - 0.5) for one in shown]
        middle = base - _STEM - side / 2
        for one, at, x in zip(shown, wanted, apart(wanted, sizes, axis.left, axis.right), strict=True):
            painter.line([(at, base), (at, base - 0.7), (x, middle + side / 2)], "faded", 0.2)
            self._thing(painter, one, x, middle, side)
        for fault in self.faults:
            if fault.seat == seat:
                draw_disc(painter, (axis.at(fault.turn - 0.5), base), fault.number)
        self._name(painter, axis, seat, player, middle, len(rest))

    def _name(self, painter: ChartPainter, axis: TurnAxis, seat: int, player: str, y: float, more: int) -> None:
        x = axis.right
        painter.seat_mark(seat, x + 5.6, y)
        rest = f"+{more}" if more else ""
        name = cut(player, LABEL, axis.names - measure(rest, SMALL))
        painter.text(x + 7.8, y, name, LABEL)
        painter.text(x + 9 + measure(name, LABEL), y, rest, SMALL)

    def _wide(self, kind: str, side: float) -> float:
        return side + 0.3 if kind in self.drawn else measure(self._word(kind), SMALL) + 2.6

    def _thing(self, painter: ChartPainter, one: Milestone, x: float, y: float, side: float) -> None:
        wide = side
        if not painter.art(one.kind, x, y, side):
            word = self._word(one.kind)
            wide = measure(word, SMALL) + 2
            painter.base.shape(rect(x - wide / 2, y - 1.7, wide, 3.4, 0.7), "tint", "rule", 0.2)
            painter.text(x, y, word, SMALL, share=0.5)
        if not one.gained:
            far = side / 2 if wide == side else 1.7
            painter.line([(x - wide / 2, y + far), (x + wide / 2, y - far)], "white", 1.1)
            painter.line([(x - wide / 2, y + far), (x + wide / 2, y - far)], "accent", 0.55)

    # ---- the key ----

    def _key_lines(self, width: float) -> list[list[str]]:
        """The kinds that are drawn, in the order of the game's names, in lines no wider than the chart.

        One stands for all that have the same name.
        """
        seen = {one.kind for one in self.history.milestones}
        first: dict[str, str] = {}
        for kind in (kind for kind in self.names if kind in seen and kind in self.drawn):
            first.setdefault(self._word(kind), kind)
        lines: list[list[str]] = []
        x = width
        for word, kind in first.items():
            wide = _key_width(word)
            if x + wide > width:
                lines.append([])
                x = EDGE
            lines[-1].append(kind)
            x += wide
        return lines

    def _key(self, painter: ChartPainter, kinds: Sequence[str], x: float, y: float) -> None:
        for kind in kinds:
            painter.art(kind, x + 2.6, y, _SIGN)
            painter.text(x + 6, y, self._word(kind), LABEL)
            x += _key_width(self._word(kind))

    def _word(self, kind: str) -> str:
        return cut(self.names.get(kind, kind), LABEL, 30)


def _key_width(word: str) -> float:
    return 9.4 + measure(word, LABEL)

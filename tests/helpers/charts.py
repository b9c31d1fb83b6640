"""Charts of a report, drawn as SVG, and the lines that they show."""

from __future__ import annotations

import re

from conftest import REPO
from pnp.data.workspace import Workspace
from pnp.draw.painter import Palette
from pnp.draw.svg import Sprite, SvgPainter
from pnp.faces.context import FaceResources
from pnp.report.belongings_chart import BelongingsChart
from pnp.report.chart_painter import ChartPainter
from pnp.report.score_chart import ScoreChart

GAME = "alchemicus"


def pen() -> tuple[ChartPainter, SvgPainter]:
    workspace = Workspace(REPO)
    layout = workspace.layout(GAME)
    painter = SvgPainter(Sprite(Palette(layout.colours, layout.inks["full"])))
    return ChartPainter(painter, FaceResources(layout, workspace.game(GAME).folder, "en")), painter


def drawn(chart: ScoreChart | BelongingsChart) -> str:
    own, painter = pen()
    chart.draw(own, 170, 70)
    return painter.picture(170, 70)


def lines_of(svg: str, colour: str) -> list[list[tuple[float, float]]]:
    """The lines in one colour, each by its points."""
    found = re.findall(rf'<path d="(M[^"Z]*)" stroke="{colour}"', svg)
    return [[(float(x), float(y)) for x, y in re.findall(r"[ML]([\d.-]+) ([\d.-]+)", one)] for one in found]

"""Turns the figures and drawings that a text shows into SVG for its page of HTML."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.base.errors import Complaint
from pnp.book.blocks import Chart, Picture
from pnp.book.figures import FIGURE, FigureMissing, Figures, ShownFigure, find_drawing, span_of
from pnp.data.layout import LayoutNames, Size
from pnp.draw.art import Drawing, Photo
from pnp.draw.painter import Palette
from pnp.draw.shapes import n
from pnp.draw.svg import Sprite, SvgPainter, element, use
from pnp.faces.context import FaceContext, FaceShape, Problem, resources_of
from pnp.faces.face import Face, Meter
from pnp.faces.job import Job
from pnp.faces.namespace import names_of
from pnp.faces.problems import of_face

_LARGE, _SMALL = 30.0, 5.0  # millimetres at which drawings show all their layers, or only the main ones
_CHART = 170.0  # millimetres that a chart is wide
_LEAST, _MOST = 2.7, 5.6  # pixels to a millimetre of a figure


class Gallery:
    """Draws what stands between the words, and gathers what is missing or looks wrong."""

    def __init__(self, job: Job, played: Mapping[str, LayoutNames]) -> None:
        self._job = job
        self._resources = resources_of(job)
        names = names_of(job.edition, job.catalog)
        self._figures = Figures(job.layout, names, played)
        self.sprite = Sprite(Palette(job.layout.colours, job.ink))
        self._meter = Meter()
        self.problems: list[Complaint] = []
        self.missing: list[Complaint] = []

    # ---- drawings ----

    def icon(self, name: str) -> str:
        """A drawing in a line of text, without the room at its sides."""
        art = self._art(name)
        if art is None:
            return ""
        span, high = span_of(self._resources, name), art.height
        box = " ".join(map(n, (span.left * high, 0, (span.right - span.left) * high, high)))
        return self._shown(name, art, _SMALL, viewBox=box, class_="icon", aria_hidden="true")

    def drawing(self, name: str, class_: str = "drawing") -> str:
        """A drawing that adds nothing to the words beside it."""
        art = self._art(name)
        return self._shown(name, art, _LARGE, class_=class_, aria_hidden="true") if art else ""

    def shown(self, name: str) -> str:
        """A drawing, or a figure, that adds nothing to the words beside it."""
        if not name.startswith(FIGURE):
            return self.drawing(name)
        shown = self._found(Picture(name.removeprefix(FIGURE), (), figure=True))
        if shown is None:
            return ""
        size = shown.size
        return self._drawn(name, shown).picture(size.width, size.height, class_="drawing", aria_hidden="true")

    def pictured(self, picture: Picture, caption: str) -> str:
        """A drawing that is a picture of its own."""
        art = self._art(picture.name)
        if art is None:
            return ""
        hidden = "" if caption else "true"
        role = "img" if caption else ""
        return self._shown(
            picture.name, art, _LARGE, class_="drawing", role=role, aria_label=caption, aria_hidden=hidden
        )

    def _shown(self, name: str, art: Drawing | Photo, size: float, viewBox: str = "", **attributes: str) -> str:  # noqa: N803  SVG's name
        if isinstance(art, Photo):
            own = self.sprite.photo(art)
        else:
            own = self.sprite.drawing(name, art, self._job.ink.layers_at(size))
        box = viewBox or f"0 0 {n(art.width)} {n(art.height)}"
        lines = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
        return element("svg", use(own, (0, 0, art.width, art.height)), viewBox=box, **lines, **attributes)

    def _art(self, name: str) -> Drawing | Photo | None:
        try:
            return find_drawing(self._resources, name)
        except FigureMissing as error:
            self._miss(error)
        return None

    # ---- figures ----

    def figure(self, picture: Picture, caption: str) -> str:
        """A part of the layout; in an example it sees what the example came to."""
        shown = self._found(picture)
        if shown is None:
            return ""
        painter = self._drawn(picture.name, shown)
        self._job.tick()
        return _scrolled(painter, shown.size, caption or picture.name)

    def _found(self, picture: Picture) -> ShownFigure | None:
        try:
            return self._figures.find(picture)
        except FigureMissing as error:
            self._miss(error)
        return None

    def chart(self, chart: Chart) -> str:
        """A chart as wide as all charts are; its label is for whoever cannot see it."""
        size, painter = Size(_CHART, chart.height), SvgPainter(self.sprite)
        chart.draw(painter, self._resources, size)
        return _scrolled(painter, size, chart.label)

    def _drawn(self, name: str, shown: ShownFigure) -> SvgPainter:
        painter = SvgPainter(self.sprite)
        context = FaceContext(self._resources, painter, FaceShape(shown.size, shown.size, 0, 0))
        with self._meter.face():
            Face(context).draw(shown.part, shown.names)
        self.problems += (self._complaint(name, problem) for problem in context.problems)
        return painter

    def _complaint(self, name: str, problem: Problem) -> Complaint:
        language, box = self._job.catalog.language, problem.box
        message = of_face(problem.message, piece=name, language=language, size="", box=box.name)
        return Complaint(message, box.place, problem.hint)

    def _miss(self, error: FigureMissing) -> None:
        """Named once, however often the text shows it."""
        self.missing += [one for one in error.complaints if one not in self.missing]


def _scrolled(painter: SvgPainter, size: Size, label: str) -> str:
    """What was drawn, which can be pushed to and fro where a screen is too narrow for it."""
    style = f"min-width:{n(size.width * _LEAST)}px;max-width:{n(size.width * _MOST)}px"
    drawn = painter.picture(size.width, size.height, role="img", aria_label=label, style=style)
    return element("div", drawn, class_="scroll")

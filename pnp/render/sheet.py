"""Draws one side of a sheet: the pieces in their spots, crop marks, a ruler, and a line that says what it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pnp import __version__
from pnp.layout import Cut, Size
from pnp.model import Deck, Kind
from pnp.render import fonts, outline
from pnp.render.brush import POINT
from pnp.render.document import Document
from pnp.render.impose import BAND, Axis, Grid, Spot, marks
from pnp.render.job import Job
from pnp.render.outline import n
from pnp.render.typeset import width
from pnp.text import word

MARK_THICK, MARK_SHORT, MARK_LONG = 0.15, 1.8, 4.0
SMALL = 6.0  # points
RULER = 100


@dataclass(frozen=True, slots=True)
class Caption:
    """The line at the edge of a sheet."""

    text: str
    ruler: str

    @classmethod
    def of(cls, job: Job, deck: Deck, sides: tuple[str, ...], page: int, pages: int) -> Caption:
        edition, catalog = job.edition, job.catalog.knowing(job.edition.facts())
        own = edition.game.offers(Kind.EDITION)[edition.key]
        names = {"front": word("sheet", "fronts"), "back": word("sheet", "backs")}
        parts = (
            catalog(edition.game.title),
            catalog(own.title),
            *(catalog(choice.title) for choice in edition.choices()),
            catalog.language_name(catalog.language),
            catalog(deck.title),
            " + ".join(catalog(names[side]) for side in sides),
            f"{page}/{pages}",
            catalog(word("sheet", "print at {percent}, without fitting to the page", percent=catalog.percent(1))),
            f"pnp {__version__}",
        )
        return cls(" · ".join(parts), f"{RULER} mm")


def draw_sheet(
    document: Document,
    grid: Grid,
    placed: Sequence[tuple[str, Spot]],
    caption: Caption | None,
    piece: tuple[Cut, Size],
) -> None:
    with document.page(grid.paper, _trim(grid), grid.bleed):
        for form, spot in placed:
            _place(document, form, spot, piece[1])
        if caption:
            document.canvas.addLiteral(f"q 0 g 0 G 0 J {n(MARK_THICK)} w")
            _draw_marks(document, grid, [spot for _, spot in placed], piece)
            _draw_caption(document, grid, caption)
            document.canvas.addLiteral("Q")


def _trim(grid: Grid) -> tuple[float, float, float, float]:
    """All that is cut out, on a folded sheet of both halves."""
    left, top, right, bottom = grid.block
    if grid.fold is Axis.LEVEL:
        bottom = grid.paper.height - top
    if grid.fold is Axis.UPRIGHT:
        right = grid.paper.width - left
    return left, top, right, bottom


def _place(document: Document, form: str, spot: Spot, size: Size) -> None:
    """A form in its spot, clipped where another piece begins."""
    left, top, right, bottom = spot.reach
    clip = outline.rect(left, top, right - left, bottom - top)
    cos, sin = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[round(spot.turn)]
    half_w, half_h = size.width / 2, size.height / 2
    x = spot.x - cos * half_w + sin * half_h
    y = spot.y - sin * half_w - cos * half_h
    canvas = document.canvas
    canvas.addLiteral(f"q {clip} W n {cos} {sin} {-sin} {cos} {n(x)} {n(y)} cm")
    canvas.doForm(form)
    canvas.addLiteral("Q")


def _draw_marks(document: Document, grid: Grid, spots: Sequence[Spot], piece: tuple[Cut, Size]) -> None:
    cut, size = piece
    write = document.canvas.addLiteral
    if cut is Cut.RECT:
        for x, y, right, bottom in _all_marks(grid):
            write(f"{outline.line(x, y, right, bottom)} S")
    else:
        for spot in spots:
            write(f"{cut_outline(cut, spot, size)} S")
    middle = grid.paper.height / 2, grid.paper.width / 2
    if grid.fold is Axis.LEVEL:
        write(f"[2 2] 0 d {outline.line(0, middle[0], grid.paper.width, middle[0])} S [] 0 d")
    if grid.fold is Axis.UPRIGHT:
        write(f"[2 2] 0 d {outline.line(middle[1], 0, middle[1], grid.paper.height)} S [] 0 d")


def _all_marks(grid: Grid) -> list[tuple[float, float, float, float]]:
    """The block's marks, on a folded sheet also those of the other half; none on the fold itself."""
    left, top, _, _ = grid.block
    room = (left if grid.band is Axis.UPRIGHT else top) - grid.bleed
    length = min(max(room - BAND + MARK_SHORT - 0.5, MARK_SHORT), MARK_LONG)
    lines = list(marks(grid, length))
    wide, high = grid.paper.width, grid.paper.height
    if grid.fold is Axis.LEVEL:
        lines = [one for one in lines if one[1] == one[3] or one[3] <= top]
        lines += [(x, high - y, x2, high - y2) for x, y, x2, y2 in lines]
    if grid.fold is Axis.UPRIGHT:
        lines = [one for one in lines if one[0] == one[2] or one[2] <= left]
        lines += [(wide - x, y, wide - x2, y2) for x, y, x2, y2 in lines]
    return lines


def cut_outline(cut: Cut, spot: Spot, size: Size) -> str:
    x, y = spot.x - size.width / 2, spot.y - size.height / 2
    if cut is Cut.OVAL:
        return outline.oval(x, y, size.width, size.height)
    return outline.regular(x, y, size.width, size.height, 6, -90 + spot.turn)


def _draw_caption(document: Document, grid: Grid, caption: Caption) -> None:
    """Ruler and caption on opposite sides, along the edges that have room."""
    paper = grid.paper
    _, top, _, _ = block = _trim(grid)
    along = paper.width if grid.band is Axis.LEVEL else paper.height
    free = (top if grid.band is Axis.LEVEL else block[0]) - grid.bleed
    depth = free - min(free - BAND + 2.1, 9.0)  # distance of the line from the paper's edge
    write = document.canvas.addLiteral
    if grid.band is Axis.LEVEL:
        _draw_ruler(document, caption, along, depth)
        write(f"q 1 0 0 1 0 {n(paper.height - 2 * depth + 1.4)} cm")
    else:
        write(f"q 0 -1 1 0 0 {n(paper.height)} cm")
        _draw_ruler(document, caption, along, depth)
        write(f"Q q 0 -1 1 0 {n(paper.width - 2 * depth + 1.4)} {n(paper.height)} cm")
    _draw_line(document, caption.text, along / 2, depth, along - 10)
    write("Q")


def _draw_ruler(document: Document, caption: Caption, along: float, y: float) -> None:
    left = (along - RULER) / 2
    write = document.canvas.addLiteral
    write(f"{outline.line(left, y, left + RULER, y)} S")
    for tick in range(0, RULER + 1, 10):
        write(f"{outline.line(left + tick, y, left + tick, y - (2 if tick % 50 == 0 else 1.2))} S")
    _draw_line(document, caption.ruler, left + RULER + 6, y, 20)


def _draw_line(document: Document, text: str, x: float, baseline: float, room: float) -> None:
    """A line of small type, centred on x; squeezed where it is longer than its room."""
    font = fonts.builtin("Sans")
    long = width(text, font) * SMALL * POINT
    squeeze = min(1, room / long)
    line = document.canvas.beginText()
    line.setFont(font.fontName, SMALL * POINT)
    line.setTextTransform(squeeze, 0, 0, -1, x - long * squeeze / 2, baseline)
    line.textOut(text)
    document.canvas.drawText(line)

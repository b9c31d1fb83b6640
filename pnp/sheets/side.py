"""Draws one side of a sheet: the pieces in their slots, crop marks, a ruler, and a line that says what it is."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from pnp.data.layout import Cut, Size
from pnp.draw import fonts, shapes
from pnp.draw.imposition import Area, MirrorAxis, SheetGrid, SheetSlot, mirrored_area
from pnp.draw.painter import POINT
from pnp.draw.pdf import PdfFile, Stamp
from pnp.draw.shapes import n
from pnp.draw.typeset import width

MARK_THICK, MARK_GAP, MARK_SHORT, MARK_LONG = 0.15, 0.5, 1.0, 4.0
LINE, LINE_GAP = 2.1, 0.8  # what a line of small type needs, and its distance from the marks
SMALL_LINE = 6.0  # points
RULERS = (100, 50, 20)  # millimetres: the longest that the paper has room for


def draw_pieces(document: PdfFile, placed: Iterable[tuple[Stamp, SheetSlot]], outline: tuple[Cut, Size]) -> None:
    """Places stamps in their slots, turned as these are; the outline is the cut and size of all."""
    for stamp, slot in placed:
        _place(document, stamp, slot, outline)


@contextmanager
def drawing_lines(document: PdfFile) -> Iterator[None]:
    """Everything inside is black and as thin as marks are."""
    document.canvas.addLiteral(f"q 0 g 0 G 0 J {n(MARK_THICK)} w")
    yield
    document.canvas.addLiteral("Q")


def _place(document: PdfFile, stamp: Stamp, slot: SheetSlot, outline: tuple[Cut, Size]) -> None:
    """A stamp in its slot, clipped where another piece begins."""
    cut, size = outline
    clip = _clip(cut, slot)
    cos, sin = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[round(slot.turn)]
    half_w, half_h = size.width / 2, size.height / 2
    x = slot.x - cos * half_w + sin * half_h
    y = slot.y - sin * half_w - cos * half_h
    canvas = document.canvas
    canvas.addLiteral(f"q {clip} W n {cos} {sin} {-sin} {cos} {n(x)} {n(y)} cm")
    document.place(stamp)
    canvas.addLiteral("Q")


def _clip(cut: Cut, slot: SheetSlot) -> str:
    """How far the print of a piece may reach."""
    left, top, right, bottom = slot.reach
    box = (left, top, right - left, bottom - top)
    if cut is Cut.HEXAGON:
        return shapes.hexagon(*box, turned=bool(slot.turn % 180))
    return shapes.oval(*box) if cut is Cut.OVAL else shapes.rect(*box)


def draw_marks(
    document: PdfFile, grid: SheetGrid, slots: Iterable[SheetSlot], outline: tuple[Cut, Size], axis: MirrorAxis | None
) -> None:
    """Where to cut and to fold; on a back, where the axis mirrors the cuts."""
    cut, size = outline
    write = document.canvas.addLiteral
    with drawing_lines(document):
        if cut is Cut.RECT:
            lines = marks(grid)
            draw_lines(document, [mirrored_area(line, grid.paper, axis) for line in lines] if axis else lines)
        else:
            for slot in slots:
                write(f"{cut_outline(cut, slot, size)} S")
        if grid.fold:
            write(f"[2 2] 0 d {shapes.line(*fold_line(grid))} S [] 0 d")


def draw_lines(document: PdfFile, lines: Iterable[Area], dash: str = "") -> None:
    """Lines on a light ground of their own, so that they are seen on dark prints too."""
    drawn = " ".join(f"{shapes.line(*ends)} S" for ends in lines)
    document.canvas.addLiteral(f"q 1 G {n(4 * MARK_THICK)} w {drawn} Q {dash} {drawn} {'[] 0 d' if dash else ''}")


def fold_line(grid: SheetGrid) -> Area:
    """Where a sheet is folded, as far out as the crop marks reach."""
    left, top, right, bottom = grid.trim
    if grid.fold is MirrorAxis.LEVEL:
        _, far = _reach(grid, MirrorAxis.UPRIGHT)
        return left - far, grid.paper.height / 2, right + far, grid.paper.height / 2
    _, far = _reach(grid, MirrorAxis.LEVEL)
    return grid.paper.width / 2, top - far, grid.paper.width / 2, bottom + far


def marks(grid: SheetGrid) -> list[Area]:
    """Crop marks as lines at the sheet's edge, never between pieces: outside the bleed where the paper has room."""
    left, top, right, bottom = grid.trim
    across, down = grid.cuts()
    wide, high = grid.paper.width, grid.paper.height
    if grid.fold is MirrorAxis.LEVEL:
        down = sorted({*down, *(high - y for y in down)})
    if grid.fold is MirrorAxis.UPRIGHT:
        across = sorted({*across, *(wide - x for x in across)})
    near, far = _reach(grid, MirrorAxis.LEVEL)
    lines = [(x, top - far, x, top - near) for x in across] + [(x, bottom + near, x, bottom + far) for x in across]
    near, far = _reach(grid, MirrorAxis.UPRIGHT)
    lines += [(left - far, y, left - near, y) for y in down] + [(right + near, y, right + far, y) for y in down]
    return lines


def _room(grid: SheetGrid, axis: MirrorAxis) -> float:
    """How much paper there is beyond the cut, above and below or left and right, where it is least."""
    left, top, right, bottom = grid.trim
    if axis is MirrorAxis.LEVEL:
        return min(top, grid.paper.height - bottom)
    return min(left, grid.paper.width - right)


def _reach(grid: SheetGrid, axis: MirrorAxis) -> tuple[float, float]:
    """How far from the cut a mark starts and ends, above and below or left and right."""
    room = _room(grid, axis)
    printable = room - grid.margin
    near = grid.bleed + MARK_GAP
    far = min(near + MARK_LONG, printable - LINE - LINE_GAP if axis is grid.band else room)
    if min(far, printable) - near < MARK_SHORT:  # too little paper: into the bleed, which is cut off as well
        near, far = max(MARK_GAP, printable - 2 * MARK_SHORT), printable
    return near, far


def cut_outline(cut: Cut, slot: SheetSlot, piece: Size) -> str:
    """Where an oval or a hexagon is cut out, in PDF's operators; rectangles have crop marks instead."""
    size = piece.turned if slot.turn % 180 else piece
    x, y = slot.x - size.width / 2, slot.y - size.height / 2
    if cut is Cut.OVAL:
        return shapes.oval(x, y, size.width, size.height)
    return shapes.hexagon(x, y, size.width, size.height, turned=bool(slot.turn % 180))


def draw_caption(document: PdfFile, grids: Sequence[SheetGrid], caption: str) -> None:
    """Ruler and caption on opposite sides, between the crop marks of all grids and what printers leave white."""
    paper, level, margin = grids[0].paper, grids[0].band is MirrorAxis.LEVEL, grids[0].margin
    depth = caption_depth(grids)
    along, across = (paper.width, paper.height) if level else (paper.height, paper.width)
    turned = "1 0 0 1 0 0 cm" if level else f"0 -1 1 0 0 {n(paper.height)} cm"
    long = max(one for one in RULERS if one <= max(along - 25, RULERS[-1]))
    with drawing_lines(document):
        document.canvas.addLiteral(turned)
        draw_ruler(document, long, (along - long) / 2, depth)
        _draw_line(document, caption, along / 2, across - depth + SMALL_LINE * POINT * 0.66, along - 2 * margin)


def caption_depth(grids: Iterable[SheetGrid]) -> float:
    """How far from the paper's edges ruler and caption stand: where no grid has its marks."""
    return min(map(_depth, grids))


def _depth(grid: SheetGrid) -> float:
    _, far = _reach(grid, grid.band)
    return _room(grid, grid.band) - far - LINE_GAP


def draw_ruler(document: PdfFile, long: int, left: float, y: float) -> None:
    """A ruler of so many millimetres, its ticks standing on y."""
    write = document.canvas.addLiteral
    write(f"{shapes.line(left, y, left + long, y)} S")
    for tick in range(0, long + 1, 10):
        write(f"{shapes.line(left + tick, y, left + tick, y - (2 if tick % 50 == 0 else 1.2))} S")
    _draw_line(document, f"{long} mm", left + long + 6, y, 20)


def _draw_line(document: PdfFile, text: str, x: float, baseline: float, room: float) -> None:
    """A line of small type, centred on x; squeezed where it is longer than its room."""
    draw_words(document, text, (x, baseline), SMALL_LINE, "Sans", room=room)


def draw_words(
    document: PdfFile,
    text: str,
    middle: tuple[float, float],
    points: float,
    face: str,
    *,
    room: float = math.inf,
    turn: int = 0,
) -> None:
    """A line of type whose baseline has its middle there, turned by quarters clockwise, squeezed to its room."""
    font = fonts.builtin(face)
    long = width(text, font) * points * POINT
    squeeze = min(1, room / long) if long else 1
    (x, y), half = middle, long * squeeze / 2
    cos, sin = {0: (1, 0), 90: (0, 1), 180: (-1, 0), 270: (0, -1)}[turn]
    line = document.canvas.beginText()
    line.setFont(font.fontName, points * POINT)
    line.setTextTransform(squeeze * cos, squeeze * sin, sin, -cos, x - cos * half, y - sin * half)
    line.textOut(text)
    document.canvas.drawText(line)

"""Imposition: where pieces lie on a sheet, and where their backs lie so that they meet behind them. Pure geometry."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import product

from pnp.base.errors import BadRequest, Complaint
from pnp.base.text import OptionName, say
from pnp.data.layout import Cut, Paper, Scheme, Size

BAND = 4.7  # beyond the bleed, for crop marks and a line of small type
EDGE = 1.3  # beyond the cut, for the shortest crop marks
SEAM = 0.25  # how far a piece runs under the next one where they share a cut, so that no light shows between them
_SLACK = 1e-6
APART = 2 * BAND  # between the bleeds of two grids on one sheet: both have their marks there
_NESTED = math.sqrt(3) / 2

Area = tuple[float, float, float, float]  # left, top, right, bottom


class DoesNotFit(BadRequest):
    """Something is larger than the paper: a kit goes without it, and says so."""


class Flip(StrEnum):
    """The edge over which a printer turns the sheet for its back."""

    LONG = "long"
    SHORT = "short"


class MirrorAxis(StrEnum):
    """What a mirror keeps: an upright axis swaps left and right, a level one top and bottom."""

    UPRIGHT = "upright"
    LEVEL = "level"


@dataclass(frozen=True, slots=True)
class SheetSlot:
    """A piece on a sheet: its centre, how far it is turned clockwise, and how far its print may reach."""

    x: float
    y: float
    turn: float
    reach: Area


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetGrid:
    """Rows of slots on one side of a sheet, numbered row by row. Round pieces lie in the gaps of the row above."""

    paper: Size
    margin: float
    cell: Size
    turned: bool
    columns: int
    rows: int
    left: float
    top: float
    gap: float
    bleed: float
    step: float  # from row to row
    short: int  # columns of every second row
    band: MirrorAxis = MirrorAxis.LEVEL
    fold: MirrorAxis | None = None

    @property
    def count(self) -> int:
        """How many pieces one side of the sheet holds, on a folded sheet one half."""
        return self.rows // 2 * (self.columns + self.short) + self.rows % 2 * self.columns

    @property
    def nested(self) -> bool:
        """Whether every second row is shifted by half a piece."""
        return self.step < self.cell.height + self.gap - _SLACK

    @property
    def bounds(self) -> Area:
        """The cut edges of all slots together."""
        pitch = self.cell.width + self.gap
        shifted = self._shift(1) + (self.short - 1) * pitch if self.rows > 1 else 0
        right = self.left + max((self.columns - 1) * pitch, shifted) + self.cell.width
        return self.left, self.top, right, self.top + (self.rows - 1) * self.step + self.cell.height

    @property
    def trim(self) -> Area:
        """The cut edges of all that is printed, on a folded sheet on both halves."""
        left, top, right, bottom = self.bounds
        if self.fold is MirrorAxis.LEVEL:
            return left, top, right, self.paper.height - top
        return left, top, self.paper.width - left if self.fold else right, bottom

    def holding(self, filled: int) -> SheetGrid:
        """The grid without the rows that so many pieces leave empty, and of a single row without the columns."""
        rows, columns = self._place(filled - 1)[1] + 1, min(self.columns, filled)
        return replace(self, rows=rows, columns=columns, short=min(self.short, columns))

    def slots(self, filled: int) -> list[SheetSlot]:
        """The first so many slots. Print may run over a cut only where no other piece lies."""
        return [self._slot(number, filled) for number in range(filled)]

    def cuts(self) -> tuple[list[float], list[float]]:
        """Where the cuts run: distances from the left, and from the top."""
        across = [
            x + end
            for x, _ in map(self._corner, range(self.columns), [0] * self.columns)
            for end in (0, self.cell.width)
        ]
        down = [
            y + end for _, y in map(self._corner, [0] * self.rows, range(self.rows)) for end in (0, self.cell.height)
        ]
        return sorted(set(across)), sorted(set(down))

    def _place(self, number: int) -> tuple[int, int]:
        """Column and row of a slot."""
        pair, rest = divmod(number, self.columns + self.short)
        return (rest, 2 * pair) if rest < self.columns else (rest - self.columns, 2 * pair + 1)

    def _shift(self, row: int) -> float:
        return (self.cell.width + self.gap) / 2 if self.nested and row % 2 else 0

    @property
    def _onward(self) -> tuple[int, int]:
        """Where the next column and the next row lie: right and below, but from a fold outwards."""
        return (-1 if self.fold is MirrorAxis.UPRIGHT else 1), (-1 if self.fold is MirrorAxis.LEVEL else 1)

    def _corner(self, column: int, row: int) -> tuple[float, float]:
        right, down = self._onward
        last = (self.short if row % 2 else self.columns) - 1
        across = column if right > 0 else last - column
        return (
            self.left + self._shift(row) + across * (self.cell.width + self.gap),
            self.top + (row if down > 0 else self.rows - 1 - row) * self.step,
        )

    def _slot(self, number: int, filled: int) -> SheetSlot:
        column, row = self._place(number)
        x, y = self._corner(column, row)
        next_x, next_y = self._onward

        def reach(column: int, row: int, seam: float) -> float:
            inside = 0 <= column < self.columns and row >= 0
            beside = inside and not self.nested and row * self.columns + column < filled
            return min(self.bleed, max(self.gap / 2, seam)) if beside else self.bleed

        right, bottom = x + self.cell.width, y + self.cell.height
        before_x, after_x = (0, SEAM) if next_x > 0 else (SEAM, 0)  # under what is drawn later, never over what is
        before_y, after_y = (0, SEAM) if next_y > 0 else (SEAM, 0)
        area = (
            x - reach(column - next_x, row, before_x),
            y - reach(column, row - next_y, before_y),
            right + reach(column + next_x, row, after_x),
            bottom + reach(column, row + next_y, after_y),
        )
        return SheetSlot((x + right) / 2, (y + bottom) / 2, 90.0 if self.turned else 0.0, area)


def back_axis(paper: Size, flip: Flip) -> MirrorAxis:
    """A sheet turned over its long edge is mirrored along it."""
    upright = paper.height >= paper.width
    return MirrorAxis.UPRIGHT if (flip is Flip.LONG) == upright else MirrorAxis.LEVEL


def mirrored(slot: SheetSlot, paper: Size, axis: MirrorAxis) -> SheetSlot:
    """The slot behind this one, seen from the other side; a piece's upper edge stays its upper edge."""
    area = mirrored_area(slot.reach, paper, axis)
    if axis is MirrorAxis.UPRIGHT:
        return replace(slot, x=paper.width - slot.x, turn=-slot.turn % 360, reach=area)
    return replace(slot, y=paper.height - slot.y, turn=(180 - slot.turn) % 360, reach=area)


def mirrored_area(area: Area, paper: Size, axis: MirrorAxis) -> Area:
    """What lies behind an area, measured from the upper left corner of the other side."""
    left, top, right, bottom = area
    if axis is MirrorAxis.UPRIGHT:
        return paper.width - right, top, paper.width - left, bottom
    return left, paper.height - bottom, right, paper.height - top


def impose(paper: Paper, piece: Size, cut: Cut, scheme: Scheme, bleed: float, gap: float | None) -> SheetGrid:
    """The grid that holds the most pieces, upright if turning them wins nothing; BadRequest where none fits."""
    between = _between(cut, bleed, gap)
    if scheme.alone:
        return single(Paper(Size(piece.width + 2 * bleed, piece.height + 2 * bleed), 0), piece, bleed)
    folds: list[MirrorAxis | None] = [MirrorAxis.LEVEL, MirrorAxis.UPRIGHT] if scheme.fold else [None]
    grids = [
        grid
        for fold, turned, band, step in product(
            folds, (False, True), (MirrorAxis.LEVEL, MirrorAxis.UPRIGHT), _steps(piece, cut)
        )
        if (grid := _grid(paper, piece, (bleed, between, step), scheme.fold, fold=fold, turned=turned, band=band))
    ]
    if not grids:
        raise DoesNotFit(
            Complaint(
                say("a piece of {piece} does not fit on paper of {paper}", piece=str(piece), paper=str(paper.size)),
                None,
                say(
                    "with marks and margins it needs {needed}; choose larger paper with {paper}, or "
                    "smaller cards with {card}",
                    needed=str(_needed(paper, piece, bleed)),
                    paper=OptionName("paper"),
                    card=OptionName("card"),
                ),
            )
        )
    return max(grids, key=lambda grid: grid.count)  # the first of the best: upright before turned


def _needed(paper: Paper, piece: Size, bleed: float) -> Size:
    """The smallest paper for a piece without a fold."""
    return Size(piece.width + 2 * (paper.margin + EDGE), piece.height + 2 * (paper.margin + bleed + BAND))


def impose_below(
    above: SheetGrid, paper: Paper, pieces: int, piece: Size, cut: Cut, bleed: float, gap: float | None
) -> SheetGrid | None:
    """A grid for so many pieces on what another one leaves of its sheet, if they fit there: upright if they can."""
    spacing = (bleed, _between(cut, bleed, gap))
    free = (above.left, above.bounds[3] + above.bleed + APART + bleed)
    grids = (
        _grid(paper, piece, (*spacing, step), turned=turned, band=above.band, free=free)
        for turned, step in product((False, True), _steps(piece, cut))
    )
    return next((grid.holding(pieces) for grid in grids if grid and grid.count >= pieces), None)


def single(paper: Paper, piece: Size, bleed: float) -> SheetGrid:
    """One piece in the middle of a sheet."""
    left, top = (paper.size.width - piece.width) / 2, (paper.size.height - piece.height) / 2
    return SheetGrid(
        paper=paper.size,
        margin=paper.margin,
        cell=piece,
        turned=False,
        columns=1,
        rows=1,
        left=left,
        top=top,
        gap=0,
        bleed=bleed,
        step=piece.height,
        short=1,
    )


def _steps(piece: Size, cut: Cut) -> list[float]:
    """How far apart rows may lie, as shares of a piece's height: the whole, or nested as closely as round ones go."""
    even = {Cut.RECT: 0.0, Cut.OVAL: piece.height, Cut.HEXAGON: piece.height * _NESTED}[cut]
    return [1.0, _NESTED] if math.isclose(piece.width, even, rel_tol=0.01) else [1.0]


def _between(cut: Cut, bleed: float, gap: float | None) -> float:
    """How far apart pieces lie: round ones cannot share a cut."""
    if cut is not Cut.RECT:
        return max(gap or 0.0, 2 * bleed)
    _refuse_overlap(bleed, gap or 0.0)
    return gap or 0.0


def _refuse_overlap(bleed: float, gap: float) -> None:
    if gap and 2 * bleed > gap + _SLACK:
        raise BadRequest(
            Complaint(
                say("a bleed of {bleed} mm on both sides does not fit into a gap of {gap} mm", bleed=bleed, gap=gap),
                None,
                say(
                    "a gap of {least} mm is enough for it; with a gap of 0, rectangles share their cuts",
                    least=2 * bleed,
                ),
            )
        )


def _grid(
    paper: Paper,
    piece: Size,
    spacing: tuple[float, float, float],
    crease: float = 0.0,
    *,
    fold: MirrorAxis | None = None,
    turned: bool,
    band: MirrorAxis,
    free: tuple[float, float] | None = None,
) -> SheetGrid | None:
    """The grid of these choices; `free` is where it may begin on a sheet on which something lies already."""
    bleed, gap, closer = spacing
    nested = closer < 1
    if nested and turned:
        return None
    cell = piece.turned if turned else piece
    least, roomy = paper.margin + EDGE, paper.margin + bleed + BAND
    side = {MirrorAxis.LEVEL: (least, roomy), MirrorAxis.UPRIGHT: (roomy, least)}[band]
    halves = {None: (1, 1), MirrorAxis.LEVEL: (1, 2), MirrorAxis.UPRIGHT: (2, 1)}[fold]
    reserved = crease + bleed if fold else 0
    wide = paper.size.width - 2 * side[0] if halves[0] == 1 else paper.size.width / 2 - side[0] - reserved
    high = paper.size.height - 2 * side[1] if halves[1] == 1 else paper.size.height / 2 - side[1] - reserved
    if free:
        high -= max(0.0, free[1] - side[1])
    pitch = cell.width + gap
    step = pitch * closer if nested else cell.height + gap
    columns = int((wide + gap + _SLACK) // pitch)
    rows = int((high - cell.height + _SLACK) // step) + 1 if high + _SLACK >= cell.height else 0
    if columns < 1 or rows < 1:
        return None
    half = pitch / 2 if nested and columns * pitch - gap + pitch / 2 <= wide + _SLACK else 0
    short = columns if half or not nested else columns - 1
    width, height = columns * pitch - gap + half, (rows - 1) * step + cell.height
    left = (paper.size.width - width) / 2 if halves[0] == 1 else paper.size.width / 2 - reserved - width
    top = (paper.size.height - height) / 2 if halves[1] == 1 else paper.size.height / 2 - reserved - height
    if free:
        fits = side[0] <= free[0] + _SLACK and free[0] + width <= paper.size.width - side[0] + _SLACK
        left, top = free[0] if fits else left, free[1]
    return SheetGrid(
        paper=paper.size,
        margin=paper.margin,
        cell=cell,
        turned=turned,
        columns=columns,
        rows=rows,
        left=left,
        top=top,
        gap=gap,
        bleed=bleed,
        step=step,
        short=short,
        band=band,
        fold=fold,
    )

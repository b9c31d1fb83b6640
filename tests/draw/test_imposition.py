"""Where pieces and their backs lie on a sheet: laws that hold for any paper, size and count."""

from __future__ import annotations

import math
from collections.abc import Iterator

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from conftest import REPO
from pnp.base.errors import BadRequest
from pnp.data.layout import Cut, Paper, Scheme, Size
from pnp.data.workspace import Workspace
from pnp.draw.imposition import (
    SEAM,
    Area,
    Flip,
    MirrorAxis,
    SheetGrid,
    SheetSlot,
    back_axis,
    impose,
    impose_below,
    mirrored,
)
from pnp.sheets.side import caption_depth, marks

PAPERS, SIZES = Workspace(REPO).stock().papers, Workspace(REPO).stock().sizes
DUPLEX = Scheme(("front", "back"))
FOLDED = Scheme(("front", "back"), fold=5)

papers = st.builds(
    Paper, st.builds(Size, st.floats(80, 500), st.floats(80, 500)), st.sampled_from([0.0, 3.0, 5.0, 12.7])
)
pieces = st.builds(Size, st.floats(25, 160), st.floats(25, 160))
bleeds = st.sampled_from([0.0, 1.5, 3.0, 5.0])


def any_grid(
    paper: Paper, piece: Size, scheme: Scheme, bleed: float, gap: float | None, cut: Cut = Cut.RECT
) -> SheetGrid:
    try:
        return impose(paper, piece, cut, scheme, bleed, gap)
    except BadRequest:
        assume(False)
        raise AssertionError from None


def corner(slot: SheetSlot, piece: Size, u: float, v: float) -> tuple[float, float]:
    """Where a point of a printed face lies on its side of the sheet; u and v run from 0 to 1, right and down."""
    x, y = (u - 0.5) * piece.width, (v - 0.5) * piece.height
    turn = math.radians(slot.turn)
    return slot.x + x * math.cos(turn) - y * math.sin(turn), slot.y + x * math.sin(turn) + y * math.cos(turn)


def through_the_paper(point: tuple[float, float], paper: Size, flip: Flip) -> tuple[float, float]:
    """A point of the back side as a needle finds it on the front, after the sheet was turned over that edge."""
    x, y = point
    edge_is_upright = (paper.height >= paper.width) == (flip is Flip.LONG)
    return (paper.width - x, y) if edge_is_upright else (x, paper.height - y)


@given(papers, pieces, bleeds, st.sampled_from([None, 10.0]), st.sampled_from(list(Flip)), st.integers(1, 400))
def test_every_back_lies_exactly_behind_its_front(
    paper: Paper, piece: Size, bleed: float, gap: float | None, flip: Flip, count: int
) -> None:
    grid = any_grid(paper, piece, DUPLEX, bleed, gap)
    for front in grid.slots(min(count, grid.count)):
        back = mirrored(front, grid.paper, back_axis(grid.paper, flip))
        for u, v in ((0, 0), (1, 0), (0, 1), (1, 1)):
            needle = through_the_paper(corner(back, piece, u, v), grid.paper, flip)
            assert needle == pytest.approx(corner(front, piece, 1 - u, v))  # upright, and seen from behind


def middle_of(grid: SheetGrid) -> float:
    """Where the sheet is folded."""
    return (grid.paper.width if grid.fold is MirrorAxis.UPRIGHT else grid.paper.height) / 2


@given(papers, pieces, bleeds)
def test_a_folded_sheet_is_filled_from_the_fold(paper: Paper, piece: Size, bleed: float) -> None:
    """The nearer to the fold, the better fronts and backs meet."""
    grid = any_grid(paper, piece, FOLDED, bleed, None)
    away = [
        middle_of(grid) - (slot.x if grid.fold is MirrorAxis.UPRIGHT else slot.y) for slot in grid.slots(grid.count)
    ]
    assert away[0] == pytest.approx(min(away))
    if grid.fold is MirrorAxis.LEVEL:
        assert away == pytest.approx(sorted(away))


@given(papers, pieces, bleeds, st.sampled_from([DUPLEX, FOLDED]))
def test_no_piece_runs_over_one_that_is_drawn_before_it(
    paper: Paper, piece: Size, bleed: float, scheme: Scheme
) -> None:
    """A seam lies under the next piece, whichever way the sheet is filled."""
    grid = any_grid(paper, piece, scheme, bleed, None)
    slots = grid.slots(grid.count)[:40]
    wide, high = grid.cell.width / 2, grid.cell.height / 2
    for number, later in enumerate(slots):
        left, top, right, bottom = later.reach
        for slot in slots[:number]:
            apart_x = max(slot.x - wide - right, left - slot.x - wide)
            apart_y = max(slot.y - high - bottom, top - slot.y - high)
            assert max(apart_x, apart_y) >= -1e-6


@given(papers, pieces, bleeds, st.integers(1, 400))
def test_a_folded_sheet_brings_every_back_behind_its_front(
    paper: Paper, piece: Size, bleed: float, count: int
) -> None:
    grid = any_grid(paper, piece, FOLDED, bleed, None)
    assert grid.fold
    for front in grid.slots(min(count, grid.count)):
        back = mirrored(front, grid.paper, grid.fold)
        for u, v in ((0, 0), (1, 1)):
            x, y = corner(back, piece, u, v)
            folded = (x, grid.paper.height - y) if grid.fold is MirrorAxis.LEVEL else (grid.paper.width - x, y)
            assert folded == pytest.approx(corner(front, piece, 1 - u, v))
        far_edge = front.reach[3] if grid.fold is MirrorAxis.LEVEL else front.reach[2]
        assert far_edge <= middle_of(grid) - FOLDED.fold + 1e-6  # print keeps off the fold


@given(papers, pieces, bleeds, st.sampled_from([None, 10.0, 20.0]), st.sampled_from([DUPLEX, FOLDED]))
def test_pieces_stay_on_the_paper_and_apart(
    paper: Paper, piece: Size, bleed: float, gap: float | None, scheme: Scheme
) -> None:
    grid = any_grid(paper, piece, scheme, bleed, gap)
    slots = grid.slots(grid.count)
    wide, high = (piece.height, piece.width) if grid.turned else (piece.width, piece.height)
    for slot in slots:
        assert paper.margin <= slot.x - wide / 2 + 1e-6
        assert slot.x + wide / 2 <= paper.size.width - paper.margin + 1e-6
        assert paper.margin <= slot.y - high / 2 + 1e-6
        assert slot.y + high / 2 <= paper.size.height - paper.margin + 1e-6
    for number, one in enumerate(slots):
        for other in slots[number + 1 :]:
            apart = max(other.reach[0] - one.reach[2], other.reach[1] - one.reach[3])
            apart = max(apart, one.reach[0] - other.reach[2], one.reach[1] - other.reach[3])
            assert apart >= -SEAM - 1e-6  # no print runs into another, but for the seam under a shared cut


cuts = st.sampled_from([Cut.RECT, Cut.OVAL])


def _from_the_band(grid: SheetGrid, ends: Area) -> Iterator[float]:
    """How far a mark keeps from the two edges at which ruler and caption stand, if it points at them."""
    left, top, right, bottom = ends
    if grid.band is MirrorAxis.LEVEL and left == right:
        yield from (top, grid.paper.height - bottom)
    if grid.band is MirrorAxis.UPRIGHT and top == bottom:
        yield from (left, grid.paper.width - right)


@pytest.mark.slow
@given(papers, pieces, pieces, cuts, cuts, bleeds, st.integers(1, 40), st.integers(1, 40))
def test_two_grids_share_a_sheet_and_keep_apart(
    paper: Paper, piece: Size, other: Size, cut: Cut, other_cut: Cut, bleed: float, count: int, others: int
) -> None:
    """Pieces, their bleed and their marks stay on the paper and out of the other grid."""
    first = any_grid(paper, piece, DUPLEX, bleed, None, cut)
    first = first.holding(min(count, first.count))
    second = impose_below(first, paper, others, other, other_cut, bleed, None)
    assume(second)
    assert second
    assert second.count >= others > second.count - second.columns
    upper = max(slot.reach[3] for slot in first.slots(first.count))
    lower = min(slot.reach[1] for slot in second.slots(others))
    below = [max(ends[1], ends[3]) for ends in marks(first) if ends[0] == ends[2]]
    above = [min(ends[1], ends[3]) for ends in marks(second) if ends[0] == ends[2]]
    assert upper < lower
    assert max(below) < lower
    assert min(above) > upper
    line = max(paper.margin, caption_depth([first, second]) - 0.01)  # ruler and caption
    edges = [end for grid in (first, second) for ends in marks(grid) for end in _from_the_band(grid, ends)]
    assert min(edges) >= line
    assert second.bounds[3] <= paper.size.height - paper.margin
    assert paper.margin <= second.bounds[0] <= second.bounds[2] <= paper.size.width - paper.margin


@given(papers, pieces, st.integers(1, 400))
def test_a_partial_sheet_keeps_the_grid(paper: Paper, piece: Size, count: int) -> None:
    grid = any_grid(paper, piece, DUPLEX, 3, None)
    part, whole = grid.slots(min(count, grid.count)), grid.slots(grid.count)
    assert [(slot.x, slot.y, slot.turn) for slot in part] == [
        (slot.x, slot.y, slot.turn) for slot in whole[: len(part)]
    ]


@given(papers, pieces, bleeds, st.sampled_from([DUPLEX, FOLDED]))
def test_every_cut_has_marks_that_can_be_printed(paper: Paper, piece: Size, bleed: float, scheme: Scheme) -> None:
    grid = any_grid(paper, piece, scheme, bleed, None)
    left, top, right, bottom = grid.trim
    lines = marks(grid)
    for x in grid.cuts()[0]:
        upright = [one for one in lines if one[0] == one[2] == x]
        assert len(upright) == 2, "one at either end of the cut"
        for _, start, _, end in upright:
            assert end <= top or start >= bottom, "never on a piece"
            printed = min(end, paper.size.height - paper.margin) - max(start, paper.margin)
            assert printed >= 0.79
    for y in grid.cuts()[1]:
        level = [one for one in lines if one[1] == one[3] == y]
        assert len(level) == 2
        assert all(one[2] <= left or one[0] >= right for one in level)


@pytest.mark.parametrize(
    ("paper", "size", "up", "turned"),
    [
        ("a4", "tcg", 9, False),
        ("a4", "poker", 9, False),
        ("letter", "poker", 9, False),
        ("letter", "tcg", 9, False),
        ("legal", "poker", 10, True),
        ("a3", "tcg", 18, True),
        ("a4", "mini-euro", 16, False),
        ("a4", "tarot", 4, False),
        ("a4", "square", 12, False),
    ],
)
def test_as_many_as_fit(paper: str, size: str, up: int, turned: bool) -> None:
    grid = impose(PAPERS[paper], SIZES[size], Cut.RECT, DUPLEX, 3, None)
    assert (grid.count, grid.turned) == (up, turned)


def test_neighbours_share_a_cut_unless_a_gap_is_asked_for() -> None:
    shared = impose(PAPERS["a4"], SIZES["tcg"], Cut.RECT, DUPLEX, 3, None)
    assert len(shared.cuts()[0]) == shared.columns + 1
    apart = impose(PAPERS["a4"], SIZES["tcg"], Cut.RECT, DUPLEX, 3, 6)
    assert len(apart.cuts()[0]) == 2 * apart.columns


def test_no_light_shows_between_pieces_that_share_a_cut() -> None:
    """Each runs a little under the next, which is drawn over it: on backs too, where the next lies to the left."""
    grid = impose(PAPERS["a4"], SIZES["tcg"], Cut.RECT, DUPLEX, 3, None)
    one, beside, *_ = grid.slots(9)
    below = grid.slots(9)[3]
    assert one.reach[2] - beside.reach[0] == pytest.approx(SEAM)
    assert one.reach[3] - below.reach[1] == pytest.approx(SEAM)
    backs = [mirrored(slot, grid.paper, MirrorAxis.UPRIGHT) for slot in (one, beside)]
    assert backs[1].reach[2] - backs[0].reach[0] == pytest.approx(SEAM)
    assert backs[1].reach[2] == pytest.approx(backs[1].x + 31.5), "the later piece ends at its own cut"


@pytest.mark.parametrize(("gap", "kept"), [(None, 4), (0, 4), (3, 4), (6, 6)])
def test_round_pieces_keep_room_for_their_bleed(gap: float | None, kept: float) -> None:
    assert impose(PAPERS["a4"], Size(25, 25), Cut.OVAL, DUPLEX, 2, gap).gap == kept


@pytest.mark.parametrize(("bleed", "gap"), [(3, 2), (4, 7.9)])
def test_a_bleed_that_does_not_fit_its_gap_is_refused(bleed: float, gap: float) -> None:
    with pytest.raises(BadRequest):
        impose(PAPERS["a4"], SIZES["tcg"], Cut.RECT, DUPLEX, bleed, gap)


@given(
    papers,
    st.floats(10, 60),
    st.sampled_from([0.0, 1.5, 3.0]),
    st.sampled_from([Cut.OVAL, Cut.HEXAGON]),
    st.sampled_from([DUPLEX, FOLDED]),
)
def test_nested_pieces_stay_on_the_paper_and_apart(
    paper: Paper, wide: float, bleed: float, cut: Cut, scheme: Scheme
) -> None:
    """Round pieces and hexagons lie in the gaps of the row above; their bleeds never meet."""
    piece = Size(wide, wide) if cut is Cut.OVAL else Size(wide, wide * 2 / math.sqrt(3))
    try:
        grid = impose(paper, piece, cut, scheme, bleed, None)
    except BadRequest:
        assume(False)
        return
    slots = grid.slots(grid.count)
    for slot in slots:
        assert slot.x - grid.cell.width / 2 >= paper.margin - 1e-6
        assert slot.x + grid.cell.width / 2 <= paper.size.width - paper.margin + 1e-6
        assert slot.y - grid.cell.height / 2 >= paper.margin - 1e-6
        assert slot.y + grid.cell.height / 2 <= paper.size.height - paper.margin + 1e-6
        if grid.fold:
            assert slot.reach[2 if grid.fold is MirrorAxis.UPRIGHT else 3] <= middle_of(grid) - FOLDED.fold + 1e-6
    near = min(
        (math.dist((a.x, a.y), (b.x, b.y)) for number, a in enumerate(slots) for b in slots[number + 1 :]), default=99
    )
    assert near >= wide + 2 * bleed - 1e-6


@pytest.mark.parametrize(("paper", "square", "nested"), [("a4", 88, 91), ("letter", 80, 84)])
def test_nesting_wins_room(paper: str, square: int, nested: int) -> None:
    """22 mm with a bleed of 1.5: a few more than the best square grid holds."""
    grid = impose(PAPERS[paper], Size(22, 22), Cut.OVAL, DUPLEX, 1.5, None)
    assert (grid.count, grid.nested) == (nested, True)
    assert grid.count > square

"""Boards: spaces and links from data, their faults, and tiles that make the whole again."""

from __future__ import annotations

import math
from itertools import combinations
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops

from conftest import LANGUAGES, REPO, Run, edit
from pictures import text_of
from pnp.base.errors import Place
from pnp.boards.settle import board_names
from pnp.boards.space import Space
from pnp.data.board import Group, Ring, Rows, Track
from pnp.data.edition import Choices, choose
from pnp.data.layout import Paper, Size, Tiling
from pnp.data.model import When
from pnp.data.workspace import Workspace
from pnp.faces.context import FaceShape
from pnp.sheets.tiles import tiled
from pnp.words.catalog import source_catalog

pytestmark = pytest.mark.slow

EIGHT = "build,collection,transport,transmutation,build,sale,gifts,spirit"
A_BOARD = """
[decks.board]
title = "Map"
pieces = ["{n} map", "{n} maps"]
piece = "board"
file = "board.csv"

[terms.place]
port = "Port"
"""


def board(run: Run, out: Path, *arguments: object) -> Path:
    result = run("board", "alchemicus", "--lang", "en", "--out", out, *arguments)
    assert (result.code, result.err) == (0, "")
    return out / "alchemicus" / "en" / "board.pdf"


def rendered(pdf: Path, page: int, dots: int) -> Image.Image:
    """A page as pixels, so many to the millimetre, and not one more where a size was rounded up."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        image: Image.Image = document[page].render(scale=dots * 25.4 / 72 * (1 - 1e-6)).to_pil().convert("RGB")
        return image
    finally:
        document.close()


def trim_of(pdf: Path, page: int) -> tuple[float, float, float, float]:
    """The cut edges of a page in millimetres: left, top, right, bottom."""
    with pikepdf.open(pdf) as found:
        height = float(found.pages[page].MediaBox[3])
        left, bottom, right, top = (float(one) for one in found.pages[page].TrimBox)
    scale = 25.4 / 72
    return left * scale, (height - top) * scale, right * scale, (height - bottom) * scale


def spaces(*changes: str, **choices: object) -> dict[str, list[dict[str, object]]]:
    """The settled board of Alchemicus."""
    workspace = Workspace(REPO)
    overrides = dict(change.split("=", 1) for change in changes)
    edition = choose(workspace.game("alchemicus"), Choices(overrides=overrides, **choices))  # type: ignore[arg-type]
    names, unseen = board_names(workspace.boards("alchemicus")["board"], edition, source_catalog(), Size(420, 297))
    assert unseen == ()
    return names


# ---- what is on it ----


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("pl", ["Pozyskanie", "Sprzedaż", "Duch", "Labrium", "Stos kart"]),
        ("en", ["Collection", "Sale", "Gifts", "Labrium", "Draw pile", "Discards"]),
        ("de", ["Produktion", "Verkauf", "Geschenke", "Labrium", "Nachziehstapel"]),
        ("it", ["Raccolta", "Vendita", "Doni", "Labrium", "Pila degli scarti"]),
    ],
)
def test_the_board_speaks_its_language(run: Run, tmp_path: Path, language: str, words: list[str]) -> None:
    result = run("board", "alchemicus", "--lang", language, "--paper", "a3", "--out", tmp_path)
    assert (result.code, result.err) == (0, "")
    text = text_of(tmp_path / "alchemicus" / language / "board.pdf")
    assert [one for one in words if one not in text] == []


def test_one_page_of_a3_is_the_board(run: Run, tmp_path: Path) -> None:
    pdf = board(run, tmp_path, "--paper", "a3")
    with pikepdf.open(pdf) as found:
        assert len(found.pages) == 1
        assert [float(one) * 25.4 / 72 for one in found.pages[0].MediaBox[2:]] == pytest.approx([420, 297], abs=0.01)


def test_the_places_of_piles_follow_the_choices(run: Run, tmp_path: Path) -> None:
    plain = text_of(board(run, tmp_path / "plain", "--paper", "a3"))
    assert "Noctis" not in plain
    assert "Card bank" not in plain
    rich = text_of(board(run, tmp_path / "rich", "--paper", "a3", "--with", "noctis", "--option", "card-bank"))
    assert "Noctis pile" in rich
    assert rich.count("Card bank") == 5


def test_numbers_on_the_board_are_the_games(run: Run, tmp_path: Path) -> None:
    changes = ("--set", "building.limit=9", "--set", "move.free=1,2", "--set", "fame.target=33")
    text = text_of(board(run, tmp_path, "--paper", "a3", *changes))
    assert text.count("≤ 9") == 2
    assert "33 Fame" in text


def test_nine_fields_and_other_names_need_no_program(copied: Path, run: Run) -> None:
    edit(copied / "cards/alchemicus/game.toml", 'sale = "Sale"', 'sale = "Bazaar"')
    result = run("board", "alchemicus", "--lang", "en", "--paper", "a3", "--set", f"ring.outer={EIGHT},sale")
    assert (result.code, result.err) == (0, "")
    text = text_of(copied / "output/alchemicus/en/board.pdf")
    assert text.count("Bazaar") == 2
    assert text.count("Build") == 2


@pytest.mark.parametrize("count", [1, 2, 7, 9, 12])
def test_a_ring_of_any_count_closes(count: int) -> None:
    outer = spaces("ring.outer=" + ",".join(["sale"] * count))["outer"]
    assert len(outer) == count
    assert sum(float(str(one["sweep"])) for one in outer) == pytest.approx(360)


# ---- where spaces lie ----


def test_the_spirits_ways_are_drawn_from_the_rules() -> None:
    links = spaces()["links"]
    assert [(one["from"], one["to"], one["heads"]) for one in links if one["shape"] == "arc"] == [
        ("labrium", "alembic", "both"),
        ("alembic", "horten", "both"),
        ("horten", "metalle", "both"),
        ("metalle", "fornax", "both"),
        ("fornax", "labrium", "both"),
    ]
    assert {(one["from"], one["heads"]) for one in links if one["shape"] == "line"} == {("domo", "both")}


def test_a_changed_rule_changes_the_ways() -> None:
    links = spaces("spirit.into_centre=false", "spirit.steps=2")["links"]
    assert ("labrium", "horten") in [(one["from"], one["to"]) for one in links]
    assert {one["heads"] for one in links if one["from"] == "domo"} == {"end"}


@given(st.integers(1, 40), st.floats(-360, 360).filter(lambda sweep: abs(sweep) > 1))
def test_rings_keep_their_distance(count: int, sweep: float) -> None:
    ring = Ring((0, 0), 50, 0, -90, sweep)
    positions = list(ring.positions(count))
    assert len(positions) == count
    assert all(math.hypot(position.x, position.y) == pytest.approx(50) for position in positions)
    assert positions[0].angle == -90


def test_tracks_go_evenly_along_their_way() -> None:
    positions = [
        (position.x, position.y) for position in Track(((0, 0), (30, 0), (30, 30)), closed=False).positions(5)
    ]
    assert positions == [(0, 0), (15, 0), (30, 0), (30, 15), (30, 30)]
    closed = [
        (position.x, position.y) for position in Track(((0, 0), (30, 0), (30, 30), (0, 30)), closed=True).positions(4)
    ]
    assert closed == [(0, 0), (30, 0), (30, 30), (0, 30)]


def test_grids_fill_row_by_row_and_hexagons_nest() -> None:
    plain = [(position.x, position.y) for position in Rows((10, 10), 2, Size(20, 20), 5, nested=False).positions(3)]
    assert plain == [(20, 20), (45, 20), (20, 45)]
    nested = [(position.x, position.y) for position in Rows((0, 0), 2, Size(20, 24), 0, nested=True).positions(3)]
    assert nested == [(10, 12), (30, 12), (20, 30)]


def test_neighbours_on_a_grid() -> None:
    """In rows and across them, and never from the end of one row to the start of the next."""
    plain = Rows((0, 0), 3, Size(20, 20), 0, nested=False)
    assert list(plain.onward(6, 1)) == [(0, 1), (0, 3), (1, 2), (1, 4), (2, 5), (3, 4), (4, 5)]
    assert list(plain.onward(6, 2)) == [(0, 2), (3, 5)]


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_hexagons_are_neighbours_over_each_of_their_sides(steps: int) -> None:
    """Straight on over a side, all ways are equally long, gaps included, and no two hexagons lie nearer."""
    rows = Rows((0, 0), 5, Size(26, 26 / math.sqrt(0.75)), 1, nested=True)
    positions = list(rows.positions(30))
    joined = list(rows.onward(30, steps))
    assert [math.dist(positions[one][:2], positions[other][:2]) for one, other in joined] == pytest.approx(
        [27 * steps] * len(joined)
    )
    if steps == 1:
        near = [
            pair for pair in combinations(range(30), 2) if math.dist(*(positions[one][:2] for one in pair)) < 27.1
        ]
        assert sorted(tuple(sorted(pair)) for pair in joined) == near


@given(st.integers(2, 20), st.floats(5, 40), st.floats(10, 80), st.floats(30, 360))
def test_words_have_room_within_their_slice(count: int, inner: float, thick: float, sweep: float) -> None:
    ring = Ring((0, 0), inner + thick, inner, -90, sweep)
    group = Group(
        key="r",
        name="r",
        spaces=count,
        terms="",
        way=ring,
        shape="sector",
        size=Size(0, 0),
        when=When({}),
        place=Place(Path("board.toml")),
    )
    for key, position in enumerate(ring.positions(count)):
        space = Space(group, str(key), "", position, ring.step(count))
        wide, high = space.room
        assert min(wide, high) > 0
        for u, v in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            x, y = position.x + u * wide / 2, position.y + v * high / 2
            away = (math.degrees(math.atan2(y, x)) - position.angle + 180) % 360 - 180
            assert inner <= math.hypot(x, y) <= inner + thick
            assert abs(away) <= abs(ring.step(count)) / 2 + 1e-6


def test_a_board_of_ones_own(sample: Path, run: Run) -> None:
    """Rings, tracks, grids and free spaces, drawn plainly without a layout."""
    with (sample / "game.toml").open("a", encoding="utf8") as file:
        file.write(A_BOARD)
    (sample / "board.csv").write_text("key,name,count\nmap,Harbour,1\n", encoding="utf8")
    (sample / "board.toml").write_text(
        """
        [map.tracks.score]
        spaces = 10
        through = [[20, 30], [190, 30]]
        size = 12
        [map.grids.field]
        at = [30, 60]
        columns = 4
        rows = 3
        size = [20, 20]
        gap = 2
        [map.grids.hive]
        at = [130, 60]
        columns = 2
        rows = 2
        size = [20, 23]
        shape = "hexagon"
        [map.free.port]
        at = [100, 200]
        size = [40, 20]
        shape = "rect"
        terms = "place"
        [map.rings.tower]
        spaces = ["north", "east", "south", "west"]
        centre = [100, 250]
        radius = [10, 25]
        [[map.links]]
        from = "score"
        to = "score"
        [[map.links]]
        from = "port"
        to = "tower/north"
        both = true
        """,
        encoding="utf8",
    )
    result = run("board", "my-game", "--lang", "en")
    assert (result.code, result.err) == (0, "")
    text = text_of(Path(result.out.strip()))
    assert [one for one in ("Harbour", "Port", "north", "12") if one not in text] == []
    assert run("check", "my-game", "--print").code == 0


# ---- tiles ----


@pytest.mark.parametrize(("paper", "dots"), [("a4", 4), ("letter", 10)])
def test_tiles_make_the_board_again(run: Run, tmp_path: Path, paper: str, dots: int) -> None:
    """Cut along their marks and laid over each other, they are the board, pixel for pixel.

    The rasteriser calculates with 32 bits, so a pixel in a thousand is off by one shade of 256, and a few at the
    seams by more; a tenth of a millimetre would show in one pixel of twenty.
    """
    whole = rendered(board(run, tmp_path / "whole", "--paper", "a3", "--with", "noctis"), 0, dots)
    pdf = board(run, tmp_path / "tiles", "--paper", paper, "--with", "noctis")
    with pikepdf.open(pdf) as found:
        assert len(found.pages) == 1 + 4  # the page that explains, and four tiles
    again = Image.new("RGB", whole.size)
    left = top = 0.0
    for page, (column, row) in enumerate([(0, 0), (1, 0), (0, 1), (1, 1)], 1):
        edges = trim_of(pdf, page)
        wide, high = edges[2] - edges[0], edges[3] - edges[1]
        left, top = column * (wide - 10), row * (high - 10)
        tile = rendered(pdf, page, dots).crop(tuple(round(dots * one) for one in edges))  # type: ignore[arg-type]
        again.paste(tile, (round(dots * left), round(dots * top)))
    assert (left + wide, top + high) == pytest.approx((420, 297), abs=0.01)
    shades = ImageChops.difference(whole, again).convert("L").histogram()
    assert sum(shades[1:]) < whole.width * whole.height / 200
    assert sum(shades[3:]) < 50


@pytest.mark.parametrize("language", LANGUAGES)
def test_tiles_say_what_they_are_and_where_they_belong(run: Run, tmp_path: Path, language: str) -> None:
    result = run("board", "alchemicus", "--lang", language, "--out", tmp_path)
    assert (result.code, result.err) == (0, "")
    pdf = tmp_path / "alchemicus" / language / "board.pdf"
    assembly = text_of(pdf, 0)
    for page, name in enumerate(("A1", "B1", "A2", "B2"), 1):
        assert name in text_of(pdf, page)
        assert name in assembly
    assert "B1" in text_of(pdf, 1), "its neighbour, to be glued onto its strip"
    assert "A2" in text_of(pdf, 1)


@given(st.floats(60, 1500), st.floats(60, 1500), st.floats(0, 30))
def test_tiles_cover_the_board_and_fit_their_paper(width: float, height: float, overlap: float) -> None:
    paper = Paper(Size(210, 297), 5)
    tiles = tiled(FaceShape(Size(width, height), Size(width, height), 3, 0), paper, Tiling(overlap))
    size, paper_size = tiles.size, tiles.paper.size
    assert size.width + 2 * (3 + paper.margin) <= paper_size.width
    assert size.height + 2 * (3 + paper.margin) <= paper_size.height
    last = list(tiles)[-1]
    assert (last.left + size.width, last.top + size.height) == pytest.approx((width, height))
    grid = tiles.grid(3)
    assert (grid.trim[0], grid.trim[1]) >= (paper.margin + 3, paper.margin + 3)


# ---- going wrong: one sentence, file and key ----


def broken(copied: Path, run: Run, old: str, new: str) -> tuple[int, str]:
    """The line that was broken, and what is said about it."""
    line = edit(copied / "cards/alchemicus/board.toml", old, new)
    result = run("board", "alchemicus", "--lang", "en", "--with", "noctis")
    assert result.code == 2
    assert "Traceback" not in result.err
    assert not (copied / "output").exists()
    assert run("check", "alchemicus").code == 1, "pnp check finds it too"
    return line, result.err


def test_spaces_that_overlap_are_named(copied: Path, run: Run) -> None:
    line, said = broken(copied, run, "size = 29\n", "size = 50\n")
    assert f"board.toml:{line - 4}: the spaces “inner/labrium” and “inner/alembic” overlap" in said
    assert said.count("overlap") == 2, "with each other and with the outer ring, each said once"
    assert "[board.rings.inner]" in said


def test_a_space_that_leaves_the_board_is_named(copied: Path, run: Run) -> None:
    line, said = broken(copied, run, "at = [50, 70]", "at = [20, 70]")
    assert f"board.toml:{line - 1}: the space “pile/pile” extends 11.5 mm beyond the board" in said
    assert "[board.free.pile]" in said


@pytest.mark.parametrize(
    ("name", "hint"), [("centr", "centre"), ("centre/dom", "centre/domo"), ("inner/x", "inner/")]
)
def test_a_link_to_nowhere_is_named(copied: Path, run: Run, name: str, hint: str) -> None:
    line, said = broken(copied, run, 'from = "centre"', f'from = "{name}"')
    assert f"“from”: there is no space “{name}”" in said
    assert f"board.toml:{line}" in said or f"board.toml:{line - 1}" in said
    assert hint in said


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("radius = [65.6, 114]", "radius = [114, 65]", "give the inner radius first"),
        ("radius = 41.2", 'radius = "far"', "“radius”: expected a number"),
        ('spaces = "ring.inner"', 'spaces = "ring.iner"', "did you mean “ring.inner”?"),
        ('spaces = "ring.inner"', "spaces = 0", "a value’s key, a number of spaces"),
        ("size = 29\n", "size = 29\ncolour = 3\n", "unknown key “colour”"),
        ("at = [50, 70]", "at = [50]", "expected a list of 2 numbers"),
        ('size = "tcg"', 'size = "tcgg"', "did you mean “tcg”?"),
        ('shape = "rect"', 'shape = "round"', "“shape”: there is no “round”"),
        ('steps = "spirit.steps"', 'steps = "goal"', "“steps”: the value “goal” cannot be used here"),
        ("[board.rings.outer]", "[bord.rings.outer]", "there is no board “bord”"),
        ("through = [[52, 281.6], [368, 281.6]]", "through = [68, 352]", "expected points such as"),
        ("radius = [65.6, 114]", "radius = [65.6, 114]\nsweep = 0", "“sweep”: spaces need at least 1°"),
        ('["noctis-pile"]', '["noctis-piel"]', "there is no “noctis-piel” in [terms.place]"),
        ('["noctis-pile"]', "[]", "a value’s key, a number of spaces"),
        ('["noctis-pile"]', '["noctis/pile"]', "a value’s key, a number of spaces"),
        ("[board.free.pile]", "[board.free.links]", "“links” is a reserved name"),
    ],
)
def test_a_faulty_board_file_is_refused(copied: Path, run: Run, old: str, new: str, sentence: str) -> None:
    _, said = broken(copied, run, old, new)
    assert sentence in said
    assert "board.toml:" in said


def a_map(sample: Path, board: str) -> None:
    """Gives the sample game a board with these spaces."""
    with (sample / "game.toml").open("a", encoding="utf8") as file:
        file.write(A_BOARD)
    (sample / "board.csv").write_text("key,name,count\nmap,Harbour,1\n", encoding="utf8")
    (sample / "board.toml").write_text(board, encoding="utf8")


TRACK = "[map.tracks.s]\nspaces = 7\nsize = 5\nthrough = "
RING = '[map.rings.r]\nspaces = ["a", "b"]\ncentre = [100, 100]\nradius = 20\nsize = 5\n'
GRID = "[map.grids.g{n}]\nat = [{n}0, 20]\ncolumns = 25\nrows = 20\nsize = 0.2\n"


@pytest.mark.parametrize(
    ("board", "sentence"),
    [
        (TRACK + "[[20, 20]]", "board.toml:4: “through”: expected points such as"),
        (TRACK + "[[1e300, 20], [50, 20]]", "board.toml:4: “through”: expected points such as"),
        (TRACK + "[[nan, 20], [50, 20]]", "board.toml:4: “through”: expected points such as"),
        (TRACK + "[[true, 20], [50, 20]]", "board.toml:4: “through”: expected points such as"),
        (RING + "[map.free.r]\nat = [20, 20]\nsize = 5\n", "board.toml:6: the name “r” is used twice"),
        (RING + '[[map.links]]\nfrom = "r"\nto = "r"\nsteps = 0\n', "“steps”: expected a number from 1"),
        (RING.replace('["a", "b"]', "501"), "a number of spaces from 1 to 500"),
        ("".join(GRID.format(n=n).replace("0.2", "1") for n in range(1, 4)), "more than 500 spaces"),
        (RING.replace("[100, 100]", "[100, 100, 3]"), "expected a list of 2 numbers"),
        (RING + '[[map.links]]\nfrom = "r"\nto = "r"\n' * 101, "“links”: expected no more than 100"),
    ],
)
def test_a_hostile_board_is_refused_at_once(sample: Path, run: Run, board: str, sentence: str) -> None:
    a_map(sample, board)
    result = run("board", "my-game", "--lang", "en")
    assert result.code == 2
    assert sentence in result.err


@pytest.mark.parametrize(
    ("link", "sentence"),
    [
        ("gap = 100", "there is no room to draw the link between “r/a” and “r/b”"),
        ("steps = 2", "“steps”: no two spaces of “r” are that far apart"),
    ],
)
def test_a_link_that_cannot_be_seen_is_said(sample: Path, run: Run, link: str, sentence: str) -> None:
    a_map(sample, RING + f'[[map.links]]\nfrom = "r"\nto = "r"\n{link}\n')
    result = run("board", "my-game", "--lang", "en")
    assert result.code == 1, "the board is printed all the same"
    assert f"board.toml:6: {sentence}" in result.err
    assert Path(result.out.strip()).is_file()


def test_a_name_too_long_for_its_space_is_said(sample: Path, run: Run) -> None:
    a_map(sample, RING.replace('"a"', '"an-unusually-long-name-for-a-space"'))
    result = run("board", "my-game", "--lang", "en")
    assert result.code == 1
    assert "the text does not fit" in result.err


def test_far_links_are_drawn_at_once(sample: Path, run: Run) -> None:
    """Nine hundred ways over five metres: each end is sought near its space only."""
    rows = "[map.grids.{name}]\nat = [10, {y}]\ncolumns = 30\nsize = 50\ngap = 10\n"
    a_map(
        sample, rows.format(name="a", y=20) + rows.format(name="c", y=4900) + '[[map.links]]\nfrom = "a"\nto = "c"\n'
    )
    (sample / "layout.toml").write_text(
        "[decks.board]\nsize = [5000, 5000]\nfront = 'plain_board'\n", encoding="utf8"
    )
    result = run("board", "my-game", "--lang", "en", "--layout", "single")
    assert (result.code, result.err) == (0, "")


def test_a_way_may_cross_itself_and_a_space_may_be_linked_to_its_group(sample: Path, run: Run) -> None:
    crossing = "[[20, 20], [80, 20], [80, 60], [50, 60], [50, 5]]"
    a_map(sample, TRACK + crossing + "\n" + RING + '[[map.links]]\nfrom = "r/a"\nto = "r"\n')
    result = run("board", "my-game", "--lang", "en")
    assert (result.code, result.err) == (0, "")


def test_two_large_boards_have_their_own_tiles(sample: Path, run: Run) -> None:
    a_map(sample, RING)
    (sample / "board.csv").write_text("key,name,count\nmap,Harbour,1\nisle,Island,1\n", encoding="utf8")
    with (sample / "game.toml").open("a", encoding="utf8") as file:
        file.write(
            A_BOARD.partition("[terms")[0].replace("decks.board", "decks.second").replace("board.csv", "b.csv")
        )
    (sample / "b.csv").write_text("key,name,count\nsea,Sea,1\n", encoding="utf8")
    looks = "".join(f"[decks.{key}]\nsize = [300, 300]\nfront = 'plain_board'\n" for key in ("board", "second"))
    (sample / "layout.toml").write_text(looks, encoding="utf8")
    result = run("board", "my-game", "--lang", "en")
    assert (result.code, result.err) == (0, "")
    text = "".join(text_of(Path(result.out.strip()), page) for page in range(14))
    assert text.count("How to put the board together") == 2
    assert text.count("Sea") >= 1


def test_more_boards_than_anyone_prints_are_refused(run: Run, tmp_path: Path) -> None:
    result = run("board", "alchemicus", "--set", "count.board=1000000", "--out", tmp_path)
    assert result.code == 2
    assert "there are 1,000,000 pieces, but at most 200 can be printed at a time" in result.err


def test_what_is_no_file_is_no_board(copied: Path, run: Run) -> None:
    (copied / "cards/alchemicus/board.toml").unlink()
    (copied / "cards/alchemicus/board.toml").mkdir()
    result = run("board", "alchemicus")
    assert result.code == 2
    assert "board.toml: expected a file" in result.err


@pytest.mark.parametrize("overlap", [190, 500])
def test_an_overlap_larger_than_a_tile_is_refused(copied: Path, run: Run, overlap: int) -> None:
    result = run("board", "alchemicus", "--overlap", overlap)
    assert result.code == 2
    assert f"--overlap: an overlap of {overlap} mm on both sides leaves nothing of a tile" in result.err
    line = edit(copied / "templates/sheets.toml", "overlap = 10", f"overlap = {overlap}")
    result = run("board", "alchemicus")
    assert result.code == 2
    assert f"sheets.toml:{line}: overlap: an overlap of {overlap} mm on both sides leaves nothing" in result.err


def test_a_board_on_a_stamp_is_refused(run: Run, tmp_path: Path) -> None:
    result = run("board", "alchemicus", "--paper", "40x40", "--out", tmp_path)
    assert result.code == 2
    assert "even in 100 tiles" in result.err


FIELDS = '[map.grids.field]\nat = [10, 20]\ncolumns = "board.columns"\nrows = "board.rows"\nsize = 15\ngap = 6\n'
SIDES = '[[values]]\nrule = "C1"\nmark = "stated"\nabout = "Columns and rows of the board"\n'
SIDES += "least = 0\nset.board.columns = 4\nset.board.rows = 2\n\n"


def a_growing_map(sample: Path) -> None:
    a_map(sample, FIELDS + '[[map.links]]\nfrom = "field"\nto = "field"\n')
    values = sample / "values.toml"
    values.write_text(SIDES + values.read_text(encoding="utf8"), encoding="utf8")


@pytest.mark.parametrize(("asked", "fields"), [((), 8), (("--set", "board.columns=5"), 10)])
def test_a_grid_follows_values(sample: Path, run: Run, asked: tuple[str, ...], fields: int) -> None:
    """The numbers of a grid are values as those of a ring are, so print and rules agree."""
    a_growing_map(sample)
    result = run("board", "my-game", "--lang", "en", *asked)
    assert (result.code, result.err) == (0, "")
    assert str(fields) in text_of(Path(result.out.strip())).split()
    assert str(fields + 1) not in text_of(Path(result.out.strip())).split()


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ("board.columns=0", "board.toml:1: “columns”: expected a number from 1"),
        ("board.rows=400", "the board has more than 500 spaces"),
        ("board.columns=30", "beyond the board"),
    ],
)
def test_a_grid_that_values_spoil_is_refused(sample: Path, run: Run, asked: str, sentence: str) -> None:
    a_growing_map(sample)
    result = run("board", "my-game", "--lang", "en", "--set", asked)
    assert result.code == 2
    assert sentence in result.err


@pytest.mark.parametrize(
    ("grid", "sentence"),
    [
        (FIELDS.replace("board.columns", "board.colums"), "there is no value “board.colums”"),
        (FIELDS.replace('"board.columns"', "true"), "“columns”: the value “true” cannot be used here"),
        (FIELDS.replace('"board.rows"', "0"), "“rows”: expected a number from 1"),
        (FIELDS.replace('columns = "board.columns"\n', ""), "the key “columns” is missing"),
    ],
)
def test_numbers_of_a_grid_that_are_none(sample: Path, run: Run, grid: str, sentence: str) -> None:
    a_growing_map(sample)
    (sample / "board.toml").write_text(grid, encoding="utf8")
    result = run("check", "my-game")
    assert result.code == 1
    assert sentence in result.out

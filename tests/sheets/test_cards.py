"""Sheets of cards, looked at as PDF files and as pixels."""

from __future__ import annotations

import io
import subprocess
import sys
import time
from pathlib import Path

import pikepdf
import pytest
from PIL import Image, ImageChops

from conftest import LANGUAGES, REPO, Run, edit
from pictures import area, box, fonts_of, inked, picture, text_of, unresolved
from pnp.cli.main import run as run_in_process

pytestmark = pytest.mark.slow

TRIM = (10.5, 16.5, 199.5, 280.5)  # nine cards of 63 × 88 in the middle of an A4 sheet


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both decks of Alchemicus in all languages."""
    out = tmp_path_factory.mktemp("cards")
    assert run_in_process(["cards", "alchemicus", "--with", "noctis", "--lang", "all", "--out", str(out)]) == 0
    return out / "alchemicus"


def cards(run: Run, out: Path, *arguments: object) -> Path:
    """The cards of Alchemicus as asked for."""
    result = run("cards", "alchemicus", "--out", out, "--lang", "en", *arguments)
    assert result.code == 0, result.err
    return out / "alchemicus" / "en" / "cards.pdf"


# ---- the file ----


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_file_is_sound_and_says_what_it_is(printed: Path, language: str) -> None:
    with pikepdf.open(printed / language / "cards.pdf") as pdf:
        assert pdf.check_pdf_syntax() == []
        assert unresolved(pdf) == []
        assert len(pdf.pages) == 2 * (16 + 6)  # 140 and 48 cards, nine to a sheet, fronts and backs
        assert pdf.Root.Lang == language
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipLongEdge"
        assert pdf.docinfo["/Title"] == "Alchemicus"
        author = "Andrzej {}Soulless{} Kozakowski".format(*{"pl": "„”", "en": "“”", "de": "„“", "it": "«»"}[language])
        assert pdf.docinfo["/Author"] == author
        with pdf.open_metadata() as xmp:
            assert xmp["dc:title"] == "Alchemicus"
            assert xmp["dc:creator"] == [author]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_font_is_embedded_as_a_subset(printed: Path, language: str) -> None:
    with pikepdf.open(printed / language / "cards.pdf") as pdf:
        fonts = list(fonts_of(pdf))
        assert {str(font.BaseFont).partition("+")[2] for font in fonts} == {
            "SourceSerifPro-Bold",
            "SourceSerifPro-It",
            "SourceSerifPro-Black",
            "SourceSansPro-Regular",
            "SourceSansPro-Bold",
            "SourceSansPro-Semibold",
        }
        assert all("/FontFile2" in font.FontDescriptor for font in fonts)


def test_a_line_break_in_a_cell_is_printed(sample: Path, run: Run) -> None:
    edit(sample / "deck.csv", "Look at another player’s hand and take", "Look at another player’s hand\nand take")
    result = run("cards", "my-game", "--lang", "en", "--once")
    assert result.code == 0, result.err
    lines = text_of(Path(result.out.strip())).splitlines()
    assert any(line.strip().endswith("Look at another player’s hand") for line in lines)


def test_each_face_is_drawn_once_and_reused(printed: Path) -> None:
    with pikepdf.open(printed / "en" / "cards.pdf") as pdf:
        uses = [
            str(one.operands[0])
            for page in pdf.pages
            for one in pikepdf.parse_content_stream(page)
            if str(one.operator) == "Do"
        ]
    assert len(uses) == 2 * (140 + 48)
    assert len(set(uses)) == 16 + 2
    assert (printed / "en" / "cards.pdf").stat().st_size < 400_000


def test_the_base_deck_is_small(run: Run, tmp_path: Path) -> None:
    assert cards(run, tmp_path).stat().st_size <= 300_000


def test_a_second_run_gives_the_same_bytes(run: Run, tmp_path: Path, printed: Path) -> None:
    again = cards(run, tmp_path, "--with", "noctis")
    assert again.read_bytes() == (printed / "en" / "cards.pdf").read_bytes()


def test_the_boxes_tell_a_print_shop_where_to_cut(printed: Path) -> None:
    with pikepdf.open(printed / "en" / "cards.pdf") as pdf:
        for page in pdf.pages:
            assert box(page, "/MediaBox") == pytest.approx([0, 0, 210, 297], abs=0.01)
            assert box(page, "/TrimBox") == pytest.approx(TRIM, abs=0.01)
            assert box(page, "/BleedBox") == pytest.approx([7.5, 13.5, 202.5, 283.5], abs=0.01)


def test_single_pages_are_the_card_with_its_bleed(run: Run, tmp_path: Path) -> None:
    with pikepdf.open(cards(run, tmp_path, "--layout", "single")) as pdf:
        assert len(pdf.pages) == 280
        page = pdf.pages[0]
        assert box(page, "/MediaBox") == pytest.approx([0, 0, 69, 94], abs=0.01)
        assert box(page, "/TrimBox") == pytest.approx([3, 3, 66, 91], abs=0.01)


# ---- what is on it ----


def test_words_and_numbers_come_from_the_data(run: Run, tmp_path: Path) -> None:
    plain = text_of(cards(run, tmp_path / "a", "--layout", "single"), page=2 * 68)
    changed = text_of(cards(run, tmp_path / "b", "--layout", "single", "--set", "price.alembic=9"), page=2 * 68)
    assert "Alembic" in plain
    assert ("3" in plain.split(), "9" in plain.split()) == (True, False)
    assert ("3" in changed.split(), "9" in changed.split()) == (False, True)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("pl", ["Pozyskanie: jeśli miejsce jest", "Ogród", "zioła", "Edycja polska", "1/44", "100 mm"]),
        ("de", ["Garten", "Kräuter", "nach den Regeln der polnischen Ausgabe"]),
        ("it", ["Giardino", "erbe"]),
        ("en", ["Garden", "herbs", "Noctis", "fronts"]),
    ],
)
def test_a_sheet_speaks_its_language(printed: Path, language: str, words: list[str]) -> None:
    found = text_of(printed / language / "cards.pdf")
    assert [one for one in words if one not in found] == []


def test_ink_runs_into_the_bleed_and_no_further(printed: Path) -> None:
    dpi = 150
    backs = picture(printed / "en" / "cards.pdf", page=1, dpi=dpi)
    left, top, right, bottom = TRIM
    for edge in (
        area(backs, dpi, left - 2.9, top + 5, left, bottom - 5),
        area(backs, dpi, right, top + 5, right + 2.9, bottom - 5),
        area(backs, dpi, left + 5, top - 2.9, right - 5, top),
        area(backs, dpi, left + 5, bottom, right - 5, bottom + 2.9),
    ):
        assert inked(edge) == 1
    for between in range(2):  # beyond the bleed only crop marks, in the lines of the cuts
        start = top + 88 * between
        assert inked(area(backs, dpi, 0, start + 1, left - 3.2, start + 87)) == 0
    assert inked(area(backs, dpi, left - 3.5 - 3, top - 0.3, left - 3.6, top + 0.3)) > 0.1, "a crop mark"


def test_backs_have_marks_where_fronts_have_them(printed: Path) -> None:
    dpi = 150
    front, back = (picture(printed / "en" / "cards.pdf", page, dpi) for page in (0, 1))
    margin = (0, 0, 7.0, 297)
    assert ImageChops.difference(area(front, dpi, *margin), area(back, dpi, *margin)).getbbox() is None


@pytest.mark.parametrize("page", [1, 33])
def test_a_back_looks_the_same_after_a_half_turn(run: Run, tmp_path: Path, page: int) -> None:
    pdf = cards(run, tmp_path, "--with", "noctis", "--layout", "single")
    back = picture(pdf, page if page == 1 else 281, dpi=150)
    turned = back.transpose(Image.Transpose.ROTATE_180)
    difference = ImageChops.difference(back, turned).convert("L").point(lambda one: 255 if one > 90 else 0)
    assert inked(ImageChops.invert(difference), 200) < 0.012  # no more than the blur of edges


def test_low_ink_is_low(run: Run, tmp_path: Path) -> None:
    dark = {
        ink: inked(picture(cards(run, tmp_path / ink, "--ink", ink, "--layout", "single"), 0), 200)
        for ink in ("full", "bw", "low")
    }
    assert dark["low"] < dark["bw"] < dark["full"]
    assert dark["low"] < 0.15


@pytest.mark.parametrize("ink", ["bw", "low"])
def test_black_and_white_has_no_colour(run: Run, tmp_path: Path, ink: str) -> None:
    pdf = cards(run, tmp_path, "--ink", ink, "--with", "noctis")
    with pikepdf.open(pdf) as found:
        streams = [*(page.Contents.read_bytes() for page in found.pages)]
        streams += [
            one.read_bytes()
            for one in found.objects
            if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Form"
        ]
    assert not any(b" rg" in one or b" RG" in one for one in streams)


def test_the_decks_differ_without_colour(run: Run, tmp_path: Path) -> None:
    pdf = cards(run, tmp_path, "--ink", "low", "--with", "noctis", "--layout", "single")
    base, night = picture(pdf, 1), picture(pdf, 281)
    assert inked(ImageChops.invert(ImageChops.difference(base, night)), 200) > 0.02


# ---- papers, sizes, layouts ----


@pytest.mark.parametrize("size", ["poker", "bridge", "euro", "mini-euro", "tarot", "square", "60x95"])
def test_cards_of_any_size_are_that_size(run: Run, tmp_path: Path, size: str) -> None:
    pdf = cards(run, tmp_path, "--card", size, "--layout", "single", "--bleed", 0, "--with", "noctis")
    expected = {"poker": (63.5, 88.9), "bridge": (57.15, 88.9), "euro": (59, 92), "mini-euro": (44, 68)}
    expected |= {"tarot": (70, 120), "square": (57.15, 57.15), "60x95": (60, 95)}
    with pikepdf.open(pdf) as found:
        assert box(found.pages[0], "/TrimBox")[2:] == pytest.approx(expected[size], abs=0.01)


def test_a_folded_sheet_has_both_sides_on_one_page(run: Run, tmp_path: Path) -> None:
    pdf = cards(run, tmp_path, "--layout", "gutterfold")
    with pikepdf.open(pdf) as found:
        assert len(found.pages) == 35  # four cards to a page
        assert "/Duplex" not in found.Root.ViewerPreferences
    page = picture(pdf)
    assert inked(area(page, 100, 20, 144, 190, 148)) < 0.05, "the fold runs through white"


def test_a_paper_of_your_own_needs_no_program(sample: Path, run: Run) -> None:
    folder = sample.parents[1] / "templates"
    folder.mkdir()
    (folder / "sheets.toml").write_text("[papers.postcard]\nsize = [105, 148]\nmargin = 3\n", encoding="utf8")
    result = run("cards", "my-game", "--paper", "postcard", "--lang", "en")
    assert result.code == 0, result.err
    with pikepdf.open(result.out.strip()) as pdf:
        assert box(pdf.pages[0], "/MediaBox") == pytest.approx([0, 0, 105, 148], abs=0.01)


def test_the_sheet_speaks_of_the_printer_that_flips_on_the_short_edge(run: Run, tmp_path: Path) -> None:
    with pikepdf.open(cards(run, tmp_path, "--flip", "short")) as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"


def test_photographs_are_printed(sample: Path, run: Run) -> None:
    art = sample / "art"
    art.mkdir()
    Image.new("RGB", (900, 900), "#2060C0").save(art / "sea.png")
    (sample / "layout.toml").write_text(
        '[parts.front]\nextends = "plain_front"\nphoto = { x = 10, y = 20, w = 30, h = 30, art = "sea" }\n'
        '[decks.main]\nsize = "tcg"\nfront = "front"\n',
        encoding="utf8",
    )
    result = run("cards", "my-game", "--layout", "single", "--lang", "en")
    assert result.code == 0, result.err
    dpi = 100
    pixel = area(picture(Path(result.out.strip()), 0, dpi), dpi, 20, 30, 35, 45).resize((1, 1)).getpixel((0, 0))
    assert pixel == pytest.approx((0x20, 0x60, 0xC0), abs=6)


# ---- going wrong ----


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--card", "400x500"], "a piece of 400×500 mm does not fit on paper of 210×297 mm"),
        (["--paper", "50x50"], "a piece of 63×88 mm does not fit on paper of 50×50 mm"),
        (["--bleed", 4, "--gap", 2], "a bleed of 4 mm on both sides does not fit into a gap of 2 mm"),
        (["--paper", "a44"], "--paper: there is no “a44”"),
        (["--card", "porker"], "--card: there is no “porker”"),
        (["--layout", "dupplex"], "did you mean “duplex”?"),
        (["--flip", "left"], "--flip: there is no “left”"),
        (["--ink", "purple"], "--ink: there is no “purple”"),
        (["--bleed", -1], "expected a number from 0 to 50"),
        (["--bleed", "much"], "--bleed: expected a number"),
        (["--deck", "bass"], "did you mean “base”?"),
    ],
)
def test_what_cannot_be_printed_is_said_in_a_sentence(
    run: Run, tmp_path: Path, arguments: list[object], sentence: str
) -> None:
    result = run("cards", "alchemicus", "--lang", "en", "--out", tmp_path, *arguments)
    assert result.code == 2
    assert sentence in result.err
    assert list(tmp_path.iterdir()) == []


def test_an_unwritable_folder_leaves_the_old_cards_as_they_were(sample: Path, run: Run) -> None:
    result = run("cards", "my-game", "--lang", "en")
    old = Path(result.out.strip())
    before = old.read_bytes()
    edit(sample / "deck.csv", "Baker", "Miller")
    old.parent.chmod(0o500)
    try:
        if not _can_write(old.parent):
            result = run("cards", "my-game", "--lang", "en")
            assert result.code == 2
            assert "cannot be written" in result.err
    finally:
        old.parent.chmod(0o700)
    assert old.read_bytes() == before


def test_a_kill_leaves_the_old_cards_or_the_new_ones_whole(run: Run, tmp_path: Path) -> None:
    new = cards(run, tmp_path / "new").read_bytes()
    target = tmp_path / "old" / "alchemicus" / "en" / "cards.pdf"
    target.parent.mkdir(parents=True)
    command = [sys.executable, "-m", "pnp", "cards", "alchemicus", "--lang", "en", "--out", str(tmp_path / "old")]
    for moment in (0.2, 0.5, 0.8, 1.1):
        target.write_bytes(b"old")
        process = subprocess.Popen(command, cwd=REPO, stdout=subprocess.DEVNULL)
        time.sleep(moment)
        process.kill()
        process.wait()
        assert target.read_bytes() in (b"old", new)


def test_a_file_in_the_way_of_the_folder_is_named(sample: Path, run: Run) -> None:
    (sample.parents[1] / "blocked").write_text("", encoding="utf8")
    result = run("cards", "my-game", "--lang", "en", "--out", "blocked")
    assert result.code == 2
    assert "cannot be written" in result.err
    assert "choose another folder with --out" in result.err


def test_a_bar_on_a_terminal_and_nothing_in_a_pipe(run: Run, tmp_path: Path) -> None:
    result = run("cards", "alchemicus", "--lang", "en", "--out", tmp_path)
    assert (result.code, result.err) == (0, "")


def _can_write(folder: Path) -> bool:
    """Whether permissions mean nothing here, as for root."""
    try:
        (folder / "probe").write_bytes(io.BytesIO(b"").getvalue())
    except OSError:
        return False
    (folder / "probe").unlink()
    return True

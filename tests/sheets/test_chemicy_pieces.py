"""The pieces of Chemicy Magicy: counted and measured on their sheets; what they show follows the rules."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from conftest import LANGUAGES, REPO, Run
from pictures import area, box, inked, picture, text_of, texts_of
from pnp.draw import fonts

pytestmark = pytest.mark.slow

GAME = "chemicy-magicy"
ARTEFACTS = ("cards", "board", "tokens", "aids", "box")
LETTERS = {"pl": "ąćęłńóśźżĄĆĘŁŃÓŚŹŻ", "de": "äöüßÄÖÜ", "it": "àèéìòùÀÈÉÌÒÙ", "en": "„”“’«»–—→×−"}
WHITE, SKY, YELLOW, ORANGE = (255, 255, 255), (79, 192, 236), (255, 200, 31), (245, 138, 31)
TILE_BLEED = 2


def pdf_of(run: Run, out: Path, name: str, *arguments: object, language: str = "en") -> Path:
    """An artefact of the kit without a word of complaint about its layout."""
    result = run(name, GAME, "--lang", language, "--out", out, *arguments)
    assert result.code == 0, result.err
    assert "layout.toml" not in result.err
    return out / GAME / language / f"{name}.pdf"


def trims(pdf: Path) -> list[tuple[float, float]]:
    """How wide and high the cut edges of each page lie apart."""
    with pikepdf.open(pdf) as found:
        edges = [box(page, "/TrimBox") for page in found.pages]
    return [(round(right - left, 2), round(bottom - top, 2)) for left, top, right, bottom in edges]


def runs(image: Image.Image, row: int, colour: tuple[int, int, int], near: int = 12) -> int:
    """How often a line of pixels comes to a colour."""
    line = [image.getpixel((x, row)) for x in range(image.width)]
    like = [all(abs(one - two) <= near for one, two in zip(pixel, colour, strict=True)) for pixel in line]  # type: ignore[arg-type]
    return sum(alike for alike, _ in groupby(like))


# ---- sheets ----


@pytest.mark.parametrize(("paper", "columns", "rows"), [("a4", 4, 6), ("letter", 4, 6)])
def test_24_tiles_lie_on_a_sheet_each_with_its_own_bleed(
    run: Run, tmp_path: Path, paper: str, columns: int, rows: int
) -> None:
    pdf = pdf_of(run, tmp_path, "cards", "--deck", "tiles", "--paper", paper)
    full = (columns * 44 - 4, rows * 44 - 4)
    assert trims(pdf) == [full] * 8, "eighty tiles, with their backs"


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_three_boards_lie_on_a_sheet(run: Run, tmp_path: Path, paper: str) -> None:
    pdf = pdf_of(run, tmp_path, "board", "--paper", paper)
    assert trims(pdf) == [(180, 240)] * 2, "five boards"
    assert [text.count("BOOM!") for text in texts_of(pdf)] == [3, 2]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_the_rest_takes_few_sheets(run: Run, tmp_path: Path, paper: str) -> None:
    cards = pdf_of(run, tmp_path, "cards", "--deck", "emergency", "--deck", "extra", "--paper", paper)
    assert trims(cards) == [(189, 264)] * 10, "45 cards, nine to a sheet"
    assert len(trims(pdf_of(run, tmp_path, "tokens", "--paper", paper))) == 2, "65 tokens and their backs"
    assert len(trims(pdf_of(run, tmp_path, "aids", "--paper", paper))) == 2, "five aids and their backs"


def test_extra_cards_are_printed_whether_or_not_they_are_played_with(run: Run, tmp_path: Path) -> None:
    for number, option in enumerate(((), ("--option", "extra-undo"))):
        pdf = pdf_of(run, tmp_path / str(number), "cards", "--layout", "fronts", *option)
        assert sum(text.count("EXTRA cards used?") for text in texts_of(pdf)) == 10


def test_extra_cards_lie_in_the_box_of_the_others(run: Run, tmp_path: Path) -> None:
    tiles, cards = texts_of(pdf_of(run, tmp_path, "box"))
    assert "80 tiles" in tiles
    assert "35 emergency cards · 10 EXTRA Undo cards" in cards


# ---- languages and inks ----


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ARTEFACTS)
def test_every_artefact_fits_in_every_language(run: Run, tmp_path: Path, name: str, language: str) -> None:
    options = ("--option", "extra-undo") if name == "aids" else ()
    words = " ".join(texts_of(pdf_of(run, tmp_path, name, *options, language=language)))
    assert "{" not in words


@pytest.mark.parametrize("language", LETTERS)
def test_the_typeface_of_headings_has_all_letters(language: str) -> None:
    font = fonts.from_file(REPO / "cards" / GAME / "fonts/Manrope-ExtraBold.ttf")
    assert [letter for letter in LETTERS[language] if ord(letter) not in font.face.charToGlyph] == []
    assert (REPO / "cards" / GAME / "fonts/OFL.txt").is_file()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_tile_needs_no_language(run: Run, tmp_path: Path, language: str) -> None:
    pdf = pdf_of(run, tmp_path, "cards", "--deck", "tiles", "--layout", "single", "--once", language=language)
    assert "".join(texts_of(pdf)) == ""


@pytest.mark.parametrize("name", ARTEFACTS)
@pytest.mark.parametrize("ink", ["low", "bw"])
def test_every_artefact_prints_without_colour(run: Run, tmp_path: Path, name: str, ink: str) -> None:
    pdf = pdf_of(run, tmp_path, name, "--ink", ink)
    page = picture(pdf, 0, 60)
    assert max(page.convert("HSV").split()[1].tobytes()) <= 12
    assert inked(page, 60) < 0.2, "no dark ground"


def test_less_ink_means_less_ink(run: Run, tmp_path: Path) -> None:
    shares = []
    for ink in ("full", "bw", "low"):
        pdf = pdf_of(run, tmp_path / ink, "cards", "--deck", "tiles", "--layout", "single", "--once", "--ink", ink)
        grey = [255 - one for page in range(0, 22, 2) for one in picture(pdf, page, 60).convert("L").tobytes()]
        shares.append(sum(grey) / len(grey) / 255)
    full, bw, low = shares
    assert low < 0.7 * bw < 0.7 * full
    assert low < 0.2


# ---- what is printed follows the rules ----


@pytest.mark.parametrize(
    ("value", "number", "page", "colour", "row"),
    [
        ("energy", 3, 4, YELLOW, 35.6),
        ("energy", 2, 4, YELLOW, 35.6),
        ("elixir", 5, 6, SKY, 36),
        ("elixir", 7, 6, SKY, 36),
        ("assistant", 4, 20, ORANGE, 36.1),
        ("assistant", 1, 20, ORANGE, 36.1),
    ],
)
def test_a_tile_has_a_pip_for_each_of_its_group(
    run: Run, tmp_path: Path, value: str, number: int, page: int, colour: tuple[int, int, int], row: float
) -> None:
    change = ("--set", f"group.{value}={number}")
    pdf = pdf_of(run, tmp_path, "cards", "--deck", "tiles", "--layout", "single", "--once", *change)
    dpi = 600
    tile = area(picture(pdf, page, dpi), dpi, 5 + TILE_BLEED, TILE_BLEED, 35 + TILE_BLEED, 40 + TILE_BLEED)
    assert runs(tile, round(row * dpi / 25.4), colour, 40) == number


def test_the_board_says_what_makes_a_group(run: Run, tmp_path: Path) -> None:
    usual = texts_of(pdf_of(run, tmp_path, "board", "--layout", "single"))[0]
    assert [f"{n} {words}" in usual for n, words in ((5, "kinds"), (3, "kinds"), (4, "cats"))] == [True] * 3
    values = ("group.elixir=6", "group.energy=1", "group.assistant=1", "worth.gold=8")
    changes = [word for value in values for word in ("--set", value)]
    changed = texts_of(pdf_of(run, tmp_path, "board", "--layout", "single", *changes))[0]
    assert [words in changed for words in ("6 kinds", "1 kind ", "1 cat")] == [True] * 3
    assert "1 cats" not in changed
    assert changed.split().count("8") == 2, "the gold for two groups"
    assert "3" not in changed.split()


def test_a_board_has_a_place_for_each_kind_of_energy_and_a_picture_of_each_group(run: Run, tmp_path: Path) -> None:
    def cats(*arguments: object) -> int:
        pdf = pdf_of(run, tmp_path, "board", "--layout", "single", *arguments)
        page = picture(pdf, 0, 300)
        band = area(page, 300, 3 + 85, 3 + 63, 3 + 156, 3 + 76)
        goggles = (18, 150, 127)
        return runs(band, round(5.9 * 300 / 25.4), goggles, 30)

    assert cats("--set", "group.assistant=2") * 2 == cats("--set", "group.assistant=4") > 0
    names = texts_of(pdf_of(run, tmp_path, "board", "--layout", "single", language="pl"))[0]
    assert all(word in names for word in ("Elektryczność", "Temperatura", "Ciśnienie"))


def test_tokens_show_their_worth_and_6_and_9_are_underlined(run: Run, tmp_path: Path) -> None:
    pdf = pdf_of(run, tmp_path, "tokens", "--deck", "large", "--layout", "single", "--once")
    shown = {text_of(pdf, page).strip(): picture(pdf, page, 300) for page in range(0, 10, 2)}
    assert list(shown) == ["6", "7", "8", "9", "10"]
    below = {
        figure: inked(area(image, 300, *(one + 1.5 for one in (13.5, 19.6, 16.5, 20.5))), 90)
        for figure, image in shown.items()
    }
    assert [figure for figure, dark in below.items() if dark > 0.5] == ["6", "9"]
    backs = {picture(pdf, page, 100).tobytes() for page in range(1, 10, 2)}
    assert len(backs) == 1, "from behind all power tokens look alike"


def test_both_sides_of_gold_are_fronts(run: Run, tmp_path: Path) -> None:
    pdf = pdf_of(run, tmp_path, "tokens", "--deck", "gold", "--layout", "single", "--once", "--set", "worth.gold=4")
    assert texts_of(pdf) == ["4", "4"]


def test_cards_tell_when_they_are_used_and_where_to_read_on(run: Run, tmp_path: Path) -> None:
    pdf = pdf_of(
        run, tmp_path, "cards", "--deck", "emergency", "--layout", "single", "--once", "--set", "peek.tiles=1"
    )
    fronts = texts_of(pdf)[::2]
    assert ["BEFORE" in text for text in fronts] == [True] * 4 + [False] * 3
    assert ["AFTER" in text for text in fronts] == [False] * 4 + [True] * 3
    assert all(f"E{number}" in text for number, text in enumerate(fronts, 1))
    assert "Turn up 1 tile in the middle and leave it there" in fronts[0]


def test_player_aids_follow_the_rules(run: Run, tmp_path: Path) -> None:
    def aid(*arguments: object) -> str:
        return " ".join(texts_of(pdf_of(run, tmp_path, "aids", "--layout", "single", "--once", *arguments)))

    usual = aid()
    assert "After 5 rounds" in usual
    assert "3 different" in usual
    assert "Your cats stay!" in usual
    assert "EXTRA" not in usual
    assert "After 4 rounds" in aid("--option", "short-game")
    assert "EXTRA Undo Like Undo. All used? Pay 1 gold" in aid("--option", "extra-undo")
    changed = aid("--set", "group.energy=2", "--set", "peek.tiles=1", "--set", "stop.keeps_assistants=false")
    assert all(words in changed for words in ("2 different kinds?", "Turn up 1 tile,", "Your cats go too."))
    fewer = pdf_of(run, tmp_path, "aids", "--layout", "single", "--set", "players.max=4")
    assert len(trims(fewer)) == 2 * 4, "one for each player"

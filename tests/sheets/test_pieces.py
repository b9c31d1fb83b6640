"""Tokens, pawns, aids, boxes, the score sheet and the print plan: counted, measured, folded and read."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pikepdf
import pytest
from PIL import ImageChops, ImageOps

from conftest import LANGUAGES, REPO, Run, edit, write_layout
from pictures import MM, area, inked, picture, text_of
from pnp.cli.main import run as run_in_process
from pnp.data.edition import Choices, choose
from pnp.data.layout import Cut, Size
from pnp.data.workspace import Workspace
from pnp.log.file import parse_log
from pnp.log.library import Library
from pnp.sheets.tuckbox import SLACK
from pnp.words.catalog import load_catalog

pytestmark = pytest.mark.slow

ARTEFACTS = ("board", "tokens", "pawns", "aids", "box", "scoresheet")
ALL = ("--with", "noctis", "--option", "card-bank", "--option", "advanced-sale")


def pdf_of(run: Run, out: Path, name: str, *arguments: object, game: str = "alchemicus") -> Path:
    result = run(name, game, "--lang", "en", "--out", out, *arguments)
    assert (result.code, result.err) == (0, "")
    return out / game / "en" / f"{name}.pdf"


def pages(pdf: Path) -> int:
    with pikepdf.open(pdf) as found:
        return len(found.pages)


def whole_text(pdf: Path) -> str:
    """All words of a file, whatever lines they stand on."""
    return " ".join(" ".join(text_of(pdf, page) for page in range(pages(pdf))).split())


@pytest.fixture(scope="module")
def kits(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole of Alchemicus, with all that can be added, in all languages."""
    out = tmp_path_factory.mktemp("kits")
    assert run_in_process(["kit", "alchemicus", *ALL, "--lang", "all", "--out", str(out)]) == 0
    return out / "alchemicus"


# ---- all artefacts ----


@pytest.mark.parametrize("name", ARTEFACTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_artefact_is_a_sound_file_in_its_language(kits: Path, name: str, language: str) -> None:
    with pikepdf.open(kits / language / f"{name}.pdf") as pdf:
        assert pdf.check_pdf_syntax() == []
        assert pdf.Root.Lang == language
        assert pdf.Root.ViewerPreferences.PrintScaling == "/None"
        fonts = [
            one
            for one in pdf.objects
            if isinstance(one, pikepdf.Dictionary) and one.get("/Type") == "/FontDescriptor"
        ]
        assert fonts
        assert all("/FontFile2" in one for one in fonts)
    assert "{" not in whole_text(kits / language / f"{name}.pdf")


LETTERS = {"pl": "ąęłóśżźć", "de": "äöüß", "it": "àèéò’"}


@pytest.mark.parametrize("language", LETTERS)
def test_no_letter_of_a_language_is_lost(kits: Path, language: str) -> None:
    text = "".join(whole_text(path) for path in (kits / language).glob("*.pdf"))
    assert {letter for letter in LETTERS[language] if letter not in text} == set()


@pytest.mark.parametrize("name", ARTEFACTS)
@pytest.mark.parametrize("ink", ["low", "bw"])
def test_every_artefact_prints_with_little_ink(run: Run, tmp_path: Path, name: str, ink: str) -> None:
    pdf = pdf_of(run, tmp_path, name, "--ink", ink, "--with", "noctis", "--paper", "letter")
    last = pages(pdf) - 1
    saturation = picture(pdf, last, 40).convert("HSV").split()[1].tobytes()
    assert max(saturation) <= 12, "no colour"
    assert ink == "bw" or inked(picture(pdf, last, 40), 128) < 0.2


@pytest.mark.parametrize("name", ARTEFACTS)
def test_a_game_without_such_a_thing_says_so(sample: Path, run: Run, name: str) -> None:
    result = run(name, sample.name, "--lang", "en")
    assert result.code == (0 if name == "box" else 2)
    assert name == "box" or "the game has no" in result.err


# ---- tokens ----


def test_token_counts_add_up(run: Run, tmp_path: Path) -> None:
    pdf = pdf_of(run, tmp_path, "tokens")
    for side in (0, 1):
        figures = Counter(text_of(pdf, side).split())
        assert {worth: figures[worth] for worth in ("1", "5", "10")} == {"1": 24, "5": 16, "10": 8}
    assert pages(pdf) == 2, "all on one sheet, with their backs"
    assert Counter(drawn_circles(pdf)) == {22.0: 48, 28.0: 2}, "Fame, and two markers"


def drawn_circles(pdf: Path, page: int = 0) -> list[float]:
    """Diameters of the cut lines on a page, in millimetres: the circles that are only stroked."""
    found = []
    with pikepdf.open(pdf) as document:
        steps = [
            (list(one.operands), str(one.operator)) for one in pikepdf.parse_content_stream(document.pages[page])
        ]
    for (start, move), *curves, (_, stroke) in zip(*(steps[i:] for i in range(7)), strict=False):
        if move == "m" and stroke == "S" and [operator for _, operator in curves] == ["c"] * 4 + ["h"]:
            opposite = curves[1][0][4:]
            found.append(round(float(start[0]) - float(opposite[0]), 2))
    return found


def test_markers_for_what_no_card_shows(run: Run, tmp_path: Path) -> None:
    plain = whole_text(pdf_of(run, tmp_path / "a", "tokens"))
    assert ("First player" in plain, "Last round" in plain, "Bought" in plain) == (True, True, False)
    race = ("--variant", "race", "--option", "advanced-sale")
    assert text_of(pdf_of(run, tmp_path / "b", "tokens", *race)).count("Bought") == 6 + 1, "and once in the caption"


# ---- pawns ----


def test_pawns_stand_and_lie(run: Run, tmp_path: Path) -> None:
    """Four alchemists and the Spirit as strips to fold, and as discs with backs."""
    pdf = pdf_of(run, tmp_path, "pawns")
    assert pages(pdf) == 2, "discs with their backs, and on what they leave of the sheet strips, which have none"
    assert [len(drawn_circles(pdf, page)) for page in range(2)] == [5, 5]
    standing, _, _ = text_of(pdf, 0).partition("100 mm")
    assert [standing.count(seat) for seat in "1234"] == [2, 2, 2, 2], "a number on both sides of each base"


@pytest.mark.parametrize("flip", ["long", "short"])
def test_blocks_that_share_a_sheet_have_their_backs_behind_them(sample: Path, run: Run, flip: str) -> None:
    """Black squares over black discs, seen against the light: nothing of a back shows beside its front."""
    edit(sample / "game.toml", 'piece = "card"', 'piece = "token"')
    looks = [
        f"[[decks.main]]\nsize = [{size}, {size}]\ncut = '{cut}'\n" for size, cut in ((40, "oval"), (30, "rect"))
    ]
    black = "[parts.black]\nall = { fill = 'ink' }\n[colours]\nink = '#000000'\n"
    text = black + "\n".join(look + "bleed = 0\nfront = 'black'\nback = 'black'" for look in looks)
    (sample / "layout.toml").write_text(text, encoding="utf8")
    result = run("tokens", "my-game", "--lang", "en", "--once", "--flip", flip)
    assert result.code == 0, result.err
    pdf = Path(result.out.strip())
    assert pages(pdf) == 2
    front, back = (area(picture(pdf, side, 50), 50, 15, 15, 195, 282) for side in (0, 1))
    assert inked(front) > 0.1
    turned = ImageOps.mirror(back) if flip == "long" else ImageOps.flip(back)
    shows = ImageOps.invert(ImageChops.difference(front, turned))
    assert inked(shows, 128) < 0.004, "but for a pixel at the edges"


def test_pawns_of_any_game_stand_and_lie(sample: Path, run: Run) -> None:
    """Without a layout of their own, told apart by number and by the corners of a badge."""
    edit(sample / "game.toml", 'piece = "card"', 'piece = "pawn"')
    (sample / "layout.toml").unlink()
    result = run("pawns", "my-game", "--lang", "en", "--once", "--ink", "low")
    assert (result.code, result.err) == (0, "")
    pdf = Path(result.out.strip())
    assert pages(pdf) == 2
    assert [len(drawn_circles(pdf, page)) for page in range(2)] == [3, 3]
    assert text_of(pdf).count("Baker") == 2, "on both sides of the strip"
    result = run("kit", "my-game", "--lang", "en")
    assert "Fold the strips" in whole_text(sample.parents[1] / "output/my-game/en/00-print-me.pdf")


def test_pawns_differ_without_colour(run: Run, tmp_path: Path) -> None:
    """Their outlines alone tell them apart: no two discs look alike in lines only."""
    pdf = pdf_of(run, tmp_path, "pawns", "--ink", "low", "--layout", "single")
    looks = [picture(pdf, page, 100).convert("1").tobytes() for page in range(pages(pdf))]
    fronts = looks[0::2]
    assert len(set(fronts)) == len(fronts) == 10


# ---- aids ----


def test_an_aid_for_each_player(run: Run, tmp_path: Path) -> None:
    assert text_of(pdf_of(run, tmp_path / "a", "aids")).count("Your turn") == 4
    assert text_of(pdf_of(run, tmp_path / "b", "aids", "--set", "players.max=3")).count("Your turn") == 3


def test_aids_follow_the_choices(run: Run, tmp_path: Path) -> None:
    plain = whole_text(pdf_of(run, tmp_path / "a", "aids", "--once"))
    assert ("Noctis" in plain, "bank" in plain, "Golem" in plain) == (False, False, False)
    rich = whole_text(pdf_of(run, tmp_path / "b", "aids", "--once", *ALL))
    assert ("Play Noctis" in rich, "from the bank" in rich, "Other players may buy" in rich) == (True, True, True)
    race = whole_text(pdf_of(run, tmp_path / "c", "aids", "--once", "--variant", "race"))
    assert ("make and sell gold" in race, "the last round" in race, "the last round" in plain) == (True, False, True)


@pytest.mark.parametrize(
    ("language", "phrase"),
    [
        ("en", "7 more cards"),
        ("pl", r"7 (\w+ )?kart"),
        ("de", r"7 (\w+ )?Karten"),
        ("it", r"(altre )?7 (altre )?carte"),
    ],
)
def test_a_changed_price_changes_the_aid(run: Run, tmp_path: Path, language: str, phrase: str) -> None:
    run("aids", "alchemicus", "--lang", language, "--set", "price.gloria=7", "--out", tmp_path)
    text = whole_text(tmp_path / "alchemicus" / language / "aids.pdf")
    assert re.search(phrase, text)


# ---- boxes ----


def folds(pdf: Path, page: int) -> tuple[list[float], list[float]]:
    """Where the dashed lines of a net run, from its own left and upper edge: upright ones and level ones."""
    upright, level = set(), set()
    dashed, start = False, (0.0, 0.0)
    with pikepdf.open(pdf) as document:
        for one in pikepdf.parse_content_stream(document.pages[page]):
            operator, numbers = str(one.operator), list(one.operands)
            if operator == "d":
                dashed = len(numbers[0]) > 0
            elif operator == "m":
                start = (float(numbers[0]), float(numbers[1]))
            elif operator == "l" and dashed:
                x, y = float(numbers[0]), float(numbers[1])
                (upright.add(x) if x == start[0] else level.add(y))
    return sorted(upright), sorted(level)


@pytest.mark.parametrize(
    ("arguments", "card", "thick"),
    [
        ((), Size(63, 88), 0.3),
        (("--gsm", 200, "--card", "mini-euro"), Size(44, 68), 0.24),
        (("--sleeves", "thick"), Size(66, 91), 0.5),
        (("--layout", "gutterfold", "--gsm", 120), Size(63, 88), 0.288),
        (("--card", "tarot", "--paper", "a3"), Size(70, 120), 0.3),
    ],
)
def test_a_folded_box_holds_its_deck(
    run: Run, tmp_path: Path, arguments: tuple[object, ...], card: Size, thick: float
) -> None:
    """Measured on the drawn lines: width, height and depth leave the cards a little room, and not much more."""
    pdf = pdf_of(run, tmp_path, "box", "--with", "noctis", *arguments)
    counts = re.findall(r"(\d+) (?:base|Noctis) cards", whole_text(pdf))
    for page in range(pages(pdf)):
        upright, level = folds(pdf, page)
        back, side, front, other = upright
        lid, walls, bottom, foot = level
        cards = int(re.findall(r"(\d+) (?:base|Noctis) cards", text_of(pdf, page))[0])
        assert (side - back, other - front) == pytest.approx((card.width + SLACK, card.width + SLACK), abs=0.01)
        assert bottom - walls == pytest.approx(card.height + SLACK, abs=0.01)
        for depth in (front - side, walls - lid, foot - bottom):
            assert cards * thick < depth <= cards * thick + 1.6
    assert sum(map(int, counts)) == 2 * (140 + 48), "each card in a box, said on both its sides"


def test_boxes_fit_their_paper(run: Run, tmp_path: Path) -> None:
    for number, paper in enumerate(("a4", "letter", "a3")):
        pdf = pdf_of(run, tmp_path / str(number), "box", "--sleeves", "thick", "--paper", paper)
        with pikepdf.open(pdf) as found:
            for page in found.pages:
                left, bottom, right, top = (float(one) / MM for one in page.TrimBox)
                width, height = (float(one) / MM for one in page.MediaBox[2:])
                assert (left, bottom) >= (5, 5)
                assert (width - right, height - top) >= (4.99, 4.99)


def test_a_box_for_no_cards_is_refused(run: Run, tmp_path: Path) -> None:
    none = [
        word
        for card in ("golem", "mutabilis", "spiritus", "homunculus", "pactum", "infamia")
        for word in ("--set", f"count.{card}=0")
    ]
    result = run(
        "box", "alchemicus", "--lang", "en", "--with", "noctis", "--deck", "noctis", "--out", tmp_path, *none
    )
    line = (REPO / "cards/alchemicus/game.toml").read_text(encoding="utf8").split("[decks.noctis]")[0].count("\n") + 1
    assert result.code == 2
    assert f"game.toml:{line}: “decks.noctis” has no cards for a box to hold" in result.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--gsm", 5], "“--gsm”: expected a number from 40 to 600"),
        (["--sleeves", "thik"], "did you mean “thick”?"),
        (["--card", "150x250"], "a box for cards of 150×250 mm does not fit on paper of 210×297 mm"),
    ],
)
def test_a_box_that_cannot_be_is_refused(run: Run, tmp_path: Path, arguments: list[object], sentence: str) -> None:
    result = run("box", "alchemicus", "--lang", "en", "--out", tmp_path, *arguments)
    assert result.code == 2
    assert sentence in result.err
    assert list(tmp_path.iterdir()) == []


# ---- the score sheet ----


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_sheet_says_can_be_typed_into_a_log(kits: Path, language: str) -> None:
    """The header and every sample on the back, read as a log."""
    workspace = Workspace(REPO)
    choices = Choices("", ("noctis",), "", ("card-bank", "advanced-sale"))
    from pnp.log.phrases import PLAYERS, Phrases

    edition = choose(workspace.game("alchemicus"), choices)
    phrases = Phrases(workspace, edition, language)
    names = [load_catalog(workspace, language)(name) for name in PLAYERS]
    printed = whole_text(kits / language / "scoresheet.pdf")
    head = [*phrases.header(), (phrases.players, ", ".join(names))]
    assert [name for name, _ in head if f"{name}:" not in printed] == []
    header = "\n".join(f"{name}: {known}" for name, known in head if known)
    samples = [
        sample
        for hint in edition.game.score_sheet.hints
        if hint.when.holds(edition.chosen) and (not hint.value or edition[hint.value])
        for sample in phrases.samples(hint)
    ]
    assert len(samples) > 35
    assert [sample for sample in samples if " ".join(sample.split()) not in printed] == []
    turns = "\n".join(sample if ":" in sample else f"1 {names[0]}: {sample}" for sample in samples)
    log = parse_log(Path("sheet.log"), f"{header}\n\n{turns}\n", Library(workspace))
    assert (log.game, log.choices.expansions, len(log.lines)) == ("alchemicus", ("noctis",), len(samples))


def test_the_columns_of_the_sheet_are_a_turn(kits: Path) -> None:
    text = text_of(kits / "en" / "scoresheet.pdf")
    for word in ("Turn", "Player", "Draw", "Field", "Action", "Gloria", "Hand", "Fame", "place · move", "Noctis"):
        assert word in text
    assert "game: alchemicus" in text
    assert "with: noctis" in text


def test_a_hint_that_nobody_could_write_is_refused(copied: Path, run: Run) -> None:
    line = edit(copied / "cards/alchemicus/scoresheet.toml", '"draw Horten"', '"draw Hortten"')
    result = run("scoresheet", "alchemicus", "--lang", "en")
    assert result.code == 2
    assert f"scoresheet.toml:{line - 2}" in result.err
    assert "Horten" in result.err


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('write = ["place", "move"]', 'write = ["place", "mvoe"]', "did you mean “move”?"),
        ('write = ["reshuffle"]', 'write = [""]', "“write” contains an empty text"),
        ('value = "gloria.fame"', 'value = "gloria.fam"', "did you mean “gloria.fame”?"),
        ("[[columns]]", "[[colums]]", "unknown key “colums”"),
    ],
)
def test_a_faulty_score_sheet_is_refused(copied: Path, run: Run, old: str, new: str, sentence: str) -> None:
    edit(copied / "cards/alchemicus/scoresheet.toml", old, new)
    result = run("scoresheet", "alchemicus", "--lang", "en")
    assert result.code == 2
    assert "scoresheet.toml:" in result.err
    assert sentence in result.err


def test_the_former_file_of_the_score_sheet_is_read_where_there_is_no_other(sample: Path, run: Run) -> None:
    former, new = sample / "record.toml", sample / "scoresheet.toml"
    former.write_text('[[columns]]\ntitle = "Former"\nwidth = 9\n', encoding="utf8")
    assert "Former" in whole_text(Path(run("scoresheet", "my-game", "--lang", "en").out.strip()))
    new.write_text('[[columns]]\ntitle = "Present"\nwidth = 9\n', encoding="utf8")
    text = whole_text(Path(run("scoresheet", "my-game", "--lang", "en").out.strip()))
    assert "Present" in text
    assert "Former" not in text
    edit(new, "width", "widht")
    assert "scoresheet.toml:" in run("scoresheet", "my-game", "--lang", "en").err
    new.unlink()
    edit(former, "width", "widht")
    assert "record.toml:" in run("scoresheet", "my-game", "--lang", "en").err


@pytest.mark.parametrize(
    "before", [("cards/chemicy-magicy",), ("templates",), ("templates", "cards/chemicy-magicy")], ids=" ".join
)
def test_layouts_with_the_former_names_of_the_score_sheet_look_the_same(
    copied: Path, run: Run, tmp_path: Path, before: tuple[str, ...]
) -> None:
    now = pdf_of(run, tmp_path / "now", "scoresheet", game="chemicy-magicy").read_bytes()
    for folder in before:
        layout = copied / folder / "layout.toml"
        text = layout.read_text(encoding="utf8")
        former = re.sub(r"\bscoresheet(?=_back|_hint|[.\]\"])", "record", text)
        assert "[parts.record_back]" in former
        assert "scoresheet" not in former
        layout.write_text(former, encoding="utf8")
    assert pdf_of(run, tmp_path / "then", "scoresheet", game="chemicy-magicy").read_bytes() == now


def test_a_layout_may_have_parts_of_both_names(sample: Path, run: Run) -> None:
    (sample / "scoresheet.toml").write_text('[[columns]]\ntitle = "Bids"\nwidth = 9\n', encoding="utf8")
    word = "{{ x = 9, y = 9, w = 40, h = 9, text = '{}' }}"
    old, new = (
        f"[parts.{name}]\na = {word.format(says)}\n" for name, says in (("record", "Vinyl"), ("scoresheet", "Tally"))
    )
    cards = '[decks.main]\nsize = "tcg"\nfront = "record"\n'
    for layout, sheet in ((old, "Vinyl"), (old + new, "Tally"), (new + old, "Tally")):
        write_layout(sample, layout, cards)
        assert sheet in text_of(Path(run("scoresheet", "my-game", "--lang", "en").out.strip()))
        assert "Vinyl" in text_of(Path(run("cards", "my-game", "--lang", "en").out.strip()))


def test_the_sheet_of_a_game_without_rules_prints_its_own_words(sample: Path, run: Run) -> None:
    (sample / "scoresheet.toml").write_text(
        '[[columns]]\ntitle = "Bids"\nwrite = ["bid"]\nwidth = 9\n[[hints]]\ntext = "A bid"\nwrite = ["bid 3"]\n',
        encoding="utf8",
    )
    result = run("scoresheet", "my-game", "--lang", "en")
    assert (result.code, result.err) == (0, "")
    text = whole_text(Path(result.out.strip()))
    assert [word for word in ("Bids", "bid 3", "players:", "date:") if word not in text] == []
    assert "referee" not in text


def test_the_sheet_pins_what_the_table_changed(run: Run, tmp_path: Path) -> None:
    text = whole_text(pdf_of(run, tmp_path, "scoresheet", "--set", "price.gloria=4", "--set", "move.free=1,2"))
    assert "set: move.free=1,2, price.gloria=4" in text or "set: price.gloria=4, move.free=1,2" in text


def test_the_sheet_of_the_race_knows_no_fame(run: Run, tmp_path: Path) -> None:
    text = whole_text(pdf_of(run, tmp_path, "scoresheet", "--variant", "race"))
    assert "Fame" not in text
    assert "for fame" not in text


# ---- the print plan ----


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_plan_names_every_file_with_its_sheets(kits: Path, language: str) -> None:
    listing = json.loads((kits / language / "kit.json").read_text(encoding="utf8"))
    text = whole_text(kits / language / "00-print-me.pdf")
    for artefact in listing["artefacts"][1:]:
        assert artefact["file"] in text
        assert artefact["title"] in text
        assert artefact["pages"] == pages(kits / language / artefact["file"])
        assert artefact["sheets"] == -(-artefact["pages"] // (2 if artefact["duplex"] else 1))
    held = {key: count for artefact in listing["artefacts"] for key, count in artefact["pieces"].items()}
    assert held == {"base": 140, "noctis": 48, "fame": 48, "markers": 2, "pawns": 5, "aids": 4, "board": 1}
    assert [count for count in held.values() if f"{count} " not in text] == []
    assert pages(kits / language / "00-print-me.pdf") == 1


def test_the_plan_shows_the_artefacts_in_small(kits: Path) -> None:
    """A picture at the left of each row."""
    page = picture(kits / "en" / "00-print-me.pdf", 0, 60)
    rows = [54 + row * 24.3 for row in range(9)]
    shown = [inked(area(page, 60, 12, top + 2, 74, top + 22)) > 0.03 for top in rows]
    assert shown == [True] * 9


def test_the_plan_tells_how_to_set_the_printer(run: Run, tmp_path: Path) -> None:
    def plan(*arguments: object) -> str:
        assert run("kit", "alchemicus", "--lang", "en", "--out", tmp_path, *arguments).code == 0
        return text_of(tmp_path / "alchemicus/en/00-print-me.pdf")

    assert "flip on the long edge" in plan()
    assert "flip on the short edge" in plan("--flip", "short")
    assert "fold it there" in plan("--layout", "gutterfold")


def test_a_kit_leaves_nothing_of_an_earlier_one(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "alchemicus/en"
    assert run("kit", "alchemicus", "--lang", "en", "--out", tmp_path).code == 0
    (folder / "mine.pdf").write_text("mine", encoding="utf8")
    assert (folder / "aids.pdf").exists()
    assert run("kit", "alchemicus", "--lang", "en", "--paper", "100x130", "--out", tmp_path).code == 1
    assert not (folder / "aids.pdf").exists(), "it does not fit on this paper"
    assert (folder / "mine.pdf").exists()


def test_a_kit_of_nothing_is_refused(run: Run, tmp_path: Path) -> None:
    result = run("kit", "alchemicus", "--lang", "en", "--paper", "20x20", "--out", tmp_path)
    assert result.code == 2
    assert "a piece of 63×88 mm does not fit on paper of 20×20 mm" in result.err
    assert list(tmp_path.iterdir()) == []


def test_the_plan_says_what_to_do_with_what_is_there(kits: Path, sample: Path, run: Run) -> None:
    ours = whole_text(kits / "en" / "00-print-me.pdf")
    assert [one in ours for one in ("Fold the strips", "along the marks", "along the lines")] == [True] * 3
    assert run("kit", "my-game", "--lang", "en").code == 0
    theirs = whole_text(sample.parents[1] / "output/my-game/en/00-print-me.pdf")
    assert [one in theirs for one in ("Fold the strips", "along the marks", "along the lines")] == [
        False,
        True,
        False,
    ]


def test_with_little_ink_every_page_of_the_kit_is_without_colour(run: Run, tmp_path: Path) -> None:
    assert run("kit", "alchemicus", "--lang", "en", "--ink", "low", "--out", tmp_path).code == 0
    for pdf in (tmp_path / "alchemicus/en").glob("*.pdf"):
        saturation = picture(pdf, 0, 40).convert("HSV").split()[1].tobytes()
        assert max(saturation) <= 12, pdf.name


def test_strips_are_not_folded_with_the_discs(run: Run, tmp_path: Path) -> None:
    """On sheets to fold, discs and their backs share a side; strips have a sheet of their own without a fold."""
    pdf = pdf_of(run, tmp_path, "pawns", "--layout", "gutterfold")
    assert [len(drawn_circles(pdf, page)) for page in range(pages(pdf))] == [10, 0]
    with pikepdf.open(pdf) as found:
        dashed = [b"[2 2] 0 d" in page.Contents.read_bytes() for page in found.pages]
    assert dashed == [True, False], "the line along which a sheet is folded"


def test_pieces_without_backs_are_not_folded(sample: Path, run: Run) -> None:
    edit(sample / "layout.toml", 'back = "plain_back"', "")
    folded = run("cards", "my-game", "--lang", "en", "--layout", "gutterfold", "--out", sample / "a")
    fronts = run("cards", "my-game", "--lang", "en", "--layout", "fronts", "--out", sample / "b")
    assert picture(Path(folded.out.strip()), 0, 40) == picture(Path(fronts.out.strip()), 0, 40)


def test_a_kit_is_written_whole_or_not_at_all(run: Run, tmp_path: Path) -> None:
    """A folder in the way of one file leaves all others as they were."""
    folder = tmp_path / "alchemicus/en"
    (folder / "scoresheet.pdf").mkdir(parents=True)
    (folder / "cards.pdf").write_text("old", encoding="utf8")
    result = run("kit", "alchemicus", "--lang", "en", "--out", tmp_path)
    assert result.code == 2
    assert "scoresheet.pdf: cannot be written: not a file" in result.err
    assert (folder / "cards.pdf").read_text(encoding="utf8") == "old"
    assert sorted(path.name for path in folder.iterdir()) == ["cards.pdf", "scoresheet.pdf"]


def test_from_elsewhere_the_kit_goes_where_one_is(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("scoresheet", "alchemicus", "--lang", "en").code == 0
    assert (tmp_path / "output/alchemicus/en/scoresheet.pdf").is_file()


def test_what_does_not_fit_is_left_out_of_a_kit_and_said(run: Run, tmp_path: Path) -> None:
    result = run("kit", "alchemicus", "--lang", "en", "--paper", "100x130", "--out", tmp_path)
    assert result.code == 1
    assert "a piece of 97×127 mm does not fit on paper of 100×130 mm" in result.err
    made = {path.name for path in (tmp_path / "alchemicus/en").iterdir()}
    assert "aids.pdf" not in made
    assert {"cards.pdf", "tokens.pdf", "kit.json", "00-print-me.pdf"} <= made


def test_a_look_of_any_cut_prints_in_several_shapes(sample: Path, run: Run) -> None:
    """`[[decks.KEY]]` prints the pieces once for each shape."""
    (sample / "layout.toml").write_text(
        """
        [[decks.main]]
        size = "tcg"
        front = "plain_front"
        [[decks.main]]
        size = [30, 30]
        cut = "oval"
        front = "plain_token"
        """,
        encoding="utf8",
    )
    result = run("cards", "my-game", "--lang", "en", "--once")
    assert result.code == 0, result.err
    pdf = Path(result.out.strip())
    assert pages(pdf) == 2
    assert drawn_circles(pdf, 1) == [30.0] * 3
    assert Cut.OVAL in [look.cut for look in Workspace(sample.parents[1]).layout("my-game").looks["main"]]


def test_looks_that_differ_in_cut_or_gap_alone_are_told_apart(sample: Path, run: Run) -> None:
    edit(sample / "game.toml", 'piece = "card"', 'piece = "token"')
    look = "[[decks.main]]\nsize = [25, 25]\nbleed = 1.5\nfront = 'plain_token'\n"
    (sample / "layout.toml").write_text(look + "cut = 'oval'\n" + look + look + "gap = 8\n", encoding="utf8")
    result = run("tokens", "my-game", "--lang", "en", "--once")
    assert (result.code, result.err) == (0, "")
    pdf = Path(result.out.strip())
    assert (pages(pdf), len(drawn_circles(pdf))) == (1, 3)
    with pikepdf.open(pdf) as found:
        forms = [name for name in found.pages[0].Resources.XObject if str(name).startswith("/FormXob")]
    assert len(forms) == 6, "three round ones and three square ones, which two batches share"


def test_a_deck_may_be_called_like_a_kind_of_piece(sample: Path, run: Run) -> None:
    edit(sample / "game.toml", "[decks.main]", "[decks.pawn]")
    edit(sample / "game.toml", "[decks.main.columns]", "[decks.pawn.columns]")
    (sample / "layout.toml").unlink()
    result = run("cards", "my-game", "--lang", "en", "--once", "--layout", "fronts")
    assert result.code == 0, result.err
    with pikepdf.open(result.out.strip()) as found:
        left, bottom, right, top = (float(one) / MM for one in found.pages[0].TrimBox)
    assert (round(right - left), round(top - bottom)) == (3 * 63, 3 * 88), "cards, not strips"


def test_backs_may_come_before_fronts(sample: Path, run: Run) -> None:
    """As some print shops want it; pieces without backs still have their fronts."""
    (sample.parents[1] / "templates").mkdir(exist_ok=True)
    sheets = '[layouts.shop]\nsides = ["back", "front"]\n'
    (sample.parents[1] / "templates/sheets.toml").write_text(sheets, encoding="utf8")
    result = run("cards", "my-game", "--lang", "en", "--once", "--layout", "shop")
    assert result.code == 0, result.err
    texts = [text_of(Path(result.out.strip()), page) for page in range(2)]
    assert ["Baker" in text for text in texts] == [False, True]
    edit(sample / "layout.toml", 'back = "plain_back"', "")
    result = run("cards", "my-game", "--lang", "en", "--once", "--layout", "shop")
    assert "Baker" in text_of(Path(result.out.strip()))


def test_small_tiles_have_a_box_too(sample: Path, run: Run) -> None:
    edit(sample / "game.toml", 'piece = "card"', 'piece = "tile"')
    edit(sample / "layout.toml", 'size = "tcg"', "size = [30, 30]")
    result = run("box", "my-game", "--lang", "en")
    assert result.code in (0, 1), result.err


_SECOND = """
[decks.second]
title = "Second deck"
pieces = ["{n} second card", "{n} second cards"]
piece = "card"
file = "second.csv"
"""
_BOX = 'box = { front = "plain_box_front", back = "plain_box_front", side = "plain_box_side", lid = "plain_box_lid" }'


@pytest.fixture
def two_decks(sample: Path) -> Path:
    """The sample game with a second deck of five cards, which lies in the box of the first."""
    game = sample / "game.toml"
    game.write_text(game.read_text(encoding="utf8") + _SECOND, encoding="utf8")
    (sample / "second.csv").write_text("key,name,count\nspare,Spare,5\n", encoding="utf8")
    layout = f'[decks.main]\nsize = "tcg"\nfront = "plain_front"\nback = "plain_back"\n{_BOX}\n'
    layout += '[decks.second]\nsize = "tcg"\nfront = "plain_front"\nback = "plain_back"\nbox = "main"\n'
    (sample / "layout.toml").write_text(layout, encoding="utf8")
    return sample


def test_decks_share_a_box_and_their_sheets(two_decks: Path, run: Run) -> None:
    main = choose(Workspace(two_decks.parents[1]).game("my-game"), Choices()).decks[0].count
    together = Path(run("box", "my-game", "--lang", "en").out.split()[0])
    words = whole_text(together)
    assert pages(together) == 1
    assert f"{main} cards · 5 second cards" in words
    (_, side, front, _), _ = folds(together, 0)
    assert front - side == pytest.approx(max((main + 5) * 0.3 + SLACK, 5), abs=0.01), "as deep as both need"
    sheets = Path(run("cards", "my-game", "--lang", "en", "--layout", "fronts").out.split()[0])
    assert pages(sheets) == -(-(main + 5) // 9)
    alone = Path(run("box", "my-game", "--lang", "en", "--deck", "second").out.split()[0])
    assert "5 second cards" in whole_text(alone), "asked for alone, it gets a box all the same"


def test_a_deck_lies_only_in_a_box_that_is_there(two_decks: Path, run: Run) -> None:
    line = edit(two_decks / "layout.toml", 'box = "main"', 'box = "mian"')
    result = run("check", "my-game")
    assert result.code == 1
    assert f"layout.toml:{line - 4}: there is no deck “mian” with a box" in result.out
    assert "did you mean “main”?" in result.out


def test_copies_multiply_a_deck(sample: Path, run: Run) -> None:
    edit(sample / "game.toml", 'file = "deck.csv"', 'file = "deck.csv"\ncopies = "draw.cards"')
    once = run("cards", "my-game", "--lang", "en", "--layout", "fronts")
    before = pages(Path(once.out.strip()))
    twice = run("cards", "my-game", "--lang", "en", "--layout", "fronts", "--set", "draw.cards=2")
    assert pages(Path(twice.out.strip())) >= 2 * before - 1
    edit(sample / "game.toml", 'copies = "draw.cards"', 'copies = "draw.crads"')
    result = run("check", "my-game")
    assert result.code == 1
    assert "did you mean “draw.cards”?" in result.out

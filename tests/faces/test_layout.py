"""The layout language: what a designer can do without a program, and what is said when a layout is wrong."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from conftest import LANGUAGES, Run, edit, write_layout
from pictures import area, inked, picture, text_of
from pnp.data.formula import parse_formula
from pnp.data.workspace import Workspace
from pnp.draw import fonts
from pnp.kit.problems import printed_problems

DPI = 100
BLEED = 3


def drawn(run: Run, *arguments: str) -> Path:
    """The sample game's cards, one to a page."""
    result = run("cards", "my-game", "--layout", "single", "--lang", "en", *arguments)
    assert (result.code, result.err) == (0, "")
    return Path(result.out.strip())


def ink_at(pdf: Path, left: float, top: float, right: float, bottom: float, page: int = 0) -> float:
    """The share of ink in an area of the card, measured from its cut."""
    image = picture(pdf, page, DPI)
    return inked(area(image, DPI, *(one + BLEED for one in (left, top, right, bottom))))


# ---- arithmetic ----


@pytest.mark.parametrize(
    ("formula", "worth"),
    [
        ("width - 6", 57),
        ("frame.x + 0.8", 3.8),
        ("(height - 88) / 2", 0),
        ("5 if n > 2 else 7", 7),
        ("item[1] * 2", 8),
        ("min(width, height, 10) + max(1, 2)", 12),
        ("-width", -63),
        ("7 // 2 + 7 % 2", 4),
        ("20 * sin(90) + cos(0)", 21),
        ("len(item)", 2),
    ],
)
def test_arithmetic(formula: str, worth: float) -> None:
    names = {"width": 63, "height": 88, "frame": {"x": 3.0}, "n": 2, "item": [3, 4]}
    assert parse_formula(formula)(names) == pytest.approx(worth)


@pytest.mark.parametrize(
    "formula",
    [
        "",
        "1 +",
        "2 ** 99",
        "'a' * 9",
        "__import__('os')",
        "[1 for x in y]",
        "lambda: 1",
        "x = 1",
        "open('f')",
        "1 < 2 < 3",
    ],
)
def test_what_is_no_arithmetic_is_refused(formula: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  whatever it says, the box and line are named around it
        parse_formula(formula)({"x": 1})


@given(st.text(max_size=40))
def test_any_text_is_arithmetic_or_refused(text: str) -> None:
    try:
        worth = parse_formula(text)({"width": 63.0})
    except ValueError:
        return
    assert isinstance(worth, float)


# ---- boxes ----


def test_a_box_builds_on_another_by_arithmetic(sample: Path, run: Run) -> None:
    write_layout(
        sample,
        """
        [parts.front]
        outer = { x = 10, y = 10, w = 30, h = 40, fill = "black" }
        inner = { extends = "outer", x = "x + 5", y = "y + 5", w = "w - 10", h = "h - 10", fill = "white" }
        below = { x = "outer.x", y = "outer.bottom + 5", w = "outer.w", h = 5, fill = "black" }
        """,
    )
    pdf = drawn(run)
    assert ink_at(pdf, 10.5, 10.5, 14.5, 49.5) == 1
    assert ink_at(pdf, 15.5, 15.5, 34.5, 44.5) == 0
    assert ink_at(pdf, 10.5, 55.5, 39.5, 59.5) == 1
    assert ink_at(pdf, 10.5, 50.5, 39.5, 54.5) == 0


def test_a_part_builds_on_another(sample: Path, run: Run) -> None:
    write_layout(
        sample,
        """
        [parts.one]
        under = { x = 10, y = 10, w = 20, h = 20, fill = "black" }
        over = { x = 12, y = 12, w = 16, h = 16, fill = "white" }
        [parts.front]
        extends = "one"
        under = { w = 40 }
        between = { x = 12, y = 12, w = 36, h = 16, fill = "#808080", before = "over" }
        """,
    )
    pdf = drawn(run)
    assert ink_at(pdf, 12.5, 12.5, 27.5, 27.5) == 0, "over is still drawn last"
    assert ink_at(pdf, 29, 12.5, 47, 27.5) == 1
    assert ink_at(pdf, 48.6, 11, 49.5, 29) == 1, "under is wider now"


def test_a_field_is_added_and_shown_without_a_program(sample: Path, run: Run) -> None:
    game, deck = sample / "game.toml", sample / "deck.csv"
    game.write_text(game.read_text(encoding="utf8") + 'class = { kind = "text", title = "class" }\n', encoding="utf8")
    rows = deck.read_text(encoding="utf8").splitlines()
    deck.write_text("\n".join([rows[0] + ",class", *(row + ",Guild of bakers" for row in rows[1:])]), encoding="utf8")
    write_layout(sample, '[parts.front]\nclass = { x = 5, y = 5, w = 50, text = "{{ card.class | upper }}" }\n')
    assert text_of(drawn(run)).strip() == "GUILD OF BAKERS"


def test_boxes_repeat_and_choose(sample: Path, run: Run) -> None:
    write_layout(
        sample,
        """
        [parts.front]
        pips = { each = "range(card.price)", x = "5 + 8 * i", y = 5, w = 6, h = 6, fill = "black", shape = "oval" }
        mark = { x = 5, y = 40, w = 10, h = 10, fill = "black", when = "card.price > 2" }
        """,
    )
    pdf = drawn(run)
    baker, thief = 0, 4
    assert [ink_at(pdf, 7 + 8 * i, 7, 9 + 8 * i, 9, baker) for i in range(3)] == [1, 1, 0]
    assert [ink_at(pdf, 7 + 8 * i, 7, 9 + 8 * i, 9, thief) for i in range(3)] == [1, 1, 1]
    assert (ink_at(pdf, 6, 41, 14, 49, baker), ink_at(pdf, 6, 41, 14, 49, thief)) == (0, 1)


def test_parts_are_given_names_and_clipped(sample: Path, run: Run) -> None:
    write_layout(
        sample,
        """
        [parts.bar]
        bar = { w = "width * share", h = "height + 20", fill = "black" }
        [parts.front]
        left = { x = 5, y = 5, w = 20, h = 10, part = "bar", clip = true, with = { share = "card.price / 4" } }
        """,
    )
    pdf = drawn(run)
    assert ink_at(pdf, 5.5, 5.5, 14.5, 14.5) == 1, "half of twenty"
    assert ink_at(pdf, 15.5, 5.5, 24.5, 14.5) == 0
    assert ink_at(pdf, 5.5, 15.6, 24.5, 30) == 0, "clipped"


def test_turned_boxes_turn_clockwise(sample: Path, run: Run) -> None:
    write_layout(
        sample,
        '[parts.front]\nhand = { x = 30, y = 29, w = 20, h = 2, turn = 90, about = [30, 30], fill = "black" }\n',
    )
    pdf = drawn(run)
    assert ink_at(pdf, 29.4, 31, 30.6, 49) == 1
    assert ink_at(pdf, 33, 29.4, 49, 30.6) == 0


def test_an_ink_changes_a_box(sample: Path, run: Run) -> None:
    write_layout(
        sample,
        """
        [parts.front]
        one = { x = 5, y = 5, w = 10, h = 10, fill = "#AA0000", ink = ["full"] }
        two = { x = 30, y = 5, w = 10, h = 10, stroke = "#AA0000", low = { y = 40 } }
        """,
    )
    assert ink_at(drawn(run), 6, 6, 14, 14) == 1
    low = drawn(run, "--ink", "low")
    assert ink_at(low, 4, 4, 16, 16) == 0
    assert ink_at(low, 29, 39, 41, 51) > 0


@pytest.mark.parametrize("kind", ["radius", "notch"])
@pytest.mark.parametrize("side", ["all", "top", "bottom", "left", "right"])
def test_corners_of_one_side_are_round_or_cut(sample: Path, run: Run, kind: str, side: str) -> None:
    box = f'{{ x = 5, y = 5, w = 30, h = 40, {kind} = 10, corners = "{side}", fill = "black" }}'
    write_layout(sample, f"[parts.front]\na = {box}\n")
    pdf = drawn(run)
    places = {"top left": (5, 5), "top right": (33.6, 5), "bottom left": (5, 43.6), "bottom right": (33.6, 43.6)}
    for corner, (x, y) in places.items():
        full = ink_at(pdf, x + 0.2, y + 0.2, x + 1.2, y + 1.2)
        assert full == (0 if side in ("all", *corner.split()) else 1), corner
    assert ink_at(pdf, 16, 5.4, 24, 44.6) == 1


def test_an_arch_may_take_the_whole_side(sample: Path, run: Run) -> None:
    box = '{ x = 5, y = 5, w = 30, h = 40, radius = 99, corners = "top", fill = "black" }'
    write_layout(sample, f"[parts.front]\na = {box}\n")
    pdf = drawn(run)
    assert ink_at(pdf, 19, 5.4, 21, 44.6) == 1
    assert ink_at(pdf, 5.2, 5.2, 8, 8) == 0
    assert ink_at(pdf, 5.4, 20.4, 34.6, 44.6) == 1


_TONED = """
[colours]
sun = "#FFC81F"
[inks.grey]
layers = ["tint", "line"]
tones = 0.6
lines = 0.5
stroke = "black"
colours = { paper = "#FFFFFF" }
[parts.front]
a = { x = 5, y = 5, w = 20, h = 20, fill = "sun" }
b = { x = 5, y = 30, w = 20, h = 20, fill = "paper", stroke = "sun", thick = 4 }
c = { x = 30, y = 5, w = 20, h = 20, art = "sign" }
"""
_SIGN = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20">
<g id="tint"><path fill="#8A50C8" d="M2 2L18 2L18 18L2 18Z"/></g>
<g id="line" fill="none" stroke="#1F1A38" stroke-width="4"><path d="M2 2L2 18"/>
<path fill="#FFFFFF" stroke="none" d="M8 8L12 8L12 12L8 12Z"/></g></svg>"""


def test_an_ink_prints_lightened_greys_and_thinner_lines(sample: Path, run: Run) -> None:
    """A grey is as light as its colour to the eye, then so much lighter; lines and text are black."""
    (sample / "art").mkdir(exist_ok=True)
    (sample / "art/sign.svg").write_text(_SIGN, encoding="utf8")
    write_layout(sample, _TONED)
    page = picture(drawn(run, "--ink", "grey"), 0, 254)

    def at(x: float, y: float) -> object:
        return page.getpixel((round((x + BLEED) * 10), round((y + BLEED) * 10)))

    assert at(15, 15) == pytest.approx((226,) * 3, abs=1), "#FFC81F is as light as a grey of 207"
    assert at(45, 15) == pytest.approx((167,) * 3, abs=1), "#8A50C8, in the tint of a drawing, as one of 109"
    assert at(15, 40) == at(40, 15) == (255, 255, 255), "white stays white"
    assert [at(x, 40) for x in (4.3, 5.7)] == [(0, 0, 0)] * 2, "two millimetres thick, not four"
    assert [at(x, 40) for x in (3.7, 6.3)] == [(255, 255, 255)] * 2
    assert [at(x, 15) for x in (31.3, 32.7)] == [(0, 0, 0)] * 2, "in drawings as well"
    assert at(33.3, 15) != (0, 0, 0)


def test_a_share_beyond_the_whole_is_refused(sample: Path, run: Run) -> None:
    write_layout(sample, '[inks.low]\nlayers = ["line"]\nlines = 1.5\n[parts.front]\n')
    result = run("check", "my-game")
    assert "“lines”: expected a number from 0 to 1, found 1.5" in result.out


def test_a_game_brings_its_own_typeface(sample: Path, run: Run) -> None:
    (sample / "fonts").mkdir()
    shutil.copy(fonts.builtin("Serif-Black").face.filename, sample / "fonts" / "title.ttf")
    write_layout(
        sample,
        '[fonts]\nTitle = "fonts/title.ttf"\n[parts.front]\n'
        'name = { x = 5, y = 5, w = 50, h = 10, text = "{{ card.name }}", font = "Title", size = 20 }\n',
    )
    assert "Baker" in text_of(drawn(run))


# ---- what is wrong, and where ----

WRONG = {
    "a typo in a key": ("a = { xx = 1 }", 2, "unknown key “xx”"),
    "no number": ("a = { x = [1] }", 2, "“x”: expected a number or arithmetic"),
    "bad arithmetic": ('a = { x = "2 **" }', 2, "“x”: expected a number or arithmetic"),
    "an unknown name": ('a = { x = "widht - 2" }', 2, "the box “a” fails"),
    "division by nothing": ('a = { x = "1 / (width - width)" }', 2, "the box “a” fails"),
    "no such box": ('a = { extends = "b" }', 2, "there is no box “b” here"),
    "no such shape": ('a = { shape = "sqare" }', 2, "“shape”: there is no “sqare”"),
    "no such colour": ('a = { fill = "puprle" }', 2, "there is no colour “puprle”"),
    "no such part": ('a = { part = "b" }', 2, "there is no part “b”"),
    "no such typeface": ('a = { text = "x", font = "Comic" }', 2, "there is no typeface “Comic”"),
    "no such ink": ('a = { ink = "ful" }', 2, "there is no ink “ful”"),
    "broken Jinja2": ('a = { text = "{{ card. }}" }', 2, "the box “a” fails"),
    "unknown column": ('a = { text = "{{ card.prize }}" }', 2, "the box “a” fails"),
    "a way out of the sandbox": ('a = { text = "{{ card.__class__.__mro__ }}" }', 2, "the box “a” fails"),
    "a part in itself": ('a = { part = "front" }', 1, "the part “front” contains itself"),
    "too many": ('a = { each = "range(9999)" }', 2, "at most"),
    "beyond the card": ("a = { x = 60, y = 5, w = 20, h = 5 }", 2, "the box “a” extends 17 mm beyond the cut"),
    "a name with a hyphen": ("a-b = { x = 1 }", 2, "“a-b” is not a valid name for a box"),
    "art from elsewhere": ('a = { art = "../../../../etc/passwd" }', 2, "points outside its folder"),
}


@pytest.mark.parametrize("case", WRONG)
def test_a_wrong_layout_is_refused_with_its_line(sample: Path, run: Run, case: str) -> None:
    text, line, sentence = WRONG[case]
    write_layout(sample, f"[parts.front]\n{text}\n")
    result = run("cards", "my-game", "--lang", "en")
    assert result.code == 2
    assert sentence in result.err
    assert f"layout.toml:{line}: " in result.err
    assert not (sample.parents[1] / "output").exists()
    checked = run("check", "my-game", "--print")
    assert checked.code == 1
    assert sentence in checked.out


@pytest.mark.parametrize(
    ("deck", "sentence"),
    [
        ('[decks.main]\nsize = "huge"\nfront = "front"\n', "there is no size “huge”"),
        ('[decks.main]\nsize = [0, 5]\nfront = "front"\n', "“size”: expected a number from 1"),
        ('[decks.main]\nsize = "tcg"\nfront = "frnot"\n', "there is no part “frnot”"),
        ('[decks.main]\nsize = "tcg"\nfront = "front"\ncut = "star"\n', "there is no cut “star”"),
        ('[colours]\nsea = "blue"\n', "“sea”: expected a colour such as #2A1E17"),
        ('[fonts]\nTitle = "../../x.ttf"\n', "points outside its folder"),
    ],
)
def test_the_rest_of_a_layout_is_checked_too(sample: Path, run: Run, deck: str, sentence: str) -> None:
    write_layout(sample, "[parts.front]\na = { x = 1 }\n", deck)
    result = run("check", "my-game")
    assert result.code == 1
    assert sentence in result.out


def test_a_layout_that_never_ends_is_stopped(sample: Path, run: Run) -> None:
    write_layout(
        sample,
        """
        [parts.c]
        a = { each = "range(1999)" }
        [parts.b]
        a = { each = "range(1999)", part = "c" }
        [parts.front]
        a = { part = "b" }
        """,
    )
    result = run("cards", "my-game", "--lang", "en")
    assert result.code == 2
    assert "layout.toml:3: the face has more than 20,000 boxes" in result.err


# ---- what a look at the print would find ----


def problems(sample: Path, run: Run, box: str) -> str:
    write_layout(sample, f"[parts.front]\na = {{ x = 5, y = 5, w = 30, h = 10, {box} }}\n")
    result = run("check", "my-game", "--print")
    assert result.code == 1
    return result.out


def test_text_below_its_least_size_is_named_by_card_language_and_box(sample: Path, run: Run) -> None:
    out = problems(sample, run, 'text = "{{ card.text }}", size = 10, least = 9')
    assert "layout.toml:2: crown, en, box “a”: the text fits only at 8.6 pt, but the minimum is 9 pt" in out
    assert "baker" not in out, "that one fits"


def test_text_that_fits_at_no_size_is_named(sample: Path, run: Run) -> None:
    long = "x" * 400
    assert "baker, thief, crown, en, box “a”: the text does not fit, however small it is set" in problems(
        sample, run, f'text = "{long}", hyphenate = false'
    )


def test_missing_glyphs_are_named(sample: Path, run: Run) -> None:
    out = problems(sample, run, 'text = "aᚠ"')
    assert "deck.csv:2: baker, thief, crown, en, box “a”: Sans has no glyph for ᚠ" in out
    assert 'in layout.toml, choose a typeface that has it, such as [fonts] Own = "fonts/MyFont.ttf"' in out


SCRIPTS = {
    "خباز": "this script runs from right to left and joins its letters, which pnp does not support yet: Arabic",
    "אופה": "this script runs from right to left and joins its letters, which pnp does not support yet: Hebrew",
    "चोर": "this script joins and reorders its letters, which pnp does not support yet: Devanagari",
    "คนทำขนมปัง": "this script joins and reorders its letters, which pnp does not support yet: Thai",
    "王冠": "this script has no spaces, and so far pnp breaks lines only at spaces: CJK",
    "パン屋": "this script has no spaces, and so far pnp breaks lines only at spaces: CJK, Katakana",
}


@pytest.mark.slow
@pytest.mark.parametrize("word", SCRIPTS)
def test_a_script_that_is_not_set_rightly_is_said_once_a_language(sample: Path, run: Run, word: str) -> None:
    for name in ("Baker", "Thief", "Crown"):
        edit(sample / "deck.csv", name, f"{name} {word}")
    result = run("kit", "my-game", "--lang", "en")
    assert result.code == 1
    assert result.err.count(SCRIPTS[word]) == 1
    assert result.err.count("no glyph for") == 1, "one line for all faces and typefaces"
    assert "show it to someone who reads the language before you print it" in result.err


def test_missing_art_is_named(sample: Path, run: Run) -> None:
    assert "box “a”: there is no drawing “nowhere” in the “art” folder" in problems(sample, run, 'art = "nowhere"')
    assert "box “a”: there is no drawing “gem” in the “art” folder" in problems(sample, run, 'text = "pay :gem: now"')


def test_coarse_art_is_named(sample: Path, run: Run) -> None:
    (sample / "art").mkdir()
    Image.new("RGB", (40, 40), "red").save(sample / "art" / "dot.png")
    assert "the picture “dot.png” has 102 dots per inch here, but needs 150 to look sharp" in problems(
        sample, run, 'art = "dot"'
    )


def test_text_near_the_cut_is_named(sample: Path, run: Run) -> None:
    write_layout(sample, '[parts.front]\na = { x = 0, y = 1, w = 30, h = 3, align = "left", text = "edge" }\n')
    assert (
        "box “a”: text is outside the safe zone, which ends 3 mm from the cut"
        in run("check", "my-game", "--print").out
    )


_LEFT = '[parts.front]\na = { x = 3.5, y = %s, w = 30, h = 4, align = "left", text = "Baker" }\n'


@pytest.mark.parametrize("cut", ["oval", "hexagon"])
def test_text_beyond_a_cut_that_is_no_rectangle_is_named(sample: Path, run: Run, cut: str) -> None:
    deck = f'[decks.main]\nsize = [52, 60]\nfront = "front"\ncut = "{cut}"\n'
    write_layout(sample, _LEFT % 8, deck)
    assert (
        "box “a”: text is outside the safe zone, which ends 3 mm from the cut"
        in run("check", "my-game", "--print").out
    )
    write_layout(sample, _LEFT % 28, deck)
    assert run("check", "my-game", "--print").out == "No problems found.\n", "there the piece is as wide as its box"


@pytest.mark.slow
@pytest.mark.parametrize("cut", ["oval", "hexagon"])
@pytest.mark.parametrize("front", ["front", "plain_front", "plain_token", "plain_aid"])
def test_the_plain_looks_keep_their_text_within_the_cut(sample: Path, run: Run, cut: str, front: str) -> None:
    edit(
        sample / "layout.toml", 'size = "tcg"\nfront = "front"', f'size = [60, 69]\ncut = "{cut}"\nfront = "{front}"'
    )
    assert run("check", "my-game", "--print").out == "No problems found.\n"


def test_cards_with_problems_are_printed_and_named(sample: Path, run: Run) -> None:
    write_layout(
        sample, '[parts.front]\na = { x = 5, y = 5, w = 20, h = 5, text = "{{ card.text }}", size = 9, least = 8 }\n'
    )
    result = run("cards", "my-game", "--lang", "en")
    assert result.code == 1
    assert Path(result.out.strip()).is_file()
    assert "baker, en, box “a”" in result.err


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_our_own_cards_fit_in_every_language_and_size(project: Workspace, language: str) -> None:
    assert [str(one) for one in printed_problems(project, "alchemicus", [language])] == []


def test_a_problem_of_many_cards_is_said_once(sample: Path, run: Run) -> None:
    out = problems(sample, run, 'art = "nowhere"')
    assert "baker, thief, crown, en, box “a”: there is no drawing “nowhere” in the “art” folder" in out
    assert out.endswith("1 problem\n")


def test_a_missing_icon_is_a_fault_of_the_text(sample: Path, run: Run) -> None:
    (sample / "art").mkdir()
    (sample / "art" / "coin.svg").write_text("<svg/>", encoding="utf8")
    line = edit(sample / "deck.csv", "take a card you like", "take a :cion: you like")
    result = run("cards", "my-game", "--lang", "en")
    assert f"deck.csv:{line}: thief, en, box “words”: there is no drawing “cion” in the “art” folder" in result.err
    assert "did you mean “coin”?" in result.err


@pytest.mark.slow
def test_the_print_is_looked_at_whatever_else_is_wrong(copied: Path, run: Run) -> None:
    edit(copied / "cards/alchemicus/base.csv", "Garden", "Kitchen garden")
    edit(copied / "cards/alchemicus/layout.toml", 'art = "act-collection"', 'art = "act-colection"')
    long = "Very long. " * 60
    edit(copied / "cards/alchemicus/game.toml", 'draw-bank = "Or', f'draw-bank = "{long}Or')
    result = run("check", "alchemicus", "--print", "--lang", "en")
    assert result.code == 1
    assert "“Kitchen garden” is not translated" in result.out
    assert "did you mean “act-collection”?" in result.out
    assert "aid, " in result.out, "what only an option prints is read too"
    assert "box “draw”: the text fits only at" in result.out


def test_light_text_is_seen_without_its_dark_ground(sample: Path, run: Run) -> None:
    text = 'text = "HHHH", font = "Sans-Bold", size = 40, colour = "white"'
    write_layout(sample, f'[parts.front]\na = {{ x = 5, y = 5, w = 50, h = 20, fill = "#202020", {text} }}\n')
    for ink in ("bw", "low"):
        assert 0.05 < ink_at(drawn(run, "--ink", ink), 5, 5, 55, 25) < 0.6


def test_a_shared_back_knows_no_card(sample: Path, run: Run) -> None:
    backs = '[decks.main]\nsize = "tcg"\nfront = "front"\nback = "back"\n'
    parts = (
        "[parts.front]\na = { x = 5 }\n[parts.back]\nb = { x = 5, y = 5, w = 50, h = 9, text = '{{ card.name }}' }\n"
    )
    write_layout(sample, parts, backs)
    result = run("cards", "my-game", "--lang", "en")
    assert result.code == 2
    assert "the box “b” fails: there is no “card”" in result.err
    write_layout(sample, parts, backs + "own_backs = true\n")
    pdf = drawn(run, "--once")
    assert [text_of(pdf, page).strip() for page in (1, 3, 5)] == ["Baker", "Thief", "Crown"]


def test_a_deck_that_the_game_has_not_is_named(sample: Path, run: Run) -> None:
    write_layout(sample, "[parts.front]\na = { x = 5 }\n", '[decks.mian]\nsize = "tcg"\nfront = "front"\n')
    result = run("check", "my-game")
    assert "layout.toml:4: there is no deck “mian”" in result.out
    assert "did you mean “main”?" in result.out


def test_likely_slips_get_a_hint(sample: Path, run: Run) -> None:
    write_layout(sample, '[parts.front]\na = { color = "ink" }\n')
    assert "did you mean “colour”?" in run("cards", "my-game", "--lang", "en").err
    write_layout(sample, '[parts.front]\na = { text = "{{ card.prize }}" }\n')
    assert "there is no “prize”; did you mean “price”?" in run("cards", "my-game", "--lang", "en").err
    write_layout(sample, '[parts.front]\na = { text = "a **b", x = 5, y = 5, w = 30, h = 9 }\n')
    assert "a * in the text is not closed" in run("cards", "my-game", "--lang", "en").err


def test_a_lead_in_is_no_icon(sample: Path, run: Run) -> None:
    write_layout(sample, "[parts.front]\na = { text = \"{{ 'Swap a :fish: for two' | lead }}\", w = 60, h = 9 }\n")
    assert "there is no drawing “fish”" in run("cards", "my-game", "--lang", "en").err

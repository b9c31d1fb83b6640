"""Setting text: what a reader would see of wrapping, hyphens, shrinking and icons."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import Run, write_layout
from pictures import picture
from pnp.draw import fonts
from pnp.draw.typeset import FittedText, Style, bind, fit, width, words_of

PLAIN = Style("Sans", size=8, least=6.5, leading=1.2, track=0, lines=0, hyphenate=True, centred=False)


def set_text(text: str, room: float, height: float = 100, style: Style = PLAIN, language: str = "en") -> FittedText:
    return fit(
        words_of(bind(text, language), style.font, fonts.builtin, lambda _: 1.0), style, room, height, language
    )


def lines_of(fitted: FittedText) -> list[str]:
    return [" ".join("".join(part.text for part in word) for word in line) for line in fitted.lines]


def test_words_wrap() -> None:
    assert lines_of(set_text("one two three four", 40)) == ["one two", "three four"]


@pytest.mark.parametrize(
    ("language", "text", "lines"),
    [
        ("de", "Die Ruhmspielmarken", ["Die Ruhm-", "spielmarken"]),
        ("pl", "To transmutacja", ["To transmu-", "tacja"]),
        ("it", "La trasmutazione", ["La trasmuta-", "zione"]),
        ("en", "The transmutation", ["The trans-", "mutation"]),
    ],
)
def test_words_are_hyphenated_by_the_rules_of_their_language(language: str, text: str, lines: list[str]) -> None:
    assert lines_of(set_text(text, 44, 20, language=language)) == lines


def test_whole_words_are_preferred_to_hyphens() -> None:
    assert not any(line.endswith("-") for line in lines_of(set_text("The transmutation", 55, 100)))


def test_text_shrinks_until_it_fits_and_says_so() -> None:
    fitted = set_text("Sell one good from any building of yours at the prices shown.", 84, 27)
    assert fitted.fits
    assert 6.5 <= fitted.size < 8


def test_a_name_on_one_line_shrinks() -> None:
    style = Style("Serif-Bold", 12, 9, 1.2, 0.5, lines=1, hyphenate=False, centred=False)
    fitted = set_text("Laboratorium", 75, 1, style)
    assert len(fitted.lines) == 1
    assert fitted.size < 12
    assert fitted.width(fitted.lines[0]) * fitted.size <= 75


@pytest.mark.parametrize(
    ("text", "bound"),
    [("Idź z Pragi i w góry", "Idź z\u00a0Pragi i\u00a0w\u00a0góry"), ("A to", "A\u00a0to"), ("kot w", "kot w")],
)
def test_a_polish_word_of_one_letter_stays_with_the_next(text: str, bound: str) -> None:
    assert bind(text, "pl") == bound
    assert bind(text, "en") == text


def test_a_number_stays_with_what_it_counts() -> None:
    assert bind("draw 3 cards, 12 or A4 paper", "en") == "draw 3\u00a0cards, 12\u00a0or A4 paper"


def test_centred_lines_are_evened_out() -> None:
    style = Style("Sans", 8, 6.5, 1.2, 0, 0, hyphenate=True, centred=True)
    text = "Tincture and metal together become one card of gold, laid down."
    even, greedy = set_text(text, 100, 100, style), set_text(text, 100)
    spread = [
        max(map(fitted.width, fitted.lines)) - min(map(fitted.width, fitted.lines)) for fitted in (even, greedy)
    ]
    assert len(even.lines) == len(greedy.lines)
    assert spread[0] < spread[1]


def test_marks_choose_faces_and_are_not_printed() -> None:
    fitted = set_text("**Sale:** sell *one* good", 400)
    assert lines_of(fitted) == ["Sale: sell one good"]
    runs = [(fonts.builtin_name(run.fragment.font), run.fragment.text) for run in fitted.runs(fitted.lines[0])]
    assert runs == [("Sans-Bold", "Sale: "), ("Sans", "sell "), ("Sans-Italic", "one "), ("Sans", "good")]


words = st.lists(st.text("abcdeß żó", min_size=1, max_size=14), min_size=1, max_size=30).map(" ".join)


@given(words, st.floats(40, 200), st.floats(10, 120), st.sampled_from(["en", "de", "pl", "it"]))
def test_nothing_is_lost_and_nothing_sticks_out(text: str, room: float, height: float, language: str) -> None:
    fitted = set_text(text, room, height, language=language)
    joined = "".join(lines_of(fitted)).replace("-", "").replace(" ", "").replace("\u00a0", "")
    assert joined == text.replace(" ", "")
    if fitted.fits:
        assert all(fitted.width(line) * fitted.size <= room + 1e-6 for line in fitted.lines)
        assert len(fitted.lines) * fitted.size * PLAIN.leading <= height + 0.2


@given(st.text("abcżß", min_size=1, max_size=20), st.text("abcżß", min_size=1, max_size=20))
def test_widths_add_up(one: str, other: str) -> None:
    font = fonts.builtin("Sans")
    assert width(one + other, font) == pytest.approx(width(one, font) + width(other, font))


def test_an_icon_sits_on_the_baseline(sample: Path, run: Run) -> None:
    (sample / "art").mkdir()
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><g id="line">'
    square = head + '<path fill="#000000" d="M0 0 L64 0 L64 64 L0 64 Z"/></g></svg>'
    (sample / "art" / "block.svg").write_text(square, encoding="utf8")
    text = 'text = "H:block:", size = 40, lines = 1, align = "left"'
    write_layout(sample, f"[parts.front]\na = {{ x = 5, y = 20, w = 53, h = 20, {text} }}\n")
    result = run("cards", "my-game", "--layout", "single", "--lang", "en")
    image = picture(Path(result.out.strip()), 0, 200).convert("L").point(lambda one: 255 if one < 128 else 0)
    columns = [image.crop((x, 0, x + 1, image.height)).getbbox() for x in range(image.width)]
    inked_columns = [(x, box[1], box[3]) for x, box in enumerate(columns) if box]
    letter, icon = inked_columns[3], inked_columns[-3]
    assert abs(letter[2] - icon[2]) <= 1, "both end on the baseline"
    assert icon[2] - icon[1] > letter[2] - letter[1], "one em is higher than a capital"

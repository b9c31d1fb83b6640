"""The path data of SVG: whatever the grammar allows is read, and read as another reader reads it."""

from __future__ import annotations

from bisect import bisect_left

from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from pytest import approx  # noqa: PT013
from svgelements import Move, Path

from pnp.draw.pathdata import in_pdf, read_steps

WHOLE = st.integers(-99, 99).map(str)
POINTED = st.from_regex(r"[+-]?([0-9]{1,2}\.[0-9]{1,3}|\.[0-9]{1,4})", fullmatch=True)
POWER = st.from_regex(r"-?[0-9]\.[0-9][eE][+-]?[01]", fullmatch=True)
NUMBER = WHOLE | POINTED | POWER
RADIUS = st.from_regex(r"[1-9][0-9]?(\.[0-9])?", fullmatch=True)
FLAG = st.sampled_from("01")
ARC = st.tuples(RADIUS, RADIUS, NUMBER, FLAG, FLAG, NUMBER, NUMBER)
NUMBERS = {"L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2}
BETWEEN = st.sampled_from([" ", ",", " , ", "\n", "  "])


@st.composite
def commands(draw: st.DrawFn, letters: str = "LHVCSQTAZ") -> str:
    letter = draw(st.sampled_from(letters))
    shown = draw(st.sampled_from([letter, letter.lower()]))
    if letter == "Z":
        return shown
    one = ARC if letter == "A" else st.tuples(*[NUMBER] * NUMBERS.get(letter, 2))
    words = [word for repeat in draw(st.lists(one, min_size=1, max_size=3)) for word in repeat]
    told, flags = shown, (3, 4) if letter == "A" else ()
    for place, word in enumerate(words):
        tight = place % 7 - 1 in flags or _parted(told, word)
        told += word if place == 0 or (tight and draw(st.booleans())) else draw(BETWEEN) + word
    return told


def _parted(before: str, word: str) -> bool:
    """Whether two numbers need nothing between them: a sign begins one, or a second point."""
    last = before.replace(",", " ").split()[-1]
    return word[0] in "+-" or (word[0] == "." and last.rpartition("-")[2].count(".") == 1 and "e" not in last.lower())


@st.composite
def outlines(draw: st.DrawFn) -> str:
    first = draw(commands("M"))
    return first + "".join(draw(st.lists(commands("MLHVCSQTAZ"), max_size=20)))


@settings(max_examples=100, phases=[Phase.explicit, Phase.generate])
@given(outlines())
def test_every_outline_goes_where_another_reader_goes(data: str) -> None:
    ours = sorted(numbers[-2:] for _, numbers in read_steps(data) if numbers)
    for step in Path(data):
        if not isinstance(step, Move):
            at = bisect_left(ours, (step.end.x - 0.01, 0.0))
            assert any(point == approx((step.end.x, step.end.y), abs=0.01) for point in ours[at:])


def test_numbers_need_nothing_between_them_where_they_can_be_told_apart() -> None:
    assert in_pdf(read_steps("M1.5.5-2+3L1e1-1")) == "1.5 0.5 m -2 3 l 10 -1 l"
    assert in_pdf(read_steps("m1 1zl2 2zz")) == "1 1 m h 1 1 m 3 3 l h"
    assert in_pdf(read_steps("M0 0A5 0 0 0110 0")) == "0 0 m 10 0 l"
    assert in_pdf(read_steps("")) == ""


def test_half_a_circle_goes_the_way_its_flags_say() -> None:
    _, (_, one), (_, two) = read_steps("M0 0a5 5 0 0110 0")
    assert one[4:] == approx((5, -5))
    assert two[4:] == (10, 0)
    _, (_, other), _ = read_steps("M0 0a5 5 0 0010 0")
    assert other[4:] == approx((5, 5))

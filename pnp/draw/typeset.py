"""Sets text into a box: wraps, hyphenates, shrinks to fit. Lengths are in ems until a size is chosen.

The markup is a few marks: `**bold**`, `*italic*`, `:name:` for a drawing in the line, and a line break.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from math import fsum
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.base.cache import contents_of, remembered
from pnp.base.text import ICON
from pnp.draw.pdf import Typeface

if TYPE_CHECKING:
    from pyphen import Pyphen

# languages in which a word of one letter stays with the next
_BOUND = {"pl": "aiouwzAIOUWZ", "cs": "kosuvzaiKOSUVZAI", "sk": "kosuvzaiKOSUVZAI"}
_MARKS = re.compile(rf"(\*\*(?=\S)|(?<=\S)\*\*|\*(?=\S)|(?<=\S)\*|{ICON.pattern}|\n| +)")
_NUMBER = re.compile(r"(?<!\S)(\d+|×) (?=[\w×])|(?<=\S) (?=–)")
_LETTERS = re.compile(r"\w+")
_COMPOUND = re.compile(r"(?<=\w[-–/])(?=\w)")
_SOFT_HYPHEN = "\u00ad"
SHORTEST = 6  # letters of a word that may be hyphenated
KEPT = 3  # letters that stay together at its ends
STEP = 0.1
SMALLEST = 3.0
SPACE = 0.3  # ems, as wide as any
MOST_TYPEFACES, MOST_LANGUAGES, MOST_WORDS = 32, 8, 5000  # that are at hand


@dataclass(frozen=True, slots=True)
class Style:
    """How a text is set: sizes and tracking in points, leading in ems; 0 lines are as many as there is room for."""

    font: str
    size: float
    least: float
    leading: float
    track: float
    lines: int
    hyphenate: bool
    centred: bool


@dataclass(frozen=True, slots=True)
class Fragment:
    """A stretch of one typeface, or a drawing of so many ems."""

    text: str
    font: Typeface
    icon: float = 0
    link: str = ""

    def width(self, track: float) -> float:
        """In ems; the tracking stands behind each letter, but behind no drawing."""
        return self.icon or width(self.text, self.font) + track * len(self.text)


Word = tuple[Fragment, ...]
WordLine = tuple[Word, ...]


@dataclass(frozen=True, slots=True)
class PlacedFragment:
    """A stretch of a set line, with its distance from the line's start in ems."""

    x: float
    fragment: Fragment


@dataclass(frozen=True, slots=True)
class FittedText:
    """Text as it fits: its size and lines; `fits` is false where even the smallest size overflows."""

    size: float
    lines: tuple[WordLine, ...]
    track: float
    fits: bool

    def width(self, line: WordLine) -> float:
        """How wide a line is, in ems of the size that was found."""
        return _line_width(line, self.track / self.size)

    def runs(self, line: WordLine) -> Iterator[PlacedFragment]:
        """The line with neighbours of one typeface joined."""
        track = self.track / self.size
        fragments = list(_spaced(line))
        x = 0.0
        for (font, icon), group in groupby(fragments, key=lambda one: (one.font, id(one) if one.icon else 0)):
            run = list(group)
            joined = run[0] if icon else Fragment("".join(one.text for one in run), font)
            yield PlacedFragment(x, joined)
            x += joined.width(track)


class _Widths(dict[str, float]):
    """The widths of a typeface's letters, in ems."""

    def __init__(self, font: Typeface) -> None:
        super().__init__()
        self._face = font.face

    def __missing__(self, letter: str) -> float:
        code = 32 if letter == "\u00a0" else ord(letter)
        self[letter] = wide = float(self._face.charWidths.get(code, self._face.defaultWidth)) / 1000
        return wide


@lru_cache(MOST_TYPEFACES)
def _widths(font: Typeface) -> _Widths:
    return _Widths(font)


@lru_cache(16384)
def width(text: str, font: Typeface) -> float:
    """How wide a text is in ems, without kerning, which PDF's operators do not do either."""
    return fsum(map(_widths(font).__getitem__, text))


def bind(text: str, language: str) -> str:
    """Ties what belongs together by a space that does not break.

    A number, and in some languages a word of one letter, stays with the next word, a dash with the one before.
    """
    text = _NUMBER.sub(lambda found: f"{found[1] or ''}\u00a0", text)
    letters = _BOUND.get(language.partition("_")[0])
    return re.sub(rf"(?<![\w’'])([{letters}]) ", "\\1\u00a0", text) if letters else text


def words_of(
    text: str, font: str, find: Callable[[str], Typeface], aspect: Callable[[str], float] | None
) -> list[list[Word]]:
    """The words of each paragraph, marks resolved. `aspect` tells how wide a drawing is; without it, text is text."""
    paragraphs: list[list[Word]] = [[]]
    word: list[Fragment] = []
    bold = italic = False
    pieces = _MARKS.split(text.replace(_SOFT_HYPHEN, "")) if aspect else re.split(r"(\n| +)", text)
    for piece in (*pieces, " "):
        if piece.strip(" ") in ("", "\n") and piece:
            paragraphs[-1] += [tuple(word)] if word else []
            paragraphs += [[]] if piece == "\n" else []
            word = []
        elif aspect and piece in ("**", "*"):
            bold, italic = bold ^ (piece == "**"), italic ^ (piece == "*")
        elif aspect and ICON.fullmatch(piece):
            word.append(Fragment(piece[1:-1], find(font), aspect(piece[1:-1])))
        elif piece:
            word.append(Fragment(piece, find(variant(font, bold=bold, italic=italic))))
    return paragraphs


def balanced(text: str) -> bool:
    """Whether every mark that opens bold or italic is closed."""
    marks = [piece for piece in _MARKS.split(text) if piece in ("**", "*")]
    return marks.count("**") % 2 == 0 and marks.count("*") % 2 == 0


def unmarked(text: str) -> str:
    """The text for places that know no marks: drawings by their names."""
    pieces = (piece for piece in _MARKS.split(text) if piece not in ("**", "*"))
    return "".join(piece[1:-1] if ICON.fullmatch(piece) else piece for piece in pieces)


def variant(font: str, *, bold: bool, italic: bool) -> str:
    """The bold or italic face of a typeface's family; the typeface itself where neither is asked for."""
    if not (bold or italic):
        return font
    return font.partition("-")[0] + "-" + "Bold" * bold + "Italic" * italic


def fit(paragraphs: list[list[Word]], style: Style, room: float, height: float, language: str) -> FittedText:
    """The text at the largest size that fits, not below the least one if that can be; lengths in points."""
    for size in _sizes(style):
        lines = _set_at(size, paragraphs, style, (room, height), language)
        if lines is not None:
            return FittedText(size, tuple(lines), style.track, fits=True)
    return FittedText(SMALLEST, (tuple(word for words in paragraphs for word in words),), style.track, fits=False)


def _sizes(style: Style) -> Iterator[float]:
    """From the wanted size down to the least, and below it, to show all of the text while the complaint is read."""
    size = style.size
    while size > style.least:
        yield size
        size = max(round(size - STEP, 2), style.least)
    while size > SMALLEST:
        yield size
        size = round(size - 2 * STEP, 2)


def _set_at(
    size: float, paragraphs: list[list[Word]], style: Style, area: tuple[float, float], language: str
) -> list[WordLine] | None:
    """The lines at one size: whole words if they fit, else hyphenated; None if neither does."""
    room, track = area[0] / size, style.track / size
    most = _most_lines(style, size, area[1])
    ink = fsum(_line_width(tuple(words), track) for words in paragraphs)
    if ink > most * (room + SPACE):  # however it is broken
        return None
    lines = broken(paragraphs, room, track, None)
    if lines is not None and len(lines) <= most:
        return _balanced(paragraphs, room, track, lines) if style.centred else lines
    if not style.hyphenate or most == 1:  # a dictionary takes long to read, and a single line has no use for it
        return None
    lines = broken(paragraphs, room, track, hyphenator_of(language))
    return lines if lines is not None and len(lines) <= most else None


def _most_lines(style: Style, size: float, height: float) -> int:
    room = int((height + 0.1) / (size * style.leading)) if style.lines != 1 else 1
    return min(room, style.lines) if style.lines else room


def broken(
    paragraphs: list[list[Word]], room: float, track: float, hyphenator: Pyphen | None, full: float = 1
) -> list[WordLine] | None:
    """The lines, or None where a single word is too long; a line filled to the share `full` needs no hyphen."""
    lines: list[WordLine] = []
    for words in paragraphs:
        line: list[Word] = []
        used = 0.0
        rest = list(reversed(words))
        while rest:
            word = rest.pop()
            start = used + _space(line, track)
            wide = _word_width(word, track)
            if start + wide - track <= room:
                line.append(word)
                used = start + wide
                continue
            helps = used < full * room and (rest or full >= 1 or not line)  # a line of half a word helps nobody
            split = _split(word, room - start, track, hyphenator if helps else None)
            if split:
                line.append(split[0])
                rest.append(split[1])
            elif line:
                rest.append(word)
            else:
                return None
            lines.append(tuple(line))
            line, used = [], 0.0
        lines.append(tuple(line))
    return lines


def _split(word: Word, room: float, track: float, hyphenator: Pyphen | None) -> tuple[Word, Word] | None:
    """The word in two, as late as there is room: after a hyphen of its own, else hyphenated."""
    for index in range(len(word) - 1, -1, -1):
        fragment = word[index]
        cuts = [] if fragment.icon else _cuts(fragment.text, hyphenator)
        before = _word_width(word[:index], track)

        def wide(cut: tuple[int, str], fragment: Fragment = fragment, before: float = before) -> float:
            return before + Fragment(fragment.text[: cut[0]] + cut[1], fragment.font).width(track) - track

        fitting = bisect_right(cuts, room, key=wide)
        if fitting:
            cut, mark = cuts[fitting - 1]
            head = (*word[:index], replace(fragment, text=fragment.text[:cut] + mark))
            return head, (replace(fragment, text=fragment.text[cut:]), *word[index + 1 :])
    return None


@lru_cache(1000)
def _cuts(text: str, hyphenator: Pyphen | None) -> list[tuple[int, str]]:
    """Where a text may be cut, in order, and what is written there."""
    cuts = {found.start(): "" for found in _COMPOUND.finditer(text)}
    if hyphenator and len(hyphenator.hd.cache) > MOST_WORDS:
        hyphenator.hd.cache.clear()  # pyphen itself forgets no word
    for letters in _LETTERS.finditer(text) if hyphenator else ():
        plain = letters[0]
        if hyphenator and len(plain) >= SHORTEST and plain.isalpha():
            inner = (at for at in hyphenator.positions(plain) if KEPT <= at <= len(plain) - KEPT)
            cuts |= dict.fromkeys((letters.start() + at for at in inner), "-")
    return sorted(cuts.items())


def _balanced(paragraphs: list[list[Word]], room: float, track: float, lines: list[WordLine]) -> list[WordLine]:
    """As many lines, of lengths as even as can be."""
    narrow, wide = 0.0, room
    for _ in range(7):
        middle = (narrow + wide) / 2
        tried = broken(paragraphs, middle, track, None)
        if tried is not None and len(tried) == len(lines):
            wide, lines = middle, tried
        else:
            narrow = middle
    return lines


def _line_width(line: WordLine, track: float) -> float:
    whole = fsum(fragment.width(track) for fragment in _spaced(line))
    return whole - track if line else 0


def _word_width(word: Word, track: float) -> float:
    return fsum(fragment.width(track) for fragment in word)


def _space(line: list[Word], track: float) -> float:
    """The width of the space that a further word of the line needs before it."""
    return Fragment(" ", line[-1][-1].font).width(track) if line else 0.0


def _spaced(line: WordLine) -> Iterator[Fragment]:
    for number, word in enumerate(line):
        if number:
            yield Fragment(" ", line[number - 1][-1].font)
        yield from word


@lru_cache(MOST_LANGUAGES)
def hyphenator_of(language: str) -> Pyphen | None:
    """Where words of a language may be divided; None where nobody has written that down."""
    import pyphen

    found = pyphen.language_fallback(language)
    if not found:
        return None
    path = Path(pyphen.LANGUAGES[found])
    patterns = pyphen.HyphDict.__new__(pyphen.HyphDict)  # which Pyphen would read anew from its long list
    vars(patterns).update(remembered("hyphens", contents_of([path]), lambda: _patterns(path)))
    pyphen.hdcache[path] = patterns
    made = pyphen.Pyphen(filename=path)
    pyphen.hdcache.pop(path, None)
    return made


def _patterns(path: Path) -> dict[str, object]:
    """What pyphen reads from a list. Thousands of patterns say the same, which takes half the room if it is one."""
    import pyphen

    read, same = vars(pyphen.HyphDict(path)), dict[object, object]()
    patterns = {
        letters: same.setdefault(said, said) if all(type(one) is int for one in said[1]) else said
        for letters, said in read["patterns"].items()
    }
    return {**read, "patterns": patterns}

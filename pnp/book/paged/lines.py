"""Sets runs of words into lines of a width: bold, italic, drawings on the baseline, links, hyphens."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import fsum

from pnp.base.errors import Place
from pnp.book.blocks import Run, Runs
from pnp.book.figures import span_of
from pnp.book.paged.chunks import Chunk, ColumnPainter
from pnp.draw import fonts
from pnp.draw.glyphs import GlyphCheck
from pnp.draw.links import PageLink
from pnp.draw.painter import POINT
from pnp.draw.pdf import Typeface
from pnp.draw.typeset import Fragment, Word, WordLine, bind, broken, hyphenator_of, variant, width
from pnp.faces.context import FaceResources

FULL = 0.86  # a line filled so far needs no hyphen
ICON = 1.25  # ems that a drawing in a line is high
_HANG = 0.26  # of that below the baseline
CAPITALS = 0.66  # ems
_GAPS = re.compile(r"([ \n])")
LONGEST = 100  # letters, or fragments, of what is taken for one word
LEAST = 5.0  # millimetres of a column, however deep it is nested


@dataclass(frozen=True, slots=True)
class Type:
    """A typeface at a size, and the distance of its lines, in points."""

    font: str
    size: float
    leading: float
    colour: str = "ink"

    def scaled(self, by: float) -> Type:
        """Larger or smaller by a factor, size and lines alike."""
        return replace(self, size=self.size * by, leading=self.leading * by)

    @property
    def line(self) -> float:
        """The height of a line in millimetres."""
        return self.leading * POINT

    @property
    def em(self) -> float:
        """The size in millimetres."""
        return self.size * POINT


@dataclass(frozen=True, slots=True)
class SetFragment:
    """A stretch of a set line: where it begins, in millimetres, and what it is."""

    x: float
    width: float
    fragment: Fragment


@dataclass(frozen=True, slots=True)
class SetLine:
    """A line as it is set: what stands in it from left to right, and how wide that is in millimetres."""

    fragments: tuple[SetFragment, ...]
    width: float


class Typesetter:
    """Sets lines in one language with the drawings of one game, and notes letters that will not print well."""

    def __init__(self, resources: FaceResources, language: str) -> None:
        self.resources, self._language = resources, language
        self.letters = GlyphCheck()
        self._known: dict[tuple[Runs, str], list[list[Word]]] = {}

    def font(self, name: str) -> Typeface:
        """A typeface of the game or one that is built in."""
        return self.resources.font(name, Place(self.resources.layout.path))

    def lines(self, runs: Runs, type_: Type, width: float) -> list[SetLine]:
        """The words in lines no wider than so many millimetres."""
        paragraphs = self._words(runs, type_.font)
        room = max(width, LEAST) / type_.em
        hyphenator = hyphenator_of(self._language)
        found = broken(paragraphs, room, 0, hyphenator, FULL)
        if found is None:
            chopped = [[part for word in words for part in _chopped(word, room)] for words in paragraphs]
            found = broken(chopped, room, 0, hyphenator, FULL) or []
        return [_placed(line, type_.em) for line in found]

    def width(self, runs: Runs, type_: Type) -> float:
        """The width that the words take in one line."""
        words = [word for paragraph in self._words(runs, type_.font) for word in paragraph]
        return _placed(tuple(words), type_.em).width

    def longest(self, runs: Runs, type_: Type) -> float:
        """The width of the longest word."""
        words = [word for paragraph in self._words(runs, type_.font) for word in paragraph]
        return max((_placed((word,), type_.em).width for word in words), default=0)

    def text(self, runs: Runs, type_: Type, width: float, above: float = 0, share: float = 0) -> list[Chunk]:
        """A chunk for each line; the first and the last two stay together. `share`: 0.5 centred, 1 at the right."""
        lines = self.lines(runs, type_, width)
        last = len(lines) - 1
        return [
            Chunk(
                type_.line,
                _drawing(line, type_, (width - line.width) * share),
                above if not number else 0,
                keep=number in (0, last - 1) and number < last,
                links=tuple(_links(line, type_, (width - line.width) * share)),
                goes_on=number > 0,
            )
            for number, line in enumerate(lines)
        ]

    def _words(self, runs: Runs, font: str) -> list[list[Word]]:
        """The words of each paragraph; a table asks for those of a cell again and again."""
        if (runs, font) not in self._known:
            self._known[runs, font] = self._parted(runs, font)
        return self._known[runs, font]

    def _parted(self, runs: Runs, font: str) -> list[list[Word]]:
        """Runs that touch are one word."""
        paragraphs: list[list[Word]] = [[]]
        word: list[Fragment] = []

        def end() -> None:
            if word:
                paragraphs[-1].append(tuple(word))
                word.clear()

        for run in runs:
            for text in _words_and_gaps(run, self._language):
                if text in (" ", "\n") or len(word) >= LONGEST:
                    end()
                if text == "\n":
                    paragraphs.append([])
                elif text != " ":
                    word.append(self._icon(run, font) if run.icon else self._fragment(text, font, run))
        end()
        return paragraphs

    def _fragment(self, text: str, own: str, run: Run) -> Fragment:
        name = self._variant(own, run)
        font = self.font(name)
        self.letters.look(text, name, font)
        return Fragment(text, font, link=run.link)

    def _variant(self, font: str, run: Run) -> str:
        """A game's own typeface without such a face is printed as it is."""
        wanted = variant(font, bold=run.bold, italic=run.italic)
        return wanted if wanted in self.resources.layout.fonts or font in fonts.NAMES else font

    def _icon(self, run: Run, font: str) -> Fragment:
        span = span_of(self.resources, run.text)
        return Fragment(run.text, self.font(font), ICON * (span.right - span.left) + 0.08, run.link)


def _words_and_gaps(run: Run, language: str) -> Iterator[str]:
    """The words of a run, and what parts them; one that no language has is broken up."""
    if run.icon:
        yield run.text
        return
    for text in _GAPS.split(bind(run.text, language)):
        for begin in range(0, len(text), LONGEST):
            if begin:
                yield " "
            yield text[begin : begin + LONGEST]


def _chopped(word: Word, room: float) -> Iterator[Word]:
    """A word that no line can hold, in pieces that fit."""
    if fsum(fragment.width(0) for fragment in word) <= room:
        yield word
        return
    for fragment in word:
        if fragment.icon:
            yield (fragment,)
            continue
        rest = fragment.text
        while rest:
            fitting = next((n for n in range(len(rest), 1, -1) if _wide(rest[:n], fragment) <= room), 1)
            yield (replace(fragment, text=rest[:fitting]),)
            rest = rest[fitting:]


def _wide(text: str, fragment: Fragment) -> float:
    return replace(fragment, text=text).width(0)


def _placed(line: WordLine, em: float) -> SetLine:
    """The line's fragments where they stand, neighbours that look alike joined."""
    fragments: list[SetFragment] = []
    x = begin = 0.0
    texts: list[str] = []
    last: Fragment | None = None

    def end() -> None:
        if last:
            fragments.append(SetFragment(begin * em, (x - begin) * em, replace(last, text="".join(texts))))

    for number, word in enumerate(line):
        for place, fragment in enumerate(word):
            gap_font = line[number - 1][-1].font if number and not place else None
            joined = last and not fragment.icon and not last.icon and _alike(last, fragment)
            if not joined:
                end()
                texts = []
            if gap_font:
                x += width(" ", gap_font)
                if joined:
                    texts.append(" ")
            if not joined:
                begin, last = x, fragment
            texts.append(fragment.text)
            x += fragment.width(0)
    end()
    return SetLine(tuple(fragments), x * em)


def _alike(one: Fragment, other: Fragment) -> bool:
    return one.font is other.font and one.link == other.link


def _drawing(line: SetLine, type_: Type, indent: float) -> Callable[[ColumnPainter, float, float], None]:
    def draw(painter: ColumnPainter, x: float, y: float) -> None:
        base = y + baseline(type_)
        for placed in line.fragments:
            fragment = placed.fragment
            if fragment.icon:
                _draw_icon(painter, fragment.text, x + indent + placed.x, base, type_)
            else:
                colour = "accent" if fragment.link else type_.colour
                painter.text(x + indent + placed.x, base, fragment.text, fragment.font, type_.em, colour)

    return draw


def _draw_icon(painter: ColumnPainter, name: str, x: float, base: float, type_: Type) -> None:
    high = ICON * type_.em
    span = painter.span(name)
    painter.art(name, x - span.left * high, base + _HANG * type_.em - high, span.wide * high, high)


def baseline(type_: Type) -> float:
    """How far below the top of its line a text stands."""
    return (type_.line + CAPITALS * type_.em) / 2


def _links(line: SetLine, type_: Type, indent: float) -> Iterator[PageLink]:
    for placed in line.fragments:
        if placed.fragment.link:
            left = indent + placed.x
            yield PageLink(left, 0, left + placed.width, type_.line, placed.fragment.link)

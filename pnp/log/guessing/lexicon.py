"""Known words, looked up by what was typed instead of them."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Iterator
from typing import NamedTuple

from pnp.rules.notation import CARD, PLAYER, fold

MOST_LETTERS = 60  # of what is compared with known words
MOST_MEMORY = 20_000
_LEAST, _LONG = 4, 8  # letters: shorter words are not compared, longer ones may have two slips
_ABBREVIATED, _SHORT_NAME = 3, 2  # letters of an abbreviation, and of one of a player's name
_DIGITS = re.compile(r"\d")


class Known(NamedTuple):
    """A word that may be meant, with all that it can mean."""

    spelling: str
    meanings: frozenset[Hashable]
    least: int  # letters by which it may be abbreviated


class Near(NamedTuple):
    """A known word, and by how many slips a text differs from it."""

    distance: int
    known: Known


class Lexicon:
    """Words with what they mean, looked up by what was typed instead of them.

    What a word means is told by its kind and key, or where all are of one kind, by anything.
    """

    def __init__(self, words: Iterable[tuple[str, Hashable]]) -> None:
        found: dict[str, Known] = {}
        self._names = set[str]()
        for spelling, meaning in words:
            kind = meaning[0] if isinstance(meaning, tuple) else ""
            least = _SHORT_NAME if kind == PLAYER else _ABBREVIATED
            folded = fold(spelling)
            self._names |= {folded} if kind in (PLAYER, CARD) else set()
            known = found.get(folded, Known(spelling, frozenset(), least))
            found[folded] = known._replace(meanings=known.meanings | {meaning}, least=min(least, known.least))
        self._known = found
        self._by_length: dict[int, list[str]] = {}
        for word in found:
            self._by_length.setdefault(len(word), []).append(word)
        self.longest = max((word.count(" ") + 1 for word in found), default=1)
        self._remembered: dict[str, tuple[Near, ...]] = {}

    def __contains__(self, text: str) -> bool:
        return fold(text) in self._known

    def near(self, text: str) -> tuple[Near, ...]:
        """The words that may be meant, the nearest first; none for a name of somebody or something."""
        if len(text) > MOST_LETTERS:
            return ()
        folded = fold(text)
        if folded not in self._remembered:
            if len(self._remembered) >= MOST_MEMORY:
                self._remembered.clear()
            found = self._near(folded) if folded not in self._names else ()
            self._remembered[folded] = tuple(sorted(found, key=lambda one: one.distance))
        return self._remembered[folded]

    def _near(self, folded: str) -> Iterator[Near]:
        digits, letters, farthest = _DIGITS.findall(folded), frozenset(folded), slips_in(MOST_LETTERS)
        for length in range(len(folded) - farthest, len(folded) + farthest + 1):
            most = slips_in(max(len(folded), length))
            if most and abs(length - len(folded)) <= most:
                for word in self._by_length.get(length, ()):
                    if len(letters.difference(word)) <= most and digits == _DIGITS.findall(word):
                        distance = edits(folded, word, most)
                        if distance <= most:
                            yield Near(distance, self._known[word])
        if folded not in self._known and len(folded) >= _SHORT_NAME:
            for word, known in self._known.items():
                if word.startswith(folded) and len(folded) >= known.least and digits == _DIGITS.findall(word):
                    yield Near(1, known)


def slips_in(letters: int) -> int:
    """How many slips a word of so many letters may have to be recognized."""
    return 0 if letters < _LEAST else 1 if letters < _LONG else 2


def edits(one: str, other: str, most: int) -> int:
    """How many letters must be put in, left out, replaced or swapped with the next; more than `most` is not told."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for number, letter in enumerate(one, 1):
        before, last, row = row, before, [number]
        for place, other_letter in enumerate(other, 1):
            cost = min(before[place] + 1, row[-1] + 1, before[place - 1] + (letter != other_letter))
            if number > 1 < place and letter == other[place - 2] and one[number - 2] == other_letter:
                cost = min(cost, last[place - 2] + 1)
            row.append(cost)
        if min(row) > most and min(before) > most:
            return most + 1
    return row[-1]

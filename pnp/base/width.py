"""How wide a text is on a terminal, and where it breaks: between words, never within one that fits."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

LEAST = 20  # on anything narrower, lines are set for this
HANGING = 2  # how much further in a line goes on

_WORDS = re.compile(r" *[^ ]+")


def breadth(text: str) -> int:
    """How many columns a text takes: two for a wide character, none for an accent that stands on the one before."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(character: str) -> int:
    if unicodedata.category(character) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def cut(text: str, width: int) -> str:
    """As much of a text as fits."""
    for end, character in enumerate(text):
        width -= _columns(character)
        if width < 0:
            return text[:end]
    return text


def padded(text: str, width: int) -> str:
    """A text that fits, made that wide with spaces, or cut."""
    kept = cut(text, width)
    return kept + " " * (width - breadth(kept))


def wrapped(text: str, width: int) -> Iterator[str]:
    """The lines of a text on a screen so wide; those after the first are set in a little further."""
    width = max(width, LEAST)
    if breadth(text) <= width:
        yield text
        return
    indent = min(len(text) - len(text.lstrip(" ")) + HANGING, width // 2)
    line = ""
    for word in _WORDS.findall(text):
        if line.strip() and breadth(line) + breadth(word) > width:
            yield line
            line, word = " " * indent, word.lstrip(" ")  # noqa: PLW2901  the gap is where the line broke
        line += word
        while breadth(line) > width:  # a word as long as the screen is wide
            kept = cut(line, width)
            yield kept
            line = " " * indent + line[len(kept) :]
    yield line

"""The tokens of a text, and what is said of one that does not fit."""

from __future__ import annotations

import re
from collections.abc import Callable

from pnp.base.text import Message

MOST_NAME = 40
_TOKEN = re.compile(r",|[^\s,]+")
_MARKS = "\"'“”„‟‘’‚‛«»‹›"
_QUOTE = re.compile(f"[{_MARKS}]")
_QUOTED = re.compile(rf"(?<![^\s,])[{_MARKS}]+|[{_MARKS}]+(?![^\s,])")


class Misread(Exception):
    """A token that does not fit: which one, what was expected, and a hint, looked for only when it is read."""

    def __init__(self, at: int, message: Message, hint: Message | Callable[[], Message | None] | None = None) -> None:
        super().__init__(message)
        self.at = at
        self.message = message
        self._hint = hint

    @property
    def hint(self) -> Message | None:
        """What may help, looked for each time somebody asks; None where nothing does."""
        return self._hint() if callable(self._hint) else self._hint

    @hint.setter
    def hint(self, hint: Message) -> None:
        self._hint = hint


def tokens(text: str) -> list[str]:
    """Words and commas, without quotation marks around them."""
    text = _unquoted(text)
    return text.replace(",", " , ").split() if "," in text else text.split()


def spans(text: str) -> list[tuple[int, int]]:
    """Where the tokens begin and end."""
    return [found.span() for found in _TOKEN.finditer(_unquoted(text))]


def _unquoted(text: str) -> str:
    """The text with spaces for the quotation marks before and behind its words."""
    return _QUOTED.sub(lambda found: " " * len(found[0]), text) if _QUOTE.search(text) else text


def column(text: str, at: int) -> int:
    """Where the token begins in the text, from 1; the end of the text for a token that is missing."""
    places = spans(text)
    return (places[at][0] if at < len(places) else len(text.rstrip())) + 1


def place_of(words: list[str], at: int) -> str:
    """The word at which reading stopped; nothing behind the last one."""
    return words[at] if at < len(words) else ""

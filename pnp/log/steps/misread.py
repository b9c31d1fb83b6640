"""The tokens of a text, and what is said of one that does not fit."""

from __future__ import annotations

import re
from collections.abc import Callable
from difflib import get_close_matches

from pnp.base.errors import near_miss
from pnp.base.text import Message, say, word
from pnp.rules.notation import CARD, CARDS, NUMBER, NUMBERS, PLAYER, Slot

MOST_NAME = 40
_TOKEN = re.compile(r",|[^\s,]+")


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
    """Words and commas."""
    return text.replace(",", " , ").split() if "," in text else text.split()


def spans(text: str) -> list[tuple[int, int]]:
    """Where the tokens begin and end."""
    return [found.span() for found in _TOKEN.finditer(text)]


def column(text: str, at: int) -> int:
    """Where the token begins in the text, from 1; the end of the text for a token that is missing."""
    places = spans(text)
    return (places[at][0] if at < len(places) else len(text.rstrip())) + 1


def near(lists: list[list[str]], found: str) -> Message | None:
    """The word that was probably meant, looked for in one language after the other; else the first few words."""
    for words in lists:
        if close := get_close_matches(found[:MOST_NAME].casefold(), map(str.casefold, words), n=1, cutoff=0.6):
            return say("did you mean “{word}”?", word=next(word for word in words if word.casefold() == close[0]))
    return near_miss("", lists[0]) if lists else None


def expected(slot: Slot) -> Message:
    """What a slot takes first, in words."""
    return expects(slot.takes[0])


def expects(takes: str) -> Message:
    """What a slot takes, in words: `card` is a card, `word:good` one of the words for goods."""
    kind, _, terms = takes.partition(":")
    if kind in (NUMBER, NUMBERS):
        return word("expected", "a number")
    if kind == PLAYER:
        return word("expected", "a player")
    if kind in (CARD, CARDS):
        return word("expected", "a card")
    return say("one of the words for {terms}", terms=terms)

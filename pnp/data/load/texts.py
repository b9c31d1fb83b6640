"""Collects the translatable texts of a game while its files are read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from pnp.base.errors import Place
from pnp.base.plurals import plural_count
from pnp.base.text import NO_TEXT, SOURCE_LANGUAGE, Text, say
from pnp.data.load.toml import Section
from pnp.data.model import Entry
from pnp.data.values import excerpt

_PAIR = 2


class TextCollector:
    """`language`: what they are written in; `digits`: whether they may stand in texts as they are."""

    def __init__(self, language: str = SOURCE_LANGUAGE, *, digits: bool = False) -> None:
        self.language, self.digits = language, digits
        self.entries: list[Entry] = []

    def add(self, text: Text, place: Place, comment: str, *, digits: bool = False, gaps: Iterable[str] = ()) -> Text:
        """Takes a text in, and gives it its language; `gaps`: what it may name beside values."""
        text = replace(text, language=self.language)
        if text.one:
            self.entries.append(Entry(text, place, comment, self.digits or digits, frozenset(gaps)))
        return text

    def read(self, section: Section, key: str, context: str, comment: str = "", gaps: Iterable[str] = ()) -> Text:
        """The text of a key: one string, or a list of its plurals."""
        found = section.raw(key, blank="")
        plurals = [found] if isinstance(found, str) else found
        wanted = plural_count(self.language)
        if isinstance(plurals, list) and len(plurals) in (1, wanted) and all(isinstance(one, str) for one in plurals):
            text = Text(plurals[0], "".join(plurals[1:_PAIR]), context, tuple(plurals[_PAIR:]))
            return self.add(text, section.place_of(key), comment, gaps=gaps)
        expected = (
            say("a text, or a pair of singular and plural")
            if wanted == _PAIR
            else say("a text, or a list of its {n} plural forms", n=wanted)
        )
        section.complain(
            say("“{key}”: expected {expected}, found “{found}”", key=key, expected=expected, found=excerpt(found)),
            key,
        )
        return NO_TEXT

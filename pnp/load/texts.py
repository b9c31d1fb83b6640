"""Collects the translatable texts of a game while its files are read."""

from __future__ import annotations

from pnp.errors import Place
from pnp.load.toml import Table
from pnp.model import Entry
from pnp.text import Text, say
from pnp.values import excerpt

_PAIR = 2


class Texts:
    def __init__(self) -> None:
        self.entries: list[Entry] = []

    def add(self, text: Text, place: Place, comment: str) -> Text:
        if text.one:
            self.entries.append(Entry(text, place, comment))
        return text

    def read(self, table: Table, key: str, context: str, comment: str = "") -> Text:
        """The text of a key: one string, or a pair of singular and plural."""
        found = table.raw(key, blank="")
        pair = [found] if isinstance(found, str) else found
        if isinstance(pair, list) and 1 <= len(pair) <= _PAIR and all(isinstance(one, str) for one in pair):
            return self.add(Text(pair[0], "".join(pair[1:]), context), table.place_of(key), comment)
        table.complain(
            say(
                "'{key}': expected a text, or a pair of singular and plural, found '{found}'",
                key=key,
                found=excerpt(found),
            ),
            key,
        )
        return Text("")

"""The forms of a name: what declension, gender or an article make of it, and which of them a sentence asks for.

A translator writes them behind the name, in its own entry: `ruda | acc=rudę | gen=rudy | f`. A text asks for one by
its label, `{good:acc}`, or chooses a word of its own by a label that the name has, `{building:m=jeder|f=jede}`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

APART = " | "
LABEL = re.compile(r"[^\W\d_]\w*")

MOST_KEPT = 1024


@dataclass(frozen=True, slots=True)
class Name:
    """A name as it stands alone, and its forms by their labels; a label without words only says what it is."""

    plain: str
    forms: Mapping[str, str]

    def form(self, label: str) -> str | None:
        """The form of a label, with a capital where the label has one; nothing where the name lacks it."""
        if label in self.forms:
            return self.forms[label] or self.plain
        small = label[:1].lower() + label[1:]
        found = self.forms.get(small)
        return None if found is None else _capital(found or self.plain)

    def chosen(self, choice: Mapping[str, str]) -> str | None:
        """The word of the first label that the name has."""
        return next((words for label, words in choice.items() if label in self.forms), None)


@lru_cache(MOST_KEPT)
def read_name(translation: str) -> Name:
    """A translation taken apart at its bars."""
    plain, *rest = translation.split(APART)
    forms = {}
    for one in rest:
        label, _, words = one.partition("=")
        forms[label.strip()] = words.strip()
    return Name(plain, MappingProxyType(forms))


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]

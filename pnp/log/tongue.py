"""In which language a log is written, by its words."""

from __future__ import annotations

import re
from collections import Counter

from pnp.base.text import SOURCE_LANGUAGE
from pnp.log.library import Library
from pnp.log.log import Log
from pnp.rules.notation import VERBS, Vocabulary, fold

_PART = re.compile(r"[;:\n]")
_MOST_WORDS = 3  # of a verb


def spoken(text: str, *lists: tuple[Vocabulary, str]) -> str:
    """The language of most words with which the parts of a log begin, of the first list that has any of them."""
    for vocabulary, kind in lists:
        vocabulary.read_all()
        votes = Counter(language for part in _PART.split(text) for language in _languages(part, vocabulary, kind))
        if votes:
            return max(votes, key=lambda language: (votes[language], language == SOURCE_LANGUAGE))
    return SOURCE_LANGUAGE


def language_of(text: str, log: Log, library: Library) -> str:
    """The language that a log's header names, or else that of its verbs, or of its header."""
    if log.language in library.workspace.languages():
        return log.language
    return spoken(text, (library.vocabulary(log.game), VERBS), (library.common_words, "head"))


def _languages(part: str, vocabulary: Vocabulary, kind: str) -> frozenset[str]:
    """The languages in which a part of a line begins with a word of a list."""
    first = part.split(maxsplit=_MOST_WORDS)[:_MOST_WORDS]
    begun = (fold(" ".join(first[:length])) for length in range(len(first), 0, -1))
    found = (vocabulary.languages.get((kind, one)) for one in begun)
    return frozenset(next(filter(None, found), ()))

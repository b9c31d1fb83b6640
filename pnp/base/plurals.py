"""How many plurals a language has, and which of them goes with a number: gettext's rules, from CLDR."""

from __future__ import annotations

import gettext
from collections.abc import Callable
from functools import lru_cache

ENGLISH = "en"
MOST_LANGUAGES = 64  # whose rules are at hand
_TWO = 2  # plurals that English has


@lru_cache(MOST_LANGUAGES)
def plural_count(language: str) -> int:
    """How many forms a word that goes with numbers has: 2 in English, 3 in Polish."""
    return _TWO if language == ENGLISH else _cldr(language)[0]


@lru_cache(MOST_LANGUAGES)
def plural_rule(language: str) -> Callable[[int], int]:
    """The function that tells which of those forms goes with a number, counted from 0."""
    return english if language == ENGLISH else gettext.c2py(_cldr(language)[1])


def english(n: int) -> int:
    """0, the singular, for one; 1, the plural, for any other number, 0 too."""
    return int(n != 1)


def _cldr(language: str) -> tuple[int, str]:
    """The number of plurals and gettext's expression; those of English for a language that CLDR does not know."""
    from babel import UnknownLocaleError
    from babel.messages.plurals import get_plural

    try:
        count, expression = get_plural(language)
    except (UnknownLocaleError, ValueError):
        count, expression = get_plural(ENGLISH)
    return count, expression

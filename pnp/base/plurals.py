"""How many plural forms a language has, and which of them goes with a number: gettext's rules, from CLDR."""

from __future__ import annotations

import gettext
from collections.abc import Callable
from functools import cache

from pnp.base.text import SOURCE_LANGUAGE, Message, Placeholder, counted, say

_ENGLISH = 2


@cache
def form_count(language: str) -> int:
    return _ENGLISH if language == SOURCE_LANGUAGE else _cldr(language)[0]


@cache
def plural_rule(language: str) -> Callable[[int], int]:
    return english if language == SOURCE_LANGUAGE else gettext.c2py(_cldr(language)[1])


def english(n: int) -> int:
    return int(n != 1)


def _cldr(language: str) -> tuple[int, str]:
    """The number of forms and gettext's expression; those of English for a language that CLDR does not know."""
    from babel import UnknownLocaleError
    from babel.messages.plurals import get_plural

    try:
        count, expression = get_plural(language)
    except (UnknownLocaleError, ValueError):
        count, expression = get_plural(SOURCE_LANGUAGE)
    return count, expression


def wrong_forms(place: Placeholder, forms: int) -> tuple[Message, Message] | None:
    """What is wrong with a word that is chosen by a number, with a remedy."""
    if not place.forms or len(place.forms) == forms:
        return None
    sentence = counted(
        "'{found}' must have {n} form in this language",
        "'{found}' must have {n} forms in this language",
        n=forms,
        found=f"{{{place.name}:{place.spec}}}",
    )
    return sentence, say("separate the forms by |, in the order of the language's plural forms")

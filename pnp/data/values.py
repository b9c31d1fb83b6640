"""What a value may be: checks a fact against its value's type, bounds and words, and reads one from a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from pnp.base.errors import near_miss
from pnp.base.text import Message, Text, say, word
from pnp.data.model import Fact, Value

MOST_NUMBER = 1_000_000
MOST_ITEMS = 100
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,60}")

Terms = Mapping[str, Mapping[str, Text]]
Flaw = tuple[Message, Message | None]  # what is wrong with something, and a hint


def problem(value: Value, fact: object, terms: Terms) -> Flaw | None:
    """Why the fact cannot stand for the value, with a hint; None if it can."""
    kind = bool if isinstance(value.fact, bool) else type(value.fact)
    if not isinstance(fact, kind) or (isinstance(fact, bool) and kind is not bool):
        return _unfit(value, fact), _example(value)
    if isinstance(fact, tuple) and len(fact) > MOST_ITEMS:
        return _unfit(value, fact), _example(value)
    for item in fact if isinstance(fact, tuple) else (fact,):
        if isinstance(item, int) and not value.least <= item <= MOST_NUMBER:
            return out_of_range(value.key, item, value.least), None
        words = _words(value, terms)
        if words is not None and (not isinstance(item, str) or item not in words):
            return _unfit(value, item), near_miss(str(item), words)
        if not isinstance(item, int if words is None and isinstance(fact, tuple) else int | str):
            return _unfit(value, item), _example(value)
    return None


def parse(value: Value, text: str) -> object:
    """The fact that someone typed for a value; what does not parse is returned as it is, for `problem` to refuse."""
    if isinstance(value.fact, tuple):
        numbers = _is_numbers(value)
        return tuple(_number(item) if numbers else item for item in text.replace(",", " ").split())
    if isinstance(value.fact, bool):
        return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}.get(
            text.casefold(), text
        )
    return _number(text) if isinstance(value.fact, int) else text


def freeze(found: object) -> object:
    """A TOML value as an immutable fact."""
    return tuple(found) if isinstance(found, list) else found


def written(fact: Fact) -> str:
    """A fact as one would type it after --set."""
    if isinstance(fact, bool):
        return "true" if fact else "false"
    return ",".join(str(item) for item in fact) if isinstance(fact, tuple) else str(fact)


def out_of_range(key: str, found: float, least: float, most: float = MOST_NUMBER) -> Message:
    """The complaint about a number, or about how many things there are, beyond its bounds."""
    return say(
        "“{key}”: expected a number from {least} to {most}, found {found}",
        key=key,
        least=least,
        most=most,
        found=found,
    )


def bad_name(found: str) -> Message:
    """The complaint about a key that is not spelled as the name of a thing must be."""
    return say("“key”: expected letters, digits and hyphens, found “{found}”", found=excerpt(found))


def excerpt(found: object, most: int = 60) -> str:
    """A found value as a complaint quotes it, cut where it is long."""
    try:
        text = str(found).lower() if isinstance(found, bool) else str(found)
    except ValueError:  # a whole number of thousands of digits
        text = "9" * most + "9"
    return f"{text[:most]}…" if len(text) > most else text


def _words(value: Value, terms: Terms) -> Iterable[str] | None:
    if value.choices is not None:
        return value.choices
    return terms[value.terms] if value.terms else None


def _unfit(value: Value, found: object) -> Message:
    return say(
        "“{key}”: expected {expected}, found “{found}”",
        key=value.key,
        expected=_expected(value),
        found=excerpt(", ".join(map(str, found)) if isinstance(found, tuple) else found),
    )


def _expected(value: Value) -> Message:
    if isinstance(value.fact, bool):
        return word("type", "true or false")
    if isinstance(value.fact, int):
        return word("type", "a whole number")
    if isinstance(value.fact, str):
        return word("type", "one of its words")
    if _is_numbers(value):
        return word("type", "a list of whole numbers")
    return word("type", "a list of words")


def _example(value: Value) -> Message:
    if isinstance(value.fact, tuple) and _is_numbers(value) and any(isinstance(one, str) for one in value.fact):
        return say('the words must be known; give the list in [terms] that contains them, such as terms = "field"')
    return say("for example {example}", example=f"{value.key}={written(value.fact)}")


def _is_numbers(value: Value) -> bool:
    """Whether a list is one of numbers; it may be empty, so its words tell."""
    return not value.terms and value.choices is None


def _number(text: str) -> int | str:
    digits = 7
    stripped = text.strip()
    return int(stripped) if stripped.removeprefix("-").isdecimal() and len(stripped) <= digits else text

"""Translatable texts: a string in the language it is written in, and a message that fills its placeholders.

A placeholder is `{name}`, or `{name:card|cards}` to choose a word by the number (the last one of a list), or
`{name:or}` to join a list. The words to choose from are in the order of the language's plurals: English `card|cards`,
Polish `karta|karty|kart`. `{good:acc}` asks for a form of a name, `{building:m=jeder|f=jede}` chooses a word by what
the name is, and `{goods:acc or}` joins a list of forms.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from string import Formatter

from pnp.base.frozen import FrozenDict
from pnp.base.plurals import ENGLISH, plural_rule
from pnp.base.span import Span

SOURCE_LANGUAGE = ENGLISH  # of the program's own texts

LANGUAGE = re.compile(r"[a-z]{2,3}(_[A-Za-z0-9]{2,8})*")

BEYOND = 1e15  # where a number has more digits than anyone reads

_JOINTS = ("and", "or")  # of lists

_BREAK = re.compile(r"[\t\n\r]+")
ICON = re.compile(r":[a-z0-9][a-z0-9_/-]*:")
FOOTNOTE = re.compile(r"\[\^([\w.-]+)\]")
_MARK = re.compile(rf"{ICON.pattern}|\[\^[\w.-]+\]|\[[A-Z]\w*\](?!\()|\]\([^)\s]*\)")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")


class OptionName(str):
    """The name of an option in a message: a keyword for programs, a flag for whoever types a command."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Text:
    """A source string as gettext knows it: singular, plural where it counts something, and a context.

    `more` has the further plurals of a language that has more than two.
    """

    one: str
    many: str = ""
    context: str = ""
    more: tuple[str, ...] = ()
    language: str = SOURCE_LANGUAGE

    def __str__(self) -> str:
        """The text in the language that it was written in, for programs; catalogs know the others."""
        return self.one

    @property
    def plurals(self) -> tuple[str, ...]:
        """The text itself, or its plurals in the order of its language."""
        return (self.one, self.many, *self.more) if self.many else (self.one,)


NO_TEXT = Text("")


@dataclass(frozen=True, slots=True)
class Message:
    """A text with the values that fill its placeholders; `n` chooses between singular and plural."""

    text: Text
    values: Mapping[str, object] = field(default_factory=FrozenDict, hash=False)

    def __str__(self) -> str:
        """The sentence in the language that it was written in, for programs; catalogs know the others."""
        return visible(_plain(self.text, self.values))


@dataclass(frozen=True, slots=True)
class Placeholder:
    """A gap in a text: what fills it, and after the colon how that is to be shown."""

    name: str
    spec: str = ""

    @property
    def plurals(self) -> tuple[str, ...]:
        """The words to choose from by number; empty for a plain placeholder."""
        return tuple(self.spec.split("|")) if "|" in self.spec and "=" not in self.spec else ()

    @property
    def choice(self) -> dict[str, str]:
        """The words to choose from by what the name is, by their labels; empty for any other placeholder."""
        parts = [one.partition("=") for one in self.spec.split("|")] if "=" in self.spec else []
        return {label: words for label, _, words in parts}

    @property
    def form(self) -> str:
        """The label of the form that is asked for; none for a plain placeholder."""
        words = [] if "|" in self.spec or "=" in self.spec else self.spec.split()
        return " ".join(word for word in words if word not in _JOINTS)

    @property
    def joint(self) -> str:
        """The word that joins a list."""
        return "or" if "or" in self.spec.split() else "and"


def say(source: str, /, **values: object) -> Message:
    """A sentence of the program, translated when it is printed."""
    return Message(Text(source), FrozenDict(values))


def counted(one: str, many: str, /, n: int, **values: object) -> Message:
    """A sentence that counts `n` things."""
    return Message(Text(one, many), FrozenDict({"n": n, **values}))


def word(context: str, source: str, /, **values: object) -> Message:
    """A single word or heading, with the context that tells a translator where it stands."""
    return Message(Text(source, context=context), FrozenDict(values))


def counted_word(context: str, one: str, many: str, /) -> Message:
    """A word of which there may be several, with the context that tells a translator where it stands."""
    return Message(Text(one, many, context))


def source(text: str, /) -> str:
    """Marks a string for translation that is translated elsewhere, such as a command's help."""
    return text


def parse(template: str) -> Iterator[str | Placeholder]:
    """The literal pieces and placeholders of a template; ValueError where its braces do not match."""
    for literal, name, spec, conversion in Formatter().parse(template):
        if literal:
            yield literal
        if name is None:
            continue
        if not name or conversion or "{" in (spec or ""):
            raise ValueError(template)
        yield Placeholder(name, spec or "")


def visible(text: str) -> str:
    """The text without line breaks, and with anything that could steer a terminal made visible."""
    return _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", _BREAK.sub(" ", text))


def has_number(template: str) -> bool:
    """Whether a digit stands in the text itself, outside its placeholders and marks."""
    pieces = (_MARK.sub("", piece) for piece in parse(template) if isinstance(piece, str))
    return any(any(map(str.isdigit, piece)) for piece in pieces)


def marks(template: str) -> frozenset[str]:
    """What a text shows beside words: drawings such as `:gold:`, footnotes `[^key]`, references `[T3]`, `(#T3)`."""
    return frozenset(mark for piece in parse(template) if isinstance(piece, str) for mark in _MARK.findall(piece))


def placeholders(template: str) -> tuple[Placeholder, ...]:
    """The gaps of a template from left to right; ValueError where its braces do not match."""
    return tuple(piece for piece in parse(template) if isinstance(piece, Placeholder))


def wrong_plurals(place: Placeholder, expected: int) -> tuple[Message, Message] | None:
    """What is wrong with a word that is chosen by a number, with a remedy."""
    if not place.plurals or len(place.plurals) == expected:
        return None
    sentence = counted(
        "“{found}” needs {n} form in this language",
        "“{found}” needs {n} forms in this language",
        n=expected,
        found=f"{{{place.name}:{place.spec}}}",
    )
    return sentence, say("separate the forms with |, in the order of the language’s plural forms")


def _plain(text: Text, values: Mapping[str, object]) -> str:
    """A text filled without a catalog."""
    rule = plural_rule(text.language)
    number = values.get("n", 1)
    chosen = min(rule(number), len(text.plurals) - 1) if isinstance(number, int) else 0
    pieces = parse(text.plurals[chosen])
    return "".join(one if isinstance(one, str) else _plainly_filled(one, values, rule) for one in pieces)


def _plainly_filled(place: Placeholder, values: Mapping[str, object], rule: Callable[[int], int]) -> str:
    if place.name not in values:
        return f"{{{place.name}}}"
    value = values[place.name]
    number = number_in(value) if place.plurals else None
    if number is not None:
        return place.plurals[min(rule(number), len(place.plurals) - 1)]
    return next(iter(place.choice.values()), "") or _plainly_shown(value, place.joint)


def _plainly_shown(value: object, how: str) -> str:
    if isinstance(value, Text):
        return _plain(value, {})
    if isinstance(value, list | tuple):
        *first, last = [_plainly_shown(one, "and") for one in value] or [""]
        return f"{', '.join(first)} {how} {last}" if first else last
    if isinstance(value, int) and abs(value) >= BEYOND:
        return abbreviated(value)
    return f"{value:g}" if isinstance(value, float) else str(value)


def number_in(value: object) -> int | None:
    """The number that a word follows: the most that it may be, or the last one of a list."""
    if isinstance(value, list | tuple) and value:
        return number_in(value[-1])
    number = value.most if isinstance(value, Span) else value
    return number if isinstance(number, int) else None


def so_many(number: int, what: str) -> str:
    """Things with their number in English, for programs: 1 page, 2 pages."""
    return f"{number} {what}{'s' * (number != 1)}"


def abbreviated(number: float) -> str:
    """A huge number with an exponent: all its digits are more than anyone reads, or than Python writes."""
    from decimal import Context, Decimal, localcontext

    with localcontext(Context()):  # whatever the caller of the library reckons with
        return f"{Decimal(number):.3g}"

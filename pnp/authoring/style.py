"""What an editor would mark in a translation: words that do not go with a number, foreign quotation marks …

What is meant as it is, its translator marks with the flag `as-meant`.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.base.errors import Complaint, Place
from pnp.base.text import Message, Placeholder, parse, say
from pnp.data.model import ITSELF
from pnp.data.values import excerpt
from pnp.words.forms import read_name
from pnp.words.po import AS_MEANT, is_translated, strings_of

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog as PoCatalog

# The quotation marks and apostrophes that print in a language: outer, inner, apostrophe.
_MARKS = {"pl": "„”«»’", "de": "„“‚‘»«›‹’", "it": "«»“”’", "en": "“”‘’"}
_ALL_MARKS = re.compile("[\"'„“”‚‘’«»‹›]")
_CODE = re.compile(r"`[^`]*`|\w+ ?= ?(?:\"[^\"]*\"|'[^']*'|\[[^\]]*\])|\]\([^)]*\)")

_COLON = re.compile(r": ([a-zäöü]+)((?: [^\s:;]+){3,})")
_VERB = re.compile(
    r" (?:ist|sind|war|waren|hat|haben|wird|werden|kann|können|darf|dürfen|muss|müssen|soll|sollen|gilt|gelten|bleibt"
    r"|bleiben|gehört|gehören|liegt|liegen|steht|stehen|fehlt|fehlen|gibt|beginnt|endet|zählt|zählen)(?![\w-])"
)
_CLAUSE = frozenset({"was", "wer", "wie", "wo", "wenn", "ob", "dass", "damit", "weil", "oder", "und", "sonst", "als"})
_NEXT_WORD = re.compile(r" ([^\W\d_]+)")
_LAST_WORD = re.compile(r"([^\W\d_]+) $")
_COMMA = re.compile(r"^[^,(–—]*, ed? [^,]*$")
_SENTENCE = re.compile(r"[.!?;:]\s+|\n+")


@dataclass(frozen=True, slots=True)
class Agreement:
    """Which words of a language go with one thing only or with several only, and which names stand for numbers.

    It is learnt from the choices that the language's own texts make, `{price} {price:card|cards}`.
    """

    numbers: frozenset[str]
    words: frozenset[str]
    ahead: frozenset[str]  # of the words, those that come before the number


def style_problems(path: Path, catalog: PoCatalog, numbers: Iterable[str]) -> Iterator[Complaint]:
    """What an editor would mark in a catalog; `numbers`: the values that are numbers."""
    language = path.parents[1].name
    agreement = _learnt(catalog, numbers)
    for message in catalog:
        if message.id and is_translated(message) and AS_MEANT not in message.flags:
            for string in strings_of(message):
                for wrong in _marked(string, language, agreement, counted=not isinstance(message.id, str)):
                    yield Complaint(wrong, Place(path, message.lineno or 1), _meant())


def _marked(string: str, language: str, agreement: Agreement, *, counted: bool) -> Iterator[Message]:
    try:
        pieces = list(parse(string))
    except ValueError:
        return  # the braces are complained of elsewhere
    for name, word in _neighbours(pieces, agreement):
        if not (counted and name == "n"):
            yield say("“{word}” does not fit every number that {name} can be", word=word, name=f"{{{name}}}")
    words = "".join(piece if isinstance(piece, str) else "{}" for piece in pieces)
    yield from _foreign_marks(_CODE.sub("", words), language)
    if look := _OF_LANGUAGE.get(language):
        yield from look(words)


def two_translations(path: Path, catalog: PoCatalog, contexts: Container[str | None]) -> Iterator[Complaint]:
    """Names of a game that are translated one way here and another way there; `contexts`: where its names are."""
    first: dict[str, tuple[str, int]] = {}
    for message in catalog:
        if message.context not in contexts or AS_MEANT in message.flags:
            continue
        for string in strings_of(message)[:1]:
            words, line = read_name(string).plain, message.lineno or 1
            before, there = first.setdefault(str(message.id).casefold(), (words, line))
            if before.casefold() != words.casefold():
                wrong = say(
                    "“{word}” has the same original as “{other}” in line {line}", word=words, other=before, line=there
                )
                yield Complaint(wrong, Place(path, line), _meant())


def _meant() -> Message:
    return say("if it is meant to be like this, put “{flag}” above the entry", flag=f"#, {AS_MEANT}")


# ---- words and numbers ---------------------------------------------------------------------------------------------


def _learnt(catalog: PoCatalog, numbers: Iterable[str]) -> Agreement:
    """What the choices of a catalog's texts teach: a word that a choice has for some numbers and not for others."""
    found = {"n", *numbers}
    words: set[str] = set()
    ahead: set[str] = set()
    for message in catalog:
        for place, behind in _choices(strings_of(message)):
            found.update({place.name} - {ITSELF})
            if len(set(place.plurals)) > 1:
                words.update(place.plurals)
                ahead.update(place.plurals if behind else ())
    return Agreement(frozenset(found), frozenset(words), frozenset(ahead))


def _choices(strings: Iterable[str]) -> Iterator[tuple[Placeholder, bool]]:
    """The choices that texts make, and whether the number comes behind them."""
    for string in strings:
        try:
            pieces = [*parse(string), "", ""]
        except ValueError:
            continue
        for place, gap, number in zip(pieces, pieces[1:], pieces[2:], strict=False):
            if isinstance(place, Placeholder) and place.plurals:
                yield place, gap == " " and isinstance(number, Placeholder) and number.name == place.name


def _neighbours(pieces: Sequence[str | Placeholder], agreement: Agreement) -> Iterator[tuple[str, str]]:
    """The fixed words beside each number that go with some numbers only; behind it, a text may have chosen one."""
    chosen = {piece.name for piece in pieces if isinstance(piece, Placeholder) and piece.plurals}
    for before, place, behind in zip(["", *pieces], pieces, [*pieces[1:], ""], strict=False):
        if isinstance(place, str) or place.plurals or place.name not in agreement.numbers | chosen:
            continue
        if isinstance(before, str) and (word := _LAST_WORD.search(before)) and word[1] in agreement.ahead:
            yield place.name, word[1]
        if place.name in chosen or not isinstance(behind, str):
            continue
        if (word := _NEXT_WORD.match(behind)) and word[1] in agreement.words:
            yield place.name, word[1]


# ---- typography ----------------------------------------------------------------------------------------------------


def _foreign_marks(words: str, language: str) -> Iterator[Message]:
    """Quotation marks and apostrophes that the language does not print."""
    if right := _MARKS.get(language):
        for mark in sorted({*_ALL_MARKS.findall(words)} - {*right}):
            yield say(
                "{mark} is not a quotation mark or apostrophe in this language; use {right}",
                mark=mark,
                right=" ".join(right),
            )


def _small_sentences(words: str) -> Iterator[Message]:
    """German: a whole sentence behind a colon begins with a capital."""
    for found in _COLON.finditer(words):
        if found[1] not in _CLAUSE and _VERB.search(found[2]):
            yield say("a sentence after a colon begins with a capital letter: “{word}”", word=found[1])


def _idle_commas(words: str) -> Iterator[Message]:
    """Italian: no comma before “e” that nothing else in the sentence calls for."""
    for sentence in _SENTENCE.split(words):
        if _COMMA.match(sentence):
            yield say("the sentence does not need the comma before “e”: “{text}”", text=excerpt(sentence))


_OF_LANGUAGE = {"de": _small_sentences, "it": _idle_commas}

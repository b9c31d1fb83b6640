"""What can be wrong with a translation: what it has lost, what it has added, and marks that do not match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from pnp.base.errors import Complaint
from pnp.base.text import Message, Placeholder, Text, marks, placeholders, say, source, wrong_plurals
from pnp.data.model import Entry
from pnp.data.values import excerpt
from pnp.words.po import is_translated

if TYPE_CHECKING:
    from babel.messages.catalog import Message as PoMessage

TextProblem = tuple[Message, Message]  # what is wrong with a translation, and a remedy

_FUZZY = source("the translation of “{text}” is marked fuzzy")
_EMPTY = source("“{text}” is not translated")
_LACKING = source("“{name}” has no form “{label}”")


def is_unfinished(complaint: Complaint) -> bool:
    """Whether a complaint is only about a translation that is still to come."""
    return complaint.message.text.one in (_FUZZY, _EMPTY, _LACKING)


def lacking_form(name: str, label: str) -> Message:
    """That a name lacks a form which texts ask for; until it has it, the name is printed as it is by itself."""
    return say(_LACKING, name=name, label=label)


def translation_problems(entry: Entry, message: PoMessage, plurals: int) -> Iterator[TextProblem]:
    """What is wrong with an entry of a PO file, each with a remedy."""
    if not is_translated(message):
        if message.fuzzy:
            sentence = say(_FUZZY, text=excerpt(entry.text.one))
            yield sentence, say("compare it with the new text, then remove the mark")
        else:
            yield not_translated(entry.text)
        return
    for string in message.string if isinstance(message.string, list | tuple) else [message.string or ""]:
        yield from wording_problems(entry.text, string, plurals)
        if not _broken(string) and not entry.has_stray_number and entry.strays(string):
            sentence = say("there is a number in the text “{text}”", text=excerpt(string))
            yield sentence, say("write the name in braces, as in the original text")


def not_translated(text: Text, command: str = "") -> TextProblem:
    """The problem of a text without translation; `command`: what makes its entry, where there is none yet."""
    sentence = say(_EMPTY, text=excerpt(text.one))
    if command:
        return sentence, say(
            "run “{command}” and fill in msgstr; until then the original text is printed", command=command
        )
    return sentence, say("fill in msgstr; until then the original text is printed")


def wording_problems(text: Text, string: str, plurals: int = 0) -> Iterator[TextProblem]:
    """What one plural of a translation has lost, or added; `plurals`: how many words a choice by number must have."""
    if _broken(string):
        sentence = say("the braces do not match in “{text}”", text=excerpt(string))
        yield sentence, say("each {{ needs a matching }}")
        return
    found = placeholders(string)
    yield from _placeholder_problems(text, found)
    yield from _markup_problems(text, string)
    yield from filter(None, (wrong_plurals(place, plurals) for place in found if plurals))


def _placeholder_problems(text: Text, found: Iterable[Placeholder]) -> Iterator[TextProblem]:
    """What a text shows must be shown; a word chosen by a number does not stand for the number."""
    own = [place for one in text.plurals for place in placeholders(one)]
    optional = {"n"} if text.many else set()
    shown, expected = ({place.name for place in places if not place.plurals} for places in (found, own))
    for name in sorted(expected - shown - optional):
        yield _lost(text, f"{{{name}}}")
    for name in sorted({place.name for place in found} - {place.name for place in own}):
        sentence = say("the translation contains {name}, but the text does not", name=f"{{{name}}}")
        yield sentence, say("use the names from the original text unchanged")


def _markup_problems(text: Text, string: str) -> Iterator[TextProblem]:
    """Drawings, footnotes and references stay; what opens bold or italic closes it."""
    for mark in sorted(marks(text.one) - marks(string)):
        yield _lost(text, mark)
    for mark in sorted(marks(string).difference(*map(marks, text.plurals))):
        sentence = say("the translation contains {name}, but the text does not", name=mark)
        yield sentence, say("use the names from the original text unchanged")
    if string.count("*") % 2 > text.one.count("*") % 2:
        sentence = say("a * is not closed in “{text}”", text=excerpt(string))
        yield sentence, say("put bold text between ** and **, and italic text between * and *")


def _lost(text: Text, mark: str) -> TextProblem:
    sentence = say("the translation of “{text}” has lost {name}", text=excerpt(text.one), name=mark)
    return sentence, say("put it where the number or name belongs in the sentence")


def _broken(string: str) -> bool:
    try:
        placeholders(string)
    except ValueError:
        return True
    return False

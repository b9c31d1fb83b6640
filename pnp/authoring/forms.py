"""Finds forms of names that texts ask for and names lack, and those that nobody asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.base.errors import Complaint, Place, near_miss
from pnp.base.text import Message, Placeholder, placeholders, say
from pnp.data.model import ITSELF
from pnp.words.forms import APART, LABEL, Name, read_name
from pnp.words.po import is_translated, strings_of
from pnp.words.translation import lacking_form

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog as PoCatalog
    from babel.messages.catalog import Message as PoMessage


@dataclass(frozen=True, slots=True)
class Wish:
    """A placeholder of a translation that asks for a form, or for one of several."""

    place: Placeholder
    line: int
    labels: tuple[str, ...]

    @property
    def shown(self) -> str:
        """The placeholder as the text has it."""
        return f"{{{self.place.name}:{self.place.spec}}}"


@dataclass(frozen=True, slots=True)
class NamedEntry:
    """A name of a catalog with its forms."""

    context: str
    text: str
    name: Name
    line: int

    def has_one_of(self, labels: Iterable[str]) -> bool:
        """Whether the name has a form of any of these labels."""
        return any(self.name.form(label) is not None for label in labels)


def wishes_of(catalog: PoCatalog) -> tuple[Wish, ...]:
    """The forms that a catalog's texts ask for."""
    return tuple(wish for message in catalog for string in strings_of(message) for wish in _wishes(message, string))


def names_of(catalog: PoCatalog) -> tuple[NamedEntry, ...]:
    """The entries that can have forms: those in a context, counted things left out."""
    return tuple(
        NamedEntry(message.context, message.id, read_name(str(message.string)), message.lineno or 1)
        for message in catalog
        if message.context and isinstance(message.id, str) and is_translated(message)
    )


def form_problems(
    path: Path, names: Sequence[NamedEntry], wishes: Sequence[Wish], values: Mapping[str, str]
) -> Iterator[Complaint]:
    """What the names of a game's catalog lack and have in vain; `values`: the terms of values that texts may name."""
    contexts = {one.context for one in names if one.name.forms}
    wanted = sorted({(context, wish.labels) for wish in wishes for context in _met(wish, names, values)})
    asked = sorted({label for wish in wishes for label in wish.labels})
    for one in names:
        yield from _misspelt(path, one)
        for context, labels in wanted:
            if context == one.context and not one.has_one_of(labels):
                message = lacking_form(one.name.plain, "|".join(labels))
                yield Complaint(message, Place(path, one.line), _how(one.name.plain, labels[0]))
        if one.context in contexts:
            yield from _unasked(path, one, asked)


def wish_problems(path: Path, wishes: Iterable[Wish], names: Sequence[NamedEntry]) -> Iterator[Complaint]:
    """The forms that texts of a catalog ask for and that no name has."""
    given = sorted({label for one in names for label in one.name.forms})
    for wish in wishes:
        if not any(one.has_one_of(wish.labels) for one in names):
            message = say("no name has the form that “{found}” asks for", found=wish.shown)
            hint = near_miss(wish.labels[0], given) or _how("ruda", wish.labels[0])
            yield Complaint(message, Place(path, wish.line), hint)


def _wishes(message: PoMessage, string: str) -> Iterator[Wish]:
    try:
        found = placeholders(string.partition(APART)[0])
    except ValueError:
        return  # the braces are complained of elsewhere
    for place in found:
        if labels := tuple(place.choice) or tuple(filter(None, (place.form,))):
            yield Wish(place, message.lineno or 1, labels)


def _met(wish: Wish, names: Sequence[NamedEntry], values: Mapping[str, str]) -> Iterator[str]:
    """The contexts whose names need what a text wishes for.

    They are the one that the value's terms are in, or that the placeholder is called by, one or several of them; and
    each in which a name has such a form, for then it is wanted there.
    """
    called = values.get(wish.place.name, wish.place.name)
    for context in {one.context for one in names}:
        had = any(one.context == context and one.has_one_of(wish.labels) for one in names)
        if had or (called in (context, f"{context}s") and called != ITSELF):
            yield context


def _unasked(path: Path, one: NamedEntry, asked: Sequence[str]) -> Iterator[Complaint]:
    for label, words in one.name.forms.items():
        if words and label not in asked and label[:1].upper() + label[1:] not in asked:
            message = say("no text asks for the form “{label}” of “{name}”", label=label, name=one.name.plain)
            yield Complaint(message, Place(path, one.line), near_miss(label, asked))


def _misspelt(path: Path, one: NamedEntry) -> Iterator[Complaint]:
    for label in one.name.forms:
        if not LABEL.fullmatch(label):
            message = say("“{label}” can’t be the label of a form of “{name}”", label=label, name=one.name.plain)
            yield Complaint(message, Place(path, one.line), _how(one.name.plain, "acc"))


def _how(name: str, label: str) -> Message:
    return say("write the forms after the name, such as “{example}”", example=f"{name}{APART}{label}=…")

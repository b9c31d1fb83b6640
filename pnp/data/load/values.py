"""Reads values.toml: the values of the rules in groups, and the overlays by which choices change them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import cast

from pnp.base.errors import near_miss
from pnp.base.frozen import FrozenDict
from pnp.base.text import NO_TEXT, Text, placeholders, say, visible
from pnp.data.load.choices import Offers, read_when
from pnp.data.load.texts import TextCollector
from pnp.data.load.toml import Section
from pnp.data.model import ITSELF, MARKS, Deck, Fact, Kind, Mark, Overlay, Sentences, Value
from pnp.data.values import Terms, excerpt, freeze, problem

_GAPS = (ITSELF, "first", "last", "others")  # of a list its ends, and all but the last
_OF_SEVERAL = ("each", "values")


def read_values(root: Section, terms: Terms, texts: TextCollector, printed: Mapping[str, Value]) -> dict[str, Value]:
    """The values of the file beside those that are printed on the cards."""
    values = dict(printed)
    for group in root.sections("values"):
        with group:
            for value in _read_group(group, terms, texts):
                if value.key in values:
                    group.complain(say("the value “{key}” is defined twice", key=value.key), value.place)
                values[value.key] = value
    return values


def _read_group(group: Section, terms: Terms, texts: TextCollector) -> Iterator[Value]:
    rule, mark = group.string("rule"), _read_mark(group)
    least, context = group.integer("least", 0), "".join(_known(group, "terms", (group.string("terms", ""),), terms))
    names = _known(group, "names", group.strings("names", ()), terms)
    choices = _read_choices(group, texts) if "choices" in group else None
    switch = all(isinstance(found, bool) for _, found, _ in group.leaves("set"))
    about, sentences = read_sentences(group, texts, names, switch=switch)
    for key, found, place in group.leaves("set"):
        fact = freeze(found)
        if key != visible(key):
            group.complain(say("“{found}” is not a valid name for a value", found=visible(key)), place)
            continue
        if not isinstance(fact, int | str | tuple):
            group.complain(
                say(
                    "“{key}”: expected a number, word, switch or list, found “{found}”",
                    key=key,
                    found=excerpt(found),
                ),
                place,
            )
            continue
        value = Value(
            key=key,
            fact=cast("Fact", fact),
            mark=mark,
            rule=rule,
            place=place,
            about=about,
            sentences=sentences,
            terms=context,
            choices=choices,
            least=least,
            names=names,
        )
        if wrong := problem(value, fact, terms):
            group.complain(wrong[0], place, wrong[1])
        yield value


def read_sentences(
    section: Section, texts: TextCollector, names: Iterable[str], *, switch: bool = False
) -> tuple[Text, Sentences | None]:
    """What tells of values: a label alone, or sentences; `names`: what these may name of a value's key or card."""
    if not any(key in section for key in ("says", "no", "together")) and "about" in section:
        return texts.read(section, "about", "value"), None
    if "about" in section:
        section.raw("about")
        section.complain(say("“about” is a label for values without sentences"), "about", say("keep one of them"))
    says = texts.read(section, "says", "value", gaps=names if switch else (*names, *_GAPS))
    no = texts.read(section, "no", "value", gaps=names) if "no" in section else NO_TEXT
    together = texts.read(section, "together", "value", gaps=_OF_SEVERAL) if "together" in section else NO_TEXT
    if switch and says.one and not no.one:
        message = say("a switch needs two sentences: “says” if it is true, “no” if it is false")
        section.complain(message, "says", say("write {example}", example='no = "…"'))
    elif not switch:
        _refuse_silent(section, "says", says, _GAPS)
    _refuse_silent(section, "together", together, _OF_SEVERAL)
    return NO_TEXT, Sentences(says, no, together)


def _refuse_silent(section: Section, key: str, text: Text, names: Sequence[str]) -> None:
    """Complains of a sentence that does not say its value; a word chosen by a number does not say the number."""
    try:
        shown = {place.name for place in placeholders(text.one) if not place.plurals}
    except ValueError:
        return  # braces that do not match are found where all texts are looked at
    if text.one and shown.isdisjoint(names):
        message = say("the sentence “{text}” doesn’t contain its value", text=excerpt(text.one))
        section.complain(message, key, say("write {example} where it belongs", example=f"{{{names[0]}}}"))


def _known(group: Section, key: str, found: tuple[str, ...], terms: Terms) -> tuple[str, ...]:
    """Those of the sections of terms that there are; a complaint about each of the others."""
    for context in found:
        if context and context not in terms:
            group.complain(say("there are no terms “{terms}”", terms=context), key, near_miss(context, terms))
    return tuple(context for context in found if context in terms)


def _read_choices(group: Section, texts: TextCollector) -> Mapping[str, Text]:
    with group.section("choices") as section:
        return FrozenDict({key: texts.read(section, key, "choice") for key in section})


def _read_mark(section: Section) -> Mark:
    found = section.string("mark")
    if found in MARKS:
        return Mark(found)
    section.complain(say("there is no mark “{found}”", found=found), "mark", near_miss(found, MARKS))
    return Mark.STATED


def read_overlays(
    root: Section,
    offers: Offers,
    values: Mapping[str, Value],
    decks: tuple[Deck, ...],
    terms: Terms,
    texts: TextCollector,
) -> Iterator[Overlay]:
    """What editions and options change: values, or texts on cards."""
    printed = {
        f"{name}.{card.key.casefold()}": (cell, deck.digits)
        for deck in decks
        for card in deck.cards
        for name, cell in card.cells.items()
        if isinstance(cell, Text)
    }
    for section in root.sections("when"):
        with section:
            when = read_when(section, offers)
            usual = Mark.EDITION if Kind.EDITION in when.wanted else Mark.STATED
            mark = _read_mark(section) if "mark" in section else usual
            facts: dict[str, Fact | Text] = {}
            for key, found, place in section.leaves("set"):
                if key in printed and isinstance(found, str):
                    cell, digits = printed[key]
                    text = Text(found, context=cell.context)
                    facts[key] = texts.add(text, place, key.split(".")[-1], digits=digits)
                elif key not in values:
                    hint = near_miss(key, [*values, *printed])
                    section.complain(say("there is no value “{key}”", key=key), place, hint)
                elif wrong := problem(values[key], freeze(found), terms):
                    section.complain(wrong[0], place, wrong[1])
                else:
                    facts[key] = cast("Fact", freeze(found))
            yield Overlay(when, FrozenDict(facts), mark, section.string("rule"), section.place)

"""Reads what can be chosen, and the conditions on it that other sections carry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pnp.base.errors import near_miss
from pnp.base.frozen import FrozenDict
from pnp.base.text import NO_TEXT, say
from pnp.data.load.texts import TextCollector
from pnp.data.load.toml import Section
from pnp.data.model import Choice, Kind, When

Offers = Mapping[Kind, tuple[str, ...]]

_SECTIONS = {
    Kind.EDITION: "editions",
    Kind.EXPANSION: "expansions",
    Kind.VARIANT: "variants",
    Kind.OPTION: "options",
}


def read_choices(root: Section, texts: TextCollector) -> tuple[Choice, ...]:
    """Editions, expansions, variants and options, in that order."""
    choices = tuple(choice for kind, name in _SECTIONS.items() for choice in _of_kind(root, texts, kind, name))
    if not any(choice.kind is Kind.EDITION for choice in choices):
        root.complain(say("a game needs at least one edition, such as [editions.first]"))
    known = {choice.key for choice in choices}
    for choice in choices:
        for other in filter(None, (choice.needs, *choice.lacks)):
            if other not in known:
                root.complain(choice.kind.no_such(other), _SECTIONS[choice.kind], near_miss(other, known))
    return choices


def _of_kind(root: Section, texts: TextCollector, kind: Kind, name: str) -> Iterator[Choice]:
    with root.section(name) as section:
        for key in section:
            with section.section(key) as one:
                printed = one.string("language", "") if kind is Kind.EDITION else ""
                named = kind is Kind.EDITION and "rules" in one
                yield Choice(
                    kind=kind,
                    key=key,
                    title=texts.read(one, "title", kind.name.lower()),
                    about=texts.read(one, "about", kind.name.lower()),
                    needs=one.string("needs", ""),
                    recommended=one.boolean("recommended", default=False),
                    lacks=one.strings("lacks", ()),
                    language=printed,
                    rules=texts.read(one, "rules", "rules") if named else NO_TEXT,
                )


def offers_of(choices: tuple[Choice, ...]) -> Offers:
    """The keys of what a game offers, by kind."""
    return {kind: tuple(choice.key for choice in choices if choice.kind is kind) for kind in Kind}


def read_when(section: Section, offers: Offers) -> When:
    """The condition that a section carries in the keys `edition`, `with`, `variant` and `option`."""
    wanted = {}
    for kind in Kind:
        words = section.strings(kind.value, ())
        for found in words:
            if found not in offers[kind]:
                section.complain(kind.no_such(found), kind.value, near_miss(found, offers[kind]))
        if words:
            wanted[kind] = words
    return When(FrozenDict(wanted))

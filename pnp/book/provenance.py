"""Tells where values come from: what printed editions change, what was assumed or ruled, and a footnote on each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from pnp.base.text import Text, word
from pnp.data.edition import Choices, EditionData, choose
from pnp.data.layout import LayoutNames
from pnp.data.model import Kind, Mark, Value
from pnp.faces.templates import plain
from pnp.words.catalog import Catalog
from pnp.words.sentences import ValueSentences

_LEADS = {
    Mark.ASSUMED: word("footnote", "Assumed."),
    Mark.RULING: word("footnote", "Our ruling."),
    Mark.EDITION: word("footnote", "This edition."),
    Mark.YOURS: word("footnote", "Your table."),
}


def printed_edition(edition: EditionData, key: str, catalog: Catalog) -> LayoutNames:
    """How a printed edition differs from the reference: in its words, and in its values with the same choices."""
    game, asked = edition.game, edition.asked
    choice = game.offers(Kind.EDITION)[key]
    having = Choices(
        key,
        tuple(one for one in asked.expansions if one not in choice.lacks),
        "" if asked.variant in choice.lacks else asked.variant,
        tuple(one for one in asked.options if one not in choice.lacks),
    )
    there, usual = choose(game, having), choose(game, replace(having, edition=game.reference))
    told = ValueSentences(there, catalog)
    return {
        "key": key,
        "title": catalog(choice.title),
        "about": catalog(choice.about),
        "remarks": [
            {"rule": remark.rule, "text": catalog(remark.text), "slip": remark.slip}
            for remark in game.remarks
            if remark.edition == key and remark.rule in edition.sections
        ],
        "values": [
            {"rule": value.rule, "key": name, "says": told.changed(value, usual.values[name])}
            for name, value in there.values.items()
            if value.fact != usual[name] and value.rule in edition.sections
        ],
    }


def rulings(edition: EditionData, catalog: Catalog) -> LayoutNames:
    """What a book lists by its origin: values that were assumed, ruled or set by the user, and remarks on rules."""
    remarks = [one for one in edition.rulings() if one.rule in edition.sections]
    return {
        "assumed": _grouped(edition, catalog, (Mark.ASSUMED,)),
        "ruled": _grouped(edition, catalog, (Mark.RULING,)),
        "yours": _changed(edition, catalog),
        "remarks": [{"rule": one.rule, "text": catalog(one.text)} for one in remarks],
    }


def settings(edition: EditionData, catalog: Catalog) -> LayoutNames:
    """For each rule what its values are, in words."""
    found = _grouped(edition, catalog, tuple(Mark))
    return {rule: [one for one in found if one["rule"] == rule] for rule in edition.sections}


def footnotes_on(edition: EditionData, catalog: Catalog) -> Iterator[tuple[str, str]]:
    """A footnote on each value that no booklet simply states; values of one meaning share theirs."""
    told = ValueSentences(edition, catalog)
    for mark, lead in _LEADS.items():
        before = _before(edition, mark) if mark in (Mark.EDITION, Mark.YOURS) else None
        for values in _of_one_meaning(edition, (mark,)):
            for value in values:
                sentence = told.changed(value, before.values[value.key]) if before else told.together(values)
                yield value.key, f"**{catalog(lead)}** {plain(sentence)}"


def _before(edition: EditionData, mark: Mark) -> EditionData:
    """The edition as it would be without what changed the values of that mark."""
    asked = replace(edition.asked, overrides={})
    return choose(edition.game, replace(asked, edition="") if mark is Mark.EDITION else asked)


def _changed(edition: EditionData, catalog: Catalog) -> list[LayoutNames]:
    """What the table itself has changed, each with what it would be."""
    told, before = ValueSentences(edition, catalog), _before(edition, Mark.YOURS)
    return [
        {"rule": value.rule, "keys": [key], "says": told.changed(value, before.values[key])}
        for key, value in edition.values.items()
        if value.mark is Mark.YOURS
    ]


def _grouped(edition: EditionData, catalog: Catalog, marks: Iterable[Mark]) -> list[LayoutNames]:
    """Values of one meaning together: `keys`, and what they say."""
    told = ValueSentences(edition, catalog)
    return [
        {"rule": values[0].rule, "keys": [value.key for value in values], "says": told.together(values)}
        for values in _of_one_meaning(edition, marks)
        if values[0].rule in edition.sections
    ]


def _of_one_meaning(edition: EditionData, marks: Iterable[Mark]) -> list[list[Value]]:
    """The values with some marks, those of one rule and one meaning together."""
    groups: dict[tuple[str, Text], list[Value]] = {}
    for value in edition.values.values():
        if value.mark in marks:
            meaning = value.sentences.says if value.sentences else value.about
            groups.setdefault((value.rule, meaning), []).append(value)
    return list(groups.values())

"""Tells where values come from: what printed editions change, what was assumed or ruled, and a footnote on each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pnp.base.text import say, word
from pnp.data.edition import Choices, EditionData, choose
from pnp.data.layout import LayoutNames
from pnp.data.model import Card, Deck, Kind, Mark, Value
from pnp.faces.namespace import called
from pnp.faces.templates import plain
from pnp.words.catalog import Catalog

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
    things = _Things(edition, catalog)
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
            {
                "rule": value.rule,
                "key": name,
                "about": things.about(value),
                "shown": _change(there, usual, name, catalog),
            }
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
    things = _Things(edition, catalog)
    before = {mark: _before(edition, mark) for mark in (Mark.EDITION, Mark.YOURS)}
    for key, value in edition.values.items():
        if value.mark is Mark.STATED:
            continue
        about, shown = catalog(value.about), ""
        if value.mark in before:
            about, shown = things.about(value), _change(edition, before[value.mark], key, catalog)
        elif value.fact is False or value.choices is not None:  # else it stands in the text, or its meaning says it
            shown = _shown(value, catalog)
        yield key, f"**{catalog(_LEADS[value.mark])}** {plain(about)}{': ' + plain(shown) if shown else ''}."


class _Things:
    """What a value is about: its meaning, and the card or good in its key where others have the same meaning."""

    def __init__(self, edition: EditionData, catalog: Catalog) -> None:
        self._edition, self._catalog = edition, catalog
        self._alike = Counter((value.rule, value.about) for value in edition.game.values.values())
        self._cards = {
            f"{column}.{card.key.casefold()}": (deck, card)
            for deck in edition.game.decks
            for card in deck.cards
            for column in deck.columns
        }

    def name(self, value: Value) -> str:
        """The card that has the value, or what its key speaks of in the terms that it names."""
        column, *parts = value.key.split(".")
        if value.key in self._cards:
            deck, card = self._cards[value.key]
            return called(deck, card, self._catalog) + self._apart(deck, card, column)
        terms = self._edition.game.terms
        words = {key: text for context in value.names for key, text in terms[context].items()}
        return ", ".join(self._catalog(words[part]) for part in parts if part in words)

    def _apart(self, deck: Deck, card: Card, told: str) -> str:
        """What tells a card from others of its name: the first column where they differ, unless it is told."""
        namesakes = _namesakes(deck, card)
        for column in deck.columns.values():
            cells = {one.cells[column.name] for one in namesakes}
            if column.name != "count" and column.kind in ("number", "word") and len(cells) > 1:
                cell = self._catalog.shown(self._edition.cell(card, column))
                return f" ({self._catalog(column.title)} {cell})" if column.name != told else ""
        return ""

    def listed(self, values: Sequence[Value]) -> str:
        """What each is; once where all are alike and have no name that tells them apart."""
        shown = [_shown(value, self._catalog) for value in values]
        if len({*shown}) == 1 and (len(values) == 1 or not any(self._told_apart(value) for value in values)):
            return shown[0]
        names = [self.name(value) for value in values]
        return "; ".join(f"{name}: {one}" if name else one for name, one in zip(names, shown, strict=True))

    def _told_apart(self, value: Value) -> bool:
        if not self.name(value):
            return False
        return value.key not in self._cards or len(_namesakes(*self._cards[value.key])) == 1

    def about(self, value: Value) -> str:
        rule = self._edition.game.values[value.key].rule  # which a choice may have changed
        name = self.name(value) if self._alike[rule, value.about] > 1 else ""
        return f"{name}: {self._catalog(value.about)}" if name else self._catalog(value.about)


def _namesakes(deck: Deck, card: Card) -> list[Card]:
    return [one for one in deck.cards if one.name == card.name]


def _before(edition: EditionData, mark: Mark) -> EditionData:
    """The edition as it would be without what changed the values of that mark."""
    asked = replace(edition.asked, overrides={})
    return choose(edition.game, replace(asked, edition="") if mark is Mark.EDITION else asked)


def _changed(edition: EditionData, catalog: Catalog) -> list[LayoutNames]:
    """What the table itself has changed, each with what it would be."""
    things, before = _Things(edition, catalog), _before(edition, Mark.YOURS)
    return [
        {
            "rule": value.rule,
            "about": things.about(value),
            "keys": [key],
            "shown": _change(edition, before, key, catalog),
        }
        for key, value in edition.values.items()
        if value.mark is Mark.YOURS
    ]


def _grouped(edition: EditionData, catalog: Catalog, marks: Iterable[Mark]) -> list[LayoutNames]:
    """Values of one meaning together: `keys`, and what each is, `shown`."""
    things = _Things(edition, catalog)
    groups: dict[tuple[str, str], list[Value]] = {}
    for value in edition.values.values():
        if value.mark in marks and value.rule in edition.sections:
            groups.setdefault((value.rule, catalog(value.about)), []).append(value)
    return [
        {
            "rule": rule,
            "about": about,
            "keys": [value.key for value in values],
            "shown": things.listed(values),
        }
        for (rule, about), values in groups.items()
    ]


def _change(now: EditionData, before: EditionData, key: str, catalog: Catalog) -> str:
    new, old = (_shown(one.values[key], catalog.knowing(one.facts())) for one in (now, before))
    return catalog(say("{new} instead of {old}", new=new, old=old))


def _shown(value: Value, catalog: Catalog) -> str:
    """A value in words: yes and no for a switch, its meaning for a word, else as it stands in texts."""
    if isinstance(value.fact, bool):
        return catalog(word("switch", "yes") if value.fact else word("switch", "no"))
    if value.choices is not None:
        return catalog(value.choices[str(value.fact)])
    return catalog.shown(catalog.facts.get(value.key, value.fact))

"""Turns a Step back into words of one language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from pnp.catalog import Catalog
from pnp.referee.notation import CLAUSES, DECKS, PLAYER, VERBS, Form, Notation, Slot, spellings
from pnp.referee.step import UNSEEN, Spot, Step


class Scribe:
    """Writes the steps of one log in one language."""

    def __init__(
        self, notation: Notation, catalog: Catalog, cards: Mapping[str, str], players: Sequence[str]
    ) -> None:
        self.players = players
        self._cards = cards
        self._forms = {form.verb: form for form in notation.forms}
        self._words = {
            kind: {key: next(spellings(message, catalog)) for key, message in words.items()}
            for kind, words in notation.words.items()
        }

    def step(self, step: Step) -> str:
        return " ".join(self._pieces(self._forms[step.do], step))

    def word(self, kind: str, key: str) -> str:
        return self._words[kind][key]

    def _pieces(self, form: Form, step: Step) -> Iterator[str]:
        if step.by is not None:
            yield self.players[step.by]
        yield self._words[VERBS][form.verb]
        for slot in form.main:
            if slot.name in step.args:
                yield self.argument(slot, step.args[slot.name])
        for slot in form.clauses:
            if slot.name in step.args:
                yield self._words[CLAUSES][slot.name]
                yield self.argument(slot, step.args[slot.name])

    def argument(self, slot: Slot, value: Any) -> str:
        if isinstance(value, Spot):
            return self._spot(slot, value)
        if isinstance(value, tuple):
            return self._spots(slot, value) if value and isinstance(value[0], Spot) else self.cards(value)
        if isinstance(value, int):
            return self.players[value] if PLAYER in slot.takes else str(value)
        return self._term(slot, value)

    def cards(self, cards: Sequence[str]) -> str:
        """`2 KIND, OTHER`; nought for no cards at all."""
        runs = [(kind, len(list(run))) for kind, run in groupby(cards)]
        if not runs:
            return "0"
        return ", ".join(self._card(kind) if count == 1 else f"{count} {self._card(kind)}" for kind, count in runs)

    def _card(self, kind: str) -> str:
        return self._cards.get(kind) or self._words[DECKS].get(kind, UNSEEN)

    def _spots(self, slot: Slot, spots: Sequence[Spot]) -> str:
        return ", ".join(self._spot(slot, spot) for spot in spots)

    def _spot(self, slot: Slot, spot: Spot) -> str:
        name = self._term(slot, spot.kind)
        return f"{name} {spot.number}" if spot.number else name

    def _term(self, slot: Slot, key: str) -> str:
        for takes in slot.takes:
            terms = takes.partition(":")[2]
            if key in self._words.get(terms, ()):
                return self._words[terms][key]
        return self._card(key)

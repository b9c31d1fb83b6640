"""Writes a record in the words of one language, tidied."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from pnp.catalog import Catalog
from pnp.referee.library import Library, rules_of
from pnp.referee.log import CLAIMS, DEAL_WORD, HEAD, Heading, Log, claimed
from pnp.referee.notation import CLAUSES, DECKS, PILES, PLAYER, VERBS, Form, Notation, Slot, spellings
from pnp.referee.step import DEAL, NOTE, TURN, UNSEEN, Line, Spot, Step
from pnp.text import Message


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
                yield self._words[CLAUSES][slot.word]
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


def write_text(log: Log, library: Library, language: str) -> str:
    """The record as text, tidied, with the words of a language."""
    catalog = library.catalog(language)
    scribe = Scribe(rules_of(log.game).notation, catalog, library.cards(log.game), log.players)

    def first(message: Message) -> str:
        return next(spellings(message, catalog))

    lines = [
        _with_comment(f"{first(HEAD[one.key])}: {_written_value(one, language)}" if one.key else "", one.comment)
        for one in log.head
    ]
    lines.append("")
    lines += [write_line(line, scribe, catalog) for line in log.lines]
    return "\n".join(lines).rstrip("\n") + "\n"


def write_line(line: Line, scribe: Scribe, catalog: Catalog) -> str:
    """A line of the body as text."""
    return _with_comment(_written(line, scribe, lambda message: next(spellings(message, catalog))), line.comment)


def _written_value(heading: Heading, language: str) -> str:
    return language if heading.key == "language" else heading.value


def _written(line: Line, scribe: Scribe, first: Callable[[Message], str]) -> str:
    if line.kind == NOTE:
        return ""
    if line.kind == TURN:
        turn = f"{line.turn} " if line.turn is not None else ""
        steps = "; ".join(scribe.step(step) for step in line.steps)
        return f"{turn}{scribe.players[line.seat or 0]}: {steps}".rstrip()
    step = line.steps[0]
    if line.kind == DEAL:
        to = scribe.players[line.seat] if line.seat is not None else scribe.word(PILES, "bank")
        return f"{first(DEAL_WORD)} {to}: {scribe.cards(step.args['cards'])}"
    return f"{first(CLAIMS[step.do])}: {claimed(step, scribe.players)}"


def _with_comment(text: str, comment: str | None) -> str:
    if comment is None:
        return text
    return f"{text}  # {comment}".strip() if text else f"# {comment}".strip()

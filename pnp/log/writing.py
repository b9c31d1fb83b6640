"""Writes a log in the words of one language, tidied."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Any

from pnp.log.library import Library, rules_of
from pnp.log.log import CLAIMS, DEAL_PILE_WORD, DEAL_WORD, HEAD, HeaderLine, Log, claimed
from pnp.rules.notation import CLAUSES, DECKS, NO_PIECES, PILES, PLAYER, VERBS, Notation, Slot, VerbForm, usual
from pnp.rules.step import COMMENT, DEAL, TABLE, TURN, UNSEEN, Line, Spot, Step
from pnp.words.catalog import Catalog


class Scribe:
    """Writes the steps of one log in one language."""

    def __init__(
        self, notation: Notation, catalog: Catalog, cards: Mapping[str, str], players: Sequence[str]
    ) -> None:
        self.players = players
        self._cards = cards
        self._forms = {form.verb: form for form in notation.forms}
        self._words = {
            kind: {key: usual(message, catalog) for key, message in words.items()}
            for kind, words in notation.words.items()
        }
        self._pieces = [kind for kind in notation.words if kind not in NO_PIECES]
        self._several_of = {
            kind: {key: partial(usual, message, catalog) for key, message in words.items() if message.text.many}
            for kind, words in notation.words.items()
        }

    def step(self, step: Step) -> str:
        """One step as text, without what parts it from others."""
        form = self._forms[step.do]
        if not form.heads:
            return " ".join(self._words_of(form, step))
        label = self._words_of(form._replace(main=form.main[:1], clauses=()), step)
        rest = self._arguments(form._replace(main=form.main[1:]), step)
        return f"{' '.join(label)}: {' '.join(rest)}".rstrip()

    def word(self, kind: str, key: str) -> str:
        """The usual word for a key of one of the game's lists, in the language of the text."""
        return self._words[kind][key]

    def _words_of(self, form: VerbForm, step: Step) -> Iterator[str]:
        if step.by is not None:
            yield self.players[step.by]
        yield self._words[VERBS][form.verb]
        yield from self._arguments(form, step)

    def _arguments(self, form: VerbForm, step: Step) -> Iterator[str]:
        for slot in form.main:
            if slot.name in step.args:
                yield self.argument(slot, step.args[slot.name])
        for slot in form.clauses:
            if slot.name in step.args:
                value = step.args[slot.name]
                player = slot.player_word and isinstance(value, int) and PLAYER in slot.takes
                yield self._words[CLAUSES][slot.player_word if player else slot.word]
                yield self.argument(slot, value)

    def argument(self, slot: Slot, value: Any) -> str:
        """What a slot holds, as text."""
        if isinstance(value, Spot):
            return self._spot(slot, value)
        if isinstance(value, tuple):
            return self._several(slot, value)
        if isinstance(value, int):
            return self.players[value] if PLAYER in slot.takes else str(value)
        return self._term(slot, value)

    def _several(self, slot: Slot, values: Sequence[Any]) -> str:
        if values and isinstance(values[0], int):
            return ", ".join(map(str, values))
        if values and isinstance(values[0], Spot):
            return ", ".join(self._spot(slot, spot) for spot in values)
        return _runs(values, lambda key, count: self._term(slot, key, count))

    def cards(self, cards: Sequence[str]) -> str:
        """Cards as a list in which equal neighbours are counted."""
        return _runs(cards, self._card)

    def _card(self, kind: str, count: int = 1) -> str:
        if kind not in self._cards:
            return self._words[DECKS].get(kind, UNSEEN)
        terms = next((terms for terms in self._pieces if kind in self._words[terms]), None)
        return self._cards[kind] if terms is None else self._word(terms, kind, count)

    def _word(self, terms: str, key: str, count: int) -> str:
        several = self._several_of[terms].get(key) if count > 1 else None
        return several(count) if several else self._words[terms][key]

    def _spot(self, slot: Slot, spot: Spot) -> str:
        name = self._term(slot, spot.kind)
        return f"{name} {spot.number}" if spot.number else name

    def _term(self, slot: Slot, key: str, count: int = 1) -> str:
        for takes in slot.takes:
            terms = takes.partition(":")[2]
            if key in self._words.get(terms, ()):
                return self._word(terms, key, count)
        return self._card(key, count)


def _runs(keys: Sequence[str], name: Callable[[str, int], str]) -> str:
    """`2 KIND, OTHER`; nought for nothing at all."""
    runs = [(key, len(list(run))) for key, run in groupby(keys)]
    return ", ".join(name(key, 1) if count == 1 else f"{count} {name(key, count)}" for key, count in runs) or "0"


def write_text(log: Log, library: Library, language: str) -> str:
    """The log as text, tidied, with the words of a language."""
    catalog = library.catalog(language)
    scribe = Scribe(rules_of(log.game).notation, catalog, library.cards(log.game), log.players)

    lines = [_with_comment(_heading(one, catalog), one.comment) for one in log.head]
    lines.append("")
    lines += [write_line(line, scribe, catalog) for line in log.lines]
    return "\n".join(lines).rstrip("\n") + "\n"


def write_line(line: Line, scribe: Scribe, catalog: Catalog) -> str:
    """A line of the body as text."""
    return _with_comment(_written(line, scribe, catalog), line.comment)


def _heading(heading: HeaderLine, catalog: Catalog) -> str:
    value = catalog.language if heading.key == "language" else heading.value
    return f"{usual(HEAD[heading.key], catalog)}: {value}" if heading.key else ""


def _written(line: Line, scribe: Scribe, catalog: Catalog) -> str:
    if line.kind == COMMENT:
        return ""
    if line.kind in (TURN, TABLE):
        turn = f"{line.turn} " if line.turn is not None else ""
        steps = "; ".join(scribe.step(step) for step in line.steps)
        return steps if line.kind == TABLE else f"{turn}{scribe.players[line.seat or 0]}: {steps}".rstrip()
    step = line.steps[0]
    if line.kind == DEAL:
        return dealt(step, scribe, catalog)
    return f"{usual(CLAIMS[step.do], catalog)}: {claimed(step, scribe.players)}"


def dealt(step: Step, scribe: Scribe, catalog: Catalog) -> str:
    """Which cards somebody has been dealt, or a pile."""
    if step.by is None:
        to = f"{usual(DEAL_PILE_WORD, catalog)} {scribe.word(PILES, 'bank')}"
    else:
        to = f"{usual(DEAL_WORD, catalog)} {scribe.players[step.by]}"
    return f"{to}: {scribe.cards(step.args['cards'])}"


def _with_comment(text: str, comment: str | None) -> str:
    if comment is None:
        return text
    return f"{text}  # {comment}".strip() if text else f"# {comment}".strip()

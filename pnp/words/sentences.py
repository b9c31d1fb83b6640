"""Says of values what they mean for the game, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.base.text import say, word
from pnp.data.edition import EditionData
from pnp.data.model import ITSELF, Card, Deck, Value
from pnp.words.catalog import Catalog

_DECK_SIZE = "size."
_NOTHING = word("list", "none")
_TIE = "\u00a0"  # no line ends between a name and what it has


class ValueSentences:
    """The values of an edition, said in a language."""

    def __init__(self, edition: EditionData, catalog: Catalog) -> None:
        self._edition, self._catalog = edition, catalog.knowing(edition.facts())
        self._cards = {
            f"{column}.{card.key.casefold()}": (deck, card)
            for deck in edition.game.decks
            for card in deck.cards
            for column in deck.columns
        }

    def of(self, value: Value) -> str:
        """The sentence of one value, by what it is now; a label and the value where it has none."""
        if (told := value.sentences) is None:
            name = self._name(value)
            return f"{self._catalog(value.about)}{name and f' ({name})'}: {self._shown(value)}."
        return self._catalog(told.no if told.no.one and not value.fact else told.says, self._gaps(value))

    def together(self, values: Sequence[Value]) -> str:
        """What values of one meaning say, as briefly as they can; what several say alike is said once."""
        first, *others = values
        if first.sentences is None:
            return f"{self._catalog(first.about)}: {self._each(values)}."
        if others and first.sentences.together.one:
            shown = ", ".join(dict.fromkeys(self._shown(value) for value in values))
            return self._catalog(first.sentences.together, {"each": self._each(values), "values": shown})
        return " ".join(dict.fromkeys(map(self.of, values)))

    def changed(self, value: Value, usual: Value) -> str:
        """What a value says, and what it would be; a switch, or what had no sentence before, needs no more."""
        sentence = self.of(value)
        if isinstance(value.fact, bool) or value.choices is not None or usual.fact == ():
            return sentence
        told = say("{sentence} (otherwise {old}).", sentence=sentence.removesuffix("."), old=self._shown(usual))
        return self._catalog(told)

    def _each(self, values: Sequence[Value]) -> str:
        told = (f"{self._name(value)}{_TIE}{self._shown(value)}".lstrip(_TIE) for value in values)
        return ", ".join(dict.fromkeys(told))

    def _gaps(self, value: Value) -> dict[str, object]:
        """What the sentence of a value may name: itself, what its key speaks of, or what its card has."""
        fact = self._worded(value)
        gaps: dict[str, object] = {ITSELF: fact, **self._spoken_of(value)}
        if isinstance(fact, list | tuple):
            items = list(fact) or [_NOTHING]
            gaps |= {ITSELF: items, "first": items[0], "last": items[-1], "others": items[:-1] or items}
        if value.key.startswith(_DECK_SIZE):
            deck = next(one for one in self._edition.game.decks if value.key == _DECK_SIZE + one.key)
            gaps["pieces"] = self._catalog(deck.pieces, {"n": value.fact})
        if value.key in self._cards:
            deck, card = self._cards[value.key]
            for name, column in deck.columns.items():
                own = self._edition.values.get(f"{name}.{card.key.casefold()}")
                gaps[name] = self._worded(own) if own else self._edition.cell(card, column)
            gaps["card"] = self._edition.game.proper_name(card) if deck.proper else card.name
        return gaps

    def _spoken_of(self, value: Value) -> dict[str, object]:
        """The words in a value's key, by the terms that they are of."""
        parts, terms = value.key.split(".")[1:], self._edition.game.terms
        return {context: terms[context][part] for context in value.names for part in parts if part in terms[context]}

    def _worded(self, value: Value) -> object:
        """A value in its printed form."""
        if value.choices is not None:
            return value.choices[str(value.fact)]
        if not value.terms:
            return value.fact
        words = self._edition.game.terms[value.terms]
        return [words[str(key)] for key in value.fact] if isinstance(value.fact, tuple) else words[str(value.fact)]

    def _shown(self, value: Value) -> str:
        """A value in a word or two: yes and no for a switch, else as it stands in texts."""
        if isinstance(value.fact, bool):
            return self._catalog(word("switch", "yes") if value.fact else word("switch", "no"))
        return self._catalog.shown(self._worded(value))

    def _name(self, value: Value) -> str:
        """The card that has the value, or what its key speaks of."""
        if value.key not in self._cards:
            return ", ".join(map(self._catalog.shown, self._spoken_of(value).values()))
        deck, card = self._cards[value.key]
        return called(deck, card, self._catalog) + self._apart(deck, card, value.key.partition(".")[0])

    def _apart(self, deck: Deck, card: Card, told: str) -> str:
        """What tells a card from others of its name: the first column where they differ, unless it is told."""
        namesakes = [one for one in deck.cards if one.name == card.name]
        for column in deck.columns.values():
            cells = {one.cells[column.name] for one in namesakes}
            if column.name != "count" and column.kind in ("number", "word") and len(cells) > 1:
                cell = self._catalog.shown(self._edition.cell(card, column))
                return f" ({self._catalog(column.title)} {cell})" if column.name != told else ""
        return ""


def called(deck: Deck, card: Card, catalog: Catalog) -> str:
    """What a card is called: by its key where that is a proper name, else by its name in the language."""
    return card.key if deck.proper else catalog(card.name)

"""The words that may have been meant in a line: in its label, its steps, or where only players are named."""

from __future__ import annotations

from functools import cached_property

from pnp.log.guessing.lexicon import Lexicon
from pnp.log.guessing.mending import Mender
from pnp.log.steps.reader import StepReader
from pnp.rules.notation import CARD, PILES, PLAYER, VERBS, Vocabulary, fold


class Menders:
    """Each is made when something is mistyped where it is needed."""

    def __init__(self, reader: StepReader, words: Vocabulary) -> None:
        self._reader, self._words = reader, words

    def step(self) -> Mender:
        """Mends steps and lists of cards, by the words of the game, its cards and the players."""
        return self._of_steps

    def label(self) -> Mender:
        """Mends what stands before a colon: players, piles, the words for lines, and verbs that head a line."""
        return self._of_labels

    def name(self) -> Mender:
        """Mends names where only players are named, as in a claim."""
        return self._of_names

    @cached_property
    def _of_steps(self) -> Mender:
        vocabulary, cards = self._reader.vocabulary, self._reader.cards
        known = [(word, (kind, key)) for word, kind, key in vocabulary.everything]
        named = [(name, (CARD, cards[fold(name)])) for name in self._reader.card_names]
        return Mender(Lexicon([*named, *self._players(), *known]), self._joining(), self._reader.begins_step)

    @cached_property
    def _of_labels(self) -> Mender:
        own = [(word, ("line", key)) for word, kind, key in self._words.everything if kind == "line"]
        heads = [
            (word, (kind, key))
            for word, kind, key in self._reader.vocabulary.everything
            if kind == PILES or (kind == VERBS and self._reader.forms[key].heads)
        ]
        return Mender(Lexicon([*self._players(), *own, *heads]))

    @cached_property
    def _of_names(self) -> Mender:
        return Mender(Lexicon(self._players()), self._joining())

    def _players(self) -> list[tuple[str, tuple[str, int]]]:
        return [(name, (PLAYER, seat)) for seat, name in enumerate(self._reader.names)]

    def _joining(self) -> list[str]:
        return [word for word, kind, _ in self._words.everything if kind == "joining"]

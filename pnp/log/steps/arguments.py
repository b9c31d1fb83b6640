"""Reads the arguments of a step: words, numbers, places, players, cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from copy import copy
from functools import partial
from typing import Any, Self

from pnp.base.text import Message, say
from pnp.data.values import excerpt
from pnp.log.log import HEAD
from pnp.log.steps.hints import Hints
from pnp.log.steps.inflected import is_form_of
from pnp.log.steps.misread import Misread, place_of
from pnp.rules.notation import (
    CARD,
    CARDS,
    CLAUSES,
    DECKS,
    NUMBER,
    NUMBERS,
    PLAYER,
    Slot,
    Vocabulary,
    fold,
)
from pnp.rules.step import UNSEEN, Spot

MOST_CARDS = 200


class ArgumentReader:
    """Reads what stands behind a verb, from one of the tokens on: the value, and the token behind it.

    `lists` tell what the words of the game's lists are.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        cards: Mapping[str, str],
        players: Iterable[str],
        absent: Mapping[str, str],
        lists: Mapping[str, Message],
    ) -> None:
        self.vocabulary = vocabulary
        self.cards = {fold(name): kind for kind, name in cards.items()}
        self.card_names = list(cards.values())
        self.absent = absent
        self.names = list(players)
        self.players = {fold(name): seat for seat, name in enumerate(self.names)}
        self.first_names = {name.split()[0] for name in self.players}
        self._long_names = max((len(name.split()) for name in self.players), default=1)
        self.hints = Hints(vocabulary, self.names, lists)

    def speaking(self, language: Callable[[], str]) -> Self:
        """The same reader for a log in a language, which is told when a hint needs it."""
        other = copy(self)
        other.hints = self.hints.speaking(language)
        return other

    def value(self, slot: Slot, words: list[str], at: int) -> tuple[Any, int]:
        """What stands for a slot here; Misread where that is nothing the slot takes."""
        if at == len(words) or words[at] == ",":
            raise self._missing(slot, at)
        for takes in slot.takes if len(slot.takes) == 1 else self._likely(slot, words[at]):
            try:
                return self._one(takes, words, at)
            except Misread as misread:
                if len(slot.takes) == 1:
                    raise
                if misread.at > at:  # it began as this kind of thing, so its own complaint says most
                    raise
        raise Misread(
            at,
            say(
                "expected {expected:or}, found “{found}”",
                expected=self.hints.expected(slot),
                found=excerpt(words[at]),
            ),
            partial(self.hints.near, words[at], *lists_of(slot)),
        )

    def _missing(self, slot: Slot, at: int) -> Misread:
        """Nothing stands where something is needed."""
        message = say("expected {expected:or}, found nothing", expected=self.hints.expected(slot))
        return Misread(at, message, partial(self.hints.near, "", *lists_of(slot)))

    def known(self, kind: str, words: list[str], at: int) -> tuple[tuple[str, ...], int]:
        """The keys that the words from here on may stand for, and where they end; the longest name is meant."""
        keys, longest = self.vocabulary.find(kind, words[at]), self.vocabulary.longest[kind]
        for length in range(min(longest, len(words) - at), 1, -1) if longest > 1 else ():
            name = fold(" ".join(words[at : at + length]))
            if longer := self.vocabulary.words[kind].get(name):
                return longer, at + length
        return keys, at + 1

    def _likely(self, slot: Slot, text: str) -> list[str]:
        """What a slot takes, first that of which the word is known already: so that no further language is read."""
        folded = fold(text)

        def strange(takes: str) -> bool:
            if takes == PLAYER:
                return folded not in self.first_names
            return folded not in self.vocabulary.words.get(takes.partition(":")[2] or CARD, ())

        return sorted(slot.takes, key=strange)

    def _one(self, takes: str, words: list[str], at: int) -> tuple[Any, int]:
        kind, _, terms = takes.partition(":")
        if terms:
            lists = {"word": self._word, "words": self._words, "spot": self._spot, "spots": self._spots}
            return lists[kind](terms, words, at)
        plain = {
            NUMBER: self._number,
            NUMBERS: self._numbers,
            CARD: self._card,
            CARDS: self._cards,
            PLAYER: self.player,
        }
        return plain[kind](words, at)

    def _word(self, terms: str, words: list[str], at: int) -> tuple[str, int]:
        keys, end = self.known(terms, words, at) if at < len(words) else ((), at)
        if not keys:
            found = place_of(words, at)
            expected = [self.hints.expects(f"word:{terms}")]
            raise Misread(
                at,
                say("expected {expected:or}, found “{found}”", expected=expected, found=excerpt(found)),
                partial(self.hints.near, found, terms),
            )
        return self._present(keys[0], words[at], at) if terms == DECKS else keys[0], end

    def _words(self, terms: str, words: list[str], at: int) -> tuple[tuple[str, ...], int]:
        """`2 WORD, OTHER`."""
        found: list[str] = []
        while True:
            count, at = self._number(words, at) if words[at].isdecimal() else (1, at)
            if count + len(found) > MOST_CARDS:
                raise Misread(
                    at - 1, say("expected at most {most} of them, found {found}", most=MOST_CARDS, found=count)
                )
            word, at = self._word(terms, words, at)
            found += [word] * count
            if at + 1 >= len(words) or words[at] != ",":
                return tuple(found), at
            at += 1

    def _spot(self, terms: str, words: list[str], at: int) -> tuple[Spot, int]:
        kind, at = self._word(terms, words, at)
        if at < len(words) and words[at].isdecimal():
            number, at = self._number(words, at)
            if number == 0:
                raise Misread(at - 1, say("expected a number from 1, found 0"))
            return Spot(kind, number), at
        return Spot(kind), at

    def _spots(self, terms: str, words: list[str], at: int) -> tuple[tuple[Spot, ...], int]:
        spot, at = self._spot(terms, words, at)
        spots = [spot]
        while at + 1 < len(words) and words[at] == ",":
            spot, at = self._spot(terms, words, at + 1)
            spots.append(spot)
        return tuple(spots), at

    def _number(self, words: list[str], at: int) -> tuple[int, int]:
        digits = 6
        if not (words[at].isdecimal() and len(words[at]) <= digits):
            raise Misread(at, say("expected a number, found “{found}”", found=excerpt(words[at])))
        return int(words[at]), at + 1

    def _numbers(self, words: list[str], at: int) -> tuple[tuple[int, ...], int]:
        number, at = self._number(words, at)
        numbers = [number]
        while at + 1 < len(words) and words[at] == ",":
            number, at = self._number(words, at + 1)
            numbers.append(number)
        return tuple(numbers), at

    def player(self, words: list[str], at: int) -> tuple[int, int]:
        """The seat of the player who is named here, by the longest name that fits, or else by an inflected one."""
        for length in range(min(self._long_names, len(words) - at), 0, -1):
            seat = self.players.get(fold(" ".join(words[at : at + length])))
            if seat is not None:
                return seat, at + length
        for length in range(min(self._long_names, len(words) - at), 0, -1):
            seat = self.inflected(" ".join(words[at : at + length]))
            if seat is not None:
                return seat, at + length
        found = place_of(words, at)
        raise self.no_player(found, at)

    def no_player(self, found: str, at: int, *kinds: str) -> Misread:
        """A name that nobody has; it may have been meant as one of those, or as a word of some lists."""
        message = say("“{found}” isn’t one of the players", found=excerpt(found))
        return Misread(at, message, partial(self.hints.near, found, PLAYER, *kinds))

    def inflected(self, text: str) -> int | None:
        """The seat of the only player whose name may end as it does here: `Bartka` is Bartek's."""
        folded = fold(text)
        fitting = [seat for name, seat in self.players.items() if is_form_of(folded, name)]
        return fitting[0] if len(fitting) == 1 else None

    def _card(self, words: list[str], at: int) -> tuple[str, int]:
        if words[at] == UNSEEN:
            return UNSEEN, at + 1
        for kind in (CARD, DECKS):
            keys, end = self.known(kind, words, at)
            if keys:
                return self._present(keys[0], " ".join(words[at:end]), at), end
        raise Misread(
            at,
            say("expected a card, found “{found}”", found=excerpt(words[at])),
            partial(self.hints.near, words[at], CARD),
        )

    def _present(self, key: str, text: str, at: int) -> str:
        """A deck or card that this table plays with."""
        if key in self.absent:
            raise Misread(
                at,
                say("“{found}” isn’t part of this game", found=excerpt(text)),
                say(
                    "add “{line}” to the header if it is",
                    line=f"{self.hints.spelt(HEAD['with'])}: {self.absent[key]}",
                ),
            )
        return key

    def _cards(self, words: list[str], at: int) -> tuple[tuple[str, ...], int]:
        """`2 KIND, OTHER, ?`; a number alone stands for so many cards that are not named."""
        cards: list[str] = []
        while True:
            count = 1
            if words[at].isdecimal():
                count, at = self._number(words, at)
                if count + len(cards) > MOST_CARDS:
                    raise Misread(
                        at - 1,
                        say("expected at most {most} {most:card|cards}, found {found}", most=MOST_CARDS, found=count),
                    )
                kind = UNSEEN
                if self._is_card(words, at):
                    kind, at = self._card(words, at)
            else:
                kind, at = self._card(words, at)
            cards += [kind] * count
            if (
                at + 1 < len(words)
                and words[at] == ","
                and (words[at + 1].isdecimal() or self._is_card(words, at + 1))
            ):
                at += 1
                continue
            return tuple(cards), at

    def _is_card(self, words: list[str], at: int) -> bool:
        if at >= len(words):
            return False
        text, folded, known = words[at], fold(words[at]), self.vocabulary.words
        if text == UNSEEN or folded in self.cards:
            return True
        if folded in known[CLAUSES] and folded not in known[DECKS]:  # no other language is asked for it
            return False
        return any(self.known(kind, words, at)[0] for kind in (DECKS, CARD))


def lists_of(slot: Slot) -> tuple[str, ...]:
    """The lists of words that a slot takes one of."""
    kinds = (takes.partition(":")[2] or takes for takes in slot.takes if takes not in (NUMBER, NUMBERS))
    return tuple(CARD if kind == CARDS else kind for kind in kinds)

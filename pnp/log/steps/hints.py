"""What is expected and what may have been meant, in the words of the language that a log is written in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher, get_close_matches

from pnp.base.errors import near_miss
from pnp.base.text import SOURCE_LANGUAGE, Message, say, word
from pnp.log.steps.misread import MOST_NAME
from pnp.rules.notation import CARD, CARDS, DECKS, NUMBER, NUMBERS, PLAYER, Slot, Vocabulary, fold
from pnp.words.catalog import LanguageName

_LEAST_ALIKE, _LEAST_FOREIGN = 0.6, 0.75


class Hints:
    """`language` tells, when it is first needed, in which language the log is written.

    `players` are their names; `lists` tell what the words of the game's lists are.
    """

    def __init__(
        self,
        vocabulary: Vocabulary,
        players: Sequence[str],
        lists: Mapping[str, Message],
        language: Callable[[], str] = lambda: SOURCE_LANGUAGE,
    ) -> None:
        self._vocabulary, self._players, self._lists, self._language = vocabulary, players, lists, language

    def speaking(self, language: Callable[[], str]) -> Hints:
        """The same for a log in another language."""
        return Hints(self._vocabulary, self._players, self._lists, language)

    def spelt(self, message: Message) -> str:
        """The usual one of a word's alternatives."""
        return self._vocabulary.spelt(message, self._language())

    def usual(self, kind: str, key: str) -> str:
        """The usual word for a key of a list."""
        return self._vocabulary.usual_of(kind, key, self._language())

    def expected(self, slot: Slot) -> list[Message]:
        """All that a slot takes, in words."""
        return list(dict.fromkeys(map(self.expects, slot.takes)))

    def expects(self, takes: str) -> Message:
        """What a slot takes, in words: `card` is a card, `word:good` a good."""
        kind, _, terms = takes.partition(":")
        if kind in (NUMBER, NUMBERS):
            return word("expected", "a number")
        if kind == PLAYER:
            return word("expected", "a player")
        if kind in (CARD, CARDS):
            return word("expected", "a card")
        return self._lists.get(terms, word("expected", "another word"))

    def near(self, found: str, *kinds: str) -> Message | None:
        """The word of some lists that was probably meant; else all of them, where they are few.

        A word of another language is told as such, with the one that the log's own language has for it.
        """
        language, found = self._language(), found[:MOST_NAME]
        offered = [one for kind in kinds for one in self._offered(kind, language)]
        own = [one for kind in kinds for _, one in self._spellings(kind, language)]
        close = _closest(found, offered, _LEAST_ALIKE) or _closest(found, own, _LEAST_ALIKE)
        foreign = self._foreign(found, kinds, max(_alike(found, close), _LEAST_FOREIGN)) if found else None
        if foreign or not close:
            return foreign or near_miss("", offered)
        return near_miss(close, (close,))

    def _offered(self, kind: str, language: str) -> Sequence[str]:
        return self._players if kind == PLAYER else self._vocabulary.usual(kind, language)

    def _spellings(self, kind: str, language: str) -> Iterator[tuple[str, str]]:
        """The keys of a list with every spelling in a language."""
        kinds = (CARD, DECKS) if kind == CARD else (kind,)
        return ((key, one) for of, one, key in self._vocabulary.in_language(language) if of in kinds)

    def _foreign(self, found: str, kinds: Iterable[str], least: float) -> Message | None:
        """That a word of another language may have been meant, to which it is more alike than so much."""
        self._vocabulary.read_all()
        languages = self._vocabulary.known_languages
        meant = {
            one: (language, kind, key)
            for language in languages
            for kind in kinds
            for key, one in self._spellings(kind, language)
        }
        usual = [one for language in languages for kind in kinds for one in self._offered(kind, language)]
        close = _closest(found, [one for one in usual if one in meant], least) or _closest(found, list(meant), least)
        if not close or _alike(found, close) <= least:
            return None
        language, kind, key = meant[close]
        return say(
            "“{found}” is close to “{word}”, which is {language} for “{usual}”",
            found=found,
            word=close,
            language=LanguageName(language),
            usual=self.usual(kind, key),
        )


def _closest(found: str, words: Sequence[str], least: float) -> str:
    """The word that is nearest, whatever its case and accents; empty if none is near but what was found itself."""
    folded: dict[str, str] = {}
    for one in words:
        folded.setdefault(fold(one), one)
    folded.pop(fold(found), None)
    close = get_close_matches(fold(found), list(folded), n=1, cutoff=least)
    return folded[close[0]] if close else ""


def _alike(one: str, other: str) -> float:
    """From 0 to 1; 0 where there is nothing to compare with."""
    return SequenceMatcher(None, fold(other), fold(one)).ratio() if other else 0.0

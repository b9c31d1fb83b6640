"""What a game's log may say: forms of steps, and their words in every language.

A game declares its verbs as VerbForms. Text reader and writer, the JSON form and its schema follow from them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import NamedTuple

from pnp.base.text import Message
from pnp.words.catalog import Catalog

NUMBER, NUMBERS, CARD, CARDS, PLAYER = "number", "numbers", "card", "cards", "player"


class Slot(NamedTuple):
    """A place for an argument: what it may be, tried in order.

    `number`, `numbers`, `card`, `cards`, `player`, or a word of one of the game's lists: `word:good`, several of them
    `words:tile`, a numbered thing `spot:building`, several of those `spots:building`. A clause begins with the word
    of its name, or with another one.
    `follows`: it tells no decision but what came of it by rule or by chance: what was drawn, or how much was paid.
    """

    name: str
    takes: tuple[str, ...]
    needed: bool = False
    other_word: str = ""
    follows: bool = False

    @property
    def word(self) -> str:
        """The key of the word that its clause begins with."""
        return self.other_word or self.name


class VerbForm(NamedTuple):
    """A verb with its main arguments and its clauses.

    `repeats`: a comma begins another step of the same verb. `notes`: nothing is done, something is noted as a check.
    `heads`: it is nobody's turn, but heads a line of its own, its first argument before the colon: `round 2: 5, 3`.
    `follows`: it stands in such a line too, and nowhere else.
    """

    verb: str
    main: tuple[Slot, ...] = ()
    clauses: tuple[Slot, ...] = ()
    repeats: bool = False
    notes: bool = False
    heads: bool = False
    follows: bool = False

    @property
    def nobodys(self) -> bool:
        """Whether it stands in lines that are nobody's turn."""
        return self.heads or self.follows

    @property
    def slots(self) -> tuple[Slot, ...]:
        """All places for arguments, the main ones before the clauses."""
        return self.main + self.clauses


class Notation(NamedTuple):
    """The forms of a game, and its words: each a text whose alternatives are separated by `|`, the usual one first.

    `words` has a list for the verbs, one for the clauses, one for what is dealt to beside players, one for decks, and
    one for each list that the slots name.
    """

    forms: tuple[VerbForm, ...]
    words: Mapping[str, Mapping[str, Message]]

    def form(self, verb: str) -> VerbForm:
        """The form of a verb by its key, of which the game is sure to have one."""
        return next(form for form in self.forms if form.verb == verb)


VERBS, CLAUSES, DECKS, PILES = "verb", "clause", "deck", "pile"


class Vocabulary:
    """The words of some languages, looked up as people type them: any case, with or without accents.

    Further languages are only read when a word is not known in the first.
    """

    def __init__(self, notation: Notation, catalogs: Iterable[Callable[[], Catalog]]) -> None:
        self._notation = notation
        self._unread = list(catalogs)
        self.words: dict[str, dict[str, tuple[str, ...]]] = {kind: {} for kind in notation.words}
        self.longest = dict.fromkeys(notation.words, 1)  # of how many words such a word is made at most
        self.languages: dict[tuple[str, str], set[str]] = {}
        self._usual: list[dict[str, list[str]]] = []
        self._known: list[Catalog] = []
        self._read_next()

    def find(self, kind: str, word: str) -> tuple[str, ...]:
        """The keys that a word may stand for, nearest first; empty if it is not known in any language."""
        folded = fold(word)
        while folded not in self.words[kind] and self._unread:
            self._read_next()
        return self.words[kind].get(folded, ())

    def usual(self, kind: str) -> list[list[str]]:
        """The words to offer where one was not understood, language by language."""
        return [words[kind] for words in self._usual]

    def usual_of(self, kind: str, key: str) -> str:
        """The usual word for a key, in the first language."""
        return self._usual[0][kind][list(self._notation.words[kind]).index(key)]

    def read_all(self) -> None:
        """Reads the languages that are still unread, so that no word can be missed."""
        while self._unread:
            self._read_next()

    @cached_property
    def everything(self) -> tuple[tuple[str, str, str], ...]:
        """Every spelling of every word in every language, with its kind and key."""
        self.read_all()
        return tuple(
            (spelling, kind, key)
            for catalog in self._known
            for kind, words in self._notation.words.items()
            for key, message in words.items()
            for spelling in spellings(message, catalog)
        )

    def _read_next(self) -> None:
        catalog = self._unread.pop(0)()
        self._known.append(catalog)
        self._usual.append({kind: [] for kind in self._notation.words})
        for kind, words in self._notation.words.items():
            known = self.words[kind]
            for key, message in words.items():
                self._usual[-1][kind].append(next(spellings(message, catalog)))
                for alternative in spellings(message, catalog):
                    folded = fold(alternative)
                    self.longest[kind] = max(self.longest[kind], folded.count(" ") + 1)
                    if key not in known.get(folded, ()):
                        known[folded] = (*known.get(folded, ()), key)
                    self.languages.setdefault((kind, folded), set()).add(catalog.language)


def spellings(message: Message, catalog: Catalog) -> Iterator[str]:
    """The alternatives of a word in a language, the usual one first; empty ones are left out."""
    for alternative in catalog(message).split("|"):
        if alternative.strip():
            yield alternative.strip()


@lru_cache(maxsize=4_000)
def fold(word: str) -> str:
    """A word without case and accents, so that `Slawe` finds `sławę`."""
    if word.isascii():
        return word.lower()
    bare = unicodedata.normalize("NFKD", word.casefold().replace("ł", "l"))
    return "".join(letter for letter in bare if not unicodedata.combining(letter))

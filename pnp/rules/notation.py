"""What a game's log may say: forms of steps, and their words in every language.

A game declares its verbs as VerbForms. Text reader and writer, the JSON form and its schema follow from them.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from pnp.base.frozen import FrozenDict
from pnp.base.text import Message
from pnp.words.catalog import Catalog

NUMBER, NUMBERS, CARD, CARDS, PLAYER = "number", "numbers", "card", "cards", "player"


class Slot(NamedTuple):
    """A place for an argument: what it may be, tried in order.

    `number`, `numbers`, `card`, `cards`, `player`, or a word of one of the game's lists: `word:good`, several of them
    `words:tile`, a numbered thing `spot:building`, several of those `spots:building`. A clause begins with the word
    of its name, or with another one; before a player, it may be written with a third. A main argument needs no word,
    but the other one may stand before it.
    `follows`: it tells no decision but what came of it by rule or by chance: what was drawn, or how much was paid.
    """

    name: str
    takes: tuple[str, ...]
    needed: bool = False
    other_word: str = ""
    follows: bool = False
    player_word: str = ""

    @property
    def word(self) -> str:
        """The key of the word that its clause begins with."""
        return self.other_word or self.name

    @property
    def words(self) -> tuple[str, ...]:
        """The keys of all words that its clause may begin with."""
        return (self.word, self.player_word) if self.player_word else (self.word,)


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
    one for each list that the slots name; `names` tells what the words of such a list are: a good, a field.
    """

    forms: tuple[VerbForm, ...]
    words: Mapping[str, Mapping[str, Message]]
    names: Mapping[str, Message] = FrozenDict({})

    def form(self, verb: str) -> VerbForm:
        """The form of a verb by its key, of which the game is sure to have one."""
        return next(form for form in self.forms if form.verb == verb)


VERBS, CLAUSES, DECKS, PILES = "verb", "clause", "deck", "pile"
NO_PIECES = frozenset((VERBS, CLAUSES, DECKS, PILES))
_SOME_NUMBERS = range(1, 12)  # among them all plural forms of a language


class Vocabulary:
    """The words of some languages, looked up as people type them: any case, with or without accents.

    Further languages are only read when a word is not known in the first. `printed` are the names on the pieces, by
    their keys: they are words too, of the list for cards and of each list that has a word with such a key.
    """

    def __init__(
        self,
        notation: Notation,
        catalogs: Iterable[Callable[[], Catalog]],
        printed: Mapping[str, Sequence[Message]] | None = None,
    ) -> None:
        self._notation = notation
        self._unread = list(catalogs)
        self._lists = {kind: _with_printed(kind, words, printed or {}) for kind, words in notation.words.items()}
        self._lists[CARD] = {key: self._names_of(key, names) for key, names in (printed or {}).items()}
        self.words: dict[str, dict[str, tuple[str, ...]]] = {kind: {} for kind in self._lists}
        self.longest = dict.fromkeys(self._lists, 1)  # of how many words such a word is made at most
        self.languages: dict[tuple[str, str], set[str]] = {}
        self._known: dict[str, Catalog] = {}
        self._read_next()

    def _names_of(self, key: str, printed: Sequence[Message]) -> tuple[Message, ...]:
        """All that a card is called: the words of the lists of pieces before what is printed."""
        own = [words[key][0] for kind, words in self._lists.items() if kind not in NO_PIECES and key in words]
        return tuple(dict.fromkeys((*own, *printed)))

    def find(self, kind: str, word: str) -> tuple[str, ...]:
        """The keys that a word may stand for, nearest first; empty if it is not known in any language."""
        folded = fold(word)
        while folded not in self.words[kind] and self._unread:
            self._read_next()
        return self.words[kind].get(folded, ())

    def usual(self, kind: str, language: str) -> list[str]:
        """The usual words of a list in a language."""
        return [self.spelt(messages[0], language) for messages in self._lists[kind].values()]

    def usual_of(self, kind: str, key: str, language: str) -> str:
        """The usual word for a key in a language."""
        return self.spelt(self._lists[kind][key][0], language)

    def spelt(self, message: Message, language: str) -> str:
        """How a word is usually written in a language; the first one's where it is not known."""
        return usual(message, self._catalog(language))

    @property
    def known_languages(self) -> tuple[str, ...]:
        """The languages that were read so far."""
        return tuple(self._known)

    @property
    def unread(self) -> bool:
        """Whether there are languages whose words nobody needed so far."""
        return bool(self._unread)

    def read_all(self) -> None:
        """Reads the languages that are still unread, so that no word can be missed."""
        while self._unread:
            self._read_next()

    @cached_property
    def everything(self) -> tuple[tuple[str, str, str], ...]:
        """Every spelling of every word in every language, with its kind and key."""
        self.read_all()
        return tuple((one, kind, key) for language in self._known for kind, one, key in self.in_language(language))

    def in_language(self, language: str) -> Iterator[tuple[str, str, str]]:
        """Every spelling of every word in a language, behind its kind and before its key."""
        catalog = self._catalog(language)
        for kind, words in self._lists.items():
            for key, messages in words.items():
                for message in messages:
                    for spelling in spellings(message, catalog):
                        yield kind, spelling, key

    def _catalog(self, language: str) -> Catalog:
        """The words of a language; those of the first one where it is not known."""
        while language not in self._known and self._unread:
            self._read_next()
        return self._known.get(language) or next(iter(self._known.values()))

    def _read_next(self) -> None:
        catalog = self._unread.pop(0)()
        self._known[catalog.language] = catalog
        for kind, spelling, key in self.in_language(catalog.language):
            known, folded = self.words[kind], fold(spelling)
            self.longest[kind] = max(self.longest[kind], folded.count(" ") + 1)
            if key not in known.get(folded, ()):
                known[folded] = (*known.get(folded, ()), key)
            self.languages.setdefault((kind, folded), set()).add(catalog.language)


def _with_printed(
    kind: str, words: Mapping[str, Message], printed: Mapping[str, Sequence[Message]]
) -> dict[str, tuple[Message, ...]]:
    """Each word of a list with the names of the piece of its key, if it is one of pieces."""
    own = {} if kind in NO_PIECES else printed
    return {key: (message, *(printed[key] if key in own else ())) for key, message in words.items()}


def spellings(message: Message, catalog: Catalog) -> Iterator[str]:
    """The alternatives of a word in a language and the forms of a name, the usual one first, without empty ones."""
    forms = [catalog(message)]
    if message.text.many:
        forms = [catalog(message, {"n": number}) for number in _SOME_NUMBERS]
    elif message.text.context:
        forms += catalog.name(message.text).forms.values()
    found = (one.strip() for form in dict.fromkeys(forms) for one in form.split("|"))
    return iter(dict.fromkeys(one for one in found if one))


def usual(message: Message, catalog: Catalog, number: int = 1) -> str:
    """How a word is usually written in a language, for so many."""
    return next(one.strip() for one in catalog(message, {"n": number}).split("|") if one.strip())


@lru_cache(maxsize=4_000)
def fold(word: str) -> str:
    """A word without case and accents, so that `Slawe` finds `sławę`."""
    if word.isascii():
        return word.lower()
    bare = unicodedata.normalize("NFKD", word.casefold().replace("ł", "l"))
    return "".join(letter for letter in bare if not unicodedata.combining(letter))

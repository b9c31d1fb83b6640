"""Completes what was abbreviated: `b al p 2` is what begins so, first among what may be done now."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from pnp.base.text import Message, say
from pnp.data.values import excerpt
from pnp.log.steps.misread import tokens
from pnp.log.steps.reader import StepReader
from pnp.rules.notation import CARD, CARDS, CLAUSES, DECKS, PLAYER, VERBS, Notation, Slot, VerbForm, fold, spellings
from pnp.rules.step import UNSEEN
from pnp.words.catalog import Catalog

MOST_NAMED = 8


class Ambiguous(Exception):
    """An abbreviation that may stand for several things."""

    def __init__(self, found: str, meant: Sequence[str]) -> None:
        super().__init__(found)
        words = [*meant[:MOST_NAMED], *["…"] * (len(meant) > MOST_NAMED)]
        self.message: Message = say("“{found}” could be {words:or}", found=excerpt(found), words=words)


class Term(NamedTuple):
    """A word as it may be typed, with its usual spelling."""

    folded: str
    usual: str
    key: str


class Shorthand:
    """The words of one log's language, looked up by how they begin."""

    def __init__(self, notation: Notation, catalog: Catalog, reader: StepReader) -> None:
        self._reader = reader
        self._forms = {form.verb: form for form in notation.forms}
        self._terms = {
            kind: [
                Term(fold(spelling), next(spellings(message, catalog)), key)
                for key, message in words.items()
                for spelling in spellings(message, catalog)
            ]
            for kind, words in notation.words.items()
        }
        self._usual = {key: next(spellings(message, catalog)) for key, message in notation.words[VERBS].items()}
        self._names = [Term(fold(name), name, name) for name in reader.names]
        decks = [term for term in self._terms[DECKS] if term.key not in reader.absent]
        cards = [Term(fold(name), name, reader.cards[fold(name)]) for name in reader.card_names]
        self._cards = [term for term in cards if term.key not in reader.absent] + decks

    def player(self, text: str) -> int | None:
        """The seat of a player whose name begins so, if there is only one."""
        folded = fold(" ".join(text.split()))
        found = [seat for seat, term in enumerate(self._names) if term.folded == folded] or [
            seat for seat, term in enumerate(self._names) if term.folded.startswith(folded)
        ]
        return found[0] if folded and len(found) == 1 else None

    def cards(self, text: str) -> str:
        """A list of cards with their names completed."""
        return " ".join(self._whole(word, self._cards) or word for word in tokens(text)).replace(" ,", ",")

    def step(self, words: Sequence[str], at: int, form: VerbForm) -> str:
        """A step whose verb stands there, with its words completed; Ambiguous where those may be several."""
        verb, end = self._usual[form.verb], at + 1
        if self._reader.known(VERBS, list(words), at)[0]:  # it stands there in full, or its first word does
            end = self._reader.known(VERBS, list(words), at)[1]
            verb = " ".join(words[at:end])
        else:
            end = _end_of(verb, words, at)
        whole = [*words[:at], verb, *words[end:]]
        self._complete(form, whole, at + 1)
        return " ".join(whole).replace(" ,", ",")

    def by_player(self, words: Sequence[str]) -> list[str] | None:
        """The words with a player's name completed that they begin with and that others follow."""
        for length in range(len(words) - 1, 0, -1):
            seat = self.player(" ".join(words[:length]))
            if seat is not None:
                return [self._reader.names[seat], *words[length:]]
        return None

    def forms(self, verb: str) -> list[VerbForm]:
        """The forms of the verbs that begin so; a whole word, of any language, stands for itself alone."""
        keys = self._reader.vocabulary.find(VERBS, verb)[:1]
        if not keys:
            keys = tuple(term.key for term in self._terms[VERBS] if term.folded.startswith(fold(verb)))
        return [self._forms[key] for key in dict.fromkeys(keys)]

    def label(self, text: str) -> str:
        """What stands before a colon, with the word completed that heads a line of its own."""
        first, *rest = text.split()
        heads = [self._usual[form.verb] for form in self.forms(first) if form.heads]
        return " ".join((heads[0], *rest)) if len(heads) == 1 else text

    def endings(self, text: str) -> list[str]:
        """The words that the last word of a step may become."""
        words = tokens(text)
        if not words or text[-1].isspace():
            return []
        form = next(filter(None, map(self._meant, words[:-1])), None)
        pool = [*self._terms[VERBS], *self._names]
        if form:
            pool = [term for slot in form.slots for term in self._offers(slot)] + list(self._clauses(form))
        return _beginning(words[-1], pool)

    # ---- words of a step -------------------------------------------------------------------------------------------

    def _meant(self, word: str) -> VerbForm | None:
        """The form of a verb, if only one begins so."""
        forms = self.forms(word)
        return forms[0] if len(forms) == 1 else None

    def _complete(self, form: VerbForm, words: list[str], at: int) -> None:
        """Completes the arguments in place: values where one is awaited, else the words that begin a clause."""
        slots: Sequence[Slot] = form.main
        place = at - 1
        while (place := place + 1) < len(words):
            word = words[place]
            if word == ",":
                slots = (*slots, *form.main) if form.repeats else slots
                awaited = True
                continue
            awaited = place == at or awaited
            if word.isdecimal() or word == UNSEEN:
                continue
            if awaited and any(self._knows(slot, word) for slot in slots):
                awaited = False
                continue
            values = [term for slot in slots for term in self._offers(slot)] if awaited else []
            whole = self._whole(word, [*values, *self._clauses(form)]) or word
            words[place : _end_of(whole, words, place)] = [whole]
            clause = self._clause(form, words[place])
            awaited = clause is not None
            slots = (clause,) if clause else slots

    def _clause(self, form: VerbForm, word: str) -> Slot | None:
        """The clause that a whole word begins."""
        if fold(word) in self._reader.cards:
            return None
        keys = self._reader.vocabulary.find(CLAUSES, word)
        return next((slot for slot in form.clauses if any(one in keys for one in slot.words)), None)

    def _clauses(self, form: VerbForm) -> Iterator[Term]:
        begun = {word for slot in form.clauses for word in slot.words}
        return (term for term in self._terms[CLAUSES] if term.key in begun)

    def _knows(self, slot: Slot, word: str) -> bool:
        """Whether a whole word, of any language, may stand in a slot."""
        folded = fold(word)
        for takes in slot.takes:
            terms = takes.partition(":")[2]
            if terms and self._reader.vocabulary.find(terms, word):
                return True
            if takes == PLAYER and any(folded in name.folded.split() for name in self._names):
                return True
            if takes in (CARD, CARDS) and (folded in self._reader.cards or self._reader.vocabulary.find(DECKS, word)):
                return True
        return False

    def _offers(self, slot: Slot) -> Iterator[Term]:
        for takes in slot.takes:
            if takes == PLAYER:
                yield from self._names
            elif takes in (CARD, CARDS):
                yield from self._cards
            else:
                yield from self._terms.get(takes.partition(":")[2], ())

    @staticmethod
    def _whole(word: str, terms: Iterable[Term]) -> str:
        """The only word that begins so; Ambiguous where there are several, empty where there is none."""
        if word.isdecimal() or word in (",", UNSEEN):
            return word
        meant = _beginning(word, terms)
        if len(meant) > 1:
            raise Ambiguous(word, meant)
        return meant[0] if meant else ""


def _beginning(word: str, terms: Iterable[Term]) -> list[str]:
    """The usual words for all that begins so; a whole word stands for itself alone."""
    folded = fold(word)
    found = [term for term in terms if term.folded.startswith(folded)]
    exact = [term for term in found if term.folded == folded]
    return list(dict.fromkeys(term.usual for term in exact or found))


def _end_of(whole: str, typed: Sequence[str], at: int) -> int:
    """Where the words end that were typed for one that is made of several: each begins the next of them."""
    end = at + 1
    for part in whole.split()[1:]:
        if end == len(typed) or not fold(part).startswith(fold(typed[end])):
            break
        end += 1
    return end


def fits(typed: Sequence[str], whole: Sequence[str]) -> bool:
    """Whether the typed words, in order, begin words of the whole text, the first of them its first."""
    if not typed or not whole or not _begins(typed[0], whole[0]):
        return False
    rest = iter(whole[1:])
    return all(any(_begins(word, other) for other in rest) for word in typed[1:])


def _begins(word: str, other: str) -> bool:
    if other.isdecimal() or word.isdecimal():
        return word == other
    return fold(other).startswith(fold(word))

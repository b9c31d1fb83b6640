"""Turns the words of one step into a Step: `sell metal at SHOP 2 for fame`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from pnp.base.errors import near_miss
from pnp.base.text import Message, say
from pnp.data.values import excerpt
from pnp.log.steps.misread import MOST_NAME, Misread, expected, expects, near, tokens
from pnp.rules.notation import (
    CARD,
    CARDS,
    CLAUSES,
    DECKS,
    NUMBER,
    NUMBERS,
    PLAYER,
    VERBS,
    Notation,
    Slot,
    VerbForm,
    Vocabulary,
    fold,
)
from pnp.rules.step import UNSEEN, Spot, Step

MOST_CARDS = 200
_MOST_REMEMBERED = 50_000


class StepReader:
    """Reads the steps of one log: its game's forms and words, its cards, its players."""

    def __init__(
        self,
        notation: Notation,
        vocabulary: Vocabulary,
        cards: Mapping[str, str],
        players: Iterable[str],
        absent: Mapping[str, str],
    ) -> None:
        self.vocabulary = vocabulary
        self.cards = {fold(name): kind for kind, name in cards.items()}
        self.absent = absent
        self.names = list(players)
        self.players = {fold(name): seat for seat, name in enumerate(self.names)}
        self.card_names = list(cards.values())
        self.forms = {form.verb: form for form in notation.forms}
        self.heads = [vocabulary.usual_of(VERBS, form.verb) for form in notation.forms if form.heads]
        self._first_names = {name.split()[0] for name in self.players}
        self._long_names = max((len(name.split()) for name in self.players), default=1)
        self._remembered: dict[str, tuple[Step, ...]] = {}
        self._how: dict[str, Callable[[list[str], int], tuple[Any, int]]] = {
            NUMBER: self._number,
            NUMBERS: self._numbers,
            CARD: self._card,
            CARDS: self._cards,
            PLAYER: self._player,
        }

    def steps(self, text: str, head: Step | None = None) -> tuple[Step, ...]:
        """The steps that a text between two semicolons stands for: one, or several where items follow commas.

        `head` is the step that heads the line, where that is nobody's turn.
        """
        found = self._remembered.get(text) if head is None else None
        if found is None:
            found = self._read(tokens(text))
            form = self.forms[found[0].do]
            if form.nobodys is not (head is not None) and not form.notes:
                raise Misread(0, say("'{found}' does not belong here", found=excerpt(text)), self._where(form))
            if head is None and len(self._remembered) < _MOST_REMEMBERED:
                self._remembered[text] = found
        return found

    def _where(self, form: VerbForm) -> Message:
        """Where a step belongs that stands in the wrong kind of line."""
        if not form.nobodys:
            return say("it belongs into the line of a player")
        verb = self.vocabulary.usual_of(VERBS, form.verb)
        return say("for example {example}", example=f"{self.heads[0]} 1: …; {self.names[-1]} {verb}")

    def argument(self, slot: Slot, text: str) -> Any:
        """The value of one argument written by itself, as JSON has it."""
        words = tokens(text)
        value, end = self._value(slot, words, 0)
        if end < len(words):
            raise self._unexpected(words, end)
        return value

    def headed(self, label: str) -> Step | None:
        """The step that heads a line of its own, as far as its label tells it; None where a label heads none."""
        words = label.split()
        keys, at = self._known(VERBS, words, 0) if words else ((), 0)
        form = self.forms[keys[0]] if keys else None
        if form is None or not form.heads:
            return None
        if at == len(words):
            return Step(form.verb)
        value, end = self._value(form.main[0], words, at)
        if end < len(words):
            raise self._unexpected(words, end)
        return Step(form.verb, {form.main[0].name: value})

    def completed(self, head: Step, text: str) -> Step:
        """A step that heads a line, with what stands behind the colon."""
        form, words = self.forms[head.do], tokens(text)
        args, at = self._arguments(form, words, 0, form.main[1:])
        if at < len(words):
            raise self._unexpected(words, at, form)
        return Step(form.verb, {**head.args, **args})

    def cards_alone(self, text: str) -> tuple[str, ...]:
        """A list of cards written by itself, as a deal has it."""
        return tuple(self.argument(Slot("cards", (CARDS,)), text))

    def _read(self, words: list[str]) -> tuple[Step, ...]:
        by, at = self._actor(words)
        form, at = self._form(words, at)
        steps: list[Step] = []
        while True:
            args, at = self._arguments(form, words, at, form.main)
            steps.append(Step(form.verb, args, by))
            if at == len(words):
                return tuple(steps)
            if not (form.repeats and words[at] == ","):
                raise self._unexpected(words, at, form)
            at += 1

    def begins_step(self, words: list[str]) -> bool:
        """Whether a verb stands first, or behind a player's name."""
        at = self._actor(words)[1]
        return at < len(words) and bool(self._known(VERBS, words, at)[0])

    def begins_turn(self, words: list[str], *, numbered: bool) -> bool:
        """Whether a verb stands first; where no number tells that this is a turn, it must be more than a note."""
        keys = self._known(VERBS, words, 0)[0] if words else ()
        return bool(keys) and not self.forms[keys[0]].nobodys and (numbered or not self.forms[keys[0]].notes)

    def _actor(self, words: list[str]) -> tuple[int | None, int]:
        """The player named before the verb, if one is."""
        if len(words) > 1 and self._starts_name(words[0]):
            try:
                seat, at = self._player(words, 0)
            except Misread:
                return None, 0
            if at < len(words) and (self._known(VERBS, words, at)[0] or not self._known(VERBS, words, 0)[0]):
                return seat, at
        return None, 0

    def _starts_name(self, text: str) -> bool:
        return fold(text) in self._first_names

    def _known(self, kind: str, words: list[str], at: int) -> tuple[tuple[str, ...], int]:
        """The keys that the words from here on may stand for, and where they end; the longest name is meant."""
        keys, longest = self.vocabulary.find(kind, words[at]), self.vocabulary.longest[kind]
        for length in range(min(longest, len(words) - at), 1, -1) if longest > 1 else ():
            name = fold(" ".join(words[at : at + length]))
            if longer := self.vocabulary.words[kind].get(name):
                return longer, at + length
        return keys, at + 1

    def _form(self, words: list[str], at: int) -> tuple[VerbForm, int]:
        if at == len(words):
            raise Misread(
                at, say("expected what was done, found nothing"), partial(near, self.vocabulary.usual(VERBS), "")
            )
        keys, end = self._known(VERBS, words, at)
        if not keys:
            known = [*self.vocabulary.usual(VERBS), self.names]
            raise Misread(
                at,
                say("expected what was done, found '{found}'", found=excerpt(words[at])),
                partial(near, known, words[at]),
            )
        form = self.forms[keys[0]]
        if form.heads:
            raise Misread(
                at,
                say("'{found}' stands at the head of a line of its own", found=excerpt(words[at])),
                say("for example {example}", example=f"{words[at]} 1: …"),
            )
        return form, end

    def _arguments(
        self, form: VerbForm, words: list[str], at: int, main: tuple[Slot, ...]
    ) -> tuple[dict[str, Any], int]:
        args: dict[str, Any] = {}
        for slot in main:
            if at < len(words) and words[at] != "," and (slot.needed or not self._begins_clause(form, words, at)):
                args[slot.name], at = self._value(slot, words, at)
            elif slot.needed:
                raise Misread(at, say("expected {expected}, found nothing", expected=expected(slot)))
        while at < len(words) and words[at] != ",":
            name, value, at = self._clause(form, words, at, args)
            args[name] = value
        for slot in form.clauses:
            if slot.needed and slot.name not in args:
                raise Misread(
                    at, say("expected '{name}' and then {expected}", name=slot.name, expected=expected(slot))
                )
        return args, at

    def _begins_clause(self, form: VerbForm, words: list[str], at: int) -> bool:
        if words[at].isdecimal() or fold(words[at]) in self.cards:
            return False
        keys = self._known(CLAUSES, words, at)[0]
        return bool(keys) and any(slot.word in keys for slot in form.clauses)

    def _clause(self, form: VerbForm, words: list[str], at: int, told: Mapping[str, Any]) -> tuple[str, Any, int]:
        """A clause word may have two senses in a language; one not told yet, whose argument can be read, is meant."""
        keys, end = self._known(CLAUSES, words, at)
        slots = [slot for slot in form.clauses if slot.word in keys and slot.name not in told]
        if not slots:
            raise self._unexpected(words, at, form, [slot.name for slot in form.clauses if slot.word in keys])
        for slot in slots[:-1]:
            try:
                return slot.name, *self._value(slot, words, end)
            except Misread:
                continue
        return slots[-1].name, *self._value(slots[-1], words, end)

    def _value(self, slot: Slot, words: list[str], at: int) -> tuple[Any, int]:
        if at == len(words) or words[at] == ",":
            raise Misread(at, say("expected {expected}, found nothing", expected=expected(slot)))
        for takes in slot.takes if len(slot.takes) == 1 else self._likely(slot, words[at]):
            try:
                return self._one(takes, words, at)
            except Misread as misread:
                if len(slot.takes) == 1:
                    raise
                if misread.at > at:  # it began as this kind of thing, so its own complaint says most
                    raise
        known = [known for takes in slot.takes for known in self._offers(takes)]
        raise Misread(
            at,
            say("expected {expected}, found '{found}'", expected=expected(slot), found=excerpt(words[at])),
            partial(near, known, words[at]),
        )

    def _likely(self, slot: Slot, text: str) -> list[str]:
        """What a slot takes, first that of which the word is known already: so that no further language is read."""
        folded = fold(text)

        def strange(takes: str) -> bool:
            if takes == PLAYER:
                return folded not in self._first_names
            words = self.vocabulary.words.get(takes.partition(":")[2])
            return folded not in (self.cards if words is None else words)

        return sorted(slot.takes, key=strange)

    def _one(self, takes: str, words: list[str], at: int) -> tuple[Any, int]:
        how = self._how.get(takes)
        if how:
            return how(words, at)
        kind, _, terms = takes.partition(":")
        if kind == "word":
            return self._word(terms, words, at)
        if kind == "words":
            return self._words(terms, words, at)
        if kind == "spot":
            return self._spot(terms, words, at)
        return self._spots(terms, words, at)

    def _word(self, terms: str, words: list[str], at: int) -> tuple[str, int]:
        keys, end = self._known(terms, words, at) if at < len(words) else ((), at)
        if not keys:
            found = words[at] if at < len(words) else ""
            raise Misread(
                at,
                say(
                    "expected {expected}, found '{found}'",
                    expected=expects(f"word:{terms}"),
                    found=excerpt(found),
                ),
                partial(near, self.vocabulary.usual(terms), found),
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
            raise Misread(at, say("expected a number, found '{found}'", found=excerpt(words[at])))
        return int(words[at]), at + 1

    def _numbers(self, words: list[str], at: int) -> tuple[tuple[int, ...], int]:
        number, at = self._number(words, at)
        numbers = [number]
        while at + 1 < len(words) and words[at] == ",":
            number, at = self._number(words, at + 1)
            numbers.append(number)
        return tuple(numbers), at

    def _player(self, words: list[str], at: int) -> tuple[int, int]:
        for length in range(min(self._long_names, len(words) - at), 0, -1):
            seat = self.players.get(fold(" ".join(words[at : at + length])))
            if seat is not None:
                return seat, at + length
        found = words[at] if at < len(words) else ""
        raise Misread(
            at, say("'{found}' is none of the players", found=excerpt(found)), partial(near, [self.names], found)
        )

    def _card(self, words: list[str], at: int) -> tuple[str, int]:
        text = words[at]
        if text == UNSEEN:
            return UNSEEN, at + 1
        kind = self.cards.get(fold(text)) or next(iter(self.vocabulary.find(DECKS, text)), None)
        if kind is None:
            raise Misread(
                at,
                say("expected a card, found '{found}'", found=excerpt(text)),
                partial(near, [self.card_names], text),
            )
        return self._present(kind, text, at), at + 1

    def _present(self, key: str, text: str, at: int) -> str:
        """A deck or card that this table plays with."""
        if key in self.absent:
            raise Misread(
                at,
                say("'{found}' is not in play at this table", found=excerpt(text)),
                say("add '{line}' to the header if it was", line=f"with: {self.absent[key]}"),
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
                        at - 1, say("expected at most {most} cards, found {found}", most=MOST_CARDS, found=count)
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
        if folded in known[CLAUSES] and folded not in known[DECKS]:  # no other language is asked for it
            return False
        return text == UNSEEN or folded in self.cards or bool(self.vocabulary.find(DECKS, text))

    def _offers(self, takes: str) -> list[list[str]]:
        if takes == PLAYER:
            return [self.names]
        if takes in (CARD, CARDS):
            return [self.card_names]
        return [] if takes in (NUMBER, NUMBERS) else self.vocabulary.usual(takes.partition(":")[2])

    def _unexpected(
        self, words: list[str], at: int, form: VerbForm | None = None, told: Sequence[str] = ()
    ) -> Misread:
        """A word that does not belong here; `told` are clauses that it begins and that stand in the step already."""
        if told:
            return Misread(at, say("'{name}' stands twice in this step", name=told[0]))
        if form is None or words[at] == ",":
            hint = say("end the step with a semicolon before the next one")
        else:
            hint = near_miss(words[at][:MOST_NAME], [slot.name for slot in form.clauses]) or say(
                "a semicolon ends a step"
            )
        return Misread(at, say("'{found}' does not belong here", found=excerpt(words[at])), hint)

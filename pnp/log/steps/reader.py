"""Turns the words of one step, a verb and what it is done with, into a Step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial
from typing import Any

from pnp.base.errors import near_miss
from pnp.base.text import Message, say
from pnp.data.values import excerpt
from pnp.log.steps.arguments import ArgumentReader, lists_of
from pnp.log.steps.misread import MOST_NAME, Misread, tokens
from pnp.rules.notation import (
    CARDS,
    CLAUSES,
    PLAYER,
    VERBS,
    Notation,
    Slot,
    VerbForm,
    Vocabulary,
    fold,
)
from pnp.rules.step import Step

_MOST_REMEMBERED = 50_000


class StepReader(ArgumentReader):
    """Reads the steps of one log: its game's forms and words, its cards, its players."""

    def __init__(
        self,
        notation: Notation,
        vocabulary: Vocabulary,
        cards: Mapping[str, str],
        players: Iterable[str],
        absent: Mapping[str, str],
    ) -> None:
        super().__init__(vocabulary, cards, players, absent, notation.names)
        self.forms = {form.verb: form for form in notation.forms}
        self._remembered: dict[str, tuple[Step, ...]] = {}

    @property
    def heads(self) -> list[str]:
        """The usual words of the verbs that head a line of their own."""
        return [self.hints.usual(VERBS, form.verb) for form in self.forms.values() if form.heads]

    def steps(self, text: str, head: Step | None = None) -> tuple[Step, ...]:
        """The steps that a text between two semicolons stands for: one, or several where items follow commas.

        `head` is the step that heads the line, where that is nobody's turn.
        """
        found = self._remembered.get(text) if head is None else None
        if found is None:
            found = self._read_in_any(tokens(text))
            form = self.forms[found[0].do]
            if form.nobodys is not (head is not None) and not form.notes:
                raise Misread(0, say("“{found}” doesn’t belong here", found=excerpt(text)), self._where(form))
            if head is None and len(self._remembered) < _MOST_REMEMBERED:
                self._remembered[text] = found
        return found

    def _where(self, form: VerbForm) -> Message:
        """Where a step belongs that stands in the wrong kind of line."""
        if not form.nobodys:
            return say("it belongs in a player’s line")
        verb = self.hints.usual(VERBS, form.verb)
        return say("for example {example}", example=f"{self.heads[0]} 1: …; {self.names[-1]} {verb}")

    def argument(self, slot: Slot, text: str) -> Any:
        """The value of one argument written by itself, as JSON has it."""
        words = tokens(text)
        value, end = self.value(slot, words, 0)
        if end < len(words):
            raise self._unexpected(words, end)
        return value

    def headed(self, label: str) -> Step | None:
        """The step that heads a line of its own, as far as its label tells it; None where a label heads none."""
        words = label.split()
        keys, at = self.known(VERBS, words, 0) if words else ((), 0)
        form = self.forms[keys[0]] if keys else None
        if form is None or not form.heads:
            return None
        if at == len(words):
            return Step(form.verb)
        value, end = self.value(form.main[0], words, at)
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

    def _read_in_any(self, words: list[str]) -> tuple[Step, ...]:
        """The steps; a word that was found may begin a longer one in a language that nobody needed so far."""
        unread = self.vocabulary.unread
        try:
            return self._read(words)
        except Misread:
            if not unread:
                raise
        self.vocabulary.read_all()
        return self._read(words)

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
        return at < len(words) and bool(self.known(VERBS, words, at)[0])

    def begins_turn(self, words: list[str], *, numbered: bool) -> bool:
        """Whether a verb stands first; where no number tells that this is a turn, it must be more than a note."""
        keys = self.known(VERBS, words, 0)[0] if words else ()
        return bool(keys) and not self.forms[keys[0]].nobodys and (numbered or not self.forms[keys[0]].notes)

    def _actor(self, words: list[str]) -> tuple[int | None, int]:
        """The player named before the verb, if one is."""
        if len(words) > 1 and fold(words[0]) in self.first_names:
            try:
                seat, at = self.player(words, 0)
            except Misread:
                return None, 0
            if at < len(words) and (self.known(VERBS, words, at)[0] or not self.known(VERBS, words, 0)[0]):
                return seat, at
        return None, 0

    def _form(self, words: list[str], at: int) -> tuple[VerbForm, int]:
        if at == len(words):
            raise Misread(at, say("a step is missing here"), partial(self.hints.near, "", VERBS))
        keys, end = self.known(VERBS, words, at)
        if not keys:
            hint = partial(self.hints.near, words[at], VERBS, PLAYER)
            raise Misread(at, say("unknown step “{found}”", found=excerpt(words[at])), hint)
        form = self.forms[keys[0]]
        if form.heads:
            raise Misread(
                at,
                say("“{found}” begins a line of its own", found=excerpt(words[at])),
                say("for example {example}", example=f"{words[at]} 1: …"),
            )
        return form, end

    def _arguments(
        self, form: VerbForm, words: list[str], at: int, main: tuple[Slot, ...]
    ) -> tuple[dict[str, Any], int]:
        args: dict[str, Any] = {}
        for slot in main:
            at = self._behind_word(slot, words, at)
            if at < len(words) and words[at] != "," and (slot.needed or not self._begins_clause(form, words, at)):
                args[slot.name], at = self.value(slot, words, at)
            elif slot.needed:
                raise self._missing(slot, at)
        while at < len(words) and words[at] != ",":
            name, value, at = self._clause(form, words, at, args)
            args[name] = value
        for slot in form.clauses:
            if slot.needed and slot.name not in args:
                raise self._missing_clause(slot, at)
        return args, at

    def _missing_clause(self, slot: Slot, at: int) -> Misread:
        word = slot.player_word if slot.takes == (PLAYER,) and slot.player_word else slot.word
        message = say(
            "expected “{word}”, followed by {expected:or}",
            word=self.hints.usual(CLAUSES, word),
            expected=self.hints.expected(slot),
        )
        return Misread(at, message, partial(self.hints.near, "", *lists_of(slot)))

    def _behind_word(self, slot: Slot, words: list[str], at: int) -> int:
        """Behind the word that may stand before a main argument."""
        if slot.other_word and at + 1 < len(words) and fold(words[at]) in self.vocabulary.words[CLAUSES]:
            keys, end = self.known(CLAUSES, words, at)
            return end if slot.other_word in keys and end < len(words) else at
        return at

    def _begins_clause(self, form: VerbForm, words: list[str], at: int) -> bool:
        if words[at].isdecimal() or fold(words[at]) in self.cards:
            return False
        keys = self.known(CLAUSES, words, at)[0]
        return bool(keys) and any(_begun_by(slot, keys) for slot in form.clauses)

    def _clause(self, form: VerbForm, words: list[str], at: int, told: Mapping[str, Any]) -> tuple[str, Any, int]:
        """A clause word may have two senses in a language; one not told yet, whose argument can be read, is meant."""
        keys, end = self.known(CLAUSES, words, at)
        slots = [slot for slot in form.clauses if _begun_by(slot, keys) and slot.name not in told]
        if not slots:
            raise self._unexpected(words, at, form, told=any(_begun_by(slot, keys) for slot in form.clauses))
        for slot in slots[:-1]:
            try:
                return slot.name, *self.value(slot, words, end)
            except Misread:
                continue
        return slots[-1].name, *self.value(slots[-1], words, end)

    def _unexpected(self, words: list[str], at: int, form: VerbForm | None = None, *, told: bool = False) -> Misread:
        """A word that does not belong here; `told`: it begins a clause that is part of the step already."""
        found = excerpt(words[at])
        if told:
            return Misread(at, say("“{found}” appears twice in this step", found=found))
        if form is None or words[at] == ",":
            return Misread(
                at, say("“{found}” doesn’t belong here", found=found), say("put a semicolon before the next step")
            )
        return Misread(
            at, say("“{found}” doesn’t belong here", found=found), partial(self._clause_or_end, words[at], form)
        )

    def _clause_or_end(self, found: str, form: VerbForm) -> Message:
        """The clauses that may go on a step where something else does, or how it ends."""
        usual = [self.hints.usual(CLAUSES, word) for slot in form.clauses for word in slot.words]
        return near_miss(found[:MOST_NAME], usual) or say("use a semicolon to end a step")


def _begun_by(slot: Slot, keys: Iterable[str]) -> bool:
    """Whether one of some clause words begins a slot's clause."""
    return any(word in keys for word in slot.words)

"""Turns the words of one step, a verb and what it is done with, into a Step."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from pnp.base.errors import near_miss
from pnp.base.text import Message, say
from pnp.data.values import excerpt
from pnp.log.steps.arguments import ArgumentReader
from pnp.log.steps.misread import MOST_NAME, Misread, expected, near, tokens
from pnp.rules.notation import (
    CARDS,
    CLAUSES,
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
        super().__init__(vocabulary, cards, players, absent)
        self.forms = {form.verb: form for form in notation.forms}
        self.heads = [vocabulary.usual_of(VERBS, form.verb) for form in notation.forms if form.heads]
        self._remembered: dict[str, tuple[Step, ...]] = {}

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
            raise Misread(
                at, say("expected what was done, found nothing"), partial(near, self.vocabulary.usual(VERBS), "")
            )
        keys, end = self.known(VERBS, words, at)
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
                args[slot.name], at = self.value(slot, words, at)
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
        keys = self.known(CLAUSES, words, at)[0]
        return bool(keys) and any(slot.word in keys for slot in form.clauses)

    def _clause(self, form: VerbForm, words: list[str], at: int, told: Mapping[str, Any]) -> tuple[str, Any, int]:
        """A clause word may have two senses in a language; one not told yet, whose argument can be read, is meant."""
        keys, end = self.known(CLAUSES, words, at)
        slots = [slot for slot in form.clauses if slot.word in keys and slot.name not in told]
        if not slots:
            raise self._unexpected(words, at, form, [slot.name for slot in form.clauses if slot.word in keys])
        for slot in slots[:-1]:
            try:
                return slot.name, *self.value(slot, words, end)
            except Misread:
                continue
        return slots[-1].name, *self.value(slots[-1], words, end)

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

"""Carries a log over to other rules: what players decided stays, what follows by rule is counted anew.

Where the changed rules object to a step, it is tried with more or fewer cards paid or drawn. From there on cards lie
otherwise than in the log: the names that it has for drawn and paid cards are not insisted on, nor is the moment of
a reshuffle, and whoever has too many cards in hand discards. What the rules still object to is a decision.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from pnp.data.edition import Choices, EditionData
from pnp.log.log import Log
from pnp.referee.findings import Judgement
from pnp.referee.judge import ExplainingReplay
from pnp.referee.replay import Replay
from pnp.rules.notation import Notation
from pnp.rules.objection import PILE, Objection
from pnp.rules.protocol import Rules, phases_of
from pnp.rules.step import CLAIM, END, TABLE, TURN, UNSEEN, Line, Step

MOST_MORE = 40  # cards more or fewer that are tried


def decisions(log: Log, notation: Notation) -> Log:
    """The log without notes and claims: those are facts about the game as it was played."""
    notes = {form.verb for form in notation.forms if form.notes}

    def line(one: Line) -> Line:
        if one.kind == CLAIM:  # it still ends the turn before it
            return one._replace(steps=(Step("result", {"players": {}}),))
        return one._replace(steps=tuple(step for step in one.steps if step.do not in notes))

    return replace(log, lines=tuple(map(line, log.lines)))


class _Ending(Replay):
    """A log on its way, and the line in which its game ended."""

    ended: int | None = None

    def play(self, step: Step, line: Line) -> None:
        """Plays a step, and notes the line in which the rules end the game."""
        super().play(step, line)
        if self.table.over and self.ended is None:
            self.ended = line.at


class Passage(_Ending, ExplainingReplay):
    """A log as it is judged."""


class Transposition(_Ending):
    """A log on its way through other rules than those that it was judged by before.

    `unnamed`: cards that are drawn or paid are not named from the beginning, so that only their numbers are judged.
    """

    def __init__(self, before: Judgement, edition: EditionData, rules: Rules, *, unnamed: bool = False) -> None:
        super().__init__(before.log, edition, rules)
        self.recounted: list[int] = []  # lines in which cards were counted anew
        self.astray = False  # a decision cannot be carried over, so the rest would be another game
        self._all_unnamed = unnamed
        self._before = before
        self._changed = changed_values(before.edition, edition)
        self._follows = {
            form.verb: [slot.name for slot in form.slots if slot.follows] for form in rules.notation.forms
        }
        self._follows["deal"] = ["cards"]
        self._backs = _backs(edition)
        self._last = ("", *phases_of(edition))[-1]
        self._played: dict[int, list[tuple[Step, Step]]] = {}  # by line, each step with the one that it was made of

    def run(self) -> None:
        """Plays the log to its end, or to a decision that cannot be carried over."""
        for _ in self.lines():
            if self.astray:
                return

    def play(self, step: Step, line: Line) -> None:
        """Plays what becomes of a step: the same, one with other numbers of cards, one more before it, or nothing."""
        steps = (step,) if self._was_wrong(step, line) else self._carried_over(step, line)
        for one in steps:
            super().play(one, line)
        self._played.setdefault(line.at, []).extend((one, step) for one in steps if one.do not in ("turn", END.do))

    def transposed(self, choices: Choices, ended: int | None) -> Log:
        """The log as it would have been; nothing is played after its end, where it comes before the old one."""
        end = self.ended if self.ended is not None and (ended is None or self.ended < ended) else None
        lines = [
            line._replace(steps=tuple(step for step, _ in self._played[line.at])) if line.at in self._played else line
            for line in self.log.lines
            if end is None or line.kind not in (TURN, TABLE) or line.at <= end
        ]
        return replace(self.log, choices=choices, lines=tuple(lines))

    def recorded(self, line: int, step: Step | None) -> Step | None:
        """The step as the log has it."""
        return next((old for new, old in self._played.get(line, ()) if new == step), step)

    def _was_wrong(self, step: Step, line: Line) -> bool:
        """Whether the old rules objected too; such a fault stays what it is."""
        return any(one.line == line.at and one.step == step for one in self._before.findings)

    def _carried_over(self, step: Step, line: Line) -> tuple[Step, ...]:
        """The step as it would have been: with other numbers of cards, after something else, or not at all."""
        if self.recounted or self._all_unnamed:
            step = self._unnamed(step, self._backs)
        objection = self._objection(step)
        steps = (step,) if objection is None else self._mended(step, objection)
        if steps != (step,):
            self.recounted.append(line.at)
        elif objection:
            self.astray = True
        return steps

    def _objection(self, step: Step) -> Objection | None:
        """Why not, unless that cannot be told from the log."""
        objection = self.table.why_not(step)
        return None if objection and self.table.cannot_tell(objection) else objection

    def _mended(self, step: Step, objection: Objection) -> tuple[Step, ...]:
        """The step without what is only due to numbers of cards; what rests on a changed value is not."""
        direct = not self._changed.isdisjoint(objection.rests)
        if step.do == END.do:
            return (step,) if direct else (*self._forced(), step)
        names = self._follows.get(step.do, [])
        if other := self._first_legal(_resized(step, names)) or self._first_legal(_uncounted(step, names)):
            return (other,)
        if direct:
            return (step,)
        for backs in (self._backs, dict.fromkeys(self._backs, UNSEEN)):
            unnamed = self._unnamed(step, backs)
            if other := self._first_legal(iter((unnamed, *_resized(unnamed, names)))):
                return (other,)
        only_pile = bool(objection.about) and all(aspect.startswith(PILE) for aspect, _ in objection.about)
        in_vain = self.rules.phase(step) == self._last and self.table.why_not(END) is None
        return () if only_pile or in_vain else (step,)

    def _first_legal(self, steps: Iterator[Step]) -> Step | None:
        return next((step for step in steps if self.table.why_not(step) is None), None)

    def _forced(self) -> tuple[Step, ...]:
        """What has to be done at the end of the turn because there are more cards than the log knew."""
        for step in self.table.legal():
            if step.do != END.do and self.rules.phase(step) == self._last:
                table = self.table.copy()
                table.apply(step)
                if table.why_not(END) is None:
                    return (step,)
        return ()

    def _unnamed(self, step: Step, backs: Mapping[str, str]) -> Step:
        """The step with backs only where it names cards that came or went."""
        args = dict(step.args)
        for name in self._follows.get(step.do, ()):
            value = args.get(name)
            if isinstance(value, tuple):
                args[name] = tuple(backs.get(card, card) for card in value)
            elif value in backs:
                del args[name]
        return Step(step.do, args, step.by)


def _backs(edition: EditionData) -> dict[str, str]:
    """Each card's back, also by the back itself; that of the first deck goes without saying."""
    backs = {
        name: deck.key for deck in edition.decks for name in (deck.key, *(card.key.casefold() for card in deck.cards))
    }
    return {name: UNSEEN if back == edition.decks[0].key else back for name, back in backs.items()}


def changed_values(old: EditionData, new: EditionData) -> frozenset[str]:
    """The keys of values that differ between two editions."""
    keys = old.values.keys() | new.values.keys()
    return frozenset(
        key
        for key in keys
        if (key in old.values) != (key in new.values) or (key in old.values and old[key] != new[key])
    )


def _resized(step: Step, names: list[str]) -> Iterator[Step]:
    """The step with other numbers of cards, the nearest first, wherever in a list they are missing or too many."""
    for number in range(1, MOST_MORE + 1):
        for name in names:
            cards = step.args.get(name)
            if isinstance(cards, tuple):
                for other in (*_shorter(cards, number), *_longer(cards, number)):
                    yield Step(step.do, {**step.args, name: other}, step.by)


def _uncounted(step: Step, names: list[str]) -> Iterator[Step]:
    """The step without numbers that only tell what came of it."""
    counted = [name for name in names if isinstance(step.args.get(name), int)]
    if counted:
        yield Step(step.do, {name: value for name, value in step.args.items() if name not in counted}, step.by)


def _shorter(cards: tuple[str, ...], number: int) -> Iterator[tuple[str, ...]]:
    for at in range(len(cards) - number, -1, -1):
        yield cards[:at] + cards[at + number :]


def _longer(cards: tuple[str, ...], number: int) -> Iterator[tuple[str, ...]]:
    for at in range(len(cards), -1, -1):
        yield cards[:at] + (UNSEEN,) * number + cards[at:]

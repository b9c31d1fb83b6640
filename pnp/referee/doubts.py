"""What a fault leaves in doubt, until the log shows how it was; and whether that explains a later objection.

A doubt is about one fact: this hand, this building, where a pawn stands. An objection follows from a fault only if
some other state of that fact would make the step legal, and fits all that the log has told since the fault.

Such a state is a supposition. To try one, the table as it stood after the fault is changed in that one thing, and the
events since then, all that was played, happen on it: an alternative. Those that still fit are kept and brought up to
date when they are asked for again; one that the log has refuted stays refuted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, islice
from typing import ClassVar, NamedTuple

from pnp.log.log import CLAIMS
from pnp.referee.claims import wrong_claim
from pnp.referee.explain import meant_by
from pnp.referee.findings import Finding
from pnp.rules.objection import Aspect, Objection
from pnp.rules.protocol import Rules, Supposition
from pnp.rules.step import END, Step
from pnp.rules.table import GameTable

MOST_TRACED = 40  # suppositions that are followed through the log, for one objection
MOST_WORK = 150_000  # steps that are played again for one log; after that, what may follow is taken to do so
COPY = 5  # steps that a copy of a table is worth
ASKING = 200  # steps that it is worth to ask what was meant
ILLEGAL, NEARLY, LEGAL = range(3)
MOST_ALIKE = 2  # doubts about the same fact from the same fault: the first, and the last


class Doubt(NamedTuple):
    """A fact that may be otherwise than the table has it, since a finding; `table` is how it stood then.

    `undone` is how it would have stood without the step.
    """

    aspect: Aspect
    finding: Finding
    table: GameTable
    undone: GameTable | None
    since: int  # so many events had been played
    turn: int  # so many turns had begun

    @property
    def root(self) -> Finding:
        """The fault that it is due to in the end."""
        return self.finding.follows or self.finding


@dataclass(frozen=True, slots=True, eq=False)
class Otherwise:
    """A faulty step that was never done, or another one that was done instead."""

    step: Step | None
    travels: ClassVar[bool] = True

    def __call__(self, table: GameTable) -> bool:
        """Whether the other step can have been done, and then it is; nothing can always have been."""
        if self.step is None:
            return True
        return table.why_not(self.step) is None and table.apply(self.step) is None


NEVER = Otherwise(None)


class Alternative(NamedTuple):
    """How the table would stand if something had been otherwise, after so many events.

    `ended`: the turn of the fault is over. How that ends refutes nothing: what belongs into it may not be written.
    """

    table: GameTable
    after: int
    ended: bool = False


# a step that was played, and whether the rules had nothing against it; or what turned out to have been so
Event = tuple[Step, bool] | Supposition


class Cause(NamedTuple):
    """What an objection results from, and what would have to be otherwise; None where that cannot be listed."""

    doubt: Doubt
    supposition: Supposition | None

    @property
    def finding(self) -> Finding:
        """What the doubt began with, which may itself follow from another finding."""
        return self.doubt.finding


class Moment(NamedTuple):
    """All doubts at some moment, to go back to."""

    open: dict[Aspect, tuple[Doubt, ...]]
    events: list[Event]  # up to this length
    length: int
    turns: int


NO_DOUBTS = Moment({}, [], 0, 0)


class Doubts:
    """All that is in doubt, with all that was played since the first fault."""

    def __init__(self) -> None:
        self.open: dict[Aspect, tuple[Doubt, ...]] = {}
        self._events: list[Event] = []
        self._worlds: dict[tuple[Doubt | GameTable | None, Supposition], Alternative | None] = {}
        self._others: dict[GameTable, tuple[Otherwise, ...]] = {}  # by what would stand without the faulty step
        self._work = 0  # steps that were played for the sake of suppositions
        self._turns = 0  # that were begun in their order

    def copy(self) -> Doubts:
        """The same doubts, to go on from here in another way; what was found out about them is not taken along."""
        other = Doubts()
        other.open, other._events = self.open.copy(), self._events.copy()
        other._turns = self._turns
        return other

    def __iter__(self) -> Iterator[Doubt]:
        for doubts in self.open.values():
            yield from doubts

    def moment(self) -> Moment:
        """All doubts as they are now. The events are not copied, for they only grow: their number is enough."""
        return Moment(self.open.copy(), self._events, len(self._events), self._turns) if self.open else NO_DOUBTS

    def go_back(self, moment: Moment) -> None:
        """All is in doubt that was so at a moment, and nothing else."""
        self.open, self._turns = moment.open.copy(), moment.turns
        self._events = moment.events[: moment.length]
        self._worlds.clear()

    # ---- how doubts come and go ------------------------------------------------------------------------------------

    def add(
        self, finding: Finding, aspects: Iterable[Aspect], table: GameTable, undone: GameTable | None = None
    ) -> None:
        """These facts are in doubt from here on; of the same fault, only the first and the last doubt are kept."""
        then: GameTable | None = None  # one copy for all of them, and none where there are none
        for aspect in aspects:
            then = then or table.copy()
            doubt = Doubt(aspect, finding, then, undone, len(self._events), self._turns)
            known = self.open.get(aspect, ())
            alike = [other for other in known if other.root is doubt.root]
            if len(alike) >= MOST_ALIKE:
                known = tuple(other for other in known if other is not alike[-1])
            self.open[aspect] = (*known, doubt)

    def follow(self, step: Step, *, clean: bool) -> None:
        """A step has been played; a faulty one leaves doubts that begin with it."""
        if self.open or not clean:
            self._events.append((step, clean))

    def spread(self, source: Aspect, aspect: Aspect, table: GameTable) -> None:
        """What comes of something doubtful is doubtful too, from here on."""
        for doubt in self.open.get(source, ()):
            self.add(doubt.finding, (aspect,), table)

    def end(self, aspects: Iterable[Aspect]) -> None:
        """These facts are certain again."""
        for aspect in aspects:
            self.open.pop(aspect, None)

    def turn(self, fleeting: Mapping[str, int], players: int) -> None:
        """Another turn begins in its order: by now the log has shown some things again."""
        self._turns += 1
        for aspect, doubts in list(self.open.items()):
            rounds = fleeting.get(aspect[0])
            if rounds is not None:
                kept = tuple(doubt for doubt in doubts if self._turns - doubt.turn <= rounds * players)
                self.open[aspect] = kept
                if not kept:
                    del self.open[aspect]

    # ---- what they explain -----------------------------------------------------------------------------------------

    def cause(self, objection: Objection, step: Step, table: GameTable, rules: Rules) -> Cause | None:
        """What an objection results from: had it been otherwise, as it may have, the step would be legal."""
        behind = (one for aspect in objection.about for one in rules.behind(aspect))
        partly: Cause | None = None
        for aspect in dict.fromkeys((*objection.about, *behind)):
            for doubt in self.open.get(aspect, ()):
                cause = self._cause(doubt, step, table, rules)
                if cause and cause.supposition:
                    return cause
                partly = partly or cause
        return partly

    def _cause(self, doubt: Doubt, step: Step, table: GameTable, rules: Rules) -> Cause | None:
        """How a doubt explains a step: by a state in which it is legal, or nearly so; by any if none are listed."""
        supposed = rules.suppose(table, doubt.aspect)
        if supposed is None or self._work > MOST_WORK:
            return Cause(doubt, None)
        # A supposition that shows at once is first tried on the table as it is: most do not help, and that is cheap.
        likely = (one for one in supposed if one.travels or self._helps(table, doubt.aspect, one, step))
        nearly = False
        for supposition in chain(self._instead(doubt, rules), islice(likely, MOST_TRACED)):
            fit = self._fit(doubt, supposition, step)
            if fit == LEGAL:
                return Cause(doubt, supposition)
            nearly |= fit == NEARLY
        return Cause(doubt, None) if nearly else None

    def _instead(self, doubt: Doubt, rules: Rules) -> Iterator[Otherwise]:
        """What may have been done instead of a faulty step, where that was done and is written."""
        finding, undone = doubt.finding, doubt.undone
        form = next((form for form in rules.notation.forms if finding.step and form.verb == finding.step.do), None)
        if undone is None or finding.step is None or form is None:
            return
        yield NEVER
        if undone not in self._others:
            meant = meant_by(undone.copy(), finding.step, form, len(undone.names))
            self._others[undone] = tuple(map(Otherwise, meant))
            self._work += ASKING
        yield from self._others[undone]

    def believe(self, cause: Cause) -> GameTable:
        """The table as it stands if that was so, which the log has shown by now; doubts go on from there."""
        assert cause.supposition
        since, instead = cause.doubt.since, isinstance(cause.supposition, Otherwise)
        begin, later = (since - 1, 0) if instead else (since, 1)  # in place of the faulty step, or after it
        table = _before(cause.doubt, cause.supposition).copy()
        self._events = [*self._events[:begin], cause.supposition, *self._events[since:]]
        wanted, tables = {doubt.since + later for doubt in self}, dict[int, GameTable]()
        for number, event in enumerate(self._events[begin:], begin + 1):
            _follow(table, event)
            if number in wanted:
                tables[number] = table.copy()
        # doubts since then are about that other game now: each with the table as it stood there
        for aspect, doubts in self.open.items():
            self.open[aspect] = tuple(
                doubt._replace(
                    table=tables[doubt.since + later],
                    undone=None,
                    since=doubt.since + later,
                    turn=self._turns if doubt.root is cause.doubt.root else doubt.turn,
                )
                if doubt.since >= since
                else doubt
                for doubt in doubts
            )
        self._worlds.clear()
        return table

    def _helps(self, table: GameTable, aspect: Aspect, supposition: Supposition, step: Step) -> bool:
        trial = table.copy()
        self._work += COPY
        return supposition(trial) and self._judged(trial, aspect, step) > ILLEGAL

    def _judged(self, table: GameTable, aspect: Aspect, step: Step) -> int:
        """Whether anything is left against a step; perhaps only what hangs on another thing in doubt."""
        objection = _objection(table, step)
        if objection is None:
            return LEGAL
        elsewhere = aspect not in objection.about and any(other in self.open for other in objection.about)
        return NEARLY if elsewhere else ILLEGAL

    def _fit(self, doubt: Doubt, supposition: Supposition, step: Step) -> int:
        """Whether a step would be legal if it had been so, and all that was legal since the fault too."""
        # what was done instead is the same for all doubts of a fault, so its world is shared among them
        key = (doubt.undone if isinstance(supposition, Otherwise) else doubt, supposition)
        world = self._worlds[key] if key in self._worlds else _begun(doubt, supposition)
        world = self._worlds[key] = world and self._brought_up(world)
        return self._judged(world.table.copy(), doubt.aspect, step) if world else ILLEGAL

    def _brought_up(self, world: Alternative) -> Alternative | None:
        """The world as it would stand by now; None where the log shows that it was not so."""
        table, events, ended = world.table, self._events[world.after :], world.ended
        self._work += len(events) + COPY
        for event in events:
            ends = isinstance(event, tuple) and event[0] == END
            if not _follow(table, event) and (ended or not ends):
                return None
            ended = ended or ends
        return Alternative(table, len(self._events), ended)


def _before(doubt: Doubt, supposition: Supposition) -> GameTable:
    """The table to which a supposition belongs: as it stood before a faulty step that was not done, else after it."""
    return doubt.undone if isinstance(supposition, Otherwise) and doubt.undone else doubt.table


def _begun(doubt: Doubt, supposition: Supposition) -> Alternative | None:
    table = _before(doubt, supposition).copy()
    return Alternative(table, doubt.since) if supposition(table) else None


def _follow(table: GameTable, event: Event) -> bool:
    """Plays a step of the log, unless it cannot have happened; False where it only now breaks a rule."""
    if not isinstance(event, tuple):
        event(table)
        return True
    step, clean = event
    objection = table.why_not(step)
    if objection is None or (not objection.impossible and table.possible(step)):
        table.apply(step)
    return objection is None or not clean


def _objection(table: GameTable, step: Step) -> Objection | None:
    if step.do in CLAIMS:
        return wrong_claim(table.outcome(), step, table.names)
    return table.why_not(step) or table.apply(step)

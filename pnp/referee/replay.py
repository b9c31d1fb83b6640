"""Plays a record through the rules of its game: the table as played, and a finding for each step against them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from itertools import islice

from pnp.edition import Edition
from pnp.referee.claims import wrong_claim
from pnp.referee.log import CLAIMS, Log
from pnp.referee.rules import Aspect, Objection, Rules, Table
from pnp.referee.step import CLAIM, DEAL, NOTE, TABLE, TURN, Line, Step
from pnp.referee.verdict import Finding, unsettled

END = Step("end")
MOST_INSTEAD = 6
MOST_FINDINGS = 200


class Replay:
    """A record on its way through the rules."""

    def __init__(self, log: Log, edition: Edition, rules: Rules) -> None:
        self.log = log
        self.edition = edition
        self.rules = rules
        self.table: Table = rules.set_up(edition, log.players)
        self.findings: list[Finding] = []
        self.steps = 0
        self.turns = 0  # begun so far
        self.notes = {form.verb for form in rules.notation.forms if form.notes} | {"deal", *CLAIMS}
        self._doubts: dict[Aspect, Finding] = {}
        self.open: Line | None = None  # the last line of the turn that is going on
        self._done: tuple[Step, ...] = ()  # in the turn that is going on
        self._regular = 0  # turns since the last fault of that kind
        self.trying = False  # only to see what would come of it

    # ---- line by line ----------------------------------------------------------------------------------------------

    def lines(self) -> Iterator[Line]:
        """Plays the lines one by one, so that a caller may look at the table in between."""
        self.count_players()
        for line in self.log.lines:
            self.line(line)
            yield line
            if len(self.findings) >= MOST_FINDINGS:
                return

    def line(self, line: Line) -> None:
        self.table.at(line.at)
        if line.kind == TURN:
            self._turn(line)
        elif line.kind == TABLE:
            self._nobodys(line)
        elif line.kind == DEAL:
            self.play(line.steps[0], line)
        elif line.kind == CLAIM:
            self._claim(line)

    def copy(self) -> Replay:
        """The same moment once more, to try what comes next."""
        other = copy(self)
        other.table, other.findings = self.table.copy(), self.findings.copy()
        other._doubts = self._doubts.copy()  # noqa: SLF001  one of its own kind
        return other

    def count_players(self) -> None:
        objection = self.table.why_not_players()
        if objection:
            heading = self.log.heading("players")
            self._find(objection, Line(heading.at if heading else 1, NOTE), None)

    def _turn(self, line: Line) -> None:
        going_on = self.open
        same = going_on and going_on.seat == line.seat and line.turn in (None, going_on.turn) and not self._anew(line)
        if not same:
            self.end_turn()
            self.turns += 1
            self.play(self._beginning(line), line)
        self.steps += len(line.steps)
        if self.table.over and not same:
            return
        self.go_on(line, line.steps)

    def _nobodys(self, line: Line) -> None:
        """A line that is nobody's turn ends the one that is going on."""
        self.end_turn()
        self.steps += len(line.steps)
        for step in line.steps:
            self.play(step, line)

    def go_on(self, line: Line, steps: Sequence[Step]) -> None:
        """Plays further steps of the turn that is going on; `line` is how it is written by now."""
        self.open = line
        self._done += tuple(steps)
        for step in steps:
            self.play(step, line)
            if len(self.findings) >= MOST_FINDINGS:
                return

    @staticmethod
    def _beginning(line: Line) -> Step:
        return Step("turn", {"number": line.turn} if line.turn is not None else {}, line.seat)

    def _anew(self, line: Line) -> bool:
        """Whether a line begins another turn, after what has been done in the one that is going on."""
        steps = [step for step in line.steps if step.do not in self.notes]
        return bool(steps) and bool(self._done) and self.rules.anew(self.table, self._done, steps)

    def end_turn(self) -> None:
        if self.open:
            self.play(END, self.open)
            self.open, self._done = None, ()

    def play(self, step: Step, line: Line) -> None:
        """One step: judged, then done, unless it cannot have happened."""
        objection = self.table.why_not(step)
        if objection is None:
            objection = self.table.apply(step)
            if objection and not self.table.cannot_tell(objection):
                self._find(objection, line, step)
            elif self._doubts:
                self._settle(step)
            return
        happened = not objection.impossible and self.table.possible(step)
        if self.table.cannot_tell(objection) and not self.trying:  # in a trial it tells against a reading
            if happened:
                self.table.apply(step)
            return
        self._find(objection, line, step, happened=happened)
        if happened:
            self.table.apply(step)
            if self.findings[-1].follows and step.do in self.notes and not self.table.why_not(step):
                self._settle(step)

    # ---- findings --------------------------------------------------------------------------------------------------

    def _find(self, objection: Objection, line: Line, step: Step | None, *, happened: bool = True) -> None:
        seat = line.seat if step is None or step.by is None else step.by
        cause = next((self._doubts[aspect] for aspect in objection.about if aspect in self._doubts), None)
        noted = step is not None and step.do in self.notes
        instead, more = self._instead(step) if step and not noted and not self.trying else ((), 0)
        finding = Finding(
            line.at,
            objection.rules,
            objection.why,
            seat,
            step,
            instead,
            more,
            unsettled(self.edition, objection.rests),
            happened,
            objection.assumes if happened else None,
            follows=(cause.follows or cause) if cause else None,
        )
        self.findings.append(finding)
        doubts = {*objection.doubts, *self.shaken(step, seat, happened=happened)}
        self.doubt(finding, doubts if happened else doubts.union(objection.about))

    def doubt(self, finding: Finding, aspects: Iterable[Aspect]) -> None:
        for aspect in aspects:
            self._doubts.setdefault(aspect, finding)
            if aspect[0] in self.rules.fleeting:
                self._regular = 0

    def doubted(self) -> Iterator[tuple[int, str, int]]:
        """What is in doubt: the line of the finding that it is due to, the aspect, and whose it is."""
        yield from ((finding.line, *aspect) for aspect, finding in self._doubts.items())

    def shaken(self, step: Step | None, seat: int | None, *, happened: bool) -> Iterable[Aspect]:
        """What is less certain after any fault: what the player has, and where cards are."""
        if step is None or step.do in self.notes:
            return ()
        return self.rules.shaken(self.table, step, -1 if seat is None else seat, happened)

    def _instead(self, step: Step) -> tuple[tuple[Step, ...], int]:
        """What would have been legal: steps with the same verb, else others; and how many more there are."""
        legal = list(islice(self.table.legal(), 500))
        alike = [other for other in legal if other.do == step.do]
        if not alike:
            varied = list({other.do: other for other in reversed(legal)}.values())[::-1]
            alike = varied + [other for other in legal if other not in varied]
        return tuple(alike[:MOST_INSTEAD]), max(0, len(alike) - MOST_INSTEAD)

    def _settle(self, step: Step) -> None:
        """After a round in order, doubts about order and places have passed; a note that holds ends others."""
        if step.do == "turn":
            self._regular += 1
            if self._regular > len(self.log.players):
                for aspect in [aspect for aspect in self._doubts if aspect[0] in self.rules.fleeting]:
                    del self._doubts[aspect]
        elif step.do in self.notes:
            seat = self.table.seat if step.by is None else step.by
            self._doubts.pop((step.do, seat), None)
            self._doubts.pop((step.do, -1), None)
        for source, aspect in self.rules.spread(self.table, step):
            if source in self._doubts:
                self._doubts.setdefault(aspect, self._doubts[source])
        for aspect in self.rules.settled(self.table, step):
            self._doubts.pop(aspect, None)

    # ---- claims ----------------------------------------------------------------------------------------------------

    def _claim(self, line: Line) -> None:
        self.end_turn()
        wrong = wrong_claim(self.table.outcome(), line.steps[0], self.log.players)
        if wrong and not self.table.cannot_tell(wrong):
            self._find(wrong, line, line.steps[0])

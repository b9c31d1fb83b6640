"""Plays a log through the rules of its game: the table as played, and a finding for each step against them.

Two questions are kept apart at each step: what is against it, and whether it can have happened all the same. What has
happened is done, even against the rules, for the table must stand as it stood when people went on playing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from copy import copy
from itertools import islice

from pnp.base.text import say
from pnp.data.edition import EditionData
from pnp.log.log import CLAIMS, Log
from pnp.referee.claims import wrong_claim
from pnp.referee.doubts import Cause, Doubts
from pnp.referee.findings import Finding, unsettled
from pnp.rules.objection import Aspect, Objection
from pnp.rules.outcome import Outcome, Unclear
from pnp.rules.protocol import Rules
from pnp.rules.step import CLAIM, COMMENT, DEAL, END, TABLE, TURN, UNWRITTEN, Line, Step
from pnp.rules.table import GameTable

MOST_INSTEAD = 6
MOST_FINDINGS = 200


class Replay:
    """A log on its way through the rules."""

    def __init__(self, log: Log, edition: EditionData, rules: Rules) -> None:
        self.log = log
        self.edition = edition
        self.rules = rules
        self.table: GameTable = rules.set_up(edition, log.players)
        self.findings: list[Finding] = []
        self.steps = 0
        self.turns = 0  # begun so far
        self.notes = {form.verb for form in rules.notation.forms if form.notes} | {"deal", *CLAIMS}
        self.doubts = Doubts()
        self.waived: dict[str, Unclear] = {}  # rules that are not held against anybody from some line on
        self.open: Line | None = None  # the last line of the turn that is going on
        self._done: tuple[Step, ...] = ()  # in the turn that is going on
        self.trying = False  # only to see what would come of it

    @property
    def violations(self) -> int:
        """How many findings there are so far that do not follow from others."""
        return sum(finding.follows is None for finding in self.findings)

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
        """Plays one line, whatever it is; one that is only a comment changes nothing."""
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
        """The same moment once more, to go on from there in another way."""
        other = copy(self)
        other.table, other.findings = self.table.copy(), self.findings.copy()
        other.doubts, other.waived = self.doubts.copy(), self.waived.copy()
        return other

    def trial(self) -> Replay:
        """The same moment once more, only to see what would come of it: nobody asks for causes, or what was meant."""
        other = copy(self)
        other.table, other.findings, other.waived = self.table.copy(), [], {}
        other.doubts, other.trying = Doubts(), True
        return other

    def count_players(self) -> None:
        """Adds a finding if so many cannot play; it is the only one that belongs to no step."""
        objection = self.table.why_not_players()
        if objection:
            heading = self.log.heading("players")
            self._find(objection, Line(heading.at if heading else 1, COMMENT), None)

    def _turn(self, line: Line) -> None:
        going_on = self.open
        same = going_on and going_on.seat == line.seat and line.turn in (None, going_on.turn) and not self._anew(line)
        if not same:
            self.end_turn()
            self.turns += 1
            self.play(Step("turn", {"number": line.turn} if line.turn is not None else {}, line.seat), line)
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
        self._done = (*self._done, *steps) if self._done else tuple(steps)
        findings, play = self.findings, self.play
        for step in steps:
            play(step, line)
            if findings and len(findings) >= MOST_FINDINGS:
                return

    def _anew(self, line: Line) -> bool:
        """Whether a line begins another turn, after what has been done in the one that is going on."""
        steps = [step for step in line.steps if step.do not in self.notes]
        return bool(steps) and bool(self._done) and self.rules.anew(self.table, self._done, steps)

    def end_turn(self) -> None:
        """Ends the turn that is going on, which nobody writes: the next line tells that it is over."""
        if self.open:
            self.play(END, self.open)
            self.open, self._done = None, ()

    def play(self, step: Step, line: Line) -> None:
        """One step: judged, then done, unless it cannot have happened."""
        table = self.table
        if objection := table.why_not(step):
            self._object(objection, line, step)
        elif objection := table.apply(step):
            self._object_after(objection, line, step)
        elif self.doubts.open:
            self.doubts.follow(step, clean=True)
            self._settle(step)

    def _object(self, objection: Objection, line: Line, step: Step) -> None:
        """Something is against a step that has not been done yet."""
        happened = not objection.impossible and self.table.possible(step)
        if not self.trying and self._waive(objection, line):  # in a trial it tells against a reading
            if happened:
                self.table.apply(step)
                self.doubts.follow(step, clean=False)
            return
        cause = self._cause(objection, step)
        linked = cause.finding if cause else None
        if cause and cause.supposition and self._tells(step):
            linked = self._believe(cause, objection, line, step)
            if not (again := self.table.why_not(step)):
                self.table.apply(step)
                self.doubts.follow(step, clean=True)
                return
            objection, happened = again, not again.impossible and self.table.possible(step)
        self._find(objection, line, step, linked, happened=happened, waits=happened)
        if happened and self.findings[-1].follows and step.do in self.notes and not self.table.why_not(step):
            self._settle(step)

    def _object_after(self, objection: Objection, line: Line, step: Step) -> None:
        """Something is against a step that shows only when it is done."""
        waived = self._waive(objection, line)
        cause = None if waived else self._cause(objection, step)
        if cause and cause.supposition and self._tells(step):
            self._believe(cause, objection, line, step)
            self.table.apply(step)
            self.doubts.follow(step, clean=True)
            return
        self.doubts.follow(step, clean=False)
        if not waived:
            self._find(objection, line, step, cause.finding if cause else None)

    def _tells(self, step: Step) -> bool:
        """Whether a step shows how it was: not where it is not written, nor where it only counts."""
        if step.do in self.notes:
            table = self.table.copy()
            table.apply(step)
            return table.why_not(step) is None
        return step.do not in UNWRITTEN

    def _believe(self, cause: Cause, objection: Objection, line: Line, step: Step) -> Finding:
        """Takes for true what a step shows of something in doubt."""
        assumed = objection._replace(
            assumes=say("from here on, the game is assumed to be in a state that allows this")
        )
        self._find(assumed, line, step, cause.finding, certain=True)
        self.table = self.doubts.believe(cause)
        self.table.at(line.at)
        return self.findings[-1]

    def _waive(self, objection: Objection, line: Line) -> bool:
        """Whether the log does not decide it: then the rule is not held against anybody, and that is said."""
        cure = self.table.cannot_tell(objection)
        if cure is None:
            return False
        rule = objection.rules[0]
        what = say("whether {rule} is followed from here on ({why})", rule=rule, why=objection.why)
        self.waived.setdefault(rule, Unclear(line.at, what, cure))
        return True

    # ---- findings --------------------------------------------------------------------------------------------------

    def _find(
        self,
        objection: Objection,
        line: Line,
        step: Step | None,
        cause: Finding | None = None,
        *,
        happened: bool = True,
        waits: bool = False,
        certain: bool = False,
    ) -> None:
        """Adds a finding about a step, done or left out; one that `waits` is done now, before doubts begin.

        `certain`: nothing new is in doubt after it.
        """
        seat = line.seat if step is None or step.by is None else step.by
        noted = step is not None and step.do in self.notes
        instead, more = self._instead(step) if step and not noted and not self.trying else ((), 0)
        finding = Finding(
            line=line.at,
            rules=objection.rules,
            why=objection.why,
            seat=seat,
            step=step,
            instead=instead,
            more=more,
            rests=unsettled(self.edition, objection.rests),
            applied=happened,
            assumes=objection.assumes if happened else None,
            follows=(cause.follows or cause) if cause else None,
        )
        self.findings.append(finding)
        if certain:
            return
        doubts = {*objection.doubts, *self.shaken(step, seat, objection.about if happened else None)}
        undone = None
        if waits and step:
            undone = None if self.trying else self.table.copy()
            self.table.apply(step)
            self.doubts.follow(step, clean=False)
        self.doubt(finding, doubts if happened else doubts.union(objection.about), undone)

    def _cause(self, objection: Objection, step: Step) -> Cause | None:
        """What an objection results from; in a trial nobody asks."""
        if not self.doubts.open or self.trying:
            return None
        return self.doubts.cause(objection, step, self.table, self.rules)

    def doubt(self, finding: Finding, aspects: Iterable[Aspect], undone: GameTable | None = None) -> None:
        """From here on, these facts may be otherwise than the table has them."""
        if self.trying:
            return
        self.doubts.add(finding, aspects, self.table, undone)

    def doubted(self) -> Iterator[tuple[int, str, int]]:
        """What is in doubt: the line of the finding that it is due to, the aspect, and whose it is."""
        yield from ((doubt.root.line, *doubt.aspect) for doubt in self.doubts)

    def shaken(self, step: Step | None, seat: int | None, about: Collection[Aspect] | None) -> Iterable[Aspect]:
        """What is less certain after a fault: of a step that was done, what it is about; else all that it changes."""
        if step is None or step.do in self.notes:
            return ()
        return self.rules.shaken(self.table, step, -1 if seat is None else seat, about)

    def _instead(self, step: Step) -> tuple[tuple[Step, ...], int]:
        """What would have been legal: steps with the same verb, else others; and how many more there are."""
        legal = list(islice(self.table.legal(), 500))
        alike = [other for other in legal if other.do == step.do]
        if not alike:
            varied = list({other.do: other for other in reversed(legal)}.values())[::-1]
            alike = varied + [other for other in legal if other not in varied]
        return tuple(alike[:MOST_INSTEAD]), max(0, len(alike) - MOST_INSTEAD)

    def _settle(self, step: Step) -> None:
        """After a round in order, doubts about what it shows again have passed; others spread, or end."""
        if step.do == "turn":
            self.doubts.turn(self.rules.fleeting, len(self.log.players))
        for source, aspect in self.rules.spread(self.table, step):
            self.doubts.spread(source, aspect, self.table)
        self.doubts.end(self.rules.settled(self.table, step))

    # ---- claims ----------------------------------------------------------------------------------------------------

    def _claim(self, line: Line) -> None:
        self.end_turn()
        outcome, claim = self.table.outcome(), line.steps[0]
        if self.doubts.open:
            self.doubts.end(self._confirmed(outcome))
        wrong = wrong_claim(outcome, claim, self.log.players)
        if wrong and not self._waive(wrong, line):
            cause = self._cause(wrong, claim)
            self._find(wrong, line, claim, cause.finding if cause else None)

    def _confirmed(self, outcome: Outcome) -> Iterator[Aspect]:
        """The scores that are in doubt no more, for the log's result is the same, be it above or below."""
        for line in self.log.lines:
            if line.kind == CLAIM and line.steps[0].do == "result":
                scores = line.steps[0].args["players"]
                yield from ((outcome.aspect, seat) for seat, score in scores.items() if score in outcome.scores[seat])

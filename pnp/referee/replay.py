"""Plays a record through the rules of its game: the table as played, and a finding for each step against them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from itertools import islice
from typing import NamedTuple

from pnp.edition import Edition
from pnp.referee.explain import Guess, about_end, about_line, about_step
from pnp.referee.library import Library, rules_of
from pnp.referee.log import CLAIMS, Log
from pnp.referee.rules import Aspect, Objection, Outcome, Rules, Table
from pnp.referee.step import CLAIM, DEAL, NOTE, TURN, Line, Step
from pnp.referee.verdict import Finding, Report, unsettled
from pnp.text import Message, say

END = Step("end")
MOST_INSTEAD = 6
MOST_FINDINGS = 200
STRIDE = 32  # lines from one kept place to the next


def judge(log: Log, library: Library) -> Report:
    """The verdict on a record. Where tables read a rule differently, the reading that fits the record is taken."""
    rules = rules_of(log.game)
    report = _judge(log, library.edition(log.game, log.choices), rules)
    for key, readings in rules.readings.items():
        if report.clean or key in log.choices.overrides:
            continue
        for reading in readings:
            changed = replace(log.choices, overrides={**log.choices.overrides, key: reading})
            other = _judge(log, library.edition(log.game, changed), rules)
            if _fit(other) > _fit(report):
                remark = say("read with {key}={reading}, which fits this record better", key=key, reading=reading)
                report = replace(other, log=log, remarks=(*other.remarks, remark))
    return report


def _fit(report: Report) -> tuple[float, int]:
    """How well a reading fits a record: the later its first finding, and the fewer there are, the better."""
    first = min((finding.line for finding in report.findings), default=float("inf"))
    return first, -len(report.counted)


def _judge(log: Log, edition: Edition, rules: Rules) -> Report:
    replay = Replay(log, edition, rules)
    for _ in replay.lines():
        pass
    return Report(
        log,
        edition,
        tuple(replay.findings),
        replay.table.outcome(),
        replay.steps,
        tuple(_remarks(log, edition)),
        tuple(sorted(replay.table.unclear(), key=lambda one: one.line)),
    )


def _remarks(log: Log, edition: Edition) -> Iterator[Message]:
    pinned = log.heading("rules")
    if pinned and pinned.value != edition.game.updated.isoformat():
        yield say(
            "the record was made by the rules of {pinned}; checked by those of {now}",
            pinned=pinned.value,
            now=edition.game.updated.isoformat(),
        )


class State(NamedTuple):
    """Where a replay stood, to go on from there in another way."""

    table: Table
    doubts: dict[Aspect, Finding]
    open: Line | None
    begun: str
    regular: int
    steps: int
    turns: int


class Replay:
    """A record on its way through the rules."""

    explains = True  # whether other readings of faulty lines are tried

    def __init__(self, log: Log, edition: Edition, rules: Rules) -> None:
        self.log = log
        self.edition = edition
        self.rules = rules
        self.table: Table = rules.set_up(edition, log.players)
        self.findings: list[Finding] = []
        self.steps = 0
        self.turns = 0  # begun so far
        self._notes = {form.verb for form in rules.notation.forms if form.notes} | {"deal", *CLAIMS}
        self._doubts: dict[Aspect, Finding] = {}
        self._open: Line | None = None  # the last line of the turn that is going on
        self._phase = rules.phase
        self._first = next(iter(edition.game.terms["phase"]))
        self._begun = ""  # the phase with which the turn that is going on began
        self._regular = 0  # turns since the last fault of that kind
        self._trying = False  # only to see what would come of it
        self._kept = (0, self._state())

    # ---- line by line ----------------------------------------------------------------------------------------------

    def lines(self) -> Iterator[Line]:
        """Plays the lines one by one, so that a caller may look at the table in between."""
        self._count_players()
        lines, number = self.log.lines, 0
        while number < len(lines) and len(self.findings) < MOST_FINDINGS:
            if number % STRIDE == 0:
                self._kept = (number, self._state())
            found = len(self.findings)
            self.line(lines[number])
            taken = self._explain(number, found) if self.explains and len(self.findings) > found else 1
            yield from lines[number : number + taken]
            number += taken

    def line(self, line: Line) -> None:
        self.table.at(line.at)
        if line.kind == TURN:
            self._turn(line)
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

    def _count_players(self) -> None:
        objection = self.table.why_not_players()
        if objection:
            heading = self.log.heading("players")
            self._find(objection, Line(heading.at if heading else 1, NOTE), None)

    def _turn(self, line: Line) -> None:
        going_on = self._open
        same = going_on and going_on.seat == line.seat and line.turn in (None, going_on.turn) and not self._anew(line)
        if not same:
            self.end_turn()
            self.turns += 1
            self.play(self._beginning(line), line)
        self.steps += len(line.steps)
        if self.table.over and not same:
            return
        self.go_on(line, line.steps)

    def go_on(self, line: Line, steps: Sequence[Step]) -> None:
        """Plays further steps of the turn that is going on; `line` is how it is written by now."""
        self._open = line
        if not self._begun and steps:
            self._begun = self._phase(steps[0])
        for step in steps:
            self.play(step, line)
            if len(self.findings) >= MOST_FINDINGS:
                return

    @staticmethod
    def _beginning(line: Line) -> Step:
        return Step("turn", {"number": line.turn} if line.turn is not None else {}, line.seat)

    def _anew(self, line: Line) -> bool:
        """Whether a line begins as a turn does, although the turn that is going on has begun already."""
        steps = [step for step in line.steps if step.do not in self._notes]
        return bool(steps) and self._phase(steps[0]) == self._first == self._begun

    def end_turn(self) -> None:
        if self._open:
            self.play(END, self._open)
            self._open, self._begun = None, ""

    def play(self, step: Step, line: Line) -> None:
        """One step: judged, then done, unless it cannot have happened."""
        objection = self.table.why_not(step)
        if objection is None:
            objection = self.table.apply(step)
            if objection:
                self._find(objection, line, step)
            elif self._doubts:
                self._settle(step)
            return
        happened = not objection.impossible and self.table.possible(step)
        self._find(objection, line, step, happened=happened)
        if happened:
            self.table.apply(step)
            if self.findings[-1].follows and step.do in self._notes and not self.table.why_not(step):
                self._settle(step)

    # ---- other ways to read a faulty line --------------------------------------------------------------------------

    def _state(self) -> State:
        table, doubts = self.table.copy(), self._doubts.copy()
        return State(table, doubts, self._open, self._begun, self._regular, self.steps, self.turns)

    def _go_back(self, state: State) -> None:
        self.table, self._doubts = state.table.copy(), state.doubts.copy()
        self._open, self._begun, self._regular = state.open, state.begun, state.regular
        self.steps, self.turns = state.steps, state.turns

    def _state_before(self, number: int) -> State:
        """Where the replay stood before a line: from the last place that was kept, over lines that are known."""
        kept, state = self._kept
        if kept == number:
            return state
        self._go_back(state)
        for line in self.log.lines[kept:number]:
            self.line(line)
        return self._state()

    def _explain(self, number: int, found: int) -> int:
        """Finds the reading of a faulty line after which the next ones fit best; tells how many lines it took."""
        line, fault = self.log.lines[number], next((one for one in self.findings[found:] if not one.follows), None)
        if fault is None or line.kind != TURN or self.table.over:
            return 1
        real, told = self._state(), self.findings
        self._trying = True
        following = self.log.lines[number + 1 : number + 3 + len(self.log.players)]
        fewest, best = self._come_of((), following) + len(told) - found, None
        if fewest > 1:
            before = self._state_before(number)
            for guess in self._guesses(before, number, following, fault):
                self._go_back(before)
                rest = following[guess.instead_of - 1 :] if guess.instead_of else (line, *following)
                ill = guess.price + self._come_of(guess.lines, rest, fewest - guess.price)
                if ill < fewest:
                    fewest, best = ill, guess
                    if ill == 1:
                        break
        self._trying, self.findings = False, told
        if best is None:
            self._go_back(real)
            return 1
        self._go_back(before)
        del self.findings[found:]
        self._take(best, fault)
        self._kept = (number + best.instead_of, self._state())
        return best.instead_of

    def _come_of(self, lines: Sequence[Line], following: Sequence[Line], most: int = MOST_FINDINGS) -> int:
        """How many findings come of lines and of those that follow them; no more than asked for."""
        self.findings = []
        for line in (*lines, *following):
            self.line(line)
            if len(self.findings) >= most:
                break
        return len(self.findings)

    def _guesses(self, before: State, number: int, following: Sequence[Line], fault: Finding) -> Iterator[Guess]:
        line = self.log.lines[number]
        self._go_back(before)
        self.findings = []
        self.table.at(line.at)
        if fault.line != line.at:
            if self._open and fault.step == END:
                yield from list(about_end(self.table, self._open, END))
            return
        if fault.step and fault.step.do != "turn" and fault.step in line.steps:
            place = line.steps.index(fault.step)
            self._turn(line._replace(steps=line.steps[:place]))
            form = self.rules.notation.form(fault.step.do)
            yield from list(about_step(self.table, line, place, form, len(self.log.players)))
        last = self.log.lines[number - 1] if number else None
        yield from about_line(line, last, following[0] if following else None, self.log.players)

    def _take(self, guess: Guess, fault: Finding) -> None:
        """Goes on with a guess: the finding says what it takes for granted."""
        explained = replace(fault, applied=True, assumes=guess.assumes, meant=guess.meant, missing=guess.missing)
        self.findings.append(explained)
        if not guess.whole:
            self._doubt(explained, self._shaken(fault.step, fault.seat, happened=False))
        for line in guess.lines:
            self.line(line)

    # ---- findings --------------------------------------------------------------------------------------------------

    def _find(self, objection: Objection, line: Line, step: Step | None, *, happened: bool = True) -> None:
        seat = line.seat if step is None or step.by is None else step.by
        cause = next((self._doubts[aspect] for aspect in objection.about if aspect in self._doubts), None)
        noted = step is not None and step.do in self._notes
        instead, more = self._instead(step) if step and not noted and not self._trying else ((), 0)
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
        doubts = {*objection.doubts, *self._shaken(step, seat, happened=happened)}
        self._doubt(finding, doubts if happened else doubts.union(objection.about))

    def _doubt(self, finding: Finding, aspects: Iterable[Aspect]) -> None:
        for aspect in aspects:
            self._doubts.setdefault(aspect, finding)
            if aspect[0] in self.rules.fleeting:
                self._regular = 0

    def _shaken(self, step: Step | None, seat: int | None, *, happened: bool) -> Iterable[Aspect]:
        """What is less certain after any fault: what the player has, and where cards are."""
        if step is None or seat is None or step.do in self._notes:
            return ()
        return self.rules.shaken(self.table, step, seat, happened)

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
        elif step.do in self._notes:
            seat = self.table.seat if step.by is None else step.by
            self._doubts.pop((step.do, seat), None)
            self._doubts.pop((step.do, -1), None)

    # ---- claims ----------------------------------------------------------------------------------------------------

    def _claim(self, line: Line) -> None:
        self.end_turn()
        outcome, step = self.table.outcome(), line.steps[0]
        wrong = self._wrong_winner(outcome, step) if step.do == "winner" else self._wrong_scores(outcome, step)
        if wrong:
            self._find(wrong, line, step)

    def _wrong_winner(self, outcome: Outcome, step: Step) -> Objection | None:
        about = (("end", -1), *(("fame", seat) for seat in range(len(self.log.players))))
        claimed = tuple(sorted(step.args["players"]))
        if not outcome.over:
            return Objection(outcome.ends, say("by the rules the game is not over yet"), about=about)
        if claimed == outcome.winners:
            return None
        return Objection(
            outcome.rules,
            say(
                "noted as winner: {claimed}; by the rules it is {right}",
                claimed=[self.log.players[seat] for seat in claimed],
                right=[self.log.players[seat] for seat in outcome.winners],
            ),
            about=about,
        )

    def _wrong_scores(self, outcome: Outcome, step: Step) -> Objection | None:
        for seat, score in step.args["players"].items():
            if score != outcome.scores[seat]:
                return Objection(
                    outcome.rules,
                    say(
                        "noted for {player} at the end: {noted}; by the moves it is {right}",
                        player=self.log.players[seat],
                        noted=score,
                        right=outcome.scores[seat],
                    ),
                    about=(("fame", seat),),
                )
        return None

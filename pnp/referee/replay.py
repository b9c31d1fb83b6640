"""Plays a record through the rules of its game: the table as played, and a finding for each step against them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace
from itertools import islice

from pnp.edition import Edition
from pnp.referee.library import Library, rules_of
from pnp.referee.log import CLAIMS, Log
from pnp.referee.rules import Aspect, Objection, Outcome, Rules, Table
from pnp.referee.step import CLAIM, DEAL, NOTE, TURN, Line, Step
from pnp.referee.verdict import Finding, Report, unsettled
from pnp.text import Message, say

END = Step("end")
MOST_INSTEAD = 6
MOST_FINDINGS = 200
FLEETING = ("turn", "drawn", "moved", "at")  # what the next turns show again: doubts about it pass


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
        log, edition, tuple(replay.findings), replay.table.outcome(), replay.steps, tuple(_remarks(log, edition))
    )


def _remarks(log: Log, edition: Edition) -> Iterator[Message]:
    pinned = log.heading("rules")
    if pinned and pinned.value != edition.game.updated.isoformat():
        yield say(
            "the record was made by the rules of {pinned}; checked by those of {now}",
            pinned=pinned.value,
            now=edition.game.updated.isoformat(),
        )


class Replay:
    """A record on its way through the rules."""

    def __init__(self, log: Log, edition: Edition, rules: Rules) -> None:
        self.log = log
        self.edition = edition
        self.table: Table = rules.set_up(edition, log.players)
        self.findings: list[Finding] = []
        self.steps = 0
        self._notes = {form.verb for form in rules.notation.forms if form.notes} | {"deal", *CLAIMS}
        self._doubts: dict[Aspect, Finding] = {}
        self._open: Line | None = None  # the last line of the turn that is going on
        self._phase = rules.phase
        self._first = next(iter(edition.game.terms["phase"]))
        self._begun = ""  # the phase with which the turn that is going on began
        self._regular = 0  # turns since the last fault of that kind

    def lines(self) -> Iterator[Line]:
        """Plays the lines one by one, so that a caller may look at the table in between."""
        self._count_players()
        for line in self.log.lines:
            self.line(line)
            yield line
            if len(self.findings) >= MOST_FINDINGS:
                return

    def line(self, line: Line) -> None:
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
            self.play(Step("turn", {"number": line.turn} if line.turn is not None else {}, line.seat), line)
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
            self.table.apply(step)
            if self._doubts:
                self._settle(step)
            return
        happened = not objection.impossible and self.table.possible(step)
        self._find(objection, line, step, happened=happened)
        if happened:
            self.table.apply(step)

    def _find(self, objection: Objection, line: Line, step: Step | None, *, happened: bool = True) -> None:
        seat = line.seat if step is None or step.by is None else step.by
        cause = next((self._doubts[aspect] for aspect in objection.about if aspect in self._doubts), None)
        instead, more = self._instead(step) if step and step.do not in self._notes else ((), 0)
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
            (cause.follows or cause) if cause else None,
        )
        self.findings.append(finding)
        doubts = set(objection.doubts) | self._shaken(step, seat)
        if not happened and seat is not None:
            doubts |= {(aspect, seat) for aspect in UNDONE} | set(objection.about) | _of_others(step)
        for aspect in doubts:
            self._doubts.setdefault(aspect, finding)
            if aspect[0] in FLEETING:
                self._regular = 0

    def _shaken(self, step: Step | None, seat: int | None) -> set[Aspect]:
        """What is less certain after any fault: what the player has, and where cards are."""
        if step is None or seat is None or step.do in self._notes or step.do == "turn":
            return set()
        return {(aspect, seat) for aspect in SHAKEN} | {(aspect, -1) for aspect in SHARED}

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
                for aspect in [aspect for aspect in self._doubts if aspect[0] in FLEETING]:
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


def _of_others(step: Step | None) -> set[Aspect]:
    """What of other players a step that is left out may have changed."""
    args = step.args if step else {}
    seats = {args[name] for name in ("of", "on", "from") if isinstance(args.get(name), int)}
    aspects = ("hand", "goods", "fame") if isinstance(args.get("on"), int) else ("hand", "goods")
    return {(aspect, seat) for aspect in aspects for seat in seats}


SHAKEN = ("hand", "goods", "fame", "burden")  # what of a player is less certain after a fault
SHARED = ("cards", "pile", "bank")
UNDONE = ("at", "moved", "drawn")  # what is, beside, if a step was left out

"""The verdict on a log: a replay that gives each faulty line the reading after which the log fits best.

Three layers: `play_out` chooses among readings of rules, `ExplainingReplay` among readings of a line, and `Replay`
below it plays what it is given. docs/explanation/faulty-lines.md explains the whole with an example.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from pnp.base.text import Message, say
from pnp.log.library import Library, rules_of
from pnp.log.log import Log
from pnp.referee.doubts import Moment
from pnp.referee.explain import (
    Guess,
    about_absent,
    about_end,
    about_line,
    about_next,
    about_number,
    about_rest,
    about_step,
    about_stray,
)
from pnp.referee.findings import Finding, Judgement
from pnp.referee.replay import MOST_FINDINGS, Replay
from pnp.rules.outcome import asked_once
from pnp.rules.step import COMMENT, END, TABLE, TURN, Line, Step

STRIDE = 48  # lines before the first kept place; the way to each further one is as long as all before


Explaining = TypeVar("Explaining", bound="ExplainingReplay")
Played = TypeVar("Played", bound=Replay)


def judge(log: Log, library: Library) -> Judgement:
    """The verdict on a log."""
    return judgement_of(play_out(log, library, ExplainingReplay))


def play_out(log: Log, library: Library, kind: type[Explaining]) -> Explaining:
    """A log played to its end. Where tables read a rule differently, by the reading that fits the log.

    All that is told of a log begins here, so that verdict and table agree; `kind` may look on while it is played.
    """
    rules, edition = rules_of(log.game), library.edition(log.game, log.choices)
    best = to_its_end(kind(log, edition, rules))
    readings = list(_readings(best)) if best.findings else []
    literally = _literally(best) if readings else []
    for key, reading in readings:
        changed = replace(log.choices, overrides={**log.choices.overrides, key: reading})
        edition = library.edition(log.game, changed)
        if _objections(to_its_end(Replay(log, edition, rules).trial())) == literally:
            continue  # so it need not be explained once more, which is what takes long
        other = to_its_end(kind(log, edition, rules))
        if _fit(other) > _fit(best):
            remark = say("read with {key}={reading}, which fits this log better", key=key, reading=reading)
            best, best.remarks = other, (remark,)
            if not best.findings:
                break
    return best


def to_its_end(replay: Played) -> Played:
    """A replay that has played its log, or as much of it as is told."""
    for _ in replay.lines():
        pass
    del replay.findings[MOST_FINDINGS:]
    return replay


def _readings(replay: Replay) -> Iterator[tuple[str, str]]:
    """The values that a table may have read otherwise than its edition does, and how."""
    for key, readings in replay.rules.readings.items():
        if key not in replay.log.choices.overrides:
            yield from ((key, reading) for reading in readings if reading != replay.edition[key])


def _literally(replay: ExplainingReplay) -> list[tuple[int, tuple[str, ...]]]:
    """The objections to a log taken literally: where they are the same, a reading makes no difference."""
    guessed = (one.assumes or one.meant or one.missing or one.follows for one in replay.findings)
    if not replay.waived and not any(guessed):
        return _objections(replay)  # each line was taken as it stands
    return _objections(to_its_end(Replay(replay.log, replay.edition, replay.rules).trial()))


def _objections(replay: Replay) -> list[tuple[int, tuple[str, ...]]]:
    return [(finding.line, finding.rules) for finding in replay.findings]


def _fit(replay: Replay) -> tuple[float, int]:
    """How well a reading fits a log: the later its first finding, and the fewer there are, the better."""
    first = min((finding.line for finding in replay.findings), default=float("inf"))
    return first, -replay.violations


def judgement_of(replay: ExplainingReplay) -> Judgement:
    """The verdict on a log that has been played to its end."""
    return Judgement(
        log=replay.log,
        edition=replay.edition,
        findings=tuple(replay.findings),
        outcome=replay.table.outcome(),
        steps=replay.steps,
        remarks=(*_remarks(replay), *replay.remarks),
        unclear=asked_once((*replay.table.unclear(), *replay.waived.values())),
    )


def _remarks(replay: Replay) -> Iterator[Message]:
    findings, edition = replay.findings, replay.edition
    if len(findings) >= MOST_FINDINGS:
        yield say(
            "the check stopped at line {line}, after {n} findings", line=str(findings[-1].line), n=len(findings)
        )
    pinned = replay.log.heading("rules")
    if pinned and pinned.value != edition.game.updated.isoformat():
        yield say(
            "the log was written under the rules of {pinned} and checked under those of {now}",
            pinned=pinned.value,
            now=edition.game.updated.isoformat(),
        )


class ExplainingReplay(Replay):
    """A replay that hears other readings of a faulty line before it goes on."""

    remarks: tuple[Message, ...] = ()  # on the reading of the rules by which it is played

    def lines(self) -> Iterator[Line]:
        """Plays the lines one by one; those of a reading that is believed are yielded as the log has them."""
        self.count_players()
        # `kept` is the table as it stood before some line, to try readings on. One for every line would cost a copy
        # each, and most logs have few faults; places further and further apart cost next to nothing, and a fault
        # no more than to play the lines since the last one again.
        lines, number, kept = self.log.lines, 0, (0, self.trial())
        further = STRIDE
        while number < len(lines) and len(self.findings) < MOST_FINDINGS:
            if number >= further:
                kept, further = (number, self.trial()), 2 * number
            found, moment = len(self.findings), self.doubts.moment()
            self.line(lines[number])
            guess = self._explained(kept, number, found, moment) if len(self.findings) > found else None
            if guess is None:
                yield lines[number]
                number += 1
                continue
            yield from lines[number : number + guess.instead_of]
            number += guess.instead_of
            kept = (number, self.trial())  # what was believed cannot be had from the log alone

    def _explained(self, kept: tuple[int, Replay], number: int, found: int, moment: Moment) -> Guess | None:
        """Takes the reading of a faulty line after which the next ones fit best, if that is not the line itself."""
        line, fault = self.log.lines[number], next((one for one in self.findings[found:] if not one.follows), None)
        if fault is None or line.kind not in (TURN, TABLE) or self.table.over:
            return None
        following = _next_lines(self.log, number)
        as_played = len(self.findings) - found + len(_come_of(self, following, MOST_FINDINGS))
        if as_played == 1:  # nothing comes of it
            if fault.applied:
                return None
            as_played += 1  # a reading that leaves out nothing is better
        before = _before(kept, number)
        best = _best(before, _guesses(before, number, following, fault), as_played, (line, *following))
        if best:
            self._go_on_from(before, self.findings[:found], moment)
            self._take(best, fault)
        return best

    def _go_on_from(self, before: Replay, findings: list[Finding], moment: Moment) -> None:
        """Takes back a line: all is as it was before it, and this is no trial."""
        doubts = self.doubts
        doubts.go_back(moment)
        vars(self).update(vars(before))
        self.trying, self.findings, self.doubts = False, findings, doubts

    def _take(self, guess: Guess, fault: Finding) -> None:
        """Goes on with a guess: the finding says what it takes for granted."""
        explained = replace(fault, applied=True, assumes=guess.assumes, meant=guess.meant, missing=guess.missing)
        self.findings.append(explained)
        # The doubts come first, for the lines below may already follow from the fault.
        shaken = () if guess.whole else tuple(self.shaken(fault.step, fault.seat, None))
        self.doubt(explained, shaken)
        for step in guess.moved:
            self.doubt(explained, self.shaken(step, fault.seat if guess.to is None else guess.to, ()))
        for line in guess.lines:
            self.line(line)
        self.doubt(explained, shaken)  # what is only guessed settles nothing


def _next_lines(log: Log, number: int) -> Sequence[Line]:
    """The lines by which readings of one are compared; where it is nobody's turn, up to the next of its kind, too."""
    lines, after = log.lines, number + 1
    if lines[number].kind == TABLE:
        alike = (at for at, line in enumerate(lines[after:], after) if line.kind not in (TURN, COMMENT))
        after = next(alike, len(lines))
    return lines[number + 1 : after + 2 + len(log.players)]


def _before(kept: tuple[int, Replay], number: int) -> Replay:
    """The replay as it stood before a line: from the last place that was kept, over lines that are known."""
    replay = kept[1].trial()
    for line in replay.log.lines[kept[0] : number]:
        replay.line(line)
    return replay


def _best(before: Replay, guesses: Iterator[Guess], as_played: int, lines: Sequence[Line]) -> Guess | None:
    """The guess of which the fewest findings come, if they are fewer than as it was played.

    Nobody is accused for something that is only lent to them.
    """
    # Each trial stops as soon as it is no better than the best so far, and all of them once none can be.
    fewest, best = as_played, None
    for guess in guesses:
        come = _come_of(before, (*guess.lines, *lines[guess.instead_of :]), fewest - guess.price)
        ill = guess.price + len(come)
        if ill < fewest and (guess.to is None or all(finding.seat != guess.to for finding in come)):
            fewest, best = ill, guess
            if ill == 1:
                break
    return best


def _come_of(replay: Replay, lines: Sequence[Line], most: int) -> list[Finding]:
    """The findings that come of lines from here on; no more than asked for."""
    trial = replay.trial()
    for line in lines:
        trial.line(line)
        if len(trial.findings) >= most:
            break
    return trial.findings


def _place(before: Replay, line: Line, step: Step) -> tuple[int, Replay]:
    """Where in a line the faulty step stands, which may be there twice, and the replay just before it."""
    there = before.trial()
    there.line(line._replace(steps=()))
    places = [number for number, one in enumerate(line.steps) if one == step]
    for number, one in enumerate(line.steps[: places[-1]]):
        if number in places and _come_of(there, (line._replace(steps=(one,)),), 1):
            return number, there
        there.go_on(line, (one,))
    return places[-1], there


def _lacks_something(before: Replay, line: Line, place: int, following: Line) -> bool:
    """Whether the next line is not right even if a step did not happen: only then may that belong there."""
    after = before.trial()
    after.line(line._replace(steps=(*line.steps[:place], *line.steps[place + 1 :])))
    return bool(_come_of(after, (following,), 1))


def _guesses(before: Replay, number: int, following: Sequence[Line], fault: Finding) -> Iterator[Guess]:
    """All readings of a faulty line. Of equally good ones the first is taken, so the likeliest slips come first."""
    line, players = before.log.lines[number], before.log.players
    if fault.line != line.at:  # this line is right, but shows that the turn before could not end as it did
        if before.open and fault.step == END:
            yield from about_end(before.trial().table, before.open, END)
        return
    if fault.step and fault.step.do != "turn" and fault.step in line.steps:
        place, there = _place(before, line, fault.step)
        form = before.rules.notation.form(fault.step.do)
        yield from about_step(there.table, line, place, form, len(players))
        next_line = following[0] if following and line.kind == following[0].kind == TURN else None
        if not form.notes and next_line and _lacks_something(before, line, place, next_line):
            if place:
                yield from about_rest(there.table.copy(), line, place, next_line, players, END)
            yield from about_next(line, place, next_line)
    if fault.step and fault.step.do == "turn":
        yield from about_number(line)
        there = before.trial()
        there.end_turn()
        yield from about_absent(there.table, line, END)
    last = before.log.lines[number - 1] if number else None
    yield from about_line(line, last, following, players)
    yield about_stray(line, _price(before, line, fault))


def _price(before: Replay, line: Line, fault: Finding) -> int:
    """Of throwing a line away: cheaper where it is wrong that there is one, whatever it says."""
    if line.kind == TABLE:
        return 1
    steps = [step for step in line.steps if step.do not in before.notes]
    return max(1, len(steps)) if fault.step and fault.step.do == "turn" else 1 + len(line.steps)

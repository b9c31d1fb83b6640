"""A game as far as it is written down: the rows of its file, what they mean, and the table that came of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from pnp.base.errors import BadFile, Complaint, Place
from pnp.base.text import say
from pnp.log.file import parse_log
from pnp.log.library import Library
from pnp.log.log import CLAIMS, Log
from pnp.log.textlog.lines import split_comment
from pnp.recorder.setup import RecorderSetup
from pnp.referee.findings import Finding
from pnp.referee.judge import ExplainingReplay, play_out
from pnp.referee.replay import Replay
from pnp.rules.outcome import Unclear
from pnp.rules.protocol import phases_of
from pnp.rules.step import CLAIM, COMMENT, END, TABLE, TURN, UNWRITTEN, Line, Step
from pnp.rules.table import GameTable

MARKED = 16  # a table is kept before every so many lines: what is taken back is played again from there
MOST_OFFERS = 500


class Due(Exception):
    """A turn would begin before a line that is due: the step that heads it, with what is known of it."""

    def __init__(self, awaited: Step) -> None:
        super().__init__(awaited.do)
        self.awaited = awaited


class Offer(NamedTuple):
    """What may be done next, as one would write it."""

    text: str
    verb: str
    phase: str = ""
    cost: int = 0
    by: int | None = None


@dataclass(frozen=True, eq=False, repr=False)
class Draft:
    """Each method gives the draft that a change leads to; this one stays as it is.

    `replay` stands after the last line and is never played on, but copied. `marks` are earlier ones, each with the
    number of lines that it stands after; the lines before the first one were read. `closed` is where the end of the
    last turn leads, if that ends the game or another line is due before the next turn: no row tells of it. `waiving`:
    what is due may be passed over.
    """

    setup: RecorderSetup
    rows: tuple[str, ...]
    lines: tuple[Line, ...]
    replay: Replay
    marks: tuple[tuple[int, Replay], ...] = ()
    closed: Replay | None = None
    waiving: bool = False

    @property
    def text(self) -> str:
        """The rows as they stand in the file, each with its line break."""
        return "\n".join(self.rows) + "\n"

    @property
    def table(self) -> GameTable:
        """The table after the last line or, where that is said, the end of its turn; only copies are played on."""
        return (self.closed or self.replay).table

    @property
    def findings(self) -> Sequence[Finding]:
        """What the rules have against the lines so far, from the first one on."""
        return (self.closed or self.replay).findings

    @property
    def last(self) -> Line | None:
        """The last line that tells something."""
        return next((line for line in reversed(self.lines) if line.kind != COMMENT), None)

    @property
    def turn(self) -> Line | None:
        """The line of the turn that is going on."""
        return self.last if self.last and self.last.kind == TURN and not self.closed else None

    @cached_property
    def beyond(self) -> Replay:
        """Where the end of the turn that is going on leads; never played on, but copied."""
        if self.closed:
            return self.closed
        replay = self.replay.copy()
        replay.end_turn()
        return replay

    @property
    def awaited(self) -> Step | None:
        """What heads the line that is due now."""
        return None if self.turn else self.table.awaits()

    @cached_property
    def unclear(self) -> tuple[Unclear, ...]:
        """What the log leaves undecidable, each question where it first comes up."""
        found = sorted(self.table.unclear(), key=lambda one: one.line)
        whats = [one.what for one in found]
        return tuple(one for at, one in enumerate(found) if one.what not in whats[:at])

    def unclear_since(self, before: Draft) -> list[Unclear]:
        """The questions that an earlier draft did not raise yet; they are told apart by what they ask."""
        known = [one.what for one in before.unclear]
        return [one for one in self.unclear if one.what not in known]

    def findings_since(self, before: Draft) -> Sequence[Finding]:
        """What has been found since an earlier draft, from which this one goes on."""
        return self.findings[len(before.findings) :]

    # ---- what comes next: questions are put to copies, for they leave traces in what is known of cards -------------

    @cached_property
    def legal(self) -> tuple[Step, ...]:
        """All that the rules allow now, up to a limit; beginning and end of a turn are steps too."""
        return tuple(islice(self.table.copy().legal(), MOST_OFFERS))

    def allows(self, steps: Sequence[Step]) -> bool:
        """Whether the rules object to none of these steps."""
        table = self.table.copy()
        return not any(table.why_not(step) for step in steps)

    @property
    def may_end(self) -> bool:
        """Whether the rules let the turn end now."""
        return END in self.legal

    @cached_property
    def following(self) -> Draft | None:
        """The draft after the end of the turn, where that may end now."""
        return self.ended() if self.may_end else None

    @property
    def begins(self) -> bool:
        """Whether the first turn has not begun, so that cards may still be dealt."""
        return any(step.do == "turn" for step in self.legal)

    @cached_property
    def offers(self) -> tuple[Offer, ...]:
        """The legal steps in the order of their phases; at the end of the game, what there is to claim."""
        if self.table.over:
            return tuple(self._claims())
        rules, table = self.setup.rules, self.table
        phases = list(phases_of(self.setup.edition))
        steps = [(rules.phase(step), step) for step in self.legal if step.do not in UNWRITTEN]
        steps.sort(key=lambda one: phases.index(one[0]) if one[0] in phases else len(phases))
        return tuple(
            Offer(self.setup.scribe.step(step), step.do, phase, rules.cost(table, step), step.by)
            for phase, step in steps
        )

    def _claims(self) -> Iterator[Offer]:
        outcome = self.table.outcome()
        values: dict[str, dict[int, int | None]] = {
            "winner": dict.fromkeys(outcome.winners),
            "result": {seat: score.least for seat, score in enumerate(outcome.scores) if score.certain},
        }
        made = {line.steps[0].do for line in self.lines if line.kind == CLAIM}
        for claim in sorted(CLAIMS, reverse=True):
            if claim not in made and values[claim]:
                line = Line(0, CLAIM, steps=(Step(claim, {"players": values[claim]}),))
                yield Offer(self.setup.written(line), claim)

    def only_notes(self, steps: Sequence[Step]) -> bool:
        """Whether nothing is done in these steps, only noted."""
        return all(self.setup.rules.notation.form(step.do).notes for step in steps)

    # ---- what was done ---------------------------------------------------------------------------------------------

    def played(self, steps: tuple[Step, ...], comment: str | None = None) -> Draft:
        """These steps in the turn that is going on, or in the next one where none is.

        Notes, and what may be done at any time, still belong to the turn that has just ended.
        """
        if self.closed:
            late = replace(self, closed=None).played(steps, comment).ended()
            if late.table.over or self.only_notes(steps) or not late.findings_since(self):
                return late
        turn = self.turn
        if turn is None:
            return self.begun(self.beyond.table.seat).longer(steps, comment)
        if self.lines[-1] is turn:
            return self.longer(steps, comment)
        return self.added(Line(0, TURN, turn.seat, turn.turn, steps, comment))

    def ended(self) -> Draft:
        """The turn is over; the next one begins, unless the game is over too or something else is due."""
        if self.awaited:
            return self
        replay = self.beyond
        if replay.table.over or replay.table.awaits():
            return replace(self, closed=replay)
        seat = replay.table.seat
        return self.added(Line(0, TURN, seat, self._number(seat)), replay)

    def begun(self, seat: int, number: int | None = None) -> Draft:
        """The turn of a player; Due where another line comes first, unless that is waived."""
        awaited = self.beyond.table.awaits()
        if awaited and not self.waiving:
            raise Due(awaited)
        if awaited:
            return self.waived(awaited).begun(seat, number)
        return self.added(Line(0, TURN, seat, self._number(seat) if number is None else number))

    def waived(self, awaited: Step) -> Draft:
        """The line that is due, with nothing but what is known of it."""
        return self.added(Line(0, TABLE, steps=(awaited,)))

    def added(self, line: Line, replay: Replay | None = None) -> Draft:
        """One line more; an empty row stands where lines of another kind begin.

        `replay` stands where the turn before has ended, if that has been said.
        """
        last = self.last.kind if self.last else line.kind
        parted = not self.lines or (line.kind not in (COMMENT, last) and (last, line.kind) != (TABLE, TURN))
        rows = (*self.rows, "") if parted else self.rows
        line = line._replace(at=len(rows) + 1)
        return self._with((*rows, self.setup.written(line)), line, replay)

    def commented(self, comment: str) -> Draft:
        """A comment, in the line of the turn that is going on where there is one."""
        if self.turn and self.lines[-1] is self.turn:
            return self.longer((), comment)
        commented = self.added(Line(0, COMMENT, comment=comment))
        return commented.ended() if self.closed else commented

    def longer(self, steps: tuple[Step, ...], comment: str | None) -> Draft:
        """More steps or a comment in the last row; a turn without steps so far is played anew with its first ones."""
        last, text = self.lines[-1], split_comment(self.rows[-1])[0].rstrip(" ;\t")
        told = ", ".join(filter(None, (last.comment, comment)))
        line = last._replace(steps=last.steps + steps, comment=told or last.comment)
        added = "; ".join(map(self.setup.scribe.step, steps))
        text = f"{text}{'; ' if last.steps else ' '}{added}" if added else text
        row = f"{text}  # {line.comment}" if line.comment else text
        rows = (*self.rows[:-1], row)
        if steps and not last.steps:  # what a line begins with may tell that it is another turn
            return self._until(len(self.lines) - 1)._with(rows, line)  # noqa: SLF001  one of its own kind
        replay = self.replay.copy()
        replay.go_on(line, steps)
        return replace(self, rows=rows, lines=(*self.lines[:-1], line), replay=replay, closed=None)

    def _with(self, rows: tuple[str, ...], line: Line, replay: Replay | None = None) -> Draft:
        replay = (replay or self.replay).copy()
        replay.line(line)
        marked = self.marks and len(self.lines) % MARKED
        marks = self.marks if marked else (*self.marks, (len(self.lines), self.replay))
        return replace(self, rows=rows, lines=(*self.lines, line), replay=replay, marks=marks, closed=None)

    def _number(self, seat: int) -> int | None:
        """The number of a player's next turn, as the rules count; none in a log or a game that does without."""
        turns = [line for line in self.lines if line.kind == TURN]
        if self.table.number is None or (turns and turns[-1].turn is None):
            return None
        own = len({line.turn for line in turns if line.seat == seat}) + 1
        latest = max((line.turn or 0 for line in turns), default=0)
        table = self.beyond.table.copy()
        fitting = (n for n in (own, latest, latest + 1) if n and not table.why_not(_turn(seat, n)))
        return next(fitting, own)

    # ---- what was not ----------------------------------------------------------------------------------------------

    def shorter(self, times: int = 1) -> tuple[Draft, list[str]]:
        """Without the last things that are written, and what those were, the last one first."""
        count, taken = len(self.lines), [self.setup.ending] if self.closed else list[str]()
        part: Line | None = None  # what is left of the last line
        while len(taken) < times and count:
            line = part or self.lines[count - 1]
            if line.comment is not None and line.kind != COMMENT:
                taken.append(f"# {line.comment}")
                part = line._replace(comment=None)
            elif line.kind == TURN and line.steps:
                taken.append(self.setup.scribe.step(line.steps[-1]))
                part = line._replace(steps=line.steps[:-1])
            else:
                taken += [self.setup.written(line)] if line.kind != COMMENT or line.comment is not None else []
                count, part = count - 1, None
        if not taken:
            return self, taken
        if part is None and count == len(self.lines):
            return replace(self, closed=None), taken
        shorter = self._until(count - 1 if part else count)
        return shorter.again(part) if part else shorter, taken

    def again(self, line: Line) -> Draft:
        """A line that was written before, at its place."""
        rows = (*self.rows, *[""] * (line.at - 1 - len(self.rows)), self.setup.written(line))
        return self._with(rows, line)

    def _until(self, count: int) -> Draft:
        """The draft after so many lines; of those that were read, the rest is judged anew."""
        rows = list(self.rows[: self.lines[count].at - 1])
        while rows and not rows[-1].strip():
            rows.pop()
        marks = [mark for mark in self.marks if mark[0] <= count]
        if not marks:
            return self._read("\n".join(rows))
        at, mark = marks[-1]
        replay = mark.copy()
        for line in self.lines[at:count]:
            replay.line(line)
        kept = tuple(mark for mark in marks if mark[0] < count)
        return replace(self, rows=tuple(rows), lines=self.lines[:count], replay=replay, marks=kept, closed=None)

    def _read(self, text: str) -> Draft:
        """What another text of the same file tells."""
        return draft_of(text, self.setup.log.path, self.setup.library, self.setup.language)

    def fixed(self, at: int, row: str) -> Draft:
        """With another text in a row; BadFile where it cannot be read then."""
        draft = self._read("\n".join((*self.rows[: at - 1], row, *self.rows[at:])))
        _refuse_slips(draft.setup.log, at)
        return draft


def draft_of(text: str, path: Path, library: Library, language: str) -> Draft:
    """The draft that a log tells, its table as the verdict on it has it; BadFile where it cannot be read."""
    text = text.rstrip()
    replay = play_out(parse_log(path, text, library), library, ExplainingReplay)
    setup = RecorderSetup(replay, library, language)
    return Draft(setup, tuple(text.split("\n")), replay.log.lines, replay)


def _refuse_slips(log: Log, line: int) -> None:
    """Who has just typed a line is asked rather than guessed at."""
    slips = [one for one in log.assumptions if one.line == line and one.matters]
    if slips:
        raise BadFile(
            *(
                Complaint(
                    say("“{found}” isn’t known here", found=one.found),
                    Place(log.path, one.line, one.column),
                    say("did you mean “{word}”?", word=one.meant),
                )
                for one in slips
            )
        )


def _turn(seat: int, number: int) -> Step:
    return Step("turn", {"number": number}, seat)

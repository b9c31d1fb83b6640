"""What may lie behind a line that is against the rules: a slip of the pen rather than of the players.

Each guess is another way to read the log from there. The one after which the next lines fit best is offered, and
said aloud; nothing is taken for granted silently. Here guesses are only thought up; `judge` tries them. Where a step
depends on how the table stands, they are given the table as it stood just before that step.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, NamedTuple

from pnp.base.text import Message, say
from pnp.rules.notation import CARDS, VerbForm
from pnp.rules.step import COMMENT, TABLE, TURN, UNSEEN, UNWRITTEN, Line, Step
from pnp.rules.table import GameTable

MOST_LEGAL = 200  # steps that might have been meant
MOST_PLACES = 5  # in the next line, where a step might belong
MOST_FURTHER = 12  # lines further down, where one may belong that is nobody's turn
MOST_MISSING = 8  # kinds of steps that might be missing, the last one in the order of a turn first


class Guess(NamedTuple):
    """Lines to read in place of so many of the log's, and what that takes for granted.

    `meant` is what a step is taken for, `missing` a step that is taken to be lacking before it. A guess that throws
    away what is written has a `price`: so many findings must it save. One that keeps the `whole` of it leaves nothing
    in doubt but what steps change that are `moved`: lent `to` another seat, or thrown away with their line.
    """

    lines: tuple[Line, ...]
    instead_of: int = 1
    assumes: Message | None = None
    meant: Step | None = None
    missing: Step | None = None
    price: int = 1
    whole: bool = False
    to: int | None = None
    moved: tuple[Step, ...] = ()


def about_line(line: Line, last: Line | None, following: Sequence[Line], players: Sequence[str]) -> Iterator[Guess]:
    """A line of another player, in the wrong place, or written twice."""
    turns = {line.turn, last.turn if last else None}
    if last and (last.seat, last.steps) == (line.seat, line.steps) and (None in turns or len(turns) == 1):
        yield Guess((), assumes=say("the line is assumed to be a duplicate"), whole=True)
    for seat, player in enumerate(players if line.kind == TURN else ()):
        if seat != line.seat:
            yield Guess(
                (line._replace(seat=seat),),
                assumes=say("the line is assumed to be {player}’s", player=player),
                whole=True,
                to=seat,
                moved=line.steps,
            )
    if line.kind == TURN and following and following[0].kind == TURN:
        other = following[0]
        yield Guess(
            (other, line),
            2,
            say("lines {first} and {second} are assumed to be swapped", first=str(line.at), second=str(other.at)),
            whole=True,
        )
    if line.kind == TABLE:
        yield from _further_down(line, following)


def _further_down(line: Line, following: Sequence[Line]) -> Iterator[Guess]:
    """A line that is nobody's turn, after some of the next turns."""
    for number, other in enumerate(following[:MOST_FURTHER], 1):
        if other.kind not in (TURN, COMMENT):
            return
        assumes = say("the line is assumed to belong after line {line}", line=str(other.at))
        yield Guess((*following[:number], line), number + 1, assumes, whole=True)


def about_stray(line: Line, price: int) -> Guess:
    """A line that does not belong here at all."""
    assumes = say("the line is assumed not to belong here")
    return Guess((), assumes=assumes, price=price, whole=True, moved=line.steps)


def about_step(table: GameTable, line: Line, place: int, form: VerbForm, seats: int) -> Iterator[Guess]:
    """A step that was written down wrong, that lacks another one before it, or that did not happen."""
    step = line.steps[place]
    for meant in meant_by(table, step, form, seats):
        yield Guess((_with(line, place, meant),), meant=meant)
    if not form.notes:
        for missing in _missing(table, step):
            yield Guess((_with(line, place, missing, step),), missing=missing)
    if form.notes:
        yield Guess((_with(line, place),), assumes=say("the note is assumed to be a slip and the count right"))
    else:
        yield Guess((_with(line, place),), assumes=say("the step is assumed not to have happened"), price=2)


def about_rest(
    table: GameTable, line: Line, place: int, following: Line | None, players: Sequence[str], end: Step
) -> Iterator[Guess]:
    """A line in which the next turn begins without a word."""
    table.apply(end)
    seat = table.seat
    if seat != line.seat and not table.over:
        turn = following.turn if following and following.seat == seat else None
        first, rest = line._replace(steps=line.steps[:place]), Line(line.at, TURN, seat, turn, line.steps[place:])
        assumes = say("the rest of the line is assumed to be {player}’s", player=players[seat])
        yield Guess((first, rest), assumes=assumes, whole=True, to=seat, moved=rest.steps)


def about_next(line: Line, place: int, following: Line) -> Iterator[Guess]:
    """A step that belongs to the next line."""
    assumes = say("the step is assumed to belong to line {line}", line=str(following.at))
    step, seat = line.steps[place], following.seat
    for at in range(min(len(following.steps), MOST_PLACES) + 1):
        there = following._replace(steps=(*following.steps[:at], step, *following.steps[at:]))
        yield Guess((_with(line, place), there), 2, assumes, whole=True, to=seat, moved=(step,))


def about_number(line: Line) -> Iterator[Guess]:
    """A turn whose number is wrong, and nothing else."""
    if line.turn is not None:
        assumes = say("the number is assumed to be a slip and the count right")
        yield Guess((line._replace(turn=None),), assumes=assumes, whole=True)


def about_absent(table: GameTable, line: Line, end: Step) -> Iterator[Guess]:
    """A turn that is not written down, where a single step makes one."""
    if table.over or table.seat == line.seat:
        return
    for step in _one_of_each(table):
        trial = table.copy()
        trial.apply(Step("turn", {}, table.seat))
        trial.apply(step)
        if trial.why_not(end) is None:
            absent = Line(line.at, TURN, table.seat, None, (step,))
            missing = step._replace(by=table.seat)
            yield Guess((absent, line), missing=missing, whole=True, to=table.seat, moved=(step,))


def about_end(table: GameTable, line: Line, end: Step) -> Iterator[Guess]:
    """A turn that could not end like this: a step may be missing at its end."""
    for missing in _missing(table, end):
        yield Guess((Line(line.at, TURN, line.seat, line.turn, (missing,)),), 0, missing=missing)


def _with(line: Line, place: int, *steps: Step) -> Line:
    return line._replace(steps=(*line.steps[:place], *steps, *line.steps[place + 1 :]))


def meant_by(table: GameTable, step: Step, form: VerbForm, seats: int) -> Iterator[Step]:
    """Steps that differ from a written one in one thing and would have been legal."""
    tried: list[Step] = []
    for other in _alike(table, step, form, seats):
        if other not in tried and table.why_not(other) is None:
            tried.append(other)
            yield other


def _alike(table: GameTable, step: Step, form: VerbForm, seats: int) -> Iterator[Step]:
    args, needed = step.args, {slot.name for slot in form.slots if slot.needed}
    cards = {slot.name for slot in form.slots if CARDS in slot.takes}
    legal = [other for other in islice(table.legal(), MOST_LEGAL) if other.do == step.do]
    for other in legal:
        differing = [name for name in other.args if args.get(name, other.args[name]) != other.args[name]]
        if len(differing) == 1:
            yield Step(step.do, {**args, differing[0]: other.args[differing[0]]}, step.by)
    # what is written need not be listed among the legal steps, for those leave open what may be told besides
    for name, value in args.items():
        yield from _one_unseen(step, name, value) if name in cards else ()
        if name not in needed:
            yield Step(step.do, _without(args, name), step.by)
    if step.by is not None:
        yield from (step._replace(by=seat) for seat in range(seats) if seat != step.by)


def _one_unseen(step: Step, name: str, value: Any) -> Iterator[Step]:
    """The step with one of its named cards taken for one that nobody saw."""
    if not isinstance(value, tuple):
        return
    for card in dict.fromkeys(value):
        if card != UNSEEN:
            at = value.index(card)
            yield Step(step.do, {**step.args, name: (*value[:at], UNSEEN, *value[at + 1 :])}, step.by)


def _without(args: Mapping[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in args.items() if key != name}


def _missing(table: GameTable, step: Step) -> Iterator[Step]:
    """Legal steps after which another one would have been legal too."""
    for other in _one_of_each(table):
        if other.do != step.do:
            trial = table.copy()
            trial.apply(other)
            if trial.why_not(step) is None:
                yield other


def _one_of_each(table: GameTable) -> list[Step]:
    """Of each kind of legal steps the first, the last kind in the order of a turn first."""
    verbs = {other.do: other for other in reversed(list(islice(table.legal(), MOST_LEGAL)))}
    return [step for step in list(verbs.values())[:MOST_MISSING] if step.do not in UNWRITTEN]

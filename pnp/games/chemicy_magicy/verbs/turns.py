"""Turns in their order (S3, T1), and the end of the game: who wins (W2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pnp.base.text import say, word
from pnp.games.chemicy_magicy.table import ChemicyTable, ChemicyTurn
from pnp.games.chemicy_magicy.verbs.order import ending, is_out, the_end, unfinished
from pnp.games.chemicy_magicy.verbs.rounds import lay, names_of, next_round
from pnp.games.chemicy_magicy.verbs.untold import Haul
from pnp.rules.objection import Objection, object_to
from pnp.rules.outcome import Outcome
from pnp.rules.step import Step
from pnp.rules.verbs import Verb, Verbs

if TYPE_CHECKING:
    from pnp.rules.step_args import NoArgs, TurnArgs


POINTS, HIGHEST = word("score", "Points").text, word("score", "Highest power token").text


def why_not_turn(table: ChemicyTable, step: Step[TurnArgs]) -> Objection | None:
    """S3: clockwise among those who are still in; T1: whoever is out has no turns."""
    assert step.by is not None
    number = step.args.get("number")
    if table.over:
        return the_end(table)
    if not table.told and table.announced and number is None:
        return object_to(
            ("S2", "W1"),
            say("the tokens for round {round} haven’t been laid out yet", round=table.round),
            ("untold", -1),
        )
    if table.begun and table.seats[step.by].out and table.still_in():
        return is_out(table, step.by)
    if step.by != table.seat and not table.round_over:
        return _not_their_turn(table, step.by)
    if number is not None and number != table.round:
        return object_to(
            ("S2", "W1"),
            say("the line says round {found}, but it’s round {right}", found=number, right=table.round),
            ("round", -1),
            *(("in", seat) for seat in table.still_in()),
            doubts=True,
        )
    return None


def _not_their_turn(table: ChemicyTable, seat: int) -> Objection:
    passed = passed_over(table, seat)
    first = not table.begun
    return object_to(
        ("S3",) if first else ("S3", "T1"),
        say("it’s {player}’s turn, not {other}’s", player=table.player, other=table.names[seat]),
        ("start" if first else "turn", -1),
        *(("in", one) for one in passed if not first),
        rests=("start.later",) if first and table.round > 1 else (),
        doubts=True,
        assumes=None
        if first
        else say("a turn by {player} is assumed to be missing before this line", player=names_of(table, passed)),
    )


def passed_over(table: ChemicyTable, seat: int) -> list[int]:
    """The seats, still in, whose turn would have been before this one's."""
    count = len(table.seats)
    before = [(table.seat + away) % count for away in range((seat - table.seat) % count)]
    return [one for one in before if not table.seats[one].out]


def do_turn(table: ChemicyTable, step: Step[TurnArgs]) -> None:
    """Begins a turn; the first one also begins the round (S3), with untold tokens if it has none yet (S2)."""
    seat = step.by
    assert seat is not None
    if not table.begun:  # whoever began, began: the others follow from there
        if not table.told:
            lay(table, None)
            table.due = table.starter if table.announced and "number" not in step.args else None
        table.starter = seat
    table.seat, table.turn, table.begun = seat, ChemicyTurn(), True
    table.seats[seat].out = ""


def why_not_end(table: ChemicyTable, step: Step[NoArgs]) -> Objection | None:
    """What has to come before the end of the turn: a tile or stopping (T1), a group (T4), a catastrophe (T6)."""
    return None if table.over else unfinished(table)


def do_end(table: ChemicyTable, step: Step[NoArgs]) -> None:
    """On to the next player who is still in; with nobody left, to the next round."""
    if table.over:
        return
    table.turn = ChemicyTurn()
    count = len(table.seats)
    for away in range(1, count + 1):
        seat = (table.seat + away) % count
        if not table.seats[seat].out:
            table.seat = seat
            return
    next_round(table)


def outcome(table: ChemicyTable) -> Outcome:
    """W2: the most points; between equals, whoever has the highest single power token."""
    seats = range(len(table.seats))
    known = [Haul(seat.known.points + table.gold_points(at), seat.known.best) for at, seat in enumerate(table.seats)]
    certain, leaders = table.riddle.leaders(known) if table.riddle else (True, _first(known))
    return Outcome(
        over=table.over,
        winners=leaders if certain else (),
        scores=tuple(map(table.score, seats)),
        rules=("W2",),
        ends=ending(table),
        score=POINTS,
        ties=((HIGHEST, tuple(map(table.highest, seats))),),
        contenders=() if certain else leaders,
    )


def _first(ranks: Sequence[Haul]) -> tuple[int, ...]:
    return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))


VERBS: Verbs = {
    "turn": Verb(why_not_turn, do_turn),
    "end": Verb(why_not_end, do_end),
}

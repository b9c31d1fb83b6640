"""What a fault leaves in doubt, so that what follows from it is not held against anybody again."""

from __future__ import annotations

from pnp.games.alchemicus.table import Table
from pnp.referee.rules import Aspect
from pnp.referee.step import Step

FLEETING = ("turn", "drawn", "moved", "at")  # what the next turns show again

OWN = ("hand", "held", "goods", "fame", "burden")  # what a player has: how many cards, and which
TURN = ("at", "moved", "drawn")  # what a turn did
SHARED = ("cards", "discards", "bank", "end")
AIMED = ("of", "on", "from")  # clauses that name another player


def shaken(table: Table, step: Step, seat: int, happened: bool) -> set[Aspect]:
    """After a step against the rules: what the player has, where cards are; of a missed turn, all of it."""
    doubts = {(aspect, -1) for aspect in SHARED}
    if step.do == "turn":
        seats = {seat, *_passed(table, seat)}
        return doubts | {(aspect, one) for aspect in (*OWN, *TURN) for one in seats} | {("spirit", -1)}
    doubts |= {(aspect, seat) for aspect in OWN}
    if not happened:
        doubts |= {(aspect, seat) for aspect in TURN}
        doubts |= {(aspect, one) for aspect in (OWN if "on" in step.args else OWN[:3]) for one in _aimed_at(step)}
    if step.do == "spirit":
        doubts |= {("spirit", -1)}
    if _may_hide_the_spirit(table, step, happened=happened):
        doubts |= {("spirit", -1)} | {(aspect, one) for aspect in OWN for one in range(len(table.seats))}
    return doubts


def _may_hide_the_spirit(table: Table, step: Step, *, happened: bool) -> bool:
    """Whether the Spirit may have moved in truth, which stops buildings and takes cards from anybody."""
    there = table.field(table.me) == table.book.spirit_field
    return not happened if step.do == "spirit" else there and step.do not in ("end", "take")


def _passed(table: Table, seat: int) -> list[int]:
    """The seats whose turn would have been before this one's."""
    count = len(table.seats)
    return [(table.seat + away) % count for away in range((seat - table.seat) % count)]


def _aimed_at(step: Step) -> list[int]:
    """Other players whom a step that is left out may have changed something for."""
    return [step.args[name] for name in AIMED if isinstance(step.args.get(name), int)]

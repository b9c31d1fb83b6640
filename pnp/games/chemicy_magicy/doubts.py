"""What a fault leaves in doubt, so that what follows from it is not held against anybody again."""

from __future__ import annotations

from pnp.games.chemicy_magicy.table import NOTE_OF, Table
from pnp.referee.rules import Aspect
from pnp.referee.step import Step

FLEETING = ("turn", "drawn")  # what the next turns show again

TILES = ("energy", "elixirs", "cats")
OWN = (*TILES, "cards", "gold", "score", "in", "drawn")  # all that is a player's
SHARED = (("offer", -1), ("middle", -1), ("end", -1))

# what a step changes for whoever does it
CHANGES = {
    "draw": ("drawn",),
    "pick": ("drawn",),
    "peek": ("cards",),
    "pour": ("cards", "elixirs"),
    "unplug": ("cards", "energy"),
    "take": ("cards", *TILES),
    "undo": ("cards", *TILES),
    "extra": ("cards", *TILES),
    "pass": ("cards", *TILES),
    "safe": OWN,
    "stop": (*TILES, "score", "in"),
    "explode": OWN,
    "trade": ("energy", "elixirs", "gold", "score"),
    "group": ("cats", "cards"),
    "renew": ("cards", "gold", "score"),
}
OFFERED = ("stop", "safe", "explode")  # steps that take a token away


def shaken(table: Table, step: Step, seat: int, happened: bool) -> set[Aspect]:
    """After a step against the rules: what it changes; of a missed turn, all that the player has."""
    if step.do == "turn":
        seats = {seat, *_passed(table, seat)}
        return {(aspect, one) for aspect in OWN for one in seats} | set(SHARED)
    if step.do == "round":
        return {(aspect, one) for aspect in ("score", "in") for one in range(len(table.seats))} | set(SHARED)
    doubts = {(aspect, seat) for aspect in CHANGES.get(step.do, ())}
    if step.do == "end":
        doubts |= {("drawn", seat)}
    if step.do in OFFERED or not happened:
        doubts |= set(SHARED)
    if step.do in ("draw", "pick"):
        tile = step.args["tile"]
        doubts |= {(NOTE_OF[table.book.class_of[tile]], seat), (tile, -1)}
    for other in (step.args.get("from"), step.args.get("to")):
        if isinstance(other, int):
            doubts |= {(aspect, other) for aspect in TILES}
    return doubts


def _passed(table: Table, seat: int) -> list[int]:
    """The seats whose turn would have been before this one's."""
    count = len(table.seats)
    return [(table.seat + away) % count for away in range((seat - table.seat) % count)]

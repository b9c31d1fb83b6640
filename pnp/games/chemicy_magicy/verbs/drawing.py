"""Drawing tiles: face down or face up (T1), and no more of a kind than there are (C2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pnp.base.text import say
from pnp.games.chemicy_magicy.settings import ASSISTANT
from pnp.games.chemicy_magicy.table import ChemicyTable, ChemicyTurn
from pnp.games.chemicy_magicy.verbs.order import too_late_to_draw, untimely
from pnp.rules.objection import Objection, object_to
from pnp.rules.step import Step
from pnp.rules.verbs import Verb, Verbs

if TYPE_CHECKING:
    from pnp.games.chemicy_magicy.step_args import TileArgs


def why_not_draw(table: ChemicyTable, step: Step[TileArgs]) -> Objection | None:
    """T1: one tile from those face down in the middle; C2: there are only so many of each."""
    return untimely(table, step) or too_late_to_draw(table, "T1") or why_not_there(table, [step.args["tile"]], "T1")


def why_not_there(table: ChemicyTable, tiles: Sequence[str], rule: str) -> Objection | None:
    """C2: whether these can be among the tiles that lie face down, or that are mixed back to lie there."""
    total = table.middle.total()
    lying = table.middle if total else table.aside
    for tile in tiles:
        if tiles.count(tile) > lying[tile] - table.face_up[tile]:
            return _not_there(table, tile, rule)
    if total and tiles and not table.face_down:
        return object_to(
            (rule, "W1"),
            say("there are no face-down tiles in the middle"),
            ("middle", -1),
            doubts=True,
            impossible=True,
        )
    return None


def _not_there(table: ChemicyTable, tile: str, rule: str) -> Objection:
    """Where all the tiles of a kind are, so that this cannot have been one more."""
    return object_to(
        ("C2", rule),
        say(
            "{tile} can’t have been face down: of {total}, players have {out}, "
            "{aside} {aside:is|are} put aside and {up} {up:is|are} face up",
            tile=table.settings.name(tile),
            total=table.settings.tiles[tile],
            out=sum(seat.tiles.count(tile) for seat in table.seats),
            aside=table.aside[tile] if table.middle.total() else 0,
            up=table.face_up[tile],
        ),
        (tile, -1),
        ("mixing", -1),
        rests=(f"count.{tile}",),
        doubts=True,
        assumes=say("from here on, it’s treated as a tile that was there"),
    )


def do_draw(table: ChemicyTable, step: Step[TileArgs]) -> None:
    """T1: a tile comes from the middle to the player; W1: if none lies there, those put aside come back first."""
    table.supply()
    tile = step.args["tile"]
    if table.middle[tile] > table.face_up[tile]:
        table.middle[tile] -= 1
    elif table.aside[tile]:
        table.aside[tile] -= 1
    _lay(table, tile, bound=table.turn.peeked)


def _lay(table: ChemicyTable, tile: str, *, bound: bool) -> None:
    """The tile comes to lie before the player."""
    tiles, turn = table.me.tiles, table.turn
    twin = tile in tiles and table.settings.class_of[tile] != ASSISTANT
    tiles.append(tile)
    table.turn = ChemicyTurn(turn.cards, tile, twin, peeked=turn.peeked, bound=bound)
    table.tally["tiles"] += 1


def why_not_pick(table: ChemicyTable, step: Step[TileArgs]) -> Objection | None:
    """T1, E1: a tile that lies face up in the middle."""
    tile = step.args["tile"]
    if wrong := untimely(table, step) or too_late_to_draw(table, ("T1", "E1")):
        return wrong
    if table.face_up[tile] or (table.turned and table.middle[tile]):
        return None
    return object_to(
        ("T1", "E1"),
        say("there’s no {tile} face up in the middle", tile=table.settings.name(tile)),
        ("middle", -1),
        doubts=True,
        impossible=not table.middle[tile],
    )


def do_pick(table: ChemicyTable, step: Step[TileArgs]) -> None:
    """T1, E1: a face-up tile comes to the player, one that the log never named if need be."""
    tile = step.args["tile"]
    if table.face_up[tile]:
        table.face_up[tile] -= 1
    elif table.turned:
        table.turned -= 1
    table.middle[tile] = max(0, table.middle[tile] - 1)
    _lay(table, tile, bound=table.turn.bound)


VERBS: Verbs = {
    "draw": Verb(why_not_draw, do_draw),
    "pick": Verb(why_not_pick, do_pick),
}

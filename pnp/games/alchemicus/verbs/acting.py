"""T5: the action of the field on which the pawn stands, or none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.base.text import say
from pnp.games.alchemicus.ring import nearest
from pnp.games.alchemicus.table import ACT, AlchemicusTable
from pnp.games.alchemicus.verbs.order import begin, untimely
from pnp.rules.objection import Objection, object_to
from pnp.rules.step import Spot, Step
from pnp.rules.verbs import Verb, Verbs

if TYPE_CHECKING:
    from pnp.rules.step_args import NoArgs


# the field on which each action is done, and its rule
FIELDS = {
    "build": ("build", "B1"),
    "spirit": ("spirit", "X1"),
    "take": ("spirit", "X2"),
    "collect": ("collection", "K1"),
    "carry": ("transport", "R1"),
    "transmute": ("transmutation", "M1"),
    "sell": ("sale", "V1"),
    "give": ("gifts", "D1"),
}


def out_of_place(table: AlchemicusTable, step: Step) -> Objection | None:
    """T5: the action of the field on which the pawn stands, in its time."""
    if table.lenient:
        return None
    if wrong := untimely(table, step, ACT):
        return wrong
    field, rule = FIELDS[step.do]
    turn, here = table.turn, table.field(table.me)
    if here != field:
        return object_to(
            ("Q4", "T5", rule) if turn.stopped == field else ("T5", rule),
            say(
                "{player} is on {here}, but this can only be done on {field}",
                player=table.names[table.seat],
                here=table.settings.field(here),
                field=table.settings.field(field),
            )
            if here
            else say("{player} has no pawn on the ring", player=table.names[table.seat]),
            ("at", table.seat),
            doubts=True,
            assumes=say("from here on, the pawn is assumed to be on {field}", field=table.settings.field(field)),
        )
    if turn.skipped:
        return object_to("T5", say("{player} has already skipped this turn’s action", player=table.names[table.seat]))
    if turn.stopped and not table.settings.golem_action:
        return object_to("Q4", say("a player stopped by a Golem takes no action"), rests=("race.golem_action",))
    return None


def act(table: AlchemicusTable, step: Step) -> None:
    """An action shows where the pawn stands, even where the log had it elsewhere."""
    begin(table, ACT)
    table.turn.acted = True
    field = FIELDS[step.do][0]
    if (
        step.by is None
        and table.me.at is not None
        and table.field(table.me) != field
        and field in table.settings.ring
    ):
        table.me.at = nearest(table, field, table.me.at)


def no_such_building(table: AlchemicusTable, seat: int, spot: Spot, rule: str | tuple[str, ...]) -> Objection:
    """Refuses a building that the player does not have, or not as many of its kind as its number says."""
    player, name, count = table.names[seat], table.settings.name(spot.kind), len(table.spots(seat, spot.kind))
    return object_to(
        rule,
        say(
            "{player} has no {building} {number}, only {count} of that kind",
            player=player,
            building=name,
            number=spot.number,
            count=count,
        )
        if count
        else say("{player} has no {building}", player=player, building=name),
        ("goods", seat),
        impossible=True,
    )


def why_not_skip(table: AlchemicusTable, step: Step[NoArgs]) -> Objection | None:
    """T5: in place of the action, after the move; X1: never on the Spirit field."""
    if wrong := untimely(table, step, ACT):
        return wrong
    if table.field(table.me) == table.settings.spirit_field:
        return object_to(
            ("T5", "X1"),
            say("the action can’t be skipped on the Spirit field"),
            ("at", table.seat),
            doubts=True,
        )
    if table.turn.acted:
        return object_to("T5", say("{player} has already taken an action this turn", player=table.names[table.seat]))
    return None


def do_skip(table: AlchemicusTable, step: Step[NoArgs]) -> None:
    """From here on, no action is possible in this turn."""
    begin(table, ACT)
    table.turn.skipped = True


VERBS: Verbs = {
    "skip": Verb(why_not_skip, do_skip),
}

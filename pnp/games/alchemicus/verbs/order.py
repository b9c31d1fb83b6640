"""T0: whose turn it is, and in which order things are done."""

from __future__ import annotations

from pnp.base.text import say
from pnp.games.alchemicus.table import ACT, BASE, DRAW, MOVE, NIGHT, AlchemicusTable
from pnp.rules.objection import Aspect, Objection, object_to
from pnp.rules.step import UNSEEN, Step


def ended(table: AlchemicusTable) -> tuple[Aspect, ...]:
    """What the end of the game hangs on."""
    return (("end", -1), *(("fame", seat) for seat in range(len(table.seats))))


def untimely(table: AlchemicusTable, step: Step, phase: int) -> Objection | None:
    """T0: the game is not over, it is this player's turn, and the phase has come but not gone."""
    if (table.phase == phase and step.by is None and not table.over) or table.lenient:
        return None
    if table.over:
        return object_to("T0", say("the game is over; nothing more can be played"), *ended(table), impossible=True)
    if step.by is not None and step.by != table.seat:
        return object_to(
            "T0",
            say(
                "it’s {player}’s turn, not {other}’s",
                player=table.names[table.seat],
                other=table.names[step.by],
            ),
        )
    return out_of_order(table, phase)


def out_of_order(table: AlchemicusTable, phase: int) -> Objection | None:
    """T0: what a phase still has to wait for, or why it is too late for it; None when it may come."""
    now, player = table.phase, table.names[table.seat]
    if now <= DRAW < phase:
        return object_to(
            ("T1", "N2", "T0") if phase == NIGHT else ("T1", "T0"),
            say("{player} hasn’t drawn a card yet this turn", player=player),
            ("drawn", table.seat),
            doubts=True,
        )
    if phase > MOVE >= now:
        return object_to(
            ("T2", "T0"),
            say("{player} hasn’t moved yet this turn", player=player),
            ("moved", table.seat),
            doubts=True,
        )
    if phase > ACT >= now and _spirit_waits(table):
        return _spirit_must_move(table)
    if phase >= now:
        return None
    if phase == DRAW and not table.turn.drawn:
        return object_to(
            "T1", say("{player} draws too late; drawing comes first in a turn", player=player), ("drawn", table.seat)
        )
    if phase == DRAW:
        ways = tuple(rule for rule in ("T1", "N1", "O1") if rule in table.settings.rules)
        return object_to(ways, say("{player} has already drawn this turn", player=player), rests=("draw.cards",))
    if phase == NIGHT:
        return object_to(
            ("N2", "T0"), say("Noctis cards are played before moving, and {player} has already moved", player=player)
        )
    if phase == MOVE and not table.turn.moved:
        return object_to(
            ("T2", "T0"),
            say("{player} moves too late; moving comes before the action", player=player),
            ("moved", table.seat),
        )
    if phase == MOVE:
        return object_to("T2", say("{player} has already moved this turn", player=player), ("at", table.seat))
    return object_to("T0", say("it’s too late for this; the order is draw, move, action, Gloria, end of turn"))


def _spirit_waits(table: AlchemicusTable) -> bool:
    return table.field(table.me) == table.settings.spirit_field and not table.turn.spirit_moved


def _spirit_must_move(table: AlchemicusTable) -> Objection:
    return object_to(
        ("X1", "T5"),
        say("{player} landed on the Spirit field but hasn’t moved the Spirit", player=table.names[table.seat]),
        ("at", table.seat),
    )


def begin(table: AlchemicusTable, phase: int) -> None:
    """Every step that is played closes what only the step before allowed."""
    turn = table.turn
    table.fresh = turn.theft = False
    if turn.asked:
        if turn.asked.late:
            table.draw(table.seat, BASE, (UNSEEN,) * turn.asked.late)
        turn.asked = None
    table.cards.reshuffled = ()
    table.phase = max(table.phase, phase)

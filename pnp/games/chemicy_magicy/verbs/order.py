"""T1, E0: what may be done at this moment of a turn, and what must still be done before it ends."""

from __future__ import annotations

from pnp.base.text import say
from pnp.games.chemicy_magicy.settings import ASSISTANT, ENERGY, EXTRA
from pnp.games.chemicy_magicy.table import NOTE_OF, STOPPED, ChemicyTable
from pnp.rules.objection import Objection, object_to
from pnp.rules.step import Step


def untimely(table: ChemicyTable, step: Step) -> Objection | None:
    """The game is not over, it is this player's turn, and the player is still in the round."""
    if table.lenient:
        return None
    if table.over:
        return the_end(table)
    if not table.told:
        why = say("the tokens for round {round} haven’t been laid out yet", round=table.round)
        return object_to("S2", why, ("round", -1))
    if step.by is not None and step.by != table.seat:
        return object_to(
            ("S3", "T1"),
            say(
                "it’s {player}’s turn, not {other}’s",
                player=table.player,
                other=table.names[step.by],
            ),
            ("turn", -1),
        )
    return is_out(table, table.seat) if table.me.out else None


def is_out(table: ChemicyTable, seat: int) -> Objection:
    """T1: whoever has stopped (T5) or exploded (T6) has no turn until the next round."""
    stopped = table.seats[seat].out == STOPPED
    return object_to(
        ("T1", "T5") if stopped else ("T1", "T6"),
        say("{player} has stopped and is out until the next round", player=table.names[seat])
        if stopped
        else say("{player} has exploded and is out until the next round", player=table.names[seat]),
        ("in", seat),
        ("turn", -1),
        doubts=True,
    )


def too_late_to_draw(table: ChemicyTable, rules: str | tuple[str, ...]) -> Objection | None:
    """T1: one tile a turn; E1 to E4 are used, and one stops, before it is drawn."""
    if not table.turn.drawn or table.lenient:
        return None
    return object_to(
        rules,
        say("{player} has already drawn a tile this turn", player=table.player),
        ("drawn", table.seat),
        doubts=True,
    )


def no_tile(table: ChemicyTable, rules: str | tuple[str, ...]) -> Objection | None:
    """A tile was drawn, and nothing has come of it yet."""
    if table.lenient or (table.turn.drawn and not table.turn.closed):
        return None
    if not table.turn.drawn:
        return object_to(
            rules,
            say("{player} hasn’t drawn a tile this turn", player=table.player),
            ("drawn", table.seat),
            doubts=True,
        )
    return object_to(
        rules,
        say("it’s too late; the tile {player} drew has already taken effect", player=table.player),
        ("drawn", table.seat),
        doubts=True,
    )


def drawable(table: ChemicyTable) -> bool:
    """W1: whether there is any tile to draw."""
    return bool(table.middle.total() or table.aside.total())


def must_group(table: ChemicyTable) -> bool:
    """T4: whether the assistant just drawn completes a research group, which has to be put aside."""
    settings, turn = table.settings, table.turn
    size, needed = table.cats(table.seat), settings.group[ASSISTANT]
    if not turn.drawn or turn.closed or settings.class_of[turn.drawn] != ASSISTANT or size < needed:
        return False
    if size > needed and not settings.more_assistants:
        return False
    return settings.without_used or turned_by_group(table) > 0 or not settings.refresh["group"]


def refreshable(table: ChemicyTable) -> list[str]:
    """X2: the cards that a group or a catastrophe may turn up again."""
    return [card for card in table.settings.cards if card != EXTRA or table.settings.extra_refreshed]


def turned_by_group(table: ChemicyTable) -> int:
    """T4: how many used cards a research group turns up here."""
    return min(table.settings.refresh["group"], sum(table.used(table.seat, card) for card in refreshable(table)))


def unfinished(table: ChemicyTable) -> Objection | None:
    """What the player still has to do before the turn can end."""
    turn, settings, player = table.turn, table.settings, table.player
    if table.me.out:
        return None
    if not turn.drawn and not turn.closed:
        if not turn.cards:
            why = say("{player} has neither drawn a tile nor stopped", player=player)
            return object_to(("T1", "T5"), why, ("drawn", table.seat), doubts=True)
        return object_to(
            ("T1", "E0"),
            say("{player} has used a card but hasn’t drawn a tile", player=player),
            ("drawn", table.seat),
            rests=("pass_on.then",) if "pass-on" in turn.cards else (),
            doubts=True,
        )
    if turn.twin and not turn.closed:
        kind = settings.class_of[turn.drawn]
        return object_to(
            ("T2" if kind == ENERGY else "T3", "T6"),
            say(
                "{player} already had {tile}, so this is a catastrophe",
                player=player,
                tile=settings.name(turn.drawn),
            ),
            (NOTE_OF[kind], table.seat),
            ("in", table.seat),
            doubts=(turn.drawn, -1),
        )
    if must_group(table):
        return object_to(
            "T4",
            say(
                "{player} has {n} {n:assistant|assistants} but doesn’t put a research group of {group} aside",
                player=player,
                n=table.cats(table.seat),
                group=settings.group[ASSISTANT],
            ),
            ("cats", table.seat),
            rests=("complete.more_assistants", "complete.without_used")
            if table.cats(table.seat) > settings.group[ASSISTANT]
            else (),
            doubts=True,
        )
    return None


def the_end(table: ChemicyTable) -> Objection:
    """W2: nothing can be played after the last round, unless a round was miscounted."""
    return object_to(
        ending(table),
        say("the game is over; nothing more can be played"),
        ("end", -1),
        ("round", -1),
        doubts=True,
        impossible=True,
    )


def ending(table: ChemicyTable) -> tuple[str, ...]:
    """The rules to cite for the end of the game, with that of the short game where it is chosen."""
    return ("W2", "X1") if "X1" in table.settings.rules else ("W2",)

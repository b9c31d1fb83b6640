"""Alchemicus: what may happen at the table. Modules follow the rulebook: turn, fields, night."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.edition import Edition
from pnp.games.alchemicus import drawing, fields, moving, night, notes, selfplay, setup, turn
from pnp.games.alchemicus.book import Book
from pnp.games.alchemicus.table import Table
from pnp.games.alchemicus.words import NOTATION
from pnp.referee.rules import Rules

VERBS = {
    verb: rule for part in (setup, turn, drawing, moving, fields, night, notes) for verb, rule in part.VERBS.items()
}


def set_up(edition: Edition, players: Sequence[str]) -> Table:
    table = Table(Book(edition), players, VERBS)
    setup.set_up(table)
    return table


RULES = Rules(
    NOTATION,
    set_up,
    {"reshuffle": ("when-empty", "when-needed")},
    selfplay.start,
    selfplay.perform,
    {"greedy": selfplay.play_greedily, "random": selfplay.play_at_random},
)

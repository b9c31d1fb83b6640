"""Alchemicus: what may happen at the table. Modules follow the rulebook: turn, fields, night."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.data.edition import EditionData
from pnp.games.alchemicus import doubts, scene, selfplay, setup, supposing
from pnp.games.alchemicus.settings import settings_of
from pnp.games.alchemicus.table import AlchemicusTable
from pnp.games.alchemicus.verbs import acting, building, checks, drawing, goods, moving, night, spirit, trade, turn
from pnp.games.alchemicus.verbs.costs import cost
from pnp.games.alchemicus.words import NOTATION
from pnp.rules.protocol import Rules
from pnp.rules.step import Step

VERB_MODULES = (setup, turn, drawing, moving, acting, building, spirit, goods, trade, night, checks)
VERBS = {verb: rule for module in VERB_MODULES for verb, rule in module.VERBS.items()}

PHASES = {
    "draw": "draw",
    "noctis": "draw",
    "bank": "draw",
    "play": "noctis",
    "ward": "noctis",
    "place": "move",
    "move": "move",
    "gloria": "gloria",
    "discard": "end",
}


def set_up(edition: EditionData, players: Sequence[str]) -> AlchemicusTable:
    table = AlchemicusTable(settings_of(edition), players, VERBS)
    setup.set_up(table)
    return table


def phase(step: Step) -> str:
    """The phase of a turn in which a step is done, by its key in the game's terms."""
    return PHASES.get(step.do, "action")


def anew(table: AlchemicusTable, done: Sequence[Step], steps: Sequence[Step]) -> bool:
    """A turn begins with drawing, so whoever draws after a turn that began so is in another one."""
    return phase(steps[0]) == phase(done[0]) == "draw"


RULES = Rules(
    NOTATION,
    set_up,
    scene.portray,
    scene.tableau,
    phase,
    lambda table, step: cost(table, step)[0],
    anew,
    doubts.shaken,
    supposing.suppose,
    doubts.behind,
    doubts.spread,
    lambda _table, _step: (),  # what is supposed is followed through the record, which shows when it was not so
    doubts.FLEETING,
    scene.doubtful,
    {"reshuffle": ("when-empty", "when-needed")},
    selfplay.start,
    selfplay.perform,
    {"greedy": selfplay.play_greedily, "random": selfplay.play_at_random},
    scene.figures,
)

"""Alchemicus: what may happen at the table. Modules follow the rulebook: turn, fields, night."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pnp.data.edition import EditionData
from pnp.games.alchemicus import doubts, scene, selfplay, setup
from pnp.games.alchemicus.costs import cost
from pnp.games.alchemicus.settings import settings_of
from pnp.games.alchemicus.table import AlchemicusTable
from pnp.games.alchemicus.verbs import acting, building, drawing, goods, moving, night, notes, spirit, trade, turn
from pnp.games.alchemicus.words import NOTATION
from pnp.rules.objection import Aspect
from pnp.rules.protocol import Rules, Supposition, choose_at_random
from pnp.rules.step import Step

VERB_MODULES = (setup, turn, drawing, moving, acting, building, spirit, goods, trade, night, notes)
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
    """A table with first buildings and first Noctis cards; hands and bank wait for the deal."""
    table = AlchemicusTable(settings_of(edition), players, VERBS)
    setup.set_up(table)
    return table


def phase(step: Step) -> str:
    """The phase of a turn in which a step is done, by its key in the game's terms."""
    return PHASES.get(step.do, "action")


def anew(table: AlchemicusTable, done: Sequence[Step], steps: Sequence[Step]) -> bool:
    """A turn begins with drawing, so whoever draws after a turn that began so is in another one."""
    return phase(steps[0]) == phase(done[0]) == "draw"


def suppose(table: AlchemicusTable, aspect: Aspect) -> Iterable[Supposition] | None:
    """How a fact that is in doubt may be instead; most logs are without faults, and do without what lists it."""
    from pnp.games.alchemicus import supposing

    return supposing.suppose(table, aspect)


RULES = Rules(
    notation=NOTATION,
    set_up=set_up,
    portray=scene.portray,
    tableau=scene.tableau,
    phase=phase,
    cost=lambda table, step: cost(table, step)[0],
    figures=scene.figures,
    anew=anew,
    readings={"reshuffle": ("when-empty", "when-needed")},
    shaken=doubts.shaken,
    suppose=suppose,
    behind=doubts.behind,
    spread=doubts.spread,  # and nothing is settled: what is supposed is followed through the log, which shows it
    fleeting=doubts.FLEETING,
    doubtful=scene.doubtful,
    deal=selfplay.start,
    perform=selfplay.perform,
    players={"greedy": selfplay.play_greedily, "random": choose_at_random},
)

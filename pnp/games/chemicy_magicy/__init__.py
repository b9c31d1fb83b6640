"""Chemicy Magicy: what may happen at the table. Modules follow the rulebook: rounds, turns, tiles, cards."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pnp.data.edition import EditionData
from pnp.games.chemicy_magicy import doubts, scene, selfplay
from pnp.games.chemicy_magicy.settings import settings_of
from pnp.games.chemicy_magicy.table import ChemicyTable
from pnp.games.chemicy_magicy.verbs import drawing, emergency, groups, leaving, notes, rounds, turns
from pnp.games.chemicy_magicy.words import NOTATION
from pnp.rules.objection import Aspect
from pnp.rules.protocol import Rules, Supposition
from pnp.rules.step import Step

VERB_MODULES = (rounds, turns, drawing, groups, leaving, emergency, notes)
VERBS = {verb: rule for module in VERB_MODULES for verb, rule in module.VERBS.items()}

PHASES = {
    "round": "round",
    "start": "round",
    "peek": "before",
    "pour": "before",
    "unplug": "before",
    "take": "before",
    "draw": "draw",
    "pick": "draw",
    "stop": "draw",
    "undo": "after",
    "extra": "after",
    "pass": "after",
    "safe": "after",
}
OPENING = ("before", "draw")
ANY_TIME = ("renew", "mix")


def set_up(edition: EditionData, players: Sequence[str]) -> ChemicyTable:
    """A table before the first round: all tiles in the middle, all cards unused, no tokens laid out yet."""
    return ChemicyTable(settings_of(edition), players, VERBS)


def phase(step: Step) -> str:
    """The phase of a turn in which a step is done, by its key in the game's terms."""
    return PHASES.get(step.do, "tile")


def anew(table: ChemicyTable, done: Sequence[Step], steps: Sequence[Step]) -> bool:
    """A turn has one tile, but for those passed on: what is done after it, or after stopping, is in another one."""
    first = next((step for step in steps if step.do not in ANY_TIME), steps[0])
    verbs = [one.do for one in done]
    passed = verbs.count("pass") if table.settings.pass_then_draw else 0
    over = "stop" in verbs or "safe" in verbs or sum(one in ("draw", "pick") for one in verbs) > passed
    return phase(first) in OPENING and over


def suppose(table: ChemicyTable, aspect: Aspect) -> Iterable[Supposition] | None:
    """How a fact that is in doubt may be instead; most logs are without faults, and do without what lists it."""
    from pnp.games.chemicy_magicy import supposing

    return supposing.suppose(table, aspect)


RULES = Rules(
    notation=NOTATION,
    set_up=set_up,
    portray=scene.portray,
    tableau=scene.tableau,
    phase=phase,
    figures=scene.figures,
    anew=anew,
    shaken=doubts.shaken,
    suppose=suppose,
    behind=doubts.behind,
    spread=doubts.spread,
    settled=doubts.settled,
    fleeting=doubts.FLEETING,
    doubtful=scene.doubtful,
    deal=selfplay.start,
    perform=selfplay.perform,
    players={"greedy": selfplay.play_warily, "random": selfplay.play_at_random},
)

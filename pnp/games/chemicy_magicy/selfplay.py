"""Players made of code, for simulated games: one that plays at random, and one that weighs its luck."""

from __future__ import annotations

from collections import Counter
from random import Random

from pnp.games.chemicy_magicy.settings import ASSISTANT
from pnp.games.chemicy_magicy.table import ChemicyTable
from pnp.games.chemicy_magicy.verbs.emergency import peeked
from pnp.games.chemicy_magicy.verbs.rounds import usual_number
from pnp.rules.step import Step

BRAVE, ALONE = 0.3, 0.18  # the risk of an explosion that is still taken, and by whoever is left alone
PICKS, DARES, HELPED = 0.7, 0.08, 0.35  # how often a safe tile is picked, a card used early, and against a risk
_MOST_TRIES = 1_000


def start(table: ChemicyTable, random: Random) -> list[Step]:
    """Nothing is dealt."""
    return []


def perform(table: ChemicyTable, step: Step, random: Random) -> list[Step]:
    """Carries out a step of a simulated game: chance decides what is turned up and drawn."""
    step = _with_luck(table, step, random)
    table.apply(step)
    return [step]


def _with_luck(table: ChemicyTable, step: Step, random: Random) -> Step:
    if step.do == "draw":
        return Step("draw", {"tile": random.choice(_pool(table))})
    if step.do == "peek":
        pool = _pool(table)
        return Step("peek", {"tiles": tuple(random.sample(pool, peeked(table)))} if peeked(table) else {})
    if step.do == "round" and step.args.get("tokens"):
        return Step("round", {**step.args, "tokens": _turned_up(table, random) or step.args["tokens"]})
    return step


def _pool(table: ChemicyTable) -> list[str]:
    """The tiles that lie face down, or will when they are needed."""
    lying = table.middle if table.middle.total() else table.aside
    return sorted((lying - table.face_up).elements())


def _turned_up(table: ChemicyTable, random: Random) -> tuple[int, ...]:
    """S2: small tokens at random, again and again until they differ."""
    stack, large = sorted(table.stack.elements()), table.settings.worth_of_large(table.round)
    for _ in range(_MOST_TRIES):
        tokens = tuple(sorted(random.sample(stack, min(len(stack), usual_number(table))), reverse=True))
        if not table.settings.distinct or len({*tokens, large}) == len(tokens) + 1:
            return tokens
    return ()


# ---- players -------------------------------------------------------------------------------------------------------


def play_at_random(table: ChemicyTable, random: Random) -> Step | None:
    """Any legal step, each kind of step as likely as the others."""
    kinds: dict[str, list[Step]] = {}
    for step in table.legal():
        kinds.setdefault(step.do, []).append(step)
    return random.choice(random.choice(list(kinds.values()))) if kinds else None


def play_warily(table: ChemicyTable, random: Random) -> Step | None:
    """Goes on while the risk is small, and uses cards where they help."""
    steps: dict[str, list[Step]] = {}
    for step in table.legal():
        steps.setdefault(step.do, []).append(step)
    if not steps:
        return None
    wanted = next((verb for verb in _wishes(table, random) if verb in steps), next(iter(steps)))
    found = steps[wanted]
    return found[-1] if wanted in ("group", "explode") else _first(table, found, random)


def _first(table: ChemicyTable, steps: list[Step], random: Random) -> Step:
    """One of several steps of a kind; a tile is picked that does not explode."""
    safe = [step for step in steps if step.args.get("tile") not in table.me.tiles]
    return random.choice(safe or steps)


def _wishes(table: ChemicyTable, random: Random) -> list[str]:
    """The verbs that are tried, in order."""
    turn = table.turn
    if turn.drawn:
        rescue = random.sample(["extra", "undo", "pass", "safe"], 4) if turn.twin and not turn.closed else []
        return ["trade", "group", *rescue, "explode", "end"]
    risk, alone = _risk(table), len(table.still_in()) == 1
    if turn.cards:
        return ["pick", "draw", "stop", "end"] if _safe_to_pick(table) else ["draw", "pick", "stop", "end"]
    if _safe_to_pick(table) and random.random() < PICKS:
        return ["round", "pick"]
    if risk <= (ALONE if alone else BRAVE) + random.uniform(-0.1, 0.1):
        use = random.random() < DARES
        return ["round", *(["take", "peek"] if use else []), "draw", "stop", "end"]
    if random.random() < HELPED:
        return ["round", *random.sample(["peek", "pour", "unplug"], 3), "stop", "draw", "end"]
    return ["round", "stop", "draw", "end"]


def _safe_to_pick(table: ChemicyTable) -> bool:
    return any(
        tile not in table.me.tiles or table.settings.class_of[tile] == ASSISTANT for tile in table.face_up.elements()
    )


def _risk(table: ChemicyTable) -> float:
    """How likely a tile drawn now explodes."""
    pool = Counter(_pool(table))
    own = {tile for tile in table.me.tiles if table.settings.class_of[tile] != ASSISTANT}
    return sum(pool[tile] for tile in own) / pool.total() if pool else 1.0

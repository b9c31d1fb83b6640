"""Thousands of simulated games through the referee: `make soak`, or with a number of games for each class of tables.

The classes are those of each game: for Alchemicus the base game, Noctis, and the race, each in every edition; for
Chemicy Magicy the rules as they are, and tables with rules of their own and few tiles; with all options, for all
numbers of players. Each game is played, written as text with a random share of its cards unnamed, read and judged:
there must be no finding, and the same outcome. Every fiftieth is judged with all its cards named too, all pieces are
counted after each of its steps, and legal moves compared with all that one can think of; and a log of steps at random
is judged without an accident. Then some games get a fault each, two, or five slips, or lists in another order, and
tables tell what became of them.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import count, cycle, islice
from random import Random

import late
import messy
import orders
import pairs
from chemicy_tables import house_rules
from conftest import LIBRARY, REPO
from grounds import ALCHEMICUS, CHEMICY, GROUNDS, Ground
from mutations import HEADINGS, Measurement, measure, table
from pnp.data.edition import Choices
from pnp.log.file import parse_log
from pnp.log.writing import write_text
from pnp.referee.judge import judge
from pnp.studies.simulate import NAMES, play
from scribbles import scribbled
from stripping import stripped
from trials import markdown

GAMES = 10_000


@dataclass(frozen=True, slots=True)
class Class:
    """Tables of one game to play at."""

    ground: Ground
    belongs: Callable[[Choices], bool] = lambda _: True
    changed: Callable[[Choices, Random], Choices] = lambda choices, _: choices


CLASSES = {
    "base": Class(ALCHEMICUS, lambda choices: not choices.expansions),
    "noctis": Class(ALCHEMICUS, lambda choices: bool(choices.expansions) and not choices.variant),
    "race": Class(ALCHEMICUS, lambda choices: bool(choices.variant)),
    "tiles": Class(CHEMICY),
    "house rules": Class(CHEMICY, changed=house_rules),
}


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    totals: Counter[str] = Counter()
    for name in sys.argv[2:] or CLASSES:
        counts = _class(name, games)
        _say(f"{name}: {dict(counts)}")
        totals.update(counts)
    for game in GROUNDS if len(sys.argv) <= 2 else ():
        cases = list(measure(games // 50, Measurement(game)))
        _say(markdown(table(cases), HEADINGS))
        totals["FAULT overlooked"] += sum(case.violation and not case.share and not case.findings for case in cases)
        totals["FAULT accused"] += sum(case.findings > 0 for case in cases if not case.violation)
        totals.update(_more(game, games // 100))
    _say(f"done: {dict(totals)}")
    sys.exit(any(count for name, count in totals.items() if name.startswith("FAULT")))


def _more(game: str, games: int) -> Counter[str]:
    """The other measurements."""
    _say(markdown(pairs.table(list(pairs.measure(games, game))), pairs.HEADINGS))
    _say(markdown(messy.table(list(messy.measure(games, game))), messy.HEADINGS))
    if game == ALCHEMICUS.game:
        _say(markdown(late.table(late.measure(games)), late.HEADINGS))
    cases = list(orders.measure(games, game))
    _say(markdown(orders.table(cases), orders.HEADINGS))
    return Counter({"FAULT accused": sum(case.accused for case in cases)})


def _class(name: str, games: int) -> Counter[str]:
    totals: Counter[str] = Counter()
    one = CLASSES[name]
    tables = [table for table in one.ground.configurations() if one.belongs(table[0])]
    work = ((name, *item) for item in islice(zip(cycle(tables), count()), games))
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for number, counts in enumerate(pool.map(_soak, work, chunksize=20), 1):
            totals.update(counts)
            if number % 1000 == 0:
                _say(f"{number} games: {dict(totals)}")
    return totals


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


@cache
def _library():  # type: ignore[no-untyped-def]  # noqa: ANN202
    return LIBRARY


def _soak(work: tuple[str, tuple[Choices, int], int]) -> Counter[str]:
    name, (choices, players), seed = work
    ground, library, counts = CLASSES[name].ground, _library(), Counter[str]()
    choices = CLASSES[name].changed(choices, Random(seed))
    edition = library.edition(ground.game, choices)
    kinds = ["random" if (seed + seat) % 5 == 0 else "greedy" for seat in range(players)]
    played = play(edition, ground.rules, choices, kinds, f"soak{seed}")
    counts["games"] += 1
    counts["unfinished"] += not played.outcome.over
    closely = seed % 50 == 0
    for share in (Random(seed).random(), *([0.0] if closely else [])):
        log = stripped(played.log, Random(seed), share) if len(ground.shares) > 1 else played.log
        judgement = judge(parse_log(played.log.path, write_text(log, library, "en"), library), library)
        counts["steps"] += judgement.steps
        counts["FAULT accused"] += bool(judgement.findings)
        counts["FAULT outcome"] += judgement.outcome != played.outcome
        counts["undecidable"] += bool(judgement.unclear)
    if closely:
        counts.update(_walk(ground, choices, players, seed))
        _scribble(ground.game, seed)
    return counts


def _walk(ground: Ground, choices: Choices, players: int, seed: int) -> Counter[str]:
    """A game with its pieces counted at every step, and legal moves compared with all that one can think of."""
    counts, rules = Counter[str](), ground.rules
    table = rules.set_up(_library().edition(ground.game, choices), NAMES[:players])
    random = Random(f"walk{seed}")
    rules.deal(table, random)
    whole = ground.balance(table)
    for number in range(400):
        if table.over:
            break
        if number % 25 == 0:
            effects = {ground.effect(table, step) for step in table.legal()}
            counts["compared"] += 1
            counts["FAULT legal"] += any(
                table.why_not(step) is None and ground.effect(table, step) not in effects
                for step in ground.conceivable(table)
            )
        step = rules.players["greedy"](table, random)
        if step is None:
            break
        rules.perform(table, step, random)
        counts["FAULT lost"] += ground.balance(table) != whole
    return counts


def _scribble(game: str, seed: int) -> None:
    """Any log that keeps to the grammar is judged without an accident."""
    from pnp.base.errors import BadFile

    try:
        judge(parse_log(REPO / "x.log", scribbled(game, Random(seed)), _library()), _library())
    except BadFile:
        return


if __name__ == "__main__":
    main()

"""Thousands of simulated games through the referee: `make soak`, or with a number of games for each class of tables.

The classes are the base game, Noctis, and the race, each in every edition, with all options, for all numbers of
players. Each game is played, written as text with a random share of its cards unnamed, read and judged: there must be
no finding, and the same outcome. Every fiftieth is judged with all its cards named too, cards and Fame are counted
after each of its steps, and legal moves compared with all that one can think of; and a log of steps at random is
judged without an accident. Then some games get a fault each, and a table tells what became of it.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import count, cycle, islice
from random import Random

from pnp.edition import Choices
from pnp.games.alchemicus import RULES
from pnp.games.alchemicus.table import Table
from pnp.referee.judge import judge
from pnp.referee.library import library_of
from pnp.referee.reader import parse_log
from pnp.referee.simulate import NAMES, play
from pnp.referee.step import Step
from pnp.referee.writing import write_text

from alchemicus_tables import census, conceivable, configurations, fingerprint, greedy
from conftest import REPO
from mutations import Plan, markdown, measure, table
from scribbles import scribbled
from stripping import stripped

GAMES = 10_000
CLASSES: dict[str, Callable[[Choices], bool]] = {
    "base": lambda choices: not choices.expansions,
    "noctis": lambda choices: bool(choices.expansions) and not choices.variant,
    "race": lambda choices: bool(choices.variant),
}


def main() -> None:
    games = int(sys.argv[1]) if len(sys.argv) > 1 else GAMES
    totals: Counter[str] = Counter()
    for name, belongs in CLASSES.items():
        counts = _class([one for one in configurations() if belongs(one[0])], games)
        _say(f"{name}: {dict(counts)}")
        totals.update(counts)
    cases = list(measure(games // 50, Plan()))
    _say(markdown(table(cases)))
    totals["FAULT overlooked"] += sum(case.violation and not case.share and not case.findings for case in cases)
    totals["FAULT accused"] += sum(case.findings > 0 for case in cases if not case.violation)
    _say(f"done: {dict(totals)}")
    sys.exit(any(count for name, count in totals.items() if name.startswith("FAULT")))


def _class(tables: Sequence[tuple[Choices, int]], games: int) -> Counter[str]:
    totals: Counter[str] = Counter()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for number, counts in enumerate(pool.map(_soak, islice(zip(cycle(tables), count()), games), chunksize=20), 1):
            totals.update(counts)
            if number % 1000 == 0:
                _say(f"{number} games: {dict(totals)}")
    return totals


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


@cache
def _library():  # type: ignore[no-untyped-def]  # noqa: ANN202
    return library_of(REPO)


def _soak(work: tuple[tuple[Choices, int], int]) -> Counter[str]:
    (choices, players), seed = work
    library, counts = _library(), Counter[str]()
    edition = library.edition("alchemicus", choices)
    kinds = ["random" if (seed + seat) % 5 == 0 else "greedy" for seat in range(players)]
    played = play(edition, RULES, choices, kinds, f"soak{seed}")
    counts["games"] += 1
    counts["unfinished"] += not played.outcome.over
    closely = seed % 50 == 0
    for share in (Random(seed).random(), *([0.0] if closely else [])):
        text = write_text(stripped(played.log, Random(seed), share), library, "en")
        report = judge(parse_log(played.log.path, text, library), library)
        counts["steps"] += report.steps
        counts["FAULT accused"] += bool(report.findings)
        counts["FAULT outcome"] += report.outcome != played.outcome
        counts["undecidable"] += bool(report.unclear)
    if closely:
        counts.update(_walk(choices, players, seed))
        _scribble(seed)
    return counts


def _walk(choices: Choices, players: int, seed: int) -> Counter[str]:
    """A game with cards counted at every step, and legal moves compared with all that one can think of."""
    counts = Counter[str]()
    table = RULES.set_up(_library().edition("alchemicus", choices), NAMES[:players])
    assert isinstance(table, Table)
    random = Random(f"walk{seed}")
    RULES.deal(table, random)
    whole = {key: dict(+Counter(deck.total)) for key, deck in table.cards.decks.items()}
    for number in range(400):
        if table.over:
            break
        if number % 25 == 0:
            effects = {_after(table, step) for step in table.legal()}
            counts["compared"] += 1
            counts["FAULT legal"] += any(
                table.why_not(step) is None and _after(table, step) not in effects for step in conceivable(table)
            )
        RULES.perform(table, greedy(table, random), random)
        counts["FAULT lost"] += {key: dict(+found) for key, found in census(table).items()} != whole
        counts["FAULT fame"] += sum(seat.fame for seat in table.seats) != sum(table.tally.values())
    return counts


def _after(table: Table, step: Step) -> object:
    other = table.copy()
    for deck in other.cards.decks.values():
        deck.order = None
    other.apply(step)
    return fingerprint(other)


def _scribble(seed: int) -> None:
    """Any log that keeps to the grammar is judged without an accident."""
    from pnp.errors import BadFile

    try:
        judge(parse_log(REPO / "x.log", scribbled(Random(seed)), _library()), _library())
    except BadFile:
        return


if __name__ == "__main__":
    main()

"""Measures the referee on records with two faults far apart: are both counted?

`make measure NAME=pairs` simulates games, puts one fault into the first third of each and another into the
last third, and prints how often both were counted, by the kind of the first and of the second. `--game` names another
game than the first, `--share 0.3` says how many cards are unnamed, and `--show 3` prints records in which one of them
was missed. Only pairs count in which each fault alone breaks a rule and is counted on its line.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from random import Random

from faults import Fault
from grounds import GROUNDS, Ground
from pnp.data.edition import EditionData
from pnp.log.log import Log
from trials import (
    Verdict,
    Work,
    breaks_rules,
    fault_within,
    line_by_line,
    markdown,
    over_games,
    percent,
    recorded,
    together,
    verdict,
)

PAIRS = 12  # in each game
HEADINGS = ("fault", "kind", "records", "both", "first", "second")


@dataclass(frozen=True, slots=True)
class Pair:
    """One record with two faults, and which of them were counted on their lines."""

    first: str
    second: str
    counted: tuple[bool, bool]
    shown: str = ""


def measure(games: int, game: str, share: float = 0.0) -> Iterator[Pair]:
    """The pairs of so many games, over every configuration; the same numbers give the same pairs."""
    yield from over_games(partial(_game, game, share), games, game)


def _game(game: str, share: float, work: Work) -> list[Pair]:
    ground, seed = GROUNDS[game], work[1]
    edition, log = recorded(ground, work, "pair")
    random = Random(f"pairs{seed}")
    pairs = (_pair(ground, log, edition, random, share) for _ in range(PAIRS))
    return [pair for pair in pairs if pair]


def _pair(ground: Ground, log: Log, edition: EditionData, random: Random, share: float) -> Pair | None:
    names = [kind for kind in ground.kinds if kind != "no fault"]
    first, second = random.choice(names), random.choice(names)
    third = log.lines[-1].at // 3
    early, late = range(third), range(2 * third, log.lines[-1].at + 1)
    faults = {
        part: fault
        for part, kind in ((early, first), (late, second))
        if (fault := fault_within(ground.kinds[kind], log, edition, random, part))
    }
    if len(faults) < len((early, late)) or not all(_counted(fault, share) for fault in faults.values()):
        return None
    said = _said(together(log, faults), share, *faults.values())
    counted = said.blamed(faults[early].marks), said.blamed(faults[late].marks)
    marks = faults[early].marks | faults[late].marks
    return Pair(first, second, counted, "" if all(counted) else said.shown(marks))


def _counted(fault: Fault, share: float) -> bool:
    """Whether a fault alone breaks a rule, and is counted on its line."""
    return breaks_rules(fault.log) and _said(fault.log, share, fault).blamed(fault.marks)


def _said(log: Log, share: float, *faults: Fault) -> Verdict:
    return verdict(line_by_line(log, "pair", share, {mark for fault in faults for mark in fault.marks}))


def table(pairs: list[Pair]) -> list[tuple[str, ...]]:
    rows: dict[tuple[str, str], list[Pair]] = defaultdict(list)
    for pair in pairs:
        for name in (("all", ""), ("first", pair.first), ("second", pair.second)):
            rows[name].append(pair)
    order = sorted(rows, key=lambda name: (("all", "first", "second").index(name[0]), name[1]))
    return [_row(*name, rows[name]) for name in order]


def _row(which: str, kind: str, pairs: list[Pair]) -> tuple[str, ...]:
    return (
        which,
        kind,
        str(len(pairs)),
        percent(sum(all(pair.counted) for pair in pairs), len(pairs)),
        percent(sum(pair.counted[0] for pair in pairs), len(pairs)),
        percent(sum(pair.counted[1] for pair in pairs), len(pairs)),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", choices=GROUNDS, default=next(iter(GROUNDS)))
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--share", type=float, default=0.0, help="of cards that are unnamed")
    parser.add_argument("--show", type=int, default=0)
    asked = parser.parse_args()
    pairs = list(measure(asked.games, asked.game, asked.share))
    for pair in islice((pair for pair in pairs if pair.shown), asked.show):
        sys.stdout.write(f"--- {pair.first}, then {pair.second}: {pair.counted}\n{pair.shown}\n\n")
    sys.stdout.write(markdown(table(pairs), HEADINGS) + "\n")


if __name__ == "__main__":
    main()

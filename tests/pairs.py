"""Measures the referee on records with two faults far apart: are both counted?

`python tests/pairs.py --games 100` simulates games, puts one fault into the first third of each and another into the
last third, and prints how often both were counted, by the kind of the first and of the second. `--game` names another
game than the first, `--share 0.3` says how many cards are unnamed, and `--show 3` prints records in which one of them
was missed. Only pairs count in which each fault alone breaks a rule and is counted on its line.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from random import Random

from pnp.edition import Choices, Edition
from pnp.referee.cores import spread
from pnp.referee.judge import judge
from pnp.referee.library import library_of
from pnp.referee.log import Log
from pnp.referee.reader import parse_log
from pnp.referee.simulate import play
from pnp.referee.verdict import Report
from pnp.referee.writing import write_text

from conftest import REPO
from faults import Fault, Kind, annotated
from grounds import GROUNDS, Ground
from mutations import STRIDE, breaks_rules, markdown, shown
from stripping import stripped

TRIES = 12  # for a place in the right part of a record
PAIRS = 12  # in each game


@dataclass(frozen=True, slots=True)
class Pair:
    """One record with two faults, and which of them were counted on their lines."""

    first: str
    second: str
    counted: tuple[bool, bool]
    shown: str = ""


def measure(games: int, game: str, share: float = 0.0) -> Iterator[Pair]:
    """The pairs of so many games, over every configuration; the same numbers give the same pairs."""
    tables = list(GROUNDS[game].configurations())
    work = ((tables[number * STRIDE % len(tables)], number) for number in range(games))
    for pairs in spread(partial(_game, game, share), work, games):
        yield from pairs


def _game(game: str, share: float, work: tuple[tuple[Choices, int], int]) -> list[Pair]:
    (choices, players), seed = work
    ground, edition = GROUNDS[game], library_of(REPO).edition(game, choices)
    kinds = ["random" if (seed + seat) % 5 == 0 else "greedy" for seat in range(players)]
    log = play(edition, ground.rules, choices, kinds, f"pair{seed}").log
    log = annotated(log, edition, Random(f"notes{seed}"), ground.write, ground.note)
    random = Random(f"pairs{seed}")
    pairs = (_pair(ground, log, edition, random, share) for _ in range(PAIRS))
    return [pair for pair in pairs if pair]


def _pair(ground: Ground, log: Log, edition: Edition, random: Random, share: float) -> Pair | None:
    names = [kind for kind in ground.kinds if kind != "no fault"]
    first, second = random.choice(names), random.choice(names)
    third = log.lines[-1].at // 3
    late = _fault(ground.kinds[second], log, edition, random, range(2 * third, log.lines[-1].at + 1))
    early = late and _fault(ground.kinds[first], log, edition, random, range(third))
    if not late or not early:
        return None
    both = _fault(ground.kinds[first], late.log, edition, random, range(third), wanted=early)
    alone = [_counted(one.log, one, share, random) for one in (early, late)]
    if both is None or not all(alone) or not all(breaks_rules(one.log) for one in (early, late)):
        return None
    report, text, lines = _judged(both.log, (early, late), share, random)
    counted = (_blamed(report, lines[0]), _blamed(report, lines[1]))
    said = "" if all(counted) else shown(report, text, [*lines[0], *lines[1]])
    return Pair(first, second, counted, said)


def _fault(
    kind: Kind, log: Log, edition: Edition, random: Random, lines: range, wanted: Fault | None = None
) -> Fault | None:
    """A fault in some part of a record; the same one again where it is wanted in another record."""
    for _ in range(TRIES):
        fault = kind(log, edition, random) if wanted is None else _again(log, wanted)
        if fault and fault.marks and all(mark in lines for mark in fault.marks):
            return fault
    return None


def _again(log: Log, wanted: Fault) -> Fault:
    """The early part of one record with the late part of another."""
    after = max(wanted.marks)
    early = [line for line in wanted.log.lines if line.at <= after]
    rest = [line for line in log.lines if line.at > after]
    return Fault(replace(log, lines=(*early, *rest)), wanted.marks, wanted.keep)


def _judged(log: Log, faults: tuple[Fault, ...], share: float, random: Random) -> tuple[Report, str, list[list[int]]]:
    library = library_of(REPO)
    if share:
        log = stripped(log, random, share)
    text = write_text(log, library, "en")
    lines = [
        [len(log.head) + 2 + place for place, line in enumerate(log.lines) if line.at in fault.marks]
        for fault in faults
    ]
    return judge(parse_log(log.path, text, library), library), text, lines


def _counted(log: Log, fault: Fault, share: float, random: Random) -> bool:
    report, _, (lines,) = _judged(log, (fault,), share, random)
    return _blamed(report, lines)


def _blamed(report: Report, lines: list[int]) -> bool:
    return any(finding.line in lines for finding in report.counted)


def table(pairs: list[Pair]) -> list[tuple[str, ...]]:
    rows: dict[tuple[str, str], list[Pair]] = defaultdict(list)
    for pair in pairs:
        for name in (("all", ""), ("first", pair.first), ("second", pair.second)):
            rows[name].append(pair)
    order = sorted(rows, key=lambda name: (("all", "first", "second").index(name[0]), name[1]))
    return [_row(*name, rows[name]) for name in order]


def _row(which: str, kind: str, pairs: list[Pair]) -> tuple[str, ...]:
    def share(counted: int) -> str:
        return f"{counted / len(pairs):.1%}"

    return (
        which,
        kind,
        str(len(pairs)),
        share(sum(all(pair.counted) for pair in pairs)),
        share(sum(pair.counted[0] for pair in pairs)),
        share(sum(pair.counted[1] for pair in pairs)),
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
    sys.stdout.write(markdown(table(pairs), ("fault", "kind", "records", "both", "first", "second")) + "\n")


if __name__ == "__main__":
    main()

"""Measures the referee on faults after something has become undecidable: are those counted that need no cards?

`make measure NAME=late` simulates long games, leaves half of the cards unnamed, and puts one fault of each
kind behind the line from which the referee says that something is not decidable. `--kind` keeps to one kind, and
`--show 3` prints records that were handled badly.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from random import Random

from alchemicus_faults import LATE, score_or_built
from grounds import ALCHEMICUS
from trials import (
    Verdict,
    Work,
    breaks_rules,
    concerned,
    fault_within,
    line_by_line,
    markdown,
    over_games,
    percent,
    recorded,
    verdict,
)

GAMES = 40
SHARE = 0.5  # of cards that are unnamed
TARGET = "12"  # Fame to win, so that games are long
HEADINGS = ("fault", "records", "on its line", "nothing else", "not counted", "other player")


@dataclass(frozen=True, slots=True)
class Case:
    """One fault behind the first undecidable thing, and whether it is counted on its line."""

    kind: str
    blamed: bool
    alone: bool
    found: bool
    other: bool
    shown: str = ""


def measure(games: int, kinds: Iterable[str] = LATE) -> Iterator[Case]:
    """The cases of so many games; the same number gives the same cases."""
    yield from over_games(
        partial(_game, tuple(kinds)), games, ALCHEMICUS.game, lambda choices: bool(choices.expansions)
    )


def _game(kinds: tuple[str, ...], work: Work) -> list[Case]:
    (choices, players), seed = work
    choices = replace(choices, overrides={"fame.target": TARGET})
    edition, log = recorded(ALCHEMICUS, ((choices, players), seed), "late", score_or_built)
    legal = verdict(line_by_line(log, f"late{seed}", SHARE))
    begins = _undecidable(legal)
    if begins is None:
        return []
    cases = []
    for kind in kinds:
        late = range(begins + 1, log.lines[-1].at + 1)
        fault = fault_within(LATE[kind], log, edition, Random(f"{kind}{seed}"), late)
        if fault and breaks_rules(fault.log):
            said = verdict(line_by_line(fault.log, f"late{seed}", SHARE, fault.marks))
            seats = concerned(log, fault)
            blamed, counted = said.blamed(fault.marks), said.judgement.counted
            other = any(finding.seat not in (None, *seats) for finding in counted)
            alone = blamed and len(counted) == 1
            told = "" if alone and not other else said.shown(fault.marks)
            cases.append(Case(kind, blamed, alone, bool(counted), other, told))
    return cases


def _undecidable(legal: Verdict) -> int | None:
    """The line of the record, by its `at`, from which something is unclear."""
    if not legal.judgement.unclear:
        return None
    number = min(one.line for one in legal.judgement.unclear)
    return legal.log.lines[number - len(legal.log.head) - 2].at


def table(cases: Iterable[Case]) -> list[tuple[str, ...]]:
    groups: dict[str, list[Case]] = {"all": []}
    for case in cases:
        groups["all"].append(case)
        groups.setdefault(case.kind, []).append(case)
    return [
        (
            kind,
            str(len(group)),
            percent(sum(case.blamed for case in group), len(group)),
            percent(sum(case.alone for case in group), len(group)),
            percent(sum(not case.found for case in group), len(group)),
            percent(sum(case.other for case in group), len(group)),
        )
        for kind, group in groups.items()
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--kind", action="append", default=[], choices=LATE, help="only this kind; may be repeated")
    parser.add_argument("--show", type=int, default=0)
    asked = parser.parse_args()
    cases = list(measure(asked.games, asked.kind or LATE))
    for number, case in enumerate(islice((case for case in cases if case.shown), asked.show), 1):
        sys.stdout.write(f"--- {number}: {case.kind}\n{case.shown}\n\n")
    sys.stdout.write(markdown(table(cases), HEADINGS) + "\n")


if __name__ == "__main__":
    main()

"""Measures the referee on faulty records: is a fault found, is the right line blamed, is it counted once?

`python tests/mutations.py --games 200` simulates games, puts one fault of each kind into each, and prints a table.
`--game` names another game than the first, `--share 0,0.3` says how many cards are unnamed, `--kind` keeps to one
kind, and `--show "wrong player" 3` prints records that were handled badly.

Whether a fault breaks a rule at all is told by a plain replay of the record with all its cards named, up to the first
objection (by every reading that tables have of a value).
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from random import Random

from pnp.edition import Choices
from pnp.referee.cores import spread
from pnp.referee.judge import judge
from pnp.referee.library import library_of, rules_of
from pnp.referee.log import Log
from pnp.referee.reader import parse_log
from pnp.referee.simulate import play
from pnp.referee.telling import lines, told
from pnp.referee.verdict import Report
from pnp.referee.writing import write_text

from conftest import REPO
from faults import Fault, annotated, objects
from grounds import GROUNDS, Ground
from stripping import stripped

GAMES = 100
STRIDE = 37  # through the configurations, so that a few games meet all editions, variants and numbers of players
AROUND = 3  # lines of a log to show on either side of the fault


@dataclass(frozen=True, slots=True)
class Case:
    """One faulty record and what the referee made of it."""

    kind: str
    share: float
    violation: bool
    findings: int
    counted: int
    blamed: bool
    others: bool = False
    shown: str = ""

    @property
    def bad(self) -> bool:
        """Not found, blamed on another line or player, counted more than once; or found although none was broken."""
        return not self.exact or self.others if self.violation else self.findings > 0

    @property
    def exact(self) -> bool:
        return self.blamed and self.counted == 1


@dataclass(frozen=True, slots=True)
class Plan:
    """What to try; where no kinds and shares are named, all of the game's."""

    game: str
    kinds: tuple[str, ...] = ()
    shares: tuple[float, ...] = ()
    show: str = ""

    @property
    def ground(self) -> Ground:
        return GROUNDS[self.game]


def measure(games: int, plan: Plan) -> Iterator[Case]:
    """The cases of so many games, over every configuration; the same number gives the same cases."""
    tables = list(plan.ground.configurations())
    work = ((tables[number * STRIDE % len(tables)], number) for number in range(games))
    for cases in spread(partial(_game, plan), work, games):
        yield from cases


def _game(plan: Plan, work: tuple[tuple[Choices, int], int]) -> list[Case]:
    (choices, players), seed = work
    ground = plan.ground
    edition = library_of(REPO).edition(ground.game, choices)
    kinds = ["random" if (seed + seat) % 5 == 0 else "greedy" for seat in range(players)]
    game = play(edition, ground.rules, choices, kinds, f"mutant{seed}")
    log = annotated(game.log, edition, Random(f"notes{seed}"), ground.write, ground.note)
    cases = []
    for kind in plan.kinds or ground.kinds:
        fault = ground.kinds[kind](log, edition, Random(f"{kind}{seed}"))
        if fault:
            violation = breaks_rules(fault.log)
            cases += [
                _case(fault, kind, share, seed, plan, violation=violation) for share in plan.shares or ground.shares
            ]
    return cases


def breaks_rules(log: Log) -> bool:
    """Whether the rules object, however a table reads them."""
    library = library_of(REPO)
    readings = [log.choices] + [
        replace(log.choices, overrides={**log.choices.overrides, key: reading})
        for key, all_of_it in rules_of(log.game).readings.items()
        for reading in all_of_it
    ]
    return all(objects(log, library.edition(log.game, choices)) for choices in readings)


def _case(fault: Fault, kind: str, share: float, seed: int, plan: Plan, *, violation: bool) -> Case:
    library = library_of(REPO)
    log = stripped(fault.log, Random(f"strip{seed}{share}"), share, fault.keep) if share else fault.log
    text = write_text(log, library, "en")
    faulty = [len(log.head) + 2 + place for place, line in enumerate(log.lines) if line.at in fault.marks]
    report = judge(parse_log(log.path, text, library), library)
    blamed = any(finding.line in faulty for finding in report.counted)
    others = any(finding.seat not in fault.concerned for finding in report.counted)
    case = Case(kind, share, violation, len(report.findings), len(report.counted), blamed, others)
    return replace(case, shown=shown(report, text, faulty)) if plan.show == kind and case.bad else case


def shown(report: Report, text: str, faulty: Sequence[int]) -> str:
    """The lines around the fault, and what the referee says."""
    library, log = library_of(REPO), report.log
    around = range(min(faulty, default=0) - AROUND, max(faulty, default=0) + AROUND + 1)
    shown = [
        f"{'!' if number in faulty else ' '}{number:>4}  {line}"
        for number, line in enumerate(text.splitlines(), 1)
        if number in around
    ]
    verdict = told(report, library, "en")
    said = [line for line, _ in lines(verdict, library.catalog("en"), everything=True)]
    header = "; ".join(f"{heading.key}: {heading.value}" for heading in log.head)
    return "\n".join([header, *shown, *(f"      {line}" for line in said)])


# ---- the table -----------------------------------------------------------------------------------------------------

HEADINGS = (
    "fault",
    "unnamed",
    "records",
    "violations",
    "found",
    "right line",
    "nothing else",
    "others",
    "counted",
    "worst",
    "all",
    "accused",
)


def table(cases: Iterable[Case]) -> list[tuple[str, ...]]:
    """For each kind and share: how many records, and how many of them break a rule (by the plain replay).

    Of these, how many were found, were blamed on the right line, and on nothing else, and in how many a player was
    accused whom no line of the fault is about; then for those that were found
    the counted findings in the mean and at worst, and all of them. Last, records accused without a violation.
    """
    groups: dict[tuple[str, float], list[Case]] = {}
    for case in cases:
        groups.setdefault((case.kind, case.share), []).append(case)
    return [_row(kind, share, group) for (kind, share), group in groups.items()]


def _row(kind: str, share: float, cases: Sequence[Case]) -> tuple[str, ...]:
    broken = [case for case in cases if case.violation]
    found = [case for case in broken if case.findings]
    return (
        kind,
        f"{share:.0%}",
        str(len(cases)),
        str(len(broken)),
        _percent(len(found), len(broken)),
        _percent(sum(case.blamed for case in broken), len(broken)),
        _percent(sum(case.exact for case in broken), len(broken)),
        _percent(sum(case.others for case in broken), len(broken)),
        _mean([case.counted for case in found]),
        str(max((case.counted for case in found), default=0)),
        _mean([case.findings for case in found]),
        str(sum(case.findings > 0 for case in cases if not case.violation)),
    )


def _percent(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"


def _mean(numbers: Sequence[int]) -> str:
    return f"{sum(numbers) / len(numbers):.2f}" if numbers else "-"


def markdown(rows: Sequence[tuple[str, ...]], headings: tuple[str, ...] = HEADINGS) -> str:
    widths = [max(map(len, column)) for column in zip(headings, *rows, strict=True)]
    ruled = [headings, tuple("-" * width for width in widths), *rows]
    return "\n".join(
        "| "
        + " | ".join(
            cell.ljust(width) if place == 0 else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        + " |"
        for row in ruled
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", choices=GROUNDS, default=next(iter(GROUNDS)))
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--kind", action="append", default=[], help="only this kind; may be repeated")
    parser.add_argument("--share", default="", help="of cards that are unnamed")
    parser.add_argument("--show", nargs=2, metavar=("KIND", "N"), default=("", "0"))
    asked = parser.parse_args()
    show, most = asked.show[0], int(asked.show[1])
    kinds = (show,) if show else tuple(asked.kind)
    known = GROUNDS[asked.game].kinds
    if unknown := [kind for kind in kinds if kind not in known]:
        parser.error(f"there is no kind '{unknown[0]}'; the kinds are {', '.join(known)}")
    shares = tuple(map(float, asked.share.split(","))) if asked.share else ()
    cases = list(measure(asked.games, Plan(asked.game, kinds, shares, show)))
    for number, case in enumerate(islice((case for case in cases if case.shown), most), 1):
        sys.stdout.write(f"--- {number}: {case.kind}, {case.share:.0%} unnamed\n{case.shown}\n\n")
    sys.stdout.write(markdown(table(cases)) + "\n")


if __name__ == "__main__":
    main()

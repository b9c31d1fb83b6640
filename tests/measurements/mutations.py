"""Measures the referee on faulty records: is a fault found, is the right line blamed, is it counted once?

`make measure NAME=mutations` simulates games, puts one fault of each kind into each, and prints a table.
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

from faults import Fault
from grounds import GROUNDS, Ground
from stripping import stripped
from trials import Work, breaks_rules, concerned, markdown, mean, over_games, percent, recorded, verdict

GAMES = 100


@dataclass(frozen=True, slots=True)
class Case:
    """One faulty record and what the referee made of it."""

    kind: str
    share: float
    violation: bool
    findings: int
    counted: int
    blamed: bool
    other: bool  # somebody is accused who has nothing to do with it
    shown: str = ""

    @property
    def bad(self) -> bool:
        """Not found, blamed on another line or player, counted more than once; or found although none was broken."""
        return not self.exact or self.other if self.violation else self.findings > 0

    @property
    def exact(self) -> bool:
        return self.blamed and self.counted == 1


@dataclass(frozen=True, slots=True)
class Measurement:
    """What to try; where no kinds and shares are named, all of the game's."""

    game: str
    kinds: tuple[str, ...] = ()
    shares: tuple[float, ...] = ()
    show: str = ""

    @property
    def ground(self) -> Ground:
        return GROUNDS[self.game]


def measure(games: int, measurement: Measurement) -> Iterator[Case]:
    """The cases of so many games, over every configuration; the same number gives the same cases."""
    yield from over_games(partial(_game, measurement), games, measurement.game)


def _game(measurement: Measurement, work: Work) -> list[Case]:
    ground, seed = measurement.ground, work[1]
    edition, log = recorded(ground, work, "mutant")
    cases = []
    for kind in measurement.kinds or ground.kinds:
        fault = ground.kinds[kind](log, edition, Random(f"{kind}{seed}"))
        if fault:
            violation, seats = breaks_rules(fault.log), concerned(log, fault)
            cases += [
                _case(fault, kind, share, seed, measurement, seats, violation=violation)
                for share in measurement.shares or ground.shares
            ]
    return cases


def _case(
    fault: Fault,
    kind: str,
    share: float,
    seed: int,
    measurement: Measurement,
    seats: frozenset[int],
    *,
    violation: bool,
) -> Case:
    log = stripped(fault.log, Random(f"strip{seed}{share}"), share, fault.keep) if share else fault.log
    said = verdict(log)
    judgement = said.judgement
    other = any(finding.seat not in (None, *seats) for finding in judgement.counted)
    case = Case(
        kind,
        share,
        violation,
        len(judgement.findings),
        len(judgement.counted),
        said.blamed(fault.marks),
        violation and other,
    )
    return (
        replace(case, shown=said.shown(fault.marks))
        if measurement.show == kind and (case.bad or case.other)
        else case
    )


# ---- the table -----------------------------------------------------------------------------------------------------

HEADINGS = (
    "fault",
    "unnamed",
    "records",
    "violations",
    "found",
    "right line",
    "nothing else",
    "counted",
    "worst",
    "all",
    "other player",
    "accused",
)


def table(cases: Iterable[Case]) -> list[tuple[str, ...]]:
    """For each kind and share: how many records, and how many of them break a rule (by the plain replay).

    Of these, how many were found, were blamed on the right line, and on nothing else; then for those that were found
    the counted findings in the mean and at worst, all of them, and how many accuse a player who is not concerned.
    Last, records accused without a violation.
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
        percent(len(found), len(broken)),
        percent(sum(case.blamed for case in broken), len(broken)),
        percent(sum(case.exact for case in broken), len(broken)),
        mean([case.counted for case in found]),
        str(max((case.counted for case in found), default=0)),
        mean([case.findings for case in found]),
        percent(sum(case.other for case in found), len(found)),
        str(sum(case.findings > 0 for case in cases if not case.violation)),
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
    cases = list(measure(asked.games, Measurement(asked.game, kinds, shares, show)))
    for number, case in enumerate(islice((case for case in cases if case.shown), most), 1):
        sys.stdout.write(f"--- {number}: {case.kind}, {case.share:.0%} unnamed\n{case.shown}\n\n")
    sys.stdout.write(markdown(table(cases), HEADINGS) + "\n")


if __name__ == "__main__":
    main()

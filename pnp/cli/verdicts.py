"""Shows what the referee says of many logs, one after the other, and keeps only sums."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.base.text import counted, say
from pnp.cli import output
from pnp.cli.options import JSON
from pnp.words.catalog import Catalog

if TYPE_CHECKING:
    from pnp.log.library import Library
    from pnp.referee.verdict import Verdict
    from pnp.studies.difference import LogDifference, Sums


class Totals:
    """How many logs had which verdict, their steps, and how often each rule was broken."""

    def __init__(self) -> None:
        self.clean = self.broken = self.unreadable = self.steps = 0
        self.rules: Counter[str] = Counter()

    def add(self, verdict: Verdict) -> None:
        """Counts one verdict; of its findings, those that only follow from others count for no rule."""
        self.unreadable += bool(verdict.problems)
        self.broken += bool(verdict.findings)
        self.clean += verdict.clean
        self.steps += verdict.steps
        self.rules.update(finding.rule for finding in verdict.counted)


def show(
    verdicts: Iterator[Verdict],
    output_format: str,
    say_it: Catalog,
    tick: output.Tick,
    *,
    alone: bool,
    everything: bool,
) -> Totals:
    """Prints verdicts as they come."""
    from pnp.referee.wording.lines import verdict_lines

    totals = Totals()
    for number, verdict in enumerate(verdicts):
        totals.add(verdict)
        if output_format == JSON:
            begin = "," if number else "["
            output.hand_on(begin + _json(verdict.to_json()))
        elif alone or not verdict.clean or verdict.assumptions:
            output.print_lines(verdict_lines(verdict, say_it, everything=everything))
        tick()
    if output_format == JSON:
        output.hand_on("]")
    elif not alone:
        output.print_lines(_total_lines(totals, say_it))
    return totals


def _json(found: object) -> str:
    import json

    return json.dumps(found, ensure_ascii=False, indent=1)


def _total_lines(totals: Totals, say_it: Catalog) -> Iterator[tuple[str, str]]:
    from pnp.referee.wording.lines import MOST_RULES

    yield "", ""
    rows = [
        (say_it(say("logs")), totals.clean + totals.broken + totals.unreadable, "bold"),
        (say_it(say("without violations")), totals.clean, "green"),
        (say_it(say("with violations")), totals.broken, "red" if totals.broken else ""),
        (say_it(say("unreadable")), totals.unreadable, "red" if totals.unreadable else ""),
        (say_it(say("steps")), totals.steps, ""),
        *((f"  {rule}", count, "") for rule, count in totals.rules.most_common(MOST_RULES)),
    ]
    width = max(len(label) for label, _, _ in rows)
    for label, count, style in rows:
        yield f"{label:<{width}}  {count:>9}", style


def show_differences(
    differences: Iterator[LogDifference], output_format: str, say_it: Catalog, tick: output.Tick, *, alone: bool
) -> Sums:
    """Prints differences as they come."""
    from pnp.studies.difference import FORMAT, Sums
    from pnp.studies.difference_lines import difference_lines, summary

    sums = Sums()
    for number, difference in enumerate(differences):
        sums.add(difference)
        if output_format == JSON:
            begin = "," if number else f'{{"format": {FORMAT}, "logs": ['
            output.hand_on(begin + _json(difference.to_json()))
        elif alone or not difference.same:
            output.print_lines(difference_lines(difference, say_it))
        tick()
    if output_format == JSON:
        output.hand_on(f'], "summary": {_json(sums.to_json())}}}')
    elif not alone:
        output.print_lines(summary(sums, say_it))
    return sums


def fix(paths: Sequence[Path], out: Path | None, library: Library, say_it: Catalog) -> None:
    """Shows or writes logs as they were meant; if one of them cannot be read, none is written."""
    from pnp.log.fixing import fix_all, targets

    goals = targets(paths, out) if out else {}
    logs = fix_all(paths, library)
    if out:
        from pnp.base.save import write_together

        write_together({goals[one.path]: one.after.encode() for one in logs}, library.workspace.around(out))
    for one in logs:
        if not out and one.changes:
            output.hand_on(one.difference().rstrip("\n"))
            continue
        how_many = counted("{n} correction", "{n} corrections", n=one.changes)
        what = how_many if one.changes else say("nothing to fix")
        output.show(f"{goals.get(one.path, one.path)}: {say_it(what)}")

"""What all measurements of the referee share: games to record, verdicts on what was written, tables to print."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TypeVar

from conftest import LIBRARY
from faults import Fault, Kind, Note, annotated, objects
from grounds import GROUNDS, Ground
from pnp.base.parallel import in_parallel
from pnp.data.edition import Choices, EditionData
from pnp.log.file import parse_log
from pnp.log.library import rules_of
from pnp.log.log import Log
from pnp.log.writing import write_text
from pnp.referee.findings import Judgement
from pnp.referee.judge import judge
from pnp.referee.wording.lines import verdict_lines
from pnp.referee.wording.verdicts import verdict_of
from pnp.rules.notation import PLAYER
from pnp.rules.step import Line, Step
from pnp.studies.simulate import play
from stripping import stripped

STRIDE = 37  # through the configurations, so that a few games meet all editions, variants and numbers of players
AROUND = 3  # lines of a log to show on either side of a fault
TRIES = 12  # for a place in the right part of a record

Work = tuple[tuple[Choices, int], int]  # a table, its number of players, and the number of the game
Found = TypeVar("Found")


def over_games(
    one: Callable[[Work], list[Found]],
    games: int,
    game: str,
    belongs: Callable[[Choices], bool] = lambda _: True,
) -> Iterator[Found]:
    """What is found in so many games, over every configuration; the same number gives the same games."""
    tables = [table for table in GROUNDS[game].configurations() if belongs(table[0])]
    work = ((tables[number * STRIDE % len(tables)], number) for number in range(games))
    for found in in_parallel(one, work, games):
        yield from found


def simulated(ground: Ground, choices: Choices, players: int, seed: int, name: str) -> tuple[EditionData, Log]:
    """A legal game with all its cards named."""
    edition = LIBRARY.edition(ground.game, choices)
    kinds = ["random" if (seed + seat) % 5 == 0 else "greedy" for seat in range(players)]
    return edition, play(edition, ground.rules, choices, kinds, f"{name}{seed}").log


def recorded(ground: Ground, work: Work, name: str, note: Note | None = None) -> tuple[EditionData, Log]:
    """The same as somebody may have written it, with notes here and there."""
    (choices, players), seed = work
    edition, log = simulated(ground, choices, players, seed, name)
    return edition, annotated(log, edition, Random(f"notes{seed}"), ground.write, note or ground.note)


def breaks_rules(log: Log) -> bool:
    """Whether the rules object, however a table reads them."""
    library = LIBRARY
    readings = [log.choices] + [
        replace(log.choices, overrides={**log.choices.overrides, key: reading})
        for key, all_of_it in rules_of(log.game).readings.items()
        for reading in all_of_it
    ]
    return all(objects(log, library.edition(log.game, choices)) for choices in readings)


def fault_within(kind: Kind, log: Log, edition: EditionData, random: Random, within: range) -> Fault | None:
    """A fault of which all lines that it marks or changes stand in some part of a record."""
    for _ in range(TRIES):
        fault = kind(log, edition, random)
        if fault and fault.marks and all(at in within for at in (*fault.marks, *changed_lines(log, fault.log))):
            return fault
    return None


def together(log: Log, faults: Mapping[range, Fault]) -> Log:
    """The record with several faults, each in a part of its own."""
    parts = {at: part for part in faults for at in part}
    kept = [line for line in log.lines if line.at not in parts]
    own = [line for part, fault in faults.items() for line in fault.log.lines if line.at in part]
    # within its part, a fault may change the order of lines
    return replace(log, lines=tuple(sorted([*kept, *own], key=lambda line: _begin(parts, line.at))))


def _begin(parts: Mapping[int, range], at: int) -> int:
    return parts[at].start if at in parts else at


def changed_lines(before: Log, after: Log) -> list[int]:
    """The lines that are not the same in two records, or stand in one only."""
    old, new = ({line.at: line for line in log.lines} for log in (before, after))
    return [at for at in {**old, **new} if old.get(at) != new.get(at)]


def line_by_line(log: Log, seed: str, share: float, keep: Collection[int] = ()) -> Log:
    """The log with about so many cards unnamed, each line by itself, so that others stay when one is changed."""

    def one(line: Line) -> tuple[Line, ...]:
        alone = replace(log, lines=(line,))
        return (line,) if line.at in keep else stripped(alone, Random(f"{seed}{line.at}"), share).lines

    return replace(log, lines=tuple(kept for line in log.lines for kept in one(line))) if share else log


# ---- verdicts ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Verdict:
    """A record as text and what the referee says of it."""

    log: Log
    text: str
    judgement: Judgement

    def numbers(self, marks: Collection[int]) -> list[int]:
        """The lines of the text that the record calls so."""
        return [len(self.log.head) + 2 + place for place, line in enumerate(self.log.lines) if line.at in marks]

    def blamed(self, marks: Collection[int], near: int = 0) -> bool:
        """Whether something is counted on one of these lines, or so near to it."""
        numbers = self.numbers(marks)
        return any(
            abs(finding.line - number) <= near
            for finding in self.judgement.counted
            if finding.line
            for number in numbers
        )

    def shown(self, marks: Collection[int]) -> str:
        return shown(self.judgement, self.text, self.numbers(marks))


def verdict(log: Log, text: str = "") -> Verdict:
    """The verdict on a record as it is written down, or on a text that has slips besides."""
    library = LIBRARY
    text = text or write_text(log, library, "en")
    return Verdict(log, text, judge(parse_log(log.path, text, library), library))


def printed(judgement: Judgement) -> list[str]:
    """What `pnp referee check` prints."""
    library = LIBRARY
    return [line for line, _ in verdict_lines(verdict_of(judgement, library, "en"), library.catalog("en"))]


def shown(judgement: Judgement, text: str, faulty: Sequence[int]) -> str:
    """The lines around each fault and each finding that is counted, and what the referee says."""
    looked_at = {*faulty, *(finding.line for finding in judgement.counted)}
    near = {number + away for number in looked_at for away in range(-AROUND, AROUND + 1)}
    excerpt = [
        f"{'!' if number in faulty else ' '}{number:>4}  {line}"
        for number, line in enumerate(text.splitlines(), 1)
        if number in near
    ]
    header = "; ".join(f"{heading.key}: {heading.value}" for heading in judgement.log.head)
    return "\n".join([header, *excerpt, *(f"      {line}" for line in printed(judgement))])


# ---- tables --------------------------------------------------------------------------------------------------------


def percent(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"


def mean(numbers: Sequence[float]) -> str:
    return f"{sum(numbers) / len(numbers):.2f}" if numbers else "-"


def markdown(rows: Sequence[tuple[str, ...]], headings: tuple[str, ...]) -> str:
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


def named_seats(log: Log, step: Step) -> set[int]:
    """The players whom a step names: whoever does it, and those in its arguments."""
    claimed = step.args.get("players")
    if isinstance(claimed, dict):
        return set(claimed)
    form = rules_of(log.game).notation.form(step.do) if step.do != "deal" else None
    slots = {slot.name for slot in (*form.main, *form.clauses) if PLAYER in slot.takes} if form else set()
    values = [step.by, *(value for name, value in step.args.items() if name in slots)]
    return {value for value in values if isinstance(value, int)}


def concerned(before: Log, fault: Fault) -> frozenset[int]:
    """The players of all lines that a fault marks or changes, and whom the changed steps name."""
    if fault.concerned is not None:
        return fault.concerned
    found = set(fault.seats)
    old, new = ({line.at: line for line in log.lines} for log in (before, fault.log))
    for at in {*fault.marks, *changed_lines(before, fault.log)}:
        lines = [one[at] for one in (old, new) if at in one]
        found |= {line.seat for line in lines if line.seat is not None}
        told = [line.steps for line in lines] if len(lines) > 1 else [lines[0].steps, ()]
        changed = [step for one, other in (told, told[::-1]) for step in one if step not in other]
        found |= {seat for step in changed for seat in named_seats(before, step)}
    return frozenset(found)

"""Measures the referee on messy records: five slips each, against the rules or only against spelling.

`make measure NAME=messy` simulates games and puts a slip into each fifth of their records: a fault of any
kind, or a word that is mistyped or abbreviated. The table tells how many faults are counted within a line, what
became of the words, and how much `pnp referee check` prints. `--share 0.3` leaves cards unnamed, `--show 3` prints
faults that were missed and words that were read wrongly.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from random import Random

from conftest import LIBRARY
from faults import Fault
from grounds import GROUNDS, Ground
from pnp.base.errors import BadFile
from pnp.data.edition import EditionData
from pnp.log.file import parse_log
from pnp.log.log import Log
from pnp.log.writing import write_text
from pnp.rules.step import TURN
from trials import (
    Verdict,
    Work,
    breaks_rules,
    fault_within,
    line_by_line,
    markdown,
    mean,
    over_games,
    percent,
    printed,
    recorded,
    together,
    verdict,
)

GAMES = 30
SLIPS = 5
MISTYPED = 0.4  # how many of the slips are of the pen
NEAR = 1  # lines from a fault to where it is counted
LETTERS = "abcdefghijklmnoprstuwyz"
WORD = re.compile(r"[^\W\d_]{4,}")  # shorter words are not guessed
READ, OTHERWISE, REFUSED = "read", "otherwise", "refused"
HEADINGS = (
    "records",
    "faults",
    "within a line",
    "words",
    "read",
    "otherwise",
    "refused",
    "logs refused",
    "lines printed",
    "nine of ten",
    "for a finding",
)


@dataclass(frozen=True, slots=True)
class Mess:
    """One record with slips, and what the referee made of them."""

    faults: Mapping[str, bool]  # by kind and line, and whether it was counted near it
    words: tuple[str, ...]  # what became of each mistyped word
    lines: int  # printed
    counted: int
    shown: str = ""


def measure(games: int, game: str, share: float = 0.0) -> Iterator[Mess]:
    """The records of so many games, over every configuration; the same numbers give the same records."""
    yield from over_games(partial(_game, game, share), games, game)


def _game(game: str, share: float, work: Work) -> list[Mess]:
    ground, seed = GROUNDS[game], work[1]
    edition, log = recorded(ground, work, "messy")
    random = Random(f"messy{seed}")
    fifth = log.lines[-1].at // SLIPS
    parts = [range(number * fifth, (number + 1) * fifth) for number in range(SLIPS)]
    mistyped = [part for part in parts if random.random() < MISTYPED]
    faults = {
        part: found
        for part in parts
        if part not in mistyped and (found := _fault(ground, log, edition, random, part))
    }
    marks = {mark for _, fault in faults.values() for mark in fault.marks}
    messy = together(log, {part: fault for part, (_, fault) in faults.items()})
    return [_mess(line_by_line(messy, f"messy{seed}", share, marks), faults, mistyped, random)]


def _fault(ground: Ground, log: Log, edition: EditionData, random: Random, part: range) -> tuple[str, Fault] | None:
    """A fault of some kind that breaks a rule, and the name of the kind."""
    for kind in random.sample(list(ground.kinds), len(ground.kinds)):
        fault = fault_within(ground.kinds[kind], log, edition, random, part)
        if fault and breaks_rules(fault.log):
            return kind, fault
    return None


def _mess(log: Log, faults: Mapping[range, tuple[str, Fault]], mistyped: Sequence[range], random: Random) -> Mess:
    text, words, wrong = write_text(log, LIBRARY, "en"), [], []
    for part in mistyped:
        other, slip = _scrawled(log, text, part, random)
        became = _became(log, text, other)
        words.append(became)
        if became != READ:
            wrong.append(f"{slip}: {became}")
        if became != REFUSED:
            text = other
    said = verdict(log, text)
    counted = {
        f"{kind} in line {_first(said, fault)}": said.blamed(fault.marks, NEAR) for kind, fault in faults.values()
    }
    missed = [name for name, found in counted.items() if not found]
    marks = {mark for _, fault in faults.values() for mark in fault.marks if not said.blamed(fault.marks, NEAR)}
    shown = "\n".join([*wrong, *missed, *([said.shown(marks)] if missed else [])])
    return Mess(counted, tuple(words), len(printed(said.judgement)), len(said.judgement.counted), shown)


def _first(said: Verdict, fault: Fault) -> int:
    return min(said.numbers(fault.marks), default=0)


# ---- slips of the pen ----------------------------------------------------------------------------------------------


def _scrawled(log: Log, text: str, part: range, random: Random) -> tuple[str, str]:
    """The text with one word of a turn in this part mistyped or abbreviated, and that word with what it became."""
    lines = text.splitlines(keepends=True)
    turns = [
        len(log.head) + 1 + place for place, line in enumerate(log.lines) if line.kind == TURN and line.at in part
    ]
    number = random.choice([turn for turn in turns if WORD.search(lines[turn])])
    word = random.choice(list(WORD.finditer(lines[number])))
    became = _slip(word.group(), random)
    lines[number] = lines[number][: word.start()] + became + lines[number][word.end() :]
    return "".join(lines), f"line {number + 1}: '{word.group()}' written as '{became}'"


def _slip(word: str, random: Random) -> str:
    at = random.randrange(1, len(word) - 1)
    left, right = word[:at], word[at:]
    return random.choice(
        (
            left + right[1:],
            left + right[0] + right,
            left + random.choice(LETTERS) + right[1:],
            left + right[1] + right[0] + right[2:],
            word[: random.randint(3, len(word) - 1)],
        )
    )


def _became(log: Log, text: str, other: str) -> str:
    """What is read where a word is mistyped, beside the text without that."""
    library = LIBRARY
    try:
        lines = parse_log(log.path, other, library).lines
    except BadFile:
        return REFUSED
    return READ if lines == parse_log(log.path, text, library).lines else OTHERWISE


# ---- the table -----------------------------------------------------------------------------------------------------


def table(messes: Sequence[Mess]) -> list[tuple[str, ...]]:
    faults = [found for mess in messes for found in mess.faults.values()]
    words = [word for mess in messes for word in mess.words]
    lines = sorted(mess.lines for mess in messes)
    return [
        (
            str(len(messes)),
            str(len(faults)),
            percent(sum(faults), len(faults)),
            str(len(words)),
            *(percent(words.count(what), len(words)) for what in (READ, OTHERWISE, REFUSED)),
            percent(sum(REFUSED in mess.words for mess in messes), len(messes)),
            mean(lines),
            str(lines[len(lines) * 9 // 10]),
            mean([mess.lines / mess.counted for mess in messes if mess.counted]),
        )
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", choices=GROUNDS, default=next(iter(GROUNDS)))
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--share", type=float, default=0.0, help="of cards that are unnamed")
    parser.add_argument("--show", type=int, default=0)
    asked = parser.parse_args()
    messes = list(measure(asked.games, asked.game, asked.share))
    for number, mess in enumerate(islice((mess for mess in messes if mess.shown), asked.show), 1):
        sys.stdout.write(f"--- {number}\n{mess.shown}\n\n")
    sys.stdout.write(markdown(table(messes), HEADINGS) + "\n")


if __name__ == "__main__":
    main()

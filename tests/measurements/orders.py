"""Measures whether the order in which a record lists cards is held against anybody: it must not be.

`make measure NAME=orders` simulates games with few cards, so that piles run out within one draw, and judges
each record with the cards of every list in another order, with reshuffles written and left out. `--show 3` prints
records that were accused.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from random import Random

from alchemicus_tables import with_small_decks
from chemicy_tables import house_rules
from grounds import GROUNDS
from pnp.data.edition import Choices
from pnp.log.log import Log
from pnp.rules.step import Line, Step
from stripping import NIGHT
from trials import Work, markdown, over_games, percent, simulated, verdict

GAMES = 60
LISTS = ("cards", "drawing", "paying", "tiles", "turning")
WRITTEN = ("written", "left out")
SHUFFLES = ("reshuffle", "mix")
HEADINGS = ("reshuffles", "records", "other order", "at a reshuffle", "accused", "not decidable")


@dataclass(frozen=True, slots=True)
class Case:
    """One legal record with its lists in another order."""

    written: bool  # reshuffles are
    lists: int  # in another order than they were
    across: int  # of them where a pile ran out
    accused: bool
    unclear: bool
    shown: str = ""


def measure(games: int, game: str) -> Iterator[Case]:
    """The cases of so many games; the same numbers give the same cases."""
    yield from over_games(partial(_game, game), games, game)


def _game(game: str, work: Work) -> list[Case]:
    (choices, players), seed = work
    _, log = simulated(GROUNDS[game], FEW_CARDS[game](choices, Random(seed)), players, seed, "order")
    return [_case(log, Random(f"order{seed}"), written=written) for written in (True, False)]


def few_cards(choices: Choices, random: Random) -> Choices:
    """Few cards, of which each turn takes several."""
    small = with_small_decks(choices, random)
    values = {"draw.cards": str(random.randint(1, 2)), "reshuffle": random.choice(("when-empty", "when-needed"))}
    return replace(small, overrides={**small.overrides, **values})


FEW_CARDS = {"alchemicus": few_cards, "chemicy-magicy": house_rules}


def _case(log: Log, random: Random, *, written: bool) -> Case:
    mixed = replace(log, lines=tuple(_mixed_line(line, random) for line in log.lines))
    said = verdict(mixed if written else _without_reshuffles(mixed))
    lines, judgement, first = said.log.lines, said.judgement, len(log.head) + 2
    marks = {lines[one.line - first].at for one in judgement.counted if one.line >= first}
    return Case(
        written,
        sum(map(_moved, log.lines, mixed.lines)),
        sum(_moved(old, new) for old, new in zip(log.lines, mixed.lines, strict=True) if _runs_out(old)),
        bool(judgement.findings),
        bool(judgement.unclear),
        said.shown(marks) if judgement.findings else "",
    )


def _moved(old: Line, new: Line) -> int:
    return sum(one != other for one, other in zip(old.steps, new.steps, strict=True))


def _runs_out(line: Line) -> bool:
    return any(step.do in SHUFFLES for step in line.steps)


def _without_reshuffles(log: Log) -> Log:
    """What happens by itself need not be written, unless it lays out a new bank."""
    lines = (
        line._replace(steps=tuple(step for step in line.steps if step.do not in SHUFFLES or step.args.get("laying")))
        for line in log.lines
    )
    return replace(log, lines=tuple(lines))


def _mixed_line(line: Line, random: Random) -> Line:
    return line._replace(steps=tuple(_step(step, random) for step in line.steps))


def _step(step: Step, random: Random) -> Step:
    args = {
        name: _mixed(value, random) if name in LISTS and isinstance(value, tuple) else value
        for name, value in step.args.items()
    }
    return Step(step.do, args, step.by)


def _mixed(cards: Sequence[str], random: Random) -> tuple[str, ...]:
    """The same cards in another order; at each place one from the same pile, as lists of both must have it."""
    piles = {night: [card for card in cards if (card in NIGHT) == night] for night in (False, True)}
    for pile in piles.values():
        random.shuffle(pile)
    return tuple(piles[card in NIGHT].pop() for card in cards)


def table(cases: Sequence[Case]) -> list[tuple[str, ...]]:
    return [_row(name, [case for case in cases if case.written == (name == "written")]) for name in WRITTEN]


def _row(name: str, cases: Sequence[Case]) -> tuple[str, ...]:
    return (
        name,
        str(len(cases)),
        str(sum(case.lists for case in cases)),
        str(sum(case.across for case in cases)),
        str(sum(case.accused for case in cases)),
        percent(sum(case.unclear for case in cases), len(cases)),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--game", choices=GROUNDS, default=next(iter(GROUNDS)))
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--show", type=int, default=0)
    asked = parser.parse_args()
    cases = list(measure(asked.games, asked.game))
    for case in islice((case for case in cases if case.shown), asked.show):
        sys.stdout.write(f"--- reshuffles {'written' if case.written else 'left out'}\n{case.shown}\n\n")
    sys.stdout.write(markdown(table(cases), HEADINGS) + "\n")


if __name__ == "__main__":
    main()

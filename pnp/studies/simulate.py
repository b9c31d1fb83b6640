"""Plays legal games against itself: logs to test with, and a designer's first look at the balance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from pnp.base.frozen import FrozenDict
from pnp.base.parallel import in_parallel
from pnp.base.text import SOURCE_LANGUAGE, so_many
from pnp.data.edition import Choices, EditionData
from pnp.log.header import begun_log
from pnp.log.library import Library, rules_of
from pnp.log.log import Log
from pnp.log.writing import write_text
from pnp.rules.outcome import Outcome
from pnp.rules.picture import GameFigures
from pnp.rules.protocol import Rules
from pnp.rules.step import CLAIM, COMMENT, DEAL, TABLE, TURN, Line, Step
from pnp.rules.table import GameTable

MOST_STEPS = 20_000
NAMES = ("Ala", "Bartek", "Celina", "Darek", "Ewa", "Filip", "Gosia", "Hubert")


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """A simulated game: its log, and how it ended."""

    log: Log
    table: GameTable
    outcome: Outcome
    turns: int
    steps: int


class Played(NamedTuple):
    """What was played at a table: its lines, and how many turns and steps they have."""

    lines: Sequence[Line]
    turns: int
    steps: int


def play(
    edition: EditionData, rules: Rules, choices: Choices, players: Sequence[str], seed: int | str
) -> SimulatedGame:
    """One game between players of the named kinds; the same seed gives the same game."""
    names = NAMES[: len(players)]
    table = rules.set_up(edition, names)
    played = _play_on(table, rules, players, Random(seed))  # noqa: S311  a game, no secret
    outcome = table.outcome()
    claim = Line(0, CLAIM, None, None, (Step("winner", {"players": dict.fromkeys(outcome.winners)}),))
    lines = (*played.lines, claim) if outcome.over else played.lines
    log = begun_log(Path(f"{edition.game.key}-{seed}.log"), edition, names, lines, choices=choices)
    return SimulatedGame(log, table, outcome, played.turns, played.steps)


def _play_on(table: GameTable, rules: Rules, players: Sequence[str], random: Random) -> Played:
    """Plays at a table until the game is over, or nothing can be done."""
    deals = rules.deal(table, random)
    lines = [Line(0, DEAL, step.by, None, (step,)) for step in deals] + [Line(0, COMMENT)] * bool(deals)
    steps = turns = 0
    while steps < MOST_STEPS and not table.over:
        seat, number = table.seat, table.number
        line: list[Step] = []
        while table.seat == seat and not table.over and steps < MOST_STEPS:
            step = rules.players[players[seat]](table, random)
            if step is None:  # odd values may leave nothing to do
                lines += [Line(0, TURN, seat, number, tuple(line))] if line else []
                return Played(lines, turns, steps)
            told = rules.perform(table, step, random)
            if step.do == "end":
                break
            steps += 1
            if rules.notation.form(step.do).heads:
                lines += [*[Line(0, COMMENT)] * bool(lines), Line(0, TABLE, None, None, tuple(told))]
                continue
            line += told
        turns += 1
        lines.append(Line(0, TURN, seat, number, tuple(line)))
    return Played(lines, turns, steps)


@dataclass(frozen=True, slots=True, repr=False)
class GameSummary:
    """What is kept of a simulated game: how many played, how long it was, who won, and the game's own figures.

    Winners are seats, counted from 0; `log` is the text of its log, if that was asked for.
    """

    seats: int
    turns: int
    steps: int
    over: bool
    winners: tuple[int, ...]
    figures: GameFigures = field(hash=False)
    log: str = ""

    def __repr__(self) -> str:
        ended = f"won by {', '.join(f'seat {seat}' for seat in self.winners)}" if self.over else "not over"
        return f"<GameSummary of {so_many(self.seats, 'player')}, {so_many(self.turns, 'turn')}: {ended}>"

    @property
    def amounts(self) -> dict[str, dict[str, int]]:
        """The figures by the words that the game was written in: under each heading an amount for each label."""
        return {
            str(heading): {str(label): amount.least for label, amount in found.items()}
            for heading, found in self.figures.items()
        }


@dataclass(frozen=True, slots=True)
class Series:
    """What to simulate. Games are numbered, and each has a seed of its own, so they may be played in any order."""

    library: Library
    edition: EditionData
    players: tuple[str, ...]
    seed: int
    logs: bool = False


def simulate(series: Series, games: int) -> Iterator[GameSummary]:
    """The games in order, played on all cores."""
    yield from in_parallel(partial(_simulate_one, series), range(1, games + 1), games)


def _simulate_one(series: Series, number: int) -> GameSummary:
    edition, rules = series.edition, rules_of(series.edition.game.key)
    played = play(edition, rules, edition.asked, series.players, f"{series.seed}/{number}")
    outcome = played.outcome
    text = write_text(played.log, series.library, SOURCE_LANGUAGE) if series.logs else ""
    return GameSummary(
        len(series.players),
        played.turns,
        played.steps,
        outcome.over,
        outcome.winners if outcome.over else (),
        FrozenDict({heading: FrozenDict(found) for heading, found in rules.figures(played.table).items()}),
        text,
    )

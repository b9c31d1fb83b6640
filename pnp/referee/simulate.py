"""Plays legal games against itself: logs to test with, and a designer's first look at the balance."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from pnp.edition import Choices, Edition
from pnp.referee.log import Heading, Log
from pnp.referee.rules import Outcome, Rules, Table
from pnp.referee.step import CLAIM, DEAL, NOTE, TURN, Line, Step
from pnp.values import written

MOST_STEPS = 20_000
NAMES = ("Ala", "Bartek", "Celina", "Darek", "Ewa", "Filip", "Gosia", "Hubert")


@dataclass(frozen=True, slots=True)
class Played:
    """A simulated game: its record, and how it ended."""

    log: Log
    table: Table
    outcome: Outcome
    turns: int
    steps: int


def play(edition: Edition, rules: Rules, choices: Choices, players: Sequence[str], seed: int | str) -> Played:
    """One game between players of the named kinds; the same seed gives the same game."""
    random = Random(seed)  # noqa: S311  a game, no secret
    names = NAMES[: len(players)]
    table = rules.set_up(edition, names)
    deals = rules.deal(table, random)
    lines = [Line(0, DEAL, step.by, None, (step,)) for step in deals] + [Line(0, NOTE)]
    steps = turns = 0
    while steps < MOST_STEPS and not table.outcome().over:
        seat, line = table.seat, []
        while table.seat == seat and not table.outcome().over and steps < MOST_STEPS:
            step = rules.players[players[seat]](table, random)
            told = rules.perform(table, step, random)
            if step.do == "end":
                break
            line += told
            steps += 1
        turns += 1
        lines.append(Line(0, TURN, seat, -(-turns // len(players)), tuple(line)))
    outcome = table.outcome()
    if outcome.over:
        lines.append(Line(0, CLAIM, None, None, (Step("winner", {"players": dict.fromkeys(outcome.winners)}),)))
    log = Log(
        Path(f"{edition.game.key}-{seed}.log"),
        edition.game.key,
        choices,
        names,
        tuple(_head(edition, choices, names)),
        tuple(lines),
    )
    return Played(log, table, outcome, turns, steps)


def _head(edition: Edition, choices: Choices, names: Sequence[str]) -> Iterator[Heading]:
    yield Heading(0, "game", edition.game.key)
    yield Heading(0, "edition", edition.key)
    for key, words in (("with", choices.expansions), ("variant", (choices.variant,)), ("options", choices.options)):
        if any(words):
            yield Heading(0, key, ", ".join(words))
    if choices.overrides:
        yield Heading(0, "set", ", ".join(f"{key}={written(edition[key])}" for key in choices.overrides))
    yield Heading(0, "rules", edition.game.updated.isoformat())
    yield Heading(0, "players", ", ".join(names))

"""Games that players of the program play against each other: the same seed gives the same game, move by move.

What is expected is a few lines a game: how it ended, what it came to, and the fingerprint of its record. Where a
change is meant, `pytest tests/studies/test_simulated.py --refresh` writes them anew.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from random import Random

import pytest

from alchemicus_tables import with_small_decks
from chemicy_tables import house_rules
from conftest import LIBRARY, REPO, Golden
from grounds import GROUNDS, Ground
from pnp.data.edition import Choices
from pnp.log.writing import write_text
from pnp.studies.simulate import play
from pnp.words.catalog import load_catalog

GOLDENS = REPO / "tests" / "goldens" / "simulated"
CHANGED = {"alchemicus": with_small_decks, "chemicy-magicy": house_rules}
SHORT = {"alchemicus": {"fame.target": "5"}, "chemicy-magicy": {"rounds": "3"}}
STRIDE = {"alchemicus": 31, "chemicy-magicy": 1}  # through the configurations
KINDS = ("greedy", "random", "greedy", "greedy", "random")


def tables(ground: Ground) -> Iterator[tuple[Choices, int]]:
    """Some tables, each also with rules or decks of its own, so that piles run out and odd things happen."""
    for number, (choices, players) in enumerate(list(ground.configurations())[:: STRIDE[ground.game]]):
        yield replace(choices, overrides=SHORT[ground.game]), players
        yield CHANGED[ground.game](choices, Random(number)), players


@pytest.mark.parametrize("ground", GROUNDS.values(), ids=GROUNDS)
def test_the_same_seed_gives_the_same_game_as_ever(golden: Golden, ground: Ground) -> None:
    games = ["\n".join(_game(ground, choices, players)) for choices, players in tables(ground)]
    golden(GOLDENS / f"{ground.game}.txt", "\n\n".join(games) + "\n")


def _game(ground: Ground, choices: Choices, players: int) -> Iterator[str]:
    edition = LIBRARY.edition(ground.game, choices)
    game = play(edition, ground.rules, choices, KINDS[:players], "golden")
    say_it = load_catalog(LIBRARY.workspace, "en", ground.game).knowing(edition.facts())
    values = (f"{key}={value}" for key, value in choices.overrides.items())
    yield " ".join((edition.key, *choices.expansions, choices.variant, *choices.options, *values))
    scores = (f"{name} {score}" for name, score in zip(game.log.players, game.outcome.scores, strict=True))
    won = " and ".join(game.log.players[seat] for seat in game.outcome.winners)
    yield f"  {game.turns} turns, {game.steps} steps; {', '.join(scores)}; won by {won or 'nobody'}"
    for heading, amounts in ground.rules.figures(game.table).items():
        yield f"  {say_it(heading)}: {', '.join(f'{say_it(label)} {amount}' for label, amount in amounts.items())}"
    yield f"  record {sha256(write_text(game.log, LIBRARY, 'en').encode()).hexdigest()[:16]}"

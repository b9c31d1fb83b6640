"""The rules engines: legal moves and objections agree, nothing is lost, copies part, seats see their own."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from alchemicus_tables import census
from chemicy_tables import house_rules
from conftest import LIBRARY, REPO
from grounds import ALCHEMICUS, CHEMICY, GROUNDS, Ground
from pnp.data.edition import Choices
from pnp.log.file import parse_log
from pnp.log.writing import write_text
from pnp.referee.judge import judge
from pnp.studies.simulate import NAMES, play

pytestmark = pytest.mark.slow

Trial = tuple[Ground, Choices, int]
SOME: list[Trial] = [
    *((ALCHEMICUS, *one) for one in list(ALCHEMICUS.configurations())[::7]),
    *((CHEMICY, *one) for one in CHEMICY.configurations()),
    *(
        (CHEMICY, house_rules(choices, Random(n)), seats)
        for n, (choices, seats) in enumerate(CHEMICY.configurations())
    ),
]


def dealt(trial: Trial, seed: str) -> tuple[Any, Random]:
    ground, choices, players = trial
    table = ground.rules.set_up(LIBRARY.edition(ground.game, choices), NAMES[:players])
    random = Random(seed)
    ground.rules.deal(table, random)
    return table, random


def named(trial: Trial) -> str:
    ground, choices, players = trial
    changes = [f"{key}={value}" for key, value in choices.overrides.items() if not key.startswith("count.")]
    words = (
        ground.game,
        choices.edition,
        *choices.expansions,
        choices.variant,
        *choices.options,
        str(players),
        *changes,
    )
    return "-".join(filter(None, words))


def greedy(trial: Trial, table: Any, random: Random) -> Any:
    """What the greedy player does; there is always something to do."""
    step = trial[0].rules.players["greedy"](table, random)
    assert step is not None
    return step


@pytest.mark.parametrize("trial", SOME, ids=named)
def test_legal_moves_and_objections_agree(trial: Trial) -> None:
    """Whatever one can think of and the rules do not object to is among the legal moves, by its effect."""
    ground, (table, random) = trial[0], dealt(trial, "agree")
    for number in range(160):
        legal = list(table.legal())
        assert legal
        assert [step for step in legal if table.why_not(step) is not None] == []
        if number % 8 == 0:
            effects = {ground.effect(table, step) for step in legal}
            missing = [
                step
                for step in ground.conceivable(table)
                if table.why_not(step) is None and ground.effect(table, step) not in effects
            ]
            assert missing == []
        ground.rules.perform(table, greedy(trial, table, random) if number % 3 else random.choice(legal), random)
        if table.over:
            return


@pytest.mark.parametrize("trial", SOME, ids=named)
def test_nothing_is_lost_and_nothing_comes_from_nowhere(trial: Trial) -> None:
    ground, (table, random) = trial[0], dealt(trial, "conserve")
    whole = ground.balance(table)
    while not table.over:
        ground.rules.perform(table, greedy(trial, table, random), random)
        assert ground.balance(table) == whole


def test_the_whole_deck_is_in_play() -> None:
    table, _ = dealt((ALCHEMICUS, Choices(expansions=("noctis",)), 3), "whole")
    assert {key: dict(+found) for key, found in census(table).items()} == {
        key: dict(deck.total) for key, deck in table.cards.decks.items()
    }
    assert all(deck.size == len(deck.order or ()) for deck in table.cards.decks.values())


@pytest.mark.parametrize("trial", [SOME[3], SOME[-1]], ids=named)
def test_a_copy_goes_its_own_way(trial: Trial) -> None:
    ground, (table, random) = trial[0], dealt(trial, "copy")
    for _ in range(200):
        if table.over:
            break
        before, twin = ground.balance(table), table.copy()
        legal = list(map(str, table.legal()))
        ground.rules.perform(twin, greedy(trial, twin, Random(1)), Random(1))
        assert ground.balance(table) == before
        assert list(map(str, table.legal())) == legal
        ground.rules.perform(table, greedy(trial, table, random), random)


@pytest.mark.parametrize("trial", SOME, ids=named)
def test_simulated_games_are_by_the_rules_in_text(trial: Trial) -> None:
    ground, choices, players = trial
    kinds = ["greedy", "random", "greedy", "greedy", "random"][:players]
    played = play(LIBRARY.edition(ground.game, choices), ground.rules, choices, kinds, "text")
    judgement = judge(parse_log(played.log.path, write_text(played.log, LIBRARY, "en"), LIBRARY), LIBRARY)
    assert [(finding.line, finding.rules) for finding in judgement.findings] == []
    assert judgement.outcome == played.outcome
    assert judgement.outcome.over


@pytest.mark.parametrize("ground", GROUNDS.values(), ids=GROUNDS)
def test_same_seed_same_game(ground: Ground) -> None:
    edition = LIBRARY.edition(ground.game, Choices())
    one, same, other = (
        play(edition, ground.rules, Choices(), ["greedy"] * 3, seed).log.lines for seed in ("7", "7", "8")
    )
    assert one == same
    assert one != other


@pytest.mark.parametrize(
    ("game", "unshown"),
    [("alchemicus", ["theft.random"]), ("chemicy-magicy", ["players.age", "minutes.min", "minutes.max"])],
)
def test_whatever_a_value_decides_is_read_from_the_edition(game: str, unshown: list[str]) -> None:
    """Every number and switch of values.toml reaches the referee, but for those that no record can show."""
    source = (REPO / "pnp" / "games" / game.replace("-", "_") / "settings.py").read_text(encoding="utf8")
    data = LIBRARY.game(game)
    columns = {column for deck in data.decks for column in deck.columns}
    keys = [key for key in data.values if key.split(".")[0] not in (*columns, "size")]
    unread = [
        key
        for key in keys
        if not any(
            f'"{known}' in source for known in (key, f'{key.rpartition(".")[0]}."', f"{key.rpartition('.')[0]}.{{")
        )
    ]
    unread = [key for key in unread if not key.startswith("sale.")]  # read by building and good
    assert unread == unshown

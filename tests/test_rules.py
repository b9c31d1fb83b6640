"""The rules engine: legal moves and objections agree, nothing is lost, copies part, seats see their own."""

from __future__ import annotations

from random import Random

import pytest
from pnp.edition import Choices
from pnp.games.alchemicus import RULES
from pnp.games.alchemicus.table import Table
from pnp.referee.judge import judge
from pnp.referee.library import library_of
from pnp.referee.reader import parse_log
from pnp.referee.simulate import NAMES, play
from pnp.referee.writing import write_text

from alchemicus_tables import census, conceivable, configurations, fingerprint, greedy
from conftest import REPO

LIBRARY = library_of(REPO)
SOME = list(configurations())[::7]


def dealt(choices: Choices, players: int, seed: str) -> tuple[Table, Random]:
    table = RULES.set_up(LIBRARY.edition("alchemicus", choices), NAMES[:players])
    assert isinstance(table, Table)
    random = Random(seed)
    RULES.deal(table, random)
    return table, random


def named(configuration: tuple[Choices, int]) -> str:
    choices, players = configuration
    return "-".join((choices.edition, *choices.expansions, choices.variant, *choices.options, str(players)))


@pytest.mark.parametrize("configuration", SOME, ids=named)
def test_legal_moves_and_objections_agree(configuration: tuple[Choices, int]) -> None:
    """Whatever one can think of and the rules do not object to is among the legal moves, by its effect."""
    table, random = dealt(*configuration, seed="agree")
    for number in range(160):
        legal = list(table.legal())
        assert legal
        assert [step for step in legal if table.why_not(step) is not None] == []
        if number % 8 == 0:
            effects = {after(table, step) for step in legal}
            missing = [
                step
                for step in conceivable(table)
                if table.why_not(step) is None and after(table, step) not in effects
            ]
            assert missing == []
        RULES.perform(table, greedy(table, random) if number % 3 else random.choice(legal), random)
        if table.over:
            return


def after(table: Table, step: object) -> object:
    other = table.copy()
    for deck in other.cards.decks.values():
        deck.order = None  # the effect, not the luck
    other.apply(step)  # type: ignore[arg-type]
    return fingerprint(other)


@pytest.mark.parametrize("configuration", SOME, ids=named)
def test_cards_and_fame_are_conserved(configuration: tuple[Choices, int]) -> None:
    table, random = dealt(*configuration, seed="conserve")
    whole = {key: dict(deck.total) for key, deck in table.cards.decks.items()}
    while not table.over:
        RULES.perform(table, greedy(table, random), random)
        assert {key: dict(+counts) for key, counts in census(table).items()} == whole
        assert sum(seat.fame for seat in table.seats) == sum(table.tally.values())
        assert all(deck.size == len(deck.order or ()) for deck in table.cards.decks.values())


def test_a_copy_goes_its_own_way() -> None:
    table, random = dealt(Choices(expansions=("noctis",), options=("card-bank",)), 3, "copy")
    for _ in range(200):
        before, twin = fingerprint(table), table.copy()
        RULES.perform(twin, greedy(twin, Random(1)), Random(1))
        assert fingerprint(table) == before
        RULES.perform(table, greedy(table, random), random)


def test_a_seat_sees_its_own_hand_only() -> None:
    table, _ = dealt(Choices(expansions=("noctis",)), 3, "view")
    seen = table.view(1)
    assert seen.cards.hand(1) == table.cards.hand(1)
    for other in (0, 2):
        assert seen.cards.hand(other) == ["?"] * 6
        assert seen.cards.hands[other].backs == {"base": (5, 5), "noctis": (1, 1)}
    assert [deck.order for deck in seen.cards.decks.values()] == [None, None]
    assert "?" not in table.cards.hand(0)


@pytest.mark.parametrize("configuration", SOME, ids=named)
def test_simulated_games_are_by_the_rules_in_text(configuration: tuple[Choices, int]) -> None:
    choices, players = configuration
    played = play(
        LIBRARY.edition("alchemicus", choices),
        RULES,
        choices,
        ["greedy", "random", "greedy", "greedy"][:players],
        "text",
    )
    report = judge(parse_log(played.log.path, write_text(played.log, LIBRARY, "en"), LIBRARY), LIBRARY)
    assert [(finding.line, finding.rules) for finding in report.findings] == []
    assert report.outcome == played.outcome
    assert report.outcome.over


def test_same_seed_same_game() -> None:
    choices = Choices(variant="race")
    edition = LIBRARY.edition("alchemicus", choices)
    one, same, other = (play(edition, RULES, choices, ["greedy"] * 3, seed).log.lines for seed in ("7", "7", "8"))
    assert one == same
    assert one != other


def test_whatever_a_value_decides_is_read_from_the_edition() -> None:
    """Every number and switch of values.toml reaches the referee, but for one that no record can show."""
    source = (REPO / "pnp" / "games" / "alchemicus" / "book.py").read_text(encoding="utf8")
    game = LIBRARY.game("alchemicus")
    columns = {column for deck in game.decks for column in deck.columns}
    keys = [key for key in game.values if key.split(".")[0] not in (*columns, "size")]
    unread = [key for key in keys if f'"{key}"' not in source and f'"{key.rpartition(".")[0]}."' not in source]
    unread = [key for key in unread if not key.startswith("sale.")]  # read by building and good
    assert unread == ["theft.random"]

"""The two games as data: what the booklets state, what we assume, and what each edition changes."""

from __future__ import annotations

import pytest

from conftest import REPO
from pnp.data.edition import Choices, EditionData, choose
from pnp.data.model import GameData, Mark
from pnp.data.workspace import Workspace

ALCHEMICUS_RULES = """
    C1 C2 C3 C4 C5 C6 C7 C8 S1 S2 S3 S4 S5 S6 T0 T1 T2 T3 T4 T5 T6 T8 P1 P2 B1 B2 B3 B4 X1 X2 X3 X4 K1 R1 R2 R3 R4 M1
    V1 V2 V3 V4 D1 G1 W1 W2 F1 O1 O2 O3 N1 N2 N3 N4 N5 N6 N7 N8 N9 N10 N11 N12 N13 N14 Q1 Q2 Q3 Q4 Q5
"""
CHEMICY_RULES = """
    C1 C2 C3 C4 C5 C6 S1 S2 S3 T1 T2 T3 T4 T5 T6 T7 E0 E1 E2 E3 E4 E5 E6 E7 W1 W2 X1 X2
"""


@pytest.fixture(scope="module")
def alchemicus() -> GameData:
    return Workspace(REPO).game("alchemicus")


@pytest.fixture(scope="module")
def chemicy() -> GameData:
    return Workspace(REPO).game("chemicy-magicy")


def deck(edition: EditionData, key: str, column: str) -> dict[str, object]:
    (found,) = [one for one in edition.decks if one.key == key]
    return {card.key: card.cells[column] for card in found.cards}


def test_every_rule_has_a_title(alchemicus: GameData, chemicy: GameData) -> None:
    assert set(alchemicus.rules) == set(ALCHEMICUS_RULES.split())
    assert set(chemicy.rules) == set(CHEMICY_RULES.split())


def test_the_base_deck(alchemicus: GameData) -> None:
    edition = choose(alchemicus, Choices())
    assert deck(edition, "base", "count") == {
        "Horten": 18,
        "Metalle": 18,
        "Pergula": 18,
        "Fornax": 14,
        "Alembic": 14,
        "Taberna": 14,
        "Domo": 14,
        "Labrium": 10,
        "Donarium": 10,
        "Gloria": 10,
    }
    assert deck(edition, "base", "price") == {
        "Horten": 1,
        "Metalle": 1,
        "Pergula": 1,
        "Fornax": 3,
        "Alembic": 3,
        "Taberna": 3,
        "Domo": 4,
        "Labrium": 5,
        "Donarium": 6,
        "Gloria": 5,
    }
    assert deck(edition, "fame", "count") == {"fame-1": 24, "fame-5": 16, "fame-10": 8}


def test_the_noctis_deck_comes_with_noctis_only(alchemicus: GameData) -> None:
    assert "noctis" not in [one.key for one in choose(alchemicus, Choices()).decks]
    edition = choose(alchemicus, Choices(expansions=("noctis",)))
    names = ("Golem", "Mutabilis", "Spiritus", "Homunculus", "Pactum", "Infamia")
    assert deck(edition, "noctis", "count") == dict(zip(names, (12, 8, 8, 8, 6, 6), strict=True))
    assert deck(edition, "noctis", "price") == dict(zip(names, (2, 1, 2, 2, 3, 5), strict=True))


def test_what_is_assumed(alchemicus: GameData) -> None:
    """The values that no booklet gives, and no others."""
    assumed = {key for key, value in alchemicus.values.items() if value.mark is Mark.ASSUMED}
    prices = {
        f"price.{name}"
        for name in ["horten", "metalle", "pergula", "fornax", "taberna", "domo", "labrium", "donarium"]
    }
    counts = {f"count.{name}" for name in ["golem", "mutabilis", "spiritus", "homunculus", "pactum", "infamia"]}
    colours = {f"colour.alchemist-{seat}" for seat in range(1, 5)}
    assert assumed == prices | counts | colours | {"players.min", "ring.outer", "ring.inner"}


@pytest.mark.parametrize(
    ("choices", "changed"),
    [
        (Choices("en"), {"fame.target": 20}),
        (Choices("en", ("noctis",)), {"fame.target": 16}),
        (Choices("pl", ("noctis",)), {"fame.target": 20}),
        (Choices("de", ("noctis",)), {"fame.target": 20, "count.fame-1": 24, "count.fame-5": 0, "count.fame-10": 0}),
        (Choices("pl", variant="race"), {"price.gloria": 1, "race.golem_stops": "beyond", "goal": "gold"}),
        (Choices("en", variant="race"), {"price.gloria": 0, "race.golem_stops": "beyond"}),
        (Choices("de", variant="race"), {"price.gloria": 1, "race.golem_stops": "on"}),
        (Choices("it"), {"fame.target": 20, "building.limit": 12}),
    ],
)
def test_editions_are_overlays(alchemicus: GameData, choices: Choices, changed: dict[str, object]) -> None:
    edition = choose(alchemicus, choices)
    assert {key: edition[key] for key in changed} == changed


def test_nobody_gains_fame_in_the_race(alchemicus: GameData) -> None:
    race = choose(alchemicus, Choices(variant="race"))
    assert {key: race[key] for key in race.values if key.endswith(".fame")} == dict.fromkeys(
        [key for key in race.values if key.endswith(".fame")], 0
    )
    sold = {key for key in race.values if key.endswith("gold.cards") and race[key]}
    assert sold == {"sale.donarium.gold.cards"}


def test_the_prices_of_goods(alchemicus: GameData) -> None:
    edition = choose(alchemicus, Choices())
    goods = ("herbs", "ore", "tincture", "metal", "gold")

    def prices(building: str) -> list[tuple[object, object]]:
        keys = [f"sale.{building}.{good}" for good in goods if f"sale.{building}.{good}.cards" in edition.values]
        return [(edition[f"{key}.cards"], edition[f"{key}.fame"]) for key in keys]

    assert prices("pergula") == [(1, 0), (1, 0), (3, 0), (3, 0), (5, 1)]
    assert prices("taberna") == [(1, 0), (1, 0), (3, 1), (3, 1), (5, 3)]
    assert prices("donarium") == [(6, 5)]


def test_the_pieces_of_chemicy_magicy(chemicy: GameData) -> None:
    edition = choose(chemicy, Choices())
    assert {one.key: one.count for one in edition.decks} == {
        "tiles": 80,
        "emergency": 35,
        "extra": 10,
        "large": 5,
        "small": 30,
        "gold": 30,
        "boards": 5,
        "aids": 5,
    }
    tiles = deck(edition, "tiles", "class")
    counts = deck(edition, "tiles", "count")
    assert {
        kind: sum(int(str(counts[key])) for key in tiles if tiles[key] == kind) for kind in set(tiles.values())
    } == {
        "energy": 36,
        "elixir": 28,
        "assistant": 16,
    }
    assert edition["rounds"] == 5
    assert choose(chemicy, Choices(options=("short-game",)))["rounds"] == 4

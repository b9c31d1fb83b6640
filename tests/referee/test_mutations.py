"""Faulty records: every fault is found and blamed on its line, and nobody is accused without one."""

from __future__ import annotations

from functools import cache

import pytest

import late
import messy
import orders
import pairs
from alchemicus_faults import LATE
from grounds import GROUNDS
from mutations import Case, Measurement, measure

pytestmark = pytest.mark.slow

GAMES = {"alchemicus": 8, "chemicy-magicy": 24}
FAULTS = [(game, kind) for game, ground in GROUNDS.items() for kind in ground.kinds if kind != "no fault"]
# in these, another line may be the first that cannot be as it is written: what was left out shows only later
LATER = ("dropped turn", "wrong aim")

# what the measurements must not fall below, or rise above; larger ones are in `make soak`
MOST_OTHERS = 0.02
LEAST_LATE = 0.95
LEAST_MESSY = {"alchemicus": 0.9, "chemicy-magicy": 0.75}
MOST_REFUSED = 0.2
MOST_PRINTED = 7
LEAST_SECOND = {"alchemicus": 0.85, "chemicy-magicy": 0.6}


@cache
def cases(game: str) -> list[Case]:
    return list(measure(GAMES[game], Measurement(game, shares=GROUNDS[game].shares[::2])))


@pytest.mark.parametrize(("game", "kind"), FAULTS)
def test_a_fault_is_found_and_blamed_on_its_line(game: str, kind: str) -> None:
    broken = [case for case in cases(game) if case.kind == kind and case.violation and not case.share]
    assert broken
    assert [case for case in broken if not case.findings] == []
    if game != "chemicy-magicy" or kind not in LATER:
        assert [case for case in broken if not case.blamed] == []


@pytest.mark.parametrize("game", GROUNDS)
def test_nobody_is_accused_without_a_violation(game: str) -> None:
    legal = [case for case in cases(game) if not case.violation]
    assert {case.share for case in legal if case.kind == "no fault"} == {*GROUNDS[game].shares[::2]}
    assert [case for case in legal if case.findings] == []


@pytest.mark.parametrize("game", GROUNDS)
def test_one_fault_is_counted_about_once(game: str) -> None:
    counted = [case.counted for case in cases(game) if case.violation and not case.share]
    assert sum(counted) / len(counted) < 1.2


@pytest.mark.parametrize("game", GROUNDS)
def test_nobody_else_is_accused(game: str) -> None:
    broken = [case for case in cases(game) if case.violation]
    assert sum(case.other for case in broken) <= MOST_OTHERS * len(broken)


@pytest.mark.parametrize("kind", ["unlawful take", "early take"])
def test_the_victim_of_a_theft_is_never_accused(kind: str) -> None:
    thefts = [case for case in cases("alchemicus") if case.kind == kind]
    assert thefts
    assert [case for case in thefts if not case.exact or case.other] == []


def test_what_is_undecidable_hides_no_fault_that_needs_no_cards() -> None:
    found = list(late.measure(12))
    assert len({case.kind for case in found}) > len(LATE) // 2
    assert sum(case.blamed for case in found) >= LEAST_LATE * len(found)
    assert [case for case in found if case.other] == []


@pytest.mark.parametrize(("game", "games"), [("alchemicus", 6), ("chemicy-magicy", 12)])
def test_nobody_is_accused_for_the_order_of_a_list(game: str, games: int) -> None:
    found = list(orders.measure(games, game))
    assert sum(case.lists for case in found) > games
    assert [case.shown for case in found if case.accused] == []


@pytest.mark.parametrize(("game", "games"), [("alchemicus", 12), ("chemicy-magicy", 24)])
def test_messy_logs_are_judged_slip_by_slip(game: str, games: int) -> None:
    found = list(messy.measure(games, game))
    faults = [near for mess in found for near in mess.faults.values()]
    words = [word for mess in found for word in mess.words]
    assert sum(faults) >= LEAST_MESSY[game] * len(faults)
    assert messy.OTHERWISE not in words
    assert words.count(messy.REFUSED) <= MOST_REFUSED * len(words)
    assert sum(mess.lines for mess in found) <= MOST_PRINTED * sum(mess.counted for mess in found)


@pytest.mark.parametrize(("game", "games"), [("alchemicus", 4), ("chemicy-magicy", 12)])
def test_of_two_faults_the_first_is_counted_and_mostly_the_second(game: str, games: int) -> None:
    found = list(pairs.measure(games, game))
    assert [pair.shown for pair in found if not pair.counted[0]] == []
    assert sum(pair.counted[1] for pair in found) >= LEAST_SECOND[game] * len(found)


@pytest.mark.parametrize("game", GROUNDS)
def test_the_same_games_give_the_same_cases(game: str) -> None:
    again = list(measure(2, Measurement(game, shares=GROUNDS[game].shares[::2])))
    assert again == cases(game)[: len(again)]

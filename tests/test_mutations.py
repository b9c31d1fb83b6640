"""Faulty records: every fault is found and blamed on its line, and nobody is accused without one."""

from __future__ import annotations

from functools import cache

import pytest

from grounds import GROUNDS
from mutations import Case, Plan, measure

pytestmark = pytest.mark.slow

GAMES = {"alchemicus": 8, "chemicy-magicy": 24}
FAULTS = [(game, kind) for game, ground in GROUNDS.items() for kind in ground.kinds if kind != "no fault"]
# in these, another line may be the first that cannot be as it is written: what was left out shows only later
LATER = ("dropped turn", "wrong aim")


@cache
def cases(game: str) -> list[Case]:
    return list(measure(GAMES[game], Plan(game, shares=GROUNDS[game].shares[::2])))


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
def test_hardly_anybody_is_accused_whom_the_fault_does_not_concern(game: str) -> None:
    broken = [case for case in cases(game) if case.violation and not case.share]
    assert sum(case.others for case in broken) <= len(broken) / 100


@pytest.mark.parametrize("game", GROUNDS)
def test_the_same_games_give_the_same_cases(game: str) -> None:
    again = list(measure(2, Plan(game, shares=GROUNDS[game].shares[::2])))
    assert again == cases(game)[: len(again)]

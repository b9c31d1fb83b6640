"""Faulty records: every fault is found and blamed on its line, and nobody is accused without one."""

from __future__ import annotations

import pytest

from faults import KINDS
from mutations import Case, Plan, measure

GAMES = 8


@pytest.fixture(scope="module")
def cases() -> list[Case]:
    return list(measure(GAMES, Plan(shares=(0.0, 0.8))))


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "no fault"])
def test_a_fault_is_blamed_on_its_line(cases: list[Case], kind: str) -> None:
    broken = [case for case in cases if case.kind == kind and case.violation and not case.share]
    assert broken
    assert [case for case in broken if not case.blamed] == []


def test_nobody_is_accused_without_a_violation(cases: list[Case]) -> None:
    legal = [case for case in cases if not case.violation]
    assert {case.share for case in legal if case.kind == "no fault"} == {0.0, 0.8}
    assert [case for case in legal if case.findings] == []


def test_one_fault_is_counted_about_once(cases: list[Case]) -> None:
    counted = [case.counted for case in cases if case.violation and not case.share]
    assert sum(counted) / len(counted) < 2


def test_the_same_games_give_the_same_cases(cases: list[Case]) -> None:
    again = list(measure(2, Plan(shares=(0.0, 0.8))))
    assert again == cases[: len(again)]

"""Whoever asks about a log hears the same: its verdict, the picture of its table, and the table to play on."""

from __future__ import annotations

import re
from copy import deepcopy
from functools import cache
from pathlib import Path

import pytest

import pnp
from conftest import LIBRARY, REPO
from pnp.recorder.draft import draft_of
from pnp.referee.check import check
from pnp.referee.picture import next_moves, table_at

LOGS = REPO / "tests" / "logs"
FOLDERS = sorted({path.parent for path in LOGS.glob("*/*/*.log")})
READ_OTHERWISE = LOGS / "alchemicus" / "P2" / "legal-6.log"  # only as tables play that reshuffle late


@cache
def verdict(path: Path) -> pnp.Verdict:
    return check(path, LIBRARY, "en")


def violations_shown(path: Path, at: int | None = None) -> int:
    """As many as the picture of a table tells of."""
    *_, (last, _) = table_at(path, LIBRARY, "en", at)
    found = re.match(r"(\d+) violations? so far", last)
    return int(found[1]) if found else 0


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: f"{folder.parent.name}-{folder.name}")
def test_the_table_that_is_shown_has_the_violations_of_the_verdict(folder: Path) -> None:
    for path in folder.glob("*.log"):
        assert violations_shown(path) == len(verdict(path).counted), path.name


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: f"{folder.parent.name}-{folder.name}")
def test_the_table_to_play_on_stands_as_the_verdict_says(folder: Path) -> None:
    for path in folder.glob("*.log"):
        said, standing = verdict(path), pnp.judge(path).table().outcome()
        scores = {one.player: one.score.least if one.score.certain else one.score for one in said.scores}
        told = (said.over, said.winners, said.may_have_won, scores)
        assert (standing.over, standing.winners, standing.may_have_won, standing.scores) == told, path.name


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: f"{folder.parent.name}-{folder.name}")
def test_whoever_goes_on_recording_hears_of_the_violations_of_the_verdict(folder: Path) -> None:
    for path in folder.glob("*.log"):
        draft = draft_of(path.read_text(encoding="utf8"), path, LIBRARY, "en")
        counted = [one.line for one in draft.findings if one.follows is None]
        assert counted == [one.line for one in verdict(path).counted], path.name


def test_a_rule_is_read_as_the_whole_log_reads_it_also_at_its_beginning() -> None:
    lines = READ_OTHERWISE.read_text(encoding="utf8").splitlines()
    assert [violations_shown(READ_OTHERWISE, at) for at in range(1, len(lines) + 1)] == [0] * len(lines)


def test_whoever_goes_on_with_a_log_goes_on_by_the_rules_of_its_verdict() -> None:
    judged = pnp.judge(READ_OTHERWISE)
    assert judged.edition["reshuffle"] == "when-needed"
    moves = [text.split() for text, _ in next_moves(READ_OTHERWISE, LIBRARY, "en")]
    for step in judged.table().legal():
        assert step == "end" or step.split() in [move[: len(step.split())] for move in moves]
        assert pnp.judge(text=judged.table().play(step).log).clean, step
    assert deepcopy(judged.table()).play("gloria").picture() == judged.table().play("gloria").picture()

"""Slips of the pen: each is one finding on its line, and the referee says what it takes for granted."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import REPO
from pnp.data.workspace import Workspace
from pnp.log.file import parse_log
from pnp.log.library import Library
from pnp.referee.judge import judge
from pnp.referee.verdict import VerdictFinding
from pnp.referee.wording.verdicts import verdict_of

LIBRARY = Library(Workspace(REPO))
HEAD = ["game: alchemicus", "players: Ala, Bartek", ""]
GAME = [
    "deal Ala: 2 Horten, Metalle, Alembic, Gloria",
    "deal Bartek: 2 Domo, 3 Pergula",
    "1 Ala: draw Fornax; place Build; build Horten paying Metalle; hand 4",
    "1 Bartek: draw Pergula; place Collection; collect; hand 6",
    "2 Ala: draw Horten; move 1 to Collection; collect; hand 5",
    "2 Bartek: draw Horten; move 1 to Transport; hand 7",
    "3 Ala: draw Domo; move 2 to Transmutation; hand 6",
    "3 Bartek: draw Domo; move 2 to Build 2; build Pergula paying Pergula; hand 6",
    "4 Ala: draw Metalle; move 1 to Build 2; build Metalle paying Horten; hand 5",
    "4 Bartek: draw Fornax; move 1 to Sale; hand 7",
    "5 Ala: draw Metalle; move 1 to Sale; hand 6",
]
Slip = Callable[[list[str]], list[str]]


def judged(lines: list[str]) -> list[VerdictFinding]:
    text = "\n".join((*HEAD, *lines)) + "\n"
    judgement = judge(parse_log(Path("x.log"), text, LIBRARY), LIBRARY)
    return list(verdict_of(judgement, LIBRARY, "en").findings)


def changed(number: int, old: str, new: str) -> Slip:
    """Another text in one of the lines, which are counted from 1 as in a log."""

    def slip(lines: list[str]) -> list[str]:
        at = number - len(HEAD) - 1
        assert old in lines[at]
        return [*lines[:at], lines[at].replace(old, new), *lines[at + 1 :]]

    return slip


def swapped(lines: list[str]) -> list[str]:
    return [*lines[:6], lines[7], lines[6], *lines[8:]]


def twice(lines: list[str]) -> list[str]:
    return [*lines[:6], lines[5], *lines[6:]]


def dropped(lines: list[str]) -> list[str]:
    return [*lines[:5], *lines[6:]]


def moved_up(lines: list[str]) -> list[str]:
    return changed(10, "; hand 6", "; move 2 to Build 2")(changed(11, "move 2 to Build 2; ", "")(lines))


def run_on(lines: list[str]) -> list[str]:
    first, second = lines[6], lines[7].partition(": ")[2]
    return [*lines[:6], f"{first}; {second}", *lines[8:]]


SLIPS: dict[str, tuple[Slip, int, str]] = {
    "another player": (changed(11, "Bartek", "Ala"), 11, "the line is assumed to be Bartek’s"),
    "swapped": (swapped, 10, "lines 10 and 11 are assumed to be swapped"),
    "twice": (twice, 10, "the line is assumed to be a duplicate"),
    "a turn is missing": (dropped, 9, "a turn by Bartek is assumed to be missing before this line"),
    "another field": (changed(12, "to Build 2", "to Gifts"), 12, "read as: move 1 to Build 2"),
    "a card that is not held": (
        changed(11, "build Pergula paying Pergula", "build Pergula paying Labrium"),
        11,
        "",
    ),
    "a step is missing": (changed(8, "draw Horten; ", ""), 8, "assumed to be missing before it: draw"),
    "a wrong note": (changed(10, "hand 6", "hand 4"), 10, "the note is assumed to be a slip and the count right"),
    "a note of another": (changed(10, "hand 6", "Bartek hand 6"), 10, "read as: Ala hand 6"),
    "in the line before its own": (moved_up, 10, "the step is assumed to belong to line 11"),
    "two turns in a line": (run_on, 10, "the rest of the line is assumed to be Bartek’s"),
}


def test_there_is_nothing_to_explain_in_a_legal_game() -> None:
    assert judged(GAME) == []


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_is_one_finding_and_the_assumption_is_said(name: str) -> None:
    slip, line, assumed = SLIPS[name]
    findings = judged(slip(GAME))
    assert [finding.line for finding in findings if finding.follows is None] == [line]
    assert (findings[0].assumes or "") == assumed


def test_what_was_really_played_stays_a_violation() -> None:
    """A dear building was paid for with one card too few, and the notes agree: nobody mistook it."""
    lines = [*GAME[:8], "4 Ala: draw Metalle; move 1 to Build 2; build Alembic paying Horten, Fornax; hand 4"]
    (finding,) = judged(lines)
    assert (finding.line, finding.rule, finding.assumes) == (12, "B1", None)

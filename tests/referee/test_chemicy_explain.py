"""Slips in records of Chemicy Magicy: each is one finding against whoever made it, and the score stays right."""

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
HEAD = ["game: chemicy-magicy", "set: rounds=3", "players: Ala, Bartek, Celina", ""]
GAME = [
    "round 1: 5, 3",
    "Ala: draw electricity",
    "Bartek: draw cat",
    "Celina: draw cone",
    "Ala: draw temperature",
    "Bartek: draw tube",
    "Celina: draw ball",
    "Ala: draw pressure; trade",
    "Bartek: stop 3",
    "Celina: draw gourd",
    "Ala: stop 5",
    "Celina: draw box",
    "Celina: stop 6",
    "round 2: 6, 4",
    "Bartek: draw cat",
    "Celina: draw temperature",
    "Ala: draw cat",
    "Bartek: stop 4",
    "Celina: stop 6",
    "Ala: draw tube",
    "Ala: stop 7",
    "round 3: 5, 4",
    "Celina: draw cat",
    "Ala: draw cone",
    "Bartek: draw tube",
    "Celina: stop 4",
    "Ala: stop 5",
    "Bartek: draw box",
    "Bartek: stop 8",
    "result: Ala 20, Bartek 15, Celina 16",
]
Slip = Callable[[list[str]], list[str]]


def judged(lines: list[str]) -> list[VerdictFinding]:
    text = "\n".join((*HEAD, *lines)) + "\n"
    judgement = judge(parse_log(Path("x.log"), text, LIBRARY), LIBRARY)
    return list(verdict_of(judgement, LIBRARY, "en").findings)


def put_in(before: int, text: str) -> Slip:
    return lambda lines: [*lines[:before], text, *lines[before:]]


def moved(source: int, target: int) -> Slip:
    def slip(lines: list[str]) -> list[str]:
        rest = [*lines[:source], *lines[source + 1 :]]
        return [*rest[:target], lines[source], *rest[target:]]

    return slip


def changed(at: int, text: str) -> Slip:
    return lambda lines: [*lines[:at], text, *lines[at + 1 :]]


def trade_late(step: str) -> Slip:
    return lambda lines: [*lines[:7], "Ala: draw pressure", *lines[8:10], step, lines[11], lines[10], *lines[12:]]


# the slip, the place of the line that is blamed, its rule, who is blamed, and what is taken for granted
SLIPS: dict[str, tuple[Slip, int, str, str | None, str]] = {
    "round too early": (moved(13, 11), 11, "W1", None, "the line is assumed to belong after line 18"),
    "stray round": (put_in(6, "round 2: 6, 4"), 6, "W1", None, "the line is assumed not to belong here"),
    "wrong number": (changed(13, "round 3: 6, 4"), 13, "S2", None, "read as: round 2: 6, 4"),
    "round missing": (
        lambda lines: [*lines[:13], *lines[21:]],
        13,
        "S2",
        None,
        "round 2 is assumed to be missing before this line",
    ),
    "after stopping": (
        put_in(10, "Bartek: draw retort"),
        10,
        "T1",
        "Bartek",
        "the line is assumed not to belong here",
    ),
    "out of turn": (put_in(3, "Ala: draw retort"), 3, "S3", "Ala", "the line is assumed not to belong here"),
    "late trade": (trade_late("Ala: draw cat; trade"), 10, "T7", "Ala", ""),
    "late trade before drawing": (trade_late("Ala: trade; draw cat"), 10, "T7", "Ala", ""),
}


def test_there_is_nothing_to_explain_in_a_legal_game() -> None:
    assert judged(GAME) == []


@pytest.mark.parametrize("name", SLIPS)
def test_a_slip_is_one_finding_against_whoever_made_it(name: str) -> None:
    slip, place, rule, player, assumed = SLIPS[name]
    finding, *others = [one for one in judged(slip(GAME)) if one.follows is None]
    assert others == []
    assert (finding.line, finding.rule) == (len(HEAD) + 1 + place, rule)
    assert (finding.player, finding.assumes or "") == (player, assumed)


def test_a_small_token_that_is_missing_is_not_mistaken_for_the_large_one() -> None:
    finding, *_ = judged(changed(13, "round 2: 7, 4")(GAME))
    assert finding.why == (
        "1 small token is missing; 7 is the large token of round 2, "
        "and the line names 1 of the 2 small ones for 3 players"
    )

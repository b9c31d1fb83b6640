"""What is said about logs that cannot be read: place, what was expected, what was found, what to do.

`pytest tests/log/test_unreadable.py --refresh` writes it anew.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from conftest import GAMES, LIBRARY, REPO, Golden
from pnp.referee.check import check
from pnp.referee.wording.lines import verdict_lines

GOLDENS = REPO / "tests" / "goldens" / "unreadable"
HEADS = {
    "alchemicus": "game: alchemicus\noptions: card-bank\nplayers: Ala, Bartek\n",
    "chemicy-magicy": "game: chemicy-magicy\nplayers: Ala, Bartek, Celina\n",
}
# headers that say too little, too much, or nothing
HEADERS = {
    "no game": "players: Ala, Bartek\n\nAla: draw",
    "no such game": "game: alchemist\nplayers: Ala, Bartek\n\nAla: draw",
    "no players": "game: alchemicus\n\nAla: draw",
    "twice": "game: alchemicus\ngame: alchemicus\nplayers: Ala, Bartek\n\nAla: draw",
    "a note twice is none": "game: alchemicus\nnote: a\nnote: b\nplayers: Ala, Bartek\n\nAla: fly",
    "two alike": "game: alchemicus\nplayers: Ala, ala\n\nAla: draw",
    "no name": "game: alchemicus\nplayers: Ala, 7up\n\nAla: draw",
    "too many": "game: alchemicus\nplayers: A, B, C, D, E, F, G, H, I\n\nA: draw",
    "no value": "game: alchemicus\nset: price.domo\nplayers: Ala, Bartek\n\nAla: draw",
    "no such value": "game: alchemicus\nset: price.dom=3\nplayers: Ala, Bartek\n\nAla: draw",
    "a value twice": "game: alchemicus\nset: hand.limit=7, hand.limit=8\nplayers: Ala, Bartek\n\nAla: draw",
    "a value twice, once mistyped": "game: alchemicus\nset: hand.limit=7, hand.limt=8\nplayers: A, B\n\nA: draw",
    "a long name": f"game: alchemicus\nplayers: Ala, {'Bartek' * 9}\n\nAla: draw",
    "no such heading": "game: alchemicus\nplayer: Ala, Bartek\ndat: 2026\n\nAla: draw",
    "too long": f"game: alchemicus\nnote: {'x' * 5000}\nplayers: Ala, Bartek\n\nAla: draw",
    "no end": "game: alchemicus\n" + "what\n" * 40,
}
# lines of which each is wrong in a way of its own
LINES = {
    "alchemicus": """
        Ala
        1 Ala draw
        1 Alla: draw
        1 Ala:: draw
        1 Ala: fly
        1 Ala: drwa
        1 Ala: Bartek
        1 Ala: draw Hortem
        1 Ala: draw Golem
        1 Ala: draw 2 Horten Domo
        1 Ala: draw Horten,
        1 Ala: draw 999 Horten
        1 Ala: move
        1 Ala: move three
        1 Ala: move 3 to
        1 Ala: move 3 to Salle
        1 Ala: move 3 to Build 0
        1 Ala: move 3 to Sale to Sale
        1 Ala: move 3 at Sale
        1 Ala: move 3, draw
        1 Ala: build
        1 Ala: build Domo paying 2 paying 2
        1 Ala: draw; build Domo replacing; skip now
        1 Ala: sell herbs
        1 Ala: sell herbs at Pergula, ore
        1 Ala: sell herbs at Pergula for nothing
        1 Ala: take from
        1 Ala: take from Celina
        1 Ala: skip Sale
        1 Ala: collect Horten 1, Hortn
        1 Ala: reshuffle both
        deal Celina: 5 Horten
        deal Ala: 5 Hortens
        deal bnk: 5 Horten
        round 1: 5
        winner: Celina
        result: Ala
        result: Ala many, Bartek 2
        1 Ala: draw \x07
        """,
    "chemicy-magicy": """
        round 1
        round one: 5, 3
        round 1: five
        round 1: 5, 3; draw cat
        round 1: 5, 3; Dorota starts
        rond 1: 5, 3
        Ala: round 1
        Ala: Celina starts
        Ala: draw
        Ala: draw dog
        Ala: draw 2 cat
        Ala: peek cat, dog
        Ala: take cat
        Ala: take cat from Dorota
        Ala: pass Bartek
        Ala: explode losing
        Ala: explode losing three
        Ala: explode turning peak
        Ala: group turning 0 undo
        Ala: gold
        Ala: stop 3 5
        """,
}


def told(text: str, folder: Path) -> str:
    path = folder / "game.log"
    path.write_text(text, encoding="utf8")
    said = [line for line, _ in verdict_lines(check(path, LIBRARY, "en"), LIBRARY.catalog("en"))]
    return "\n".join(line.replace(f"{path}", "  ", 1) for line in said)


@pytest.mark.parametrize("game", GAMES)
def test_a_line_that_cannot_be_read_is_told_why(golden: Golden, tmp_path: Path, game: str) -> None:
    wrong = map(str.strip, LINES[game].strip().split("\n"))
    answers = ["\n".join((repr(line), told("\n".join((HEADS[game], line, "")), tmp_path))) for line in wrong]
    golden(GOLDENS / f"{game}.txt", "\n\n".join(answers) + "\n")


def test_a_header_that_cannot_be_read_is_told_why(golden: Golden, tmp_path: Path) -> None:
    answers = ["\n".join((name, told(text, tmp_path))) for name, text in HEADERS.items()]
    golden(GOLDENS / "headers.txt", "\n\n".join(answers) + "\n")


def test_of_many_lines_that_cannot_be_read_the_first_are_told(golden: Golden, tmp_path: Path) -> None:
    text = HEADS["alchemicus"] + "\n" + "1 Ala: fly\n" * 60
    golden(GOLDENS / "many.txt", told(text, tmp_path) + "\n")

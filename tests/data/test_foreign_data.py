"""Rules meet data that was not written for them: a workspace has a game under the key of a built-in one."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from conftest import REPO, Run, edit
from grounds import GROUNDS
from pnp.base.errors import BadFile
from pnp.base.frozen import FrozenDict
from pnp.data.edition import broad_editions
from pnp.data.model import GameData
from pnp.data.workspace import Workspace
from pnp.log.library import rules_of

LOG = REPO / "tests/logs/alchemicus/B1/legal.log"


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of Alchemicus to change, in a workspace that is the current folder."""
    shutil.copytree(REPO / "cards/alchemicus", tmp_path / "cards/alchemicus")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "cards/alchemicus"


COMMANDS = {
    "check": ("referee", "check", LOG),
    "show": ("referee", "show", LOG),
    "moves": ("referee", "moves", LOG),
    "report": ("referee", "report", LOG),
    "diff": ("referee", "diff", LOG, "--set", "hand.limit=9"),
    "record": ("referee", "record", "alchemicus", "new.log", "--players", "Ala,Bartek"),
    "simulate": ("simulate", "alchemicus", "--games", "1"),
}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_value_that_the_rules_need_is_named(own: Path, run: Run, command: str) -> None:
    edit(own / "values.toml", 'set.goal = "fame"', 'set.aim = "fame"')
    edit(own / "values.toml", 'set.goal = "gold"', 'set.aim = "gold"')
    result = run(*COMMANDS[command])
    assert result.code == 2
    assert "the rules of “alchemicus” need “goal”, which is missing from its data" in result.out + result.err
    assert "give your own game its own key" in result.out + result.err


def test_pnp_check_names_it_before_anybody_plays(own: Path, run: Run) -> None:
    edit(own / "values.toml", 'set.goal = "fame"', 'set.aim = "fame"')
    edit(own / "values.toml", 'set.goal = "gold"', 'set.aim = "gold"')
    result = run("check", "alchemicus", "--lang", "en")
    assert result.code == 1
    assert result.out.count("the rules of “alchemicus” need “goal”, which is missing from its data") == 1


def test_words_for_phases_may_be_missing(own: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (own / "game.toml").read_text(encoding="utf8")
    (own / "game.toml").write_text(re.sub(r"\[terms\.phase\]\n(?:.+\n)+", "", text), encoding="utf8")
    assert run("check", "alchemicus", "--lang", "en").code in (0, 1)
    moves = run("referee", "moves", LOG)
    assert (moves.code, "Field action" in moves.out) == (0, False)
    assert moves.out.count("\n  ") > 1, "steps, though under no heading"
    assert run("referee", "diff", LOG, "--set", "hand.limit=9").code in (0, 1)
    with Path(os.devnull).open(encoding="utf8") as nobody:
        monkeypatch.setattr("sys.stdin", nobody)
        run(*COMMANDS["record"])
    assert Path("new.log").is_file()


# ---- whatever is missing ----


def without(game: GameData) -> Iterator[tuple[str, GameData]]:
    """The game without one of its values, tables of terms, or decks."""
    for key in game.values:
        rest = {other: value for other, value in game.values.items() if other != key}
        overlays = tuple(
            replace(one, facts={other: fact for other, fact in one.facts.items() if other != key})
            for one in game.overlays
        )
        decks = tuple(replace(deck, copies="" if deck.copies == key else deck.copies) for deck in game.decks)
        yield f"value {key}", replace(game, values=FrozenDict(rest), overlays=overlays, decks=decks)
    for key in game.terms:
        rest_of_terms = {other: terms for other, terms in game.terms.items() if other != key}
        yield f"terms {key}", replace(game, terms=FrozenDict(rest_of_terms))
    for gone in game.decks:
        yield f"deck {gone.key}", replace(game, decks=tuple(deck for deck in game.decks if deck is not gone))


def played_a_while(game: GameData) -> None:
    rules = rules_of(game.key)
    for edition in broad_editions(game):
        random = Random(7)
        table = rules.set_up(edition, ("Ala", "Bartek", "Celina"))
        rules.deal(table, random)
        for _ in range(40):
            step = rules.players["random"](table, random)
            if step is None or table.outcome().over:
                break
            rules.perform(table, step, random)
        rules.portray(table)
        rules.tableau(table)


@pytest.mark.slow
@pytest.mark.parametrize("key", GROUNDS)
def test_whatever_is_missing_is_told_or_not_needed(key: str) -> None:
    told = {}
    for name, game in without(Workspace(REPO).game(key)):
        try:
            played_a_while(game)
        except BadFile as error:
            told[name] = {one.message.text.one for one in error.complaints}
    assert len(told) > 20, "most of it is needed"
    assert {sentence for sentences in told.values() for sentence in sentences} == {
        "the rules of “{game}” need “{name}”, which is missing from its data"
    }

"""Whatever a caller gets wrong is refused with a sentence, by one family of exceptions."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import Any

import pytest

import pnp
from conftest import REPO

GAME: Any = pnp.open("alchemicus", workspace=REPO)
EDITION: Any = GAME.edition()
LOG = REPO / "docs" / "my-game.log"
ANYTHING: Any = pnp


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: ANYTHING.open(3), 'game: expected a word, found 3 → for example pnp.open("my-game")'),
        (lambda: pnp.open("alchemikus"), "there is no game “alchemikus” → did you mean “alchemicus”?"),
        (lambda: GAME.edition(expansions="noctis"), "expected a list of words, found 'noctis'"),
        (lambda: GAME.edition(expansions=["nokis"]), "there is no expansion “nokis” → did you mean “noctis”?"),
        (lambda: GAME.edition(set={"price.labrum": 4}), "there is no value “price.labrum”"),
        (lambda: GAME.edition(set={"price.labrium": "many"}), "price.labrium"),
        (lambda: EDITION["price.labrum"], "there is no value “price.labrum” → did you mean “price.labrium”?"),
        (lambda: EDITION.cards("xx"), "there is no language “xx”"),
        (lambda: EDITION.cards(7), "lang: expected a word, found 7"),
        (lambda: EDITION.cards(papr="a4"), "there is no option papr → did you mean “paper”?"),
        (lambda: EDITION.cards(binding="booklet"), "“cards” has no option binding → available: bleed, card,"),
        (lambda: EDITION.rulebook(layout="booklet"), "“rulebook” has no option layout → did you mean “binding”?"),
        (lambda: EDITION.kit(decks=["base"]), "“kit” has no option decks"),
        (lambda: EDITION.cards(paper=4), 'paper: expected a word, found 4 → for example paper="letter"'),
        (lambda: EDITION.cards(paper="a99"), "paper: there is no “a99”"),
        (lambda: EDITION.rulebook(binding="x"), "binding: there is no “x” → available: booklet, pages, square"),
        (lambda: EDITION.cards(gap=-1), "“gap”: expected a number from 0 to 50, found -1"),
        (lambda: EDITION.cards(bleed=10**5000), "“bleed”: expected a number from 0 to 50, found 1.00e+5000"),
        (lambda: EDITION.cards(gap=10**400), "“gap”: expected a number from 0 to 50, found 1.00e+400"),
        (
            lambda: EDITION.board(overlap=-(10**5000)),
            "expected a number from 0 to 2000, found -1.00e+5000",
        ),
        (lambda: EDITION.box(gsm=10**5000), "“gsm”: expected a number from 40 to 600, found 1.00e+5000"),
        (lambda: EDITION.cards(bleed="3"), "bleed: expected a number, found '3' → for example bleed=3.5"),
        (lambda: EDITION.cards(bleed=float("nan")), "bleed"),
        (lambda: EDITION.cards(once=1), "once: expected True or False, found 1"),
        (lambda: EDITION.cards(decks="base"), "decks: expected a list of words, found 'base'"),
        (lambda: EDITION.document("crads"), "crads"),
        (lambda: EDITION.rulebook(format="epub"), "there is no “epub”"),
        (lambda: EDITION.table("Ala"), "players: expected a list of words, found 'Ala'"),
        (lambda: EDITION.table(["Ala"]), "the game is for 2 to 4 players, not 1"),
        (lambda: EDITION.table(["Ala", "ala"]), "two players are called “ala”"),
        (lambda: EDITION.table(["Ala", "B:b"]), "“B:b” can’t be used as a player’s name"),
        (lambda: EDITION.table(["Ala", "B\nset: hand.limit=3"]), "can’t be used as a player’s name"),
        (lambda: EDITION.table(["Ala, Bartek"]), "“Ala, Bartek” can’t be used as a player’s name"),
        (lambda: EDITION.table(["Ala", "Bartek # x"]), "“Bartek # x” can’t be used as a player’s name"),
        (
            lambda: EDITION.table(["Ala", ""]),
            "“” can’t be used as a player’s name → use letters; don’t start with a digit",
        ),
        (
            lambda: EDITION.table(["Ala", "B" * 41]),
            "B…” can’t be used as a player’s name → use at most 40",
        ),
        (lambda: EDITION.table([]), "a game needs at least one player"),
        (lambda: EDITION.table(["Ala", "B\ud800"]), "players: expected a list of words"),
        (lambda: EDITION.table({"Ala", "Bartek"}), "players: a set has no order, but seats do"),
        (lambda: EDITION.table(["Ala", "Bartek"]).play("drwa"), "drwa"),
        (lambda: EDITION.table(["Ala", "Bartek"]).play(2.5), "step: expected a word, found 2.5"),
        (EDITION.judge, "expected a file or a text, not both"),
        (lambda: EDITION.judge(LOG, text="x"), "expected a file or a text, not both"),
        (lambda: EDITION.judge(text=""), "the file is empty"),
        (lambda: pnp.judge("no-such.log"), "no-such.log: there is no such file"),
        (
            lambda: pnp.judge(LOG.read_text("utf8")),
            'expected a file, found text → for example pnp.judge(text="',
        ),
        (lambda: pnp.judge('{"game": "alchemicus"}'), "log: expected a file, found text"),
        (lambda: EDITION.judge("game: alchemicus\rplayers: Ala, Bartek"), "log: expected a file, found text"),
        (lambda: pnp.judge("x" * 300), "cannot be read"),
        (
            lambda: pnp.judge(LOG.parent),
            f"expected a file, found a folder → pnp.verdicts('{LOG.parent}') judges every log",
        ),
        (lambda: ANYTHING.judge(None, text=3), "text: expected a word, found 3"),
        (lambda: list(pnp.verdicts("no-such-folder/*.log")), "there are no logs here"),
        (lambda: list(ANYTHING.verdicts(3)), "log: expected a file or folder, found 3"),
        (lambda: list(pnp.verdicts(LOG, lang="xx")), "there is no language “xx”"),
        (lambda: list(pnp.verdicts()), "no log was given"),
        (lambda: list(pnp.verdicts([])), "no log was given"),
        (lambda: list(ANYTHING.verdicts(b"friday.log")), "log: expected a file or folder, found b'friday.log'"),
        (lambda: list(pnp.verdicts("x" * 300)), "cannot be read"),
        (lambda: list(pnp.differences(LOG)), "no change was given"),
        (lambda: ANYTHING.judge(LOG, strict="no"), "strict: expected True or False, found 'no'"),
        (lambda: ANYTHING.judge(LOG).report(format="epub"), "format: there is no “epub” → available: pdf, html"),
        (lambda: ANYTHING.judge(LOG).convert(format="HTML"), "format: there is no “HTML” → available: text, json"),
        (lambda: pnp.judge(LOG).verdict(kit="no-such-kit"), "there is no such file → give the folder that"),
        (lambda: pnp.judge(LOG).verdict(kit="x" * 300), "cannot be read"),
        (lambda: pnp.judge(LOG).report(kit="x" * 300), "cannot be read"),
        (lambda: list(pnp.verdicts(LOG, kit="x" * 300)), "cannot be read"),
        (lambda: EDITION.scoresheet().write("a\0b"), "path: expected a file or folder"),
        (lambda: GAME.edition(set=3), "for example set={"),
        (lambda: EDITION["hand.limti"], "there is no value “hand.limti” → did you mean “hand.limit”?"),
        (lambda: EDITION[["x"]], "value: expected a word, found ['x']"),
        (lambda: ANYTHING.open(10**5000), "game: expected a word, found int"),
        (lambda: GAME.edition(set={"price.labrium": 10**5000}), "“price.labrium”: expected a word, a number"),
        (lambda: EDITION.simulate(1, players=10**400), "players: expected at most 99, found "),
        (lambda: EDITION.write("cards", ["de"], tick=3), "tick: expected a callable"),
        (lambda: pnp.list_games(workspace="no-such-folder"), "expected a workspace with cards/…/game.toml"),
        (lambda: ANYTHING.list_games(workspace=3), "workspace: expected a file or folder, found 3"),
        (lambda: list(EDITION.simulate("many")), "games: expected a whole number, found 'many'"),
        (lambda: list(EDITION.simulate(0)), "games: expected at least 1, found 0"),
        (lambda: list(EDITION.simulate(1, players=99)), "the game is for 2 to 4 players, not 99"),
        (
            lambda: EDITION.simulate(1, players=2, kinds=["greedy"] * 4),
            "4 kinds of player are named for 2 players → name one kind per player, or one for all",
        ),
        (
            lambda: EDITION.simulate(1, players=4, kinds=["greedy", "random"]),
            "2 kinds of player are named for 4 players",
        ),
        (lambda: EDITION.simulate(1, kinds=["greedy"] * 5), "the game is for 2 to 4 players, not 5"),
        (lambda: list(EDITION.simulate(1, kinds=["genius"])), "there is no kind of player called “genius”"),
        (lambda: ANYTHING.problems(game=["alchemicus"]), "game: expected a word"),
        (lambda: ANYTHING.problems(languages="de"), "languages: expected a list of words, found 'de'"),
    ],
)
def test_a_wrong_call_is_refused_with_a_sentence(call: Callable[[], object], sentence: str) -> None:
    with pytest.raises(pnp.Failure) as refused:
        call()
    assert sentence in str(refused.value)
    assert not re.search(r"\{\w", str(refused.value)), "a placeholder is left"


def test_a_failure_knows_place_and_remedy(tmp_path: Path) -> None:
    log = tmp_path / "friday.log"
    log.write_text("game: alchemicus\nplayers: Ala, Bartek\n\n1 Ala: draw; plcae Zzzz\n", encoding="utf8")
    with pytest.raises(pnp.BadFile) as refused:
        pnp.judge(log, workspace=REPO)
    failure = refused.value
    assert (failure.path, failure.line) == (log, 4)
    assert "Zzzz" in failure.message
    assert str(failure).startswith(f"{log}:4:")


def test_an_edition_judges_only_logs_of_its_game() -> None:
    with pytest.raises(pnp.BadRequest, match="this is a log of “alchemicus”, not of “chemicy-magicy”"):
        pnp.open("chemicy-magicy", workspace=REPO).edition().judge(LOG)


def test_a_log_of_another_game_is_said_to_be_so() -> None:
    """What the edition chose is its own: that of the log's game may lack it."""
    edition = GAME.edition(expansions=["noctis"], set={"price.labrium": 4})
    with pytest.raises(pnp.BadRequest, match="this is a log of “chemicy-magicy”, not of “alchemicus”"):
        edition.judge(text="game: chemicy-magicy\nplayers: Ala, Bartek, Celina\n")


def kit_of(game: str, folder: Path) -> Path:
    """A folder with what the referee reads of a kit."""
    book = {"part": "rulebook", "rules": {"B1": {"section": "4.1", "page": 9}}}
    (folder / "kit.json").write_text(json.dumps({"game": game, "artefacts": [book]}), encoding="utf8")
    return folder


def test_a_kit_serves_the_logs_of_its_game(tmp_path: Path) -> None:
    """One log with the kit of another game is a mistake; of many, those of its game cite it."""
    judged, other = pnp.judge(LOG), tmp_path / "other.log"
    other.write_text("game: chemicy-magicy\nplayers: Ala, Bartek, Celina\n", encoding="utf8")
    kit = kit_of("alchemicus", tmp_path)
    assert judged.verdict(kit=kit).findings[0].page == 9
    first, second = pnp.verdicts(LOG, other, kit=kit)
    assert first.findings[0].page == 9
    assert second.game == "chemicy-magicy"
    kit_of("chemicy-magicy", tmp_path)
    refused = "kit.json: this kit is for the game “chemicy-magicy”, not “alchemicus”"
    for call in (judged.verdict, judged.report):
        with pytest.raises(pnp.BadRequest, match=refused):
            call(kit=kit)
    with pytest.raises(pnp.BadRequest, match=refused):
        next(pnp.verdicts(LOG, LOG.with_name("club-night.log"), kit=kit))
    assert [verdict.game for verdict in pnp.verdicts(LOG, other, kit=kit)] == ["alchemicus", "chemicy-magicy"]


@pytest.mark.skipif(sys.platform == "win32", reason="files as other systems have them")
def test_what_is_no_file_is_not_called_missing(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.log")
    for path in (tmp_path / "pipe.log", "/dev/null"):
        with pytest.raises(pnp.BadFile, match=f"^{path}: expected a file$"):
            pnp.judge(path)


@pytest.mark.skipif(sys.platform == "win32", reason="where no folder goes while somebody is in it")
def test_a_script_may_stand_where_its_folder_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone, out = tmp_path / "gone", tmp_path / "out"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    edition = pnp.open("chemicy-magicy").edition()
    assert edition.write("scoresheet", ["pl"], out).paths == (out / "chemicy-magicy/pl/scoresheet.pdf",)
    for nowhere in (None, "out"):
        with pytest.raises(pnp.BadFile, match="cannot be written: No such file or directory"):
            edition.write("scoresheet", ["pl"], nowhere)


def test_a_file_is_no_folder_to_write_into(tmp_path: Path) -> None:
    (tmp_path / "friday.log").touch()
    with pytest.raises(pnp.BadFile, match="cannot be written: Not a directory"):
        EDITION.scoresheet().write(tmp_path / "friday.log" / "x.pdf")


class Words(str, Enum):  # noqa: UP042  as scripts have them: `str` of a member is its name
    """What is chosen, as members of an enumeration."""

    GAME = "alchemicus"
    DE = "de"
    NOCTIS = "noctis"
    PRICE = "price.labrium"
    FIELD = "out"
    PAPER = "a5"


def test_words_may_be_members_of_an_enumeration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    edition = pnp.open(Words.GAME, workspace=REPO).edition(Words.DE, expansions=[Words.NOCTIS], set={Words.PRICE: 4})
    assert repr(edition).endswith(".edition('de', expansions=['noctis'], set={'price.labrium': 4})")
    printed = edition.write("contents", [Words.DE], Words.FIELD, paper=Words.PAPER)
    assert printed.paths == (Path("out/alchemicus/de/contents.pdf"),)
    assert printed.documents.keys() == {"de"}


def test_a_workspace_that_has_gone_is_a_sentence(sample: Path) -> None:
    game = pnp.open("my-game", workspace=sample.parents[1])
    for file in sorted(sample.parents[1].rglob("*"), reverse=True):
        file.rmdir() if file.is_dir() else file.unlink()
    with pytest.raises(pnp.Failure) as refused:
        game.edition().cards()
    assert str(refused.value)
    with pytest.raises(pnp.BadFile, match="expected a workspace"):
        pnp.open("my-game", workspace=sample.parents[1])

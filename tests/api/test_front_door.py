"""`import pnp`: what it offers, what it leaves alone, and that a stranger's type checker knows it."""

from __future__ import annotations

import ast
import copy
import inspect
import pickle
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any, get_type_hints

import pytest

import pnp
from conftest import REPO, Run, edit
from pnp.base.cache import forget

SCRIPT = '''
"""Prints a kit in German and says whether a game was played by the rules."""

from pathlib import Path

import pnp

edition: pnp.Edition = pnp.open("alchemicus").edition("pl", expansions=["noctis"], set={"price.labrium": 4})
for path in edition.kit("de", paper="letter", ink="low").write("printed"):
    print(path.name)

judged: pnp.JudgedLog = pnp.judge("friday.log")
for finding in judged.verdict("de").findings:
    print(finding.line, finding.rule, finding.why)
Path("report.pdf").write_bytes(judged.report("de", paper="letter").data)

table: pnp.Table = edition.table(["Ala", "Bartek"]).play("draw; place Build")
if objection := table.why_not("build Alembic paying 2"):
    print(objection.rule, table.outcome().scores["Ala"], len(table.legal()))
'''
WRONG = """
import pnp

pnp.opne("alchemicus")
pnp.open(3).edition(expansions=[1])
pnp.open("alchemicus").edition().cards("de", papr="a4")
pnp.judge("friday.log").verdict().findings[0].lines
"""


def test_every_name_has_one_home_and_says_what_it_is() -> None:
    homes = [name for names in pnp._HOMES.values() for name in names]  # noqa: SLF001
    assert sorted((*homes, "__version__")) == sorted(pnp.__all__) == sorted(dir(pnp))
    for name in homes:
        assert inspect.getdoc(getattr(pnp, name)), name


def test_type_checkers_and_programs_see_the_same_names() -> None:
    tree = ast.parse((REPO / "pnp" / "__init__.py").read_text(encoding="utf8"))
    told = {
        (node.module, alias.asname)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("pnp")
        for alias in node.names
    }
    assert told == {(home, name) for home, names in pnp._HOMES.items() for name in names}  # noqa: SLF001


def test_public_methods_say_what_they_do() -> None:
    silent = [
        f"{name}.{key}"
        for name in pnp.__all__
        if inspect.isclass(found := getattr(pnp, name))
        for key, one in vars(found).items()
        if not key.startswith("_") and (callable(one) or isinstance(one, property | classmethod))
        if not inspect.getdoc(one)
    ]
    assert silent == []


def test_what_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'pnp' has no attribute 'opne'"):
        pnp.opne  # type: ignore[attr-defined]  # noqa: B018


SETTINGS = """
import gc, locale, logging, os, random, signal, sys, threading, warnings, decimal
def state():
    return (
        gc.get_threshold(), gc.isenabled(), [signal.getsignal(one) for one in (signal.SIGINT, signal.SIGTERM)],
        dict(os.environ), os.getcwd(), list(sys.path), locale.setlocale(locale.LC_ALL), random.getstate(),
        warnings.filters[:], logging.root.handlers[:], logging.root.level, sys.excepthook, sys.getrecursionlimit(),
        decimal.getcontext().prec, threading.active_count(), sys.stdout, sys.stderr, sorted(os.listdir()),
    )
"""


@pytest.mark.slow
def test_the_caller_s_process_stays_as_it_was(tmp_path: Path) -> None:
    """Neither import nor calls change signals, environment, collector, path, locale, chance or the current folder."""
    log, logs = REPO / "docs" / "my-game.log", tmp_path.parent / "twenty"
    logs.mkdir()
    for number in range(20):
        (logs / f"{number}.log").write_bytes(log.read_bytes())
    program = f"""{SETTINGS}
before = state()
import pnp
edition = pnp.open("chemicy-magicy").edition()
assert edition.rulebook("pl").pages and edition.cards().pages
assert pnp.judge({str(log)!r}).report("it").data
assert len(list(pnp.verdicts({str(logs)!r}))) == 20
assert len(list(edition.simulate(20))) == 20
edition.table(["A", "B", "C"]).legal()
after = state()
assert before == after, [one for one in zip(before, after) if one[0] != one[1]]
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={"PYTHONPATH": str(REPO), "XDG_CACHE_HOME": str(tmp_path.parent / "cache-of-the-door"), "PATH": ""},
        capture_output=True,
        encoding="utf8",
        check=False,
    )
    assert (done.returncode, done.stderr, done.stdout) == (0, "", "")


@pytest.mark.slow
def test_a_script_of_twenty_lines_prints_and_referees(tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(SCRIPT, encoding="utf8")
    (tmp_path / "friday.log").write_bytes((REPO / "docs" / "my-game.log").read_bytes())
    assert len(SCRIPT.strip().split("\n")) <= 20
    done = subprocess.run(
        [sys.executable, "script.py"], cwd=tmp_path, capture_output=True, encoding="utf8", check=False
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[:2] == ["00-druck-mich.pdf", "cards.pdf"] or lines[1] == "cards.pdf"
    assert any(line.startswith("5 B1 Ala muss") for line in lines)
    assert lines[-1].startswith("B1 0 ")
    assert (tmp_path / "printed" / "alchemicus" / "de" / "cards.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.slow
def test_strangers_type_checkers_know_all_of_it(tmp_path: Path) -> None:
    """From outside the package, as --strict: the script passes, and each wrong line is named."""
    for name, text in (("script.py", SCRIPT), ("wrong.py", WRONG)):
        (tmp_path / name).write_text(text, encoding="utf8")
    right, wrong = (
        subprocess.run(
            [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--config-file=", name],
            cwd=tmp_path,
            capture_output=True,
            encoding="utf8",
            check=False,
        ).stdout
        for name in ("script.py", "wrong.py")
    )
    assert right == ""
    assert {int(line.split(":")[1]) for line in wrong.splitlines() if ": error:" in line} == {4, 5, 6, 7}


def test_the_second_script_finds_what_the_first_has_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a call has made is kept for the next process, though no command has ended."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    forget()
    pnp.open("alchemicus", workspace=REPO)
    kept = [path.name for path in (tmp_path / "cache").rglob("game-*")]
    forget()
    assert len(kept) == 1


def test_values_are_equal_where_they_say_the_same() -> None:
    game = pnp.open("chemicy-magicy", workspace=REPO)
    assert game == pnp.open("chemicy-magicy", workspace=REPO)
    assert {game.edition(), game.edition("pl")} == {game.edition()}
    assert game.edition(options=["short-game"]) != game.edition()
    assert game.edition().cards("pl", once=True) == game.edition().cards("pl", once=True)
    log = REPO / "docs" / "club-night.log"
    assert pnp.judge(log).verdict("it") == pnp.judge(log).verdict("it") != pnp.judge(log).verdict("pl")
    table = game.edition().table(["Ala", "Bartek", "Celina"])
    assert table == table.copy()


def test_a_change_is_seen_by_the_next_call_and_by_nothing_made_before(copied: Path) -> None:
    """Who edits a game while a notebook is open gets what the files say now; an edition stays what it was."""
    values, log = copied / "cards/alchemicus/values.toml", copied / "a.log"
    log.write_text(
        "game: alchemicus\nplayers: Ala, Bartek\n\n1 Ala: draw; place Sale\n1 Bartek: draw; place Gifts\n",
        encoding="utf8",
    )

    def violations(text: str) -> list[int]:
        return [len(one.findings) for one in (*pnp.verdicts(log), pnp.judge(text=text).verdict())]

    game = pnp.open("alchemicus")
    before = game.edition()
    assert violations(log.read_text(encoding="utf8")) == [0, 0]
    games = list(before.simulate(2, players=2))
    sheet = before.scoresheet("en").data
    edit(values, "set.hand.limit = 10", "set.hand.limit = 1")
    edit(copied / "cards/alchemicus/scoresheet.toml", 'title = "Fame"', 'title = "Glory"')
    assert violations(log.read_text(encoding="utf8")) == [1, 1]
    assert list(before.simulate(2, players=2)) == games
    assert before.scoresheet("en").data == sheet
    assert list(pnp.open("alchemicus").edition().simulate(2, players=2)) != games


def test_what_a_change_would_have_done_to_recorded_games() -> None:
    log = REPO / "docs" / "my-game.log"
    (same,) = pnp.differences(log, set={"hand.limit": 9}, lang="de")
    (other,) = pnp.differences([log], set={"price.alembic": 2})
    assert same.same
    assert other.changes == ("legal",)


def test_a_log_in_other_words_says_the_same() -> None:
    judged = pnp.judge(REPO / "docs" / "club-night.log")
    for lang in ("pl", "en", "de", "it"):
        for written in (judged.convert(lang), judged.convert(lang, format="json")):
            again = pnp.judge(text=written)
            assert [str(one) for one in again.verdict().findings] == [str(one) for one in judged.verdict().findings]


def test_values_can_be_handed_over_copied_and_hashed() -> None:
    """To another process, to a cache, into a set."""
    edition = pnp.open("chemicy-magicy", workspace=REPO).edition(set={"gold.limited": False})
    judged = pnp.judge(REPO / "docs" / "club-night.log")
    table = edition.table(["Ala", "Bartek", "Celina"], "de")
    values = (edition.game, edition, edition.cards("pl", once=True), judged, judged.verdict("it"), table.outcome())
    for value in (*values, next(iter(edition.simulate(1)))):
        assert hash(value) == hash(copy.deepcopy(value))
        assert value == pickle.loads(pickle.dumps(value))  # noqa: S301  our own
    for kept in (pickle.loads(pickle.dumps(table)), copy.deepcopy(table)):  # noqa: S301
        assert kept == table
        assert kept.legal() == table.legal()
    assert "gold.limited" in edition
    assert ["gold.limited"] not in edition
    with pytest.raises(TypeError, match="not iterable"):
        list(edition)  # type: ignore[call-overload]
    with pytest.raises(TypeError):
        edition.choices.overrides["gold.limited"] = True  # type: ignore[index]


def test_what_is_frozen_stays_as_it_was_made(sample: Path, tmp_path: Path) -> None:  # noqa: ARG001  the current folder
    edition = pnp.open("chemicy-magicy", workspace=REPO).edition()
    kit, printed = edition.kit("pl"), edition.write("cards", ["pl"], tmp_path)
    document, game = kit.documents["rulebook.pdf"], next(iter(edition.simulate(1)))
    outcome = edition.table(["Ala", "Bartek", "Celina"]).outcome()
    (told,) = pnp.open("my-game").edition().contents("de").untranslated
    held_by = (kit.documents, printed.documents, document.page_of, game.figures, outcome.scores, told.message.values)
    for held in held_by:
        writable: Any = held
        before = dict(held)
        for change in (writable.clear, lambda held=writable: held.__setitem__("x", 1), writable.popitem):
            with pytest.raises(TypeError, match="stays as it was made"):
                change()
        assert held == before
    for value in (kit, printed, document, game, outcome, told):
        assert hash(value) == hash(copy.deepcopy(value))
        assert value == pickle.loads(pickle.dumps(value))  # noqa: S301  our own


def test_what_a_call_takes_and_gives_can_be_asked_for() -> None:
    """By tools that read signatures: every annotation of the public names stands for something."""
    for name in pnp.__all__:
        found = getattr(pnp, name)
        members = vars(found).items() if inspect.isclass(found) else ()
        public = [one for key, one in members if not key.startswith("_")]
        for one in (found, *(one.fget if isinstance(one, property) else one for one in public)):
            if inspect.isclass(one) or inspect.isfunction(one):
                get_type_hints(one)


def test_what_is_shown_of_a_value_counts_as_one_speaks() -> None:
    edition = pnp.open("chemicy-magicy", workspace=REPO).edition()
    table = edition.table(["Ala", "Bartek", "Celina"])
    document = edition.scoresheet()
    assert repr(document) == "<Document of 2 pages on 1 sheet, 0 problems>"
    assert repr(table.play(table.legal()[0])).endswith("; 1 line>")


def test_as_many_play_as_kinds_are_named() -> None:
    edition = pnp.open("alchemicus", workspace=REPO).edition()
    for players, kinds, seats in (
        (None, ["greedy"] * 4, 4),
        (None, ["greedy", "random"], 2),
        (2, ["random", "greedy"], 2),
        (4, ["random"], 4),
        (None, ["random"], 3),
        (None, [], 3),
    ):
        assert [one.seats for one in edition.simulate(1, players=players, kinds=kinds)] == [seats]


def test_what_is_not_translated_is_said_of_all_that_is_printed(sample: Path, run: Run) -> None:  # noqa: ARG001  the current folder
    """As the command says it, and once for each language."""
    edition = pnp.open("my-game").edition()
    told = "29 texts of my-game have no German translation yet and are printed in English"
    printed = edition.write("cards", ["de", "en"], "printed")
    log = pnp.judge(REPO / "docs" / "my-game.log")
    for made in (edition.cards("de"), edition.rulebook("de", format="html"), edition.kit("de"), printed):
        (complaint,) = made.untranslated
        assert str(complaint).startswith(f"{told} → “pnp check my-game --lang de” lists them")
    for done in (edition.cards("en"), edition.kit(), log.report("de")):
        assert done.untranslated == ()
    told = "29 Texte aus my-game liegen noch nicht auf Deutsch vor"
    assert run("kit", "my-game", "--lang", "de,en").err.count(told) == 1


def test_a_game_that_was_changed_is_another_one(copied: Path) -> None:
    before = pnp.open("alchemicus")
    edit(copied / "cards/alchemicus/values.toml", "set.hand.limit = 10", "set.hand.limit = 9")
    assert pnp.open("alchemicus") != before
    assert pnp.open("alchemicus").edition() != before.edition()
    assert repr(before) == f"pnp.open('alchemicus', workspace={str(copied)!r})"


OTHERS = """
import decimal
import multiprocessing
import sys
import pnp

if __name__ == "__main__":
    decimal.getcontext().prec = 1
    decimal.getcontext().traps[decimal.Inexact] = True
    edition = pnp.open("alchemicus").edition()
    assert edition.kit("de").documents
    games = list(edition.simulate(14))
    assert multiprocessing.get_start_method(allow_none=True) is None
    for how in ("spawn", "forkserver"):
        multiprocessing.set_start_method(how, force=True)
        assert list(edition.simulate(14)) == games
        logs = [sys.argv[1] + f"/{number}.log" for number in range(14)]
        assert [one.answer for one in pnp.verdicts(logs)] == ["violations"] * 14
        assert [one.answer for one in pnp.differences(logs, set={"price.alembic": 2})] == ["changed"] * 14
    with multiprocessing.Pool(1) as pool:
        assert pool.apply(summed, [edition]) == 14
"""


@pytest.mark.slow
def test_other_processes_are_begun_as_the_caller_wants(tmp_path: Path) -> None:
    """However they are begun, also from within one that may begin none; and whatever arithmetic is set."""
    (tmp_path / "logs").mkdir()
    for number in range(14):
        (tmp_path / "logs" / f"{number}.log").write_bytes((REPO / "docs" / "my-game.log").read_bytes())
    summed = "\ndef summed(edition):\n    return len(list(edition.simulate(14)))\n\nif"
    (tmp_path / "script.py").write_text(OTHERS.replace("\nif", summed, 1), encoding="utf8")
    done = subprocess.run(
        [sys.executable, "script.py", "logs"],
        cwd=tmp_path,
        env={"PYTHONPATH": str(REPO), "XDG_CACHE_HOME": str(tmp_path / "cache"), "PATH": ""},
        capture_output=True,
        encoding="utf8",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["pl", "en", "de", "it"])
@pytest.mark.parametrize("game", ["alchemicus", "chemicy-magicy"])
def test_what_is_offered_may_be_played(game: str, lang: str) -> None:
    """Each step that `legal` lists, in the words of each language, is understood and legal."""
    chance = Random(f"{game}{lang}")
    table = pnp.open(game, workspace=REPO).edition().table(["Ala", "Bartek", "Celina"], lang)
    for _ in range(60):
        offers = table.legal()
        for offer in chance.sample(offers, min(3, len(offers))):
            table.copy().play(offer)
        if not offers:
            break
        table.play(chance.choice(offers))


def test_a_text_may_come_from_anywhere() -> None:
    """As web forms post it, as old programs write it, as spreadsheets begin it."""
    text = (REPO / "docs" / "my-game.log").read_text(encoding="utf8")
    first = pnp.judge(text=text).verdict()
    for other in (text.replace("\n", "\r\n"), text.replace("\n", "\r"), f"\ufeff{text}"):
        assert pnp.judge(text=other).verdict() == first


def test_a_table_that_a_log_leaves_is_played_on_like_any_other() -> None:
    """Also where it is nobody's turn yet: whoever goes on while something is legal must not stop there."""
    left = pnp.judge(text="game: alchemicus\nplayers: Ala, Bartek\n").table()
    assert (left.player, left.legal()) == ("Ala", ("draw",))
    assert left.play("draw").legal() == pnp.open("alchemicus").edition().table(["Ala", "Bartek"]).play("draw").legal()


def test_what_a_kit_tells_of_itself_is_no_log(tmp_path: Path) -> None:
    (tmp_path / "friday.log").write_text("game: alchemicus\nplayers: Ala, Bartek\n\n1 Ala: draw\n", "utf8")
    (tmp_path / "kit.json").write_text("{}", "utf8")
    assert [Path(one.file).name for one in pnp.verdicts(tmp_path)] == ["friday.log"]

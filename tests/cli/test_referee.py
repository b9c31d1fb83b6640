"""The referee's commands, as a club uses them: check, show, moves, convert, and simulate."""

from __future__ import annotations

import errno
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from alchemicus_tables import configurations
from conftest import LANGUAGES, LIBRARY, REPO, Golden, Run, run_alone
from pnp.games.alchemicus import RULES
from pnp.log.file import parse_log
from pnp.log.writing import write_text
from pnp.referee.judge import judge
from pnp.studies.balance import Balance
from pnp.studies.simulate import GameSummary, play
from stripping import stripped

GOLDENS = REPO / "tests" / "goldens"
FAULTY = GOLDENS / "faulty.log"
HEADER = "game: alchemicus\nplayers: Ala, Bartek\n"
CLEAN = f"{HEADER}\n1 Ala: draw; place Sale; hand 6\n1 Bartek: draw; place Gifts; give; fame 1\n"


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of a club: one log by the rules, one with a violation, one that nobody can read."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "clean.log").write_text(CLEAN, encoding="utf8")
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "far.log").write_text(CLEAN.replace("place Gifts", "place Gifts; move 3"), encoding="utf8")
    return tmp_path


def written(folder: Path, body: str, header: str = HEADER) -> Path:
    path = folder / "game.log"
    path.write_text(f"{header}\n{body}\n", encoding="utf8")
    return path


def counted(body: str, header: str = HEADER) -> list[tuple[int, str]]:
    """Line and rule of each finding that does not follow from another."""
    judgement = judge(parse_log(Path("x.log"), f"{header}\n{body}\n", LIBRARY), LIBRARY)
    return [(finding.line, finding.rule) for finding in judgement.counted]


# ---- check ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_findings_teach_in_every_language(
    run: Run, golden: Golden, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(GOLDENS)
    result = run("referee", "check", "faulty.log", "--lang", language)
    assert result.code == 1
    assert result.err == ""
    golden(GOLDENS / f"faulty.{language}.txt", result.out)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_is_drawn_in_every_language(run: Run, golden: Golden, language: str) -> None:
    shown, moves = (
        run("referee", "show", FAULTY, "--at", 12, "--lang", language),
        run("referee", "moves", FAULTY, "--lang", language),
    )
    assert (shown.code, moves.code) == (0, 0)
    golden(GOLDENS / f"table.{language}.txt", shown.out + "\n" + moves.out)


def test_exit_codes_tell_clean_violations_unreadable(run: Run, logs: Path) -> None:
    assert run("referee", "check", "clean.log").code == 0
    assert run("referee", "check", "sub/far.log").code == 1
    assert run("referee", "check", ".").code == 1
    (logs / "bad.log").write_text("game: alchemicus\nplayers: Ala\n\n1 Ala: fly\n", encoding="utf8")
    unreadable = run("referee", "check", "bad.log", "clean.log")
    assert unreadable.code == 2
    assert "bad.log:4:8: unknown step “fly”" in unreadable.out


@pytest.mark.parametrize("names", [(".",), ("clean.log", "sub"), ("*.log", "sub/*.log"), ("**/*.log",)])
def test_files_folders_and_patterns_are_checked(run: Run, logs: Path, names: tuple[str, ...]) -> None:  # noqa: ARG001
    result = run("referee", "check", *names)
    assert "sub/far.log:5: Bartek: move 3" in result.out
    assert [line.split() for line in result.out.splitlines() if line.startswith(("logs", "with "))] == [
        ["logs", "2"],
        ["with", "violations", "1"],
    ]


def test_many_logs_are_checked_on_all_cores_in_order(run: Run, logs: Path) -> None:
    for number in range(30):
        (logs / f"{number:02}.log").write_text(
            CLEAN if number % 10 else CLEAN.replace("draw; place Sale", "place Sale"), encoding="utf8"
        )
    result = run("referee", "check", ".", "--format", "json")
    verdicts = json.loads(result.out)
    assert [verdict["file"] for verdict in verdicts] == sorted(str(path) for path in Path().rglob("*.log"))
    assert sum(verdict["verdict"] == "violations" for verdict in verdicts) == 4


def test_programs_get_all_of_a_finding(run: Run) -> None:
    verdict = json.loads(run("referee", "check", FAULTY, "--format", "json").out)[0]
    assert verdict["verdict"] == "violations"
    assert verdict["scores"] == {"Ala": 0, "Bartek": 3}
    finding = verdict["findings"][0]
    assert (finding["rule"], finding["line"], finding["player"], finding["section"]) == ("B1", 9, "Ala", "§4.1")
    assert finding["played"] == "build Alembic paying 2 Horten"
    assert finding["why"] == "Ala must discard exactly 3 cards but discards 2"
    assert finding["title"] == "Building"
    assert finding["follows"] is None


def test_a_verdict_says_what_it_rests_on(run: Run, logs: Path) -> None:
    path = written(logs, "1 Ala: draw; place Build; build Domo paying 3\n1 Bartek: draw")
    rests = json.loads(run("referee", "check", path, "--format", "json").out)[0]["findings"][0]["rests_on"]
    assert [(rest["key"], rest["value"], rest["mark"]) for rest in rests] == [("price.domo", "4", "assumed")]
    path = written(
        logs, "1 Ala: draw; place Build; build Domo paying 3\n1 Bartek: draw", f"{HEADER}set: price.domo=3\n"
    )
    assert run("referee", "check", path).code == 0


def test_a_changed_price_changes_the_verdict_in_every_language(run: Run, logs: Path) -> None:
    path = written(logs, "1 Ala: draw; place Build; build Alembic paying 3", f"{HEADER}set: price.alembic=4\n")
    for language, sentence in {
        "en": "Ala must discard exactly 4 cards but discards 3",
        "pl": "4 karty",
        "de": "4 Karten",
        "it": "4 carte",
    }.items():
        assert sentence in run("referee", "check", path, "--lang", language).out


# ---- going on after a fault ----------------------------------------------------------------------------------------


def test_a_dropped_line_is_one_finding() -> None:
    turns = [
        "1 Ala: draw; place Sale",
        "1 Bartek: draw; place Gifts",
        "2 Ala: draw; move 1",
        "2 Bartek: draw; move 2",
        "3 Ala: draw; move 2",
        "3 Bartek: draw; move 2",
    ]
    assert counted("\n".join(turns)) == []
    del turns[3]
    assert counted("\n".join(turns)) == [(7, "T0")]


def test_swapped_lines_are_one_finding() -> None:
    turns = [
        "1 Ala: draw; place Sale",
        "1 Bartek: draw; place Gifts",
        "2 Bartek: draw; move 2",
        "2 Ala: draw; move 1",
        "3 Ala: draw; move 2",
        "3 Bartek: draw; move 2",
    ]
    assert counted("\n".join(turns)) == [(6, "T0")]


def test_what_follows_from_a_fault_is_not_counted() -> None:
    body = "1 Ala: draw; place Build; build Gloria\n1 Bartek: draw; place Gifts\n2 Ala: draw; move 1; built 2; hand 1"
    judgement = judge(parse_log(Path("x.log"), f"{HEADER}\n{body}\n", LIBRARY), LIBRARY)
    assert [(finding.rule, finding.follows.rule if finding.follows else None) for finding in judgement.findings] == [
        ("B4", None),
        ("T8", "B4"),
    ]


def test_a_log_may_stop_anywhere() -> None:
    steps = ["draw", "place Spirit", "spirit centre"]
    for end in range(len(steps) + 1):
        assert counted(f"1 Ala: {'; '.join(steps[:end])}") == []
    assert counted("1 Ala: draw; place Spirit\nresult: Ala 0") == [(4, "X1")]


@pytest.mark.parametrize("habit", ["when-empty", "when-needed"])
def test_both_habits_of_reshuffling_are_accepted(habit: str) -> None:
    choices, players = next(iter(configurations()))
    choices = type(choices)(choices.edition, overrides={"reshuffle": habit})
    played = play(LIBRARY.edition("alchemicus", choices), RULES, choices, ["greedy"] * players, "habit")
    text = write_text(played.log, LIBRARY, "en").replace(f"set: reshuffle={habit}\n", "")
    judgement = judge(parse_log(Path("x.log"), text, LIBRARY), LIBRARY)
    assert judgement.clean


def test_unnamed_cards_accuse_nobody() -> None:
    for number, (choices, players) in enumerate(list(configurations())[::11]):
        played = play(LIBRARY.edition("alchemicus", choices), RULES, choices, ["greedy"] * players, f"strip{number}")
        for share in (0.3, 0.8):
            text = write_text(stripped(played.log, Random(number), share), LIBRARY, "en")
            judgement = judge(parse_log(Path("x.log"), text, LIBRARY), LIBRARY)
            assert [(finding.line, finding.rules) for finding in judgement.findings] == []
            assert judgement.outcome == played.outcome


# ---- show, moves, convert ------------------------------------------------------------------------------------------


def test_moves_are_in_words_that_can_be_typed(run: Run, logs: Path) -> None:
    path = written(logs, "1 Ala: draw; place Gifts")
    out = run("referee", "moves", path).out
    assert "It’s Ala’s turn." in out
    steps = [line.strip().partition("  ")[0] for line in out.splitlines() if line.startswith("  ")]
    assert steps[:2] == ["give", "skip"]
    for step in steps[:-1]:
        parse_log(path, f"{path.read_text(encoding='utf8').rstrip()}; {step}", LIBRARY)


def test_show_refuses_a_line_that_is_not_there(run: Run, logs: Path) -> None:
    result = run("referee", "show", logs / "clean.log", "--at", 99)
    assert (result.code, result.err.splitlines()[0]) == (2, "clean.log: the log has no line 99")


def test_convert_turns_text_into_json_and_back(run: Run, logs: Path) -> None:  # noqa: ARG001
    assert run("referee", "convert", "clean.log", "-o", "clean.json").code == 0
    assert run("referee", "convert", "clean.json").out == CLEAN
    assert run("referee", "check", "clean.json").code == 0


def test_convert_keeps_the_language_of_the_words(run: Run, logs: Path) -> None:
    polish = run("referee", "convert", "clean.log", "--lang", "pl").out
    assert "1 Ala: dobiera; ustawia na Sprzedaż; ręka 6" in polish
    (logs / "polski.log").write_text(polish, encoding="utf8")
    (logs / "polski.json").write_text(run("referee", "convert", "polski.log").out, encoding="utf8")
    assert run("referee", "convert", "polski.json").out.replace("język: pl\n", "") == polish
    assert run("referee", "convert", "polski.log", "--lang", "en").out == CLEAN


# ---- simulate ------------------------------------------------------------------------------------------------------


def test_simulated_games_are_the_same_for_the_same_seed(run: Run, logs: Path) -> None:
    line = ("simulate", "alchemicus", "--players", 2, "--games", 3, "--set", "fame.target=3")
    first, same = run(*line, "--seed", 7, "--logs", logs / "a"), run(*line, "--seed", 7, "--logs", logs / "b")
    assert first.code == 0
    assert first.out == same.out
    assert "Wins by seat" in first.out
    names = sorted(path.name for path in (logs / "a").iterdir())
    assert names == ["alchemicus-7-0001.log", "alchemicus-7-0002.log", "alchemicus-7-0003.log"]
    assert [(logs / "a" / name).read_bytes() for name in names] == [
        (logs / "b" / name).read_bytes() for name in names
    ]
    assert run("referee", "check", "a").code == 0
    assert run(*line, "--seed", 8).out != first.out


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (("simulate", "alchemicus", "--players", 5), "the game is for 2 to 4 players, not 5"),
        (("simulate", "alchemicus", "--player", "clever"), "there’s no kind of player called “clever”"),
        (("referee", "check", "nowhere.log"), "nowhere.log: there is no such file"),
        (("referee", "check", "*.nolog"), "*.nolog: there are no logs here"),
        (("referee", "check", "clean.log", "--format", "xml"), "--format: expected text or json, found “xml”"),
        (("referee", "check", "clean.log", "--lang", "xx"), "there is no language “xx”"),
    ],
)
def test_misuse_is_refused_with_a_sentence(run: Run, logs: Path, line: tuple[object, ...], message: str) -> None:  # noqa: ARG001
    result = run(*line)
    assert result.code == 2
    assert message in (result.err + result.out)


# ---- strangers' files ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe\x00",
        b"game: alchemicus\x00",
        os.urandom(2000),
        b"{" * 100_000,
        b"[1e999]",
        b"\r" * 9,
        "gra: ąćę".encode("cp1250"),
    ],
    ids=["empty", "utf16", "nul", "noise", "deep", "number", "cr", "cp1250"],
)
def test_any_bytes_are_refused_without_a_traceback(run: Run, logs: Path, data: bytes) -> None:
    (logs / "x.log").write_bytes(data)
    for command in ("check", "show", "moves", "convert"):
        result = run("referee", command, "x.log")
        assert result.code == 2
        assert "Traceback" not in result.out + result.err


def test_a_log_beyond_all_measure_is_refused_at_once(run: Run, logs: Path) -> None:
    with (logs / "huge.log").open("wb") as file:
        file.truncate(100_000_000)
    result = run("referee", "check", "huge.log")
    assert result.code == 2
    assert "huge.log: the file has 100 MB, but pnp reads at most 16 MB" in result.out


def test_a_closed_pipe_is_no_accident(logs: Path) -> None:
    check = f"{sys.executable} -m pnp referee check {logs}/clean.log {logs}/sub --format json"
    done = subprocess.run(["sh", "-c", f"{check} | head -1"], capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr


def test_checking_loads_nothing_heavy(logs: Path) -> None:
    run_alone("referee", "check", logs / "clean.log")
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "pnp", "referee", "check", str(logs / "clean.log")],
        capture_output=True,
        encoding="utf8",
        check=True,
        cwd=logs,
    )
    loaded = {line.rsplit("|", 1)[1].strip().split(".")[0] for line in done.stderr.splitlines() if "|" in line}
    assert loaded & {"babel", "rich", "tomllib", "pydantic", "reportlab", "json", "difflib"} <= {"json", "difflib"}


# ---- what the system and the user do meanwhile ----


def test_ctrl_c_ends_all_processes_without_a_word(tmp_path: Path) -> None:
    """One process works, the other waits; both get the signal, as from a terminal."""
    script = tmp_path / "spreading.py"
    script.write_text(
        "import signal\nimport time\nfrom pnp.base import parallel\n"
        "if __name__ == '__main__':\n"
        "    signal.signal(signal.SIGINT, signal.default_int_handler)  # also where tests run in the background\n"
        "    parallel.os.cpu_count = lambda: 2\n"
        "    print('ready', flush=True)\n"
        "    try:\n"
        "        list(parallel.in_parallel(time.sleep, [600] + [0] * 15, 16))\n"
        "    except KeyboardInterrupt:\n"
        "        print('ended')\n",
        encoding="utf8",
    )
    with subprocess.Popen(
        [sys.executable, script],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf8",
        start_new_session=True,
    ) as child:
        assert child.stdout
        assert child.stdout.readline() == "ready\n"
        for _ in range(100):  # until both are there
            workers = Path(f"/proc/{child.pid}/task/{child.pid}/children")
            if not workers.exists() or len(workers.read_text(encoding="utf8").split()) == 2:
                break
            time.sleep(0.1)
        time.sleep(0.5)
        os.killpg(child.pid, signal.SIGINT)
        out, err = child.communicate(timeout=60)
    assert (child.returncode, out, err) == (0, "ended\n", "")


@pytest.mark.parametrize("command", [("check",), ("show",), ("convert",), ("check", "--kit")], ids=" ".join)
def test_a_file_that_may_not_be_read_is_named(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    log = tmp_path / "game.log"
    log.write_text(CLEAN, encoding="utf8")
    secret = log
    if "--kit" in command:
        secret = tmp_path / "kit.json"
        secret.write_text("{}", encoding="utf8")
    monkeypatch.setattr(os, "access", lambda *_, **__: False)  # the system's answer to anybody but root
    opened = io.open

    def refuse(file: object, *arguments: Any, **options: Any) -> Any:
        if str(file) == str(secret):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(file))
        return opened(file, *arguments, **options)  # type: ignore[call-overload]

    monkeypatch.setattr(io, "open", refuse)
    more = (tmp_path, log) if "--kit" in command else (log,)
    result = run("referee", *command, *more)
    assert result.code == 2
    assert f"{secret.name}: cannot be read: Permission denied" in result.out + result.err
    assert "used wrongly" not in result.out + result.err


def test_a_game_that_nobody_wins_is_no_win_of_anybody() -> None:
    balance = Balance()
    for winners in ((), (0, 1), (1,)):
        balance.add(GameSummary(seats=2, turns=3, steps=9, over=True, winners=winners, figures={}))
    assert (balance.games, balance.draws, balance.wins) == (3, 2, {0: 0, 1: 1})


@pytest.mark.parametrize(("limit", "players"), [("players.max=2", 2), ("players.min=4", 4), ("players.max=5", 3)])
def test_as_many_play_as_the_game_allows(run: Run, tmp_path: Path, limit: str, players: int) -> None:
    result = run("simulate", "alchemicus", "--games", 1, "--set", limit, "--logs", tmp_path)
    assert result.code == 0, result.err
    (log,) = tmp_path.glob("*.log")
    named = next(line for line in log.read_text(encoding="utf8").splitlines() if line.startswith("players:"))
    assert named.count(",") + 1 == players

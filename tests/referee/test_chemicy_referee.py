"""Chemicy Magicy at the referee: what it says, at the table and afterwards, in every language."""

from __future__ import annotations

import json
import re
from datetime import date
from pathlib import Path

import pytest

from conftest import LANGUAGES, REPO, Golden, Run
from pictures import texts_of
from pnp.base.span import spans
from pnp.data.edition import Choices
from pnp.data.workspace import Workspace
from pnp.log.file import parse_log
from pnp.log.library import Library, rules_of
from pnp.recorder.draft import draft_of
from pnp.recorder.opening import RecordingOptions, opening
from pnp.recorder.session import Session
from pnp.referee.history import follow
from pnp.referee.judge import judge
from pnp.rules.step import Step

LIBRARY = Library(Workspace(REPO))
GOLDENS = REPO / "tests" / "goldens"
DOC = REPO / "docs" / "reference" / "notation-chemicy-magicy.md"
GAME = re.findall(r"```text\n(.*?)```", DOC.read_text(encoding="utf8"), re.DOTALL)[0]
HEAD = "game: chemicy-magicy\nplayers: Ala, Bartek, Celina\n\n"


@pytest.fixture
def logs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "night.log").write_text(GAME, encoding="utf8")
    (tmp_path / "chemists.log").write_text((GOLDENS / "chemists.log").read_text(encoding="utf8"), encoding="utf8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ---- verdicts ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.usefixtures("logs")
def test_the_verdict_reads_as_it_should(run: Run, golden: Golden, language: str) -> None:
    result = run("referee", "check", "chemists.log", "--lang", language)
    assert result.code == 1
    golden(GOLDENS / f"chemists.{language}.txt", result.out)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.usefixtures("logs")
def test_the_table_and_the_moves_read_as_they_should(run: Run, golden: Golden, language: str) -> None:
    shown = run("referee", "show", "night.log", "--at", 15, "--lang", language)
    moves = run("referee", "moves", "chemists.log", "--lang", language)
    assert (shown.code, moves.code) == (0, 0)
    golden(GOLDENS / f"chemists-table.{language}.txt", f"{shown.out}\n{moves.out}")


def test_a_thirteenth_electricity_is_impossible() -> None:
    """The twelve that there are come and go; then one more is drawn before anything is mixed back."""
    rules = "set: emergency.uses=20\n"
    text = HEAD.replace("players", f"{rules}players") + "round 1: 5, 3\nAla: stop\nBartek: stop\n"
    text += "\n".join("Celina: unplug; draw electricity" for _ in range(13))
    findings = judge(parse_log(Path("x.log"), text, LIBRARY), LIBRARY).counted
    assert [(finding.line, finding.rule) for finding in findings] == [(20, "C2")]
    assert LIBRARY.catalog("en")(findings[0].why).endswith("12 are put aside and 0 are face up")


def test_tokens_that_nobody_told_leave_only_open_what_hangs_on_them() -> None:
    text = (
        HEAD.replace("players", "set: rounds=1\nplayers")
        + "Ala: stop\nBartek: stop\nCelina: draw ball\nCelina: stop\n"
    )
    judgement = judge(parse_log(Path("x.log"), text, LIBRARY), LIBRARY)
    assert (judgement.clean, judgement.outcome.over, judgement.outcome.winners) == (
        True,
        True,
        (2,),
    )  # a large 6 wins anyhow
    assert [str(score) for score in judgement.outcome.scores] == ["2–4", "3–5", "6"]
    assert [LIBRARY.catalog("en")(one.what) for one in judgement.unclear] == [
        "which small power tokens were on offer in round 1"
    ]
    named = text.replace("Ala: stop", "Ala: stop 2").replace("Bartek: stop", "Bartek: stop 5")
    judgement = judge(parse_log(Path("x.log"), named, LIBRARY), LIBRARY)
    assert (judgement.outcome.winners, judgement.outcome.scores, judgement.unclear) == ((2,), spans((2, 5, 6)), ())


@pytest.mark.usefixtures("logs")
def test_the_verdict_calls_rules_as_the_rulebook_does(run: Run) -> None:
    told = json.loads(run("referee", "check", "chemists.log", "--format", "json").out)
    first = told["logs"][0]["findings"][0] if "logs" in told else told[0]["findings"][0]
    assert (first["line"], first["rule"], first["section"]) == (7, "S2", "")


def test_who_begins_is_not_told_once_a_round_has_begun() -> None:
    """S3; in a log the line that would tell it is out of place itself, so the table is asked."""
    edition = LIBRARY.edition("chemicy-magicy", Choices())
    table = rules_of("chemicy-magicy").set_up(edition, ("Ala", "Bartek", "Celina"))
    start = Step("start", by=2)
    assert table.why_not(start) is None
    table.apply(Step("round", {"tokens": (5, 3)}))
    table.apply(Step("turn", {}, 0))
    objection = table.why_not(start)
    assert objection
    assert (objection.rules, objection.impossible) == (("S3",), True)
    assert (
        LIBRARY.catalog("en")(objection.why) == "the starting player must be named before the first turn of the round"
    )


# ---- at the table --------------------------------------------------------------------------------------------------


def begun(language: str = "en") -> Session:
    asked = RecordingOptions(
        Path("x.log"), "chemicy-magicy", Choices(), ("Ala", "Bartek", "Celina"), date(2026, 11, 18), language
    )
    with pytest.raises(StopIteration) as done:
        next(opening(asked, LIBRARY))
    return Session(draft_of(done.value.value, Path("x.log"), LIBRARY, language))


def typed(session: Session, *texts: str) -> Session:
    for text in texts:
        session = session.take(text).session
    return session


def body(session: Session) -> list[str]:
    return session.draft.text.split("\n\n", 1)[1].splitlines()


def test_the_recorder_offers_the_tokens_of_a_round() -> None:
    session = begun()
    said = "\n".join(line for line, _ in session.status())
    assert "start of the round" in said
    assert "1 round 1: 5, 4" in said
    assert body(typed(session, "2", "dr ele"))[:2] == ["round 1: 5, 3", "Ala: draw electricity"]


def test_a_turn_ends_with_the_next_one() -> None:
    """Enter agrees that what is typed is the next player's; where nothing else can be meant, nothing is asked."""
    session = typed(begun(), "round 1: 5, 3", "draw cat", "draw cone")
    assert session.asked
    assert body(typed(session, ""))[1:] == ["Ala: draw cat", "Bartek: draw Pointy-hat"]
    stopped = typed(begun(), "round 1: 5, 3", "stop 3", "draw ball")
    assert body(stopped) == ["round 1: 5, 3", "Ala: stop 3", "Bartek: draw Round-belly"]
    assert not stopped.asked


def test_an_explosion_that_nobody_mentions_is_asked_about() -> None:
    session = typed(begun(), "round 1: 5, 3", "Ala: draw cone", "Bartek: stop", "Celina: stop", "Ala: draw cone")
    said = "\n".join(line for line, _ in session.take("").said)
    assert "so this is a catastrophe" in said
    assert "explode losing 6" in said


def test_the_last_player_goes_on_alone() -> None:
    session = typed(
        begun(), "round 1: 5, 3", "Ala: stop", "Bartek: stop", "draw cone", "", "", "draw ball", "draw cat", ""
    )
    assert body(session)[3:] == ["Celina: draw Pointy-hat", "Celina: draw Round-belly", "Celina: draw cat"]
    assert not session.draft.findings


# ---- afterwards ----------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_has_points_tokens_and_rounds(run: Run, logs: Path, language: str) -> None:
    result = run("referee", "report", "night.log", "--lang", language, "-o", "report.pdf")
    assert (result.code, result.err) == (0, "")
    pages = texts_of(logs / "report.pdf")
    text = " ".join(pages)
    assert len(pages) <= 2
    assert {"en": "Power token", "pl": "Żeton mocy", "de": "Kraftmarker", "it": "Gettone potenza"}[language] in text
    assert "power-" not in text  # the keys of the data
    if language == "en":
        for words in ("Points, turn by turn", "Tokens won, turn by turn", "Final state of play", "By the rules, 43"):
            assert words in text


def test_the_history_counts_rounds_as_the_log_does() -> None:
    history = follow(judge(parse_log(Path("x.log"), GAME, LIBRARY), LIBRARY))
    assert history.headed
    assert history.rounds == (1, 14)
    assert history.scores[-1][1] == spans((5, 4, 12))


@pytest.mark.usefixtures("logs")
@pytest.mark.parametrize(
    ("change", "said"),
    [
        ("rounds=1", "ended earlier: in line 20 instead of line 33"),
        ("catastrophe.tokens=0", "different scores: Ala 5 → 3, Bartek 4, Celina 12 → 11"),
        ("peek.tiles=2", "newly illegal: E1 Peek: 3 tiles are turned up, but it should be 2"),
        ("players.max=4", "unchanged"),
    ],
)
def test_a_change_of_the_rules_tells_what_it_would_have_done(run: Run, change: str, said: str) -> None:
    result = run("referee", "diff", "night.log", "--set", change)
    assert said in result.out
    assert result.code == (0 if said == "unchanged" else 1)


def test_simulated_games_are_summed_up(run: Run) -> None:
    result = run("simulate", "chemicy-magicy", "--games", 5, "--players", 5, "--option", "extra-undo")
    assert result.code == 0
    assert "Points by source" in result.out
    bars = [line.index("█") for line in result.out.splitlines() if line.startswith("  ") and "█" in line]
    assert len(set(bars[-8:])) == 1

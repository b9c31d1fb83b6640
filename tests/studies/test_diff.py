"""`pnp referee diff`: what a change of the rules would have done to recorded games, as a designer asks."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

import jsonschema
import pytest

from alchemicus_tables import configurations
from conftest import LANGUAGES, LIBRARY, REPO, Result, Run
from pnp.data.edition import Choices
from pnp.games.alchemicus import RULES
from pnp.log.file import parse_log
from pnp.log.writing import write_text
from pnp.referee.judge import judge
from pnp.rules.step import TURN
from pnp.studies.diff import compare, diff_all
from pnp.studies.simulate import play
from stripping import stripped

pytestmark = pytest.mark.slow

HEADER = "game: alchemicus\nplayers: Ala, Bartek\n"
BODY = """
deal Ala: Domo, 4 Horten
1 Ala: draw Metalle; place Build; build Domo paying 4 Horten; hand 1
1 Bartek: draw; place Gifts; give; fame 1
2 Ala: draw Pergula; move 1; hand 3
2 Bartek: draw; move 1; spirit Fornax
3 Ala: draw Horten; move 2 to Transmutation drawing Gloria; hand 5
"""
SOME = [one for one in configurations() if one[0].variant != "race"][::9]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write(folder: Path, body: str = BODY, header: str = HEADER, name: str = "game.log") -> Path:
    path = folder / name
    path.write_text(header + body, encoding="utf8")
    return path


def simulated(folder: Path, run: Run, *options: object) -> None:
    assert run("simulate", "alchemicus", "--players", 2, "--games", 3, "--logs", folder / "games", *options).code == 0


def found(result: Result) -> list[dict[str, object]]:
    logs: list[dict[str, object]] = json.loads(result.out)["logs"]
    return logs


# ---- legal or not --------------------------------------------------------------------------------------------------


def test_the_log_to_compare_is_by_the_rules(run: Run, folder: Path) -> None:
    write(folder)
    assert run("referee", "check", "game.log").out.startswith("game.log: by the rules")


def test_a_price_that_nobody_could_pay_makes_a_game_illegal(run: Run, folder: Path) -> None:
    write(folder)
    result = run("referee", "diff", "game.log", "--set", "price.domo=6")
    assert result.code == 1
    assert result.out.splitlines() == [
        "game.log:5: Ala: build Domo paying 4 Horten",
        "  newly illegal: B1 §4.1 Building: Ala must discard 6 cards but can spare only 5",
    ]


@pytest.mark.parametrize("price", [3, 5])
def test_a_price_that_can_be_paid_only_changes_numbers_of_cards(run: Run, folder: Path, price: int) -> None:
    """Neither the payment nor the notes of the hand, which were right by the old price, are held against the game."""
    write(folder)
    result = run("referee", "diff", "game.log", "--set", f"price.domo={price}")
    assert result.code == 0
    assert result.out.splitlines() == [
        "game.log: unchanged",
        "  different numbers of cards in 1 place, first in line 5",
    ]


def test_what_can_no_longer_be_paid_later_is_found_though_only_a_number_changed(run: Run, folder: Path) -> None:
    write(folder, BODY + "3 Bartek: draw; move 1\n4 Ala: draw Horten; move 1; gloria paying 3 ?, 2 Horten\n")
    assert run("referee", "check", "game.log").code == 0
    (log,) = found(run("referee", "diff", "game.log", "--set", "workroom.cards=0", "--format", "json"))
    illegal = log["illegal"]
    assert isinstance(illegal, dict)
    assert (illegal["line"], illegal["rule"], illegal["played"]) == (11, "G1", "gloria paying 3 ?, 2 Horten")
    assert (log["direct"], log["recounted_from"]) == (False, 9)


def test_a_hand_limit_that_was_not_kept_is_illegal(run: Run, folder: Path) -> None:
    write(folder)
    assert run("referee", "diff", "game.log", "--set", "hand.limit=2").out.splitlines() == [
        "game.log:7: Ala: end of turn",
        "  newly illegal: T8 §3.8 Hand limit: Ala ends the turn with 3 cards in hand, but the limit is 2",
    ]


def test_a_hand_that_grows_by_the_change_is_discarded_from(run: Run, folder: Path) -> None:
    write(folder)
    result = run("referee", "diff", "game.log", "--set", "draw.cards=5")
    assert (result.code, result.out.splitlines()[0]) == (0, "game.log: unchanged")


@pytest.mark.parametrize("discarded", ["discard", "discard 3"])
def test_a_discard_that_is_no_longer_needed_is_no_fault(run: Run, folder: Path, discarded: str) -> None:
    body = f"\n1 Ala: draw; place Sale; {discarded}; hand 3\n1 Bartek: draw; place Gifts; give\n"
    write(folder, body, HEADER + "set: hand.limit=3\n")
    assert run("referee", "check", "game.log").code == 0
    assert run("referee", "diff", "game.log", "--set", "hand.limit=6").code == 0


def test_faults_of_the_log_itself_are_no_change(run: Run, folder: Path) -> None:
    write(folder, BODY.replace("paying 4 Horten", "paying 3 Horten").replace("move 2 to", "move 6 to"))
    assert run("referee", "check", "game.log").code == 1
    result = run("referee", "diff", "game.log", "--set", "price.labrium=4")
    assert (result.code, result.out) == (0, "game.log: unchanged\n")


def test_what_a_change_allows_is_no_longer_illegal(run: Run, folder: Path) -> None:
    write(folder, BODY.replace("paying 4 Horten", "paying 3 Horten"))
    result = run("referee", "diff", "game.log", "--set", "price.domo=3")
    assert result.code == 1
    assert result.out.splitlines() == [
        "game.log:5: Ala: build Domo paying 3 Horten",
        "  no longer illegal: B1 §4.1 Building: Ala must discard exactly 4 cards but discards 3",
    ]


def test_cards_that_a_rule_forbids_to_pay_with_are_not_explained_away(run: Run, folder: Path) -> None:
    body = "\n1 Ala: draw; place Gifts; give paying Golem, 4 ?\n"
    write(folder, body, HEADER + "with: noctis\n")
    result = run("referee", "diff", "game.log", "--set", "noctis.pays_anything=false")
    assert "newly illegal: N6" in result.out


# ---- the end -------------------------------------------------------------------------------------------------------


def test_a_lower_target_ends_games_earlier_as_if_they_had_been_played_so(run: Run, folder: Path) -> None:
    """The same winner and scores as the record has that stops there and is checked by the changed rules."""
    simulated(folder, run)
    logs = found(run("referee", "diff", "games", "--set", "fame.target=12", "--format", "json"))
    for log in logs:
        assert "earlier" in log["changes"]  # type: ignore[operator]
        before, after = log["before"], log["after"]
        assert isinstance(before, dict)
        assert isinstance(after, dict)
        assert after["ended"] < before["ended"]
        lines = Path(str(log["file"])).read_text(encoding="utf8").splitlines()
        stopped = [*lines[: after["ended"]], f"winner: {after['winners'][0]}"]
        text = "\n".join(stopped).replace("players:", "set: fame.target=12\nplayers:", 1)
        judgement = judge(parse_log(Path("x.log"), text, LIBRARY), LIBRARY)
        assert judgement.clean
        assert list(judgement.outcome.scores) == list(after["scores"].values())
        assert ("winner" in log["changes"]) == (before["winners"] != after["winners"])  # type: ignore[operator]


def test_another_winner_is_named_beside_the_old_one(run: Run, folder: Path) -> None:
    body = "\n1 Ala: draw; place Gifts; give\n1 Bartek: draw; place Sale; gloria\n\nwinner: Ala\n"
    write(folder, body.replace("; give", "; give; hand 1"), HEADER + "set: fame.target=1, gifts.fame=2\n")
    result = run("referee", "diff", "game.log", "--set", "gloria.fame=3")
    assert result.out.splitlines() == [
        "game.log: different winner: Bartek instead of Ala",
        "game.log: different scores: Ala 2, Bartek 1 → 3",
    ]


def test_a_higher_target_leaves_games_open(run: Run, folder: Path) -> None:
    simulated(folder, run, "--set", "fame.target=3")
    result = run("referee", "diff", "games", "--set", "fame.target=30")
    later = "ended later: the log doesn’t go that far; under the old rules the game was over in line"
    assert result.out.count(later) == 3
    assert ["ended", "later", "3", "100%"] in [line.split() for line in result.out.splitlines()]


# ---- many games ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("configuration", SOME, ids=str)
@pytest.mark.parametrize("share", [0.0, 0.6])
def test_a_cheaper_card_makes_no_game_illegal(configuration: tuple[Choices, int], share: float) -> None:
    choices, players = configuration
    edition = LIBRARY.edition("alchemicus", choices)
    played = play(edition, RULES, choices, ["greedy"] * players, "diff")
    text = write_text(stripped(played.log, Random(1), share), LIBRARY, "en")
    difference = compare(parse_log(Path("x.log"), text, LIBRARY), LIBRARY, Choices(overrides={"price.gloria": 4}))
    assert difference.changes == []
    assert difference.new.judgement.outcome == played.outcome


def test_other_numbers_of_cards_are_the_only_change_to_a_log() -> None:
    choices, players = SOME[0]
    played = play(LIBRARY.edition("alchemicus", choices), RULES, choices, ["greedy"] * players, "diff")
    log = parse_log(Path("x.log"), write_text(played.log, LIBRARY, "en"), LIBRARY)
    difference = compare(log, LIBRARY, Choices(overrides={"draw.cards": 2}))
    assert difference.changes == []
    turns = [line.at for line in log.lines if line.kind == TURN]
    assert set(turns) <= set(difference.recounted)


def test_a_game_that_is_over_has_a_last_line_also_after_a_fault() -> None:
    """By the lines as they are judged: taken literally, such a log may not come to an end at all."""
    choices, ends = Choices("", ("noctis",)), []
    for seed in ("1/5", "1/10", "1/15"):
        log = play(LIBRARY.edition("alchemicus", choices), RULES, choices, ["greedy"] * 3, seed).log
        lines = list(log.lines)
        for at in (len(lines) // 3, len(lines) // 3 * 2):  # two turns that were written in the wrong order
            lines[at : at + 2] = reversed(lines[at : at + 2])
        text = write_text(replace(log, lines=tuple(lines)), LIBRARY, "en")
        difference = compare(parse_log(Path("x.log"), text, LIBRARY), LIBRARY, Choices(overrides={"hand.limit": 8}))
        ends += [difference.old, *([] if difference.illegal else [difference.new])]
    assert [one.judgement.outcome.over for one in ends] == [one.ended is not None for one in ends]
    assert any(one.ended and one.judgement.findings for one in ends)


def test_a_rule_is_read_as_the_notes_of_the_log_tell() -> None:
    path = REPO / "tests" / "logs" / "alchemicus" / "P2" / "legal-6.log"
    log = parse_log(path, path.read_text(encoding="utf8").replace("draw Gloria", "draw"), LIBRARY)
    difference = compare(log, LIBRARY, Choices(overrides={"price.gloria": 4}))
    for one in (difference.old, difference.new):
        assert one.judgement.edition["reshuffle"] == judge(log, LIBRARY).edition["reshuffle"] == "when-needed"


def test_many_logs_are_compared_in_order_and_summed_up(run: Run, folder: Path) -> None:
    for number in range(20):
        write(
            folder,
            name=f"{number:02}.log",
            body=BODY if number % 4 else BODY.replace("build Domo paying 4 Horten; hand 1", "skip"),
        )
    result = run("referee", "diff", ".", "--set", "price.domo=6", "--format", "json")
    assert result.code == 1
    told = json.loads(result.out)
    assert [log["file"] for log in told["logs"]] == [f"{number:02}.log" for number in range(20)]
    assert [log["verdict"] for log in told["logs"]] == [
        "unchanged" if number % 4 == 0 else "changed" for number in range(20)
    ]
    summary = told["summary"]
    assert (summary["logs"], summary["unchanged"], summary["changed"], summary["share"]) == (20, 5, 15, 0.75)
    assert summary["rules"] == {"B1": 15}
    text = [line.split() for line in run("referee", "diff", ".", "--set", "price.domo=6").out.splitlines()]
    assert ["newly", "illegal", "15", "75%"] in text
    assert ["B1", "15"] in text


def test_a_log_that_cannot_be_compared_does_not_stop_the_others(run: Run, folder: Path) -> None:
    write(folder)
    write(folder, "\n1 Ala: fly\n", name="unreadable.log")
    write(folder, "\n1 Ala: draw\n", HEADER + "with: noctis\n", "without.log")
    result = run("referee", "diff", "*.log", "--edition", "it", "--set", "price.domo=6")
    assert result.code == 2
    assert "game.log:5: Ala: build Domo paying 4 Horten" in result.out
    assert "unreadable.log:4:8: unknown step “fly”" in result.out
    assert "without.log: the edition “it” has no “noctis”" in result.out
    assert ["not", "comparable", "2"] in [line.split() for line in result.out.splitlines()]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("--set", "price.dom=3"), "did you mean “price.domo”?"),
        (("--set", "price.domo=cheap"), "expected a whole number, found “cheap”"),
        (("--edition", "dee"), "there is no edition “dee”"),
        (("--option", "bank"), "there is no option “bank”"),
        ((), "no change was given"),
        (("--set", "price.domo=3", "--format", "xml"), "--format: expected text or json, found “xml”"),
    ],
)
def test_a_change_that_makes_no_sense_is_refused_before_anything_is_run(
    run: Run, folder: Path, change: tuple[str, ...], message: str
) -> None:
    write(folder)
    result = run("referee", "diff", "game.log", *change)
    assert (result.code, result.out) == (2, "")
    assert message in result.err


def test_editions_and_options_can_be_compared_too(run: Run, folder: Path) -> None:
    simulated(folder, run, "--with", "noctis")
    logs = found(run("referee", "diff", "games", "--edition", "en", "--option", "advanced-sale", "--format", "json"))
    assert ["earlier" in log["changes"] for log in logs] == [True] * 3  # type: ignore[operator]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_same_is_told_in_every_language(run: Run, folder: Path, language: str) -> None:
    write(folder)
    line = ("referee", "diff", "game.log", "--set", "price.domo=6", "--lang", language)
    (log,) = found(run(*line, "--format", "json"))
    illegal = log["illegal"]
    assert isinstance(illegal, dict)
    assert (illegal["line"], illegal["rule"], illegal["player"]) == (5, "B1", "Ala")
    assert str(illegal["why"]) in run(*line).out


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\x00", b"{" * 1000, b"\r" * 9], ids=["empty", "utf16", "deep", "cr"])
def test_any_bytes_are_answered_without_a_traceback(run: Run, folder: Path, data: bytes) -> None:
    (folder / "x.log").write_bytes(data)
    result = run("referee", "diff", "x.log", "--set", "hand.limit=8")
    assert result.code == 2
    assert "Traceback" not in result.out + result.err


# ---- for programs --------------------------------------------------------------------------------------------------


VALIDATOR = jsonschema.Draft202012Validator(json.loads((REPO / "docs/schemas/difference.schema.json").read_text()))
KEYS = [
    *("format", "file", "verdict", "game", "players", "assumptions", "changes", "illegal", "direct", "legal"),
    *("before", "after", "uncertain", "recounted", "recounted_from"),
]


def wrong(document: object) -> list[str]:
    """What the published schema has against a document."""
    return [error.message for error in VALIDATOR.iter_errors(json.loads(json.dumps(document)))]


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize(
    ("game", "change"),
    [("alchemicus", "hand.limit=3"), ("alchemicus", "price.domo=3"), ("chemicy-magicy", "worth.power-small-2=3")],
)
def test_the_published_schema_describes_every_difference(
    run: Run, folder: Path, game: str, change: str, language: str
) -> None:
    VALIDATOR.check_schema(VALIDATOR.schema)
    (folder / "empty.log").touch()
    logs = (REPO / "tests" / "logs" / game, *(REPO / "docs").glob("*.log"), folder / "empty.log")
    printed = json.loads(run("referee", "diff", *logs, "--set", change, "--lang", language, "--format", "json").out)
    assert wrong(printed) == []
    assert list(printed) == ["format", "logs", "summary"]
    assert all(list(one) in (KEYS, ["format", "file", "verdict", "problems"]) for one in printed["logs"])
    assert {"changed", "unchanged", "incomparable"} <= {one["verdict"] for one in printed["logs"]}
    assert not any(wrong(one) for one in printed["logs"])


def test_the_schema_refuses_what_is_no_difference(run: Run, folder: Path) -> None:
    write(folder)
    right = json.loads(run("referee", "diff", "game.log", "--set", "price.domo=6", "--format", "json").out)
    (log,) = right["logs"]
    assert wrong(right) == wrong(log) == []
    assert wrong(right | {"format": 2})
    for key in KEYS:
        assert wrong({name: value for name, value in log.items() if name != key}), key
        assert wrong(log | {key: 0.5}), key
    for key in right["summary"]:
        assert wrong(right | {"summary": {name: one for name, one in right["summary"].items() if name != key}}), key


def test_a_difference_is_a_value(folder: Path) -> None:
    path, change = write(folder), Choices(overrides={"price.domo": "6"})
    (difference,) = diff_all([path], LIBRARY, "en", change)
    assert difference == next(diff_all([path], LIBRARY, "en", change))
    assert difference != next(diff_all([path], LIBRARY, "de", change))
    assert (difference.answer, difference.same) == ("changed", False)
    assert repr(difference) == f"<LogDifference of {path}: changed (illegal)>"
    many = [write(folder, name=f"{number}.log") for number in range(20)]
    assert [replace(one, file=str(path)) for one in diff_all(many, LIBRARY, "en", change)] == [difference] * 20

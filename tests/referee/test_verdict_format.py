"""The verdict as programs get it: a value, its JSON, and the schema that is published beside it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from conftest import LIBRARY, REPO, Run
from pnp.data.model import Mark
from pnp.log.file import parse_log
from pnp.referee.check import check, check_all
from pnp.referee.citations import RulebookPages
from pnp.referee.judge import judge
from pnp.referee.verdict import FORMAT, ReadAs, Verdict, VerdictProblem
from pnp.referee.wording.lines import verdict_lines
from pnp.referee.wording.verdicts import verdict_of

LOGS = [*sorted((REPO / "docs").glob("*.log")), *sorted((REPO / "tests" / "logs").rglob("*.log"))]
FAULTY = REPO / "docs" / "club-night.log"
SCHEMAS = {
    name: json.loads((REPO / f"docs/schemas/{name}.schema.json").read_text()) for name in ("verdict", "difference")
}
VALIDATOR = jsonschema.Draft202012Validator(SCHEMAS["verdict"])

UNREADABLE = {"empty.log": b"", "bytes.log": b"game: \xff\n", "none.json": b"{}", "nobody.log": b"game: alchemicus\n"}
OPEN = """\
game: alchemicus
players: Ala, Bartek

1 Ala: drwa; place Build; build Alembic paying Horten, Fornax
"""

SAID = ["format", "file", "verdict"]
KEYS = [
    *SAID,
    *("game", "edition", "players", "steps", "assumptions", "violations", "findings", "over", "winners"),
    *("may_have_won", "scores", "unclear", "remarks"),
]
FINDING = [
    *("rule", "rules", "title", "section", "page", "line", "player", "played", "why", "instead", "more", "rests_on"),
    *("applied", "assumes", "follows"),
]
KEYS_OF = {
    "assumptions": ["line", "column", "found", "meant"],
    "unclear": ["line", "what", "cure"],
    "findings": FINDING,
}


def verdict_on(text: str) -> Verdict:
    return verdict_of(judge(parse_log(Path("x.log"), text, LIBRARY), LIBRARY), LIBRARY, "en")


def written(folder: Path, text: str) -> Path:
    """A file with the text of a log."""
    log = folder / "x.log"
    log.write_text(text)
    return log


def wrong(document: object) -> list[str]:
    """What the schema has against a document, as programs get it."""
    return [error.message for error in VALIDATOR.iter_errors(json.loads(json.dumps(document)))]


# ---- the value ----


def test_the_same_log_gets_an_equal_verdict() -> None:
    verdict = check(FAULTY, LIBRARY, "en")
    assert verdict == check(FAULTY, LIBRARY, "en")
    assert hash(verdict) == hash(check(FAULTY, LIBRARY, "en"))
    assert verdict != check(FAULTY, LIBRARY, "de")
    assert verdict != check(LOGS[-1], LIBRARY, "en")


def test_verdicts_of_other_processes_are_the_same_and_in_order(tmp_path: Path) -> None:
    """More logs than one process is for; citations are put in there, too."""
    paths = [*LOGS[:20], REPO / "no.log"]
    book = RulebookPages("alchemicus", {"B1": ("4.1", 12), "T8": ("3.8", 9)})
    rules = {rule: {"section": section, "page": page} for rule, (section, page) in book.rules.items()}
    (tmp_path / "kit.json").write_text(json.dumps({"game": book.game, "artefacts": [{"rules": rules}]}), "utf8")
    together = list(check_all(paths, LIBRARY, "de", kit=tmp_path))
    assert together == [check(path, LIBRARY, "de", book=book) for path in paths]
    assert together != list(check_all(paths, LIBRARY, "de"))
    assert together[-1].problems


def test_a_verdict_is_shown_in_a_line(tmp_path: Path) -> None:
    legal = verdict_on("game: alchemicus\nplayers: Ala, Bartek\n\n1 Ala: draw; place Sale\n")
    assert repr(legal) == "<Verdict on x.log: clean, 0 counted, 2 steps>"
    faulty = verdict_on("game: alchemicus\nplayers: Ala, Bartek\n\n1 Ala: draw; place Sale; fame 3\n")
    assert repr(faulty) == "<Verdict on x.log: violations, 1 counted, 3 steps>"
    assert repr(faulty.findings[0]).startswith("<VerdictFinding ")
    empty = written(tmp_path, "")
    assert repr(check(empty, LIBRARY, "en")) == f"<Verdict on {empty}: unreadable, the file is empty>"


def test_a_verdict_says_whether_all_is_well() -> None:
    for path, answer in ((FAULTY, "violations"), (REPO / "no.log", "unreadable")):
        verdict = check(path, LIBRARY, "en")
        assert (verdict.answer, verdict.clean) == (answer, False)
    legal = next(path for path in LOGS if path.name == "legal.log")
    assert (check(legal, LIBRARY, "en").answer, check(legal, LIBRARY, "en").clean) == ("clean", True)


def test_nothing_of_a_verdict_can_be_changed() -> None:
    verdict = check(FAULTY, LIBRARY, "en")
    with pytest.raises(AttributeError):
        verdict.file = "other.log"  # type: ignore[misc]
    with pytest.raises(AttributeError):
        verdict.findings[0].line = 1  # type: ignore[misc]


def test_in_a_strict_check_nothing_is_guessed(tmp_path: Path) -> None:
    assert verdict_on(OPEN).assumptions == (ReadAs(line=4, column=8, found="drwa", meant="draw"),)
    assert check(written(tmp_path, OPEN), LIBRARY, "en", strict=True).problems


# ---- its JSON ----


def test_the_keys_of_the_json_are_these_and_in_this_order() -> None:
    seen: set[str] = set()
    for verdict in [check(path, LIBRARY, "en").to_json() for path in LOGS] + [verdict_on(OPEN).to_json()]:
        assert list(verdict) == KEYS
        for name, keys in KEYS_OF.items():
            for part in verdict[name]:
                assert list(part) == keys
                seen.add(name)
        for finding in verdict["findings"]:
            for value in finding["rests_on"]:
                assert list(value) == ["key", "value", "mark", "rule", "about", "source"]
                seen.add("rests_on")
    assert seen == {*KEYS_OF, "rests_on"}


def test_of_a_log_that_cannot_be_read_only_the_problems_are_told(tmp_path: Path) -> None:
    log = written(tmp_path, "game: alchemist\nplayers: Ala\n\nAla: draw")
    verdict = check(log, LIBRARY, "en")
    assert list(verdict.to_json()) == [*SAID, "problems"]
    assert verdict.to_json()["problems"] == [one.to_json() for one in verdict.problems]
    assert list(verdict.problems[0].to_json()) == ["line", "column", "message", "hint"]
    assert verdict == Verdict(file=str(log), problems=verdict.problems)


def test_the_command_prints_what_the_value_says(run: Run) -> None:
    printed = run("referee", "check", FAULTY, "--format", "json", "--lang", "de").out
    assert json.loads(printed) == [check(FAULTY, LIBRARY, "de").to_json()]
    assert printed.startswith(f'[{{\n "format": {FORMAT},\n')


def test_lines_for_people_come_from_the_value(run: Run) -> None:
    said = [line for line, _ in verdict_lines(check(FAULTY, LIBRARY, "de"), LIBRARY.catalog("de"))]
    assert run("referee", "check", FAULTY, "--lang", "de").out.splitlines() == said


# ---- its schema ----


@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_published_schema_describes_every_verdict(language: str) -> None:
    VALIDATOR.check_schema(SCHEMAS["verdict"])
    verdicts = [check(path, LIBRARY, language).to_json() for path in LOGS]
    assert {path.name: errors for path, one in zip(LOGS, verdicts, strict=True) if (errors := wrong(one))} == {}
    assert any(verdict["unclear"] for verdict in verdicts)
    assert any(isinstance(score, dict) for verdict in verdicts for score in verdict["scores"].values())
    assert wrong(verdicts) == []


def test_the_schema_describes_what_is_said_of_logs_that_cannot_be_read(tmp_path: Path, run: Run) -> None:
    for name, data in UNREADABLE.items():
        (tmp_path / name).write_bytes(data)
    printed = json.loads(run("referee", "check", tmp_path, "--format", "json").out)
    assert [verdict["verdict"] for verdict in printed] == ["unreadable"] * len(UNREADABLE)
    assert wrong(printed) == []
    stumbled = Verdict(file="x.log", problems=(VerdictProblem(None, None, "a fault of the program", None),))
    assert wrong(stumbled.to_json()) == []


def _broken() -> Iterator[tuple[str, dict[str, Any]]]:
    right = check(FAULTY, LIBRARY, "en").to_json()
    yield "another version", right | {"format": FORMAT + 1}
    yield "a key too many", right | {"mood": "good"}
    for key in KEYS:
        yield f"{key} is missing", {name: value for name, value in right.items() if name != key}
        yield f"{key} is of another kind", right | {key: 0.5}
    for key in FINDING:
        lacking = {name: value for name, value in right["findings"][0].items() if name != key}
        yield f"a finding without {key}", right | {"findings": [lacking]}
    yield "a score without a bound", right | {"scores": {"Ala": {"least": 3}}}
    yield "clean, with problems", right | {"problems": []}
    yield "unreadable, without problems", {"format": FORMAT, "file": "x.log", "verdict": "unreadable", "problems": []}


def test_the_schema_refuses_what_is_no_verdict() -> None:
    assert [name for name, document in _broken() if not wrong(document)] == []


def _places(schema: object, place: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(schema, dict):
        yield place, schema
        for key, part in schema.items():
            yield from _places(part, f"{place}/{key}")
    elif isinstance(schema, list):
        for number, part in enumerate(schema):
            yield from _places(part, f"{place}/{number}")


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_says_in_plain_words_what_each_key_is(name: str) -> None:
    places = list(_places(SCHEMAS[name]))
    keys = [(place, key, one) for place, part in places for key, one in part.get("properties", {}).items()]
    assert [(place, key) for place, key, one in keys if "description" not in one] == []
    objects = [(place, part) for place, part in places if part.get("type") == "object"]
    assert [place for place, part in objects if part.get("additionalProperties", True) is True] == []
    assert [place for place, part in objects if {*part.get("properties", ())} != {*part.get("required", ())}] == []


def test_what_both_schemas_describe_is_the_same() -> None:
    ours, theirs = (SCHEMAS[name]["$defs"] for name in SCHEMAS)
    both = ours.keys() & theirs.keys()
    assert both >= {"finding", "value", "assumption", "score", "problem"}
    assert {name for name in both if ours[name] != theirs[name]} == set()


def test_the_schema_knows_where_values_come_from() -> None:
    """All but what a booklet simply states, which no verdict mentions."""
    assert {*SCHEMAS["verdict"]["$defs"]["value"]["properties"]["mark"]["enum"]} == {*Mark} - {Mark.STATED}

"""Every rule has a log that keeps it and one that breaks it. A line that breaks a rule ends in the comment `! ID`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from conftest import LANGUAGES, LIBRARY, REPO
from pnp.log.file import read_log
from pnp.referee.findings import Judgement
from pnp.referee.judge import judge
from pnp.words.catalog import load_catalog

LOGS = REPO / "tests" / "logs"
BLAMED = re.compile(r"! (\w+)")
GAMES = {
    folder.name.replace("_", "-"): folder
    for folder in sorted((REPO / "pnp" / "games").iterdir())
    if (folder / "__init__.py").is_file()
}


def verdict(path: Path) -> Judgement:
    return judge(read_log(path, LIBRARY), LIBRARY)


def name(path: Path) -> str:
    return path.relative_to(LOGS).as_posix()


def cited(game: str) -> set[str]:
    """All ids that the rules in Python can cite."""
    source = "".join(path.read_text(encoding="utf8") for path in GAMES[game].glob("*.py"))
    return set(re.findall(r'"([A-Z]\d{1,2})"', source))


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_has_a_legal_and_an_illegal_log(game: str) -> None:
    folders = {rule: LOGS / game / rule for rule in LIBRARY.game(game).rules}
    assert [rule for rule, folder in folders.items() if not list(folder.glob("legal*.log"))] == []
    assert [rule for rule, folder in folders.items() if not list(folder.glob("illegal*.log"))] == []


@pytest.mark.parametrize(
    "path", sorted(LOGS.glob("*/*/legal*.log")) + sorted(LOGS.glob("*/examples/*.log")), ids=name
)
def test_nothing_is_wrong_with_a_legal_log(path: Path) -> None:
    assert [(finding.line, finding.rules, finding.why) for finding in verdict(path).findings] == []


@pytest.mark.parametrize("path", sorted(LOGS.glob("*/*/illegal*.log")), ids=name)
def test_an_illegal_log_is_blamed_where_it_breaks_the_rule(path: Path) -> None:
    expected = {
        (number, rule)
        for number, line in enumerate(path.read_text(encoding="utf8").split("\n"), 1)
        for rule in BLAMED.findall(line.partition("#")[2])
    }
    assert any(rule == path.parent.name for _, rule in expected)
    counted = verdict(path).counted
    assert {finding.line for finding in counted} == {line for line, _ in expected}
    assert len(counted) == len(expected)
    assert [
        (line, rule) for line, rule in expected if not any(line == one.line and rule in one.rules for one in counted)
    ] == []


def test_every_cited_rule_has_a_title_in_every_language() -> None:
    """All ids that the rules in Python can cite are rules of the game, and translated."""
    for game in GAMES:
        rules = LIBRARY.game(game).rules
        assert cited(game) - set(rules) == set()
        for language in LANGUAGES:
            catalog = load_catalog(LIBRARY.workspace, language, game)
            assert [rule for rule in cited(game) if language != "en" and catalog.lacks(rules[rule])] == []

"""What SECURITY.md promises and no other test holds; and that the tests which it names are there."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from conftest import REPO, Run

NETWORK = {"asyncio", "ftplib", "http", "httpx", "requests", "smtplib", "socket", "ssl", "xmlrpc"}


def test_the_tests_that_are_named_are_there() -> None:
    named = set(re.findall(r"`(tests/[^`]+)`", (REPO / "SECURITY.md").read_text(encoding="utf8")))
    assert len(named) >= 8
    assert [name for name in named if not (REPO / name).is_file()] == []


@pytest.mark.parametrize("command", ["check", "games", "cards", "rulebook"])
def test_code_in_a_data_folder_is_not_run(sample: Path, run: Run, command: str) -> None:
    ran = sample.parent / "ran"
    for folder in (sample, *sample.parents[:2]):
        for name in ("__init__", "rules", "my_game", "conftest", "sitecustomize"):
            (folder / f"{name}.py").write_text(f"open({str(ran)!r}, 'w').close()\n", encoding="utf8")
    (sample / "evening.log").write_text("game: my-game\nplayers: Ala, Bartek\n", encoding="utf8")
    assert run(command, "my-game").code == 0
    assert "the referee has no rules for the game “my-game”" in run("referee", "check", sample / "evening.log").out
    assert not ran.exists()


def test_nothing_opens_a_connection() -> None:
    assert [
        (path.name, name) for path in (REPO / "pnp").rglob("*.py") for name in _imports(path) if _calls(name)
    ] == []


def _imports(path: Path) -> set[str]:
    nodes = list(ast.walk(ast.parse(path.read_text(encoding="utf8"))))
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    return plain | {node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module}


def _calls(name: str) -> bool:
    return name == "urllib.request" or name.partition(".")[0] in NETWORK


def test_a_rulebook_for_the_screen_loads_nothing_from_elsewhere(sample: Path, run: Run) -> None:
    result = run("rulebook", "my-game", "--format", "html", "--lang", "en")
    assert (result.code, result.err) == (0, "")
    page = next((sample.parents[1] / "output").rglob("*.html")).read_text(encoding="utf8")
    assert "default-src 'none'" in page
    assert "<script" not in page
    assert re.findall(r"""(?:src|href)=["']https?:""", page) == []

"""The changelog: its newest version is the program's, versions and days go down, and the commands it names exist."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import typer

import pnp
from conftest import REPO
from pnp.cli.commands import app

PAGE = (REPO / "CHANGELOG.md").read_text(encoding="utf8")
HEADING = re.compile(r"## (\d+\.\d+\.\d+) \((\d{4}-\d{2}-\d{2})\)")
COMMAND = re.compile(r"`pnp ([^`]+)`")


def releases() -> list[tuple[str, str]]:
    """The version and the day of each heading, from top to bottom."""
    headings = [line for line in PAGE.splitlines() if line.startswith("## ")]
    found = [HEADING.fullmatch(line) for line in headings]
    assert [line for line, match in zip(headings, found, strict=True) if not match] == []
    return [(match[1], match[2]) for match in found if match]


def complaint(line: str) -> str:
    """What pnp does not know of this command line: a command, or a long option; arguments are not looked at."""
    level: Any = typer.main.get_command(app)
    words = line.split()
    while words and hasattr(level, "commands"):
        name, *words = words
        if name not in level.commands:
            return f"no command {name}"
        level = level.commands[name]
    known = {option for param in level.params for option in param.opts}
    return ", ".join(f"no option {word}" for word in words if word.startswith("--") and word not in known)


def test_the_newest_heading_is_the_programs_version() -> None:
    assert releases()[0][0] == pnp.__version__


def test_versions_go_down() -> None:
    numbers = [tuple(map(int, version.split("."))) for version, _ in releases()]
    assert numbers == sorted(set(numbers), reverse=True)


def test_days_go_down() -> None:
    days = [date.fromisoformat(day) for _, day in releases()]
    assert days == sorted(days, reverse=True)


def test_every_command_that_is_named_exists() -> None:
    lines = COMMAND.findall(PAGE)
    assert len(lines) >= 20
    assert {line: found for line in lines if (found := complaint(line))} == {}

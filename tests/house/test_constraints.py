"""The versions that everybody gets: each library is pinned, by name and number alone."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from conftest import REPO

PIN = re.compile(r"([A-Za-z0-9._-]+)==[0-9][A-Za-z0-9.+!]*")


def _lines(path: Path) -> list[str]:
    return [line for line in path.read_text(encoding="utf8").splitlines() if line and not line.startswith("#")]


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def test_constraints_are_names_and_versions() -> None:
    assert [line for line in _lines(REPO / "constraints.txt") if not PIN.fullmatch(line)] == []


def test_every_library_is_pinned() -> None:
    project = tomllib.loads((REPO / "pyproject.toml").read_text(encoding="utf8"))["project"]
    asked = [*project["dependencies"], *(one for extra in project["optional-dependencies"].values() for one in extra)]
    names = {_plain(found[0]) for one in asked if (found := re.match(r"[A-Za-z0-9._-]+", one))}
    assert names - {_plain(line.partition("==")[0]) for line in _lines(REPO / "constraints.txt")} == set()


def test_make_installs_nothing_without_them() -> None:
    installs = [line for line in _lines(REPO / "Makefile") if "pip install" in line and "newest" not in line]
    assert installs
    assert [line for line in installs if "--constraint constraints.txt" not in line] == []

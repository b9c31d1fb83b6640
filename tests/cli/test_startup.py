"""What a start loads: `pnp --help` answers at once."""

from __future__ import annotations

import subprocess
import sys

import pytest

from conftest import REPO, run_alone

HEAVY = {
    "babel",
    "reportlab",
    "pikepdf",
    "pypdfium2",
    "jinja2",
    "PIL",
    "pyphen",
    "svgelements",
    "hatchling",
    "prompt_toolkit",
}


def loaded(*arguments: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "pnp", *arguments],
        cwd=REPO,
        capture_output=True,
        encoding="utf8",
        check=True,
    )
    return {line.rsplit("|", 1)[1].strip().split(".")[0] for line in done.stderr.splitlines() if "|" in line}


@pytest.mark.parametrize("arguments", [("--help",), ("--version",), ("kit", "--help")])
def test_help_loads_nothing_heavy(arguments: tuple[str, ...]) -> None:
    assert loaded(*arguments) & HEAVY == set()


def test_help_in_polish_loads_nothing_heavy_once_the_catalog_is_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "pl_PL.UTF-8")
    run_alone("--help")
    assert loaded("--help") & HEAVY == set()

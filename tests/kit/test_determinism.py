"""The same input gives the same bytes, whichever Python makes them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import REPO

# Python 3.12 adds floats up more exactly than 3.11 did, so whoever adds with sum() gets other last digits there, and
# now and then other pages. Here the difference is large enough to show wherever sum() is used.
SUM_OF_ANOTHER_PYTHON = """
import builtins
usual = builtins.sum
def another(items, start=0):
    found = usual(items, start)
    return found * (1 + 1e-5) if isinstance(found, float) else found
builtins.sum = another
"""
PRINT = "from pnp.cli.main import run; sys.exit(run(sys.argv[1:]))"


def made(out: Path, program: str, *arguments: str) -> dict[str, bytes]:
    command = [sys.executable, "-c", f"import sys\n{program}\n{PRINT}", *arguments, "--out", str(out)]
    subprocess.run(command, cwd=REPO, env=os.environ, check=True, capture_output=True)
    return {str(file.relative_to(out)): file.read_bytes() for file in sorted(out.rglob("*")) if file.is_file()}


@pytest.mark.slow
@pytest.mark.parametrize("game", [("alchemicus", "--with", "noctis"), ("chemicy-magicy",)])
def test_a_kit_does_not_hang_on_how_python_adds(tmp_path: Path, game: tuple[str, ...]) -> None:
    usual, other = (
        made(tmp_path / name, program, "kit", *game, "--lang", "de")
        for name, program in (("usual", ""), ("other", SUM_OF_ANOTHER_PYTHON))
    )
    assert usual.keys() == other.keys()
    assert [name for name, data in usual.items() if other[name] != data] == []

"""Every benchmark still runs: in a tiny form, whose figures say nothing but that there are some."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from conftest import REPO

MADE_BY_MAKE = [
    REPO / line.split()[1]
    for line in (REPO / "Makefile").read_text(encoding="utf8").splitlines()
    if line.startswith("\t$(BIN)/python benchmarks/")
]


def test_make_bench_names_every_benchmark() -> None:
    mains = [path for path in (REPO / "benchmarks").glob("*.py") if "__main__" in path.read_text(encoding="utf8")]
    assert sorted(MADE_BY_MAKE) == sorted(mains)


@pytest.mark.slow
@pytest.mark.parametrize("script", MADE_BY_MAKE, ids=lambda path: path.stem)
def test_a_benchmark_ends_in_a_table(script: Path) -> None:
    done = subprocess.run([sys.executable, script, "--tiny"], capture_output=True, encoding="utf8", check=False)
    assert done.returncode == 0, done.stderr
    assert any(line.startswith("|---") for line in done.stdout.splitlines()), done.stdout

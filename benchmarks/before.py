"""This tree beside a commit before it, in one run: is anything slower than it was? `make bench BEFORE=COMMIT`.

Without a commit, it is what has changed since the last one. Both run with the libraries that are installed here, so
the difference is their own.
"""

from __future__ import annotations

import io
import shutil
import statistics
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from extent import extent
from shell import ROOT, Cold, as_installed, cold

ROUNDS = extent(9, 1)
LOGS = extent(30, 2)
GIT = shutil.which("git") or "git"
PNP = [sys.executable, "-m", "pnp"]


def tree_of(commit: str, folder: Path) -> Path:
    packed = subprocess.run([GIT, "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return folder


def logs_of(folder: Path) -> tuple[Path, Path]:
    many = folder / "logs"
    choices = ["--games", str(LOGS), "--seed", "1", "--with", "noctis"]
    cold([*PNP, "simulate", "alchemicus", *choices, "--logs", str(many)])
    return min(many.iterdir()), many


def commands(folder: Path) -> dict[str, list[str]]:
    one, many = logs_of(folder)
    printed = ["--lang", "de", "--out", str(folder / "output")]
    return {
        "pnp --help": [*PNP, "--help"],
        "pnp cards": [*PNP, "cards", "alchemicus", *printed],
        "pnp rulebook": [*PNP, "rulebook", "alchemicus", *printed],
        "pnp kit": [*PNP, "kit", "alchemicus", "--with", "noctis", *printed],
        "pnp referee check, one log": [*PNP, "referee", "check", str(one)],
        f"pnp referee check, {LOGS} logs": [*PNP, "referee", "check", str(many)],
        f"pnp simulate, {LOGS} games": [*PNP, "simulate", "alchemicus", "--games", str(LOGS)],
    }


def compare(then: Path, folder: Path) -> None:
    works = commands(folder)
    runs: dict[str, tuple[list[Cold], list[Cold]]] = {name: ([], []) for name in works}
    for number in range(ROUNDS + 1):  # interleaved, so that both share the machine's moods
        for name, command in works.items():
            for tree, found in zip((then, ROOT), runs[name], strict=True):
                took = cold(command, tree)
                if number or ROUNDS == 1:  # the first time fills the caches: catalogs, compiled modules, the disk's
                    found.append(took)
    print("| command | ms before | now | ratio | processor ms before | now | ratio | MB before | now |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name, both in runs.items():
        before, now = ([statistics.median(column) for column in zip(*one, strict=True)] for one in both)
        times = (f"{b * 1000:.0f} | {n * 1000:.0f} | {n / b:.2f}" for b, n in zip(before[:2], now[:2], strict=True))
        print(f"| {name} | {' | '.join(times)} | {before[2]:.0f} | {now[2]:.0f} |")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        as_installed(Path(scratch))
        compare(tree_of(sys.argv[1] if sys.argv[1:] else "HEAD", Path(scratch) / "before"), Path(scratch))

"""The 140-card deck, duplex on A4, beside Typst in one run: time as ratios, size and memory. `make bench` runs it.

Two peers: plain Typst as one writes it (faces as values), and the fastest way found (faces as a PDF, then imposed).
"""

from __future__ import annotations

import csv
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from extent import extent
from shell import as_installed, cold

HERE = Path(__file__).resolve().parent
ROUNDS = extent(9, 1)
PNP = [sys.executable, "-m", "pnp", "cards", "alchemicus", "--lang", "en"]
PEER = [sys.executable, str(HERE / "typst" / "peer.py")]

OURS_INSIDE = """
import time
from pathlib import Path
from pnp.data.edition import Choices, choose
from pnp.faces.job import Job
from pnp.kit.artefacts import ARTEFACTS, make_document
from pnp.sheets.pieces import lay_out_pieces  # imports aside
from pnp.data.workspace import Workspace

def make():
    workspace = Workspace(Path.cwd())
    edition = choose(workspace.game("alchemicus"), Choices())
    return make_document(ARTEFACTS["cards"], Job.of(workspace, edition, "en")).data
"""
PEER_INSIDE = """
import sys, tempfile, time
from pathlib import Path
sys.path.insert(0, "benchmarks/typst")
import peer

def make():
    with tempfile.TemporaryDirectory() as folder:
        return peer.make("{way}", Path(folder))
"""
TIMED = """
for _ in range(2):
    start = time.perf_counter()
    make()
    print(time.perf_counter() - start)
"""


def inside(program: str) -> tuple[float, float]:
    """Seconds of the first and the second making in one process, imports aside."""
    done = subprocess.run(
        [sys.executable, "-c", program + TIMED], cwd=HERE.parent, capture_output=True, text=True, check=True
    )
    first, second = map(float, done.stdout.split())
    return first, second


def beside_typst(folder: Path) -> None:
    commands = {
        "pnp": [*PNP, "--out", str(folder)],
        "typst": [*PEER, "plain", str(folder / "plain.pdf")],
        "typst imposed": [*PEER, "imposed", str(folder / "imposed.pdf")],
    }
    programs = {
        "pnp": OURS_INSIDE,
        "typst": PEER_INSIDE.format(way="plain"),
        "typst imposed": PEER_INSIDE.format(way="imposed"),
    }
    files = dict(zip(commands, ("alchemicus/en/cards.pdf", "plain.pdf", "imposed.pdf"), strict=True))
    runs = {name: ([cold(command)], [inside(programs[name])]) for name, command in commands.items()}
    for _ in range(ROUNDS - 1):  # interleaved, so that all share the machine's moods
        for name, command in commands.items():
            runs[name][0].append(cold(command))
            runs[name][1].append(inside(programs[name]))
    print("| 140 cards, duplex | cold ms | ratio | first in process ms | ratio | again ms | ratio | KB | MB |")
    print("|---|---|---|---|---|---|---|---|---|")
    base: list[float] = []
    for name in ("typst", "typst imposed", "pnp"):
        outside, within = runs[name]
        times = [statistics.median(one) for one in ([run.clock for run in outside], *zip(*within, strict=True))]
        base = base or times
        cells = " | ".join(f"{time * 1000:.0f} | {time / of:.2f}" for time, of in zip(times, base, strict=True))
        size, memory = (folder / files[name]).stat().st_size / 1000, max(run.memory for run in outside)
        print(f"| {name} | {cells} | {size:.0f} | {memory:.0f} |")


def many(folder: Path, counts: tuple[int, ...]) -> None:
    """Decks of so many different cards: time for each card must not grow with the deck."""
    print("\n| different cards | s | ms a card | MB |\n|---|---|---|---|")
    pnp = [sys.executable, "-m", "pnp"]
    subprocess.run([*pnp, "new", "many", "--workspace", str(folder)], check=True, capture_output=True)
    for count in counts:
        with (folder / "cards" / "many" / "deck.csv").open("w", encoding="utf8", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(["key", "name", "count", "price", "text"])
            names = (f"Card {chr(97 + i % 26)}" for i in range(count))
            writer.writerows([f"card{i}", name, 1, i % 9, "Draw and keep it."] for i, name in enumerate(names))
        seconds, _, memory = cold([*pnp, "cards", "many", "--lang", "en", "--workspace", str(folder)])
        print(f"| {count} | {seconds:.1f} | {seconds / count * 1000:.2f} | {memory:.0f} |")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        as_installed(Path(scratch))
        beside_typst(Path(scratch))
        many(Path(scratch), extent((1000, 2000, 5000, 10_000), (20,)))

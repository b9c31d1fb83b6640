"""The rulebook of Alchemicus with Noctis, English, A4, beside Typst and WeasyPrint in one run. `make bench` runs it.

All three get the same text, typefaces and figures; what the peers read is prepared beforehand and not timed. They are
spared what takes them long: Typst's asides may overlap, and neither evens its columns out. WeasyPrint needs Debian's
libpango-1.0-0, libpangoft2-1.0-0 and libharfbuzz-subset0; where it cannot be imported, its row is left out.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import pypdfium2

from cards import inside
from extent import extent
from rulebook_input import prepare
from shell import Cold, as_installed, cold

HERE = Path(__file__).resolve().parent
ROUNDS = extent(7, 1)
ALIKE = 0.02  # by which the letters of two books may differ: hyphens, entries of the index
AT_MOST, AT_LEAST = 2, 4  # times Typst, times faster than WeasyPrint
OURS_INSIDE = """
import time
from pathlib import Path
from pnp.data.edition import Choices, choose
from pnp.book.paged import binding
from pnp.book.rulebook import make_rulebook  # imports aside
from pnp.faces.job import Job
from pnp.kit.artefacts import ARTEFACTS, make_document
from pnp.data.workspace import Workspace

def make():
    workspace = Workspace(Path.cwd())
    edition = choose(workspace.game("alchemicus"), Choices(expansions=("noctis",)))
    return make_document(ARTEFACTS["rulebook"], Job.of(workspace, edition, "en")).data
"""
NO_CONTENTS = """
assert binding._Binder._contents
binding._Binder._contents = lambda *_: None
"""
PEER_INSIDE = """
import sys, time
from functools import partial
from pathlib import Path
sys.path.insert(0, "benchmarks/typst")
import rulebook_peer
make = partial(rulebook_peer.make, Path("{folder}"))
"""


@dataclass
class Book:
    """How one program makes the book, cold and in process, and the seconds that it took."""

    file: Path
    command: list[str]
    program: str = ""
    runs: list[Cold] = field(default_factory=list)
    again: list[tuple[float, float]] = field(default_factory=list)

    def once(self) -> None:
        self.runs.append(cold(self.command))
        if self.program:
            self.again.append(inside(self.program))

    @property
    def seconds(self) -> list[float]:
        """From the shell; in process the first time, and again."""
        return [
            statistics.median(run.clock for run in self.runs),
            *map(statistics.median, zip(*self.again, strict=True)),
        ]

    def contents(self) -> tuple[int, int]:
        """Pages and letters of the PDF."""
        pdf = pypdfium2.PdfDocument(self.file)
        pages = [pdf[place].get_textpage().get_text_range() for place in range(len(pdf))]
        return len(pages), sum(map(str.isalpha, "".join(pages)))


def books(folder: Path) -> dict[str, Book]:
    made = folder / "input"
    made.mkdir()
    prepare(made)

    def peer(name: str, program: str = "") -> Book:
        file = folder / f"{name}.pdf"
        return Book(file, [sys.executable, str(HERE / name / "rulebook_peer.py"), str(made), str(file)], program)

    game = ["rulebook", "alchemicus", "--with", "noctis", "--lang", "en"]
    ours = [sys.executable, "-m", "pnp", *game, "--out", str(folder)]
    found = {
        "typst": peer("typst", PEER_INSIDE.format(folder=made)),
        "weasyprint": peer("weasyprint"),
        "pnp": Book(folder / "alchemicus" / "en" / "rulebook.pdf", ours, OURS_INSIDE),
    }
    if subprocess.run([sys.executable, "-c", "import weasyprint"], capture_output=True, check=False).returncode:
        print("WeasyPrint cannot be imported here: its row is left out.\n")
        del found["weasyprint"]
    return found


def check(found: dict[str, Book]) -> None:
    """All books must contain the same letters."""
    _, ours = found["pnp"].contents()
    for name, book in found.items():
        _, letters = book.contents()
        assert abs(letters / ours - 1) < ALIKE, f"{name} has {letters} letters instead of {ours}"


def table(found: dict[str, Book]) -> None:
    print(
        "| rulebook | cold ms | ratio | first in process ms | ratio | again ms | ratio | pages | letters | KB | MB |"
    )
    print("|---|---|---|---|---|---|---|---|---|---|---|")
    base = found["typst"].seconds
    for name, book in found.items():
        times = [f"{time * 1000:.0f} | {time / of:.2f}" for time, of in zip(book.seconds, base, strict=False)]
        cells = [*times, *["– | –"] * (len(base) - len(times)), *map(str, book.contents())]
        size, memory = book.file.stat().st_size / 1000, max(run.memory for run in book.runs)
        print(f"| {name} | {' | '.join(cells)} | {size:.0f} | {memory:.0f} |")


def goals(found: dict[str, Book]) -> None:
    ours = found["pnp"].seconds[0]
    print(f"\npnp takes {ours / found['typst'].seconds[0]:.2f} × the time of Typst; the goal is at most {AT_MOST}.")
    if "weasyprint" in found:
        faster = found["weasyprint"].seconds[0] / ours
        print(f"It is {faster:.1f} × faster than WeasyPrint; the goal is at least {AT_LEAST}.")


def main(folder: Path) -> None:
    as_installed(folder)
    found = books(folder)
    for book in extent([*found.values()], []):  # the caches: catalogs, compiled modules, the disk's
        cold(book.command)
    without = []
    for _ in range(ROUNDS):  # interleaved, so that all share the machine's moods
        for book in found.values():
            book.once()
        without.append(inside(OURS_INSIDE + NO_CONTENTS)[1])
    check(found)
    table(found)
    goals(found)
    again, bare = found["pnp"].seconds[2], statistics.median(without)
    print(
        f"Without its table of contents the book takes {bare * 1000:.0f} ms again in process instead of "
        f"{again * 1000:.0f} ms: page numbers are filled in as pages are drawn, without a second layout."
    )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as scratch:
        main(Path(scratch))

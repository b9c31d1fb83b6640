"""What faults cost the referee: explaining one, and proving that a card cannot be where it is. `make bench`."""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "helpers")]

from extent import extent  # noqa: E402
from faults import annotated  # noqa: E402
from grounds import ALCHEMICUS as GROUND  # noqa: E402
from pnp.data.edition import EditionData  # noqa: E402
from pnp.data.workspace import Workspace  # noqa: E402
from pnp.hidden import cards, piles  # noqa: E402
from pnp.hidden.arrangement import Arrangement  # noqa: E402
from pnp.hidden.disproof import Disproof  # noqa: E402
from pnp.log.library import Library  # noqa: E402
from pnp.log.log import Log  # noqa: E402
from pnp.referee.judge import ExplainingReplay  # noqa: E402
from pnp.studies.simulate import play  # noqa: E402
from stripping import stripped  # noqa: E402

GAMES = extent(40, 2)


def replayed(log: Log, edition: EditionData) -> tuple[float, int]:
    """Milliseconds on the processor, the best of three, and how many findings."""
    times = []
    for _ in range(3):
        start = time.process_time()
        replay = ExplainingReplay(log, edition, GROUND.rules)
        for _ in replay.lines():
            pass
        times.append(time.process_time() - start)
    return min(times) * 1000, len(replay.findings)


class Proofs(list[float]):
    """How long it took each time until a card was proved impossible, in ms."""

    def __enter__(self) -> None:
        secure = self._secure = cards.secure

        def timed(
            arrangement: Arrangement, zone: int, kinds: Sequence[int], *, asking: bool = False
        ) -> Disproof | None:
            start = time.process_time()
            disproof = secure(arrangement, zone, kinds, asking=asking)
            if disproof:
                self.append((time.process_time() - start) * 1000)
            return disproof

        cards.secure = piles.secure = timed

    def __exit__(self, *_: object) -> None:
        cards.secure = piles.secure = self._secure


def run() -> None:
    library, tables, proofs = Library(Workspace(ROOT)), list(GROUND.configurations()), Proofs()
    costs: dict[str, list[float]] = {}
    for seed in range(GAMES):
        choices, players = tables[seed * 7 % len(tables)]
        edition = library.edition(GROUND.game, choices)
        game = play(edition, GROUND.rules, choices, ["greedy"] * players, f"bench{seed}")
        log = annotated(game.log, edition, Random(seed), GROUND.write, GROUND.note)
        clean, _ = replayed(log, edition)
        for kind, put_in in GROUND.kinds.items():
            fault = put_in(log, edition, Random(f"{kind}{seed}"))
            took, found = replayed(fault.log, edition) if fault else (0.0, 0)
            if found:
                costs.setdefault(kind, []).append(took - clean)
            if fault and kind in ("card not held", "card too many"):
                with proofs:
                    replayed(stripped(fault.log, Random(seed), 0.2, fault.keep), edition)
    print("| fault | games | ms more than without, mean | median | worst |\n|---|---|---|---|---|")
    for kind, times in costs.items():
        print(
            f"| {kind} | {len(times)} | {statistics.mean(times):.2f} | {statistics.median(times):.2f} "
            f"| {max(times):.2f} |"
        )
    everything = [one for times in costs.values() for one in times]
    print(f"| all | {len(everything)} | {statistics.mean(everything):.2f} | {statistics.median(everything):.2f} | |")
    print(f"\nproofs that a card cannot be there: {len(proofs)}, ms mean {statistics.mean(proofs):.2f}, ", end="")
    print(f"median {statistics.median(proofs):.2f}, worst {max(proofs):.2f}")


if __name__ == "__main__":
    run()

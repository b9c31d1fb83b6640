"""The referee beside others that check logs, in one run: speed as ratios, from the shell, memory. `make bench`.

Peers: python-chess reading PGN (the moves of random games cost it what those of masters do), pokerkit reading PHH.
Speed is time on the processor, the rest what a clock shows. Linux only: memory is looked up in /proc.
"""

from __future__ import annotations

import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random, choice, choices, seed

from extent import extent
from shell import ROOT, Cold, as_installed, cold

ROUNDS, COLD_ROUNDS = extent((9, 15), (1, 1))
PNP = [sys.executable, "-m", "pnp"]
CHECK = [*PNP, "referee", "check", "--lang", "en"]
TURNS = extent(200, 20)
GAMES, HANDS = extent((300, 250), (2, 2))
Passes = list[tuple[int, list[float]]]  # for each time through the logs: steps, and seconds of its parts


# ---- what is read --------------------------------------------------------------------------------------------------


def simulate(folder: Path, games: int, *more: str) -> None:
    command = [*PNP, "simulate", "alchemicus", "--games", str(games), "--seed", "1", "--logs", str(folder), *more]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)


def rename(logs: Path, folder: Path) -> None:
    """The same games between other people each time, so that no log is like one before."""
    folder.mkdir()
    for number, log in enumerate(sorted(logs.glob("*.log"))):
        text = log.read_text(encoding="utf8")
        (folder / log.name).write_text(re.sub(r"\b(Ala|Bartek|Celina)\b", rf"\1 {_letters(number)}", text), "utf8")


def strip(logs: Path, folder: Path) -> None:
    """The same games with most of their cards unnamed, as people write them down."""
    sys.path[:0] = [str(ROOT / "tests"), str(ROOT / "tests" / "helpers")]
    from pnp.data.workspace import Workspace
    from pnp.log.file import read_log
    from pnp.log.library import Library
    from pnp.log.writing import write_text
    from stripping import stripped

    library = Library(Workspace(ROOT))
    for number, path in enumerate(sorted(logs.rglob("*.log"))):
        text = write_text(
            stripped(read_log(path, library), Random(number), (0.3, 0.6, 0.9)[number % 3]), library, "en"
        )
        (folder / path.parent.name).mkdir(parents=True, exist_ok=True)
        (folder / path.parent.name / path.name).write_text(text, "utf8")


def _letters(number: int) -> str:
    return "".join(chr(ord("A") + int(digit)) for digit in f"{number:04}")


def cut(log: Path, target: Path) -> None:
    """The first turns of a game, without the end."""
    lines = log.read_text(encoding="utf8").splitlines(keepends=True)
    turns = [at for at, line in enumerate(lines) if line[0].isdigit()]
    target.write_text("".join(lines[: turns[TURNS - 1] + 1]), encoding="utf8")


def write_pgn(path: Path, games: int = GAMES, half_moves: int = 80) -> None:
    import chess.pgn

    seed(1)
    with path.open("w", encoding="utf8") as file:
        for _ in range(games):
            board = chess.Board()
            while board.ply() < half_moves and (moves := list(board.legal_moves)):
                board.push(choice(moves))
            print(chess.pgn.Game.from_board(board), end="\n\n", file=file)


def write_phh(path: Path, hands: int = HANDS) -> None:
    from pokerkit import Automation, HandHistory, NoLimitTexasHoldem

    seed(1)  # it shuffles by this
    rules = {"ante_trimming_status": True, "raw_antes": 0, "raw_blinds_or_straddles": (1, 2), "min_bet": 2}
    game = NoLimitTexasHoldem(tuple(Automation), **rules)
    histories = []
    for _ in range(hands):
        state = game((200,) * 3, 3)
        while state.status:
            does = choices(("fold", "complete_bet_or_raise_to", "check_or_call"), (1, 2, 7))[0]
            if not getattr(state, f"can_{does}")():
                does = "check_or_call"
            getattr(state, does)()
        histories.append(HandHistory.from_game_state(game, state))
    path.write_text(HandHistory.dumps_all(histories), encoding="utf8")


# ---- in process ----------------------------------------------------------------------------------------------------


def judge_chess(path: Path) -> Passes:
    import chess.pgn

    steps, start = 0, time.process_time()
    with path.open(encoding="utf8") as file:
        while game := chess.pgn.read_game(file):
            assert not game.errors
            steps += game.end().ply()
    return [(steps, [time.process_time() - start])]


def judge_poker(path: Path) -> Passes:
    from pokerkit import HandHistory

    steps, start = 0, time.process_time()
    for hand in HandHistory.loads_all(path.read_text(encoding="utf8")):
        steps += sum(action is not None for _, action in hand.state_actions)
    return [(steps, [time.process_time() - start])]


def judge_logs(folder: Path) -> Passes:
    """Twice with the same Library: it reads the game within the first time, and then knows the steps."""
    import pnp.games.alchemicus
    import pnp.log.textlog.reading  # noqa: F401  imports are no part of the time
    from pnp.data.workspace import Workspace
    from pnp.log.file import parse_log
    from pnp.log.library import Library
    from pnp.referee.judge import judge

    texts = [(path, path.read_text(encoding="utf8")) for path in sorted(folder.rglob("*.log"))]
    library, passes = Library(Workspace(ROOT)), []
    for _ in range(2):
        steps, reading, judging = 0, 0.0, 0.0
        for path, text in texts:
            start = time.process_time()
            log = parse_log(path, text, library)
            read = time.process_time()
            judgement = judge(log, library)
            judging += time.process_time() - read
            reading += read - start
            assert judgement.clean, path
            steps += judgement.steps
        passes.append((steps, [reading, judging]))
    return passes


JUDGES: dict[str, Callable[[Path], Passes]] = {"chess": judge_chess, "poker": judge_poker, "logs": judge_logs}


def inside(judge: str, path: Path) -> Passes:
    """What a judge measures in a process of its own, so that nothing is known from before."""
    command = [sys.executable, __file__, judge, str(path)]
    passes: Passes = json.loads(subprocess.run(command, cwd=ROOT, check=True, capture_output=True).stdout)
    return passes


def beside_peers(folder: Path) -> None:
    work = {
        ("python-chess",): ("chess", folder / "games.pgn"),
        ("pokerkit",): ("poker", folder / "hands.phhs"),
        ("pnp, first time", "pnp, again"): ("logs", folder / "logs"),
        ("pnp, first time, other players in each log", ""): ("logs", folder / "strangers"),
        ("pnp, cards unnamed, first time", "pnp, cards unnamed, again"): ("logs", folder / "unnamed"),
    }
    runs: dict[str, Passes] = {name: [] for names in work for name in names}
    for _ in range(ROUNDS):  # interleaved, so that all share the machine's moods
        for names, (judge, path) in work.items():
            for name, one in zip(names, inside(judge, path), strict=True):
                runs[name].append(one)
    print("| records, in process | steps | steps/s | speed | reading µs a step | judging µs a step |")
    print("|---|---|---|---|---|---|")
    base = 0.0
    for name in filter(None, runs):
        steps = runs[name][0][0]
        speed = steps / statistics.median(sum(parts) for _, parts in runs[name])
        base = base or speed
        each = [
            statistics.median(part) / steps * 1e6 for part in zip(*(parts for _, parts in runs[name]), strict=True)
        ]
        cells = " | ".join(f"{part:.1f}" for part in each) if len(each) > 1 else f"{each[0]:.1f} both |"
        print(f"| {name} | {steps} | {speed:.0f} | {speed / base:.2f} | {cells} |")


# ---- from the shell ------------------------------------------------------------------------------------------------


def beside_import(log: Path) -> None:
    commands = {
        "python -c 'import typer'": [sys.executable, "-c", "import typer"],
        "pnp referee check": [*CHECK, str(log)],
    }
    for command in commands.values():  # the caches: catalogs, compiled modules, the disk's
        cold(command)
    runs: dict[str, list[Cold]] = {name: [] for name in commands}
    for _ in range(COLD_ROUNDS):
        for name, command in commands.items():
            runs[name].append(cold(command))
    print(f"\n| from the shell, a log of {TURNS} turns | ms | ratio | processor ms | ratio | MB |")
    print("|---|---|---|---|---|---|")
    base: list[float] = []
    for name, run in runs.items():
        clock, processor, memory = (statistics.median(column) for column in zip(*run, strict=True))
        base = base or [clock, processor]
        cells = (f"{one * 1000:.0f} | {one / of:.2f}" for one, of in zip((clock, processor), base, strict=True))
        print(f"| {name} | {' | '.join(cells)} | {memory:.0f} |")


# ---- many logs -----------------------------------------------------------------------------------------------------


def together(command: list[str]) -> tuple[float, float, float]:
    """Seconds; the most memory in MB of one process, and of all at once, what they share counted once."""
    start, most = time.perf_counter(), 0
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=ROOT)
    while not (ended := os.wait4(child.pid, os.WNOHANG))[0]:
        most = max(most, _share(child.pid))
        time.sleep(0.02)
    _, status, usage = ended
    child.returncode = status
    assert status == 0, command
    return time.perf_counter() - start, usage.ru_maxrss / 1024, most / 1024


def _share(pid: int) -> int:
    """The memory of a process and all below it in KB."""
    try:
        own = re.search(r"^Pss: +(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text("utf8"), re.MULTILINE)
        below = Path(f"/proc/{pid}/task/{pid}/children").read_text("utf8").split()
    except OSError:  # it has just ended
        return 0
    return (int(own[1]) if own else 0) + sum(map(_share, map(int, below)))


def many(folder: Path, counts: tuple[int, ...]) -> None:
    """So many different logs: memory must not grow with them."""
    print("\n| logs | players | s | ms a log | MB, largest process | MB, all processes |\n|---|---|---|---|---|---|")
    logs = folder / "many"
    simulate(logs, max(counts))
    rename(logs, folder / "others")
    for players, source in (("the same", logs), ("others in each log", folder / "others")):
        for count in counts:
            some = folder / f"{source.name}-{count}"
            some.mkdir()
            for log in sorted(source.iterdir())[:count]:
                (some / log.name).symlink_to(log)
            seconds, largest, both = together([*CHECK, str(some)])
            print(
                f"| {count} | {players} | {seconds:.1f} | {seconds / count * 1000:.1f} | {largest:.0f} | {both:.0f} |"
            )


def run(folder: Path) -> None:
    for name, more in (("base", ()), ("noctis", ("--with", "noctis")), ("race", ("--variant", "race"))):
        simulate(folder / "logs" / name, extent(20, 1), *more)
        (folder / "strangers").mkdir(exist_ok=True)
        rename(folder / "logs" / name, folder / "strangers" / name)
    for writer, name in (("pgn", "games.pgn"), ("phh", "hands.phhs")):  # apart: a child's memory begins with ours
        subprocess.run([sys.executable, __file__, writer, str(folder / name)], check=True)
    strip(folder / "logs", folder / "unnamed")
    beside_peers(folder)
    simulate(folder / "four", extent(12, 1), "--players", "4")
    cut(max((folder / "four").iterdir(), key=lambda log: log.stat().st_size), folder / "long.log")
    beside_import(folder / "long.log")
    many(folder, extent((50, 200, 800), (3,)))


if __name__ == "__main__":
    if sys.argv[1:]:
        what, where = sys.argv[1], Path(sys.argv[2])
        if what in JUDGES:
            print(json.dumps(JUDGES[what](where)))
        else:
            {"pgn": write_pgn, "phh": write_phh}[what](where)
    else:
        with tempfile.TemporaryDirectory() as scratch:
            as_installed(Path(scratch))
            run(Path(scratch))

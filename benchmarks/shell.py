"""Commands as a shell runs them, each in a process of its own: how long one takes, and how much memory."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent


class Cold(NamedTuple):
    """What one run took: seconds by the clock and on the processor, and the most memory of one process in MB."""

    clock: float
    processor: float
    memory: float


def as_installed(folder: Path) -> None:
    """Programs keep their bytecode, as installed ones do, also where the environment forbids it; here in a folder."""
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ["PYTHONPYCACHEPREFIX"] = str(folder / "bytecode")


def cold(command: list[str], folder: Path = ROOT) -> Cold:
    start = time.perf_counter()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=folder)
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = status
    assert status == 0, command
    return Cold(time.perf_counter() - start, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)

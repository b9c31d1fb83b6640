"""Work on all cores: what ends with it, and what does not."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals as other systems have them")

FRAME = """
import multiprocessing
import os
import signal
import time
from pnp.base import parallel
from pnp.base.errors import Failure

def nap(seconds):
    time.sleep(seconds)

def fall(_):
    os.kill(os.getpid(), signal.SIGKILL)

if __name__ == "__main__":
    parallel.os.cpu_count = lambda: 2
"""
INTERRUPTED = """
    signal.signal(signal.SIGALRM, signal.default_int_handler)  # what Ctrl-C does, in one second
    results = parallel.in_parallel(nap, [0] * 8 + [600] * 8, 16)
    next(results)
    own = multiprocessing.Process(target=nap, args=(600,))
    own.start()
    signal.alarm(1)
    try:
        list(results)
    except KeyboardInterrupt:
        time.sleep(0.5)
        print(multiprocessing.active_children() == [own])
    own.terminate()
"""
ENDED = """
    try:
        list(parallel.in_parallel(fall, range(16), 16))
    except Failure as failure:
        print(failure)
"""


def output_of(script: str, folder: Path) -> str:
    (folder / "script.py").write_text(FRAME + script, encoding="utf8")
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "script.py"],
        cwd=folder,
        capture_output=True,
        encoding="utf8",
        check=True,
        timeout=60,
    )
    return done.stdout


def test_ctrl_c_ends_no_process_of_the_caller(tmp_path: Path) -> None:
    """One that was begun between two results lives on; those that worked for pnp are gone."""
    assert output_of(INTERRUPTED, tmp_path) == "True\n"


def test_a_process_that_the_system_ends_is_a_failure(tmp_path: Path) -> None:
    sentence = "the operating system has stopped one of pnp’s processes → this often means there isn’t enough memory"
    assert output_of(ENDED, tmp_path).startswith(sentence)

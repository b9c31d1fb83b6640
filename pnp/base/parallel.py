"""Work spread over all cores, result by result in order, with only a few pieces of it in memory at a time."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TypeVar

FEW = 12
PIECE, AHEAD = 8, 4

Item = TypeVar("Item")
Result = TypeVar("Result")


def in_parallel(work: Callable[[Item], Result], items: Iterable[Item], count: int) -> Iterator[Result]:
    """What the work makes of each item, in order; for a few items no further process is worth its start."""
    cores = os.cpu_count() or 1
    if count <= FEW or cores == 1:
        yield from map(work, items)
        return
    from concurrent.futures import Future, ProcessPoolExecutor
    from multiprocessing import active_children

    others = active_children()
    pool, source = ProcessPoolExecutor(cores, initializer=_leave_it_to_the_first), iter(items)
    waiting: deque[Future[list[Result]]] = deque()
    try:
        while True:
            while len(waiting) < AHEAD * cores and (piece := list(islice(source, PIECE))):
                waiting.append(pool.submit(_done, work, piece))
            if not waiting:
                return
            yield from waiting.popleft().result()
    except KeyboardInterrupt:  # nothing is waited for
        for child in active_children():
            if child not in others:
                child.terminate()
        raise
    finally:
        pool.shutdown(wait=not waiting, cancel_futures=True)


def _leave_it_to_the_first() -> None:
    """Ctrl-C reaches every process: the first one says so, and ends this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _done(work: Callable[[Item], Result], piece: list[Item]) -> list[Result]:
    return [work(item) for item in piece]

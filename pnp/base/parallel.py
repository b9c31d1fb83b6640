"""Work spread over all cores, result by result in order, with only a few pieces of it in memory at a time."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from pnp.base.errors import Complaint, Failure
from pnp.base.text import say

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

FEW = 12
AT_ONCE, AHEAD = 8, 4

Item = TypeVar("Item")
Result = TypeVar("Result")

_hired: list[Callable[[Any], Any]] = []  # what this process is there for


def in_parallel(work: Callable[[Item], Result], items: Iterable[Item], count: int) -> Iterator[Result]:
    """What the work makes of each item, in order; for a few items no further process is worth its start.

    Each process gets the work once, with all that it has at hand; only items and results go back and forth. Failure
    where the system has ended one.
    """
    cores = os.cpu_count() or 1
    if count <= FEW or cores == 1:
        yield from map(work, items)
        return
    from concurrent.futures import Future, ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import current_process, get_all_start_methods, get_context, get_start_method

    if current_process().daemon:  # which may have no children
        yield from map(work, items)
        return
    usual = get_start_method(allow_none=True) or get_all_start_methods()[0]  # which the caller may still choose
    how = get_context(usual)

    pool, source = ProcessPoolExecutor(cores, how, initializer=_hire, initargs=(work,)), iter(items)
    waiting: deque[Future[list[Result]]] = deque()
    try:
        while True:
            while len(waiting) < AHEAD * cores and (some := list(islice(source, AT_ONCE))):
                waiting.append(pool.submit(_done, some))
            if not waiting:
                return
            yield from waiting.popleft().result()
    except KeyboardInterrupt:  # nothing is waited for
        _dismiss(pool)
        raise
    except BrokenProcessPool:
        hint = say("this often means there isn’t enough memory; close other programs and try again")
        raise Failure(Complaint(say("the operating system has stopped one of pnp’s processes"), None, hint)) from None
    finally:
        pool.shutdown(wait=not waiting, cancel_futures=True)


def _dismiss(pool: ProcessPoolExecutor) -> None:
    """Ends the processes of a pool, and no others: the caller may have begun some of its own in the meantime."""
    for process in list((pool._processes or {}).values()):  # noqa: SLF001  no public name before Python 3.14
        process.terminate()


def _hire(work: Callable[[Any], Any]) -> None:
    """Begins a process. Ctrl-C reaches every one: the first says so, and ends this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _hired[:] = [work]


def _done(items: list[Any]) -> list[Any]:
    return [_hired[0](item) for item in items]

"""Ends what runs too long."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from threading import current_thread, main_thread
from time import monotonic

MOST_SECONDS = 10
_AT_ONCE = 0.001


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Ends what runs too long with TimeoutError, where the system has such a timer."""
    if not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        yield
        return

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    outer, _ = signal.setitimer(signal.ITIMER_REAL, max(seconds, _AT_ONCE))
    started = monotonic()
    try:
        yield
    finally:  # what an outer limit has left goes on
        left = max(outer - (monotonic() - started), _AT_ONCE) if outer else 0
        signal.signal(signal.SIGALRM, before)
        signal.setitimer(signal.ITIMER_REAL, left)

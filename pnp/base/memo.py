"""What was made once and may be asked for again, in memory: so much of it, and no more."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import Any, Generic, ParamSpec, TypeVar
from weakref import WeakSet

T = TypeVar("T")
P = ParamSpec("P")


class Memo(Generic[T]):
    """Things by what they were made of. What would be too much with the next one is let go of, and it begins anew.

    Other threads may make the same thing at the same time; then one of the two stays.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._made: dict[Hashable, T] = {}
        self._size = 0
        self._one_at_a_time = Lock()
        _MEMOS.add(self)

    def __len__(self) -> int:
        return len(self._made)

    def get(self, name: Hashable, make: Callable[[], T], size: int = 1) -> T:
        """What was made under a name before, else what is made now; `size` is what it counts for."""
        try:
            return self._made[name]
        except KeyError:
            made = make()
        with self._one_at_a_time:
            if self._size + size > self._most:
                self.clear()
            if size <= self._most and name not in self._made:
                self._made[name] = made
                self._size += size
        return made

    def clear(self) -> None:
        """Begins anew."""
        self._made, self._size = {}, 0


_MEMOS: WeakSet[Memo[Any]] = WeakSet()


def clear_all() -> None:
    """Whatever is asked for next is made, or looked up in the user's cache."""
    for memo in _MEMOS:
        memo.clear()


def once_for_each(most: int) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """What is made of things is kept for so many of them, not for others that are equal: that may take long to say.

    They are kept too, so that nothing else has the same id.
    """

    def once(make: Callable[P, T]) -> Callable[P, T]:
        memo: Memo[tuple[tuple[object, ...], T]] = Memo(most)

        @wraps(make)
        def made(*things: P.args, **_: P.kwargs) -> T:
            return memo.get(tuple(map(id, things)), lambda: (things, make(*things)))[1]  # type: ignore[call-arg]

        return made

    return once

"""What is worth keeping between two commands, in the user's cache.

What is kept lies under the name of all that it was made of: its kind, the sources of the whole program, and the texts
or files behind it. So nothing there is ever out of date: what changes has another name. What nobody asks for any more
is swept out, by its age, and by the room that all of it takes.

Nothing is trusted for where it lies: the folder must be the user's own and closed to others, and so must each file.
What is read back is data: plain values, and the program's own nouns. To the sandbox of templates, some of its bytes
are code for Python to run. That is as safe as the `__pycache__` of Python's own modules: nobody but the user can have
written it, and the user could as well change the program.

Nothing is held in memory but what waits to be written, and small things that lie in one file. Whoever asks for the
same thing again and again has a `Memo`. Where there is no place for a cache, there is none.
"""

from __future__ import annotations

import hashlib
import os
import stat
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache, wraps
from importlib.util import find_spec
from itertools import accumulate
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast

from pnp import __version__
from pnp.base.errors import BadFile
from pnp.base.files import read_bytes
from pnp.base.memo import clear_all

if TYPE_CHECKING:
    import pickle

MOST_FILES = 200  # whose contents are looked at
MOST_BYTES = 100_000_000  # of all that is kept
MOST_WAITING = 20_000_000  # bytes that wait for the end of a command
MOST_TOGETHER = 8_000_000  # bytes of one kind that lie in one file, which each command reads as a whole
MOST_UNASKED = 3_000_000  # beyond which a command leaves out of it what it did not ask for itself
HOUR, DAY = 3_600, 86_400
UNUSED = 60 * DAY  # seconds after which a thing is not kept any longer

_PACKAGE = Path(__file__).parents[1]
_NO_SOURCES = ("__pycache__", "builtin")  # folders of it
_LIBRARIES = ("babel", "jinja2", "pyphen", "svgelements")  # whose results are kept
_NOUNS = (
    "pnp.data.model",
    "pnp.data.layout",
    "pnp.data.board",
    "pnp.data.formula",
    "pnp.base.text",
    "pnp.base.errors",
    "pnp.base.frozen",
    "ast",
)  # formulas are trees
_OTHERS = {("pathlib", "PosixPath"), ("pathlib", "WindowsPath"), ("datetime", "date")}
_MOVED = {"pathlib._local": "pathlib"}  # where newer Pythons say that they are
_TOGETHER = {"code", "drawing", "cldr"}  # small and many: a file for each would take longer to open than to make
_SWEPT = "swept"  # a file as old as the last sweep
_UNFINISHED = ".unfinished"

T = TypeVar("T")
P = ParamSpec("P")


def remembered(kind: str, made_of: str | bytes | None, make: Callable[[], T]) -> T:
    """What was made of something before, if nothing of that has changed since; what is made of None is not kept."""
    if made_of is None:
        return make()
    source = made_of if isinstance(made_of, bytes) else made_of.encode(errors="replace")
    return cast("T", _memory().get(f"{kind}-{digest(program().encode(), kind.encode(), source)}", make))


def save() -> None:
    """Keeps what was made since the last time, and sweeps."""
    if _memory.cache_info().currsize:
        _memory().save()


def forget() -> None:
    """Writes what waits, and reads again what is asked for next.

    No command does this; tests do, to see what the next command would find.
    """
    save()
    _memory.cache_clear()
    clear_all()


def saving(work: Callable[P, T]) -> Callable[P, T]:
    """A call after which what it has made is kept."""

    @wraps(work)
    def saved(*arguments: P.args, **options: P.kwargs) -> T:
        try:
            return work(*arguments, **options)
        finally:
            save()

    return saved


# ---- what it is made of ----


@cache
def program() -> str:
    """Another one after each change of the program, of libraries whose results are kept, of Python, or of a place.

    Every command asks for it, so it looks at nothing but the states of files. Whatever installs a library writes all
    of its files anew: the first one stands for them.
    """
    first = [spec.origin for library in _LIBRARIES if (spec := find_spec(library)) and spec.origin]
    states = [*sorted(_states_of_sources(_PACKAGE)), *((path, *_state(os.stat(path))) for path in first)]  # noqa: PTH116
    return digest(repr((sys.version, __version__, states)).encode())


def _states_of_sources(folder: Path | str) -> Iterator[tuple[str | int, ...]]:
    with os.scandir(folder) as entries:  # a third of the time that pathlib takes
        for entry in entries:
            if entry.name.endswith(".py"):
                yield entry.path, *_state(entry.stat())
            elif entry.name not in _NO_SOURCES and entry.is_dir():
                yield from _states_of_sources(entry.path)


def _state(state: os.stat_result) -> tuple[int, ...]:
    return state.st_size, state.st_mtime_ns, state.st_ctime_ns


def contents_of_folder(folder: Path, *endings: str) -> str | None:
    """What the files of a folder hold that have such endings; None for a folder that is no tidy game's."""
    found: list[Path] = []
    for root, _, names in os.walk(folder):
        found += [Path(root, name) for name in names if name.endswith(endings)]
        if len(found) > MOST_FILES:
            return None
    return contents_of(found)


def contents_of(files: Iterable[Path]) -> str | None:
    """What files hold, with their names: neither a clock nor a size can hide a change."""
    try:
        return digest(*(part for file in sorted(files) for part in (os.fsencode(file), read_bytes(file))))
    except BadFile:
        return None


def digest(*parts: bytes) -> str:
    """A name for what some bytes say: others have another."""
    told = hashlib.blake2b(digest_size=16)
    for part in parts:
        told.update(len(part).to_bytes(8, "big"))
        told.update(part)
    return told.hexdigest()


# ---- what waits to be written ----


@cache
def _memory() -> _Memory:
    return _Memory(cache_folder())


class _Memory:
    """What was made since the last save; nothing is written meanwhile, unless it is very much."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._new: dict[str, bytes] = {}
        self._asked: set[str] = set()  # since the last save, of those that lie together
        self._together: dict[str, dict[str, bytes]] = {}  # by kind
        self._waiting = 0

    def get(self, name: str, make: Callable[[], Any]) -> Any:
        found = _values(self._kept(name))
        if isinstance(found, tuple) and found[:-1] == (name,):
            return found[-1]
        made = make()
        if self._folder and (data := _data((name, made))):
            self._new[name] = data
            self._waiting += len(data)
            if self._waiting > MOST_WAITING:
                self.save()
        return made

    def _kept(self, name: str) -> bytes | None:
        if not self._folder:
            return None
        if new := self._new.get(name):
            return new
        if (kind := _kind(name)) not in _TOGETHER:
            return _read(self._folder / name)
        self._asked.add(name)
        return self._all_of(kind, self._folder).get(name)

    def _all_of(self, kind: str, folder: Path) -> dict[str, bytes]:
        if kind not in self._together:
            found = _values(_read(folder / _file_of(kind)))
            items = found.items() if isinstance(found, dict) else ()
            self._together[kind] = {name: data for name, data in items if isinstance(data, bytes)}
        return self._together[kind]

    def save(self) -> None:
        """Writes what is new, each thing into a file of its own, or with the others of its kind."""
        new, self._new, self._waiting = self._new, {}, 0  # at once: other threads go on making things
        if self._folder and new:
            ready = self._folder / f"{os.urandom(4).hex()}{_UNFINISHED}"
            for name, data in new.items():
                if _kind(name) not in _TOGETHER:
                    _write(self._folder / name, data, ready)
            for kind in sorted(_TOGETHER & {_kind(name) for name in new}):
                _write(self._folder / _file_of(kind), self._joined(kind, new, self._folder), ready)
            _sweep(self._folder)
        self._asked.clear()

    def _joined(self, kind: str, new: dict[str, bytes], folder: Path) -> bytes:
        """All of a kind with what is new; where that is much, only what was asked for, as far as there is room."""
        whole = self._all_of(kind, folder) | {name: data for name, data in new.items() if _kind(name) == kind}
        if sum(map(len, whole.values())) > MOST_UNASKED:
            asked = [(name, data) for name, data in whole.items() if name in self._asked]
            sizes = accumulate(len(data) for _, data in asked)
            whole = {name: data for (name, data), size in zip(asked, sizes, strict=True) if size <= MOST_TOGETHER}
        self._together[kind] = whole
        return _data(whole) or b""


def _kind(name: str) -> str:
    return name.partition("-")[0]


def _file_of(kind: str) -> str:
    """Where all of a kind lies that this program has made."""
    return f"{kind}-{digest(program().encode())}"


# ---- the folder ----


def cache_folder() -> Path | None:
    """A folder of the user's own that nobody else may enter; none where there is no place for it."""
    from platformdirs import user_cache_path

    try:
        folder = user_cache_path("pnp-kit")
        if not folder.is_absolute():
            return None
        folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if sys.platform != "win32" and folder.parent.stat().st_uid not in (0, os.geteuid()):
            return None
        folder.mkdir(mode=0o700, exist_ok=True)
        state = folder.lstat()
        if not stat.S_ISDIR(state.st_mode) or not _own(state):
            return None
        if stat.S_IMODE(state.st_mode) != stat.S_IRWXU:
            folder.chmod(stat.S_IRWXU)
    except (OSError, RuntimeError, ValueError):
        return None
    return folder


def _own(state: os.stat_result) -> bool:
    return sys.platform == "win32" or state.st_uid == os.geteuid()


def _read(path: Path) -> bytes | None:
    """What a file holds, if nobody else could have written it; a day's first look marks it as used."""
    from time import time

    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as file:
            state = os.fstat(handle)
            closed = sys.platform == "win32" or not state.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
            if not (stat.S_ISREG(state.st_mode) and _own(state) and closed):
                return None
            data = file.read()
    except OSError:
        return None
    if abs(time() - state.st_mtime) > DAY:
        with suppress(OSError):
            os.utime(path)
    return data


def _write(path: Path, data: bytes, ready: Path) -> None:
    """Made ready beside its place, and then whole: who reads at the same time never sees half of it."""
    with suppress(OSError):  # a cache that cannot be written is no fault
        handle = os.open(ready, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        ready.replace(path)


def _sweep(folder: Path) -> None:
    """Removes what has not been used for long, what killed runs have left, and of too much what is used least."""
    from time import time

    now, mark = time(), folder / _SWEPT
    with suppress(OSError):
        if abs(now - mark.lstat().st_mtime) < HOUR:
            return
    room = MOST_BYTES
    for used, size, path in sorted(_all_in(folder), reverse=True):
        room -= size
        if room < 0 or used < now - (HOUR if path.suffix == _UNFINISHED else UNUSED):
            with suppress(OSError):
                path.unlink()
    with suppress(OSError):
        mark.touch(0o600)
        os.utime(mark)


def _all_in(folder: Path) -> Iterator[tuple[float, int, Path]]:
    """When each file was used, and how large it is."""
    for root, _, names in os.walk(folder):
        for path in (Path(root, name) for name in names):
            with suppress(OSError):
                state = path.lstat()
                yield state.st_mtime, state.st_size, path


# ---- data ----


def _values(data: bytes | None) -> object:
    """Plain values and nouns of the program; None for what holds anything else, or is damaged."""
    import io

    try:
        return _reader()(io.BytesIO(data)).load() if data else None
    except Exception:  # noqa: BLE001  whatever is wrong with a cache, the sources are there
        return None


@cache
def _reader() -> type[pickle.Unpickler]:
    """Reads values and nouns, and nothing else that a pickle could name."""
    import pickle

    class Reader(pickle.Unpickler):
        def find_class(self, module: str, name: str) -> Any:
            module = _MOVED.get(module, module)
            found = super().find_class(module, name) if module in _NOUNS or (module, name) in _OTHERS else None
            if isinstance(found, type) and (found.__module__ == module or module not in _NOUNS):
                return found
            raise pickle.UnpicklingError(name)

    return Reader


def _data(kept: object) -> bytes | None:
    import pickle

    try:
        return pickle.dumps(kept, pickle.HIGHEST_PROTOCOL)
    except (pickle.PicklingError, RecursionError, TypeError, AttributeError):
        return None

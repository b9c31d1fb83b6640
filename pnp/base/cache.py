"""What is worth keeping between two commands, in the user's cache; made again when its sources or the program change.

Nothing in it is trusted for where it lies: the folder must be the user's own and closed to others, and so must each
file. What is kept is data: plain values, and the program's own nouns. Only templates are kept compiled, as Python
keeps its modules. Where there is no place for a cache, there is none.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import stat
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar, cast

from pnp import __version__
from pnp.base.errors import BadFile
from pnp.base.files import read_bytes

MOST_FILES = 200  # whose contents are looked at
MOST_BYTES = 4_000_000  # of a shelf

_PACKAGE = Path(__file__).parents[1]
_NOUNS = (
    "pnp.data.model",
    "pnp.data.layout",
    "pnp.data.board",
    "pnp.data.formula",
    "pnp.base.text",
    "pnp.base.errors",
    "ast",
)  # formulas are trees
_OTHERS = {("pathlib", "PosixPath"), ("pathlib", "WindowsPath"), ("datetime", "date")}
_MOVED = {"pathlib._local": "pathlib"}  # where newer Pythons say that they are

T = TypeVar("T")


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


def kept(name: str) -> bytes | None:
    """What lies in the cache under a name; a file that somebody else could have written does not count."""
    folder = cache_folder()
    if folder is None:
        return None
    try:
        handle = os.open(folder / name, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0))
        with os.fdopen(handle, "rb") as file:
            state = os.fstat(handle)
            closed = sys.platform == "win32" or not state.st_mode & (stat.S_IWGRP | stat.S_IWOTH)
            return file.read() if stat.S_ISREG(state.st_mode) and _own(state) and closed else None
    except OSError:
        return None


def keep(name: str, data: bytes) -> Path | None:
    """Puts something into the cache; tells where it is, if that could be done."""
    folder = cache_folder()
    if folder is None:
        return None
    path = folder / name
    ready = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        for stale in path.parent.glob(f"{path.name}.*"):  # of runs that were killed
            stale.unlink(missing_ok=True)
        handle = os.open(ready, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        ready.replace(path)
    except OSError:  # a cache that cannot be written is no fault
        return None
    return path


def _own(state: os.stat_result) -> bool:
    return sys.platform == "win32" or state.st_uid == os.geteuid()


# ---- what tells one state from another ----


@cache
def program() -> str:
    """Another one after each change of the program, of Python, or of the place of both."""
    files = sorted(_PACKAGE.rglob("*.py"))
    states = [(str(file), (state := file.stat()).st_size, state.st_mtime_ns, state.st_ctime_ns) for file in files]
    return _digest(repr((sys.version, __version__, states)).encode())


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
        return _digest(*(part for file in sorted(files) for part in (os.fsencode(file), read_bytes(file))))
    except BadFile:
        return None


def _digest(*parts: bytes) -> str:
    digest = hashlib.blake2b(digest_size=16)
    for part in parts:
        digest.update(len(part).to_bytes(8, "big"))
        digest.update(part)
    return digest.hexdigest()


# ---- things made of files ----


def remembered(source: Path, kind: str, contents: str | None, load: Callable[[], T]) -> T:
    """What was loaded for a source before, if nothing that it is made of has changed since."""
    if contents is None:
        return load()
    name, state = f"{kind}/{short_name(source)}.pickle", (program(), str(source), contents)
    found = _nouns(kept(name))
    if isinstance(found, tuple) and found[:-1] == state:
        return cast("T", found[-1])
    loaded = load()
    if data := _pickled((*state, loaded)):
        keep(name, data)
    return loaded


def short_name(source: Path) -> str:
    """A name for what is made of a file or folder, another one for each."""
    return f"{source.name}-{zlib.crc32(os.fsencode(source)):08x}"


def _nouns(data: bytes | None) -> object:
    """Values and nouns of the program, and nothing else that a pickle could name."""
    import io
    import pickle

    class Reader(pickle.Unpickler):
        def find_class(self, module: str, name: str) -> Any:
            module = _MOVED.get(module, module)
            found = super().find_class(module, name) if module in _NOUNS or (module, name) in _OTHERS else None
            if isinstance(found, type) and (found.__module__ == module or module not in _NOUNS):
                return found
            if (module, name) == (__name__, _proxied.__name__):
                return _proxied
            raise pickle.UnpicklingError(name)

    try:
        return Reader(io.BytesIO(data)).load() if data else None
    except Exception:  # noqa: BLE001  whatever is wrong with a cache, the files are there
        return None


def _pickled(kept: object) -> bytes | None:
    import copyreg
    import io
    import pickle

    buffer = io.BytesIO()
    pickler = pickle.Pickler(buffer, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = copyreg.dispatch_table | {MappingProxyType: _plain}
    try:
        pickler.dump(kept)
    except (pickle.PicklingError, RecursionError):
        return None
    return buffer.getvalue()


def _plain(mapping: MappingProxyType[Any, Any]) -> tuple[Callable[[dict[Any, Any]], object], tuple[dict[Any, Any]]]:
    return _proxied, (dict(mapping),)


def _proxied(mapping: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(mapping)


# ---- many small things ----


class Shelf:
    """Things made of texts or files before, by what they were made of: plain values, or compiled templates.

    `maker`: the version of what makes them, where that is not the program alone.
    """

    def __init__(self, kind: str, maker: str) -> None:
        self._name = f"shelves/{short_name(_PACKAGE)}.{kind}"
        self._state = f"{program()} {maker}"
        self._known: dict[str, Any] = {}
        self._new = False
        with suppress(ValueError, EOFError, TypeError):
            state, known = marshal.loads(kept(self._name) or b"")  # noqa: S302  a file of the user's own
            self._known = dict(known) if state == self._state else {}

    def get(self, source: str | bytes, make: Callable[[], Any]) -> Any:
        key = _digest(source if isinstance(source, bytes) else source.encode(errors="replace"))
        if key not in self._known:
            self._known[key], self._new = make(), True
        return self._known[key]

    def save(self) -> None:
        """Keeps what is new; of too much only the newest."""
        if self._new:
            with suppress(ValueError):
                keep(self._name, marshal.dumps((self._state, dict(reversed([*self._newest()])))))
            self._new = False

    def _newest(self) -> Iterator[tuple[str, Any]]:
        left = MOST_BYTES
        for key, value in reversed(self._known.items()):
            left -= len(marshal.dumps(value))
            if left < 0:
                return
            yield key, value

"""What is worth keeping between two commands, in the user's cache; made again from the files when they change."""

from __future__ import annotations

import hashlib
import marshal
import os
import pickle
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar, cast

from pnp import __version__
from pnp.errors import BadFile
from pnp.files import write_atomically

MOST_FILES = 2_000
MOST_BYTES = 4_000_000  # of a shelf

T = TypeVar("T")

Stamp = tuple[tuple[str, int, int, int], ...]


def cache_folder() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("pnp-kit")


def remembered(folder: Path, kind: str, stamp: Stamp | None, load: Callable[[], T]) -> T:
    """What was loaded for a folder before, if none of the files behind it has changed since."""
    if stamp is None:
        return load()
    path = cache_folder() / kind / f"{folder.name}-{zlib.crc32(os.fsencode(folder)):08x}.pickle"
    try:
        kept = pickle.loads(path.read_bytes())  # noqa: S301  our own file in the user's cache, never a data folder's
        if kept[:-1] == (__version__, _program(), str(folder), stamp):
            return cast("T", kept[-1])
    except Exception:  # noqa: BLE001, S110  whatever is wrong with a cache, the files are there
        pass
    loaded = load()
    _keep(path, (__version__, _program(), str(folder), stamp, loaded))
    return loaded


def _program() -> tuple[Stamp | None, ...]:
    """What tells one state of the program from another: what reads games, and the nouns that it makes."""
    package = Path(__file__).parent
    nouns = [package / name for name in ("model.py", "layout.py", "board.py", "formula.py")]
    return stamp_of_folder(package / "load"), stamp_of_files(nouns)


def stamp_of_folder(folder: Path) -> Stamp | None:
    """Name, size, time and inode of every file of a game; None for a folder that is no tidy game's."""
    found = []
    try:
        for root, _, names in os.walk(folder):
            found += [Path(root, name) for name in names]
            if len(found) > MOST_FILES:
                return None
    except OSError:
        return None
    return stamp_of_files(found)


def stamp_of_files(files: Iterable[Path]) -> Stamp | None:
    try:
        found = [(file.name, file.stat()) for file in files]
    except OSError:
        return None
    return tuple(sorted((name, stat.st_size, stat.st_mtime_ns, stat.st_ino) for name, stat in found))


class Shelf:
    """Things made of texts or files before, by name: code, or plain values; a file for each state of the maker."""

    def __init__(self, kind: str, maker: str) -> None:
        name = f"{zlib.crc32(f'{sys.version}{__version__}{maker}'.encode()):08x}.{kind}"
        self._path = cache_folder() / "shelves" / name
        self._known: dict[str, Any] = {}
        self._new = False
        with suppress(OSError, ValueError, EOFError, TypeError):
            self._known = dict(marshal.loads(self._path.read_bytes()))  # noqa: S302  as above

    def get(self, name: str, make: Callable[[], Any]) -> Any:
        key = hashlib.blake2b(name.encode(errors="replace"), digest_size=12).hexdigest()
        if key not in self._known:
            self._known[key], self._new = make(), True
        return self._known[key]

    def save(self) -> None:
        """Keeps what is new; of too much only the newest."""
        if self._new:
            with suppress(BadFile, ValueError):
                write_atomically(self._path, marshal.dumps(dict(reversed([*self._newest()]))))
            self._new = False

    def _newest(self) -> Iterator[tuple[str, Any]]:
        left = MOST_BYTES
        for key, value in reversed(self._known.items()):
            left -= len(marshal.dumps(value))
            if left < 0:
                return
            yield key, value


def _keep(path: Path, kept: object) -> None:
    import copyreg
    import io

    buffer = io.BytesIO()
    pickler = pickle.Pickler(buffer, pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = copyreg.dispatch_table | {MappingProxyType: _plain}
    try:
        pickler.dump(kept)
        write_atomically(path, buffer.getvalue())
    except (BadFile, pickle.PicklingError, RecursionError):  # a cache that cannot be written is no fault
        return


def _plain(mapping: MappingProxyType[Any, Any]) -> tuple[Callable[[dict[Any, Any]], object], tuple[dict[Any, Any]]]:
    return _proxied, (dict(mapping),)


def _proxied(mapping: dict[Any, Any]) -> MappingProxyType[Any, Any]:
    return MappingProxyType(mapping)

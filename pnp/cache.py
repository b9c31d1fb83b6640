"""What is worth keeping between two commands, in the user's cache; made again from the files when they change."""

from __future__ import annotations

import os
import pickle
import zlib
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType
from typing import Any

from pnp import __version__
from pnp.errors import BadFile
from pnp.model import Game

MOST_FILES = 2_000

Stamp = tuple[tuple[str, int, int, int], ...]


def cache_folder() -> Path:
    from platformdirs import user_cache_path

    return user_cache_path("pnp-kit")


def remembered(folder: Path, load: Callable[[Path], Game]) -> Game:
    """The game of a folder as it was loaded before, if none of its data files has changed since."""
    stamp = _stamp(folder)
    if stamp is None:
        return load(folder)
    path = cache_folder() / "games" / f"{folder.name}-{zlib.crc32(os.fsencode(folder)):08x}.pickle"
    try:
        kept = pickle.loads(path.read_bytes())  # noqa: S301  our own file in the user's cache, never a data folder's
        if kept[:-1] == (__version__, _program(), str(folder), stamp):
            assert isinstance(kept[-1], Game)
            return kept[-1]
    except Exception:  # noqa: BLE001, S110  whatever is wrong with a cache, the files are there
        pass
    game = load(folder)
    _keep(path, (__version__, _program(), str(folder), stamp, game))
    return game


def _program() -> tuple[Stamp | None, int]:
    """What tells one state of the program from another: what reads games, and the nouns that it makes."""
    package = Path(__file__).parent
    return _stamp(package / "load"), (package / "model.py").stat().st_mtime_ns


def _stamp(folder: Path) -> Stamp | None:
    """Name, size, time and inode of every file of a game; None for a folder that is no tidy game's."""
    found = []
    try:
        for root, _, names in os.walk(folder):
            found += [(name, Path(root, name).stat()) for name in names]
            if len(found) > MOST_FILES:
                return None
    except OSError:
        return None
    return tuple(sorted((name, stat.st_size, stat.st_mtime_ns, stat.st_ino) for name, stat in found))


def _keep(path: Path, kept: object) -> None:
    import copyreg
    import io

    from pnp.files import write_atomically

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

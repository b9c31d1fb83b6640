"""A log on its way to disk: locked for one recorder, each step safe before the next, never half a file."""

from __future__ import annotations

import errno
import os
import sys
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from pnp.errors import BadFile, Complaint, Place
from pnp.files import read_bytes, write_atomically
from pnp.referee.log import MOST_BYTES
from pnp.text import say

_UNLOCKABLE = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)  # some network folders: recording goes on all the same
_FAR = 1 << 30  # Windows locks bytes, and others must still be able to read the rest


class Changed(BadFile):
    """Another program has written to the log meanwhile."""


class Stamp(NamedTuple):
    file: int
    size: int
    time: int


class LogFile:
    """A log that one recorder writes, as long as it is entered."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._target = path
        self._lock = -1
        self._data = b""
        self._stamp: Stamp | None = None  # how the file was left; None where there is none yet

    def __enter__(self) -> Self:
        try:
            self._target = self.path.resolve()
            if self._target.exists() and not self._target.is_file():
                raise self._refused(OSError(errno.EINVAL, "not a file"))
            self._target.parent.mkdir(parents=True, exist_ok=True)
            self._lock = _locked(self._locker)
        except RuntimeError:  # links in a circle
            raise self._refused(OSError(errno.ELOOP, os.strerror(errno.ELOOP))) from None
        except OSError as error:
            raise self._refused(error) from None
        if self._lock < 0:
            raise BadFile(
                Complaint(
                    say("another recorder is writing this log"),
                    Place(self.path),
                    say("leave it there first, or name another file"),
                )
            )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(OSError):  # where an open file cannot be removed, it stays, and nobody minds
            self._locker.unlink()
        os.close(self._lock)

    @property
    def _locker(self) -> Path:
        """The file beside the log that is locked; the log itself is replaced now and then."""
        return self._target.with_name(f".{self._target.name}.lock")

    def read(self) -> bytes | None:
        """What is on disk; None where there is no file yet, or an empty one."""
        self._stamp = self._look()
        self._data = b"" if self._stamp is None else read_bytes(self._target, MOST_BYTES)
        return self._data or None

    def save(self, text: str) -> None:
        """Brings the file to this text: what only goes on is added at the end, all else replaces the whole file."""
        data, kept = text.encode(), self._data.removesuffix(b"\n")
        found = self._look()
        if found is not None and found != self._stamp:
            raise Changed(Complaint(say("another program has changed the log"), Place(self.path)))
        try:
            if found and kept != self._data and data.startswith(kept):
                self._add(len(kept), data[len(kept) :])
            else:
                write_atomically(self._target, data)
                _settle(self._target.parent)
        except OSError as error:
            self._stamp = self._look()
            raise self._refused(error) from None
        self._data, self._stamp = data, self._look()

    def _add(self, at: int, tail: bytes) -> None:
        """Writes on from the end of the last line; a line end comes last, so that a torn line shows."""
        with self._target.open("r+b", buffering=0) as file:
            try:
                _write(file.fileno(), at, tail)
            except OSError:
                with suppress(OSError):
                    file.truncate(at)
                    _write(file.fileno(), at, b"\n")
                raise

    def _look(self) -> Stamp | None:
        try:
            found = self._target.stat()
        except FileNotFoundError:
            return None
        return Stamp(found.st_ino, found.st_size, found.st_mtime_ns)

    def _refused(self, error: OSError) -> BadFile:
        return BadFile(Complaint(say("cannot be written: {reason}", reason=error.strerror or ""), Place(self.path)))


def _write(handle: int, at: int, data: bytes) -> None:
    os.lseek(handle, at, os.SEEK_SET)
    while data:
        data = data[os.write(handle, data) :]
    os.fsync(handle)


def _settle(folder: Path) -> None:
    """A new name in a folder is only safe once the folder is."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _locked(path: Path) -> int:
    """A handle that keeps others out as long as it is open; -1 where somebody else has one.

    The system lets go of the lock however the process ends, so what lies there from an earlier one is no hindrance.
    """
    while True:
        handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
        try:
            _lock(handle)
            if os.path.samestat(os.fstat(handle), path.stat()):
                return handle
        except FileNotFoundError:  # whoever had it has just removed it
            pass
        except OSError as error:
            if error.errno in _UNLOCKABLE:
                return handle
            os.close(handle)
            if error.errno in (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK):
                return -1
            raise
        os.close(handle)


def _lock(handle: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        os.lseek(handle, _FAR, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

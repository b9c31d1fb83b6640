"""A log on its way to disk: locked for one recorder, each step safe before the next, never half a file."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self

from pnp.base.errors import BadFile, Complaint, Place
from pnp.base.files import read_bytes
from pnp.base.save import file_to_write, locked, write_atomically
from pnp.base.text import say
from pnp.log.log import MOST_BYTES


class Changed(BadFile):
    """Another program has written to the log meanwhile."""


class FileState(NamedTuple):
    """What tells whether another program has written to a file: its inode, its size, and when it changed."""

    file: int
    size: int
    time: int


class LogFile:
    """A log that one recorder writes, as long as it is entered."""

    def __init__(self, path: Path, within: Path | None = None) -> None:
        self.path = path
        self._within = within or path  # no link may lead out of it
        self._target = path
        self._lock = -1
        self._data = b""
        self._state: FileState | None = None  # how the file was left; None where there is none yet

    def __enter__(self) -> Self:
        self._target = file_to_write(self.path, self._within)
        try:
            self._target.parent.mkdir(parents=True, exist_ok=True)
            self._lock = locked(self._locker)
        except OSError as error:
            raise self._refused(error) from None
        if self._lock < 0:
            raise BadFile(
                Complaint(
                    say("another recorder is already writing this log"),
                    Place(self.path),
                    say("close that one first, or name another file"),
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
        self._state = self._look()
        self._data = b"" if self._state is None else read_bytes(self._target, MOST_BYTES)
        return self._data or None

    def save(self, text: str) -> None:
        """Brings the file to this text: what only goes on is added at the end, all else replaces the whole file."""
        data, kept = text.encode(), self._data.removesuffix(b"\n")
        found = self._look()
        if found is not None and found != self._state:
            raise Changed(Complaint(say("another program has changed the log"), Place(self.path)))
        try:
            if found and kept != self._data and data.startswith(kept):
                self._add(len(kept), data[len(kept) :])
            else:
                write_atomically(self._target, data, self._target)
        except OSError as error:
            self._state = self._look()
            raise self._refused(error) from None
        self._data, self._state = data, self._look()

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

    def _look(self) -> FileState | None:
        try:
            found = self._target.stat()
        except FileNotFoundError:
            return None
        return FileState(found.st_ino, found.st_size, found.st_mtime_ns)

    def _refused(self, error: OSError) -> BadFile:
        return BadFile(Complaint(say("cannot be written: {reason}", reason=error.strerror or ""), Place(self.path)))


def _write(handle: int, at: int, data: bytes) -> None:
    os.lseek(handle, at, os.SEEK_SET)
    while data:
        data = data[os.write(handle, data) :]
    os.fsync(handle)

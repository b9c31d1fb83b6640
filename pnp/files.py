"""Reads a stranger's file into text: bounded in size, confined to its folder, valid UTF-8. Writes atomically."""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from pathlib import Path

from pnp.errors import BadFile, Complaint, Place
from pnp.text import Message, say

MOST_BYTES = 4_000_000


def read_text(path: Path, most: int = MOST_BYTES) -> str:
    """The text of a file, without byte order mark and with plain line ends."""
    return decoded(path, read_bytes(path, most))


def decoded(path: Path, data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BadFile(
            Complaint(
                say("expected UTF-8 text, found the byte {byte}", byte=f"0x{data[error.start]:02X}"),
                Place(path, line),
                say("save the file again with the encoding UTF-8 (in a spreadsheet: CSV UTF-8)"),
            )
        ) from None
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise BadFile(Complaint(say("expected text, found a zero byte"), Place(path, line)))
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    try:
        if not path.is_file():
            raise BadFile(Complaint(say("there is no such file"), Place(path)))
        size = path.stat().st_size
        if size > most:
            raise BadFile(
                Complaint(
                    say(
                        "the file has {size} MB; at most {most} MB are read",
                        size=-(-size // 1_000_000),
                        most=most // 1_000_000,
                    ),
                    Place(path),
                    say("split it, or remove what does not belong in it"),
                )
            )
        return path.read_bytes()
    except OSError as error:
        raise BadFile(Complaint(say("cannot be read: {reason}", reason=error.strerror or ""), Place(path))) from None


def inside(folder: Path, name: str, place: Place) -> Path:
    """A file named in a folder, which must really lie in it: no link and no `..` may lead out."""
    try:
        confined = (folder / name).resolve().is_relative_to(folder.resolve())
    except (OSError, ValueError, RuntimeError):  # a zero byte in the name, or links in a circle
        confined = False
    if confined:
        return folder / name
    raise BadFile(
        Complaint(
            say("'{name}' leads out of its folder", name=name),
            place,
            say("copy the file into the folder '{folder}' and name it there", folder=folder.name),
        )
    )


def write_atomically(path: Path, data: bytes, hint: Message | None = None) -> None:
    """All of it or nothing: a temporary file beside the target, then renamed over it."""
    write_together({path: data}, hint)


def write_together(files: Mapping[Path, bytes], hint: Message | None = None) -> None:
    """Several files, each whole; none is touched before all lie ready beside their targets."""
    ready: list[tuple[Path, Path]] = []
    path = Path()
    try:
        for path, data in files.items():
            target = _target(path)
            if target.exists() and not target.is_file():
                raise BadFile(Complaint(say("cannot be written: {reason}", reason="not a file"), Place(target), hint))
            ready.append((target, _beside(target, data)))
        for path, temporary in ready:
            temporary.replace(path)
    except OSError as error:
        reason = say("cannot be written: {reason}", reason=error.strerror or "")
        raise BadFile(Complaint(reason, Place(path), hint)) from None
    finally:
        for _, temporary in ready:
            temporary.unlink(missing_ok=True)


def _target(path: Path) -> Path:
    """Where a file is written: links are written through; OSError where they go round in a circle."""
    try:
        return path.resolve() if path.is_symlink() else path
    except RuntimeError as error:
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP)) from error


def _beside(path: Path, data: bytes) -> Path:
    """A temporary file with the data, in the folder of its target."""
    import tempfile

    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.chmod(0o666 & ~_umask())
    except OSError:
        temporary.unlink(missing_ok=True)
        raise
    return temporary


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask

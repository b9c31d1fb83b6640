"""Reads a stranger's file into text: bounded in size, confined to its folder, valid UTF-8."""

from __future__ import annotations

from pathlib import Path

from pnp.base.errors import BadFile, Complaint, Place
from pnp.base.text import Message, say

MOST_BYTES = 4_000_000


def read_text(path: Path, most: int = MOST_BYTES) -> str:
    """The text of a file, without byte order mark and with plain line ends."""
    return decoded(path, read_bytes(path, most))


def decoded(path: Path, data: bytes) -> str:
    """The text that the bytes of a file stand for; BadFile where they are no UTF-8, or hold a zero byte."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise BadFile(
            Complaint(
                say("expected UTF-8 text, found the byte {byte}", byte=f"0x{data[error.start]:02X}"),
                Place(path, line),
                say("save the file again as UTF-8 (in a spreadsheet, choose CSV UTF-8)"),
            )
        ) from None
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        raise BadFile(Complaint(say("expected text, found a null byte"), Place(path, line)))
    return plain_lines(text)


def plain_lines(text: str) -> str:
    """A text whose lines end as they do here, wherever it was written."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def read_bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """What a file holds; BadFile where it is missing, cannot be read, or has more than `most` bytes."""
    try:
        if not path.is_file():
            raise BadFile(Complaint(_why_no_file(path), Place(path)))
        size = path.stat().st_size
        if size > most:
            raise BadFile(
                Complaint(
                    say(
                        "the file has {size} MB, but pnp reads at most {most} MB",
                        size=-(-size // 1_000_000),
                        most=most // 1_000_000,
                    ),
                    Place(path),
                    say("split it, or remove what doesn’t belong there"),
                )
            )
        return path.read_bytes()
    except OSError as error:
        raise BadFile(Complaint(say("cannot be read: {reason}", reason=error.strerror or ""), Place(path))) from None


def _why_no_file(path: Path) -> Message:
    """What a path names in place of a file."""
    if path.is_dir():
        return say("expected a file, found a folder")
    return say("expected a file") if path.exists() else say("there is no such file")


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
            say("“{name}” points outside its folder", name=name),
            place,
            say("copy the file into the folder “{folder}” and refer to it there", folder=folder.name),
        )
    )

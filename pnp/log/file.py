"""Reads a log from disk, text or JSON, whatever its bytes."""

from __future__ import annotations

from pathlib import Path

from pnp.base.errors import BadFile, Complaint, Place
from pnp.base.files import read_text as read_file
from pnp.base.text import say, word
from pnp.log.library import Library
from pnp.log.log import MOST_BYTES, Log


def read_log(path: Path, library: Library, *, strict: bool = False) -> Log:
    """The log in a file; BadFile with line and column where it cannot be read.

    Slips in a text are read as they were meant where that is clear, and noted in the log; not if `strict`.
    """
    return parse_log(path, read_file(path, MOST_BYTES), library, strict=strict)


def parse_log(path: Path, text: str, library: Library, *, strict: bool = False) -> Log:
    """The log in a text that was read from a file, as `read_log` has it."""
    if not text.strip():
        raise BadFile(
            Complaint(
                say("the file is empty"),
                Place(path),
                say("a log starts with the line {example}", example=word("example", "game: …")),
            )
        )
    if is_json(text):
        from pnp.log.jsonlog.reading import read_json

        return read_json(path, text, library)
    from pnp.log.textlog.reading import read_text

    return read_text(path, text, library, strict=strict)


def is_json(text: str) -> bool:
    """Whether a log is read as JSON: by its first character, whatever its file is called."""
    return text.lstrip().startswith(("{", "["))

"""Reads a log as people write it: its header, then its lines."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from pnp.base.errors import BadFile, Complaint, Place
from pnp.base.text import say
from pnp.log.header import CONTROL
from pnp.log.library import Library
from pnp.log.log import MOST_LINES, Log
from pnp.log.textlog.body import BodyReader
from pnp.log.textlog.head import HeadReader
from pnp.log.textlog.lenient import LenientReader
from pnp.log.tongue import language_of
from pnp.rules.step import Line


def read_text(path: Path, text: str, library: Library, *, strict: bool = False) -> Log:
    """The log in a text; BadFile names every line that is not understood. If strict, nothing is guessed."""
    if text.count("\n") > MOST_LINES:
        raise BadFile(Complaint(say("the log has more than {most} {most:line|lines}", most=MOST_LINES), Place(path)))
    lenient = LenientReader(path, strict=strict)
    lines = text.rstrip("\n").split("\n")
    log, comments, body = HeadReader(path, library, lenient).read(lines)
    reader = library.reader_of_any(log) if lenient.complaints else library.reader(log)
    found: list[Line] = []
    if reader:
        reader = reader.speaking(cache(lambda: language_of(text, log, library)))
        plain = not CONTROL.search(text)
        found = [*comments, *BodyReader(reader, library.common_words, lenient).read(lines, body, plain=plain)]
    lenient.give_up()
    return replace(log, lines=tuple(found), assumptions=tuple(sorted(lenient.assumptions)))


def read_line(text: str, log: Log, library: Library, language: str) -> Line:
    """One line of a log whose header and language are known; BadFile says what is wrong. Nothing is guessed."""
    strict = LenientReader(log.path, strict=True)
    reader = library.reader(log).speaking(lambda: language)
    found = list(BodyReader(reader, library.common_words, strict).read([text], 0, plain=False))
    strict.give_up()
    return found[0]

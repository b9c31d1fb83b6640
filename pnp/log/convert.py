"""A log in its other format, or with the words of another language."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from pnp.base.files import read_text
from pnp.base.text import SOURCE_LANGUAGE
from pnp.log.file import is_json, parse_log
from pnp.log.jsonlog.writing import to_json
from pnp.log.library import Library
from pnp.log.log import MOST_BYTES, HeaderLine, Log
from pnp.log.tongue import language_of
from pnp.log.writing import write_text

TEXT, JSON = FORMATS = ("text", "json")


def converted(path: Path, library: Library, file_format: str, language: str) -> tuple[str, Log]:
    """Text becomes JSON and JSON text, unless the format is named; the words stay in their language unless one is.

    With the text comes the log that it tells.
    """
    text = read_text(path, MOST_BYTES)
    log = parse_log(path, text, library)
    was_json = is_json(text)
    file_format = file_format or (TEXT if was_json or language else JSON)
    words = language or log.language or (SOURCE_LANGUAGE if was_json else language_of(text, log, library))
    return rendered(log, library, file_format, words), log


def rendered(log: Log, library: Library, file_format: str, language: str) -> str:
    """A log as text or JSON, with the words of a language."""
    if file_format == TEXT:
        return write_text(log, library, language)
    return json.dumps(to_json(_saying(log, language), library), ensure_ascii=False, indent=1) + "\n"


def _saying(log: Log, language: str) -> Log:
    """The log with its language in the header, so that it is written back in the same words."""
    if language == SOURCE_LANGUAGE or log.heading("language"):
        return log
    return replace(log, head=(*log.head, HeaderLine(0, "language", language)))

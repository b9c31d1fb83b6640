"""A log in its other format, or with the words of another language."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

from pnp.base.files import read_text
from pnp.base.text import SOURCE_LANGUAGE
from pnp.log.file import is_json, parse_log
from pnp.log.jsonlog.writing import to_json
from pnp.log.library import Library
from pnp.log.log import MOST_BYTES, HeaderLine, Log
from pnp.log.writing import write_text
from pnp.rules.notation import VERBS, Vocabulary, fold

TEXT, JSON = FORMATS = ("text", "json")


def converted(path: Path, library: Library, file_format: str, language: str) -> tuple[str, Log]:
    """Text becomes JSON and JSON text, unless the format is named; the words stay in their language unless one is.

    With the text comes the log that it tells.
    """
    text = read_text(path, MOST_BYTES)
    log = parse_log(path, text, library)
    was_json = is_json(text)
    file_format = file_format or (TEXT if was_json or language else JSON)
    words = language or log.language or (SOURCE_LANGUAGE if was_json else _spoken(text, library.vocabulary(log.game)))
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


def _spoken(text: str, vocabulary: Vocabulary) -> str:
    """The language in which most of a log's verbs are written."""
    vocabulary.read_all()
    votes: dict[str, int] = {}
    for part in re.split(r"[;:\n]", text):
        words = part.split()
        for language in vocabulary.languages.get((VERBS, fold(words[0])), ()) if words else ():
            votes[language] = votes.get(language, 0) + 1
    return max(votes, key=lambda language: (votes[language], language == SOURCE_LANGUAGE), default=SOURCE_LANGUAGE)

"""What can go wrong with files and requests, as values that name place, expectation, finding and remedy."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from pnp.base.text import Message, say


@dataclass(frozen=True, slots=True)
class Place:
    path: Path
    line: int | None = None
    column: int | None = None


@dataclass(frozen=True, slots=True)
class Complaint:
    message: Message
    place: Place | None = None
    hint: Message | None = None


class Failure(Exception):
    """Ends a command with exit code 2; all complaints are shown at once."""

    def __init__(self, *complaints: Complaint) -> None:
        super().__init__(*complaints)
        self.complaints = complaints


class BadFile(Failure):
    """A file that cannot be used as it is."""


class BadRequest(Failure):
    """A choice on the command line that the game or the workspace does not offer."""


MOST_COMPARED = 100  # letters of a word, and words: of more, those that begin alike


def near_miss(found: str, known: Iterable[str]) -> Message | None:
    """The known word that was probably meant; else, where they are few, the whole list."""
    found = found[:MOST_COMPARED].casefold()
    names = {name.casefold(): name for name in known}
    alike = list(names)
    if len(names) > MOST_COMPARED:
        alike = [name for name in names if name[:1] == found[:1]][:MOST_COMPARED]
    begun = [name for name in alike if name.startswith(found)] if found else []
    if close := begun if len(begun) == 1 else get_close_matches(found, alike, n=1, cutoff=0.6):
        return say("did you mean '{word}'?", word=names[close[0]])
    few = 12
    if 0 < len(names) <= few:
        return say("known here: {words}", words=", ".join(sorted(names.values())))
    return None

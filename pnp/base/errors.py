"""What can go wrong with files and requests, as values that name place, expectation, finding and remedy."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from pnp.base.text import Message, say

MOST_SHOWN = 20  # complaints in the text of a failure


@dataclass(frozen=True, slots=True)
class Place:
    """The file where something is wrong, with line and column as far as they are known."""

    path: Path
    line: int | None = None
    column: int | None = None

    def __str__(self) -> str:
        return ":".join(str(one) for one in (self.path, self.line, self.column) if one is not None)


@dataclass(frozen=True, slots=True, repr=False)
class Complaint:
    """Something that is wrong: what was expected and what was found, where, and what to do about it.

    Each is a text that knows the words of every language; `str` has them in English.
    """

    message: Message
    place: Place | None = None
    hint: Message | None = None

    def __str__(self) -> str:
        """Place, finding and remedy in one line."""
        place = f"{self.place}: " if self.place else ""
        return f"{place}{self.message}{f' → {self.hint}' if self.hint else ''}"

    def __repr__(self) -> str:
        return f"<Complaint {self}>"


class Failure(Exception):
    """What was asked for cannot be done; nothing half-done is left behind.

    Its text is a line for each complaint; message, path, line and hint are those of the first.
    """

    def __init__(self, first: Complaint, *more: Complaint) -> None:
        super().__init__(first, *more)
        self.complaints = (first, *more)

    def __str__(self) -> str:
        lines = [str(one) for one in self.complaints[:MOST_SHOWN]]
        more = len(self.complaints) - len(lines)
        return "\n".join([*lines, f"… {more} more"] if more else lines)

    @property
    def message(self) -> str:
        """What was expected and what was found."""
        return str(self.complaints[0].message)

    @property
    def path(self) -> Path | None:
        """The file that is at fault, if one is."""
        place = self.complaints[0].place
        return place.path if place else None

    @property
    def line(self) -> int | None:
        """The line of that file."""
        place = self.complaints[0].place
        return place.line if place else None

    @property
    def hint(self) -> str | None:
        """What to do about it."""
        hint = self.complaints[0].hint
        return str(hint) if hint else None


class BadFile(Failure):
    """A file that cannot be used as it is."""


class BadRequest(Failure):
    """A choice that the game or the workspace does not offer, or a wrong argument."""


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
        return say("did you mean “{word}”?", word=names[close[0]])
    few = 12
    if 0 < len(names) <= few:
        return say("available: {words}", words=", ".join(sorted(names.values())))
    return None

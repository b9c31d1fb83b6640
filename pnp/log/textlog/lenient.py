"""Reads pieces of lines, and keeps what is wrong with them and where they were read as something else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from pnp.base.errors import Complaint, Place
from pnp.base.text import Message
from pnp.log.guessing.mending import Mender, Slip, Unguessed
from pnp.log.header import refused
from pnp.log.log import Assumption
from pnp.log.steps.misread import Misread, column

MOST_ASSUMED, MOST_KINDS = 5_000, 400  # places that are read as something else, and different ones
Read = TypeVar("Read")


class LenientReader:
    """Reads a piece of a text as it stands or, unless it is `strict`, as it was clearly meant."""

    def __init__(self, path: Path, *, strict: bool) -> None:
        self._path, self._strict = path, strict
        self.complaints: list[Complaint] = []
        self.assumptions: list[Assumption] = []
        self._kinds: set[tuple[str, str]] = set()

    def read(
        self,
        line: int,
        start: int,
        text: str,
        read: Callable[[str], tuple[Read, ...]],
        mender: Callable[[], Mender],
        go_on: Callable[[str], tuple[Read, ...]] | None = None,
    ) -> tuple[Read, ...] | None:
        """What a piece of a line says that begins behind so many letters; None after a complaint."""
        try:
            return read(text)
        except Misread as misread:
            if self.exact:
                self.complain(line, misread.message, misread.hint, start + column(text, misread.at))
                return None
        try:
            found, slips = mender().mended(text, read, go_on)
        except Unguessed as unguessed:
            self.complain(line, unguessed.message, unguessed.hint, start + unguessed.at + 1)
            return None
        self.assume(line, start, text, slips)
        return found

    @property
    def exact(self) -> bool:
        """Whether nothing is guessed, or not any more."""
        return self._strict or len(self.assumptions) >= MOST_ASSUMED or len(self._kinds) >= MOST_KINDS

    def assume(self, line: int, start: int, text: str, slips: tuple[Slip, ...]) -> None:
        """Notes slips in a piece of a line that begins behind so many letters."""
        for slip in slips:
            found = text[slip.start : slip.end]
            self._kinds.add((found, slip.meant))
            self.assumptions.append(Assumption(line, start + slip.start + 1, found, slip.meant, slip.matters))

    def complain(self, line: int, message: Message, hint: Message | None = None, at: int | None = None) -> None:
        """Notes what is wrong with a line, and in which column that stands."""
        self.complaints.append(Complaint(message, Place(self._path, line, at), hint))

    def give_up(self) -> None:
        """BadFile with all complaints, if there are any."""
        if self.complaints:
            raise refused(self.complaints, self._path)

"""A game as others show it: the table in words and as plain data, and what a game came to in numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from pnp.base.span import Span
from pnp.base.text import Message, Text

# what a designer wants to know of many games: headings, and under each an amount for each label
GameFigures = Mapping[Text, Mapping[Text, Span]]
Tableau = dict[str, Any]  # the table as plain data, for layouts and charts


class SpacePicture(NamedTuple):
    """A space of the board: its word in the notation, and what stands on it."""

    label: Message
    marks: tuple[str | Message, ...] = ()


class SeatPicture(NamedTuple):
    """A player: the name with what counts most, lines for what lies there, and whether it is their turn."""

    title: Message
    lines: tuple[Message, ...] = ()
    active: bool = False


class TablePicture(NamedTuple):
    """The table as words: a ring of spaces with its centre, facts about piles, and what lies before each seat.

    Where the log leaves a number open, the words have a Span for it.
    """

    ring: tuple[SpacePicture, ...] = ()
    centre: tuple[Message, ...] = ()
    facts: tuple[Message, ...] = ()
    seats: tuple[SeatPicture, ...] = ()

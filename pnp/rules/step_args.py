"""The types of the arguments of verbs that games have in common.

Modules of verbs import them for whoever checks types, and for nobody else: so they cost nothing.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict


class NoArgs(TypedDict):
    """Of a verb that says it all."""


class TurnArgs(TypedDict):
    """Of `turn`, which begins one: its number, where the log counts them."""

    number: NotRequired[int]


class DealArgs(TypedDict):
    """Of `deal`, by a player's seat or by nobody."""

    cards: tuple[str, ...]


class CountArgs(TypedDict):
    """Of a note: how many there are."""

    number: int

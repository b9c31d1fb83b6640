"""The types of the arguments of each verb, slot by slot of its form; a test holds them to it.

Modules of verbs import them for whoever checks types, and for nobody else: so they cost nothing.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict


class RoundArgs(TypedDict):
    number: NotRequired[int]
    tokens: NotRequired[tuple[int, ...]]


class TileArgs(TypedDict):
    tile: str


class PeekArgs(TypedDict):
    tiles: NotRequired[tuple[str, ...]]


TakeOverArgs = TypedDict(
    "TakeOverArgs",
    {
        "tiles": tuple[str, ...],
        "from": int,
    },
)


class PassArgs(TypedDict):
    to: int


class TradeArgs(TypedDict):
    tiles: NotRequired[tuple[str, ...]]


class Turning(TypedDict):
    """Which used cards are turned up again."""

    turning: NotRequired[tuple[str, ...]]


class GroupArgs(Turning):
    pass


class StopArgs(TypedDict):
    token: NotRequired[int]


class ExplodeArgs(Turning):
    losing: NotRequired[int]

"""The types of the arguments of each verb, slot by slot of its form; a test holds them to it.

Modules of verbs import them for whoever checks types, and for nobody else: so they cost nothing.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict


class RoundArgs(TypedDict):
    """Of `round`: its number, and what the tokens are worth that are laid out for it."""

    number: NotRequired[int]
    tokens: NotRequired[tuple[int, ...]]


class TileArgs(TypedDict):
    """Of `draw` and `pick`: the tile."""

    tile: str


class PeekArgs(TypedDict):
    """Of `peek`: the tiles that turned up, where the log names them."""

    tiles: NotRequired[tuple[str, ...]]


TakeOverArgs = TypedDict(
    "TakeOverArgs",
    {
        "tiles": tuple[str, ...],
        "from": int,
    },
)


class PassArgs(TypedDict):
    """Of `pass`: the seat that gets the tile."""

    to: int


class TradeArgs(TypedDict):
    """Of `trade`: the tiles that go aside for gold; if left out, those that have lain longest."""

    tiles: NotRequired[tuple[str, ...]]


class Turning(TypedDict):
    """Which used cards are turned up again."""

    turning: NotRequired[tuple[str, ...]]


class GroupArgs(Turning):
    """Of `group`, by which assistants may turn used cards up again."""


class StopArgs(TypedDict):
    """Of `stop` and `safe`: what the token is worth that is taken, where the log tells."""

    token: NotRequired[int]


class ExplodeArgs(Turning):
    """Of `explode`: what the token is worth that is lost, where the log tells."""

    losing: NotRequired[int]

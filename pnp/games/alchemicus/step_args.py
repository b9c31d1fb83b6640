"""The types of the arguments of each verb, slot by slot of its form; a test holds them to it.

Modules of verbs import them for whoever checks types, and for nobody else: so they cost nothing.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

from pnp.rules.step import Spot


class DrawArgs(TypedDict):
    cards: NotRequired[tuple[str, ...]]


class NoctisArgs(TypedDict):
    card: NotRequired[str]
    paying: NotRequired[tuple[str, ...]]


class BankArgs(TypedDict):
    card: str
    paying: NotRequired[tuple[str, ...]]
    refilling: NotRequired[str]


class ReshuffleArgs(TypedDict):
    deck: NotRequired[str]
    laying: NotRequired[tuple[str, ...]]


PlayArgs = TypedDict(
    "PlayArgs",
    {
        "card": str,
        "on": NotRequired[Spot | str | int],
        "of": NotRequired[int],
        "from": NotRequired[Spot],
        "to": NotRequired[Spot],
        "paying": NotRequired[tuple[str, ...]],
        "drawing": NotRequired[tuple[str, ...]],
    },
)


class PactumArgs(TypedDict):
    card: str
    paying: NotRequired[tuple[str, ...]]
    drawing: NotRequired[tuple[str, ...]]


class InfamiaArgs(TypedDict):
    card: str
    on: int


class WardArgs(TypedDict):
    card: NotRequired[str]
    at: NotRequired[Spot]
    paying: NotRequired[tuple[str, ...]]


class ShedArgs(TypedDict):
    paying: NotRequired[tuple[str, ...]]


class AimedArgs(TypedDict):
    """Of any card, with whose the thing is that it is played on."""

    card: str
    of: NotRequired[int]


class LaidArgs(AimedArgs):
    """Of a Golem or Spiritus: the building or field."""

    on: Spot


_From = TypedDict("_From", {"from": NotRequired[Spot]})


class ChangingArgs(AimedArgs, _From):
    """Of Mutabilis or Homunculus: the good, where it lies, and where it goes."""

    on: str
    to: NotRequired[Spot]


Arriving = TypedDict("Arriving", {"with": NotRequired[tuple[str, ...]], "drawing": NotRequired[tuple[str, ...]]})


PlaceArgs = TypedDict(
    "PlaceArgs",
    {
        "field": Spot,
        "with": NotRequired[tuple[str, ...]],
        "drawing": NotRequired[tuple[str, ...]],
    },
)


MoveArgs = TypedDict(
    "MoveArgs",
    {
        "number": int,
        "to": NotRequired[Spot],
        "with": NotRequired[tuple[str, ...]],
        "paying": NotRequired[tuple[str, ...]],
        "drawing": NotRequired[tuple[str, ...]],
    },
)


class BuildArgs(TypedDict):
    card: str
    replacing: NotRequired[Spot]
    paying: NotRequired[tuple[str, ...]]
    showing: NotRequired[tuple[str, ...]]


class SpiritArgs(TypedDict):
    """`paying` the cards of the whole hand, or the word for it."""

    spot: Spot
    paying: NotRequired[tuple[str, ...] | str]


TakeArgs = TypedDict(
    "TakeArgs",
    {
        "card": NotRequired[str],
        "from": int,
    },
)


class CollectArgs(TypedDict):
    spots: NotRequired[tuple[Spot, ...]]


CarryArgs = TypedDict(
    "CarryArgs",
    {
        "good": str,
        "from": NotRequired[Spot],
        "to": NotRequired[Spot],
        "of": NotRequired[int],
    },
)


class TransmuteArgs(TypedDict):
    spots: NotRequired[tuple[Spot, ...]]
    showing: NotRequired[tuple[str, ...]]


SellArgs = TypedDict(
    "SellArgs",
    {
        "good": str,
        "from": NotRequired[Spot],
        "at": Spot,
        "for": NotRequired[str],
        "drawing": NotRequired[tuple[str, ...]],
        "showing": NotRequired[tuple[str, ...]],
    },
)


class BuyArgs(TypedDict):
    to: NotRequired[Spot]
    paying: NotRequired[tuple[str, ...]]


class GiveArgs(TypedDict):
    paying: NotRequired[tuple[str, ...]]


class GloriaArgs(TypedDict):
    paying: NotRequired[tuple[str, ...]]


class DiscardArgs(TypedDict):
    cards: NotRequired[tuple[str, ...]]


class PileArgs(TypedDict):
    number: int
    of: NotRequired[str]

"""The types of the arguments of each verb, slot by slot of its form; a test holds them to it.

Modules of verbs import them for whoever checks types, and for nobody else: so they cost nothing.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

from pnp.rules.step import Spot


class DrawArgs(TypedDict):
    """Of `draw`: which cards, where the log names them."""

    cards: NotRequired[tuple[str, ...]]


class NoctisArgs(TypedDict):
    """Of `noctis`: the card that is drawn, and those that pay for it."""

    card: NotRequired[str]
    paying: NotRequired[tuple[str, ...]]


class BankArgs(TypedDict):
    """Of `bank`: the card that is taken, those that pay for it, and the one that takes its place."""

    card: str
    paying: NotRequired[tuple[str, ...]]
    refilling: NotRequired[str]


class ReshuffleArgs(TypedDict):
    """Of `reshuffle`: which pile, the base pile if unsaid, and what is laid out as the new bank."""

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
    """Of `play` with a Pactum: what pays for it, and which cards it brings."""

    card: str
    paying: NotRequired[tuple[str, ...]]
    drawing: NotRequired[tuple[str, ...]]


class InfamiaArgs(TypedDict):
    """Of `play` with an Infamia: the seat that it is played on."""

    card: str
    on: int


class WardArgs(TypedDict):
    """Of `ward`, with a Golem or with cards: the building that the Golem guards, or what pays for it."""

    card: NotRequired[str]
    at: NotRequired[Spot]
    paying: NotRequired[tuple[str, ...]]


class ShedArgs(TypedDict):
    """Of `shed`: the cards that pay for getting rid of an Infamia."""

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
    """Of `build`: the building, what pays for it, the one that it replaces, and the cards that lay there as goods."""

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
    """Of `collect`: the buildings that bring a good; all that can if left out."""

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
    """Of `transmute`: the buildings that work, all that can if unsaid; and the cards that were used up as goods."""

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
    """Of `buy`: the building that the good goes to, and the cards that pay for it."""

    to: NotRequired[Spot]
    paying: NotRequired[tuple[str, ...]]


class GiveArgs(TypedDict):
    """Of `give`: the cards that are given."""

    paying: NotRequired[tuple[str, ...]]


class GloriaArgs(TypedDict):
    """Of `gloria`: the cards that pay for playing it."""

    paying: NotRequired[tuple[str, ...]]


class DiscardArgs(TypedDict):
    """Of `discard`: the cards above the limit of the hand."""

    cards: NotRequired[tuple[str, ...]]


class PileArgs(TypedDict):
    """Of the note `pile`: how many cards it has, and which pile, the base pile if unsaid."""

    number: int
    of: NotRequired[str]

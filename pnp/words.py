"""Words of the program that several of its parts print."""

from __future__ import annotations

from pnp.model import Deck
from pnp.text import Message, counted


def pieces(deck: Deck) -> Message:
    """How many pieces a deck has, in words."""
    return {
        "card": counted("{n} card", "{n} cards", n=deck.count),
        "tile": counted("{n} tile", "{n} tiles", n=deck.count),
        "token": counted("{n} token", "{n} tokens", n=deck.count),
        "pawn": counted("{n} pawn", "{n} pawns", n=deck.count),
        "board": counted("{n} board", "{n} boards", n=deck.count),
    }[deck.piece]

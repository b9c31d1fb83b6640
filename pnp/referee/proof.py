"""Why a card cannot be where a record has it, in a sentence."""

from __future__ import annotations

from collections.abc import Callable

from pnp.referee.deal import Bound
from pnp.text import Message, say


def prove(bound: Bound, name: Callable[[str], str]) -> Message:
    """How many there can have been, and which lines have shown them."""
    cards = [name(kind) for kind in bound.kinds]
    piles = [pile for _, pile in bound.piles]
    if len(piles) > 1:
        if bound.lines:
            return say(
                "piles {piles} brought at most {most} {cards}, seen in lines {lines}; this is one more",
                piles=piles,
                most=bound.most,
                cards=cards,
                lines=list(bound.lines),
            )
        return say(
            "piles {piles} brought at most {most} {cards}; this is one more",
            piles=piles,
            most=bound.most,
            cards=cards,
        )
    pile = piles[0] if piles else 1
    if bound.lines:
        return say(
            "pile {pile} held at most {most} {cards}, seen in lines {lines}; this is one more",
            pile=pile,
            most=bound.most,
            cards=cards,
            lines=list(bound.lines),
        )
    return say("pile {pile} held at most {most} {cards}; this is one more", pile=pile, most=bound.most, cards=cards)

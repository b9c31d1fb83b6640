"""Why a card cannot be where a record has it, in a sentence."""

from __future__ import annotations

from collections.abc import Callable

from pnp.base.text import Message, say
from pnp.hidden.assignment import Bound


def prove(bound: Bound, name: Callable[[str], str]) -> Message:
    """How many there can have been, and which lines have shown them."""
    told = {
        "piles": [pile for _, pile in bound.piles],
        "pile": bound.piles[0][1] if bound.piles else 0,
        "most": bound.most,
        "cards": [name(kind) for kind in bound.kinds],
        "lines": [str(line) for line in bound.lines],
    }
    if not bound.piles:
        return say("there can be at most {most} {cards}; this is one more", **told)
    several = len(bound.piles) > 1
    if not bound.most:
        return say("piles {piles} held no {cards}", **told) if several else say("pile {pile} held no {cards}", **told)
    if not bound.lines:
        return (
            say("piles {piles} brought at most {most} {cards}; this is one more", **told)
            if several
            else say("pile {pile} held at most {most} {cards}; this is one more", **told)
        )
    return (
        say("piles {piles} brought at most {most} {cards} (line {lines}); this is one more", **told)
        if several
        else say("pile {pile} held at most {most} {cards} (line {lines}); this is one more", **told)
    )

"""Why a card cannot be where a record has it, in a sentence."""

from __future__ import annotations

from collections.abc import Callable

from pnp.base.text import Message, say
from pnp.hidden.arrangement import Disproof


def prove(disproof: Disproof, name: Callable[[str], str]) -> Message:
    """How many there can have been, and which lines have shown them."""
    told = {
        "piles": [pile for _, pile in disproof.piles],
        "pile": disproof.piles[0][1] if disproof.piles else 0,
        "most": disproof.most,
        "cards": [name(kind) for kind in disproof.kinds],
        "lines": [str(line) for line in disproof.lines],
    }
    if not disproof.piles:
        return say("there can be at most {most} {cards}; this is one more", **told)
    several = len(disproof.piles) > 1
    if not disproof.most:
        return say("piles {piles} held no {cards}", **told) if several else say("pile {pile} held no {cards}", **told)
    if not disproof.lines:
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

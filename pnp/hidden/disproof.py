"""Why a card cannot be where a log has it: how many there can have been, which lines show it, and a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, islice
from typing import NamedTuple

from pnp.base.text import Message, Text, say
from pnp.hidden.arrangement import Arrangement
from pnp.hidden.exchange import Arc, search

MOST_SETS = 36  # sets of kinds that are tried for a proof
MOST_LINES = 6  # that a proof cites, the last ones: more prove no better, and nobody reads them


class Disproof(NamedTuple):
    """Why a card cannot be there: so many of these kinds can have been there, and these lines have shown them.

    `piles` are the piles that they can have come from, by deck and generation.
    """

    kinds: tuple[str, ...]
    most: int
    lines: tuple[int, ...]
    piles: tuple[tuple[str, int], ...]


def disprove(arrangement: Arrangement, node: int, gains: Sequence[int]) -> Disproof | None:
    """The proof that no arrangement has one more of some kinds there: they have nowhere to come from.

    With only two sorts of cards, these kinds and all others, a search that fails is certain: no detour over a third
    can help. What it has reached is closed: of these kinds, nothing comes into it but what is counted.
    """
    reached: dict[int, Arc | None] = {}
    path = search(arrangement, node, arrangement.all_but(gains), gains, reached, roughly=True)
    return _disproof_from(arrangement, node, gains, reached) if path is None else None


def disprove_beside(arrangement: Arrangement, node: int, kind: int, kept: Sequence[int]) -> Disproof | None:
    """The proof where it takes others of the same deck, of which there are none to spare."""
    spare = [one for one in arrangement.spare(node, kept) if not _stays(arrangement, node, one)]
    alike = [
        one
        for one in range(arrangement.wild)
        if arrangement.deck[one] == arrangement.deck[kind] and one not in (kind, *spare)
    ]
    # Two kings and an ace may be one too many together, though there are enough of either: the smallest sets first.
    sets = (others for size in range(1, len(alike) + 1) for others in combinations(alike, size))
    disproofs = (disprove(arrangement, node, (kind, *others)) for others in islice(sets, MOST_SETS))
    return next((disproof for disproof in disproofs if disproof), None)


def _stays(arrangement: Arrangement, node: int, kind: int) -> bool:
    """Whether what there is of a kind is there in every arrangement; only where numbers are certain."""
    return (
        not arrangement.heap_open
        and search(arrangement, node, (kind,), arrangement.all_but((kind,)), {}, roughly=True) is None
    )


def _disproof_from(
    arrangement: Arrangement, node: int, gains: Iterable[int], reached: Mapping[int, object]
) -> Disproof:
    """What a failed search has found: of these kinds, all that ever was in the nodes that it has reached."""
    shown = [
        line
        for source, goal, kind, line in arrangement.shown
        if kind in gains and source in reached and goal not in reached
    ]
    kept = [
        event
        for one in reached
        for event in arrangement.outs[one]
        if arrangement.kind[event] in gains and arrangement.node_of(event) not in reached
    ]
    lines = sorted({line for line in shown if line})
    return Disproof(
        tuple(arrangement.kinds[kind] for kind in sorted(gains)),
        min(
            len(shown) + len(kept) + sum(arrangement.stock[node][kind] for kind in gains),
            sum(arrangement.total[kind] for kind in gains),  # the same card may have come back
        ),
        tuple(lines[-MOST_LINES:]),
        tuple(sorted({arrangement.piles[one] for one in reached if one in arrangement.piles})),
    )


def prove(disproof: Disproof, name: Callable[[str], Text]) -> Message:
    """How many there can have been, and which lines have shown them."""
    values = {
        "piles": [pile for _, pile in disproof.piles],
        "pile": disproof.piles[0][1] if disproof.piles else 0,
        "most": disproof.most,
        "cards": [name(kind) for kind in disproof.kinds],
        "lines": [str(line) for line in disproof.lines],
        "count": len(disproof.lines),
    }
    if not disproof.piles:
        return say("there can be at most {most} {cards}, and this is one too many", **values)
    several = len(disproof.piles) > 1
    if not disproof.most:
        return (
            say("piles {piles} held no {cards:or}", **values)
            if several
            else say("pile {pile} held no {cards:or}", **values)
        )
    if not disproof.lines:
        return (
            say("piles {piles} held at most {most} {cards}, and this is one too many", **values)
            if several
            else say("pile {pile} held at most {most} {cards}, and this is one too many", **values)
        )
    return (
        say(
            "piles {piles} held at most {most} {cards} ({count:line|lines} {lines}), and this is one too many",
            **values,
        )
        if several
        else say(
            "pile {pile} held at most {most} {cards} ({count:line|lines} {lines}), and this is one too many", **values
        )
    )

"""Swaps one kind of card for another at a place in an arrangement, and makes up for it elsewhere.

If a hand is to hold an ace instead of a king, one of its unseen cards must have been an ace when it was drawn: so the
pile wants an ace for a king then. It may have one left; or another card that was drawn from it unseen was taken for
an ace and can be a king just as well; else the want goes on to the hand that has it, or to the discards of which the
pile was made. In terms of flows: a residual graph of two goods, and an augmenting path in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pnp.hidden.arrangement import Arrangement


class Arc(NamedTuple):
    """A change that hands a want on from a node to another, -1 where it ends: of a free event, or of what `keeps`.

    `onward`: with the cards, so that what is wanted does not go there; else against them, so that it comes from
    there.
    """

    start: int
    to: int
    event: int
    keeps: int
    onward: bool


def exchange(arrangement: Arrangement, node: int, lose: int, gain: int) -> bool:
    """Swaps one kind for another there, if free events elsewhere make up for it."""
    # what a pile holds of each deck is fixed, whatever its cards are
    if node in arrangement.piles and arrangement.deck[lose] != arrangement.deck[gain]:
        return False
    path = search(arrangement, node, (lose,), (gain,), {})
    if path is None:
        return False
    # The search has changed nothing; now each arc of the path is carried out. The nodes between two arcs stay as they
    # are: what one arc brings, the next takes away.
    arrangement.shift(node, gain, lose)
    parted: int | None = lose  # what goes along with the want; nothing once the two are of different decks
    for arc in path:
        if arc.event < 0:
            arrangement.shift(arc.keeps, *((parted, gain) if arc.onward else (gain, lose)))
            continue
        arrangement.kind[arc.event] = lose if arc.onward else gain
        if arc.onward and arrangement.node_of(arc.event) != arc.to:  # now it goes to the discards of its own deck
            parted = None
            arrangement.add(arrangement.node_of(arc.event), lose)
    return True


def search(
    arrangement: Arrangement,
    start: int,
    loses: Sequence[int],
    gains: Sequence[int],
    reached: dict[int, Arc | None],
    *,
    roughly: bool = False,
) -> list[Arc] | None:
    """The changes by which a node can gain a kind for another: they hand the want on to where it can be filled.

    `roughly`: kinds on each side are not told apart, so that only a failure means something.
    """
    # Breadth first: the shortest path mends the least. `reached` is the caller's: what a search that fails has
    # reached is the proof that there is no path.
    reached[start] = None
    queue = [start]
    for node in queue:
        for arc in _arcs(arrangement, node, loses, gains, roughly=roughly):
            if arc.to < 0:  # a card that lies there to this day: nobody wants anything of it
                if node != start:  # what lies at the start itself is what is to be more
                    return _trace(reached, arc)
            elif arc.to not in reached:
                reached[arc.to] = arc
                queue.append(arc.to)
    return None


def _trace(reached: Mapping[int, Arc | None], last: Arc) -> list[Arc]:
    """The arcs by which the last one was reached, from the start."""
    path = [last]
    while (arc := reached[path[-1].start]) is not None:
        path.append(arc)
    return path[::-1]


def _arcs(
    arrangement: Arrangement, node: int, loses: Sequence[int], gains: Sequence[int], *, roughly: bool
) -> Iterator[Arc]:
    """What can be changed at a node that wants one of `gains` and has one of `loses` too many."""
    stock = arrangement.stock[node]
    # it has what it wants, and keeps it only to hand it on: then the next node must do without
    for gain in gains:
        if stock[gain]:
            yield Arc(node, arrangement.after[node], -1, node, onward=True)
            break
    kinds = arrangement.kind
    # a card that came in unseen was what is wanted: then that is wanted where it came from
    for event in arrangement.ins[node]:
        if (
            kinds[event] in loses
            and _may(arrangement, event, gains)
            and (roughly or arrangement.node_of(event) == node)
        ):
            yield Arc(node, arrangement.source[event], event, -1, onward=False)
    # a card that left unseen was not what is wanted: then it lacks where it went
    for event in arrangement.outs[node]:
        if kinds[event] in gains and _may(arrangement, event, loses):
            yield Arc(node, arrangement.node_of(event), event, -1, onward=True)
    # what was here already, before other cards came
    for last in arrangement.before[node]:
        kept = arrangement.stock[last]
        if (roughly and arrangement.heap_open) or any(kept[lose] for lose in loses):
            yield Arc(node, last, -1, last, onward=False)


def _may(arrangement: Arrangement, event: int, kinds: Sequence[int]) -> bool:
    """Whether the card of a free event may be one of these instead."""
    deck = arrangement.deck[arrangement.kind[event]]
    return arrangement.mixed[event] or any(arrangement.deck[kind] == deck for kind in kinds)

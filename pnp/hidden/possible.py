"""What a card can be: whether a zone can hold some cards, and what it surely holds.

The arrangement at hand answers most questions without a search: if the hand holds the card in it, it can hold it.
Only where it does not, it is mended, and stays mended: the log has told more than it knew.
"""

from __future__ import annotations

from collections.abc import Sequence

from pnp.hidden.arrangement import Arrangement, UnprovenCard
from pnp.hidden.disproof import Disproof, disprove, disprove_beside
from pnp.hidden.exchange import exchange

MOST_BRIDGES = 2  # kinds over which an exchange may go before the question is left open


def secure(arrangement: Arrangement, zone: int, kinds: Sequence[int], *, asking: bool = False) -> Disproof | None:
    """Sees to it that the arrangement has these cards there; else tells why they cannot all be there.

    Where nobody can tell, they are taken to be there; only `asking`, nothing is taken for granted.
    """
    node = arrangement.now[zone]
    # one card after the other, and those already brought are kept: all of them must be there together
    for kind in kinds:
        while arrangement.stock[node][kind] < kinds.count(kind):
            had = arrangement.stock[node][kind]
            disproof = _bring(arrangement, node, kind, kinds, asking=asking)
            if disproof or arrangement.stock[node][kind] == had:
                return disproof
    return None


def certain(arrangement: Arrangement, zone: int) -> dict[str, int]:
    """What the zone holds in every arrangement that fits."""
    trial, node = arrangement.copy(), arrangement.now[zone]
    return {name: count for kind, name in enumerate(arrangement.kinds) if (count := _least(trial, node, kind))}


def _least(arrangement: Arrangement, node: int, kind: int) -> int:
    """How many of a kind stay there when as many as can be are swapped for others."""
    others = [other for other in range(arrangement.wild) if other != kind]
    while arrangement.stock[node][kind] and any(exchange(arrangement, node, kind, other) for other in others):
        pass
    return arrangement.stock[node][kind]


def _bring(arrangement: Arrangement, node: int, kind: int, kept: Sequence[int], *, asking: bool) -> Disproof | None:
    """Mends the arrangement so that one more of a kind is there, in place of one that is not kept."""
    if any(exchange(arrangement, node, other, kind) for other in arrangement.spare(node, kept) if other != kind):
        return None
    if disproof := disprove(arrangement, node, (kind,)):
        return disproof
    if arrangement.unexplained:  # a wild card may be this one, so nothing finer than the above can be proved
        if not asking:
            arrangement.shift(node, kind, None)
        return None
    # An exchange swaps two kinds. Where that fails, three or four may still go round: ace for king here, king for
    # queen there. Whole flows of several goods are a hard problem, so only short rounds are tried.
    _bridge(arrangement, node, kind, kept, MOST_BRIDGES)
    if arrangement.stock[node][kind] >= kept.count(kind):
        return None
    if disproof := disprove_beside(arrangement, node, kind, kept):
        return disproof
    if not asking:
        _leave_open(arrangement, node, kind)
    return None


def _bridge(arrangement: Arrangement, node: int, kind: int, kept: Sequence[int], bridges: int) -> bool:
    """Tries exchanges over other kinds, each of which comes first and then makes way for the next."""
    for other in range(arrangement.wild):
        if other == kind:
            continue
        for lose in arrangement.spare(node, kept):
            spare = arrangement.stock[node][lose] > kept.count(lose) and lose not in (other, kind)
            if spare and exchange(arrangement, node, lose, other) and exchange(arrangement, node, other, kind):
                return True
        if (
            bridges > 1
            and _bridge(arrangement, node, other, kept, bridges - 1)
            and exchange(arrangement, node, other, kind)
        ):
            return True
    return False


def _leave_open(arrangement: Arrangement, node: int, kind: int) -> None:
    """Nobody can tell: the card is taken to be there, and no other to be missing."""
    arrangement.undecided = (*arrangement.undecided, UnprovenCard(arrangement.line, arrangement.kinds[kind]))
    arrangement.shift(node, kind, None)

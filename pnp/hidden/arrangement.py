"""Unseen cards, exactly: one arrangement of all cards that fits everything told so far, mended as more is told.

Cards lie in zones: a pile, discards, a hand, a single card face down. What happens to a zone is a chain of nodes:
cards come into a node, then cards leave it, and what is left goes on to the next node. A card that moves is an event
from a node to a node; its kind is fixed if the record names it, else free. The arrangement is a kind for each free
event, such that no node ever keeps less than nothing of a kind.

Where the record names a card that the arrangement has elsewhere, it is mended along an alternating path: free events
swap one kind for another, one after the other, until the kinds are even again. If even a search that tells only some
kinds from all others finds no path, there is no such arrangement: what it has reached bounds how many there can have
been.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import NamedTuple

MOST_BRIDGES = 2  # kinds over which an exchange may go before the question is left open
MOST_SETS = 36  # sets of kinds that are tried for a proof
MOST_LINES = 6


class Disproof(NamedTuple):
    """Why a card cannot be there: so many of these kinds can have been there, and these lines have shown them.

    `piles` are the piles that they can have come from, by deck and generation.
    """

    kinds: tuple[str, ...]
    most: int
    lines: tuple[int, ...]
    piles: tuple[tuple[str, int], ...]


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


class OpenQuestion(NamedTuple):
    """A question that was left open: it could neither be shown that a card can be there nor that it cannot."""

    line: int
    kind: str


Shown = tuple[int, int, int, int]  # a fixed event: from a node to a node, the kind, the line that names it


class Arrangement:
    """An arrangement that fits. A copy is cheap: it shares all that has come to an end."""

    __slots__ = (
        "after",
        "before",
        "deck",
        "goal",
        "index",
        "ins",
        "kind",
        "kinds",
        "left",
        "line",
        "loose",
        "mixed",
        "now",
        "outs",
        "piles",
        "riddled",
        "shown",
        "source",
        "stock",
        "total",
        "undecided",
        "wild",
    )

    def __init__(self, decks: Mapping[str, Iterable[str]]) -> None:
        self.kinds = [kind for kinds in decks.values() for kind in kinds]
        self.index = {kind: number for number, kind in enumerate(self.kinds)}
        self.deck = [number for number, kinds in enumerate(decks.values()) for _ in kinds] + [-1]
        self.total = [0] * len(self.kinds)
        self.wild = len(self.kinds)  # a card that came against all that is known: it may be anything
        self.now: list[int] = []  # the node of each zone
        self.stock: list[list[int]] = []  # what a node keeps of each kind
        self.before: list[tuple[int, ...]] = []
        self.after: list[int] = []
        self.left: list[bool] = []  # whether cards have left a node
        self.ins: list[list[int]] = []  # free events that lead there
        self.outs: list[list[int]] = []
        self.source: list[int] = []
        self.goal: list[int | tuple[int, ...]] = []  # a node, or one for each deck where the kind decides
        self.kind: list[int] = []
        self.mixed: list[bool] = []  # an event whose card may be of any deck
        self.loose = False  # whether there is one that decides to which deck's discards a card goes
        self.shown: list[Shown] = []  # events that are fixed
        self.line = 0  # of the record, where we are
        self.piles: dict[int, tuple[str, int]] = {}  # nodes that are a pile: deck and generation
        self.undecided: tuple[OpenQuestion, ...] = ()
        self.riddled = False  # some card is not accounted for

    def copy(self) -> Arrangement:
        other = Arrangement.__new__(Arrangement)
        other.kinds, other.index, other.deck, other.wild = self.kinds, self.index, self.deck, self.wild
        other.total = self.total
        other.now, other.stock = self.now.copy(), self.stock.copy()
        other.before, other.after = self.before.copy(), self.after.copy()
        other.ins, other.outs = self.ins.copy(), self.outs.copy()
        other.source, other.goal, other.kind = self.source.copy(), self.goal.copy(), self.kind.copy()
        other.mixed, other.loose = self.mixed.copy(), self.loose
        other.shown, other.line, other.left = self.shown.copy(), self.line, self.left.copy()
        other.piles, other.undecided, other.riddled = self.piles.copy(), self.undecided, self.riddled
        for node in self.now:
            if self.left[node] and not any(self.stock[node]):
                continue  # nothing happens there any more: the next card to come makes a new node
            other.stock[node] = self.stock[node].copy()
            other.ins[node] = self.ins[node].copy()
            other.outs[node] = self.outs[node].copy()
        return other

    # ---- zones and nodes -------------------------------------------------------------------------------------------

    def zone(self, contents: Mapping[str, int] | None = None) -> int:
        """A new zone, empty unless cards begin there."""
        stock = [0] * (self.wild + 1)
        for kind, count in (contents or {}).items():
            stock[self.index[kind]] = count
            self.total[self.index[kind]] += count
        self.now.append(self._node(stock, ()))
        return len(self.now) - 1

    def _node(self, stock: list[int], before: tuple[int, ...]) -> int:
        self.stock.append(stock)
        self.before.append(before)
        self.after.append(-1)
        self.left.append(False)
        self.ins.append([])
        self.outs.append([])
        return len(self.stock) - 1

    def _entry(self, zone: int) -> int:
        """The node that a card comes into now: a new one if cards have left since others came."""
        node = self.now[zone]
        if self.left[node]:
            last, node = node, self._node(self.stock[node].copy(), (node,))
            self.after[last] = self.now[zone] = node
            if last in self.piles:
                self.piles[node] = self.piles[last]
        return node

    def pour(self, zones: Sequence[int], into: int) -> None:
        """All cards of some zones go into another, as when discards become the pile."""
        parts = tuple(dict.fromkeys(self.now[zone] for zone in (*zones, into)))
        node = self._node([sum(counts) for counts in zip(*(self.stock[part] for part in parts), strict=True)], parts)
        for part in parts:
            self.after[part] = node
        for zone in zones:
            self.now[zone] = self._node([0] * (self.wild + 1), ())
        self.now[into] = node

    def begins_pile(self, zone: int, deck: str, generation: int) -> None:
        self.piles[self.now[zone]] = (deck, generation)

    def count(self, zone: int, kind: str) -> int:
        """How many of a kind the arrangement has there: not more than one possibility, unless everything is named."""
        return self.stock[self.now[zone]][self.index[kind]]

    def contents(self, zone: int) -> list[str]:
        stock = self.stock[self.now[zone]]
        return [kind for number, kind in enumerate(self.kinds) for _ in range(stock[number])]

    # ---- cards that move -------------------------------------------------------------------------------------------

    def show(self, zone: int, goal: int, kind: int) -> int:
        """A card that is named goes from zone to zone; the arrangement must have it there. Tells the event."""
        node = self.now[goal]
        if self.left[node]:
            node = self._entry(goal)
        source = self.now[zone]
        self.stock[source][kind] -= 1
        self.stock[node][kind] += 1
        self.left[source] = True
        self.shown.append((source, node, kind, self.line))
        return -len(self.shown)

    def move(self, zone: int, goal: int | tuple[int, ...], kind: int, *, mixed: bool) -> int:
        """A card that nobody names goes to a zone, or to that of its deck; the kind must be there by now."""
        event = len(self.kind)
        if isinstance(goal, int):
            node = self._entry(goal)
            self.goal.append(node)
            self.ins[node].append(event)
        else:
            nodes = tuple(self._entry(one) for one in goal)
            self.goal.append(nodes)
            self.loose = True
            for one in nodes:
                self.ins[one].append(event)
            node = nodes[self.deck[kind]]
        source = self.now[zone]
        self.stock[source][kind] -= 1
        self.stock[node][kind] += 1
        self.left[source] = True
        self.outs[source].append(event)
        self.source.append(source)
        self.kind.append(kind)
        self.mixed.append(mixed)
        return event

    def conjure(self, zone: int, kind: int) -> None:
        """A card that cannot be accounted for is there all the same. Fine proofs are not sought after that."""
        self.riddled = True
        self.stock[self._entry(zone)][kind] += 1

    def pick(self, zone: int, among: Iterable[int] | None = None) -> int:
        """A kind of which the arrangement has the most there; -1 if there is none."""
        stock = self.stock[self.now[zone]]
        if among is None:
            most = max(stock)
            return stock.index(most) if most else -1
        best = max(among, key=stock.__getitem__)
        return best if stock[best] else -1

    def redirect(self, event: int, zone: int) -> bool:
        """The card that came last to some zone goes to another instead; False where it has gone on already."""
        at = self._at(event) if event >= 0 else self.shown[~event][1]
        if self.after[at] >= 0 or self.left[at]:
            return False
        kind, goal = self.kind_of(event), self._entry(zone)
        self.stock[at][kind] -= 1
        self.stock[goal][kind] += 1
        if event >= 0:
            self.ins[at].remove(event)
            self.ins[goal].append(event)
            self.goal[event] = goal
        else:
            source, _, _, line = self.shown[~event]
            self.shown[~event] = (source, goal, kind, line)
        return True

    def kind_of(self, event: int) -> int:
        return self.kind[event] if event >= 0 else self.shown[~event][2]

    def forget(self, zone: int) -> None:
        """What came into a zone is no longer known."""
        nodes = [self.now[zone]]
        for node in nodes:
            nodes += self.before[node]
        for source, goal, kind, _ in self.shown:
            if goal in nodes:
                self.ins[goal].append(len(self.kind))
                self.outs[source].append(len(self.kind))
                self.source.append(source)
                self.goal.append(goal)
                self.kind.append(kind)
                self.mixed.append(False)
        self.shown = [one for one in self.shown if one[1] not in nodes]

    def _at(self, event: int) -> int:
        """The node that an event leads to."""
        goal = self.goal[event]
        return goal if isinstance(goal, int) else goal[self.deck[self.kind[event]]]

    # ---- what can be there -----------------------------------------------------------------------------------------

    def secure(self, zone: int, kinds: Sequence[int], *, asking: bool = False) -> Disproof | None:
        """Sees to it that the arrangement has these cards there; else tells why they cannot all be there.

        Where nobody can tell, they are taken to be there; only `asking`, nothing is taken for granted.
        """
        node = self.now[zone]
        for kind in kinds:
            while self.stock[node][kind] < kinds.count(kind):
                had = self.stock[node][kind]
                disproof = self._bring(node, kind, kinds, asking=asking)
                if disproof or self.stock[node][kind] == had:
                    return disproof
        return None

    def certain(self, zone: int) -> dict[str, int]:
        """What the zone holds in every arrangement that fits."""
        trial, node = self.copy(), self.now[zone]
        return {
            name: count
            for kind, name in enumerate(self.kinds)
            if (count := trial._least(node, kind))  # noqa: SLF001
        }

    def _least(self, node: int, kind: int) -> int:
        others = [other for other in range(self.wild) if other != kind]
        while self.stock[node][kind] and any(self._exchange(node, kind, other) for other in others):
            pass
        return self.stock[node][kind]

    def _bring(self, node: int, kind: int, kept: Sequence[int], *, asking: bool) -> Disproof | None:
        """Mends the arrangement so that one more of a kind is there, in place of one that is not kept."""
        if any(self._exchange(node, other, kind) for other in self._spare(node, kept) if other != kind):
            return None
        if disproof := self._disproof(node, (kind,)):
            return disproof
        if self.riddled:
            if not asking:
                self._shift(node, kind, None)
            return None
        self._bridge(node, kind, kept, MOST_BRIDGES)
        if self.stock[node][kind] >= kept.count(kind):
            return None
        if disproof := self._joint_disproof(node, kind, kept):
            return disproof
        if not asking:
            self._leave_open(node, kind)
        return None

    def _spare(self, node: int, kept: Sequence[int]) -> list[int]:
        return [kind for kind, count in enumerate(self.stock[node]) if count > kept.count(kind) and kind < self.wild]

    def _bridge(self, node: int, kind: int, kept: Sequence[int], bridges: int) -> bool:
        """Tries exchanges over other kinds, each of which comes first and then makes way for the next."""
        for other in range(self.wild):
            if other == kind:
                continue
            for lose in self._spare(node, kept):
                spare = self.stock[node][lose] > kept.count(lose) and lose not in (other, kind)
                if spare and self._exchange(node, lose, other) and self._exchange(node, other, kind):
                    return True
            if bridges > 1 and self._bridge(node, other, kept, bridges - 1) and self._exchange(node, other, kind):
                return True
        return False

    def _leave_open(self, node: int, kind: int) -> None:
        """Nobody can tell: the card is taken to be there, and no other to be missing."""
        self.undecided = (*self.undecided, OpenQuestion(self.line, self.kinds[kind]))
        self._shift(node, kind, None)

    # ---- alternating paths -----------------------------------------------------------------------------------------

    def _exchange(self, node: int, lose: int, gain: int) -> bool:
        """Swaps one kind for another there, if free events elsewhere make up for it."""
        if node in self.piles and self.deck[lose] != self.deck[gain]:
            return False
        path = self._search(node, (lose,), (gain,), {})
        if path is None:
            return False
        self._shift(node, gain, lose)
        parted: int | None = lose  # what goes along with the want; nothing once the two are of different decks
        for arc in path:
            if arc.event < 0:
                self._shift(arc.keeps, *((parted, gain) if arc.onward else (gain, lose)))
                continue
            self.kind[arc.event] = lose if arc.onward else gain
            if arc.onward and self._at(arc.event) != arc.to:
                parted = None
                self._add(self._at(arc.event), lose)
        return True

    def _shift(self, node: int, more: int | None, less: int | None) -> None:
        stock = self.stock[node] = self.stock[node].copy()
        if more is not None:
            stock[more] += 1
        if less is not None:
            stock[less] -= 1

    def _add(self, node: int, kind: int) -> None:
        """One more card stays from here on."""
        while node >= 0:
            self._shift(node, kind, None)
            node = self.after[node]

    def _search(
        self,
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
        reached[start] = None
        queue = [start]
        for node in queue:
            for arc in self._arcs(node, loses, gains, roughly=roughly):
                if arc.to < 0:
                    if node != start:
                        return self._trace(reached, arc)
                elif arc.to not in reached:
                    reached[arc.to] = arc
                    queue.append(arc.to)
        return None

    @staticmethod
    def _trace(reached: Mapping[int, Arc | None], last: Arc) -> list[Arc]:
        path = [last]
        while (arc := reached[path[-1].start]) is not None:
            path.append(arc)
        return path[::-1]

    def _arcs(self, node: int, loses: Sequence[int], gains: Sequence[int], *, roughly: bool) -> Iterator[Arc]:
        """What can be changed at a node that wants one of `gains` and has one of `loses` too many."""
        stock = self.stock[node]
        for gain in gains:
            if stock[gain]:
                yield Arc(node, self.after[node], -1, node, onward=True)
                break
        kinds = self.kind
        for event in self.ins[node]:
            if kinds[event] in loses and self._may(event, gains) and (roughly or self._at(event) == node):
                yield Arc(node, self.source[event], event, -1, onward=False)
        for event in self.outs[node]:
            if kinds[event] in gains and self._may(event, loses):
                yield Arc(node, self._at(event), event, -1, onward=True)
        for last in self.before[node]:
            kept = self.stock[last]
            if (roughly and self.loose) or any(kept[lose] for lose in loses):
                yield Arc(node, last, -1, last, onward=False)

    def _may(self, event: int, kinds: Sequence[int]) -> bool:
        """Whether the card of a free event may be one of these instead."""
        deck = self.deck[self.kind[event]]
        return self.mixed[event] or any(self.deck[kind] == deck for kind in kinds)

    def _disproof(self, node: int, gains: Sequence[int]) -> Disproof | None:
        """The proof that no arrangement has one more of some kinds there: they have nowhere to come from."""
        reached: dict[int, Arc | None] = {}
        path = self._search(node, self._all_but(gains), gains, reached, roughly=True)
        return self._told(node, gains, reached) if path is None else None

    def _joint_disproof(self, node: int, kind: int, kept: Sequence[int]) -> Disproof | None:
        """The proof where it takes others of the same deck, of which there are none to spare."""
        spare = [one for one in self._spare(node, kept) if not self._stays(node, one)]
        alike = [one for one in range(self.wild) if self.deck[one] == self.deck[kind] and one not in (kind, *spare)]
        sets = (others for size in range(1, len(alike) + 1) for others in combinations(alike, size))
        disproofs = (self._disproof(node, (kind, *others)) for others in islice(sets, MOST_SETS))
        return next((disproof for disproof in disproofs if disproof), None)

    def _stays(self, node: int, kind: int) -> bool:
        """Whether what there is of a kind is there in every arrangement; only where numbers are certain."""
        return not self.loose and self._search(node, (kind,), self._all_but((kind,)), {}, roughly=True) is None

    def _all_but(self, kinds: Sequence[int]) -> list[int]:
        return [kind for kind in range(self.wild + 1) if kind not in kinds]

    def _told(self, node: int, gains: Iterable[int], reached: Mapping[int, object]) -> Disproof:
        shown = [
            line
            for source, goal, kind, line in self.shown
            if kind in gains and source in reached and goal not in reached
        ]
        kept = [
            event
            for one in reached
            for event in self.outs[one]
            if self.kind[event] in gains and self._at(event) not in reached
        ]
        lines = sorted({line for line in shown if line})
        return Disproof(
            tuple(self.kinds[kind] for kind in sorted(gains)),
            min(
                len(shown) + len(kept) + sum(self.stock[node][kind] for kind in gains),
                sum(self.total[kind] for kind in gains),  # the same card may have come back
            ),
            tuple(lines[-MOST_LINES:]),
            tuple(sorted({self.piles[one] for one in reached if one in self.piles})),
        )

"""Unseen cards, exactly: one arrangement of all cards that fits everything told so far, mended as more is told.

Cards lie in zones: a pile, discards, a hand, a single card face down. What happens to a zone is a chain of nodes:
cards come into a node, then cards leave it, and what is left goes on to the next node. A card that moves is an event
from a node to a node; its kind is fixed if the log names it, else free. The arrangement is a kind for each free
event, such that no node ever keeps less than nothing of a kind.

Where the log names a card that the arrangement has elsewhere, it is mended along an alternating path: free events
swap one kind for another, one after the other, until the kinds are even again. If even a search that tells only some
kinds from all others finds no path, there is no such arrangement: what it has reached bounds how many there can have
been.

Here is the arrangement itself. `possible` asks what it can be, `exchange` mends it, `disproof` tells why it cannot be
mended; docs/explanation/hidden-cards.md explains the whole with an example.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple


class UnprovenCard(NamedTuple):
    """A question that was left open: it could neither be shown that a card can be there nor that it cannot."""

    line: int
    kind: str


Shown = tuple[int, int, int, int]  # a fixed event: from a node to a node, the kind, the line that names it


class Arrangement:
    """An arrangement that fits. A copy is cheap: it shares all that has come to an end.

    Zones, nodes, events and kinds are numbers, places in the lists below. For each node: `stock`, `before`, `after`,
    `left`, `ins`, `outs`; for each free event: `source`, `goal`, `kind`, `mixed`. Lists side by side, for a replay
    makes thousands of both and copies them at every fault: objects would cost several times as much.
    """

    __slots__ = (
        "after",
        "before",
        "deck",
        "goal",
        "heap_open",
        "index",
        "ins",
        "kind",
        "kinds",
        "left",
        "line",
        "mixed",
        "now",
        "outs",
        "piles",
        "shown",
        "source",
        "stock",
        "total",
        "undecided",
        "unexplained",
        "wild",
    )

    def __init__(self, decks: Mapping[str, Iterable[str]]) -> None:
        self.kinds = [kind for kinds in decks.values() for kind in kinds]
        self.index = {kind: number for number, kind in enumerate(self.kinds)}
        self.deck = [number for number, kinds in enumerate(decks.values()) for _ in kinds] + [
            -1
        ]  # the last one is for wild cards
        self.total = [0] * len(self.kinds)  # copies of each kind that there are
        self.wild = len(self.kinds)  # a card that came against all that is known: it may be anything
        self.now: list[int] = []  # the node of each zone
        self.stock: list[list[int]] = []  # what a node keeps of each kind when all has come and left: what goes on
        self.before: list[
            tuple[int, ...]
        ] = []  # the nodes that it goes on from: several where piles are poured together
        self.after: list[int] = []  # the node that it goes on to; -1 for what is there now
        self.left: list[bool] = []  # whether cards have left a node
        self.ins: list[list[int]] = []  # free events that lead there
        self.outs: list[list[int]] = []  # and that lead away
        self.source: list[int] = []  # the node that a free event leads away from
        self.goal: list[int | tuple[int, ...]] = []  # a node, or one for each deck where the kind decides
        self.kind: list[int] = []  # what the card of a free event is taken to be
        self.mixed: list[bool] = []  # an event whose card may be of any deck
        self.heap_open = False  # whether there is one that decides to which deck's discards a card goes
        self.shown: list[Shown] = []  # events that are fixed
        self.line = 0  # of the log, where we are
        self.piles: dict[int, tuple[str, int]] = {}  # nodes that are a pile: deck and generation
        self.undecided: tuple[UnprovenCard, ...] = ()
        self.unexplained = False  # some card is not accounted for

    def copy(self) -> Arrangement:
        """One that goes its own way from here on."""
        other = Arrangement.__new__(Arrangement)
        other.kinds, other.index, other.deck, other.wild = self.kinds, self.index, self.deck, self.wild
        other.total = self.total
        other.now, other.stock = self.now.copy(), self.stock.copy()
        other.before, other.after = self.before.copy(), self.after.copy()
        other.ins, other.outs = self.ins.copy(), self.outs.copy()
        other.source, other.goal, other.kind = self.source.copy(), self.goal.copy(), self.kind.copy()
        other.mixed, other.heap_open = self.mixed.copy(), self.heap_open
        other.shown, other.line, other.left = self.shown.copy(), self.line, self.left.copy()
        other.piles, other.undecided, other.unexplained = self.piles.copy(), self.undecided, self.unexplained
        # Earlier nodes stay shared: no card comes to them any more, and mending puts a new list in place of a stock.
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
        # A card cannot leave before it has come. As a node loses cards only after it has gained all of its own,
        # events need no order within it, and the search none in time.
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
        """What is in a zone now is a pile, by which a proof can call it: "pile 2" is the one after a reshuffle."""
        self.piles[self.now[zone]] = (deck, generation)

    def count(self, zone: int, kind: str) -> int:
        """How many of a kind the arrangement has there: not more than one possibility, unless everything is named."""
        return self.stock[self.now[zone]][self.index[kind]]

    def contents(self, zone: int) -> list[str]:
        """The cards there in this arrangement, which is one of many unless everything is named."""
        stock = self.stock[self.now[zone]]
        return [kind for number, kind in enumerate(self.kinds) for _ in range(stock[number])]

    # ---- cards that move -------------------------------------------------------------------------------------------

    def show(self, zone: int, goal: int, kind: int) -> int:
        """A card that is named goes from zone to zone; the arrangement must have it there. Tells the event."""
        node = self.now[goal]
        if self.left[node]:  # asked here too, for nearly all cards of a log come this way
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
            self.heap_open = True
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

    def add_unexplained(self, zone: int, kind: int) -> None:
        """A card that cannot be accounted for is there all the same. Fine proofs are not sought after that."""
        self.unexplained = True
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
        at = self.node_of(event) if event >= 0 else self.shown[~event][1]
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
        """What the card is that moved: told by the log, or taken to be so."""
        return self.kind[event] if event >= 0 else self.shown[~event][2]

    def node_of(self, event: int) -> int:
        """The node that an event leads to."""
        goal = self.goal[event]
        return goal if isinstance(goal, int) else goal[self.deck[self.kind[event]]]

    # ---- for those who mend it -------------------------------------------------------------------------------------

    def shift(self, node: int, more: int | None, less: int | None) -> None:
        """A node keeps one more of a kind, one less of another, or either alone."""
        # a new list, for copies of the arrangement may share the old one
        stock = self.stock[node] = self.stock[node].copy()
        if more is not None:
            stock[more] += 1
        if less is not None:
            stock[less] -= 1

    def add(self, node: int, kind: int) -> None:
        """One more card stays from here on."""
        while node >= 0:
            self.shift(node, kind, None)
            node = self.after[node]

    def spare(self, node: int, kept: Sequence[int]) -> list[int]:
        """The kinds of which there are more at a node than are to be kept there."""
        return [kind for kind, count in enumerate(self.stock[node]) if count > kept.count(kind) and kind < self.wild]

    def all_but(self, kinds: Sequence[int]) -> list[int]:
        """All other kinds, wild cards among them."""
        return [kind for kind in range(self.wild + 1) if kind not in kinds]

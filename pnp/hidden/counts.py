"""How many cards lie in a pile, on its discards and in a hand: at least and at most, where the log is silent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pnp.base.span import Span
from pnp.hidden.arrangement import Arrangement


class PileCounts:
    """A draw pile and its discards, by their numbers. `slack`: so many more may be in the pile, for want of words."""

    __slots__ = (
        "discarded",
        "heap",
        "key",
        "kinds",
        "least",
        "maybe_discarded",
        "order",
        "pile",
        "shuffles",
        "size",
        "size_unknown",
        "slack",
        "total",
        "total_unknown",
        "untouched",
    )

    def __init__(self, key: str, total: Mapping[str, int], arrangement: Arrangement) -> None:
        self.key = key
        self.total = total
        self.kinds = [arrangement.index[kind] for kind in total]
        self.size = sum(total.values())
        self.discarded = 0
        self.maybe_discarded = 0  # discards that may belong to this deck or to another
        self.slack = 0
        self.order: list[str] | None = None  # a dealer knows the order of the pile
        self.shuffles = 0
        self.untouched = True
        self.size_unknown = False  # it may have run out and been made anew unnoticed: nobody can tell its size
        self.total_unknown = False  # cards may have been short, so not even pile and discards together can be told
        self.least = 0  # cards that are certainly in a pile of unknown size or on its discards
        self.pile, self.heap = arrangement.zone(total), arrangement.zone()
        arrangement.begins_pile(self.pile, key, 1)

    def copy(self) -> PileCounts:
        """One that goes its own way from here on."""
        other = PileCounts.__new__(PileCounts)
        for name in PileCounts.__slots__:
            setattr(other, name, getattr(self, name))
        other.order = self.order and self.order.copy()
        return other

    @property
    def empty(self) -> bool:
        """Whether there is surely no card in the pile: it is made anew now, if there are discards."""
        return self.size == 0 and self.slack == 0 and not (self.size_unknown or self.total_unknown)

    @property
    def uncertain(self) -> bool:
        """Whether the log leaves open how many cards there are, so that nobody can tell whether they ran short."""
        return self.size_unknown or self.total_unknown or self.slack > 0 or self.maybe_discarded > 0

    @property
    def most(self) -> int:
        """How many cards there may be in pile and discards together."""
        return self.size + self.slack + self.discarded + self.maybe_discarded

    @property
    def sure(self) -> int:
        """How many cards there are certainly in pile and discards together."""
        if self.total_unknown:
            return 0
        return self.least if self.size_unknown else self.size + self.discarded

    @property
    def lying(self) -> Span:
        """How many cards lie in the pile; in one of unknown size and on its discards together."""
        if self.size_unknown:
            return self._within(max(0, self.least), self.most)
        return self._within(self.size, self.size + self.slack, self.discarded)

    @property
    def discards(self) -> Span:
        """How many cards lie on its discards."""
        return self._within(self.discarded, self.discarded + self.maybe_discarded, self.size)

    def _within(self, least: int, most: int, elsewhere: int = 0) -> Span:
        """No more than there are in all, some of them elsewhere; fewer than counted there are only after a fault."""
        return Span(least, max(least, min(most, sum(self.total.values()) - elsewhere)))

    def may_fall_short(self, wanted: int) -> bool:
        """Whether there may be fewer cards than wanted in pile and discards together, for all that is told."""
        return self.uncertain and wanted > self.sure

    def change(self, pile: int = 0, heap: int = 0) -> bool:
        """Supposes other numbers; False where they cannot be."""
        self.size += pile
        self.discarded += heap
        return self.size >= 0 and self.discarded >= 0

    def lay(self) -> None:
        """One more card is discarded."""
        self.discarded += 1
        self.least += 1

    def holds(self, asserted: int) -> bool:
        """Whether so many cards may lie in the pile."""
        if self.size_unknown:
            return self.total_unknown or asserted <= self.most
        return self.total_unknown or self.size <= asserted <= self.size + self.slack


class HandCounts:
    """A seat's cards, at most. `short`: so many of them may be missing, for there may have been none to draw.

    `backs`: at least and at most so many of each deck, where there are several.
    """

    __slots__ = ("backs", "deck", "short", "size", "zone")

    def __init__(self, zone: int, decks: Sequence[str]) -> None:
        self.zone = zone
        self.size = 0
        self.short = 0
        self.deck = decks[0] if len(decks) == 1 else ""
        self.backs = {} if self.deck else dict.fromkeys(decks, (0, 0))

    def copy(self) -> HandCounts:
        """One that goes its own way from here on."""
        other = HandCounts.__new__(HandCounts)
        other.zone, other.size, other.deck, other.backs = self.zone, self.size, self.deck, self.backs.copy()
        other.short = self.short
        return other

    @property
    def least(self) -> int:
        """So many cards are certainly there."""
        return self.size - self.short

    def may_have(self, size: int) -> bool:
        """Whether there may be just so many cards."""
        return self.least <= size <= self.size

    @property
    def held(self) -> Span:
        """How many cards there are."""
        return Span(self.least, self.size)

    def gain(self, deck: str) -> None:
        """A card of a deck comes."""
        self.size += 1
        if self.backs:
            least, most = self.backs[deck]
            self.backs[deck] = (least + 1, most + 1)

    def lose(self, deck: str) -> None:
        """A card of a deck leaves; where it is not told of which, any of them may have lost it."""
        self.size -= 1
        if self.short:
            self.short = min(self.short, self.size)
        if deck in self.backs:
            least, most = self.backs[deck]
            self.backs[deck] = (max(0, least - 1), most - 1)
        elif self.backs:
            self.backs = {key: (max(0, least - 1), min(most, self.size)) for key, (least, most) in self.backs.items()}

    def only(self) -> str:
        """The one deck of which all cards are; empty where that cannot be told."""
        if self.deck:
            return self.deck
        held = [key for key, (_, most) in self.backs.items() if most > 0]
        return held[0] if len(held) == 1 else ""

    def most(self, deck: str) -> int:
        """How many cards of a deck there may be."""
        return self.backs[deck][1] if self.backs else self.size

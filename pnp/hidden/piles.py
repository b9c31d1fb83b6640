"""Draw piles, their discards and a bank beside one: cards go from zone to zone there as far as a log tells.

A card is its kind where the log names it, its deck's key where only the back was seen, and `?` where not even that
is told. How many cards lie where is counted here; what they can be, the arrangement knows exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from pnp.hidden.arrangement import Arrangement
from pnp.hidden.counts import HandCounts, PileCounts
from pnp.hidden.disproof import Disproof
from pnp.hidden.possible import secure
from pnp.rules.step import UNSEEN


class Piles:
    """All that lies in no hand. `broken` is why a card that the log names cannot have been where it has it."""

    __slots__ = (
        "arrangement",
        "bank",
        "bank_size",
        "bank_zone",
        "broken",
        "deck_of",
        "decks",
        "eager",
        "maybe_short",
        "random",
        "reshuffled",
        "unknown_since",
        "unsure",
    )

    def __init__(self, decks: Mapping[str, Mapping[str, int]], *, eager: bool) -> None:
        self.arrangement = Arrangement(decks)
        self.decks = {key: PileCounts(key, total, self.arrangement) for key, total in decks.items()}
        self.deck_of = {kind: key for key, total in decks.items() for kind in total}
        self.bank: list[str] = []  # cards beside the first deck's pile, to choose from
        self.bank_size = 0
        self.bank_zone = self.arrangement.zone()
        self.eager = eager
        self.reshuffled: tuple[str, ...] = ()  # decks that were reshuffled in the course of the last step
        self.random: Random | None = None  # only a dealer has one, who knows every card
        self.broken: Disproof | None = None
        self.maybe_short = False  # cards may have been short, so what was drawn unseen may not have been there
        self.unsure: frozenset[int] = frozenset()  # places on the table where there may be no card for want of any
        # lines from which nobody can tell the size of a deck's pile
        self.unknown_since: tuple[tuple[int, str], ...] = ()

    def _copy_to(self, other: Piles) -> None:
        """Gives another all that is here, so that it goes its own way from now on."""
        other.arrangement = self.arrangement.copy()
        other.decks = {key: deck.copy() for key, deck in self.decks.items()}
        other.deck_of, other.bank_zone = self.deck_of, self.bank_zone
        other.bank, other.bank_size = self.bank.copy(), self.bank_size
        other.eager, other.reshuffled, other.random = self.eager, self.reshuffled, self.random
        other.broken, other.unknown_since = self.broken, self.unknown_since
        other.maybe_short, other.unsure = self.maybe_short, self.unsure

    # ---- the dealer's side: a shuffled order that only simulated games have ----------------------------------------

    def shuffle(self, random: Random) -> None:
        """Gives every pile a real order, of the cards that are not yet elsewhere."""
        self.random = random
        for deck in self.decks.values():
            deck.order = self.arrangement.contents(deck.pile)
            random.shuffle(deck.order)

    # ---- single moves ----------------------------------------------------------------------------------------------

    def _move(self, zone: int, goal: int | tuple[int, ...], card: str) -> int:
        """A card goes from zone to zone, as it is told; tells the event. One that cannot be there is unexplained."""
        arrangement = self.arrangement
        kind = arrangement.index.get(card, -1)
        if kind >= 0:
            assert isinstance(goal, int), "a named card goes to its own discards"
            if arrangement.stock[arrangement.now[zone]][
                kind
            ]:  # nearly always: the arrangement agrees, and nothing is asked
                return arrangement.show(zone, goal, kind)
            return self._show_anyway(zone, goal, kind)
        # Any kind will do; the one of which there are the most there will be missed the least.
        deck, kind = self.decks.get(card), arrangement.pick(zone)
        if deck and len(self.decks) > 1 and kind not in deck.kinds:
            kind = arrangement.pick(zone, deck.kinds)
        if kind < 0:
            arrangement.add_unexplained(zone, arrangement.wild)
            kind = arrangement.wild
        return arrangement.move(zone, goal, kind, mixed=deck is None and len(self.decks) > 1)

    def _show_anyway(self, zone: int, goal: int, kind: int) -> int:
        """A named card that the arrangement has elsewhere: that is mended, or an unexplained card takes its part."""
        arrangement = self.arrangement
        disproof = secure(arrangement, zone, (kind,))
        if disproof is None:
            return arrangement.show(zone, goal, kind)
        # It happened all the same. Some card leaves the zone so that the numbers stay right, but which one it was is
        # open: what arrives is a wild card, so that nothing later is proved by it.
        if arrangement.stock[arrangement.now[zone]][arrangement.wild]:
            arrangement.show(zone, arrangement.zone(), arrangement.wild)
        else:
            self.broken = self.broken or disproof
            if (other := arrangement.pick(zone)) >= 0:
                arrangement.move(zone, arrangement.zone(), other, mixed=False)
        nowhere = arrangement.zone()
        arrangement.add_unexplained(nowhere, arrangement.wild)
        return arrangement.show(nowhere, goal, arrangement.wild)

    # ---- drawing ---------------------------------------------------------------------------------------------------

    def drawable(self, key: str, wanted: int, arriving: int = 0) -> int:
        """How many of the wanted cards there are at most in pile and discards; some may be arriving there."""
        deck = self.decks[key]
        if wanted <= deck.size or deck.size_unknown or deck.total_unknown:
            return wanted
        return min(
            wanted,
            deck.size + deck.slack + max(0, deck.discarded + deck.maybe_discarded + arriving - self._gaps(deck)),
        )

    def surely_drawable(self, key: str, wanted: int, arriving: int = 0) -> int:
        """How many of the wanted cards there are at least; fewer than at most where the log leaves that open."""
        deck = self.decks[key]
        if wanted <= deck.size and not deck.total_unknown:
            return wanted
        most = self.drawable(key, wanted, arriving)
        if not deck.may_fall_short(wanted):
            return most
        return min(most, max(0, deck.sure + arriving - self._gaps(deck))) if not deck.total_unknown else 0

    def _gaps(self, deck: PileCounts) -> int:
        """Places of the bank that take the next cards of the pile before anybody draws one."""
        return self.bank_size - len(self.bank) if self._has_bank(deck) else 0

    def lay_out(self, key: str, names: Iterable[str], zone: int | None = None) -> list[int]:
        """Draws cards onto the table, each to a place of its own unless it lies openly; tells the places."""
        deck, places = self.decks[key], []
        for name in names:
            if deck.empty:
                self.reshuffle(deck)
                if deck.empty:
                    break
            places.append(self.arrangement.zone() if zone is None else zone)
            if deck.may_fall_short(1) and name not in deck.total:
                self.unsure |= {places[-1]}
            self._top(deck, places[-1], name)
            if deck.empty and self.eager:
                self.reshuffle(deck)
        return places

    def _top(
        self, deck: PileCounts, zone: int | None, name: str, hand: HandCounts | None = None, *, sure: bool = False
    ) -> str:
        """The card on top goes to a zone, a hand's perhaps, or to the bank, wherever that is by then.

        One that is named was there for sure.
        """
        if deck.order is not None:
            name = deck.order.pop()
        if deck.size == 0 and deck.slack and not deck.size_unknown:
            self._blur(deck)
        deck.untouched = False
        doubtful = deck.may_fall_short(1) and not sure and name not in deck.total
        if doubtful:
            self._lose_count()
        if hand:
            hand.gain(deck.key)
            hand.short += doubtful
        if deck.least:
            deck.least -= 1
        if deck.size:
            deck.size -= 1
        elif deck.slack:
            deck.slack -= 1
        goal = self.bank_zone if zone is None else zone
        self._move(deck.pile, goal, name if name in deck.total else deck.key)
        if deck.size == 0 and deck.slack and not deck.size_unknown:
            self._blur(deck)
        elif deck.size_unknown and self.bank and self._has_bank(deck):  # it may have been laid out anew
            self.bank = [deck.key] * len(self.bank)
        return name if name in deck.total else deck.key

    def reshuffle(self, deck: PileCounts) -> None:
        """Makes a new pile of the discards; a bank goes in too and is laid out anew."""
        if not deck.discarded + deck.maybe_discarded:
            return
        deck.size += deck.discarded
        deck.slack += deck.maybe_discarded
        deck.discarded = deck.maybe_discarded = 0
        had_bank = self._has_bank(deck)
        zones = [deck.heap] if deck.heap != deck.pile else []
        if had_bank:
            zones.append(self.bank_zone)
            deck.size += len(self.bank)
            self.bank = []
        deck.shuffles += 1
        self._pour(deck, zones)
        if deck.order is not None:
            deck.order = self.arrangement.contents(deck.pile)
            if self.random:
                self.random.shuffle(deck.order)
        self.reshuffled += (deck.key,)
        if had_bank:
            self.fill_bank()
        deck.untouched = True

    def _pour(self, deck: PileCounts, zones: Sequence[int]) -> None:
        """What lies in these zones becomes the pile, the next one by its number."""
        self.arrangement.pour(zones, deck.pile)
        self.arrangement.begins_pile(deck.pile, deck.key, deck.shuffles + 1)

    def _blur(self, deck: PileCounts) -> None:
        """The pile may have run out and been reshuffled unnoticed: it and its discards cannot be told apart."""
        deck.size_unknown, deck.least = True, deck.discarded
        self.unknown_since += ((self.arrangement.line, deck.key),)
        deck.slack += deck.discarded + deck.maybe_discarded
        deck.discarded = deck.maybe_discarded = 0
        zones = [deck.heap]
        if self._has_bank(deck):  # it may have been laid out anew
            zones.append(self.bank_zone)
            self.bank = [deck.key] * len(self.bank)
            self.bank_zone = deck.pile
        self._pour(deck, zones)
        deck.heap = deck.pile

    def _lose_count(self) -> None:
        """From here on nobody knows whether there was a card to draw at all, so no pile can be counted any more."""
        if not self.maybe_short:
            self.maybe_short = True
            for deck in self.decks.values():
                deck.total_unknown = True
            self.unknown_since += ((self.arrangement.line, ""),)

    # ---- the bank --------------------------------------------------------------------------------------------------

    def _has_bank(self, deck: PileCounts) -> bool:
        """Whether it is this deck from which the bank is filled: the first."""
        return self.bank_size > 0 and deck is next(iter(self.decks.values()))

    def fill_bank(self, names: Sequence[str] = ()) -> None:
        """Lays cards from the pile into the gaps of the bank; gaps wait while cards are short."""
        deck = next(iter(self.decks.values()))
        waiting = list(names)
        while len(self.bank) < self.bank_size:
            if deck.empty:
                self.reshuffle(deck)
                if deck.empty:
                    return
                continue
            card = self._top(deck, None, waiting.pop(0) if waiting else UNSEEN)
            self.bank.append(card)  # after drawing, for then nobody may know any more what lies in the bank
            if deck.empty and self.eager:
                self.reshuffle(deck)

    def name_in_bank(self, kind: str) -> None:
        """A card of the bank that was not named turns out to be of a kind."""
        deck = next(iter(self.decks.values()))
        if kind in deck.total and deck.key in self.bank:
            self.bank[self.bank.index(deck.key)] = kind
            aside = self.arrangement.zone()
            self._move(self.bank_zone, aside, kind)
            self._move(aside, self.bank_zone, UNSEEN)

    # ---- suppositions ----------------------------------------------------------------------------------------------

    def suppose(self, zone: int, by: int) -> bool:
        """Supposes more or fewer unknown cards in a zone; False where there are not so many."""
        arrangement = self.arrangement
        for _ in range(by):
            arrangement.add_unexplained(zone, arrangement.wild)
        for _ in range(-by):
            if (kind := arrangement.pick(zone)) < 0:
                return False
            arrangement.move(zone, arrangement.zone(), kind, mixed=False)
        return True

    # ---- notes that are believed -----------------------------------------------------------------------------------

    def correct_pile(self, key: str, size: int) -> None:
        """Takes a noted pile for true; cards that may have been in it may then lie on the discards."""
        deck = self.decks[key]
        if deck.size_unknown:  # the rest of its cards lie on the discards, as many as there are
            rest = deck.most - size
            deck.discarded = max(0, min(deck.least - size, rest))
            deck.maybe_discarded = max(0, rest - deck.discarded)
        else:
            deck.maybe_discarded += max(0, deck.size + deck.slack - size)
            for _ in range(size - deck.size - deck.slack):
                self.arrangement.add_unexplained(deck.pile, self.arrangement.wild)
        deck.size, deck.slack, deck.size_unknown = size, 0, False

    def pin(self, deck: PileCounts) -> None:
        """The log says that the pile was made anew: so all its cards are in it now."""
        if not deck.size_unknown:
            self.reshuffle(deck)
            return
        most = deck.most
        deck.size, deck.discarded, deck.maybe_discarded, deck.size_unknown = max(0, deck.least), 0, 0, False
        deck.slack = most - deck.size
        deck.shuffles += 1
        self._pour(deck, [])
        deck.heap = self.arrangement.zone()
        if self._has_bank(deck):
            self.bank_zone = self.arrangement.zone()
            for _ in self.bank:
                self._move(deck.pile, self.bank_zone, deck.key)
        deck.untouched = True

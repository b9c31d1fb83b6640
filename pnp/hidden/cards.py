"""Where the cards are, as far as a record tells: piles, discards, hands, a face-up bank, single cards face down.

A card is its kind where the record names it, its deck's key where only the back was seen, and `?` where not even that
is told. How many cards lie where is counted here; what they can be, the arrangement knows exactly.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from pnp.hidden.arrangement import Arrangement
from pnp.hidden.counts import HandCounts, PileCounts
from pnp.hidden.disproof import Disproof
from pnp.hidden.possible import certain, secure
from pnp.rules.step import UNSEEN


class Lack(NamedTuple):
    """A card that a hand cannot hold beside the others that are asked for; `disproof` where that took a proof."""

    card: str
    disproof: Disproof | None = None

    @property
    def uncounted(self) -> Disproof | None:
        """The proof, where it goes by what piles held rather than by what is known of the hand itself."""
        return self.disproof if self.disproof and self.disproof.piles else None


class Cards:
    """All the cards of a table. `broken` is why a card that the record names cannot have been where it has it."""

    __slots__ = (
        "adrift",
        "arrangement",
        "bank",
        "bank_size",
        "bank_zone",
        "blurred",
        "broken",
        "deck_of",
        "decks",
        "eager",
        "face_up",
        "hands",
        "random",
        "reshuffled",
        "unsure",
    )

    def __init__(self, decks: Mapping[str, Mapping[str, int]], hands: int, *, eager: bool) -> None:
        self.arrangement = Arrangement(decks)
        self.decks = {key: PileCounts(key, total, self.arrangement) for key, total in decks.items()}
        self.deck_of = {kind: key for key, total in decks.items() for kind in total}
        self.hands = [HandCounts(self.arrangement.zone(), list(decks)) for _ in range(hands)]
        self.face_up = self.arrangement.zone()  # what lies openly on the table
        self.bank: list[str] = []
        self.bank_size = 0
        self.bank_zone = self.arrangement.zone()
        self.eager = eager
        self.reshuffled: tuple[str, ...] = ()  # decks that were reshuffled in the course of the last step
        self.random: Random | None = None
        self.broken: Disproof | None = None
        self.adrift = False  # cards may have been short, so what was drawn unseen may not have been there
        self.unsure: frozenset[int] = frozenset()  # places on the table where there may be no card for want of any
        self.blurred: tuple[tuple[int, str], ...] = ()  # lines from which nobody can tell the size of a deck's pile

    def copy(self) -> Cards:
        other = Cards.__new__(Cards)
        other.arrangement = self.arrangement.copy()
        other.decks = {key: deck.copy() for key, deck in self.decks.items()}
        other.deck_of = self.deck_of
        other.hands = [hand.copy() for hand in self.hands]
        other.face_up, other.bank_zone = self.face_up, self.bank_zone
        other.bank, other.bank_size = self.bank.copy(), self.bank_size
        other.eager, other.reshuffled, other.random = self.eager, self.reshuffled, self.random
        other.broken, other.blurred = self.broken, self.blurred
        other.adrift, other.unsure = self.adrift, self.unsure
        return other

    # ---- the dealer's side: a shuffled order that only simulated games have ----------------------------------------

    def shuffle(self, random: Random) -> None:
        """Gives every pile a real order, of the cards that are not yet elsewhere."""
        self.random = random
        for deck in self.decks.values():
            deck.order = self.arrangement.contents(deck.pile)
            random.shuffle(deck.order)

    # ---- single moves ----------------------------------------------------------------------------------------------

    def _move(self, zone: int, goal: int | tuple[int, ...], card: str) -> int:
        """A card goes from zone to zone, as it is told; tells the event. One that cannot be there is a riddle."""
        arrangement = self.arrangement
        kind = arrangement.index.get(card, -1)
        if kind >= 0:
            assert isinstance(goal, int), "a named card goes to its own discards"
            if arrangement.stock[arrangement.now[zone]][kind]:
                return arrangement.show(zone, goal, kind)
            return self._show_anyway(zone, goal, kind)
        deck, kind = self.decks.get(card), arrangement.pick(zone)
        if deck and len(self.decks) > 1 and kind not in deck.kinds:
            kind = arrangement.pick(zone, deck.kinds)
        if kind < 0:
            arrangement.conjure(zone, arrangement.wild)
            kind = arrangement.wild
        return arrangement.move(zone, goal, kind, mixed=deck is None and len(self.decks) > 1)

    def _show_anyway(self, zone: int, goal: int, kind: int) -> int:
        """A named card that the arrangement has elsewhere: that is mended, or an unexplained card takes its part."""
        arrangement = self.arrangement
        disproof = secure(arrangement, zone, (kind,))
        if disproof is None:
            return arrangement.show(zone, goal, kind)
        if arrangement.stock[arrangement.now[zone]][arrangement.wild]:
            arrangement.show(zone, arrangement.zone(), arrangement.wild)
        else:
            self.broken = self.broken or disproof
            if (other := arrangement.pick(zone)) >= 0:
                arrangement.move(zone, arrangement.zone(), other, mixed=False)
        riddle = arrangement.zone()
        arrangement.conjure(riddle, arrangement.wild)
        return arrangement.show(riddle, goal, arrangement.wild)

    # ---- drawing ---------------------------------------------------------------------------------------------------

    def drawable(self, key: str, wanted: int, arriving: int = 0) -> int:
        """How many of the wanted cards there are at most in pile and discards; some may be arriving there."""
        deck = self.decks[key]
        if wanted <= deck.size or deck.vague or deck.murky:
            return wanted
        return min(wanted, deck.size + deck.slack + max(0, deck.discarded + deck.loose + arriving - self._gaps(deck)))

    def surely_drawable(self, key: str, wanted: int, arriving: int = 0) -> int:
        """How many of the wanted cards there are at least; fewer than at most where the record leaves that open."""
        deck = self.decks[key]
        if wanted <= deck.size and not deck.murky:
            return wanted
        most = self.drawable(key, wanted, arriving)
        if not deck.may_fall_short(wanted):
            return most
        return min(most, max(0, deck.sure + arriving - self._gaps(deck))) if not deck.murky else 0

    def _gaps(self, deck: PileCounts) -> int:
        return self.bank_size - len(self.bank) if self._has_bank(deck) else 0

    def draw(self, seat: int, key: str, names: Sequence[str]) -> list[str]:
        """Draws one card for each name into a hand, as long as there are cards; tells them as they are known."""
        deck, hand, drawn = self.decks[key], self.hands[seat], []
        if deck.size < len(names) > 1 and deck.order is None and any(name in deck.total for name in names):
            return self._draw_over_a_reshuffle(hand, deck, names)
        for name in names:
            if deck.size > 1 and deck.order is None and not (deck.vague or deck.murky):  # the usual case
                deck.size -= 1
                deck.untouched = False
                card = name if name in deck.total else key
                self._move(deck.pile, hand.zone, card)
                hand.gain(key)
                drawn.append(card)
                continue
            if deck.empty:
                self.reshuffle(deck)
                if deck.empty:
                    break
            drawn.append(self._top(deck, hand.zone, name, hand))
            if deck.size == 0 and self.eager and deck.empty:
                self.reshuffle(deck)
        return drawn

    def _draw_over_a_reshuffle(self, hand: HandCounts, deck: PileCounts, names: Sequence[str]) -> list[str]:
        """The cards of one draw are a set: nobody tells which of them came before the pile was made anew."""
        aside, drawn = self.arrangement.zone(), []
        for name in names:
            if deck.empty:
                self.reshuffle(deck)
                if deck.empty:
                    break
            self._top(deck, aside, UNSEEN, hand, sure=name in deck.total)
            drawn.append(name if name in deck.total else deck.key)
            if deck.empty and self.eager:
                self.reshuffle(deck)
        for card in drawn:
            self._move(aside, hand.zone, card)
        return drawn

    def conceal(self, seat: int) -> None:
        """Forgets what a seat holds and in which order the piles lie."""
        self.arrangement.forget(self.hands[seat].zone)
        self.random = None
        for deck in self.decks.values():
            deck.order = None

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
        if deck.size == 0 and deck.slack and not deck.vague:
            self._blur(deck)
        deck.untouched = False
        doubtful = deck.may_fall_short(1) and not sure and name not in deck.total
        if doubtful:
            self._drift()
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
        if deck.size == 0 and deck.slack and not deck.vague:
            self._blur(deck)
        elif deck.vague and self.bank and self._has_bank(deck):  # it may have been laid out anew
            self.bank = [deck.key] * len(self.bank)
        return name if name in deck.total else deck.key

    def reshuffle(self, deck: PileCounts) -> None:
        """Makes a new pile of the discards; a bank goes in too and is laid out anew."""
        if not deck.discarded + deck.loose:
            return
        deck.size += deck.discarded
        deck.slack += deck.loose
        deck.discarded = deck.loose = 0
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
        self.arrangement.pour(zones, deck.pile)
        self.arrangement.begins_pile(deck.pile, deck.key, deck.shuffles + 1)

    def _blur(self, deck: PileCounts) -> None:
        """The pile may have run out and been reshuffled unnoticed: it and its discards cannot be told apart."""
        deck.vague, deck.least = True, deck.discarded
        self.blurred += ((self.arrangement.line, deck.key),)
        deck.slack += deck.discarded + deck.loose
        deck.discarded = deck.loose = 0
        zones = [deck.heap]
        if self._has_bank(deck):  # it may have been laid out anew
            zones.append(self.bank_zone)
            self.bank = [deck.key] * len(self.bank)
            self.bank_zone = deck.pile
        self._pour(deck, zones)
        deck.heap = deck.pile

    def _drift(self) -> None:
        if not self.adrift:
            self.adrift = True
            for deck in self.decks.values():
                deck.murky = True
            self.blurred += ((self.arrangement.line, ""),)

    # ---- the bank --------------------------------------------------------------------------------------------------

    def _has_bank(self, deck: PileCounts) -> bool:
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
            self.bank.append(card)  # after drawing, for that may have blurred what lies in the bank
            if deck.empty and self.eager:
                self.reshuffle(deck)

    def take_from_bank(self, seat: int, kind: str) -> None:
        deck = next(iter(self.decks.values()))
        self.bank.remove(next((card for card in (kind, deck.key) if card in self.bank), self.bank[0]))
        self._move(self.bank_zone, self.hands[seat].zone, kind)
        self.hands[seat].gain(deck.key)

    def name_in_bank(self, kind: str) -> None:
        """A card of the bank that was not named turns out to be of a kind."""
        deck = next(iter(self.decks.values()))
        if kind in deck.total and deck.key in self.bank:
            self.bank[self.bank.index(deck.key)] = kind
            aside = self.arrangement.zone()
            self._move(self.bank_zone, aside, kind)
            self._move(aside, self.bank_zone, UNSEEN)

    # ---- hands and discards ----------------------------------------------------------------------------------------

    def lacks(self, seat: int, cards: Sequence[str]) -> Lack | None:
        """The first of these cards that the hand cannot hold, all of them together; `?` where it is too small."""
        hand, arrangement = self.hands[seat], self.arrangement
        if len(cards) > hand.size:
            return Lack(UNSEEN)
        kinds = [arrangement.index[card] for card in cards if card in arrangement.index]
        if len(kinds) < len(cards) and (strange := self._strange(cards)):
            return Lack(strange)
        stock = arrangement.stock[arrangement.now[hand.zone]]
        for number, kind in enumerate(kinds):
            if stock[kind] < kinds.count(kind) and not stock[arrangement.wild]:
                if self.random:  # a dealer knows every card
                    return Lack(arrangement.kinds[kind])
                disproof = secure(arrangement, hand.zone, kinds[: number + 1], asking=True)
                if disproof:
                    return Lack(arrangement.kinds[kind], disproof)
                stock = arrangement.stock[arrangement.now[hand.zone]]
        for back in self.decks:
            if back in cards and not self._has_backs(hand, back, cards):
                return Lack(back)
        return None

    def _strange(self, cards: Sequence[str]) -> str:
        """A card of a kind of which this table has none."""
        known = (*self.arrangement.index, *self.decks, UNSEEN)
        return next((card for card in cards if card not in known), "")

    def _has_backs(self, hand: HandCounts, back: str, cards: Sequence[str]) -> bool:
        """Whether there may be so many of a deck, those that are named included."""
        needed = sum(card == back or self.deck_of.get(card) == back for card in cards)
        others = sum(self.deck_of.get(card, back) != back for card in cards)
        return needed <= min(hand.most(back), hand.size - others)

    def most(self, seat: int, kind: str) -> int:
        """How many of a kind the hand can hold."""
        hand, found = self.hands[seat], 0
        while found < hand.size and not self.lacks(seat, (kind,) * (found + 1)):
            found += 1
        return found

    def hand(self, seat: int) -> list[str]:
        """Every card of a hand, by its name where that is certain, else by its back."""
        hand = self.hands[seat]
        known = (
            self.arrangement.contents(hand.zone)
            if self.random
            else [kind for kind, count in certain(self.arrangement, hand.zone).items() for _ in range(count)]
        )
        unseen = hand.size - len(known)
        return known + [self.hands[seat].only() or UNSEEN] * unseen

    def play(self, seat: int, kind: str) -> None:
        """A card of a hand is laid on the table."""
        self._leave(self.hands[seat], kind, self.face_up)

    def pay(self, seat: int, cards: Sequence[str]) -> None:
        """Cards of a hand are discarded."""
        hand = self.hands[seat]
        for card in self._backs(hand, cards)[: hand.size]:
            deck = self.deck_of.get(card, card)
            if deck == UNSEEN:
                deck = hand.only()
            if deck in self.decks:
                self.decks[deck].lay()
                self._leave(hand, card if card in self.deck_of else deck, self.decks[deck].heap)
            else:
                for one in self.decks.values():
                    one.loose += 1
                self._leave(hand, UNSEEN, tuple(one.heap for one in self.decks.values()))

    def pay_down_to(self, seat: int, size: int) -> None:
        """Unnamed cards of a hand are discarded until so many are left; fewer where some were never there."""
        hand = self.hands[seat]
        self.pay(seat, (UNSEEN,) * max(0, hand.least - size))
        for deck in self.decks.values():
            deck.loose += max(0, hand.size - size)
        self.correct_within(seat, size)

    def _backs(self, hand: HandCounts, cards: Sequence[str]) -> Sequence[str]:
        """The cards with their backs told where the whole hand goes and what it holds of each deck is known."""
        if hand.deck or len(cards) != hand.size or any(least != most for least, most in hand.backs.values()):
            return cards
        told = [card for card in cards if card != UNSEEN]
        left = {
            deck: least - sum(self.deck_of.get(card, card) == deck for card in told)
            for deck, (least, _) in hand.backs.items()
        }
        return (
            cards if min(left.values(), default=0) < 0 else told + [deck for deck in left for _ in range(left[deck])]
        )

    def _leave(self, hand: HandCounts, card: str, goal: int | tuple[int, ...]) -> None:
        self._move(hand.zone, goal, card)
        hand.lose(self.deck_of.get(card, card))

    def hand_over(self, giver: int, taker: int, card: str) -> None:
        """A card goes from hand to hand. Unnamed, it may be any of the giver's."""
        given, taken = self.hands[giver], self.hands[taker]
        deck = self.deck_of.get(card, card) if card != UNSEEN else given.only()
        self._leave(given, card if card in self.deck_of else deck or UNSEEN, taken.zone)
        if deck:
            taken.gain(deck)
            return
        taken.size += 1
        taken.backs = {key: (least, most + 1) for key, (least, most) in taken.backs.items()}

    def discard(self, kinds: Iterable[str]) -> None:
        """Cards that lie openly on the table are discarded."""
        for kind in kinds:
            deck = self.decks[self.deck_of[kind]]
            deck.lay()
            self._move(self.face_up, deck.heap, kind)

    def turn_up(self, place: int, key: str, shown: str = UNSEEN) -> int:
        """A card face down is discarded, and perhaps shown; tells the event, by which it may be taken back."""
        deck = self.decks[key]
        if place in self.unsure and shown not in deck.total:
            deck.loose += 1
        else:
            deck.lay()
        return self._move(place, deck.heap, shown if shown in deck.total else key)

    def may_take_back(self, event: int, key: str) -> bool:
        """Whether a card that was just discarded is still to be had; a dealer sees if it was drawn again."""
        deck = self.decks[key]
        return (
            deck.order is None
            or deck.discarded > 0
            or self.arrangement.kinds[self.arrangement.kind_of(event)] in deck.order
        )

    def take_back(self, event: int, key: str) -> int:
        """A card that was just discarded goes to a place of its own instead, even out of a pile made meanwhile."""
        deck, place, arrangement = self.decks[key], self.arrangement.zone(), self.arrangement
        deck.least = max(0, deck.least - 1)
        if deck.discarded:
            deck.discarded -= 1
            if not arrangement.redirect(event, place):
                self._move(deck.heap, place, key)
        elif deck.order is not None:
            kind = arrangement.kinds[arrangement.kind_of(event)]
            deck.order.remove(kind)
            deck.size -= 1
            self._move(deck.pile, place, kind)
        else:
            deck.size -= int(deck.size > 0)
            self._move(deck.pile, place, key)
        return place

    # ---- suppositions ----------------------------------------------------------------------------------------------

    def suppose(self, zone: int, by: int) -> bool:
        """Supposes more or fewer unknown cards in a zone; False where there are not so many."""
        arrangement = self.arrangement
        for _ in range(by):
            arrangement.conjure(zone, arrangement.wild)
        for _ in range(-by):
            if (kind := arrangement.pick(zone)) < 0:
                return False
            arrangement.move(zone, arrangement.zone(), kind, mixed=False)
        return True

    # ---- notes that are believed -----------------------------------------------------------------------------------

    def correct(self, seat: int, size: int) -> None:
        """Takes a noted hand size for true."""
        hand, arrangement = self.hands[seat], self.arrangement
        while hand.size > size:
            self._leave(hand, UNSEEN, arrangement.zone())
        while hand.size < size:
            arrangement.conjure(hand.zone, arrangement.wild)
            hand.size += 1
            hand.backs = {key: (least, hand.size) for key, (least, _) in hand.backs.items()}
        hand.short = 0

    def correct_within(self, seat: int, size: int) -> None:
        """A hand that turns out to have just so many cards, if it may: then some of it were never there."""
        hand = self.hands[seat]
        if hand.short and hand.may_have(size):
            self.correct(seat, size)

    def at_most(self, seat: int, size: int) -> None:
        """A hand that turns out to have no more cards, if it may."""
        hand = self.hands[seat]
        least = hand.least
        if hand.size > size >= least:
            self.correct(seat, size)
            hand.short = size - least

    def correct_pile(self, key: str, size: int) -> None:
        """Takes a noted pile for true; cards that may have been in it may then lie on the discards."""
        deck = self.decks[key]
        if deck.vague:  # the rest of its cards lie on the discards, as many as there are
            rest = deck.most - size
            deck.discarded = max(0, min(deck.least - size, rest))
            deck.loose = max(0, rest - deck.discarded)
        else:
            deck.loose += max(0, deck.size + deck.slack - size)
            for _ in range(size - deck.size - deck.slack):
                self.arrangement.conjure(deck.pile, self.arrangement.wild)
        deck.size, deck.slack, deck.vague = size, 0, False

    def pin(self, deck: PileCounts) -> None:
        """The record says that the pile was made anew: so all its cards are in it now."""
        if not deck.vague:
            self.reshuffle(deck)
            return
        most = deck.most
        deck.size, deck.discarded, deck.loose, deck.vague = max(0, deck.least), 0, 0, False
        deck.slack = most - deck.size
        deck.shuffles += 1
        self._pour(deck, [])
        deck.heap = self.arrangement.zone()
        if self._has_bank(deck):
            self.bank_zone = self.arrangement.zone()
            for _ in self.bank:
                self._move(deck.pile, self.bank_zone, deck.key)
        deck.untouched = True

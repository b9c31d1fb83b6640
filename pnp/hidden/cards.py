"""All the cards of a table: what hands hold, pay, give and discard, beside the piles that they draw from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from pnp.hidden.counts import HandCounts, PileCounts
from pnp.hidden.disproof import Disproof
from pnp.hidden.piles import Piles
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


class Cards(Piles):
    """The piles, and every hand; what lies openly on the table, and single cards face down."""

    __slots__ = ("face_up", "hands")

    def __init__(self, decks: Mapping[str, Mapping[str, int]], hands: int, *, eager: bool) -> None:
        super().__init__(decks, eager=eager)
        self.hands = [HandCounts(self.arrangement.zone(), list(decks)) for _ in range(hands)]
        self.face_up = self.arrangement.zone()  # what lies openly on the table

    def copy(self) -> Cards:
        """One that goes its own way from here on."""
        other = Cards.__new__(Cards)
        self._copy_to(other)
        other.hands, other.face_up = [hand.copy() for hand in self.hands], self.face_up
        return other

    # ---- drawing ---------------------------------------------------------------------------------------------------

    def draw(self, seat: int, key: str, names: Sequence[str]) -> list[str]:
        """Draws one card for each name into a hand, as long as there are cards; tells them as they are known."""
        deck, hand, drawn = self.decks[key], self.hands[seat], []
        if deck.size < len(names) > 1 and deck.order is None and any(name in deck.total for name in names):
            return self._draw_over_a_reshuffle(hand, deck, names)
        for name in names:
            usual = deck.size > 1 and deck.order is None
            if usual and not (deck.size_unknown or deck.total_unknown):
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
        # only now are they named, when each may have come from either pile
        for card in drawn:
            self._move(aside, hand.zone, card)
        return drawn

    def take_from_bank(self, seat: int, kind: str) -> None:
        """A card that lies openly in the bank goes to a hand; where nobody named it so far, it is named by that."""
        deck = next(iter(self.decks.values()))
        self.bank.remove(next((card for card in (kind, deck.key) if card in self.bank), self.bank[0]))
        self._move(self.bank_zone, self.hands[seat].zone, kind)
        self.hands[seat].gain(deck.key)

    # ---- what a hand can hold --------------------------------------------------------------------------------------

    def lacks(self, seat: int, cards: Sequence[str]) -> Lack | None:
        """The first of these cards that the hand cannot hold, all of them together; `?` where it is too small."""
        hand, arrangement = self.hands[seat], self.arrangement
        if len(cards) > hand.size:
            return Lack(UNSEEN)
        # the cheap questions first: how many cards, of which decks; only then what each can be
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

    # ---- hands and discards ----------------------------------------------------------------------------------------

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
                    one.maybe_discarded += 1
                self._leave(hand, UNSEEN, tuple(one.heap for one in self.decks.values()))

    def pay_down_to(self, seat: int, size: int) -> None:
        """Unnamed cards of a hand are discarded until so many are left; fewer where some were never there."""
        hand = self.hands[seat]
        self.pay(seat, (UNSEEN,) * max(0, hand.least - size))
        for deck in self.decks.values():
            deck.maybe_discarded += max(0, hand.size - size)
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
            deck.maybe_discarded += 1
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

    # ---- notes that are believed -----------------------------------------------------------------------------------

    def correct(self, seat: int, size: int) -> None:
        """Takes a noted hand size for true."""
        hand, arrangement = self.hands[seat], self.arrangement
        while hand.size > size:
            self._leave(hand, UNSEEN, arrangement.zone())
        while hand.size < size:
            arrangement.add_unexplained(hand.zone, arrangement.wild)
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

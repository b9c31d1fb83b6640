"""Where the cards are, as far as a record tells: piles, discards, hands, a face-up bank.

A card is its kind where the record names it, its deck's key where only the back was seen, and `?` where not even that
is told. The account is sound: it calls a card impossible only if all copies are known to lie elsewhere. It is exact
as long as the record names every card.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random

from pnp.referee.step import UNSEEN


class Deck:
    """A draw pile and its discards. `slack`: so many cards more may be in the pile, for want of words."""

    __slots__ = (
        "discards",
        "faceless",
        "key",
        "loose",
        "order",
        "seen",
        "shuffles",
        "size",
        "slack",
        "total",
        "untouched",
        "vague",
    )

    def __init__(self, key: str, total: Mapping[str, int]) -> None:
        self.key = key
        self.total = total
        self.size = sum(total.values())
        self.seen = dict.fromkeys(total, 0)  # copies that certainly lie outside the pile
        self.discards: dict[str, int] = {}
        self.faceless = 0  # discards that were not named
        self.loose = 0  # discards that may belong to this deck or to another
        self.slack = 0
        self.order: list[str] | None = None  # a dealer knows the order of the pile
        self.shuffles = 0
        self.untouched = True
        self.vague = False  # it may have run out and been made anew unnoticed: its size cannot be told

    def copy(self) -> Deck:
        other = Deck.__new__(Deck)
        other.key, other.total, other.size = self.key, self.total, self.size
        other.seen, other.discards = self.seen.copy(), self.discards.copy()
        other.faceless, other.loose, other.slack = self.faceless, self.loose, self.slack
        other.order = self.order and self.order.copy()
        other.shuffles, other.untouched, other.vague = self.shuffles, self.untouched, self.vague
        return other

    @property
    def empty(self) -> bool:
        return self.size == 0 and self.slack == 0 and not self.vague

    @property
    def uncertain(self) -> bool:
        """Whether the record leaves open how many cards there are, so that nobody can tell whether they ran short."""
        return self.vague or self.slack > 0 or self.loose > 0

    @property
    def discarded(self) -> int:
        return sum(self.discards.values()) + self.faceless + self.loose

    def left(self, kind: str) -> int:
        """How many copies of a kind may still be in the pile."""
        return self.total[kind] - self.seen[kind]

    def holds(self, asserted: int) -> bool:
        """Whether so many cards may lie in the pile."""
        return self.vague or self.size <= asserted <= self.size + self.slack


class Hand:
    """A seat's cards: kinds that came in by name, unseen cards by their backs.

    An unnamed card that left may have been any of them, so it is only counted: `parted` since the last reshuffle.
    `sure` are the named ones that certainly lie outside the piles.
    """

    __slots__ = ("hidden", "known", "parted", "size", "sure")

    def __init__(self) -> None:
        self.size = 0
        self.known: dict[str, int] = {}
        self.hidden: dict[str, int] = {}
        self.sure: dict[str, int] = {}
        self.parted = 0

    def copy(self) -> Hand:
        other = Hand.__new__(Hand)
        other.size, other.parted = self.size, self.parted
        other.known, other.hidden, other.sure = self.known.copy(), self.hidden.copy(), self.sure.copy()
        return other

    def cards(self) -> list[str]:
        """Every card, by its name or its back; right as long as none left unnamed."""
        return [card for store in (self.known, self.hidden) for card, count in store.items() for _ in range(count)]

    @property
    def exact(self) -> bool:
        """Whether it is known what the hand holds, card by card or back by back."""
        return sum(self.known.values()) + sum(self.hidden.values()) == self.size


class Cards:
    """All the cards of a table."""

    __slots__ = ("bank", "bank_size", "deck_of", "decks", "eager", "hands", "limbo", "random", "reshuffled")

    def __init__(self, decks: Mapping[str, Mapping[str, int]], hands: int, *, eager: bool) -> None:
        self.decks = {key: Deck(key, total) for key, total in decks.items()}
        self.deck_of = {kind: key for key, total in decks.items() for kind in total}
        self.hands = [Hand() for _ in range(hands)]
        self.bank: list[str] = []
        self.bank_size = 0
        self.limbo: dict[str, int] = {}  # cards of hands that left to the last one, unnamed: until the next reshuffle
        self.eager = eager
        self.reshuffled = ""  # the deck that was reshuffled in the course of the last step
        self.random: Random | None = None

    def copy(self) -> Cards:
        other = Cards.__new__(Cards)
        other.decks = {key: deck.copy() for key, deck in self.decks.items()}
        other.deck_of = self.deck_of
        other.hands = [hand.copy() for hand in self.hands]
        other.bank, other.bank_size, other.limbo = self.bank.copy(), self.bank_size, self.limbo.copy()
        other.eager, other.reshuffled, other.random = self.eager, self.reshuffled, self.random
        return other

    # ---- the dealer's side: a shuffled order that only simulated games have ----------------------------------------

    def shuffle(self, random: Random) -> None:
        """Gives every pile a real order, of the cards that are not yet elsewhere."""
        self.random = random
        for deck in self.decks.values():
            deck.order = [kind for kind in deck.total for _ in range(deck.left(kind))]
            random.shuffle(deck.order)

    # ---- drawing ---------------------------------------------------------------------------------------------------

    def drawable(self, key: str, wanted: int, arriving: int = 0) -> int:
        """How many of the wanted cards there are before pile and discards are used up; some may be arriving there."""
        deck = self.decks[key]
        if wanted <= deck.size or deck.vague:
            return wanted
        gaps = self.bank_size - len(self.bank) if self._has_bank(deck) else 0
        return min(wanted, deck.size + deck.slack + max(0, deck.discarded + arriving - gaps))

    def impossible(self, key: str, names: Sequence[str], arriving: Sequence[str] = ()) -> str:
        """The first named card that cannot come from the pile, because all its copies lie elsewhere; else empty.

        `arriving` are cards that come to the discards just before, so that a reshuffle on the way brings them back.
        """
        deck = self.decks[key]
        banked = self.bank if self._has_bank(deck) else []
        drawn: dict[str, int] = {}
        for number, kind in enumerate(names):
            if kind not in deck.seen:
                continue
            drawn[kind] = drawn.get(kind, 0) + 1
            if drawn[kind] <= deck.left(kind):
                continue
            if (number < deck.size + deck.slack and not deck.vague) or (
                UNSEEN not in arriving
                and key not in arriving
                and not deck.faceless + deck.loose
                and not deck.vague
                and drawn[kind]
                > deck.left(kind) + deck.discards.get(kind, 0) + arriving.count(kind) + banked.count(kind)
            ):
                return kind
        return ""

    def draw(self, key: str, names: Iterable[str]) -> list[str]:
        """Draws one card for each name, as long as there are cards; an unseen one comes as its deck's key."""
        deck = self.decks[key]
        drawn = []
        for name in names:
            if deck.size > 1 and deck.order is None:  # nothing can run out: the usual case, and the quickest
                deck.size -= 1
                deck.untouched = False
                if name in deck.seen:
                    deck.seen[name] += 1
                    drawn.append(name)
                else:
                    drawn.append(key)
                continue
            if deck.empty:
                self.reshuffle(deck)
                if deck.empty:
                    break
            drawn.append(self._top(deck, name))
            if deck.empty and self.eager:
                self.reshuffle(deck)
        return drawn

    def _top(self, deck: Deck, name: str) -> str:
        if deck.order is not None:
            name = deck.order.pop()
        deck.untouched = False
        if deck.size:
            deck.size -= 1
        elif deck.slack:
            deck.slack -= 1
        if deck.size == 0 and deck.slack:
            self._blur(deck)
        if name in deck.seen:
            deck.seen[name] += 1
            return name
        return deck.key

    def reshuffle(self, deck: Deck) -> None:
        """Makes a new pile of the discards; a bank goes in too and is laid out anew."""
        if not deck.discarded:
            return
        for kind, count in deck.discards.items():
            deck.seen[kind] -= count
        named = sum(deck.discards.values())
        if deck.order is not None:
            deck.order += [kind for kind, count in deck.discards.items() for _ in range(count)]
        deck.size += named + deck.faceless
        deck.slack += deck.loose
        deck.discards, deck.faceless, deck.loose = {}, 0, 0
        self._forget()
        had_bank = self._has_bank(deck)
        if had_bank:
            self._return_bank(deck)
        if deck.order is not None and self.random:
            self.random.shuffle(deck.order)
        deck.shuffles += 1
        self.reshuffled = deck.key
        if had_bank:
            self.fill_bank()
        deck.untouched = True

    def _forget(self) -> None:
        """What left a hand unnamed may be in a pile again, so it is no longer certain to be outside."""
        for hand in self.hands:
            if hand.parted:
                for kind, count in list(hand.sure.items()):
                    self._doubt(kind, min(count, hand.parted))
                    hand.sure[kind] = max(0, count - hand.parted)
                hand.parted = 0
        for kind, count in self.limbo.items():
            self._doubt(kind, count)
        self.limbo = {}

    def _doubt(self, kind: str, count: int) -> None:
        self.decks[self.deck_of[kind]].seen[kind] -= count

    def _blur(self, deck: Deck) -> None:
        """The pile may have run out and been reshuffled unnoticed: its discards may lie in it already."""
        deck.vague = True
        for kind, count in deck.discards.items():
            deck.seen[kind] -= count
            deck.faceless += count
        deck.discards = {}
        deck.slack += deck.faceless + deck.loose
        deck.faceless = deck.loose = 0
        self._forget()
        if self._has_bank(deck):  # it may have been laid out anew
            for kind in self.bank:
                if kind in deck.seen:
                    deck.seen[kind] -= 1
            self.bank = [deck.key] * len(self.bank)

    # ---- the bank --------------------------------------------------------------------------------------------------

    def _has_bank(self, deck: Deck) -> bool:
        return self.bank_size > 0 and deck is next(iter(self.decks.values()))

    def _return_bank(self, deck: Deck) -> None:
        for kind in self.bank:
            if kind in deck.seen:
                deck.seen[kind] -= 1
            if deck.order is not None:
                deck.order.append(kind)
        deck.size += len(self.bank)
        self.bank = []

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
            card = self._top(deck, waiting.pop(0) if waiting else UNSEEN)
            self.bank.append(card)  # after drawing, for that may have blurred what lies in the bank
            if deck.empty and self.eager:
                self.reshuffle(deck)

    # ---- hands and discards ----------------------------------------------------------------------------------------

    def receive(self, seat: int, cards: Iterable[str]) -> None:
        hand = self.hands[seat]
        for card in cards:
            if card in self.deck_of:
                hand.known[card] = hand.known.get(card, 0) + 1
                hand.sure[card] = hand.sure.get(card, 0) + 1
            else:
                hand.hidden[card] = hand.hidden.get(card, 0) + 1
            hand.size += 1

    def lacks(self, seat: int, cards: Sequence[str]) -> str:
        """The first of these cards that the hand cannot hold, all of them together; `?` where it is too small."""
        hand = self.hands[seat]
        if len(cards) > hand.size:
            return UNSEEN
        wanted: dict[str, int] = {}
        used: dict[str, int] = {}
        for card in cards:
            if card in self.deck_of:
                wanted[card] = wanted.get(card, 0) + 1
                if wanted[card] > hand.known.get(card, 0) and not self._may_hide(hand, card, used):
                    return card
        for back in self.decks:
            if back in cards and cards.count(back) > self._of_deck(hand, back, wanted, used):
                return back
        return ""

    def _may_hide(self, hand: Hand, card: str, used: dict[str, int]) -> bool:
        """Whether one of the unseen cards may be this one; counts it as used."""
        for back in (self.deck_of[card], UNSEEN):
            if hand.hidden.get(back, 0) > used.get(back, 0):
                used[back] = used.get(back, 0) + 1
                return True
        return False

    def _of_deck(self, hand: Hand, back: str, wanted: Mapping[str, int], used: Mapping[str, int]) -> int:
        """How many cards with this back the hand may hold beside those that are wanted by name."""
        named = sum(
            max(0, count - wanted.get(kind, 0)) for kind, count in hand.known.items() if self.deck_of[kind] == back
        )
        return named + sum(hand.hidden.get(one, 0) - used.get(one, 0) for one in (back, UNSEEN))

    def overdrawn(self, seat: int, cards: Sequence[str]) -> str:
        """A card that would come out of the unseen ones although all its copies are known elsewhere; else empty."""
        hand = self.hands[seat]
        wanted: dict[str, int] = {}
        for card in cards:
            if card in self.deck_of:
                wanted[card] = wanted.get(card, 0) + 1
                if wanted[card] - hand.sure.get(card, 0) > self.decks[self.deck_of[card]].left(card):
                    return card
        return ""

    def spend(self, seat: int, cards: Iterable[str]) -> list[str]:
        """Takes cards out of a hand, as they were shown; a card that cannot be there counts as an unnamed one."""
        hand = self.hands[seat]
        out = [self._out(hand, card) for card in cards if hand.size]
        if not hand.size:
            self._empty(hand)
        return out

    def _out(self, hand: Hand, card: str) -> str:
        count = hand.known.get(card, 0)
        hand.size -= 1
        if card not in self.deck_of or not (count or self._may_hide(hand, card, {})):
            hand.parted += 1
            return card if card in self.decks else self._back(hand)
        if hand.sure.get(card):
            self._less(hand.sure, card)
        else:  # not certain until now
            self.decks[self.deck_of[card]].seen[card] += 1
        if count:
            self._less(hand.known, card)
        else:
            back = self.deck_of[card]
            self._less(hand.hidden, back if hand.hidden.get(back) else UNSEEN)
        return card

    def hand_over(self, giver: int, taker: int, card: str) -> None:
        """A card goes from hand to hand. Unnamed, it may be any of the giver's, to be counted where it turns up."""
        hand = self.hands[giver]
        if card not in self.deck_of:
            for kind in [kind for kind, count in hand.sure.items() if count]:
                self._doubt(kind, 1)
                self._less(hand.sure, kind)
        self.receive(taker, self.spend(giver, (card,)))

    def _empty(self, hand: Hand) -> None:
        """A hand that is empty holds nothing of what came in; what left it unnamed is somewhere outside for now."""
        for kind, count in hand.sure.items():
            self.limbo[kind] = self.limbo.get(kind, 0) + count
        hand.known, hand.hidden, hand.sure, hand.parted = {}, {}, {}, 0

    def _back(self, hand: Hand) -> str:
        """The back of an unnamed card: told where the hand can only hold one deck's cards."""
        decks = {self.deck_of[kind] for kind in hand.known} | set(hand.hidden)
        return next(iter(decks)) if len(decks) == 1 else UNSEEN

    @staticmethod
    def _less(store: dict[str, int], key: str) -> None:
        if store.get(key, 0) <= 1:
            store.pop(key, None)
        else:
            store[key] -= 1

    def discard(self, cards: Iterable[str]) -> None:
        for card in cards:
            if card in self.deck_of:
                discards = self.decks[self.deck_of[card]].discards
                discards[card] = discards.get(card, 0) + 1
            elif card in self.decks:
                self.decks[card].faceless += 1
            else:
                for deck in self.decks.values():
                    deck.loose += 1

    def show(self, back: str, kind: str) -> str:
        """An unseen card outside the pile turns out to be of a kind; tells the card as it is now known."""
        if kind in self.deck_of and back not in self.deck_of:
            self.decks[self.deck_of[kind]].seen[kind] += 1
            return kind
        return back

    def correct(self, seat: int, size: int) -> None:
        """Takes a noted hand size for true."""
        hand = self.hands[seat]
        if size > hand.size:
            hand.hidden[UNSEEN] = hand.hidden.get(UNSEEN, 0) + size - hand.size
        else:
            hand.parted += hand.size - size
        hand.size = size
        if not size:
            self._empty(hand)

    def correct_pile(self, key: str, size: int) -> None:
        """Takes a noted pile for true; cards that may have been in it may then lie on the discards."""
        deck = self.decks[key]
        deck.loose += max(0, deck.size + deck.slack - size)
        deck.size, deck.slack, deck.vague = size, 0, False

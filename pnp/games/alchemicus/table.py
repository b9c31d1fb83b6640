"""A game in progress: what lies where, whose turn it is, and what that player has done so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from pnp.base.text import Message, say
from pnp.games.alchemicus.settings import AlchemicusSettings
from pnp.hidden.cards import Cards
from pnp.hidden.disproof import Disproof, prove
from pnp.rules.objection import Aspect, Objection, object_to
from pnp.rules.outcome import Outcome, Unclear
from pnp.rules.step import UNSEEN, Spot, Step
from pnp.rules.verbs import Verbs, VerbTable

BASE, NOCTIS = "base", "noctis"
GOLD = "gold"
WHOLE = "whole hand"  # what a hand is, all of it: an aspect, where a turn is not known
COPIES = "copies:"  # how many of a kind there are where: an aspect, with the kind behind it unless all are meant

# the phases of a turn, in order (T0); before the first turn cards are dealt
SETUP, DRAW, NIGHT, MOVE, ACT, GLORIA, END = range(-1, 6)


class Good(NamedTuple):
    """A good on a building: what it is, the place of its card, and for gold whether its owner made it (Q1)."""

    name: str
    card: int
    made: bool = True


class Building(NamedTuple):
    """A building before a player: its kind, the goods on it, and how many Golems and Spiritus it holds."""

    kind: str
    goods: tuple[Good, ...] = ()
    golems: int = 0
    spiritus: int = 0

    def good(self, name: str) -> Good | None:
        """One of the goods of a name that lie here; None if there is none."""
        for good in self.goods:
            if good.name == name:
                return good
        return None

    def without(self, good: Good) -> Building:
        """The building when a good has gone; the place of the good's card is not touched."""
        goods = list(self.goods)
        goods.remove(good)
        return Building(self.kind, tuple(goods), self.golems, self.spiritus)

    def plus(self, good: Good) -> Building:
        """The building with one more good, whether there is room for it or not."""
        return Building(self.kind, (*self.goods, good), self.golems, self.spiritus)


class AlchemicusSeat:
    """What lies before one player; the hand is with the other cards."""

    __slots__ = ("at", "buildings", "fame", "infamia", "turns")

    def __init__(self) -> None:
        self.buildings: list[Building] = []
        self.fame = 0
        self.at: int | None = None
        self.turns = 0
        self.infamia = 0

    def copy(self) -> AlchemicusSeat:
        """One that goes its own way; buildings are never changed but replaced, so both may hold the same ones."""
        other = AlchemicusSeat.__new__(AlchemicusSeat)
        other.buildings, other.fame, other.at = self.buildings.copy(), self.fame, self.at
        other.turns, other.infamia = self.turns, self.infamia
        return other


class AlchemicusTurn:
    """What the player whose turn it is has done so far."""

    __slots__ = (
        "acted",
        "asked",
        "banked",
        "drawn",
        "gifts",
        "glorias",
        "left_centre",
        "moved",
        "skipped",
        "sold",
        "spirit_moved",
        "stopped",
        "theft",
        "times",
    )

    def __init__(self) -> None:
        self.drawn = 0
        self.moved = False
        self.acted = False
        self.skipped = False
        self.times = 0  # collections or transmutations
        self.sold: dict[int, int] = {}
        self.gifts = 0
        self.glorias = 0
        self.spirit_moved = False
        self.left_centre = False
        self.theft = False  # a card may be taken now (X2)
        self.stopped = ""  # the field that a Golem kept the move from (Q4)
        self.banked = 0
        self.asked: Asked | None = None

    def copy(self) -> AlchemicusTurn:
        """One that goes its own way, with a count of its own of what each building has sold."""
        other = AlchemicusTurn.__new__(AlchemicusTurn)
        for name in AlchemicusTurn.__slots__:
            setattr(other, name, getattr(self, name))
        other.sold = self.sold.copy()
        return other


class Asked(NamedTuple):
    """A question to other players that the next step may answer: an Infamia to ward off, or a good to buy."""

    what: str
    seat: int = -1
    fame: int = 0
    good: Good | None = None
    card: int = 0  # by which the good's card is taken back from the discards
    price: int = 0
    late: int = 0  # cards that the seller draws only if nobody buys


class AlchemicusTable(VerbTable):
    """The state of a game. Goods and buildings are immutable, so a copy is a handful of short lists."""

    ANYBODYS = frozenset({"turn", "deal", "buy", "ward", "reshuffle", "hand", "fame", "pile", "built"})
    __slots__ = (
        "cards",
        "champion",
        "closing",
        "dealt",
        "fresh",
        "names",
        "over",
        "owed",
        "phase",
        "resume",
        "ring_golems",
        "seats",
        "settings",
        "sold_over",
        "spirit",
        "tally",
        "turn",
    )

    def __init__(self, settings: AlchemicusSettings, names: Sequence[str], verbs: Verbs) -> None:
        self.settings = settings
        self.names = tuple(names)
        self.verbs = verbs
        self.cards = Cards(settings.decks, len(names), eager=settings.eager)
        self.seats = [AlchemicusSeat() for _ in names]
        self.spirit = settings.spirit_start
        self.ring_golems: dict[int, tuple[int, ...]] = {}
        self.seat = 0
        self.phase = SETUP
        self.turn = AlchemicusTurn()
        self.fresh = True  # nothing has happened yet
        self.lenient = False  # order and place are not asked for, only whether a step can have happened
        self.closing: tuple[int, int] | None = None  # the seat that reached the target, and its turns by then (W1)
        self.champion: int | None = None  # who won at once (Q1)
        self.over = False
        self.sold_over = 0  # the pile that was made anew in the course of a sale, by its number
        self.owed: frozenset[int] = frozenset()  # seats that were passed over, against T0
        self.resume: int | None = None
        self.dealt: list[str] | None = None  # a simulated game notes what was drawn into hands
        self.tally: dict[tuple[int, str], int] = {}  # Fame by seat and source

    def copy(self) -> AlchemicusTable:
        """One that goes its own way; names, settings and verbs are the same for both."""
        other = AlchemicusTable.__new__(AlchemicusTable)
        for name in (*VerbTable.__slots__, *AlchemicusTable.__slots__):
            setattr(other, name, getattr(self, name))
        other.cards, other.turn = self.cards.copy(), self.turn.copy()
        other.seats = [seat.copy() for seat in self.seats]
        other.ring_golems, other.tally = self.ring_golems.copy(), self.tally.copy()
        return other

    # ---- the protocol ----------------------------------------------------------------------------------------------

    def at(self, line: int) -> None:
        """Notes the line for proofs about cards, which name where each was drawn, paid or shown."""
        self.cards.arrangement.line = line

    def unclear(self) -> Iterator[Unclear]:
        """Where a pile may have run out unnoticed (P2, N8), and cards of which there may be too many (C2, C7)."""
        questions = {
            BASE: (
                say("how many cards are in the draw pile from here on, and so when it’s reshuffled (P2)"),
                say("a note such as “pile 30”, or “reshuffle” where it happens"),
            ),
            NOCTIS: (
                say("how many cards are in the Noctis pile from here on, and so when it’s reshuffled (N8)"),
                say("a note such as “pile 8 of noctis”, or “reshuffle noctis” where it happens"),
            ),
            "": (
                say("whether there was a card left to draw here, and so how many each player has from here on (T8)"),
                say("a note such as “hand 4” for each player"),
            ),
        }
        for line, deck in self.cards.unknown_since:
            yield Unclear(line, *questions[deck])
        for question in self.cards.arrangement.undecided:
            yield Unclear(
                question.line,
                say("whether there could have been another {card}", card=self.settings.name(question.kind)),
            )

    def cannot_tell(self, objection: Objection) -> Message | None:
        """Where there may have been no card to draw: which cards are where, and what lies on a full place."""
        if not self.cards.maybe_short:
            return None
        if any(aspect.startswith(COPIES) for aspect, _ in objection.about):
            return say("the cards paid, or at least their backs, such as “paying 2 ?, noctis”")
        if any(aspect == "places" for aspect, _ in objection.about):  # a good may not be there for want of a card
            return say("a note such as “pile 30” before the cards ran out")
        return None

    def why_not_players(self) -> Objection | None:
        """C1: whether the game is for so many."""
        from pnp.games.alchemicus.setup import why_not_players

        return why_not_players(self)

    def apply(self, step: Step) -> Objection | None:
        """Does what was done; objects where by now more copies of a card have turned up than there are (C2, C7)."""
        if step.by is None:  # nearly always
            self.verbs[step.do].do(self, step)
        else:
            self._do(step)
        broken = self.cards.broken
        if broken is None:
            return None
        self.cards.broken = None
        return too_many(self, broken)

    def _step_in(self, seat: int) -> tuple[int, int, AlchemicusTurn]:
        kept = (self.seat, self.phase, self.turn)
        self.seat, self.turn = seat, AlchemicusTurn()
        return kept

    def _step_back(self, kept: tuple[int, int, AlchemicusTurn]) -> None:
        self.seat, self.phase, self.turn = kept

    def candidates(self) -> Iterator[Step]:
        """Steps to try in this phase, and what others may answer to a sale or an Infamia; payments are left open."""
        from pnp.games.alchemicus.moves import candidates

        return candidates(self)

    def outcome(self) -> Outcome:
        """Who leads by Fame and the prices of buildings (W2), or has sold gold of their own in the race (Q1)."""
        from pnp.games.alchemicus.verbs.turn import outcome

        return outcome(self)

    @property
    def number(self) -> int:
        """What a log counts the turn of this player as: one more than they have finished."""
        return self.me.turns + 1

    # ---- what the rules ask of the table ---------------------------------------------------------------------------

    @property
    def me(self) -> AlchemicusSeat:
        """What lies before the player who acts: whose turn it is, or who steps in."""
        return self.seats[self.seat]

    def field(self, seat: AlchemicusSeat) -> str:
        """The kind of field that a seat's pawn stands on; empty off the board."""
        return "" if seat.at is None else self.settings.ring[seat.at]

    def blocked(self, kind: str) -> bool:
        """X4: whether the Spirit stands on this kind of building, and so stops those of all players."""
        return self.spirit == kind  # X4

    def pawns(self, at: int) -> int:
        """How many pawns stand on a field, given by its index on the ring."""
        return sum(seat.at == at for seat in self.seats)

    def spots(self, seat: int, kind: str) -> list[int]:
        """Where the buildings of a kind stand among those of a seat, the oldest first: a log numbers them so."""
        return [number for number, one in enumerate(self.seats[seat].buildings) if one.kind == kind]

    def find(self, seat: int, spot: Spot, fits: Callable[[int, Building], bool]) -> int:
        """The building that a spot means: the one with its number, else the first that fits; -1 if there is none."""
        buildings = self.seats[seat].buildings
        if spot.number:
            found = self.spots(seat, spot.kind)
            return found[spot.number - 1] if spot.number <= len(found) else -1
        for number, one in enumerate(buildings):
            if one.kind == spot.kind and fits(number, one):
                return number
        return -1

    def holding(self, seat: int, good: str, spot: Spot | None = None) -> int:
        """A building of the seat on which the good lies; -1 if there is none."""
        if spot is not None:
            found = self.find(seat, spot, lambda _, one: one.good(good) is not None)
            return found if found >= 0 and self.seats[seat].buildings[found].good(good) else -1
        for number, one in enumerate(self.seats[seat].buildings):
            if one.goods and one.good(good):
                return number
        return -1

    def room(self, building: Building, good: str) -> bool:
        """Whether the good finds an empty place there (R2), which gold in a Labrium closes (R3)."""
        goods = building.goods
        if not goods:
            return self.settings.places.get(building.kind, 0) > 0
        if len(goods) >= self.settings.places.get(building.kind, 0):
            return False
        if good == GOLD:  # only onto an empty building
            return False
        return not any(one.name == good or (one.name == GOLD and self.settings.gold_blocks) for one in goods)

    def gain(self, seat: int, fame: int, source: str) -> None:
        """Fame that a seat gets or, below 0, gives up; nobody has less than none. The source is for the figures."""
        self.seats[seat].fame = max(0, self.seats[seat].fame + fame)
        key = (seat, source)
        self.tally[key] = self.tally.get(key, 0) + fame

    def draw(self, seat: int, deck: str, names: Sequence[str]) -> None:
        """Draws a card for each name, as long as there are cards; a simulated game notes which they were."""
        drawn = self.cards.draw(seat, deck, names)
        if self.dealt is not None:
            self.dealt += drawn

    def discard_good(self, good: Good, shown: str = UNSEEN) -> int:
        """Discards a good's card, openly if it is shown; tells the event, by which a buyer takes it back (O3)."""
        return self.cards.turn_up(good.card, BASE, shown)


def copies_of(kind: str) -> Aspect:
    """How many cards of a kind there are where, as an aspect."""
    return f"{COPIES}{kind}", -1


def too_many(table: AlchemicusTable, disproof: Disproof) -> Objection | None:
    """C2, C7: no more copies turn up than there can be, given all that was told. It happened all the same."""
    if table.lenient:
        return None
    rules = tuple(dict.fromkeys("C2" if table.cards.deck_of[kind] == BASE else "C7" for kind in disproof.kinds))
    made_anew = tuple("P2" if deck == BASE else "N8" for deck, pile in disproof.piles if pile > 1)
    return object_to(
        (*rules, *dict.fromkeys(made_anew)),
        prove(disproof, table.settings.name),
        *map(copies_of, disproof.kinds),
        copies_of(""),
        rests=tuple(f"count.{kind}" for kind in disproof.kinds),
        assumes=say("from here on, the card is treated as one nobody saw"),
    )._replace(doubts=tuple(map(copies_of, disproof.kinds)))

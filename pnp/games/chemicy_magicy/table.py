"""A game in progress: what lies before each player and in the middle, and what the turn has come to so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.base.span import Span
from pnp.base.text import Message, say
from pnp.games.chemicy_magicy.settings import ASSISTANT, CAT, ELIXIR, ENERGY, ChemicySettings
from pnp.games.chemicy_magicy.verbs.untold import Haul, Untold
from pnp.rules.objection import Objection
from pnp.rules.outcome import Outcome, Unclear
from pnp.rules.step import Step
from pnp.rules.verbs import Verbs, VerbTable

STOPPED, EXPLODED = "stopped", "exploded"


class Token(NamedTuple):
    """A power token; one that the log does not tell has no worth."""

    worth: int | None
    large: bool = False

    @property
    def points(self) -> int:
        """What it brings for sure: 0 where the log does not tell its worth."""
        return self.worth or 0


class ChemicySeat:
    """What one player has: tiles in the order in which they came, tokens, and how often each card can be used."""

    __slots__ = ("cards", "gold", "gold_of_round", "out", "tiles", "tokens")

    def __init__(self, cards: dict[str, int]) -> None:
        self.tiles: list[str] = []
        self.tokens: tuple[Token, ...] = ()
        self.gold = 0
        self.gold_of_round = 0
        self.cards = cards.copy()
        self.out = ""  # of the round: how

    def copy(self) -> ChemicySeat:
        """One that goes its own way, with tiles and cards of its own."""
        other = ChemicySeat.__new__(ChemicySeat)
        other.tiles, other.cards = self.tiles.copy(), self.cards.copy()
        other.tokens, other.gold, other.gold_of_round, other.out = (
            self.tokens,
            self.gold,
            self.gold_of_round,
            self.out,
        )
        return other

    @property
    def known(self) -> Haul:
        """What the tokens are worth that are told."""
        return Haul(sum(token.points for token in self.tokens), max((one.points for one in self.tokens), default=0))


class ChemicyTurn(NamedTuple):
    """What the player whose turn it is has done so far.

    `drawn` is the tile that came from the middle, `twin` whether such a one lay there already, `closed` whether it is
    too late for cards: the tile has brought about what it does, or is gone. `cards` are the cards used. `bound`: it
    was drawn face down after Peek had `peeked`.
    """

    cards: tuple[str, ...] = ()
    drawn: str = ""
    twin: bool = False
    closed: bool = False
    peeked: bool = False
    bound: bool = False


class ChemicyTable(VerbTable):
    """The state of a game.

    `middle` are all tiles there, `face_up` those of them that are seen, `turned` how many more lie face up without
    the log telling which. `riddle` is what tokens can be that the log does not tell, once there are some.
    """

    ANYBODYS = frozenset(
        {"turn", "deal", "start", "renew", "gold", "score", "energy", "elixirs", "cats", "unused", "middle"}
    )
    __slots__ = (
        "announced",
        "aside",
        "begun",
        "due",
        "face_up",
        "line",
        "middle",
        "named",
        "names",
        "offer",
        "over",
        "riddle",
        "round",
        "seats",
        "settings",
        "stack",
        "starter",
        "tally",
        "told",
        "turn",
        "turned",
        "untold",
    )

    def __init__(self, settings: ChemicySettings, names: Sequence[str], verbs: Verbs) -> None:
        self.settings = settings
        self.names = tuple(names)
        self.verbs = verbs
        self.seats = [ChemicySeat(settings.cards) for _ in names]
        self.middle = Counter(settings.tiles)
        self.face_up: Counter[str] = Counter()
        self.turned = 0
        self.aside: Counter[str] = Counter()
        self.stack = Counter(settings.small)
        self.offer: tuple[Token, ...] = ()
        self.round = 1
        self.told = False  # whether the tokens of the round lie there
        self.announced = False  # whether the log has told the tokens of any round
        self.named: tuple[int, ...] = ()  # tokens of this round that became known only when they were taken
        self.begun = False  # whether somebody has had a turn in this round
        self.starter = self.seat = 0
        self.due: int | None = None  # who should have begun a round that was begun without its line
        self.turn = ChemicyTurn()
        self.over = False
        self.lenient = False  # order and place are not asked for, only whether a step can have happened
        self.line = 0
        self.riddle: Untold | None = None
        self.untold: tuple[tuple[int, int], ...] = ()  # where tokens were taken that are never told, with the round
        self.tally: Counter[str] = Counter()  # how often things happened, for whoever sums games up

    def copy(self) -> ChemicyTable:
        """One that goes its own way; the riddle of untold tokens never changes, so both may hold it."""
        other = ChemicyTable.__new__(ChemicyTable)
        for name in (*VerbTable.__slots__, *ChemicyTable.__slots__):
            setattr(other, name, getattr(self, name))
        other.seats = [seat.copy() for seat in self.seats]
        other.middle, other.face_up, other.aside = self.middle.copy(), self.face_up.copy(), self.aside.copy()
        other.stack, other.tally = self.stack.copy(), self.tally.copy()
        return other

    # ---- the protocol ----------------------------------------------------------------------------------------------

    def at(self, line: int) -> None:
        """Notes the line, to name it where an untold token is taken."""
        self.line = line

    def unclear(self) -> Iterator[Unclear]:
        """The lines in which a token was taken that nobody told, unless later ones settle which it was."""
        unsettled = self.riddle.state.unsettled if self.riddle else ()
        for line, number in self.untold:
            if number in unsettled:
                yield Unclear(line, say("which small power tokens were on offer in round {round}", round=number))

    def cannot_tell(self, objection: Objection) -> Message | None:
        """Whether it hangs on tokens that nobody told."""
        untold = any(aspect == "untold" for aspect, _ in objection.about)
        return say("the tokens of each round, such as “round 2: 5, 3”") if untold else None

    def awaits(self) -> Step | None:
        """S2: the tokens of a round, until they lie there; a log that told none before need not begin now."""
        if self.over or self.told or not (self.announced or self.round == 1):
            return None
        return Step("round", {"number": self.round})

    def why_not_players(self) -> Objection | None:
        """C1, C3, C4: whether the game is for so many, and has the boards and cards for them."""
        from pnp.games.chemicy_magicy.verbs.rounds import why_not_players

        return why_not_players(self)

    def _step_in(self, seat: int) -> tuple[int, ChemicyTurn]:
        kept = (self.seat, self.turn)
        self.seat, self.turn = seat, ChemicyTurn()
        return kept

    def _step_back(self, kept: tuple[int, ChemicyTurn]) -> None:
        self.seat, self.turn = kept

    def candidates(self) -> Iterator[Step]:
        """Steps to try: the tokens of a round, or what comes before or after the tile of a turn."""
        from pnp.games.chemicy_magicy.moves import candidates

        return candidates(self)

    def outcome(self) -> Outcome:
        """W2: who leads by points and by the highest token, as far as the tokens are told."""
        from pnp.games.chemicy_magicy.verbs.turns import outcome

        return outcome(self)

    # ---- what the rules ask of the table ---------------------------------------------------------------------------

    @property
    def me(self) -> ChemicySeat:
        """What the player has who acts: whose turn it is, or who steps in."""
        return self.seats[self.seat]

    @property
    def player(self) -> str:
        """The name of the player who acts."""
        return self.names[self.seat]

    def power(self, seat: int) -> Span:
        """What the tokens of a seat are worth, within what the log leaves open."""
        hidden = self.riddle.points(seat) if self.riddle else Span.of(0)
        return hidden.plus(self.seats[seat].known.points)

    def highest(self, seat: int) -> Span:
        """Its highest token."""
        known, hidden = self.seats[seat].known.best, self.riddle.best(seat) if self.riddle else Span.of(0)
        return Span(max(known, hidden.least), max(known, hidden.most))

    def gold_points(self, seat: int) -> int:
        """What a seat's gold is worth, in points."""
        return self.seats[seat].gold * self.settings.gold_worth

    def score(self, seat: int) -> Span:
        """W2: points by tokens and gold, within what untold tokens leave open."""
        return self.power(seat).plus(self.gold_points(seat))

    def of_class(self, seat: int, one: str) -> list[str]:
        """The tiles of one class before a seat."""
        return [tile for tile in self.seats[seat].tiles if self.settings.class_of[tile] == one]

    def cats(self, seat: int) -> int:
        """How many assistants lie before a seat."""
        return self.seats[seat].tiles.count(CAT)

    def still_in(self) -> list[int]:
        """The seats that have neither stopped nor exploded in this round."""
        return [number for number, seat in enumerate(self.seats) if not seat.out]

    @property
    def round_over(self) -> bool:
        """W1: whether a round was begun and everybody is out of it."""
        return self.begun and not self.still_in()

    @property
    def gold_left(self) -> int:
        """C6: gold tokens that nobody has; below 0 where players have more than there are."""
        return self.settings.gold_tokens - sum(seat.gold for seat in self.seats)

    @property
    def face_down(self) -> int:
        """How many tiles lie face down in the middle."""
        return self.middle.total() - self.face_up.total() - self.turned

    def lowest(self) -> Token | None:
        """The lowest token on offer; one of unknown worth is taken to be it, for the large ones are known."""
        return min(self.offer, key=lambda token: (token.worth or 0, token.large), default=None)

    def used(self, seat: int, card: str) -> int:
        """How many copies of a card lie face down, so that they can be turned up."""
        return (self.settings.cards[card] - self.seats[seat].cards[card]) // self.settings.uses

    def used_cards(self, seat: int) -> list[str]:
        """The cards of a seat that lie face down, each as often as it has copies there."""
        return [card for card in self.settings.cards for _ in range(self.used(seat, card))]

    def unused(self, seat: int) -> int:
        """How many cards lie face up."""
        return sum(full // self.settings.uses - self.used(seat, card) for card, full in self.settings.cards.items())

    # ---- what happens on the table ---------------------------------------------------------------------------------

    def supply(self) -> None:
        """W1: where no tile lies in the middle, those put aside are mixed and laid there."""
        if not self.middle.total():
            self.mix()

    def mix(self) -> None:
        """W1: the tiles put aside come back into the middle, face down."""
        self.middle += self.aside
        self.aside = Counter()

    def put_aside(self, seat: int, tiles: Sequence[str]) -> None:
        """Tiles go aside, as far as they are there."""
        for tile in tiles:
            if tile in self.seats[seat].tiles:
                self.seats[seat].tiles.remove(tile)
                self.aside[tile] += 1

    def leave(self, *tokens: Token) -> None:
        """Takes tokens from the offer."""
        offer = list(self.offer)
        for token in tokens:
            offer.remove(token)
        self.offer = tuple(offer)

    def get_out(self, how: str) -> None:
        """The round is over for the player; with the last one, and in the last round, so is the game (W2)."""
        self.me.out = how
        self.tally[how] += 1
        self.over = not self.still_in() and self.round >= self.settings.rounds


NOTE_OF = {ENERGY: "energy", ELIXIR: "elixirs", ASSISTANT: "cats"}  # the aspect of each class

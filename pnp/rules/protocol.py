"""The protocol between the referee and the rules of a game: set up, why not, apply, legal, outcome, view."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol, TypeVar

from pnp.base.errors import BadFile, Complaint, Place
from pnp.base.span import Span
from pnp.base.text import NO_TEXT, Message, Text, say
from pnp.data.edition import EditionData
from pnp.rules.notation import Notation
from pnp.rules.step import Step

Read = TypeVar("Read")
MOST_EDITIONS = 16

# what a fault may have put in doubt: a seat's hand, its buildings …; -1 stands for what belongs to nobody
Aspect = tuple[str, int]
PILE = "pile:"  # how many cards a pile and its discards have: an aspect of any game, with the deck's key behind it


class Objection(NamedTuple):
    """Why a step is not legal: the rules that forbid it, the first one foremost, and a sentence with the numbers.

    `rests` names the values that the verdict hangs on. `impossible`: it cannot have happened as written. `about` is
    what the verdict judges by: where an earlier fault left that in doubt, this one follows from it. `doubts` is what
    can no longer be trusted after it, and `assumes` what the referee takes for granted to go on.
    """

    rules: tuple[str, ...]
    why: Message
    rests: tuple[str, ...] = ()
    impossible: bool = False
    about: tuple[Aspect, ...] = ()
    doubts: tuple[Aspect, ...] = ()
    assumes: Message | None = None


def object_to(
    rules: str | tuple[str, ...],
    why: Message,
    *about: Aspect,
    rests: tuple[str, ...] = (),
    impossible: bool = False,
    doubts: bool | Aspect = False,
    assumes: Message | None = None,
) -> Objection:
    """An objection; `doubts`: what it is about can no longer be trusted, or something else that is named."""
    cited = (rules,) if isinstance(rules, str) else rules
    doubted = about if doubts is True else (doubts,) if doubts else ()
    return Objection(cited, why, rests, impossible, about, doubted, assumes)


def why_not_so_many(players: int, least: int, most: int, rule: str) -> Objection | None:
    """Whether so many may play."""
    if least <= players <= most:
        return None
    why = say("the game is for {least} to {most} players, not for {found}", least=least, most=most, found=players)
    return object_to(rule, why, rests=("players.min",) if players < least else ("players.max",))


class Outcome(NamedTuple):
    """How the game stands: whether it is over, who leads by which rules, each seat's score, and what ends it.

    Where the record does not tell who leads, nobody does, and `contenders` are those who may.

    `score` is the word for what is counted, empty where nothing is, and `aspect` what a doubt about it is called;
    `target` is how much of it ends the game. `ties` are headings, each with a number for each seat, that decide
    between equal scores.
    """

    over: bool
    winners: tuple[int, ...]
    scores: tuple[Span, ...]
    rules: tuple[str, ...]
    ends: tuple[str, ...]
    score: Text = NO_TEXT
    target: int | None = None
    ties: tuple[tuple[Text, tuple[Span, ...]], ...] = ()
    aspect: str = "score"
    contenders: tuple[int, ...] = ()

    @property
    def may_lead(self) -> tuple[int, ...]:
        return self.winners or self.contenders


class Unclear(NamedTuple):
    """A question that cannot be decided from the record, the line that raises it, and what would settle it."""

    line: int
    what: Message
    cure: Message | None = None


def asked_once(questions: Iterable[Unclear]) -> tuple[Unclear, ...]:
    """Questions in the order of lines, each only where it first comes up."""
    first: dict[str, Unclear] = {}
    for one in sorted(questions, key=lambda one: one.line):
        first.setdefault(f"{one.what.text}{one.what.values}", one)
    return tuple(first.values())


class SpacePicture(NamedTuple):
    """A space of the board: its word in the notation, and what stands on it."""

    label: Message
    marks: tuple[str | Message, ...] = ()


class SeatPicture(NamedTuple):
    title: Message
    lines: tuple[Message, ...]
    active: bool


class TablePicture(NamedTuple):
    """The table as words: a ring of spaces with its centre, facts about piles, and what lies before each seat.

    Where the record leaves a number open, the words have a Span for it.
    """

    ring: tuple[SpacePicture, ...]
    centre: tuple[Message, ...]
    facts: tuple[Message, ...]
    seats: tuple[SeatPicture, ...]


class GameTable(Protocol):
    """A game in progress. `why_not` changes nothing; `apply` does what was done, even against the rules.

    `apply` tells of a card that cannot have been where the step has it: that takes more than the rules. `at` says on
    which line of the record we are, for proofs that name lines. `unclear` is what the record leaves undecidable;
    `cannot_tell` is for an objection that hangs on such a thing, and says what would settle it. `number` is what a
    record counts the turn as that comes next; none where it does not count turns. `awaits` is the step that heads a
    line of its own before the next turn can begin, with what is known of it: `round 2`; none where a turn may begin
    or is going on.
    """

    seat: int
    names: tuple[str, ...]
    over: bool

    @property
    def number(self) -> int | None: ...

    def at(self, line: int) -> None: ...
    def unclear(self) -> Iterable[Unclear]: ...
    def cannot_tell(self, objection: Objection) -> Message | None: ...

    def why_not_players(self) -> Objection | None: ...
    def why_not(self, step: Step) -> Objection | None: ...
    def awaits(self) -> Step | None: ...
    def possible(self, step: Step) -> bool: ...
    def apply(self, step: Step) -> Objection | None: ...
    def legal(self) -> Iterator[Step]: ...
    def outcome(self) -> Outcome: ...
    def view(self, seat: int) -> GameTable: ...
    def copy(self) -> GameTable: ...


# what a designer wants to know of many games: headings, and under each an amount for each label
Figures = Mapping[Text, Mapping[Text, Span]]
Tableau = dict[str, Any]
Chooser = Callable[[Any, Random], Step | None]


class Supposition(Protocol):
    """Changes one fact of a table; False where that cannot be. One that `travels` shows elsewhere only later."""

    @property
    def travels(self) -> bool: ...
    def __call__(self, table: Any, /) -> bool: ...


class Rules(NamedTuple):
    """What may happen in one game.

    `portray` draws the table in words; `tableau` gives it as plain data to draw from: tables, lists, words and
    numbers (words for those that the record leaves open), among them `seats`, each with a `key` and all that it has.
    `phase` tells in which phase of a turn a step belongs, `cost` how many cards it takes. `anew` tells whether steps
    begin another turn, after those that one has had. `shaken` is what can be trusted less after a step of a seat
    against the rules: one that was done, with what the objection was about, or one that was left out. `suppose` lists
    how a fact that is in doubt may be instead; None where it may be anyhow. `behind` are facts on which another one
    hangs in turn. A step by the rules may `spread` doubts from one thing to another, and after it some may be
    `settled`; `fleeting` are aspects that the next turns show again, so that doubts about them pass after so many
    rounds. `doubtful` is how an aspect is called, where the table has it and somebody would ask.
    `readings` are values that tables read differently, and how. For simulated games, `deal` shuffles and deals,
    `perform` carries a step out and tells it with all its cards named, `players` choose steps, and
    `figures` sums a game up.
    """

    notation: Notation
    set_up: Callable[[EditionData, Sequence[str]], GameTable]
    portray: Callable[[Any], TablePicture]
    tableau: Callable[[Any], Tableau]
    phase: Callable[[Step], str]
    cost: Callable[[Any, Step], int]
    anew: Callable[[Any, Sequence[Step], Sequence[Step]], bool]
    shaken: Callable[[Any, Step, int, Collection[Aspect] | None], Iterable[Aspect]]
    suppose: Callable[[Any, Aspect], Iterable[Supposition] | None]
    behind: Callable[[Aspect], Iterable[Aspect]]
    spread: Callable[[Any, Step], Iterable[tuple[Aspect, Aspect]]]
    settled: Callable[[Any, Step], Iterable[Aspect]]
    fleeting: Mapping[str, int]
    doubtful: Callable[[Any, str], Message | None]
    readings: Mapping[str, tuple[str, ...]]
    deal: Callable[[Any, Random], list[Step]]
    perform: Callable[[Any, Step, Random], list[Step]]
    players: Mapping[str, Chooser]
    figures: Callable[[Any], Figures]


def phases_of(edition: EditionData) -> Mapping[str, Text]:
    """The phases of a turn in their order, as far as the game's data has words for them."""
    return edition.game.terms.get("phase", {})


def once_for_each_edition(read: Callable[[EditionData], Read]) -> Callable[[EditionData], Read]:
    """What is read from an edition, remembered for all the games that are played by it."""
    remembered: dict[int, tuple[EditionData, Read]] = {}  # by identity: two editions are never compared

    def reads(edition: EditionData) -> Read:
        if id(edition) not in remembered:
            if len(remembered) >= MOST_EDITIONS:
                remembered.clear()
            remembered[id(edition)] = edition, _read(read, edition)
        return remembered[id(edition)][1]

    return reads


def _read(read: Callable[[EditionData], Read], edition: EditionData) -> Read:
    """Rules may meet data that was not written for them: a workspace's own game of the same key."""
    game = edition.game
    try:
        return read(edition)
    except KeyError as error:
        wrong = say("the rules of '{game}' need '{name}', which its data lacks", game=game.key, name=error.args[0])
    except (ArithmeticError, AttributeError, IndexError, TypeError, ValueError) as error:
        wrong = say("the rules of '{game}' cannot go by its data: {reason}", game=game.key, reason=str(error)[:200])
    hint = say("copy it from the game that comes with pnp; a game of your own needs a key of its own")
    raise BadFile(Complaint(wrong, Place(game.folder), hint))

"""What may happen in one game, for the referee and whatever else asks: the Rules that a game's package offers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from pnp.base.text import Message, Text
from pnp.data.edition import EditionData
from pnp.rules.notation import Notation
from pnp.rules.objection import Aspect
from pnp.rules.picture import GameFigures, SeatPicture, Tableau, TablePicture
from pnp.rules.step import Step
from pnp.rules.table import GameTable

Chooser = Callable[[Any, Random], Step | None]  # a player made of code; None where there is nothing to do


class Supposition(Protocol):
    """Changes one fact of a table; False where that cannot be. One that `travels` shows elsewhere only later."""

    @property
    def travels(self) -> bool:
        """Whether it only shows by what is played after it, so that the table as it is tells nothing about it."""

    def __call__(self, table: Any, /) -> bool:
        """Changes the table that it is given, which is a copy to try it on."""


def nearest_first(most: int) -> list[int]:
    """By how much a number may be wrong, up or down: small mistakes are likelier than large ones."""
    return sorted((by for by in range(-most, most + 1) if by), key=abs)


# ---- what is true of a simple game ---------------------------------------------------------------------------------


def seats_in_words(table: GameTable) -> TablePicture:
    """The players by their names, the one whose turn it is marked."""
    at_turn = -1 if table.over else table.seat
    seats = (SeatPicture(Message(Text(name)), active=seat == at_turn) for seat, name in enumerate(table.names))
    return TablePicture(seats=tuple(seats))


def seats_as_data(table: GameTable) -> Tableau:
    """The players by their names and keys, and whose turn it is."""
    return {"seat": table.seat, "seats": [{"name": name, "key": name.casefold()} for name in table.names]}


def choose_at_random(table: GameTable, random: Random) -> Step | None:
    """Any legal step."""
    steps = list(table.legal())
    return random.choice(steps) if steps else None


def apply_as_told(table: GameTable, step: Step, _random: Random) -> list[Step]:
    """Carries a step out that says all there is to say."""
    table.apply(step)
    return [step]


def in_no_phase(_step: Step) -> str:
    """A turn has no phases."""
    return ""


def without_cards(_table: GameTable, _step: Step) -> int:
    """No step costs cards."""
    return 0


def never_anew(_table: GameTable, _done: Sequence[Step], _steps: Sequence[Step]) -> bool:
    """Steps of the same player in a row are one turn."""
    return False


def unshaken(_table: GameTable, _step: Step, _seat: int, _about: Collection[Aspect] | None) -> Iterable[Aspect]:
    """A fault leaves nothing in doubt but what its objection says."""
    return ()


def in_any_way(_table: GameTable, _aspect: Aspect) -> None:
    """What is in doubt may be anyhow."""


def nothing_behind(_aspect: Aspect) -> Iterable[Aspect]:
    """No fact hangs on another one."""
    return ()


def nothing_spreads(_table: GameTable, _step: Step) -> Iterable[tuple[Aspect, Aspect]]:
    """No step carries a doubt from one thing to another."""
    return ()


def nothing_settled(_table: GameTable, _step: Step) -> Iterable[Aspect]:
    """No step puts an end to a doubt."""
    return ()


def without_name(_table: GameTable, _aspect: str) -> None:
    """Nobody asks for what is in doubt."""


def nothing_dealt(_table: GameTable, _random: Random) -> list[Step]:
    """Nothing is shuffled or dealt before the first turn."""
    return []


def no_figures(_table: GameTable) -> GameFigures:
    """Nothing is counted beside scores and turns."""
    return {}


# ---- the protocol --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Rules:
    """What may happen in one game; its package offers this as `RULES`.

    The `notation` has the forms and words of its log, and `set_up` puts an edition on the table for some players.
    No game can do without these two. Everything else has a default that is true of a simple game, in which all is
    seen by all and a player does one thing after the other.

    **How it is shown.** `portray` draws the table in words; `tableau` gives it as plain data to draw from: tables,
    lists, words and numbers (words for those that the log leaves open), among them `seats`, each with a `key` and
    all that it has. `phase` tells in which phase of a turn a step belongs, `cost` how many cards it takes. `figures`
    sums a game up.

    **How a log is read.** `anew` tells whether steps begin another turn, after those that one has had. `readings`
    are values that tables read differently, and how.

    **What a fault leaves in doubt.** `shaken` is what can be trusted less after a step of a seat against the rules:
    one that was done, with what the objection was about, or one that was left out. `suppose` lists how a fact that is
    in doubt may be instead; None where it may be anyhow. `behind` are facts on which another one hangs in turn. A
    step by the rules may `spread` doubts from one thing to another, and after it some may be `settled`; `fleeting`
    are aspects that the next turns show again, so that doubts about them pass after so many rounds. `doubtful` is how
    an aspect is called, where the table has it and somebody would ask.

    **How it is simulated.** `deal` shuffles and deals, and tells the deals; `players` choose steps, the usual kind of
    player first; `perform` carries a step out and tells it with all its cards named.
    """

    notation: Notation
    set_up: Callable[[EditionData, Sequence[str]], GameTable]

    portray: Callable[[Any], TablePicture] = seats_in_words
    tableau: Callable[[Any], Tableau] = seats_as_data
    phase: Callable[[Step], str] = in_no_phase
    cost: Callable[[Any, Step], int] = without_cards
    figures: Callable[[Any], GameFigures] = no_figures

    anew: Callable[[Any, Sequence[Step], Sequence[Step]], bool] = never_anew
    readings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    shaken: Callable[[Any, Step, int, Collection[Aspect] | None], Iterable[Aspect]] = unshaken
    suppose: Callable[[Any, Aspect], Iterable[Supposition] | None] = in_any_way
    behind: Callable[[Aspect], Iterable[Aspect]] = nothing_behind
    spread: Callable[[Any, Step], Iterable[tuple[Aspect, Aspect]]] = nothing_spreads
    settled: Callable[[Any, Step], Iterable[Aspect]] = nothing_settled
    fleeting: Mapping[str, int] = field(default_factory=dict)
    doubtful: Callable[[Any, str], Message | None] = without_name

    deal: Callable[[Any, Random], list[Step]] = nothing_dealt
    perform: Callable[[Any, Step, Random], list[Step]] = apply_as_told
    players: Mapping[str, Chooser] = field(default_factory=lambda: {"random": choose_at_random})


def phases_of(edition: EditionData) -> Mapping[str, Text]:
    """The phases of a turn in their order, as far as the game's data has words for them."""
    return edition.game.terms.get("phase", {})

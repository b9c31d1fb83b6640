"""What may happen in one game, for the referee and whatever else asks: the Rules that a game's package offers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol

from pnp.base.text import Message, Text
from pnp.data.edition import EditionData
from pnp.rules.notation import Notation
from pnp.rules.objection import Aspect
from pnp.rules.picture import Figures, Tableau, TablePicture
from pnp.rules.step import Step
from pnp.rules.table import GameTable

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

"""The games with rules in Python, each with what trials of its referee need."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import alchemicus_faults
import alchemicus_tables
import chemicy_faults
import chemicy_tables
from faults import Kind, Note, Write
from pnp.data.edition import Choices
from pnp.log.library import rules_of
from pnp.rules.protocol import Rules
from pnp.rules.step import Step


@dataclass(frozen=True, slots=True)
class Ground:
    """A game to try the referee on.

    `configurations` are its tables, `kinds` faults to put into records, `shares` how many cards are left unnamed
    there; `conceivable` are steps to try at a table, `effect` what comes of one, and `balance` what must not change.
    """

    game: str
    configurations: Callable[[], Iterable[tuple[Choices, int]]]
    kinds: Mapping[str, Kind]
    write: Write
    note: Note
    conceivable: Callable[[Any], Iterable[Step]]
    effect: Callable[[Any, Step], object]
    balance: Callable[[Any], object]
    shares: tuple[float, ...] = (0.0,)

    @property
    def rules(self) -> Rules:
        return rules_of(self.game)


ALCHEMICUS = Ground(
    "alchemicus",
    alchemicus_tables.configurations,
    alchemicus_faults.KINDS,
    alchemicus_faults.write,
    alchemicus_faults.note,
    alchemicus_tables.conceivable,
    alchemicus_tables.effect,
    alchemicus_tables.balance,
    (0.0, 0.3, 0.8),
)
CHEMICY = Ground(
    "chemicy-magicy",
    chemicy_tables.configurations,
    chemicy_faults.KINDS,
    chemicy_faults.write,
    chemicy_faults.note,
    chemicy_tables.conceivable,
    chemicy_tables.effect,
    chemicy_tables.balance,
)
GROUNDS = {ground.game: ground for ground in (ALCHEMICUS, CHEMICY)}

"""Notes in a log that are checked: gold, points, tiles, cards.

A wrong one changes nothing, for all that it counts is written down; but what it counts stays in doubt. Only of power
tokens a log need not tell what they are worth.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from pnp.base.span import Span
from pnp.base.text import Message, say
from pnp.games.chemicy_magicy.settings import ELIXIR, ENERGY
from pnp.games.chemicy_magicy.table import ChemicyTable
from pnp.games.chemicy_magicy.verbs.rounds import do_nothing
from pnp.rules.objection import Objection, object_to
from pnp.rules.step import Step
from pnp.rules.verbs import Verb, Verbs

if TYPE_CHECKING:
    from pnp.rules.step_args import CountArgs


# what each note counts, the rules to read, and how it is said
COUNTS: dict[str, tuple[Callable[[ChemicyTable, int], Span], tuple[str, ...], Message]] = {
    "gold": (
        lambda table, seat: Span.of(table.seats[seat].gold),
        ("C6", "T2", "T3"),
        say("the log says {player} has {noted} gold {noted:token|tokens}, but the moves so far give {right}"),
    ),
    "score": (
        lambda table, seat: table.score(seat),
        ("W2",),
        say("the log says {player} has {noted} {noted:point|points}, but the moves so far give {right}"),
    ),
    "energy": (
        lambda table, seat: Span.of(len(table.of_class(seat, ENERGY))),
        ("T2",),
        say("the log says {player} has {noted} energy {noted:tile|tiles}, but the moves so far give {right}"),
    ),
    "elixirs": (
        lambda table, seat: Span.of(len(table.of_class(seat, ELIXIR))),
        ("T3",),
        say("the log says {player} has {noted} {noted:elixir|elixirs}, but the moves so far give {right}"),
    ),
    "cats": (
        lambda table, seat: Span.of(table.cats(seat)),
        ("T4",),
        say("the log says {player} has {noted} {noted:assistant|assistants}, but the moves so far give {right}"),
    ),
    "unused": (
        lambda table, seat: Span.of(table.unused(seat)),
        ("E0",),
        say("the log says {player} has {noted} unused {noted:card|cards}, but the moves so far give {right}"),
    ),
    "middle": (
        lambda table, _: Span.of(table.middle.total()),
        ("C2", "W1"),
        say("the log says {noted} {noted:tile is|tiles are} in the middle, but the moves so far give {right}"),
    ),
}
ASPECT = {"unused": "cards"}  # of notes that are not called by theirs


def why_not_noted(table: ChemicyTable, step: Step[CountArgs]) -> Objection | None:
    """Whether what is noted is so many, or may be where tokens are untold, under the rules that tell how it came."""
    counts, rules, said = COUNTS[step.do]
    noted, seat = step.args["number"], table.actor(step)
    right = counts(table, seat)
    if noted in right:
        return None
    about = (ASPECT.get(step.do, step.do), -1 if step.do == "middle" else seat)
    related = (("gold", seat),) if step.do == "score" else ()
    why = replace(said, values={"noted": noted, "player": table.names[seat], "right": right})
    return object_to(rules, why, about, *related, doubts=True)


def do_score(table: ChemicyTable, step: Step[CountArgs]) -> None:
    """It may tell what tokens are worth of which nobody told before."""
    seat = table.actor(step)
    if table.riddle:
        known = table.seats[seat].known.points + table.gold_points(seat)
        table.riddle = table.riddle.got(seat, step.args["number"] - known)


VERBS: Verbs = {
    **dict.fromkeys(COUNTS, Verb(why_not_noted, do_nothing)),
    "score": Verb(why_not_noted, do_score),
}

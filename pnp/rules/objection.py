"""Why a step is not legal, and what that leaves in doubt."""

from __future__ import annotations

from typing import NamedTuple

from pnp.base.text import Message, say

# what a fault may have put in doubt: a seat's hand, its buildings …; -1 stands for what belongs to nobody
Aspect = tuple[str, int]
PILE = "pile:"  # how many cards a pile and its discards have: an aspect of any game, with the deck's key behind it


class Objection(NamedTuple):
    """Why a step is not legal: the rules that forbid it, the first one foremost, and a sentence with the numbers.

    Whoever objects calls `object_to`, which takes all but the rules and the sentence by their names.

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
    """An objection by a rule or several, `about` some aspects of the table.

    `doubts`: what it is about can no longer be trusted, or something else that is named.
    """
    cited = (rules,) if isinstance(rules, str) else rules
    doubted = about if doubts is True else (doubts,) if doubts else ()
    return Objection(cited, why, rests, impossible, about, doubted, assumes)  # by keyword it takes twice as long


def why_not_so_many(players: int, least: int, most: int, rule: str) -> Objection | None:
    """Whether so many may play, by a rule and the values `players.min` and `players.max`."""
    if least <= players <= most:
        return None
    why = say(
        "the game is for {least} to {most} {most:player|players}, not {found}", least=least, most=most, found=players
    )
    return object_to(rule, why, rests=("players.min",) if players < least else ("players.max",))

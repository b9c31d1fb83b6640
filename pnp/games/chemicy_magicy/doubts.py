"""What a fault leaves in doubt, so that what follows from it is not held against anybody again."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import product

from pnp.games.chemicy_magicy.settings import CAT
from pnp.games.chemicy_magicy.table import NOTE_OF, ChemicyTable
from pnp.games.chemicy_magicy.verbs.notes import COUNTS
from pnp.games.chemicy_magicy.verbs.rounds import small_of, why_not_offered
from pnp.games.chemicy_magicy.verbs.turns import passed_over
from pnp.rules.objection import Aspect
from pnp.rules.step import Step

FLEETING = {"turn": 1, "drawn": 1}  # what the next turns show again, and after how many rounds in order

TILES = ("energy", "elixirs", "cats")
OWN = (*TILES, "cards", "gold", "score", "in", "drawn")  # all that is a player's
RESCUED = (*TILES, "cards", "in", "drawn")  # what a catastrophe may change, or what keeps it off
SHARED = (("offer", -1), ("middle", -1))

# what a step changes for whoever does it
CHANGES = {
    "draw": ("drawn",),
    "pick": ("drawn", "cards"),
    "peek": ("cards",),
    "pour": ("cards", "elixirs"),
    "unplug": ("cards", "energy"),
    "take": ("cards",),
    "undo": RESCUED,
    "extra": RESCUED,
    "pass": RESCUED,
    "safe": ("cards", *TILES, "in", "drawn"),
    "stop": (*TILES, "in"),
    "explode": (*TILES, "gold", "in", "drawn"),
    "trade": ("energy", "elixirs", "gold", "score"),
    "group": ("cats", "cards"),
    "renew": ("cards", "gold", "score"),
    "end": RESCUED,
}
OFFERED = ("stop", "safe", "explode")  # steps that take a token away
TOKENS = ("token", "losing")  # where they name it
OF_ROUND = ("in", "drawn", "energy", "elixirs")  # what ends with a round
# what a step shows of whoever does it
SETTLES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(OFFERED, OF_ROUND),
    "turn": ("in",),
    "pour": ("elixirs",),
    "unplug": ("energy",),
    "score": ("gold",),
}


def shaken(table: ChemicyTable, step: Step, seat: int, about: Collection[Aspect] | None) -> set[Aspect]:
    """After a step against the rules: what it changes; of a missed turn, all that the player has."""
    if step.do == "turn":
        everybody = product(TILES, range(len(table.seats)))  # a tile may have been passed on or taken over
        missed = [] if table.seats[seat].out else passed_over(table, seat)
        return {*product(OWN, missed or [seat]), *everybody, *SHARED}
    if step.do == "round":
        wrong = about is None and why_not_offered(table, small_of(table, step.args.get("tokens") or ()))
        return set(wrong.doubts) if wrong else set()  # as done, its objections name what they leave in doubt
    if about and ("offer", -1) in about:
        return {("score", seat)}  # only the token is another one
    doubts = {(aspect, seat) for aspect in CHANGES.get(step.do, ())}
    doubts.add(("middle", -1))
    if step.do in OFFERED:
        doubts |= set(SHARED)
    if step.do in ("draw", "pick"):
        tile = step.args["tile"]
        doubts |= {(NOTE_OF[table.settings.class_of[tile]], seat), (tile, -1)}
    if "turning" in step.args:
        doubts.add(("cards", seat))
    if step.do in ("take", "pass"):
        doubts |= set(product(_moved(table, step), range(len(table.seats))))  # another player may have been meant
    return doubts


def _moved(table: ChemicyTable, step: Step) -> set[str]:
    """The aspects of tiles that go from one player to another."""
    tiles = step.args.get("tiles") or (table.turn.drawn,)
    return {NOTE_OF[table.settings.class_of[tile]] for tile in tiles if tile in table.settings.class_of} or set(TILES)


def spread(table: ChemicyTable, step: Step) -> Iterator[tuple[Aspect, Aspect]]:
    """What comes of something doubtful is doubtful too: a token of the offer, tiles of others."""
    seat = table.actor(step)
    if step.do in OFFERED and step.args.keys().isdisjoint(TOKENS):
        yield ("offer", -1), ("score", seat)
        yield from ((("in", one), ("score", seat)) for one in range(len(table.seats)) if one != seat)
    elif step.do == "take":
        yield from (((tiles, step.args["from"]), (tiles, seat)) for tiles in TILES)
    elif step.do == "round":
        yield from ((("cats", one), ("middle", -1)) for one in range(len(table.seats)))
        yield from _undecided(table)
    elif step.do == "pass":
        yield from (((tiles, seat), (tiles, step.args["to"])) for tiles in TILES)
    if table.over:
        yield from _undecided(table)


def _undecided(table: ChemicyTable) -> Iterator[tuple[Aspect, Aspect]]:
    """At the end of a round, whoever may have stopped may have taken a token."""
    yield from ((("in", one), ("score", one)) for one in range(len(table.seats)))


def settled(table: ChemicyTable, step: Step) -> Iterator[Aspect]:
    """What a step by the rules leaves no doubt about: what is put aside is gone, and a new round begins anew."""
    seat = table.actor(step)
    yield from ((aspect, seat) for aspect in SETTLES.get(step.do, ()))
    if step.do in COUNTS:
        yield from ((step.do, seat), (step.do, -1))
    elif step.do == "turn" and _begins(table):
        yield "start", -1
    elif step.do == "round":
        yield from (("offer", -1), ("turn", -1), ("round", -1))
        yield from product(OF_ROUND, range(len(table.seats)))
        if "number" in step.args:
            yield "end", -1
    elif step.do == "explode" and not table.settings.catastrophe_keeps:
        yield "cats", seat
    if table.over:
        yield from product(OF_ROUND, range(len(table.seats)))


def _begins(table: ChemicyTable) -> bool:
    """Whether this is the first turn of a round."""
    return table.seat == table.starter and not any(one.out or set(one.tiles) - {CAT} for one in table.seats)


def behind(aspect: Aspect) -> Iterator[Aspect]:
    """Points, and the end of the game, hang on whether somebody has stopped in this round."""
    if aspect[0] == "score":
        yield "in", aspect[1]

"""What a fault leaves in doubt, so that what follows from it is not held against anybody again."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from pnp.games.alchemicus.table import BASE, NOCTIS, WHOLE, AlchemicusTable, copies_of
from pnp.games.alchemicus.verbs.acting import FIELDS
from pnp.rules.objection import PILE, Aspect
from pnp.rules.step import Step

# what the next turns show again, and after how many rounds in order
FLEETING = {
    **dict.fromkeys(("turn", "drawn", "moved", "at"), 1),
    **dict.fromkeys(("held", "spirit"), 8),
    WHOLE: 12,
}

CARDS = ("hand", "held")  # how many cards a player has, and which; give or take a few
GOODS = ("goods", "places", "built")  # what lies before a player, what does not, and how many buildings
OWN = (WHOLE, *GOODS, "fame", "burden")
TURN = ("at", "moved", "drawn")  # what a turn did
PILES = ((f"{PILE}{BASE}", -1), (f"{PILE}{NOCTIS}", -1))
AIMED = ("of", "on", "from")  # clauses that name another player

# what a step changes for whoever does it
CHANGES: dict[str, tuple[str, ...]] = {
    "draw": ("drawn", *CARDS),
    "noctis": ("drawn", *CARDS),
    "bank": ("drawn", *CARDS),
    "place": ("at", "moved", "hand"),
    "move": ("at", "moved", "fame", "hand"),
    "build": (*CARDS, *GOODS),
    "collect": GOODS,
    "carry": GOODS,
    "transmute": GOODS,
    "sell": (*CARDS, *GOODS, "fame"),
    "buy": (*CARDS, *GOODS),
    "give": (*CARDS, "fame"),
    "gloria": (*CARDS, "fame"),
    "spirit": CARDS,
    "take": CARDS,
    "play": (*CARDS, *GOODS),
    "ward": (*CARDS, *GOODS, "fame", "burden"),
    "shed": (*CARDS, "burden"),
    "discard": CARDS,
    "end": CARDS,
}
# what it may change for the player whom it is aimed at
AIMED_AT = {"take": CARDS, "play": (*GOODS, "fame", "burden")}
NAMED = ("card", "cards", "drawing", "paying", "with", "refilling", "laying", "showing")  # clauses that name cards


def shaken(table: AlchemicusTable, step: Step, seat: int, about: Collection[Aspect] | None) -> set[Aspect]:
    """After a step against the rules: what that is `about`, and the cards that it moves.

    Of one that was left out, all that it changes; where another was done in its place, all that that may have been;
    of a missed turn, all that a turn can change.
    """
    if step.do == "turn":
        return set() if seat == table.seat else set(_missed(table, seat))
    happened = about is not None
    doubts = set(_changed(step, seat)) if about is None else {*about, *_moved(step, seat)}
    if not happened:
        doubts |= set(_named(step))
    if not happened or _out_of_place(table, step, seat):
        doubts |= {(aspect, seat) for aspect in (*OWN, *TURN)}
        if table.settings.race:
            doubts.add(("end", -1))  # gold may have been sold
    if _may_hide_the_spirit(table, step, happened=happened):
        doubts |= {("spirit", -1)} | {(aspect, one) for aspect in CARDS for one in range(len(table.seats))}
    return doubts


def _changed(step: Step, seat: int) -> Iterator[Aspect]:
    yield from ((aspect, seat) for aspect in CHANGES.get(step.do, ()))
    for other in _aimed_at(step):
        yield from ((aspect, other) for aspect in AIMED_AT.get(step.do, ()))
    if step.do in ("spirit", "bank"):
        yield step.do, -1
    yield from _moved(step, seat)


def _moved(step: Step, seat: int) -> Iterator[Aspect]:
    """The cards that a step moves: in a hand, out of piles and back there; they may be others than it says."""
    cards = set(CARDS).intersection(CHANGES.get(step.do, ()))
    yield from ((aspect, seat) for aspect in cards)
    if step.do == "take":
        yield from ((aspect, other) for aspect in CARDS for other in _aimed_at(step))
    if step.do == "move":
        yield "fame", seat
    elif step.do == "bank":
        yield "bank", -1
    yield from PILES  # what is drawn is not there, and what is discarded comes back


def _named(step: Step) -> Iterator[Aspect]:
    """The kinds that a step names: they may be others."""
    for name in NAMED:
        cards = step.args.get(name, ())
        yield from map(copies_of, (cards,) if isinstance(cards, str) else cards)


def _aimed_at(step: Step) -> list[int]:
    """The players whom a step is aimed at."""
    return [step.args[name] for name in AIMED if isinstance(step.args.get(name), int)]


def _out_of_place(table: AlchemicusTable, step: Step, seat: int) -> bool:
    """Whether it is done on another field than the pawn stands on: then that field's action is what is missing."""
    return step.do in FIELDS and table.field(table.seats[seat]) != FIELDS[step.do][0]


def _missed(table: AlchemicusTable, seat: int) -> Iterator[Aspect]:
    """A turn that is not written down may have changed all that is its player's, and something of the others'."""
    count = len(table.seats)
    passed = [(table.seat + away) % count for away in range((seat - table.seat) % count)]
    yield from ((aspect, one) for aspect in (*OWN, *TURN, "turn") for one in passed)
    if table.settings.noctis:
        yield from ((aspect, one) for aspect in (*GOODS, "fame", "burden") for one in range(count))
    yield from ((aspect, one) for aspect in CARDS for one in range(count))  # a card may have been taken
    yield from (*PILES, ("bank", -1), ("spirit", -1), ("end", -1), copies_of(""))


def _may_hide_the_spirit(table: AlchemicusTable, step: Step, *, happened: bool) -> bool:
    """Whether the Spirit may have moved in truth, which stops buildings and takes cards from anybody."""
    there = table.field(table.me) == table.settings.spirit_field
    if step.do == "spirit":
        return not (happened and there)
    return there and step.do not in ("end", "take")


def spread(table: AlchemicusTable, step: Step) -> Iterator[tuple[Aspect, Aspect]]:
    """What comes of something doubtful: a card taken, a good won, what the Spirit stops or lets happen."""
    seat = table.actor(step)
    if step.do == "take":
        yield from (((aspect, step.args["from"]), (aspect, seat)) for aspect in CARDS)
    elif step.do == "play" and step.args.get("card") == "mutabilis":
        yield from (((aspect, step.args["of"]), (aspect, seat)) for aspect in GOODS)
    elif step.do in ("collect", "transmute"):
        sources = (("spirit", -1), *((aspect, seat) for aspect in GOODS))
        yield from ((source, PILES[0]) for source in sources)


def behind(aspect: Aspect) -> tuple[Aspect, ...]:
    """A hand may be quite another one, a building not there; and the Spirit decides what buildings bring."""
    name, seat = aspect
    own = {"hand": (WHOLE,), "held": (WHOLE,), "goods": ("built",), "places": ("built",)}.get(name, ())
    return (*((one, seat) for one in own), *([("spirit", -1)] if name in ("hand", "goods", "places") else []))

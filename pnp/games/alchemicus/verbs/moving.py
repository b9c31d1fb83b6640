"""Moving the pawn (T2, T3), with Gloria where there is a race (Q3), and the Golems that stop it (Q4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pnp.base.text import say
from pnp.games.alchemicus.ring import locate, named, nearest, reach
from pnp.games.alchemicus.table import ACT, MOVE, AlchemicusTable, copies_of, too_many
from pnp.games.alchemicus.verbs.arriving import arrive, why_not_arrival
from pnp.games.alchemicus.verbs.order import begin, untimely
from pnp.games.alchemicus.verbs.paying import pay, why_not_held, why_not_paid
from pnp.rules.objection import Objection, object_to
from pnp.rules.step import Spot, Step
from pnp.rules.verbs import Verb, Verbs

if TYPE_CHECKING:
    from pnp.games.alchemicus.step_args import MoveArgs, PlaceArgs


FARTHEST = 99  # nobody counts further


def _no_such_field(table: AlchemicusTable, spot: Spot) -> Objection:
    return object_to(
        "C5",
        say(
            "there’s no {field} {number} on the ring",
            field=table.settings.field(spot.kind),
            number=spot.number or 1,
        ),
        ("at", table.seat),
        rests=("ring.outer",),
        impossible=True,
    )


def why_not_place(table: AlchemicusTable, step: Step[PlaceArgs]) -> Objection | None:
    """T2: the pawn's first field, any that there is; T3: not a full Spirit field; Q3: Gloria only if allowed here."""
    if wrong := untimely(table, step, MOVE):
        return wrong
    at = locate(table, step.args["field"])
    if at < 0:
        return _no_such_field(table, step.args["field"])
    if table.me.at is not None:
        return object_to(
            "T2",
            say("{player}’s pawn is already on the ring and must move", player=table.names[table.seat]),
            ("at", table.seat),
        )
    if "with" in step.args and not table.settings.gloria_at_placement:
        return object_to("Q3", say("Gloria can’t be used to place a pawn"), rests=("race.gloria_at_placement",))
    if "with" in step.args and (wrong := _why_not_glorias(table, step.args["with"], None)):
        return wrong
    return _why_not_hold_field(table, at) or why_not_arrival(table, step, at, passes=0, placed=True)


def _why_not_hold_field(table: AlchemicusTable, at: int) -> Objection | None:
    """T3: room for one pawn on the Spirit field."""
    if table.settings.ring[at] != table.settings.spirit_field:
        return None
    others = [
        table.names[number] for number, seat in enumerate(table.seats) if seat.at == at and number != table.seat
    ]
    if len(others) < table.settings.spirit_pawns:
        return None
    return object_to(
        "T3",
        say("the Spirit field is occupied by {others}", others=others),
        *(("at", seat) for seat in range(len(table.seats))),
        rests=("spirit_field.pawns",),
    )


def do_place(table: AlchemicusTable, step: Step[PlaceArgs]) -> None:
    """Puts the pawn on the field, pays for Gloria if it was used (Q3), and draws what arriving brings."""
    begin(table, ACT)
    table.turn.moved = True
    table.me.at = locate(table, step.args["field"])
    if "with" in step.args:
        table.cards.pay(table.seat, step.args["with"])
        pay(table, table.seat, None, table.settings.price["gloria"] * len(step.args["with"]))
    arrive(table, step, 0, placed=True)


def why_not_move(table: AlchemicusTable, step: Step[MoveArgs]) -> Objection | None:
    """T2: how far, and for what; Q3, Q4: what Gloria and Golems make of it; T3: not onto a full Spirit field."""
    if wrong := untimely(table, step, MOVE):
        return wrong
    seat, fields = table.me, step.args["number"]
    if seat.at is None:
        return object_to(
            ("T2", "S1"),
            say(
                "{player} has no pawn on the ring yet; pawns are placed on the first turn",
                player=table.names[table.seat],
            ),
            ("at", table.seat),
            ("turn", -1),
            impossible="to" not in step.args,
            doubts=True,
            assumes=say("from here on, the pawn is assumed to be on the field the line names"),
        )
    if "to" in step.args and locate(table, step.args["to"]) < 0:
        return _no_such_field(table, step.args["to"])
    if wrong := _why_not_that_far(table, step, fields):
        return wrong
    at, passes, golem = reach(table, fields)
    if wrong := _why_not_hold_field(table, at):
        return wrong
    if wrong := _why_not_there(table, step, at, stopped=golem >= 0):
        return wrong
    paid = step.args.get("paying")
    return why_not_arrival(table, step, at, passes=passes, placed=False, paid=paid, golem=golem >= 0)


def _why_not_that_far(table: AlchemicusTable, step: Step[MoveArgs], fields: int) -> Objection | None:
    """T2: how far a move goes, and what it costs; Q3: further with Gloria."""
    settings, glorias = table.settings, step.args.get("with", ())
    if glorias and (wrong := _why_not_glorias(table, glorias, step.args.get("paying"))):
        return wrong
    own = fields - settings.gloria_steps * len(glorias)
    if own in settings.free and not glorias and step.args.get("paying"):
        return object_to("P1", say("there’s nothing to pay for this move"))
    if own in settings.free:
        return None
    if own not in settings.paid:
        return object_to(
            settings.rule("move.paid", "T2") if own in settings.usually_paid else "T2",
            say(
                "a pawn may move {free:or} {free:field|fields}, or {paid:or} for {price} Fame, "
                "but this move is {found}",
                free=settings.free,
                paid=settings.paid,
                price=settings.move_price,
                found=own,
            )
            if settings.paid
            else say(
                "a pawn may move {free:or} {free:field|fields}, but this move is {found}",
                free=settings.free,
                found=own,
            ),
            rests=("move.free", "move.paid"),
            impossible=fields > FARTHEST,
        )
    if table.me.fame < settings.move_price:
        return object_to(
            ("T2", "F1"),
            say(
                "a move of {found} {found:field|fields} costs {price} Fame, but {player} has {fame}",
                found=own,
                price=settings.move_price,
                player=table.names[table.seat],
                fame=table.me.fame,
            ),
            ("fame", table.seat),
            rests=("move.price",),
        )
    return None


def _why_not_glorias(table: AlchemicusTable, glorias: Sequence[str], paid: Sequence[str] | None) -> Objection | None:
    """Q3: whether these lengthen a move, each for its price."""
    settings = table.settings
    if not settings.race or any(card != "gloria" for card in glorias):
        return object_to(
            "Q3" if settings.race else "T2", say("only Gloria can lengthen a move, and only in the race for gold")
        )
    lack = table.cards.lacks(table.seat, tuple(glorias))
    if lack and lack.uncounted:
        return too_many(table, lack.uncounted)
    if lack:
        return why_not_held(table, table.seat, "gloria", "Q3") or object_to(
            "Q3",
            say(
                "{player} doesn’t have {count} Gloria {count:card|cards} in hand",
                player=table.names[table.seat],
                count=len(glorias),
            ),
            ("hand", table.seat),
            ("held", table.seat),
            doubts=copies_of("gloria"),
        )
    price = settings.price["gloria"] * len(glorias)
    return why_not_paid(table, table.seat, paid, price, ("Q3",), *glorias, rests=("price.gloria",))


def _why_not_there(table: AlchemicusTable, step: Step[MoveArgs], at: int, *, stopped: bool) -> Objection | None:
    """A field that is noted beside the move is a check."""
    noted = step.args.get("to")
    if noted is None or (table.settings.ring[at] == noted.kind and noted.number in (0, table.settings.numbers[at])):
        return None
    return object_to(
        ("Q4", "T2") if stopped else ("T2", "C5"),
        say("a Golem stops this move on {field}", field=named(table, at))
        if stopped
        else say(
            "{steps} {steps:field|fields} on from {start} is {found}, not {noted}",
            steps=step.args["number"],
            start=named(table, table.me.at or 0),
            found=named(table, at),
            noted=named(table, locate(table, noted)),
        ),
        ("at", table.seat),
        rests=("ring.outer",),
        doubts=True,
        assumes=say("from here on, the pawn is assumed to be on the field the line names"),
    )


def do_move(table: AlchemicusTable, step: Step[MoveArgs]) -> None:
    """Moves the pawn for Fame or Gloria, uses up a Golem that it met (Q4), and draws what arriving brings."""
    begin(table, ACT)
    table.turn.moved = True
    settings, seat, fields = table.settings, table.me, step.args["number"]
    glorias = step.args.get("with", ())
    if glorias:
        table.cards.pay(table.seat, glorias)
        pay(table, table.seat, step.args.get("paying"), settings.price["gloria"] * len(glorias))
    noted = step.args.get("to")
    if seat.at is None:
        assert noted is not None, "else the move is left out"
        seat.at = locate(table, noted)
        return
    if fields - settings.gloria_steps * len(glorias) in settings.paid:
        table.gain(table.seat, -settings.move_price, "move")
    start = seat.at
    seat.at, passes, golem = reach(table, fields)
    if golem >= 0:
        goal = (start + fields) % len(settings.ring)
        table.turn.stopped = settings.ring[goal] if golem != goal else ""
        _use_up_golem(table, golem)
    if noted is not None and (
        settings.ring[seat.at] != noted.kind or noted.number not in (0, settings.numbers[seat.at])
    ):
        seat.at = locate(table, noted) if noted.number else nearest(table, noted.kind, seat.at)
    arrive(table, step, passes, placed=False)


def _use_up_golem(table: AlchemicusTable, at: int) -> None:
    golems = table.ring_golems.pop(at)[1:]
    if golems:
        table.ring_golems[at] = golems
    table.cards.discard(["golem"])


VERBS: Verbs = {
    "place": Verb(why_not_place, do_place),
    "move": Verb(why_not_move, do_move),
}

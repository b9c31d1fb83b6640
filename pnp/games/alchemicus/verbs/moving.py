"""Moving the pawn (T2–T4), what arriving brings (T6, N3, N4), and the race’s Gloria and Golems (Q3, Q4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pnp.base.text import Message, Text, say
from pnp.games.alchemicus.table import ACT, BASE, MOVE, NOCTIS, AlchemicusTable, copies_of, too_many
from pnp.games.alchemicus.verbs.drawing import why_not_drawn, wrong_count
from pnp.games.alchemicus.verbs.order import begin, untimely
from pnp.games.alchemicus.verbs.paying import due as cards_due
from pnp.games.alchemicus.verbs.paying import pay, why_not_held, why_not_paid
from pnp.rules.objection import Objection, object_to
from pnp.rules.step import UNSEEN, Spot, Step
from pnp.rules.verbs import Do, Why

Drawable = Callable[[str, int, int], int]
FARTHEST = 99  # nobody counts further


def locate(table: AlchemicusTable, spot: Spot) -> int:
    """The index of a field on the ring: the one with its number, else the first of its kind; -1 if there is none."""
    return table.settings.place_of.get((spot.kind, spot.number or 1), -1)


def _no_such_field(table: AlchemicusTable, spot: Spot) -> Objection:
    return object_to(
        "C5",
        say(
            "the ring has no such field: {field} {number}",
            field=table.settings.field(spot.kind),
            number=spot.number or 1,
        ),
        ("at", table.seat),
        rests=("ring.outer",),
        impossible=True,
    )


def why_not_place(table: AlchemicusTable, step: Step) -> Objection | None:
    if wrong := untimely(table, step, MOVE):
        return wrong
    at = locate(table, step.args["field"])
    if at < 0:
        return _no_such_field(table, step.args["field"])
    if table.me.at is not None:
        return object_to(
            "T2",
            say("{player} is on the ring already and must move", player=table.names[table.seat]),
            ("at", table.seat),
        )
    if "with" in step.args and not table.settings.gloria_at_placement:
        return object_to("Q3", say("Gloria does not help to place a pawn"), rests=("race.gloria_at_placement",))
    if "with" in step.args and (wrong := _why_not_glorias(table, step, step.args["with"])):
        return wrong
    return _why_not_hold_field(table, at) or _why_not_arrival(table, step, at, passes=0, placed=True)


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
        say("the Spirit field is taken by {others}", others=others),
        *(("at", seat) for seat in range(len(table.seats))),
        rests=("spirit_field.pawns",),
    )


def do_place(table: AlchemicusTable, step: Step) -> None:
    begin(table, ACT)
    table.turn.moved = True
    table.me.at = locate(table, step.args["field"])
    if "with" in step.args:
        table.cards.pay(table.seat, step.args["with"])
        pay(table, table.seat, step, table.settings.price["gloria"] * len(step.args["with"]))
    _arrive(table, step, 0, placed=True)


def reach(table: AlchemicusTable, steps: int) -> tuple[int, int, int]:
    """Where a move leads: the field, how often it passes the Spirit, and where it uses up a Golem or -1."""
    settings, start = table.settings, table.me.at
    assert start is not None
    size, golems = len(settings.ring), table.ring_golems
    if not golems and 0 < steps <= size:
        return (start + steps) % size, settings.passed[start][steps], -1
    laps, rest = divmod(max(0, steps - 1), size)
    passes = laps * settings.spirit_fields
    for at in settings.way[start + 1 : start + 1 + (size if laps and golems else rest)]:
        if golems and at in golems and _stops(table, at, last=False):
            return at, passes if not laps else 0, at
        if settings.ring[at] == settings.spirit_field:
            passes += 1
    goal = (start + steps) % size
    used_up = steps > 0 and goal in golems and _stops(table, goal, last=True)
    return goal, passes, goal if used_up else -1


def _stops(table: AlchemicusTable, at: int, *, last: bool) -> bool:
    """Q4: whether the Golem on a field acts on this move."""
    settings = table.settings
    if last is settings.golem_stops_beyond:
        return False
    if not settings.golem_stops_owner and all(owner == table.seat for owner in table.ring_golems[at]):
        return False
    others = sum(seat.at == at for number, seat in enumerate(table.seats) if number != table.seat)
    full = settings.ring[at] == settings.spirit_field and others >= settings.spirit_pawns
    return last or not full


def why_not_move(table: AlchemicusTable, step: Step) -> Objection | None:
    if wrong := untimely(table, step, MOVE):
        return wrong
    seat, fields = table.me, step.args["number"]
    if seat.at is None:
        return object_to(
            ("T2", "S1"),
            say(
                "{player} has no pawn on the ring yet: it is placed on the first turn", player=table.names[table.seat]
            ),
            ("at", table.seat),
            ("turn", -1),
            impossible="to" not in step.args,
            doubts=True,
            assumes=say("from here on, the pawn is taken to stand on the field that the line names"),
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
    return _why_not_arrival(table, step, at, passes=passes, placed=False)


def _why_not_that_far(table: AlchemicusTable, step: Step, fields: int) -> Objection | None:
    """T2: how far a move goes, and what it costs; Q3: further with Gloria."""
    settings, glorias = table.settings, step.args.get("with", ())
    if glorias and (wrong := _why_not_glorias(table, step, glorias)):
        return wrong
    own = fields - settings.gloria_steps * len(glorias)
    if own in settings.free and not glorias and step.args.get("paying"):
        return object_to("P1", say("there is nothing to pay for in this move"))
    if own in settings.free:
        return None
    if own not in settings.paid:
        return object_to(
            settings.rule("move.paid", "T2") if own in settings.usually_paid else "T2",
            say(
                "a move goes {free:or} fields, or {paid:or} for {price} Fame; this one goes {found}",
                free=settings.free,
                paid=settings.paid,
                price=settings.move_price,
                found=own,
            )
            if settings.paid
            else say("a move goes {free:or} fields; this one goes {found}", free=settings.free, found=own),
            rests=("move.free", "move.paid"),
            impossible=fields > FARTHEST,
        )
    if table.me.fame < settings.move_price:
        return object_to(
            ("T2", "F1"),
            say(
                "a move of {found} {found:field|fields} costs {price} Fame; {player} has {fame}",
                found=own,
                price=settings.move_price,
                player=table.names[table.seat],
                fame=table.me.fame,
            ),
            ("fame", table.seat),
            rests=("move.price",),
        )
    return None


def _why_not_glorias(table: AlchemicusTable, step: Step, glorias: Sequence[str]) -> Objection | None:
    settings = table.settings
    if not settings.race or any(card != "gloria" for card in glorias):
        return object_to("Q3" if settings.race else "T2", say("only Gloria in the race for gold lengthens a move"))
    lack = table.cards.lacks(table.seat, tuple(glorias))
    if lack and lack.uncounted:
        return too_many(table, lack.uncounted)
    if lack:
        return why_not_held(table, table.seat, "gloria", "Q3") or object_to(
            "Q3",
            say("{player} has no {count} Gloria in hand", player=table.names[table.seat], count=len(glorias)),
            ("hand", table.seat),
            ("held", table.seat),
            doubts=copies_of("gloria"),
        )
    price = settings.price["gloria"] * len(glorias)
    return why_not_paid(table, table.seat, step, price, ("Q3",), *glorias, rests=("price.gloria",))


def _why_not_there(table: AlchemicusTable, step: Step, at: int, *, stopped: bool) -> Objection | None:
    """A field that is noted beside the move is a check."""
    noted: Spot | None = step.args.get("to")
    if noted is None or (table.settings.ring[at] == noted.kind and noted.number in (0, table.settings.numbers[at])):
        return None
    return object_to(
        ("Q4", "T2") if stopped else ("T2", "C5"),
        say("a Golem stops this move on {field}", field=_named(table, at))
        if stopped
        else say(
            "{steps} {steps:field|fields} on from {start} lies {found}, not {noted}",
            steps=step.args["number"],
            start=_named(table, table.me.at or 0),
            found=_named(table, at),
            noted=_named(table, locate(table, noted)),
        ),
        ("at", table.seat),
        rests=("ring.outer",),
        doubts=True,
        assumes=say("from here on, the pawn is taken to stand on the field that the line names"),
    )


def _named(table: AlchemicusTable, at: int) -> Message:
    """A field by its name, with a number where its kind stands several times."""
    kind, number = table.settings.ring[at], table.settings.numbers[at]
    several = table.settings.ring.count(kind) > 1
    return Message(
        Text("{field} {number}" if several else "{field}"), {"field": table.settings.field(kind), "number": number}
    )


def do_move(table: AlchemicusTable, step: Step) -> None:
    begin(table, ACT)
    table.turn.moved = True
    settings, seat, fields = table.settings, table.me, step.args["number"]
    glorias = step.args.get("with", ())
    if glorias:
        table.cards.pay(table.seat, glorias)
        pay(table, table.seat, step, settings.price["gloria"] * len(glorias))
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
    _arrive(table, step, passes, placed=False)


def _use_up_golem(table: AlchemicusTable, at: int) -> None:
    golems = table.ring_golems.pop(at)[1:]
    if golems:
        table.ring_golems[at] = golems
    table.cards.discard(["golem"])


def nearest(table: AlchemicusTable, kind: str, at: int) -> int:
    """The field of a kind that lies nearest to a place, the next one before the one behind."""
    size = len(table.settings.ring)
    return min(
        (field for field, one in enumerate(table.settings.ring) if one == kind),
        key=lambda field: (min((field - at) % size, (at - field) % size), (field - at) % size),
    )


def rewards(table: AlchemicusTable, at: int, passes: int, *, placed: bool) -> list[tuple[str, str]]:
    """The cards that arriving brings, in order: each the rule that gives it and the deck it comes from."""
    settings = table.settings
    kind = settings.ring[at]
    due: list[tuple[str, str]] = []
    if placed and settings.passing_on_placement and kind != settings.spirit_field:
        passes = 1
    if passes:
        due += [("T4", UNSEEN if settings.noctis else BASE)] * (passes * settings.passing_cards)
    if kind in settings.workroom_fields and table.spirit != "domo" and (settings.workroom_on_placement or not placed):
        rooms = 0
        for one in table.me.buildings:
            if one.kind == "domo":
                rooms += 1
        if rooms:
            due += [("T6", BASE)] * (rooms * settings.workroom_cards)
    if settings.spirit_noctis and kind == settings.spirit_field:
        due += [("N4", NOCTIS)] * settings.spirit_noctis
    return due


def _why_not_arrival(table: AlchemicusTable, step: Step, at: int, *, passes: int, placed: bool) -> Objection | None:
    drawn = step.args.get("drawing")
    if drawn is None:
        return None
    due = rewards(table, at, passes, placed=placed)
    if not due and not drawn:
        return None
    drawn = _in_order(table, due, drawn)
    decks = _decks_of(table, due, drawn)
    plenty = all(table.cards.decks[deck].size >= len(decks) for deck in decks)
    if (len(drawn) != len(due) or not plenty) and (wrong := _why_not_so_many(table, step, at, due, decks)):
        return wrong
    for (rule, deck), card in zip(due, drawn, strict=False):
        if UNSEEN not in (deck, card) and table.cards.deck_of.get(card, card) != deck:
            return object_to(
                rule,
                say(
                    "{card} does not come from the pile that this card is drawn from", card=table.settings.name(card)
                ),
                ("hand", table.seat),
                doubts=True,
            )
    for deck in table.cards.decks:
        names = [card for card, source in zip(drawn, decks, strict=False) if source == deck]
        if names and (wrong := why_not_drawn(table, deck, names, "N3")):
            return wrong
    return None


def _why_not_so_many(
    table: AlchemicusTable, step: Step, at: int, due: Sequence[tuple[str, str]], decks: Sequence[str]
) -> Objection | None:
    found = len(step.args["drawing"])
    spent = _spent(table, step)
    right, most = (_to_draw(table, decks, spent, table.cards.drawable, unseen=one) for one in (False, True))
    if _to_draw(table, decks, spent, table.cards.surely_drawable, unseen=False) <= found <= most:
        return None
    seen = (("at", table.seat), ("goods", table.seat), ("spirit", -1))
    rests = ("passing.cards", "workroom.cards")
    return wrong_count(table, table.seat, step.args["drawing"], right, _arrival_rules(table, at, due), rests, *seen)


def _spent(table: AlchemicusTable, step: Step) -> Sequence[str]:
    """Cards that the move itself costs, and a Golem that stops it: they are discarded before others are drawn."""
    glorias = step.args.get("with", ())
    price = cards_due(table, table.settings.price["gloria"] * len(glorias))
    stopped = table.ring_golems and step.do == "move" and reach(table, step.args["number"])[2] >= 0
    return (*glorias, *step.args.get("paying", (UNSEEN,) * price), *(["golem"] if stopped else []))


def _to_draw(
    table: AlchemicusTable,
    decks: Sequence[str],
    spent: Sequence[str],
    drawable: Callable[[str, int, int], int],
    *,
    unseen: bool,
) -> int:
    """How many cards there are to draw, with unseen cards among those that were spent or not."""
    known = [table.cards.deck_of.get(card, card) for card in spent]
    return sum(
        drawable(deck, decks.count(deck), known.count(deck) + unseen * known.count(UNSEEN)) for deck in set(decks)
    )


def _arrival_rules(table: AlchemicusTable, at: int, due: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """The rules that tell how many cards arriving on a field brings."""
    rules = list(dict.fromkeys(rule for rule, _ in due))
    if table.settings.ring[at] in table.settings.workroom_fields and table.spots(table.seat, "domo"):
        rules = [*dict.fromkeys([*rules, "T6"]), "X4"] if table.blocked("domo") else rules
    rules = rules or ["T4", "T6"]
    return (*rules, "N3") if "T4" in rules and table.settings.noctis else tuple(rules)


def _decks_of(table: AlchemicusTable, due: Sequence[tuple[str, str]], drawn: Sequence[str]) -> list[str]:
    """The pile of each card: N3 lets the reward for passing come from either, and the named card tells which."""
    decks = []
    for number, (_, deck) in enumerate(due):
        if deck != UNSEEN:
            decks.append(deck)
            continue
        card = drawn[number] if number < len(drawn) else BASE
        decks.append(table.cards.deck_of.get(card, card) if card != UNSEEN else BASE)
    return decks


def _in_order(table: AlchemicusTable, due: Sequence[tuple[str, str]], drawn: Sequence[str]) -> Sequence[str]:
    """The drawn cards are a set: each where a card of its pile is due, those of either pile last."""
    if not table.settings.noctis or len(due) == len(drawn) == 1 or len({deck for _, deck in due}) == 1:
        return drawn
    left, placed = list(drawn), dict[int, str]()
    for number, (_, deck) in sorted(enumerate(due), key=lambda one: one[1][1] == UNSEEN):
        fits = [card for card in left if card != UNSEEN and deck in (UNSEEN, table.cards.deck_of.get(card, card))]
        card = next(iter(fits or [card for card in left if card == UNSEEN] or left), None)
        if card is not None:
            left.remove(card)
            placed[number] = card
    return [placed[number] for number in sorted(placed)] + left


def _arrive(table: AlchemicusTable, step: Step, passes: int, *, placed: bool) -> None:
    at = table.me.at
    assert at is not None
    due = rewards(table, at, passes, placed=placed)
    drawn = step.args.get("drawing")
    if not due and not drawn:
        return
    if drawn is None:
        drawn = (UNSEEN,) * len(due)
    drawn = _in_order(table, due, drawn)
    decks = _decks_of(table, due, drawn) + [table.cards.deck_of.get(card, BASE) for card in drawn[len(due) :]]
    for deck in dict.fromkeys(decks):
        table.draw(table.seat, deck, [card for card, source in zip(drawn, decks, strict=False) if source == deck])


VERBS: dict[str, tuple[Why, Do]] = {
    "place": (why_not_place, do_place),
    "move": (why_not_move, do_move),
}

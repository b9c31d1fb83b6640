"""Emergency cards: before drawing (E1–E4), after drawing (E5–E7), and EXTRA Undo (X2)."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pnp.base.text import say
from pnp.games.chemicy_magicy.settings import ASSISTANT, ELIXIR, ENERGY, EXTRA
from pnp.games.chemicy_magicy.table import NOTE_OF, ChemicyTable, ChemicyTurn
from pnp.games.chemicy_magicy.verbs.drawing import why_not_there
from pnp.games.chemicy_magicy.verbs.leaving import do_stop, why_not_token
from pnp.games.chemicy_magicy.verbs.order import no_tile, too_late_to_draw, untimely
from pnp.rules.objection import Objection, object_to
from pnp.rules.step import Step
from pnp.rules.verbs import Verb, Verbs

if TYPE_CHECKING:
    from pnp.games.chemicy_magicy.step_args import PassArgs, PeekArgs, StopArgs, TakeOverArgs
    from pnp.rules.step_args import NoArgs


CARD_OF = {
    "peek": "peek",
    "pour": "pour-away",
    "unplug": "power-off",
    "take": "take-over",
    "undo": "undo",
    "extra": EXTRA,
    "pass": "pass-on",
    "safe": "safe-stop",
}
RULE_OF = {
    "peek": "E1",
    "pour": "E2",
    "unplug": "E3",
    "take": "E4",
    "undo": "E5",
    "extra": "X2",
    "pass": "E6",
    "safe": "E7",
}
CLEARS = {"pour": ELIXIR, "unplug": ENERGY}


# ---- any card ------------------------------------------------------------------------------------------------------


def why_not_used(table: ChemicyTable, step: Step) -> Objection | None:
    """E0: the card lies face up, and no other one was used if that is the limit."""
    card, settings, rule = CARD_OF[step.do], table.settings, RULE_OF[step.do]
    if card not in settings.cards:
        why = say("this game is played without {card} cards", card=settings.name(card))
        return object_to("X2", why, ("cards", table.seat), impossible=True)
    if not table.me.cards[card]:
        return object_to(
            (rule,) if rule == "X2" else ("E0", rule),
            say(
                "{player} has already used {card} and hasn’t turned it back up",
                player=table.player,
                card=settings.name(card),
            ),
            ("cards", table.seat),
            doubts=True,
        )
    if settings.one_card_a_turn and table.turn.cards and not table.lenient:
        return object_to(
            ("E0", rule),
            say("{player} has already used a card this turn, and only one is allowed", player=table.player),
            ("drawn", table.seat),
            rests=("emergency.per_turn",),
        )
    return None


def use(table: ChemicyTable, step: Step) -> None:
    """E0: the card can be used once less until it is turned up again, and counts for this turn."""
    card = CARD_OF[step.do]
    if table.me.cards.get(card):
        table.me.cards[card] -= 1
    table.turn = table.turn._replace(cards=(*table.turn.cards, card))
    table.tally[card] += 1


# ---- before drawing ------------------------------------------------------------------------------------------------


def why_not_before(table: ChemicyTable, step: Step) -> Objection | None:
    """E0: these cards are used before a tile is drawn."""
    return untimely(table, step) or too_late_to_draw(table, (RULE_OF[step.do], "E0")) or why_not_used(table, step)


def why_not_peek(table: ChemicyTable, step: Step[PeekArgs]) -> Objection | None:
    """E1: so many tiles that lie face down, or as many as there are."""
    if wrong := why_not_before(table, step):
        return wrong
    tiles, right = step.args.get("tiles"), peeked(table)
    if tiles is None:
        return None
    if wrong := why_not_there(table, tiles, "E1"):
        return wrong
    if len(tiles) == right:
        return None
    return object_to(
        "E1",
        say(
            "{found} {found:tile is|tiles are} turned up, but it should be {right}",
            found=len(tiles),
            right=right,
        ),
        ("middle", -1),
        doubts=True,
    )


def peeked(table: ChemicyTable) -> int:
    """How many tiles Peek turns up here."""
    return min(table.settings.peek_tiles, table.face_down if table.middle.total() else table.aside.total())


def do_peek(table: ChemicyTable, step: Step[PeekArgs]) -> None:
    """E1: turns tiles face up in the middle; those that the log does not name are only counted."""
    table.supply()
    use(table, step)
    tiles = step.args.get("tiles")
    if tiles is None:
        table.turned += peeked(table)
    for tile in tiles or ():
        if table.middle[tile] > table.face_up[tile]:
            table.face_up[tile] += 1
    table.turn = table.turn._replace(peeked=True)


def why_not_clear(table: ChemicyTable, step: Step[NoArgs]) -> Objection | None:
    """E2, E3: all elixirs, or all energy; unless the table plays otherwise, one need not have any."""
    if wrong := why_not_before(table, step):
        return wrong
    one = CLEARS[step.do]
    if table.settings.without[step.do] or table.of_class(table.seat, one):
        return None
    return object_to(
        RULE_OF[step.do],
        say("{player} has no elixirs", player=table.player)
        if one == ELIXIR
        else say("{player} has no energy tiles", player=table.player),
        (NOTE_OF[one], table.seat),
        rests=("pour_away.without",) if step.do == "pour" else ("power_off.without",),
    )


def do_clear(table: ChemicyTable, step: Step[NoArgs]) -> None:
    """E2, E3: uses the card, and puts all elixirs or all energy tiles of the player aside."""
    use(table, step)
    table.put_aside(table.seat, table.of_class(table.seat, CLEARS[step.do]))


def why_not_take(table: ChemicyTable, step: Step[TakeOverArgs]) -> Objection | None:
    """E4: tiles of another player that one has none of; an assistant always fits."""
    if wrong := why_not_before(table, step):
        return wrong
    victim, tiles, settings = step.args["from"], step.args["tiles"], table.settings
    if victim == table.seat:
        return object_to("E4", say("a tile can only be taken from another player"), impossible=True)
    for tile, count in Counter(tiles).items():
        if table.seats[victim].tiles.count(tile) < count:
            return object_to(
                "E4",
                say("{player} has no {tile}", player=table.names[victim], tile=settings.name(tile)),
                (NOTE_OF[settings.class_of[tile]], victim),
                ("in", victim),
                impossible=True,
            )
    if table.seats[victim].out and not settings.take_from_stopped:
        return object_to(
            "E4",
            say("{player} is out of the round, so their tiles can’t be taken", player=table.names[victim]),
            ("in", victim),
            rests=("take_over.from_stopped",),
        )
    if len(tiles) > settings.taken_tiles:
        return object_to(
            "E4",
            say(
                "{n} {n:tile is|tiles are} taken over, but only {right} {right:is|are} allowed",
                n=len(tiles),
                right=settings.taken_tiles,
            ),
        )
    return _why_not_fitting(table, tiles)


def _why_not_fitting(table: ChemicyTable, tiles: tuple[str, ...]) -> Objection | None:
    settings, own = table.settings, list(table.me.tiles)
    for tile in tiles:
        cat = settings.class_of[tile] == ASSISTANT
        if tile in own and not (cat and settings.take_more_cats):
            return object_to(
                "E4",
                say("{player} already has the tile {tile}", player=table.player, tile=settings.name(tile)),
                (NOTE_OF[settings.class_of[tile]], table.seat),
                rests=("take_over.more_assistants",) if cat else (),
                doubts=True,
            )
        own.append(tile)
    return None


def do_take(table: ChemicyTable, step: Step[TakeOverArgs]) -> None:
    """E4: the tiles come from the other player, and complete nothing here (T7)."""
    use(table, step)
    victim = table.seats[step.args["from"]]
    for tile in step.args["tiles"]:
        if tile in victim.tiles:
            victim.tiles.remove(tile)
            table.me.tiles.append(tile)


# ---- after drawing -------------------------------------------------------------------------------------------------


def why_not_after(table: ChemicyTable, step: Step[NoArgs]) -> Objection | None:
    """E0: these cards are used once a tile is drawn, before anything comes of it."""
    rules = (RULE_OF[step.do], "E0")
    if wrong := untimely(table, step) or why_not_used(table, step) or no_tile(table, rules):
        return wrong
    if table.turn.bound and not table.settings.peek_rescue and not table.lenient:
        return object_to(
            ("E1", *rules),
            say("after Peek, {player} must use the tile just drawn", player=table.player),
            ("drawn", table.seat),
            rests=("peek.rescue",),
        )
    return None


def do_undo(table: ChemicyTable, step: Step[NoArgs]) -> None:
    """E5, X2: uses the card, and puts the tile just drawn aside."""
    use(table, step)
    put_back(table)


def put_back(table: ChemicyTable) -> None:
    """The tile just drawn goes aside."""
    if _give_up(table):
        table.aside[table.turn.drawn] += 1


def _give_up(table: ChemicyTable) -> bool:
    """The player parts with the tile just drawn: the last one of its kind, if it is still there."""
    tile, tiles = table.turn.drawn, table.me.tiles
    table.turn = table.turn._replace(closed=True)
    if tile not in tiles:
        return False
    del tiles[len(tiles) - 1 - tiles[::-1].index(tile)]
    return True


def why_not_pass(table: ChemicyTable, step: Step[PassArgs]) -> Objection | None:
    """E6: to another player still in the round, who has none of that kind."""
    if wrong := why_not_after(table, step):
        return wrong
    target, tile = step.args["to"], table.turn.drawn
    if target == table.seat:
        return object_to("E6", say("a tile can only be passed on to another player"), impossible=True)
    other, player = table.seats[target], table.names[target]
    if other.out and not table.settings.pass_to_stopped:
        return object_to(
            "E6",
            say("{player} is out of the round", player=player),
            ("in", target),
            rests=("pass_on.to_stopped",),
        )
    if tile in other.tiles:
        return object_to(
            "E6",
            say("{player} already has the tile {tile}", player=player, tile=table.settings.name(tile)),
            (NOTE_OF[table.settings.class_of[tile]], target),
            doubts=True,
        )
    return None


def do_pass(table: ChemicyTable, step: Step[PassArgs]) -> None:
    """The tile goes to the other player; T7: it completes nothing there."""
    use(table, step)
    if _give_up(table):
        table.seats[step.args["to"]].tiles.append(table.turn.drawn)
    if table.settings.pass_then_draw:
        table.turn = ChemicyTurn(table.turn.cards)


def why_not_safe(table: ChemicyTable, step: Step[StopArgs]) -> Objection | None:
    """E7: the tile goes aside, then one stops."""
    return why_not_after(table, step) or why_not_token(table, step.args.get("token"), "T5")


def do_safe(table: ChemicyTable, step: Step[StopArgs]) -> None:
    """E7: puts the tile just drawn aside, then stops for a token as in T5."""
    use(table, step)
    put_back(table)
    do_stop(table, step)


# ---- EXTRA Undo ----------------------------------------------------------------------------------------------------


def why_not_renew(table: ChemicyTable, step: Step[NoArgs]) -> Objection | None:
    """X2: once all of them are used, gold turns them up again."""
    seat, settings = table.actor(step), table.settings
    if not settings.extra:
        why = say("this game is played without {card} cards", card=settings.name(EXTRA))
        return object_to("X2", why, impossible=True)
    if table.over:
        return untimely(table, step)
    player = table.names[seat]
    if seat != table.seat and not settings.extra_any_time and not table.lenient:
        return object_to(
            "X2",
            say("it’s {player}’s turn, not {other}’s", player=table.player, other=player),
            ("turn", -1),
            rests=("extra.moment",),
        )
    if table.seats[seat].gold < settings.extra_price:
        return object_to(
            "X2",
            say(
                "this costs {price} gold {price:token|tokens}, but {player} has {found}",
                price=settings.extra_price,
                player=player,
                found=table.seats[seat].gold,
            ),
            ("gold", seat),
            impossible=True,
        )
    if table.seats[seat].cards[EXTRA]:
        return object_to(
            "X2",
            say("{player} hasn’t used all their EXTRA Undo cards yet", player=player),
            ("cards", seat),
            doubts=True,
        )
    return None


def do_renew(table: ChemicyTable, step: Step[NoArgs]) -> None:
    """X2: pays gold, and turns up all EXTRA Undo cards of the player."""
    seat = table.seats[table.actor(step)]
    seat.gold -= table.settings.extra_price
    seat.gold_of_round = min(seat.gold_of_round, seat.gold)
    seat.cards[EXTRA] = table.settings.cards[EXTRA]
    table.tally["renewed"] += 1


VERBS: Verbs = {
    "peek": Verb(why_not_peek, do_peek),
    "pour": Verb(why_not_clear, do_clear),
    "unplug": Verb(why_not_clear, do_clear),
    "take": Verb(why_not_take, do_take),
    "undo": Verb(why_not_after, do_undo),
    "extra": Verb(why_not_after, do_undo),
    "pass": Verb(why_not_pass, do_pass),
    "safe": Verb(why_not_safe, do_safe),
    "renew": Verb(why_not_renew, do_renew),
}

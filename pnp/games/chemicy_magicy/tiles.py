"""Go on or stop: drawing tiles (T1, C2), trading groups (T2, T3, T7), research groups (T4), stopping (T5), T6."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from pnp.games.chemicy_magicy.book import ASSISTANT, CAT, ELIXIR, ENERGY
from pnp.games.chemicy_magicy.order import (
    drawable,
    no_tile,
    refreshable,
    too_late_to_draw,
    turned_by_group,
    untimely,
)
from pnp.games.chemicy_magicy.table import EXPLODED, NOTE_OF, STOPPED, Table, Token
from pnp.referee.rules import Objection, object_to
from pnp.referee.step import Step
from pnp.referee.verbs import Do, Why
from pnp.text import say

RULE_OF = {ENERGY: "T2", ELIXIR: "T3", ASSISTANT: "T4"}


# ---- drawing -------------------------------------------------------------------------------------------------------


def why_not_draw(table: Table, step: Step) -> Objection | None:
    """T1: one tile from those face down in the middle; C2: there are only so many of each."""
    return untimely(table, step) or too_late_to_draw(table, "T1") or why_not_there(table, [step.args["tile"]], "T1")


def why_not_there(table: Table, tiles: Sequence[str], rule: str) -> Objection | None:
    """C2: whether these can be among the tiles that lie face down, or that are mixed back to lie there."""
    lying = table.middle if table.middle.total() else table.aside
    for tile, count in Counter(tiles).items():
        if count > lying[tile] - table.face_up[tile]:
            return _not_there(table, tile, rule)
    if table.middle.total() and not table.face_down and tiles:
        return object_to(
            (rule, "W1"), say("no tile lies face down in the middle"), ("middle", -1), doubts=True, impossible=True
        )
    return None


def _not_there(table: Table, tile: str, rule: str) -> Objection:
    """Where all the tiles of a kind are, so that this cannot have been one more."""
    return object_to(
        ("C2", rule),
        say(
            "no such tile can have been face down: {tile}; of {total}: before players {out}, put aside {aside}, "
            "face up {up}",
            tile=table.book.name(tile),
            total=table.book.tiles[tile],
            out=sum(seat.tiles.count(tile) for seat in table.seats),
            aside=table.aside[tile] if table.middle.total() else 0,
            up=table.face_up[tile],
        ),
        (tile, -1),
        ("mixing", -1),
        rests=(f"count.{tile}",),
        doubts=True,
        assumes=say("from here on, it is taken for a tile that was there"),
    )


def do_draw(table: Table, step: Step) -> None:
    table.supply()
    tile = step.args["tile"]
    if table.middle[tile] > table.face_up[tile]:
        table.middle[tile] -= 1
    elif table.aside[tile]:
        table.aside[tile] -= 1
    _lay(table, tile)
    table.turn = table.turn._replace(bound=table.turn.peeked)


def _lay(table: Table, tile: str) -> None:
    """The tile comes to lie before the player."""
    twin = table.book.class_of[tile] != ASSISTANT and tile in table.me.tiles
    table.me.tiles.append(tile)
    table.turn = table.turn._replace(drawn=tile, twin=twin, closed=False)
    table.tally["tiles"] += 1


def why_not_pick(table: Table, step: Step) -> Objection | None:
    """T1, E1: a tile that lies face up in the middle."""
    tile = step.args["tile"]
    if wrong := untimely(table, step) or too_late_to_draw(table, ("T1", "E1")):
        return wrong
    if table.face_up[tile] or (table.turned and table.middle[tile]):
        return None
    return object_to(
        ("T1", "E1"),
        say("no such tile lies face up in the middle: {tile}", tile=table.book.name(tile)),
        ("middle", -1),
        doubts=True,
        impossible=not table.middle[tile],
    )


def do_pick(table: Table, step: Step) -> None:
    tile = step.args["tile"]
    if table.face_up[tile]:
        table.face_up[tile] -= 1
    elif table.turned:
        table.turned -= 1
    table.middle[tile] = max(0, table.middle[tile] - 1)
    _lay(table, tile)


# ---- groups --------------------------------------------------------------------------------------------------------


def traded_class(table: Table, step: Step) -> str:
    """The class of tiles that a trade is about: what it names, else what was drawn, else what makes a group."""
    named = step.args.get("tiles") or (table.turn.drawn,)
    one = table.book.class_of.get(named[0], "")
    if one in (ENERGY, ELIXIR):
        return one
    full = len(set(table.of_class(table.seat, ELIXIR))) >= table.book.group[ELIXIR]
    return ELIXIR if full else ENERGY


def why_not_trade(table: Table, step: Step) -> Objection | None:
    """T2, T3: a whole group of different tiles, at once; T7: completed by the tile that was drawn; C6: for gold."""
    if wrong := untimely(table, step):
        return wrong
    one, book = traded_class(table, step), table.book
    rule, note, needed = RULE_OF[one], NOTE_OF[one], book.group[one]
    kinds = list(dict.fromkeys(table.of_class(table.seat, one)))
    drawn = bool(table.turn.drawn) and book.class_of[table.turn.drawn] == one
    if len(kinds) < needed:
        return object_to(
            rule,
            say(
                "a group is {needed} different {needed:tile|tiles}; {player} has {found}",
                needed=needed,
                player=table.player,
                found=len(kinds),
            ),
            (note, table.seat),
            doubts=True,
            impossible=True,
        )
    if table.turn.closed or table.turn.twin:
        return object_to(
            (rule, "T6") if table.turn.twin and not table.turn.closed else rule,
            say("it is too late: the tile that {player} drew has done what it does", player=table.player)
            if table.turn.closed
            else say("{player} has two of a kind: that is a catastrophe, no group", player=table.player),
            (note, table.seat),
            ("drawn", table.seat),
            doubts=True,
        )
    if book.only_drawn and not drawn and not table.lenient:
        return object_to(
            ("T7", rule),
            say(
                "a group is traded at once, when a tile drawn from the middle completes it; {player} has not drawn "
                "one for it",
                player=table.player,
            ),
            ("drawn", table.seat),
            (note, table.seat),
            doubts=True,
        )
    if one == ELIXIR and len(kinds) > needed and not book.more_elixirs:
        return object_to(
            "T3",
            say("{player} has more elixirs than make a group: {found}", player=table.player, found=len(kinds)),
            (note, table.seat),
            rests=("complete.more_elixirs",),
        )
    return _why_not_named(table, step, kinds, one) or _why_no_gold(table, one)


def _why_not_named(table: Table, step: Step, kinds: Sequence[str], one: str) -> Objection | None:
    """T3: the tiles that are named make a group, with the one just drawn."""
    tiles, book = step.args.get("tiles"), table.book
    if tiles is None:
        return None
    if len(tiles) != book.group[one] or len(set(tiles)) != len(tiles):
        return object_to(
            RULE_OF[one],
            say(
                "a group is {needed} different {needed:tile|tiles}; named are {found}",
                needed=book.group[one],
                found=len(set(tiles)),
            ),
            (NOTE_OF[one], table.seat),
            impossible=True,
        )
    for tile in tiles:
        if tile not in kinds:
            return object_to(
                RULE_OF[one],
                say("{player} does not have this: {tile}", player=table.player, tile=book.name(tile)),
                (NOTE_OF[one], table.seat),
                impossible=True,
            )
    if book.with_drawn and table.turn.drawn in kinds and table.turn.drawn not in tiles:
        return object_to(
            RULE_OF[one],
            say("the tile just drawn must be in the group: {tile}", tile=book.name(table.turn.drawn)),
            (NOTE_OF[one], table.seat),
            rests=("complete.with_drawn",),
        )
    return None


def _why_no_gold(table: Table, one: str) -> Objection | None:
    """C6: without gold tokens there is no trade."""
    if not table.book.gold_limited or table.gold_left >= table.book.pays[one]:
        return None
    return object_to(
        ("C6", RULE_OF[one]),
        say("of {tokens} gold tokens, {left} are left", tokens=table.book.gold_tokens, left=table.gold_left),
        *(("gold", seat) for seat in range(len(table.seats))),
        rests=("gold.limited",),
    )


def do_trade(table: Table, step: Step) -> None:
    one, book = traded_class(table, step), table.book
    table.put_aside(table.seat, step.args.get("tiles") or first_group(table, one))
    table.me.gold += book.pays[one]
    table.me.gold_of_round += book.pays[one]
    table.tally[one] += 1
    close(table)


def close(table: Table) -> None:
    """From now on it is too late for cards; unless no tile was drawn yet."""
    table.turn = table.turn._replace(closed=bool(table.turn.drawn))


def first_group(table: Table, one: str) -> list[str]:
    """The tiles that make a group where none are named: the one just drawn, and those that have lain longest."""
    kinds = list(dict.fromkeys(table.of_class(table.seat, one)))
    kinds.sort(key=lambda kind: kind != table.turn.drawn)
    return kinds[: table.book.group[one]]


def why_not_group(table: Table, step: Step) -> Objection | None:
    """T4: a whole group of assistants, completed by the one just drawn; then used cards are turned up."""
    book, size, needed = table.book, table.cats(table.seat), table.book.group[ASSISTANT]
    if wrong := untimely(table, step) or (no_tile(table, ("T4", "T7")) if book.only_drawn else None):
        return wrong
    if size < needed:
        return object_to(
            "T4",
            say(
                "a research group is {needed} {needed:assistant|assistants}; {player} has {found}",
                needed=needed,
                player=table.player,
                found=size,
            ),
            ("cats", table.seat),
            doubts=True,
            impossible=True,
        )
    if book.only_drawn and table.turn.drawn != CAT and not table.lenient:
        return object_to(
            ("T7", "T4"),
            say("only an assistant drawn from the middle completes a research group"),
            ("drawn", table.seat),
            ("cats", table.seat),
            doubts=True,
        )
    if size > needed and not book.more_assistants:
        return object_to(
            "T4",
            say("{player} has more assistants than make a group: {found}", player=table.player, found=size),
            ("cats", table.seat),
            rests=("complete.more_assistants",),
        )
    due = turned_by_group(table)
    if not due and book.refresh["group"] and not book.without_used:
        return object_to(
            "T4",
            say("{player} has no used card to turn up", player=table.player),
            ("cards", table.seat),
            rests=("complete.without_used",),
        )
    return why_not_turned(table, step, "T4", least=due)


def do_group(table: Table, step: Step) -> None:
    table.put_aside(table.seat, [CAT] * table.book.group[ASSISTANT])
    turn_up(table, step)
    table.tally[ASSISTANT] += 1
    close(table)


# ---- used cards ----------------------------------------------------------------------------------------------------


def why_not_turned(table: Table, step: Step, rule: str, least: int = 0) -> Objection | None:
    """T4, T6: so many used cards of one's choice are turned up again."""
    cards, most = turned_up(table, step), table.book.refresh[step.do]
    for card, count in Counter(cards).items():
        if wrong := _why_not_turned_up(table, card, count, rule):
            return wrong
    if len(cards) > most or len(cards) < least:
        return object_to(
            rule,
            say(
                "{player} turns up {found} {found:card|cards}; it should be {right}",
                player=table.player,
                found=len(cards),
                right=least,
            )
            if len(cards) < least
            else say(
                "{player} turns up {found} {found:card|cards}; it may be {right}",
                player=table.player,
                found=len(cards),
                right=most,
            ),
            ("cards", table.seat),
            doubts=True,
        )
    return None


def _why_not_turned_up(table: Table, card: str, count: int, rule: str) -> Objection | None:
    if card not in table.book.cards:
        return object_to(
            "X2",
            say("this table plays without these cards: {card}", card=table.book.name(card)),
            impossible=True,
        )
    if card not in refreshable(table):
        return object_to(
            ("X2", rule),
            say("only gold turns up these cards: {card}", card=table.book.name(card)),
            ("cards", table.seat),
            rests=("extra.refreshed",),
        )
    if count > table.used(table.seat, card):
        return object_to(
            (rule, "E0"),
            say("{player} has not used this card: {card}", player=table.player, card=table.book.name(card)),
            ("cards", table.seat),
            doubts=True,
        )
    return None


def turned_up(table: Table, step: Step) -> Sequence[str]:
    """The cards that a step turns up: a group needs not name them where there is nothing to choose."""
    named: Sequence[str] = step.args.get("turning", ())
    used = [card for card in refreshable(table) for _ in range(table.used(table.seat, card))]
    alone = step.do == "group" and len(set(used)) == 1 and "turning" not in step.args
    return used[: turned_by_group(table)] if alone else named


def turn_up(table: Table, step: Step) -> None:
    for card in turned_up(table, step):
        full, uses = table.book.cards.get(card, 0), table.book.uses
        if full:
            table.me.cards[card] = min(full, table.me.cards[card] + uses)


# ---- the end of a player's round -----------------------------------------------------------------------------------


def why_not_stop(table: Table, step: Step) -> Objection | None:
    """T5: instead of drawing; for the lowest token on offer."""
    if wrong := untimely(table, step) or too_late_to_draw(table, ("T5", "T1")):
        return wrong
    if table.turn.cards and table.book.commits and drawable(table) and not table.lenient:
        return object_to(
            ("T1", "T5"),
            say("{player} has used a card and so has to draw a tile", player=table.player),
            ("drawn", table.seat),
            rests=("emergency.commits",),
        )
    return why_not_token(table, step.args.get("token"), "T5")


def why_not_token(table: Table, worth: int | None, rule: str) -> Objection | None:
    """T5, T6: it is the lowest token still on offer that is taken, or goes."""
    lowest = table.lowest()
    if worth is None or (lowest and lowest.worth == worth):
        return None
    if lowest and lowest.worth is None:
        return _why_not_named_now(table, worth)
    return object_to(
        rule,
        say("the token named is worth {found}; the lowest on offer is {right}", found=worth, right=lowest.points)
        if lowest
        else say("the token named is worth {found}; none is on offer", found=worth),
        ("offer", -1),
        ("score", table.seat),
        doubts=True,
        assumes=None
        if _on_offer(table, worth) or lowest is None
        else say("from here on, the lowest token is taken to have been meant"),
    )


def _why_not_named_now(table: Table, worth: int) -> Objection | None:
    """S2: a token of which nobody told before it was taken may still be one that cannot have lain there."""
    about, large = (("offer", -1), ("score", table.seat)), table.book.worth_of_large(table.round)
    if not table.stack[worth]:
        why = say("no small token in the stack is worth {worth}", worth=worth)
        return object_to(("C5", "S2"), why, *about, doubts=True)
    if table.book.distinct and worth in (*table.named, large):
        why = say("the tokens of a round differ in worth; there are two of {worth}", worth=worth)
        return object_to("S2", why, *about, doubts=True)
    if table.named and worth < table.named[-1]:
        why = say("the token named is worth {found}, less than one that went before it", found=worth)
        return object_to(("T5", "S2"), why, *about, doubts=True)
    return None


def _on_offer(table: Table, worth: int | None) -> Token | None:
    return min((token for token in table.offer if token.worth == worth), key=lambda token: token.large, default=None)


def do_stop(table: Table, step: Step) -> None:
    """The lowest token, or whichever was really taken; energy and elixirs go, assistants stay."""
    token = _on_offer(table, step.args.get("token")) or table.lowest()
    if token:
        table.leave(token)
        table.me.tokens += (_named(table, token, step.args.get("token")),)
    put_tiles_aside(table, cats=not table.book.stop_keeps)
    table.get_out(STOPPED)


def _named(table: Table, token: Token, worth: int | None) -> Token:
    """A token as it is known by now; where nobody tells its worth, it stays unclear."""
    if token.worth is not None:
        return token
    if worth is None:
        table.untold += ((table.line, table.round),)
        return token
    table.named += (worth,)
    table.stack[worth] = max(0, table.stack[worth] - 1)
    return Token(worth)


def put_tiles_aside(table: Table, *, cats: bool) -> None:
    gone = [tile for tile in table.me.tiles if cats or table.book.class_of[tile] != ASSISTANT]
    table.put_aside(table.seat, gone)


def why_not_explode(table: Table, step: Step) -> Objection | None:
    """T6: only what lies there twice explodes; the lowest token goes, and a used card may be turned up."""
    if wrong := untimely(table, step) or no_tile(table, "T6"):
        return wrong
    if not table.turn.twin and not table.lenient:
        kind = table.book.class_of[table.turn.drawn]
        return object_to(
            ("T6", RULE_OF[kind]) if kind != ASSISTANT else ("T6", "T4"),
            say(
                "nothing explodes: {player} had no such tile before: {tile}",
                player=table.player,
                tile=table.book.name(table.turn.drawn),
            )
            if kind != ASSISTANT
            else say("assistants never explode"),
            (NOTE_OF[kind], table.seat),
            doubts=True,
        )
    losing = step.args.get("losing")
    if losing is not None and not table.book.lost_tokens:
        return object_to(
            "T6", say("no token goes in a catastrophe"), ("offer", -1), rests=("catastrophe.tokens",), doubts=True
        )
    return why_not_token(table, losing, "T6") or why_not_turned(table, step, "T6")


def do_explode(table: Table, step: Step) -> None:
    book = table.book
    put_tiles_aside(table, cats=not book.catastrophe_keeps)
    for number in range(min(book.lost_tokens, len(table.offer))):
        lowest = table.lowest()
        assert lowest
        _send_back(table, (_on_offer(table, step.args.get("losing")) if number == 0 else None) or lowest)
    if not book.keeps_gold:
        table.me.gold = max(0, table.me.gold - table.me.gold_of_round)
    turn_up(table, step)
    table.get_out(EXPLODED)


def _send_back(table: Table, token: Token) -> None:
    """T6: a small token goes back to the stack, a large one leaves the game."""
    table.leave(token)
    if token.worth is not None and not (token.large and table.book.large_leaves):
        table.stack[token.worth] += 1


VERBS: dict[str, tuple[Why, Do]] = {
    "draw": (why_not_draw, do_draw),
    "pick": (why_not_pick, do_pick),
    "trade": (why_not_trade, do_trade),
    "group": (why_not_group, do_group),
    "stop": (why_not_stop, do_stop),
    "explode": (why_not_explode, do_explode),
}

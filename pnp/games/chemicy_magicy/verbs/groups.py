"""Groups that are put aside: traded for gold (T2, T3, T7, C6), or for cards that are turned up again (T4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pnp.base.text import say
from pnp.games.chemicy_magicy.settings import ASSISTANT, CAT, ELIXIR, ENERGY
from pnp.games.chemicy_magicy.table import NOTE_OF, ChemicyTable
from pnp.games.chemicy_magicy.verbs.order import no_tile, refreshable, turned_by_group, untimely
from pnp.rules.objection import Objection, object_to
from pnp.rules.step import Step
from pnp.rules.verbs import Verb, Verbs

if TYPE_CHECKING:
    from pnp.games.chemicy_magicy.step_args import GroupArgs, TradeArgs, Turning


TRADED = (ELIXIR, ENERGY)
RULE_OF = {ENERGY: "T2", ELIXIR: "T3", ASSISTANT: "T4"}


def traded_class(table: ChemicyTable, step: Step[TradeArgs]) -> str:
    """The class of tiles that a trade is about: what it names, else what makes a group, what was drawn foremost."""
    named, drawn = step.args.get("tiles"), table.settings.class_of.get(table.turn.drawn, "")
    if named and (one := table.settings.class_of.get(named[0], "")) in TRADED:
        return one
    ways = sorted(TRADED, key=lambda one: one != drawn)
    full = [one for one in ways if len(set(table.of_class(table.seat, one))) >= table.settings.group[one]]
    return full[0] if full else drawn if drawn in TRADED else ENERGY


def why_not_trade(table: ChemicyTable, step: Step[TradeArgs]) -> Objection | None:
    """T2, T3: a whole group of different tiles, at once; T7: completed by the tile that was drawn; C6: for gold."""
    if wrong := untimely(table, step):
        return wrong
    one, settings = traded_class(table, step), table.settings
    rule, note, needed = RULE_OF[one], NOTE_OF[one], settings.group[one]
    kinds = list(dict.fromkeys(table.of_class(table.seat, one)))
    drawn = bool(table.turn.drawn) and settings.class_of[table.turn.drawn] == one
    if len(kinds) < needed:
        return object_to(
            rule,
            say(
                "a group is {needed} different {needed:tile|tiles}, but {player} has {found}",
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
            say("it’s too late; the tile {player} drew has already taken effect", player=table.player)
            if table.turn.closed
            else say("{player} has two of a kind, which is a catastrophe, not a group", player=table.player),
            (note, table.seat),
            ("drawn", table.seat),
            doubts=True,
        )
    if settings.only_drawn and not drawn and not table.lenient:
        return object_to(
            ("T7", rule),
            say(
                "a group is traded as soon as a tile drawn from the middle completes it, but {player} "
                "hasn’t drawn such a tile",
                player=table.player,
            ),
            ("drawn", table.seat),
            (note, table.seat),
            doubts=True,
        )
    if one == ELIXIR and len(kinds) > needed and not settings.more_elixirs:
        return object_to(
            "T3",
            say(
                "{player} has {found} different elixirs, too many for a group", player=table.player, found=len(kinds)
            ),
            (note, table.seat),
            rests=("complete.more_elixirs",),
        )
    return _why_not_named(table, step, kinds, one) or _why_no_gold(table, one)


def _why_not_named(table: ChemicyTable, step: Step[TradeArgs], kinds: Sequence[str], one: str) -> Objection | None:
    """T3: the tiles that are named make a group, with the one just drawn."""
    tiles, settings = step.args.get("tiles"), table.settings
    if tiles is None:
        return None
    if len(tiles) != settings.group[one] or len(set(tiles)) != len(tiles):
        return object_to(
            RULE_OF[one],
            say(
                "a group is {needed} different {needed:tile|tiles}, but the line names {found}",
                needed=settings.group[one],
                found=len(set(tiles)),
            ),
            (NOTE_OF[one], table.seat),
            impossible=True,
        )
    for tile in tiles:
        if tile not in kinds:
            return object_to(
                RULE_OF[one],
                say("{player} doesn’t have this: {tile}", player=table.player, tile=settings.name(tile)),
                (NOTE_OF[one], table.seat),
                impossible=True,
            )
    if settings.with_drawn and table.turn.drawn in kinds and table.turn.drawn not in tiles:
        return object_to(
            RULE_OF[one],
            say("the group must include the tile just drawn, {tile}", tile=settings.name(table.turn.drawn)),
            (NOTE_OF[one], table.seat),
            rests=("complete.with_drawn",),
        )
    return None


def _why_no_gold(table: ChemicyTable, one: str) -> Objection | None:
    """C6: without gold tokens there is no trade."""
    if not table.settings.gold_limited or table.gold_left >= table.settings.pays[one]:
        return None
    return object_to(
        ("C6", RULE_OF[one]),
        say(
            "not enough gold tokens are left ({left} of {tokens})",
            tokens=table.settings.gold_tokens,
            left=table.gold_left,
        ),
        *(("gold", seat) for seat in range(len(table.seats))),
        rests=("gold.limited",),
    )


def do_trade(table: ChemicyTable, step: Step[TradeArgs]) -> None:
    """T2, T3: puts the group aside for gold (unnamed: the drawn tile and the oldest); cards are then too late."""
    one, settings = traded_class(table, step), table.settings
    table.put_aside(table.seat, step.args.get("tiles") or first_group(table, one))
    table.me.gold += settings.pays[one]
    table.me.gold_of_round += settings.pays[one]
    table.tally[one] += 1
    close(table)


def close(table: ChemicyTable) -> None:
    """From now on it is too late for cards; unless no tile was drawn yet."""
    table.turn = table.turn._replace(closed=bool(table.turn.drawn))


def first_group(table: ChemicyTable, one: str) -> list[str]:
    """The tiles that make a group where none are named: the one just drawn, and those that have lain longest."""
    kinds = list(dict.fromkeys(table.of_class(table.seat, one)))
    kinds.sort(key=lambda kind: kind != table.turn.drawn)
    return kinds[: table.settings.group[one]]


def why_not_group(table: ChemicyTable, step: Step[GroupArgs]) -> Objection | None:
    """T4: a whole group of assistants, completed by the one just drawn; then used cards are turned up."""
    settings, size, needed = table.settings, table.cats(table.seat), table.settings.group[ASSISTANT]
    if wrong := untimely(table, step) or (no_tile(table, ("T4", "T7")) if settings.only_drawn else None):
        return wrong
    if size < needed:
        return object_to(
            "T4",
            say(
                "a research group is {needed} {needed:assistant|assistants}, but {player} has {found}",
                needed=needed,
                player=table.player,
                found=size,
            ),
            ("cats", table.seat),
            doubts=True,
            impossible=True,
        )
    if settings.only_drawn and table.turn.drawn != CAT and not table.lenient:
        return object_to(
            ("T7", "T4"),
            say("only an assistant drawn from the middle can complete a research group"),
            ("drawn", table.seat),
            ("cats", table.seat),
            doubts=True,
        )
    if size > needed and not settings.more_assistants:
        return object_to(
            "T4",
            say(
                "{player} has {found} {found:assistant|assistants}, too many for a group",
                player=table.player,
                found=size,
            ),
            ("cats", table.seat),
            rests=("complete.more_assistants",),
        )
    due = turned_by_group(table)
    if not due and settings.refresh["group"] and not settings.without_used:
        return object_to(
            "T4",
            say("{player} has no used card to turn up", player=table.player),
            ("cards", table.seat),
            rests=("complete.without_used",),
        )
    return why_not_turned(table, step, "T4", least=due)


def do_group(table: ChemicyTable, step: Step[GroupArgs]) -> None:
    """T4: puts a group of assistants aside and turns used cards up; then it is too late for other cards."""
    table.put_aside(table.seat, [CAT] * table.settings.group[ASSISTANT])
    turn_up(table, step)
    table.tally[ASSISTANT] += 1
    close(table)


# ---- used cards ----------------------------------------------------------------------------------------------------


def why_not_turned(table: ChemicyTable, step: Step[Turning], rule: str, least: int = 0) -> Objection | None:
    """T4, T6: so many used cards of one's choice are turned up again."""
    cards, most = turned_up(table, step), table.settings.refresh[step.do]
    for card, count in Counter(cards).items():
        if wrong := _why_not_turned_up(table, card, count, rule):
            return wrong
    if len(cards) > most or len(cards) < least:
        return object_to(
            rule,
            say(
                "{player} turns up {found} {found:card|cards}, but should turn up {right}",
                player=table.player,
                found=len(cards),
                right=least,
            )
            if len(cards) < least
            else say(
                "{player} turns up {found} {found:card|cards}, but may turn up at most {right}",
                player=table.player,
                found=len(cards),
                right=most,
            ),
            ("cards", table.seat),
            doubts=True,
        )
    return None


def _why_not_turned_up(table: ChemicyTable, card: str, count: int, rule: str) -> Objection | None:
    if card not in table.settings.cards:
        return object_to(
            "X2",
            say("this game is played without {card} cards", card=table.settings.name(card)),
            impossible=True,
        )
    if card not in refreshable(table):
        return object_to(
            ("X2", rule),
            say("{card} cards can only be turned up for gold", card=table.settings.name(card)),
            ("cards", table.seat),
            rests=("extra.refreshed",),
        )
    if count > table.used(table.seat, card):
        return object_to(
            (rule, "E0"),
            say("{player} hasn’t used this card: {card}", player=table.player, card=table.settings.name(card)),
            ("cards", table.seat),
            doubts=True,
        )
    return None


def turned_up(table: ChemicyTable, step: Step[Turning]) -> Sequence[str]:
    """The cards that a step turns up: a group needs not name them where there is nothing to choose."""
    named = step.args.get("turning", ())
    used = [card for card in refreshable(table) for _ in range(table.used(table.seat, card))]
    alone = step.do == "group" and len(set(used)) == 1 and "turning" not in step.args
    return used[: turned_by_group(table)] if alone else named


def turn_up(table: ChemicyTable, step: Step[Turning]) -> None:
    """T4, T6: the cards that a step turns up can be used again, never more often than at the beginning."""
    for card in turned_up(table, step):
        full, uses = table.settings.cards.get(card, 0), table.settings.uses
        if full:
            table.me.cards[card] = min(full, table.me.cards[card] + uses)


VERBS: Verbs = {
    "trade": Verb(why_not_trade, do_trade),
    "group": Verb(why_not_group, do_group),
}

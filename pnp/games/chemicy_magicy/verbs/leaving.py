"""Out of the round: stopping for a token (T5), or by a catastrophe (T6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.base.text import say
from pnp.games.chemicy_magicy.settings import ASSISTANT
from pnp.games.chemicy_magicy.table import EXPLODED, NOTE_OF, STOPPED, ChemicyTable, Token
from pnp.games.chemicy_magicy.verbs.groups import RULE_OF, turn_up, why_not_turned
from pnp.games.chemicy_magicy.verbs.order import drawable, no_tile, too_late_to_draw, untimely
from pnp.games.chemicy_magicy.verbs.rounds import STACK, put_back
from pnp.rules.objection import Objection, object_to
from pnp.rules.step import Step
from pnp.rules.verbs import Verb, Verbs

if TYPE_CHECKING:
    from pnp.games.chemicy_magicy.step_args import ExplodeArgs, StopArgs


def why_not_stop(table: ChemicyTable, step: Step[StopArgs]) -> Objection | None:
    """T5: instead of drawing; for the lowest token on offer."""
    if wrong := untimely(table, step) or too_late_to_draw(table, ("T5", "T1")):
        return wrong
    if table.turn.cards and table.settings.commits and drawable(table) and not table.lenient:
        return object_to(
            ("T1", "T5"),
            say("{player} has used a card and so must draw a tile", player=table.player),
            ("drawn", table.seat),
            rests=("emergency.commits",),
        )
    return why_not_token(table, step.args.get("token"), "T5")


def why_not_token(table: ChemicyTable, worth: int | None, rule: str) -> Objection | None:
    """T5, T6: it is the lowest token still on offer that is taken, or goes."""
    lowest = table.lowest()
    if worth is None or (lowest and lowest.worth == worth):
        return None
    if lowest and lowest.worth is None:
        return _why_not_named_now(table, worth)
    return object_to(
        rule,
        say(
            "the line names a token worth {found}, but the lowest on offer is {right}",
            found=worth,
            right=lowest.points,
        )
        if lowest
        else say("the line names a token worth {found}, but none are on offer", found=worth),
        ("offer", -1),
        *(("in", seat) for seat in range(len(table.seats))),  # whoever is out has taken one away
        doubts=("offer", -1),
        assumes=None
        if _on_offer(table, worth) or lowest is None
        else say("from here on, the lowest token is assumed to have been meant"),
    )


def _why_not_named_now(table: ChemicyTable, worth: int) -> Objection | None:
    """S2: a token of which nobody told before it was taken may still be one that cannot have lain there."""
    about, large = (("offer", -1), STACK), table.settings.worth_of_large(table.round)
    if _may_be_large(table, worth):
        return None
    if not table.stack[worth]:
        why = say("no small token in the stack is worth {worth}", worth=worth)
        return object_to(("C5", "S2"), why, *about, doubts=True)
    if table.settings.distinct and worth in (*table.named, large):
        why = say("all tokens in a round have different values, but {worth} appears twice", worth=worth)
        return object_to("S2", why, *about, doubts=True)
    if table.named and worth < table.named[-1]:
        why = say("the line names a token worth {found}, but a higher one has already gone", found=worth)
        return object_to(("T5", "S2"), why, *about, doubts=True)
    return None


def _may_be_large(table: ChemicyTable, worth: int) -> bool:
    """Whether an untold token may be the large one, which lies hidden where it may not be the last to go."""
    return worth == table.settings.worth_of_large(table.round) and not any(token.large for token in table.offer)


def _on_offer(table: ChemicyTable, worth: int | None) -> Token | None:
    return min((token for token in table.offer if token.worth == worth), key=lambda token: token.large, default=None)


def _meant(table: ChemicyTable, worth: int | None) -> Token | None:
    """The token that goes: the lowest one, unless another one is named."""
    lowest = table.lowest()
    if lowest and worth in (None, lowest.worth):
        return lowest
    if lowest and lowest.worth is None and worth is not None and not _why_not_named_now(table, worth):
        return lowest
    return _on_offer(table, worth) or lowest


def do_stop(table: ChemicyTable, step: Step[StopArgs]) -> None:
    """The lowest token, or whichever was really taken; energy and elixirs go, assistants stay."""
    token = _meant(table, step.args.get("token"))
    if token:
        table.leave(token)
        if token.worth is None and table.riddle:
            table.riddle = table.riddle.leaves(table.seat, step.args.get("token"))
        table.me.tokens += (_named(table, token, step.args.get("token")),)
    put_tiles_aside(table, cats=not table.settings.stop_keeps)
    table.get_out(STOPPED)


def _named(table: ChemicyTable, token: Token, worth: int | None) -> Token:
    """A token as it is known by now; where nobody tells its worth, it stays unclear."""
    if token.worth is not None:
        return token
    if worth is None:
        table.untold += ((table.line, table.round),)
        return token
    table.named += (worth,)
    if not _may_be_large(table, worth):
        table.stack[worth] = max(0, table.stack[worth] - 1)
    return Token(worth)


def put_tiles_aside(table: ChemicyTable, *, cats: bool) -> None:
    """Energy and elixirs of the player go aside, and with `cats` the assistants too."""
    gone = [tile for tile in table.me.tiles if cats or table.settings.class_of[tile] != ASSISTANT]
    table.put_aside(table.seat, gone)


def why_not_explode(table: ChemicyTable, step: Step[ExplodeArgs]) -> Objection | None:
    """T6: only what lies there twice explodes; the lowest token goes, and a used card may be turned up."""
    if wrong := untimely(table, step) or no_tile(table, "T6"):
        return wrong
    if not table.turn.twin and not table.lenient:
        kind = table.settings.class_of[table.turn.drawn]
        return object_to(
            ("T6", RULE_OF[kind]) if kind != ASSISTANT else ("T6", "T4"),
            say(
                "nothing explodes, because {player} had no {tile} before",
                player=table.player,
                tile=table.settings.name(table.turn.drawn),
            )
            if kind != ASSISTANT
            else say("assistants never explode"),
            (NOTE_OF[kind], table.seat),
            doubts=True,
        )
    losing = step.args.get("losing")
    if losing is not None and not table.settings.lost_tokens:
        return object_to(
            "T6", say("no token is lost in a catastrophe"), ("offer", -1), rests=("catastrophe.tokens",), doubts=True
        )
    return why_not_token(table, losing, "T6") or why_not_turned(table, step, "T6")


def do_explode(table: ChemicyTable, step: Step[ExplodeArgs]) -> None:
    """T6: tiles go aside and the lowest token leaves the offer; used cards are turned up, and the player is out."""
    settings = table.settings
    put_tiles_aside(table, cats=not settings.catastrophe_keeps)
    for number in range(min(settings.lost_tokens, len(table.offer))):
        losing = step.args.get("losing") if number == 0 else None
        token = _meant(table, losing)
        assert token
        _send_back(table, token, losing)
    if not settings.keeps_gold:
        table.me.gold = max(0, table.me.gold - table.me.gold_of_round)
    turn_up(table, step)
    table.get_out(EXPLODED)


def _send_back(table: ChemicyTable, token: Token, losing: int | None) -> None:
    """T6: a small token goes back to the stack, a large one leaves the game."""
    table.leave(token)
    if token.worth is None:
        _send_back_untold(table, token, losing)
    elif not (token.large and table.settings.large_leaves):
        put_back(table, token.worth)


def _send_back_untold(table: ChemicyTable, token: Token, losing: int | None) -> None:
    if table.riddle:
        places = {worth: place for place, worth in enumerate(sorted(table.settings.small))}
        table.riddle = table.riddle.leaves(None, losing, places)
    if losing is not None and (worth := _named(table, token, losing).worth) is not None:
        table.stack[worth] += 1


VERBS: Verbs = {
    "stop": Verb(why_not_stop, do_stop),
    "explode": Verb(why_not_explode, do_explode),
}

"""A turn from its beginning to its end: Gloria (G1), hand limit (T8), the last round (W1) and the winner (W2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.base.span import spans
from pnp.base.text import say, word
from pnp.games.alchemicus.setup import deal
from pnp.games.alchemicus.table import DRAW, END, GLORIA, SETUP, AlchemicusTable, AlchemicusTurn
from pnp.games.alchemicus.verbs.order import begin, ended, out_of_order, untimely
from pnp.games.alchemicus.verbs.paying import pay, why_not_discarded, why_not_held, why_not_paid
from pnp.rules.objection import Objection, object_to
from pnp.rules.outcome import Outcome
from pnp.rules.step import Step
from pnp.rules.verbs import Verb, Verbs

if TYPE_CHECKING:
    from pnp.games.alchemicus.step_args import DiscardArgs, GloriaArgs
    from pnp.rules.step_args import NoArgs, TurnArgs


FAME, WORTH = word("score", "Fame").text, word("score", "Building prices").text


def why_not_turn(table: AlchemicusTable, step: Step[TurnArgs]) -> Objection | None:
    """T0, S4: the turn of whoever is next, under the number that it has for them, until the game is over."""
    assert step.by is not None
    number, turns = step.args.get("number"), table.seats[step.by].turns
    if table.over:
        return object_to(
            ("T0", *ending_rules(table)),
            say("the game is over; nothing more can be played"),
            *ended(table),
            impossible=True,
        )
    if step.by != table.seat:
        rules = ("S4", "T0") if table.fresh else ("T0",)
        return object_to(
            rules,
            say(
                "it’s {player}’s turn, not {other}’s",
                player=table.names[table.seat],
                other=table.names[step.by],
            ),
            ("turn", step.by),
            assumes=say(
                "a turn by {player} is assumed to be missing before this line", player=table.names[table.seat]
            )
            if not table.fresh
            else None,
        )
    if number is not None and number != turns + 1:
        return object_to(
            "T0",
            say(
                "the line says turn {found}, but for {player} it’s turn {right}",
                found=number,
                player=table.names[step.by],
                right=turns + 1,
            ),
            ("number", -1),
            doubts=True,
        )
    return None


def do_turn(table: AlchemicusTable, step: Step[TurnArgs]) -> None:
    """Begins a turn; whoever was passed over against T0 is taken to have missed theirs, and may still be late."""
    seat = step.by
    assert seat is not None
    if table.phase == SETUP:
        deal(table)
    if seat != table.seat:
        if table.fresh and not any(one.turns for one in table.seats):
            pass  # whoever began, began: the others follow from there
        elif seat in table.owed:
            table.owed -= {seat}
            table.seats[seat].turns -= 1
            table.resume = table.seat
        else:
            passed = table.seat
            while passed != seat:
                table.seats[passed].turns += 1
                table.owed |= {passed}
                passed = (passed + 1) % len(table.seats)
        table.seat, table.turn, table.phase = seat, AlchemicusTurn(), DRAW
    elif table.owed:
        table.owed -= {seat}  # whoever has a turn in order again is late no more
    number = step.args.get("number")
    if number is not None:  # the log counts turns, so it is believed
        table.seats[seat].turns = number - 1


def why_not_gloria(table: AlchemicusTable, step: Step[GloriaArgs]) -> Objection | None:
    """G1: at the end of the own turn, one Gloria and its price in cards for Fame."""
    if wrong := untimely(table, step, GLORIA):
        return wrong
    settings = table.settings
    if wrong := why_not_held(table, table.seat, "gloria", "G1"):
        return wrong
    if not settings.gloria_fame:
        return object_to(
            settings.rule("gloria.fame", "G1"), say("Gloria brings no Fame in this game"), doubts=("fame", table.seat)
        )
    if table.turn.glorias >= settings.glorias_per_turn:
        return object_to(
            "G1",
            say("only {n} Gloria may be played per turn", n=settings.glorias_per_turn),
            rests=("gloria.per_turn",),
        )
    return why_not_paid(
        table,
        table.seat,
        step.args.get("paying"),
        settings.price["gloria"],
        ("G1", "C3"),
        "gloria",
        rests=("price.gloria",),
    ) or why_not_gain(table, settings.gloria_fame)


def do_gloria(table: AlchemicusTable, step: Step[GloriaArgs]) -> None:
    """Discards Gloria and its price, and gains its Fame (G1)."""
    begin(table, GLORIA)
    table.turn.glorias += 1
    table.cards.pay(table.seat, ("gloria",))
    pay(table, table.seat, step.args.get("paying"), table.settings.price["gloria"])
    table.gain(table.seat, table.settings.gloria_fame, "gloria")


def why_not_gain(table: AlchemicusTable, fame: int) -> Objection | None:
    """F1: only where the tokens are meant to be a limit do they run out."""
    if not table.settings.fame_limited or sum(seat.fame for seat in table.seats) + fame <= table.settings.tokens:
        return None
    return object_to(
        ("F1", "C4"),
        say("not enough Fame tokens are left (they’re worth {tokens} Fame in all)", tokens=table.settings.tokens),
        rests=("fame.limited",),
    )


def why_not_discard(table: AlchemicusTable, step: Step[DiscardArgs]) -> Objection | None:
    """T8: exactly the surplus, at the end of the turn."""
    if wrong := untimely(table, step, END):
        return wrong
    hand, limit, cards = table.cards.hands[table.seat], table.settings.hand_limit, step.args.get("cards")
    size, surplus = hand.size, max(0, hand.size - limit)
    if cards is None and surplus:
        return None
    if cards is None:
        return object_to(
            "T8", say("{player} has nothing to discard", player=table.names[table.seat]), ("hand", table.seat)
        )
    if not max(0, hand.least - limit) <= len(cards) <= surplus:
        return object_to(
            "T8",
            say(
                "{player} discards {found} {found:card|cards}, but with {size} in hand and a limit of {limit} "
                "it should be {surplus}",
                player=table.names[table.seat],
                found=len(cards),
                size=size,
                limit=limit,
                surplus=surplus,
            ),
            ("hand", table.seat),
            rests=("hand.limit",),
            doubts=True,
        )
    return why_not_discarded(table, cards, "T8")


def do_discard(table: AlchemicusTable, step: Step[DiscardArgs]) -> None:
    """T8: discards the named cards, or unseen ones down to the limit; named ones tell how large the hand was."""
    begin(table, END)
    limit, cards = table.settings.hand_limit, step.args.get("cards")
    if cards is None:
        table.cards.pay_down_to(table.seat, limit)
    else:
        table.cards.correct_within(table.seat, limit + len(cards))
        table.cards.pay(table.seat, cards)


def why_not_end(table: AlchemicusTable, step: Step[NoArgs]) -> Objection | None:
    """T0: when card, move and Spirit have had their due; T8: with no more cards in hand than may stay."""
    if table.over:
        return None
    if late := out_of_order(table, END):
        return late
    hand, limit = table.cards.hands[table.seat], table.settings.hand_limit
    size = hand.size - hand.short
    if size > limit:
        return object_to(
            "T8",
            say(
                "{player} ends the turn with {size} {size:card|cards} in hand, but the limit is {limit}",
                player=table.names[table.seat],
                size=size,
                limit=limit,
            ),
            ("hand", table.seat),
            rests=("hand.limit",),
            doubts=True,
        )
    return None


def do_end(table: AlchemicusTable, step: Step[NoArgs]) -> None:
    """W1: reaching the target starts the last round, in which all come to the same number of turns."""
    seat, settings = table.me, table.settings
    if table.champion is not None:
        return
    if table.cards.hands[table.seat].short:
        table.cards.at_most(table.seat, settings.hand_limit)  # T8
    seat.turns += 1
    if not settings.race and seat.fame >= settings.target and table.closing is None:
        table.closing = (table.seat, seat.turns)
    if table.closing and not settings.last_round_stands and table.seats[table.closing[0]].fame < settings.target:
        table.closing = None
    following = (table.seat + 1) % len(table.seats) if table.resume is None else table.resume
    table.resume = None
    table.seat = following
    table.phase = DRAW
    table.turn = AlchemicusTurn()
    table.over = table.closing is not None and table.seats[following].turns >= table.closing[1]


def outcome(table: AlchemicusTable) -> Outcome:
    """W2: most Fame, then the higher sum of prices of buildings; Q1: whoever sold gold of their own making."""
    fame = [seat.fame for seat in table.seats]
    scores = spans(fame)
    ends = ending_rules(table)
    if table.settings.race:
        champions = () if table.champion is None else (table.champion,)
        return Outcome(over=table.over, winners=champions, scores=scores, rules=("Q1",), ends=ends, aspect="fame")
    worth = [sum(table.settings.price[one.kind] for one in seat.buildings) for seat in table.seats]
    ranks = list(zip(fame, worth, strict=True))
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
    return Outcome(
        over=table.over,
        winners=winners,
        scores=scores,
        rules=("W2",),
        ends=ends,
        score=FAME,
        target=table.settings.target,
        ties=((WORTH, spans(worth)),),
        aspect="fame",
    )


def ending_rules(table: AlchemicusTable) -> tuple[str, ...]:
    """The rules to cite for the end of the game, those of the race or of Noctis where they apply."""
    if table.settings.race:
        return ("Q1",)
    return ("W1", "N7") if table.settings.noctis else ("W1",)


VERBS: Verbs = {
    "turn": Verb(why_not_turn, do_turn),
    "end": Verb(why_not_end, do_end),
    "gloria": Verb(why_not_gloria, do_gloria),
    "discard": Verb(why_not_discard, do_discard),
}

"""The Spirit of Transmutation (X1–X4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pnp.base.text import say
from pnp.games.alchemicus.table import NOCTIS, AlchemicusTable, copies_of, too_many
from pnp.games.alchemicus.verbs.acting import act, out_of_place
from pnp.games.alchemicus.verbs.paying import why_not_discarded
from pnp.games.alchemicus.words import CENTRE
from pnp.hidden.counts import HandCounts
from pnp.rules.objection import Objection, object_to
from pnp.rules.step import UNSEEN, Step
from pnp.rules.verbs import Verb, Verbs

if TYPE_CHECKING:
    from pnp.games.alchemicus.step_args import SpiritArgs, TakeArgs


def why_not_spirit(table: AlchemicusTable, step: Step[SpiritArgs]) -> Objection | None:
    """X1: once, to another building of the inner ring or the centre (X2), as near as may be or for the whole hand."""
    if wrong := out_of_place(table, step):
        return wrong
    goal, settings = _goal(table, step), table.settings
    if goal != settings.centre and goal not in settings.circle:
        return object_to(
            ("C6", "X1"),
            say("{building} isn’t on the inner ring", building=settings.name(goal)),
            rests=("ring.inner",),
            impossible=True,
        )
    if table.turn.spirit_moved:
        return object_to(
            "X1", say("{player} has already moved the Spirit", player=table.names[table.seat]), ("spirit", -1)
        )
    if goal == table.spirit:
        return object_to(
            "X1",
            say("the Spirit is already on {building} and must go elsewhere", building=settings.name(goal)),
            ("spirit", -1),
        )
    hand, paid = table.cards.hands[table.seat], step.args.get("paying")
    if paid is not None:
        return _why_not_whole_hand(table, paid, hand)
    if near(table, goal) or (hand.least == 0 and settings.empty_hand):
        return None
    return object_to(
        "X1",
        say(
            "from {start} the Spirit can move to {near:or}; to reach {goal}, the whole hand must be discarded first",
            start=settings.name(table.spirit),
            near=[
                settings.name(kind)
                for kind in (*settings.circle, settings.centre)
                if kind != table.spirit and near(table, kind)
            ],
            goal=settings.name(goal),
        ),
        ("spirit", -1),
        ("hand", table.seat),  # an empty one would do
        rests=("ring.inner", "spirit.steps", "spirit.into_centre"),
    )


def _goal(table: AlchemicusTable, step: Step[SpiritArgs]) -> str:
    """The building that the Spirit goes to; the centre may be called by that name."""
    kind = step.args["spot"].kind
    return table.settings.centre if kind == CENTRE else kind


def _why_not_whole_hand(table: AlchemicusTable, paid: Sequence[str] | str, hand: HandCounts) -> Objection | None:
    size = hand.size
    if paid != "hand" and not hand.may_have(len(paid)):
        return object_to(
            "X1",
            say(
                "{player} must discard the whole hand of {size} {size:card|cards} but discards {paid}",
                size=size,
                player=table.names[table.seat],
                paid=len(paid),
            ),
            ("hand", table.seat),
            doubts=True,
        )
    if size == 0 and not table.settings.empty_hand:
        return object_to(
            "X1", say("an empty hand isn’t enough here"), ("hand", table.seat), rests=("spirit.empty_hand",)
        )
    if paid == "hand":
        return None
    return why_not_discarded(table, tuple(paid), ("X1", "P1"))


def near(table: AlchemicusTable, goal: str) -> bool:
    """Whether the Spirit gets there without a discarded hand."""
    settings, start = table.settings, table.spirit
    if goal == settings.centre:
        return settings.into_centre
    if start not in settings.circle:
        return True
    size = len(settings.circle)
    away = (settings.circle.index(goal) - settings.circle.index(start)) % size
    return min(away, size - away) <= settings.spirit_steps


def do_spirit(table: AlchemicusTable, step: Step[SpiritArgs]) -> None:
    """Discards the hand if that was the price, and moves the Spirit; entering the centre opens the way to X2."""
    act(table, step)
    paid, goal = step.args.get("paying"), _goal(table, step)
    if paid == "hand":
        table.cards.pay_down_to(table.seat, 0)
    elif paid is not None:
        table.cards.correct_within(table.seat, len(paid))
        table.cards.pay(table.seat, paid)
    table.turn.left_centre = table.spirit == table.settings.centre
    table.turn.spirit_moved = True
    table.turn.theft = goal == table.settings.centre != table.spirit
    table.spirit = goal


def why_not_take(table: AlchemicusTable, step: Step[TakeArgs]) -> Objection | None:
    """X2: at once after moving the Spirit into the centre; X3: not when it leaves."""
    if wrong := out_of_place(table, step):
        return wrong
    settings, victim, card = table.settings, step.args["from"], step.args.get("card", UNSEEN)
    if victim == table.seat:
        return object_to("X2", say("a card can only be taken from another player"), impossible=True)
    if not table.cards.hands[victim].size:
        return object_to(
            "X2", say("{player} has no cards in hand", player=table.names[victim]), ("hand", victim), impossible=True
        )
    if not table.turn.theft:
        return object_to(
            ("X3", "X2") if table.turn.left_centre else "X2",
            say("a card can only be taken once, right after the Spirit enters the centre"),
            ("spirit", -1),
        )
    if not table.spots(victim, settings.centre):
        return object_to(
            "X2",
            say(
                "{player} has no {building}, so no card can be taken",
                player=table.names[victim],
                building=settings.name(settings.centre),
            ),
            ("goods", victim),
        )
    lack = table.cards.lacks(victim, (card,))
    if lack and lack.uncounted:
        return too_many(table, lack.uncounted)
    if lack:
        return object_to(
            "X2",
            say("{player} has no {card} in hand", player=table.names[victim], card=settings.name(card)),
            ("hand", victim),
            ("held", victim),
            doubts=copies_of(card),
        )
    if not settings.theft_noctis and table.cards.deck_of.get(card, card) == NOCTIS:
        return object_to(("X2", "N6"), say("Noctis cards can’t be taken"), rests=("theft.noctis",))
    return None


def do_take(table: AlchemicusTable, step: Step[TakeArgs]) -> None:
    """X2: the card goes from that player's hand to the own one, unseen where the log does not name it."""
    act(table, step)
    victim = step.args["from"]
    for _ in range(min(table.settings.theft_cards, table.cards.hands[victim].size)):
        table.cards.hand_over(victim, table.seat, step.args.get("card", UNSEEN))


VERBS: Verbs = {
    "spirit": Verb(why_not_spirit, do_spirit),
    "take": Verb(why_not_take, do_take),
}

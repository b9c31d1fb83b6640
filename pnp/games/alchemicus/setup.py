"""Before the first turn (C1, S1–S6): how many play, first buildings, hands, bank."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pnp.base.text import say
from pnp.games.alchemicus.table import BASE, DRAW, NOCTIS, SETUP, AlchemicusTable, Building
from pnp.games.alchemicus.verbs.drawing import why_not_drawn
from pnp.rules.objection import Objection, object_to, why_not_so_many
from pnp.rules.step import UNSEEN, Step
from pnp.rules.verbs import Verb, Verbs

if TYPE_CHECKING:
    from pnp.rules.step_args import DealArgs


def why_not_players(table: AlchemicusTable) -> Objection | None:
    """C1: how many may play."""
    return why_not_so_many(len(table.names), *table.settings.players, "C1")


def set_up(table: AlchemicusTable) -> None:
    """S2, S6: lays out first buildings, as far as there are cards, and hands out the Noctis cards of the start."""
    settings, cards = table.settings, table.cards
    for number, seat in enumerate(table.seats):
        seat.buildings = [
            Building(kind) for kind in settings.start_buildings if cards.lay_out(BASE, [kind], cards.face_up)
        ]
        if settings.start_night:
            cards.draw(number, NOCTIS, settings.start_night)


def deal(table: AlchemicusTable) -> None:
    """Deals what the log does not tell: hands and bank, unseen."""
    for seat, hand in enumerate(table.cards.hands):
        if hand.size <= len(table.settings.start_night):
            table.draw(seat, BASE, [UNSEEN] * table.settings.start_hand)
    if table.settings.bank and not table.cards.bank_size:
        table.cards.bank_size = table.settings.bank_size
        table.cards.fill_bank()
    table.phase = DRAW


def why_not_deal(table: AlchemicusTable, step: Step[DealArgs]) -> Objection | None:
    """S3, S6: one hand for each player before the first turn, of the right size; S5: the bank, to nobody."""
    cards, settings = step.args["cards"], table.settings
    if table.phase != SETUP:
        return object_to(("S3", "T0"), say("cards can only be dealt before the first turn"), impossible=True)
    if step.by is None:
        return _why_not_lay_bank(table, cards)
    if table.cards.hands[step.by].size > len(settings.start_night):
        return object_to(
            "S3", say("{player} has already been dealt a hand", player=table.names[step.by]), impossible=True
        )
    night = tuple(card for card in cards if table.cards.deck_of.get(card, card) == NOCTIS)
    plain = tuple(card for card in cards if card not in night)
    if night and not _fits(night, settings.start_night):
        return object_to(
            "S6",
            say(
                "each player starts with {n} Noctis {n:card|cards}: {cards}",
                n=len(settings.start_night),
                cards=[settings.name(kind) for kind in settings.start_night],
            ),
            rests=("setup.noctis",),
            impossible=True,
        )
    if len(plain) != table.cards.drawable(BASE, settings.start_hand):
        return object_to(
            "S3",
            say(
                "{player} is dealt {found} {found:card|cards}, but should get {needed}",
                player=table.names[step.by],
                found=len(plain),
                needed=settings.start_hand,
            ),
            ("hand", step.by),
            rests=("setup.hand",),
        )
    return why_not_drawn(table, BASE, plain, "S3")


def _fits(night: Sequence[str], right: Sequence[str]) -> bool:
    """Whether the Noctis cards of a first hand are the right ones, as far as they are named."""
    return len(night) == len(right) and all(
        card == NOCTIS or night.count(card) <= right.count(card) for card in night
    )


def _why_not_lay_bank(table: AlchemicusTable, cards: Sequence[str]) -> Objection | None:
    if not table.settings.bank:
        return object_to("S5", say("this game is played without a card bank"), impossible=True)
    if table.cards.bank:
        return object_to("S5", say("the bank has already been laid out"), impossible=True)
    if len(cards) != table.cards.drawable(BASE, table.settings.bank_size):
        return object_to(
            "S5",
            say(
                "the bank has {found} {found:card|cards}, but should have {needed}",
                found=len(cards),
                needed=table.settings.bank_size,
            ),
            rests=("bank.size",),
        )
    return why_not_drawn(table, BASE, cards, "S5")


def do_deal(table: AlchemicusTable, step: Step[DealArgs]) -> None:
    """Draws a first hand, or lays out the bank; the Noctis cards of the start are in the hands already."""
    cards = step.args["cards"]
    if step.by is None:
        table.cards.bank_size = len(cards)
        table.cards.fill_bank(cards)
        table.cards.bank_size = table.settings.bank_size
    else:
        table.draw(step.by, BASE, [card for card in cards if table.cards.deck_of.get(card, card) != NOCTIS])


VERBS: Verbs = {
    "deal": Verb(why_not_deal, do_deal),
}

"""Cards that leave a hand: played, or discarded as payment (P1)."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.base.text import Message, say
from pnp.games.alchemicus.table import NOCTIS, AlchemicusTable, copies_of, too_many
from pnp.hidden.cards import Lack
from pnp.rules.objection import Objection, object_to
from pnp.rules.step import UNSEEN


def due(table: AlchemicusTable, price: int) -> int:
    """How many cards pay a price."""
    return -(-price // table.settings.card_pays)


def why_not_held(table: AlchemicusTable, seat: int, kind: str, rule: str) -> Objection | None:
    """Whether a card that is played can have been in the hand."""
    lack = table.cards.lacks(seat, (kind,))
    if lack and lack.uncounted:
        return too_many(table, lack.uncounted)
    if lack:
        return object_to(
            (rule, "P1"),
            say(
                "{player} has no {card} in a hand of {cards} {cards:card|cards}",
                player=table.names[seat],
                card=table.settings.name(kind),
                cards=table.cards.hands[seat].size,
            ),
            ("hand", seat),
            ("held", seat),
            doubts=copies_of(kind),
            impossible=True,
        )
    return None


def why_not_turned_up(table: AlchemicusTable, kinds: Sequence[str]) -> Objection | None:
    """Whether face-down goods can turn out to be cards of these decks when they are discarded openly."""
    for kind in kinds:
        if table.cards.deck_of.get(kind) == NOCTIS:
            return object_to("C7", say("{card} can’t be a face-down good", card=table.settings.name(kind)))
    return None


def why_not_paid(
    table: AlchemicusTable,
    seat: int,
    paid: Sequence[str] | None,
    price: int,
    rules: tuple[str, ...],
    *beside: str,
    rests: tuple[str, ...] = (),
) -> Objection | None:
    """Whether a price can have been paid out of the hand, beside a card that is played itself."""
    needed = due(table, price)
    have = table.cards.hands[seat].size - len(beside)
    if have < needed:
        return object_to(
            (*rules, "P1"),
            say(
                "{player} must discard {needed} {needed:card|cards} but can spare only {have}",
                player=table.names[seat],
                needed=needed,
                have=max(0, have),
            ),
            ("hand", seat),
            rests=rests,
            doubts=True,
        )
    if paid is None:
        return None
    if len(paid) < needed:
        return object_to((*rules, "P1"), _price(table, seat, needed, len(paid)), rests=rests)
    if len(paid) > needed and table.settings.exact:
        return object_to(("P1", *rules), _price(table, seat, needed, len(paid)), rests=(*rests, "payment.exact"))
    lack = table.cards.lacks(seat, (*beside, *paid))
    return lack and _not_held(table, seat, lack)


def _price(table: AlchemicusTable, seat: int, needed: int, paid: int) -> Message:
    return say(
        "{player} must discard exactly {needed} {needed:card|cards} but discards {paid}",
        player=table.names[seat],
        needed=needed,
        paid=paid,
    )


def _not_held(table: AlchemicusTable, seat: int, lack: Lack) -> Objection | None:
    if lack.uncounted:
        return too_many(table, lack.uncounted)
    named = table.settings.name(lack.card) if lack.card in table.cards.deck_of else lack.card
    return object_to(
        "P1",
        say(
            "{player} doesn’t have enough {card} cards left to pay with",
            player=table.names[seat],
            card=named,
        ),
        ("hand", seat),
        ("held", seat),
        doubts=copies_of(lack.card),
    )


def why_not_discarded(
    table: AlchemicusTable, cards: tuple[str, ...], rules: str | tuple[str, ...]
) -> Objection | None:
    """Whether the player can have discarded these cards, so many as there may be of each."""
    lack = table.cards.lacks(table.seat, cards)
    if lack is None:
        return None
    if lack.uncounted:
        return too_many(table, lack.uncounted)
    return object_to(
        rules,
        say(
            "{player} doesn’t have enough {card} cards in hand to discard",
            player=table.names[table.seat],
            card=table.settings.name(lack.card),
        ),
        ("hand", table.seat),
        ("held", table.seat),
        doubts=copies_of(lack.card),
    )


def why_not_night_pays(table: AlchemicusTable, paid: Sequence[str], rule: str) -> Objection | None:
    """N6: whether Noctis cards pay here at all."""
    night = [card for card in paid if card == NOCTIS or table.cards.deck_of.get(card) == NOCTIS]
    if table.settings.noctis_pays or not night:
        return None
    return object_to(("N6", rule), say("Noctis cards can’t be used to pay here"), rests=("noctis.pays_anything",))


def pay(table: AlchemicusTable, seat: int, paid: Sequence[str] | None, price: int) -> None:
    """Discards what was paid; unnamed cards where the log is silent."""
    table.cards.pay(seat, (UNSEEN,) * due(table, price) if paid is None else paid)

"""Drawing: from the pile (T1), the Noctis pile (N1) or the bank (O1), and what happens when a pile runs out (P2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pnp.base.text import say
from pnp.games.alchemicus.table import BASE, DRAW, NIGHT, NOCTIS, AlchemicusTable, copies_of
from pnp.games.alchemicus.verbs.order import begin, untimely
from pnp.games.alchemicus.verbs.paying import pay, why_not_paid
from pnp.rules.objection import PILE, Aspect, Objection, object_to
from pnp.rules.step import UNSEEN, Step
from pnp.rules.verbs import Verb, Verbs

if TYPE_CHECKING:
    from pnp.games.alchemicus.step_args import BankArgs, DrawArgs, NoctisArgs, ReshuffleArgs


def why_not_drawn(table: AlchemicusTable, deck: str, names: Sequence[str], rule: str) -> Objection | None:
    """Whether these cards belong to the pile at all; if there can be so many, is seen when they are drawn."""
    for name in names:
        if table.cards.deck_of.get(name, deck) != deck and name != UNSEEN:
            return object_to(
                rule,
                say("{card} isn’t a card from this pile", card=table.settings.name(name)),
                doubts=("hand", table.seat),
            )
    return None


def wrong_count(
    table: AlchemicusTable,
    seat: int,
    names: Sequence[str],
    right: int,
    rules: str | tuple[str, ...],
    rests: tuple[str, ...] = (),
    *about: Aspect,
) -> Objection:
    """So many cards, of which some are not those that were drawn, or none of them."""
    wrong = object_to(
        rules,
        say(
            "{player} draws {found} {found:card|cards}, but should draw {right}",
            player=table.names[seat],
            found=len(names),
            right=right,
        ),
        *about,
        rests=rests,
    )
    named = (copies_of(name) for name in dict.fromkeys(names) if name in table.cards.deck_of)
    return wrong._replace(doubts=(("hand", seat), *named))


def why_not_draw(table: AlchemicusTable, step: Step[DrawArgs]) -> Objection | None:
    """T1: as many cards as a turn begins with; P2: fewer only where there are no more."""
    if wrong := untimely(table, step, DRAW):
        return wrong
    names = step.args.get("cards")
    if names is None:
        return None
    wanted = table.settings.draw_cards
    right = table.cards.drawable(BASE, wanted)
    if not len(names) == wanted == right and not table.cards.surely_drawable(BASE, wanted) <= len(names) <= right:
        rules = ("T1",) if right == table.settings.draw_cards else ("P2", "T1")
        return wrong_count(table, table.seat, names, right, rules, rests=("draw.cards",))
    return why_not_drawn(table, BASE, names, "N1" if table.settings.noctis else "T1")


def do_draw(table: AlchemicusTable, step: Step[DrawArgs]) -> None:
    """Draws from the base pile, unseen cards where the log names none; then Noctis cards may be played."""
    begin(table, NIGHT)
    table.draw(table.seat, BASE, step.args.get("cards", (UNSEEN,) * table.settings.draw_cards))
    table.turn.drawn += 1


def why_not_noctis(table: AlchemicusTable, step: Step[NoctisArgs]) -> Objection | None:
    """N1: a Noctis card in place of the usual draw, if its price is paid first."""
    if wrong := untimely(table, step, DRAW):
        return wrong
    if not table.settings.noctis:
        return object_to("N1", say("this game is played without Noctis"), impossible=True)
    rest = ("noctis.draw_price",)
    if wrong := why_not_paid(
        table, table.seat, step.args.get("paying"), table.settings.noctis_price, ("N1",), rests=rest
    ):
        return wrong
    return why_not_drawn(table, NOCTIS, (step.args.get("card", UNSEEN),), "N1")


def do_noctis(table: AlchemicusTable, step: Step[NoctisArgs]) -> None:
    """Pays, then draws one card from the Noctis pile."""
    begin(table, NIGHT)
    pay(table, table.seat, step.args.get("paying"), table.settings.noctis_price)
    table.draw(table.seat, NOCTIS, (step.args.get("card", UNSEEN),))
    table.turn.drawn += 1


def why_not_bank(table: AlchemicusTable, step: Step[BankArgs]) -> Objection | None:
    """O1: one face-up card for one card of the hand as it was before."""
    again = 0 < table.turn.banked < table.settings.bank_per_turn and table.phase == NIGHT
    if wrong := None if again else untimely(table, step, DRAW):
        return wrong
    if not table.settings.bank:
        return object_to("O1", say("this game is played without a card bank"), impossible=True)
    kind, settings, bank = step.args["card"], table.settings, table.cards.bank
    if settings.noctis and not settings.bank_beside_noctis:
        return object_to(
            ("O1", "N1"), say("with Noctis, no cards are drawn from the bank"), rests=("bank.beside_noctis",)
        )
    if kind not in bank and (BASE not in bank or table.cards.deck_of.get(kind, BASE) != BASE):
        return object_to(
            "O1",
            say(
                "{card} isn’t in the bank, which holds {bank}",
                card=settings.name(kind),
                bank=[settings.name(one) if one in table.cards.deck_of else UNSEEN for one in bank],
            ),
            ("bank", -1),
            doubts=True,
            impossible=not bank or table.cards.deck_of.get(kind, BASE) != BASE,
        )
    if (
        step.args.get("paying") == (kind,)
        and table.cards.lacks(table.seat, (kind,))
        and not settings.bank_pays_itself
    ):
        return object_to(
            "O1",
            say("the card just taken can’t be discarded to pay for itself"),
            ("hand", table.seat),
            ("held", table.seat),
            rests=("bank.pays_itself",),
            doubts=True,
        )
    empty = not table.cards.hands[table.seat].size
    pays_itself = settings.bank_pays_itself and (empty or step.args.get("paying") == (kind,))
    wrong = (
        None
        if pays_itself
        else why_not_paid(
            table, table.seat, step.args.get("paying"), settings.bank_price, ("O1",), rests=("bank.price",)
        )
    )
    if wrong:
        return wrong
    return why_not_drawn(table, BASE, (step.args.get("refilling", UNSEEN),), "O1")


def do_bank(table: AlchemicusTable, step: Step[BankArgs]) -> None:
    """O1: takes the card and pays for it, in the order that the table's values ask for, and fills the gap."""
    begin(table, NIGHT)
    kind, cards = step.args["card"], table.cards
    table.turn.banked += 1
    if not table.settings.bank_pays_itself:
        pay(table, table.seat, step.args.get("paying"), table.settings.bank_price)
    cards.take_from_bank(table.seat, kind)
    if table.settings.bank_pays_itself:
        pay(table, table.seat, step.args.get("paying"), table.settings.bank_price)
    cards.fill_bank((step.args.get("refilling", UNSEEN),))
    table.turn.drawn += 1


def why_not_reshuffle(table: AlchemicusTable, step: Step[ReshuffleArgs]) -> Objection | None:
    """P2, N8: only a pile that has run out, or may have; O2: a bank that is laid with it is as large as before."""
    deck = table.cards.decks[step.args.get("deck") or BASE]
    if (
        deck.empty
        or (deck.untouched and deck.shuffles)
        or (deck.slack and not deck.size)
        or deck.size_unknown
        or deck.total_unknown
        or deck.key in table.cards.reshuffled
    ):
        return _why_not_laid(table, step.args["laying"]) if "laying" in step.args else None
    return object_to(
        "N8" if deck.key == NOCTIS else ("P2", "O2") if table.settings.bank else "P2",
        say("the pile still has {size} {size:card|cards} and is only reshuffled once it runs out", size=deck.size),
        (f"{PILE}{deck.key}", -1),
        rests=("reshuffle",),
        doubts=True,
    )


def _why_not_laid(table: AlchemicusTable, laid: Sequence[str]) -> Objection | None:
    """O2: the bank that is laid out after a reshuffle."""
    cards = table.cards
    if not table.settings.bank:
        return object_to(("O2", "P2"), say("this game is played without a card bank"))
    waiting = cards.decks[BASE].empty
    deck = cards.decks[BASE]
    right = (
        min(cards.bank_size, len(cards.bank) + deck.discarded + deck.maybe_discarded) if waiting else len(cards.bank)
    )
    if len(laid) != right and not (deck.size_unknown or deck.total_unknown):
        return object_to(
            "O2",
            say("the bank has {found} {found:card|cards}, but should have {needed}", found=len(laid), needed=right),
            ("bank", -1),
            rests=("bank.size",),
        )
    return why_not_drawn(table, BASE, laid, "O2") if BASE in cards.bank and not waiting else None


def do_reshuffle(table: AlchemicusTable, step: Step[ReshuffleArgs]) -> None:
    """Pins the moment: where the pile was made anew just before, only what was discarded since goes in too."""
    deck = table.cards.decks[step.args.get("deck") or BASE]
    if deck.size == 0 or deck.size_unknown or (deck.untouched and deck.shuffles):
        table.cards.pin(deck)
    table.cards.reshuffled += (deck.key,)
    for card in step.args.get("laying", ()):
        table.cards.name_in_bank(card)


VERBS: Verbs = {
    "draw": Verb(why_not_draw, do_draw),
    "noctis": Verb(why_not_noctis, do_noctis),
    "bank": Verb(why_not_bank, do_bank),
    "reshuffle": Verb(why_not_reshuffle, do_reshuffle),
}

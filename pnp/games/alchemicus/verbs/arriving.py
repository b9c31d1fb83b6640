"""What arriving on a field brings: cards for passing the Spirit, of workrooms, of the Noctis (T4, T6, N3, N4)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pnp.base.text import say
from pnp.games.alchemicus.table import BASE, NOCTIS, AlchemicusTable
from pnp.games.alchemicus.verbs.drawing import why_not_drawn, wrong_count
from pnp.games.alchemicus.verbs.paying import due as cards_due
from pnp.rules.objection import Objection, object_to
from pnp.rules.step import UNSEEN, Step

if TYPE_CHECKING:
    from pnp.games.alchemicus.step_args import Arriving


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


def why_not_arrival(
    table: AlchemicusTable,
    step: Step[Arriving],
    at: int,
    *,
    passes: int,
    placed: bool,
    paid: Sequence[str] | None = None,
    golem: bool = False,
) -> Objection | None:
    """Whether these cards are drawn on a field, after so many were `paid`, and a `golem` perhaps used up."""
    drawn: Sequence[str] | None = step.args.get("drawing")
    if drawn is None:
        return None
    due = rewards(table, at, passes, placed=placed)
    if not due and not drawn:
        return None
    drawn = _in_order(table, due, drawn)
    decks = _decks_of(table, due, drawn)
    plenty = all(table.cards.decks[deck].size >= len(decks) for deck in decks)
    if (len(drawn) != len(due) or not plenty) and (
        wrong := _why_not_so_many(table, step, at, due, decks, _spent(table, step, paid, golem=golem))
    ):
        return wrong
    for (rule, deck), card in zip(due, drawn, strict=False):
        if UNSEEN not in (deck, card) and table.cards.deck_of.get(card, card) != deck:
            return object_to(
                rule,
                say("{card} isn’t from the pile this card is drawn from", card=table.settings.name(card)),
                ("hand", table.seat),
                doubts=True,
            )
    for deck in table.cards.decks:
        names = [card for card, source in zip(drawn, decks, strict=False) if source == deck]
        if names and (wrong := why_not_drawn(table, deck, names, "N3")):
            return wrong
    return None


def _why_not_so_many(
    table: AlchemicusTable,
    step: Step[Arriving],
    at: int,
    due: Sequence[tuple[str, str]],
    decks: Sequence[str],
    spent: Sequence[str],
) -> Objection | None:
    found = len(step.args["drawing"])
    right, most = (_to_draw(table, decks, spent, table.cards.drawable, unseen=one) for one in (False, True))
    if _to_draw(table, decks, spent, table.cards.surely_drawable, unseen=False) <= found <= most:
        return None
    seen = (("at", table.seat), ("goods", table.seat), ("spirit", -1))
    rests = ("passing.cards", "workroom.cards")
    return wrong_count(table, table.seat, step.args["drawing"], right, _arrival_rules(table, at, due), rests, *seen)


def _spent(table: AlchemicusTable, step: Step[Arriving], paid: Sequence[str] | None, *, golem: bool) -> Sequence[str]:
    """Cards that the move itself costs, and a Golem that stops it: they are discarded before others are drawn."""
    glorias = step.args.get("with", ())
    if paid is None:
        paid = (UNSEEN,) * cards_due(table, table.settings.price["gloria"] * len(glorias))
    return (*glorias, *paid, *(["golem"] if golem else []))


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


def arrive(table: AlchemicusTable, step: Step[Arriving], passes: int, *, placed: bool) -> None:
    """Draws what is due on the field where the pawn now stands, unseen where the log does not name it."""
    at = table.me.at
    assert at is not None
    due = rewards(table, at, passes, placed=placed)
    drawn: Sequence[str] | None = step.args.get("drawing")
    if not due and not drawn:
        return
    if drawn is None:
        drawn = (UNSEEN,) * len(due)
    drawn = _in_order(table, due, drawn)
    decks = _decks_of(table, due, drawn) + [table.cards.deck_of.get(card, BASE) for card in drawn[len(due) :]]
    for deck in dict.fromkeys(decks):
        table.draw(table.seat, deck, [card for card, source in zip(drawn, decks, strict=False) if source == deck])

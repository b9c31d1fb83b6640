"""What steps cost in cards."""

from __future__ import annotations

from pnp.games.alchemicus.table import AlchemicusTable
from pnp.games.alchemicus.verbs.night import shed_price
from pnp.games.alchemicus.verbs.paying import due
from pnp.rules.step import Step


def cost(table: AlchemicusTable, step: Step) -> tuple[int, tuple[str, ...]]:
    """How many cards a step costs, and which card it plays beside."""
    settings, card = table.settings, step.args.get("card", "")
    if step.do in ("build", "play"):
        return due(table, settings.price[card]), (card,)
    if step.do == "gloria":
        return due(table, settings.price["gloria"]), ("gloria",)
    if step.do == "move" and "with" in step.args:
        return due(table, settings.price["gloria"] * len(step.args["with"])), step.args["with"]
    if step.do == "discard":
        return max(0, table.cards.hands[table.seat].size - settings.hand_limit), ()
    if step.do == "ward":
        return (0 if card else due(table, settings.ward_cards)), ()
    asked = table.turn.asked
    prices = {
        "noctis": settings.noctis_price,
        "bank": settings.bank_price,
        "give": settings.gift_cards,
        "shed": shed_price(table),
        "buy": asked.price if asked else 0,
    }
    return due(table, prices.get(step.do, 0)), ()

"""Build (B1–B4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pnp.base.text import say
from pnp.games.alchemicus.table import AlchemicusTable, Building
from pnp.games.alchemicus.verbs.acting import act, no_such_building, out_of_place
from pnp.games.alchemicus.verbs.paying import pay, why_not_held, why_not_paid, why_not_turned_up
from pnp.rules.objection import Objection, object_to
from pnp.rules.step import UNSEEN, Spot, Step
from pnp.rules.verbs import Verb, Verbs

if TYPE_CHECKING:
    from pnp.games.alchemicus.step_args import BuildArgs


def why_not_build(table: AlchemicusTable, step: Step[BuildArgs]) -> Objection | None:
    """B1, B3, B4: a building from the hand, for its price and not too many of a kind; B2: in place of another one."""
    kind, settings = step.args["card"], table.settings
    if wrong := out_of_place(table, step):
        return wrong
    if kind not in table.cards.deck_of:
        return object_to("B1", say("the line must name the card being played"), impossible=True)
    if kind not in settings.buildings:
        return object_to("B4", say("{card} isn’t a building", card=settings.name(kind)), impossible=True)
    if wrong := why_not_held(table, table.seat, kind, "B1"):
        return wrong
    if wrong := _why_not_room(table, step.args.get("replacing")):
        return wrong
    replaced = step.args.get("replacing")
    if len(table.spots(table.seat, kind)) - bool(replaced and replaced.kind == kind) >= settings.same_kind:
        return object_to(
            "B3",
            say(
                "{player} already has {limit} × {card}, the most anyone may own",
                player=table.names[table.seat],
                limit=settings.same_kind,
                card=settings.name(kind),
            ),
            ("built", table.seat),
            rests=("building.same_kind",),
        )
    if wrong := why_not_turned_up(table, step.args.get("showing", ())):
        return wrong
    wrong = why_not_paid(
        table, table.seat, step.args.get("paying"), settings.price[kind], ("B1", "C3"), kind, rests=(f"price.{kind}",)
    )
    if wrong and wrong.rules[0] == "B1":  # at another price, another card may have been built
        return wrong._replace(doubts=(*wrong.doubts, ("goods", table.seat), ("built", table.seat)))
    return wrong


def _why_not_room(table: AlchemicusTable, replaced: Spot | None) -> Objection | None:
    """B2: a building is demolished for a new one, at the limit only."""
    settings, seat = table.settings, table.me
    full = len(seat.buildings) >= settings.building_limit
    if replaced is None and full:
        return object_to(
            "B2",
            say(
                "{player} already has {limit} {limit:building|buildings} and must demolish one first",
                player=table.names[table.seat],
                limit=settings.building_limit,
            ),
            ("built", table.seat),
            rests=("building.limit",),
        )
    if replaced is None:
        return None
    if table.find(table.seat, replaced, lambda *_: True) < 0:
        return no_such_building(table, table.seat, replaced, "B2")
    if not full and settings.demolish_at_limit:
        return object_to(
            "B2",
            say(
                "{player} has {built} {built:building|buildings} and may demolish one only at the limit of {limit}",
                player=table.names[table.seat],
                built=len(seat.buildings),
                limit=settings.building_limit,
            ),
            ("built", table.seat),
            rests=("building.limit", "demolish.only_at_limit"),
        )
    return None


def do_build(table: AlchemicusTable, step: Step[BuildArgs]) -> None:
    """Lays the card out as an empty building, after the one that it replaces was demolished, and pays for it."""
    act(table, step)
    kind, replaced = step.args["card"], step.args.get("replacing")
    table.cards.play(table.seat, kind)
    if replaced is not None:
        _demolish(table, table.find(table.seat, replaced, lambda *_: True), step.args.get("showing", ()))
    pay(table, table.seat, step.args.get("paying"), table.settings.price[kind])
    table.me.buildings.append(Building(kind))


def _demolish(table: AlchemicusTable, number: int, shown: Sequence[str]) -> None:
    """What lies on a demolished building is discarded with it, each card to its own discards."""
    if number < 0:
        return
    building = table.me.buildings.pop(number)
    table.cards.discard([building.kind])
    for good, card in zip(building.goods, (*shown, *[UNSEEN] * len(building.goods)), strict=False):
        table.discard_good(good, card)
    table.cards.discard(["golem"] * building.golems + ["spiritus"] * building.spiritus)


VERBS: Verbs = {
    "build": Verb(why_not_build, do_build),
}

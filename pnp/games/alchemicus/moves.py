"""Every step that may be legal now. Payments are left open: which cards to discard is the player's business."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.games.alchemicus.ring import reach
from pnp.games.alchemicus.table import ACT, BASE, DRAW, END, GLORIA, MOVE, NIGHT, SETUP, AlchemicusTable, Building
from pnp.rules.step import Spot, Step


def candidates(table: AlchemicusTable) -> Iterator[Step]:
    """Steps to try: all that may be legal, and few others."""
    if table.over:
        return
    if table.phase == SETUP:
        yield Step("turn", {}, table.seat)
        return
    if table.turn.asked:
        yield from _answers(table)
    if table.phase == DRAW:
        yield from _draws(table)
        return
    if table.phase == NIGHT:
        yield from _plays(table)
    if table.phase <= MOVE:
        yield from _moves(table)
        return
    if table.phase <= ACT:
        yield from _actions(table)
    if table.phase <= GLORIA:
        yield Step("gloria")
    if table.phase <= END:
        yield Step("discard")
    yield Step("end")


def spot_of(table: AlchemicusTable, seat: int, number: int) -> Spot:
    """A building as a log names it: with a number where there are several of its kind."""
    kind = table.seats[seat].buildings[number].kind
    alike = table.spots(seat, kind)
    return Spot(kind, alike.index(number) + 1 if len(alike) > 1 else 0)


def _different(table: AlchemicusTable, seat: int) -> Iterator[tuple[int, Building]]:
    """The buildings of a seat, one of each that are alike in kind and in what lies on them."""
    seen = set()
    for number, one in enumerate(table.seats[seat].buildings):
        if one not in seen:
            seen.add(one)
            yield number, one


def _others(table: AlchemicusTable) -> Iterator[int]:
    for away in range(1, len(table.seats)):
        yield (table.seat + away) % len(table.seats)


def _in_hand(table: AlchemicusTable, deck: str) -> Iterator[str]:
    for kind in table.settings.decks.get(deck, ()):
        if not table.cards.lacks(table.seat, (kind,)):
            yield kind


# ---- draw, move ----------------------------------------------------------------------------------------------------


def _draws(table: AlchemicusTable) -> Iterator[Step]:
    yield Step("draw")
    if table.settings.noctis:
        yield Step("noctis")
    for kind in dict.fromkeys(table.cards.bank):
        if kind in table.cards.deck_of:
            yield Step("bank", {"card": kind})


def _moves(table: AlchemicusTable) -> Iterator[Step]:
    ring, settings = table.settings.ring, table.settings
    if table.me.at is None:
        for at in range(len(ring)):
            yield Step("place", {"field": field_at(table, at)})
        return
    for fields in (*settings.free, *settings.paid):
        yield _move(table, fields)
    if settings.race:
        for extra in range(1, table.cards.most(table.seat, "gloria") + 1):
            for fields in settings.free:
                yield _move(table, fields + extra * settings.gloria_steps, **{"with": ("gloria",) * extra})


def _move(table: AlchemicusTable, fields: int, **args: object) -> Step:
    """A move with the field on which it ends, as a check for whoever reads the log."""
    at, _, _ = reach(table, fields)
    return Step("move", {"number": fields, "to": field_at(table, at), **args})


def field_at(table: AlchemicusTable, at: int) -> Spot:
    """A field as a log names it: with a number where its kind stands several times."""
    ring = table.settings.ring
    kind = ring[at]
    return Spot(kind, ring[: at + 1].count(kind) if ring.count(kind) > 1 else 0)


# ---- actions -------------------------------------------------------------------------------------------------------


def _actions(table: AlchemicusTable) -> Iterator[Step]:
    here = table.field(table.me)
    if here == "build":
        yield from _builds(table)
    elif here == "spirit":
        yield from _spirits(table)
    elif here == "collection":
        yield Step("collect")
    elif here == "transport":
        yield from _carries(table)
    elif here == "transmutation":
        yield Step("transmute")
    elif here == "sale":
        yield from _sales(table)
    elif here == "gifts":
        yield Step("give")
    if table.me.infamia:
        yield Step("shed")
    yield Step("skip")


def _builds(table: AlchemicusTable) -> Iterator[Step]:
    full = len(table.me.buildings) >= table.settings.building_limit
    for kind in _in_hand(table, BASE):
        if not full:
            yield Step("build", {"card": kind})
            continue
        for number, _ in _different(table, table.seat):
            yield Step("build", {"card": kind, "replacing": spot_of(table, table.seat, number)})


def _spirits(table: AlchemicusTable) -> Iterator[Step]:
    settings = table.settings
    for kind in (*settings.circle, settings.centre):
        yield Step("spirit", {"spot": Spot(kind)})
        yield Step("spirit", {"spot": Spot(kind), "paying": "hand"})
    if table.turn.theft:
        for victim in _others(table):
            yield Step("take", {"from": victim})


def _carries(table: AlchemicusTable) -> Iterator[Step]:
    for good, (start, goal, *_) in table.settings.carries.items():
        sources = [number for number, one in _different(table, table.seat) if one.kind == start and one.good(good)]
        goals = [
            number for number, one in _different(table, table.seat) if one.kind == goal and table.room(one, good)
        ]
        for source in sources:
            for number in goals:
                spots = {"from": spot_of(table, table.seat, source), "to": spot_of(table, table.seat, number)}
                yield Step("carry", {"good": good, **spots})


def _sales(table: AlchemicusTable) -> Iterator[Step]:
    stocked = [(number, good.name) for number, one in _different(table, table.seat) for good in one.goods]
    shops = [kind for kind in table.settings.sale_limit if table.spots(table.seat, kind)]
    for number, good in dict.fromkeys(stocked):
        for shop in shops:
            price = table.settings.sale[shop].get(good)
            if price is None:
                continue
            args = {"good": good, "from": spot_of(table, table.seat, number), "at": Spot(shop)}
            if price.cards:
                yield Step("sell", args)
            if price.fame:
                yield Step("sell", {**args, "for": "fame"})


# ---- answers of other players --------------------------------------------------------------------------------------


def _answers(table: AlchemicusTable) -> Iterator[Step]:
    asked = table.turn.asked
    assert asked
    if asked.what == "ward":
        yield Step("ward", {}, asked.seat)
        for number, one in _different(table, asked.seat):
            if one.golems:
                yield Step("ward", {"card": "golem", "at": spot_of(table, asked.seat, number)}, asked.seat)
        return
    assert asked.good
    for buyer in _others(table):
        for number, one in _different(table, buyer):
            if one.kind in table.settings.purchase.get(asked.good.name, ()) and table.room(one, asked.good.name):
                yield Step("buy", {"to": spot_of(table, buyer, number)}, buyer)


# ---- Noctis cards --------------------------------------------------------------------------------------------------


def _plays(table: AlchemicusTable) -> Iterator[Step]:
    for kind in _in_hand(table, "noctis"):
        for args in _AIMS[kind](table):
            yield Step("play", {"card": kind, **args})


def _golems(table: AlchemicusTable) -> Iterator[dict[str, object]]:
    for number, _ in _different(table, table.seat):
        yield {"on": spot_of(table, table.seat, number)}
    if table.settings.race:
        for at in range(len(table.settings.ring)):
            yield {"on": field_at(table, at)}


def _mutabilis(table: AlchemicusTable) -> Iterator[dict[str, object]]:
    for owner in _others(table):
        for number, one in _different(table, owner):
            for good in one.goods:
                for goal, mine in _different(table, table.seat):
                    if mine.kind in table.settings.mutabilis_places.get(good.name, ()) and table.room(
                        mine, good.name
                    ):
                        yield {
                            "on": good.name,
                            "of": owner,
                            "from": spot_of(table, owner, number),
                            "to": spot_of(table, table.seat, goal),
                        }


def _spiritus(table: AlchemicusTable) -> Iterator[dict[str, object]]:
    for owner in _others(table):
        for number, one in _different(table, owner):
            if one.kind in table.settings.spiritus_targets:
                yield {"on": spot_of(table, owner, number), "of": owner}


def _homunculus(table: AlchemicusTable) -> Iterator[dict[str, object]]:
    for owner in range(len(table.seats)):
        for number, one in _different(table, owner):
            spots = {"of": owner, "from": spot_of(table, owner, number)}
            if one.spiritus:
                yield {"on": "spiritus", **spots}
            for good in one.goods if owner != table.seat else ():
                if good.name in table.settings.undoes:
                    yield {"on": good.name, **spots}


def _pactum(table: AlchemicusTable) -> Iterator[dict[str, object]]:
    yield {}


def _infamia(table: AlchemicusTable) -> Iterator[dict[str, object]]:
    for victim in _others(table):
        yield {"on": victim}


_AIMS = {
    "golem": _golems,
    "mutabilis": _mutabilis,
    "spiritus": _spiritus,
    "homunculus": _homunculus,
    "pactum": _pactum,
    "infamia": _infamia,
}

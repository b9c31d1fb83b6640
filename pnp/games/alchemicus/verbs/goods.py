"""Goods on their way: collection (K1), transport (R1–R4), transmutation (M1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pnp.base.text import say
from pnp.games.alchemicus.table import BASE, GOLD, AlchemicusTable, Good
from pnp.games.alchemicus.verbs.acting import act, no_such_building, out_of_place
from pnp.games.alchemicus.verbs.paying import why_not_turned_up
from pnp.rules.objection import Objection, object_to
from pnp.rules.step import UNSEEN, Spot, Step
from pnp.rules.verbs import Verb, Verbs

if TYPE_CHECKING:
    from pnp.games.alchemicus.step_args import CarryArgs, CollectArgs, TransmuteArgs


def eager_gatherers(table: AlchemicusTable) -> list[int]:
    """The own buildings that receive a card: those of a collecting kind, unblocked, with an empty place."""
    settings = table.settings
    return [
        number
        for number, one in enumerate(table.me.buildings)
        if one.kind in settings.collects
        and not table.blocked(one.kind)
        and table.room(one, settings.collects[one.kind])
    ]


def why_not_collect(table: AlchemicusTable, step: Step[CollectArgs]) -> Objection | None:
    """K1: once on the field, and only buildings that collect and have room; X4: none on which the Spirit stands."""
    if wrong := out_of_place(table, step):
        return wrong
    if table.turn.times >= table.settings.actions:
        return object_to(
            ("T5", "K1"),
            say("{player} has already collected this turn", player=table.names[table.seat]),
            rests=("action.per_turn",),
        )
    named = step.args.get("spots")
    if named is None:
        return None
    open_ones = eager_gatherers(table)
    left = list(open_ones)
    for spot in named:
        number = table.find(table.seat, spot, lambda one, _: one in left)
        if number not in left:
            return _named_twice(spot, named) or _why_not_gather(table, spot)
        left.remove(number)
    each, cards = max(1, table.settings.collect_cards), len(open_ones) * table.settings.collect_cards
    most = table.cards.drawable(BASE, cards) // each
    if not table.cards.surely_drawable(BASE, cards) // each <= len(named) <= most:
        return object_to(
            "K1",
            say(
                "{player} has {most} {most:building|buildings} that can receive a card, but the line names {found}",
                most=most,
                player=table.names[table.seat],
                found=len(named),
            ),
            ("places", table.seat),
        )
    return None


def _named_twice(spot: Spot, named: Sequence[Spot], rule: str = "K1") -> Objection | None:
    if not spot.number or named.count(spot) == 1:
        return None
    return object_to(rule, say("the line names the same building twice"), impossible=True)


def _why_not_gather(table: AlchemicusTable, spot: Spot) -> Objection:
    settings = table.settings
    name = settings.name(spot.kind)
    if spot.number > len(table.spots(table.seat, spot.kind)):
        return no_such_building(table, table.seat, spot, "K1")
    if spot.kind not in settings.collects:
        return object_to("K1", say("{building} doesn’t collect anything", building=name))
    if table.blocked(spot.kind):
        return object_to(
            ("X4", "K1"),
            say("the Spirit is on {building}, so no {building} works", building=name),
            ("spirit", -1),
            impossible=True,
        )
    return object_to(
        "K1",
        say("{player} has no {building} with an empty place", player=table.names[table.seat], building=name),
        ("places", table.seat),
        impossible=True,
    )


def do_collect(table: AlchemicusTable, step: Step[CollectArgs]) -> None:
    """Lays face-down cards from the pile on all buildings that can collect, or on the named ones."""
    act(table, step)
    table.turn.times += 1
    settings, buildings = table.settings, table.me.buildings
    chosen = eager_gatherers(table)
    if "spots" in step.args:
        chosen = _meant(table, step.args["spots"], chosen)
    for number in chosen:
        for card in table.cards.lay_out(BASE, (UNSEEN,) * settings.collect_cards):
            one = buildings[number]
            buildings[number] = one.plus(Good(settings.collects[one.kind], card))


def _meant(table: AlchemicusTable, spots: Sequence[Spot], able: Sequence[int]) -> list[int]:
    """Those of the buildings that are able to work that a list of spots means, each once."""
    left, chosen = list(able), []
    for spot in spots:
        number = table.find(table.seat, spot, lambda one, _: one in left)
        if number in left:
            left.remove(number)
            chosen.append(number)
    return chosen


def why_not_carry(table: AlchemicusTable, step: Step[CarryArgs]) -> Objection | None:
    """R1–R4: a good along its way between own buildings, onto an empty place; X4: the Spirit may stop it."""
    if wrong := out_of_place(table, step):
        return wrong
    good, settings = step.args["good"], table.settings
    start, goal, owner = step.args.get("from"), step.args.get("to"), step.args.get("of")
    if owner is not None and owner != table.seat:
        return object_to(
            "R4",
            say(
                "goods can only be carried between one player’s buildings, and this one belongs to {other}",
                other=table.names[owner],
            ),
            impossible=True,
        )
    if goal is not None and goal.kind in settings.sale_limit:
        return object_to(
            ("V4", "R1", "C8"),
            say("{building} can’t store goods", building=settings.name(goal.kind)),
            impossible=True,
        )
    ways = settings.carries.get(good)
    if ways is None or (start and start.kind != ways[0]) or (goal and goal.kind != ways[1]):
        return object_to(
            ("R1", "C8"),
            say(
                "{good} can only be carried from {start} to {goal}",
                good=settings.good(good),
                start=settings.name(ways[0]),
                goal=settings.name(ways[1]),
            )
            if ways
            else say("{good} can’t be carried anywhere", good=settings.good(good)),
            rests=(f"transport.{good}",) if ways else (),
            impossible=True,
        )
    source = table.holding(table.seat, good, start or Spot(ways[0]))
    if source < 0:
        return object_to(
            ("R1", "R4"),
            say(
                "{player} has no {good} on {building}",
                player=table.names[table.seat],
                good=settings.good(good),
                building=settings.name(ways[0]),
            ),
            ("goods", table.seat),
            impossible=True,
        )
    if settings.blocks_transport and (table.blocked(ways[0]) or table.blocked(ways[1])):
        return object_to(
            "X4", say("the Spirit stops this transport"), ("spirit", -1), rests=("spirit.blocks_transport",)
        )
    return _why_not_received(table, good, goal or Spot(ways[1]))


def _why_not_received(table: AlchemicusTable, good: str, goal: Spot) -> Objection | None:
    number = table.find(table.seat, goal, lambda _, one: table.room(one, good))
    if number >= 0 and table.room(table.me.buildings[number], good):
        return None
    standing = [table.me.buildings[one] for one in table.spots(table.seat, goal.kind)]
    if not standing or goal.number > len(standing):
        return no_such_building(table, table.seat, goal, "R4")
    aimed = standing[goal.number - 1 : goal.number] if goal.number else standing
    shut = all(one.good(GOLD) for one in aimed)
    return object_to(
        ("R3", "R2") if shut else "R2",
        say("there’s gold on {building}, so nothing else can go there", building=table.settings.name(goal.kind))
        if shut
        else say(
            "{building} has no empty place for {good}",
            good=table.settings.good(good),
            building=table.settings.name(goal.kind),
        ),
        ("places", table.seat),
        rests=("labrium.gold_blocks",) if shut else (f"places.{goal.kind}",),
        impossible=not shut,
    )


def do_carry(table: AlchemicusTable, step: Step[CarryArgs]) -> None:
    """Takes the good with its card to the building where its way ends."""
    act(table, step)
    good, settings, buildings = step.args["good"], table.settings, table.me.buildings
    ways = settings.carries[good]
    source = table.holding(table.seat, good, step.args.get("from") or Spot(ways[0]))
    spot = step.args.get("to") or Spot(ways[1])
    goal = table.find(table.seat, spot, lambda _, one: table.room(one, good))
    if goal < 0:
        goal = table.find(table.seat, spot, lambda *_: True)
    moved = buildings[source].good(good)
    assert moved
    buildings[source] = buildings[source].without(moved)
    buildings[goal] = buildings[goal].plus(moved)


def ready(table: AlchemicusTable) -> list[int]:
    """The own buildings in which a transmutation would succeed, Spiritus apart."""
    settings = table.settings
    found = []
    for number, one in enumerate(table.me.buildings):
        if one.goods and one.kind in settings.transmutes and not table.blocked(one.kind):
            needed = settings.transmutes[one.kind][:-1]
            if all(one.good(good) for good in needed):
                found.append(number)
    return found


def why_not_transmute(table: AlchemicusTable, step: Step[TransmuteArgs]) -> Objection | None:
    """M1: once on the field, in all buildings that have what they need; X4: none on which the Spirit stands."""
    if wrong := out_of_place(table, step):
        return wrong
    if table.turn.times >= table.settings.actions:
        return object_to(
            ("T5", "M1"),
            say("{player} has already transmuted this turn", player=table.names[table.seat]),
            rests=("action.per_turn",),
        )
    named = step.args.get("spots")
    if wrong := why_not_turned_up(table, step.args.get("showing", ())):
        return wrong
    if named is None:
        return None
    able = ready(table)
    left = list(able)
    for spot in named:
        number = table.find(table.seat, spot, lambda one, _: one in left)
        if number not in left:
            return _named_twice(spot, named, "M1") or _why_not_work(table, spot)
        left.remove(number)
    if table.settings.all_or_none and len(named) != len(able):
        return object_to(
            "M1",
            say(
                "every building that can transmute must do so, which makes {right}, but the line names {found}",
                right=len(able),
                found=len(named),
            ),
            ("places", table.seat),
            rests=("transmutation.all_or_none",),
        )
    return None


def _why_not_work(table: AlchemicusTable, spot: Spot) -> Objection:
    name = table.settings.name(spot.kind)
    if table.blocked(spot.kind):
        return object_to(
            ("X4", "M1"),
            say("the Spirit is on {building}, so no {building} works", building=name),
            ("spirit", -1),
            impossible=True,
        )
    return object_to(
        "M1",
        say(
            "{player} has no {building} with everything it needs to transmute",
            player=table.names[table.seat],
            building=name,
        ),
        ("goods", table.seat),
        impossible=True,
    )


def do_transmute(table: AlchemicusTable, step: Step[TransmuteArgs]) -> None:
    """Makes the new good in each of these buildings from the card that stays, and discards the others it used."""
    act(table, step)
    table.turn.times += 1
    able = ready(table)
    if "spots" in step.args:
        able = _meant(table, step.args["spots"], able)
    shown = list(step.args.get("showing", ()))
    for number in able:
        _work(table, number, shown)


def _work(table: AlchemicusTable, number: int, shown: list[str]) -> None:
    """One building's transmutation; a Spiritus there is discarded instead (N11)."""
    buildings, settings = table.me.buildings, table.settings
    one = buildings[number]
    if one.spiritus:
        buildings[number] = one._replace(spiritus=one.spiritus - 1)
        table.cards.discard(["spiritus"])
        return
    *needed, made = settings.transmutes[one.kind]
    used = [good for good in one.goods if good.name in needed]
    stays = next((good for good in used if good.name == settings.stays), used[0])
    for good in used:
        if good is not stays:
            table.discard_good(good, shown.pop(0) if shown else UNSEEN)
    rest = tuple(good for good in one.goods if good not in used)
    buildings[number] = one._replace(goods=(*rest, Good(made, stays.card)))


VERBS: Verbs = {
    "collect": Verb(why_not_collect, do_collect),
    "carry": Verb(why_not_carry, do_carry),
    "transmute": Verb(why_not_transmute, do_transmute),
}

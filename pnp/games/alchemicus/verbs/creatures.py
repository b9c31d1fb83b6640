"""What the Noctis cards do to buildings and goods: Golem, Mutabilis, Spiritus, Homunculus (N9–N12, Q4)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from pnp.base.text import Text, say
from pnp.games.alchemicus.ring import locate
from pnp.games.alchemicus.table import BASE, AlchemicusTable, Building, Good
from pnp.games.alchemicus.verbs.acting import no_such_building
from pnp.rules.objection import Objection, object_to
from pnp.rules.step import UNSEEN, Spot, Step

if TYPE_CHECKING:
    from pnp.games.alchemicus.step_args import AimedArgs, ChangingArgs, LaidArgs


RULES = {"golem": "N9", "mutabilis": "N10", "spiritus": "N11", "homunculus": "N12", "pactum": "N13", "infamia": "N14"}


def unnamed(step: Step, kind: type | tuple[type, ...], what: str | Text) -> Objection | None:
    """The clause `on` must name the right sort of thing."""
    if isinstance(step.args.get("on"), kind):
        return None
    return object_to(
        RULES[step.args["card"]],
        say("the line must say what the card is played on, such as “on {what}”", what=what),
        impossible=True,
    )


def _first_good(table: AlchemicusTable, kinds: Iterable[str]) -> Text | str:
    """A good to name as an example."""
    return next(map(table.settings.good, kinds), UNSEEN)


def _why_not_opponent(table: AlchemicusTable, step: Step[AimedArgs]) -> Objection | None:
    rule = RULES[step.args["card"]]
    if "of" not in step.args:
        return object_to(rule, say("the line must say whose it is: “of” and a player’s name"), impossible=True)
    if step.args["of"] == table.seat:
        return object_to(
            rule,
            say("{card} can only be played on an opponent’s building", card=table.settings.name(step.args["card"])),
            impossible=True,
        )
    return None


def guarded(table: AlchemicusTable, owner: int, one: Building) -> bool:
    """N9: opponents play nothing on a building with a Golem."""
    return one.golems > 0 and owner != table.seat


def _why_guarded(
    table: AlchemicusTable, owner: int, one: Building, rule: str, rests: tuple[str, ...] = ()
) -> Objection | None:
    if not guarded(table, owner, one):
        return None
    return object_to(
        ("N9", rule),
        say(
            "{player}’s {building} is guarded by a Golem",
            building=table.settings.name(one.kind),
            player=table.names[owner],
        ),
        ("places", owner),
        rests=rests,
    )


# ---- Golem (N9, Q4) ------------------------------------------------------------------------------------------------


def why_not_golem(table: AlchemicusTable, step: Step[LaidArgs]) -> Objection | None:
    """N9: on an own building that has none; Q4: in the race, also on a field of the ring."""
    if wrong := unnamed(step, Spot, "Pergula"):
        return wrong
    settings, spot = table.settings, step.args["on"]
    if spot.kind in settings.ring:
        return _why_not_ambush(table, spot)
    if step.args.get("of", table.seat) != table.seat:
        return object_to("N9", say("a Golem can only be played on your own building"), impossible=True)
    number = _golem_spot(table, spot)
    if number < 0:
        if not table.spots(table.seat, spot.kind) or spot.number > len(table.spots(table.seat, spot.kind)):
            return no_such_building(table, table.seat, spot, "N9")
        number = table.spots(table.seat, spot.kind)[0]
    if settings.one_golem and table.me.buildings[number].golems:
        return object_to(
            "N9",
            say("this {building} already has a Golem", building=settings.name(spot.kind)),
            ("places", table.seat),
            rests=("golem.one_per_building",),
        )
    return None


def _golem_spot(table: AlchemicusTable, spot: Spot) -> int:
    return table.find(table.seat, spot, lambda _, one: not one.golems)


def _why_not_ambush(table: AlchemicusTable, spot: Spot) -> Objection | None:
    """Q4: in the race a Golem may lie on a field of the ring, one on each."""
    if not table.settings.race:
        return object_to(
            ("Q4", "N9") if "Q4" in table.settings.rules else "N9",
            say("a Golem can only be placed on a field in the race for gold"),
            impossible=True,
        )
    at = locate(table, spot)
    if at < 0:
        return object_to(
            "C5",
            say(
                "there’s no {field} {number} on the ring",
                field=table.settings.field(spot.kind),
                number=spot.number,
            ),
            impossible=True,
        )
    if len(table.ring_golems.get(at, ())) >= table.settings.golems_per_field:
        return object_to(
            "Q4",
            say("there’s already a Golem on {field}", field=table.settings.field(spot.kind)),
            rests=("race.golems_per_field",),
        )
    return None


def do_golem(table: AlchemicusTable, step: Step[LaidArgs]) -> None:
    """Lays the Golem on the building, or on the field, where it waits for pawns (Q4)."""
    spot = step.args["on"]
    if spot.kind in table.settings.ring:
        at = locate(table, spot)
        table.ring_golems[at] = (*table.ring_golems.get(at, ()), table.seat)
        return
    number = _golem_spot(table, spot)
    if number < 0:
        number = table.spots(table.seat, spot.kind)[0]
    one = table.me.buildings[number]
    table.me.buildings[number] = one._replace(golems=one.golems + 1)


# ---- Mutabilis (N10) -----------------------------------------------------------------------------------------------


def _prey(table: AlchemicusTable, owner: int, good: str, spot: Spot | None, *, minded: bool = True) -> int:
    """The building of a seat from which a good is taken or where it is changed: the first one that is not guarded."""

    def fits(_: int, one: Building) -> bool:
        return one.good(good) is not None and not (
            minded and guarded(table, owner, one) and table.settings.golem_guards_goods
        )

    if spot is not None:
        number = table.find(owner, spot, fits)
        return number if number >= 0 and table.seats[owner].buildings[number].good(good) else -1
    for number, one in enumerate(table.seats[owner].buildings):
        if fits(number, one):
            return number
    return -1


def _why_not_prey(table: AlchemicusTable, step: Step[ChangingArgs], rule: str) -> Objection | None:
    good, owner, spot, settings = step.args["on"], step.args["of"], step.args.get("from"), table.settings
    number = _prey(table, owner, good, spot)
    if number < 0:
        number = _prey(table, owner, good, spot, minded=False)
    if number < 0:
        return object_to(
            rule,
            say("{player} has no {good} there", player=table.names[owner], good=settings.good(good)),
            ("goods", owner),
            impossible=True,
        )
    if not settings.golem_guards_goods:
        return None
    return _why_guarded(table, owner, table.seats[owner].buildings[number], rule, ("golem.guards_goods",))


def why_not_mutabilis(table: AlchemicusTable, step: Step[ChangingArgs]) -> Objection | None:
    """N10: only some goods, from an opponent's building without a Golem (N9), and onto an empty place (R2)."""
    if wrong := unnamed(step, str, _first_good(table, table.settings.mutabilis_goods)) or _why_not_opponent(
        table, step
    ):
        return wrong
    good, settings = step.args["on"], table.settings
    if good not in settings.mutabilis_goods:
        return object_to(
            "N10",
            say("Mutabilis can only take {goods:or}", goods=[settings.good(one) for one in settings.mutabilis_goods]),
            rests=("mutabilis.goods",),
            impossible=True,
        )
    if _nest(table, good, step.args.get("to")) < 0:
        return object_to(
            ("N10", "R2"),
            say(
                "{player} has no empty place for {good}",
                player=table.names[table.seat],
                good=settings.good(good),
            ),
            ("places", table.seat),
            rests=(f"mutabilis.places.{good}",),
            impossible=True,
        )
    return _why_not_prey(table, step, "N10")


def _nest(table: AlchemicusTable, good: str, spot: Spot | None) -> int:
    """The own building on which a taken good is laid; -1 if there is none."""
    kinds = table.settings.mutabilis_places.get(good, ())
    for kind in (spot.kind,) if spot else kinds:
        number = table.find(table.seat, spot or Spot(kind), lambda _, one: table.room(one, good))
        if kind in kinds and number >= 0 and table.room(table.me.buildings[number], good):
            return number
    return -1


def do_mutabilis(table: AlchemicusTable, step: Step[ChangingArgs]) -> None:
    """Takes the good with its card from the opponent's building to an own one."""
    good, owner = step.args["on"], step.args["of"]
    number = _prey(table, owner, good, step.args.get("from"))
    if number < 0:
        number = _prey(table, owner, good, step.args.get("from"), minded=False)
    theirs, mine = table.seats[owner].buildings, table.me.buildings
    taken = theirs[number].good(good)
    assert taken
    goal = _nest(table, good, step.args.get("to"))
    theirs[number] = theirs[number].without(taken)
    mine[goal] = mine[goal].plus(taken)


# ---- Spiritus (N11) ------------------------------------------------------------------------------------------------


def _haunt(table: AlchemicusTable, owner: int, spot: Spot) -> int:
    return table.find(
        owner,
        spot,
        lambda _, one: not guarded(table, owner, one) and not (table.settings.one_spiritus and one.spiritus),
    )


def why_not_spiritus(table: AlchemicusTable, step: Step[LaidArgs]) -> Objection | None:
    """N11: on some kinds of building, an opponent's without a Golem (N9) or another Spiritus."""
    if wrong := unnamed(step, Spot, "Alembic") or _why_not_opponent(table, step):
        return wrong
    spot, owner, settings = step.args["on"], step.args["of"], table.settings
    if spot.kind not in settings.spiritus_targets:
        return object_to(
            "N11",
            say(
                "Spiritus can only be played on {buildings:or}",
                buildings=[settings.name(kind) for kind in settings.spiritus_targets],
            ),
            rests=("spiritus.targets",),
            impossible=spot.kind in settings.ring,
        )
    number = _haunt(table, owner, spot)
    if number < 0:
        spots = table.spots(owner, spot.kind)
        if not spots or spot.number > len(spots):
            return no_such_building(table, owner, spot, "N11")
        number = spots[0]
    one = table.seats[owner].buildings[number]
    if wrong := _why_guarded(table, owner, one, "N11"):
        return wrong
    if settings.one_spiritus and one.spiritus:
        return object_to(
            "N11",
            say("this {building} already has a Spiritus", building=settings.name(spot.kind)),
            ("places", owner),
            rests=("spiritus_per_building",),
        )
    return None


def do_spiritus(table: AlchemicusTable, step: Step[LaidArgs]) -> None:
    """Lays the Spiritus on the opponent's building, where it waits for a transmutation to spoil."""
    owner, spot = step.args["of"], step.args["on"]
    number = _haunt(table, owner, spot)
    if number < 0:
        number = table.find(owner, spot, lambda *_: True)
    buildings = table.seats[owner].buildings
    if number >= 0:
        buildings[number] = buildings[number]._replace(spiritus=buildings[number].spiritus + 1)


# ---- Homunculus (N12) ----------------------------------------------------------------------------------------------


def why_not_homunculus(table: AlchemicusTable, step: Step[ChangingArgs]) -> Objection | None:
    """N12: an opponent's tincture, metal or gold where it was made, or any Spiritus; N9: past no Golem."""
    if wrong := unnamed(step, str, _first_good(table, table.settings.undoes)):
        return wrong
    if step.args["on"] == "spiritus":
        return _why_not_exorcise(table, step)
    if wrong := _why_not_opponent(table, step):
        return wrong
    good, settings, owner = step.args["on"], table.settings, step.args["of"]
    if good not in settings.undoes:
        return object_to(
            "N12",
            say("Homunculus can’t change {good}", good=settings.good(good) if good in settings.goods else good),
            impossible=True,
        )
    if len(settings.undoes[good]) == 1 and _only_in_laboratory(table, owner, good, step.args.get("from")):
        return object_to(
            "N12",
            say("Homunculus can’t reach {good} on Labrium", good=settings.good(good)),
            ("goods", owner),
            impossible=True,
        )
    return _why_not_prey(table, _outside(table, step), "N12")


def _only_in_laboratory(table: AlchemicusTable, owner: int, good: str, spot: Spot | None) -> bool:
    holders = [
        one for one in table.seats[owner].buildings if one.good(good) and (spot is None or one.kind == spot.kind)
    ]
    return bool(holders) and all(one.kind == "labrium" for one in holders)


def _outside(table: AlchemicusTable, step: Step[ChangingArgs]) -> Step[ChangingArgs]:
    """Tincture and metal are meant where they were made, not in Labrium."""
    good = step.args["on"]
    if "from" in step.args or len(table.settings.undoes[good]) > 1:
        return step
    home = next(kind for kind, chain in table.settings.transmutes.items() if chain[-1] == good)
    return Step(step.do, {**step.args, "from": Spot(home)}, step.by)


def _why_not_exorcise(table: AlchemicusTable, step: Step[ChangingArgs]) -> Objection | None:
    owner, spot = step.args.get("of", table.seat), step.args.get("from")
    number = _haunted(table, owner, spot)
    if number < 0:
        return object_to("N12", say("there’s no Spiritus there"), ("goods", owner), impossible=True)
    return _why_guarded(table, owner, table.seats[owner].buildings[number], "N12")


def _haunted(table: AlchemicusTable, owner: int, spot: Spot | None) -> int:
    buildings = table.seats[owner].buildings
    if spot is not None:
        number = table.find(owner, spot, lambda _, one: one.spiritus > 0 and not guarded(table, owner, one))
        if number < 0:
            number = table.find(owner, spot, lambda _, one: one.spiritus > 0)
        return number if number >= 0 and buildings[number].spiritus else -1
    haunted = [number for number, one in enumerate(buildings) if one.spiritus]
    free = [number for number in haunted if not guarded(table, owner, buildings[number])]
    return next(iter(free or haunted), -1)


def do_homunculus(table: AlchemicusTable, step: Step[ChangingArgs]) -> None:
    """Turns the good back into what it was made of, a second one with a card of the pile; or discards a Spiritus."""
    owner = step.args.get("of", table.seat)
    buildings = table.seats[owner].buildings
    if step.args["on"] == "spiritus":
        number = _haunted(table, owner, step.args.get("from"))
        buildings[number] = buildings[number]._replace(spiritus=buildings[number].spiritus - 1)
        table.cards.discard(["spiritus"])
        return
    step = _outside(table, step)
    good = step.args["on"]
    number = _prey(table, owner, good, step.args.get("from"))
    if number < 0:
        number = _prey(table, owner, good, step.args.get("from"), minded=False)
    old = buildings[number].good(good)
    assert old
    first, *others = table.settings.undoes[good]
    changed = buildings[number].without(old).plus(Good(first, old.card))
    for other, card in zip(others, table.cards.lay_out(BASE, (UNSEEN,) * len(others)), strict=False):
        changed = changed.plus(Good(other, card))
    buildings[number] = changed

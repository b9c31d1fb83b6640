"""The actions of the fields: build, the Spirit, collection, transport, transmutation, sale, gifts."""

from __future__ import annotations

from collections.abc import Sequence

from pnp.games.alchemicus.drawing import why_not_drawn, wrong_count
from pnp.games.alchemicus.moving import nearest
from pnp.games.alchemicus.order import begin, untimely
from pnp.games.alchemicus.paying import pay, spend, why_not_held, why_not_night_pays, why_not_paid
from pnp.games.alchemicus.table import ACT, BASE, GOLD, NOCTIS, Asked, Building, Do, Good, Table, Why, object_to
from pnp.games.alchemicus.turn import why_not_gain
from pnp.referee.rules import Objection
from pnp.referee.step import UNSEEN, Spot, Step
from pnp.text import say

# the field on which each action is done, and its rule
FIELDS = {
    "build": ("build", "B1"),
    "spirit": ("spirit", "X1"),
    "take": ("spirit", "X2"),
    "collect": ("collection", "K1"),
    "carry": ("transport", "R1"),
    "transmute": ("transmutation", "M1"),
    "sell": ("sale", "V1"),
    "give": ("gifts", "D1"),
}


def out_of_place(table: Table, step: Step) -> Objection | None:
    """T5: the action of the field on which the pawn stands, in its time."""
    if wrong := untimely(table, step, ACT):
        return wrong
    field, rule = FIELDS[step.do]
    turn, here = table.turn, table.field(table.me)
    if here != field:
        return object_to(
            ("T5", rule),
            say(
                "{player} stands on {here}; this is done on {field}",
                player=table.names[table.seat],
                here=table.book.field(here),
                field=table.book.field(field),
            )
            if here
            else say("{player} has no pawn on the ring", player=table.names[table.seat]),
            ("at", table.seat),
            doubts=True,
            assumes=say("from here on, the pawn is taken to stand on {field}", field=table.book.field(field)),
        )
    if turn.skipped:
        return object_to("T5", say("{player} has skipped the action of this turn", player=table.names[table.seat]))
    if turn.stopped and not table.book.golem_action:
        return object_to("Q4", say("whoever a Golem stops takes no action"), rests=("race.golem_action",))
    return None


def act(table: Table, step: Step) -> None:
    """An action shows where the pawn stands, even where the record had it elsewhere."""
    begin(table, ACT)
    table.turn.acted = True
    field = FIELDS[step.do][0]
    if table.field(table.me) != field and field in table.book.ring:
        table.me.at = nearest(table, field, table.me.at or 0)


# ---- build (B1–B4) -------------------------------------------------------------------------------------------------


def why_not_build(table: Table, step: Step) -> Objection | None:
    kind, book, seat = step.args["card"], table.book, table.me
    if wrong := out_of_place(table, step):
        return wrong
    if kind not in book.buildings:
        return object_to("B4", say("{card} is not a building", card=book.name(kind)), impossible=True)
    if wrong := why_not_held(table, table.seat, kind):
        return wrong
    if wrong := _why_not_room(table, step.args.get("replacing")):
        return wrong
    if sum(one.kind == kind for one in seat.buildings) >= book.same_kind:
        return object_to(
            "B3",
            say(
                "{player} has {limit} {card} already; more are not allowed",
                player=table.names[table.seat],
                limit=book.same_kind,
                card=book.name(kind),
            ),
            ("goods", table.seat),
            rests=("building.same_kind",),
        )
    return why_not_paid(table, table.seat, step, book.price[kind], ("B1", "C3"), kind, rests=(f"price.{kind}",))


def _why_not_room(table: Table, replaced: Spot | None) -> Objection | None:
    """B2: a building is demolished for a new one, at the limit only."""
    book, seat = table.book, table.me
    full = len(seat.buildings) >= book.building_limit
    if replaced is None and full:
        return object_to(
            "B2",
            say(
                "{player} has {limit} buildings already; one must be demolished first",
                player=table.names[table.seat],
                limit=book.building_limit,
            ),
            ("goods", table.seat),
            rests=("building.limit",),
        )
    if replaced is None:
        return None
    if table.find(table.seat, replaced, lambda *_: True) < 0:
        return no_such_building(table, table.seat, replaced, "B2")
    if not full and book.demolish_at_limit:
        return object_to(
            "B2",
            say(
                "{player} has {built} of {limit} buildings, so none may be demolished",
                player=table.names[table.seat],
                built=len(seat.buildings),
                limit=book.building_limit,
            ),
            ("goods", table.seat),
            rests=("building.limit", "demolish.only_at_limit"),
        )
    return None


def no_such_building(table: Table, seat: int, spot: Spot, rule: str | tuple[str, ...]) -> Objection:
    return object_to(
        rule,
        say(
            "{player} has no such building: {building}; there are {count} of the kind",
            player=table.names[seat],
            building=f"{table.book.name(spot.kind)} {spot.number or ''}".strip(),
            count=len(table.spots(seat, spot.kind)),
        ),
        ("goods", seat),
        impossible=True,
    )


def do_build(table: Table, step: Step) -> None:
    act(table, step)
    kind, replaced = step.args["card"], step.args.get("replacing")
    table.cards.spend(table.seat, (kind,))
    if replaced is not None:
        _demolish(table, table.find(table.seat, replaced, lambda *_: True), step.args.get("showing", ()))
    pay(table, table.seat, step, table.book.price[kind])
    table.me.buildings.append(Building(kind))


def _demolish(table: Table, number: int, shown: Sequence[str]) -> None:
    """What lies on a demolished building is discarded with it, each card to its own discards."""
    if number < 0:
        return
    building = table.me.buildings.pop(number)
    table.cards.discard([building.kind])
    for good, card in zip(building.goods, (*shown, *[UNSEEN] * len(building.goods)), strict=False):
        table.discard_good(good, card)
    table.cards.discard(["golem"] * building.golems + ["spiritus"] * building.spiritus)


# ---- the Spirit (X1–X4) --------------------------------------------------------------------------------------------


def why_not_spirit(table: Table, step: Step) -> Objection | None:
    if wrong := out_of_place(table, step):
        return wrong
    goal, book = step.args["spot"].kind, table.book
    if table.turn.spirit_moved:
        return object_to(
            "X1", say("{player} has already moved the Spirit", player=table.names[table.seat]), ("spirit", -1)
        )
    if goal != book.centre and goal not in book.circle:
        return object_to(
            ("C6", "X1"),
            say("{building} is not on the inner ring", building=book.name(goal)),
            rests=("ring.inner",),
            impossible=True,
        )
    if goal == table.spirit:
        return object_to(
            "X1",
            say("the Spirit stands on {building} already and must go elsewhere", building=book.name(goal)),
            ("spirit", -1),
        )
    size, paid = table.cards.hands[table.seat].size, step.args.get("paying")
    if paid is not None:
        return _why_not_whole_hand(table, paid, size)
    if near(table, goal) or (size == 0 and book.empty_hand):
        return None
    return object_to(
        "X1",
        say(
            "from {start} the Spirit reaches {near}; to go to {goal} the whole hand must be discarded first",
            start=book.name(table.spirit),
            near=[
                book.name(kind) for kind in (*book.circle, book.centre) if kind != table.spirit and near(table, kind)
            ],
            goal=book.name(goal),
        ),
        ("spirit", -1),
        ("hand", table.seat),
        rests=("ring.inner", "spirit.steps", "spirit.into_centre"),
    )


def _why_not_whole_hand(table: Table, paid: Sequence[str] | str, size: int) -> Objection | None:
    if paid != "hand" and len(paid) != size:
        return object_to(
            "X1",
            say(
                "the whole hand of {size} {size:card|cards} must be discarded; {player} discards {paid}",
                size=size,
                player=table.names[table.seat],
                paid=len(paid),
            ),
            ("hand", table.seat),
            doubts=True,
        )
    if paid == "hand":
        return None
    missing = table.cards.lacks(table.seat, tuple(paid))
    if missing and missing in table.cards.deck_of:
        return object_to(
            ("X1", "P1"),
            say(
                "{player} discards {card}, which is not in hand",
                player=table.names[table.seat],
                card=table.book.name(missing),
            ),
            ("hand", table.seat),
            doubts=True,
        )
    return None


def near(table: Table, goal: str) -> bool:
    """Whether the Spirit gets there without a discarded hand."""
    book, start = table.book, table.spirit
    if goal == book.centre:
        return book.into_centre
    if start == book.centre:
        return True
    size = len(book.circle)
    away = (book.circle.index(goal) - book.circle.index(start)) % size
    return min(away, size - away) <= book.spirit_steps


def do_spirit(table: Table, step: Step) -> None:
    act(table, step)
    paid, goal = step.args.get("paying"), step.args["spot"].kind
    if paid == "hand":
        paid = (UNSEEN,) * table.cards.hands[table.seat].size
    if paid:
        spend(table, table.seat, paid)
    table.turn.left_centre = table.spirit == table.book.centre
    table.turn.spirit_moved = True
    table.turn.theft = goal == table.book.centre != table.spirit
    table.spirit = goal


def why_not_take(table: Table, step: Step) -> Objection | None:
    """X2: at once after moving the Spirit into the centre; X3: not when it leaves."""
    if wrong := out_of_place(table, step):
        return wrong
    book, victim, card = table.book, step.args["from"], step.args.get("card", UNSEEN)
    if not table.turn.theft:
        return object_to(
            ("X3", "X2") if table.turn.left_centre else "X2",
            say("a card is only taken at once after the Spirit has entered the centre"),
            ("spirit", -1),
        )
    if victim == table.seat:
        return object_to("X2", say("the card is taken from another player"), impossible=True)
    if not table.spots(victim, book.centre):
        return object_to(
            "X2",
            say(
                "{player} owns no {building}, so nothing can be taken there",
                player=table.names[victim],
                building=book.name(book.centre),
            ),
            ("goods", victim),
        )
    if not table.cards.hands[victim].size:
        return object_to(
            "X2", say("{player} has no cards in hand", player=table.names[victim]), ("hand", victim), impossible=True
        )
    if card != UNSEEN and table.cards.lacks(victim, (card,)):
        return object_to(
            "X2",
            say("{player} has no {card} in hand", player=table.names[victim], card=book.name(card)),
            ("hand", victim),
            doubts=True,
        )
    if not book.theft_noctis and table.cards.deck_of.get(card, card) == NOCTIS:
        return object_to(("X2", "N6"), say("Noctis cards cannot be taken"), rests=("theft.noctis",))
    return None


def do_take(table: Table, step: Step) -> None:
    act(table, step)
    victim = step.args["from"]
    for _ in range(min(table.book.theft_cards, table.cards.hands[victim].size)):
        table.cards.receive(table.seat, table.cards.spend(victim, (step.args.get("card", UNSEEN),)))


# ---- collection (K1) -----------------------------------------------------------------------------------------------


def eager_gatherers(table: Table) -> list[int]:
    """The own buildings that receive a card: those of a collecting kind, unblocked, with an empty place."""
    book = table.book
    return [
        number
        for number, one in enumerate(table.me.buildings)
        if one.kind in book.collects and not table.blocked(one.kind) and table.room(one, book.collects[one.kind])
    ]


def why_not_collect(table: Table, step: Step) -> Objection | None:
    if wrong := out_of_place(table, step):
        return wrong
    if table.turn.times >= table.book.actions:
        return object_to(
            ("T5", "K1"),
            say("{player} has already collected this turn", player=table.names[table.seat]),
            rests=("action.per_turn",),
        )
    named = step.args.get("spots")
    if named is None:
        return None
    open_ones = eager_gatherers(table)
    for spot in named:
        number = table.find(table.seat, spot, lambda one, _: one in open_ones)
        if number < 0:
            return _why_not_gather(table, spot)
        if number not in open_ones:
            return _why_not_gather(table, spot)
    most = table.cards.drawable(BASE, len(open_ones) * table.book.collect_cards) // max(1, table.book.collect_cards)
    if len(named) != most:
        return object_to(
            "K1",
            say(
                "{most} buildings of {player} receive a card; the line names {found}",
                most=most,
                player=table.names[table.seat],
                found=len(named),
            ),
            ("goods", table.seat),
        )
    return None


def _why_not_gather(table: Table, spot: Spot) -> Objection:
    book = table.book
    name = book.name(spot.kind)
    if spot.kind not in book.collects:
        return object_to("K1", say("{building} collects nothing", building=name))
    if table.blocked(spot.kind):
        return object_to(
            ("X4", "K1"),
            say("the Spirit stands on {building}, so none of them works", building=name),
            ("spirit", -1),
            impossible=True,
        )
    return object_to(
        "K1",
        say("{player} has no {building} with an empty place", player=table.names[table.seat], building=name),
        ("goods", table.seat),
        impossible=True,
    )


def do_collect(table: Table, step: Step) -> None:
    act(table, step)
    table.turn.times += 1
    book, buildings = table.book, table.me.buildings
    chosen = eager_gatherers(table)
    if "spots" in step.args:
        left = list(chosen)
        chosen = []
        for spot in step.args["spots"]:
            number = table.find(table.seat, spot, lambda one, _, left=left: one in left)  # type: ignore[misc]
            if number in left:
                left.remove(number)
                chosen.append(number)
    for number in chosen:
        for card in table.cards.draw(BASE, (UNSEEN,) * book.collect_cards):
            one = buildings[number]
            buildings[number] = one.plus(Good(book.collects[one.kind], card))


# ---- transport (R1–R4) ---------------------------------------------------------------------------------------------


def why_not_carry(table: Table, step: Step) -> Objection | None:
    if wrong := out_of_place(table, step):
        return wrong
    good, book = step.args["good"], table.book
    start, goal, owner = step.args.get("from"), step.args.get("to"), step.args.get("of")
    if owner is not None and owner != table.seat:
        return object_to(
            "R4",
            say("goods are carried between own buildings; this one belongs to {other}", other=table.names[owner]),
            impossible=True,
        )
    if goal is not None and goal.kind in book.sale_limit:
        return object_to(
            ("V4", "R1", "C8"), say("{building} stores nothing", building=book.name(goal.kind)), impossible=True
        )
    ways = book.carries.get(good)
    if ways is None or (start and start.kind != ways[0]) or (goal and goal.kind != ways[1]):
        return object_to(
            ("R1", "C8"),
            say(
                "{good} is carried from {start} to {goal} only",
                good=book.good(good),
                start=book.name(ways[0]),
                goal=book.name(ways[1]),
            )
            if ways
            else say("{good} is not carried anywhere", good=book.good(good)),
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
                good=book.good(good),
                building=book.name(ways[0]),
            ),
            ("goods", table.seat),
            impossible=True,
        )
    if book.blocks_transport and (table.blocked(ways[0]) or table.blocked(ways[1])):
        return object_to(
            "X4", say("the Spirit stops this transport"), ("spirit", -1), rests=("spirit.blocks_transport",)
        )
    return _why_not_received(table, good, goal or Spot(ways[1]))


def _why_not_received(table: Table, good: str, goal: Spot) -> Objection | None:
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
        say("gold lies on {building}, so nothing else comes in", building=table.book.name(goal.kind))
        if shut
        else say(
            "no place for {good} is empty on {building}",
            good=table.book.good(good),
            building=table.book.name(goal.kind),
        ),
        ("goods", table.seat),
        rests=("labrium.gold_blocks",) if shut else (f"places.{goal.kind}",),
        impossible=not shut,
    )


def do_carry(table: Table, step: Step) -> None:
    act(table, step)
    good, book, buildings = step.args["good"], table.book, table.me.buildings
    ways = book.carries[good]
    source = table.holding(table.seat, good, step.args.get("from") or Spot(ways[0]))
    spot = step.args.get("to") or Spot(ways[1])
    goal = table.find(table.seat, spot, lambda _, one: table.room(one, good))
    if goal < 0:
        goal = table.find(table.seat, spot, lambda *_: True)
    moved = buildings[source].good(good)
    assert moved
    buildings[source] = buildings[source].without(moved)
    buildings[goal] = buildings[goal].plus(moved)


# ---- transmutation (M1, N11) ---------------------------------------------------------------------------------------


def ready(table: Table) -> list[int]:
    """The own buildings in which a transmutation would succeed, Spiritus apart."""
    book = table.book
    found = []
    for number, one in enumerate(table.me.buildings):
        if one.goods and one.kind in book.transmutes and not table.blocked(one.kind):
            needed = book.transmutes[one.kind][:-1]
            if all(one.good(good) for good in needed):
                found.append(number)
    return found


def why_not_transmute(table: Table, step: Step) -> Objection | None:
    if wrong := out_of_place(table, step):
        return wrong
    if table.turn.times >= table.book.actions:
        return object_to(
            ("T5", "M1"),
            say("{player} has already transmuted this turn", player=table.names[table.seat]),
            rests=("action.per_turn",),
        )
    named = step.args.get("spots")
    if named is None:
        return None
    able = ready(table)
    for spot in named:
        number = table.find(table.seat, spot, lambda one, _: one in able)
        if number < 0 or number not in able:
            return _why_not_work(table, spot)
    if table.book.all_or_none and len(named) != len(able):
        return object_to(
            "M1",
            say(
                "all buildings that can transmute do so: {right} of them; the line names {found}",
                right=len(able),
                found=len(named),
            ),
            ("goods", table.seat),
            rests=("transmutation.all_or_none",),
        )
    return None


def _why_not_work(table: Table, spot: Spot) -> Objection:
    name = table.book.name(spot.kind)
    if table.blocked(spot.kind):
        return object_to(
            ("X4", "M1"),
            say("the Spirit stands on {building}, so none of them works", building=name),
            ("spirit", -1),
            impossible=True,
        )
    return object_to(
        "M1",
        say(
            "{player} has no {building} with what it needs to transmute",
            player=table.names[table.seat],
            building=name,
        ),
        ("goods", table.seat),
        impossible=True,
    )


def do_transmute(table: Table, step: Step) -> None:
    act(table, step)
    table.turn.times += 1
    able = ready(table)
    if "spots" in step.args:
        named = [table.find(table.seat, spot, lambda one, _: one in able) for spot in step.args["spots"]]
        able = [number for number in able if number in named]
    shown = list(step.args.get("showing", ()))
    for number in able:
        _work(table, number, shown)


def _work(table: Table, number: int, shown: list[str]) -> None:
    """One building's transmutation; a Spiritus there is discarded instead (N11)."""
    buildings, book = table.me.buildings, table.book
    one = buildings[number]
    if one.spiritus:
        buildings[number] = one._replace(spiritus=one.spiritus - 1)
        table.cards.discard(["spiritus"])
        return
    *needed, made = book.transmutes[one.kind]
    used = [good for good in one.goods if good.name in needed]
    stays = next((good for good in used if good.name == book.stays), used[0])
    for good in used:
        if good is not stays:
            table.discard_good(good, shown.pop(0) if shown else UNSEEN)
    rest = tuple(good for good in one.goods if good not in used)
    buildings[number] = one._replace(goods=(*rest, Good(made, stays.card)))


# ---- sale (V1–V4, O3, Q1, Q2, Q5) ----------------------------------------------------------------------------------


def sellers(table: Table, kind: str) -> list[int]:
    """The own trade buildings of a kind that may still sell in this action."""
    limit = table.book.sale_limit.get(kind, 0) * table.book.actions
    return [number for number in table.spots(table.seat, kind) if table.turn.sold.get(number, 0) < limit]


def _seller(table: Table, spot: Spot) -> int:
    able = sellers(table, spot.kind)
    return table.find(table.seat, spot, lambda number, _: number in able)


def why_not_sell(table: Table, step: Step) -> Objection | None:
    if wrong := out_of_place(table, step):
        return wrong
    good, at, book = step.args["good"], step.args["at"], table.book
    number = _seller(table, at)
    if number < 0 or number not in sellers(table, at.kind):
        return _why_not_through(table, at)
    if table.holding(table.seat, good, step.args.get("from")) < 0:
        return object_to(
            "V3",
            say("{player} has no {good} to sell there", player=table.names[table.seat], good=book.good(good)),
            ("goods", table.seat),
            impossible=True,
        )
    if book.blocks_sale and table.blocked(
        table.me.buildings[table.holding(table.seat, good, step.args.get("from"))].kind
    ):
        return object_to("X4", say("the Spirit stops this sale"), ("spirit", -1), rests=("spirit.blocks_sale",))
    if wrong := _why_not_price(table, step, good, at.kind):
        return wrong
    if book.race and good == GOLD and table.me.infamia:
        return object_to(
            "Q5",
            say(
                "{player} bears {n} Infamia and cannot sell gold", player=table.names[table.seat], n=table.me.infamia
            ),
            ("infamia", table.seat),
        )
    return _why_not_received_cards(table, step, good, at.kind)


def _why_not_through(table: Table, at: Spot) -> Objection:
    book, name = table.book, table.book.name(at.kind)
    if at.kind not in book.sale_limit:
        return object_to("V1", say("{building} is not a trade building", building=name), impossible=True)
    if not table.spots(table.seat, at.kind) or at.number > len(table.spots(table.seat, at.kind)):
        return no_such_building(table, table.seat, at, "V1")
    return object_to(
        "V1",
        say(
            "each {building} of {player} has sold its {limit} in this action",
            building=name,
            player=table.names[table.seat],
            limit=book.sale_limit[at.kind],
        ),
        ("goods", table.seat),
        rests=(f"sale.{at.kind}.limit",),
    )


def _why_not_price(table: Table, step: Step, good: str, kind: str) -> Objection | None:
    book, for_fame = table.book, step.args.get("for") == "fame"
    price = book.sale[kind].get(good)
    name = book.name(kind)
    if price is None:
        return object_to("V2", say("{building} does not buy {good}", building=name, good=book.good(good)))
    paid = price.fame if for_fame else price.cards
    if paid:
        return why_not_gain(table, paid) if for_fame else None
    key = f"sale.{kind}.{good}.{'fame' if for_fame else 'cards'}"
    if price.cards or price.fame:
        why = (
            say("{building} pays no Fame for {good}", building=name, good=book.good(good))
            if for_fame
            else say("{building} pays no cards for {good}", building=name, good=book.good(good))
        )
    else:
        why = say("{building} does not buy {good}", building=name, good=book.good(good))
    if book.race and good == GOLD and book.sale["donarium"][GOLD].cards and kind != "donarium":
        return object_to(("Q2", "V2"), why, rests=(key,))
    return object_to(book.rule(key, "V2"), why, rests=(key,))


def _why_not_received_cards(table: Table, step: Step, good: str, kind: str) -> Objection | None:
    drawn = step.args.get("drawing")
    if drawn is None:
        return None
    price = table.book.sale[kind][good]
    if not drawn and table.book.offers and not table.book.seller_paid:
        return None
    cards = 0 if step.args.get("for") == "fame" else price.cards
    if len(drawn) != cards and len(drawn) != table.cards.drawable(BASE, cards, arriving=1):
        return wrong_count(table, table.seat, len(drawn), cards, "V2", rests=(f"sale.{kind}.{good}.cards",))
    if any(table.cards.deck_of.get(card, card) == NOCTIS for card in drawn):
        return object_to("N5", say("a sale never pays in Noctis cards"), ("hand", table.seat), doubts=True)
    return why_not_drawn(table, BASE, drawn, step.args.get("showing", (UNSEEN,)))


def do_sell(table: Table, step: Step) -> None:
    act(table, step)
    book, good_name, kind = table.book, step.args["good"], step.args["at"].kind
    number = _seller(table, step.args["at"])
    table.turn.sold[number] = table.turn.sold.get(number, 0) + 1
    source = table.holding(table.seat, good_name, step.args.get("from"))
    buildings = table.me.buildings
    good = buildings[source].good(good_name)
    assert good
    buildings[source] = buildings[source].without(good)
    shown = (step.args.get("showing") or (UNSEEN,))[0]
    price = book.sale.get(kind, {}).get(good_name)
    for_fame = step.args.get("for") == "fame"
    cards = 0 if for_fame or price is None else price.cards
    drawn = step.args.get("drawing", (UNSEEN,) * cards)
    if book.discard_first:
        table.discard_good(good, shown)
        table.draw(table.seat, BASE, drawn)
    else:
        table.draw(table.seat, BASE, drawn)
        table.discard_good(good, shown)
    if for_fame and price is not None:
        table.gain(table.seat, price.fame, kind)
    elif book.offers:
        table.turn.asked = Asked("buy", good=good, price=cards + book.surcharge)
    if (
        book.race
        and good_name == GOLD
        and (good.made or not book.own_gold)
        and not table.me.infamia
        and kind == "donarium"
    ):
        table.champion, table.over = table.seat, True


def why_not_buy(table: Table, step: Step) -> Objection | None:
    """O3: another player buys what was sold for cards, if it finds a place, before the next sale."""
    buyer, asked, book = step.by, table.turn.asked, table.book
    if asked is None or asked.what != "buy":
        return object_to(("O3", "T0"), say("nothing was just sold for cards that could be bought"), impossible=True)
    if buyer is None or buyer == table.seat:
        return object_to("O3", say("the seller cannot buy; name the buyer before the word"), impossible=True)
    assert asked.good
    name = asked.good.name
    goal = _shelf(table, buyer, name, step.args.get("to"))
    if goal < 0:
        return object_to(
            ("O3", "R2"),
            say(
                "{player} has no empty place where {good} may be laid",
                player=table.names[buyer],
                good=book.good(name),
            ),
            ("goods", buyer),
            rests=(f"purchase.{name}",),
            impossible=True,
        )
    return why_not_night_pays(table, step, "O3") or why_not_paid(
        table, buyer, step, asked.price, ("O3",), rests=("purchase.surcharge",)
    )


def _shelf(table: Table, seat: int, good: str, spot: Spot | None) -> int:
    """A building of the seat on which a good that comes from elsewhere may be laid; -1 if there is none."""
    kinds = table.book.purchase.get(good, ())
    if spot is not None:
        if spot.kind not in kinds:
            return -1
        number = table.find(seat, spot, lambda _, one: table.room(one, good))
        return number if number >= 0 and table.room(table.seats[seat].buildings[number], good) else -1
    for number, one in enumerate(table.seats[seat].buildings):
        if one.kind in kinds and table.room(one, good):
            return number
    return -1


def do_buy(table: Table, step: Step) -> None:
    asked, buyer = table.turn.asked, step.by
    assert asked
    assert asked.good
    assert buyer is not None
    table.turn.asked = None
    goal = _shelf(table, buyer, asked.good.name, step.args.get("to"))
    card = _take_back(table, asked.good)
    pay(table, buyer, step, asked.price)
    buildings = table.seats[buyer].buildings
    buildings[goal] = buildings[goal].plus(Good(asked.good.name, card, made=False))


def _take_back(table: Table, good: Good) -> str:
    """The bought good's card leaves the discards again, or the pile if they were shuffled meanwhile."""
    deck = table.cards.decks[BASE]
    if good.card in deck.discards:
        deck.discards[good.card] -= 1
        if not deck.discards[good.card]:
            del deck.discards[good.card]
    elif deck.order is not None and good.card in deck.order:
        deck.order.remove(good.card)
        deck.size -= 1
        deck.seen[good.card] += 1
    elif deck.faceless:
        deck.faceless -= 1
    elif deck.size:
        deck.size -= 1
    return good.card


# ---- gifts (D1) ----------------------------------------------------------------------------------------------------


def why_not_give(table: Table, step: Step) -> Objection | None:
    if wrong := out_of_place(table, step):
        return wrong
    book = table.book
    if not book.gift_fame:
        return object_to(book.rule("gifts.fame", "D1"), say("Gifts bring no Fame in this game"))
    if table.turn.gifts >= book.gifts_per_visit:
        return object_to(
            "D1", say("gifts may be made {n} times in a visit", n=book.gifts_per_visit), rests=("gifts.per_visit",)
        )
    return (
        why_not_night_pays(table, step, "D1")
        or why_not_paid(table, table.seat, step, book.gift_cards, ("D1",), rests=("gifts.cards",))
        or why_not_gain(table, book.gift_fame)
    )


def do_give(table: Table, step: Step) -> None:
    act(table, step)
    table.turn.gifts += 1
    pay(table, table.seat, step, table.book.gift_cards)
    table.gain(table.seat, table.book.gift_fame, "gifts")


def why_not_skip(table: Table, step: Step) -> Objection | None:
    if wrong := untimely(table, step, ACT):
        return wrong
    if table.field(table.me) == table.book.spirit_field:
        return object_to(("T5", "X1"), say("on the Spirit field the action cannot be skipped"), ("at", table.seat))
    if table.turn.acted:
        return object_to("T5", say("{player} has already acted this turn", player=table.names[table.seat]))
    return None


def do_skip(table: Table, step: Step) -> None:
    begin(table, ACT)
    table.turn.skipped = True


VERBS: dict[str, tuple[Why, Do]] = {
    "build": (why_not_build, do_build),
    "spirit": (why_not_spirit, do_spirit),
    "take": (why_not_take, do_take),
    "collect": (why_not_collect, do_collect),
    "carry": (why_not_carry, do_carry),
    "transmute": (why_not_transmute, do_transmute),
    "sell": (why_not_sell, do_sell),
    "buy": (why_not_buy, do_buy),
    "give": (why_not_give, do_give),
    "skip": (why_not_skip, do_skip),
}

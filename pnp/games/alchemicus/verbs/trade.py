"""Sale (V1–V4), with what other players may buy (O3) and how gold wins the race (Q1, Q2, Q5); and gifts (D1)."""

from __future__ import annotations

from pnp.base.text import say
from pnp.games.alchemicus.table import BASE, GOLD, NOCTIS, AlchemicusTable, Asked, Good
from pnp.games.alchemicus.verbs.acting import act, no_such_building, out_of_place
from pnp.games.alchemicus.verbs.drawing import why_not_drawn, wrong_count
from pnp.games.alchemicus.verbs.paying import pay, why_not_night_pays, why_not_paid, why_not_turned_up
from pnp.games.alchemicus.verbs.turn import why_not_gain
from pnp.rules.protocol import Objection, object_to
from pnp.rules.step import UNSEEN, Step, Thing
from pnp.rules.verbs import Do, Why


def sellers(table: AlchemicusTable, kind: str) -> list[int]:
    """The own trade buildings of a kind that may still sell in this action."""
    limit = table.book.sale_limit.get(kind, 0) * table.book.actions
    return [number for number in table.spots(table.seat, kind) if table.turn.sold.get(number, 0) < limit]


def _seller(table: AlchemicusTable, spot: Thing) -> int:
    able = sellers(table, spot.kind)
    return table.find(table.seat, spot, lambda number, _: number in able)


def why_not_sell(table: AlchemicusTable, step: Step) -> Objection | None:
    if wrong := out_of_place(table, step):
        return wrong
    good, at, book = step.args["good"], step.args["at"], table.book
    if table.holding(table.seat, good, step.args.get("from")) < 0:
        return object_to(
            "V3",
            say("{player} has no {good} to sell there", player=table.names[table.seat], good=book.good(good)),
            ("goods", table.seat),
            impossible=True,
        )
    number = _seller(table, at)
    if number < 0 or number not in sellers(table, at.kind):
        return _why_not_through(table, at)
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
            ("burden", table.seat),
        )
    return why_not_turned_up(table, step.args.get("showing", ())) or _why_not_received_cards(
        table, step, good, at.kind
    )


def _why_not_through(table: AlchemicusTable, at: Thing) -> Objection:
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
        ("shops", table.seat),
        rests=(f"sale.{at.kind}.limit",),
    )


def _why_not_price(table: AlchemicusTable, step: Step, good: str, kind: str) -> Objection | None:
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
        return object_to(("Q2", "V2"), why, rests=(key,), doubts=("fame", table.seat))
    return object_to(book.rule(key, "V2"), why, rests=(key,), doubts=("fame", table.seat))


def _why_not_received_cards(table: AlchemicusTable, step: Step, good: str, kind: str) -> Objection | None:
    drawn = step.args.get("drawing")
    if drawn is None:
        return None
    price = table.book.sale[kind][good]
    if not drawn and table.book.offers and not table.book.seller_paid:
        return None
    cards = 0 if step.args.get("for") == "fame" else price.cards
    arriving = int(table.book.discard_first and not table.book.offers)  # O3: the good's card only if nobody buys it
    if not table.cards.surely_drawable(BASE, cards, arriving) <= len(drawn) <= cards:
        return wrong_count(table, table.seat, drawn, cards, "V2", rests=(f"sale.{kind}.{good}.cards",))
    if any(table.cards.deck_of.get(card, card) == NOCTIS for card in drawn):
        return object_to("N5", say("a sale never pays in Noctis cards"), doubts=("hand", table.seat))
    return why_not_drawn(table, BASE, drawn, "N5")


def do_sell(table: AlchemicusTable, step: Step) -> None:
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
    late = cards if book.offers and not book.seller_paid and "drawing" not in step.args else 0
    drawn = step.args.get("drawing", (UNSEEN,) * (cards - late))
    piles = table.cards.decks[BASE].shuffles
    if book.discard_first:
        card = table.discard_good(good, shown)
        table.draw(table.seat, BASE, drawn)
    else:
        table.draw(table.seat, BASE, drawn)
        card = table.discard_good(good, shown)
    if table.cards.decks[BASE].shuffles > piles:
        table.sold_over = table.cards.decks[BASE].shuffles
    if for_fame and price is not None:
        table.gain(table.seat, price.fame, kind)
    elif book.offers:
        table.turn.asked = Asked("buy", good=good, card=card, price=cards + book.surcharge, late=late)
    if (
        book.race
        and good_name == GOLD
        and (good.made or not book.own_gold)
        and not table.me.infamia
        and kind == "donarium"
    ):
        table.champion, table.over = table.seat, True


def why_not_buy(table: AlchemicusTable, step: Step) -> Objection | None:
    """O3: another player buys what was sold for cards, if it finds a place, before the next sale."""
    buyer, asked, book = step.by, table.turn.asked, table.book
    if not book.offers:
        return object_to("O3", say("this table plays without the advanced sale"), impossible=True)
    if asked is None or asked.what != "buy":
        return object_to(("O3", "T0"), say("nothing was just sold for cards that could be bought"), impossible=True)
    if buyer is None or buyer == table.seat:
        return object_to("O3", say("the seller cannot buy; name the buyer before the word"), impossible=True)
    assert asked.good
    name = asked.good.name
    if not table.cards.may_take_back(asked.card, BASE):
        return object_to("O3", say("the good’s card has been drawn again already"), impossible=True)
    to: Thing | None = step.args.get("to")
    if _shelf(table, buyer, name, to) < 0:
        return object_to(
            ("O3", "V4") if to is not None and to.kind in book.sale_limit else ("O3", "R2"),
            say(
                "{player} has no empty place where {good} may be laid",
                player=table.names[buyer],
                good=book.good(name),
            ),
            ("places", buyer),
            rests=(f"purchase.{name}",),
            impossible=True,
        )
    return why_not_night_pays(table, step, "O3") or why_not_paid(
        table, buyer, step, asked.price, ("O3",), rests=("purchase.surcharge",)
    )


def _shelf(table: AlchemicusTable, seat: int, good: str, spot: Thing | None) -> int:
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


def do_buy(table: AlchemicusTable, step: Step) -> None:
    asked, buyer = table.turn.asked, step.by
    assert asked
    assert asked.good
    assert buyer is not None
    table.turn.asked = None
    goal = _shelf(table, buyer, asked.good.name, step.args.get("to"))
    card = table.cards.take_back(asked.card, BASE)
    pay(table, buyer, step, asked.price)
    buildings = table.seats[buyer].buildings
    buildings[goal] = buildings[goal].plus(Good(asked.good.name, card, made=False))


def why_not_give(table: AlchemicusTable, step: Step) -> Objection | None:
    if wrong := out_of_place(table, step):
        return wrong
    book = table.book
    if not book.gift_fame:
        return object_to(
            book.rule("gifts.fame", "D1"), say("Gifts bring no Fame in this game"), doubts=("fame", table.seat)
        )
    if table.turn.gifts >= book.gifts_per_visit:
        return object_to(
            "D1",
            say("gifts may be made {n} {n:time|times} in a visit", n=book.gifts_per_visit),
            rests=("gifts.per_visit",),
        )
    return (
        why_not_night_pays(table, step, "D1")
        or why_not_paid(table, table.seat, step, book.gift_cards, ("D1",), rests=("gifts.cards",))
        or why_not_gain(table, book.gift_fame)
    )


def do_give(table: AlchemicusTable, step: Step) -> None:
    act(table, step)
    table.turn.gifts += 1
    pay(table, table.seat, step, table.book.gift_cards)
    table.gain(table.seat, table.book.gift_fame, "gifts")


VERBS: dict[str, tuple[Why, Do]] = {
    "sell": (why_not_sell, do_sell),
    "buy": (why_not_buy, do_buy),
    "give": (why_not_give, do_give),
}

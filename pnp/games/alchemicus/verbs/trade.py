"""Sale (V1–V4), with what other players may buy (O3) and how gold wins the race (Q1, Q2, Q5); and gifts (D1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.base.text import say
from pnp.games.alchemicus.table import BASE, GOLD, NOCTIS, AlchemicusTable, Asked, Good
from pnp.games.alchemicus.verbs.acting import act, no_such_building, out_of_place
from pnp.games.alchemicus.verbs.drawing import why_not_drawn, wrong_count
from pnp.games.alchemicus.verbs.paying import pay, why_not_night_pays, why_not_paid, why_not_turned_up
from pnp.games.alchemicus.verbs.turn import why_not_gain
from pnp.rules.objection import Objection, object_to
from pnp.rules.step import UNSEEN, Spot, Step
from pnp.rules.verbs import Verb, Verbs

if TYPE_CHECKING:
    from pnp.games.alchemicus.step_args import BuyArgs, GiveArgs, SellArgs


def sellers(table: AlchemicusTable, kind: str) -> list[int]:
    """The own trade buildings of a kind that may still sell in this action."""
    limit = table.settings.sale_limit.get(kind, 0) * table.settings.actions
    return [number for number in table.spots(table.seat, kind) if table.turn.sold.get(number, 0) < limit]


def _seller(table: AlchemicusTable, spot: Spot) -> int:
    able = sellers(table, spot.kind)
    return table.find(table.seat, spot, lambda number, _: number in able)


def why_not_sell(table: AlchemicusTable, step: Step[SellArgs]) -> Objection | None:
    """V1–V3: a good from anywhere, through a trade building that still buys it for cards or for Fame; Q5, X4."""
    if wrong := out_of_place(table, step):
        return wrong
    good, at, settings = step.args["good"], step.args["at"], table.settings
    if table.holding(table.seat, good, step.args.get("from")) < 0:
        return object_to(
            "V3",
            say("{player} has no {good} to sell there", player=table.names[table.seat], good=settings.good(good)),
            ("goods", table.seat),
            impossible=True,
        )
    number = _seller(table, at)
    if number < 0 or number not in sellers(table, at.kind):
        return _why_not_through(table, at)
    if settings.blocks_sale and table.blocked(
        table.me.buildings[table.holding(table.seat, good, step.args.get("from"))].kind
    ):
        return object_to("X4", say("the Spirit stops this sale"), ("spirit", -1), rests=("spirit.blocks_sale",))
    if wrong := _why_not_price(table, step, good, at.kind):
        return wrong
    if settings.race and good == GOLD and table.me.infamia:
        return object_to(
            "Q5",
            say("{player} has {n} Infamia and can’t sell gold", player=table.names[table.seat], n=table.me.infamia),
            ("burden", table.seat),
        )
    return why_not_turned_up(table, step.args.get("showing", ())) or _why_not_received_cards(
        table, step, good, at.kind
    )


def _why_not_through(table: AlchemicusTable, at: Spot) -> Objection:
    settings, name = table.settings, table.settings.name(at.kind)
    if at.kind not in settings.sale_limit:
        return object_to("V1", say("{building} isn’t a trade building", building=name), impossible=True)
    if not table.spots(table.seat, at.kind) or at.number > len(table.spots(table.seat, at.kind)):
        return no_such_building(table, table.seat, at, "V1")
    return object_to(
        "V1",
        say(
            "every {building} {player} owns has already sold {limit} {limit:good|goods} in this action",
            building=name,
            player=table.names[table.seat],
            limit=settings.sale_limit[at.kind],
        ),
        ("shops", table.seat),
        rests=(f"sale.{at.kind}.limit",),
    )


def _why_not_price(table: AlchemicusTable, step: Step[SellArgs], good: str, kind: str) -> Objection | None:
    settings, for_fame = table.settings, step.args.get("for") == "fame"
    price = settings.sale[kind].get(good)
    name = settings.name(kind)
    if price is None:
        return object_to("V2", say("{building} doesn’t buy {good}", building=name, good=settings.good(good)))
    paid = price.fame if for_fame else price.cards
    if paid:
        return why_not_gain(table, paid) if for_fame else None
    key = f"sale.{kind}.{good}.{'fame' if for_fame else 'cards'}"
    if price.cards or price.fame:
        why = (
            say("{building} doesn’t pay Fame for {good}", building=name, good=settings.good(good))
            if for_fame
            else say("{building} doesn’t pay cards for {good}", building=name, good=settings.good(good))
        )
    else:
        why = say("{building} doesn’t buy {good}", building=name, good=settings.good(good))
    if settings.race and good == GOLD and settings.sale["donarium"][GOLD].cards and kind != "donarium":
        return object_to(("Q2", "V2"), why, rests=(key,), doubts=("fame", table.seat))
    return object_to(settings.rule(key, "V2"), why, rests=(key,), doubts=("fame", table.seat))


def _why_not_received_cards(table: AlchemicusTable, step: Step[SellArgs], good: str, kind: str) -> Objection | None:
    drawn = step.args.get("drawing")
    if drawn is None:
        return None
    price = table.settings.sale[kind][good]
    if not drawn and table.settings.offers and not table.settings.seller_paid:
        return None
    cards = 0 if step.args.get("for") == "fame" else price.cards
    arriving = int(
        table.settings.discard_first and not table.settings.offers
    )  # O3: the good's card only if nobody buys it
    if not table.cards.surely_drawable(BASE, cards, arriving) <= len(drawn) <= cards:
        return wrong_count(table, table.seat, drawn, cards, "V2", rests=(f"sale.{kind}.{good}.cards",))
    if any(table.cards.deck_of.get(card, card) == NOCTIS for card in drawn):
        return object_to("N5", say("a sale never pays in Noctis cards"), doubts=("hand", table.seat))
    return why_not_drawn(table, BASE, drawn, "N5")


def do_sell(table: AlchemicusTable, step: Step[SellArgs]) -> None:
    """Discards the good for its price (V2); for cards it may now be bought (O3), and gold may end the race (Q1)."""
    act(table, step)
    settings, good_name, kind = table.settings, step.args["good"], step.args["at"].kind
    number = _seller(table, step.args["at"])
    table.turn.sold[number] = table.turn.sold.get(number, 0) + 1
    source = table.holding(table.seat, good_name, step.args.get("from"))
    buildings = table.me.buildings
    good = buildings[source].good(good_name)
    assert good
    buildings[source] = buildings[source].without(good)
    shown = (step.args.get("showing") or (UNSEEN,))[0]
    price = settings.sale.get(kind, {}).get(good_name)
    for_fame = step.args.get("for") == "fame"
    cards = 0 if for_fame or price is None else price.cards
    late = cards if settings.offers and not settings.seller_paid and "drawing" not in step.args else 0
    drawn = step.args.get("drawing", (UNSEEN,) * (cards - late))
    piles = table.cards.decks[BASE].shuffles
    if settings.discard_first:
        card = table.discard_good(good, shown)
        table.draw(table.seat, BASE, drawn)
    else:
        table.draw(table.seat, BASE, drawn)
        card = table.discard_good(good, shown)
    if table.cards.decks[BASE].shuffles > piles:
        table.sold_over = table.cards.decks[BASE].shuffles
    if for_fame and price is not None:
        table.gain(table.seat, price.fame, kind)
    elif settings.offers:
        table.turn.asked = Asked("buy", good=good, card=card, price=cards + settings.surcharge, late=late)
    if (
        settings.race
        and good_name == GOLD
        and (good.made or not settings.own_gold)
        and not table.me.infamia
        and kind == "donarium"
    ):
        table.champion, table.over = table.seat, True


def why_not_buy(table: AlchemicusTable, step: Step[BuyArgs]) -> Objection | None:
    """O3: another player buys what was sold for cards, if it finds a place, before the next sale."""
    buyer, asked, settings = step.by, table.turn.asked, table.settings
    if not settings.offers:
        return object_to("O3", say("this game is played without the advanced sale"), impossible=True)
    if asked is None or asked.what != "buy":
        return object_to(
            ("O3", "T0"), say("nothing has just been sold for cards, so there’s nothing to buy"), impossible=True
        )
    if buyer is None or buyer == table.seat:
        return object_to("O3", say("the seller can’t buy; put the buyer’s name before the verb"), impossible=True)
    assert asked.good
    name = asked.good.name
    if not table.cards.may_take_back(asked.card, BASE):
        return object_to("O3", say("the good’s card has already been drawn again"), impossible=True)
    to = step.args.get("to")
    if _shelf(table, buyer, name, to) < 0:
        return object_to(
            ("O3", "V4") if to is not None and to.kind in settings.sale_limit else ("O3", "R2"),
            say(
                "{player} has no empty place for {good}",
                player=table.names[buyer],
                good=settings.good(name),
            ),
            ("places", buyer),
            rests=(f"purchase.{name}",),
            impossible=True,
        )
    return why_not_night_pays(table, step.args.get("paying", ()), "O3") or why_not_paid(
        table, buyer, step.args.get("paying"), asked.price, ("O3",), rests=("purchase.surcharge",)
    )


def _shelf(table: AlchemicusTable, seat: int, good: str, spot: Spot | None) -> int:
    """A building of the seat on which a good that comes from elsewhere may be laid; -1 if there is none."""
    kinds = table.settings.purchase.get(good, ())
    if spot is not None:
        if spot.kind not in kinds:
            return -1
        number = table.find(seat, spot, lambda _, one: table.room(one, good))
        return number if number >= 0 and table.room(table.seats[seat].buildings[number], good) else -1
    for number, one in enumerate(table.seats[seat].buildings):
        if one.kind in kinds and table.room(one, good):
            return number
    return -1


def do_buy(table: AlchemicusTable, step: Step[BuyArgs]) -> None:
    """Brings the good's card back from the discards to the buyer, who pays but has not made it (Q1)."""
    asked, buyer = table.turn.asked, step.by
    assert asked
    assert asked.good
    assert buyer is not None
    table.turn.asked = None
    goal = _shelf(table, buyer, asked.good.name, step.args.get("to"))
    card = table.cards.take_back(asked.card, BASE)
    pay(table, buyer, step.args.get("paying"), asked.price)
    buildings = table.seats[buyer].buildings
    buildings[goal] = buildings[goal].plus(Good(asked.good.name, card, made=False))


def why_not_give(table: AlchemicusTable, step: Step[GiveArgs]) -> Objection | None:
    """D1: cards for Fame on Gifts, so often in a visit; N6: with Noctis cards only where they pay."""
    if wrong := out_of_place(table, step):
        return wrong
    settings = table.settings
    if not settings.gift_fame:
        return object_to(
            settings.rule("gifts.fame", "D1"), say("Gifts bring no Fame in this game"), doubts=("fame", table.seat)
        )
    if table.turn.gifts >= settings.gifts_per_visit:
        return object_to(
            "D1",
            say("only {n} {n:gift|gifts} may be made per visit", n=settings.gifts_per_visit),
            rests=("gifts.per_visit",),
        )
    return (
        why_not_night_pays(table, step.args.get("paying", ()), "D1")
        or why_not_paid(
            table, table.seat, step.args.get("paying"), settings.gift_cards, ("D1",), rests=("gifts.cards",)
        )
        or why_not_gain(table, settings.gift_fame)
    )


def do_give(table: AlchemicusTable, step: Step[GiveArgs]) -> None:
    """Discards what the gift costs, and gains its Fame (D1)."""
    act(table, step)
    table.turn.gifts += 1
    pay(table, table.seat, step.args.get("paying"), table.settings.gift_cards)
    table.gain(table.seat, table.settings.gift_fame, "gifts")


VERBS: Verbs = {
    "sell": Verb(why_not_sell, do_sell),
    "buy": Verb(why_not_buy, do_buy),
    "give": Verb(why_not_give, do_give),
}

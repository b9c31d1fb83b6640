"""Players made of code, for simulated games: a greedy one that wants Fame; and what it carries out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING, Any

from pnp.games.alchemicus.costs import cost
from pnp.games.alchemicus.ring import locate, reach
from pnp.games.alchemicus.setup import deal
from pnp.games.alchemicus.table import BASE, GOLD, NIGHT, AlchemicusTable
from pnp.games.alchemicus.verbs.arriving import rewards
from pnp.games.alchemicus.verbs.goods import eager_gatherers, ready
from pnp.games.alchemicus.verbs.paying import due
from pnp.rules.step import Step

if TYPE_CHECKING:
    from pnp.games.alchemicus.step_args import BankArgs, BuildArgs, MoveArgs, PlaceArgs, SellArgs, SpiritArgs


# how much the greedy player would like to own a building, before it owns some
_WISHES = {
    "horten": 4,
    "metalle": 4,
    "alembic": 6,
    "fornax": 6,
    "taberna": 7,
    "labrium": 7,
    "donarium": 6,
    "domo": 5,
    "pergula": 1,
}
_ENOUGH = {
    "horten": 3,
    "metalle": 3,
    "alembic": 2,
    "fornax": 2,
    "taberna": 2,
    "labrium": 1,
    "donarium": 1,
    "domo": 2,
    "pergula": 1,
}


def start(table: AlchemicusTable, random: Random) -> list[Step]:
    """Shuffles and deals; tells the deals as steps."""
    table.cards.shuffle(random)
    deal(table)
    dealt: list[Step] = [
        Step(
            "deal",
            {"cards": tuple(card for card in table.cards.hand(seat) if table.cards.deck_of.get(card) == BASE)},
            seat,
        )
        for seat in range(len(table.seats))
    ]
    return dealt + ([Step("deal", {"cards": tuple(table.cards.bank)})] if table.settings.bank else [])


def perform(table: AlchemicusTable, step: Step, random: Random) -> list[Step]:
    """Carries out a step of a simulated game: chooses what to pay, and tells the step with all its cards named."""
    step = _paid(table, step, random)
    shuffles = {key: deck.shuffles for key, deck in table.cards.decks.items()}
    table.dealt = []
    table.apply(step)
    told = _with_drawn(table, step, table.dealt)
    table.dealt = None
    again = [key for key, deck in table.cards.decks.items() if deck.shuffles > shuffles[key]]
    return [told, *(_reshuffled(table, key) for key in again)]


def _reshuffled(table: AlchemicusTable, deck: str) -> Step:
    if deck == BASE and table.settings.bank:
        return Step("reshuffle", {"laying": tuple(table.cards.bank)})
    return Step("reshuffle", {} if deck == BASE else {"deck": deck})


def _with_drawn(table: AlchemicusTable, step: Step, drawn: Sequence[str]) -> Step:
    """The step with the cards that it has drawn, each in the clause where a log would have it."""
    args = dict(step.args)
    if step.do == "draw":
        args["cards"] = tuple(drawn)
    elif step.do == "noctis" and drawn:
        args["card"] = drawn[0]
    elif step.do == "bank" and not table.cards.reshuffled and table.cards.bank:
        args["refilling"] = table.cards.bank[-1]
    elif step.do == "take" and drawn:
        args["card"] = drawn[0]
    elif drawn:
        args["drawing"] = tuple(drawn)
    return Step(step.do, args, step.by)


def _paid(table: AlchemicusTable, step: Step, random: Random) -> Step:
    """The step with the cards that pay for it: those the payer misses least."""
    seat = table.seat if step.by is None else step.by
    price, beside = cost(table, step)
    hand = table.cards.hand(seat)
    if step.do == "spirit" and step.args.get("paying") == "hand":
        return Step(step.do, {**step.args, "paying": tuple(hand)}, step.by)
    if step.do == "take":
        victim = table.cards.hand(step.args["from"])
        return Step(step.do, {**step.args, "card": random.choice(sorted(victim))}, step.by)
    if not price:
        return step
    for card in beside:
        hand.remove(card)
    hand.sort(key=lambda card: (_worth(table, seat, card), card))
    name = "cards" if step.do == "discard" else "paying"
    return Step(step.do, {**step.args, name: tuple(hand[:price])}, step.by)


def _worth(table: AlchemicusTable, seat: int, card: str) -> float:
    """How little a player wants to part with a card."""
    if card in _WISHES:
        return _wish(table, seat, card)
    return {"gloria": 6.0, "golem": 2.0, "infamia": 1.0}.get(card, 1.5)


def _wish(table: AlchemicusTable, seat: int, kind: str) -> float:
    owned = len(table.spots(seat, kind))
    return _WISHES[kind] - 3.0 * max(0, owned + 1 - _ENOUGH[kind])


# ---- players -------------------------------------------------------------------------------------------------------


def play_greedily(table: AlchemicusTable, random: Random) -> Step | None:
    """The step that promises most; ties and little wants are broken at random, so that games differ."""
    steps = list(table.legal())
    if len(steps) <= 1:
        return steps[0] if steps else None
    return max(steps, key=lambda step: _promise(table, step) + random.random())


def _promise(table: AlchemicusTable, step: Step) -> float:
    rate = _RATES.get(step.do)
    return rate(table, step) if rate else 0.0


def _rate_draw(table: AlchemicusTable, step: Step) -> float:
    return 2.0


def _rate_noctis(table: AlchemicusTable, step: Step) -> float:
    return 1.2 if table.cards.hands[table.seat].size else 0.0


def _rate_bank(table: AlchemicusTable, step: Step[BankArgs]) -> float:
    return _worth(table, table.seat, step.args["card"]) / 2.5


def _rate_field(table: AlchemicusTable, at: int, passes: int, *, placed: bool) -> float:
    """What stopping on a field is worth."""
    settings, me = table.settings, table.me
    kind, hand = settings.ring[at], table.cards.hands[table.seat].size
    worth = 1.5 * len(rewards(table, at, passes, placed=placed))
    if kind == "build":
        wanted = [
            card
            for card in settings.buildings
            if not table.cards.lacks(table.seat, (card,)) and due(table, settings.price[card]) < hand
        ]
        return worth + max((_wish(table, table.seat, card) for card in wanted), default=0)
    if kind == "collection":
        return worth + 2.0 * len(eager_gatherers(table))
    if kind == "transport":
        return worth + 2.5 * sum(1 for _ in _loads(table))
    if kind == "transmutation":
        return worth + 3.0 * len(ready(table))
    if kind == "sale":
        return worth + sum(_best_price(table, good.name) for one in me.buildings for good in one.goods)
    if kind == "gifts" and settings.gift_fame:
        return worth + (6.0 if hand >= settings.gift_cards else 0.0)
    if kind == "gifts" and me.infamia:
        return worth + (8.0 if hand >= settings.shed_on_gifts else 0.0)
    return worth


def _loads(table: AlchemicusTable) -> list[str]:
    """The goods that could be carried now, each place used once."""
    buildings = table.me.buildings
    return [
        good
        for good, (start, goal, *_) in table.settings.carries.items()
        if any(one.kind == start and one.good(good) for one in buildings)
        and any(one.kind == goal and table.room(one, good) for one in buildings)
    ]


def _best_price(table: AlchemicusTable, good: str) -> float:
    prices = [
        table.settings.sale[kind][good]
        for kind in table.settings.sale_limit
        if table.spots(table.seat, kind) and good in table.settings.sale[kind]
    ]
    if table.settings.race:
        return 50.0 if good == GOLD and table.spots(table.seat, "donarium") and not table.me.infamia else 0.0
    return (
        max((max(6.0 * price.fame, 0.6 * price.cards) for price in prices), default=0.0)
        if good not in ("herbs", "ore")
        else 0.2
    )


def _rate_move(table: AlchemicusTable, step: Step[MoveArgs]) -> float:
    extra = len(step.args.get("with", ()))
    at, passes, _ = reach(table, step.args["number"])
    cost = (
        8.0 * table.settings.move_price if step.args["number"] in table.settings.paid and not extra else 2.5 * extra
    )
    return _rate_field(table, at, passes, placed=False) - cost


def _rate_place(table: AlchemicusTable, step: Step[PlaceArgs]) -> float:
    return _rate_field(table, locate(table, step.args["field"]), 0, placed=True)


def _rate_build(table: AlchemicusTable, step: Step[BuildArgs]) -> float:
    kind, replaced = step.args["card"], step.args.get("replacing")
    wish = _wish(table, table.seat, kind) - 1.0
    if replaced is None:
        return wish
    spare = len(table.spots(table.seat, replaced.kind)) - 1
    return spare + 1.0 if spare and not table.spots(table.seat, kind) else -1.0


def _rate_sell(table: AlchemicusTable, step: Step[SellArgs]) -> float:
    good, shop = step.args["good"], step.args["at"].kind
    price = table.settings.sale[shop][good]
    if table.settings.race:
        return 100.0 if good == GOLD else -1.0
    best = _best_price(table, good)
    now = 6.0 * price.fame if step.args.get("for") == "fame" else 0.6 * price.cards
    return now if now >= best and (good not in ("herbs", "ore")) else -1.0


def _rate_spirit(table: AlchemicusTable, step: Step[SpiritArgs]) -> float:
    if "paying" in step.args:
        return -3.0
    return 2.0 - len(table.spots(table.seat, step.args["spot"].kind))


def _rate_play(table: AlchemicusTable, step: Step) -> float:
    price = table.settings.price[step.args["card"]]
    if step.args["card"] == "golem" and step.args["on"].kind in table.settings.ring:
        return 0.2
    wishes = {"golem": 3.0, "mutabilis": 4.0, "spiritus": 3.0, "homunculus": 3.5, "pactum": 4.0, "infamia": 5.5}
    return wishes[step.args["card"]] - 0.8 * price + (1.0 if table.phase == NIGHT else 0.0)


_RATES: dict[str, Callable[[AlchemicusTable, Step[Any]], float]] = {
    "draw": _rate_draw,
    "noctis": _rate_noctis,
    "bank": _rate_bank,
    "move": _rate_move,
    "place": _rate_place,
    "build": _rate_build,
    "sell": _rate_sell,
    "spirit": _rate_spirit,
    "play": _rate_play,
    "take": lambda _table, _step: 3.0,
    "collect": lambda table, _step: 2.0 if eager_gatherers(table) else -1.0,
    "carry": lambda _table, _step: 3.0,
    "transmute": lambda table, _step: 3.0 if ready(table) else -1.0,
    "give": lambda _table, _step: 5.0,
    "shed": lambda _table, _step: 4.0,
    "ward": lambda table, _step: 2.0 if table.cards.hands[table.seat].size else 0.5,
    "buy": lambda _table, _step: 0.3,
    "gloria": lambda _table, _step: 7.0,
    "skip": lambda _table, _step: -2.0,
    "end": lambda _table, _step: 0.1,
}

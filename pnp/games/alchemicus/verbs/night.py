"""The Noctis cards (N2, N9–N14), and what the race for gold makes of Golem and Infamia (Q4, Q5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.base.text import say
from pnp.games.alchemicus.table import ACT, NIGHT, NOCTIS, AlchemicusTable, Asked
from pnp.games.alchemicus.verbs.creatures import (
    RULES,
    do_golem,
    do_homunculus,
    do_mutabilis,
    do_spiritus,
    unnamed,
    why_not_golem,
    why_not_homunculus,
    why_not_mutabilis,
    why_not_spiritus,
)
from pnp.games.alchemicus.verbs.drawing import why_not_drawn, wrong_count
from pnp.games.alchemicus.verbs.order import begin, untimely
from pnp.games.alchemicus.verbs.paying import pay, why_not_held, why_not_night_pays, why_not_paid
from pnp.rules.objection import Objection, object_to
from pnp.rules.step import UNSEEN, Spot, Step
from pnp.rules.verbs import Verb, Verbs

if TYPE_CHECKING:
    from pnp.games.alchemicus.step_args import InfamiaArgs, PactumArgs, PlayArgs, ShedArgs, WardArgs


LYING = ("golem", "spiritus")  # they stay where they are played


def why_not_play(table: AlchemicusTable, step: Step[PlayArgs]) -> Objection | None:
    """N2: after drawing and before moving, any number, each for its price; then what the card itself asks for."""
    kind = step.args["card"]
    if wrong := untimely(table, step, NIGHT):
        return wrong
    if kind not in table.cards.deck_of:
        return object_to("N2", say("the line must name the card being played"), impossible=True)
    if kind not in RULES:
        return object_to("N2", say("{card} isn’t a Noctis card", card=table.settings.name(kind)), impossible=True)
    if wrong := why_not_held(table, table.seat, kind, RULES[kind]):
        return wrong
    if wrong := PLAYS[kind].why_not(table, step):
        return wrong
    if not table.settings.noctis_first_turn and table.me.turns == 0:
        return object_to(
            "N2", say("Noctis cards can’t be played on a player’s first turn"), rests=("noctis.first_turn",)
        )
    price = table.settings.price[kind]
    return why_not_paid(
        table, table.seat, step.args.get("paying"), price, (RULES[kind], "C7"), kind, rests=(f"price.{kind}",)
    )


def do_play(table: AlchemicusTable, step: Step[PlayArgs]) -> None:
    """Pays for the card and does what it says; what stays on the table is laid out, all else is discarded."""
    begin(table, NIGHT)
    kind = step.args["card"]
    if kind in LYING or (kind == "infamia" and table.settings.race):
        table.cards.play(table.seat, kind)
    else:
        table.cards.pay(table.seat, (kind,))
    pay(table, table.seat, step.args.get("paying"), table.settings.price[kind])
    PLAYS[kind].do(table, step)


# ---- Pactum (N13) --------------------------------------------------------------------------------------------------


def _why_not_pactum(table: AlchemicusTable, step: Step[PactumArgs]) -> Objection | None:
    drawn = step.args.get("drawing")
    if drawn is None:
        return None
    cards = table.settings.pactum_cards
    if not _least_drawn(table, step, cards) <= len(drawn) <= cards:
        return wrong_count(table, table.seat, drawn, cards, "N13", rests=("pactum.cards",))
    return why_not_drawn(table, NOCTIS, drawn, "N13")


def _least_drawn(table: AlchemicusTable, step: Step[PactumArgs], cards: int) -> int:
    """The Noctis pile may be short; Pactum itself, and what is paid for it, come to its discards first."""
    paid = step.args.get("paying", ())
    arriving = 1 + sum(card == NOCTIS or table.cards.deck_of.get(card) == NOCTIS for card in paid)
    return table.cards.surely_drawable(NOCTIS, cards, arriving)


def _do_pactum(table: AlchemicusTable, step: Step[PactumArgs]) -> None:
    table.draw(table.seat, NOCTIS, step.args.get("drawing", (UNSEEN,) * table.settings.pactum_cards))


# ---- Infamia (N14, Q5) ---------------------------------------------------------------------------------------------


def _why_not_infamia(table: AlchemicusTable, step: Step[InfamiaArgs]) -> Objection | None:
    if wrong := unnamed(step, int, table.names[(table.seat + 1) % len(table.names)]):
        return wrong
    victim, settings = step.args["on"], table.settings
    if victim == table.seat:
        return object_to("N14", say("Infamia can only be played on an opponent"), impossible=True)
    if settings.race and table.seats[victim].infamia >= settings.infamia_limit:
        return object_to(
            "Q5",
            say(
                "{player} already has {n} Infamia, the most allowed",
                player=table.names[victim],
                n=settings.infamia_limit,
            ),
            ("burden", victim),
            rests=("race.infamia_limit",),
        )
    if not settings.race and not settings.infamia_without_fame and not table.seats[victim].fame:
        return object_to(
            "N14", say("{player} has no Fame to lose", player=table.names[victim]), rests=("infamia.without_fame",)
        )
    return None


def _do_infamia(table: AlchemicusTable, step: Step[InfamiaArgs]) -> None:
    victim = table.seats[step.args["on"]]
    if table.settings.race:
        victim.infamia += 1
        table.turn.asked = Asked("ward", step.args["on"])
        return
    lost = min(victim.fame, table.settings.infamia_fame)
    table.gain(step.args["on"], -lost, "infamia")
    table.turn.asked = Asked("ward", step.args["on"], lost)


def why_not_ward(table: AlchemicusTable, step: Step[WardArgs]) -> Objection | None:
    """N14: the victim, at once, with a Golem that guards a building, or with cards."""
    asked, settings = table.turn.asked, table.settings
    if asked is None or asked.what != "ward" or asked.seat != step.by:
        return object_to(
            ("N14", "T0"),
            say(
                "{player} has no Infamia to ward off now",
                player=table.names[step.by if step.by is not None else table.seat],
            ),
            impossible=True,
        )
    seat = asked.seat
    if step.args.get("card") == "golem" or "at" in step.args:
        if _guard(table, seat, step.args.get("at")) < 0:
            return object_to(
                "N14",
                say("{player} has no such Golem guarding a building", player=table.names[seat]),
                ("goods", seat),
                impossible=True,
            )
        return None
    return why_not_night_pays(table, step.args.get("paying", ()), "N14") or why_not_paid(
        table, seat, step.args.get("paying"), settings.ward_cards, ("N14",), rests=("infamia.ward",)
    )


def _guard(table: AlchemicusTable, seat: int, spot: Spot | None) -> int:
    buildings = table.seats[seat].buildings
    if spot is not None:
        number = table.find(seat, spot, lambda _, one: one.golems > 0)
        return number if number >= 0 and buildings[number].golems else -1
    return next((number for number, one in enumerate(buildings) if one.golems), -1)


def do_ward(table: AlchemicusTable, step: Step[WardArgs]) -> None:
    """Gives the Golem or the cards, and takes the Infamia back: its Fame or, in the race, the card itself (Q5)."""
    asked = table.turn.asked
    assert asked
    table.turn.asked = None
    seat = table.seats[asked.seat]
    if step.args.get("card") == "golem" or "at" in step.args:
        number = _guard(table, asked.seat, step.args.get("at"))
        seat.buildings[number] = seat.buildings[number]._replace(golems=seat.buildings[number].golems - 1)
        table.cards.discard(["golem"])
    else:
        pay(table, asked.seat, step.args.get("paying"), table.settings.ward_cards)
    if table.settings.race:
        seat.infamia -= 1
        table.cards.discard(["infamia"])
    else:
        table.gain(asked.seat, asked.fame, "infamia")


def shed_price(table: AlchemicusTable) -> int:
    """Q5: what it costs to be rid of one Infamia here; Gifts has a price of its own."""
    return table.settings.shed_on_gifts if table.field(table.me) == "gifts" else table.settings.shed_anywhere


def why_not_shed(table: AlchemicusTable, step: Step[ShedArgs]) -> Objection | None:
    """Q5: on the field where one stopped, before or after the action, for cards."""
    if wrong := untimely(table, step, ACT):
        return wrong
    if not table.settings.race or not table.me.infamia:
        return object_to(
            "Q5",
            say("{player} has no Infamia to get rid of", player=table.names[table.seat]),
            ("burden", table.seat),
            impossible=True,
        )
    key = "race.infamia_gifts" if table.field(table.me) == "gifts" else "race.infamia_anywhere"
    return why_not_paid(table, table.seat, step.args.get("paying"), shed_price(table), ("Q5",), rests=(key,))


def do_shed(table: AlchemicusTable, step: Step[ShedArgs]) -> None:
    """Pays, and discards one Infamia that lies before the player."""
    begin(table, ACT)
    pay(table, table.seat, step.args.get("paying"), shed_price(table))
    table.me.infamia -= 1
    table.cards.discard(["infamia"])


PLAYS: Verbs = {  # what each card asks for and does
    "golem": Verb(why_not_golem, do_golem),
    "mutabilis": Verb(why_not_mutabilis, do_mutabilis),
    "spiritus": Verb(why_not_spiritus, do_spiritus),
    "homunculus": Verb(why_not_homunculus, do_homunculus),
    "pactum": Verb(_why_not_pactum, _do_pactum),
    "infamia": Verb(_why_not_infamia, _do_infamia),
}

VERBS: Verbs = {
    "play": Verb(why_not_play, do_play),
    "ward": Verb(why_not_ward, do_ward),
    "shed": Verb(why_not_shed, do_shed),
}

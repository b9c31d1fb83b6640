"""The table in words, for a picture on the terminal, and as plain data, for the figures of a rulebook."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from pnp.base.span import Span
from pnp.base.text import Message, Text, say, word
from pnp.games.alchemicus.table import BASE, NOCTIS, SETUP, WHOLE, AlchemicusTable, Building
from pnp.rules.objection import PILE
from pnp.rules.picture import GameFigures, SeatPicture, SpacePicture, TablePicture
from pnp.rules.step import UNSEEN

_FIELDS = {
    "build": word("field", "Build"),
    "collection": word("field", "Collection"),
    "transport": word("field", "Transport"),
    "transmutation": word("field", "Transmutation"),
    "sale": word("field", "Sale"),
    "gifts": word("field", "Gifts"),
    "spirit": word("field", "Spirit"),
}


def portray(table: AlchemicusTable) -> TablePicture:
    """The ring with its pawns and Golems, the Spirit's place, the piles and the bank, and what each player has."""
    return TablePicture(tuple(_ring(table)), tuple(_centre(table)), tuple(_piles(table)), tuple(_seats(table)))


def _ring(table: AlchemicusTable) -> Iterator[SpacePicture]:
    for at, kind in enumerate(table.settings.ring):
        pawns = [name for name, seat in zip(table.names, table.seats, strict=True) if seat.at == at]
        golems = ["Golem"] * len(table.ring_golems.get(at, ()))
        yield SpacePicture(_FIELDS[kind], (*pawns, *golems))


def _centre(table: AlchemicusTable) -> Iterator[Message]:
    """The inner ring, the Spirit's place marked."""
    for kind in table.settings.circle:
        yield _place(table, kind)
    yield Message(Text("—"))
    yield _place(table, table.settings.centre)


def _place(table: AlchemicusTable, kind: str) -> Message:
    name = table.settings.name(kind)
    return (
        say("{building} ← Spirit", building=name)
        if table.spirit == kind
        else Message(Text("{building}"), {"building": name})
    )


def _piles(table: AlchemicusTable) -> Iterator[Message]:
    base = table.cards.decks[BASE]
    yield (
        say("draw pile and discards together: {cards}", cards=base.lying)
        if base.size_unknown
        else say("draw pile: {pile}, discards: {discards}", pile=base.lying, discards=base.discards)
    )
    if NOCTIS in table.cards.decks:
        noctis = table.cards.decks[NOCTIS]
        yield (
            say("Noctis pile and discards together: {cards}", cards=noctis.lying)
            if noctis.size_unknown
            else say("Noctis pile: {pile}, discards: {discards}", pile=noctis.lying, discards=noctis.discards)
        )
    if table.cards.bank:
        yield say("bank: {cards}", cards=[_card(table, card) for card in table.cards.bank])


def _card(table: AlchemicusTable, card: str) -> Text | str:
    return table.settings.name(card) if card in table.cards.deck_of else UNSEEN


def _seats(table: AlchemicusTable) -> Iterator[SeatPicture]:
    for number, (name, seat) in enumerate(zip(table.names, table.seats, strict=True)):
        title = say(
            "{player}: {fame} Fame, {cards} {cards:card|cards} in hand",
            player=name,
            fame=seat.fame,
            cards=table.cards.hands[number].held,
        )
        active = number == table.seat and not table.over and table.phase != SETUP
        yield SeatPicture(title, tuple(_belongings(table, number)), active)


def _belongings(table: AlchemicusTable, number: int) -> Iterator[Message]:
    seat = table.seats[number]
    yield say("buildings: {buildings}", buildings=[_building(table, one) for one in seat.buildings])
    hand = Counter(table.cards.hand(number))
    known = [
        f"{count} {table.settings.name(kind)}" if count > 1 else table.settings.name(kind)
        for kind, count in hand.items()
        if kind in table.cards.deck_of
    ]
    if hand:
        seen, held = sum(hand[kind] for kind in hand if kind in table.cards.deck_of), table.cards.hands[number].held
        unseen = Span(max(0, held.least - seen), held.most - seen)
        yield say("hand: {known}; unseen: {unseen}", known=known or ["–"], unseen=unseen)
    if seat.infamia:
        yield say("Infamia: {n}", n=seat.infamia)


def _building(table: AlchemicusTable, one: Building) -> Message:
    """`Alembic (tincture, Golem)`."""
    lying: list[Text | str] = [table.settings.good(good.name) for good in one.goods]
    lying += ["Golem"] * one.golems + ["Spiritus"] * one.spiritus
    name = table.settings.name(one.kind)
    if not lying:
        return Message(Text("{building}"), {"building": name})
    return word("building", "{building} ({goods})", building=name, goods=lying)


DOUBTFUL: dict[str, Message] = {
    "hand": word("doubt", "hand"),
    "held": word("doubt", "hand"),
    WHOLE: word("doubt", "hand"),
    "goods": word("doubt", "buildings"),
    "places": word("doubt", "buildings"),
    "built": word("doubt", "buildings"),
    "fame": word("doubt", "Fame"),
    "burden": word("doubt", "Infamia"),
    "at": word("doubt", "pawn position"),
    PILE: word("doubt", "the piles"),
    "bank": word("doubt", "the bank"),
    "spirit": word("doubt", "the Spirit’s position"),
    "end": word("doubt", "whether the game is over"),
}


def doubtful(table: AlchemicusTable, aspect: str) -> Message | None:
    """What to call a doubt; None where nobody would ask, as for Fame in the race or Infamia without Noctis."""
    lacking = {"fame": table.settings.race, "burden": not table.settings.noctis, "bank": not table.cards.bank_size}
    return None if lacking.get(aspect) else DOUBTFUL.get(PILE if aspect.startswith(PILE) else aspect)


def figures(table: AlchemicusTable) -> GameFigures:
    """Fame by its source, and buildings by kind: all of them, and those of the winners."""
    fame: dict[Text, Span] = {}
    for (_, source), amount in table.tally.items():
        label = _source(table, source)
        fame[label] = fame.get(label, Span.of(0)).plus(amount)
    winners = table.outcome().winners if table.over else ()
    everybody = range(len(table.seats))
    return {
        word("figures", "Fame by source").text: fame,
        word("figures", "Buildings at the end").text: _standing(table, everybody),
        word("figures", "Winners’ buildings").text: _standing(table, winners),
    }


def _source(table: AlchemicusTable, source: str) -> Text:
    if source == "move":
        return word("figures", "long moves").text
    return table.settings.field("gifts") if source == "gifts" else table.settings.name(source)


def _standing(table: AlchemicusTable, seats: Iterable[int]) -> dict[Text, Span]:
    return {
        table.settings.name(kind): Span.of(sum(len(table.spots(seat, kind)) for seat in seats))
        for kind in table.settings.buildings
    }


# ---- as plain data -------------------------------------------------------------------------------------------------


def tableau(table: AlchemicusTable) -> dict[str, Any]:
    """The table as a tree that a layout may name: what lies where, places and seats by their numbers from 0."""
    base, noctis = table.cards.decks[BASE], table.cards.decks.get(NOCTIS)
    return {
        "ring": [_field(table, at) for at in range(len(table.settings.ring))],
        "spirit": table.spirit,
        "pile": base.lying.plain,
        "discards": UNSEEN if base.size_unknown else base.discards.plain,
        "noctis": noctis.lying.plain if noctis else 0,
        "seat": table.seat,
        "seats": [_belonging(table, number) for number in range(len(table.seats))],
    }


def _field(table: AlchemicusTable, at: int) -> dict[str, Any]:
    return {
        "field": table.settings.ring[at],
        "pawns": [number for number, seat in enumerate(table.seats) if seat.at == at],
        "golems": len(table.ring_golems.get(at, ())),
    }


def _belonging(table: AlchemicusTable, number: int) -> dict[str, Any]:
    seat, name = table.seats[number], table.names[number]
    return {
        "name": name,
        "key": name.casefold(),
        "hand": table.cards.hands[number].held.plain,
        "fame": seat.fame,
        "built": len(seat.buildings),
        "at": -1 if seat.at is None else seat.at,
        "infamia": seat.infamia,
        "buildings": [_lot(one) for one in seat.buildings],
    }


def _lot(one: Building) -> dict[str, Any]:
    goods = [good.name for good in one.goods]
    return {"kind": one.kind, "goods": goods, "golems": one.golems, "spiritus": one.spiritus}

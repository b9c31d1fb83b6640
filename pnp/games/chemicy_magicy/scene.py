"""The table in words, for a picture on the terminal, and as plain data, for figures; and what a game came to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from pnp.base.span import Span
from pnp.base.text import Message, Text, say, word
from pnp.games.chemicy_magicy.settings import ASSISTANT, ELIXIR, ENERGY
from pnp.games.chemicy_magicy.table import EXPLODED, STOPPED, ChemicySeat, ChemicyTable, Token
from pnp.rules.picture import GameFigures, SeatPicture, TablePicture
from pnp.rules.step import UNSEEN

NOTHING = "–"


def portray(table: ChemicyTable) -> TablePicture:
    """The round with its tokens and the tiles in the middle, then what lies before each player."""
    return TablePicture((), (), tuple(_facts(table)), tuple(_seats(table)))


def _facts(table: ChemicyTable) -> Iterator[Message]:
    offer = [str(_worth(token)) for token in table.offer]
    yield say(
        "round {round} of {rounds}; on offer: {tokens}",
        round=table.round,
        rounds=table.settings.rounds,
        tokens=", ".join(offer) or NOTHING,
    )
    yield say(
        "tiles in the middle: {middle}, put aside: {aside}", middle=table.middle.total(), aside=table.aside.total()
    )
    if table.face_up.total():
        yield say("face up: {tiles}", tiles=_counted(table, table.face_up.elements()))


def _seats(table: ChemicyTable) -> Iterator[SeatPicture]:
    for number, seat in enumerate(table.seats):
        title = say(
            "{player}: {points} {points:point|points}, {gold} gold",
            player=table.names[number],
            points=table.score(number),
            gold=seat.gold,
        )
        active = number == table.seat and not table.over and table.begun
        yield SeatPicture(title, tuple(_lines(table, number, seat)), active)


def _lines(table: ChemicyTable, number: int, seat: ChemicySeat) -> Iterator[Message]:
    if seat.out:
        yield {STOPPED: say("out of the round: stopped"), EXPLODED: say("out of the round: exploded")}[seat.out]
    if seat.tiles:
        yield say("tiles: {tiles}", tiles=_counted(table, seat.tiles))
    if seat.tokens:
        worths = [str(_worth(token)) for token in seat.tokens]
        yield say("power tokens: {tokens}", tokens=", ".join(worths))
    if used := table.used_cards(number):
        yield say("used cards: {cards}", cards=_counted(table, used))


def _counted(table: ChemicyTable, kinds: Iterable[str]) -> list[Message]:
    return [
        Message(
            Text("{n} × {name}") if count > 1 else Text("{name}"), {"n": count, "name": table.settings.name(kind)}
        )
        for kind, count in Counter(kinds).items()
    ]


# ---- doubts --------------------------------------------------------------------------------------------------------

DOUBTFUL: dict[str, Message] = {
    "energy": word("doubt", "energy tiles"),
    "elixirs": word("doubt", "elixirs"),
    "cats": word("doubt", "assistants"),
    "cards": word("doubt", "emergency cards"),
    "gold": word("doubt", "gold"),
    "score": word("doubt", "points"),
    "offer": word("doubt", "the tokens on offer"),
    "middle": word("doubt", "the tiles in the middle"),
    "round": word("doubt", "which round it is"),
    "end": word("doubt", "whether the game is over"),
}


def doubtful(_: ChemicyTable, aspect: str) -> Message | None:
    """What to call a doubt; None for what nobody would ask, such as whether a tile was drawn."""
    return DOUBTFUL.get(aspect)


# ---- sums ----------------------------------------------------------------------------------------------------------


def figures(table: ChemicyTable) -> GameFigures:
    """Where points come from, how rounds end for players, and which cards they use."""
    tally = table.tally
    return {
        word("figures", "Points by source").text: {
            word("figures", "power tokens").text: _won(table),
            word("figures", "gold").text: Span.of(sum(map(table.gold_points, range(len(table.seats))))),
        },
        word("figures", "What happened").text: {
            word("figures", "stopped").text: Span.of(tally[STOPPED]),
            word("figures", "exploded").text: Span.of(tally[EXPLODED]),
            word("figures", "energy groups").text: Span.of(tally[ENERGY]),
            word("figures", "elixir groups").text: Span.of(tally[ELIXIR]),
            word("figures", "research groups").text: Span.of(tally[ASSISTANT]),
            word("figures", "tiles drawn").text: Span.of(tally["tiles"]),
        },
        word("figures", "Cards used").text: {
            table.settings.name(card): Span.of(tally[card]) for card in table.settings.cards
        },
    }


def _won(table: ChemicyTable) -> Span:
    """What all tokens are worth that were taken."""
    known = sum(seat.known.points for seat in table.seats)
    return (table.riddle.all_points() if table.riddle else Span.of(0)).plus(known)


# ---- as plain data -------------------------------------------------------------------------------------------------


def tableau(table: ChemicyTable) -> dict[str, Any]:
    """The table as a tree that a layout may name: what lies where, seats by their numbers from 0."""
    return {
        "round": table.round,
        "rounds": table.settings.rounds,
        "offer": [_worth(token) for token in table.offer],
        "open": list(table.face_up.elements()),
        "middle": table.middle.total(),
        "aside": table.aside.total(),
        "seat": table.seat,
        "seats": [_belonging(table, number) for number in range(len(table.seats))],
    }


def _belonging(table: ChemicyTable, number: int) -> dict[str, Any]:
    seat, name = table.seats[number], table.names[number]
    return {
        "name": name,
        "key": name.casefold(),
        "energy": table.of_class(number, ENERGY),
        "elixirs": table.of_class(number, ELIXIR),
        "assistants": table.of_class(number, ASSISTANT),
        "tokens": [_worth(token) for token in seat.tokens],
        "used": table.used_cards(number),
        "won": [*_prizes(table, seat), *["gold"] * seat.gold],
        "cats": table.cats(number),
        "gold": seat.gold,
        "power": table.power(number).plain,
        "score": table.score(number).plain,
        "unused": table.unused(number),
        "in": int(not seat.out),
        "out": seat.out,
        "drawn": table.turn.drawn if number == table.seat else "",
    }


def _worth(token: Token) -> int | str:
    return UNSEEN if token.worth is None else token.worth


def _prizes(table: ChemicyTable, seat: ChemicySeat) -> Iterator[str]:
    """The keys of the tokens that a seat has won; one that is not told has none."""
    for token in seat.tokens:
        key = UNSEEN if token.worth is None else table.settings.token_keys.get((token.worth, token.large))
        if key:
            yield key

"""Every step that may be legal now."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement

from pnp.games.chemicy_magicy.settings import ELIXIR
from pnp.games.chemicy_magicy.table import ChemicyTable
from pnp.games.chemicy_magicy.verbs.order import refreshable
from pnp.games.chemicy_magicy.verbs.rounds import usual_number
from pnp.rules.step import Step

MOST_TURNED = 3  # sets of cards to turn up are listed up to this size


def candidates(table: ChemicyTable) -> Iterator[Step]:
    """Steps to try: all that may be legal, and few others."""
    if table.over:
        return
    if not table.told:
        yield from _rounds(table)
    elif not table.turn.drawn:
        yield from _before(table)
    else:
        yield from _after(table)
    if table.settings.extra:
        for seat in range(len(table.seats)):
            yield Step("renew", {}, seat if seat != table.seat or not table.told else None)
    if table.told:
        yield Step("end")


def _rounds(table: ChemicyTable) -> Iterator[Step]:
    """The tokens that may be turned up, from high to low."""
    worths = sorted((worth for worth, count in table.stack.items() if count), reverse=True)
    ways = combinations if table.settings.distinct else combinations_with_replacement
    for tokens in ways(worths, usual_number(table)):
        yield Step("round", {"number": table.round, "tokens": tokens} if tokens else {"number": table.round})


def _before(table: ChemicyTable) -> Iterator[Step]:
    yield Step("peek")
    yield Step("pour")
    yield Step("unplug")
    for seat, other in enumerate(table.seats):
        for tile in dict.fromkeys(other.tiles):
            yield Step("take", {"tiles": (tile,), "from": seat})
    if not table.settings.only_drawn:
        yield from _groups(table)
    for tile in table.settings.class_of:
        yield Step("draw", {"tile": tile})
    for tile in table.settings.class_of:
        if table.face_up[tile] or table.turned:
            yield Step("pick", {"tile": tile})
    lowest = table.lowest()
    yield Step("stop", {"token": lowest.worth} if lowest and lowest.worth is not None else {})


def _after(table: ChemicyTable) -> Iterator[Step]:
    yield Step("undo")
    yield Step("extra")
    for seat in range(len(table.seats)):
        yield Step("pass", {"to": seat})
    lowest = table.lowest()
    worth = lowest.worth if lowest else None
    yield Step("safe", {"token": worth} if worth is not None else {})
    yield from _groups(table)
    for cards in _turned(table):
        yield Step(
            "explode", {"losing": worth, **cards} if worth is not None and table.settings.lost_tokens else cards
        )


def _turned(table: ChemicyTable) -> Iterator[dict[str, tuple[str, ...]]]:
    """No card, or one or more of those that are used."""
    used = [card for card in refreshable(table) for _ in range(table.used(table.seat, card))]
    yield {}
    most = min(MOST_TURNED, max(table.settings.refresh.values()))
    for number in range(1, most + 1):
        for cards in dict.fromkeys(combinations(used, number)):
            yield {"turning": cards}


def _groups(table: ChemicyTable) -> Iterator[Step]:
    """Groups to put aside; where there are more elixirs than it takes, each that may be chosen."""
    for cards in _turned(table):
        yield Step("group", cards)
    yield Step("trade")
    kinds = list(dict.fromkeys(table.of_class(table.seat, ELIXIR)))
    if len(kinds) > table.settings.group[ELIXIR]:
        for tiles in combinations(kinds, table.settings.group[ELIXIR]):
            yield Step("trade", {"tiles": tiles})

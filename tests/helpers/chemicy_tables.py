"""Helpers for tests of Chemicy Magicy: its tables, every step one could think of, and where all the pieces are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, combinations_with_replacement, product
from random import Random
from typing import Any

from pnp.data.edition import Choices
from pnp.games.chemicy_magicy.settings import ELIXIR
from pnp.games.chemicy_magicy.table import ChemicyTable
from pnp.games.chemicy_magicy.verbs.rounds import usual_number
from pnp.rules.step import Step

OPTIONS: tuple[tuple[str, ...], ...] = ((), ("short-game",), ("extra-undo",), ("short-game", "extra-undo"))


def configurations() -> Iterator[tuple[Choices, int]]:
    """Every combination of options and number of players."""
    for options, players in product(OPTIONS, (3, 4, 5)):
        yield Choices("pl", (), "", options), players


# switches and numbers that tables may play with, each alone
HOUSE_RULES = """
group.energy=2 group.elixir=4 group.elixir=7 group.assistant=3 group.assistant=2 gold.energy=2 gold.elixir=3
complete.more_elixirs=false complete.with_drawn=false complete.more_assistants=false complete.without_used=false
complete.only_drawn=false stop.keeps_assistants=false catastrophe.keeps_assistants=true catastrophe.tokens=2
catastrophe.tokens=0 catastrophe.large_leaves=false catastrophe.keeps_gold=false refresh.assistant=2
refresh.assistant=0 refresh.catastrophe=0 refresh.catastrophe=2 emergency.commits=false emergency.uses=2
emergency.per_turn=one peek.tiles=1 peek.tiles=9 peek.rescue=false pour_away.without=false power_off.without=false
take_over.tiles=2 take_over.from_stopped=false take_over.more_assistants=false pass_on.to_stopped=true
pass_on.then=draw mixing.face_up=false offer.order=descending offer.fewer=2 offer.distinct=false start.later=same
rounds=1 rounds=7 gold.limited=false count.gold=1 extra.cards=1 extra.price=0 extra.price=2
extra.moment=own-turn extra.refreshed=false
""".split()  # noqa: SIM905  one line reads better than forty


def house_rules(choices: Choices, random: Random) -> Choices:
    """The same table with a few rules of its own, and sometimes with so few tiles that they run out."""
    values = dict(rule.split("=") for rule in random.sample(HOUSE_RULES, random.randint(1, 3)))
    if random.random() < 0.5:
        counts = {"electricity": 3, "temperature": 2, "pressure": 3, "ball": 2, "cone": 1, "tube": 2, "cat": 5}
        values |= {f"count.{kind}": str(count) for kind, count in counts.items()}
        values["size.tiles"] = str(sum(counts.values()) + 16)
    if "count.gold" in values:
        values["size.gold"] = values["count.gold"]
    return replace(choices, overrides=values)


def conceivable(table: ChemicyTable) -> Iterator[Step]:
    """Steps that somebody might write at any moment, most of them against the rules."""
    seats, tiles, settings = range(len(table.seats)), list(table.settings.class_of), table.settings
    used = [card for card in settings.cards for _ in range(2)]
    yield from (Step(verb) for verb in ("peek", "pour", "unplug", "undo", "extra", "trade", "end", "stop", "safe"))
    yield from (Step(verb, {"tile": tile}) for verb, tile in product(("draw", "pick"), tiles))
    yield from (Step("take", {"tiles": (tile,), "from": seat}) for tile, seat in product(tiles, seats))
    yield from (Step("pass", {"to": seat}) for seat in seats)
    yield from (Step("renew", {}, seat) for seat in seats)
    elixirs = [tile for tile in tiles if settings.class_of[tile] == ELIXIR]
    yield from (Step("trade", {"tiles": some}) for some in combinations(elixirs, settings.group[ELIXIR]))
    turned: list[tuple[str, ...]] = [(), *((card,) for card in settings.cards), *dict.fromkeys(combinations(used, 2))]
    yield from (Step(verb, {"turning": some} if some else {}) for verb in ("group", "explode") for some in turned)
    worths = sorted(settings.small, reverse=True)
    for tokens in combinations_with_replacement(worths, usual_number(table)):
        yield Step("round", {"number": table.round, "tokens": tokens} if tokens else {"number": table.round})


def fingerprint(table: ChemicyTable) -> tuple[Any, ...]:
    """All that matters of a table: two that look alike play on alike. What Peek turned up is chance."""
    return (
        tuple(
            (tuple(sorted(seat.tiles)), seat.tokens, seat.gold, tuple(sorted(seat.cards.items())), seat.out)
            for seat in table.seats
        ),
        (tuple(sorted((+table.middle).items())), tuple(sorted((+table.face_up).items())), table.turned),
        (tuple(sorted((+table.aside).items())), table.offer, tuple(sorted((+table.stack).items()))),
        (table.round, table.told, table.begun, table.starter, table.seat, table.over, table.turn),
    )


def effect(table: ChemicyTable, step: Step) -> tuple[Any, ...]:
    """What comes of a step."""
    other = table.copy()
    other.apply(step)
    return fingerprint(other)


def balance(table: ChemicyTable) -> object:
    """What must never change: all tiles wherever they are, and how many small tokens there are."""
    tiles = table.middle + table.aside
    for seat in table.seats:
        tiles += Counter(seat.tiles)
    held = [token for seat in table.seats for token in seat.tokens]
    return dict(+tiles), table.stack.total() + sum(not token.large for token in (*held, *table.offer))

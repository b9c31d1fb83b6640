"""An oracle for hidden cards: all that can be, world by world. Exact, and hopeless for more than a few cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from pnp.hidden.arrangement import Arrangement
from pnp.hidden.disproof import Disproof
from pnp.hidden.possible import secure

World = tuple[tuple[str, ...], ...]  # what lies in each zone


class Worlds:
    """Every way in which the cards can lie, after all that was told."""

    def __init__(self, contents: Sequence[Mapping[str, int]]) -> None:
        zones = (tuple(sorted(kind for kind, n in one.items() for _ in range(n))) for one in contents)
        self.all: set[World] = {tuple(zones)}

    def after_move(self, zone: int, goals: Mapping[str, int], kind: str | None) -> set[World]:
        """A card of a zone goes where its kind belongs; `kind` if it was named."""
        return {
            _moved(world, zone, goals[one], one)
            for world in self.all
            for one in set(world[zone])
            if kind in (None, one)
        }

    def pour(self, zone: int, into: int) -> None:
        self.all = {_poured(world, zone, into) for world in self.all}

    def hold(self, zone: int, kinds: Sequence[str]) -> bool:
        return any(all(world[zone].count(kind) >= kinds.count(kind) for kind in kinds) for world in self.all)

    def surely(self, zone: int, kind: str) -> int:
        return min(world[zone].count(kind) for world in self.all)


def _moved(world: World, zone: int, goal: int, kind: str) -> World:
    zones = [list(one) for one in world]
    zones[zone].remove(kind)
    zones[goal].append(kind)
    return tuple(tuple(sorted(one)) for one in zones)


def _poured(world: World, zone: int, into: int) -> World:
    zones = [list(one) for one in world]
    zones[into] += zones[zone]
    zones[zone] = []
    return tuple(tuple(sorted(one)) for one in zones)


PILE, HEAP, OPEN, HANDS = 0, 1, 2, (3, 4, 5)
NIGHT_PILE, NIGHT_HEAP = 6, 7


class Answers:
    """What an arrangement says to a question and what is true."""

    def __init__(self, said: Disproof | None, true: bool, open_question: bool) -> None:
        self.said, self.true, self.open = said, true, open_question


def told_game(random: Random, *, decks: int = 1, steps: int = 30) -> Iterator[Answers]:
    """A small game at random, told in part; at each named card, what the arrangement answers beside the truth."""
    base = {kind: random.randint(1, 2) for kind in "abcd"[: random.randint(2, 4)]}
    night = {kind: random.randint(1, 2) for kind in "xy"} if decks > 1 else {}
    arrangement = Arrangement({"base": base, **({"night": night} if night else {})})
    worlds = Worlds([base, {}, {}, {}, {}, {}, night, {}])
    for contents in (base, {}, {}, {}, {}, {}, night, {}):
        arrangement.zone(contents)
    kinds = [*base, *night]
    heaps = dict.fromkeys(base, HEAP) | dict.fromkeys(night, NIGHT_HEAP)
    for _ in range(steps):
        zone, goals = _some_move(random, heaps, decks)
        if random.random() < 0.12:  # discards become the pile
            pile, heap = (PILE, HEAP) if decks == 1 or random.random() < 0.6 else (NIGHT_PILE, NIGHT_HEAP)
            arrangement.pour([heap], pile)
            worlds.pour(heap, pile)
            continue
        if any(not world[zone] for world in worlds.all):
            continue
        able = list(base) if zone == PILE else list(night) if zone == NIGHT_PILE else kinds
        kind = random.choice(able) if random.random() < 0.45 else None
        if kind is not None:
            left, known = arrangement.undecided, worlds.hold(zone, [kind])
            disproof = secure(arrangement, zone, [arrangement.index[kind]])
            yield Answers(disproof, known, arrangement.undecided != left)
            if arrangement.undecided != left:
                return
            if disproof or not known:
                continue
        worlds.all = worlds.after_move(zone, goals, kind)
        _move(arrangement, zone, goals, kind, free_deck=zone in HANDS and decks > 1)


def _some_move(random: Random, heaps: dict[str, int], decks: int) -> tuple[int, dict[str, int]]:
    zone = random.choice([PILE, PILE, *HANDS, *([NIGHT_PILE] if decks > 1 else [])])
    if zone in HANDS:
        goal = random.choice([HEAP, HEAP, OPEN, *(hand for hand in HANDS if hand != zone)])
        return zone, heaps if goal == HEAP else dict.fromkeys(heaps, goal)
    return zone, dict.fromkeys(heaps, random.choice(HANDS))


def _move(arrangement: Arrangement, zone: int, goals: dict[str, int], kind: str | None, *, free_deck: bool) -> None:
    if kind is not None:
        arrangement.show(zone, goals[kind], arrangement.index[kind])
        return
    ways = tuple(dict.fromkeys(goals.values()))
    arrangement.move(zone, ways if len(ways) > 1 else ways[0], arrangement.pick(zone), mixed=free_deck)

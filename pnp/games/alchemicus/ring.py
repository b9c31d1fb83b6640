"""The ring of fields: where each lies, where a move leads, and which field is the nearest (T2, C5, Q4)."""

from __future__ import annotations

from pnp.base.text import Message, Text
from pnp.games.alchemicus.table import AlchemicusTable
from pnp.rules.step import Spot


def locate(table: AlchemicusTable, spot: Spot) -> int:
    """The index of a field on the ring: the one with its number, else the first of its kind; -1 if there is none."""
    return table.settings.place_of.get((spot.kind, spot.number or 1), -1)


def named(table: AlchemicusTable, at: int) -> Message:
    """A field by its name, with a number where its kind stands several times."""
    kind, number = table.settings.ring[at], table.settings.numbers[at]
    several = table.settings.ring.count(kind) > 1
    return Message(
        Text("{field} {number}" if several else "{field}"), {"field": table.settings.field(kind), "number": number}
    )


def nearest(table: AlchemicusTable, kind: str, at: int) -> int:
    """The field of a kind that lies nearest to a place, the next one before the one behind."""
    size = len(table.settings.ring)
    return min(
        (field for field, one in enumerate(table.settings.ring) if one == kind),
        key=lambda field: (min((field - at) % size, (at - field) % size), (field - at) % size),
    )


def reach(table: AlchemicusTable, steps: int) -> tuple[int, int, int]:
    """Where a move leads: the field, how often it passes the Spirit, and where it uses up a Golem or -1."""
    settings, start = table.settings, table.me.at
    assert start is not None
    size, golems = len(settings.ring), table.ring_golems
    if not golems and 0 < steps <= size:
        return (start + steps) % size, settings.passed[start][steps], -1
    laps, rest = divmod(max(0, steps - 1), size)
    passes = laps * settings.spirit_fields
    for at in settings.way[start + 1 : start + 1 + (size if laps and golems else rest)]:
        if golems and at in golems and _stops(table, at, last=False):
            return at, passes if not laps else 0, at
        if settings.ring[at] == settings.spirit_field:
            passes += 1
    goal = (start + steps) % size
    used_up = steps > 0 and goal in golems and _stops(table, goal, last=True)
    return goal, passes, goal if used_up else -1


def _stops(table: AlchemicusTable, at: int, *, last: bool) -> bool:
    """Q4: whether the Golem on a field acts on this move."""
    settings = table.settings
    if last is settings.golem_stops_beyond:
        return False
    if not settings.golem_stops_owner and all(owner == table.seat for owner in table.ring_golems[at]):
        return False
    others = sum(seat.at == at for number, seat in enumerate(table.seats) if number != table.seat)
    full = settings.ring[at] == settings.spirit_field and others >= settings.spirit_pawns
    return last or not full

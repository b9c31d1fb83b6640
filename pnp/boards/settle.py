"""Settles a board for an edition: where each space lies and what links it, as layouts may name it.

A space that overlaps another or leaves the board, and a link to a space that is not there, are faults of board.toml.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice, product
from typing import Any, NamedTuple, cast

from pnp.base.errors import BadFile, Complaint, near_miss
from pnp.base.memo import once_for_each
from pnp.base.text import Message, say
from pnp.boards.space import SLACK, Space, meet, on_circle, overlap, round_box, within
from pnp.data.board import Alone, Board, Grid, Group, Link, Point, Ring, Rows, Track
from pnp.data.edition import EditionData
from pnp.data.layout import LayoutNames, Size
from pnp.data.values import out_of_range
from pnp.words.catalog import Catalog

MOST_SPACES = 500
MOST_POLYGONS = 3000  # convex, of which the spaces are made
MOST_LINKS = 1000
MOST_COMPLAINTS = 5
MOST_KEPT = 8  # boards
_STEP = 0.25  # millimetres by which a link leaves its space
_MOST_STEPS = 1000


def board_names(
    board: Board, edition: EditionData, catalog: Catalog, size: Size
) -> tuple[LayoutNames, tuple[Complaint, ...]]:
    """The board as a layout names it: each group's spaces, all spaces, and the links; and links that are not seen.

    BadFile with its faults.
    """
    settled = _settled_board(board, edition, size)
    named: LayoutNames = {
        name: [{**space.names(edition, catalog), **lies} for space, lies in group]
        for name, group in settled.groups.items()
    }
    spaces = [space for group in named.values() for space in group]
    return named | {"spaces": spaces, "links": settled.links}, settled.unseen


class _SettledBoard(NamedTuple):
    """A board in any language: the spaces of each group with how they lie, its links, and those that are not seen."""

    groups: Mapping[str, Sequence[tuple[Space, LayoutNames]]]
    links: Sequence[LayoutNames]
    unseen: tuple[Complaint, ...]


@once_for_each(MOST_KEPT)
def _settled_board(board: Board, edition: EditionData, size: Size) -> _SettledBoard:
    """Both the board itself and the print plan show it, in each language."""
    if wrong := list(faults(board, edition, size)):
        raise BadFile(*wrong)
    groups = _groups(board, edition)
    links = [link for link in board.links if link.when.holds(edition.chosen)]
    ways = list(_ways(links, groups, edition))
    return _SettledBoard(
        {name: [(space, space.lie()) for space in group] for name, group in groups.items()},
        [_named_way(way, edition) for way in ways if way.drawn],
        tuple(_unseen(links, ways, groups)),
    )


def faults(board: Board, edition: EditionData, size: Size) -> Iterator[Complaint]:
    """Spaces that overlap or leave the board, and links that lead nowhere; the first few."""
    if wrong := list(_uncounted(board, edition)):
        yield from wrong
        return
    groups = _groups(board, edition)
    spaces = [space for group in groups.values() for space in group]
    polygons = sum(len(space.polygons()) for space in spaces)
    if len(spaces) > MOST_SPACES or polygons > MOST_POLYGONS:
        yield Complaint(say("the board has more than {most} spaces", most=MOST_SPACES), board.place)
        return
    yield from islice(chain(_unlinked(board, groups, edition), _misplaced(spaces, size)), MOST_COMPLAINTS)


def _groups(board: Board, edition: EditionData) -> dict[str, list[Space]]:
    """The spaces of each group; none of a group that the edition does not have."""
    return {
        name: list(_spaces(group, edition)) if group.when.holds(edition.chosen) else []
        for name, group in board.groups.items()
    }


def _spaces(group: Group, edition: EditionData) -> Iterator[Space]:
    keys, terms = _keys(group, edition)
    way = _way(group, edition)
    sweep = way.step(len(keys)) if isinstance(way, Ring) and keys else 0
    for key, position in zip(keys, way.positions(len(keys)), strict=True):
        yield Space(group, key, terms, position, sweep)


def _keys(group: Group, edition: EditionData) -> tuple[list[str], str]:
    """What the spaces are called in data, and the terms that have their printed names."""
    found: Any = group.spaces
    terms = group.terms
    if found is None:
        assert isinstance(group.way, Grid)
        found = _number(group.way.columns, edition) * _number(group.way.rows, edition)
    if isinstance(found, str):
        value = edition.values[found]
        found, terms = value.fact, terms or value.terms
    if isinstance(found, int):
        return [str(number) for number in range(1, min(found, MOST_SPACES + 1) + 1)], terms
    return ([str(one) for one in found] if isinstance(found, tuple) else [str(found)]), terms


def _way(group: Group, edition: EditionData) -> Ring | Track | Rows | Alone:
    return group.way.settled(_number(group.way.columns, edition)) if isinstance(group.way, Grid) else group.way


def _number(found: int | str, edition: EditionData) -> int:
    return cast("int", _settled(found, edition))


# ---- faults ----


def _uncounted(board: Board, edition: EditionData) -> Iterator[Complaint]:
    """Grids whose values leave them without a column or a row."""
    for group in board.groups.values():
        if isinstance(group.way, Grid) and group.when.holds(edition.chosen):
            for key, wanted in (("columns", group.way.columns), ("rows", group.way.rows)):
                if (found := _number(wanted, edition)) < 1:
                    hint = say("“{key}” comes from the value “{value}”", key=key, value=wanted)
                    yield Complaint(out_of_range(key, found, 1), group.place, hint)


def _misplaced(spaces: list[Space], size: Size) -> Iterator[Complaint]:
    """Of groups that do not fit, the first spaces that show it."""
    said = set()
    for space in spaces:
        message = _outside(space, size)
        if message and space.group.name not in said:
            said.add(space.group.name)
            yield _complaint(space, message)
    outlines = [(space, space.polygons()) for space in spaces]
    for (one, ours), (other, theirs) in combinations(outlines, 2):
        groups = f"{one.group.name} {other.group.name}"
        if groups not in said and meet(one, other) and any(overlap(a, b) for a, b in product(ours, theirs)):
            said.add(groups)
            yield _complaint(other, say("the spaces “{one}” and “{other}” overlap", one=one.path, other=other.path))


def _complaint(space: Space, message: Message) -> Complaint:
    return Complaint(message, space.group.place, say("change its position or size in [{key}]", key=space.group.key))


def _unlinked(board: Board, groups: Mapping[str, list[Space]], edition: EditionData) -> Iterator[Complaint]:
    for link in board.links:
        for key, end in (("from", link.start), ("to", link.end)) if link.when.holds(edition.chosen) else ():
            spaces = groups[end.partition("/")[0]]
            if spaces and not _ends(end, groups):
                message = say("“{key}”: there is no space “{found}”", key=key, found=end)
                yield Complaint(message, link.place, near_miss(end, [space.path for space in spaces]))


def _outside(space: Space, size: Size) -> Message | None:
    points = [point for polygon in space.polygons() for point in polygon]
    out = max(max(-x, -y, x - size.width, y - size.height) for x, y in points)
    if out <= SLACK:
        return None
    return say(
        "the space “{space}” extends {out} mm beyond the board, which is {size}",
        space=space.path,
        out=round(out, 1),
        size=str(size),
    )


# ---- links ----


@dataclass(frozen=True, slots=True)
class _Way:
    """Two spaces that a link joins, and how it is drawn; nothing where there is no room for it."""

    link: Link
    one: Space
    other: Space
    drawn: LayoutNames | None


def _ways(links: list[Link], groups: Mapping[str, list[Space]], edition: EditionData) -> Iterator[_Way]:
    left = MOST_LINKS
    for link in links:
        for one, other in islice(_pairs(link, groups, edition), left + 1):
            left -= 1
            if left < 0:
                raise BadFile(Complaint(say("the board has more than {most} links", most=MOST_LINKS), link.place))
            yield _Way(link, one, other, _drawn(one, other, link.gap))


def _named_way(way: _Way, edition: EditionData) -> LayoutNames:
    heads = "both" if _settled(way.link.both, edition) else "end"
    return {**(way.drawn or {}), "from": way.one.key, "to": way.other.key, "heads": heads}


def _unseen(links: list[Link], ways: list[_Way], groups: Mapping[str, list[Space]]) -> Iterator[Complaint]:
    """Links that are not seen though their spaces are there: each with the first pair that shows it."""
    for link in links:
        ours = [way for way in ways if way.link is link]
        lost = next((way for way in ours if not way.drawn), None)
        if lost:
            one, other = lost.one.path, lost.other.path
            message = say("there is no room to draw the link between “{one}” and “{other}”", one=one, other=other)
            yield Complaint(message, link.place, say("move them apart, or make “gap” smaller"))
        elif not ours and link.start == link.end and _ends(link.start, groups):
            message = say("“{key}”: no two spaces of “{group}” are that far apart", key="steps", group=link.start)
            yield Complaint(message, link.place)


def _settled(found: int | bool | str, edition: EditionData) -> object:
    return edition[found] if isinstance(found, str) else found


def _ends(end: str, groups: Mapping[str, list[Space]]) -> list[Space]:
    """The spaces that an end of a link names: a group, or one of its spaces."""
    name, _, wanted = end.partition("/")
    return [space for space in groups[name] if wanted in ("", space.key)]


def _pairs(link: Link, groups: Mapping[str, list[Space]], edition: EditionData) -> Iterator[tuple[Space, Space]]:
    start, end = _ends(link.start, groups), _ends(link.end, groups)
    steps = _number(link.steps, edition)
    if link.start != link.end:
        yield from ((one, other) for one, other in product(start, end) if one is not other)
        return
    if start and steps > 0:
        way = _way(start[0].group, edition)
        yield from ((start[one], start[other]) for one, other in way.onward(len(start), steps))


def _drawn(one: Space, other: Space, gap: float) -> LayoutNames | None:
    """A link from rim to rim: along the ring if both stand on its line, else straight."""
    way = one.group.way
    if isinstance(way, Ring) and not way.inner and one.group is other.group:
        return _along(way, one, other, gap)
    (x, y, _), (to_x, to_y, _) = one.position, other.position
    long = math.dist((x, y), (to_x, to_y))

    def at(share: float) -> Point:
        return x + (to_x - x) * share, y + (to_y - y) * share

    first = _leaving(one, at, long) + gap / (long or 1)
    last = 1 - _leaving(other, lambda share: at(1 - share), long) - gap / (long or 1)
    if first >= last:
        return None
    (x, y), (to_x, to_y) = at(first), at(last)
    return {"shape": "line", "x": x, "y": y, "w": to_x - x, "h": to_y - y, "start": 0, "sweep": 0}


def _along(ring: Ring, one: Space, other: Space, gap: float) -> LayoutNames | None:
    sweep = (other.position.angle - one.position.angle) % math.copysign(360, ring.sweep)
    long = abs(math.radians(sweep)) * ring.radius

    def at(share: float) -> Point:
        return on_circle(ring.centre, ring.radius, one.position.angle + sweep * share)

    first = _leaving(one, at, long) + gap / long
    last = 1 - _leaving(other, lambda share: at(1 - share), long) - gap / long
    if first >= last:
        return None
    start, sweep = one.position.angle + sweep * first, sweep * (last - first)
    return {"shape": "arc", **round_box(ring), "start": start, "sweep": sweep}


def _leaving(space: Space, at: Any, long: float) -> float:
    """The share of a way at which it has left the space."""
    polygons = space.polygons()
    far = min(2 * space.reach, long)  # along a ring, the way out may be longer than straight
    steps = min(max(int(far / _STEP), 1), _MOST_STEPS)
    shares = [number * far / (long or 1) / steps for number in range(steps + 1)]
    inside = [share for share in shares if any(within(at(share), polygon) for polygon in polygons)]
    return max(inside) + far / (long or 1) / steps if inside else 0.0

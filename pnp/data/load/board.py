"""Reads a board.toml: the groups of spaces of each board, and what links them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from pnp.base.errors import BadFile, Complaint, near_miss
from pnp.base.text import Message, say, word
from pnp.data.board import Alone, Board, Grid, Group, Link, Point, Ring, Track
from pnp.data.layout import Size, Stock
from pnp.data.load.choices import Offers, offers_of, read_when
from pnp.data.load.toml import Section, Source
from pnp.data.model import GameData
from pnp.data.values import MOST_NUMBER, excerpt, out_of_range

SHAPES = ("oval", "rect", "hexagon")
FARTHEST = 5000.0
MOST_SPACES = 500
MOST_GROUPS, MOST_LINKS = 100, 100
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_KINDS = ("rings", "tracks", "grids", "free")


def load_boards(path: Path, game: GameData, stock: Stock) -> dict[str, Board]:
    """The boards in a file, by the keys of their cards; BadFile with all complaints."""
    source = Source(path)
    offers = offers_of(game.choices)
    boards = {}
    with source.root as root:
        keys = [card.key for deck in game.decks if deck.piece == "board" for card in deck.cards]
        for key in root:
            if key not in keys:
                root.complain(say("there is no board “{board}”", board=key), key, near_miss(key, keys))
            with root.section(key) as section:
                boards[key] = _read_board(section, key, game, offers, stock)
    if source.complaints:
        raise BadFile(*source.complaints)
    return boards


def _read_board(section: Section, key: str, game: GameData, offers: Offers, stock: Stock) -> Board:
    groups: dict[str, Group] = {}
    for group in islice(_read_groups(section, game, offers, stock), MOST_GROUPS + 1):
        if group.name in groups:
            section.complain(say("the name “{name}” is used twice", name=group.name), group.place)
        groups[group.name] = group
    sections = list(section.sections("links"))
    for count, most, named in ((len(groups), MOST_GROUPS, "groups"), (len(sections), MOST_LINKS, "links")):
        if count > most:
            raise BadFile(
                Complaint(say("“{key}”: expected no more than {most}", key=named, most=most), section.place)
            )
    return Board(key, groups, tuple(_read_link(one, groups, game, offers) for one in sections), section.place)


def _read_groups(board: Section, game: GameData, offers: Offers, stock: Stock) -> Iterator[Group]:
    for kind in _KINDS:
        with board.section(kind) as sections:
            for name in sections:
                if not _NAME.fullmatch(name):
                    found = say(
                        "“{found}” is not a valid name for spaces; use lower-case letters, digits and _", found=name
                    )
                    sections.complain(found, name)
                if name in ("spaces", "links"):
                    sections.complain(say("“{found}” is a reserved name; choose another", found=name), name)
                with sections.section(name) as section:
                    yield _read_group(section, name, kind, game, offers, stock)


def _read_group(section: Section, name: str, kind: str, game: GameData, offers: Offers, stock: Stock) -> Group:
    shape = section.string("shape", "rect" if kind == "grids" else "oval")
    if shape not in SHAPES:
        wrong = say("“{key}”: there is no “{found}”", key="shape", found=shape)
        section.complain(wrong, "shape", near_miss(shape, SHAPES))
    size = Size(0, 0)
    if kind != "rings" or not isinstance(section.raw("radius", 0), list):
        size = _read_size(section, stock)
    way = _read_grid(section, size, shape, game) if kind == "grids" else _read_way(section, kind)
    if isinstance(way, Ring) and way.inner:
        shape = "sector"
    filled = kind == "grids" and "spaces" not in section
    spaces = None if filled else _read_spaces(section, game, name if kind == "free" else None)
    terms = section.string("terms", "")
    if terms and terms not in game.terms:
        section.complain(say("there are no terms “{terms}”", terms=terms), "terms", near_miss(terms, game.terms))
    elif isinstance(spaces, tuple):
        _refuse_nameless(section, spaces, terms, game)
    key = ".".join(map(str, section.keys))
    return Group(
        key=key,
        name=name,
        spaces=spaces,
        terms=terms,
        way=way,
        shape=shape,
        size=size,
        when=read_when(section, offers),
        place=section.place,
    )


def _read_spaces(section: Section, game: GameData, default: str | None) -> str | int | tuple[str, ...]:
    found: Any = section.raw("spaces", default) if default is not None else section.raw("spaces", blank=1)
    if isinstance(found, list) and found and all(map(_is_key, found)) and len(found) <= MOST_SPACES:
        return tuple(found)
    if isinstance(found, int) and not isinstance(found, bool) and 1 <= found <= MOST_SPACES:
        return found
    if isinstance(found, str):
        if found == default and found not in game.values:
            return (found,)
        if found in game.values:
            if isinstance(game.values[found].fact, bool):
                section.complain(_unfit("spaces", found), "spaces")
            return found
        section.complain(say("there is no value “{key}”", key=found), "spaces", near_miss(found, game.values))
        return 1
    expected = word(
        "type", "a value’s key, a number of spaces from 1 to {most}, or a list of their keys", most=MOST_SPACES
    )
    section.complain(
        say("“{key}”: expected {expected}, found “{found}”", key="spaces", expected=expected, found=excerpt(found)),
        "spaces",
    )
    return 1


def _is_key(found: object) -> bool:
    return isinstance(found, str) and bool(found.strip()) and "/" not in found


def _refuse_nameless(section: Section, spaces: tuple[str, ...], terms: str, game: GameData) -> None:
    """Spaces whose printed names are said to be in [terms], and are not."""
    known = game.terms.get(terms, spaces)
    for lost in [one for one in spaces if one not in known]:
        message = say("there is no “{key}” in [terms.{terms}]", key=lost, terms=terms)
        section.complain(message, "terms", near_miss(lost, known))


def _read_size(section: Section, stock: Stock) -> Size:
    """A size by its name, a width and a height, or one number for both."""
    found = section.raw("size")
    if found is None:
        return Size(1, 1)
    if isinstance(found, str):
        if found in stock.sizes:
            return stock.sizes[found]
        section.complain(say("there is no size “{size}”", size=found), "size", near_miss(found, stock.sizes))
        return Size(1, 1)
    if isinstance(found, list):
        width, height = section.numbers("size", 2, 1, FARTHEST)
        return Size(width, height)
    both = section.number("size", least=1, most=FARTHEST)
    return Size(both, both)


def _read_way(section: Section, kind: str) -> Ring | Track | Alone:
    if kind == "rings":
        inner, outer = _read_radius(section)
        if abs(section.number("sweep", 360, -360, 360)) < 1:
            section.complain(say("“{key}”: spaces need at least {least}°", key="sweep", least=1), "sweep")
        return Ring(
            _point(section, "centre"),
            outer,
            inner,
            section.number("start", -90, -360, 360),
            section.number("sweep", 360, -360, 360),
        )
    if kind == "tracks":
        found = section.raw("through", blank=[])
        points = [_as_point(section, "through", one) for one in found] if isinstance(found, list) else []
        if len(points) < 2:  # noqa: PLR2004  a way has two ends
            section.complain(say("“{key}”: expected points such as [[10, 20], [90, 20]]", key="through"), "through")
        return Track(tuple(points), section.boolean("closed", default=False))
    return Alone(_point(section, "at"))


def _read_grid(section: Section, size: Size, shape: str, game: GameData) -> Grid:
    if "columns" not in section:
        section.complain(say("the key “{key}” is missing", key="columns"))
    columns, rows = (_read_count(section, key, game) for key in ("columns", "rows"))
    gap = section.number("gap", 0.0, 0, FARTHEST)
    return Grid(_point(section, "at"), columns, rows, size, gap, nested=shape == "hexagon")


def _read_radius(section: Section) -> tuple[float, float]:
    """Inner and outer radius of a ring of slices, or nought and the radius on which the spaces stand."""
    if isinstance(section.raw("radius", 0), list):
        inner, outer = section.numbers("radius", 2, 0.1, FARTHEST)
        if inner >= outer:
            section.complain(
                say("“{key}”: give the inner radius first; it is the smaller one", key="radius"), "radius"
            )
        return inner, outer
    return 0.0, section.number("radius", least=0.1, most=FARTHEST)


def _point(section: Section, key: str) -> Point:
    x, y = section.numbers(key, 2, -FARTHEST, FARTHEST)
    return x, y


def _as_point(section: Section, key: str, found: Any) -> Point:
    if isinstance(found, list) and len(found) == 2 and all(map(_is_far, found)):  # noqa: PLR2004
        return float(found[0]), float(found[1])
    section.complain(say("“{key}”: expected points such as [[10, 20], [90, 20]]", key=key), key)
    return 0.0, 0.0


def _is_far(found: object) -> bool:
    """Whether this is a number that can stand on a board."""
    return isinstance(found, int | float) and not isinstance(found, bool) and abs(found) <= FARTHEST


def _read_link(section: Section, groups: Mapping[str, Group], game: GameData, offers: Offers) -> Link:
    with section:
        ends = [section.string(key) for key in ("from", "to")]
        for key, end in zip(("from", "to"), ends, strict=True):
            if end.partition("/")[0] not in groups:
                missing = say("“{key}”: there is no space “{found}”", key=key, found=end)
                section.complain(missing, key, near_miss(end, groups))
        return Link(
            ends[0],
            ends[1],
            _read_count(section, "steps", game),
            _read_value(section, "both", False, game),
            section.number("gap", 1.0, 0, 100),
            read_when(section, offers),
            section.place,
        )


def _read_count(section: Section, key: str, game: GameData) -> int | str:
    """How many: at least one, or the key of a value that is a number."""
    count: int | str = _read_value(section, key, 1, game)
    if isinstance(count, int) and not 1 <= count <= MOST_NUMBER:
        section.complain(out_of_range(key, count, 1), key)
        return 1
    return count


def _read_value(section: Section, key: str, default: Any, game: GameData) -> Any:
    """A number or switch, or the key of a value that is one."""
    found = section.raw(key, default)
    if isinstance(found, str):
        value = game.values.get(found)
        if value is None:
            section.complain(say("there is no value “{key}”", key=found), key, near_miss(found, game.values))
        elif type(value.fact) is not type(default):
            section.complain(_unfit(key, found), key)
    elif type(found) is not type(default):
        section.complain(_unfit(key, found), key)
        return default
    return found


def _unfit(key: str, found: object) -> Message:
    return say("“{key}”: the value “{found}” cannot be used here", key=key, found=excerpt(found))

"""Reads a layout.toml: colours, inks, fonts, and parts made of boxes that build on each other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pnp.base.errors import BadFile, near_miss
from pnp.base.files import inside
from pnp.base.text import Message, say, word
from pnp.data.formula import parse_formula
from pnp.data.layout import (
    COLOUR,
    CORNERS,
    HEADS,
    SHAPES,
    BookStyle,
    Box,
    BoxSettings,
    Cut,
    Figure,
    Ink,
    Layout,
    Level,
    Look,
    Measure,
    Part,
    Setting,
    Size,
    Stock,
    Wrap,
)
from pnp.data.load.stock import read_size
from pnp.data.load.toml import Section, Source
from pnp.data.values import MOST_NUMBER, excerpt, out_of_range

PLACES = frozenset(("x", "y", "w", "h", "turn", "scale"))
SHAPE = frozenset(("radius", "notch", "sides", "start", "sweep", "hole", "thick", "head"))
TYPE = frozenset(("size", "least", "leading", "track", "lines", "icons"))
MEASURES = PLACES | SHAPE | TYPE  # numbers, or arithmetic
AT_LEAST = {
    **dict.fromkeys(("thick", "radius", "notch", "lines", "dash", "hole", "head"), 0),
    "size": 1,
    "least": 1,
    "leading": 0.1,
    "icons": 0.1,
    "scale": 0.01,
}
LISTS = {"about": 2, "dash": 2}
WORDS = frozenset(["fill", "stroke", "colour", "tint", "text", "art", "part", "font"])  # with Jinja2 in double braces
EXPRESSIONS = frozenset(["when", "each"])
CHOICES: dict[str, tuple[str, ...]] = {
    "shape": SHAPES,
    "heads": HEADS,
    "corners": CORNERS,
    "align": ("left", "centre", "right"),
    "valign": ("top", "middle", "bottom"),
    "fit": ("whole", "cover", "stretch"),
}
FLAGS = frozenset(["clip", "hyphenate", "plain"])
OWN = frozenset(("ink", "layers", "with"))
KEYS = MEASURES | set(LISTS) | WORDS | EXPRESSIONS | set(CHOICES) | FLAGS | OWN

MOST_BOXES = 1000
MOST_LEVELS = 50
MOST_LOOKS = 8
MOST_FIGURE = 1000.0  # millimetres
_BOOK_SIZES, _BOOK_LEADING = (6.0, 16.0), (1.0, 2.0)
_BOOK_MARGIN, _BOOK_STRIP = (20.0, 60.0), 30.0  # millimetres

_NAME = re.compile(r"[a-z][a-z0-9_]*")


def load_layout(path: Path, stock: Stock, shared: Layout | None = None, *, of_game: bool = True) -> Layout:
    """The layout in a file, which may build on the inks and parts of a shared one; BadFile with all complaints.

    That of a game tells how its decks look, another one how each kind of piece does.
    """
    source = Source(path)
    with source.root as root:
        colours = dict(_read_colours(root.table("colours")))
        with root.table("inks") as inks:
            known = dict(shared.inks if shared else {}) | {key: _read_ink(inks.table(key), key) for key in inks}
        fonts = dict(_read_fonts(root.table("fonts"), path.parent))
        with root.table("boxes") as boxes:
            styles: dict[str, Box] = {}
            for name in boxes:
                styles[name] = _read_box(boxes.table(name), name, [styles], known)
        parts = _read_parts(root.table("parts"), dict(shared.parts) if shared else {}, styles, known)
        with root.table("decks") as decks:
            looks = {key: _read_looks(decks, key, parts, stock) for key in decks}
            _check_boxes(decks, looks)
        with root.table("figures") as figures:
            drawn = {key: _read_figure(figures.table(key), parts) for key in figures}
        book = _read_book(root.table("book"), {**(shared.colours if shared else {}), **colours})
    if source.complaints:
        raise BadFile(*source.complaints)
    return Layout(path, colours, known, fonts, parts, looks if of_game else {}, {} if of_game else looks, drawn, book)


def merged(own: Layout, shared: Layout) -> Layout:
    """A game's own layout, with what it leaves open filled in from the shared one."""
    return replace(
        own,
        colours={**shared.colours, **own.colours},
        inks={**shared.inks, **own.inks},
        fonts={**shared.fonts, **own.fonts},
        parts={**shared.parts, **own.parts},
        kinds={**shared.kinds, **own.kinds},
        figures={**shared.figures, **own.figures},
    )


def _read_colours(table: Section) -> Iterator[tuple[str, str]]:
    with table:
        for name in table:
            colour = table.string(name)
            if COLOUR.fullmatch(colour):
                yield name, colour
            else:
                table.complain(_no_colour(name, colour), name)


def _read_ink(table: Section, name: str) -> Ink:
    with table:
        layers = frozenset(table.strings("layers"))
        with table.table("small") as small:
            below, fewer = small.number("below", 0.0), frozenset(small.strings("layers", ()))
        return Ink(
            name,
            layers,
            below,
            fewer,
            table.number("thinnest", 0.0),
            _ink_colour(table, "fill"),
            _ink_colour(table, "stroke"),
            dict(_read_colours(table.table("colours"))),
            table.number("lines", 1.0, most=1),
            table.number("tones", 0.0, most=1),
        )


def _ink_colour(table: Section, key: str) -> str:
    colour = table.string(key, "")
    if colour in ("", "white", "black", "none") or COLOUR.fullmatch(colour):
        return colour
    table.complain(_no_colour(key, colour), key)
    return ""


def _no_colour(key: str, found: str) -> Message:
    return say("'{key}': expected a colour such as #2A1E17, found '{found}'", key=key, found=excerpt(found))


def _read_fonts(table: Section, folder: Path) -> Iterator[tuple[str, Path]]:
    with table:
        for name in table:
            yield name, inside(folder, table.string(name), table.place_of(name))


def _read_parts(
    table: Section, parts: dict[str, Part], shared: Mapping[str, Box], inks: Iterable[str]
) -> dict[str, Part]:
    with table:
        for name in table:
            part = table.table(name)
            with part:
                boxes = dict(_inherited_boxes(part, parts))
                for key in _box_names(part):
                    _add_box(boxes, part.table(key), key, shared, inks)
            parts[name] = Part(name, tuple(boxes.values()), part.place)
    return parts


def _inherited_boxes(part: Section, parts: Mapping[str, Part]) -> Iterator[tuple[str, Box]]:
    name = part.string("extends", "")
    if name in parts:
        yield from ((box.name, box) for box in parts[name].boxes)
    elif name:
        part.complain(say("there is no part '{name}' before this one", name=name), "extends", near_miss(name, parts))


def _box_names(part: Section) -> list[str]:
    names = [key for key in part if key != "extends"]
    for key in names:
        part.raw(key)
        if not _NAME.fullmatch(key):
            part.complain(say("'{found}' is no name for a box: use small letters, digits and _", found=key), key)
    if len(names) > MOST_BOXES:
        part.complain(say("the part has more than {most} boxes", most=MOST_BOXES))
        return []
    return [key for key in names if _NAME.fullmatch(key)]


def _add_box(
    boxes: dict[str, Box], table: Section, name: str, shared: Mapping[str, Box], inks: Iterable[str]
) -> None:
    """Puts a box at the end, before another one, or over the inherited one of its name."""
    before = table.string("before", "")
    if name in boxes:
        boxes[name] = _read_box(table, name, [boxes, shared], inks, boxes[name])
        return
    box = _read_box(table, name, [boxes, shared], inks)
    if before and before not in boxes:
        table.complain(say("there is no box '{name}' here", name=before), "before", near_miss(before, boxes))
    if before in boxes:
        behind = list(boxes.items())
        boxes.clear()
        for key, other in behind:
            boxes.update({name: box, key: other} if key == before else {key: other})
    boxes.setdefault(name, box)


def _read_box(
    table: Section, name: str, known: list[Mapping[str, Box]], inks: Iterable[str], over: Box | None = None
) -> Box:
    table.offers(KEYS | {"extends", "before"})
    with table:
        wanted = table.string("extends", "")
        base = next((boxes[wanted] for boxes in known if wanted in boxes), None)
        if wanted and not base:
            names = [key for boxes in known for key in boxes]
            table.complain(say("there is no box '{name}' here", name=wanted), "extends", near_miss(wanted, names))
        patches = {}
        for ink in inks:
            if ink in table:
                with table.table(ink) as patch:
                    patches[ink] = _read_settings(patch)
        level = Level(_read_settings(table), patches)
        for ink in table.strings("ink", ()):
            if ink not in inks:
                table.complain(say("there is no ink '{ink}'", ink=ink), "ink", near_miss(ink, inks))
    earlier = (over, base) if base is not over else (over,)
    levels = (*(one for box in earlier if box for one in box.levels), level)
    if len(levels) > MOST_LEVELS:
        table.complain(say("the box builds on more than {most} others", most=MOST_LEVELS))
        levels = levels[-MOST_LEVELS:]
    return Box(name, levels, table.place)


def _read_settings(table: Section) -> BoxSettings:
    return {key: _read_setting(table, key) for key in sorted(KEYS) if key in table}


def _read_setting(table: Section, key: str) -> Setting:
    if key in MEASURES:
        return _measure(table, key, table.raw(key))
    if key in LISTS:
        return _measures(table, key)
    if key in FLAGS:
        return table.boolean(key)
    if key in ("ink", "layers"):
        return table.strings(key)
    return _read_given(table.table(key)) if key == "with" else _read_words(table, key)


def _read_words(table: Section, key: str) -> str:
    found = table.string(key)
    if found not in CHOICES.get(key, (found,)) and "{{" not in found:
        hint = near_miss(found, CHOICES[key])
        table.complain(say("'{key}': there is no '{found}'", key=key, found=excerpt(found)), key, hint)
    return found


def _measures(table: Section, key: str) -> Setting:
    found = table.raw(key)
    if isinstance(found, list) and len(found) == LISTS[key]:
        return tuple(_measure(table, key, one) for one in found)
    return _unfit(table, key, found)


def _measure(table: Section, key: str, found: Any) -> Measure:
    if key in AT_LEAST and isinstance(found, int | float) and found < AT_LEAST[key]:
        table.complain(out_of_range(key, found, AT_LEAST[key]), key)
        return float(AT_LEAST[key])
    if isinstance(found, int | float) and not isinstance(found, bool) and abs(found) <= MOST_NUMBER:
        return float(found)
    if isinstance(found, str):
        try:
            return parse_formula(found)
        except ValueError:
            pass
    _unfit(table, key, found)
    return 0.0


def _unfit(table: Section, key: str, found: Any) -> Setting:
    expected = word("type", 'a number or arithmetic such as "width - 6"')
    table.complain(
        say("'{key}': expected {expected}, found '{found}'", key=key, expected=expected, found=excerpt(found)), key
    )
    return 0.0


def _read_given(table: Section) -> BoxSettings:
    """The names that a part is given: numbers, or Jinja2 expressions."""
    with table:
        found = {name: table.raw(name) for name in table}
    for name, one in found.items():
        if not isinstance(one, bool | int | float | str):
            _unfit(table, name, one)
    return found


def _read_looks(decks: Section, key: str, parts: Mapping[str, Part], stock: Stock) -> tuple[Look, ...]:
    """`[decks.KEY]`, or `[[decks.KEY]]` for each shape in which the pieces are printed."""
    tables = list(decks.tables(key)) if isinstance(decks.raw(key), list) else [decks.table(key)]
    if not tables:
        decks.complain(say("'{key}': expected at least one", key=key), key)
    if len(tables) > MOST_LOOKS:
        decks.complain(say("'{key}': at most {most}", key=key, most=MOST_LOOKS), key)
        tables = []
    return tuple(_read_look(table, parts, stock) for table in tables)


def _read_look(table: Section, parts: Mapping[str, Part], stock: Stock) -> Look:
    with table:
        cut = table.string("cut", Cut.RECT)
        if cut not in list(Cut):
            table.complain(say("there is no cut '{cut}'", cut=cut), "cut", near_miss(cut, list(Cut)))
            cut = Cut.RECT
        sizes = table.strings("sizes", ())
        for name in sizes:
            if name not in stock.sizes:
                table.complain(say("there is no size '{size}'", size=name), "sizes", near_miss(name, stock.sizes))
        return Look(
            size=_read_named_size(table, stock),
            cut=Cut(cut),
            safe=table.number("safe", 3.0),
            front=_read_part(table, "front", parts),
            back=_read_part(table, "back", parts, ""),
            sizes=sizes,
            place=table.place,
            own_backs=table.boolean("own_backs", default=False),
            stands=table.boolean("stands", default=False),
            bleed=table.number("bleed") if "bleed" in table else None,
            gap=table.number("gap") if "gap" in table else None,
            box=_read_wrap(table.table("box"), parts) if "box" in table and not _in_another(table) else None,
            lies_with=table.string("box") if _in_another(table) else "",
        )


def _in_another(table: Section) -> bool:
    """Whether a deck has no box of its own, but names the deck in whose box it lies."""
    return isinstance(table.raw("box", None), str)


def _check_boxes(decks: Section, looks: Mapping[str, tuple[Look, ...]]) -> None:
    """A deck lies in the box of another one that has one."""
    boxes = [key for key, found in looks.items() if found and found[0].box]
    for key, found in looks.items():
        for look in found:
            if look.lies_with and look.lies_with not in boxes:
                message = say("there is no deck '{deck}' with a box", deck=look.lies_with)
                decks.complain(message, key, near_miss(look.lies_with, boxes))


def _read_figure(table: Section, parts: Mapping[str, Part]) -> Figure:
    with table:
        size = table.raw("size", blank=[1, 1])
        pair = 2
        if not isinstance(size, list) or len(size) != pair:
            _unfit(table, "size", size)
            size = [1, 1]
        width = _measure(table, "size", size[0])
        if not isinstance(width, float) or not 1 <= width <= MOST_FIGURE:
            table.complain(out_of_range("size", width if isinstance(width, float) else 0, 1, MOST_FIGURE), "size")
            width = 1.0
        return Figure(_read_part(table, "part", parts), width, _measure(table, "size", size[1]), table.place)


def _read_book(table: Section, colours: Mapping[str, str]) -> BookStyle:
    usual = BookStyle()
    with table:
        colour = table.string("heading_colour", usual.heading_colour)
        if colour not in colours and not COLOUR.fullmatch(colour) and "heading_colour" in table:
            table.complain(_no_colour("heading_colour", colour), "heading_colour", near_miss(colour, colours))
        return BookStyle(
            table.string("font", usual.font),
            table.number("size", usual.size, *_BOOK_SIZES),
            table.number("leading", usual.leading, *_BOOK_LEADING),
            table.string("headings", usual.headings),
            colour,
            _one_of(table, "sections", ("numbers", "ids")) == "ids",
            _one_of(table, "examples", ("bar", "tab")) == "tab",
            _one_of(table, "margin", ("right", "left")) == "left",
            table.number("wide", usual.margin, *_BOOK_MARGIN),
            table.number("narrow", usual.strip, most=_BOOK_STRIP),
        )


def _one_of(table: Section, key: str, known: tuple[str, ...]) -> str:
    """One of some words, the first if none is named."""
    found = table.string(key, known[0])
    if found not in known:
        message = say("'{key}': there is no '{found}'", key=key, found=excerpt(found))
        table.complain(message, key, near_miss(found, known))
    return found


def _read_part(table: Section, key: str, parts: Mapping[str, Part], *default: str) -> str:
    """The name of a part; without a default it must be there."""
    name = table.string(key, *default)
    if name not in parts and name not in default:
        table.complain(say("there is no part '{name}'", name=name), key, near_miss(name, parts))
    return name


def _read_wrap(table: Section, parts: Mapping[str, Part]) -> Wrap:
    with table:
        return Wrap(*(_read_part(table, key, parts) for key in ("front", "back", "side", "lid")))


def _read_named_size(table: Section, stock: Stock) -> Size:
    found = table.raw("size", blank=[1, 1])
    if not isinstance(found, str):
        return read_size(table, "size")
    if found in stock.sizes:
        return stock.sizes[found]
    table.complain(say("there is no size '{size}'", size=found), "size", near_miss(found, stock.sizes))
    return Size(1, 1)

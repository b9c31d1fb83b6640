"""Reads what is made of the parts of a layout.toml: how decks look and are cut, and figures for texts."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.base.errors import near_miss
from pnp.base.text import say
from pnp.data.layout import (
    Cut,
    Figure,
    LayoutPart,
    Look,
    Size,
    Stock,
    Wrap,
)
from pnp.data.load.layout_boxes import read_measure, unfit
from pnp.data.load.stock import read_size
from pnp.data.load.toml import Section
from pnp.data.values import out_of_range

MOST_LOOKS = 8
MOST_FIGURE = 1000.0  # millimetres


def read_looks(decks: Section, key: str, parts: Mapping[str, LayoutPart], stock: Stock) -> tuple[Look, ...]:
    """`[decks.KEY]`, or `[[decks.KEY]]` for each shape in which the pieces are printed."""
    tables = list(decks.tables(key)) if isinstance(decks.raw(key), list) else [decks.table(key)]
    if not tables:
        decks.complain(say("'{key}': expected at least one", key=key), key)
    if len(tables) > MOST_LOOKS:
        decks.complain(say("'{key}': at most {most}", key=key, most=MOST_LOOKS), key)
        tables = []
    return tuple(_read_look(table, parts, stock) for table in tables)


def _read_look(table: Section, parts: Mapping[str, LayoutPart], stock: Stock) -> Look:
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


def complain_of_missing_tuckboxes(decks: Section, looks: Mapping[str, tuple[Look, ...]]) -> None:
    """A deck lies in the box of another one that has one."""
    boxes = [key for key, found in looks.items() if found and found[0].box]
    for key, found in looks.items():
        for look in found:
            if look.lies_with and look.lies_with not in boxes:
                message = say("there is no deck '{deck}' with a box", deck=look.lies_with)
                decks.complain(message, key, near_miss(look.lies_with, boxes))


def read_figure(table: Section, parts: Mapping[str, LayoutPart]) -> Figure:
    """A figure; its width is a number, its height may be arithmetic."""
    with table:
        size = table.raw("size", blank=[1, 1])
        pair = 2
        if not isinstance(size, list) or len(size) != pair:
            unfit(table, "size", size)
            size = [1, 1]
        width = read_measure(table, "size", size[0])
        if not isinstance(width, float) or not 1 <= width <= MOST_FIGURE:
            table.complain(out_of_range("size", width if isinstance(width, float) else 0, 1, MOST_FIGURE), "size")
            width = 1.0
        return Figure(_read_part(table, "part", parts), width, read_measure(table, "size", size[1]), table.place)


def _read_part(table: Section, key: str, parts: Mapping[str, LayoutPart], *default: str) -> str:
    """The name of a part; without a default it must be there."""
    name = table.string(key, *default)
    if name not in parts and name not in default:
        table.complain(say("there is no part '{name}'", name=name), key, near_miss(name, parts))
    return name


def _read_wrap(table: Section, parts: Mapping[str, LayoutPart]) -> Wrap:
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

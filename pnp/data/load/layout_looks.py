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
    sections = list(decks.sections(key)) if isinstance(decks.raw(key), list) else [decks.section(key)]
    if not sections:
        decks.complain(say("“{key}”: expected at least one", key=key), key)
    if len(sections) > MOST_LOOKS:
        decks.complain(say("“{key}”: expected no more than {most}", key=key, most=MOST_LOOKS), key)
        sections = []
    return tuple(_read_look(section, parts, stock) for section in sections)


def _read_look(section: Section, parts: Mapping[str, LayoutPart], stock: Stock) -> Look:
    with section:
        cut = section.string("cut", Cut.RECT)
        if cut not in list(Cut):
            section.complain(say("there is no cut “{cut}”", cut=cut), "cut", near_miss(cut, list(Cut)))
            cut = Cut.RECT
        sizes = section.strings("sizes", ())
        for name in sizes:
            if name not in stock.sizes:
                section.complain(say("there is no size “{size}”", size=name), "sizes", near_miss(name, stock.sizes))
        return Look(
            size=_read_named_size(section, stock),
            cut=Cut(cut),
            safe=section.number("safe", 3.0),
            front=_read_part(section, "front", parts),
            back=_read_part(section, "back", parts, ""),
            sizes=sizes,
            place=section.place,
            own_backs=section.boolean("own_backs", default=False),
            stands=section.boolean("stands", default=False),
            bleed=section.number("bleed") if "bleed" in section else None,
            gap=section.number("gap") if "gap" in section else None,
            box=_read_wrap(section.section("box"), parts) if "box" in section and not _in_another(section) else None,
            lies_with=section.string("box") if _in_another(section) else "",
        )


def _in_another(section: Section) -> bool:
    """Whether a deck has no box of its own, but names the deck in whose box it lies."""
    return isinstance(section.raw("box", None), str)


def complain_of_missing_tuckboxes(decks: Section, looks: Mapping[str, tuple[Look, ...]]) -> None:
    """A deck lies in the box of another one that has one."""
    boxes = [key for key, found in looks.items() if found and found[0].box]
    for key, found in looks.items():
        for look in found:
            if look.lies_with and look.lies_with not in boxes:
                message = say("there is no deck “{deck}” with a box", deck=look.lies_with)
                decks.complain(message, key, near_miss(look.lies_with, boxes))


def read_figure(section: Section, parts: Mapping[str, LayoutPart]) -> Figure:
    """A figure; its width is a number, its height may be arithmetic."""
    with section:
        size = section.raw("size", blank=[1, 1])
        pair = 2
        if not isinstance(size, list) or len(size) != pair:
            unfit(section, "size", size)
            size = [1, 1]
        width = read_measure(section, "size", size[0])
        if not isinstance(width, float) or not 1 <= width <= MOST_FIGURE:
            section.complain(out_of_range("size", width if isinstance(width, float) else 0, 1, MOST_FIGURE), "size")
            width = 1.0
        return Figure(
            _read_part(section, "part", parts), width, read_measure(section, "size", size[1]), section.place
        )


def _read_part(section: Section, key: str, parts: Mapping[str, LayoutPart], *default: str) -> str:
    """The name of a part; without a default it must be there."""
    name = section.string(key, *default)
    if name not in parts and name not in default:
        section.complain(say("there is no part “{name}”", name=name), key, near_miss(name, parts))
    return name


def _read_wrap(section: Section, parts: Mapping[str, LayoutPart]) -> Wrap:
    with section:
        return Wrap(*(_read_part(section, key, parts) for key in ("front", "back", "side", "lid")))


def _read_named_size(section: Section, stock: Stock) -> Size:
    found = section.raw("size", blank=[1, 1])
    if not isinstance(found, str):
        return read_size(section, "size")
    if found in stock.sizes:
        return stock.sizes[found]
    section.complain(say("there is no size “{size}”", size=found), "size", near_miss(found, stock.sizes))
    return Size(1, 1)

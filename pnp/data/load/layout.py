"""Reads a layout.toml: colours, inks, fonts and the look of books here, boxes and looks in modules of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from pnp.base.errors import BadFile, near_miss
from pnp.base.files import inside
from pnp.base.text import Message, say
from pnp.data.layout import COLOUR, BookStyle, Box, Ink, Layout, Stock
from pnp.data.load.layout_boxes import read_box, read_parts
from pnp.data.load.layout_looks import complain_of_missing_tuckboxes, read_figure, read_looks
from pnp.data.load.toml import Section, Source
from pnp.data.values import excerpt

_BOOK_SIZES, _BOOK_LEADING = (6.0, 16.0), (1.0, 2.0)
_BOOK_MARGIN, _BOOK_STRIP = (20.0, 60.0), 30.0  # millimetres


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
                styles[name] = read_box(boxes.table(name), name, [styles], known)
        parts = read_parts(root.table("parts"), dict(shared.parts) if shared else {}, styles, known)
        with root.table("decks") as decks:
            looks = {key: read_looks(decks, key, parts, stock) for key in decks}
            complain_of_missing_tuckboxes(decks, looks)
        with root.table("figures") as figures:
            drawn = {key: read_figure(figures.table(key), parts) for key in figures}
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

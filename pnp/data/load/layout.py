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
        colours = dict(_read_colours(root.section("colours")))
        with root.section("inks") as inks:
            known = dict(shared.inks if shared else {}) | {key: _read_ink(inks.section(key), key) for key in inks}
        fonts = dict(_read_fonts(root.section("fonts"), path.parent))
        with root.section("boxes") as boxes:
            styles: dict[str, Box] = {}
            for name in boxes:
                styles[name] = read_box(boxes.section(name), name, [styles], known)
        parts = read_parts(root.section("parts"), dict(shared.parts) if shared else {}, styles, known)
        with root.section("decks") as decks:
            looks = {key: read_looks(decks, key, parts, stock) for key in decks}
            complain_of_missing_tuckboxes(decks, looks)
        with root.section("figures") as figures:
            drawn = {key: read_figure(figures.section(key), parts) for key in figures}
        book = _read_book(root.section("book"), {**(shared.colours if shared else {}), **colours})
    if source.complaints:
        raise BadFile(*source.complaints)
    return Layout(
        path=path,
        colours=colours,
        inks=known,
        fonts=fonts,
        parts=parts,
        looks=looks if of_game else {},
        kinds={} if of_game else looks,
        figures=drawn,
        book=book,
    )


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


def _read_colours(section: Section) -> Iterator[tuple[str, str]]:
    with section:
        for name in section:
            colour = section.string(name)
            if COLOUR.fullmatch(colour):
                yield name, colour
            else:
                section.complain(_no_colour(name, colour), name)


def _read_ink(section: Section, name: str) -> Ink:
    with section:
        layers = frozenset(section.strings("layers"))
        with section.section("small") as small:
            below, fewer = small.number("below", 0.0), frozenset(small.strings("layers", ()))
        return Ink(
            name=name,
            layers=layers,
            small=below,
            small_layers=fewer,
            thinnest=section.number("thinnest", 0.0),
            fill=_ink_colour(section, "fill"),
            stroke=_ink_colour(section, "stroke"),
            colours=dict(_read_colours(section.section("colours"))),
            lines=section.number("lines", 1.0, most=1),
            tones=section.number("tones", 0.0, most=1),
        )


def _ink_colour(section: Section, key: str) -> str:
    colour = section.string(key, "")
    if colour in ("", "white", "black", "none") or COLOUR.fullmatch(colour):
        return colour
    section.complain(_no_colour(key, colour), key)
    return ""


def _no_colour(key: str, found: str) -> Message:
    return say("“{key}”: expected a colour such as #2A1E17, found “{found}”", key=key, found=excerpt(found))


def _read_fonts(section: Section, folder: Path) -> Iterator[tuple[str, Path]]:
    with section:
        for name in section:
            yield name, inside(folder, section.string(name), section.place_of(name))


def _read_book(section: Section, colours: Mapping[str, str]) -> BookStyle:
    usual = BookStyle()
    with section:
        colour = section.string("heading_colour", usual.heading_colour)
        if colour not in colours and not COLOUR.fullmatch(colour) and "heading_colour" in section:
            section.complain(_no_colour("heading_colour", colour), "heading_colour", near_miss(colour, colours))
        return BookStyle(
            font=section.string("font", usual.font),
            size=section.number("size", usual.size, *_BOOK_SIZES),
            leading=section.number("leading", usual.leading, *_BOOK_LEADING),
            headings=section.string("headings", usual.headings),
            heading_colour=colour,
            ids=_one_of(section, "sections", ("numbers", "ids")) == "ids",
            tabs=_one_of(section, "examples", ("bar", "tab")) == "tab",
            left=_one_of(section, "margin", ("right", "left")) == "left",
            margin=section.number("wide", usual.margin, *_BOOK_MARGIN),
            strip=section.number("narrow", usual.strip, most=_BOOK_STRIP),
        )


def _one_of(section: Section, key: str, known: tuple[str, ...]) -> str:
    """One of some words, the first if none is named."""
    found = section.string(key, known[0])
    if found not in known:
        message = say("“{key}”: there is no “{found}”", key=key, found=excerpt(found))
        section.complain(message, key, near_miss(found, known))
    return found

"""Reads templates/sheets.toml: papers, usual sizes of pieces, and ways of filling sheets."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pnp.base.errors import BadFile, near_miss
from pnp.base.text import say
from pnp.data.layout import Paper, Scheme, Size, Sleeve, Stock, Tiling
from pnp.data.load.toml import Section, Source

SIDES = ("front", "back")
MOST_MILLIMETRES = 5000
MOST_SLEEVE = 20
MOST_BULK = 10


def load_stock(paths: Iterable[Path]) -> Stock:
    """What all files together offer; where two name the same thing, the first one holds."""
    papers: dict[str, Paper] = {}
    sizes: dict[str, Size] = {}
    schemes: dict[str, Scheme] = {}
    sleeves: dict[str, Sleeve] = {}
    tilings: list[Tiling | None] = []
    bulks: list[float] = []
    for path in paths:
        source = Source(path)
        with source.root as root:
            papers = {key: _read_paper(section) for key, section in _named(root, "papers")} | papers
            sizes = {key: _read_size(section) for key, section in _named(root, "sizes")} | sizes
            schemes = {key: _read_scheme(section) for key, section in _named(root, "layouts")} | schemes
            sleeves = {key: _read_sleeve(section) for key, section in _named(root, "sleeves")} | sleeves
            tilings.append(_read_tiling(root.section("tiles")))
            bulks.append(root.number("bulk", least=0.1, most=MOST_BULK) if "bulk" in root else 0.0)
        if source.complaints:
            raise BadFile(*source.complaints)
    tiling, bulk = next(filter(None, tilings)), next(filter(None, bulks))  # the built-in file has both
    return Stock(papers, sizes, schemes, sleeves, tiling, bulk)


def _named(root: Section, key: str) -> list[tuple[str, Section]]:
    with root.section(key) as sections:
        return [(name, sections.section(name)) for name in sections]


def _read_paper(section: Section) -> Paper:
    with section:
        size = read_size(section, "size")
        return Paper(size, section.number("margin", min(5.0, _most_margin(size)), 0, _most_margin(size)))


def _most_margin(size: Size) -> float:
    """A printer leaves something to print on."""
    return min(size.width, size.height) / 3


def _read_size(section: Section) -> Size:
    with section:
        return read_size(section, "size")


def _read_scheme(section: Section) -> Scheme:
    with section:
        sides = section.strings("sides")
        if not sides and "sides" in section:
            section.complain(say("“{key}”: expected at least one", key="sides"), "sides", near_miss("", SIDES))
        if len(set(sides)) < len(sides):
            section.complain(say("“{key}”: each may appear only once", key="sides"), "sides")
        for side in sides:
            if side not in SIDES:
                section.complain(say("there is no side “{side}”", side=side), "sides", near_miss(side, SIDES))
        return Scheme(sides, section.number("fold", 0.0, 0), section.boolean("alone", default=False))


def _read_sleeve(section: Section) -> Sleeve:
    with section:
        return Sleeve(section.number("wider", 0.0, 0, MOST_SLEEVE), section.number("thicker", 0.0, 0, MOST_SLEEVE))


def _read_tiling(section: Section) -> Tiling | None:
    with section:
        if "overlap" in section:
            return Tiling(section.number("overlap", 0.0, 0, MOST_MILLIMETRES), section.place_of("overlap"))
    return None


def read_size(section: Section, key: str) -> Size:
    """Width and height in millimetres, from 1 to 5000 each."""
    width, height = section.numbers(key, 2, least=1, most=MOST_MILLIMETRES)
    return Size(width, height)

"""What may be asked of the printing. Each option is declared once; what checks, prints and explains it reads that.

Help waits for this module, and named tuples are made in a quarter of the time that dataclasses take.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Annotated, NamedTuple, get_args, get_origin, get_type_hints

from pnp.base.text import OptionName

if TYPE_CHECKING:
    from pnp.data.layout import Stock

LARGEST = 2000.0
MOST_BLEED = 50.0
LIGHTEST, HEAVIEST = 40.0, 600.0  # grams a square metre


class Binding(StrEnum):
    """How a book is made: single pages, or sheets that are folded into pages of half the paper, or square ones."""

    PAGES = "pages"
    BOOKLET = "booklet"
    SQUARE = "square"


class Allowed(NamedTuple):
    """What may be asked for with an option, beside its type: words, with an example, or numbers."""

    example: str = ""
    words: Callable[[Stock], Iterable[str]] | None = None  # all that there are, if the stock knows
    least: float = 0
    most: float = LARGEST


def _layouts(stock: Stock) -> Iterable[str]:
    return stock.schemes


def _bindings(_stock: Stock) -> Iterable[str]:
    return Binding


def _edges(_stock: Stock) -> Iterable[str]:
    from pnp.draw.imposition import Flip

    return Flip


def _sleeves(stock: Stock) -> Iterable[str]:
    return ["", *stock.sleeves]


class PrintOptions(NamedTuple):
    """All that may be asked, with what holds if it is left out; `print_settings` tells what the words mean."""

    decks: Annotated[Collection[str], Allowed("base")] = ()  # no others; all if none is named
    paper: Annotated[str, Allowed("letter")] = "a4"
    card: Annotated[str, Allowed("poker")] = ""
    layout: Annotated[str, Allowed("gutterfold", _layouts)] = "duplex"
    binding: Annotated[str, Allowed("booklet", _bindings)] = "pages"
    format: Annotated[str, Allowed("html")] = "pdf"  # of the file
    flip: Annotated[str, Allowed("short", _edges)] = "long"
    ink: Annotated[str, Allowed("low")] = "full"
    bleed: Annotated[float, Allowed(most=MOST_BLEED)] = 3.0
    gap: Annotated[float | None, Allowed(most=MOST_BLEED)] = None
    overlap: float | None = None
    gsm: Annotated[float, Allowed(least=LIGHTEST, most=HEAVIEST)] = 250.0
    sleeves: Annotated[str, Allowed("thin", _sleeves)] = ""
    once: bool = False  # one copy of each piece


class PrintOption(NamedTuple):
    """A field of PrintOptions, read as data."""

    name: OptionName
    kind: object  # its type
    allowed: Allowed


@cache
def declared() -> Mapping[str, PrintOption]:
    """All options by their names, in the order in which they are declared and help lists them."""
    hints = get_type_hints(PrintOptions, include_extras=True)
    return {name: PrintOption(OptionName(name), *_parted(hint)) for name, hint in hints.items()}


def _parted(hint: object) -> tuple[object, Allowed]:
    """A type, and what stands beside it."""
    if get_origin(hint) is not Annotated:
        return hint, Allowed()
    kind, allowed = get_args(hint)
    return kind, allowed

"""The nouns of printing: a Layout says how a game's pieces look, a Stock what paper there is and how it is filled."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any

from pnp.base.errors import Place
from pnp.data.formula import Formula
from pnp.data.model import Deck

# the corners of a hexagon that stands on a point, as shares of its box; regular if the box is 0.866 as wide as high
HEXAGON = ((0.5, 0.0), (1.0, 0.25), (1.0, 0.75), (0.5, 1.0), (0.0, 0.75), (0.0, 0.25))
SHAPES = ("rect", "oval", "hexagon", "polygon", "line", "arc", "sector")
CORNERS = ("all", "top", "bottom", "left", "right")
HEADS = ("none", "start", "end", "both")
COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")

Measure = float | Formula
Setting = Measure | bool | str | tuple[str, ...] | tuple[Measure, ...] | Mapping[str, "Setting"]
BoxSettings = Mapping[str, Setting]
LayoutNames = dict[str, Any]  # what a layout or a template may name


@dataclass(frozen=True, slots=True)
class Size:
    """Millimetres."""

    width: float
    height: float

    @property
    def turned(self) -> Size:
        """With width and height swapped."""
        return Size(self.height, self.width)

    def __str__(self) -> str:
        return f"{self.width:g}×{self.height:g} mm"


# ---- how a piece looks --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Level:
    """What one section says about a box, and what it changes for single inks."""

    settings: BoxSettings
    inks: Mapping[str, BoxSettings]


@dataclass(frozen=True, slots=True)
class Box:
    """A named rectangle on a face with what is drawn in it; later levels build on the numbers of earlier ones."""

    name: str
    levels: tuple[Level, ...]
    place: Place

    def settings(self, ink: str) -> list[BoxSettings]:
        """What its levels say for an ink; what comes later counts."""
        return [one for level in self.levels for one in (level.settings, level.inks.get(ink)) if one]


@dataclass(frozen=True, slots=True)
class LayoutPart:
    """Boxes in the order in which they are drawn: a whole face, or something that faces repeat."""

    name: str
    boxes: tuple[Box, ...]
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class Ink:
    """How much is printed: layers of drawings, and what becomes of fills and lines."""

    name: str
    layers: frozenset[str]
    small: float = 0
    small_layers: frozenset[str] = frozenset()
    thinnest: float = 0
    fill: str = ""
    stroke: str = ""
    colours: Mapping[str, str] | None = None
    lines: float = 1  # how thick lines are, as a share of what the layout and its drawings say
    tones: float = 0  # colours become greys with this share of their darkness; nought: they do not

    def layers_at(self, size: float) -> frozenset[str]:
        """The layers that a drawing of a size shows; small ones may show fewer."""
        return self.small_layers if size < self.small else self.layers


class Cut(StrEnum):
    """The outline along which a piece is cut."""

    RECT = "rect"
    OVAL = "oval"
    HEXAGON = "hexagon"


@dataclass(frozen=True, slots=True)
class Look:
    """How the pieces of a deck are cut and which parts are their faces."""

    size: Size
    cut: Cut
    safe: float
    front: str
    back: str
    sizes: tuple[str, ...]
    place: Place
    own_backs: bool = False
    stands: bool = False  # a strip that is folded up
    bleed: float | None = None
    gap: float | None = None
    box: Wrap | None = None
    lies_with: str = ""  # the deck in whose box the pieces lie


@dataclass(frozen=True, slots=True)
class Wrap:
    """The parts that decorate a tuck box: its broad sides, its narrow sides, lid and bottom."""

    front: str
    back: str
    side: str
    lid: str


@dataclass(frozen=True, slots=True)
class Figure:
    """A part that illustrates a text; its height may depend on what it shows."""

    part: str
    width: float
    height: Measure
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class BookStyle:
    """How the text of a book looks: its typefaces, what its sections and boxes show, and where its margin is."""

    font: str = "Serif"
    size: float = 10.2
    leading: float = 14.2 / 10.2  # ems
    headings: str = "Serif-Bold"
    heading_colour: str = "accent"
    ids: bool = False  # sections are called by the ids of their rules, not by numbers
    tabs: bool = False  # examples stand in frames with a tab, not beside a bar
    left: bool = False  # the margin is on the left, and boxes span it
    margin: float = 48  # how wide it is on wide pages
    strip: float = 0  # how wide it is on narrow ones, for drawings alone; nought: they have none


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """All that a layout.toml says. Decks that it does not name look as their piece does in the shared layout."""

    path: Path
    colours: Mapping[str, str]
    inks: Mapping[str, Ink]
    fonts: Mapping[str, Path]
    parts: Mapping[str, LayoutPart]
    looks: Mapping[str, tuple[Look, ...]]  # of decks
    kinds: Mapping[str, tuple[Look, ...]]  # of all pieces of a kind that have no look of their own
    figures: Mapping[str, Figure]
    book: BookStyle = BookStyle()

    def of_deck(self, deck: Deck) -> tuple[Look, ...]:
        """The deck's own looks, else those of its kind of piece; none where nothing says how it looks."""
        return self.looks.get(deck.key) or self.kinds.get(deck.piece) or ()


# ---- what it is printed on ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Paper:
    """A sheet, and the margin that home printers leave white."""

    size: Size
    margin: float


@dataclass(frozen=True, slots=True)
class Scheme:
    """A way of filling sheets: the sides that are printed, and whether both halves of one side are."""

    sides: tuple[str, ...]
    fold: float = 0
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Sleeve:
    """What a sleeve adds to a card, in millimetres: to its width and height, and to its thickness."""

    wider: float
    thicker: float


@dataclass(frozen=True, slots=True)
class Tiling:
    """How far the sheets of a board that is printed in tiles overlap."""

    overlap: float
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class Stock:
    """Papers, usual sizes of pieces, ways of filling sheets, sleeves by name; and what boards and boxes need."""

    papers: Mapping[str, Paper]
    sizes: Mapping[str, Size]
    schemes: Mapping[str, Scheme]
    sleeves: Mapping[str, Sleeve]
    tiling: Tiling
    bulk: float  # thickness of a paper in thousandths of a millimetre for each gram a square metre

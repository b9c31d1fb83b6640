"""What is at hand while a face is drawn: layout, typefaces, drawings, the painter; and notes on what goes wrong."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from pnp.base.errors import BadFile, Complaint, Place, near_miss
from pnp.base.memo import once_for_each
from pnp.base.text import Message, say
from pnp.data.formula import BadFormula, Formula
from pnp.data.layout import CORNERS, HEADS, SHAPES, Box, BoxSettings, Cut, Layout, Measure, Size
from pnp.data.values import excerpt
from pnp.draw import fonts, shapes
from pnp.draw.art import Drawing, Photo, find_art, read_art
from pnp.draw.imposition import Area
from pnp.draw.painter import Painter, applied
from pnp.draw.pdf import Typeface
from pnp.faces.job import Job
from pnp.faces.sandbox import expressions

SPARE = 5.0  # how far beyond the cut a box may reach even where less bleed is asked for
_NEARLY = 0.05
MOST_SIDES = 360
MOST_KEPT = 4  # jobs whose files are at hand


@dataclass(frozen=True, slots=True)
class FaceShape:
    """The size at which a face is printed. A face is designed for one size and scaled to fit another."""

    design: Size
    size: Size
    bleed: float
    safe: float
    cut: Cut = Cut.RECT

    @property
    def scale(self) -> float:
        """Millimetres of the print to a unit of the design, such that all of the design finds room."""
        return min(self.size.width / self.design.width, self.size.height / self.design.height)

    @property
    def room(self) -> Size:
        """The card in units of the design: never smaller than that, and larger where the shape differs."""
        return Size(self.size.width / self.scale, self.size.height / self.scale)


class FaceStamp(NamedTuple):
    """What tells the stamp of a face from others; `piece` is what complaints call the piece that it is of."""

    kind: str
    piece: str
    tells_apart: tuple[object, ...]


class InkSpan(NamedTuple):
    """A drawing across, in units of its height: the whole, and from where to where it has ink."""

    wide: float
    left: float
    right: float


class InkedBox(NamedTuple):
    """A box with its levels for an ink, and all that they say together."""

    box: Box
    levels: Sequence[BoxSettings]
    settings: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class FaceResources:
    """What the faces of one game and language share. Boxes and drawings are prepared on first use."""

    layout: Layout
    folder: Path
    language: str
    _art: dict[str, Drawing | Photo | None] = field(default_factory=dict)
    _fonts: dict[str, Typeface] = field(default_factory=dict)
    _spans: dict[str, InkSpan] = field(default_factory=dict)
    _boxes: dict[tuple[str, str], tuple[InkedBox, ...]] = field(default_factory=dict)

    def art(self, name: str, place: Place) -> Drawing | Photo | None:
        """A drawing or picture, read once; None where the game has none of that name."""
        if name not in self._art:
            path = find_art(self.folder, name, place)
            self._art[name] = read_art(path) if path else None
        return self._art[name]

    def span(self, name: str, place: Place) -> InkSpan:
        """How wide a drawing is, and where it has ink."""
        if name not in self._spans:
            art = self.art(name, place)
            wide = art.width / art.height if art else 1.0
            self._spans[name] = InkSpan(wide, *(art.span() if isinstance(art, Drawing) else (0.0, wide)))
        return self._spans[name]

    def font(self, name: str, place: Place) -> Typeface:
        """A typeface of the game's own, else a built-in one; BadFile, with a near miss, where neither is there."""
        if name in self.layout.fonts:
            if name not in self._fonts:
                self._fonts[name] = fonts.from_file(self.layout.fonts[name])
            return self._fonts[name]
        if name in fonts.NAMES:
            return fonts.builtin(name)
        known = (*self.layout.fonts, *fonts.NAMES)
        raise BadFile(Complaint(say("there is no typeface “{name}”", name=name), place, near_miss(name, known)))

    def boxes(self, part: str, ink: str) -> tuple[InkedBox, ...]:
        """The boxes of a part of the layout, as an ink has them."""
        key = (part, ink)
        if key not in self._boxes:
            self._boxes[key] = tuple(_inked(box, ink) for box in self.layout.parts[part].boxes)
        return self._boxes[key]


@once_for_each(MOST_KEPT)
def resources_of(job: Job) -> FaceResources:
    """What all documents of a job share: its files are looked up and read once."""
    return FaceResources(job.layout, job.edition.game.folder, job.catalog.language)


def _inked(box: Box, ink: str) -> InkedBox:
    levels = box.settings(ink)
    return InkedBox(box, levels, {name: one for level in levels for name, one in level.items()})


@dataclass(frozen=True, slots=True)
class Problem:
    """What a look at the print would find, and in which box."""

    message: Message
    box: Box
    hint: Message | None = None
    of_text: bool = False  # a fault of the card's words, not of the layout


@dataclass(frozen=True, slots=True)
class Drawn:
    """A box with its numbers worked out for one card, and the names that its contents may use."""

    box: Box
    frame: Mapping[str, float]
    settings: Mapping[str, Any]
    names: Mapping[str, Any]

    def number(self, key: str, default: float) -> float:
        """A number of the box as it was worked out; the default where the layout does not give it."""
        return self.frame.get(key, default)

    def pair(self, key: str) -> tuple[float, float] | None:
        """Two numbers of one setting, such as a point to turn about; None where it is left out."""
        if key not in self.settings:
            return None
        one, two = (number(part, self.names) for part in self.settings[key])
        return one, two

    def words(self, key: str, default: str = "") -> str:
        """A setting with its double braces filled in."""
        source: str = self.settings.get(key, default)
        return expressions().words(source, self.names) if "{" in source else source

    @property
    def shape(self) -> str:
        """What outline the box has, a rectangle unless it says otherwise; BadFile for one that there is not."""
        return self._one_of("shape", SHAPES)

    def refuse_unknown_shape(self) -> None:
        """BadFile for a shape that there is not, also on a box that draws none."""
        if "shape" in self.settings:
            _ = self.shape

    def _one_of(self, key: str, known: tuple[str, ...]) -> str:
        """A setting that is one of some words, the first if it is left out."""
        found = self.words(key, known[0])
        if found not in known:
            message = say("“{key}”: there is no “{found}”", key=key, found=excerpt(found))
            raise BadFile(Complaint(message, self.box.place, near_miss(found, known)))
        return found

    def outline(self) -> str:
        """The shape in PDF's operators, in units of the design; lines and arcs stop short of their heads."""
        x, y, w, h = (self.frame[key] for key in ("x", "y", "w", "h"))
        match self.shape:
            case "oval":
                drawn = shapes.oval(x, y, w, h)
            case "hexagon":
                drawn = shapes.hexagon(x, y, w, h)
            case "polygon":
                sides = min(max(int(self.number("sides", 6)), 3), MOST_SIDES)
                drawn = shapes.regular(x, y, w, h, sides, self.number("start", -90))
            case "line":
                drawn = shapes.line(*self.ends)
            case "arc":
                drawn = shapes.arc(x, y, w, h, *self.stretch)
            case "sector":
                drawn = shapes.sector(x, y, w, h, *self.stretch, min(self.number("hole", 0), w / 2))
            case _:
                corners = self._one_of("corners", CORNERS)
                drawn = shapes.rect(x, y, w, h, self.number("radius", 0), self.number("notch", 0), corners)
        return drawn

    @property
    def head(self) -> float:
        """The length of an arrow's head."""
        return min(self.number("head", 2), max(abs(self.frame["w"]), abs(self.frame["h"])))

    @property
    def heads(self) -> tuple[bool, bool]:
        """Whether a line has a head at its start, and at its end."""
        heads = self._one_of("heads", HEADS)
        return heads in ("start", "both"), heads in ("end", "both")

    @property
    def ends(self) -> Area:
        """Start and end of a line, short of its heads."""
        x, y, w, h = (self.frame[key] for key in ("x", "y", "w", "h"))
        long = math.hypot(w, h) or 1
        first, last = (0.9 * self.head / long if headed else 0 for headed in self.heads)
        return x + w * first, y + h * first, x + w * (1 - last), y + h * (1 - last)

    @property
    def stretch(self) -> tuple[float, float]:
        """Start and sweep of an arc, short of its heads."""
        start, sweep = self.number("start", -90), self.number("sweep", 360)
        turned = math.degrees(0.9 * self.head / max(self.frame["w"] / 2, 0.1)) * math.copysign(1, sweep)
        first, last = (turned if headed and self.shape == "arc" else 0 for headed in self.heads)
        return start + first, sweep - first - last

    def arrow_heads(self) -> Iterator[str]:
        """The heads of a line or an arc, each with its tip at the very end."""
        x, y, w, h = (self.frame[key] for key in ("x", "y", "w", "h"))
        along = math.degrees(math.atan2(h, w))
        first, last = ((x, y), along + 180), ((x + w, y + h), along)
        if self.shape == "arc":
            start, sweep = self.number("start", -90), self.number("sweep", 360)
            ahead = math.copysign(90, sweep)
            bend = math.degrees(self.head / 2 / max(w / 2, 0.1)) * math.copysign(1, sweep)
            first = (self._on_oval(start), start - ahead + bend)
            last = (self._on_oval(start + sweep), start + sweep + ahead - bend)
        for headed, (tip, towards) in zip(self.heads, (first, last), strict=True):
            if headed:
                yield shapes.arrow_head(tip, towards, self.head)

    def _on_oval(self, angle: float) -> tuple[float, float]:
        x, y, w, h = (self.frame[key] for key in ("x", "y", "w", "h"))
        turn = math.radians(angle)
        return x + w / 2 * (1 + math.cos(turn)), y + h / 2 * (1 + math.sin(turn))


class FaceContext:
    """One face being drawn."""

    def __init__(self, resources: FaceResources, painter: Painter, shape: FaceShape) -> None:
        self.resources, self.painter, self.shape = resources, painter, shape
        self.problems: list[Problem] = []

    @property
    def scale(self) -> float:
        """Millimetres of the print to a unit of whatever is being drawn."""
        a, b, *_ = self.painter.matrix
        return math.hypot(a, b)

    def colour(self, drawn: Drawn, key: str) -> str:
        """The colour that a box names, empty for none; BadFile, with a near miss, where it cannot be printed."""
        name = drawn.words(key)
        if not self.painter.palette.knows(name):
            hint = near_miss(name, self.painter.palette.colours)
            raise BadFile(Complaint(say("there is no colour “{name}”", name=excerpt(name)), drawn.box.place, hint))
        return name

    def report(self, drawn: Drawn, message: Message, hint: Message | None = None, *, of_text: bool = False) -> None:
        """Takes note of a problem; drawing goes on, so that all problems are found at once."""
        self.problems.append(Problem(message, drawn.box, hint, of_text))

    def check_safe(self, drawn: Drawn, area: Area) -> None:
        """Reports an area of text that comes too near to the cut, or beyond it."""
        safe = self.shape.safe
        if self._overhang(area, self.shape.cut) > _NEARLY - safe:
            self.report(drawn, say("text is outside the safe zone, which ends {safe} mm from the cut", safe=safe))

    def refuse_outside(self, drawn: Drawn) -> None:
        """BadFile for a box that reaches beyond bleed and spare, where another piece may lie."""
        frame = drawn.frame
        out = self._overhang((frame["x"], frame["y"], frame["right"], frame["bottom"]), Cut.RECT)
        if out > max(self.shape.bleed, SPARE) + _NEARLY:
            raise BadFile(
                Complaint(
                    say("the box “{box}” extends {out} mm beyond the cut", box=drawn.box.name, out=round(out, 1)),
                    drawn.box.place,
                    say("the piece is {size}; nothing is printed beyond its bleed", size=str(self.shape.size)),
                )
            )

    def _overhang(self, area: Area, cut: Cut) -> float:
        """How far an area reaches beyond a cut, negative if it stays inside, in millimetres of the print."""
        left, top, right, bottom = area
        corners = [applied(self.painter.matrix, x, y) for x in (left, right) for y in (top, bottom)]
        edges = shapes.edges(cut, self.shape.size)
        return max(right * x + below * y - far for x, y in corners for right, below, far in edges)


def measured(levels: Sequence[BoxSettings], names: Mapping[str, Any]) -> dict[str, float]:
    """The numbers of a box, level by level: each level sees the numbers of the one it builds on."""
    frame: dict[str, float] = {"x": 0.0, "y": 0.0, "w": names["width"], "h": names["height"]}
    for level in levels:
        seen = {**names, **frame}
        frame |= {key: _measure(key, one, seen) for key, one in level.items() if isinstance(one, float | Formula)}
    return frame | {"right": frame["x"] + frame["w"], "bottom": frame["y"] + frame["h"]}


def _measure(key: str, measure: Measure, names: Mapping[str, Any]) -> float:
    try:
        return number(measure, names)
    except BadFormula as error:
        raise BadFormula(say("{key}: {reason}", key=key, reason=error.message)) from None


def number(measure: Measure, names: Mapping[str, Any]) -> float:
    """A measure as it stands, or worked out if it is a formula; BadFormula where that fails."""
    return measure(names) if isinstance(measure, Formula) else measure

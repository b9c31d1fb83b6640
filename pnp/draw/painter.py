"""Draws on a document in millimetres, y downwards: shapes, drawings and lines of text, in the colours of an ink."""

from __future__ import annotations

import io
import math
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Protocol

from pnp.data.layout import COLOUR, Ink
from pnp.draw.art import FORMATS, LAYERS, Drawing, Photo, Stroke
from pnp.draw.pdf import PdfFile, Raster, Stamp, Typeface, our_settings
from pnp.draw.shapes import Frame, n

Matrix = tuple[float, float, float, float, float, float]
POINT = 25.4 / 72  # millimetres
MOST_COLOURS = 1000  # whose operators are at hand
_LIGHT = 0.6
_LIGHTNESS = (0.2126, 0.7152, 0.0722)  # of red, green and blue
_GAMMA = 2.2  # of screens
_NAMED = {"white": "#FFFFFF", "black": "#000000", "none": ""}


@dataclass(frozen=True, slots=True)
class Palette:
    """Colours by name, as an ink prints them."""

    colours: Mapping[str, str]
    ink: Ink

    def fill(self, name: str) -> str:
        """The inside of a shape; empty where nothing is painted."""
        return self._printed(name, self.ink.fill)

    def stroke(self, name: str) -> str:
        """Lines and text; white ones too, since the ground they stood on is white now."""
        return self._printed(name if name != "white" or not self.ink.stroke else "#FFFFFF", self.ink.stroke)

    def knows(self, name: str) -> bool:
        """Whether a colour can be printed: none at all, one by name, or a code such as #A03020."""
        return not name or name in self.colours or name in _NAMED or bool(COLOUR.fullmatch(name))

    def _printed(self, name: str, instead: str) -> str:
        if not name or name in _NAMED:
            return _NAMED.get(name, "")
        special = (self.ink.colours or {}).get(name)
        chosen = special or instead or _toned(self.colours.get(name, name), self.ink.tones)
        return _NAMED.get(chosen, chosen)

    def thick(self, wanted: float, scale: float) -> float:
        """How thick a line is printed, in units of what is drawn at a scale."""
        return max(wanted * self.ink.lines, self.ink.thinnest / scale)

    # ---- drawings ----

    def paths(self, art: Drawing, layers: frozenset[str], tint: str) -> Iterator[Stroke]:
        """The paths of a drawing as the ink prints them; a tint takes the place of the drawing's first one."""
        first = next((one.fill for one in art.paths if one.layer == "tint"), "")
        instead = self.colours.get(tint, _NAMED.get(tint, tint))
        for stroke in art.paths:
            if not stroke.layer or stroke.layer in layers:
                dyed = tint and stroke.layer == "tint" and stroke.fill == first
                yield self._inked(replace(stroke, fill=instead) if dyed else stroke)

    def least(self, art: Drawing, scale: float) -> float:
        """The least thickness of a drawing's lines at a scale; nought where all are thicker anyway."""
        least = self.ink.thinnest / scale
        thin = any(stroke.stroke and stroke.width * self.ink.lines < least for stroke in art.paths)
        return round(least, 1) if thin else 0

    def _inked(self, stroke: Stroke) -> Stroke:
        """The path as the ink prints it: dark as its line, light as its ground; art without layers in greys."""
        ink = self.ink
        if ink.lines != 1:
            stroke = replace(stroke, width=stroke.width * ink.lines)
        if not ink.stroke:
            return stroke
        line, ground = _NAMED.get(ink.stroke, ink.stroke), _NAMED.get(ink.fill, ink.fill)
        light = _toned(stroke.fill, ink.tones) if ink.tones else stroke.fill and ground
        if stroke.layer == "tint":  # a tint without colour still hides what lies behind the drawing
            edge = _toned(stroke.stroke, ink.tones) if ink.tones else stroke.stroke and ground
            return replace(stroke, fill=light, stroke=edge)
        if stroke.layer in LAYERS:
            fill = stroke.fill and (light if _lightness(stroke.fill) > _LIGHT else line)
            return replace(stroke, fill=fill, stroke=stroke.stroke and line)
        if "tint" in ink.layers:
            return replace(stroke, fill=_grey(stroke.fill), stroke=_grey(stroke.stroke))
        return replace(stroke, fill=ground, stroke=line)


class Painter(Protocol):
    """Whatever draws faces: the one on a PDF document, or one that writes another format."""

    @property
    def palette(self) -> Palette:
        """The colours that may be named, and the ink that prints them."""

    @property
    def matrix(self) -> Matrix:
        """What takes a point of whatever is being drawn now to its place on the page."""

    def moved(self, x: float = 0, y: float = 0, turn: float = 0, scale: float = 1) -> AbstractContextManager[None]:
        """Shifts, turns clockwise by degrees and scales all that is drawn inside."""

    def clipped(self, outline: str) -> AbstractContextManager[None]:
        """Cuts off at an outline whatever is drawn inside."""

    def shape(
        self, outline: str, fill: str = "", stroke: str = "", thick: float = 0.25, dash: tuple[float, ...] = ()
    ) -> None:
        """An outline in PDF's operators, filled, lined or both; `dash` has dashes and gaps by turns."""

    def head(self, outline: str, colour: str) -> None:
        """An arrow's head, filled in the colour that its line is printed in."""

    def text(self, x: float, y: float, text: str, font: Typeface, size: float, colour: str, track: float = 0) -> None:
        """A line of text whose baseline starts at x, y; size and tracking in the units of what is drawn."""

    def drawing(self, name: str, art: Drawing, frame: Frame, layers: frozenset[str], tint: str = "") -> None:
        """Some layers of a drawing, stretched to a frame; a tint takes the place of its first one."""

    def photo(self, art: Photo, frame: Frame) -> None:
        """A picture made of pixels, stretched to a frame."""


class PdfPainter:
    """Writes PDF's operators on the page, or the stamp, that is open in a document."""

    def __init__(self, document: PdfFile, palette: Palette) -> None:
        self.document, self.palette = document, palette
        self.matrix: Matrix = (1, 0, 0, 1, 0, 0)
        self._write = document.canvas.addLiteral

    # ---- where ----

    @contextmanager
    def moved(self, x: float = 0, y: float = 0, turn: float = 0, scale: float = 1) -> Iterator[None]:
        """Everything inside is shifted, turned clockwise by degrees about the new origin, and scaled."""
        own = transform(x, y, turn, scale)
        before, self.matrix = self.matrix, combined(own, self.matrix)
        self._write("q " + " ".join(map(n, own)) + " cm")
        yield
        self._write("Q")
        self.matrix = before

    @contextmanager
    def clipped(self, outline: str) -> Iterator[None]:
        """Everything inside is painted within the outline only."""
        self._write(f"q {outline} W n")
        yield
        self._write("Q")

    # ---- what ----

    def shape(
        self,
        outline: str,
        fill: str = "",
        stroke: str = "",
        thick: float = 0.25,
        dash: tuple[float, ...] = (),
    ) -> None:
        """Paints fill and line at once; the ink may thicken the line, and dashes end without caps."""
        fill, stroke = self.palette.fill(fill), self.palette.stroke(stroke)
        if stroke and thick:
            thick = self.palette.thick(thick, math.hypot(self.matrix[0], self.matrix[1]))
            dashes = f"[{' '.join(map(n, dash))}] 0 d"
            style = f"1 j {1 if not dash else 0} J {n(thick)} w {dashes} {paint(stroke, line=True)}"
            self._write(f"{style} {paint(fill) if fill else ''} {outline} {'B' if fill else 'S'}")
        elif fill:
            self._write(f"{paint(fill)} {outline} f")

    def head(self, outline: str, colour: str) -> None:
        """The head of an arrow, of the same colour as its line."""
        printed = self.palette.stroke(colour)
        if printed:
            self._write(f"{paint(printed)} {outline} f")

    def text(self, x: float, y: float, text: str, font: Typeface, size: float, colour: str, track: float = 0) -> None:
        """A line of text whose baseline starts at x, y; the size in millimetres."""
        printed = self.palette.stroke(colour)
        if not printed:
            return
        glyphs = self.document.glyphs(text, font, n(size))
        spaced = f"{n(track)} Tc {glyphs} 0 Tc" if track else glyphs
        self._write(f"{paint(printed)} BT 1 0 0 -1 {n(x)} {n(y)} Tm {spaced} ET")

    def drawing(self, name: str, art: Drawing, frame: Frame, layers: frozenset[str], tint: str = "") -> None:
        """A drawing in a frame, made once in the document for each set of layers and least thickness of lines."""
        x, y, w, h = frame
        scale = math.hypot(self.matrix[0], self.matrix[1]) * min(w / art.width, h / art.height)
        least = self.palette.least(art, scale)
        stamp: Stamp = ("art", name, layers, least, tint)
        if not self.document.has(stamp):
            right, bottom = art.left + art.width, art.top + art.height
            with self.document.stamp(stamp, art.left, art.top, right, bottom):
                self._write("1 j 1 J [] 0 d")
                for stroke in self.palette.paths(art, layers, tint):
                    self._paths(stroke, least)
        across, down = w / art.width, h / art.height
        self._write(f"q {n(across)} 0 0 {n(down)} {n(x - art.left * across)} {n(y - art.top * down)} cm")
        self.document.place(stamp)
        self._write("Q")

    def photo(self, art: Photo, frame: Frame) -> None:
        """A picture in a frame, flipped since y runs upwards in PDF; in greys where the ink has no colours."""
        (x, y, w, h), canvas = frame, self.document.canvas
        canvas.saveState()
        canvas.transform(1, 0, 0, -1, x, y + h)
        with our_settings():
            canvas.drawImage(_reader(art, grey=bool(self.palette.ink.stroke)), 0, 0, w, h, mask="auto")
        canvas.restoreState()

    def _paths(self, stroke: Stroke, least: float) -> None:
        opacity = stroke.opacity < 1
        if opacity:
            self.document.canvas.saveState()
            self.document.canvas.setFillAlpha(stroke.opacity)
            self.document.canvas.setStrokeAlpha(stroke.opacity)
        star = "*" if stroke.evenodd else ""
        if stroke.stroke:
            self._write(f"{n(max(stroke.width, least))} w {paint(stroke.stroke, line=True)}")
        if stroke.fill:
            self._write(paint(stroke.fill))
        painted = {(True, True): "B" + star, (True, False): "f" + star, (False, True): "S", (False, False): "n"}
        self._write(f"{stroke.code} {painted[bool(stroke.fill), bool(stroke.stroke)]}")
        if opacity:
            self.document.canvas.restoreState()


def transform(x: float, y: float, turn: float, scale: float) -> Matrix:
    """Shifts, turns clockwise by degrees about the new origin, and scales."""
    cos, sin = scale * math.cos(math.radians(turn)), scale * math.sin(math.radians(turn))
    return (cos, sin, -sin, cos, x, y)


def combined(first: Matrix, then: Matrix) -> Matrix:
    """One matrix for two, of which `first` is applied first."""
    a, b, c, d, e, f = first
    ta, tb, tc, td, te, tf = then
    return (
        a * ta + b * tc,
        a * tb + b * td,
        c * ta + d * tc,
        c * tb + d * td,
        e * ta + f * tc + te,
        e * tb + f * td + tf,
    )


def applied(matrix: Matrix, x: float, y: float) -> tuple[float, float]:
    """Where a matrix takes a point."""
    a, b, c, d, e, f = matrix
    return a * x + c * y + e, b * x + d * y + f


# ---- colours ----


@lru_cache(MOST_COLOURS)
def paint(colour: str, *, line: bool = False) -> str:
    """The operator that sets a colour; greys in the printer's black alone."""
    red, green, blue = _channels(colour)
    if red == green == blue:
        return f"{n(red)} {'G' if line else 'g'}"
    return f"{n(red)} {n(green)} {n(blue)} {'RG' if line else 'rg'}"


def _channels(colour: str) -> tuple[float, float, float]:
    return int(colour[1:3], 16) / 255, int(colour[3:5], 16) / 255, int(colour[5:7], 16) / 255


def _lightness(colour: str) -> float:
    return math.fsum(weight * part for weight, part in zip(_LIGHTNESS, _channels(colour), strict=True))


def _grey(colour: str) -> str:
    return f"#{round(_lightness(colour) * 255):02X}" + f"{round(_lightness(colour) * 255):02X}" * 2 if colour else ""


@lru_cache(MOST_COLOURS)
def _toned(colour: str, share: float) -> str:
    """The grey that is as light as a colour, with so much of its darkness; the colour itself without a share."""
    if not colour or not share:
        return colour
    light = math.fsum(weight * part**_GAMMA for weight, part in zip(_LIGHTNESS, _channels(colour), strict=True))
    grey = light ** (1 / _GAMMA)
    return "#" + f"{round(255 * (1 - share * (1 - grey))):02X}" * 3


def _reader(art: Photo, *, grey: bool) -> Raster:
    data = io.BytesIO(art.data)
    if not grey:
        return Raster(data)
    from PIL import Image

    with Image.open(data, formats=FORMATS) as image:
        return Raster(image.convert("LA" if "A" in image.getbands() else "L").convert("RGBA"))

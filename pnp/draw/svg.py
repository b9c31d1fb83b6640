"""Draws in SVG what the painter of PDF draws: shapes, drawings and lines of text, for a page of HTML."""

from __future__ import annotations

import math
import re
from base64 import b64encode
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from html import escape
from itertools import groupby
from typing import NamedTuple

from pnp.data.layout import COLOUR
from pnp.draw.art import Drawing, Photo, Stroke
from pnp.draw.fonts import builtin_name
from pnp.draw.painter import Matrix, Palette, combined, transform
from pnp.draw.pdf import Typeface
from pnp.draw.shapes import Frame, n
from pnp.draw.typeset import width

OWN = "pnp-"  # begins the ids that the page gives itself
SERIF = '"Source Serif 4", "Source Serif Pro", Georgia, "Noto Serif", serif'
SANS = '"Source Sans 3", "Source Sans Pro", system-ui, sans-serif'
STYLE = f"text.serif {{ font-family: {SERIF} }} text.sans {{ font-family: {SANS} }} text {{ white-space: pre }}"

_EDGE = 0.3  # millimetres
_STEPS = 160  # into which a drawing is divided to say how thick its lines are
_IDENTITY: Matrix = (1, 0, 0, 1, 0, 0)
_COMMANDS = {"m": "M", "l": "L", "c": "C", "h": "Z"}
_UNPRINTABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_WEIGHTS = {"Semibold": "600", "Bold": "700", "Black": "900"}
_PNG = b"\x89PNG"


# ---- markup --------------------------------------------------------------------------------------------------------


def element(tag: str, inside: str | None = None, /, **attributes: str | float | None) -> str:
    """An element, closed at once if nothing is said of its inside; an attribute that is empty or None is left out.

    `class_` is the attribute class, `stroke_width` is stroke-width.
    """
    said = "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escaped(found) if isinstance(found, str) else n(found)}"'
        for name, found in attributes.items()
        if found not in (None, "")
    )
    return f"<{tag}{said}/>" if inside is None else f"<{tag}{said}>{inside}</{tag}>"


def escaped(text: str) -> str:
    """A text in which nothing is markup, without characters that XML forbids."""
    return escape(_UNPRINTABLE.sub("", text))


def path_data(operators: str) -> str:
    """The outline of a path, from PDF's operators."""
    steps: list[str] = []
    numbers: list[str] = []
    for word in operators.split():
        if word == "re":
            x, y, w, h = numbers
            steps.append(f"M{x} {y}h{w}v{h}h{n(-float(w))}Z")
            numbers = []
        elif word in _COMMANDS:
            steps.append(_COMMANDS[word] + " ".join(numbers))
            numbers = []
        else:
            numbers.append(_short(word))
    return "".join(steps)


def _short(number: str) -> str:
    return n(round(float(number), 3))


def _paint(colour: str) -> str:
    """A colour that is one, else none."""
    return colour if COLOUR.fullmatch(colour) else ""


# ---- what a page repeats -------------------------------------------------------------------------------------------


class Sprite:
    """The drawings and pictures of a page, each kept once and used by its id."""

    def __init__(self, palette: Palette) -> None:
        self.palette = palette
        self._ids: dict[tuple[object, ...], str] = {}
        self._symbols: dict[tuple[str, str], str] = {}  # what looks alike is one symbol, whatever it is called
        self._clips = 0

    def markup(self) -> str:
        """The element that the page must contain; it shows nothing itself."""
        symbols = "".join(
            element("symbol", inside, id=own, viewBox=box, preserveAspectRatio="none")
            for (box, inside), own in self._symbols.items()
        )
        return element("svg", symbols, class_="sprite", width="0", height="0", aria_hidden="true")

    def drawing(self, name: str, art: Drawing, layers: frozenset[str], tint: str = "", least: float = 0) -> str:
        """The id of a drawing's symbol; `least` is the least thickness of its lines."""
        key = ("drawing", name, layers, tint, least)
        if key not in self._ids:
            box = " ".join(map(n, (art.left, art.top, art.width, art.height)))
            self._ids[key] = self._symbol(box, _drawn(self.palette.paths(art, layers, tint), least))
        return self._ids[key]

    def photo(self, art: Photo) -> str:
        """The id of a picture's symbol."""
        key = ("photo", art.path)
        if key not in self._ids:
            kind = "png" if art.data.startswith(_PNG) else "jpeg"
            image = element(
                "image",
                href=f"data:image/{kind};base64,{b64encode(art.data).decode()}",
                width=art.width,
                height=art.height,
                style="filter:grayscale(1)" if self.palette.ink.stroke else "",
            )
            self._ids[key] = self._symbol(f"0 0 {art.width} {art.height}", image)
        return self._ids[key]

    def clip(self) -> str:
        """An id for an outline that cuts something off."""
        self._clips += 1
        return f"{OWN}clip-{self._clips}"

    def _symbol(self, box: str, inside: str) -> str:
        return self._symbols.setdefault((box, inside), f"{OWN}art-{len(self._symbols) + 1}")


def use(own: str, frame: Frame) -> str:
    """A symbol in a frame."""
    x, y, w, h = frame
    return element("use", href=f"#{own}", x=x, y=y, width=w, height=h)


def _drawn(strokes: Iterable[Stroke], least: float) -> str:
    """Paths; neighbours of one paint share it, and lines without fill are one path."""
    return "".join(_group(paint, list(group), least) for paint, group in groupby(strokes, _unshaped))


def _unshaped(stroke: Stroke) -> Stroke:
    return replace(stroke, code="", layer="")


def _group(paint: Stroke, strokes: list[Stroke], least: float) -> str:
    outlines = [path_data(stroke.code) for stroke in strokes]
    solid = paint.opacity >= 1
    look: dict[str, str | float | None] = {
        "fill": _paint(paint.fill),
        "fill_rule": "evenodd" if paint.fill and paint.evenodd else "",
        "stroke": _paint(paint.stroke),
        "stroke_width": max(paint.width, least) if paint.stroke else None,
        "fill_opacity": None if solid or not paint.fill else paint.opacity,
        "stroke_opacity": None if solid or not paint.stroke else paint.opacity,
    }
    if len(outlines) == 1 or (solid and not paint.fill):
        return element("path", d="".join(outlines), **look)
    return element("g", "".join(element("path", d=outline) for outline in outlines), **look)


# ---- the painter ---------------------------------------------------------------------------------------------------


class _Unfilled(NamedTuple):
    """A line without fill: neighbours of one look are drawn together."""

    outline: str
    look: tuple[tuple[str, str | float | None], ...]


def _joined(written: Iterable[str | _Unfilled]) -> str:
    groups = groupby(written, key=lambda one: one.look if isinstance(one, _Unfilled) else None)
    return "".join(
        "".join(map(str, group))
        if look is None
        else element("path", d="".join(one[0] for one in group), **dict(look))
        for look, group in groups
    )


class SvgPainter:
    """A painter that writes SVG, y downwards, in the units of whatever it draws."""

    def __init__(self, sprite: Sprite) -> None:
        self.palette, self._sprite = sprite.palette, sprite
        self.matrix = _IDENTITY
        self._written: list[str | _Unfilled] = []

    def picture(self, w: float, h: float, **attributes: str | float | None) -> str:
        """All that was drawn, in a picture of that size, with room for the outer half of a line along its edge."""
        box = " ".join(map(n, (-_EDGE, -_EDGE, w + 2 * _EDGE, h + 2 * _EDGE)))
        lines: dict[str, str | float | None] = {"stroke_linejoin": "round", "stroke_linecap": "round"}
        return element("svg", _joined(self._written), viewBox=box, fill="none", **lines, **attributes)

    # ---- where ----

    @contextmanager
    def moved(self, x: float = 0, y: float = 0, turn: float = 0, scale: float = 1) -> Iterator[None]:
        """Everything inside goes into a group with a transform; without one where nothing is moved."""
        own = transform(x, y, turn, scale)
        before, self.matrix = self.matrix, combined(own, self.matrix)
        with self._grouped(transform="" if own == _IDENTITY else _transform(own)):
            yield
        self.matrix = before

    @contextmanager
    def clipped(self, outline: str) -> Iterator[None]:
        """Everything inside goes into a group that is cut off at a clipPath of its own."""
        own = self._sprite.clip()
        self._written.append(element("clipPath", element("path", d=path_data(outline)), id=own))
        with self._grouped(clip_path=f"url(#{own})"):
            yield

    @contextmanager
    def _grouped(self, **attributes: str) -> Iterator[None]:
        outside, self._written = self._written, []
        yield
        inside, self._written = _joined(self._written), outside
        if inside:
            self._written.append(element("g", inside, **attributes) if any(attributes.values()) else inside)

    # ---- what ----

    def shape(
        self,
        outline: str,
        fill: str = "",
        stroke: str = "",
        thick: float = 0.25,
        dash: tuple[float, ...] = (),
    ) -> None:
        """A path; one without fill waits until its neighbours of the same look can be joined with it."""
        filled, line = _paint(self.palette.fill(fill)), _paint(self.palette.stroke(stroke)) if thick else ""
        thick = self.palette.thick(thick, self._scale)
        style: dict[str, str | float | None] = {"stroke": line, "stroke_width": thick} if line else {}
        if line and dash:
            style |= {"stroke_dasharray": " ".join(map(n, dash)), "stroke_linecap": "butt"}
        if filled:
            self._written.append(element("path", d=path_data(outline), fill=filled, **style))
        elif line:
            self._written.append(_Unfilled(path_data(outline), tuple(style.items())))

    def head(self, outline: str, colour: str) -> None:
        """A filled path in the colour of its line; nothing where that is not printed."""
        if printed := _paint(self.palette.stroke(colour)):
            self._written.append(element("path", d=path_data(outline), fill=printed))

    def text(self, x: float, y: float, text: str, font: Typeface, size: float, colour: str, track: float = 0) -> None:
        """A line of text, which keeps its width whatever typeface the reader has."""
        printed, words = _paint(self.palette.stroke(colour)), text.strip(" ")
        if not printed or not words:
            return
        lead = text[: len(text) - len(text.lstrip(" "))]
        self._written.append(
            element(
                "text",
                escaped(words),
                x=x + width(lead, font) * size + track * len(lead),
                y=y,
                font_size=size,
                letter_spacing=track or None,
                textLength=width(words, font) * size + track * len(words),
                lengthAdjust="spacingAndGlyphs",
                fill=printed,
                **_face(font),
            )
        )

    def drawing(self, name: str, art: Drawing, frame: Frame, layers: frozenset[str], tint: str = "") -> None:
        """A reference to the sprite; lines are thickened in steps, so that few sizes need symbols of their own."""
        least = self.palette.least(art, self._scale * min(frame[2] / art.width, frame[3] / art.height))
        step = max(art.width, art.height) / _STEPS
        coarse = round(math.ceil(least / step) * step, 3)
        self._written.append(use(self._sprite.drawing(name, art, layers, tint, coarse), frame))

    def photo(self, art: Photo, frame: Frame) -> None:
        """A reference to the sprite, which holds the picture once for the whole page."""
        self._written.append(use(self._sprite.photo(art), frame))

    @property
    def _scale(self) -> float:
        return math.hypot(self.matrix[0], self.matrix[1])


def _transform(matrix: Matrix) -> str:
    a, b, c, d, x, y = map(n, matrix)
    return f"translate({x} {y})" if (a, b, c, d) == ("1", "0", "0", "1") else f"matrix({a} {b} {c} {d} {x} {y})"


def _face(font: Typeface) -> dict[str, str]:
    """Family, weight and style of a typeface, as its name tells them."""
    name = builtin_name(font) or font.face.fullName.decode("utf8", "replace")
    weight = next((weight for word, weight in _WEIGHTS.items() if word in name), "")
    family = "serif" if "Serif" in name and "Sans" not in name else "sans"
    return {"class_": family, "font_weight": weight, "font_style": "italic" if "Ital" in name else ""}

"""Draws a face: the boxes of a part, filled from a card, an edition and a catalog."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from pathlib import Path
from typing import Any

from reportlab.pdfbase.ttfonts import TTFont

from pnp.errors import BadFile, Complaint, Place, near_miss
from pnp.formula import Formula
from pnp.layout import Box, Layout, Measure, Part, Settings, Size
from pnp.render import fonts, outline
from pnp.render.art import Drawing, Photo, find_art, read_art
from pnp.render.brush import POINT, Brush, applied
from pnp.render.template import Expressions, expressions
from pnp.render.typeset import Block, Style, bind, fit, missing, no_glyph, words_of
from pnp.text import Message, say

MOST_REPEATS = 2000
MOST_DEPTH = 8
MOST_BOXES = 20_000
SPARE = 5.0  # how far beyond the cut a box may reach even where less bleed is asked for
COARSEST = 150.0  # dots an inch
_TEXT_KEYS = {"size": 8.0, "leading": 1.2, "track": 0.0, "lines": 0.0}


@dataclass
class Studio:
    """What the faces of one game and language share: layout, drawings, typefaces, compiled expressions."""

    layout: Layout
    folder: Path
    language: str
    expressions: Expressions = field(default_factory=expressions)
    _art: dict[str, Drawing | Photo | None] = field(default_factory=dict)

    def art(self, name: str, place: Place) -> Drawing | Photo | None:
        if name not in self._art:
            path = find_art(self.folder, name, place)
            self._art[name] = read_art(path) if path else None
        return self._art[name]

    def font(self, name: str, place: Place) -> TTFont:
        if name in self.layout.fonts:
            return fonts.from_file(self.layout.fonts[name])
        if name in fonts.NAMES:
            return fonts.builtin(name)
        known = (*self.layout.fonts, *fonts.NAMES)
        raise BadFile(Complaint(say("there is no typeface '{name}'", name=name), place, near_miss(name, known)))

    @cached_property
    def fixed(self) -> dict[tuple[int, str], tuple[list[Settings], dict[str, Any]]]:
        """Per box and ink: the levels with measures, and everything else merged."""
        return {}


@dataclass(frozen=True, slots=True)
class Format:
    """The size at which a face is printed. A face is designed for one size and scaled to fit another."""

    design: Size
    size: Size
    bleed: float
    safe: float

    @property
    def scale(self) -> float:
        return min(self.size.width / self.design.width, self.size.height / self.design.height)

    @property
    def room(self) -> Size:
        """The card in units of the design: never smaller than that, and larger where the shape differs."""
        return Size(self.size.width / self.scale, self.size.height / self.scale)


@dataclass(frozen=True, slots=True)
class Problem:
    """What a look at the print would find, and in which box."""

    message: Message
    box: Box


class Face:
    """One face being drawn; `problems` says what a look at the print would find."""

    def __init__(self, studio: Studio, brush: Brush, form: Format) -> None:
        self._studio, self._brush, self._format = studio, brush, form
        self._ink = brush.palette.ink
        self._boxes = 0
        self.problems: list[Problem] = []

    def draw(self, part: str, names: Mapping[str, Any]) -> None:
        room, scale = self._format.room, self._format.scale
        own = {"width": room.width, "height": room.height, "bleed": self._format.bleed / scale}
        with self._brush.moved(scale=scale):
            self._part(self._studio.layout.parts[part], {**names, **own}, 0, clipped=False)

    def _part(self, part: Part, names: dict[str, Any], depth: int, *, clipped: bool) -> None:
        if depth > MOST_DEPTH:
            raise BadFile(Complaint(say("the part '{name}' contains itself", name=part.name), part.place))
        frames: dict[str, Any] = {}
        for box in part.boxes:
            try:
                self._box(box, names, frames, depth, clipped=clipped)
            except (BadFile, TimeoutError):
                raise
            except Exception as error:  # noqa: BLE001  whatever a stranger's expression does is a fault of the layout
                reason = f"{type(error).__name__}: {error}"[:200]
                message = say("the box '{box}' breaks: {reason}", box=box.name, reason=reason)
                raise BadFile(Complaint(message, box.place)) from None

    def _box(self, box: Box, names: dict[str, Any], frames: dict[str, Any], depth: int, *, clipped: bool) -> None:
        levels, words = self._settings(box)
        if "ink" in words and self._ink.name not in words["ink"]:
            return
        for own in self._repeated(box, words, names):
            self._boxes += 1
            if self._boxes > MOST_BOXES:
                raise BadFile(Complaint(say("the face has more than {most} boxes", most=MOST_BOXES), box.place))
            frames[box.name] = frame = _measured(levels, {**frames, **own})
            if "when" not in words or self._studio.expressions.value(words["when"], own):
                self._placed(Drawn(box, frame, words, own), depth, clipped=clipped)

    def _settings(self, box: Box) -> tuple[list[Settings], dict[str, Any]]:
        key = (id(box), self._ink.name)
        if key not in self._studio.fixed:
            levels = box.settings(self._ink.name)
            merged = {name: one for level in levels for name, one in level.items()}
            self._studio.fixed[key] = levels, merged
        return self._studio.fixed[key]

    def _repeated(self, box: Box, words: Mapping[str, Any], names: dict[str, Any]) -> Iterator[dict[str, Any]]:
        if "each" not in words:
            yield names
            return
        items = list(self._studio.expressions.value(words["each"], names))
        if len(items) > MOST_REPEATS:
            message = say("'each' repeats the box {found} times; at most {most}", found=len(items), most=MOST_REPEATS)
            raise BadFile(Complaint(message, box.place))
        for i, item in enumerate(items):
            yield {**names, "item": item, "i": i, "n": len(items)}

    def _placed(self, drawn: Drawn, depth: int, *, clipped: bool) -> None:
        turn = drawn.number("turn", 0)
        if not turn:
            self._drawn(drawn, depth, clipped=clipped)
            return
        frame = drawn.frame
        x, y = drawn.pair("about") or (frame["x"] + frame["w"] / 2, frame["y"] + frame["h"] / 2)
        with self._brush.moved(x, y, turn), self._brush.moved(-x, -y):
            self._drawn(drawn, depth, clipped=clipped)

    def _drawn(self, drawn: Drawn, depth: int, *, clipped: bool) -> None:
        if not clipped:
            self._refuse_outside(drawn)
        words = drawn.words
        path = drawn.outline()
        if "fill" in words or "stroke" in words:
            self._brush.shape(
                path,
                self._colour(drawn, "fill"),
                self._colour(drawn, "stroke"),
                drawn.number("thick", 0.25),
                drawn.pair("dash") or (),
            )
        if words.get("clip"):
            with self._brush.clipped(path):
                self._contents(drawn, depth, clipped=True)
        else:
            self._contents(drawn, depth, clipped=clipped)

    def _contents(self, drawn: Drawn, depth: int, *, clipped: bool) -> None:
        words = drawn.words
        if "art" in words:
            self._art(drawn)
        if "part" in words:
            self._inner(drawn, depth, clipped=clipped)
        if "text" in words:
            self._text(drawn)

    def _colour(self, drawn: Drawn, key: str) -> str:
        name = self._studio.expressions.words(drawn.words.get(key, ""), drawn.names)
        if not self._brush.palette.knows(name):
            hint = near_miss(name, self._brush.palette.colours)
            raise BadFile(Complaint(say("there is no colour '{name}'", name=name), drawn.box.place, hint))
        return name

    def _inner(self, drawn: Drawn, depth: int, *, clipped: bool) -> None:
        name = self._studio.expressions.words(drawn.words["part"], drawn.names)
        parts = self._studio.layout.parts
        if not name:
            return
        if name not in parts:
            complaint = Complaint(
                say("there is no part '{name}'", name=name), drawn.box.place, near_miss(name, parts)
            )
            raise BadFile(complaint)
        given = {
            key: self._studio.expressions.value(one, drawn.names) if isinstance(one, str) else one
            for key, one in drawn.words.get("with", {}).items()
        }
        frame = drawn.frame
        inside = {**drawn.names, **given, "width": frame["w"], "height": frame["h"]}
        with self._brush.moved(frame["x"], frame["y"]):
            self._part(parts[name], inside, depth + 1, clipped=clipped)

    # ---- drawings ----

    def _art(self, drawn: Drawn) -> None:
        name = self._studio.expressions.words(drawn.words["art"], drawn.names)
        if not name:
            return
        art = self._studio.art(name, drawn.box.place)
        if art is None:
            self._report(drawn, say("there is no drawing '{name}' in the folder art", name=name))
            return
        x, y, w, h = _fitted(drawn.frame, art.width, art.height, drawn.words.get("fit", "whole"))
        if isinstance(art, Photo):
            self._check_coarse(drawn, art, w)
            if "tint" in self._ink.layers:
                self._brush.photo(art, x, y, w, h)
            return
        for lost in art.lost:
            hint = say(
                "the drawing '{name}' has a {thing}, which is not drawn: convert it to paths", name=name, thing=lost
            )
            self._report(drawn, hint)
        asked = drawn.words.get("layers")
        layers = self._ink.layers_at(min(w, h) * self._scale)
        self._brush.drawing(name, art, x, y, w, h, layers & frozenset(asked) if asked else layers)

    def _check_coarse(self, drawn: Drawn, art: Photo, w: float) -> None:
        dots = art.width / (w * self._scale / 25.4)
        if dots < COARSEST:
            message = say(
                "the picture '{name}' has {found} dots an inch here; {least} look sharp",
                name=art.path.name,
                found=round(dots),
                least=round(COARSEST),
            )
            self._report(drawn, message)

    @property
    def _scale(self) -> float:
        a, b, *_ = self._brush.matrix
        return math.hypot(a, b)

    # ---- text ----

    def _text(self, drawn: Drawn) -> None:
        text = self._studio.expressions.words(drawn.words["text"], drawn.names).strip(" ")
        if not text:
            return
        style = self._style(drawn)
        find = partial(self._studio.font, place=drawn.box.place)
        marked = not drawn.words.get("plain", False)
        paragraphs = words_of(bind(text, self._studio.language), style.font, find, marked=marked)
        fragments = [fragment for words in paragraphs for word in words for fragment in word]
        lacking = "".join(missing(one.text, one.font) for one in fragments if not one.icon)
        if lacking:
            self._report(drawn, no_glyph(style.font, lacking))
        frame = drawn.frame
        block = fit(paragraphs, style, frame["w"] / POINT, frame["h"] / POINT, self._studio.language)
        self._check_fit(drawn, block, style)
        self._set(drawn, block, style, find(style.font))

    def _style(self, drawn: Drawn) -> Style:
        sizes = {key: drawn.number(key, default) for key, default in _TEXT_KEYS.items()}
        least = drawn.number("least", sizes["size"]) / self._scale
        return Style(
            font=self._studio.expressions.words(drawn.words.get("font", "Sans"), drawn.names),
            size=max(sizes["size"], least),
            least=least,
            leading=sizes["leading"],
            track=sizes["track"],
            lines=int(sizes["lines"]),
            hyphenate=bool(drawn.words.get("hyphenate", True)),
            centred=drawn.words.get("align", "centre") == "centre",
        )

    def _check_fit(self, drawn: Drawn, block: Block, style: Style) -> None:
        least = round(style.least * self._scale, 2)
        if not block.fits:
            self._report(drawn, say("the text does not fit, however small"))
        elif block.size < style.least - 0.01:
            found = round(block.size * self._scale, 1)
            message = say("the text fits only at {found} pt; {least} pt is the least", found=found, least=least)
            self._report(drawn, message)

    def _set(self, drawn: Drawn, block: Block, style: Style, font: TTFont) -> None:
        frame, size = drawn.frame, block.size * POINT
        cap = (font.face.capHeight or 660) / 1000 * size
        lead = size * style.leading
        high = cap + lead * (len(block.lines) - 1) + (size * 0.2 if len(block.lines) > 1 else 0)
        top = {
            "top": frame["y"],
            "middle": frame["y"] + (frame["h"] - high) / 2,
            "bottom": frame["y"] + frame["h"] - cap - lead * (len(block.lines) - 1),
        }[drawn.words.get("valign", "middle")]
        share = {"left": 0.0, "centre": 0.5, "right": 1.0}[drawn.words.get("align", "centre")]
        colour = self._colour(drawn, "colour") or "black"
        for number, line in enumerate(block.lines):
            long = block.width(line) * size
            x, y = frame["x"] + (frame["w"] - long) * share, top + cap + number * lead
            self._check_safe(drawn, (x, y - cap, x + long, y))
            for run in block.runs(line):
                if run.fragment.icon:
                    self._icon(drawn, run.fragment.text, x + run.x * size, y, size)
                else:
                    self._brush.text(
                        x + run.x * size, y, run.fragment.text, run.fragment.font, size, colour, style.track * POINT
                    )

    def _icon(self, drawn: Drawn, name: str, x: float, baseline: float, size: float) -> None:
        """A drawing in the line: one em wide, its foot on the baseline."""
        frame = {"x": x, "y": baseline - size, "w": size, "h": size}
        self._art(Drawn(drawn.box, frame, {"art": name}, drawn.names))

    # ---- what a look at the print would find ----

    def _report(self, drawn: Drawn, message: Message) -> None:
        self.problems.append(Problem(message, drawn.box))

    def _check_safe(self, drawn: Drawn, area: tuple[float, float, float, float]) -> None:
        if self._overhang(area) > 0.05 - self._format.safe:
            self._report(
                drawn, say("text stands outside the safe zone, {safe} mm from the cut", safe=self._format.safe)
            )

    def _refuse_outside(self, drawn: Drawn) -> None:
        frame = drawn.frame
        out = self._overhang((frame["x"], frame["y"], frame["x"] + frame["w"], frame["y"] + frame["h"]))
        if out > max(self._format.bleed, SPARE) + 0.01:
            raise BadFile(
                Complaint(
                    say("the box '{box}' reaches {out} mm beyond the cut", box=drawn.box.name, out=round(out, 1)),
                    drawn.box.place,
                    say("the piece is {size}; nothing is printed beyond its bleed", size=str(self._format.size)),
                )
            )

    def _overhang(self, area: tuple[float, float, float, float]) -> float:
        """How far an area reaches beyond the cut, negative if it stays inside, in millimetres of the print."""
        left, top, right, bottom = area
        size, matrix = self._format.size, self._brush.matrix
        corners = [applied(matrix, x, y) for x in (left, right) for y in (top, bottom)]
        return max(max(-x, -y, x - size.width, y - size.height) for x, y in corners)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A box with its numbers worked out for one card."""

    box: Box
    frame: Mapping[str, float]
    words: Mapping[str, Any]
    names: dict[str, Any]

    def number(self, key: str, default: float) -> float:
        return self.frame.get(key, default)

    def pair(self, key: str) -> tuple[float, float] | None:
        if key not in self.words:
            return None
        one, two = (_number(part, self.names) for part in self.words[key])
        return one, two

    def outline(self) -> str:
        x, y, w, h = (self.frame[key] for key in ("x", "y", "w", "h"))
        match self.words.get("shape", "rect"):
            case "oval":
                return outline.oval(x, y, w, h)
            case "polygon":
                return outline.regular(x, y, w, h, max(int(self.number("sides", 6)), 3), self.number("start", -90))
            case "line":
                return outline.line(x, y, x + w, y + h)
        return outline.rect(x, y, w, h, self.number("radius", 0), self.number("notch", 0))


def _measured(levels: Sequence[Settings], names: Mapping[str, Any]) -> dict[str, float]:
    """The numbers of a box, level by level: each level sees the numbers of the one it builds on."""
    frame = {"x": 0.0, "y": 0.0, "w": names["width"], "h": names["height"]}
    for level in levels:
        seen = {**names, **frame}
        frame.update(
            {
                key: _number(one, seen)
                for key, one in level.items()
                if isinstance(one, float | Formula) and not isinstance(one, bool)
            }
        )
    return frame | {"right": frame["x"] + frame["w"], "bottom": frame["y"] + frame["h"]}


def _number(measure: Measure, names: Mapping[str, Any]) -> float:
    return measure(names) if isinstance(measure, Formula) else measure


def _fitted(frame: Mapping[str, float], width: float, height: float, how: str) -> tuple[float, float, float, float]:
    """Where a drawing of that shape lies in a frame: whole and centred, covering it, or stretched."""
    x, y, w, h = (frame[key] for key in ("x", "y", "w", "h"))
    if how == "stretch":
        return x, y, w, h
    scale = (max if how == "cover" else min)(w / width, h / height)
    wide, high = width * scale, height * scale
    return x + (w - wide) / 2, y + (h - high) / 2, wide, high

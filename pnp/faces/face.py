"""Draws a face: the boxes of a part one after the other, each as often as it is wanted, and parts within them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from pnp.base.errors import BadFile, Complaint, near_miss
from pnp.base.text import say
from pnp.data.formula import BadFormula
from pnp.data.layout import Box, LayoutPart
from pnp.draw import shapes
from pnp.faces.context import Drawn, FaceContext, InkedBox, measured
from pnp.faces.lettering import set_text
from pnp.faces.pictures import place_art
from pnp.faces.sandbox import Spent, expressions

MOST_REPEATS = 2000
MOST_DEPTH = 8
MOST_BOXES = 20_000
MOST_WORK, WORK_A_FACE = (
    100_000_000,
    2_000_000,
)  # as the sandbox counts: ours take a million at most
BOX = 2_000  # what drawing one takes of that
SMALLEST = 0.01  # scale of a part


@dataclass(frozen=True, slots=True)
class Inside:
    """Where a part is drawn: what it may name, how deep in other parts, and whether something cuts it off."""

    names: Mapping[str, Any]
    depth: int = 0
    clipped: bool = False


class Meter:
    """How much work faces may be, so that none is drawn for ever: one may be large, but not many."""

    def __init__(self) -> None:
        self._left = MOST_WORK

    @contextmanager
    def face(self) -> Iterator[None]:
        """One face is drawn inside; it gets what work is left, and what it spares goes to the next ones."""
        meter = expressions().meter
        meter.begin(self._left)
        yield
        self._left = min(MOST_WORK, meter.left + WORK_A_FACE)


class Face:
    """Draws one face, and counts its boxes on the way, so that it comes to an end."""

    def __init__(self, context: FaceContext) -> None:
        self._context = context
        self._boxes = 0

    def draw(self, part: str, names: Mapping[str, Any]) -> None:
        """Draws a part as the whole face; BadFile names the box that breaks, or takes too much work."""
        shape, layout = self._context.shape, self._context.resources.layout
        inner = dict(zip("xywh", shapes.inner(shape.cut, shape.room), strict=True))
        own = {
            "width": shape.room.width,
            "height": shape.room.height,
            "bleed": shape.bleed / shape.scale,
            "inner": inner,
        }
        with self._context.painter.moved(scale=shape.scale):
            self._part(layout.parts[part], Inside({**names, **own}))

    def _part(self, part: LayoutPart, inside: Inside) -> None:
        if inside.depth > MOST_DEPTH:
            raise BadFile(Complaint(say("the part “{name}” contains itself", name=part.name), part.place))
        frames: dict[str, Any] = {}
        ink = self._context.painter.palette.ink.name
        for inked in self._context.resources.boxes(part.name, ink):
            box = inked.box
            try:
                if ink in inked.settings.get("ink", (ink,)):
                    self._box(inked, inside, frames)
            except BadFile:
                raise
            except Spent:
                message = say("drawing this takes more work than any piece should need")
                hint = say("boxes inside boxes multiply, and so do long texts in many boxes")
                raise BadFile(Complaint(message, box.place, hint)) from None
            except BadFormula as error:
                message = say("the box “{box}” fails: {reason}", box=box.name, reason=error.message)
                raise BadFile(Complaint(message, box.place)) from None
            except Exception as error:  # noqa: BLE001  whatever a stranger's expression does is a fault of the layout
                kind = "" if type(error).__name__ == "UndefinedError" else f"{type(error).__name__}: "
                reason = f"{kind}{error}"[:200]
                message = say("the box “{box}” fails: {reason}", box=box.name, reason=reason)
                raise BadFile(Complaint(message, box.place)) from None

    def _box(self, inked: InkedBox, inside: Inside, frames: dict[str, Any]) -> None:
        box, levels, settings = inked
        for names in self._repeated(box, settings, inside.names):
            self._count(box)
            frames[box.name] = frame = measured(levels, {**frames, **names})
            if "when" not in settings or expressions().value(settings["when"], names):
                self._turned(Drawn(box, frame, settings, names), inside)

    def _repeated(
        self, box: Box, settings: Mapping[str, Any], names: Mapping[str, Any]
    ) -> Iterator[Mapping[str, Any]]:
        if "each" not in settings:
            yield names
            return
        items = list(expressions().value(settings["each"], names))
        if len(items) > MOST_REPEATS:
            message = say(
                "“each” repeats the box {found} {found:time|times}, but the limit is {most}",
                found=len(items),
                most=MOST_REPEATS,
            )
            raise BadFile(Complaint(message, box.place))
        for i, item in enumerate(items):
            yield {**names, "item": item, "i": i, "n": len(items)}

    def _count(self, box: Box) -> None:
        self._boxes += 1
        expressions().meter.spend(BOX)
        if self._boxes > MOST_BOXES:
            raise BadFile(Complaint(say("the face has more than {most} boxes", most=MOST_BOXES), box.place))

    def _turned(self, drawn: Drawn, inside: Inside) -> None:
        turn, frame = drawn.number("turn", 0), drawn.frame
        if not turn:
            self._shape(drawn, inside)
            return
        x, y = drawn.pair("about") or (frame["x"] + frame["w"] / 2, frame["y"] + frame["h"] / 2)
        with self._context.painter.moved(x, y, turn), self._context.painter.moved(-x, -y):
            self._shape(drawn, inside)

    def _shape(self, drawn: Drawn, inside: Inside) -> None:
        context = self._context
        drawn.refuse_unknown_shape()
        if not inside.clipped:
            context.refuse_outside(drawn)
        fill, stroke = context.colour(drawn, "fill"), context.colour(drawn, "stroke")
        if fill or stroke:
            context.painter.shape(
                drawn.outline(), fill, stroke, drawn.number("thick", 0.25), drawn.pair("dash") or ()
            )
            for head in drawn.arrow_heads():
                context.painter.head(head, stroke)
        if drawn.settings.get("clip"):
            with context.painter.clipped(drawn.outline()):
                self._contents(drawn, replace(inside, clipped=True))
        else:
            self._contents(drawn, inside)

    def _contents(self, drawn: Drawn, inside: Inside) -> None:
        if "art" in drawn.settings:
            place_art(self._context, drawn)
        if "part" in drawn.settings:
            self._inner(drawn, inside)
        if "text" in drawn.settings:
            set_text(self._context, drawn)

    def _inner(self, drawn: Drawn, inside: Inside) -> None:
        """Another part in the box, which sees what this one sees and what it is given."""
        name, parts, frame = drawn.words("part"), self._context.resources.layout.parts, drawn.frame
        if not name:
            return
        if name not in parts:
            hint = near_miss(name, parts)
            raise BadFile(Complaint(say("there is no part “{name}”", name=name), drawn.box.place, hint))
        given = {
            key: expressions().value(one, drawn.names) if isinstance(one, str) else one
            for key, one in drawn.settings.get("with", {}).items()
        }
        scale = max(drawn.number("scale", 1), SMALLEST)
        names = {**drawn.names, **given, "width": frame["w"] / scale, "height": frame["h"] / scale}
        with self._context.painter.moved(frame["x"], frame["y"], scale=scale):
            self._part(parts[name], Inside(names, inside.depth + 1, inside.clipped))

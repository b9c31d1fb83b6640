"""Places a drawing or a picture in a box."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

from pnp.base.errors import near_miss
from pnp.base.text import say
from pnp.draw.art import Drawing, Photo
from pnp.draw.shapes import Frame
from pnp.faces.context import Drawn, FaceContext

COARSEST = 150  # dots an inch


def place_art(context: FaceContext, drawn: Drawn, *, of_text: bool = False) -> None:
    """Draws what the box names; a name without a file is reported, and the box stays empty."""
    name = drawn.words("art")
    if not name or min(drawn.frame["w"], drawn.frame["h"]) <= 0:
        return
    art = context.resources.art(name, drawn.box.place)
    if art is None:
        message = say("there is no drawing “{name}” in the “art” folder", name=name)
        drawings = {file.stem for file in (context.resources.folder / "art").glob("*")}
        formats = say("drawings are SVG, PNG or JPEG files")
        context.report(drawn, message, formats if name in drawings else near_miss(name, drawings), of_text=of_text)
        return
    if isinstance(art, Photo):
        _place_photo(context, drawn, art)
    else:
        _place_drawing(context, drawn, name, art)


def _place_photo(context: FaceContext, drawn: Drawn, art: Photo) -> None:
    frame = _fitted(drawn, art.width, art.height)
    dots = art.width / (frame[2] * context.scale / 25.4)
    if dots < COARSEST:
        message = say(
            "the picture “{name}” has {found} dots per inch here, but needs {least} to look sharp",
            name=art.path.name,
            found=round(dots),
            least=COARSEST,
        )
        context.report(drawn, message)
    if "tint" in context.painter.palette.ink.layers:
        with _kept_inside(context, drawn):
            context.painter.photo(art, frame)


def _place_drawing(context: FaceContext, drawn: Drawn, name: str, art: Drawing) -> None:
    for lost in art.lost:
        message = say(
            "the drawing “{name}” contains “{thing}”, which is not drawn; convert it to paths", name=name, thing=lost
        )
        context.report(drawn, message)
    frame = _fitted(drawn, art.width, art.height)
    layers = context.painter.palette.ink.layers_at(min(frame[2:]) * context.scale)
    asked = drawn.settings.get("layers")
    with _kept_inside(context, drawn):
        shown = layers & frozenset(asked) if asked else layers
        context.painter.drawing(name, art, frame, shown, context.colour(drawn, "tint"))


def _kept_inside(context: FaceContext, drawn: Drawn) -> AbstractContextManager[None]:
    """What covers a box is larger than it, and cut off at its outline."""
    covers = drawn.settings.get("fit") == "cover"
    return context.painter.clipped(drawn.outline()) if covers else nullcontext()


def _fitted(drawn: Drawn, width: float, height: float) -> Frame:
    """Where a drawing of that shape lies: whole and centred in the box, covering it, or stretched."""
    x, y, w, h = (drawn.frame[key] for key in ("x", "y", "w", "h"))
    how = drawn.settings.get("fit", "whole")
    if how == "stretch":
        return x, y, w, h
    scale = (max if how == "cover" else min)(w / width, h / height)
    wide, high = width * scale, height * scale
    return x + (w - wide) / 2, y + (h - high) / 2, wide, high

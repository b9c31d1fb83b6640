"""Finds what a text shows: the figures of the layout, with size and names, and the drawings of the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pnp.base.errors import BadFile, Complaint, Place, near_miss
from pnp.base.text import say
from pnp.book.blocks import Picture
from pnp.data.formula import BadFormula
from pnp.data.layout import Figure, Layout, LayoutNames, Size
from pnp.draw.art import Drawing, Photo
from pnp.faces.context import FaceResources, InkSpan, number

FIGURE = "figure:"  # before the name of a figure, where a drawing might stand as well


class FigureMissing(BadFile):
    """A text shows what nobody drew."""


@dataclass(frozen=True, slots=True)
class ShownFigure:
    """A figure as one text shows it: a part of the layout, the size it is designed for, and what it may name."""

    part: str
    size: Size
    names: LayoutNames
    place: Place


@dataclass(frozen=True, slots=True)
class Figures:
    """`names` is what every figure may name; `played` is what those of each example show besides."""

    layout: Layout
    names: LayoutNames
    played: Mapping[str, LayoutNames]

    def find(self, picture: Picture) -> ShownFigure:
        """BadFile where there is none, or its height cannot be computed."""
        known = self.layout.figures
        if picture.name not in known:
            message = say("there is no figure “{name}” in the layout", name=picture.name)
            raise FigureMissing(Complaint(message, Place(self.layout.path), near_miss(picture.name, known)))
        figure = known[picture.name]
        names = self.names | self.played.get(picture.example, {})
        return ShownFigure(figure.part, _size(figure, names), names, figure.place)


def _size(figure: Figure, names: LayoutNames) -> Size:
    try:
        return Size(figure.width, max(number(figure.height, names), 1))
    except BadFormula as error:
        raise BadFile(Complaint(error.message, figure.place)) from None


def find_drawing(resources: FaceResources, name: str) -> Drawing | Photo:
    """A drawing or picture of the game; FigureMissing, with a near miss, where the folder art has no such file."""
    place = Place(resources.folder)
    art = resources.art(name, place)
    if art is None:
        drawings = {file.stem for file in (resources.folder / "art").glob("*")}
        message = say("there is no drawing “{name}” in the “art” folder", name=name)
        raise FigureMissing(Complaint(message, place, near_miss(name, drawings)))
    return art


def span_of(resources: FaceResources, name: str) -> InkSpan:
    """How wide a drawing is that must be there, and where it has ink."""
    find_drawing(resources, name)
    return resources.span(name, Place(resources.folder))

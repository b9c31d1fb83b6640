"""Places on a page that lead to others, and those that they lead to."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PageLink:
    """An area that leads to an anchor; millimetres from the upper left corner."""

    left: float
    top: float
    right: float
    bottom: float
    target: str

    def moved(self, x: float, y: float) -> PageLink:
        """The same area so many millimetres further right and down."""
        return PageLink(self.left + x, self.top + y, self.right + x, self.bottom + y, self.target)


@dataclass(frozen=True, slots=True)
class Anchor:
    """A place that links lead to, named by plain letters; with a title it stands in the outline, at a level."""

    name: str
    title: str = ""
    number: str = ""
    level: int = 0

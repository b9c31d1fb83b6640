"""A page is a size and a way to draw it, so that it can be printed, or shown in small on another page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pnp.base.text import Message
from pnp.data.layout import Size
from pnp.data.model import Deck
from pnp.draw.imposition import Area
from pnp.draw.links import Anchor, PageLink

if TYPE_CHECKING:
    from pnp.faces.renderer import Renderer


A4 = Size(210, 297)


def roomy(paper: Size, least: Size) -> Size:
    """The paper, or A4 where it is too small for a page that is read: small papers are for cards alone."""
    return paper if paper.width >= least.width and paper.height >= least.height else A4


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet; `trim` is what remains after cutting. Anchors have their height on the page.

    One that is `read` only tells what to do with the others: nothing is cut from it.
    """

    size: Size
    trim: Area
    bleed: float
    draw: Callable[[Renderer], None]
    links: tuple[PageLink, ...] = ()
    anchors: tuple[tuple[Anchor, float], ...] = ()
    read: bool = False


def whole_page(size: Size, draw: Callable[[Renderer], None], *, read: bool = False) -> Page:
    """A page that is not cut."""
    return Page(size, (0.0, 0.0, size.width, size.height), 0, draw, read=read)


@dataclass(frozen=True, slots=True)
class Handling:
    """What one must know of the pages of an artefact: whether they have two sides, and which ones show what it is.

    `how` tells what to do with them where that depends on the game; so many of them are only `read`; the others hold
    the pieces of these decks.
    """

    duplex: bool = False
    shown: tuple[Page, ...] = ()
    how: tuple[Message, ...] = ()
    read: int = 0
    holds: tuple[Deck, ...] = ()


@dataclass(frozen=True, slots=True)
class Printout:
    """The pages of one artefact of a kit."""

    pages: tuple[Page, ...]
    handling: Handling

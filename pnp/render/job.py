"""What is asked of the press: an edition in a language, on a paper, with an ink; and what comes of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from pnp.catalog import Catalog
from pnp.edition import Edition
from pnp.errors import BadRequest, Complaint, near_miss
from pnp.layout import Ink, Layout, Paper, Scheme, Size, Stock
from pnp.render.impose import Flip
from pnp.text import say
from pnp.values import excerpt, out_of_range
from pnp.workspace import Workspace

SMALLEST, LARGEST = 5.0, 2000.0
MARGIN = 5.0
MOST_BLEED = 50.0
_SIZE = re.compile(r"(\d+(?:[.,]\d+)?)\s*[x×*]\s*(\d+(?:[.,]\d+)?)(?:\s*mm)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Printing:
    """How sheets are filled and printed. No size: each piece has the size of its layout."""

    paper: Paper
    scheme: Scheme
    flip: Flip
    ink: str
    size: Size | None
    bleed: float
    gap: float | None


def printing(
    stock: Stock,
    paper: str = "a4",
    card: str = "",
    layout: str = "duplex",
    flip: str = Flip.LONG,
    ink: str = "full",
    bleed: float = 3.0,
    gap: float | None = None,
) -> Printing:
    """What the words of a command line ask for; BadRequest names all that is not on offer."""
    complaints: list[Complaint] = []
    asked = [("--layout", layout, stock.schemes), ("--flip", flip, list(Flip))]
    for option, found, known in asked:
        if found not in known:
            complaints.append(_unknown(option, found, known))
    sheet, size = _size(paper, {key: one.size for key, one in stock.papers.items()}), _size(card, stock.sizes)
    if sheet is None:
        complaints.append(_unknown("--paper", paper, stock.papers, "210x297"))
    if card and size is None:
        complaints.append(_unknown("--card", card, stock.sizes, "63x88"))
    for option, number in (("--bleed", bleed), ("--gap", gap or 0)):
        if not 0 <= number <= MOST_BLEED:
            complaints.append(Complaint(out_of_range(option, number, 0, MOST_BLEED)))
    if complaints or sheet is None:
        raise BadRequest(*complaints)
    stated = {key.casefold(): one for key, one in stock.papers.items()}.get(paper.casefold())
    return Printing(stated or Paper(sheet, MARGIN), stock.schemes[layout], Flip(flip), ink, size, bleed, gap)


def _size(found: str, known: Mapping[str, Size]) -> Size | None:
    """A size by name, or as millimetres such as 63x88."""
    named = {key.casefold(): size for key, size in known.items()}
    if found.casefold() in named:
        return named[found.casefold()]
    numbers = _SIZE.fullmatch(found.strip())
    if not numbers:
        return None
    width, height = (float(number.replace(",", ".")) for number in numbers.groups())
    return Size(width, height) if min(width, height) >= SMALLEST and max(width, height) <= LARGEST else None


def _unknown(option: str, found: str, known: Iterable[str], example: str = "") -> Complaint:
    message = say("{option}: there is no '{found}'", option=option, found=excerpt(found))
    words = ", ".join(known)
    if example:
        hint = say("known here: {words}; or millimetres such as {example}", words=words, example=example)
        return Complaint(message, None, hint)
    return Complaint(message, None, near_miss(found, known))


@dataclass(frozen=True, slots=True)
class Job:
    workspace: Workspace
    edition: Edition
    catalog: Catalog
    layout: Layout
    printing: Printing
    decks: tuple[str, ...] = ()
    once: bool = False
    tick: Callable[[], None] = lambda: None

    @property
    def ink(self) -> Ink:
        """BadRequest where the game's layout knows no such ink."""
        found = self.layout.inks.get(self.printing.ink)
        if found is None:
            raise BadRequest(_unknown("--ink", self.printing.ink, self.layout.inks))
        return found

    @property
    def duplex(self) -> bool:
        """Whether sheets are printed on both sides."""
        scheme = self.printing.scheme
        return len(scheme.sides) > 1 and not scheme.fold and not scheme.alone


class NothingToPrint(BadRequest):
    """A part that the game does not have: a kit goes without it."""


@dataclass(frozen=True, slots=True)
class Made:
    """A PDF, and what a look at it would find wrong."""

    pdf: bytes
    problems: tuple[Complaint, ...] = ()

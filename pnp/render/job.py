"""What is asked of the press: an edition in a language, on a paper, with an ink; and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pnp.catalog import Catalog
from pnp.edition import Edition
from pnp.errors import Complaint
from pnp.layout import Paper, Scheme, Size
from pnp.render.impose import Flip
from pnp.workspace import Workspace


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


@dataclass(frozen=True, slots=True)
class Job:
    workspace: Workspace
    edition: Edition
    catalog: Catalog
    printing: Printing
    decks: tuple[str, ...] = ()
    tick: Callable[[], None] = lambda: None


@dataclass(frozen=True, slots=True)
class Made:
    """A PDF, and what a look at it would find wrong."""

    pdf: bytes
    problems: tuple[Complaint, ...] = ()

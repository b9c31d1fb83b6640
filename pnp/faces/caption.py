"""What the line at the edge of every sheet says: what it is, and how to print it."""

from __future__ import annotations

from dataclasses import dataclass

from pnp import __version__
from pnp.base.text import word
from pnp.data.edition import EditionData
from pnp.data.model import Kind
from pnp.faces.namespace import state_of
from pnp.words.catalog import Catalog


@dataclass(frozen=True, slots=True)
class Caption:
    """What the line at the edge of every sheet says: what it is, and how to print it."""

    before: str
    after: str

    @classmethod
    def of(cls, edition: EditionData, catalog: Catalog) -> Caption:
        """The caption of all sheets of an edition: what was chosen, and that they are printed without fitting."""
        own = edition.game.offers(Kind.EDITION)[edition.key]
        chosen = (own, *edition.choices())
        title = (catalog(edition.game.title), state_of(edition.game, catalog))
        titles = (*title, *(catalog(choice.title) for choice in chosen))
        hint = catalog(word("sheet", "print at {percent}, not “fit to page”", percent=catalog.percent(1)))
        return cls(" · ".join((*titles, catalog.language_name(catalog.language))), f"{hint} · pnp {__version__}")

    def line(self, *about: str) -> str:
        """The line of one sheet: its deck, sides and page number stand in the middle."""
        return " · ".join((self.before, *about, self.after))

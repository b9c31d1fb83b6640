"""What the line at the edge of every sheet says: what it is, and how to print it."""

from __future__ import annotations

from dataclasses import dataclass

from pnp import __version__
from pnp.base.text import word
from pnp.data.edition import EditionData
from pnp.faces.namespace import state_of
from pnp.words.catalog import Catalog
from pnp.words.choices import rules_and_language


@dataclass(frozen=True, slots=True)
class Caption:
    """What the line at the edge of every sheet says: what it is, and how to print it."""

    before: str
    after: str

    @classmethod
    def of(cls, edition: EditionData, catalog: Catalog) -> Caption:
        """The caption of all sheets of an edition: what was chosen, and that they are printed without fitting."""
        titles = (
            catalog(edition.game.title),
            state_of(edition.game, catalog),
            rules_and_language(edition, catalog),
            *(catalog(choice.title) for choice in edition.choices()),
        )
        hint = catalog(word("sheet", "print at {percent}, not “fit to page”", percent=catalog.percent(1)))
        return cls(" · ".join(titles), f"{hint} · pnp {__version__}")

    def line(self, *about: str) -> str:
        """The line of one sheet: its deck, sides and page number stand in the middle."""
        return " · ".join((self.before, *about, self.after))

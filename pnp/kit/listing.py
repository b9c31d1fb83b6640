"""What kit.json tells programs about a kit: what was chosen, and what its files hold.

docs/schemas/kit.schema.json describes it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from pnp import __version__
from pnp.base.frozen import FrozenDict
from pnp.data.edition import EditionData
from pnp.data.layout import Size
from pnp.data.model import Kind, Mark
from pnp.data.values import written
from pnp.faces.job import Job
from pnp.kit.artefacts import Artefact

if TYPE_CHECKING:
    from pnp.faces.renderer import Document

FORMAT = 1  # another one where a program that reads this one would go wrong


class RulePlace(NamedTuple):
    """Where a book tells a rule."""

    section: str
    page: int


@dataclass(frozen=True, slots=True)
class ListedFile:
    """A file of a kit."""

    artefact: str
    file: str
    title: str
    pages: int
    sheets: int
    duplex: bool
    pieces: Mapping[str, int] = field(hash=False)  # so many of each deck
    rules: Mapping[str, RulePlace] | None = field(default=None, hash=False)  # of a book only

    def to_json(self) -> dict[str, object]:
        """The file for programs; `rules` is there for books only."""
        listed: dict[str, object] = {
            "artefact": self.artefact,
            "file": self.file,
            "title": self.title,
            "pages": self.pages,
            "sheets": self.sheets,
            "duplex": self.duplex,
            "pieces": dict(self.pieces),
        }
        if self.rules is not None:
            listed["rules"] = {rule: place._asdict() for rule, place in self.rules.items()}
        return listed


@dataclass(frozen=True, slots=True)
class KitListing:
    """What was printed, and the files that it fills."""

    game: str
    version: str
    updated: str
    language: str
    edition: str
    choices: Mapping[str, tuple[str, ...]] = field(hash=False)
    values: Mapping[str, str] = field(hash=False)  # that were set, as one would type them
    ink: str
    paper: Size
    files: tuple[ListedFile, ...]
    program: str = __version__

    def to_json(self) -> dict[str, object]:
        """All of kit.json, the format's number first."""
        return {
            "format": FORMAT,
            "game": self.game,
            **({"version": self.version} if self.version else {}),
            "updated": self.updated,
            "language": self.language,
            "edition": self.edition,
            "choices": {kind: list(chosen) for kind, chosen in self.choices.items()},
            "set": dict(self.values),
            "ink": self.ink,
            "paper": [self.paper.width, self.paper.height],
            "pnp": self.program,
            "artefacts": [file.to_json() for file in self.files],
        }


def list_kit(job: Job, made: Iterable[tuple[Artefact, Document]]) -> KitListing:
    """The listing of a job, with the artefacts in the order in which they were made."""
    edition = job.edition
    return KitListing(
        game=edition.game.key,
        version=edition.game.version,
        updated=edition.game.updated.isoformat(),
        language=job.catalog.language,
        edition=edition.key,
        choices=FrozenDict(
            {str(kind): tuple(sorted(edition.chosen[kind])) for kind in Kind if kind is not Kind.EDITION}
        ),
        values=FrozenDict(
            {key: written(value.fact) for key, value in edition.values.items() if value.mark is Mark.YOURS}
        ),
        ink=job.settings.asked.ink,
        paper=job.settings.paper.size,
        files=tuple(_listed(job, artefact, document) for artefact, document in made),
    )


def _listed(job: Job, artefact: Artefact, document: Document) -> ListedFile:
    return ListedFile(
        artefact=artefact.key,
        file=artefact.file(),
        title=job.catalog(artefact.title),
        pages=document.pages,
        sheets=document.sheets,
        duplex=document.handling.duplex,
        pieces=FrozenDict({deck.key: deck.count for deck in document.handling.holds}),
        rules=_rules(job.edition, document),
    )


def _rules(edition: EditionData, document: Document) -> Mapping[str, RulePlace] | None:
    """Where a book tells each rule: section and page."""
    pages = document.page_of
    if not pages:
        return None
    return FrozenDict(
        {rule: RulePlace(number, pages[rule]) for rule, number in edition.sections.items() if rule in pages}
    )

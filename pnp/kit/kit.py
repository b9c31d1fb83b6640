"""Makes a kit: all artefacts that a game has, the print plan before them, and what kit.json tells of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path

from pnp.base.arguments import a_path
from pnp.base.errors import Complaint
from pnp.base.frozen import FrozenDict
from pnp.base.text import so_many
from pnp.data.workspace import LISTING
from pnp.draw.imposition import DoesNotFit
from pnp.faces.job import Job, NothingToPrint
from pnp.faces.renderer import Document
from pnp.kit.artefacts import ARTEFACTS, Artefact, Stuff, make_document
from pnp.kit.listing import KitListing, list_kit
from pnp.kit.print_plan import PLAN, make_plan
from pnp.words.messages import unfinished


@dataclass(frozen=True, slots=True, repr=False)
class Kit:
    """What a table needs to print, by the names of the files; the print plan comes first."""

    documents: Mapping[str, Document] = field(hash=False)
    listing: KitListing

    @property
    def problems(self) -> tuple[Complaint, ...]:
        """What a look at it would find wrong; also the artefacts that do not fit on the paper."""
        return tuple(problem for document in self.documents.values() for problem in document.problems)

    @property
    def untranslated(self) -> tuple[Complaint, ...]:
        """How many texts of its game are printed in another language, for want of a translation."""
        return tuple(dict.fromkeys(one for document in self.documents.values() for one in document.untranslated))

    def files(self) -> dict[str, bytes]:
        """All that a folder with this kit holds."""
        listing = json.dumps(self.to_json(), ensure_ascii=False, indent=2) + "\n"
        return {**{name: document.data for name, document in self.documents.items()}, LISTING: listing.encode()}

    def to_json(self) -> dict[str, object]:
        """What stands in kit.json."""
        return self.listing.to_json()

    def write(self, out: str | PathLike[str]) -> list[Path]:
        """Puts the kit into a folder, in one of its game and language, which changes as one; tells the files."""
        from pnp.kit.writing import write_kits

        folder = a_path("out", out, 'kit.write("output")')
        return write_kits([self], folder, folder)

    def __repr__(self) -> str:
        listing = self.listing
        counts = f"{so_many(len(self.documents), 'file')}, {so_many(len(self.problems), 'problem')}"
        return f"<Kit of {listing.game} in {listing.language}: {counts}>"


def make_kit(job: Job) -> Kit:
    """All artefacts that the game has; what does not fit on the paper is left out, and said, unless that is all."""
    made: dict[Artefact, Document] = {}
    missing: list[Complaint] = []
    for artefact in ARTEFACTS.values():
        try:
            made[artefact] = make_document(artefact, job)
        except NothingToPrint:
            continue
        except DoesNotFit as error:
            missing += error.complaints
    if missing and all(artefact.stuff is Stuff.PAPER for artefact in made):
        raise DoesNotFit(*missing)
    plan = make_plan(job, made)
    whole = {PLAN: replace(plan, problems=(*plan.problems, *missing)), **made}
    documents = telling({artefact.file(): document for artefact, document in whole.items()}, job)
    return Kit(FrozenDict(documents), list_kit(job, whole.items()))


def telling(documents: Mapping[str, Document], job: Job) -> dict[str, Document]:
    """What was made of a job, each with how many texts of the game are not translated."""
    lacking = any(document.lacking for document in documents.values())
    told = tuple(unfinished(job.workspace, job.edition.game, job.catalog.language, lacking=lacking))
    return {name: replace(document, untranslated=told) for name, document in documents.items()}

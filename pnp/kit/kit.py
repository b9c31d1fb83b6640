"""Makes a kit: all artefacts that a game has, the print plan before them, and what kit.json tells of them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.base.arguments import a_path
from pnp.base.errors import Complaint
from pnp.data.workspace import LISTING
from pnp.draw.imposition import DoesNotFit
from pnp.faces.job import Job, NothingToPrint
from pnp.kit.artefacts import ARTEFACTS, Artefact, Stuff, make_document
from pnp.kit.listing import KitListing, list_kit
from pnp.kit.print_plan import PLAN, make_plan

if TYPE_CHECKING:
    from pnp.faces.renderer import Document


@dataclass(frozen=True, slots=True, repr=False)
class Kit:
    """What a table needs to print, by the names of the files; the print plan comes first."""

    documents: Mapping[str, Document] = field(hash=False)
    listing: KitListing

    @property
    def problems(self) -> tuple[Complaint, ...]:
        """What a look at it would find wrong; also the artefacts that do not fit on the paper."""
        return tuple(problem for document in self.documents.values() for problem in document.problems)

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
        counts = f"{len(self.documents)} files, {len(self.problems)} problems"
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
    return Kit({artefact.file(): document for artefact, document in whole.items()}, list_kit(job, whole.items()))

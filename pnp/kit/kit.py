"""Writes what is printed: single parts, or a kit of all of them with its print plan, and kit.json for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pnp import __version__
from pnp.base.errors import BadFile, Complaint
from pnp.base.files import read_text
from pnp.base.save import Folder, write_folders, write_together
from pnp.base.text import say
from pnp.data.edition import EditionData
from pnp.data.model import Kind, Mark
from pnp.data.values import written
from pnp.draw.imposition import DoesNotFit
from pnp.faces.job import Job, NothingToPrint
from pnp.kit.artefacts import PARTS, Artefact, Part, Stuff, make
from pnp.kit.print_plan import PLAN, make_plan

if TYPE_CHECKING:
    from pnp.faces.renderer import Document

LISTING = "kit.json"
_ELSEWHERE = say("name another folder with --out")

Kit = Mapping[Artefact, "Document"]


@dataclass(frozen=True, slots=True)
class Written:
    """A file on disk, and what a look at it would find wrong."""

    path: Path
    problems: tuple[Complaint, ...] = ()
    language: str = ""
    untranslated: int = 0


def write_kits(jobs: Iterable[Job], out: Path, within: Path) -> list[Written]:
    """Makes the kits of all languages first, then writes them: each folder changes as one."""
    kits = [(job, _kit(job)) for job in jobs]
    listings = {_folder(job, out): _listing(job, kit) for job, kit in kits}
    folders = [
        Folder(folder := _folder(job, out), _files(kit) | {LISTING: listings[folder]}, _stale(folder, kit, out))
        for job, kit in kits
    ]
    write_folders(folders, within, _ELSEWHERE)
    return [*_written(kits, out), *(Written(folder / LISTING) for folder in listings)]


def write_part(part: Part, jobs: Iterable[Job], out: Path, within: Path) -> list[Written]:
    """Makes one part in all languages, then writes it."""
    kits: list[tuple[Job, Kit]] = [(job, {part: make(part, job)}) for job in jobs]
    files = {_folder(job, out) / name: data for job, kit in kits for name, data in _files(kit).items()}
    write_together(files, within, _ELSEWHERE)
    return _written(kits, out)


def _files(kit: Kit) -> dict[str, bytes]:
    return {part.file: made.data for part, made in kit.items()}


def _written(kits: Iterable[tuple[Job, Kit]], out: Path) -> list[Written]:
    return [
        Written(_folder(job, out) / part.file, made.problems, job.catalog.language, made.untranslated)
        for job, kit in kits
        for part, made in kit.items()
    ]


def _stale(folder: Path, kit: Kit, out: Path) -> frozenset[str]:
    """Parts that an earlier kit left in the folder and this one lacks: whoever prints the folder would print them."""
    if not folder.resolve().is_relative_to(out.resolve()):
        return frozenset()
    try:
        earlier = {one["file"] for one in json.loads(read_text(folder / LISTING))["artefacts"]}
    except (BadFile, ValueError, KeyError, TypeError):
        return frozenset()
    return frozenset(part.file for part in PARTS.values() if part not in kit and part.file in earlier)


def _kit(job: Job) -> Kit:
    """All parts that the game has; what does not fit on the paper is left out, and said, unless that is all of it."""
    parts: dict[Artefact, Document] = {}
    missing: list[Complaint] = []
    for part in PARTS.values():
        try:
            parts[part] = make(part, job)
        except NothingToPrint:
            continue
        except DoesNotFit as error:
            missing += error.complaints
    if missing and all(part.stuff is Stuff.PAPER for part in parts):
        raise DoesNotFit(*missing)
    plan = make_plan(job, parts)
    return {PLAN: replace(plan, problems=(*plan.problems, *missing)), **parts}


def _folder(job: Job, out: Path) -> Path:
    return out / job.edition.game.key / job.catalog.language


def _sections(edition: EditionData, made: Document) -> dict[str, object]:
    """Where a book tells each rule: section and page."""
    if not made.sections:
        return {}
    told = {rule: number for rule, number in edition.sections.items() if rule in made.sections}
    return {"rules": {rule: {"section": number, "page": made.sections[rule]} for rule, number in told.items()}}


def _listing(job: Job, kit: Kit) -> bytes:
    edition = job.edition
    listing = {
        "game": edition.game.key,
        **({"version": edition.game.version} if edition.game.version else {}),
        "updated": edition.game.updated.isoformat(),
        "language": job.catalog.language,
        "edition": edition.key,
        "choices": {str(kind): sorted(edition.chosen[kind]) for kind in Kind if kind is not Kind.EDITION},
        "set": {key: written(value.fact) for key, value in edition.values.items() if value.mark is Mark.YOURS},
        "ink": job.settings.ink,
        "paper": [job.settings.paper.size.width, job.settings.paper.size.height],
        "pnp": __version__,
        "artefacts": [
            {
                "part": part.key,
                "file": part.file,
                "title": job.catalog(part.title),
                "pages": made.pages,
                "sheets": made.sheets,
                "duplex": made.handling.duplex,
                "pieces": {deck.key: deck.count for deck in made.handling.holds},
                **_sections(edition, made),
            }
            for part, made in kit.items()
        ],
    }
    return (json.dumps(listing, ensure_ascii=False, indent=2) + "\n").encode()

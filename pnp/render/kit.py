"""Writes what is printed: single parts, or a kit of all of them with its print plan, and kit.json for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pnp import __version__
from pnp.edition import Edition
from pnp.errors import BadFile, Complaint
from pnp.files import read_text, write_together
from pnp.model import Kind, Mark
from pnp.render.impose import DoesNotFit
from pnp.render.job import Job, NothingToPrint
from pnp.render.parts import PARTS, Part, Stuff, make
from pnp.render.plan import PLAN, make_plan
from pnp.text import say
from pnp.values import written

if TYPE_CHECKING:
    from pnp.render.press import Made

Kit = Mapping[Part, "Made"]


@dataclass(frozen=True, slots=True)
class Written:
    """A file on disk, and what a look at it would find wrong."""

    path: Path
    problems: tuple[Complaint, ...] = ()
    language: str = ""
    untranslated: int = 0


def write_kits(jobs: Iterable[Job], out: Path) -> list[Written]:
    """Makes the kits of all languages first, then writes them."""
    kits = [(job, _kit(job)) for job in jobs]
    listings = {_folder(job, out) / "kit.json": _listing(job, kit) for job, kit in kits}
    stale = [path for job, kit in kits for path in _stale(job, kit, out)]
    written = _write(kits, out, listings)
    for path in stale:
        path.unlink(missing_ok=True)
    return written


def _stale(job: Job, kit: Kit, out: Path) -> Iterator[Path]:
    """Parts that an earlier kit left in the folder and this one lacks: whoever prints the folder would print them."""
    folder = _folder(job, out)
    if not folder.resolve().is_relative_to(out.resolve()):
        return
    try:
        earlier = {one["file"] for one in json.loads(read_text(folder / "kit.json"))["artefacts"]}
    except (BadFile, ValueError, KeyError, TypeError):
        return
    for part in PARTS.values():
        path = folder / part.file
        if part not in kit and part.file in earlier and path.is_file():
            yield path


def _kit(job: Job) -> Kit:
    """All parts that the game has; what does not fit on the paper is left out, and said, unless that is all of it."""
    parts: dict[Part, Made] = {}
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


def write_part(part: Part, jobs: Iterable[Job], out: Path) -> list[Written]:
    """Makes one part in all languages, then writes it."""
    return _write([(job, {part: make(part, job)}) for job in jobs], out, {})


def _write(kits: list[tuple[Job, Kit]], out: Path, listings: Mapping[Path, bytes]) -> list[Written]:
    """All files, or none."""
    made = {_folder(job, out) / part.file: (job, made) for job, kit in kits for part, made in kit.items()}
    files = {path: one.data for path, (_, one) in made.items()}
    write_together({**files, **listings}, say("name another folder with --out"))
    written = [
        Written(path, one.problems, job.catalog.language, one.untranslated) for path, (job, one) in made.items()
    ]
    return [*written, *map(Written, listings)]


def _folder(job: Job, out: Path) -> Path:
    return out / job.edition.game.key / job.catalog.language


def _sections(edition: Edition, made: Made) -> dict[str, object]:
    """Where a book tells each rule: section and page."""
    if not made.sections:
        return {}
    told = {rule: number for rule, number in edition.sections.items() if rule in made.sections}
    return {"rules": {rule: {"section": number, "page": made.sections[rule]} for rule, number in told.items()}}


def _listing(job: Job, kit: Kit) -> bytes:
    edition = job.edition
    listing = {
        "game": edition.game.key,
        "language": job.catalog.language,
        "edition": edition.key,
        "choices": {str(kind): sorted(edition.chosen[kind]) for kind in Kind if kind is not Kind.EDITION},
        "set": {key: written(value.fact) for key, value in edition.values.items() if value.mark is Mark.YOURS},
        "ink": job.printing.ink,
        "paper": [job.printing.paper.size.width, job.printing.paper.size.height],
        "pnp": __version__,
        "artefacts": [
            {
                "part": part.key,
                "file": part.file,
                "title": job.catalog(part.title),
                "pages": made.pages,
                "sheets": made.sheets,
                "duplex": made.notes.duplex,
                "pieces": {deck.key: deck.count for deck in made.notes.holds},
                **_sections(edition, made),
            }
            for part, made in kit.items()
        ],
    }
    return (json.dumps(listing, ensure_ascii=False, indent=2) + "\n").encode()

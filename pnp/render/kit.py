"""Writes what is printed: single parts, or a kit of all of them, and kit.json that lists it for programs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pnp import __version__
from pnp.errors import Complaint
from pnp.files import write_atomically
from pnp.model import Kind, Mark
from pnp.render.job import Job, Made, NothingToPrint
from pnp.text import say
from pnp.values import written


def _contents(job: Job) -> Made:
    from pnp.render.contents import make_contents

    return make_contents(job)


def _cards(job: Job) -> Made:
    from pnp.render.cards import make_cards

    return make_cards(job)


ARTEFACTS: dict[str, Callable[[Job], Made]] = {"contents.pdf": _contents, "cards.pdf": _cards}


@dataclass(frozen=True, slots=True)
class Written:
    """A file on disk, and what a look at it would find wrong."""

    path: Path
    problems: tuple[Complaint, ...] = ()


def write_kits(jobs: Iterable[Job], out: Path) -> Iterator[Written]:
    """Makes the kits of all languages first, then writes them; yields each file as it is written."""
    kits = [(job, dict(_parts(job))) for job in jobs]
    for job, kit in kits:
        yield from _write(job, kit, out)
        path = _folder(job, out) / "kit.json"
        _put(path, _listing(job, list(kit)))
        yield Written(path)


def _parts(job: Job) -> Iterator[tuple[str, Made]]:
    for name, make in ARTEFACTS.items():
        with suppress(NothingToPrint):
            yield name, make(job)


def write_part(name: str, jobs: Iterable[Job], out: Path) -> Iterator[Written]:
    """Makes one part in all languages, then writes it."""
    made = [(job, {name: ARTEFACTS[name](job)}) for job in jobs]
    for job, part in made:
        yield from _write(job, part, out)


def _write(job: Job, parts: Mapping[str, Made], out: Path) -> Iterator[Written]:
    for name, made in parts.items():
        path = _folder(job, out) / name
        _put(path, made.pdf)
        yield Written(path, made.problems)


def _folder(job: Job, out: Path) -> Path:
    return out / job.edition.game.key / job.catalog.language


def _put(path: Path, data: bytes) -> None:
    write_atomically(path, data, say("name another folder with --out"))


def _listing(job: Job, artefacts: list[str]) -> bytes:
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
        "artefacts": artefacts,
    }
    return (json.dumps(listing, ensure_ascii=False, indent=2) + "\n").encode()

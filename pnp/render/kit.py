"""Writes a kit: every artefact of an edition in one language, and kit.json that lists them for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from pnp import __version__
from pnp.catalog import Catalog
from pnp.edition import Edition
from pnp.files import write_atomically
from pnp.model import Kind, Mark
from pnp.render.contents import contents
from pnp.text import say
from pnp.values import written
from pnp.workspace import Workspace

ARTEFACTS = {"contents.pdf": contents}


def write_kits(workspace: Workspace, edition: Edition, catalogs: Iterable[Catalog], out: Path) -> Iterator[Path]:
    """Makes the kits of all languages first, then writes them; yields each path as it is written."""
    kits = {catalog.language: _make_kit(workspace, edition, catalog) for catalog in catalogs}
    for language, kit in kits.items():
        yield from _write_kit(out / edition.game.key / language, kit)


def _make_kit(workspace: Workspace, edition: Edition, catalog: Catalog) -> dict[str, bytes]:
    made = {name: make(workspace, edition, catalog) for name, make in ARTEFACTS.items()}
    return made | {"kit.json": _listing(edition, catalog, list(made))}


def _write_kit(folder: Path, kit: Mapping[str, bytes]) -> Iterator[Path]:
    for name, data in kit.items():
        write_atomically(folder / name, data, say("name another folder with --out"))
        yield folder / name


def _listing(edition: Edition, catalog: Catalog, artefacts: list[str]) -> bytes:
    listing = {
        "game": edition.game.key,
        "language": catalog.language,
        "edition": edition.key,
        "choices": {str(kind): sorted(edition.chosen[kind]) for kind in Kind if kind is not Kind.EDITION},
        "set": {key: written(value.fact) for key, value in edition.values.items() if value.mark is Mark.YOURS},
        "pnp": __version__,
        "artefacts": artefacts,
    }
    return (json.dumps(listing, ensure_ascii=False, indent=2) + "\n").encode()

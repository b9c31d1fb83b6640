"""Writes what is printed: single documents, or kits, each in a folder of its game and language."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.base.errors import BadFile
from pnp.base.files import read_text
from pnp.base.save import Folder, write_folders, write_together
from pnp.base.text import OptionName, say
from pnp.data.workspace import LISTING
from pnp.faces.job import Job
from pnp.kit.artefacts import ARTEFACTS
from pnp.kit.kit import Kit

if TYPE_CHECKING:
    from pnp.faces.renderer import Document

_ELSEWHERE = say("choose another folder with {out}", out=OptionName("out"))
_FORMER = ("sheet.pdf",)  # what artefacts were called in earlier kits


def folder_of(job: Job, out: Path) -> Path:
    """Where a kit lies: a folder for the game, and in it one for the language."""
    return out / job.edition.game.key / job.catalog.language


def write_kits(kits: Sequence[Kit], out: Path, within: Path) -> list[Path]:
    """Each folder changes as one; tells the files, first those to print."""
    folders = [_folder(kit, out) for kit in kits]
    write_folders(folders, within, _ELSEWHERE)
    printed = [folder.path / name for folder in folders for name in folder.files if name != LISTING]
    return [*printed, *(folder.path / LISTING for folder in folders)]


def write_documents(documents: Mapping[Path, Document], within: Path) -> None:
    """Writes all of the files or, where one cannot be written, none; no link may lead out of `within`."""
    write_together({path: document.data for path, document in documents.items()}, within, _ELSEWHERE)


def _folder(kit: Kit, out: Path) -> Folder:
    path = out / kit.listing.game / kit.listing.language
    return Folder(path, kit.files(), _stale(path, kit, out))


def _stale(folder: Path, kit: Kit, out: Path) -> frozenset[str]:
    """What an earlier kit left in the folder and this one lacks: whoever prints the folder would print it."""
    try:
        if not folder.resolve().is_relative_to(out.resolve()):
            return frozenset()
        earlier = {one["file"] for one in json.loads(read_text(folder / LISTING))["artefacts"]}
    except (BadFile, OSError, RuntimeError, ValueError, KeyError, TypeError):
        return frozenset()
    known = (*(artefact.file() for artefact in ARTEFACTS.values()), *_FORMER)
    return frozenset(name for name in known if name not in kit.documents and name in earlier)

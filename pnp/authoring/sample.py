"""Starts a new game from the sample in `templates/new-game`."""

from __future__ import annotations

import re
from pathlib import Path

from pnp.base.errors import BadFile, BadRequest, Complaint, Place
from pnp.base.files import read_bytes
from pnp.base.save import write_together
from pnp.base.text import say
from pnp.data.workspace import Workspace, builtin_root
from pnp.words.catalog import OWN_DOMAIN

_KEY = re.compile(r"[a-z0-9][a-z0-9-]*")


def start_game(root: Path, key: str) -> Path:
    """Copies the sample into `cards/<key>` of a folder, which becomes a workspace by it."""
    if not _KEY.fullmatch(key):
        raise BadRequest(
            Complaint(
                say("expected a key of lower-case letters, digits and hyphens, found “{found}”", found=key),
                None,
                say("for example {example}", example="my-game"),
            )
        )
    folder = root / "cards" / key
    if folder.exists() or key in (OWN_DOMAIN, *Workspace(builtin_root()).own_games()):
        raise BadFile(Complaint(say("this game already exists"), Place(folder), say("choose another key")))
    title = key.replace("-", " ").title().encode()
    sample = sorted((builtin_root() / "templates" / "new-game").iterdir())
    write_together({folder / file.name: read_bytes(file).replace(b"My Game", title) for file in sample}, root)
    return folder

"""Checks many logs on all cores, one after the other in memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from pnp.base.errors import BadFile, Complaint, Place
from pnp.base.parallel import in_parallel
from pnp.base.text import say
from pnp.data.workspace import Workspace
from pnp.log.library import library_of
from pnp.referee.verdict import Told, check

SUFFIXES = (".log", ".json")


def gathered(names: Iterable[Path]) -> list[Path]:
    """The logs that were named: files, all logs of folders, and patterns that the shell left alone."""
    found: dict[Path, None] = {}
    for name in names:
        here = _logs(name)
        if not here:
            raise BadFile(
                Complaint(
                    say("there is no log here"),
                    Place(name),
                    say("logs are files that end in {suffixes}", suffixes=" ".join(SUFFIXES)),
                )
            )
        found |= dict.fromkeys(here)
    return list(found)


def _logs(name: Path) -> list[Path]:
    if name.is_dir():
        return sorted(path for path in name.rglob("*") if path.suffix in SUFFIXES and path.is_file())
    if name.is_file() or not any(sign in str(name) for sign in "*?["):
        return [name]
    root = Path(name.anchor) if name.is_absolute() else Path()
    pattern = str(name.relative_to(name.anchor)) if name.is_absolute() else str(name)
    try:
        return sorted(path for path in root.glob(pattern) if path.is_file())
    except (ValueError, NotImplementedError, OSError):
        return []


def check_all(paths: Sequence[Path], workspace: Workspace, language: str, *, strict: bool = False) -> Iterator[Told]:
    """The verdicts in the order of the files; if strict, nothing in them is guessed."""
    work = partial(_check, workspace.root, language, strict)
    yield from in_parallel(work, paths, len(paths))


def _check(root: Path, language: str, strict: bool, path: Path) -> Told:
    return check(path, library_of(root), language, strict=strict)

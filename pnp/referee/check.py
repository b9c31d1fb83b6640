"""Checks logs: reads each, judges it, and says what is to be said; many on all cores, few in memory at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.base.errors import BadFile, Complaint, Place
from pnp.base.parallel import in_parallel
from pnp.base.text import say
from pnp.data.workspace import LISTING
from pnp.log.file import read_log
from pnp.log.library import Library
from pnp.referee.judge import judge
from pnp.referee.verdict import Verdict
from pnp.referee.wording.verdicts import problems, verdict_of

if TYPE_CHECKING:
    from pnp.referee.citations import RulebookPages

SUFFIXES = (".log", ".json")


def check(
    path: Path,
    library: Library,
    language: str,
    *,
    strict: bool = False,
    book: RulebookPages | None = None,
) -> Verdict:
    """The verdict on one log; if strict, nothing in it is guessed. Findings cite the pages of the book."""
    try:
        return verdict_of(judge(read_log(path, library, strict=strict), library), library, language, book)
    except Exception as error:  # noqa: BLE001  whatever it is, it must not end the check of a whole folder
        return Verdict(file=str(path), problems=problems(path, error, library.catalog(language)))


def check_all(
    paths: Sequence[Path],
    library: Library,
    language: str,
    *,
    strict: bool = False,
    kit: Path | None = None,
) -> Iterator[Verdict]:
    """The verdicts in the order of the files; findings cite the pages of the rulebook in a kit's folder.

    BadFile where that has none, BadRequest where it is of none of the games.
    """
    one = partial(check, library=library, language=language, strict=strict)
    if kit is None:
        return in_parallel(one, paths, len(paths))
    from pnp.referee.citations import rulebook_in, serving

    book = rulebook_in(kit)
    return serving(in_parallel(partial(one, book=book), paths, len(paths)), book, kit)


def gathered(names: Iterable[Path]) -> list[Path]:
    """The logs that were named: files, all logs of folders, and patterns that the shell left alone.

    What a kit printed into such a folder tells of itself is no log.
    """
    found: dict[Path, None] = {}
    for name in names:
        here = _logs(name)
        if not here:
            raise BadFile(
                Complaint(
                    say("there are no logs here"),
                    Place(name),
                    say("log files end in {suffixes}", suffixes=" ".join(SUFFIXES)),
                )
            )
        found |= dict.fromkeys(here)
    return list(found)


def _logs(name: Path) -> list[Path]:
    try:
        return _found(name)
    except (OSError, ValueError, NotImplementedError) as error:
        reason = say("cannot be read: {reason}", reason=getattr(error, "strerror", None) or str(error))
        raise BadFile(Complaint(reason, Place(name))) from None


def _found(name: Path) -> list[Path]:
    if name.is_dir():
        found = (path for path in name.rglob("*") if path.suffix in SUFFIXES and path.name != LISTING)
        return sorted(path for path in found if path.is_file())
    if name.is_file() or not any(sign in str(name) for sign in "*?["):
        return [name]
    root = Path(name.anchor) if name.is_absolute() else Path()
    pattern = str(name.relative_to(name.anchor)) if name.is_absolute() else str(name)
    return sorted(path for path in root.glob(pattern) if path.is_file())

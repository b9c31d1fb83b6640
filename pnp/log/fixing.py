"""A log with what was meant in place of what was mistyped; all else stays as it is, byte for byte."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from difflib import unified_diff
from pathlib import Path
from typing import NamedTuple

from pnp.base.errors import BadFile, BadRequest, Complaint, Place
from pnp.base.files import decoded, read_bytes
from pnp.base.text import say
from pnp.log.file import is_json, parse_log
from pnp.log.guessing.mending import Slip, applied
from pnp.log.library import Library
from pnp.log.log import MOST_BYTES, Assumption

_LINE_END = re.compile("(\r\n|\r|\n)")
_MARK = "\ufeff"  # with which some programs begin a text


class Fixed(NamedTuple):
    """A log as it is and as it was meant; how many places differ."""

    path: Path
    before: str
    after: str
    changes: int

    def difference(self) -> str:
        """What changes, as a patch."""
        before, after = (_LINE_END.sub("\n", text).splitlines(keepends=True) for text in (self.before, self.after))
        return "".join(_ended(unified_diff(before, after, str(self.path), str(self.path), n=1)))


def fixed(path: Path, library: Library) -> Fixed:
    """BadFile where the log cannot be read even so."""
    data = read_bytes(path, MOST_BYTES)
    text = decoded(path, data)
    if is_json(text):
        raise BadFile(
            Complaint(
                say("this log is JSON, which is read exactly as it is, so there’s nothing to fix"),
                Place(path),
                say("--fix is for logs written by hand"),
            )
        )
    log = parse_log(path, text, library)
    before = data.decode("utf8")
    return Fixed(path, before, _meant(before, log.assumptions), len(log.assumptions))


def fix_all(paths: Iterable[Path], library: Library) -> list[Fixed]:
    """All of them as they were meant; BadFile names all that is wrong with those that cannot be read."""
    logs, complaints = list[Fixed](), list[Complaint]()
    for path in paths:
        try:
            logs.append(fixed(path, library))
        except BadFile as unreadable:
            complaints += unreadable.complaints
    if complaints:
        raise BadFile(*complaints)
    return logs


def targets(paths: Sequence[Path], out: Path) -> dict[Path, Path]:
    """Where each log is written to: a file, or for several logs a folder; never to one of the logs."""
    folder = len(paths) > 1 or out.is_dir()
    found = {path: out / path.name if folder else out for path in paths}
    taken = {path.resolve() for path in paths}
    for path, target in found.items():
        if target.resolve() in taken:
            raise BadRequest(
                Complaint(
                    say("this would overwrite one of the logs"),
                    Place(target),
                    say("choose another file or folder with -o"),
                )
            )
        if list(found.values()).count(target) > 1:
            raise BadRequest(
                Complaint(
                    say("two of the logs are called “{name}”", name=path.name),
                    Place(path),
                    say("fix them one by one"),
                )
            )
    return found


def _meant(text: str, assumptions: Iterable[Assumption]) -> str:
    mark = _MARK if text.startswith(_MARK) else ""
    pieces = _LINE_END.split(text.removeprefix(_MARK))  # lines, and between them what ends them
    by_line: dict[int, list[Slip]] = {}
    for one in assumptions:
        start = one.column - 1
        by_line.setdefault(one.line, []).append(Slip(start, start + len(one.found), one.meant))
    for line, slips in by_line.items():
        pieces[2 * (line - 1)] = applied(pieces[2 * (line - 1)], slips)
    return mark + "".join(pieces)


def _ended(rows: Iterable[str]) -> Iterator[str]:
    """Rows of a patch that all end, as the last one of a file may not."""
    for row in rows:
        yield row if row.endswith("\n") else f"{row}\n\\ No newline at end of file\n"

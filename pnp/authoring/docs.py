"""The pages that explain pnp: they travel with it, so that they can be read wherever it is installed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pnp.base.errors import BadRequest, Complaint, near_miss
from pnp.base.files import read_text
from pnp.base.text import say
from pnp.data.workspace import builtin_root


def pages() -> Mapping[str, Path]:
    """The file of each page, by the page's name."""
    files = {path.stem: path for path in (builtin_root() / "docs").glob("*.md")}
    return {name: files[name] for name in sorted(files)}


def page(name: str) -> Path:
    """The file of one page; BadRequest, with a near miss, where there is none of that name."""
    known = pages()
    if name not in known:
        raise BadRequest(Complaint(say("there is no page “{page}”", page=name), None, near_miss(name, known)))
    return known[name]


def title(path: Path) -> str:
    """The heading that a page begins with."""
    return read_text(path).partition("\n")[0].removeprefix("# ")

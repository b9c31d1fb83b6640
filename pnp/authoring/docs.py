"""The pages that explain pnp: they travel with it, so that they can be read wherever it is installed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pnp.base.errors import BadRequest, Complaint, near_miss
from pnp.base.files import read_text
from pnp.base.text import Message, say, word
from pnp.data.workspace import builtin_root

# what to read first comes first
GROUPS: Mapping[str, Message] = {
    "tutorials": word("heading", "Tutorials"),
    "how-to": word("heading", "How to …"),
    "reference": word("heading", "Reference"),
    "explanation": word("heading", "Explanation"),
}


@dataclass(frozen=True)
class DocsPage:
    """A page of the docs, in a folder of its group; it begins with its title and a sentence on what it is about."""

    path: Path

    @property
    def name(self) -> str:
        """The word by which `pnp docs` shows it."""
        return self.path.stem

    @property
    def group(self) -> str:
        """One of GROUPS."""
        return self.path.parent.name

    @property
    def title(self) -> str:
        """Its heading."""
        return self._paragraphs[0].removeprefix("# ")

    @property
    def about(self) -> str:
        """Its first paragraph, in one line."""
        return " ".join(self._paragraphs[1].split())

    @property
    def _paragraphs(self) -> list[str]:
        return read_text(self.path).split("\n\n", 2)


def pages() -> Mapping[str, DocsPage]:
    """Every page by its name, group after group."""
    return {page.name: page for page in _found()}


def _found() -> Iterator[DocsPage]:
    for group in GROUPS:
        yield from map(DocsPage, sorted((builtin_root() / "docs" / group).glob("*.md")))


def page(name: str) -> DocsPage:
    """One page; BadRequest, with a near miss or the way to the list, where there is none of that name."""
    known = pages()
    if name not in known:
        hint = near_miss(name, known) or say("{command} lists them all", command="pnp docs")
        raise BadRequest(Complaint(say("there is no page “{page}”", page=name), None, hint))
    return known[name]

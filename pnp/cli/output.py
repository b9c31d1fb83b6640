"""Prints: results to standard output, complaints to where they belong."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import typer

from pnp.catalog import Catalog
from pnp.errors import Complaint

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

MOST_WIDTH = 160


def show(what: RenderableType) -> None:
    if isinstance(what, str):
        typer.echo(what)
        return
    _console().print(what)


def complain(complaints: Sequence[Complaint], ui: Catalog, *, stderr: bool = False) -> None:
    from pnp.show import complaint_lines

    console = _console(stderr=stderr)
    for line in complaint_lines(complaints, ui):
        console.print(line, soft_wrap=True)


def _console(*, stderr: bool = False) -> Console:
    """A console that takes data for what it is, and is never wider than anyone reads."""
    from rich.console import Console

    console = Console(stderr=stderr, highlight=False, markup=False, emoji=False)
    console.width = min(console.width, MOST_WIDTH)
    return console

"""Prints: results to standard output, complaints to where they belong."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import typer

from pnp.catalog import Catalog
from pnp.errors import Complaint

if TYPE_CHECKING:
    from rich.console import RenderableType


def show(what: RenderableType) -> None:
    if isinstance(what, str):
        typer.echo(what)
        return
    from rich.console import Console

    Console(highlight=False, markup=False, emoji=False).print(what)


def complain(complaints: Iterable[Complaint], ui: Catalog, *, stderr: bool = False) -> None:
    from rich.console import Console

    from pnp.show import complaint_lines

    console = Console(stderr=stderr, highlight=False, markup=False, emoji=False)
    for line in complaint_lines(complaints, ui):
        console.print(line, soft_wrap=True)

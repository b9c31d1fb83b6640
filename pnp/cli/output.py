"""Prints: results to standard output, complaints to where they belong."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

from pnp.base.errors import Complaint
from pnp.base.text import visible
from pnp.base.width import wrapped
from pnp.words.catalog import Catalog

if TYPE_CHECKING:
    from pnp.cli.console import RenderableType

BROKEN, UNUSABLE = 1, 2  # the exit codes where problems were found, and where something cannot be used at all

Tick = Callable[[], None]


def show(text: str) -> None:
    """A result on standard output; nothing in it can steer the terminal."""
    typer.echo(harmless(text))


def draw(what: RenderableType) -> None:
    """A result that has tables and colours."""
    from pnp.cli import console

    console.draw(what)


def hand_on(data: str) -> None:
    """Data for another program, exact in a pipe or a file; on a terminal it steers nothing."""
    typer.echo(harmless(data) if sys.stdout.isatty() else data)


def show_page(markdown: str) -> None:
    """A page of Markdown: set for a terminal, as it was written for a pipe or a file."""
    if not sys.stdout.isatty():
        typer.echo(markdown, nl=False)
        return
    from pnp.cli.console import draw_page

    draw_page(markdown)


def harmless(text: str) -> str:
    """A text, line by line, with whatever could steer a terminal made visible."""
    return "\n".join(map(visible, text.split("\n")))


def screen_width() -> int:
    """How many columns the terminal has; 0 in a pipe or a file, where lines are as long as they are."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 0


def print_lines(lines: Iterable[tuple[str, str]], *, stderr: bool = False) -> None:
    """Lines with a colour each, for output that must come at once: nothing heavy is loaded."""
    plain, width = "NO_COLOR" in os.environ, screen_width()
    for text, style in lines:
        safe, bold = harmless(text), style == "bold"
        for line in wrapped(safe, width) if width else [safe]:
            if plain or not style:
                typer.echo(line, err=stderr)
            else:
                typer.secho(line, fg=None if bold else style, bold=bold, err=stderr)


def complain(complaints: Sequence[Complaint], ui: Catalog, *, stderr: bool = False) -> None:
    """Each complaint with place and remedy; loads nothing where there are none."""
    if not complaints:
        return
    from pnp.cli.console import draw_lines
    from pnp.cli.options import of_flags
    from pnp.cli.show import complaint_lines

    draw_lines(complaint_lines([*map(of_flags, complaints)], ui), stderr=stderr)


@contextmanager
def progress(what: str, steps: int) -> Iterator[Tick]:
    """A bar on a terminal, nothing in a pipe; yields what is to be called after each step."""
    if not steps or not sys.stderr.isatty():
        yield lambda: None
        return
    from pnp.cli.console import bar

    with bar(what, steps) as tick:
        yield tick

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
    from rich.console import Console, ConsoleOptions, RenderableType

BROKEN = 1  # the exit code where problems were found
MOST_WIDTH = 160

Tick = Callable[[], None]


def show(what: RenderableType) -> None:
    """A line or a table, on standard output; nothing in it can steer the terminal."""
    if isinstance(what, str):
        typer.echo(harmless(what))
        return
    _console().print(what)


def hand_on(data: str) -> None:
    """Data for another program, exact in a pipe or a file; on a terminal it steers nothing."""
    typer.echo(harmless(data) if sys.stdout.isatty() else data)


def show_page(markdown: str) -> None:
    """A page of Markdown: set for a terminal, as it was written for a pipe or a file."""
    if not sys.stdout.isatty():
        typer.echo(markdown, nl=False)
        return
    from rich.markdown import Markdown

    _console().print(Markdown(markdown, hyperlinks=False))


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
    from pnp.cli.show import complaint_lines

    console = _console(stderr=stderr)
    for line in complaint_lines(complaints, ui):
        console.print(line, soft_wrap=True)


@contextmanager
def progress(what: str, steps: int) -> Iterator[Tick]:
    """A bar on a terminal, nothing in a pipe; yields what is to be called after each step."""
    if not steps or not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.progress import Progress

    with Progress(console=_console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=steps)
        yield lambda: bar.advance(task)


def _console(*, stderr: bool = False) -> Console:
    """A console that takes data for what it is, and is never wider than anyone reads."""
    from rich.console import Console
    from rich.segment import Segment

    class Harmless(Console):
        """Escapes what it is given to show, and nothing of its own colours."""

        def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
            for segment in super().render(renderable, options):
                yield segment if segment.control else Segment(harmless(segment.text), segment.style)

    console = Harmless(stderr=stderr, highlight=False, markup=False, emoji=False)
    console.width = min(console.width, MOST_WIDTH)
    return console

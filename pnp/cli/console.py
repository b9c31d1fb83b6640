"""The terminal as rich draws it: the only module that imports rich. What is shown is data, and steers nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager

from rich.box import SIMPLE
from rich.console import Console, ConsoleOptions, Group, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.progress import Progress
from rich.segment import Segment
from rich.table import Table as Columned
from rich.text import Text

from pnp.cli.output import harmless

__all__ = [
    "SIMPLE",
    "Columned",
    "Group",
    "Padding",
    "RenderableType",
    "StyledText",
    "draw",
    "draw_lines",
    "draw_page",
]

MOST_WIDTH = 160

StyledText = Text  # not confused with the text that is translated


class _HarmlessConsole(Console):
    """Escapes what it is given to show, and nothing of its own colours."""

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else Segment(harmless(segment.text), segment.style)


def _console(*, stderr: bool = False) -> Console:
    """A console that takes data for what it is, and is never wider than anyone reads."""
    console = _HarmlessConsole(stderr=stderr, highlight=False, markup=False, emoji=False)
    console.width = min(console.width, MOST_WIDTH)
    return console


def draw(what: RenderableType) -> None:
    """Tables and lines, on standard output."""
    _console().print(what)


def draw_lines(lines: Iterable[RenderableType], *, stderr: bool = False) -> None:
    """Lines that the terminal breaks, so that each can be copied whole."""
    console = _console(stderr=stderr)
    for line in lines:
        console.print(line, soft_wrap=True)


def draw_page(markdown: str) -> None:
    """A page of Markdown."""
    _console().print(Markdown(markdown, hyperlinks=False))


@contextmanager
def bar(what: str, steps: int) -> Iterator[Callable[[], None]]:
    """A bar on standard error that goes again; yields what is to be called after each step."""
    with Progress(console=_console(stderr=True), transient=True) as progress:
        task = progress.add_task(what, total=steps)
        yield lambda: progress.advance(task)

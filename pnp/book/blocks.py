"""The nouns of a text before it has pages: paragraphs, headings, tables, pictures, examples, footnotes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from pnp.data.layout import Size
    from pnp.draw.painter import Painter
    from pnp.faces.context import FaceResources

SIGNS = "*†‡"  # the marks of footnotes


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of words in one style, or a drawing in the line."""

    text: str
    bold: bool = False
    italic: bool = False
    link: str = ""  # the anchor that it leads to
    icon: bool = False
    footnote: bool = False  # the mark of a footnote
    reference: bool = False  # the number of a section, or in an index of a page


Runs = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """Level 1 begins a chapter, 2 a section. `one_page`: the chapter is set on one page."""

    level: int
    runs: Runs
    anchor: str = ""
    number: str = ""
    art: str = ""
    one_page: bool = False


@dataclass(frozen=True, slots=True)
class Paragraph:
    """Words that run on, with the drawings and links among them."""

    runs: Runs


@dataclass(frozen=True, slots=True)
class Items:
    """A list, numbered if it is ordered; each item holds blocks, so that lists may nest."""

    ordered: bool
    items: tuple[tuple[Block, ...], ...]


@dataclass(frozen=True, slots=True)
class Tabular:
    """A table, cell by cell; the cells of the head are empty where it has no heading."""

    head: tuple[Runs, ...]
    rows: tuple[tuple[Runs, ...], ...]
    right: tuple[bool, ...]  # columns of numbers


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing, or a figure of the game's layout; in an example it shows what the example came to.

    A figure is drawn no higher than `most` millimetres, if that is said.
    """

    name: str
    caption: Runs
    figure: bool = False
    example: str = ""
    most: float = 0


@dataclass(frozen=True, slots=True)
class Aside:
    """A note in the margin: under a drawing or `figure:NAME`, or in a frame."""

    art: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Example:
    """A box that stands out from the text; without a label it is called an example."""

    name: str
    art: str
    blocks: tuple[Block, ...]
    label: str = ""


@dataclass(frozen=True, slots=True)
class Caution:
    """What nobody may miss: a box with a drawing."""

    art: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Columns:
    """Text in columns; in an index, references stand for pages. `small`: a list in small type, its items whole."""

    blocks: tuple[Block, ...]
    index: bool = False
    small: bool = False


@dataclass(frozen=True, slots=True)
class Footnotes:
    """What is said at the end of a section about the values in it."""

    texts: tuple[Runs, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Chart:
    """What is drawn from numbers, as wide as the column; the label says what it shows to whoever cannot see it."""

    height: float
    draw: Callable[[Painter, FaceResources, Size], None]
    label: str
    caption: Runs = ()


Block = Heading | Paragraph | Items | Tabular | Picture | Aside | Example | Caution | Columns | Footnotes | Chart

_B = TypeVar("_B", bound=Block)


def plain_words(runs: Runs) -> str:
    """The words alone, without drawings and marks."""
    return "".join(run.text for run in runs if not run.icon and not run.footnote).strip()


def sign_of(heading: Heading, *, ids: bool) -> str:
    """What a heading is found by: its number; or, where rules are called by their ids, the id of its rule."""
    if not ids:
        return heading.number
    return heading.anchor if heading.number and heading.level > 1 else ""


def headed(blocks: Iterable[_B], level: int) -> list[tuple[Heading | None, list[_B]]]:
    """Each heading of that level with what follows it; None for what stands before the first."""
    parts: list[tuple[Heading | None, list[_B]]] = [(None, [])]
    for block in blocks:
        if isinstance(block, Heading) and block.level == level:
            parts.append((block, []))
        else:
            parts[-1][1].append(block)
    return parts if parts[0][1] else parts[1:]


def chapter_line(blocks: Sequence[Block]) -> tuple[Runs, Sequence[Block]]:
    """A first paragraph in italics is the line under the chapter's title: the line, upright, and the rest."""
    first = blocks[0] if blocks else None
    if isinstance(first, Paragraph) and first.runs and all(run.italic for run in first.runs):
        return tuple(replace(run, italic=False) for run in first.runs), blocks[1:]
    return (), blocks


def links_of(blocks: Iterable[Block]) -> tuple[set[str], set[str]]:
    """The anchors of a text, and what its links lead to."""
    anchors: set[str] = set()
    targets: set[str] = set()
    for block in blocks:
        inner: Iterable[Block] = ()
        runs: Iterable[Run] = ()
        match block:
            case Heading(runs=runs):
                anchors |= {block.anchor} - {""}
            case Paragraph(runs=runs) | Picture(caption=runs) | Chart(caption=runs):
                pass
            case Tabular():
                runs = [run for row in (block.head, *block.rows) for cell in row for run in cell]
            case Items():
                inner = [one for item in block.items for one in item]
            case Aside(blocks=inner) | Example(blocks=inner) | Caution(blocks=inner) | Columns(blocks=inner):
                pass
            case Footnotes():
                runs = [run for text in block.texts for run in text]
        targets |= {run.link for run in runs} - {""}
        below = links_of(inner)
        anchors |= below[0]
        targets |= below[1]
    return anchors, targets

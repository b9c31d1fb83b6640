"""The nouns of a text before it has pages: paragraphs, headings, tables, pictures, examples, notes."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of words in one style, or a drawing in the line."""

    text: str
    bold: bool = False
    italic: bool = False
    link: str = ""  # the anchor that it leads to
    icon: bool = False
    note: bool = False  # the mark of a note
    reference: bool = False  # the number of a section, or in an index of a page


Runs = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """Level 1 begins a chapter, 2 a section. `sheet`: the chapter is set on one page."""

    level: int
    runs: Runs
    anchor: str = ""
    number: str = ""
    art: str = ""
    sheet: bool = False


@dataclass(frozen=True, slots=True)
class Paragraph:
    runs: Runs


@dataclass(frozen=True, slots=True)
class Items:
    ordered: bool
    items: tuple[tuple[Block, ...], ...]


@dataclass(frozen=True, slots=True)
class Table:
    head: tuple[Runs, ...]
    rows: tuple[tuple[Runs, ...], ...]
    right: tuple[bool, ...]  # columns of numbers


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing, or a figure of the game's layout; in an example it shows what the example came to."""

    name: str
    caption: Runs
    figure: bool = False
    example: str = ""


@dataclass(frozen=True, slots=True)
class Aside:
    """A note in the margin: under a drawing, or in a frame."""

    art: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Example:
    name: str
    art: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Columns:
    """Text in columns; in an index, references stand for pages."""

    blocks: tuple[Block, ...]
    index: bool = False


@dataclass(frozen=True, slots=True)
class Notes:
    """What is said at the end of a section about the values in it."""

    notes: tuple[Runs, ...]


Block = Heading | Paragraph | Items | Table | Picture | Aside | Example | Columns | Notes

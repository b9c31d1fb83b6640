"""Writes the blocks of a rulebook as one page of HTML for the phone at the table: nothing else to load, no script."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from urllib.parse import quote, unquote

from pnp import __version__
from pnp.errors import BadFile, Complaint, Place, near_miss
from pnp.formula import BadFormula
from pnp.layout import COLOUR, Figure, Size
from pnp.model import Kind
from pnp.render.art import Drawing, Photo
from pnp.render.book.blocks import (
    Aside,
    Block,
    Columns,
    Example,
    Heading,
    Items,
    Notes,
    Paragraph,
    Picture,
    Run,
    Runs,
    Table,
)
from pnp.render.book.manuscript import Manuscript
from pnp.render.book.markdown import read_markdown
from pnp.render.brush import Palette
from pnp.render.easel import Easel, Format, Studio, number
from pnp.render.face import Face
from pnp.render.job import Job
from pnp.render.limit import MOST_SECONDS, time_limit
from pnp.render.names import Tree, names_of
from pnp.render.outline import n
from pnp.render.problems import of_face
from pnp.render.svg import OWN, SANS, SERIF, STYLE, Sprite, SvgBrush, element, escaped, use
from pnp.render.typeset import bind
from pnp.text import Message, say, word

CONTENTS = f"{OWN}contents"
_LARGE, _SMALL = 30.0, 5.0  # millimetres at which drawings show all their layers, or only the main ones
_LEAST, _MOST = 2.7, 5.6  # pixels to a millimetre of a figure
_CHAPTER, _RULE, _DEEPEST = 2, 3, 4  # levels of headings; the game's title is the first
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def make_web(job: Job, manuscript: Manuscript) -> tuple[str, list[Complaint]]:
    """The page, and what a look at its figures would find wrong. BadFile names figures and drawings that are missing."""
    blocks = read_markdown(manuscript.markdown, manuscript.sections, manuscript.notes)
    gallery = _Gallery(job, manuscript)
    writer = _Writer(job, gallery, manuscript.sections, blocks)
    body = "".join(writer.chapters(blocks))
    if gallery.missing:
        raise BadFile(*gallery.missing.values())
    return _page(job, gallery.sprite, writer.entries, body), gallery.problems


# ---- the page around the text ---------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Entry:
    """A line of the contents."""

    level: int
    anchor: str
    number: str
    title: str


def _page(job: Job, sprite: Sprite, entries: Sequence[_Entry], body: str) -> str:
    catalog = job.catalog
    contents = element("a", escaped(catalog(word("book", "Contents"))), class_="up", href=f"#{CONTENTS}")
    inside = (
        sprite.markup(),
        _masthead(job),
        _contents(job, entries),
        element("main", element("article", body)),
        element("footer", element("p", escaped(_colophon(job)))),
        contents if entries else "",
    )
    language = catalog.language.replace("_", "-")
    page = element(
        "html",
        f"\n{_head(job)}\n{element('body', '\n'.join(filter(None, inside)))}\n",
        lang=language,
        dir=catalog.locale.text_direction,
    )
    return f"<!DOCTYPE html>\n{page}\n"


def _head(job: Job) -> str:
    light, dark = _light(job.layout.colours), _dark(job.layout.colours)
    title = f"{job.catalog(job.edition.game.title)} – {job.catalog(word('part', 'Rulebook'))}"
    style = _CSS.replace("/* light */", _variables(light)).replace("/* dark */", _variables(dark)) + STYLE
    metas = (
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f'<meta name="theme-color" content="{light["ground"]}" media="(prefers-color-scheme: light)">',
        f'<meta name="theme-color" content="{dark["ground"]}" media="(prefers-color-scheme: dark)">',
        f'<meta name="generator" content="pnp {__version__}">',
        '<link rel="icon" href="data:,">',
        element("title", escaped(title)),
        element("style", f"\n{style}\n"),
    )
    return element("head", "\n" + "\n".join(metas) + "\n")


def _masthead(job: Job) -> str:
    catalog = job.catalog.knowing(job.edition.facts())
    game = job.edition.game
    about = catalog(game.about)
    return element(
        "header",
        element("h1", escaped(catalog(game.title)))
        + element("p", escaped(" · ".join(_chosen(job))), class_="edition")
        + (element("p", escaped(about), class_="about") if about else ""),
        class_="masthead",
    )


def _chosen(job: Job) -> list[str]:
    edition = job.edition
    own = edition.game.offers(Kind.EDITION)[edition.key]
    return [job.catalog(choice.title) for choice in (own, *edition.choices())]


def _colophon(job: Job) -> str:
    catalog = job.catalog
    return " · ".join([catalog(job.edition.game.title), catalog.language_name(catalog.language), f"pnp {__version__}"])


def _contents(job: Job, entries: Sequence[_Entry]) -> str:
    """Closed on a phone until it is wanted; open beside the text where there is room."""
    if not entries:
        return ""
    title = escaped(job.catalog(word("book", "Contents")))
    lines = element("details", element("summary", title) + _listed(entries))
    return element("nav", lines, id=CONTENTS, aria_label=job.catalog(word("book", "Contents")))


def _listed(entries: Sequence[_Entry]) -> str:
    """Chapters, each with the list of its sections."""
    chapters = []
    for chapter, sections in _parted(entries, lambda entry: entry.level == _CHAPTER):
        inner = "".join(element("li", _entry(one)) for one in sections)
        shown = (_entry(chapter) if chapter else "") + (element("ol", inner) if inner else "")
        chapters.append(element("li", shown))
    return element("ol", "".join(chapters))


def _entry(entry: _Entry) -> str:
    figure = element("span", escaped(entry.number), class_="number") if entry.number else ""
    return element("a", f"{figure} {escaped(entry.title)}".strip(), href=f"#{quote(entry.anchor)}")


# ---- text -----------------------------------------------------------------------------------------------------------


class _Writer:
    """Writes blocks as HTML, in their order; `entries` gathers the lines of the contents on the way."""

    def __init__(self, job: Job, gallery: _Gallery, rules: Mapping[str, str], blocks: Iterable[Block]) -> None:
        self._catalog, self._gallery, self._rules = job.catalog, gallery, rules
        self._anchors = {heading.anchor for heading in _headings(blocks) if _usable(heading.anchor)}
        self._free = set(self._anchors)
        self._level = 1  # of the last heading
        self._noted = 1  # which notes of the page the next ones are
        self._marked: set[str] = set()
        self.entries: list[_Entry] = []

    # ---- chapters and rules ----

    def chapters(self, blocks: Sequence[Block]) -> Iterator[str]:
        for heading, inside in _parted(blocks, lambda block: isinstance(block, Heading) and block.level == 1):
            if isinstance(heading, Heading):
                yield self._chapter(heading, inside)
            else:
                yield from self._sections(inside)

    def _chapter(self, heading: Heading, inside: Sequence[Block]) -> str:
        anchor = self._listed(heading, _CHAPTER)
        line, rest = _line_under(inside)
        art = self._gallery.drawing(heading.art, class_="emblem") if heading.art else ""
        title = element(f"h{_CHAPTER}", _numbered(heading.number) + self._words(heading.runs))
        under = element("p", self._words(line), class_="under") if line else ""
        opening = element("header", art + element("div", title + under), class_="opening")
        text = "".join(self._sections(rest))
        return element("section", opening + text, id=anchor, class_="chapter sheet" if heading.sheet else "chapter")

    def _sections(self, blocks: Sequence[Block]) -> Iterator[str]:
        for heading, inside in _parted(blocks, lambda block: isinstance(block, Heading) and block.level == 2):  # noqa: PLR2004  of a section
            if isinstance(heading, Heading):
                yield self._section(heading, inside)
            else:
                yield self._blocks(inside)

    def _section(self, heading: Heading, inside: Sequence[Block]) -> str:
        anchor = self._listed(heading, _RULE)
        pill = ""
        if heading.anchor in self._rules:
            pill = element("a", escaped(heading.anchor), class_="pill", href=f"#{quote(anchor)}") + " "
        title = element(f"h{_RULE}", pill + _numbered(heading.number) + self._words(heading.runs))
        return element("section", title + self._blocks(inside), id=anchor, class_="rule")

    def _listed(self, heading: Heading, level: int) -> str:
        """The id of a heading, which the contents name as well."""
        self._level = level
        anchor = self._claimed(heading.anchor) or f"{OWN}section-{len(self.entries) + 1}"
        self.entries.append(_Entry(level, anchor, heading.number, _plain_words(heading.runs)))
        return anchor

    def _claimed(self, anchor: str) -> str:
        """An anchor is an id for the first that asks for it."""
        if anchor not in self._free:
            return ""
        self._free.remove(anchor)
        return anchor

    # ---- blocks ----

    def _blocks(self, blocks: Iterable[Block]) -> str:
        return "\n".join(self._block(block) for block in blocks)

    def _block(self, block: Block) -> str:
        match block:
            case Heading():
                self._level = min(block.level + 1, self._level + 1, _DEEPEST)
                made = element(f"h{self._level}", self._words(block.runs), id=self._claimed(block.anchor))
            case Paragraph():
                made = element("p", self._words(block.runs))
            case Items():
                items = "".join(element("li", self._item(item)) for item in block.items)
                made = element("ol" if block.ordered else "ul", items)
            case Table():
                made = self._table(block)
            case Picture():
                made = self._picture(block)
            case Aside():
                art = self._gallery.drawing(block.art) if block.art else ""
                made = element("aside", art + element("div", self._blocks(block.blocks)))
            case Example():
                made = self._example(block)
            case Columns():
                made = element("div", self._blocks(block.blocks), class_="columns")
            case Notes():
                made = self._notes(block)
        return made

    def _item(self, blocks: Sequence[Block]) -> str:
        """A single paragraph is the item itself."""
        if len(blocks) == 1 and isinstance(blocks[0], Paragraph):
            return self._words(blocks[0].runs)
        return self._blocks(blocks)

    def _table(self, table: Table) -> str:
        sides = ["number" if right else "" for right in table.right]
        head = "".join(
            element("th", self._words(cell), scope="col", class_=side)
            for cell, side in zip(table.head, sides, strict=True)
        )
        body = "".join(element("tr", self._row(row, sides)) for row in table.rows)
        named = element("thead", element("tr", head)) if any(map(_plain_words, table.head)) else ""
        return element("div", element("table", named + element("tbody", body)), class_="scroll")

    def _row(self, row: Sequence[Runs], sides: Sequence[str]) -> str:
        """The first cell names the row."""
        first, *rest = zip(row, sides, strict=True)
        cells = [element("th", self._words(first[0]), scope="row", class_=first[1])]
        return "".join(cells + [element("td", self._words(cell), class_=side) for cell, side in rest])

    def _picture(self, picture: Picture) -> str:
        caption = _plain_words(picture.caption)
        draw = self._gallery.figure if picture.figure else self._gallery.pictured
        below = element("figcaption", self._words(picture.caption)) if caption else ""
        return element("figure", draw(picture, caption) + below)

    def _example(self, example: Example) -> str:
        """The word Example stands above its title, or for it."""
        first, *rest = example.blocks or (Paragraph(()),)
        titled = isinstance(first, Heading)
        self._level = _DEEPEST
        lead = element("span", escaped(self._catalog(word("book", "Example"))), class_="lead")
        title = f"{lead} {self._words(first.runs)}".strip() if isinstance(first, Heading) else lead
        art = self._gallery.drawing(example.art) if example.art else ""
        head = element("header", art + element(f"h{_DEEPEST}", title))
        return element("section", head + self._blocks(rest if titled else example.blocks), class_="example")

    # ---- notes ----

    def _notes(self, block: Notes) -> str:
        items = "".join(self._note(note) for note in block.notes)
        self._noted += 1
        return element("ol", items, class_="notes", aria_label=self._catalog(word("book", "Notes")))

    def _note(self, runs: Runs) -> str:
        mark, *rest = runs
        own = self._note_id(mark)
        back = element("a", escaped(mark.text), href=f"#{own}-mark", class_="mark") if own in self._marked else ""
        return element("li", back + self._words(tuple(rest)), id=own)

    def _note_id(self, mark: Run) -> str:
        return f"{OWN}note-{self._noted}-{unicodedata.normalize('NFKC', mark.text)}"

    # ---- words ----

    def _words(self, runs: Runs) -> str:
        groups = groupby(runs, key=lambda run: "" if run.note else run.link)
        return "".join(self._linked(link, list(group)) for link, group in groups)

    def _linked(self, link: str, runs: Sequence[Run]) -> str:
        inside, target = "".join(map(self._run, runs)), unquote(link)
        if target not in self._anchors:
            return inside
        return element("a", inside, href=f"#{quote(target)}", class_="reference" if runs[0].reference else "")

    def _run(self, run: Run) -> str:
        if run.note:
            return self._mark(run)
        if run.icon:
            return self._gallery.icon(run.text)
        made = escaped(bind(run.text, self._catalog.language)).replace("\n", "<br>")
        made = element("strong", made) if run.bold else made
        return element("em", made) if run.italic else made

    def _mark(self, run: Run) -> str:
        """The mark of a note; the note leads back to the first of its marks."""
        own = self._note_id(run)
        first = own not in self._marked
        self._marked.add(own)
        return element("a", escaped(run.text), href=f"#{own}", id=f"{own}-mark" if first else "", class_="mark")


def _parted[T](items: Sequence[T], begins: Callable[[T], bool]) -> Iterator[tuple[T | None, list[T]]]:
    """Each item that begins a part, with what follows it; None for what stands before the first."""
    raise NotImplementedError


def _headings(blocks: Iterable[Block]) -> Iterator[Heading]:
    for block in blocks:
        match block:
            case Heading():
                yield block
            case Aside() | Example() | Columns():
                yield from _headings(block.blocks)
            case Items():
                for item in block.items:
                    yield from _headings(item)


def _usable(anchor: str) -> bool:
    """Whether an anchor can be an id: one word that is not one of the page's own."""
    return bool(anchor) and not any(map(str.isspace, anchor)) and not anchor.startswith(OWN)


def _line_under(blocks: Sequence[Block]) -> tuple[Runs, Sequence[Block]]:
    """A first paragraph in italics is the line under the chapter's title."""
    first = blocks[0] if blocks else None
    if isinstance(first, Paragraph) and first.runs and all(run.italic for run in first.runs):
        return tuple(_upright(run) for run in first.runs), blocks[1:]
    return (), blocks

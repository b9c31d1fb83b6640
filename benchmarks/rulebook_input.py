"""The rulebook as its peers read it: every drawing an SVG file, the text as a Typst document and as HTML with CSS."""

from __future__ import annotations

import re
import shutil
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from html import escape
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path

from pnp.base.errors import Place
from pnp.book.blocks import (
    Aside,
    Block,
    Columns,
    Example,
    Footnotes,
    Heading,
    Items,
    Paragraph,
    Picture,
    Run,
    Runs,
    Tabular,
)
from pnp.book.manuscript import write_manuscript
from pnp.book.markdown import read_markdown
from pnp.book.paged.binding import COVER, book_names
from pnp.book.rulebook import played
from pnp.data.edition import Choices, choose
from pnp.data.layout import LayoutNames, Size
from pnp.data.workspace import Workspace
from pnp.draw.art import Drawing
from pnp.draw.painter import Palette
from pnp.draw.svg import Sprite, SvgPainter, element
from pnp.draw.typeset import bind
from pnp.faces.context import FaceContext, FaceResources, FaceShape, number
from pnp.faces.face import Face
from pnp.faces.job import Job
from pnp.faces.namespace import names_of
from pnp.kit.artefacts import ARTEFACTS

HERE = Path(__file__).resolve().parent
PAGE = Size(210, 297)
TEXT, MARGIN, ONE_PAGE, IN_EXAMPLE = 112.0, 48.0, 81.0, 103.0  # millimetres that figures may be wide
FACES = {
    "Serif": ("Regular", "It", "Bold", "Black"),
    "Sans": ("Regular", "It", "Semibold", "Bold"),
}
_LINES = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
_SVG = "http://www.w3.org/2000/svg"
_STYLE = '<style>text.serif{font-family:"Source Serif Pro"}text.sans{font-family:"Source Sans Pro"}</style>'
_SYMBOL = re.compile(r'<symbol id="[^"]*" viewBox="([^"]*)"[^>]*>(.*)</symbol>')
_SPRITE = re.compile(r"<svg[^>]*>(.*)</svg>", re.DOTALL)
_FITTED = re.compile(r' textLength="[^"]*" lengthAdjust="[^"]*"')  # for readers that lack our typefaces


def prepare(folder: Path) -> None:
    """Writes book.typ, book.html, their drawings and typefaces into a folder."""
    workspace = Workspace(HERE.parent)
    edition = choose(workspace.game("alchemicus"), Choices(expansions=("noctis",)))
    job = Job.of(workspace, edition, "en")
    manuscript = write_manuscript(workspace, edition, job.catalog)
    blocks = read_markdown(manuscript.markdown, manuscript.sections, manuscript.footnotes)
    for name in ("art", "icon", "figure", "fonts"):
        (folder / name).mkdir()
    for family, faces in FACES.items():
        spec = find_spec(f"font_source_{family.lower()}_pro")
        assert spec
        assert spec.submodule_search_locations
        for face in faces:
            file = f"Source{family}Pro-{face}.ttf"
            shutil.copy(Path(spec.submodule_search_locations[0]) / "files" / file, folder / "fonts" / file)
    shutil.copy(HERE / "typst" / "rulebook.typ", folder)
    shutil.copy(HERE / "weasyprint" / "rulebook.css", folder)
    for writer, file in ((_Typst, "book.typ"), (_Html, "book.html")):
        gallery = _Gallery(job, played(manuscript), folder)
        (folder / file).write_text(writer(gallery).book(blocks), encoding="utf8")


# ---- drawings and figures -----------------------------------------------------------------------------------------


class _Gallery:
    """Writes drawings as files and tells their names and sizes."""

    def __init__(self, job: Job, plays: dict[str, LayoutNames], folder: Path) -> None:
        self._job, self._plays, self._folder = job, plays, folder
        self._resources = FaceResources(job.layout, job.edition.game.folder, job.catalog.language)
        self._palette = Palette(job.layout.colours, job.ink)
        self._names = names_of(job.edition, job.catalog.knowing(job.edition.facts()))
        self._names |= book_names(job, ARTEFACTS["rulebook"].title)
        self._figures = 0
        self.edition = self._names["book"]["edition"]

    def art(self, name: str, most: float, wide: float = 1000) -> tuple[str, float]:
        """The file of a drawing and its height in millimetres: so much, unless it gets too wide."""
        art = self._art(name)
        self._write(f"art/{name}.svg", *self._symbol(name, art, most))
        return f"art/{name}.svg", min(most, wide * art.height / art.width)

    def icon(self, name: str) -> str:
        """The file of a drawing in a line, without the room at its sides."""
        art, span = self._art(name), self._resources.span(name, Place(self._resources.folder))
        left, right = (art.left + edge * art.height for edge in (span.left, span.right))
        box = f"{left} {art.top} {right - left} {art.height}"
        self._write(f"icon/{name}.svg", box, self._symbol(name, art, 0)[1])
        return f"icon/{name}.svg"

    def figure(self, picture: Picture) -> tuple[str, float]:
        """The file of a figure and its width."""
        figure = self._job.layout.figures[picture.name]
        names = self._names | self._plays.get(picture.example, {})
        self._figures += 1
        size = Size(figure.width, number(figure.height, names))
        return self._part(f"figure/{self._figures}.svg", figure.part, size, names), size.width

    def cover(self) -> str:
        return self._part("cover.svg", COVER, PAGE, self._names)

    def _part(self, file: str, part: str, size: Size, names: LayoutNames) -> str:
        sprite = Sprite(self._palette)
        painter = SvgPainter(sprite)
        Face(FaceContext(self._resources, painter, FaceShape(size, size, 0, 0))).draw(part, names)
        inside = _SPRITE.fullmatch(painter.picture(size.width, size.height))
        symbols = _SPRITE.fullmatch(sprite.markup())
        assert inside
        assert symbols
        drawn = _STYLE + element("defs", symbols[1]) + _FITTED.sub("", inside[1])
        self._write(file, f"0 0 {size.width} {size.height}", drawn)
        return file

    def _art(self, name: str) -> Drawing:
        art = self._resources.art(name, Place(self._resources.folder))
        assert isinstance(art, Drawing)
        return art

    def _symbol(self, name: str, art: Drawing, size: float) -> tuple[str, str]:
        sprite = Sprite(self._palette)
        sprite.drawing(name, art, self._job.ink.layers_at(size))
        found = _SYMBOL.search(sprite.markup())
        assert found
        return found[1], found[2]

    def _write(self, file: str, box: str, inside: str) -> None:
        wide, high = box.split()[2:]
        shape = {"viewBox": box, "width": wide, "height": high}
        (self._folder / file).write_text(element("svg", inside, xmlns=_SVG, **shape, **_LINES), encoding="utf8")


# ---- the text -----------------------------------------------------------------------------------------------------


def _chapters(blocks: Iterable[Block]) -> Iterator[tuple[Heading, str, list[Block]]]:
    """Each chapter: its heading, the line under it, and what follows."""
    parts: list[list[Block]] = []
    for block in blocks:
        if isinstance(block, Heading) and block.level == 1:
            parts.append([])
        parts[-1].append(block)
    for heading, *body in parts:
        assert isinstance(heading, Heading)
        first = body[0] if body else None
        if isinstance(first, Paragraph) and all(run.italic for run in first.runs):
            yield heading, _plain(first.runs), body[1:]
        else:
            yield heading, "", body


def _plain(runs: Runs) -> str:
    return "".join(run.text for run in runs if not run.icon and not run.footnote)


class _Writer(ABC):
    """Writes blocks in a language of markup."""

    def __init__(self, gallery: _Gallery) -> None:
        self.gallery = gallery
        self.room = TEXT
        self.in_index = False

    def blocks(self, blocks: Iterable[Block]) -> str:
        return "\n\n".join(map(self.block, blocks))

    def block(self, block: Block) -> str:
        match block:
            case Heading():
                return self.heading(block)
            case Paragraph():
                return self.paragraph(self.words(block.runs))
            case Items():
                return self.items(block, [self.item(item) for item in block.items])
            case Tabular():
                return self.table(block)
            case Footnotes():
                return self.footnotes([self.words(text) for text in block.texts])
            case _:
                return self.boxed(block)

    def boxed(self, block: Picture | Aside | Example | Columns) -> str:
        match block:
            case Picture(figure=True):
                file, wide = self.gallery.figure(block)
                return self.picture(file, f"{min(wide, self.room):.1f}mm", "auto", self.words(block.caption))
            case Picture():
                file, high = self.gallery.art(block.name, 30, self.room)
                return self.picture(file, "auto", f"{high:.1f}mm", self.words(block.caption))
            case Aside():
                with self.inside(MARGIN):
                    return self.aside(block, self.blocks(block.blocks))
            case Example():
                with self.inside(IN_EXAMPLE):
                    words = [one for one in block.blocks if not isinstance(one, Picture)]
                    figures = [one for one in block.blocks if isinstance(one, Picture)]
                    return self.example(block, self.blocks(words), self.blocks(figures))
            case Columns():
                self.in_index = block.index
                made = self.columns(block, self.blocks(block.blocks))
                self.in_index = False
                return made

    def item(self, blocks: tuple[Block, ...]) -> str:
        match blocks:
            case (Paragraph(runs=runs),):
                return self.entry(runs) if self.in_index else self.words(runs)
        return self.blocks(blocks)

    def entry(self, runs: Runs) -> str:
        """A line of the index: words, then pages."""
        words = [run for run in runs if not run.reference and run.text.strip(" ,")]
        return self.words(tuple(words)) + "\u00a0\u00a0" + self.pages([run.link for run in runs if run.reference])

    def words(self, runs: Runs) -> str:
        groups = groupby(runs, key=lambda run: run.link)
        return "".join(self.link(link, "".join(map(self.run, group))) for link, group in groups)

    @contextmanager
    def inside(self, room: float) -> Iterator[None]:
        before, self.room = self.room, min(room, self.room)
        yield
        self.room = before

    @abstractmethod
    def book(self, blocks: Iterable[Block]) -> str: ...

    @abstractmethod
    def heading(self, heading: Heading) -> str: ...

    @abstractmethod
    def paragraph(self, words: str) -> str: ...

    @abstractmethod
    def items(self, block: Items, items: list[str]) -> str: ...

    @abstractmethod
    def table(self, tabular: Tabular) -> str: ...

    @abstractmethod
    def picture(self, file: str, wide: str, high: str, caption: str) -> str: ...

    @abstractmethod
    def aside(self, aside: Aside, inside: str) -> str: ...

    @abstractmethod
    def example(self, example: Example, words: str, figures: str) -> str: ...

    @abstractmethod
    def columns(self, columns: Columns, inside: str) -> str: ...

    @abstractmethod
    def footnotes(self, texts: list[str]) -> str: ...

    @abstractmethod
    def run(self, run: Run) -> str: ...

    @abstractmethod
    def link(self, link: str, words: str) -> str: ...

    @abstractmethod
    def pages(self, links: list[str]) -> str: ...


# ---- Typst --------------------------------------------------------------------------------------------------------


class _Typst(_Writer):
    def book(self, blocks: Iterable[Block]) -> str:
        self.gallery.art("orn-divider", 20)
        head = f'#import "rulebook.typ": *\n#show: book.with("{self.gallery.cover()}", "{self.gallery.edition}")'
        return "\n\n".join([head, *(self._chapter(*one) for one in _chapters(blocks))])

    def _chapter(self, heading: Heading, line: str, body: list[Block]) -> str:
        art = f'image("{self.gallery.art(heading.art, 17)[0]}", height: 17mm)' if heading.art else "none"
        numbered = "true" if heading.number else "false"
        opening = f'#chapter("{heading.anchor}", {art}, {numbered}, [{_typ(line)}])[{_typ(_plain(heading.runs))}]'
        with self.inside(ONE_PAGE if heading.one_page else TEXT):
            text = self.blocks(body)
        return f"#sheet[{opening}][\n{text}\n]" if heading.one_page else f"{opening}\n\n{text}"

    def heading(self, heading: Heading) -> str:
        words = self.words(heading.runs)
        if heading.number:
            return f'#rule("{heading.anchor}")[{words}]'
        key = f' #label("{heading.anchor}")' if heading.anchor else ""
        return f"#heading(level: {heading.level}, numbering: none)[{words}]{key}"

    def paragraph(self, words: str) -> str:
        return words

    def items(self, block: Items, items: list[str]) -> str:
        if self.in_index:
            return "\n\n".join(items)
        return f"#{'enum' if block.ordered else 'list'}" + "".join(f"[{item}]" for item in items)

    def table(self, tabular: Tabular) -> str:
        sides = ", ".join("right" if right else "left" for right in tabular.right)
        rows = ["".join(f"[{self.words(cell)}], " for cell in row) for row in tabular.rows]
        head = (
            f"table.header({''.join(f'[{self.words(cell)}], ' for cell in tabular.head)}),"
            if any(tabular.head)
            else ""
        )
        return f"#tabular(({sides},), {head}\n" + "\n".join(rows) + ")"

    def picture(self, file: str, wide: str, high: str, caption: str) -> str:
        return f'#picture(image("{file}", width: {wide}, height: {high}))[{caption}]'

    def aside(self, aside: Aside, inside: str) -> str:
        if not aside.art:
            return f"#aside(none)[{inside}]"
        file, high = self.gallery.art(aside.art, 33, MARGIN)
        return f'#aside(image("{file}", height: {high:.1f}mm))[{inside}]'

    def example(self, example: Example, words: str, figures: str) -> str:
        art = f'image("{self.gallery.art(example.art, 13)[0]}", height: 13mm)' if example.art else "none"
        return f"#example({art})[{words}][{figures}]"

    def columns(self, columns: Columns, inside: str) -> str:
        return f"#wide({3 if columns.index else 2})[\n{inside}\n]"

    def footnotes(self, texts: list[str]) -> str:
        return "#notes" + "".join(f"[{text}]" for text in texts)

    def run(self, run: Run) -> str:
        if run.icon:
            return f'#icon(image("{self.gallery.icon(run.text)}", height: 1.25em))'
        words = _typ(bind(run.text, "en"))
        words = f"#strong[{words}]" if run.bold else words
        return f"#emph[{words}]" if run.italic else words

    def link(self, link: str, words: str) -> str:
        return f'#link(label("{link}"))[{words}]' if link else words

    def pages(self, links: list[str]) -> str:
        return "#pages(" + "".join(f'"{link}", ' for link in links) + ")"


def _typ(text: str) -> str:
    """A text in which nothing is markup."""
    return re.sub(r"([\\#$*_`<>@\[\]~/=+\"'-])", r"\\\1", text).replace("\n", " \\ ")


# ---- HTML ---------------------------------------------------------------------------------------------------------


class _Html(_Writer):
    def book(self, blocks: Iterable[Block]) -> str:
        chapters = list(_chapters(blocks))
        self.gallery.art("orn-divider", 20)
        return (
            '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Alchemicus</title>'
            '<link rel="stylesheet" href="rulebook.css"></head><body>'
            f'<img class="cover" src="{self.gallery.cover()}" alt="{escape(self.gallery.edition)}">'
            f"{self._contents([block for one in chapters for block in (one[0], *one[2])])}"
            f"{''.join(self._chapter(*one) for one in chapters)}</body></html>"
        )

    def _contents(self, blocks: list[Block]) -> str:
        listed = [one for one in blocks if isinstance(one, Heading) and one.anchor]
        lines = [
            f'<li class="level{one.level}"><a href="#{one.anchor}"><b>{one.number}</b> {escape(_plain(one.runs))}</a>'
            for one in listed
        ]
        divider = '<img class="divider" src="art/orn-divider.svg">'
        return f"<nav><h1>Contents</h1>{divider}<ol>{''.join(lines)}</ol></nav>"

    def _chapter(self, heading: Heading, line: str, body: list[Block]) -> str:
        art = f'<img src="{self.gallery.art(heading.art, 17)[0]}">' if heading.art else ""
        figure = f'<span class="number">{heading.number}</span>' if heading.number else ""
        title = f'<h1 id="{heading.anchor}">{escape(_plain(heading.runs))}</h1><p>{escape(line)}</p>'
        divider = '<img class="divider" src="art/orn-divider.svg">'
        with self.inside(ONE_PAGE if heading.one_page else TEXT):
            text = self.blocks(body)
        kind = "sheet" if heading.one_page else "chapter"
        opening = f"<header>{art}{figure}<div>{title}</div>{divider}</header>"
        return f'<section class="{kind}">{opening}<div>{text}</div></section>'

    def heading(self, heading: Heading) -> str:
        pill = f'<span class="pill">{heading.anchor}</span> {heading.number} ' if heading.number else ""
        key = f' id="{heading.anchor}"' if heading.anchor else ""
        return f"<h{heading.level}{key}>{pill}{self.words(heading.runs)}</h{heading.level}>"

    def paragraph(self, words: str) -> str:
        return f"<p>{words}</p>"

    def items(self, block: Items, items: list[str]) -> str:
        tag = "ol" if block.ordered else "ul"
        return f"<{tag}>{''.join(f'<li>{item}</li>' for item in items)}</{tag}>"

    def table(self, tabular: Tabular) -> str:
        sides = [' class="right"' if right else "" for right in tabular.right]
        rows = [
            "".join(f"<{tag}{side}>{self.words(cell)}</{tag}>" for cell, side in zip(row, sides, strict=True))
            for tag, row in (("th", tabular.head), *(("td", row) for row in tabular.rows))
        ]
        head = f"<thead><tr>{rows[0]}</tr></thead>" if any(tabular.head) else ""
        return f"<table>{head}<tbody>{''.join(f'<tr>{row}</tr>' for row in rows[1:])}</tbody></table>"

    def picture(self, file: str, wide: str, high: str, caption: str) -> str:
        shown = f'<img src="{file}" style="width:{wide};height:{high}">'
        return f"<figure>{shown}<figcaption>{caption}</figcaption></figure>"

    def aside(self, aside: Aside, inside: str) -> str:
        if not aside.art:
            return f'<aside class="framed">{inside}</aside>'
        file, high = self.gallery.art(aside.art, 33, MARGIN)
        return f'<aside><img src="{file}" style="height:{high:.1f}mm">{inside}</aside>'

    def example(self, example: Example, words: str, figures: str) -> str:
        art = f'<img class="art" src="{self.gallery.art(example.art, 13)[0]}">' if example.art else ""
        return f'<div class="example">{art}<div class="words">{words}</div>{figures}</div>'

    def columns(self, columns: Columns, inside: str) -> str:
        return f'<div class="{"index" if columns.index else "columns"}">{inside}</div>'

    def footnotes(self, texts: list[str]) -> str:
        return f'<div class="notes">{"".join(f"<p>{text}</p>" for text in texts)}</div>'

    def run(self, run: Run) -> str:
        if run.icon:
            return f'<img class="icon" src="{self.gallery.icon(run.text)}">'
        words = escape(bind(run.text, "en")).replace("\n", "<br>")
        words = f"<strong>{words}</strong>" if run.bold else words
        return f"<em>{words}</em>" if run.italic else words

    def link(self, link: str, words: str) -> str:
        return f'<a href="#{link}">{words}</a>' if link else words

    def pages(self, links: list[str]) -> str:
        return ", ".join(f'<a class="page" href="#{link}"></a>' for link in links)

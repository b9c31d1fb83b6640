"""Writes the blocks of a book as HTML: chapters, rules, examples, tables, footnotes, words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count, groupby
from urllib.parse import quote, unquote

from pnp.base.text import word
from pnp.book.blocks import (
    SIGNS,
    Aside,
    Block,
    Caution,
    Chart,
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
    chapter_line,
    headed,
    links_of,
    plain_words,
    sign_of,
)
from pnp.book.web.gallery import Gallery
from pnp.draw.svg import OWN, element, escaped
from pnp.draw.typeset import bind
from pnp.faces.job import Job

_CHAPTER, _RULE, _DEEPEST = 2, 3, 4  # levels of headings in HTML; the game's title is the first
_TIE = "\u00a0"


class Prose:
    """Writes the blocks of a page, in their order; `entries` gathers the headings for its contents on the way."""

    def __init__(self, job: Job, gallery: Gallery, blocks: Sequence[Block]) -> None:
        self._catalog, self._gallery, self._rules, self._all = job.catalog, gallery, job.edition.sections, blocks
        self._ids = job.layout.book.ids
        self._anchors = set(filter(_usable, links_of(blocks)[0]))
        self._free = set(self._anchors)
        self._levels: dict[int, int] = {}  # of headings in this section: as they are written, and as they are read
        self._lists = count(1)  # of footnotes
        self._list = next(self._lists)  # which of them the next marks belong to
        self._marked: set[str] = set()
        self.entries: list[Heading] = []  # with the ids that the page gives them

    # ---- chapters and rules ----

    def chapters(self) -> Iterator[str]:
        """The HTML of each chapter; sections that stand before the first one come without a chapter."""
        for heading, inside in headed(self._all, 1):
            if heading:
                yield self._chapter(heading, inside)
            else:
                yield from self._sections(inside)

    def _chapter(self, heading: Heading, inside: Sequence[Block]) -> str:
        anchor = self._listed(heading, _CHAPTER)
        line, rest = chapter_line(inside)
        art = self._gallery.drawing(heading.art, class_="emblem") if heading.art else ""
        title = element(f"h{_CHAPTER}", _numbered(sign_of(heading, ids=self._ids)) + self._words(heading.runs))
        under = element("p", self._words(line), class_="under") if line else ""
        opening = element("header", art + element("div", title + under), class_="opening")
        text = "".join(self._sections(rest))
        kind = "chapter sheet" if heading.one_page else "chapter"
        return element("section", opening + text, id=anchor, class_=kind)

    def _sections(self, blocks: Sequence[Block]) -> Iterator[str]:
        for heading, inside in headed(blocks, 2):
            if heading:
                yield self._section(heading, inside)
            else:
                yield self._blocks(inside)

    def _section(self, heading: Heading, inside: Sequence[Block]) -> str:
        anchor = self._listed(heading, _RULE)
        pill = ""
        if heading.anchor in self._rules:
            pill = element("a", escaped(heading.anchor), class_="pill", href=f"#{quote(anchor)}") + " "
        number = "" if pill and self._ids else heading.number
        title = element(f"h{_RULE}", pill + _numbered(number) + self._words(heading.runs))
        return element("section", title + self._blocks(inside), id=anchor, class_="rule")

    def _listed(self, heading: Heading, level: int) -> str:
        """The id of a heading, which the contents name as well."""
        self._levels = {heading.level: level}
        anchor = self._claimed(heading.anchor) or f"{OWN}section-{len(self.entries) + 1}"
        self.entries.append(replace(heading, anchor=anchor))
        return anchor

    def _below(self, level: int) -> str:
        """The element of a heading in a section: one step below whatever it belongs to."""
        above = {one: shown for one, shown in self._levels.items() if one < level}
        shown = min(max(above.values(), default=1) + 1, _DEEPEST)
        self._levels = above | {level: shown}
        return f"h{shown}"

    def _claimed(self, anchor: str) -> str:
        """An anchor is an id for the first that asks for it."""
        if anchor not in self._free:
            return ""
        self._free.remove(anchor)
        return anchor

    # ---- blocks ----

    def _blocks(self, blocks: Iterable[Block]) -> str:
        return "\n".join(self._block(block) for block in blocks)

    def _block(self, block: Block) -> str:  # noqa: C901  a case for each kind of block
        match block:
            case Heading():
                made = element(self._below(block.level), self._words(block.runs), id=self._claimed(block.anchor))
            case Paragraph():
                made = element("p", self._words(block.runs))
            case Items():
                items = "".join(element("li", self._item(item)) for item in block.items)
                made = element("ol" if block.ordered else "ul", items)
            case Tabular():
                made = self._table(block)
            case Picture():
                made = self._picture(block)
            case Aside():
                made = self._aside(block)
            case Example():
                made = self._example(block)
            case Caution():
                art = self._gallery.shown(block.art) if block.art else ""
                made = element("section", art + element("div", self._blocks(block.blocks)), class_="caution")
            case Columns():
                kind = "columns index" if block.index else "columns small" if block.small else "columns"
                made = element("div", self._blocks(block.blocks), class_=kind)
            case Footnotes():
                made = self._footnotes(block)
            case Chart():
                made = element("figure", self._gallery.chart(block) + self._caption(block.caption))
        return made

    def _item(self, blocks: Sequence[Block]) -> str:
        """A single paragraph is the item itself."""
        if len(blocks) == 1 and isinstance(blocks[0], Paragraph):
            return self._words(blocks[0].runs)
        return self._blocks(blocks)

    def _table(self, tabular: Tabular) -> str:
        sides = ["figure" if right else "" for right in tabular.right]
        head = "".join(
            element("th", self._words(cell), scope="col", class_=side)
            for cell, side in zip(tabular.head, sides, strict=True)
        )
        body = "".join(element("tr", self._row(row, sides)) for row in tabular.rows)
        named = element("thead", element("tr", head)) if any(map(plain_words, tabular.head)) else ""
        return element("div", element("table", named + element("tbody", body)), class_="scroll")

    def _row(self, row: Sequence[Runs], sides: Sequence[str]) -> str:
        """The first cell names the row."""
        first, *rest = zip(row, sides, strict=True)
        cells = [element("th", self._words(first[0]), scope="row", class_=first[1])]
        return "".join(cells + [element("td", self._words(cell), class_=side) for cell, side in rest])

    def _picture(self, picture: Picture) -> str:
        caption = plain_words(picture.caption)
        draw = self._gallery.figure if picture.figure else self._gallery.pictured
        return element("figure", draw(picture, caption) + self._caption(picture.caption))

    def _caption(self, caption: Runs) -> str:
        return element("figcaption", self._words(caption)) if plain_words(caption) else ""

    def _aside(self, aside: Aside) -> str:
        """Beside a drawing, else in a frame, which a figure has no need of."""
        art = self._gallery.shown(aside.art) if aside.art else ""
        if art and not aside.blocks:
            return element("aside", art, class_="alone", aria_hidden="true")
        words = not all(isinstance(block, Picture) for block in aside.blocks)
        kind = "drawn" if art else "framed" if words else ""
        around, self._list = self._list, next(self._lists)
        inner = self._blocks(aside.blocks)
        self._list = around
        return element("aside", art + element("div", inner), class_=kind)

    def _example(self, example: Example) -> str:
        """The word Example stands above its title, or for it."""
        first = example.blocks[0] if example.blocks else None
        head, rest = (first, example.blocks[1:]) if isinstance(first, Heading) else (Heading(4, ()), example.blocks)
        called = example.label or self._catalog(word("book", "Example"))
        lead = element("span", escaped(called), class_="lead")
        title = element(self._below(head.level), f"{lead} {self._words(head.runs)}".strip())
        art = self._gallery.drawing(example.art) if example.art else ""
        opening = element("header", art + title)
        return element("section", opening + self._blocks(rest), class_="example")

    # ---- footnotes ----

    def _footnotes(self, block: Footnotes) -> str:
        items = "".join(self._footnote(runs) for runs in block.texts)
        self._list = next(self._lists)
        return element("ol", items, class_="notes", aria_label=self._catalog(word("book", "Notes")))

    def _footnote(self, runs: Runs) -> str:
        mark, *rest = runs
        own = self._footnote_id(mark)
        back = element("a", _figure_of(mark), href=f"#{own}-mark", class_="back") if own in self._marked else ""
        return element("li", back + self._words(tuple(rest)), id=own)

    def _footnote_id(self, mark: Run) -> str:
        return f"{OWN}note-{self._list}-{_figure_of(mark)}"

    # ---- words ----

    def _words(self, runs: Runs) -> str:
        groups = groupby(_tied(runs), key=lambda run: "" if run.footnote else run.link)
        return "".join(self._linked(link, list(group)) for link, group in groups)

    def _linked(self, link: str, runs: Sequence[Run]) -> str:
        inside, target = "".join(map(self._run, runs)), unquote(link)
        if target not in self._anchors:
            return inside
        return element("a", inside, href=f"#{quote(target)}", class_="reference" if runs[0].reference else "")

    def _run(self, run: Run) -> str:
        if run.footnote:
            return self._mark(run)
        if run.icon:
            name = run.text.strip(_TIE)
            drawn = run.text.replace(name, self._gallery.icon(name), 1)
            return element("span", drawn, class_="tied") if _TIE in run.text else drawn
        made = escaped(bind(run.text, self._catalog.language)).replace("\n", "<br>")
        made = element("strong", made) if run.bold else made
        return element("em", made) if run.italic else made

    def _mark(self, run: Run) -> str:
        """The mark of a footnote, which leads back to the first of its marks."""
        own = self._footnote_id(run)
        first = own not in self._marked
        self._marked.add(own)
        return element("a", escaped(run.text), href=f"#{own}", id=f"{own}-mark" if first else "", class_="mark")


def _usable(anchor: str) -> bool:
    """Whether an anchor can be an id: one word that is not one of the page's own."""
    return bool(anchor) and not any(map(str.isspace, anchor)) and not anchor.startswith(OWN)


def _tied(runs: Runs) -> Iterator[Run]:
    """The runs, each drawing with the space that ties it to the word behind it, and to a number before it."""
    for before, run, behind in zip((None, *runs), runs, (*runs[1:], None), strict=False):
        if run.icon:
            text = _TIE * _ends_in_number(before) + run.text + _TIE * _begins_with_space(behind)
        else:
            first = before is not None and before.icon and _begins_with_space(run)
            last = behind is not None and behind.icon and _ends_in_number(run)
            text = run.text[int(first) : len(run.text) - last]
        yield replace(run, text=text)


def _ends_in_number(run: Run | None) -> bool:
    return run is not None and not run.icon and run.text[-1:] == " " and run.text[-2:-1].isdigit()


def _begins_with_space(run: Run | None) -> bool:
    return run is not None and not run.icon and run.text[:1] == " "


def _figure_of(mark: Run) -> str:
    """The number of a footnote, from its mark."""
    return str((len(mark.text) - 1) * len(SIGNS) + SIGNS.index(mark.text[0]) + 1)


def _numbered(figure: str) -> str:
    return element("span", escaped(figure), class_="number") + " " if figure else ""

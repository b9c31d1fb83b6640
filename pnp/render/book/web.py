"""Writes the blocks of a rulebook as one page of HTML for the phone at the table: nothing else to load, no script."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from time import monotonic
from typing import TypeVar
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
from pnp.render.easel import Easel, Format, Problem, Studio, number
from pnp.render.face import Face
from pnp.render.job import Job
from pnp.render.limit import MOST_SECONDS, time_limit
from pnp.render.names import Tree, names_of
from pnp.render.outline import n
from pnp.render.press import SECONDS_A_FACE
from pnp.render.problems import of_face
from pnp.render.svg import OWN, SANS, SERIF, STYLE, Sprite, SvgBrush, element, escaped, use
from pnp.render.typeset import bind
from pnp.text import Message, say, word

_T = TypeVar("_T")

CONTENTS = f"{OWN}contents"
_LARGE, _SMALL = 30.0, 5.0  # millimetres at which drawings show all their layers, or only the main ones
_LEAST, _MOST = 2.7, 5.6  # pixels to a millimetre of a figure
_CHAPTER, _RULE, _DEEPEST = 2, 3, 4  # levels of headings; the game's title is the first
_TIE = "\u00a0"
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def make_web(job: Job, manuscript: Manuscript) -> tuple[str, list[Complaint]]:
    """The page, and what a look at its figures would find wrong; BadFile names what it shows and nobody drew."""
    blocks = read_markdown(manuscript.markdown, manuscript.sections, manuscript.notes)
    gallery = _Gallery(job, manuscript)
    writer = _Writer(job, gallery, manuscript.sections, blocks)
    body = "".join(writer.chapters(blocks))
    if gallery.missing:
        raise BadFile(*gallery.missing.values())
    return _page(job, gallery.sprite, writer.entries, body), gallery.problems


# ---- the page around the text --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Entry:
    """A line of the contents."""

    level: int
    anchor: str
    number: str
    title: str


def _page(job: Job, sprite: Sprite, entries: Sequence[_Entry], text: str) -> str:
    catalog = job.catalog
    contents = element("a", escaped(catalog(word("book", "Contents"))), class_="up", href=f"#{CONTENTS}")
    inside = [
        sprite.markup(),
        _masthead(job),
        _contents(job, entries),
        element("main", element("article", text)),
        element("footer", element("p", escaped(_colophon(job)))),
        contents if entries else "",
    ]
    body = element("body", "\n".join(filter(None, inside)))
    language, direction = catalog.language.replace("_", "-"), catalog.locale.text_direction
    page = element("html", f"\n{_head(job)}\n{body}\n", lang=language, dir=direction)
    return f"<!DOCTYPE html>\n{page}\n"


def _head(job: Job) -> str:
    light, dark = _light(job.layout.colours), _dark(job.layout.colours)
    title = f"{job.catalog(job.edition.game.title)} – {job.catalog(word('part', 'Rulebook'))}"
    style = _style({"light": light | _FONTS, "dark": dark, "print": _printed(job.layout.colours)})
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
    return " · ".join(
        [catalog(job.edition.game.title), catalog.language_name(catalog.language), f"pnp {__version__}"]
    )


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


# ---- text ----------------------------------------------------------------------------------------------------------


class _Writer:
    """Writes blocks as HTML, in their order; `entries` gathers the lines of the contents on the way."""

    def __init__(self, job: Job, gallery: _Gallery, rules: Mapping[str, str], blocks: Iterable[Block]) -> None:
        self._catalog, self._gallery, self._rules = job.catalog, gallery, rules
        self._anchors = {heading.anchor for heading in _headings(blocks) if _usable(heading.anchor)}
        self._free = set(self._anchors)
        self._levels: dict[int, int] = {}  # of headings in this section: as they are written, and as they are read
        self._noted = 1  # which notes of the page the next ones are
        self._marked: set[str] = set()
        self.entries: list[_Entry] = []

    # ---- chapters and rules ----

    def chapters(self, blocks: Sequence[Block]) -> Iterator[str]:
        for heading, inside in _parted(blocks, _heading_of(1)):
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
        for heading, inside in _parted(blocks, _heading_of(2)):
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
        self._levels = {heading.level: level}
        anchor = self._claimed(heading.anchor) or f"{OWN}section-{len(self.entries) + 1}"
        self.entries.append(_Entry(level, anchor, heading.number, _plain_words(heading.runs)))
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

    def _block(self, block: Block) -> str:
        match block:
            case Heading():
                made = element(self._below(block.level), self._words(block.runs), id=self._claimed(block.anchor))
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
                made = self._aside(block)
            case Example():
                made = self._example(block)
            case Columns():
                kind = "columns index" if block.index else "columns"
                made = element("div", self._blocks(block.blocks), class_=kind)
            case Notes():
                made = self._notes(block)
        return made

    def _item(self, blocks: Sequence[Block]) -> str:
        """A single paragraph is the item itself."""
        if len(blocks) == 1 and isinstance(blocks[0], Paragraph):
            return self._words(blocks[0].runs)
        return self._blocks(blocks)

    def _table(self, table: Table) -> str:
        sides = ["figure" if right else "" for right in table.right]
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

    def _aside(self, aside: Aside) -> str:
        """Beside a drawing, else in a frame, which a figure has no need of."""
        art = self._gallery.drawing(aside.art) if aside.art else ""
        words = not all(isinstance(block, Picture) for block in aside.blocks)
        kind = "drawn" if art else "framed" if words else ""
        return element("aside", art + element("div", self._blocks(aside.blocks)), class_=kind)

    def _example(self, example: Example) -> str:
        """The word Example stands above its title, or for it."""
        first = example.blocks[0] if example.blocks else None
        head, rest = (first, example.blocks[1:]) if isinstance(first, Heading) else (Heading(4, ()), example.blocks)
        lead = element("span", escaped(self._catalog(word("book", "Example"))), class_="lead")
        title = element(self._below(head.level), f"{lead} {self._words(head.runs)}".strip())
        art = self._gallery.drawing(example.art) if example.art else ""
        opening = element("header", art + title)
        return element("section", opening + self._blocks(rest), class_="example")

    # ---- notes ----

    def _notes(self, block: Notes) -> str:
        items = "".join(self._note(note) for note in block.notes)
        self._noted += 1
        return element("ol", items, class_="notes", aria_label=self._catalog(word("book", "Notes")))

    def _note(self, runs: Runs) -> str:
        mark, *rest = runs
        own = self._note_id(mark)
        back = element("a", _figure_of(mark), href=f"#{own}-mark", class_="back") if own in self._marked else ""
        return element("li", back + self._words(tuple(rest)), id=own)

    def _note_id(self, mark: Run) -> str:
        return f"{OWN}note-{self._noted}-{_figure_of(mark)}"

    # ---- words ----

    def _words(self, runs: Runs) -> str:
        groups = groupby(_tied(runs), key=lambda run: "" if run.note else run.link)
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
            name = run.text.strip(_TIE)
            drawn = run.text.replace(name, self._gallery.icon(name), 1)
            return element("span", drawn, class_="tied") if _TIE in run.text else drawn
        made = escaped(bind(run.text, self._catalog.language)).replace("\n", "<br>")
        made = element("strong", made) if run.bold else made
        return element("em", made) if run.italic else made

    def _mark(self, run: Run) -> str:
        """The mark of a note; the note leads back to the first of its marks."""
        own = self._note_id(run)
        first = own not in self._marked
        self._marked.add(own)
        return element("a", escaped(run.text), href=f"#{own}", id=f"{own}-mark" if first else "", class_="mark")


def _parted(items: Iterable[_T], begins: Callable[[_T], bool]) -> Iterator[tuple[_T | None, list[_T]]]:
    """Each item that begins a part, with what follows it; None for what stands before the first."""
    parts: list[tuple[_T | None, list[_T]]] = [(None, [])]
    for item in items:
        if begins(item):
            parts.append((item, []))
        else:
            parts[-1][1].append(item)
    yield from (part for part in parts if part[0] is not None or part[1])


def _heading_of(level: int) -> Callable[[Block], bool]:
    return lambda block: isinstance(block, Heading) and block.level == level


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
        return tuple(replace(run, italic=False) for run in first.runs), blocks[1:]
    return (), blocks


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
    """The number of a note, from its raised figures."""
    return unicodedata.normalize("NFKC", mark.text)


def _plain_words(runs: Runs) -> str:
    return "".join(run.text for run in runs if not run.icon and not run.note).strip()


def _numbered(figure: str) -> str:
    return element("span", escaped(figure), class_="number") + " " if figure else ""


# ---- drawings and figures ------------------------------------------------------------------------------------------


class _Gallery:
    """Draws what stands between the words, and gathers what is missing or looks wrong."""

    def __init__(self, job: Job, manuscript: Manuscript) -> None:
        self._job, self._examples = job, manuscript.examples
        self._studio = Studio(job.layout, job.edition.game.folder, job.catalog.language)
        self._names = names_of(job.edition, job.catalog.knowing(job.edition.facts()))
        self.sprite = Sprite(Palette(job.layout.colours, job.ink))
        self._seconds = float(MOST_SECONDS)  # what is left for drawing; each figure that is quick adds a little
        self.problems: list[Complaint] = []
        self.missing: dict[str, Complaint] = {}

    # ---- drawings ----

    def icon(self, name: str) -> str:
        """A drawing in a line of text, without the room at its sides."""
        art = self._art(name)
        if art is None:
            return ""
        span, high = self._studio.span(name, self._place), art.height
        box = " ".join(map(n, (span.left * high, 0, (span.right - span.left) * high, high)))
        return self._shown(name, art, _SMALL, viewBox=box, class_="icon", aria_hidden="true")

    def drawing(self, name: str, class_: str = "drawing") -> str:
        """A drawing that adds nothing to the words beside it."""
        art = self._art(name)
        return self._shown(name, art, _LARGE, class_=class_, aria_hidden="true") if art else ""

    def pictured(self, picture: Picture, caption: str) -> str:
        """A drawing that is a picture of its own."""
        art = self._art(picture.name)
        if art is None:
            return ""
        hidden = "" if caption else "true"
        role = "img" if caption else ""
        return self._shown(
            picture.name, art, _LARGE, class_="drawing", role=role, aria_label=caption, aria_hidden=hidden
        )

    def _shown(self, name: str, art: Drawing | Photo, size: float, viewBox: str = "", **attributes: str) -> str:  # noqa: N803  SVG's name
        if isinstance(art, Photo):
            own = self.sprite.photo(art)
        else:
            own = self.sprite.drawing(name, art, self._job.ink.layers_at(size))
        box = viewBox or f"0 0 {n(art.width)} {n(art.height)}"
        lines = {"fill": "none", "stroke_linejoin": "round", "stroke_linecap": "round"}
        return element("svg", use(own, (0, 0, art.width, art.height)), viewBox=box, **lines, **attributes)

    def _art(self, name: str) -> Drawing | Photo | None:
        art = self._studio.art(name, self._place)
        if art is None:
            drawings = {file.stem for file in (self._studio.folder / "art").glob("*")}
            message = say("there is no drawing '{name}' in the folder art", name=name)
            self._miss(name, message, self._place, near_miss(name, drawings))
        return art

    @property
    def _place(self) -> Place:
        return Place(self._studio.folder)

    # ---- figures ----

    def figure(self, picture: Picture, caption: str) -> str:
        """A part of the layout; in an example it sees what the example came to."""
        name, figures = picture.name, self._job.layout.figures
        if name not in figures:
            message = say("there is no figure '{name}' in the layout", name=name)
            self._miss(f"figure:{name}", message, Place(self._job.layout.path), near_miss(name, figures))
            return ""
        played = self._examples.get(picture.example)
        names = self._names | (played._asdict() if played else {})
        size = _size(figures[name], names)
        brush = self._drawn(name, figures[name], size, names)
        self._job.tick()
        style = f"min-width:{n(size.width * _LEAST)}px;max-width:{n(size.width * _MOST)}px"
        drawn = brush.picture(size.width, size.height, role="img", aria_label=caption or name, style=style)
        return element("div", drawn, class_="scroll")

    def _drawn(self, name: str, figure: Figure, size: Size, names: Tree) -> SvgBrush:
        brush = SvgBrush(self.sprite)
        easel = Easel(self._studio, brush, Format(size, size, 0, 0))
        started = monotonic()
        try:
            with time_limit(min(MOST_SECONDS, self._seconds)):
                Face(easel).draw(figure.part, names)
        except TimeoutError:
            place = easel.box.place if easel.box else figure.place
            raise BadFile(Complaint(say("drawing '{piece}' takes too long", piece=name), place)) from None
        self._seconds -= monotonic() - started - SECONDS_A_FACE
        self.problems += (self._complaint(name, problem) for problem in easel.problems)
        return brush

    def _complaint(self, name: str, problem: Problem) -> Complaint:
        language, box = self._job.catalog.language, problem.box
        message = of_face(problem.message, piece=name, language=language, size="", box=box.name)
        return Complaint(message, box.place, problem.hint)

    def _miss(self, key: str, message: Message, place: Place, hint: Message | None) -> None:
        self.missing[key] = Complaint(message, place, hint)


def _size(figure: Figure, names: Tree) -> Size:
    try:
        return Size(figure.width, max(number(figure.height, names), 1))
    except BadFormula as error:
        raise BadFile(Complaint(error.message, figure.place)) from None


# ---- colours -------------------------------------------------------------------------------------------------------

_Scheme = dict[str, str]
_WHITE, _BLACK = "#FFFFFF", "#000000"
_USUAL = {"ink": "#231C17", "paper": "#FFFFFF", "tint": "#F1ECE2", "rule": "#B99F6B", "accent": "#96402F"}
_FONTS = {"serif": SERIF, "sans": SANS}
_LEGIBLE = 4.6  # contrast of text and ground
_NEAR = 1.6  # contrast of a panel and the ground
_BRIGHT = 0.6  # luminance of a ground that drawings made for white paper may stand on


def _light(colours: Mapping[str, str]) -> _Scheme:
    own = _named(colours)
    ground, panel = own["paper"], own["tint"]
    leaf = _mixed(ground, _WHITE, 0.6) if _luminance(ground) > _BRIGHT else _WHITE
    return _legible(own, ground, panel) | {"leaf": leaf, "pill": own["ink"]}


def _dark(colours: Mapping[str, str]) -> _Scheme:
    """The same colours at night: the ink is the ground, and drawings stand on leaves of paper."""
    own, leaf = _named(colours), _light(colours)["leaf"]
    dark = own["ink"] if _luminance(own["ink"]) < _luminance(own["paper"]) else own["paper"]
    ground = _mixed(dark, _BLACK, 0.35)
    panel = _mixed(ground, leaf, 0.07)
    swapped = own | {"ink": _mixed(leaf, ground, 0.12), "rule": _mixed(own["rule"], ground, 0.45)}
    return _legible(swapped, ground, panel) | {"leaf": _mixed(leaf, ground, 0.04), "pill": _mixed(ground, leaf, 0.16)}


def _printed(colours: Mapping[str, str]) -> _Scheme:
    return _light({**colours, "paper": _WHITE})


def _legible(own: _Scheme, ground: str, panel: str) -> dict[str, str]:
    """Text that can be read on the ground and on panels, which must not be far from it."""
    if _contrast(panel, ground) > _NEAR:
        panel = _mixed(ground, own["ink"], 0.08)

    def read(colour: str) -> str:
        return _readable(_readable(colour, ground), panel)

    ink = read(own["ink"])
    texts = {"ink": ink, "quiet": read(_mixed(ink, ground, 0.32)), "accent": read(own["accent"])}
    return {"ground": ground, "panel": panel, "rule": own["rule"], **texts}


def _named(colours: Mapping[str, str]) -> dict[str, str]:
    """The colours that a page needs, ours where the layout has none that is one."""
    found = {name: colours.get(name, "") for name in _USUAL}
    return {name: one if COLOUR.fullmatch(one) else _USUAL[name] for name, one in found.items()}


def _style(schemes: Mapping[str, _Scheme]) -> str:
    style = _CSS
    for name, scheme in schemes.items():
        style = style.replace(f"/* {name} */", " ".join(f"--{key}: {one};" for key, one in scheme.items()))
    return style + STYLE


def _readable(colour: str, ground: str) -> str:
    """The colour, moved away from the ground until text in it can be read there."""
    end = _BLACK if _contrast(_BLACK, ground) > _contrast(_WHITE, ground) else _WHITE
    shares = (step / 20 for step in range(20))
    return next(
        (one for one in (_mixed(colour, end, share) for share in shares) if _contrast(one, ground) >= _LEGIBLE), end
    )


def _contrast(one: str, other: str) -> float:
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    """As WCAG counts it."""
    red, green, blue = (math.pow((channel + 0.055) / 1.055, 2.4) for channel in _channels(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _mixed(colour: str, other: str, share: float) -> str:
    """So much of the other colour in the first."""
    pairs = zip(_channels(colour), _channels(other), strict=True)
    return "#" + "".join(f"{round(255 * (one + (two - one) * share)):02X}" for one, two in pairs)


def _channels(colour: str) -> list[float]:
    return [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]


# ---- style ---------------------------------------------------------------------------------------------------------

_CSS = """
:root { color-scheme: light dark; /* light */ }
@media (prefers-color-scheme: dark) { :root { /* dark */ } }
@media print { :root { /* print */ } }

/* the page */
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--ground); color: var(--ink);
  font: 1.0625rem/1.55 var(--serif); overflow-wrap: break-word;
}
body > * { max-width: 42rem; margin: 0 auto; padding: 0 1rem; }
h1, h2, h3, h4, p, ol, ul, figure { margin: 0; }
h1, h2, h3, h4 { line-height: 1.2; text-wrap: balance; }
p, li { hyphens: auto; text-wrap: pretty; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: .18em; }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
[id] { scroll-margin-top: 1.25rem; }
svg { display: block; }
body > .sprite { position: absolute; padding: 0; }
.number { font-weight: 400; color: var(--quiet); font-variant-numeric: lining-nums tabular-nums; }
.masthead { padding-top: 2.75rem; padding-bottom: 1.5rem; text-align: center; }
h1 { font-size: clamp(2.5rem, 12vw, 3.5rem); line-height: 1; font-weight: 900; }
.edition { margin-top: .75rem; font: .9375rem/1.4 var(--sans); color: var(--quiet); }
.about { margin-top: .5rem; font-style: italic; text-wrap: balance; }
footer { padding-block: 4rem 5rem; font: .8125rem/1.4 var(--sans); color: var(--quiet); text-align: center; }

/* contents */
nav { font-family: var(--sans); line-height: 1.35; }
nav details { border: 1px solid var(--rule); border-radius: .5rem; }
summary { padding: .75rem 1rem; font-weight: 700; cursor: pointer; }
nav ol { list-style: none; padding: 0; }
nav details > ol { padding: 0 1rem 1rem; }
nav a { display: flex; gap: .6rem; padding: .3rem 0; color: inherit; text-decoration: none; }
nav a:hover { color: var(--accent); }
nav .number { flex: none; min-width: 2.5rem; }
nav details > ol > li + li { margin-top: .6rem; }
nav details > ol > li > a { font-weight: 700; }
nav li > ol, nav li li { margin: 0; }
nav li li { font-size: .9375rem; }
nav:target ::details-content { content-visibility: visible; block-size: auto; }
.up {
  position: fixed; inset: auto 1rem calc(1rem + env(safe-area-inset-bottom)) auto;
  padding: .5rem .9rem; border: 1px solid var(--leaf); border-radius: 2rem;
  font: 600 .8125rem/1.3 var(--sans); color: var(--leaf); background: var(--pill); text-decoration: none;
}

/* chapters and rules */
.chapter { margin-top: 4rem; }
.opening {
  position: relative; display: flex; align-items: center; gap: 1rem;
  padding-bottom: 1.1rem; border-bottom: 1px solid var(--rule);
}
.opening::after {
  content: ""; position: absolute; inset: auto auto -.3rem calc(50% - .3rem); width: .6rem; height: .6rem;
  background: var(--accent); border: 1px solid var(--ground); transform: rotate(45deg);
}
.emblem { flex: none; width: 4rem; height: 4rem; }
h2 { font-size: clamp(1.7rem, 7.5vw, 2.25rem); }
h2 .number { margin-inline-end: .15em; }
.under { margin-top: .25rem; font-style: italic; color: var(--quiet); line-height: 1.35; }
.rule { margin-top: 2.25rem; }
h3 { font-size: 1.3125rem; color: var(--accent); }
h3 .number { font-size: 1rem; margin-inline-end: .1em; }
h4 { font-size: 1.0625rem; }
.pill {
  display: inline-block; margin-inline-end: .2em; padding: .22em .5em; border-radius: .35em; vertical-align: .16em;
  font: 700 .75rem/1.2 var(--sans); color: var(--leaf); background: var(--pill); text-decoration: none;
}
.rule:target > h3 > .pill { background: var(--accent); color: var(--ground); }

/* text */
article > * + *, section > * + *, aside > div > * + *, li > * + *, .columns > * + * { margin-top: .8rem; }
.opening + * { margin-top: 1.5rem; }
h3 + *, h4 + *, h3 + aside + * { margin-top: .4rem; }
section > :is(h3, h4) { margin-top: 1.5rem; }
.rule > h3 { margin-top: 0; }
ol, ul { padding-inline-start: 1.4rem; }
li + li { margin-top: .3rem; }
ul > li::marker { color: var(--accent); }
.columns { columns: 15rem; column-gap: 2rem; }
.columns li { break-inside: avoid; }
.columns > :is(h3, h4) { break-after: avoid; }
.index ul { padding: 0; list-style: none; }
.reference { font-size: .9em; white-space: nowrap; text-decoration: none; font-variant-numeric: lining-nums; }
.mark { margin: -.4em -.15em; padding: .4em .2em; font-family: var(--sans); text-decoration: none; }
.icon { display: inline-block; width: auto; height: 1.4em; margin: 0 .08em; vertical-align: -.36em; }
.tied { white-space: nowrap; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; min-width: 100%; font: .875rem/1.4 var(--sans); }
th, td { padding: .45rem 0; padding-inline-end: .65rem; border-bottom: 1px solid var(--rule); }
th, td { text-align: start; vertical-align: baseline; font-variant-numeric: lining-nums tabular-nums; }
th:last-child, td:last-child { padding-inline-end: 0; }
thead th { font-weight: 700; border-bottom: 2px solid var(--ink); vertical-align: bottom; }
tbody th { font-weight: 400; }
:is(th, td).figure { text-align: end; }
.notes {
  margin-top: 1.25rem; padding: .6rem 0 0; border-top: 1px solid var(--rule); list-style: none;
  font: .8125rem/1.4 var(--sans);
}
.notes li { padding-inline-start: 1.2rem; text-indent: -1.2rem; }
.notes li:target { background: var(--panel); }
.back { display: inline-block; min-width: 1rem; font-weight: 700; text-indent: 0; text-decoration: none; }

/* pictures, and what stands beside the text */
figure { padding: .35rem 0; }
figure svg { width: 100%; height: auto; margin: 0 auto; }
figure > .drawing { width: 10rem; }
figcaption { margin-top: .4rem; font: .875rem/1.35 var(--sans); color: var(--quiet); text-align: center; }
figcaption { text-wrap: balance; }
aside { font: .9375rem/1.4 var(--sans); }
aside.framed { padding: .9rem 1rem; border: 1px solid var(--ink); border-radius: .5rem; }
aside.drawn { display: grid; grid-template-columns: auto minmax(0, 1fr); align-items: center; gap: 1rem; }
aside > .drawing { width: 5rem; height: 5rem; }
.example {
  margin-top: 1.25rem; padding: 1rem; background: var(--panel); font: .9375rem/1.45 var(--sans);
  border-inline-start: .4rem solid var(--accent); border-radius: .2rem .5rem .5rem .2rem;
}
.example > header { display: flex; align-items: center; gap: .75rem; }
.example > header > .drawing { flex: none; width: 3.25rem; height: 3.25rem; }
.example > header > :is(h3, h4) { font-size: 1.0625rem; color: var(--accent); }
.lead { display: block; font-size: .8125rem; font-weight: 600; color: var(--quiet); }

/* drawings are made for paper: in the dark they stand on a leaf of it */
@media (prefers-color-scheme: dark) {
  .emblem, .drawing, figure svg { background: var(--leaf); border-radius: .5rem; padding: .3rem; }
  .icon { background: var(--leaf); border-radius: .25em; padding: .06em; }
}

/* on a phone a rule comes first, and then what is said beside it; figures and tables use the whole width */
@media (max-width: 63.99rem) {
  .rule { display: flex; flex-direction: column; }
  .rule > * { min-width: 0; }
  .rule > aside { order: 1; }
  .rule > .notes { order: 2; }
}
@media (max-width: 30rem) {
  section > figure { margin-inline: -.6rem; }
  .chapter > .scroll, .rule > .scroll { margin-inline: -1rem; padding-inline: 1rem; }
  th, td { padding-inline-end: .5rem; }
  td { hyphens: auto; }
}

/* with a margin beside the text */
@media (min-width: 64rem) {
  body { font-size: 1.125rem; }
  body > * { max-width: 60rem; padding-inline: 2rem 18rem; }
  body > .up { padding: .5rem .9rem; }
  .masthead { text-align: start; }
  footer { text-align: start; }
  table { font-size: .9375rem; }
  aside { float: inline-end; clear: inline-end; width: 14rem; margin: .4rem 0 1.5rem; margin-inline-end: -16.5rem; }
  aside.drawn { display: block; }
  aside > .drawing { width: 9rem; height: 9rem; margin: 0 auto .6rem; }
}

/* and with the contents on the other side */
@media (min-width: 79rem) {
  body { display: grid; grid-template-columns: 18rem minmax(0, 60rem); place-content: start center; }
  body > * { grid-column: 2; width: 100%; margin: 0; }
  body > nav {
    grid-area: 1 / 1 / span 3; position: sticky; top: 0; height: 100vh; overflow-y: auto;
    padding: 2.75rem 0 2rem; padding-inline-start: 1.5rem; font-size: .9375rem;
  }
  nav li li { font-size: .875rem; }
  nav details { border: 0; }
  summary, nav details > ol { padding-inline: 0; }
  @supports selector(::details-content) {
    nav ::details-content { content-visibility: visible; block-size: auto; }
    summary { list-style: none; pointer-events: none; }
  }
  .up { display: none; }
}

@media print {
  body { font-size: 10pt; }
  nav, .up { display: none; }
  a { color: inherit; text-decoration: none; }
  h2, h3, h4 { break-after: avoid; }
  figure, table, aside, .example { break-inside: avoid; }
}
"""

"""Reads Markdown into blocks: CommonMark with tables, anchors, and `:::` for what a book has beside text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from mdit_py_plugins.attrs import attrs_block_plugin
from mdit_py_plugins.container import container_plugin

from pnp.base.text import FOOTNOTE, ICON
from pnp.book.blocks import (
    SIGNS,
    Aside,
    Block,
    Caution,
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
from pnp.book.figures import FIGURE

CONTAINERS = ("aside", "example", "warning", "columns", "index")
MOST_NESTED = 60
_NO_ANCHOR = re.compile(r"[^A-Za-z0-9_-]")
_PLAIN = Run("")
_RULE = re.compile(r"\[[A-Z]\d{1,3}\]")
_PIECES = re.compile(rf"({ICON.pattern}|{FOOTNOTE.pattern.replace('(', '(?:')}|{_RULE.pattern})")


def read_markdown(
    markdown: str,
    sections: Mapping[str, str] | None = None,
    footnotes: Mapping[str, str] | None = None,
) -> tuple[Block, ...]:
    """The blocks of a text: `sections` are what references are printed as, `footnotes` what `[^key]` says."""
    return _MarkdownReader(sections or {}, footnotes or {}).read(markdown)


class _MarkdownReader:
    def __init__(self, sections: Mapping[str, str], footnotes: Mapping[str, str]) -> None:
        self._sections, self._texts = sections, footnotes
        self._markdown = (
            MarkdownIt("commonmark", {"html": False, "maxNesting": MOST_NESTED}).enable("table").disable("text_join")
        )
        self._markdown.use(attrs_block_plugin)
        for name in CONTAINERS:
            self._markdown.use(container_plugin, name)
        self._markdown.validateLink = _any_address  # type: ignore[method-assign]
        self._footnotes: dict[str, int] = {}  # of this section, by what they say
        self._marked: set[str] = set()
        self._example = ""
        self._in_table = False

    def read(self, markdown: str) -> tuple[Block, ...]:
        environment = {"references": {rule: {"href": f"#{rule}", "title": ""} for rule in self._sections}}
        root = SyntaxTreeNode(self._markdown.parse(markdown, environment))
        return tuple(self._parted(root.children))

    def _parted(self, nodes: Sequence[SyntaxTreeNode]) -> Iterator[Block]:
        """The blocks, the footnotes of each section behind its text, before the examples and figures that end it."""
        section: list[Block] = []
        for node in nodes:
            if node.type == "heading" and node.tag in ("h1", "h2"):
                yield from self._with_footnotes(section)
                section = []
            section += self._block(node)
        yield from self._with_footnotes(section)

    def _with_footnotes(self, section: list[Block]) -> Iterator[Block]:
        text = len(section)
        while text and (isinstance(section[text - 1], Example | Aside) or _is_figure(section[text - 1])):
            text -= 1
        yield from section[:text]
        yield from self._gathered()
        yield from section[text:]

    def _with_own_footnotes(self, nodes: Sequence[SyntaxTreeNode]) -> Iterator[Block]:
        """A box may come to stand beside another section, whose marks are others: it has its footnotes in itself."""
        footnotes, marked = self._footnotes, self._marked
        self._footnotes, self._marked = {}, set()
        yield from self._blocks(nodes)
        yield from self._gathered()
        self._footnotes, self._marked = footnotes, marked

    def _gathered(self) -> Iterator[Block]:
        """The footnotes so far; the next ones are counted from one again."""
        if self._footnotes:
            gathered, self._footnotes = tuple(self._footnotes), {}
            self._marked.clear()
            yield Footnotes(tuple(self._footnote(number, found) for number, found in enumerate(gathered, 1)))

    def _footnote(self, number: int, text: str) -> Runs:
        inline = self._markdown.parseInline(text)
        return (Run(_sign(number), footnote=True), Run(" "), *self._runs(SyntaxTreeNode(inline).children))

    # ---- blocks ----

    def _block(self, node: SyntaxTreeNode) -> Iterator[Block]:  # noqa: C901  a case for each kind of block
        match node.type:
            case "heading":
                yield self._heading(node)
            case "bullet_list" | "ordered_list":
                items = tuple(tuple(self._blocks(item.children)) for item in node.children)
                yield Items(node.type == "ordered_list", items)
            case "table":
                yield self._table(node)
            case "container_aside":
                yield Aside(_argument(node, 0), tuple(self._with_own_footnotes(node.children)))
            case "container_example":
                self._example = _argument(node, 0)
                yield Example(self._example, _argument(node, 1), tuple(self._blocks(node.children)))
                self._example = ""
            case "container_warning":
                yield Caution(_argument(node, 0), tuple(self._blocks(node.children)))
            case "container_columns":
                yield Columns(tuple(self._blocks(node.children)))
            case "container_index":
                yield Columns(tuple(self._blocks(node.children)), index=True)
            case "paragraph":
                yield self._paragraph(node)
            case "hr":
                return
            case _:
                runs = self._runs([node]) if not node.children else self._runs(node.children)
                yield Paragraph(runs)

    def _blocks(self, nodes: Sequence[SyntaxTreeNode]) -> Iterator[Block]:
        for node in nodes:
            yield from self._block(node)

    def _heading(self, node: SyntaxTreeNode) -> Heading:
        attrs = {key: str(found) for key, found in node.attrs.items()}
        return Heading(
            int(node.tag[1]),
            self._runs(node.children),
            _anchor(attrs.get("id", "")),
            attrs.get("number", ""),
            attrs.get("art", ""),
            "sheet" in attrs.get("class", "").split(),
        )

    def _paragraph(self, node: SyntaxTreeNode) -> Block:
        inline = node.children[0].children if node.children else []
        alone = [one for one in inline if one.type != "softbreak"]
        if len(alone) == 1 and alone[0].type == "image":
            source, caption = str(alone[0].attrs.get("src", "")), self._runs(alone[0].children)
            figure = source.startswith(FIGURE)
            return Picture(source.removeprefix(FIGURE), caption, figure, self._example)
        return Paragraph(self._runs(node.children))

    def _table(self, node: SyntaxTreeNode) -> Tabular:
        self._in_table = True
        head, *rows = (row for part in node.children for row in part.children)
        right = tuple("right" in str(cell.attrs.get("style", "")) for cell in head.children)
        tabular = Tabular(
            tuple(self._runs(cell.children) for cell in head.children),
            tuple(tuple(self._runs(cell.children) for cell in row.children) for row in rows),
            right,
        )
        self._in_table = False
        return tabular

    # ---- words ----

    def _runs(self, nodes: Sequence[SyntaxTreeNode], style: Run = _PLAIN) -> Runs:
        return _bound(run for node in nodes for run in self._run(node, style))

    def _run(self, node: SyntaxTreeNode, style: Run) -> Iterator[Run]:
        match node.type:
            case "strong":
                yield from self._runs(node.children, replace(style, bold=True))
            case "em":
                yield from self._runs(node.children, replace(style, italic=True))
            case "link":
                yield from self._link(node, style)
            case "softbreak":
                yield replace(style, text=" ")
            case "hardbreak":
                yield replace(style, text="\n")
            case "text":
                yield from self._pieces(node.content, style)
            case "image":
                yield replace(style, text=str(node.attrs.get("src", "")), icon=True)
            case _ if node.children:
                yield from self._runs(node.children, style)
            case _:
                yield replace(style, text=node.content)

    def _link(self, node: SyntaxTreeNode, style: Run) -> Iterator[Run]:
        address = str(node.attrs.get("href", ""))
        target = _anchor(address.removeprefix("#")) if address.startswith("#") else ""
        words = "".join(child.content for child in node.children if child.type == "text")
        if words == target and target in self._sections:
            yield replace(style, text=self._sections[target], link=target, reference=True)
        else:
            yield from self._runs(node.children, replace(style, link=target))

    def _pieces(self, text: str, style: Run) -> Iterator[Run]:
        """Words, and between them drawings and marks of footnotes."""
        for piece in _PIECES.split(text):
            if ICON.fullmatch(piece):
                yield replace(style, text=piece[1:-1], icon=True)
            elif found := FOOTNOTE.fullmatch(piece):
                yield from self._mark(found[1])
            elif _RULE.fullmatch(piece):  # one that is not in the book
                yield replace(style, text=piece, link=piece[1:-1], reference=True)
            elif piece:
                yield replace(style, text=piece)

    def _mark(self, key: str) -> Iterator[Run]:
        """The mark of a footnote, once in each section; in a table wherever it belongs."""
        text = self._texts.get(key)
        if text is None or (text in self._marked and not self._in_table):
            return
        self._marked.add(text)
        yield Run(_sign(self._footnotes.setdefault(text, len(self._footnotes) + 1)), footnote=True)


def _any_address(url: str) -> bool:  # noqa: ARG001  markdown-it's signature
    """Addresses are read as they are: none is followed but that of an anchor in the book."""
    return True


def _is_figure(block: Block) -> bool:
    return isinstance(block, Picture) and block.figure


def _bound(runs: Iterable[Run]) -> Runs:
    """A reference stays with the word before it; between two stands a comma."""
    found: list[Run] = []
    for run in runs:
        if run.reference and found and found[-1].text.endswith(" "):
            gap = found.pop()
            between = f"{gap.text[:-1]}\u00a0" if gap.text.strip() or not found or not found[-1].reference else ", "
            found.append(replace(gap, text=between))
        found.append(run)
    return tuple(found)


def _anchor(name: str) -> str:
    """A name that files and addresses take as it is."""
    return _NO_ANCHOR.sub("-", name)


def _sign(number: int) -> str:
    """The mark of a footnote: *, †, ‡, then twice and more, since a raised figure by a number is read as a power."""
    times, kind = divmod(number - 1, len(SIGNS))
    return SIGNS[kind] * (times + 1)


def _argument(node: SyntaxTreeNode, place: int) -> str:
    """A word after the name of a container: `::: aside tower`."""
    words = node.info.split()[1:]
    return words[place] if place < len(words) else ""

"""Turns Markdown into the paragraphs and tables of a PDF."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from reportlab.lib.colors import HexColor
from reportlab.lib.styles import ParagraphStyle
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable, Paragraph, Table, TableStyle

from pnp.render.brush import Palette
from pnp.render.typeset import bind

BLACK = "#000000"  # where an ink prints no colour
_SMALL, _PADDING = 8.6, 4.5
_CELL = {"fontName": "Sans", "fontSize": _SMALL, "leading": 10.8}
_BODY = {"fontName": "Serif", "fontSize": 10, "leading": 13.6}
_STYLES: dict[str, dict[str, Any]] = {
    "h1": {"fontName": "Serif-Black", "fontSize": 26, "leading": 31, "spaceAfter": 4},
    "h2": {
        "fontName": "Serif-Bold",
        "fontSize": 13,
        "leading": 16,
        "spaceBefore": 14,
        "spaceAfter": 4,
        "keepWithNext": 1,
    },
    "p": {**_BODY, "spaceAfter": 5},
    "item": {**_BODY, "leftIndent": 14, "bulletFontName": "Serif"},
    "cell": _CELL,
    "number": {**_CELL, "alignment": 2},
    "head": {**_CELL, "fontName": "Sans-Bold"},
    "head-number": {**_CELL, "fontName": "Sans-Bold", "alignment": 2},
}


class Typography:
    """The styles of blocks and the colours of rules, as an ink prints them."""

    def __init__(self, palette: Palette) -> None:
        self.ink, accent, self.rule = (HexColor(palette.stroke(name) or BLACK) for name in ("ink", "accent", "rule"))
        self._styles = {
            name: ParagraphStyle(name, **({"textColor": accent if name == "h2" else self.ink} | settings))
            for name, settings in _STYLES.items()
        }

    def paragraph(self, text: str, style: str, mark: str | None = None) -> Paragraph:
        return Paragraph(text, self._styles.get(style, self._styles["p"]), bulletText=mark)


def flowables(markdown: str, width: float, language: str, type_: Typography) -> list[Flowable]:
    """The Markdown's blocks, for a column of the given width in points."""
    tokens = MarkdownIt("commonmark", {"html": False}).enable("table").parse(bind(markdown, language))
    return [made for node in SyntaxTreeNode(tokens).children for made in _block(node, width, type_)]


def _block(node: SyntaxTreeNode, width: float, type_: Typography) -> Iterator[Flowable]:
    if node.type == "table":
        yield _table(node, width, type_)
    elif node.type in ("bullet_list", "ordered_list"):
        for number, item in enumerate(node.children, 1):
            mark = f"{number}." if node.type == "ordered_list" else "•"
            yield type_.paragraph(_inline(item), "item", mark)
    else:
        yield type_.paragraph(_inline(node), node.tag)


def _inline(node: SyntaxTreeNode) -> str:
    """The node's text in reportlab's paragraph markup."""
    if not node.children and node.type not in ("softbreak", "hardbreak"):
        return escape(node.content, quote=False)
    if not node.children:
        return " " if node.type == "softbreak" else "<br/>"
    inside = "".join(_inline(child) for child in node.children)
    tag = {"strong": "b", "em": "i"}.get(node.type)
    return f"<{tag}>{inside}</{tag}>" if tag else inside


def _table(node: SyntaxTreeNode, width: float, type_: Typography) -> Table:
    head, body = node.children[0].children[0], [row for part in node.children[1:] for row in part.children]
    right = ["right" in str(cell.attrs.get("style", "")) for cell in head.children]
    rows = [
        [
            type_.paragraph(_inline(cell), "head-number" if aligned else "head")
            for cell, aligned in zip(head.children, right, strict=True)
        ]
    ]
    rows += [
        [
            type_.paragraph(_inline(cell), "number" if aligned else "cell")
            for cell, aligned in zip(row.children, right, strict=True)
        ]
        for row in body
    ]
    texts = zip(*([_plain(cell) for cell in row.children] for row in (head, *body)), strict=True)
    natural = [max(stringWidth(text, "Sans-Bold", _SMALL) for text in column) for column in texts]
    widths = shared_widths([one + 2 * _PADDING + 1 for one in natural], width)
    table = Table(rows, colWidths=widths, repeatRows=1, hAlign="LEFT", splitInRow=1)
    table.setStyle(
        TableStyle(
            [
                ("FONT", (0, 0), (-1, -1), "Sans", _SMALL),  # else reportlab names Helvetica
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("LINEBELOW", (0, 0), (-1, 0), 0.8, type_.ink),
                ("LINEBELOW", (0, 1), (-1, -1), 0.3, type_.rule),
                ("LEFTPADDING", (0, 0), (-1, -1), _PADDING),
                ("RIGHTPADDING", (0, 0), (-1, -1), _PADDING),
                ("TOPPADDING", (0, 0), (-1, -1), 2.2),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 3.2),
            ]
        )
    )
    return table


def _plain(node: SyntaxTreeNode) -> str:
    return node.content if node.type == "text" else "".join(_plain(child) for child in node.children)


def shared_widths(natural: list[float], width: float) -> list[float]:
    """Each column as wide as it would be, the widest cut to one measure so that all fit."""
    left, cap = width, width
    for count, one in zip(range(len(natural), 0, -1), sorted(natural), strict=True):
        if one * count > left:
            cap = left / count
            break
        left -= one
    return [min(one, cap) for one in natural]

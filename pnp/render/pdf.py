"""Writes pages as a PDF whose bytes depend on nothing but what is on them."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

from reportlab.lib.pagesizes import A4
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate

from pnp import __version__
from pnp.render import fonts
from pnp.render.markdown import INK, flowables

_MARGIN = 20 * mm
_FOOT = 6.5


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a document is called and says at the foot of each page."""

    title: str
    author: str
    language: str
    footer: str


def make_pdf(sheet: Sheet, markdown: str) -> bytes:
    fonts.register()
    width, height = A4
    story = flowables(markdown, width - 2 * _MARGIN)
    buffer = io.BytesIO()
    document = BaseDocTemplate(buffer, pagesize=A4, title=sheet.title, author=sheet.author, lang=sheet.language)
    frame = Frame(_MARGIN, _MARGIN, width - 2 * _MARGIN, height - 2 * _MARGIN, 0, 0, 0, 0)
    document.addPageTemplates(PageTemplate(frames=[frame], onPage=lambda canvas, _: _foot(canvas, sheet)))
    document.build(story, canvasmaker=_canvas)
    return buffer.getvalue()


def _canvas(*arguments: Any, **options: Any) -> Canvas:
    """A canvas without clock and without the unembedded default font."""
    options |= {"invariant": 1, "initialFontName": "Serif", "creator": f"pnp {__version__}"}
    return Canvas(*arguments, **options)


def _foot(canvas: Canvas, sheet: Sheet) -> None:
    width, _ = A4
    canvas.setFont("Sans", _FOOT)
    canvas.setFillColor(INK)
    canvas.drawString(_MARGIN, 10 * mm, sheet.footer)
    canvas.drawRightString(width - _MARGIN, 10 * mm, str(canvas.getPageNumber()))

"""Sets Markdown as pages of a PDF, with a line at the foot of each."""

from __future__ import annotations

import io
from typing import Any

from reportlab.lib.units import mm
from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate

from pnp.layout import Size
from pnp.render import fonts
from pnp.render.brush import Palette
from pnp.render.document import About, Canvas
from pnp.render.markdown import Typography, flowables

_MARGIN = 20 * mm
_FOOT = 6.5


def make_pdf(about: About, markdown: str, footer: str, paper: Size, palette: Palette) -> tuple[bytes, int]:
    """The PDF, and how many pages it has."""
    fonts.register()
    width, height = paper.width * mm, paper.height * mm
    type_ = Typography(palette)
    story = flowables(markdown, width - 2 * _MARGIN, about.language, type_)
    buffer = io.BytesIO()

    def foot(canvas: Any, _: object) -> None:
        canvas.setFont("Sans", _FOOT)
        canvas.setFillColor(type_.ink)
        canvas.drawString(_MARGIN, 10 * mm, footer)
        canvas.drawRightString(width - _MARGIN, 10 * mm, str(canvas.getPageNumber()))

    document = BaseDocTemplate(buffer, pagesize=(width, height), title=about.title, author=about.author)
    frame = Frame(_MARGIN, _MARGIN, width - 2 * _MARGIN, height - 2 * _MARGIN, 0, 0, 0, 0)
    document.addPageTemplates(PageTemplate(frames=[frame], onPage=foot))
    document.build(story, canvasmaker=lambda target, **options: _canvas(target, about, options))
    return buffer.getvalue(), document.page


def _canvas(target: Any, about: About, options: dict[str, Any]) -> Canvas:
    """Our canvas with the page size that reportlab's document asks for."""
    return Canvas(target, about, pagesize=options["pagesize"])

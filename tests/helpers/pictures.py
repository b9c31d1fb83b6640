"""Looks at PDFs as a printer and an eye would: pages as pixels, fonts, boxes, and all that is named."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
from PIL import Image

MM = 72 / 25.4


def picture(pdf: Path, page: int = 0, dpi: int = 100) -> Image.Image:
    document = pypdfium2.PdfDocument(pdf)
    try:
        image: Image.Image = document[page].render(scale=dpi / 72).to_pil().convert("RGB")
        return image
    finally:
        document.close()


def text_of(pdf: Path, page: int = 0) -> str:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return str(document[page].get_textpage().get_text_range()).replace("\r", "")
    finally:
        document.close()


def texts_of(pdf: Path) -> list[str]:
    """The text of each page, on one line."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [" ".join(page.get_textpage().get_text_range().split()) for page in document]
    finally:
        document.close()


def area(image: Image.Image, dpi: int, left: float, top: float, right: float, bottom: float) -> Image.Image:
    """A part of a picture, in millimetres of the paper."""
    return image.crop(tuple(round(one * dpi / 25.4) for one in (left, top, right, bottom)))  # type: ignore[arg-type]


def inked(image: Image.Image, darker_than: int = 250) -> float:
    """The share of pixels that are not white."""
    grey = image.convert("L").tobytes()
    return sum(one < darker_than for one in grey) / len(grey)


def box(page: Any, name: str) -> list[float]:
    """A page's box in millimetres from its upper left corner: left, top, right, bottom."""
    left, bottom, right, top = (float(one) / MM for one in page[name])
    height = float(page.MediaBox[3]) / MM
    return [left, height - top, right, height - bottom]


def fonts_of(pdf: pikepdf.Pdf) -> Iterator[Any]:
    for thing in pdf.objects:
        if isinstance(thing, pikepdf.Dictionary) and thing.get("/Type") == "/Font":
            yield thing


def unresolved(pdf: pikepdf.Pdf) -> list[str]:
    """Names that a page or form uses and its resources do not have: what viewers pass over in silence."""
    kinds = {"Do": "/XObject", "Tf": "/Font", "gs": "/ExtGState"}
    lost = []
    forms = [thing for thing in pdf.objects if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form"]
    for owner in (*(page.obj for page in pdf.pages), *forms):
        resources = owner.get("/Resources", pikepdf.Dictionary())
        for instruction in pikepdf.parse_content_stream(owner):
            operator = str(instruction.operator)
            name = str(instruction.operands[0]) if operator in kinds else ""
            if operator in kinds and name not in resources.get(kinds[operator], {}):
                lost.append(f"{operator} {name}")
    return lost

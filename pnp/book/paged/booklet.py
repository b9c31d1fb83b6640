"""Imposes the pages of a book on sheets to fold: saddle stitch, two pages to a side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pnp.data.layout import Size
from pnp.draw.imposition import Flip
from pnp.draw.painter import PdfPainter
from pnp.draw.shapes import line
from pnp.faces.job import PrintSettings
from pnp.faces.options import Binding
from pnp.faces.page import Page
from pnp.faces.renderer import Renderer

_TO_FOUR = 4
_MARK, _THIN = 5.0, 0.15


def page_size(printing: PrintSettings) -> Size:
    """The size of a book's pages on the paper that is printed on."""
    sheet = sheet_size(printing)
    match printing.binding:
        case Binding.BOOKLET:
            return Size(sheet.width / 2, sheet.height)
        case Binding.SQUARE:
            side = min(sheet.width / 2, sheet.height)
            return Size(side, side)
        case _:
            return printing.paper.size


def sheet_size(printing: PrintSettings) -> Size:
    """The paper, lying on its long side where it is folded."""
    size = printing.paper.size
    lying = size.width >= size.height
    return size if printing.binding is Binding.PAGES or lying else size.turned


def imposed(pages: Sequence[Page], blank: Page, printing: PrintSettings) -> tuple[Page, ...]:
    """The sheets' sides, front and back in turn; blank pages come before the last one."""
    missing = -len(pages) % _TO_FOUR
    filled = [*pages[:-1], *[blank] * missing, pages[-1]]
    sheet = sheet_size(printing)
    return tuple(
        _side(filled[left], filled[right], sheet, turned=turned and printing.flip is Flip.LONG)
        for left, right, turned in order(len(filled))
    )


def order(count: int) -> Iterator[tuple[int, int, bool]]:
    """Left and right page of each side, from 0; the outermost sheet first. A back is printed after its front."""
    for first in range(0, count // 2, 2):
        yield count - 1 - first, first, False
        yield first + 1, count - 2 - first, True


def _side(left: Page, right: Page, sheet: Size, *, turned: bool) -> Page:
    """Two pages side by side about the fold; `turned` where the printer turns the sheet over its long edge."""
    wide, high = left.size.width, left.size.height
    x, y = sheet.width / 2 - wide, (sheet.height - high) / 2

    def draw(renderer: Renderer) -> None:
        painter = PdfPainter(renderer.document, renderer.palette)
        half = (sheet.width, sheet.height, 180.0) if turned else (0.0, 0.0, 0.0)
        with painter.moved(*half):
            for page, at in ((left, x), (right, x + wide)):
                with painter.moved(at, y):
                    page.draw(renderer)
            _marks(painter, x, y, wide, high, sheet)

    trim = (x, y, x + 2 * wide, y + high)
    return Page(sheet, trim, 0, draw)


def _marks(painter: PdfPainter, x: float, y: float, wide: float, high: float, sheet: Size) -> None:
    """Where to cut, if the pages are smaller than the paper."""
    if high >= sheet.height - 1:
        return
    for row in (y, y + high):
        for left in (x, x + 2 * wide - _MARK):
            painter.shape(line(left, row, left + _MARK, row), stroke="black", thick=_THIN)

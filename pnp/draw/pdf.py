"""A PDF document whose bytes depend on nothing but what is on it: no clock, no default font, no surprise."""

from __future__ import annotations

import io
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from pathlib import Path
from threading import RLock
from typing import Any

from reportlab import rl_config
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.pdfdoc import XMP, PDFDictionary, PDFObject, PDFResourceDictionary
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas as ReportlabCanvas

from pnp import __version__
from pnp.data.layout import Size
from pnp.draw.links import Anchor, PageLink

PRODUCER = f"pnp {__version__}"
_XMP = """<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
<xmp:CreatorTool>{producer}</xmp:CreatorTool>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>"""


_SETTINGS = RLock()  # reportlab's are one for all threads


@contextmanager
def our_settings() -> Iterator[None]:
    """Streams as they are, a fourth smaller and sooner done; whoever else uses reportlab keeps what was set."""
    with _SETTINGS:
        kept = rl_config.useA85
        rl_config.useA85 = 0
        try:
            yield
        finally:
            rl_config.useA85 = kept


Stamp = tuple[object, ...]  # whatever tells one stamp from another

Raster = ImageReader  # a picture made of points
Typeface = TTFont


def read_typeface(name: str, source: Path | io.BytesIO, *, by_name: bool = False) -> Typeface:
    """The typeface in a file; reportlab knows it by its name from now on, if that is asked for."""
    font = Typeface(name, source)
    if by_name:
        pdfmetrics.registerFont(font)
    return font


@dataclass(frozen=True, slots=True)
class About:
    """What a document says about itself."""

    title: str
    subject: str
    author: str
    language: str

    @property
    def xmp(self) -> bytes:
        """The same for programs that read XML; without dates, so that the bytes stay the same."""
        values = {"title": self.title, "subject": self.subject, "author": self.author, "language": self.language}
        return _XMP.format(**{key: escape(value) for key, value in values.items()}, producer=PRODUCER).encode()


class Canvas(ReportlabCanvas):
    """reportlab's canvas, set up for us; its stamps keep transparency, which reportlab forgets."""

    def __init__(self, target: Any, about: About, first: Typeface, **options: Any) -> None:
        options |= {"invariant": 1, "initialFontName": first.fontName, "pageCompression": 1, "lang": about.language}
        super().__init__(target, pdfVersion=(1, 7), **options)
        self.setTitle(about.title)
        self.setSubject(about.subject)
        self.setAuthor(about.author)
        self.setCreator(PRODUCER)
        self.setProducer(PRODUCER)
        self.setViewerPreference("PrintScaling", "None")
        document: Any = self.__dict__["_doc"]
        document.Catalog.Metadata = XMP(creator=lambda _: about.xmp)

    def endForm(self, **extra: Any) -> None:  # noqa: N802  reportlab's name
        """Ends a stamp with the resources that were used in it, states of transparency included."""
        own: Any = self
        resources: Any = PDFResourceDictionary()
        resources.basicFonts()
        resources.allProcs()
        own._setXObjects(resources)  # noqa: SLF001
        own._setExtGState(resources)  # noqa: SLF001
        resources.XObject = resources.XObjects or {}
        resources.ExtGState = resources.ExtGState or {}
        super().endForm(Resources=resources, **extra)


class _LinkArea(PDFObject):
    """An annotation that leads to a named place."""

    def __init__(self, area: str, target: str) -> None:
        self._code = f"<< /Type /Annot /Subtype /Link /Border [0 0 0] /Rect [{area}] /Dest /{target} >>"

    def format(self, _: Any) -> bytes:
        return self._code.encode("ascii")


class PdfFile:
    """Pages and stamps measured in millimetres from the upper left corner.

    Each page begins with one and the same typeface, as reportlab wants it.
    """

    def __init__(self, about: About, first: Typeface, preferences: Mapping[str, str] | None = None) -> None:
        self._buffer = io.BytesIO()
        self._named: dict[Stamp, str] = {}
        self._level = -1  # of the last title in the outline
        canvas: Any = Canvas(self._buffer, about, first)
        self.canvas = canvas
        self._escape = canvas._escape  # noqa: SLF001  of a text between parentheses
        for key, value in (preferences or {}).items():
            self.canvas.setViewerPreference(key, value)

    def glyphs(self, text: str, font: Typeface, size: str) -> str:
        """The operators that show a text; the typeface takes note of the letters that it must embed."""
        document: Any = self.canvas.__dict__["_doc"]
        return " ".join(
            f"{font.getSubsetInternalName(subset, document)} {size} Tf ({self._escape(chunk)}) Tj"
            for subset, chunk in font.splitString(text, document)
        )

    def has(self, stamp: Stamp) -> bool:
        """Whether a stamp was drawn already and only needs to be placed."""
        return stamp in self._named

    @contextmanager
    def stamp(self, stamp: Stamp, left: float, top: float, right: float, bottom: float) -> Iterator[None]:
        """Draws what is to be placed again and again; inside, y runs downwards and a unit is a unit of the caller."""
        self._named[stamp] = f"f{len(self._named)}"  # a name of our own: keys may be anything
        self.canvas.beginForm(self._named[stamp], left, top, right, bottom)
        yield
        self.canvas.endForm()

    def place(self, stamp: Stamp) -> None:
        """Shows a stamp that was drawn before, at the origin as it is moved and turned now."""
        self.canvas.doForm(self._named[stamp])

    @contextmanager
    def page(self, size: Size, trim: tuple[float, float, float, float], bleed: float) -> Iterator[None]:
        """A page; `trim` is left, top, right, bottom of what remains after cutting."""
        canvas = self.canvas
        canvas.setPageSize((size.width * mm, size.height * mm))
        left, top, right, bottom = trim
        box = (left, size.height - bottom, right, size.height - top)
        canvas.setTrimBox([one * mm for one in box])
        grown = (box[0] - bleed, box[1] - bleed, box[2] + bleed, box[3] + bleed)
        whole = (size.width, size.height, size.width, size.height)
        canvas.setBleedBox([min(max(one, 0), most) * mm for one, most in zip(grown, whole, strict=True)])
        canvas.addLiteral(f"{mm:.6f} 0 0 {-mm:.6f} 0 {size.height * mm:.4f} cm")
        yield
        canvas.showPage()

    def link(self, link: PageLink, size: Size) -> None:
        """An area of the page that leads to an anchor."""
        corners = (link.left, size.height - link.bottom, link.right, size.height - link.top)
        area = " ".join(f"{corner * mm:.2f}" for corner in corners)
        self.canvas._addAnnotation(_LinkArea(area, link.target))  # noqa: SLF001

    def anchor(self, anchor: Anchor, y: float, size: Size) -> None:
        """A place on the page; with a title it stands in the outline that viewers show beside the pages."""
        self.canvas.bookmarkPage(anchor.name, fit="XYZ", left=0, top=(size.height - max(y - 4, 0)) * mm, zoom=0)
        if anchor.title:
            title = f"{anchor.number} {anchor.title}".strip()
            self._level = min(anchor.level - 1, self._level + 1)
            self.canvas.addOutlineEntry(title, anchor.name, self._level, closed=self._level == 0)
            self.canvas.showOutline()

    def bytes(self) -> bytes:
        """The finished document, to be asked for once: nothing can be drawn on it afterwards."""
        document, named = self.canvas.__dict__["_doc"], self.canvas.__dict__["_destinations"]
        if named:  # so that rulebook.pdf#T3 leads to the rule
            document.Catalog.Dests = PDFDictionary(dict(sorted(named.items())))
        with our_settings():
            self.canvas.save()
        return self._buffer.getvalue()

"""Registers the typefaces, TrueType files from PyPI packages, under short names."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

_FAMILIES = {
    "Serif": ("font_source_serif_pro", "SourceSerifPro"),
    "Sans": ("font_source_sans_pro", "SourceSansPro"),
}
_FACES = {"": "Regular", "-Bold": "Bold", "-Italic": "It", "-BoldItalic": "BoldIt", "-Black": "Black"}


@cache
def register() -> None:
    """Makes `Serif`, `Serif-Bold`, `Sans-Italic` … known to reportlab; `<b>` and `<i>` find their faces."""
    for family, (package, stem) in _FAMILIES.items():
        spec = find_spec(package)
        assert spec
        assert spec.submodule_search_locations
        folder = Path(spec.submodule_search_locations[0]) / "files"
        for suffix, face in _FACES.items():
            pdfmetrics.registerFont(TTFont(f"{family}{suffix}", folder / f"{stem}-{face}.ttf"))
        pdfmetrics.registerFontFamily(family, family, f"{family}-Bold", f"{family}-Italic", f"{family}-BoldItalic")

"""Finds typefaces by name: TrueType files from PyPI packages or a game's own folder, each read on first use."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path

from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from pnp.base.errors import BadFile, Complaint, Place
from pnp.base.files import read_bytes
from pnp.base.text import say
from pnp.draw.font_safety import refuse_endless

Typeface = TTFont

_FAMILIES = {
    "Serif": ("font_source_serif_pro", "SourceSerifPro"),
    "Sans": ("font_source_sans_pro", "SourceSansPro"),
}
_FACES = {
    "": "Regular",
    "-Bold": "Bold",
    "-Italic": "It",
    "-BoldItalic": "BoldIt",
    "-Semibold": "Semibold",
    "-Black": "Black",
}
NAMES = tuple(f"{family}{suffix}" for family in _FAMILIES for suffix in _FACES)
MOST_BYTES = 20_000_000


@cache
def builtin(name: str) -> Typeface:
    """`Serif`, `Serif-Bold`, `Sans-Italic` …, known to reportlab under that name from now on."""
    family, hyphen, face = name.partition("-")
    package, stem = _FAMILIES[family]
    spec = find_spec(package)
    assert spec
    assert spec.submodule_search_locations
    path = Path(spec.submodule_search_locations[0]) / "files" / f"{stem}-{_FACES[hyphen + face]}.ttf"
    return _registered(name, path)


@cache
def from_file(path: Path) -> Typeface:
    """The typeface in a game's own file."""
    try:
        refuse_endless(read_bytes(path, MOST_BYTES))
        return _registered(f"own{len(pdfmetrics.getRegisteredFontNames())}", path)
    except BadFile:
        raise
    except Exception:  # noqa: BLE001  whatever reportlab stumbles over is a fault of the file
        raise BadFile(
            Complaint(
                say("this is no TrueType font that can be embedded"),
                Place(path),
                say("use a .ttf file with TrueType outlines; .otf files of the CFF kind do not work"),
            )
        ) from None


def _registered(name: str, path: Path) -> Typeface:
    font = Typeface(name, path)
    pdfmetrics.registerFont(font)
    return font

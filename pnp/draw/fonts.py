"""Finds typefaces by name: TrueType files from PyPI packages or a game's own folder, each read on first use."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from threading import Lock

from pnp.base.cache import digest
from pnp.base.errors import BadFile, Complaint, Place
from pnp.base.files import read_bytes
from pnp.base.memo import Memo
from pnp.base.text import say
from pnp.draw.font_safety import refuse_endless
from pnp.draw.pdf import Typeface, read_typeface

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
MOST_KEPT = 60_000_000  # bytes of files whose typefaces are at hand
_OURS = "pnp-"  # before the names that reportlab knows them by: others may have a Sans of their own
_OWN: Memo[Typeface] = Memo(MOST_KEPT)
_ONE_AT_A_TIME = Lock()  # two readers would make two typefaces of one name


def builtin(name: str) -> Typeface:
    """`Serif`, `Serif-Bold`, `Sans-Italic` …"""
    with _ONE_AT_A_TIME:
        return _builtin(name)


def builtin_name(font: Typeface) -> str:
    """The name of a built-in typeface; none of a game's own."""
    name = str(font.fontName).removeprefix(_OURS)
    return name if name in NAMES else ""


def from_file(path: Path) -> Typeface:
    """The typeface in a game's own file, as it is now."""
    data = read_bytes(path, MOST_BYTES)
    with _ONE_AT_A_TIME:
        return _OWN.get((path, digest(data)), lambda: _own(path, data), len(data))


@cache
def _builtin(name: str) -> Typeface:
    family, hyphen, face = name.partition("-")
    package, stem = _FAMILIES[family]
    spec = find_spec(package)
    assert spec
    assert spec.submodule_search_locations
    path = Path(spec.submodule_search_locations[0]) / "files" / f"{stem}-{_FACES[hyphen + face]}.ttf"
    return read_typeface(_OURS + name, path, by_name=True)


def _own(path: Path, data: bytes) -> Typeface:
    try:
        refuse_endless(data)
        return read_typeface(f"own-{path.stem}", BytesIO(data))
    except BadFile:
        raise
    except Exception:  # noqa: BLE001  whatever reportlab stumbles over is a fault of the file
        raise BadFile(
            Complaint(
                say("this is not a TrueType font that can be embedded"),
                Place(path),
                say("use a .ttf file with TrueType outlines; .otf files with CFF outlines do not work"),
            )
        ) from None

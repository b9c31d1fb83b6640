"""Makes the base deck with Typst: `python peer.py plain OUT.pdf`, or `imposed` for the fastest way found."""

from __future__ import annotations

import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

import typst

HERE = Path(__file__).resolve().parent
REPO = HERE.parents[1]
FACES = ("Serif-Bold", "Serif-It", "Serif-Black", "Sans-Regular", "Sans-Bold", "Sans-Semibold")


def make(way: str, scratch: Path) -> bytes:
    """The deck as a PDF. Typst reads only the six typefaces that it needs, which is its fastest."""
    for face in FACES:
        family, _, style = face.partition("-")
        spec = find_spec(f"font_source_{family.lower()}_pro")
        assert spec
        assert spec.submodule_search_locations
        file = Path(spec.submodule_search_locations[0]) / "files" / f"Source{family}Pro-{style}.ttf"
        link = scratch / file.name
        if not link.exists():
            link.symlink_to(file)
    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(scratch)])
    options = {"root": str(REPO), "font_paths": fonts, "format": "pdf", "timestamp": 0}
    if way == "plain":
        return bytes(typst.compile(str(HERE / "cards.typ"), **options))
    faces = REPO / "output" / ".faces.pdf"
    faces.write_bytes(typst.compile(str(HERE / "singles.typ"), **options))
    return bytes(typst.compile(str(HERE / "imposed.typ"), sys_inputs={"faces": "/output/.faces.pdf"}, **options))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        Path(sys.argv[2]).write_bytes(make(sys.argv[1], Path(folder)))

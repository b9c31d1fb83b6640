"""Makes the rulebook with Typst from what rulebook_input.py prepared: `python rulebook_peer.py DIR OUT.pdf`."""

from __future__ import annotations

import sys
from pathlib import Path

import typst


def make(folder: Path) -> bytes:
    """Typst reads only the typefaces that the book needs, which is its fastest."""
    fonts = typst.Fonts(include_system_fonts=False, include_embedded_fonts=False, font_paths=[str(folder / "fonts")])
    book = str(folder / "book.typ")
    return bytes(typst.compile(book, root=str(folder), font_paths=fonts, format="pdf", timestamp=0))


if __name__ == "__main__":
    Path(sys.argv[2]).write_bytes(make(Path(sys.argv[1])))

"""Makes the rulebook with WeasyPrint from what rulebook_input.py prepared: `python rulebook_peer.py DIR OUT.pdf`."""

from __future__ import annotations

import sys
from pathlib import Path

from weasyprint import HTML


def make(folder: Path) -> bytes:
    made = HTML(folder / "book.html").write_pdf()
    assert made
    return bytes(made)


if __name__ == "__main__":
    Path(sys.argv[2]).write_bytes(make(Path(sys.argv[1])))

"""What may be asked of the printing, in the words of a command line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PrintOptions:
    """All that may be asked, with what holds if it is left out; `print_settings` tells what the words mean."""

    decks: tuple[str, ...] = ()
    paper: str = "a4"
    card: str = ""
    layout: str = "duplex"
    binding: str = "pages"
    format: str = "pdf"
    flip: str = "long"
    ink: str = "full"
    bleed: float = 3.0
    gap: float | None = None
    overlap: float | None = None
    gsm: float = 250.0
    sleeves: str = ""
    once: bool = False


_SHEETS = ("paper", "layout", "flip", "ink", "bleed", "gap")

# what may be asked of each artefact, and of the whole kit
TAKES: Mapping[str, tuple[str, ...]] = {
    "cards": ("decks", "card", *_SHEETS, "once"),
    "board": ("decks", "paper", "layout", "ink", "bleed", "overlap"),
    "tokens": ("decks", *_SHEETS, "once"),
    "pawns": ("decks", *_SHEETS, "once"),
    "aids": ("decks", *_SHEETS, "once"),
    "box": ("decks", "paper", "card", "layout", "ink", "gsm", "sleeves"),
    "scoresheet": ("paper", "flip", "ink"),
    "rulebook": ("paper", "binding", "flip", "ink", "format"),
    "contents": ("paper", "flip", "ink"),
    "report": ("paper", "ink", "format"),
    "kit": ("card", *_SHEETS, "overlap", "gsm", "sleeves"),
}

"""What may be asked of the printing, in the words of a command line."""

from __future__ import annotations

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

"""What may be asked of the printing, as keyword arguments."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, TypedDict

from pnp.base.arguments import a_measure, a_word, some_words, yes_or_no
from pnp.base.errors import BadRequest, Complaint, near_miss
from pnp.base.text import say
from pnp.faces.options import TAKES, PrintOptions


class Printing(TypedDict, total=False):
    """The options of the printing commands by the same names; measures are in millimetres."""

    paper: str
    card: str
    layout: str
    flip: Literal["long", "short"]
    ink: str
    bleed: float
    gap: float | None
    overlap: float | None
    gsm: float
    sleeves: str
    binding: Literal["pages", "booklet", "square"]
    format: Literal["pdf", "html"]
    decks: Iterable[str]
    once: bool


_EXAMPLES = {
    "paper": "letter",
    "card": "poker",
    "layout": "gutterfold",
    "flip": "short",
    "ink": "low",
    "sleeves": "thin",
    "binding": "booklet",
    "format": "html",
}


def print_options(given: Printing, artefact: str) -> PrintOptions:
    """The options as one value; BadRequest where one is unknown, of another type, or does nothing here."""
    asked: dict[str, Any] = {name: _checked(name, found) for name, found in given.items()}
    taken = TAKES.get(artefact, tuple(asked))
    for name in asked:
        if name not in taken:
            message = say("'{artefact}' takes no option {option}", artefact=artefact, option=name)
            likely = "binding" if name == "layout" else name
            raise BadRequest(Complaint(message, None, near_miss(likely, taken)))
    return PrintOptions(**asked)


def _checked(name: str, found: object) -> object:
    if name not in Printing.__annotations__:
        hint = near_miss(name, Printing.__annotations__)
        raise BadRequest(Complaint(say("there is no option {option}", option=name), None, hint))
    if name == "decks":
        return some_words(name, found, 'decks=["base"]')
    if name == "once":
        return yes_or_no(name, found)
    if name in _EXAMPLES:
        return a_word(name, found, f'{name}="{_EXAMPLES[name]}"')
    return None if found is None and name in ("gap", "overlap") else a_measure(name, found)

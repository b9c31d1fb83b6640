"""What may be asked of the printing, as keyword arguments."""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal, TypedDict, cast

from pnp.base.arguments import a_measure, a_word, some_words, yes_or_no
from pnp.base.errors import BadRequest, Complaint, near_miss
from pnp.base.text import OptionName, say
from pnp.faces.options import PrintOption, PrintOptions, declared
from pnp.kit.artefacts import options_of


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
    decks: Collection[str]
    once: bool


_LEFT_OUT = [name for name in PrintOptions._fields if name not in Printing.__annotations__]
assert not _LEFT_OUT, f"options of printing without a keyword in Printing: {_LEFT_OUT}"  # types tell the rest
REPORT = "report"  # no artefact of a kit: its few keywords are written out where it is made


def print_options(given: Printing, artefact: str) -> PrintOptions:
    """The options as one value; BadRequest where one is unknown, of another type, or does nothing here."""
    checked = {name: _checked(_known(name), found) for name, found in given.items()}
    taken = tuple(checked) if artefact == REPORT else options_of(artefact)
    for name in checked:
        if name not in taken:
            message = say("“{artefact}” has no option {option}", artefact=artefact, option=OptionName(name))
            likely = "binding" if name == "layout" else name
            raise BadRequest(Complaint(message, None, near_miss(likely, taken)))
    return PrintOptions(**cast("Printing", checked))


def _known(name: str) -> PrintOption:
    found = declared().get(name)
    if found is None:
        message = say("there is no option {option}", option=OptionName(name))
        raise BadRequest(Complaint(message, None, near_miss(name, declared())))
    return found


def _checked(option: PrintOption, found: object) -> object:
    """What was given for an option, if it is of the type of its field."""
    name, kind, example = option.name, option.kind, option.allowed.example
    if kind is bool:
        return yes_or_no(name, found)
    if kind is str:
        return a_word(name, found, f'{name}="{example}"')
    if kind == Collection[str]:
        return some_words(name, found, f'{name}=["{example}"]')
    assert kind in (float, float | None), f"the option '{name}' is a {kind}, which nothing here checks"
    return None if found is None and kind is not float else a_measure(name, found)

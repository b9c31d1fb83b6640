"""The artefacts of a kit: each with the word for its command and file, a title, and a way to make it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from pnp.base.errors import BadRequest, Complaint, near_miss
from pnp.base.text import Message, say, word
from pnp.data.values import excerpt
from pnp.faces.options import PrintOptions

if TYPE_CHECKING:  # so that a command line knows what may be asked before anything is loaded that draws
    from pnp.faces.job import Job
    from pnp.faces.page import Printout
    from pnp.faces.renderer import Document


class Stuff(StrEnum):
    """What an artefact is printed on."""

    CARD = "card"
    PAPER = "paper"

    @property
    def about(self) -> Message:
        """What to put into the printer, and how heavy it should be if that matters."""
        return {
            Stuff.CARD: say("card, 200–300 g/m²"),
            Stuff.PAPER: say("plain paper"),
        }[self]


PDF = "pdf"  # what a kit is made of
KIT = "kit"  # all artefacts together
SHEETS = ("paper", "layout", "flip", "ink", "bleed", "gap")  # what is asked of pieces on sheets
KIT_TAKES = ("card", *SHEETS, "overlap", "gsm", "sleeves")


@dataclass(frozen=True, slots=True, eq=False)
class Artefact:
    """What a kit holds: the word for its file, what it is printed on, and what to do with the sheets.

    Pieces that are cut out tell that themselves. `takes` names the options of printing that do something here.
    `makers` makes it, in each format that it can have; the print plan has none, for it tells of all the others.
    `pieces` are the kinds of pieces that it has, if it is nothing but their faces: `pnp check --print` looks at them
    one by one, and at other artefacts as they are printed.
    """

    key: str
    title: Message
    stuff: Stuff = Stuff.PAPER
    how: tuple[Message, ...] = ()
    takes: tuple[str, ...] = field(default=(), kw_only=True)
    makers: Mapping[str, Maker] = field(default_factory=dict, kw_only=True)
    pieces: tuple[str, ...] = field(default=(), kw_only=True)

    def __post_init__(self) -> None:
        unknown = [name for name in self.takes if name not in PrintOptions._fields]
        assert not unknown, f"the artefact '{self.key}' takes {unknown}: no field of PrintOptions"

    def file(self, ending: str = PDF) -> str:
        """Its name in the folder of a kit, alike in all languages."""
        return f"{self.key}.{ending}"


Maker = Callable[["Job", Artefact], "Document"]


def make_document(artefact: Artefact, job: Job) -> Document:
    """The artefact of a job, in the format that was asked for.

    BadRequest where it cannot be made in that; NothingToPrint where the game has no such thing, DoesNotFit where the
    paper is too small.
    """
    from pnp.faces.job import unknown_word

    asked = job.settings.asked.format
    if asked not in artefact.makers:
        raise BadRequest(unknown_word("format", asked, artefact.makers))
    return artefact.makers[asked](job, artefact)


# each loads what it needs only when it is called


def _pieces(job: Job, artefact: Artefact) -> Document:
    from pnp.sheets.pieces import lay_out_pieces

    return _printed(job, artefact, lay_out_pieces(job, artefact.pieces))


def _boards(job: Job, artefact: Artefact) -> Document:
    from pnp.sheets.tiles import lay_out_boards

    return _printed(job, artefact, lay_out_boards(job))


def _boxes(job: Job, artefact: Artefact) -> Document:
    from pnp.sheets.tuckbox import lay_out_boxes

    return _printed(job, artefact, lay_out_boxes(job))


def _scoresheet(job: Job, artefact: Artefact) -> Document:
    from pnp.sheets.scoresheet import lay_out_scoresheet

    return _printed(job, artefact, lay_out_scoresheet(job))


def _printed(job: Job, artefact: Artefact, printout: Printout) -> Document:
    from pnp.faces.renderer import print_pages

    return print_pages(job, artefact.title, printout)


def _rulebook(job: Job, artefact: Artefact) -> Document:
    from pnp.book.rulebook import make_rulebook

    return make_rulebook(job, artefact.title)


def _web(job: Job, artefact: Artefact) -> Document:
    from pnp.book.rulebook import make_web_rulebook

    return make_web_rulebook(job, artefact.title)


def _contents(job: Job, artefact: Artefact) -> Document:
    from pnp.kit.contents import make_contents

    return make_contents(job, artefact.title)


def _cut_out(key: str, title: Message, *kinds: str, takes: tuple[str, ...] = ()) -> Artefact:
    """Pieces on sheets."""
    every = ("decks", *SHEETS, "once")
    return Artefact(key, title, Stuff.CARD, takes=(*every, *takes), makers={PDF: _pieces}, pieces=kinds)


ARTEFACTS = {
    artefact.key: artefact
    for artefact in (
        _cut_out("cards", word("artefact", "Cards"), "card", "tile", takes=("card",)),
        Artefact(
            "board",
            word("artefact", "Board"),
            Stuff.CARD,
            (say("Glue it onto cardboard, let it dry under books and cut along its edge."),),
            takes=("decks", "paper", "layout", "ink", "bleed", "overlap"),
            makers={PDF: _boards},
        ),
        _cut_out("tokens", word("artefact", "Tokens"), "token"),
        _cut_out("pawns", word("artefact", "Pawns"), "pawn"),
        _cut_out("aids", word("artefact", "Player aids"), "aid"),
        Artefact(
            "box",
            word("artefact", "Boxes"),
            Stuff.CARD,
            (
                say(
                    "Cut along the solid line, score and fold along the dashed ones, and glue the flap "
                    "inside the opposite side. For a heavy deck, glue the bottom too."
                ),
            ),
            takes=("decks", "paper", "card", "layout", "ink", "gsm", "sleeves"),
            makers={PDF: _boxes},
        ),
        Artefact(
            "scoresheet",
            word("artefact", "Score sheet"),
            Stuff.PAPER,
            (
                say(
                    "For writing down a game as you play. Print as many as you need; the back explains what to write."
                ),
            ),
            takes=("paper", "flip", "ink"),
            makers={PDF: _scoresheet},
        ),
        Artefact(
            "rulebook",
            word("artefact", "Rulebook"),
            Stuff.PAPER,
            (
                say(
                    "Print it on both sides and staple it. For sheets to fold, use {command}.",
                    command="pnp rulebook --layout booklet",
                ),
            ),
            takes=("paper", "binding", "flip", "ink", "format"),
            makers={PDF: _rulebook, "html": _web},
        ),
        Artefact(
            "contents",
            word("artefact", "Component list"),
            Stuff.PAPER,
            (say("For checking that nothing is missing."),),
            takes=("paper", "flip", "ink"),
            makers={PDF: _contents},
        ),
    )
}


def artefact_named(key: str) -> Artefact:
    """An artefact by the name of its command."""
    if key not in ARTEFACTS:
        message = say("the kit has no “{found}”", found=excerpt(key))
        raise BadRequest(Complaint(message, None, near_miss(key, ARTEFACTS)))
    return ARTEFACTS[key]


def options_of(named: str) -> tuple[str, ...]:
    """What may be asked of an artefact, by the name of its command, or of the whole kit."""
    return KIT_TAKES if named == KIT else artefact_named(named).takes

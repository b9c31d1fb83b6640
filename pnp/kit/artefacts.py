"""The artefacts of a kit: each with the word for its command and file, a title, and a way to make it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING

from pnp.base.errors import BadRequest, Complaint, near_miss
from pnp.base.text import Message, say, word
from pnp.data.values import excerpt
from pnp.faces.job import Job

if TYPE_CHECKING:
    from pnp.faces.renderer import Document


class Stuff(StrEnum):
    """What an artefact is printed on."""

    CARD = "card"
    PAPER = "paper"

    @property
    def about(self) -> Message:
        """What to put into the printer, and how heavy it should be if that matters."""
        return {
            Stuff.CARD: say("card, 200 to 300 grams"),
            Stuff.PAPER: say("plain paper"),
        }[self]


Maker = Callable[[Job, Message], "Document"]
PDF = "pdf"  # what a kit is made of


@dataclass(frozen=True, slots=True, eq=False)
class Artefact:
    """What a kit holds: the word for its file, what it is printed on, and what to do with the sheets.

    Pieces that are cut out tell that themselves. `makers` makes it, in each format that it can have; the print plan
    has none, for it tells of all the others. `pieces` are the kinds of pieces that it has, if it is nothing but their
    faces: `pnp check --print` looks at them one by one, and at other artefacts as they are printed.
    """

    key: str
    title: Message
    stuff: Stuff = Stuff.PAPER
    how: tuple[Message, ...] = ()
    makers: Mapping[str, Maker] = field(default_factory=dict, kw_only=True)
    pieces: tuple[str, ...] = field(default=(), kw_only=True)

    def file(self, ending: str = PDF) -> str:
        """Its name in the folder of a kit, alike in all languages."""
        return f"{self.key}.{ending}"


def make_document(artefact: Artefact, job: Job) -> Document:
    """The artefact of a job, in the format that was asked for.

    BadRequest where it cannot be made in that; NothingToPrint where the game has no such thing, DoesNotFit where the
    paper is too small.
    """
    asked = job.settings.format
    if asked not in artefact.makers:
        message = say("{option}: there is no '{found}'", option="format", found=excerpt(asked))
        raise BadRequest(Complaint(message, None, near_miss(asked, artefact.makers)))
    return artefact.makers[asked](job, artefact.title)


def _cut_out(key: str, title: Message, *kinds: str) -> Artefact:
    """Pieces on sheets."""
    return Artefact(key, title, Stuff.CARD, makers={PDF: partial(_pieces, kinds=kinds)}, pieces=kinds)


def _pieces(job: Job, title: Message, *, kinds: tuple[str, ...]) -> Document:
    """Whatever is cut out of sheets."""
    from pnp.faces.renderer import print_pages
    from pnp.sheets.pieces import lay_out_pieces

    return print_pages(job, title, lay_out_pieces(job, kinds))


def _boards(job: Job, title: Message) -> Document:
    from pnp.faces.renderer import print_pages
    from pnp.sheets.tiles import lay_out_boards

    return print_pages(job, title, lay_out_boards(job))


def _boxes(job: Job, title: Message) -> Document:
    from pnp.faces.renderer import print_pages
    from pnp.sheets.tuckbox import lay_out_boxes

    return print_pages(job, title, lay_out_boxes(job))


def _scoresheet(job: Job, title: Message) -> Document:
    from pnp.faces.renderer import print_pages
    from pnp.sheets.scoresheet import lay_out_scoresheet

    return print_pages(job, title, lay_out_scoresheet(job))


def _rulebook(job: Job, title: Message) -> Document:
    from pnp.book.rulebook import make_rulebook

    return make_rulebook(job, title)


def _web(job: Job, title: Message) -> Document:
    from pnp.book.rulebook import make_web_rulebook

    return make_web_rulebook(job, title)


def _contents(job: Job, title: Message) -> Document:
    from pnp.kit.contents import make_contents

    return make_contents(job, title)


ARTEFACTS = {
    artefact.key: artefact
    for artefact in (
        _cut_out("cards", word("part", "Cards"), "card", "tile"),
        Artefact(
            "board",
            word("part", "Board"),
            Stuff.CARD,
            (say("Glue it onto cardboard, let it dry under books, and cut along its edge."),),
            makers={PDF: _boards},
        ),
        _cut_out("tokens", word("part", "Tokens"), "token"),
        _cut_out("pawns", word("part", "Pawns"), "pawn"),
        _cut_out("aids", word("part", "Player aids"), "aid"),
        Artefact(
            "box",
            word("part", "Boxes"),
            Stuff.CARD,
            (
                say(
                    "Cut along the solid line, score and fold the dashed ones, glue the flap inside the far side; "
                    "for a heavy deck glue the bottom too."
                ),
            ),
            makers={PDF: _boxes},
        ),
        Artefact(
            "scoresheet",
            word("part", "Record sheet"),
            Stuff.PAPER,
            (say("To write a game down as you play; print as many as you need. The back tells what to write."),),
            makers={PDF: _scoresheet},
        ),
        Artefact(
            "rulebook",
            word("part", "Rulebook"),
            Stuff.PAPER,
            (
                say(
                    "Print it on both sides and staple it; {command} makes sheets to fold.",
                    command="pnp rulebook --layout booklet",
                ),
            ),
            makers={PDF: _rulebook, "html": _web},
        ),
        Artefact(
            "contents",
            word("part", "Contents"),
            Stuff.PAPER,
            (say("To check that nothing is missing."),),
            makers={PDF: _contents},
        ),
    )
}


def artefact_named(key: str) -> Artefact:
    """An artefact by the name of its command."""
    if key not in ARTEFACTS:
        message = say("the kit has no '{found}'", found=excerpt(key))
        raise BadRequest(Complaint(message, None, near_miss(key, ARTEFACTS)))
    return ARTEFACTS[key]

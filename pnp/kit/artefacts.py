"""The parts of a kit: each with the word for its command and file, a title, and a way to make it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TYPE_CHECKING

from pnp.base.errors import BadRequest, Complaint, near_miss
from pnp.base.text import Message, say, word
from pnp.data.values import excerpt
from pnp.faces.job import Job

if TYPE_CHECKING:
    from pnp.faces.renderer import Document


class Stuff(StrEnum):
    """What a part is printed on."""

    CARD = "card"
    PAPER = "paper"

    @property
    def about(self) -> Message:
        return {
            Stuff.CARD: say("card, 200 to 300 grams"),
            Stuff.PAPER: say("plain paper"),
        }[self]


@dataclass(frozen=True, slots=True, eq=False)
class Artefact:
    """A file of a kit: the word for its name, what it is printed on, and what to do with the sheets.

    Pieces that are cut out tell that themselves.
    """

    key: str
    title: Message
    stuff: Stuff = Stuff.PAPER
    how: tuple[Message, ...] = ()
    form: str = "pdf"

    @property
    def file(self) -> str:
        return f"{self.key}.{self.form}"


@dataclass(frozen=True, slots=True, eq=False)
class Part(Artefact):
    """A part of a kit, with a command of its own, and what makes it."""

    maker: Callable[[Job, Message], Document] = field(kw_only=True)


def make(part: Part, job: Job) -> Document:
    """The part of a job; NothingToPrint where the game has no such thing, DoesNotFit where the paper is too small."""
    return part.maker(job, part.title)


def _pieces(*kinds: str) -> Callable[[Job, Message], Document]:
    """Whatever is cut out of sheets."""

    def made(job: Job, title: Message) -> Document:
        from pnp.faces.renderer import print_pages
        from pnp.sheets.pieces import lay_out_pieces

        return print_pages(job, title, lay_out_pieces(job, kinds))

    return made


def _boards(job: Job, title: Message) -> Document:
    from pnp.faces.renderer import print_pages
    from pnp.sheets.tiles import lay_out_boards

    return print_pages(job, title, lay_out_boards(job))


def _boxes(job: Job, title: Message) -> Document:
    from pnp.faces.renderer import print_pages
    from pnp.sheets.tuckbox import lay_out_boxes

    return print_pages(job, title, lay_out_boxes(job))


def _record(job: Job, title: Message) -> Document:
    from pnp.faces.renderer import print_pages
    from pnp.sheets.scoresheet import lay_out_record

    return print_pages(job, title, lay_out_record(job))


def _rulebook(job: Job, title: Message) -> Document:
    from pnp.book.rulebook import make_rulebook

    return make_rulebook(job, title)


def _web(job: Job, title: Message) -> Document:
    from pnp.book.rulebook import make_web_rulebook

    return make_web_rulebook(job, title)


def _contents(job: Job, title: Message) -> Document:
    from pnp.kit.contents import make_contents

    return make_contents(job, title)


PARTS = {
    part.key: part
    for part in (
        Part("cards", word("part", "Cards"), Stuff.CARD, maker=_pieces("card", "tile")),
        Part(
            "board",
            word("part", "Board"),
            Stuff.CARD,
            (say("Glue it onto cardboard, let it dry under books, and cut along its edge."),),
            maker=_boards,
        ),
        Part("tokens", word("part", "Tokens"), Stuff.CARD, maker=_pieces("token")),
        Part("pawns", word("part", "Pawns"), Stuff.CARD, maker=_pieces("pawn")),
        Part("aids", word("part", "Player aids"), Stuff.CARD, maker=_pieces("aid")),
        Part(
            "box",
            word("part", "Boxes"),
            Stuff.CARD,
            (
                say(
                    "Cut along the solid line, score and fold the dashed ones, glue the flap inside the far side; "
                    "for a heavy deck glue the bottom too."
                ),
            ),
            maker=_boxes,
        ),
        Part(
            "sheet",
            word("part", "Record sheet"),
            Stuff.PAPER,
            (say("To write a game down as you play; print as many as you need. The back tells what to write."),),
            maker=_record,
        ),
        Part(
            "rulebook",
            word("part", "Rulebook"),
            Stuff.PAPER,
            (
                say(
                    "Print it on both sides and staple it; {command} makes sheets to fold.",
                    command="pnp rulebook --layout booklet",
                ),
            ),
            maker=_rulebook,
        ),
        Part(
            "contents",
            word("part", "Contents"),
            Stuff.PAPER,
            (say("To check that nothing is missing."),),
            maker=_contents,
        ),
    )
}

# parts in other forms, which a kit does not hold
OTHERS = {part.file: part for part in (replace(PARTS["rulebook"], form="html", maker=_web),)}


def in_form(key: str, form: str) -> Part:
    """A part in the form that was asked for."""
    known = {part.file: part for part in PARTS.values()} | OTHERS
    if f"{key}.{form}" not in known:
        forms = [part.form for part in known.values() if part.key == key]
        message = say("--format: there is no '{found}'", found=excerpt(form))
        raise BadRequest(Complaint(message, None, near_miss(form, forms)))
    return known[f"{key}.{form}"]

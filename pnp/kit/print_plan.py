"""Makes the first page of a kit: what is in it, how many sheets of which paper, and how to cut, fold and glue it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from math import fsum

from pnp.base.text import Message, counted, say, word
from pnp.data.layout import LayoutNames, Size
from pnp.draw.imposition import Flip
from pnp.draw.shapes import n
from pnp.faces.job import Job
from pnp.faces.namespace import state_of
from pnp.faces.page import Handling, Page, Printout, roomy, whole_page
from pnp.faces.renderer import Document, Renderer, print_pages
from pnp.kit.artefacts import Artefact, Stuff
from pnp.words.choices import rules_and_language

PART = "plan"  # of the layout
LEAST = Size(180, 240)
HEAD, FOOT, EDGE = 54.0, 12.0, 12.0
THUMBS, TALLEST = 62.0, 38.0  # millimetres for the pictures of an artefact, and for its row
APART = 2.5  # millimetres between them
SMALLEST = 0.7  # of the height that a row has for its pictures

PLAN = Artefact("00-print-me", word("artefact", "Print plan"))

Made = Mapping[Artefact, Document]


def make_plan(job: Job, made: Made) -> Document:
    """One upright page with pictures of all that was made; A4 where the paper of the job is too small for it."""
    paper = job.settings.paper.size
    size = roomy(paper if paper.height >= paper.width else paper.turned, LEAST)

    def draw(renderer: Renderer) -> None:
        names = {PART: _names(renderer, made, size)}
        for artefact, row in zip(made, names[PART]["parts"], strict=True):
            _draw_thumbs(renderer, artefact, made[artefact], row["thumbs"])
        renderer.draw_page(PART, size, names)

    return print_pages(job, PLAN.title, Printout((whole_page(size, draw),), Handling()))


def _names(renderer: Renderer, made: Made, size: Size) -> LayoutNames:
    edition, say_it = renderer.job.edition, renderer.catalog
    high = min((size.height - HEAD - FOOT - EDGE) / max(len(made), 1), TALLEST)
    chosen = [
        state_of(edition.game, say_it),
        rules_and_language(edition, say_it),
        *(say_it(choice.title) for choice in edition.choices()),
    ]
    return {
        "title": say_it(PLAN.title),
        "chosen": " · ".join(chosen),
        "edge": EDGE,
        "top": HEAD,
        "first": [say_it(line) for line in _first(renderer, made)],
        "parts": [
            _row(renderer, artefact, document, HEAD + number * high, high)
            for number, (artefact, document) in enumerate(made.items())
        ],
        "caption": renderer.caption([PLAN.title], (), ""),
    }


def _first(renderer: Renderer, made: Made) -> list[Message]:
    """What to buy and how to set the printer, before anything else."""
    sheets = {
        stuff: sum(document.made_of for artefact, document in made.items() if artefact.stuff is stuff)
        for stuff in Stuff
    }
    sheets[Stuff.PAPER] += sum(document.handling.read for document in made.values())
    lines = [
        say(
            "Print everything at {percent}, never with “fit to page”, and check the ruler on the "
            "first sheet against a real one.",
            percent=renderer.catalog.percent(1),
        ),
        say(
            "You need {card} and {paper}.",
            card=counted("{n} sheet of card", "{n} sheets of card", n=sheets[Stuff.CARD]),
            paper=counted("{n} sheet of plain paper", "{n} sheets of plain paper", n=sheets[Stuff.PAPER]),
        ),
    ]
    if any(document.handling.duplex for document in made.values()):
        lines.append(
            say("Where it says “both sides”, set the printer to flip on the long edge.")
            if renderer.job.settings.flip is Flip.LONG
            else say("Where it says “both sides”, set the printer to flip on the short edge.")
        )
    if renderer.job.settings.scheme.fold:
        lines.append(
            say("If a sheet has a dashed line across it, fold it there and glue the halves together before you cut.")
        )
    return lines


def _row(renderer: Renderer, artefact: Artefact, document: Document, top: float, high: float) -> LayoutNames:
    """An artefact with the places of its pictures."""
    how = document.handling.how or artefact.how
    sides = say("both sides") if document.handling.duplex else say("one side")
    count = counted("{n} sheet", "{n} sheets", n=document.made_of)
    return {
        "title": renderer.catalog(artefact.title),
        "file": artefact.file(),
        "sheets": " · ".join(renderer.catalog(one) for one in (count, sides, artefact.stuff.about)),
        "holds": ", ".join(renderer.catalog(deck.pieces, {"n": deck.count}) for deck in document.handling.holds),
        "how": " ".join(map(renderer.catalog, how)),
        "y": top,
        "h": high,
        "thumbs": _thumbs(document.handling.shown, top, high),
    }


def _thumbs(pages: tuple[Page, ...], top: float, high: float) -> list[LayoutNames]:
    """As many of the pages as there is room for in a row, where need be a little smaller than it is high."""
    for shown in range(len(pages), 0, -1):
        wide = [(high - 4) * page.size.width / page.size.height for page in pages[:shown]]
        scale = min(1.0, (THUMBS - APART * (shown - 1)) / fsum(wide))
        if scale >= SMALLEST or shown == 1:
            lefts = accumulate((one * scale + APART for one in wide), initial=EDGE)
            tall = (high - 4) * scale
            return [
                {"x": left, "y": top + (high - tall) / 2, "w": one * scale, "h": tall}
                for left, one in zip(lefts, wide, strict=False)
            ]
    return []


def _draw_thumbs(renderer: Renderer, artefact: Artefact, document: Document, thumbs: list[LayoutNames]) -> None:
    write = renderer.document.canvas.addLiteral
    for number, (page, thumb) in enumerate(zip(document.handling.shown, thumbs, strict=False)):
        stamp = ("thumb", artefact.key, number)
        with renderer.document.stamp(stamp, 0, 0, page.size.width, page.size.height):
            page.draw(renderer)
        scale = thumb["w"] / page.size.width
        write(f"q {n(scale)} 0 0 {n(scale)} {n(thumb['x'])} {n(thumb['y'])} cm")
        renderer.document.place(stamp)
        write("Q")

"""Makes the first page of a kit: what is in it, how many sheets of which paper, and how to cut, fold and glue it."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from math import fsum

from pnp.base.text import Message, counted, say, word
from pnp.data.layout import LayoutNames, Size
from pnp.data.model import Kind
from pnp.draw.imposition import Flip
from pnp.draw.shapes import n
from pnp.faces.job import Job
from pnp.faces.namespace import state_of
from pnp.faces.page import Handling, Page, Printout, roomy, whole_page
from pnp.faces.renderer import Document, Renderer, print_pages
from pnp.kit.artefacts import Artefact, Stuff

PART = "plan"  # of the layout
LEAST = Size(180, 240)
HEAD, FOOT, EDGE = 54.0, 12.0, 12.0
THUMBS, TALLEST = 62.0, 38.0  # millimetres for the pictures of a part, and for its row
APART = 2.5  # millimetres between them
SMALLEST = 0.7  # of the height that a row has for its pictures

PLAN = Artefact("00-print-me", word("part", "Print plan"))

Parts = Mapping[Artefact, Document]


def make_plan(job: Job, parts: Parts) -> Document:
    paper = job.settings.paper.size
    size = roomy(paper if paper.height >= paper.width else paper.turned, LEAST)

    def draw(renderer: Renderer) -> None:
        names = {PART: _names(renderer, parts, size)}
        for part, row in zip(parts, names[PART]["parts"], strict=True):
            _draw_thumbs(renderer, part, parts[part], row["thumbs"])
        renderer.draw_page(PART, size, names)

    return print_pages(job, PLAN.title, Printout((whole_page(size, draw),), Handling()))


def _names(renderer: Renderer, parts: Parts, size: Size) -> LayoutNames:
    edition, say_it = renderer.job.edition, renderer.catalog
    high = min((size.height - HEAD - FOOT - EDGE) / max(len(parts), 1), TALLEST)
    own = edition.game.offers(Kind.EDITION)[edition.key]
    titles = [own.title, *(choice.title for choice in edition.choices())]
    chosen = [
        state_of(edition.game, say_it),
        *(say_it(title) for title in titles),
        renderer.catalog.language_name(renderer.catalog.language),
    ]
    return {
        "title": say_it(PLAN.title),
        "chosen": " · ".join(chosen),
        "edge": EDGE,
        "top": HEAD,
        "first": [say_it(line) for line in _first(renderer, parts)],
        "parts": [_row(renderer, part, parts[part], HEAD + number * high, high) for number, part in enumerate(parts)],
        "caption": renderer.caption([PLAN.title], (), ""),
    }


def _first(renderer: Renderer, parts: Parts) -> list[Message]:
    """What to buy and how to set the printer, before anything else."""
    sheets = {stuff: sum(made.made_of for part, made in parts.items() if part.stuff is stuff) for stuff in Stuff}
    sheets[Stuff.PAPER] += sum(made.handling.read for made in parts.values())
    lines = [
        say(
            "Print everything at {percent}, never “fit to page”, and hold a ruler to the one on the first sheet.",
            percent=renderer.catalog.percent(1),
        ),
        say(
            "You need {card} and {paper}.",
            card=counted("{n} sheet of card", "{n} sheets of card", n=sheets[Stuff.CARD]),
            paper=counted("{n} sheet of plain paper", "{n} sheets of plain paper", n=sheets[Stuff.PAPER]),
        ),
    ]
    if any(made.handling.duplex for made in parts.values()):
        lines.append(
            say("Where it says both sides, let the printer turn the sheet over its long edge.")
            if renderer.job.settings.flip is Flip.LONG
            else say("Where it says both sides, let the printer turn the sheet over its short edge.")
        )
    if renderer.job.settings.scheme.fold:
        lines.append(say("Sheets with a dashed line across: fold them there, glue the halves together, then cut."))
    return lines


def _row(renderer: Renderer, part: Artefact, made: Document, top: float, high: float) -> LayoutNames:
    """A part with the places of its pictures."""
    how = made.handling.how or part.how
    sides = say("both sides") if made.handling.duplex else say("one side")
    count = counted("{n} sheet", "{n} sheets", n=made.made_of)
    return {
        "title": renderer.catalog(part.title),
        "file": part.file(),
        "sheets": " · ".join(renderer.catalog(one) for one in (count, sides, part.stuff.about)),
        "holds": ", ".join(renderer.catalog(deck.pieces, {"n": deck.count}) for deck in made.handling.holds),
        "how": " ".join(map(renderer.catalog, how)),
        "y": top,
        "h": high,
        "thumbs": _thumbs(made.handling.shown, top, high),
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


def _draw_thumbs(renderer: Renderer, part: Artefact, made: Document, thumbs: list[LayoutNames]) -> None:
    write = renderer.document.canvas.addLiteral
    for number, (page, thumb) in enumerate(zip(made.handling.shown, thumbs, strict=False)):
        stamp = ("thumb", part.key, number)
        with renderer.document.stamp(stamp, 0, 0, page.size.width, page.size.height):
            page.draw(renderer)
        scale = thumb["w"] / page.size.width
        write(f"q {n(scale)} 0 0 {n(scale)} {n(thumb['x'])} {n(thumb['y'])} cm")
        renderer.document.place(stamp)
        write("Q")

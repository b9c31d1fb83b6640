"""Makes the sheets of cards and tiles: each distinct face drawn once as a form, then placed on page after page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pnp.errors import BadFile, BadRequest, Complaint, Place, near_miss
from pnp.layout import Layout, Look
from pnp.model import Card, Deck
from pnp.render.brush import Brush, Palette
from pnp.render.document import About, Document
from pnp.render.face import Face, Format, Studio
from pnp.render.impose import Axis, Flip, Grid, Spot, back_axis, impose, mirrored
from pnp.render.job import Job, Made
from pnp.render.sheet import Caption, draw_sheet
from pnp.render.template import MOST_SECONDS, time_limit
from pnp.text import Text, say, word

PIECES = ("card", "tile")
Tree = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Press:
    """What the decks of one job share while their faces are drawn."""

    job: Job
    document: Document
    studio: Studio
    palette: Palette
    names: Mapping[str, object]
    problems: list[Complaint]


def make_cards(job: Job) -> Made:
    """The sheets of all decks of cards and tiles, or of the decks that the job names."""
    layout = job.workspace.layout(job.edition.game.key)
    decks = chosen_decks(job)
    grids = [impose(*_sizes(job, layout, deck), job.printing.scheme, job.printing.bleed, job.printing.gap) for deck in decks]
    press = _press(job, layout)
    pages = sum(_pages(job, deck, grid) for deck, grid in zip(decks, grids, strict=True))
    first = 1
    for deck, grid in zip(decks, grids, strict=True):
        _print_deck(press, deck, grid, (first, pages))
        first += _pages(job, deck, grid)
    return Made(press.document.bytes(), tuple(press.problems))


def proof(job: Job) -> Iterator[Complaint]:
    """What is wrong with the faces of a job, without making its sheets."""
    layout = job.workspace.layout(job.edition.game.key)
    press = _press(job, layout)
    for deck in chosen_decks(job):
        for card in deck.cards:
            _draw_face(press, deck, card, "front")
        _draw_face(press, deck, deck.cards[0], "back")
    yield from press.problems


def chosen_decks(job: Job) -> list[Deck]:
    known = {deck.key: deck for deck in job.edition.decks}
    unknown = [key for key in job.decks if key not in known]
    if unknown:
        complaints = [
            Complaint(say("there is no deck '{deck}' in this edition", deck=key), None, near_miss(key, known))
            for key in unknown
        ]
        raise BadRequest(*complaints)
    return [deck for deck in known.values() if (deck.key in job.decks if job.decks else deck.piece in PIECES)]


def look_of(layout: Layout, deck: Deck) -> Look:
    """The deck's own look, else the shared one of its kind of piece."""
    look = layout.looks.get(deck.key) or layout.looks.get(deck.piece)
    if look is None:
        message = say("nothing says how a '{piece}' looks, as the deck '{deck}' needs it", piece=deck.piece, deck=deck.key)
        hint = say("add a table [decks.{deck}]", deck=deck.key)
        raise BadFile(Complaint(message, Place(layout.path), hint))
    return look


def _sizes(job: Job, layout: Layout, deck: Deck) -> tuple[Any, ...]:
    look = look_of(layout, deck)
    return job.printing.paper, _format(job, look, deck).size, look.cut


def _format(job: Job, look: Look, deck: Deck) -> Format:
    asked = job.printing.size if deck.piece == "card" else None
    return Format(look.size, asked or look.size, job.printing.bleed, look.safe)


def _pages(job: Job, deck: Deck, grid: Grid) -> int:
    sheets = -(-deck.count // grid.count)
    return sheets * (1 if grid.fold else len(job.printing.scheme.sides))


# ---- faces ----------------------------------------------------------------------------------------------------------


def _press(job: Job, layout: Layout) -> Press:
    edition, printing = job.edition, job.printing
    if printing.ink not in layout.inks:
        hint = near_miss(printing.ink, layout.inks)
        raise BadRequest(Complaint(say("there is no ink '{ink}'", ink=printing.ink), None, hint))
    catalog = job.catalog.knowing(edition.facts())
    title = catalog(edition.game.title)
    author = ", ".join(edition.game.credits[0].names) if edition.game.credits else ""
    about = About(title, catalog(word("part", "Cards")), author, catalog.language)
    duplex = {Flip.LONG: "DuplexFlipLongEdge", Flip.SHORT: "DuplexFlipShortEdge"}[printing.flip]
    both = not printing.scheme.alone and not printing.scheme.fold and len(printing.scheme.sides) > 1
    document = Document(about, {"Duplex": duplex if both else "Simplex"})
    names = {
        "values": _tree(edition.values.items()),
        "terms": {
            context: {key: catalog(text) for key, text in words.items() if not text.many}
            for context, words in edition.game.terms.items()
        },
        "language": catalog.language,
    }
    studio = Studio(layout, edition.game.folder, catalog.language)
    palette = Palette(layout.colours, layout.inks[printing.ink])
    return Press(job, document, studio, palette, names, [])


def _tree(values: Any) -> Tree:
    """Dotted keys as tables in tables: `sale.pergula.limit` becomes values.sale.pergula.limit."""
    root: Tree = {}
    for key, value in values:
        *path, last = key.split(".")
        table = root
        for part in path:
            below = table.setdefault(part, {})
            table = below if isinstance(below, dict) else {}
        table.setdefault(last, value.fact)
    return root


def _card_names(press: Press, deck: Deck, card: Card) -> Tree:
    """A card as a layout sees it: texts in the language, words by their keys."""
    catalog = press.job.catalog.knowing(press.job.edition.facts())
    cells = {
        name: catalog(cell, card.cells) if isinstance(cell, Text) else cell for name, cell in card.cells.items()
    }
    return {
        **press.names,
        "card": {"key": card.key, "id": card.key.casefold(), **cells},
        "deck": {"key": deck.key, "title": catalog(deck.title), "columns": _columns(press, deck, card)},
    }


def _columns(press: Press, deck: Deck, card: Card) -> list[Tree]:
    """The deck's columns with the card's cells as they are printed, for layouts that show whatever there is."""
    catalog = press.job.catalog.knowing(press.job.edition.facts())
    shown = [column for name, column in deck.columns.items() if name not in ("name", "count")]
    return [
        {
            "name": column.name,
            "kind": column.kind,
            "title": catalog(column.title),
            "cell": catalog.shown(press.job.edition.cell(card, column))
            if column.kind != "text"
            else catalog(card.cells[column.name], card.cells),  # type: ignore[arg-type]
        }
        for column in shown
    ]


def _draw_face(press: Press, deck: Deck, card: Card, side: str) -> str:
    """Draws a face as a form, once; returns the form's name, or nothing for a side that stays white."""
    look = look_of(press.studio.layout, deck)
    part = look.front if side == "front" else look.back
    form = f"{deck.key}-{card.key}-front" if side == "front" else f"{deck.key}-back"
    if not part or press.document.canvas.hasForm(form):
        return form if part else ""
    shape = _format(press.job, look, deck)
    face = Face(press.studio, Brush(press.document, press.palette), shape)
    bleed = shape.bleed
    try:
        with (
            time_limit(),
            press.document.form(form, -bleed, -bleed, shape.size.width + bleed, shape.size.height + bleed),
        ):
            face.draw(part, _card_names(press, deck, card))
    except TimeoutError:
        message = say("drawing the part takes longer than {most} seconds", most=MOST_SECONDS)
        raise BadFile(Complaint(message, press.studio.layout.parts[part].place)) from None
    name = card.key if side == "front" else deck.key
    for problem, box, place in face.problems:
        message = say(
            "{piece}, {language}, box '{box}': {problem}",
            piece=name,
            language=press.job.catalog.language,
            box=box,
            problem=problem,
        )
        press.problems.append(Complaint(message, place))
    press.job.tick()
    return form


# ---- sheets ---------------------------------------------------------------------------------------------------------


def _print_deck(press: Press, deck: Deck, grid: Grid, numbers: tuple[int, int]) -> None:
    pieces = [card for card in deck.cards for _ in range(card.number("count"))]
    page, pages = numbers
    for start in range(0, len(pieces), grid.count):
        batch = pieces[start : start + grid.count]
        for sides in _sides(press, grid):
            placed = [
                (_draw_face(press, deck, card, side), spot)
                for side in sides
                for card, spot in zip(batch, _spots(press, grid, side, len(batch)), strict=True)
            ]
            caption = _caption(press, deck, sides, page, pages)
            draw_sheet(press.document, grid, [(form, spot) for form, spot in placed if form], caption, _cut(press, deck))
            page += 1


def _cut(press: Press, deck: Deck) -> Any:
    look = look_of(press.studio.layout, deck)
    return look.cut, _format(press.job, look, deck).size


def _sides(press: Press, grid: Grid) -> Sequence[tuple[str, ...]]:
    """The sides of a sheet, each with what is printed on it: a folded sheet has both on one."""
    sides = press.job.printing.scheme.sides
    return [sides] if grid.fold else [(side,) for side in sides]


def _spots(press: Press, grid: Grid, side: str, filled: int) -> list[Spot]:
    spots = grid.spots(filled)
    if side == "front":
        return spots
    axis = grid.fold or back_axis(grid.paper, press.job.printing.flip)
    if press.job.printing.scheme.alone:
        axis = Axis.UPRIGHT
    return [mirrored(spot, grid.paper, axis) for spot in spots]


def _caption(press: Press, deck: Deck, sides: tuple[str, ...], page: int, pages: int) -> Caption | None:
    if press.job.printing.scheme.alone:
        return None
    return Caption.of(press.job, deck, sides, page, pages)

"""Makes the sheets of what is cut out, cards as well as tokens: faces drawn once, then placed page after page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import repeat

from pnp.errors import BadRequest, Complaint, near_miss
from pnp.layout import Look
from pnp.model import Card, Deck
from pnp.render.document import Form
from pnp.render.impose import Axis, Grid, Spot, back_axis, impose, mirrored
from pnp.render.job import Job, NothingToPrint
from pnp.render.page import Page, Printout
from pnp.render.press import Press, format_of, looks_of
from pnp.render.sheet import draw_sheet
from pnp.text import say

MOST_PIECES = 50_000
TOGETHER = ("token", "pawn")  # small pieces of one size share their sheets; each deck of others begins a new one


@dataclass(frozen=True, slots=True)
class Piece:
    """A card of a deck as one look shows it."""

    deck: Deck
    card: Card
    look: Look


@dataclass(frozen=True, slots=True)
class Run:
    """Pieces of one size and cut, each as often as it is printed, and the grid on which they lie."""

    grid: Grid
    look: Look
    pieces: tuple[Piece, ...]

    @property
    def has_backs(self) -> bool:
        return any(piece.look.back for piece in self.pieces)

    @property
    def batches(self) -> list[tuple[Piece, ...]]:
        """The pieces, as many together as a sheet holds."""
        return [self.pieces[start : start + self.grid.count] for start in range(0, len(self.pieces), self.grid.count)]


def lay_out_pieces(job: Job, kinds: tuple[str, ...]) -> Printout:
    """The sheets of all decks of such pieces, or of the decks that the job names."""
    decks = chosen_decks(job, kinds)
    refuse_count(job, decks)
    runs = sorted(runs_of(job, decks), key=lambda run: not run.has_backs)
    scheme = job.printing.scheme
    sides = scheme.sides if runs[0].has_backs else scheme.sides[:1]
    printed = [page for run in runs for page in pages_of(job, run, sides)]
    if len(sides) > 1 and not runs[-1].has_backs and not scheme.fold:
        printed.pop()  # the last white back
    pages = tuple(page(f"{number}/{len(printed)}") for number, page in enumerate(printed, 1))
    duplex = len(sides) > 1 and not scheme.fold and not scheme.alone
    return Printout(pages, duplex, _shown(pages, [len(run.batches) * len(_sides(sides, run.grid)) for run in runs]))


def _shown(pages: tuple[Page, ...], lengths: list[int]) -> tuple[Page, ...]:
    """The first pages of the first two runs, or both sides of the only one's."""
    if len(lengths) > 1:
        return pages[0], pages[lengths[0]]
    return pages[:2]


def pages_of(job: Job, run: Run, sides: tuple[str, ...]) -> Iterator[Callable[[str], Page]]:
    """The pages of a run, each for the number that it will have."""
    for batch in run.batches:
        for side in _sides(sides, run.grid):
            yield partial(_page, job, run, batch, side)


def chosen_decks(job: Job, kinds: tuple[str, ...]) -> list[Deck]:
    """The decks of such pieces, or those of them that the job names; BadRequest names the others."""
    ours = {deck.key: deck for deck in job.edition.decks if deck.piece in kinds}
    if others := [key for key in job.decks if key not in ours]:
        raise BadRequest(*(_no_deck(job, key, ours) for key in others))
    return [deck for deck in ours.values() if deck.key in (job.decks or ours) and deck.cards]


def _no_deck(job: Job, key: str, ours: Iterable[str]) -> Complaint:
    if any(deck.key == key for deck in job.edition.decks):
        message = say("the deck '{deck}' is not printed by this command", deck=key)
        return Complaint(message, None, say("decks that are: {decks}", decks=", ".join(ours)) if ours else None)
    return Complaint(say("there is no deck '{deck}' in this edition", deck=key), None, near_miss(key, ours))


def refuse_count(job: Job, decks: list[Deck], most: int = MOST_PIECES) -> None:
    """Nothing, or more than anyone prints at once, is refused."""
    pieces = sum((len(deck.cards) if job.once else deck.count) * len(looks_of(job.layout, deck)) for deck in decks)
    if not pieces:
        hint = say("'{command}' lists what there is", command="pnp games")
        raise NothingToPrint(Complaint(say("the game has no such pieces to print"), None, hint))
    if pieces > most:
        message = say("there are {found} pieces; at most {most} are printed at once", found=pieces, most=most)
        raise BadRequest(Complaint(message, None, say("print one deck at a time, with --deck")))


def runs_of(job: Job, decks: list[Deck], looks: Iterable[Look] = ()) -> Iterator[Run]:
    """The decks as runs, in the looks given, else in their own."""
    groups: dict[object, list[Piece]] = {}
    for deck in decks:
        for number, look in enumerate(looks or looks_of(job.layout, deck)):
            alike = (format_of(job, deck, look), look.cut, "" if deck.piece in TOGETHER else (deck.key, number))
            groups.setdefault(alike, []).extend(Piece(deck, card, look) for card in copies(job, deck))
    for pieces in groups.values():
        deck, look = pieces[0].deck, pieces[0].look
        yield Run(_grid(job, deck, look), look, tuple(pieces))


def _grid(job: Job, deck: Deck, look: Look) -> Grid:
    asked, shape = job.printing, format_of(job, deck, look)
    gap = look.gap if asked.gap is None else asked.gap
    return impose(asked.paper, shape.size, look.cut, asked.scheme, shape.bleed, gap)


def copies(job: Job, deck: Deck) -> Iterator[Card]:
    for card in deck.cards:
        yield from repeat(card, 1 if job.once else card.number("count"))


def _sides(sides: tuple[str, ...], grid: Grid) -> list[tuple[str, ...]]:
    """The sides of a sheet, each with what is printed on it: a folded sheet has both on one."""
    return [sides] if grid.fold else [(side,) for side in sides]


def _page(job: Job, run: Run, batch: tuple[Piece, ...], sides: tuple[str, ...], number: str) -> Page:
    decks = list({piece.deck.key: piece.deck for piece in batch}.values())
    size = format_of(job, decks[0], run.look).size

    def draw(press: Press) -> None:
        caption = "" if job.printing.scheme.alone else press.caption([deck.title for deck in decks], sides, number)
        placed = [one for side in sides for one in _placed(press, run, batch, side)]
        draw_sheet(press.document, run.grid, placed, caption, (run.look.cut, size))

    return Page(run.grid.paper, run.grid.trim, run.grid.bleed, draw)


def _placed(press: Press, run: Run, batch: tuple[Piece, ...], side: str) -> Iterator[tuple[Form | None, Spot]]:
    spots = run.grid.spots(len(batch))
    for piece, spot in zip(batch, spots, strict=True):
        if side == "front":
            yield press.front(piece.deck, piece.card, piece.look), spot
        else:
            behind = mirrored(spot, run.grid.paper, _back_axis(press.job, run.grid))
            yield press.back(piece.deck, piece.card, piece.look), behind


def _back_axis(job: Job, grid: Grid) -> Axis:
    """Backs mirror over the fold, or over the edge by which the printer turns the sheet."""
    if job.printing.scheme.alone:
        return Axis.UPRIGHT
    return grid.fold or back_axis(grid.paper, job.printing.flip)

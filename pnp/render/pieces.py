"""Makes the sheets of cards and tiles: faces drawn once, then placed page after page, fronts before backs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import repeat

from pnp.errors import BadRequest, Complaint, near_miss
from pnp.model import Card, Deck
from pnp.render.document import Form
from pnp.render.impose import Axis, Grid, Spot, back_axis, impose, mirrored
from pnp.render.job import Job, Made, NothingToPrint
from pnp.render.press import Press, format_of, look_of
from pnp.render.sheet import draw_sheet
from pnp.text import say

PIECES = ("card", "tile")
MOST_PIECES = 50_000


@dataclass(frozen=True, slots=True)
class Run:
    """A deck, the grid on which it is printed, and its cards, each as often as it is printed."""

    deck: Deck
    grid: Grid
    cards: tuple[Card, ...]

    @property
    def batches(self) -> list[tuple[Card, ...]]:
        """The cards, as many together as a sheet holds."""
        return [self.cards[start : start + self.grid.count] for start in range(0, len(self.cards), self.grid.count)]


def make_cards(job: Job) -> Made:
    """The sheets of all decks of cards and tiles, or of the decks that the job names."""
    decks = chosen_decks(job)
    _refuse_count(decks)
    runs = [Run(deck, _grid(job, deck), tuple(_copies(job, deck))) for deck in decks]
    press = Press(job)
    pages = sum(len(run.batches) * len(_sides(job, run.grid)) for run in runs)
    page = 1
    for run in runs:
        press.check_caption(run.deck)
        for batch in run.batches:
            for sides in _sides(job, run.grid):
                _print_side(press, run, batch, sides, press.caption(run.deck, sides, f"{page}/{pages}"))
                page += 1
    return Made(press.document.bytes(), tuple(press.problems))


def problems_of(job: Job, size: str = "") -> list[Complaint]:
    """What is wrong with the faces of a job, without making its sheets; the size by its name."""
    press = Press(job, size)
    for deck in chosen_decks(job):
        for card in deck.cards:
            press.front(deck, card)
            press.back(deck, card)
    return press.problems


def chosen_decks(job: Job) -> list[Deck]:
    known = {deck.key: deck for deck in job.edition.decks}
    unknown = [key for key in job.decks if key not in known]
    if unknown:
        raise BadRequest(
            *(
                Complaint(say("there is no deck '{deck}' in this edition", deck=key), None, near_miss(key, known))
                for key in unknown
            )
        )
    ours = [deck.key for deck in known.values() if deck.piece in PIECES or deck.key in job.layout.looks]
    return [deck for deck in known.values() if deck.key in (job.decks or ours) and deck.cards]


def _refuse_count(decks: list[Deck]) -> None:
    pieces = sum(deck.count for deck in decks)
    if not pieces:
        hint = say("name a deck with --deck; pnp games lists what there is")
        raise NothingToPrint(Complaint(say("there are no cards or tiles to print"), None, hint))
    if pieces > MOST_PIECES:
        message = say("there are {found} pieces; at most {most} are printed at once", found=pieces, most=MOST_PIECES)
        raise BadRequest(Complaint(message, None, say("print one deck at a time, with --deck")))


def _grid(job: Job, deck: Deck) -> Grid:
    asked = job.printing
    cut = look_of(job.layout, deck).cut
    return impose(asked.paper, format_of(job, deck).size, cut, asked.scheme, asked.bleed, asked.gap)


def _copies(job: Job, deck: Deck) -> Iterator[Card]:
    for card in deck.cards:
        yield from repeat(card, 1 if job.once else card.number("count"))


def _sides(job: Job, grid: Grid) -> list[tuple[str, ...]]:
    """The sides of a sheet, each with what is printed on it: a folded sheet has both on one."""
    sides = job.printing.scheme.sides
    return [sides] if grid.fold else [(side,) for side in sides]


def _print_side(press: Press, run: Run, batch: tuple[Card, ...], sides: tuple[str, ...], caption: str) -> None:
    placed: list[tuple[Form | None, Spot]] = []
    for side in sides:
        spots = run.grid.spots(len(batch))
        if side == "front":
            placed += zip((press.front(run.deck, card) for card in batch), spots, strict=True)
        else:
            behind = [mirrored(spot, run.grid.paper, _back_axis(press.job, run.grid)) for spot in spots]
            placed += zip((press.back(run.deck, card) for card in batch), behind, strict=True)
    cut = look_of(press.job.layout, run.deck).cut
    size = format_of(press.job, run.deck).size
    draw_sheet(press.document, run.grid, placed, "" if press.job.printing.scheme.alone else caption, (cut, size))


def _back_axis(job: Job, grid: Grid) -> Axis:
    """Backs mirror over the fold, or over the edge by which the printer turns the sheet."""
    if job.printing.scheme.alone:
        return Axis.UPRIGHT
    return grid.fold or back_axis(grid.paper, job.printing.flip)

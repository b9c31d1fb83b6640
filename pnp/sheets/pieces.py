"""Makes the sheets of what is cut out, cards as well as tokens: faces drawn once, then placed page after page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain, count, repeat

from pnp.base.errors import BadRequest, Complaint, near_miss
from pnp.base.text import Message, OptionName, say
from pnp.data.layout import Cut, Look, Size
from pnp.data.model import Card, Deck
from pnp.draw.imposition import (
    Area,
    MirrorAxis,
    SheetGrid,
    SheetSlot,
    back_axis,
    impose,
    impose_below,
    mirrored,
    mirrored_area,
)
from pnp.draw.pdf import Stamp
from pnp.faces.job import Job, NothingToPrint
from pnp.faces.page import Handling, Page, Printout
from pnp.faces.renderer import Renderer, looks_of, shape_of
from pnp.sheets.side import draw_caption, draw_marks, draw_pieces

MOST_PIECES = 50_000
TOGETHER = ("token", "pawn")  # small pieces share their sheets; of others, decks that lie in one box


@dataclass(frozen=True, slots=True)
class Piece:
    """A card of a deck as one look shows it."""

    deck: Deck
    card: Card
    look: Look


@dataclass(frozen=True, slots=True)
class Batch:
    """Pieces of one size and cut, each as often as it is printed, and the grid on which they lie."""

    grid: SheetGrid
    pieces: tuple[Piece, ...]

    @property
    def look(self) -> Look:
        """The look of the first piece, for what all have in common: size, cut and bleed."""
        return self.pieces[0].look

    @property
    def has_backs(self) -> bool:
        """Whether any piece has a printed back; then their sheets get backs, white for the others."""
        return any(piece.look.back for piece in self.pieces)

    def sheets(self) -> Iterator[Sheet]:
        """As many pieces together as the grid holds."""
        for start in range(0, len(self.pieces), self.grid.count):
            yield (Batch(self.grid, self.pieces[start : start + self.grid.count]),)


Sheet = tuple[Batch, ...]


@dataclass(frozen=True, slots=True)
class SheetSide:
    """What a page shows of a sheet: one side of its pieces, or both where it is to be folded."""

    sheet: Sheet
    sides: tuple[str, ...]

    def page(self, job: Job, number: str) -> Page:
        """The page under its number."""
        grids = [batch.grid for batch in self.sheet]
        decks = list({piece.deck.key: piece.deck for batch in self.sheet for piece in batch.pieces}.values())
        axis = _back_axis(job, grids[0]) if self.sides == ("back",) else None

        def draw(renderer: Renderer) -> None:
            for batch in self.sheet:
                _draw_batch(renderer, batch, self.sides, axis)
            if not job.settings.scheme.alone:
                caption = renderer.caption([deck.title for deck in decks], self.sides, number)
                draw_caption(renderer.document, grids, caption)

        return Page(grids[0].paper, _trim(self.sheet, axis), max(grid.bleed for grid in grids), draw)


def lay_out_pieces(job: Job, kinds: tuple[str, ...]) -> Printout:
    """The sheets of all decks of such pieces, or of the decks that the job names."""
    decks = chosen_decks(job, kinds)
    refuse_count(job, decks)
    sheets = sheets_of(job, sorted(batches_of(job, decks), key=lambda batch: not batch.has_backs))
    scheme = job.settings.scheme
    printed = scheme.sides if sheets[0][0].has_backs else ("front",)
    pages = _numbered_pages(job, _sides(job, sheets, printed))
    handling = Handling(
        duplex=len(printed) > 1 and not scheme.fold and not scheme.alone,
        shown=tuple(page for number in _firsts(sheets) for page in pages[number]),
        how=tuple(_how({batch.look for sheet in sheets for batch in sheet})),
        holds=tuple(decks),
    )
    return Printout(tuple(chain.from_iterable(pages)), handling)


def _sides(job: Job, sheets: list[Sheet], printed: tuple[str, ...]) -> list[list[SheetSide]]:
    """What is printed of each sheet, without a white back at the very end."""
    sides = [sides_of(job, sheet, printed) for sheet in sheets]
    if len(sides[-1]) > 1 and printed[-1] == "back" and not sheets[-1][0].has_backs:
        sides[-1].pop()
    return sides


def _numbered_pages(job: Job, sides: list[list[SheetSide]]) -> list[tuple[Page, ...]]:
    """The pages of each sheet, numbered throughout."""
    numbers, total = count(1), sum(map(len, sides))
    return [tuple(side.page(job, f"{next(numbers)}/{total}") for side in sheet) for sheet in sides]


def _how(looks: set[Look]) -> Iterator[Message]:
    """What to do with pieces that look like this."""
    if any(look.stands for look in looks):
        yield say(
            "Cut them out. Fold the strips along the dashed lines and glue them together, then "
            "spread their tabs and glue these to a coin."
        )
        return
    if any(look.cut is Cut.RECT for look in looks):
        yield say("Cut along the marks at the edge with a ruler and a knife, all cuts in one direction first.")
    if any(look.cut is not Cut.RECT for look in looks):
        yield say(
            "Cut them out along the lines. For firmer pieces, print fronts and backs separately "
            "and glue them onto cardboard."
        )


def _firsts(sheets: list[Sheet]) -> Iterable[int]:
    """The sheets on which a look is seen for the first time."""
    firsts: dict[object, int] = {}
    for number, (batch, *_) in enumerate(sheets):
        firsts.setdefault((batch.pieces[0].deck.key, batch.look.front), number)
    return firsts.values()


def sides_of(job: Job, sheet: Sheet, printed: tuple[str, ...]) -> list[SheetSide]:
    """A page for each side that is printed; a sheet to fold has both on one."""
    if job.settings.scheme.fold:
        return [SheetSide(sheet, printed if sheet[0].grid.fold else ("front",))]
    return [SheetSide(sheet, (side,)) for side in printed]


def chosen_decks(job: Job, kinds: tuple[str, ...]) -> list[Deck]:
    """The decks of such pieces, or those of them that the job names; BadRequest names the others."""
    ours = {deck.key: deck for deck in job.edition.decks if deck.piece in kinds}
    if others := [key for key in job.settings.asked.decks if key not in ours]:
        raise BadRequest(*(_no_deck(job, key, ours) for key in others))
    return [deck for deck in ours.values() if deck.key in (job.settings.asked.decks or ours) and deck.cards]


def _no_deck(job: Job, key: str, ours: Iterable[str]) -> Complaint:
    if any(deck.key == key for deck in job.edition.decks):
        message = say("this command doesn’t make the deck “{deck}”", deck=key)
        return Complaint(message, None, say("decks it makes: {decks}", decks=", ".join(ours)) if ours else None)
    return Complaint(say("there is no deck “{deck}” in this edition", deck=key), None, near_miss(key, ours))


def refuse_count(job: Job, decks: list[Deck], most: int = MOST_PIECES) -> None:
    """Nothing, or more than anyone prints at once, is refused."""
    pieces = sum(
        (len(deck.cards) if job.settings.asked.once else deck.count) * len(looks_of(job.layout, deck))
        for deck in decks
    )
    if not pieces:
        hint = say("“{command}” lists what there is", command="pnp games")
        raise NothingToPrint(Complaint(say("the game has no such pieces"), None, hint))
    if pieces > most:
        message = say(
            "there are {found} pieces, but at most {most} can be printed at a time", found=pieces, most=most
        )
        apart = say("print one deck at a time, with {decks}", decks=OptionName("decks"))
        raise BadRequest(Complaint(message, None, apart if decks[1:] else None))


def sheets_of(job: Job, batches: Iterable[Batch]) -> list[Sheet]:
    """The batches on as many sheets as they need; a small one takes what another leaves of its sheet."""
    sheets: list[Sheet] = []
    for batch in batches:
        for number, sheet in enumerate(sheets):
            if shared := _share(job, sheet, batch):
                sheets[number] = shared
                break
        else:
            sheets += batch.sheets()
    return sheets


def _share(job: Job, sheet: Sheet, batch: Batch) -> Sheet | None:
    """The sheet with all of a batch below what lies on it already, if that fits."""
    *others, last = sheet
    piece = batch.pieces[0]
    if piece.deck.piece not in TOGETHER or job.settings.scheme.alone or last.grid.fold or batch.grid.fold:
        return None
    above = last.grid.holding(len(last.pieces))
    below = impose_below(above, job.settings.paper, len(batch.pieces), *_shape(job, piece.deck, piece.look))
    return (*others, replace(last, grid=above), Batch(below, batch.pieces)) if below else None


def batches_of(job: Job, decks: list[Deck], looks: Iterable[Look] = ()) -> Iterator[Batch]:
    """The decks in the looks given, else in their own; what is alike lies together."""
    groups: dict[object, list[Piece]] = {}
    for deck in decks:
        for number, look in enumerate(looks or looks_of(job.layout, deck)):
            apart = None if deck.piece in TOGETHER else (look.lies_with or deck.key, number)
            alike = (shape_of(job, deck, look), look.cut, look.gap, apart)
            groups.setdefault(alike, []).extend(Piece(deck, card, look) for card in copies(job, deck))
    for pieces in groups.values():
        size, cut, bleed, gap = _shape(job, pieces[0].deck, pieces[0].look)
        scheme = job.settings.scheme
        if not any(piece.look.back for piece in pieces):
            scheme = replace(scheme, fold=0)  # white backs need none
        yield Batch(impose(job.settings.paper, size, cut, scheme, bleed, gap), tuple(pieces))


def _shape(job: Job, deck: Deck, look: Look) -> tuple[Size, Cut, float, float | None]:
    """What a grid must know of its pieces: size, cut, bleed and gap."""
    shape = shape_of(job, deck, look)
    return shape.size, look.cut, shape.bleed, look.gap if job.settings.gap is None else job.settings.gap


def copies(job: Job, deck: Deck) -> Iterator[Card]:
    """Each card as often as its deck says, or once where the job asks for one of each."""
    for card in deck.cards:
        yield from repeat(card, 1 if job.settings.asked.once else card.number("count"))


def _trim(sheet: Sheet, axis: MirrorAxis | None) -> Area:
    """The cut edges of all batches together, on the back as seen from there."""
    lefts, tops, rights, bottoms = zip(*(batch.grid.trim for batch in sheet), strict=True)
    trim = (min(lefts), min(tops), max(rights), max(bottoms))
    return mirrored_area(trim, sheet[0].grid.paper, axis) if axis else trim


def _draw_batch(renderer: Renderer, batch: Batch, sides: tuple[str, ...], axis: MirrorAxis | None) -> None:
    outline = (batch.look.cut, shape_of(renderer.job, batch.pieces[0].deck, batch.look).size)
    placed = [(stamp, slot) for side in sides for stamp, slot in _placed(renderer, batch, side) if stamp]
    draw_pieces(renderer.document, placed, outline)
    if placed and not renderer.job.settings.scheme.alone:
        draw_marks(renderer.document, batch.grid, [slot for _, slot in placed], outline, axis)


def _placed(renderer: Renderer, batch: Batch, side: str) -> Iterator[tuple[Stamp | None, SheetSlot]]:
    slots = batch.grid.slots(len(batch.pieces))
    for piece, slot in zip(batch.pieces, slots, strict=True):
        if side == "front":
            yield renderer.front(piece.deck, piece.card, piece.look), slot
        else:
            behind = mirrored(slot, batch.grid.paper, _back_axis(renderer.job, batch.grid))
            yield renderer.back(piece.deck, piece.card, piece.look), behind


def _back_axis(job: Job, grid: SheetGrid) -> MirrorAxis:
    """Backs mirror over the fold, or over the edge by which the printer turns the sheet."""
    if job.settings.scheme.alone:
        return MirrorAxis.UPRIGHT
    return grid.fold or back_axis(grid.paper, job.settings.flip)

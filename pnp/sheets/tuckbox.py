"""Makes tuck boxes: nets to cut, fold and glue, as large as a deck's cards, their paper and sleeves need."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from pnp.base.errors import Complaint
from pnp.base.text import OptionName, say, word
from pnp.data.layout import Paper, Size, Wrap
from pnp.data.model import Deck
from pnp.draw import shapes
from pnp.draw.imposition import Area, DoesNotFit
from pnp.draw.shapes import n
from pnp.faces.context import FaceShape, FaceStamp
from pnp.faces.job import Job, NothingToPrint
from pnp.faces.namespace import deck_names
from pnp.faces.page import Handling, Page, Printout
from pnp.faces.renderer import Renderer, looks_of, shape_of
from pnp.sheets.pieces import chosen_decks
from pnp.sheets.side import LINE, SMALL_LINE, draw_ruler, draw_words, drawing_lines

SLACK = 1.0  # millimetres by which a box is larger than what lies in it, in each direction
THINNEST = 5.0  # millimetres
GLUE, TONGUE = 10.0, 14.0
SHOULDER = 1.0  # by which a tongue is narrower than its panel, on each side
BLEED = 1.5
THUMB = 9.0
FOLDS = ("0 G [2 1.2] 0 d", "1 G [1.2 2] 1.2 d")  # black dashes, white between them: seen on any ground
MOST_BOXES = 20
BOXED = ("card", "tile")  # pieces that lie in boxes
RULER = 50
FOOT = LINE + 2  # millimetres for the line below the net


@dataclass(frozen=True, slots=True)
class Net:
    """A flat box: glue flap, back, side, front, side in a row; lid and bottom at the back, flaps at the sides."""

    width: float
    height: float
    depth: float

    @property
    def size(self) -> Size:
        """What the net takes up on the sheet, in millimetres, glue flap and tongues included."""
        return Size(GLUE + 2 * (self.width + self.depth), self.height + 2 * (self.depth + TONGUE))

    @property
    def columns(self) -> tuple[float, float, float, float, float]:
        """Left edges of back, side, front and side, and the right edge of the last."""
        back = GLUE
        side = back + self.width
        front = side + self.depth
        other = front + self.width
        return back, side, front, other, other + self.depth

    @property
    def rows(self) -> tuple[float, float, float, float]:
        """Upper edges of lid, walls and bottom, and the lower edge of the bottom."""
        lid, walls = TONGUE, TONGUE + self.depth
        return lid, walls, walls + self.height, walls + self.height + self.depth

    def panels(self, wrap: Wrap) -> Iterator[tuple[str, Area]]:
        """The decorated panels: part, and edges on the net."""
        back, side, front, other, end = self.columns
        lid, walls, bottom, foot = self.rows
        yield wrap.back, (back, walls, side, bottom)
        yield wrap.side, (side, walls, front, bottom)
        yield wrap.front, (front, walls, other, bottom)
        yield wrap.side, (other, walls, end, bottom)
        yield wrap.lid, (back, lid, side, walls)
        yield wrap.lid, (back, bottom, side, foot)

    def folds(self) -> Iterator[Area]:
        """Lines from end to end along which the net is folded."""
        back, side, front, other, end = self.columns
        lid, walls, bottom, foot = self.rows
        for x in (back, side, front, other):
            yield x, walls, x, bottom
        for y in (walls, bottom):
            yield back, y, side, y
        for y in (lid, foot):
            yield back + SHOULDER, y, side - SHOULDER, y
        for y in (walls, bottom):
            yield side, y, front, y
            yield other, y, end, y

    def outline(self) -> str:
        """Where the net is cut."""
        back, side, front, other, end = self.columns
        lid, walls, bottom, foot = self.rows
        flap, slant, hole = self.flap, min(2.0, self.depth / 4), min(THUMB, self.width / 4)
        middle = (front + other) / 2
        thumb = shapes.arc(middle - hole, walls - hole, 2 * hole, 2 * hole, 180, -180).partition(" m ")[2]
        points = [
            (0, walls + GLUE / 2),
            (back, walls),
            (back, lid),
            *_tongue(back, side, lid, -TONGUE),
            (side, lid),
            (side, walls),
            (side + slant, walls - flap),
            (front - slant, walls - flap),
            (front, walls),
            (middle - hole, walls),
        ]
        after = [
            (other, walls),
            (other + slant, walls - flap),
            (end - slant, walls - flap),
            (end, walls),
            (end, bottom),
            (end - slant, bottom + flap),
            (other + slant, bottom + flap),
            (other, bottom),
            (front, bottom),
            (front - slant, bottom + flap),
            (side + slant, bottom + flap),
            (side, bottom),
            (side, foot),
            *reversed(_tongue(back, side, foot, TONGUE)),
            (back, foot),
            (back, bottom),
            (0, bottom - GLUE / 2),
        ]
        start, *rest = points
        path = [f"{n(start[0])} {n(start[1])} m", *(f"{n(x)} {n(y)} l" for x, y in rest), thumb]
        return " ".join([*path, *(f"{n(x)} {n(y)} l" for x, y in after), "h"])

    @property
    def flap(self) -> float:
        """How far the dust flaps at the sides reach; they never meet."""
        return min(self.depth, max(self.width / 2 - 2, self.width / 4), 25.0)


def _tongue(left: float, right: float, edge: float, far: float) -> list[tuple[float, float]]:
    """A tongue with cut corners, from left to right."""
    near, corner = SHOULDER, min(6.0, (right - left) / 4)
    return [
        (left + near, edge),
        (left + near, edge + 0.55 * far),
        (left + corner, edge + far),
        (right - corner, edge + far),
        (right - near, edge + 0.55 * far),
        (right - near, edge),
    ]


@dataclass(frozen=True, slots=True)
class TuckBox:
    """One of the boxes that hold a deck, and what lies in it with that deck."""

    deck: Deck
    wrap: Wrap
    net: Net
    scale: float  # of its decoration, which is made for cards of the usual size
    holds: tuple[tuple[Deck, int], ...]
    number: int
    boxes: int

    @property
    def cards(self) -> int:
        """How many cards lie in this box, of all decks together."""
        return sum(count for _, count in self.holds)


def lay_out_boxes(job: Job) -> Printout:
    """A box for each deck of cards and tiles, or for the decks that the job names."""
    decks = chosen_decks(job, BOXED)
    stacks = [deck for deck in job.edition.decks if deck.piece in BOXED]
    empty = [deck for deck in stacks if deck.key in job.settings.asked.decks and not deck.cards]
    if empty or not decks:
        raise NothingToPrint(*map(_empty, empty or stacks or job.edition.decks))
    boxes = [box for stack in _stacks(job, decks) for box in boxes_of(job, stack)]
    pages = tuple(_page(job, box, f"{number}/{len(boxes)}") for number, box in enumerate(boxes, 1))
    shown = tuple(page for page, box in zip(pages, boxes, strict=True) if box.number == 1)
    return Printout(pages, Handling(shown=shown))


def _empty(deck: Deck) -> Complaint:
    message = say("“{deck}” has no cards for a box to hold", deck=f"decks.{deck.key}")
    return Complaint(message, deck.place, say("give a card of the deck a count greater than 0"))


def _stacks(job: Job, decks: Sequence[Deck]) -> list[list[Deck]]:
    """The decks of each box: one, with those that lie with it."""
    with_it = {deck.key: looks_of(job.layout, deck)[0].lies_with for deck in decks}
    guests = [deck for deck in decks if with_it[deck.key] in with_it]
    return [
        [deck, *(guest for guest in guests if with_it[guest.key] == deck.key)] for deck in decks if deck not in guests
    ]


def boxes_of(job: Job, decks: Sequence[Deck]) -> list[TuckBox]:
    """The fewest boxes for decks that lie together, whose nets fit on the paper, all of one size."""
    deck, *_ = decks
    shapes = [shape_of(job, one, looks_of(job.layout, one)[0]) for one in decks]
    size = Size(max(shape.size.width for shape in shapes), max(shape.size.height for shape in shapes))
    wrap, paper = _wrap_of(job, deck), job.settings.paper
    cards = [one for one in decks for _ in range(one.count)]
    for boxes in range(1, MOST_BOXES + 1):
        most = -(-len(cards) // boxes)
        net = net_for(job, size, most)
        if _room(net.size, paper):
            held = [cards[start : start + most] for start in range(0, len(cards), most)]
            return [
                TuckBox(deck, wrap, net, shapes[0].scale, tuple(_counted(inside)), number, len(held))
                for number, inside in enumerate(held, 1)
            ]
    raise DoesNotFit(
        Complaint(
            say("a box for cards of {size} does not fit on paper of {paper}", size=str(size), paper=str(paper.size)),
            deck.place,
            say("choose larger paper with {paper}", paper=OptionName("paper")),
        )
    )


def _counted(cards: Sequence[Deck]) -> Iterator[tuple[Deck, int]]:
    """How many of each deck, in their order."""
    for _, group in groupby(cards, key=lambda deck: deck.key):
        same = list(group)
        yield same[0], len(same)


def _wrap_of(job: Job, deck: Deck) -> Wrap:
    """The decoration of a deck's box: its own, that of the deck it usually lies with, or the shared one."""
    look, *_ = looks_of(job.layout, deck)
    others = (*job.layout.looks.get(look.lies_with, ()), *job.layout.kinds[deck.piece])
    wrap = look.box or next((other.box for other in others if other.box), None)
    assert wrap, "the built-in layout has one"
    return wrap


def net_for(job: Job, card: Size, cards: int) -> Net:
    """The net of a box for so many cards."""
    printing = job.settings
    wider = printing.sleeve.wider + SLACK
    return Net(card.width + wider, card.height + wider, max(cards * printing.thickness + SLACK, THINNEST))


def _room(net: Size, paper: Paper) -> Size | None:
    """The paper, turned so that the net fits between its margins with a line of small type below."""
    edge = 2 * paper.margin
    for size in (paper.size.turned, paper.size):
        if net.width + edge <= size.width and net.height + edge + FOOT <= size.height:
            return size
    return None


def _page(job: Job, box: TuckBox, number: str) -> Page:
    net, paper = box.net, _room(box.net.size, job.settings.paper)
    assert paper
    left, top = (paper.width - net.size.width) / 2, (paper.height - FOOT - net.size.height) / 2
    trim = (left, top, left + net.size.width, top + net.size.height)

    def draw(renderer: Renderer) -> None:
        write = renderer.document.canvas.addLiteral
        write(f"q 1 0 0 1 {n(left)} {n(top)} cm")
        for part, edges in net.panels(box.wrap):
            _draw_panel(renderer, box, part, edges)
        with drawing_lines(renderer.document):
            write(f"{net.outline()} S")
            for dash in FOLDS:
                write(f"{dash} {' '.join(f'{shapes.line(*ends)} S' for ends in net.folds())}")
            write("0 G [] 0 d")
            glue = renderer.catalog(word("box", "glue"))
            draw_words(
                renderer.document, glue, (GLUE * 0.6, net.rows[1] + net.height / 2), SMALL_LINE, "Sans", turn=270
            )
        write("Q")
        _draw_foot(renderer, box, paper, number)

    return Page(paper, trim, 0, draw)


def _draw_foot(renderer: Renderer, box: TuckBox, paper: Size, number: str) -> None:
    """What the sheet is, how large the box, and a ruler."""
    net, margin = box.net, renderer.job.settings.paper.margin
    size, depth = str(Size(net.width, net.height)), round(net.depth, 1)
    caption = renderer.caption(
        [box.deck.title, say("inside {size}, {depth} mm deep", size=size, depth=depth)], (), number
    )
    bottom, room = paper.height - margin, paper.width - 2 * margin - RULER - 15
    with drawing_lines(renderer.document):
        draw_words(renderer.document, caption, (margin + room / 2, bottom), SMALL_LINE, "Sans", room=room)
        draw_ruler(renderer.document, RULER, paper.width - margin - RULER - 11, bottom)


def _draw_panel(renderer: Renderer, box: TuckBox, part: str, edges: Area) -> None:
    """A panel, running a little over its folds and cuts, so that neither shows a white edge."""
    left, top, right, bottom = edges
    size = Size(right - left, bottom - top)
    stamp = FaceStamp("box", box.deck.key, (part, round(size.width, 3), round(size.height, 3), box.number))
    if not renderer.document.has(stamp):
        held = " · ".join(renderer.catalog(deck.pieces, {"n": count}) for deck, count in box.holds)
        names = {
            "deck": deck_names(box.deck, renderer.catalog),
            "box": {"cards": box.cards, "pieces": held, "number": box.number, "boxes": box.boxes},
        }
        design = Size(size.width / box.scale, size.height / box.scale)
        renderer.draw_face(stamp, part, FaceShape(design, size, BLEED, 1.0), names, box.deck.place)
    write = renderer.document.canvas.addLiteral
    write(f"q {_clip(box.net, edges)} W n 1 0 0 1 {n(left)} {n(top)} cm")
    renderer.document.place(stamp)
    write("Q")


def _clip(net: Net, edges: Area) -> str:
    """The panel with its bleed where no other decorated panel lies."""
    left, top, right, bottom = edges
    back, *_, end = net.columns
    _, walls, foot, _ = net.rows
    wall = (top, bottom) == (walls, foot)
    over = BLEED if not wall or left == back else 0
    under = BLEED if not wall or right == end else 0
    above = 0 if left == back and top in (walls, foot) else BLEED
    below = 0 if left == back and bottom in (walls, foot) else BLEED
    return shapes.rect(left - over, top - above, right - left + over + under, bottom - top + above + below)

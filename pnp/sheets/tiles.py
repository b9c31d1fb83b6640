"""Prints boards: cut from a sheet or on a page of their own where they fit, else in tiles to glue together."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from string import ascii_uppercase

from pnp.base.errors import BadRequest, Complaint
from pnp.base.text import Message, OptionName, say, word
from pnp.data.layout import Look, Paper, Size, Tiling
from pnp.data.model import Card, Deck
from pnp.draw import shapes
from pnp.draw.imposition import BAND, Area, DoesNotFit, SheetGrid, single
from pnp.draw.pdf import Stamp
from pnp.draw.shapes import n
from pnp.faces.context import FaceShape
from pnp.faces.job import Job
from pnp.faces.page import Handling, Page, Printout, roomy, whole_page
from pnp.faces.renderer import Renderer, looks_of, shape_of
from pnp.sheets.pieces import SheetSide, batches_of, chosen_decks, copies, refuse_count, sheets_of, sides_of
from pnp.sheets.side import draw_caption, draw_lines, draw_words, drawing_lines, marks

MOST_BOARDS, MOST_TILES = 200, 100
SMALLEST = 20.0  # millimetres of a tile
LEAST = Size(200, 190)  # of the page that explains them
ASSEMBLY = "assembly"  # the part of the layout that explains how tiles are put together
_WHOLE = 0.5  # millimetres by which a board may be larger than a paper that counts as its own
_NAME = 9.0  # points
_DASHED = "[0.8 0.6] 0 d"


@dataclass(frozen=True, slots=True)
class Tile:
    """A stretch of a board: its column and row, and its cut edges on the board."""

    column: int
    row: int
    left: float
    top: float
    size: Size

    @property
    def name(self) -> str:
        """What is printed on the tile, and on the page that shows how they lie."""
        return name_of(self.column, self.row)


@dataclass(frozen=True, slots=True)
class Tiles:
    """A board in tiles, each on a sheet of its own."""

    board: Size
    paper: Paper
    columns: int
    rows: int
    overlap: float

    @property
    def size(self) -> Size:
        """All are of one size: the board and what overlaps, divided evenly."""
        wide = (self.board.width + (self.columns - 1) * self.overlap) / self.columns
        high = (self.board.height + (self.rows - 1) * self.overlap) / self.rows
        return Size(wide, high)

    def __iter__(self) -> Iterator[Tile]:
        size = self.size
        for row in range(self.rows):
            for column in range(self.columns):
                left, top = column * (size.width - self.overlap), row * (size.height - self.overlap)
                yield Tile(column, row, left, top, size)

    def grid(self, bleed: float) -> SheetGrid:
        """Where a tile lies on its sheet."""
        return single(self.paper, self.size, bleed)


def name_of(column: int, row: int) -> str:
    """The column as a letter and the row as a number, from A1 at the upper left."""
    return f"{ascii_uppercase[column]}{row + 1}"


def lay_out_boards(job: Job) -> Printout:
    """Every board of the game, in the order of its decks."""
    decks = chosen_decks(job, ("board",))
    refuse_count(job, decks, MOST_BOARDS)
    sides = [side for deck in decks for look in looks_of(job.layout, deck) for side in _sides(job, deck, look)]
    pages = tuple(side.page(job, f"{number}/{len(sides)}") for number, side in enumerate(sides, 1))
    read = sum(page.read for page in pages)
    handling = Handling(shown=pages[:2], how=(_HOW_TILES,) if read else (), read=read, holds=tuple(decks))
    return Printout(pages, handling)


def _sides(job: Job, deck: Deck, look: Look) -> Iterator[SheetSide | AloneBoard | Assembly | TileSheet]:
    """What is printed of the boards of a deck, page by page."""
    shape, paper = shape_of(job, deck, look), job.settings.paper
    try:
        sheets = sheets_of(job, batches_of(job, [deck], [replace(look, back="")]))
    except DoesNotFit:
        if whole := _own_page(shape.size, paper):
            yield from (AloneBoard(deck, card, look, whole) for card in copies(job, deck))
            return
        tiles = tiled(shape, paper, job.settings.tiling)
        yield Assembly(deck, look, tiles)
        yield from (TileSheet(deck, card, look, tiles, tile) for card, tile in product(copies(job, deck), tiles))
    else:
        yield from (side for sheet in sheets for side in sides_of(job, sheet, ("front",)))


def _own_page(board: Size, paper: Paper) -> Size | None:
    """The paper, turned as the board is, if the board fills it."""
    for size in (paper.size, paper.size.turned):
        if board.width <= size.width + _WHOLE and board.height <= size.height + _WHOLE:
            return size
    return None


@dataclass(frozen=True, slots=True)
class AloneBoard:
    """A board on a page that it fills."""

    deck: Deck
    card: Card
    look: Look
    paper: Size

    def page(self, job: Job, _number: str) -> Page:
        """The page, which has room for nothing else."""
        shape, paper = shape_of(job, self.deck, self.look), self.paper
        left, top = (paper.width - shape.size.width) / 2, (paper.height - shape.size.height) / 2
        trim = (left, top, left + shape.size.width, top + shape.size.height)

        def draw(renderer: Renderer) -> None:
            stamp = renderer.front(self.deck, self.card, self.look)
            _place(renderer, stamp, (left, top), (0, 0, paper.width, paper.height))

        return Page(paper, trim, shape.bleed, draw)


# ---- tiles ----


def tiled(shape: FaceShape, paper: Paper, tiling: Tiling) -> Tiles:
    """The board in as few tiles as can be; BadRequest where the overlap leaves too little of them."""
    edge = 2 * (paper.margin + shape.bleed + BAND)
    ways = [
        Tiles(
            shape.size,
            Paper(size, paper.margin),
            _count(shape, shape.size.width, size.width - edge, tiling),
            _count(shape, shape.size.height, size.height - edge, tiling),
            tiling.overlap,
        )
        for size in (paper.size, paper.size.turned)
    ]
    best = min(ways, key=lambda tiles: tiles.columns * tiles.rows)
    if best.columns * best.rows > MOST_TILES or best.columns > len(ascii_uppercase):
        raise _too_small(shape)
    return best


def _count(shape: FaceShape, long: float, room: float, tiling: Tiling) -> int:
    if room < SMALLEST:
        raise _too_small(shape)
    if room <= 2 * tiling.overlap:
        raise _too_large(tiling, room)
    return max(1, math.ceil((long - tiling.overlap) / (room - tiling.overlap)))


def _too_small(shape: FaceShape) -> DoesNotFit:
    board = str(shape.size)
    message = say(
        "a board of {board} does not fit on this paper, even in {most} {most:tile|tiles}",
        board=board,
        most=MOST_TILES,
    )
    return DoesNotFit(Complaint(message, None, say("choose larger paper with {paper}", paper=OptionName("paper"))))


def _too_large(tiling: Tiling, tile: float) -> BadRequest:
    message = say(
        "{key}: an overlap of {overlap} mm on both sides leaves nothing of a tile of {tile} mm",
        key="overlap" if tiling.place else OptionName("overlap"),  # a file's, or what was asked for
        overlap=tiling.overlap,
        tile=round(tile, 1),
    )
    return BadRequest(Complaint(message, tiling.place, say("10 mm is enough for gluing; or choose larger paper")))


@dataclass(frozen=True, slots=True)
class TileSheet:
    """A tile of a board on its sheet."""

    deck: Deck
    card: Card
    look: Look
    tiles: Tiles
    tile: Tile

    def page(self, job: Job, number: str) -> Page:
        """The page under its number, with marks to cut and to glue."""
        tiles, tile = self.tiles, self.tile
        bleed = shape_of(job, self.deck, self.look).bleed
        grid = tiles.grid(bleed)
        reach = _reach(tiles, tile, grid, bleed)

        def draw(renderer: Renderer) -> None:
            corner = (grid.left - tile.left, grid.top - tile.top)
            _place(renderer, renderer.front(self.deck, self.card, self.look), corner, reach)
            caption = renderer.caption([self.deck.title, _titled(tile)], (), number)
            draw_caption(renderer.document, [grid], caption)
            with drawing_lines(renderer.document):
                draw_lines(renderer.document, _cuts(tiles, tile, grid))
                _draw_hints(renderer, tiles, tile, grid)

        return Page(grid.paper, grid.trim, bleed, draw)


def _titled(tile: Tile) -> Message:
    return word("sheet", "tile {name}", name=tile.name)


def _reach(tiles: Tiles, tile: Tile, grid: SheetGrid, bleed: float) -> Area:
    """How far a tile is printed: into the bleed where it is cut; where the next one is glued on, no further."""
    left, top, right, bottom = grid.trim
    under, below = tile.column + 1 < tiles.columns, tile.row + 1 < tiles.rows
    return left - bleed, top - bleed, right + (0 if under else bleed), bottom + (0 if below else bleed)


def _cuts(tiles: Tiles, tile: Tile, grid: SheetGrid) -> list[Area]:
    """The crop marks of a tile: none at an edge that lies under the next tile."""
    _, _, right, bottom = grid.trim
    under, below = tile.column + 1 < tiles.columns, tile.row + 1 < tiles.rows
    return [
        (x, y, to_x, to_y)
        for x, y, to_x, to_y in marks(grid)
        if not (under and x == to_x == right) and not (below and y == to_y == bottom)
    ]


def _place(renderer: Renderer, stamp: Stamp, corner: tuple[float, float], reach: Area) -> None:
    left, top, right, bottom = reach
    write = renderer.document.canvas.addLiteral
    write(f"q {shapes.rect(left, top, right - left, bottom - top)} W n 1 0 0 1 {n(corner[0])} {n(corner[1])} cm")
    renderer.document.place(stamp)
    write("Q")


def _draw_hints(renderer: Renderer, tiles: Tiles, tile: Tile, grid: SheetGrid) -> None:
    """Outside the tile: its name, where it lies in the whole, and which neighbour is glued onto which strip."""
    left, top, right, bottom = grid.trim
    away = grid.bleed + 1.2
    draw_words(renderer.document, tile.name, (left + 7, top - away), _NAME, "Sans-Bold")
    _draw_map(renderer, tiles, tile, (left + 12, top - away - 3.4))
    beside, below = right - tiles.overlap, bottom - tiles.overlap
    if tile.column + 1 < tiles.columns:
        ends = [(beside, top - away, beside, top), (beside, bottom, beside, bottom + away)]
        _draw_glue(renderer, tile, name_of(tile.column + 1, tile.row), ends, (right + 3.4, (top + bottom) / 2), 270)
    if tile.row + 1 < tiles.rows:
        ends = [(left - away, below, left, below), (right, below, right + away, below)]
        _draw_glue(renderer, tile, name_of(tile.column, tile.row + 1), ends, ((left + right) / 2, bottom + 3.4), 0)


def _draw_glue(
    renderer: Renderer, tile: Tile, name: str, edge: list[Area], middle: tuple[float, float], turn: int
) -> None:
    """Where the edge of the next tile comes to lie, and which one it is: on the edge that is not cut off."""
    draw_lines(renderer.document, edge, _DASHED)
    words = renderer.catalog(word("sheet", "glue {name} onto this edge, up to the dashed marks", name=name))
    draw_words(renderer.document, f"{tile.name} · {words}", middle, _NAME, "Sans", turn=turn)


def _draw_map(renderer: Renderer, tiles: Tiles, tile: Tile, corner: tuple[float, float]) -> None:
    """All tiles in small, this one dark."""
    write, (x, y) = renderer.document.canvas.addLiteral, corner
    wide, high = min(3.0, 18 / tiles.columns), 3.6 / tiles.rows
    for other in tiles:
        box = shapes.rect(x + other.column * wide, y + other.row * high, wide, high)
        write(f"{box} {'B' if other == tile else 'S'}")


# ---- how they are put together ----


@dataclass(frozen=True, slots=True)
class Assembly:
    """The first board of a deck with its tiles, and how they are put together."""

    deck: Deck
    look: Look
    tiles: Tiles

    def page(self, _job: Job, _number: str) -> Page:
        """The page, which is only read."""
        paper, board = roomy(self.tiles.paper.size, LEAST), self.tiles.board
        scale = min((paper.width - 60) / board.width, (paper.height - 110) / board.height)
        left, top = (paper.width - board.width * scale) / 2, 42.0

        def draw(renderer: Renderer) -> None:
            write = renderer.document.canvas.addLiteral
            clip = shapes.rect(left, top, board.width * scale, board.height * scale)
            write(f"q {clip} W n {n(scale)} 0 0 {n(scale)} {n(left)} {n(top)} cm")
            renderer.document.place(renderer.front(self.deck, self.deck.cards[0], self.look))
            write("Q")
            names = {
                "title": renderer.catalog(self.deck.title),
                "heading": renderer.catalog(say("How to put the board together")),
                "steps": [renderer.catalog(step) for step in _STEPS],
                "picture": {"x": left, "y": top, "w": board.width * scale, "h": board.height * scale},
                "tiles": [_shown(tile, left, top, scale) for tile in self.tiles],
            }
            renderer.draw_page(ASSEMBLY, paper, names)

        return whole_page(paper, draw, read=True)


def _shown(tile: Tile, left: float, top: float, scale: float) -> dict[str, object]:
    """A tile as the layout draws it over the picture of the board."""
    x, y = left + tile.left * scale, top + tile.top * scale
    return {"name": tile.name, "x": x, "y": y, "w": tile.size.width * scale, "h": tile.size.height * scale}


_HOW_TILES = say("The first page, on plain paper, shows how the tiles go together. Glue the board onto cardboard.")
_STEPS = (
    say("Print the tiles at actual size, not with “fit to page”, and check the ruler at the edge."),
    say(
        "Cut each tile along its solid marks. Leave edges without marks as they are: other tiles are glued onto them."
    ),
    say(
        "Start with A1. Put the next tile on its edge, up to the dashed marks, so that the "
        "pictures meet, and glue it down."
    ),
    say("Glue the whole board onto cardboard, let it dry under books and cut the cardboard along its edge."),
)

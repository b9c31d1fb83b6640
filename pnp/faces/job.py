"""What is asked of printing: an edition in a language, on a paper, with an ink; and what comes of it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from pnp.base.errors import BadRequest, Complaint, near_miss
from pnp.base.text import OptionName, say
from pnp.data.board import Board
from pnp.data.edition import EditionData
from pnp.data.layout import Ink, Layout, Paper, Scheme, Size, Sleeve, Stock, Tiling
from pnp.data.values import excerpt, out_of_range
from pnp.data.workspace import Workspace
from pnp.draw.imposition import Flip
from pnp.faces.options import LARGEST, Binding, PrintOptions, declared
from pnp.words.catalog import Catalog, load_catalog

SMALLEST = 5.0
MARGIN = 5.0
USUAL = PrintOptions()
_SIZE = re.compile(r"(\d+(?:[.,]\d+)?)\s*[x×*]\s*(\d+(?:[.,]\d+)?)(?:\s*mm)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class PrintSettings:
    """How sheets are filled and printed. No size: each piece has the size of its layout.

    `asked` has the options as they came; the rest is what the stock makes of them.
    """

    asked: PrintOptions
    paper: Paper
    scheme: Scheme
    flip: Flip
    size: Size | None
    bleed: float
    gap: float | None
    tiling: Tiling
    thickness: float  # of a card, in its sleeve
    sleeve: Sleeve
    binding: Binding


def print_settings(stock: Stock, wishes: PrintOptions) -> PrintSettings:
    """What the words of a caller ask for; BadRequest names all that is not on offer."""
    complaints = list(_unknown_words(stock, wishes))
    papers = {key: one.size for key, one in stock.papers.items()}
    paper_size, size = _size(wishes.paper, papers), _size(wishes.card, stock.sizes)
    if paper_size is None:
        complaints.append(unknown_word("paper", wishes.paper, stock.papers, "210x297"))
    if wishes.card and size is None:
        complaints.append(unknown_word("card", wishes.card, stock.sizes, "63x88"))
    complaints += _out_of_range(wishes)
    if complaints or paper_size is None:
        raise BadRequest(*complaints)
    stated = {key.casefold(): one for key, one in stock.papers.items()}.get(wishes.paper.casefold())
    sleeve = stock.sleeves.get(wishes.sleeves, Sleeve(0, 0))
    return PrintSettings(
        asked=wishes,
        paper=stated or Paper(paper_size, MARGIN),
        scheme=stock.schemes[wishes.layout],
        flip=Flip(wishes.flip),
        size=size,
        bleed=wishes.bleed,
        gap=wishes.gap,
        tiling=stock.tiling if wishes.overlap is None else Tiling(wishes.overlap),
        thickness=_thickness(stock, wishes) + sleeve.thicker,
        sleeve=sleeve,
        binding=Binding(wishes.binding),
    )


def _unknown_words(stock: Stock, wishes: PrintOptions) -> Iterator[Complaint]:
    for option in declared().values():
        known = list(option.allowed.words(stock)) if option.allowed.words else None
        found = getattr(wishes, option.name)
        if known is not None and found not in known:
            yield unknown_word(option.name, found, [one for one in known if one])


def _out_of_range(wishes: PrintOptions) -> Iterator[Complaint]:
    for option in declared().values():
        number, (least, most) = getattr(wishes, option.name), (option.allowed.least, option.allowed.most)
        if type(number) in (int, float) and not least <= number <= most:
            yield Complaint(out_of_range(option.name, number, least, most))


def _thickness(stock: Stock, wishes: PrintOptions) -> float:
    """Of one card: a folded sheet makes cards of two layers."""
    layers = 2 if stock.schemes[wishes.layout].fold else 1
    return layers * wishes.gsm * stock.bulk / 1000


def _size(found: str, known: Mapping[str, Size]) -> Size | None:
    """A size by name, or as millimetres such as 63x88."""
    named = {key.casefold(): size for key, size in known.items()}
    if found.casefold() in named:
        return named[found.casefold()]
    numbers = _SIZE.fullmatch(found.strip())
    if not numbers:
        return None
    width, height = (float(number.replace(",", ".")) for number in numbers.groups())
    return Size(width, height) if min(width, height) >= SMALLEST and max(width, height) <= LARGEST else None


def unknown_word(option: str, found: str, known: Iterable[str], example: str = "") -> Complaint:
    """The complaint about a word that an option does not know."""
    message = say("{option}: there is no “{found}”", option=OptionName(option), found=excerpt(found))
    words = ", ".join(known)
    if example:
        hint = say(
            "available: {words}; or millimetres such as {example}, each side from {least} to {most}",
            words=words,
            example=example,
            least=int(SMALLEST),
            most=int(LARGEST),
        )
        return Complaint(message, None, hint)
    return Complaint(message, None, near_miss(found, known))


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be printed: an edition in a language, as it was asked for."""

    workspace: Workspace
    edition: EditionData
    catalog: Catalog
    layout: Layout
    boards: Mapping[str, Board]
    settings: PrintSettings
    tick: Callable[[], None] = lambda: None

    @classmethod
    def of(
        cls,
        workspace: Workspace,
        edition: EditionData,
        language: str,
        options: PrintOptions = USUAL,
    ) -> Job:
        """BadRequest names all that the options ask for and that is not on offer."""
        key = edition.game.key
        return cls(
            workspace,
            edition,
            load_catalog(workspace, language, key),
            workspace.layout(key),
            workspace.boards(key),
            print_settings(workspace.stock(), options),
        )

    def with_options(self, options: PrintOptions) -> Job:
        """The same, asked for in another way."""
        return replace(self, settings=print_settings(self.workspace.stock(), options))

    def in_language(self, language: str) -> Job:
        """The same with the texts of another language."""
        return replace(self, catalog=load_catalog(self.workspace, language, self.edition.game.key))

    @property
    def ink(self) -> Ink:
        """BadRequest where the game's layout knows no such ink."""
        asked = self.settings.asked.ink
        found = self.layout.inks.get(asked)
        if found is None:
            raise BadRequest(unknown_word("ink", asked, self.layout.inks))
        return found


class NothingToPrint(BadRequest):
    """An artefact that the game does not have: a kit goes without it."""

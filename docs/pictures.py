"""Makes the pictures in the docs from real pages: `make pictures`."""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pypdfium2
from PIL import Image, ImageDraw

from pnp.cli.main import run
from pnp.data.workspace import Workspace

HERE = Path(__file__).resolve().parent
GROUND = (107, 98, 86)
GAP = 14
FINER = 4  # pages are drawn larger first, so that thin lines stay thin


class Printer:
    """Prints artefacts of a game's kit into a folder, and shows their pages."""

    def __init__(self, folder: Path, game: str) -> None:
        self.folder = folder
        self.game = game

    def page(self, artefact: str, language: str, number: int, dpi: float, *options: str) -> Image.Image:
        document = self._printed(artefact, language, options)
        image: Image.Image = document[number].render(scale=FINER * dpi / 72).to_pil().convert("RGB")
        document.close()
        return image.reduce(FINER)

    def page_with(self, words: str, artefact: str, language: str, dpi: float, *options: str) -> Image.Image:
        """The first page that has these words."""
        document = self._printed(artefact, language, options)
        texts = (document[number].get_textpage().get_text_range() for number in range(len(document)))
        found = next(number for number, text in enumerate(texts) if words in text)
        document.close()
        return self.page(artefact, language, found, dpi, *options)

    def _printed(self, artefact: str, language: str, options: tuple[str, ...]) -> pypdfium2.PdfDocument:
        out = self.folder / "-".join((artefact, *options)).replace("/", "")
        path = out / self.game / language / ("00-print-me.pdf" if artefact == "kit" else f"{artefact}.pdf")
        if not path.exists() and run([artefact, self.game, "--lang", language, *options, "--out", str(out)]):
            sys.exit(f"pnp {artefact} failed")
        return pypdfium2.PdfDocument(path)


def cut(image: Image.Image, dpi: float, *edges: float) -> Image.Image:
    """A part of a page, in millimetres from its upper left corner: left, top, right, bottom."""
    left, top, right, bottom = (round(edge * dpi / 25.4) for edge in edges)
    return image.crop((left, top, right, bottom))


def rounded(image: Image.Image, radius: int) -> Image.Image:
    mask = Image.new("L", image.size, 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, image.width - 1, image.height - 1), radius, fill=255)
    shown = Image.new("RGB", image.size, GROUND)
    shown.paste(image, mask=mask)
    return shown


def beside(images: list[Image.Image]) -> Image.Image:
    whole = Image.new(
        "RGB", (sum(one.width + GAP for one in images) - GAP, max(one.height for one in images)), GROUND
    )
    left = 0
    for one in images:
        whole.paste(one, (left, 0))
        left += one.width + GAP
    return whole


def below(images: list[Image.Image]) -> Image.Image:
    return beside([one.transpose(Image.Transpose.TRANSPOSE) for one in images]).transpose(Image.Transpose.TRANSPOSE)


def save(name: str, image: Image.Image) -> None:
    framed = Image.new("RGB", (image.width + 2 * GAP, image.height + 2 * GAP), GROUND)
    framed.paste(image, (GAP, GAP))
    framed.quantize(200, dither=Image.Dither.NONE).save(HERE / "pictures" / f"{name}.png", optimize=True)


def cards(printer: Printer) -> Image.Image:
    keys = [card.key for deck in Workspace(HERE.parent).game(printer.game).decks[:2] for card in deck.cards]
    common = ("--with", "noctis", "--layout", "single", "--once")

    def card(key: str, language: str, *options: str, back: bool = False) -> Image.Image:
        page = printer.page("cards", language, 2 * keys.index(key) + back, 95, *common, *options)
        return rounded(cut(page, 95, 3, 3, 66, 91), 11)

    upper = [("Horten", "pl"), ("Taberna", "de"), ("Labrium", "it"), ("Golem", "en"), ("Mutabilis", "pl")]
    lower = [card("Gloria", "de"), card("Domo", "it"), card("Donarium", "it", "--ink", "low")]
    lower += [card("Horten", "pl", back=True), card("Golem", "en", back=True)]
    return below([beside([card(key, language) for key, language in upper]), beside(lower)])


def sheets(printer: Printer) -> Image.Image:
    front = printer.page_with("Alembik", "cards", "pl", 53, "--with", "noctis")
    back = printer.page("cards", "pl", 1, 53, "--with", "noctis")
    return beside([front, back, printer.page_with("Hütte", "cards", "de", 53, "--layout", "gutterfold")])


def parts(printer: Printer) -> Image.Image:
    noctis = ("--with", "noctis")
    dpi = 68.0
    tokens = cut(printer.page("tokens", "de", 0, dpi, *noctis), dpi, 5, 92, 205, 208)
    pawns = cut(printer.page("pawns", "de", 0, dpi, *noctis), dpi, 5, 3, 205, 142)
    aids = [cut(printer.page("aids", "en", side, dpi, *noctis), dpi, 5, 18, 107, 149) for side in (0, 1)]
    box = cut(printer.page_with("48 Noctiskarten", "box", "de", dpi, *noctis), dpi, 40, 14, 260, 192)
    plan = printer.page("kit", "it", 0, dpi, *noctis)
    return beside([below([tokens, pawns]), below([beside(aids), box]), plan])


def rulebook(printer: Printer) -> Image.Image:
    noctis, dpi = ("--with", "noctis"), 62.0
    cover = printer.page("rulebook", "pl", 0, dpi, *noctis)
    shown = [("it", "M1"), ("de", "X1"), ("en", "K1")]  # ids of rules stand only at their sections
    pages = [printer.page_with(words, "rulebook", language, dpi, *noctis) for language, words in shown]
    return beside([cover, *pages])


def report(printer: Printer) -> Image.Image:
    path = printer.folder / "report.pdf"
    if run(["referee", "report", str(HERE / "club-night.log"), "--lang", "de", "-o", str(path)]):
        sys.exit("pnp referee report failed")
    document = pypdfium2.PdfDocument(path)
    pages = [page.render(scale=FINER * 62 / 72).to_pil().convert("RGB").reduce(FINER) for page in document]
    document.close()
    return beside(pages)


_BOOK = (("it", 0), ("en", 2), ("de", 8), ("pl", 13))  # cover, quick start, a turn, a card


def chemists(printer: Printer) -> Image.Image:
    """Tiles, cards and a board, tokens, and pages of the rulebook."""
    game = Workspace(HERE.parent).game(printer.game)
    keys = [card.key for deck in game.decks if deck.piece in ("tile", "card") for card in deck.cards]
    dpi, single = 80.0, ("--layout", "single", "--once")

    def piece(key: str, language: str, width: float, height: float) -> Image.Image:
        page = printer.page("cards", language, 2 * keys.index(key), dpi, *single)
        edge = (page.width / dpi * 25.4 - width) / 2
        return rounded(cut(page, dpi, edge, edge, edge + width, edge + height), 7)

    tiles = ("electricity", "temperature", "pressure", "cauldron", "tube", "gourd", "cat")
    shown = beside([piece(key, "en", 40, 40) for key in tiles])
    board = rounded(cut(printer.page("board", "pl", 0, dpi), dpi, 15, 28, 195, 108), 9)
    wanted = [("peek", "pl"), ("take-over", "de"), ("safe-stop", "it"), ("extra-undo", "en")]
    row = beside([piece(key, language, 63, 88) for key, language in wanted])
    tokens = cut(printer.page("tokens", "de", 0, dpi), dpi, 5, 17, 172, 52)
    left = below([shown, board.resize((shown.width, round(board.height * shown.width / board.width)))])
    pages = [printer.page("rulebook", language, number, 54) for language, number in _BOOK]
    right = below([row, tokens.resize((row.width, round(tokens.height * row.width / tokens.width)))])
    return below([beside([left, right]), beside(pages)])


def main() -> None:
    with TemporaryDirectory() as folder:
        save("chemists", chemists(Printer(Path(folder), "chemicy-magicy")))
        printer = Printer(Path(folder), "alchemicus")
        save("board", printer.page("board", "pl", 0, 75, "--with", "noctis", "--paper", "a3"))
        save("cards", cards(printer))
        save("sheets", sheets(printer))
        save("parts", parts(printer))
        save("rulebook", rulebook(printer))
        save("report", report(printer))


if __name__ == "__main__":
    main()

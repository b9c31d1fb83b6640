"""Makes the sheet on which a game is recorded: columns for each turn, and on its back what to write."""

from __future__ import annotations

from math import fsum

from pnp.base.errors import Complaint, Place
from pnp.base.text import OptionName, say, word
from pnp.data.edition import EditionData
from pnp.data.layout import LayoutNames, Size
from pnp.data.model import ScoreSheetColumn, ScoreSheetHint
from pnp.draw.imposition import DoesNotFit
from pnp.faces.job import Job, NothingToPrint
from pnp.faces.page import Handling, Page, Printout, whole_page
from pnp.faces.renderer import Renderer
from pnp.log.phrases import Phrases

FRONT, BACK = "scoresheet", "scoresheet_back"  # parts of the layout
NAMES, FORMER_NAMES = "scoresheet", "record"  # what they call what is on the sheet, now and in layouts from before
LINE_HEIGHT = 8.0
HEAD, FOOT, EDGE = 37.0, 6.0, 6.0
LEAST = Size(200, 140)


def lay_out_scoresheet(job: Job) -> Printout:
    """One sheet, printed on both sides, lying on its long edge."""
    score_sheet = job.edition.game.score_sheet
    if not any(_wanted(column, job.edition) for column in score_sheet.columns):
        message = say("the game has no file scoresheet.toml with the columns of a score sheet")
        raise NothingToPrint(Complaint(message, Place(job.edition.game.folder)))
    paper = job.settings.paper.size
    size = paper if paper.width >= paper.height else paper.turned
    if size.width < LEAST.width or size.height < LEAST.height:
        message = say("a score sheet needs paper of at least {size}", size=str(LEAST))
        raise DoesNotFit(Complaint(message, None, say("choose larger paper with {paper}", paper=OptionName("paper"))))
    phrases = Phrases(job.workspace, job.edition, job.catalog.language)
    pages = tuple(_page(size, part, phrases) for part in ((FRONT, BACK) if score_sheet.hints else (FRONT,)))
    return Printout(pages, Handling(duplex=len(pages) > 1, shown=pages))


def _page(size: Size, part: str, phrases: Phrases) -> Page:
    def draw(renderer: Renderer) -> None:
        place = Place(renderer.job.edition.game.score_sheet.columns[0].place.path)
        names = _names(renderer, size, phrases)
        renderer.draw_page(part, size, {NAMES: names, FORMER_NAMES: names}, place)

    return whole_page(size, draw)


def _names(renderer: Renderer, size: Size, phrases: Phrases) -> LayoutNames:
    """The sheet as a layout draws it, in millimetres of the paper."""
    edition, score_sheet = renderer.job.edition, renderer.job.edition.game.score_sheet
    edge = renderer.job.settings.paper.margin + EDGE
    columns = [column for column in score_sheet.columns if _wanted(column, edition)]
    unit = (size.width - 2 * edge) / fsum(column.width for column in columns) / score_sheet.bands
    left, placed = edge, []
    for column in columns * score_sheet.bands:
        wide, title = column.width * unit, renderer.catalog(column.title)
        verbs = " · ".join(verb for verb in phrases.verbs(column) if verb.casefold() != title.casefold())
        placed.append({"title": title, "verbs": verbs, "alone": not verbs, "x": left, "w": wide})
        left += wide
    return {
        "title": renderer.catalog(word("artefact", "Score sheet")),
        "edge": edge,
        "top": HEAD,
        "line": LINE_HEIGHT,
        "rows": int((size.height - HEAD - LINE_HEIGHT - FOOT - edge) / LINE_HEIGHT),
        "columns": placed,
        "partings": [column["x"] for column in placed[len(columns) :: len(columns)]],
        "header": [{"word": name, "known": known} for name, known in phrases.header()],
        "players": phrases.players,
        "hints": [
            {"text": renderer.catalog(hint.text), "write": phrases.samples(hint)}
            for hint in score_sheet.hints
            if _wanted(hint, edition)
        ],
        "words": {
            name: renderer.catalog(message)
            if name == "hints" or (phrases.hides if name == "unseen" else phrases.judged)
            else ""
            for name, message in _WORDS.items()
        },
        "caption": renderer.caption([word("artefact", "Score sheet")], (), ""),
    }


def _wanted(one: ScoreSheetColumn | ScoreSheetHint, edition: EditionData) -> bool:
    return one.when.holds(edition.chosen) and bool(edition[one.value] if one.value else True)


_WORDS = {
    "hints": say("What to write"),
    "typing": say(
        "Each row is a line of the log: the player’s name, a colon, then the steps, separated by semicolons."
    ),
    "check": say("Then have the referee check it: {command}", command="pnp referee check my-game.log"),
    "unseen": say("Write ? for a card that nobody saw, and 3 ? for three of them. Anything after # is a comment."),
    "short": say("There’s no need to write what follows automatically."),
}

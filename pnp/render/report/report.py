"""Makes the report on a recorded game: two pages to print, or one page for the screen."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import replace
from pathlib import Path

from pnp.catalog import load_catalog
from pnp.layout import Size
from pnp.referee.citing import Book, cited
from pnp.referee.course import follow
from pnp.referee.library import Library
from pnp.referee.reader import read_log
from pnp.referee.replay import judge
from pnp.referee.telling import told
from pnp.referee.verdict import Report
from pnp.render.book.book import Bound, bind_leaves, book_names
from pnp.render.book.compose import geometry
from pnp.render.easel import Studio
from pnp.render.job import Job, Printing, Wishes, printing
from pnp.render.page import Notes, Printout, roomy
from pnp.render.press import Made, print_pages
from pnp.render.report.story import KIND, LANES, Sizes, Story
from pnp.workspace import Workspace

LEAST = Size(140, 190)  # millimetres of a page
PAGES = 2
FEW = 4  # findings that are worth more than large pictures
CHARTS = (Sizes(78, 12), Sizes(70, 11.4), Sizes(62, 10.6), Sizes(54, 10), Sizes(46, 9), Sizes(40, 7.8))
PARTED = Sizes(72, 7.8)  # where the charts stand on two pages
TABLES = (140.0, 124.0, 110.0, 98.0, 88.0, 0.0)
SCREEN, SCREEN_WIDTH = Sizes(70, 11.4, 200), 170.0


def make_report(
    space: Workspace, path: Path, language: str, wishes: Wishes, form: str = "pdf", book: Book | None = None
) -> Made:
    """The report on a record, as a PDF or as HTML; findings cite the pages of a rulebook where there is one."""
    library = Library(space)
    report = judge(read_log(path, library), library)
    verdict = told(report, library, language)
    job = _job(space, report, language, printing(space.stock(), wishes))
    studio = Studio(job.layout, job.edition.game.folder, language)
    story = Story(job, report, cited(verdict, book) if book else verdict, follow(report), studio)
    return _for_screen(job, story) if form == "html" else _printed(job, story)


def _job(space: Workspace, report: Report, language: str, printed: Printing) -> Job:
    game = report.log.game
    catalog = load_catalog(space, language, game)
    return Job(space, report.edition, catalog, space.layout(game), space.boards(game), printed)


def _printed(job: Job, story: Story) -> Made:
    bound = _Fitting(job, story).bound()
    made = print_pages(job, KIND, Printout(bound.pages, Notes(duplex=True)))
    return replace(made, problems=(*bound.problems, *made.problems))


def _for_screen(job: Job, story: Story) -> Made:
    from pnp.render.book.web import make_web

    blocks = story.blocks(SCREEN, len(story.report.counted), SCREEN_WIDTH)
    html, problems = make_web(job, blocks, story.played, KIND)
    return Made(html.encode(), 1, Notes(), tuple(problems))


class _Fitting:
    """Makes charts as large, and findings as many, as two pages hold."""

    def __init__(self, job: Job, story: Story) -> None:
        self._job, self._story = job, story
        self._names = book_names(job, KIND)
        self._size = roomy(job.printing.paper.size, LEAST)
        room = geometry(self._size, beside=False).room
        self._width = room.width / room.scale
        self._count = len(story.report.counted)

    def bound(self) -> Bound:
        sizes = self._sizes()
        fewer = range(self._count, 0, -1)
        first = bisect_right(fewer, False, key=lambda shown: _fits(self._bind(sizes, shown)))
        bound = self._bind(sizes, fewer[first] if first < self._count else 0)
        whole = self._bind(sizes, self._count, figures=True)
        return whole if _fits(whole) else bound

    def _sizes(self) -> Sizes:
        """The largest with which both charts stand on the first page, and the table and some findings on the second."""
        few = min(FEW, self._count)
        sizes = next((one for one in CHARTS if self._bind(one, few).page_of.get(LANES, 1) == 1), PARTED)
        tables = (sizes._replace(table=most) for most in TABLES)
        return next((one for one in tables if _fits(self._bind(one, few))), sizes)

    def _bind(self, sizes: Sizes, shown: int, *, figures: bool = False) -> Bound:
        story = self._story
        blocks = story.blocks(sizes, shown, self._width, figures=figures)
        return bind_leaves(self._job, blocks, self._names, self._size, story.played)


def _fits(bound: Bound) -> bool:
    return len(bound.pages) <= PAGES

"""Makes the report on a recorded game: two pages to print, or one page for the screen."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from pnp.book.blocks import Block
from pnp.book.paged.binding import BoundBook, bind_leaves, book_names
from pnp.book.paged.compose import geometry
from pnp.data.layout import Size
from pnp.faces.context import resources_of
from pnp.faces.job import Job
from pnp.faces.options import PrintOptions
from pnp.faces.page import Handling, Printout, roomy
from pnp.faces.renderer import Document, print_pages
from pnp.log.library import Library
from pnp.referee.citations import RulebookPages
from pnp.referee.findings import Judgement
from pnp.referee.history import follow
from pnp.referee.wording.lines import remarks_on
from pnp.referee.wording.verdicts import verdict_of
from pnp.report.charts import BELONGINGS, SCORES, gained_and_lost, played, scores, sums, table
from pnp.report.subject import Subject
from pnp.report.wording import KIND, findings, opening, standing, verdict


class Sizes(NamedTuple):
    """Millimetres: how high the chart of scores is, and each lane; how high the table may be, 0 for none."""

    chart: float
    lane: float
    table: float = 0


LEAST = Size(140, 190)  # millimetres of a page
PAGES = 2
MOST_ASSUMED = 4  # words that are read as others
FEW = 4  # findings that are worth more than large pictures
CHARTS = (Sizes(78, 12), Sizes(70, 11.4), Sizes(62, 10.6), Sizes(54, 10), Sizes(46, 9), Sizes(40, 7.8))
PARTED = tuple(one._replace(lane=CHARTS[-1].lane) for one in CHARTS)  # where the charts stand on two pages
TABLES = (140.0, 124.0, 110.0, 98.0, 88.0, 0.0)
SCREEN, SCREEN_WIDTH = Sizes(70, 11.4, 200), 170.0


def make_report(
    judgement: Judgement,
    library: Library,
    language: str,
    wishes: PrintOptions,
    book: RulebookPages | None = None,
) -> Document:
    """The report on a log, as a PDF or as HTML; findings cite the pages of a rulebook where there is one."""
    said = verdict_of(judgement, library, language, book)
    slips = remarks_on(said.assumptions, library.catalog(language), MOST_ASSUMED)
    job = Job.of(library.workspace, judgement.edition, language, wishes)
    said = replace(said, remarks=(*said.remarks, *slips))
    subject = Subject(job, judgement, said, follow(judgement), resources_of(job))
    return _for_screen(subject) if wishes.format == "html" else _printed(subject)


def _printed(subject: Subject) -> Document:
    bound = _Fitting(subject).bound()
    made = print_pages(subject.job, KIND, Printout(bound.pages, Handling(duplex=True)))
    return replace(made, problems=(*bound.problems, *made.problems))


def _for_screen(subject: Subject) -> Document:
    from pnp.book.web.page import make_web

    text = [*blocks(subject, SCREEN, len(subject.judgement.counted), SCREEN_WIDTH), *sums(subject)]
    html, problems = make_web(subject.job, text, played(subject), KIND)
    return Document(html.encode(), 1, Handling(), tuple(problems))


def blocks(subject: Subject, sizes: Sizes, shown: int, width: float) -> list[Block]:
    """The text with so many findings, for a page whose text is so many millimetres wide."""
    return [
        *opening(subject, width),
        verdict(subject),
        *standing(subject, width),
        *scores(subject, sizes.chart),
        *gained_and_lost(subject, sizes.lane, width),
        *table(subject, sizes.table),
        *findings(subject, shown),
    ]


class _Fitting:
    """Makes charts as large, and findings as many, as two pages hold."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._names = book_names(subject.job, KIND)
        self._size = roomy(subject.job.settings.paper.size, LEAST)
        room = geometry(self._size, beside=False, style=subject.job.layout.book).room
        self._width = room.width / room.scale
        self._count = len(subject.judgement.counted)

    def bound(self) -> BoundBook:
        sizes = self._sizes()
        fewer = range(self._count, 0, -1)
        first = bisect_right(fewer, False, key=lambda shown: _fits(self._bind(sizes, shown)))
        bound = self._bind(sizes, fewer[first] if first < self._count else 0)
        whole = self._bind(sizes, self._count, list(sums(self._subject)))
        return whole if _fits(whole) else bound

    def _sizes(self) -> Sizes:
        """The largest with which the charts stand on the first page, the table and some findings on the second."""
        few = min(FEW, self._count)
        sizes = self._largest(CHARTS, BELONGINGS, few) or self._largest(PARTED, SCORES, few) or PARTED[-1]
        tables = (sizes._replace(table=most) for most in TABLES)
        return next((one for one in tables if _fits(self._bind(one, few))), sizes)

    def _largest(self, charts: Sequence[Sizes], last: str, few: int) -> Sizes | None:
        """The first of some sizes with which a heading stands on the first page, if it stands anywhere."""
        return next((one for one in charts if self._bind(one, few).page_of.get(last, 1) == 1), None)

    def _bind(self, sizes: Sizes, shown: int, more: Sequence[Block] = ()) -> BoundBook:
        subject = self._subject
        text = [*blocks(subject, sizes, shown, self._width), *more]
        return bind_leaves(subject.job, text, self._names, self._size, played(subject))


def _fits(bound: BoundBook) -> bool:
    return len(bound.pages) <= PAGES

"""Makes the rulebook of an edition: as pages, as sheets to fold, or as one page for the screen."""

from __future__ import annotations

from dataclasses import replace

from pnp.base.errors import BadFile, Complaint, Place
from pnp.base.frozen import FrozenDict
from pnp.base.text import Message, say
from pnp.book.blocks import Block, links_of
from pnp.book.manuscript import Manuscript, mentioned, write_manuscript
from pnp.book.markdown import read_markdown
from pnp.book.paged.binding import BACK, BoundBook, bind_book, book_names
from pnp.book.paged.booklet import imposed, page_size
from pnp.data.edition import section_mark
from pnp.data.layout import LayoutNames, Size
from pnp.faces.job import Job
from pnp.faces.options import Binding
from pnp.faces.page import Handling, Page, Printout, roomy, whole_page
from pnp.faces.renderer import Document, Renderer, print_pages
from pnp.words.messages import rulebook_folder

LEAST = Size(100, 100)


def make_rulebook(job: Job, title: Message) -> Document:
    """The book as PDF, with the page of each rule, and how many of its texts are not translated."""
    manuscript = write_manuscript(job.workspace, job.edition, job.catalog)
    size = roomy(page_size(job.settings), LEAST)
    names = book_names(job, title)
    bound = bind_book(job, blocks_of(job, manuscript), names, played(manuscript), size)
    made = print_pages(job, title, _printout(job, bound, names))
    return replace(
        made,
        problems=(*bound.problems, *made.problems),
        page_of=FrozenDict(bound.page_of),
        lacking=manuscript.untranslated,
    )


def make_web_rulebook(job: Job, _: Message) -> Document:
    """One page for the screen."""
    from pnp.book.web.page import make_web

    manuscript = write_manuscript(job.workspace, job.edition, job.catalog)
    html, problems = make_web(job, blocks_of(job, manuscript), played(manuscript))
    return Document(html.encode(), 1, Handling(), tuple(problems), lacking=manuscript.untranslated)


def _references(job: Job, manuscript: Manuscript) -> dict[str, str]:
    """What references to rules are printed as: numbers of sections, or the ids of the rules."""
    if job.layout.book.ids:
        return {rule: rule for rule in manuscript.sections}
    return {rule: job.catalog(section_mark(number)) for rule, number in manuscript.sections.items()}


def blocks_of(job: Job, manuscript: Manuscript) -> tuple[Block, ...]:
    """The blocks of a manuscript; BadFile where it refers to what is not in the book."""
    try:
        blocks = read_markdown(manuscript.markdown, _references(job, manuscript), manuscript.footnotes)
    except RecursionError:
        message = say("emphasis is nested too deeply in the book, such as * inside **")
        raise BadFile(Complaint(message, Place(rulebook_folder(job.edition.game)))) from None
    anchors, links = links_of(blocks)
    missing = [rule for rule in manuscript.sections if rule not in anchors]
    if missing:
        raise BadFile(_swallowed(job, missing[0]))
    if lost := sorted(links - anchors):
        raise BadFile(*(_nowhere(job, target) for target in lost))
    return blocks


def played(manuscript: Manuscript) -> dict[str, LayoutNames]:
    """What each example came to, by the example's name: what its figures may name."""
    return {name: dict(found._asdict()) for name, found in manuscript.examples.items()}


def _printout(job: Job, bound: BoundBook, names: LayoutNames) -> Printout:
    if job.settings.binding is Binding.PAGES:
        few = max(len(bound.pages) // 4, 1)
        return Printout(bound.pages, Handling(duplex=True, shown=bound.pages[::few][:4]))
    size = bound.pages[0].size
    blank, back = whole_page(size, lambda _: None), _whole(BACK, size, names)
    sides = imposed((*bound.pages, back), blank, job.settings)
    return Printout(sides, Handling(duplex=True, shown=sides[:1]))


def _whole(part: str, size: Size, names: LayoutNames) -> Page:
    def draw(renderer: Renderer) -> None:
        renderer.draw_page(part, size, names)

    return whole_page(size, draw)


def _swallowed(job: Job, rule: str) -> Complaint:
    message = say("the text has no section for rule {rule}", rule=rule)
    hint = say(
        "check that {example} is there, and that no box or code fence above it is left open",
        example="{{ chapters() }}",
    )
    place = mentioned(job.workspace, job.edition.game.key, f'rule("{rule}")', "chapters()")
    return Complaint(message, place, hint)


def _nowhere(job: Job, target: str) -> Complaint:
    message = say("the text refers to “{target}”, which is not in this book", target=target)
    hint = say("if the rule may be missing, check first: {example}", example=f'{{% if "{target}" in told %}}')
    return Complaint(message, mentioned(job.workspace, job.edition.game.key, f"[{target}]", f"(#{target})"), hint)

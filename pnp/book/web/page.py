"""Writes the blocks of a rulebook as one page of HTML for the phone at the table: nothing else to load, no script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import quote

from pnp import __version__
from pnp.base.errors import BadFile, Complaint
from pnp.base.text import Message, word
from pnp.book.blocks import Block, Heading, headed, plain_words, sign_of
from pnp.book.web.gallery import Gallery
from pnp.book.web.prose import Prose
from pnp.book.web.style import dark, light, style_of
from pnp.data.layout import LayoutNames
from pnp.draw.svg import OWN, Sprite, element, escaped
from pnp.faces.job import Job
from pnp.faces.namespace import version_of
from pnp.words.choices import rules_used

RULEBOOK = word("artefact", "Rulebook")
CONTENTS = f"{OWN}contents"
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"


def make_web(
    job: Job, blocks: Sequence[Block], played: Mapping[str, LayoutNames], kind: Message = RULEBOOK
) -> tuple[str, list[Complaint]]:
    """The page, and what a look at its figures would find wrong; BadFile names what it shows and nobody drew.

    `played` is what the figures of each example show, `kind` what the text is called.
    """
    gallery = Gallery(job, played)
    prose = Prose(job, gallery, blocks)
    text = "".join(prose.chapters())
    if gallery.missing:
        raise BadFile(*gallery.missing)
    return _page(job, kind, gallery.sprite, prose.entries, text), gallery.problems


def _page(job: Job, kind: Message, sprite: Sprite, entries: Sequence[Heading], text: str) -> str:
    catalog = job.catalog
    contents = element("a", escaped(catalog(word("book", "Contents"))), class_="up", href=f"#{CONTENTS}")
    inside = [
        sprite.markup(),
        _masthead(job, kind),
        _contents(job, entries),
        element("main", element("article", text)),
        element("footer", element("p", escaped(_colophon(job)))),
        contents if entries else "",
    ]
    body = element("body", "\n".join(filter(None, inside)))
    language, direction = catalog.language.replace("_", "-"), catalog.locale.text_direction
    page = element("html", f"\n{_head(job, kind)}\n{body}\n", lang=language, dir=direction)
    return f"<!DOCTYPE html>\n{page}\n"


def _head(job: Job, kind: Message) -> str:
    colours = job.layout.colours
    title = f"{job.catalog(job.edition.game.title)} – {job.catalog(kind)}"
    metas = (
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="color-scheme" content="light dark">',
        f'<meta name="theme-color" content="{light(colours)["ground"]}" media="(prefers-color-scheme: light)">',
        f'<meta name="theme-color" content="{dark(colours)["ground"]}" media="(prefers-color-scheme: dark)">',
        f'<meta name="generator" content="pnp {__version__}">',
        '<link rel="icon" href="data:,">',
        element("title", escaped(title)),
        element("style", f"\n{style_of(colours, job.layout.book)}\n"),
    )
    return element("head", "\n" + "\n".join(metas) + "\n")


def _masthead(job: Job, kind: Message) -> str:
    catalog = job.catalog.knowing(job.edition.facts())
    game = job.edition.game
    about = catalog(game.about) if kind == RULEBOOK else ""
    return element(
        "header",
        element("h1", escaped(catalog(game.title)))
        + element("p", escaped(" · ".join(_chosen(job))), class_="edition")
        + (element("p", escaped(about), class_="about") if about else ""),
        class_="masthead",
    )


def _chosen(job: Job) -> list[str]:
    return [rules_used(job.edition, job.catalog), *(job.catalog(choice.title) for choice in job.edition.choices())]


def _colophon(job: Job) -> str:
    catalog = job.catalog
    return " · ".join(
        [
            catalog(job.edition.game.title),
            *version_of(job.edition.game, catalog),
            catalog.language_name(catalog.language),
            f"pnp {__version__}",
        ]
    )


def _contents(job: Job, entries: Sequence[Heading]) -> str:
    """Closed on a phone until it is wanted; open beside the text where there is room."""
    if not entries:
        return ""
    title = escaped(job.catalog(word("book", "Contents")))
    lines = element("details", element("summary", title) + _listed(entries, ids=job.layout.book.ids))
    return element("nav", lines, id=CONTENTS, aria_label=job.catalog(word("book", "Contents")))


def _listed(entries: Sequence[Heading], *, ids: bool) -> str:
    """Chapters, each with the list of its sections."""
    chapters = []
    for chapter, sections in headed(entries, 1):
        inner = "".join(element("li", _entry(one, ids=ids)) for one in sections)
        shown = (_entry(chapter, ids=ids) if chapter else "") + (element("ol", inner) if inner else "")
        chapters.append(element("li", shown))
    return element("ol", "".join(chapters))


def _entry(heading: Heading, *, ids: bool) -> str:
    sign = sign_of(heading, ids=ids)
    figure = element("span", escaped(sign), class_="number") if sign else ""
    title = escaped(plain_words(heading.runs))
    return element("a", f"{figure} {title}".strip(), href=f"#{quote(heading.anchor)}")

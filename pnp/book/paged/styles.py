"""Turns the book style of a layout into the types that a text is set in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pnp.book.paged.lines import Type
from pnp.data.layout import BookStyle

_SIZES = {2: (13.5, 16.5), 3: (11.0, 14.2)}  # of headings, in points, beside text of the usual size
_USUAL = BookStyle()
SMALL = Type("Sans", 8.4, 10.6)


@dataclass(frozen=True, slots=True)
class TypeStyles:
    """The types of a book's text, of its headings by level, of the tags before them and of its contents."""

    body: Type
    titles: Mapping[int, Type]
    pill: Type
    entry: Type
    chapter: Type  # in the contents


def styles_of(style: BookStyle) -> TypeStyles:
    """All types of a book: headings grow with its text; tags and the smallest are bold sans if it names no face."""
    larger = style.size / _USUAL.size
    titles = {
        level: Type(style.headings, size * larger, line * larger, style.heading_colour if level == 2 else "ink")  # noqa: PLR2004  a section
        for level, (size, line) in _SIZES.items()
    }
    own = style.headings != _USUAL.headings
    return TypeStyles(
        Type(style.font, style.size, round(style.size * style.leading, 2)),
        {**titles, 4: Type(style.headings if own else "Sans-Bold", 9.8, 13, style.heading_colour)},
        Type(style.headings, 9.4, 11) if own else Type("Sans-Bold", 8.6, 10),
        Type(style.font, 9.6, 12.8),
        Type(style.headings, 9.6, 12.8),
    )

"""Cites the pages of a printed rulebook: where the book in a kit tells each rule."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pnp.base.errors import BadFile, Complaint, Place
from pnp.base.files import read_text
from pnp.base.text import say
from pnp.data.workspace import LISTING
from pnp.referee.verdict import Verdict, VerdictFinding

MOST_PAGES = 10_000
_SECTION = re.compile(r"\d{1,4}\.\d{1,4}")


@dataclass(frozen=True, slots=True)
class RulebookPages:
    """The rulebook of a kit: its game, and for each rule its section and page."""

    game: str
    rules: Mapping[str, tuple[str, int]]


def rulebook_in(folder: Path) -> RulebookPages:
    """The rulebook that lies in a kit's folder; BadFile where there is none."""
    import json

    path = folder / LISTING
    hint = say("name the folder that {command} has filled", command="pnp kit")
    if not path.is_file():
        raise BadFile(Complaint(say("there is no such file"), Place(path), hint))
    try:
        listing = json.loads(read_text(path))
        (book,) = (one for one in listing["artefacts"] if one["part"] == "rulebook")
        rules = {rule: _section_and_page(one) for rule, one in book["rules"].items()}
        return RulebookPages(str(listing["game"]), rules)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        message = say("this is not the listing of a kit with a rulebook")
        raise BadFile(Complaint(message, Place(path), hint)) from None


def _section_and_page(found: Any) -> tuple[str, int]:
    """Section and page as a kit lists them; ValueError for what is no such thing."""
    section, page = found["section"], found["page"]
    if not _SECTION.fullmatch(section) or type(page) is not int or not 0 < page < MOST_PAGES:
        raise ValueError(section)
    return section, page


def cited(verdict: Verdict, book: RulebookPages) -> Verdict:
    """A verdict whose findings name section and page of the book, if it is that of the game."""
    if verdict.game != book.game:
        return verdict
    return replace(verdict, findings=tuple(_with_page(finding, book) for finding in verdict.findings))


def _with_page(finding: VerdictFinding, book: RulebookPages) -> VerdictFinding:
    if finding.rule not in book.rules:
        return finding
    section, page = book.rules[finding.rule]
    return replace(finding, section=f"§{section}" if finding.section else "", page=page)

"""Cites the pages of a printed rulebook: where the book in a kit tells each rule."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pnp.base.errors import BadFile, BadRequest, Complaint, Place
from pnp.base.files import read_text
from pnp.base.text import say
from pnp.data.values import excerpt
from pnp.data.workspace import LISTING
from pnp.referee.verdict import Verdict, VerdictFinding

MOST_PAGES = 10_000
_SECTION = re.compile(r"\d{1,4}\.\d{1,4}")


@dataclass(frozen=True, slots=True)
class RulebookPages:
    """The rulebook of a kit: its game, and for each rule its section and page."""

    game: str
    rules: Mapping[str, tuple[str, int]]


def rulebook_in(folder: Path, game: str = "") -> RulebookPages:
    """The rulebook that lies in a kit's folder; BadFile where there is none, BadRequest for that of another game."""
    import json

    path = folder / LISTING
    hint = say("give the folder that {command} wrote", command="pnp kit")
    try:
        text = read_text(path)
    except BadFile as error:
        raise BadFile(*(replace(one, hint=one.hint or hint) for one in error.complaints)) from None
    try:
        listing = json.loads(text)
        (book,) = (one for one in listing["artefacts"] if "rules" in one)
        rules = {rule: _section_and_page(one) for rule, one in book["rules"].items()}
        found = RulebookPages(str(listing["game"]), rules)
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        message = say("this isn’t the listing of a kit with a rulebook")
        raise BadFile(Complaint(message, Place(path), hint)) from None
    if game and found.game != game:
        raise _of_another_game(found, path, (game,))
    return found


def serving(verdicts: Iterable[Verdict], book: RulebookPages, folder: Path) -> Iterator[Verdict]:
    """The verdicts, held back until one is of the book's game; BadRequest in place of all where none is."""
    coming = iter(verdicts)
    waiting: list[Verdict] = []
    for verdict in coming:
        waiting.append(verdict)
        if verdict.game in {"", book.game}:  # one that cannot be read may have been of its game
            yield from waiting
            yield from coming
            return
    raise _of_another_game(book, folder / LISTING, sorted({verdict.game for verdict in waiting}))


def _of_another_game(book: RulebookPages, path: Path, games: Sequence[str]) -> BadRequest:
    message = say("this kit is for the game “{found}”, not “{game}”", found=excerpt(book.game), game=", ".join(games))
    return BadRequest(Complaint(message, Place(path)))


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
    return replace(finding, section=_SECTION.sub(section, finding.section), page=page)

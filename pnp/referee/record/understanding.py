"""What somebody typed at the table, as a change of the log: steps, whole lines, comments, numbers of offers."""

from __future__ import annotations

from pnp.errors import BadFile
from pnp.referee.notation import VERBS, fold
from pnp.referee.reading import Misread, tokens
from pnp.referee.record.draft import Draft, Offer
from pnp.referee.record.shorthand import Unclear, fits
from pnp.referee.record.words import ENDING, means
from pnp.referee.step import Line, Step
from pnp.referee.textlog import numbered, read_line, split_comment
from pnp.text import say


def understood(draft: Draft, text: str) -> Draft:
    """The draft with what the text tells; BadFile, Misread or Unclear where it tells nothing."""
    text, comment = split_comment(text)
    text = text.strip()
    if not text:
        return draft.noted(comment) if comment else draft
    if text.isdecimal():
        text = _chosen(draft, text)
    label, colon, rest = text.partition(":")
    if not colon:
        return _told(draft, text, comment)
    number, name = numbered(label)
    seat = draft.desk.reader.players.get(fold(name))
    if seat is None:
        line = _line(draft, text)
        if line:
            return draft.added(line._replace(comment=comment))
        seat = draft.desk.shorthand.player(name)
        assert seat is not None
    turn = draft.turn
    if not (turn and turn.seat == seat and number in (None, turn.turn)):
        draft = draft.begun(seat, number)
    return _told(draft, rest, comment)


def completed(draft: Draft, text: str) -> list[str]:
    """The texts that one may become, the part after the last semicolon completed."""
    before, part = _parted(text)
    try:
        draft = understood(draft, before.rstrip("; ")) if before.strip() else draft
    except (BadFile, Misread, Unclear):
        return []
    typed = tokens(part)
    offers = [offer.text for offer in draft.offers if not typed or _fits(draft, offer, typed)]
    if not offers:
        try:
            stem = part.rstrip()[: len(part.rstrip()) - len(typed[-1])] if typed else ""
            offers = [stem + ending for ending in draft.desk.shorthand.endings(part)]
        except Unclear:
            return []
    lead = before + " " if before and not before[-1].isspace() else before
    return [f"{lead}{offer}" for offer in offers]


def _parted(text: str) -> tuple[str, str]:
    """What is finished of a text, and the part that is still being typed."""
    end = max(text.rfind(";"), text.rfind(":")) + 1
    while end < len(text) and text[end].isspace():
        end += 1
    return text[:end], text[end:]


def _chosen(draft: Draft, text: str) -> str:
    number = int(text[:9])
    if not 0 < number <= len(draft.offers):
        raise Misread(0, say("there is no choice {number} here", number=number))
    return draft.offers[number - 1].text


def _line(draft: Draft, text: str) -> Line | None:
    """A deal or a claim; None where a player's name is only begun."""
    desk = draft.desk
    try:
        return read_line(text, desk.log, desk.library)
    except BadFile:
        label, _, rest = text.partition(":")
        if desk.shorthand.player(numbered(label)[1]) is not None:
            return None
        longer = f"{label}: {desk.shorthand.cards(rest)}"
        if longer == text:
            raise
    return read_line(longer, desk.log, desk.library)


def _told(draft: Draft, text: str, comment: str | None) -> Draft:
    """The steps of a text one after the other, each understood at the table that the ones before lead to."""
    parts = [part.strip() for part in text.split(";") if part.strip()]
    for number, part in enumerate(parts, 1):
        last = number == len(parts)
        if not ends(draft, part):
            draft = draft.played(_steps(draft, part), comment if last else None)
        else:
            draft = (draft.noted(comment) if last and comment else draft).ended()
    return draft if parts or not comment else draft.noted(comment)


def ends(draft: Draft, text: str) -> bool:
    """Whether a text says that the turn is over."""
    return means(ENDING, text, draft.desk.say_it) and not draft.desk.reader.vocabulary.find(VERBS, text)


def _steps(draft: Draft, text: str) -> tuple[Step, ...]:
    """A step as it is, or what begins so: an offer if only one does, else any step."""
    read = draft.desk.reader.steps
    try:
        return read(text)
    except Misread:
        typed = tokens(text)
        meant = [offer for offer in draft.offers if _fits(draft, offer, typed)]
    whole = [offer for offer in meant if len(tokens(offer.text)) == len(typed)]
    if len(whole or meant) == 1:
        return read((whole or meant)[0].text)
    several = Unclear(text, [f"{draft.offers.index(offer) + 1} {offer.text}" for offer in meant])
    try:
        steps = _completed(draft, text)
    except (Misread, Unclear):
        if meant:
            raise several from None
        raise
    if meant and any(draft.table.why_not(step) for step in steps):
        raise several
    return steps


def _completed(draft: Draft, text: str) -> tuple[Step, ...]:
    """An abbreviated step, begun by a verb or else by a player's name."""
    read, shorthand = draft.desk.reader.steps, draft.desk.shorthand
    likely = {offer.verb for offer in draft.offers}
    try:
        return read(shorthand.step(text, likely))
    except (Misread, Unclear) as wrong:
        try:
            return read(shorthand.step(text, likely, by_player=True))
        except (Misread, Unclear):
            raise wrong from None


def _fits(draft: Draft, offer: Offer, typed: list[str]) -> bool:
    """Whether an offer begins so; the name before what another player does may be left out."""
    words = tokens(offer.text)
    name = 0 if offer.by is None else len(draft.desk.log.players[offer.by].split())
    return fits(typed, words) or (name > 0 and fits(typed, words[name:]))

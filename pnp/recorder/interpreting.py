"""What somebody typed at the table, as a change of the log: steps, whole lines, comments, numbers of offers."""

from __future__ import annotations

from pnp.base.errors import BadFile
from pnp.base.text import say
from pnp.log.steps.misread import Misread, tokens
from pnp.log.textlog.lines import numbered, split_comment
from pnp.recorder.abbreviation import fits_offer, meant
from pnp.recorder.commands import ENDING, means
from pnp.recorder.draft import Draft, Due
from pnp.recorder.shorthand import Ambiguous
from pnp.rules.notation import VERBS, fold
from pnp.rules.step import Line


def understood(draft: Draft, text: str) -> Draft:
    """The draft with what a text tells; BadFile, Misread, Ambiguous where it tells nothing, Due where it is early."""
    text, comment = split_comment(text)
    text = text.strip()
    if not text:
        return draft.commented(comment) if comment else draft
    if line := _rest_of_due(draft, text):
        return draft.added(line._replace(comment=comment))
    if text.isdecimal():
        text = _chosen(draft, text)
    label, colon, rest = text.partition(":")
    if not colon:
        return _steps_done(draft, text, comment)
    number, name = numbered(label)
    seat = draft.setup.reader.players.get(fold(name))
    if seat is None:
        line = _line(draft, text)
        if line:
            return draft.added(line._replace(comment=comment))
        seat = draft.setup.shorthand.player(name)
        assert seat is not None
    return _turn(draft, seat, number, rest, comment)


def _turn(draft: Draft, seat: int, number: int | None, rest: str, comment: str | None) -> Draft:
    """A line of a player: it goes on with that player's turn, unless only another turn of the same player fits."""
    turn = draft.turn
    if not (turn and turn.seat == seat and number in (None, turn.turn)):
        return _steps_done(draft.begun(seat, number), rest, comment)
    same = _steps_done(draft, rest, comment)
    if not draft.may_end or not same.findings_since(draft):
        return same
    other = _steps_done(draft.begun(seat, number), rest, comment)
    return same if other.findings_since(draft) else other


def completed(draft: Draft, text: str) -> list[str]:
    """The texts that one may become, the part after the last semicolon completed."""
    before, part = _parted(text)
    try:
        draft = understood(draft, before.rstrip("; ")) if before.strip() else draft
    except (BadFile, Misread, Ambiguous, Due):
        return []
    typed = tokens(part)
    offers = [offer.text for offer in draft.offers if not typed or fits_offer(draft, offer, typed)]
    if not offers:
        try:
            stem = part.rstrip()[: len(part.rstrip()) - len(typed[-1])] if typed else ""
            offers = [stem + ending for ending in draft.setup.shorthand.endings(part)]
        except Ambiguous:
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
        raise Misread(0, say("there’s no option {number} here", number=number))
    return draft.offers[number - 1].text


def _rest_of_due(draft: Draft, text: str) -> Line | None:
    """The line that is due, if the text is what stands in it behind the colon.

    A number alone is that of an offer; Ambiguous where it may be either.
    """
    awaited = draft.awaited
    if awaited is None or ":" in text:
        return None
    words = text.split()
    rest = ", ".join(words) if all(map(str.isdecimal, words)) else text  # numbers need no commas
    whole = f"{draft.setup.scribe.step(awaited)} {rest}"
    try:
        line = draft.setup.line(whole)
    except BadFile:
        return None
    if not text.isdecimal():
        return line
    chosen = draft.offers[int(text[:9]) - 1].text if 0 < int(text[:9]) <= len(draft.offers) else ""
    if not draft.allows(line.steps[:1]):
        return None
    if chosen and chosen != draft.setup.written(line):
        raise Ambiguous(text, [whole, chosen])
    return line


def _line(draft: Draft, text: str) -> Line | None:
    """A deal, a claim or what heads a line of its own; None where a player's name is only begun."""
    setup = draft.setup
    try:
        return setup.line(text)
    except BadFile:
        label, _, rest = text.partition(":")
        longer = f"{setup.shorthand.label(label)}:{rest}" if label.strip() else text
        player = setup.shorthand.player(numbered(label)[1])
        if player is not None and longer == text:
            return None
        if player is not None:
            raise Ambiguous(label.strip(), [setup.log.players[player], longer.partition(":")[0]]) from None
        if longer == text:
            longer = f"{label}: {setup.shorthand.cards(rest)}"
        if longer == text:
            raise
    return setup.line(longer)


def _steps_done(draft: Draft, text: str, comment: str | None) -> Draft:
    """The steps of a text one after the other, each understood at the table that the ones before lead to."""
    parts = [part.strip() for part in text.split(";") if part.strip()]
    for number, part in enumerate(parts, 1):
        last = number == len(parts)
        if not ends(draft, part):
            draft = _done(draft, part, comment if last else None)
        else:
            draft = (draft.commented(comment) if last and comment else draft).ended()
    return draft if parts or not comment else draft.commented(comment)


def ends(draft: Draft, text: str) -> bool:
    """Whether a text says that the turn is over."""
    return means(ENDING, text, draft.setup.say_it) and not draft.setup.reader.vocabulary.find(VERBS, text)


def _done(draft: Draft, text: str, comment: str | None) -> Draft:
    """A step as it is, or what begins so."""
    setup = draft.setup
    try:
        steps = setup.reader.steps(text)
    except Misread:
        whole = meant(draft, text)
        if ":" in whole:  # it heads a line of its own
            return draft.added(setup.line(whole)._replace(comment=comment))
        steps = setup.reader.steps(whole)
    return draft.played(steps, comment)

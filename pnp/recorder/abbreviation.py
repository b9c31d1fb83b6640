"""What an abbreviated step stands for: always a step whose word begins so, and never a guess among verbs.

A verb counts that may be done now or, where the turn may be over, at the beginning of the next one; so does a note.
Where several count, they are named. Only where none does, a step against the rules is meant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from pnp.log.steps.misread import Misread, tokens
from pnp.recorder.draft import Draft, Offer
from pnp.recorder.shorthand import Ambiguous, fits
from pnp.rules.notation import VERBS, VerbForm, fold


class Sense(NamedTuple):
    """What one verb makes of an abbreviation: what to show of it, and the whole step where that is clear."""

    form: VerbForm
    shown: tuple[str, ...]
    text: str = ""
    counts: bool = True


def meant(draft: Draft, text: str) -> str:
    """The whole text of an abbreviated step; Ambiguous where it may be several, Misread where it is none."""
    words, shorthand = tokens(text), draft.setup.shorthand
    named = shorthand.by_player(words)
    senses = list(_senses(draft, words, 0))
    if not senses and named:
        verbs = shorthand.forms(words[0])  # if there are any, somebody else's step is meant only where it counts
        senses = [sense for sense in _senses(draft, named, 1) if sense.counts or not verbs]
    if not senses:
        raise _trouble(draft, words)
    senses = [sense for sense in senses if sense.counts] or senses
    ending = [draft.setup.ending] if draft.may_end and fold(draft.setup.ending).startswith(fold(text)) else []
    if len(senses) > 1 or ending:
        shown = [one.shown[0] if len(one.shown) == 1 else _begun(draft, one.form) for one in senses]
        raise Ambiguous(text, shown + ending)
    if not senses[0].text:
        raise Ambiguous(text, senses[0].shown)
    return senses[0].text


def fits_offer(draft: Draft, offer: Offer, typed: Sequence[str]) -> bool:
    """Whether an offer begins so; the name before what another player does may be left out."""
    words = _words(offer)
    name = 0 if offer.by is None else len(draft.setup.log.players[offer.by].split())
    return fits(typed, words) or (name > 0 and fits(typed, words[name:]))


def _words(offer: Offer) -> list[str]:
    return tokens(offer.text.replace(":", " "))


def _senses(draft: Draft, words: Sequence[str], at: int) -> Iterator[Sense]:
    for form in draft.setup.shorthand.forms(words[at]):
        if sense := _sense(draft, words, at, form):
            yield sense


def _sense(draft: Draft, words: Sequence[str], at: int, form: VerbForm) -> Sense | None:
    """What a verb makes of words: one offer, else a step that is completed, else several offers."""
    now, after = _fitting(draft, words, form), draft.following
    if len(now) == 1:
        return Sense(form, _numbered(draft, now), now[0].text)
    text = _completed(draft, words, at, form)
    if text and (form.notes or _legal(draft, text)):
        return Sense(form, (text,), text)
    if now:
        return Sense(form, _numbered(draft, now))
    later = _later(after, words, form) if after else None
    if later or not text:
        return later
    return Sense(form, (text,), text, counts=after is not None and after.allows(draft.setup.reader.steps(text)))


def _later(after: Draft, words: Sequence[str], form: VerbForm) -> Sense | None:
    """What a verb makes of words once the turn is over."""
    offers = _fitting(after, words, form)
    if len(offers) == 1:
        return Sense(form, (offers[0].text,), offers[0].text)
    return Sense(form, (_begun(after, form),)) if offers else None


def _fitting(draft: Draft, words: Sequence[str], form: VerbForm) -> list[Offer]:
    """The offers of a verb that begin so; those that have no more words, if there are such."""
    found = [offer for offer in draft.offers if offer.verb == form.verb and fits_offer(draft, offer, words)]
    return [offer for offer in found if len(_words(offer)) == len(words)] or found


def _numbered(draft: Draft, offers: Sequence[Offer]) -> tuple[str, ...]:
    return tuple(f"({draft.offers.index(offer) + 1}) {offer.text}" for offer in offers)


def _begun(draft: Draft, form: VerbForm) -> str:
    return f"{draft.setup.scribe.word(VERBS, form.verb)} …"


def _completed(draft: Draft, words: Sequence[str], at: int, form: VerbForm) -> str:
    """The words as a step of a verb; empty where they are none."""
    try:
        text = draft.setup.shorthand.step(words, at, form)
        draft.setup.reader.steps(text)
    except (Misread, Ambiguous):
        return ""
    return text


def _legal(draft: Draft, text: str) -> bool:
    return draft.allows(draft.setup.reader.steps(text))


def _trouble(draft: Draft, words: Sequence[str]) -> Misread | Ambiguous:
    """Why words are no step of any verb that begins so."""
    shorthand, forms = draft.setup.shorthand, draft.setup.shorthand.forms(words[0])
    if len(forms) > 1:
        return Ambiguous(words[0], [draft.setup.scribe.word(VERBS, form.verb) for form in forms])
    try:
        draft.setup.reader.steps(shorthand.step(words, 0, forms[0]) if forms else " ".join(words))
    except (Misread, Ambiguous) as trouble:
        return trouble
    raise AssertionError(words)

"""Says a judgement in the words of one language, as a verdict."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pnp.base.errors import Complaint, Failure, Place
from pnp.base.text import say, word
from pnp.data.edition import EditionData, section_mark
from pnp.data.model import Mark, Value
from pnp.data.values import excerpt, written
from pnp.log.library import Library, rules_of
from pnp.log.log import CLAIMS, DEAL_WORD, Log, claimed
from pnp.log.writing import Scribe, dealt
from pnp.referee.findings import Finding, Judgement
from pnp.referee.verdict import (
    OpenQuestion,
    PlayerScore,
    ReadAs,
    UsedValue,
    Verdict,
    VerdictFinding,
    VerdictProblem,
)
from pnp.rules.notation import usual
from pnp.rules.outcome import Outcome, Unclear
from pnp.rules.step import Step
from pnp.words.catalog import Catalog, load_catalog
from pnp.words.sentences import ValueSentences

if TYPE_CHECKING:
    from pnp.referee.citations import RulebookPages

MOST_PLAYED = 300  # letters of a step

_MARKS = {
    Mark.EDITION: word("mark", "this edition"),
    Mark.ASSUMED: word("mark", "assumed"),
    Mark.RULING: word("mark", "our ruling"),
    Mark.YOURS: word("mark", "house rule"),
}


class Voice(NamedTuple):
    """What it takes to say a finding: words, a hand to write steps with, rules and the numbers of their sections."""

    say_it: Catalog
    scribe: Scribe
    edition: EditionData
    sections: Mapping[str, str]


def voice_for(judgement: Judgement, library: Library, language: str) -> Voice:
    """A voice in a language for the findings of one judgement, by the names and values of its edition."""
    log, edition = judgement.log, judgement.edition
    return Voice(
        load_catalog(library.workspace, language, log.game).knowing(edition.facts()),
        Scribe(rules_of(log.game).notation, library.catalog(language), library.cards(log.game), log.players),
        edition,
        edition.cited_sections,
    )


def verdict_of(judgement: Judgement, library: Library, language: str, book: RulebookPages | None = None) -> Verdict:
    """The verdict in the words of a language; its findings cite the pages of a rulebook where there is one."""
    log, outcome = judgement.log, judgement.outcome
    voice = voice_for(judgement, library, language) if judgement.findings else None
    say_it = voice.say_it if voice else library.catalog(language)
    verdict = Verdict(
        file=str(log.path),
        game=log.game,
        edition=judgement.edition.key,
        players=log.players,
        steps=judgement.steps,
        assumptions=read_as(log),
        findings=tuple(finding_of(one, voice) for one in judgement.findings if voice),
        over=outcome.over,
        winners=winners_of(outcome, log.players),
        may_have_won=contenders_of(outcome, log.players),
        scores=scores_of(outcome, log.players),
        unclear=tuple(_question(one, say_it) for one in judgement.unclear),
        remarks=tuple(say_it(remark) for remark in judgement.remarks),
    )
    if book is None:
        return verdict
    from pnp.referee.citations import cited

    return cited(verdict, book)


def problems(path: Path, error: Exception, ui: Catalog) -> tuple[VerdictProblem, ...]:
    """Why a file cannot be judged; what is our own fault must not end the check of a whole folder."""
    if isinstance(error, Failure):
        return tuple(_problem(one, ui) for one in error.complaints)
    stumbled = Complaint(
        say("the referee stumbled over this log ({error})", error=type(error).__name__),
        Place(path),
        say("this is a bug in pnp; please report it and include the log"),
    )
    return (_problem(stumbled, ui),)


def _problem(complaint: Complaint, ui: Catalog) -> VerdictProblem:
    place = complaint.place
    return VerdictProblem(
        line=place.line if place else None,
        column=place.column if place else None,
        message=ui(complaint.message),
        hint=ui(complaint.hint) if complaint.hint else None,
    )


def read_as(log: Log) -> tuple[ReadAs, ...]:
    """Where a log is not read as it stands."""
    return tuple(
        ReadAs(line=one.line, column=one.column, found=one.found, meant=one.meant)
        for one in log.assumptions
        if one.matters
    )


def _question(question: Unclear, say_it: Catalog) -> OpenQuestion:
    cure = say_it(question.cure) if question.cure else None
    return OpenQuestion(line=question.line, what=say_it(question.what), cure=cure)


# ---- how it ended ----


def winners_of(outcome: Outcome, players: tuple[str, ...]) -> tuple[str, ...]:
    """The winners by name; nobody before the game is over, or where the log does not tell."""
    return tuple(players[seat] for seat in outcome.winners) if outcome.over else ()


def contenders_of(outcome: Outcome, players: tuple[str, ...]) -> tuple[str, ...]:
    """Those who may have won, by name; nobody before the game is over, or where the winner is certain."""
    return tuple(players[seat] for seat in outcome.contenders) if outcome.over else ()


def scores_of(outcome: Outcome, players: tuple[str, ...]) -> tuple[PlayerScore, ...]:
    """The players by name with their scores, in the order of the seats, whether the game is over or not."""
    return tuple(
        PlayerScore(player=player, score=score) for player, score in zip(players, outcome.scores, strict=True)
    )


# ---- findings ----


def finding_of(finding: Finding, voice: Voice) -> VerdictFinding:
    """A finding as text, with the section of its rule; citing a rulebook adds the page."""
    say_it, players = voice.say_it, voice.scribe.players
    return VerdictFinding(
        rules=finding.rules,
        title=say_it(voice.edition.game.rules[finding.rule]),
        section=say_it(section_mark(voice.sections[finding.rule])) if finding.rule in voice.sections else "",
        line=finding.line,
        player=players[finding.seat] if finding.seat is not None else None,
        played=_played(_by_player(finding.step, finding.seat), voice) if finding.step else None,
        why=say_it(finding.why),
        instead=tuple(_played(step, voice) for step in finding.instead),
        more=finding.more,
        rests_on=tuple(_used(value, voice) for value in finding.rests),
        applied=finding.applied,
        assumes=_assumed(finding, voice),
        follows=finding.follows.line if finding.follows else None,
    )


def _assumed(finding: Finding, voice: Voice) -> str | None:
    """What the referee takes for granted to go on."""
    if finding.meant:
        return voice.say_it(say("read as: {step}", step=_played(finding.meant, voice)))
    if finding.missing:
        return voice.say_it(say("assumed to be missing before it: {step}", step=_played(finding.missing, voice)))
    return voice.say_it(finding.assumes) if finding.assumes else None


def _played(step: Step, voice: Voice) -> str:
    """A step as one would write it; the begin and end of a turn are not written, so they are said."""
    say_it, scribe = voice.say_it, voice.scribe
    if step.do == "end":
        return say_it(word("step", "end of turn"))
    if step.do == "turn":
        return say_it(word("step", "start of turn"))
    if step.do == "deal":
        cards = scribe.cards(step.args["cards"])
        whole = f"{usual(DEAL_WORD, say_it)} {cards}" if step.by is not None else dealt(step, scribe, say_it)
        return excerpt(whole, MOST_PLAYED)
    if step.do in CLAIMS:
        return f"{say_it(CLAIMS[step.do]).partition('|')[0]}: {claimed(step, scribe.players)}"
    return excerpt(scribe.step(step), MOST_PLAYED)


def _by_player(step: Step, seat: int | None) -> Step:
    """The step without the player's name, where that stands before it anyway."""
    return Step(step.do, step.args) if step.by == seat and step.do != "deal" else step


def _used(value: Value, voice: Voice) -> UsedValue:
    return UsedValue(
        key=value.key,
        value=written(value.fact),
        mark=value.mark,
        rule=value.rule,
        about=ValueSentences(voice.edition, voice.say_it).of(value),
        source=voice.say_it(_MARKS[value.mark]),
    )

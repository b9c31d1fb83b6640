"""Compares recorded games with what they would have been by changed rules: illegal, or won by another player."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from pnp.base.errors import BadRequest, Complaint, Failure
from pnp.base.parallel import in_parallel
from pnp.base.text import say
from pnp.data.edition import Choices, EditionData, choose
from pnp.log.file import read_log
from pnp.log.library import Library, rules_of
from pnp.log.log import Log
from pnp.referee.findings import Finding, Judgement
from pnp.referee.judge import ExplainingReplay, judgement_of, play_out, to_its_end
from pnp.referee.uncertain import CERTAIN, Uncertain, sentences, uncertain
from pnp.referee.verdict import VerdictFinding
from pnp.referee.wording.verdicts import (
    contenders_of,
    finding_of,
    problems,
    read_as,
    scores_of,
    voice_for,
    winners_of,
)
from pnp.rules.outcome import Outcome
from pnp.studies.difference import (
    EARLIER,
    ILLEGAL,
    LATER,
    LEGAL,
    MAYBE_SCORES,
    MAYBE_WINNER,
    SCORES,
    WINNER,
    GameEnd,
    LogDifference,
)
from pnp.studies.transpose import Passage, Transposition, changed_values, decisions
from pnp.words.catalog import load_catalog

ENDS = frozenset({WINNER, EARLIER, LATER, SCORES, MAYBE_WINNER, MAYBE_SCORES})  # what hangs on the whole game


@dataclass(frozen=True, slots=True, eq=False)
class JudgedGame:
    """A log by certain rules, and the line in which the game ended if it did."""

    judgement: Judgement
    ended: int | None
    uncertain: Uncertain = CERTAIN

    @property
    def end(self) -> float:
        """The line in which the game ended, to be compared; infinite where the log stops before."""
        return float("inf") if self.ended is None else self.ended


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """A game as it was recorded, and as it would have been.

    `illegal` is the first step that only the changed rules object to: from there on the game would have gone another
    way, so nothing is said about its end. `legal` is the first one that only the old rules object to. In the lines of
    `recounted`, other numbers of cards are paid or drawn; that alone is no change.
    """

    old: JudgedGame
    new: JudgedGame
    illegal: Finding | None
    legal: Finding | None
    recounted: tuple[int, ...] = ()

    @property
    def direct(self) -> bool:
        """Whether what is newly illegal rests on a changed value itself."""
        changed = changed_values(self.old.judgement.edition, self.new.judgement.edition)
        return self.illegal is not None and any(value.key in changed for value in self.illegal.rests)

    @property
    def changes(self) -> list[str]:
        """The kinds of change in their order; after a newly illegal step, nothing else is known, so only that one."""
        if self.illegal:
            return [ILLEGAL]
        old, new = self.old.judgement.outcome, self.new.judgement.outcome
        found = {
            LEGAL: self.legal is not None,
            WINNER: old.over and new.over and _another(old, new),
            EARLIER: self.new.end < self.old.end,
            LATER: self.new.end > self.old.end,
            SCORES: _differ(old, new),
            MAYBE_WINNER: old.over and new.over and _winners(old) != _winners(new) and not _another(old, new),
            MAYBE_SCORES: old.scores != new.scores and not _differ(old, new),
        }
        return [change for change, holds in found.items() if holds]


def _winners(outcome: Outcome) -> tuple[bool, tuple[int, ...]]:
    return bool(outcome.winners), outcome.may_lead


def _another(old: Outcome, new: Outcome) -> bool:
    """Whether the winner is certainly another one."""
    if old.contenders or new.contenders:
        return not set(old.may_lead) & set(new.may_lead)
    return old.winners != new.winners


def _differ(old: Outcome, new: Outcome) -> bool:
    """Whether a score is certainly another one."""
    return not all(was.meets(now) for was, now in zip(old.scores, new.scores, strict=True))


def _usable(change: Choices, paths: Sequence[Path], library: Library) -> Log | None:
    """Refuses a change that is none, or that the game of the logs does not know, before anything is run.

    The log that told the game, so that it is read once; None where none can be read.
    """
    if change == Choices():
        raise BadRequest(
            Complaint(say("no change was given"), None, say("for example {example}", example="--set hand.limit=8"))
        )
    for path in paths:
        try:
            log = read_log(path, library)
        except Failure:
            continue
        choose(library.game(log.game), change)
        return log
    return None


def compare(log: Log, library: Library, change: Choices) -> Difference:
    """A log judged by its own rules, and with a change on top."""
    whole = play_out(log, library, ExplainingReplay)  # with its notes, which may tell how the table reads a rule
    old = _judged(decisions(log, whole.rules.notation), whole.edition)
    readings = Choices(overrides={key: whole.edition[key] for key in whole.rules.readings})
    choices = log.choices.with_(readings).with_(change)
    if _alike(whole.edition, library.edition(log.game, choices)):
        return Difference(old, old, None, None)
    difference = _transposed(old, choices, library, unnamed=False)
    if difference.illegal and not difference.direct:  # it may be chance: other cards would have been drawn
        difference = _transposed(old, choices, library, unnamed=True)
    return difference


def _judged(log: Log, edition: EditionData) -> JudgedGame:
    passage = to_its_end(Passage(log, edition, rules_of(log.game)))
    return JudgedGame(judgement_of(passage), passage.ended, uncertain(passage))


def _transposed(old: JudgedGame, choices: Choices, library: Library, *, unnamed: bool) -> Difference:
    game = old.judgement.log.game
    edition = library.edition(game, choices)
    other = Transposition(old.judgement, edition, rules_of(game), unnamed=unnamed)
    other.run()
    new = _judged(other.transposed(choices, old.ended), edition)
    illegal = _first_new(old.judgement, new.judgement, other)
    recounted = tuple(line for line in other.recounted if not illegal or line <= illegal.line)
    return Difference(old, new, illegal, _first_gone(old, new), recounted)


def _alike(old: EditionData, new: EditionData) -> bool:
    return not changed_values(old, new) and (old.rules, old.decks) == (new.rules, new.decks)


def _first_new(old: Judgement, new: Judgement, other: Transposition) -> Finding | None:
    """The first finding by the changed rules about a step that the old ones did not object to."""
    for one in new.findings:
        step = other.recorded(one.line, one.step)
        if not any(one.line == known.line and step == known.step for known in old.findings):
            return replace(one, step=step)
    return None


def _first_gone(old: JudgedGame, new: JudgedGame) -> Finding | None:
    kept = {(one.line, one.step and one.step.do) for one in new.judgement.findings}
    for one in old.judgement.counted:
        reached = new.ended is None or one.line <= new.ended
        if reached and (one.line, one.step and one.step.do) not in kept:
            return one
    return None


# ---- many logs -----------------------------------------------------------------------------------------------------


def diff_all(paths: Sequence[Path], library: Library, language: str, change: Choices) -> Iterator[LogDifference]:
    """What the change does to each log, in the order of the files; BadRequest where their game has no such thing."""
    known = _usable(change, paths, library)
    return in_parallel(partial(_diff, library, language, change, known), paths, len(paths))


def _diff(library: Library, language: str, change: Choices, known: Log | None, path: Path) -> LogDifference:
    try:
        log = known if known and known.path == path else read_log(path, library)
        return difference_of(compare(log, library, change), library, language)
    except Exception as error:  # noqa: BLE001  whatever it is, it must not end the comparison of a whole folder
        return LogDifference(file=str(path), problems=problems(path, error, library.catalog(language)))


def difference_of(difference: Difference, library: Library, language: str) -> LogDifference:
    """What is different, in the words of a language."""
    old, new = difference.old, difference.new
    log, changes = old.judgement.log, difference.changes
    return LogDifference(
        file=str(log.path),
        game=log.game,
        players=log.players,
        assumptions=read_as(log),
        changes=tuple(changes),
        illegal=_finding(difference.illegal, new.judgement, library, language),
        direct=difference.direct,
        legal=_finding(difference.legal, old.judgement, library, language) if LEGAL in changes else None,
        before=_end(old),
        after=None if difference.illegal else _end(new),
        uncertain=_uncertain(difference, library, language) if ENDS.intersection(changes) else (),
        recounted=len(difference.recounted),
        recounted_from=difference.recounted[0] if difference.recounted else None,
    )


def _finding(finding: Finding | None, judgement: Judgement, library: Library, language: str) -> VerdictFinding | None:
    return finding_of(finding, voice_for(judgement, library, language)) if finding else None


def _end(game: JudgedGame) -> GameEnd:
    outcome, players = game.judgement.outcome, game.judgement.log.players
    return GameEnd(
        over=outcome.over,
        winners=winners_of(outcome, players),
        may_have_won=contenders_of(outcome, players),
        scores=scores_of(outcome, players),
        ended=game.ended,
    )


def _uncertain(difference: Difference, library: Library, language: str) -> tuple[str, ...]:
    """What is not certain in either of the games, so that their ends are not quite."""
    say_it = load_catalog(library.workspace, language, difference.old.judgement.log.game)
    both = (difference.old.uncertain, difference.new.uncertain)
    return tuple(dict.fromkeys(sentence for one in both for sentence in sentences(one, say_it)))

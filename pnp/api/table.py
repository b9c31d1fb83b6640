"""A table at which a game is played: what is legal, why something is not, and how the game stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

import pnp
from pnp.base.arguments import a_word
from pnp.base.errors import BadFile, BadRequest, Complaint, Failure
from pnp.base.frozen import FrozenDict
from pnp.base.span import Span
from pnp.base.text import Message, Text, say, so_many
from pnp.log.header import begun_log, refuse_players
from pnp.log.library import Library
from pnp.log.log import Log
from pnp.log.steps.misread import Misread
from pnp.log.writing import write_text
from pnp.recorder.draft import Draft, Due, draft_of
from pnp.recorder.interpreting import understood
from pnp.recorder.shorthand import Ambiguous
from pnp.referee.picture import picture
from pnp.referee.wording.verdicts import Voice, finding_of

if TYPE_CHECKING:
    from pnp.data.edition import EditionData

NAME = Path("table.log")  # by which a table's log calls itself


class AgainstTheRules(Failure):
    """A step that the rules forbid; `finding` has the rule, the reason and what would be legal."""

    def __init__(self, finding: pnp.VerdictFinding) -> None:
        super().__init__(Complaint(Message(Text("{objection}"), {"objection": str(finding)})))
        self.finding = finding


@dataclass(frozen=True, slots=True)
class Standing:
    """How a game stands, and how it ended if it is over.

    A score is a number where it is certain, else a range. Where the log does not tell who won, `winners` is empty and
    `may_have_won` has those who may have.
    """

    over: bool
    winners: tuple[str, ...]
    may_have_won: tuple[str, ...]
    scores: Mapping[str, int | Span] = field(hash=False)


class Table:
    """A game in progress, told step by step in the words of a log.

    Cards may stay unnamed: what they can be is worked out from all that has been told.
    """

    __slots__ = ("_draft",)

    def __init__(self, draft: Draft) -> None:
        self._draft = draft

    def __repr__(self) -> str:
        game, players = self._draft.setup.log.game, ", ".join(self.players)
        return f"<Table of {game}: {players}; {so_many(len(self._draft.lines), 'line')}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self.log == other.log

    __hash__ = None  # type: ignore[assignment]  # a table changes

    def __reduce__(self) -> tuple[Callable[..., Table], tuple[object, ...]]:
        """A table is what its log says, in another process too."""
        setup = self._draft.setup
        return _read_again, (self.log, setup.log.path, setup.library, setup.language)

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays, in the order of the seats."""
        return self._draft.setup.log.players

    @property
    def player(self) -> str:
        """Whose turn it is; empty where the game is over or no turn has begun."""
        draft = self._draft
        return "" if draft.table.over or draft.awaited else self.players[draft.table.seat]

    @property
    def log(self) -> str:
        """The log so far: what `pnp referee check` reads."""
        return self._draft.text

    def legal(self) -> tuple[str, ...]:
        """The steps that may be done now, each as one would write it.

        Not all ways to pay are listed. Where the turn may end, the word for that is among them.
        """
        draft = self._draft
        ending = [draft.setup.ending] if draft.may_end and not draft.awaited else []
        return (*(offer.text for offer in draft.offers), *ending)

    def why_not(self, text: str) -> pnp.VerdictFinding | None:
        """What the rules have against a step, or several with semicolons; None where they have nothing."""
        return next(self._objections(self._after(text)), None)

    def play(self, text: str) -> Table:
        """Does a step, or several with semicolons; the table itself, for calls in a row.

        AgainstTheRules where one is not legal: then none has been done.
        """
        after = self._after(text)
        for finding in self._objections(after):
            raise AgainstTheRules(finding)
        self._draft = after
        return self

    def outcome(self) -> Standing:
        """How the game stands now."""
        outcome, players = self._draft.table.outcome(), self.players
        return Standing(
            outcome.over,
            tuple(players[seat] for seat in outcome.winners) if outcome.over else (),
            tuple(players[seat] for seat in outcome.contenders) if outcome.over else (),
            FrozenDict(zip(players, (one.least if one.certain else one for one in outcome.scores), strict=True)),
        )

    def picture(self) -> str:
        """The table in words, line by line: what lies where, and the scores."""
        setup = self._draft.setup
        return "\n".join(line for line, _ in picture(setup.rules.portray(self._draft.table), setup.say_it))

    def copy(self) -> Table:
        """The same table once more, to try something out."""
        return Table(self._draft)

    # ----------------------------------------------------------------------------------------------------------------

    def _after(self, text: str) -> Draft:
        """Where a text leads; BadRequest where it cannot be understood, or comes before something that is due."""
        setup = self._draft.setup
        try:
            return understood(self._draft, a_word("step", text, '"draw; move 2"'))
        except (Misread, Ambiguous) as wrong:
            complaint = Complaint(wrong.message, None, wrong.hint if isinstance(wrong, Misread) else None)
        except BadFile as wrong:
            raise BadRequest(*(replace(one, place=None) for one in wrong.complaints)) from None
        except Due as due:
            complaint = Complaint(say("{line} comes first", line=f"{setup.scribe.step(due.awaited)} …"))
        raise BadRequest(complaint)

    def _objections(self, after: Draft) -> Iterator[pnp.VerdictFinding]:
        """What the rules have against the way from here to there."""
        setup = after.setup
        voice = Voice(setup.say_it, setup.scribe, setup.edition, setup.edition.cited_sections)
        return (finding_of(finding, voice) for finding in after.findings_since(self._draft))


def lay_table(library: Library, edition: EditionData, players: Sequence[str], lang: str) -> Table:
    """A table before the first turn; BadRequest where so many cannot play, or not under these names."""
    refuse_players(players)
    try:
        draft = draft_of(write_text(begun_log(NAME, edition, players), library, lang), NAME, library, lang)
    except BadFile as refused:
        raise BadRequest(*(Complaint(one.message, None, one.hint) for one in refused.complaints)) from None
    for finding in draft.findings:
        raise BadRequest(Complaint(finding.why))
    return Table(_begun(draft))


def _begun(draft: Draft) -> Draft:
    """With the turn begun of whoever is next, if it is nobody's turn."""
    return draft.begun(draft.table.seat) if draft.begins else draft


def table_after(log: Log, library: Library, lang: str) -> Table:
    """The table as a log leaves it."""
    return _read_again(write_text(log, library, lang), log.path, library, lang)


def _read_again(text: str, path: Path, library: Library, lang: str) -> Table:
    return Table(_begun(draft_of(text, path, library, lang)))

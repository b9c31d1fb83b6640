"""The history of a recorded game: scores turn by turn, what players gained and lost, and the table at its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from pnp.base.span import Span
from pnp.log.library import rules_of
from pnp.log.log import Log
from pnp.referee.findings import Judgement
from pnp.referee.judge import ExplainingReplay
from pnp.referee.uncertain import CERTAIN, Uncertain, uncertain
from pnp.rules.outcome import Outcome
from pnp.rules.picture import GameFigures, Tableau
from pnp.rules.step import CLAIM, TABLE, TURN


class Milestone(NamedTuple):
    """Something came to lie before a seat, or was lost; turns are counted through the whole game from 1."""

    turn: int
    seat: int
    kind: str
    gained: bool


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class History:
    """`scores` are those after each turn that changed one, the first ones before any turn.

    `headed`: the log itself tells where rounds begin; else each player has a turn in one.
    """

    scores: tuple[tuple[int, tuple[Span, ...]], ...]
    rounds: tuple[int, ...]  # the turn with which each round begins
    turns: tuple[int, ...]  # of each seat
    milestones: tuple[Milestone, ...]
    turn_of: Mapping[int, int]  # of each line
    table: Tableau
    figures: GameFigures  # what the game came to, in numbers
    headed: bool = False
    uncertain: Uncertain = CERTAIN  # of the table at its end

    @property
    def length(self) -> int:
        """How many turns there were, of all players together."""
        return sum(self.turns)

    def scores_before(self, turn: int) -> tuple[Span, ...]:
        """The score of each seat as a turn began; turns are counted through the whole game from 1."""
        return next(scores for at, scores in reversed(self.scores) if at < turn or at == 0)


def follow(judgement: Judgement) -> History:
    """Plays the log again, by the reading that its verdict rests on, and watches."""
    rules = rules_of(judgement.log.game)
    replay = ExplainingReplay(judgement.log, judgement.edition, rules)
    scores = {0: replay.table.outcome().scores}
    rounds: list[int] = []
    turns = [0] * len(judgement.log.players)
    milestones: list[Milestone] = []
    turn_of: dict[int, int] = {}
    begun = 0
    named = judgement.edition.game.terms.get("report", {})
    had = _belongings(rules.tableau(replay.table), named)
    headed = any(line.kind == TABLE for line in judgement.log.lines)
    for line in replay.lines():
        turn = turn_of[line.at] = replay.turns
        if line.kind == TABLE:
            rounds.append(turn + 1)
        if line.kind == TURN and line.seat is not None and turn > begun:
            begun = turn
            turns[line.seat] += 1
            if turns[line.seat] > len(rounds) and not headed:
                rounds.append(turn)
        has = _belongings(rules.tableau(replay.table), named)
        if turn:
            milestones += _changes(turn, had, has)
        had = has
        found = replay.table.outcome().scores
        if found != next(reversed(scores.values())):
            scores[turn] = found
    return History(
        tuple(scores.items()),
        tuple(rounds),
        tuple(turns),
        tuple(milestones),
        turn_of,
        rules.tableau(replay.table),
        rules.figures(replay.table),
        headed,
        uncertain(replay),
    )


def belongings(seat: Tableau) -> Iterator[tuple[str, list[str]]]:
    """What a tableau has lying before a seat: its lists of words, or of tables of a `kind`."""
    for name, found in seat.items():
        if isinstance(found, list):
            yield name, [thing["kind"] if isinstance(thing, dict) else str(thing) for thing in found]


def _belongings(tableau: Tableau, named: Collection[str]) -> list[Counter[str]]:
    """What lies before each seat: the lists that the game has words for, or all where it has none."""
    return [
        Counter(kind for name, kinds in belongings(seat) if not named or name in named for kind in kinds)
        for seat in tableau["seats"]
    ]


def _changes(turn: int, had: list[Counter[str]], has: list[Counter[str]]) -> Iterator[Milestone]:
    for seat, (before, after) in enumerate(zip(had, has, strict=True)):
        if before != after:
            yield from (Milestone(turn, seat, kind, gained=False) for kind in (before - after).elements())
            yield from (Milestone(turn, seat, kind, gained=True) for kind in (after - before).elements())


# ---- how it ended --------------------------------------------------------------------------------------------------


def ranks(outcome: Outcome) -> list[Span]:
    """The place of each seat, from 1: whoever wins or leads, then by score and by what decides between equals.

    Where the log does not tell, the best and the worst place that it may be.
    """
    numbers = [(outcome.scores[seat], *(found[seat] for _, found in outcome.ties)) for seat in _seats(outcome)]
    worst = [(seat in outcome.winners, *(one.least for one in numbers[seat])) for seat in _seats(outcome)]
    best = [(seat in outcome.may_lead, *(one.most for one in numbers[seat])) for seat in _seats(outcome)]
    places = [
        Span(1 + sum(other > most for other in worst), 1 + sum(other > least for other in best) - (most > least))
        for least, most in zip(worst, best, strict=True)
    ]
    behind = [bool(outcome.may_lead) and seat not in outcome.may_lead for seat in _seats(outcome)]
    return [Span(max(place.least, 1 + last), place.most) for place, last in zip(places, behind, strict=True)]


def _seats(outcome: Outcome) -> range:
    return range(len(outcome.scores))


class Claims(NamedTuple):
    """What a log says about its end: who won, and scores by seat."""

    winners: tuple[int, ...]
    scores: Mapping[int, int]


def claims_of(log: Log) -> Claims:
    """The winners and scores that are claimed anywhere in a log; none where it claims nothing."""
    winners: tuple[int, ...] = ()
    scores: dict[int, int] = {}
    for line in log.lines:
        if line.kind == CLAIM:
            (step,) = line.steps
            said = step.args["players"]
            if step.do == "winner":
                winners = tuple(sorted(said))
            else:
                scores |= {seat: score for seat, score in said.items() if score is not None}
    return Claims(winners, scores)

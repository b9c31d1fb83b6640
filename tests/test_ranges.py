"""What a record does not tell is a range: its ends are right, and everything that is said keeps to it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement, product
from pathlib import Path
from random import Random

import pytest
from pnp.catalog import source_catalog
from pnp.edition import Choices
from pnp.games.chemicy_magicy.untold import Lay, Lying, Untold
from pnp.referee.judge import judge
from pnp.referee.library import Library, rules_of
from pnp.referee.log import Log
from pnp.referee.reader import parse_log
from pnp.referee.rules import Outcome
from pnp.referee.simulate import play
from pnp.referee.step import CLAIM, TABLE, Line, Step
from pnp.span import Span, spans
from pnp.text import say
from pnp.workspace import Workspace

from conftest import REPO
from faults import played

LIBRARY = Library(Workspace(REPO))
GAME = "chemicy-magicy"
NAMING = ("token", "losing")  # clauses that tell what a token is worth
SMALL = {f"count.power-small-{worth}": count for worth, count in ((2, 2), (3, 1), (4, 2), (5, 1), (6, 1))}


# ---- the numbers ---------------------------------------------------------------------------------------------------


def test_a_span_reads_as_a_number_or_from_least_to_most() -> None:
    assert [str(Span(3, 3)), str(Span(3, 5))] == ["3", "3–5"]
    assert [Span(3, 3).data, Span(3, 5).data] == [3, {"least": 3, "most": 5}]
    assert Span(3, 3) == 3
    assert Span(3, 5) != 3
    assert hash(Span(3, 3)) == hash(3)
    assert [number in Span(3, 5) for number in (2, 3, 5, 6)] == [False, True, True, False]
    assert [Span(3, 5).meets(Span(5, 9)), Span(3, 5).meets(Span(6, 9))] == [True, False]


def test_words_go_with_the_larger_end_of_a_span() -> None:
    sentence = say("{n} {n:point|points}", n=Span(0, 1))
    assert source_catalog()(sentence) == "0–1 point"
    assert source_catalog()(replace(sentence, values={"n": Span(1, 2)})) == "1–2 points"


# ---- every way in which the tokens can have lain there -------------------------------------------------------------


@cache
def told_game(seed: int) -> Log:
    """A short game with few small tokens and perhaps a rule of its own, in which everything is told."""
    random = Random(seed)
    odd = random.choice(
        (
            {},
            {"offer.distinct": "false"},
            {"catastrophe.tokens": "0"},
            {"catastrophe.tokens": "2"},
            {"offer.fewer": "2"},
            {"offer.order": "descending"},
            {"worth.power-large-6": "3"},
            {"worth.power-large-6": "3", "catastrophe.large_leaves": "false"},
        )
    )
    few = {**SMALL, "size.small": sum(SMALL.values())} if random.random() < 0.5 else {}
    values = {"rounds": random.choice((1, 2, 3)), **few, **odd}
    choices = Choices(overrides={key: str(value) for key, value in values.items()})
    edition = LIBRARY.edition(GAME, choices)
    kind = random.choice(("greedy", "random"))
    return play(edition, rules_of(GAME), choices, (kind,) * 3, seed).log


def without_tokens(log: Log, random: Random) -> tuple[Log, list[int]]:
    """The log with no tokens in one or two of its rounds, and few of those that are taken; and those lines."""
    heads = [number for number, line in enumerate(log.lines) if line.kind == TABLE]
    bare = sorted(random.sample(heads, min(len(heads), random.choice((1, 2)))))
    lines: list[Line] = []
    hidden = False
    for number, line in enumerate(log.lines):
        if line.kind == TABLE:
            hidden = number in bare
        told = "tokens" if hidden and line.kind == TABLE else ""
        keeps = not hidden or random.random() < 0.2
        steps = tuple(_without(step, told, () if keeps else NAMING) for step in line.steps)
        lines.append(line._replace(at=number + 1, steps=steps))
    return replace(log, lines=tuple(line for line in lines if line.kind != CLAIM)), bare


def _without(step: Step, *names: str | Sequence[str]) -> Step:
    gone = {name for one in names for name in ((one,) if isinstance(one, str) else one)}
    return Step(step.do, {name: value for name, value in step.args.items() if name not in gone}, step.by)


def ways(log: Log, bare: Sequence[int]) -> Iterator[Outcome]:
    """How the game may have ended: with any tokens in the bare rounds to which no rule objects."""
    edition = LIBRARY.edition(GAME, log.choices)
    rules = rules_of(GAME)
    table = rules.set_up(edition, log.players)
    worths = range(2, 7)
    count = max(0, len(log.players) - edition["offer.fewer"])  # type: ignore[operator]
    for tokens in product(combinations_with_replacement(worths, count), repeat=len(bare)):
        lines = list(log.lines)
        for number, worth in zip(bare, tokens, strict=True):
            head = lines[number].steps[0]
            lines[number] = lines[number]._replace(
                steps=(Step(head.do, {**head.args, "tokens": worth}), *lines[number].steps[1:])
            )
        table = rules.set_up(edition, log.players)
        for _, step in played(replace(log, lines=tuple(lines))):
            if table.why_not(step):
                break
            table.apply(step)
        else:
            yield table.outcome()


def check_ranges(seed: int) -> int:
    """The range of each score, and those who may lead, are those of all the ways that there are."""
    whole = told_game(seed)
    log, bare = without_tokens(whole, Random(seed))
    report = judge(log, LIBRARY)
    assert report.clean, [finding.why for finding in report.findings]
    true = judge(whole, LIBRARY).outcome
    found = report.outcome
    assert all(score.least in span for score, span in zip(true.scores, found.scores, strict=True))
    assert set(true.winners) <= set(found.may_lead)
    possible = list(ways(log, bare))
    assert possible
    for seat, span in enumerate(found.scores):
        scores = [outcome.scores[seat].least for outcome in possible]
        assert span == Span(min(scores), max(scores))
    winners = {outcome.winners for outcome in possible}
    assert set(found.may_lead) == {seat for seats in winners for seat in seats}
    assert bool(found.winners) == (len(winners) == 1)
    return len(possible)


def test_ranges_have_the_true_scores_and_no_others_at_their_ends() -> None:
    assert sum(check_ranges(seed) > 1 for seed in range(12)) > 6


@pytest.mark.slow
@pytest.mark.parametrize("part", range(6))
def test_the_same_holds_for_many_games(part: int) -> None:
    for seed in range(100 * part + 100, 100 * part + 130):
        check_ranges(seed)

"""What a record does not tell is a range: its ends are right, and everything that is said keeps to it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement, product
from pathlib import Path
from random import Random

import pytest

from charts import drawn, lines_of
from conftest import LANGUAGES, REPO, Run
from faults import played
from pictures import texts_of
from pnp.base.span import Span, spans
from pnp.base.text import say
from pnp.data.edition import Choices
from pnp.data.workspace import Workspace
from pnp.games.chemicy_magicy.verbs.untold import Haul, Lay, Lying, Untold
from pnp.hidden.cards import Cards
from pnp.log.file import parse_log
from pnp.log.library import Library, rules_of
from pnp.log.log import Log
from pnp.recorder.draft import draft_of
from pnp.referee.findings import Judgement
from pnp.referee.history import History, ranks
from pnp.referee.judge import judge
from pnp.referee.replay import Replay
from pnp.report.score_chart import ScoreChart
from pnp.rules.outcome import Outcome
from pnp.rules.step import CLAIM, TABLE, TURN, Line, Step
from pnp.studies.simulate import play
from pnp.words.catalog import source_catalog
from stripping import stripped

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
    judgement = judge(log, LIBRARY)
    assert judgement.clean, [finding.why for finding in judgement.findings]
    true = judge(whole, LIBRARY).outcome
    found = judgement.outcome
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


def laid(untold: Untold, number: int, hidden: Lying | None = None) -> Untold:
    barred = hidden.least if hidden else None
    return untold.turned_up(Lay(number, 2, (2, 3, 4, 5, 6), distinct=True, barred=barred, hidden=hidden, later=9))


def test_more_ways_than_can_be_followed_leave_bounds_that_still_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    def played_out() -> Untold:
        untold = Untold.begin((6,) * 5, 2)
        for number in range(1, 4):
            untold = laid(untold, number).leaves(number % 2, None).leaves(1 - number % 2, None)
        return untold

    exact = played_out()
    spans_of = [exact.points(seat) for seat in range(2)]
    nothing = [Haul(0, 0)] * 2
    leaders = exact.leaders(nothing)
    monkeypatch.setattr("pnp.games.chemicy_magicy.verbs.untold.MOST_WORLDS", 20)
    loose = played_out()
    assert loose.state.loose
    assert [loose.points(seat) for seat in range(2)] == spans_of
    assert set(leaders[1]) <= set(loose.leaders(nothing)[1])


def test_a_large_token_that_may_go_first_is_one_of_the_untold() -> None:
    untold = laid(Untold.begin((1,) * 5, 1), 1, Lying(4, 4, once=True)).leaves(0, None)
    assert untold.points(0) == Span(2, 4)


# ---- what is said --------------------------------------------------------------------------------------------------

HEAD = "game: chemicy-magicy\nset: rounds=2\nplayers: Ala, Bartek, Celina\n\n"
FIRST = "Ala: stop\nBartek: stop\nCelina: draw ball\nCelina: stop\n"
SECOND = "Bartek: stop\nCelina: stop\nAla: draw ball\nAla: stop\n"
ONE_UNTOLD = f"{HEAD}round 1: 5, 3\n{FIRST}round 2:\n{SECOND}"  # lines 5 to 14
NONE_TOLD = f"{HEAD}{FIRST}{SECOND}"
WITHOUT_A_LINE = f"{HEAD}round 1: 5, 3\n{FIRST}{SECOND}"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in (("one", ONE_UNTOLD), ("none", NONE_TOLD), ("bare", WITHOUT_A_LINE)):
        (tmp_path / f"{name}.log").write_text(text, encoding="utf8")
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_the_verdict_tells_who_may_have_won(run: Run) -> None:
    result = run("referee", "check", "one.log")
    assert result.code == 0
    assert result.out.splitlines() == [
        "one.log:11: this log doesn’t show which small power tokens were on offer in round 2",
        "one.log: by the rules, 10 steps",
        "  the game is over, but this log doesn’t show whether Ala or Celina won: Ala 10, Bartek 7–10, Celina 9–12",
    ]


@pytest.mark.usefixtures("folder")
def test_scores_are_numbers_for_programs_where_they_are_certain(run: Run) -> None:
    (told,) = json.loads(run("referee", "check", "one.log", "--format", "json").out)
    assert told["scores"] == {"Ala": 10, "Bartek": {"least": 7, "most": 10}, "Celina": {"least": 9, "most": 12}}
    assert (told["winners"], told["may_have_won"]) == ([], ["Ala", "Celina"])


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("winner: Celina", ""),
        ("winner: Ala, Celina", ""),
        ("winner: Bartek", "the log says Bartek won, but by the rules only Ala or Celina can have won"),
        ("result: Ala 10, Bartek 7, Celina 12", ""),
        ("result: Ala 11", "the log gives Ala a final score of 11, but the moves give 10"),
        ("result: Celina 13", "the log gives Celina a final score of 13, but the moves give 9–12"),
    ],
)
def test_a_claim_is_wrong_only_where_it_cannot_be_so(claim: str, said: str) -> None:
    found = [LIBRARY.catalog("en")(one.why) for one in judged(f"{ONE_UNTOLD}{claim}\n").findings]
    assert found == ([said] if said else [])


def test_a_winner_is_named_who_wins_whatever_the_tokens_are() -> None:
    text = ONE_UNTOLD.replace("Ala: stop\n", "Ala: draw ball\n", 1).replace("Celina: draw ball\n", "")
    judgement = judged(text.replace("round 2", "Ala: stop\nround 2"))
    assert (judgement.clean, judgement.outcome.winners) == (True, (0,))
    assert [str(score) for score in judgement.outcome.scores] == ["13", "5–8", "8–11"]


def test_a_note_about_points_tells_what_a_token_was_worth() -> None:
    noted = judged(ONE_UNTOLD.replace("Bartek: stop\nCelina: stop\nAla", "Bartek: stop; score 8\nCelina: stop\nAla"))
    assert (noted.clean, noted.outcome.scores) == (True, (Span.of(10), Span.of(8), Span(10, 12)))
    wrong = judged(ONE_UNTOLD.replace("Bartek: stop\nCelina: stop\nAla", "Bartek: stop; score 11\nCelina: stop\nAla"))
    assert [LIBRARY.catalog("en")(one.why) for one in wrong.findings] == [
        "the log says Bartek has 11 points, but the moves so far give 7–10"
    ]


def test_tokens_that_can_only_be_these_are_no_question() -> None:
    """With five players and a large 6, four different small tokens are 2, 3, 4 and 5."""
    five = "game: chemicy-magicy\nset: rounds=1\nplayers: A, B, C, D, E\n\n" + "".join(
        f"{one}: stop\n" for one in "ABCDE"
    )
    judgement = judged(five)
    assert (judgement.outcome.scores, judgement.outcome.winners, judgement.unclear) == (
        spans((2, 3, 4, 5, 6)),
        (4,),
        (),
    )


@pytest.mark.usefixtures("folder")
def test_the_table_shows_ranges_and_what_they_are_due_to(run: Run) -> None:
    shown = run("referee", "show", "one.log").out
    for line in ("  Ala: 10 points, 0 gold", "  Bartek: 7–10 points, 0 gold", "    power tokens: 5, ?"):
        assert line in shown.splitlines()
    question = "at line 11, this log doesn’t show which small power tokens were on offer in round 2"
    assert question in shown.splitlines()
    assert question in run("referee", "moves", "one.log").out.splitlines()
    assert "doesn’t show" not in run("referee", "show", "one.log", "--at", 9).out


def test_the_table_says_what_a_fault_has_put_in_doubt(run: Run, folder: Path) -> None:
    text = f"{HEAD}round 1: 5, 3\nAla: draw cat\nBartek: draw ball; trade\nCelina: draw cone\n"
    (folder / "fault.log").write_text(text, encoding="utf8")
    doubt = "uncertain since line 7: Bartek’s elixirs, energy tiles, gold and points; "
    for command in ("show", "moves"):
        lines = run("referee", command, "fault.log").out.splitlines()
        assert [line for line in lines if line.startswith(doubt)], lines


def test_piles_and_hands_that_nobody_can_count_are_shown_as_ranges(run: Run) -> None:
    shown = run("referee", "show", REPO / "docs" / "club-night.log").out.splitlines()
    assert "draw pile and discards together: 35–95" in shown
    assert "Noctis pile: 32, discards: 4–16" in shown
    assert (
        "at line 127, this log doesn’t show how many cards are in the draw pile from here on, "
        "and so when it’s reshuffled (P2)"
    ) in shown


@pytest.mark.slow
@pytest.mark.parametrize(("name", "ranges"), [("one", ("7–10", "9–12")), ("none", ("9–11", "5–10"))])
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_report_shows_ranges(run: Run, folder: Path, name: str, ranges: tuple[str, ...], language: str) -> None:
    for ending in ("pdf", "html"):
        result = run("referee", "report", f"{name}.log", "-o", f"report.{ending}", "--lang", language)
        assert (result.code, result.err) == (0, "")
    text = (folder / "report.html").read_text(encoding="utf8")
    pages = " ".join(texts_of(folder / "report.pdf"))
    for words in (*ranges, "1–2.", "?") if name == "one" else ranges:
        assert words in text
        assert words in pages
    if language == "en":
        assert "The game is over, but the log doesn’t show whether Ala or Celina won." in " ".join(pages.split())
        assert "Hatching marks what the log leaves open." in text


@pytest.mark.usefixtures("folder")
def test_a_claim_that_may_be_so_is_reported_as_such(run: Run, folder: Path) -> None:
    (folder / "claim.log").write_text(f"{ONE_UNTOLD}winner: Celina\n", encoding="utf8")
    run("referee", "report", "claim.log", "-o", "claim.html")
    assert "What the log says may be right." in (folder / "claim.html").read_text(encoding="utf8")


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("name", "change", "said", "code"),
    [
        ("one", "players.max=4", "one.log: unchanged", 0),
        ("bare", "players.max=4", "bare.log: unchanged", 0),
        ("one", "worth.power-large-7=8", "different scores: Ala 10 → 11, Bartek 7–10, Celina 9–12", 1),
        (
            "one",
            "count.power-small-6=0 count.power-small-5=1 size.small=19",
            "unclear whether the winner differs: Ala instead of Ala or Celina",
            1,
        ),
        (
            "none",
            "worth.power-small-2=3",
            "unclear whether the scores differ: Ala 9–11 → 10–11, Bartek 5–10 → 7–10, Celina 9–12 → 10–12",
            1,
        ),
    ],
)
def test_a_comparison_says_what_it_cannot_decide(run: Run, name: str, change: str, said: str, code: int) -> None:
    changes = [word for one in change.split() for word in ("--set", one)]
    result = run("referee", "diff", f"{name}.log", *changes)
    assert said in result.out
    assert "ended" not in result.out
    assert result.code == code


@pytest.mark.usefixtures("folder")
def test_what_is_not_decidable_is_counted_by_itself(run: Run) -> None:
    told = json.loads(run("referee", "diff", ".", "--set", "worth.power-small-2=3", "--format", "json").out)
    assert [log["verdict"] for log in told["logs"]] == ["undecided"] * 3
    assert told["summary"]["undecided"] == 3
    rows = run("referee", "diff", ".", "--set", "worth.power-small-2=3").out.splitlines()
    assert ["undecidable", "3", "100%"] in [row.split() for row in rows]


def test_the_recorder_offers_only_scores_that_are_certain() -> None:
    draft = draft_of(ONE_UNTOLD, Path("x.log"), LIBRARY, "en")
    assert [offer.text for offer in draft.offers] == ["result: Ala 10"]


def judged(text: str) -> Judgement:
    return judge(parse_log(Path("x.log"), text, LIBRARY), LIBRARY)


# ---- places and charts ---------------------------------------------------------------------------------------------


def test_places_are_ranges_too() -> None:
    outcome = judged(ONE_UNTOLD).outcome
    assert ranks(outcome) == [Span(1, 2), Span(2, 3), Span(1, 3)]


def test_a_score_that_is_left_open_is_a_band_in_the_chart() -> None:
    certain, wide = spans((0, 0)), (Span.of(0), Span(4, 8))
    history = History(((0, certain), (2, wide)), (1, 3), (2, 2), (), {}, {"seats": []}, {})
    svg = drawn(ScoreChart(history, ("Ala", "Bartek"), (), "turn"))
    lines = lines_of(svg, Workspace(REPO).layout("alchemicus").colours["seat2"])
    sure, band, *hatch = lines
    assert len(sure) == 2
    assert band[0] == band[-1] == sure[-1]
    low, high = {y for _, y in hatch[0]}
    assert all({y for _, y in stroke} == {low, high} for stroke in hatch)
    assert ">4–8</text>" in svg


# ---- cards that nobody saw -----------------------------------------------------------------------------------------


def counted_cards(log: Log) -> Iterator[tuple[int, Cards]]:
    replay = Replay(log, LIBRARY.edition(log.game, log.choices), rules_of(log.game))
    for line in replay.lines():
        assert not replay.findings
        if line.kind == TURN:
            yield line.at, replay.table.cards  # type: ignore[attr-defined]


def check_counts(seed: int) -> int:
    """Piles, discards and hands lie within their ranges, whatever a record lacks; tells how many are left open."""
    choices = Choices(expansions=("noctis",)) if seed % 3 else Choices()
    game = play(LIBRARY.edition("alchemicus", choices), rules_of("alchemicus"), choices, ("greedy",) * 3, seed).log
    whole = replace(game, lines=tuple(line._replace(at=at) for at, line in enumerate(game.lines, 1)))
    true = {
        at: (
            {key: (deck.size, deck.discarded) for key, deck in cards.decks.items()},
            [one.size for one in cards.hands],
        )
        for at, cards in counted_cards(whole)
    }
    left_open = 0
    for at, cards in counted_cards(stripped(whole, Random(seed), 0.8)):
        decks, hands = true[at]
        for key, deck in cards.decks.items():
            size, discarded = decks[key]
            assert (size + discarded if deck.size_unknown else size) in deck.lying
            assert deck.size_unknown or discarded in deck.discards
            left_open += not deck.lying.certain
        for size, hand in zip(hands, cards.hands, strict=True):
            assert size in hand.held
            left_open += not hand.held.certain
    return left_open


def test_counts_of_cards_that_nobody_saw_hold_the_true_ones() -> None:
    assert sum(check_counts(seed) for seed in range(1, 4)) > 0


@pytest.mark.slow
@pytest.mark.parametrize("part", range(4))
def test_the_same_holds_for_many_games_with_cards(part: int) -> None:
    for seed in range(100 * part + 100, 100 * part + 112):
        check_counts(seed)

"""What the referee says about the logs of every rule, word for word, and how the table stands after each of them.

`pytest tests/referee/test_verdicts.py --refresh` writes all of it anew; the difference is what a reviewer reads.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import pytest

from conftest import GAMES, LIBRARY, REPO, Golden
from pnp.base.text import Message
from pnp.data.edition import EditionData
from pnp.data.model import Mark
from pnp.log.file import parse_log
from pnp.log.library import rules_of
from pnp.log.log import Log
from pnp.referee.findings import Finding, Judgement
from pnp.referee.judge import ExplainingReplay, judge
from pnp.referee.replay import MOST_FINDINGS
from pnp.referee.wording.lines import verdict_lines
from pnp.referee.wording.verdicts import verdict_of
from pnp.rules.step import UNWRITTEN, Step
from pnp.words.catalog import Catalog, load_catalog
from sentences import Sentence, of_game, of_referee

LOGS, GOLDENS = REPO / "tests" / "logs", REPO / "tests" / "goldens"
FOLDERS = [path.relative_to(LOGS).as_posix() for game in GAMES for path in sorted((LOGS / game).iterdir())]
ILLEGAL = [folder for folder in FOLDERS if list((LOGS / folder).glob("illegal*.log"))]
KINDS = ("verdicts", "tables", "sentences")
TOLD_IN = ("en", "pl", "de", "it")

ABSURD = 9999  # so much of anything nobody ever has

# sentences that no log can bring about, each with the reason why
UNREACHED = {
    "the good’s card has already been drawn again": "a record never tells in which order a pile lies",
    "the tokens for round {round} haven’t been laid out yet": "in a log, the first turn of a round lays them there",
    "the starting player must be named before the first turn of the round": (
        "the line that tells it late is itself out of place"
    ),
}


@cache
def read(path: Path) -> Log:
    """A log that goes by the name of its rule's folder and its own."""
    name = Path(path.parent.name, path.name)
    return parse_log(name, path.read_text(encoding="utf8"), LIBRARY)


@cache
def verdict(path: Path) -> Judgement:
    return judge(read(path), LIBRARY)


def replayed(log: Log, edition: EditionData) -> ExplainingReplay:
    """A log played to its end by the rules of an edition."""
    replay = ExplainingReplay(log, edition, rules_of(log.game))
    for _ in replay.lines():
        pass
    return replay


def logs(folder: str, pattern: str = "*.log") -> list[Path]:
    return sorted((LOGS / folder).glob(pattern))


# ---- whole verdicts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("folder", ILLEGAL)
def test_the_verdict_on_a_broken_rule_reads_as_it_should(golden: Golden, folder: str) -> None:
    verdicts = ["\n".join(_printed(verdict(path))) for path in logs(folder, "illegal*.log")]
    golden(GOLDENS / "verdicts" / f"{folder}.txt", "\n\n".join(verdicts) + "\n")


def _printed(judgement: Judgement) -> list[str]:
    return [line for line, _ in verdict_lines(verdict_of(judgement, LIBRARY, "en"), LIBRARY.catalog("en"))]


def test_a_check_ends_where_too_much_is_wrong() -> None:
    """From as many findings on as are told at most, the verdict says where it stopped."""
    told_at_most = f"after {MOST_FINDINGS} findings"
    for wrong, stopped in ((MOST_FINDINGS - 1, False), (MOST_FINDINGS, True), (MOST_FINDINGS + 1, True)):
        notes = "\n".join(f"1 Ala: fame {1 + number}" for number in range(wrong))
        text = f"game: alchemicus\nplayers: Ala, Bartek\n\n1 Ala: draw; place Sale\n{notes}\n"
        judgement = judge(parse_log(Path("x.log"), text, LIBRARY), LIBRARY)
        assert len(judgement.findings) == min(wrong, MOST_FINDINGS)
        assert any(told_at_most in line for line in _printed(judgement)) == stopped


# ---- the table afterwards ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_table_stands_as_it_should_after_a_log(golden: Golden, folder: str) -> None:
    tables = ["\n".join((f"{path.name}", *_table_after(read(path)))) for path in logs(folder)]
    golden(GOLDENS / "tables" / f"{folder}.txt", "\n\n".join(tables) + "\n")


def _table_after(log: Log) -> Iterator[str]:
    """Where pawns stand, what lies in the middle, what each player has (`*`: whose turn it is), what may be done."""
    rules, edition = rules_of(log.game), LIBRARY.edition(log.game, log.choices)
    replay = replayed(log, edition)
    table = replay.table
    say_it = catalog("en", log.game).knowing(edition.facts())
    scene = rules.portray(table)
    ring = [
        f"{say_it(cell.label).partition('|')[0]} ({at}): {', '.join(map(str, cell.marks))}"
        for at, cell in enumerate(scene.ring, 1)
        if cell.marks
    ]
    centre = [text for text in map(say_it, scene.centre) if "←" in text]
    yield "  " + "; ".join([*ring, *centre, *map(say_it, scene.facts)])
    for seat in scene.seats:
        yield f"  {'*' if seat.active else '-'} " + "; ".join(map(say_it, (seat.title, *seat.lines)))
    outcome = table.outcome()
    if outcome.over:
        yield f"  over; won by {' and '.join(log.players[seat] for seat in outcome.winners) or 'nobody knows whom'}"
    yield from (f"  not decidable from line {one.line} on: {say_it(one.what)}" for one in table.unclear())
    if doubtful := _in_doubt(replay):
        yield f"  in doubt: {', '.join(doubtful)}"
    legal, costs = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for step in table.legal():
        phase = step.do if step.do in UNWRITTEN else rules.phase(step)
        legal[phase, step.do] += 1
        costs[phase, step.do] += rules.cost(table, step)
    told_of = [
        f"{phase}: {n} {verb}" + f" for {costs[phase, verb]}" * bool(costs[phase, verb])
        for (phase, verb), n in legal.items()
    ]
    yield f"  may {'; '.join(told_of) or 'do nothing'}"


@pytest.mark.parametrize("game", GAMES)
def test_the_table_can_be_drawn_as_it_should_after_an_example(golden: Golden, game: str) -> None:
    """All that the figures of a rulebook and the picture in a report are drawn from, after some of the examples."""
    trees = {}
    for path in logs(f"{game}/examples")[::6]:
        log = read(path)
        table = replayed(log, LIBRARY.edition(log.game, log.choices)).table
        trees[path.name] = rules_of(game).tableau(table)
    golden(GOLDENS / "tableaux" / f"{game}.json", json.dumps(trees, indent=1, ensure_ascii=False) + "\n")


def _in_doubt(replay: ExplainingReplay) -> list[str]:
    """What may be otherwise than the table has it, whose it is, and since which line."""
    players = (*replay.log.players, "all")
    return sorted({f"{aspect} of {players[seat]} since {line}" for line, aspect, seat in replay.doubted()})


# ---- every sentence ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, eq=False)
class Heard:
    """Something that was said about a log."""

    message: Message
    finding: Finding
    log: Log
    edition: EditionData

    @property
    def cited(self) -> str:
        """The rules that it cites, and the values that it rests on."""
        rests = [value.key for value in self.finding.rests]
        return ", ".join(self.finding.rules) + (f" (rests on {', '.join(rests)})" if rests else "")


@cache
def heard(game: str) -> dict[str, list[Heard]]:
    """What is said about the logs of a game: for each text all that says it, those first that stand on their own."""
    found: dict[str, list[Heard]] = {}
    for path in [
        path for folder in ILLEGAL if folder.startswith(f"{game}/") for path in logs(folder, "illegal*.log")
    ]:
        for one in _said_about(read(path)):
            found.setdefault(one.message.text.one, []).append(one)
    return {
        text: sorted(all_of_it, key=lambda one: one.finding.follows is not None) for text, all_of_it in found.items()
    }


def _said_about(log: Log) -> Iterator[Heard]:
    """As if the table had settled every value by itself, so that whatever a finding rests on is said."""
    edition = LIBRARY.edition(log.game, log.choices)
    doubtful = replace(edition, values={key: replace(one, mark=Mark.YOURS) for key, one in edition.values.items()})
    for finding in replayed(log, doubtful).findings:
        yield Heard(finding.why, finding, log, edition)
        if finding.assumes:
            yield Heard(finding.assumes, finding, log, edition)


def _silent(sentences: Iterable[Sentence], spoken: Container[str]) -> list[str]:
    return [f"{one.place}: {one.text}" for one in sentences if one.text not in spoken and one.text not in UNREACHED]


@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_of_a_game_is_said_about_some_log(game: str) -> None:
    """Whoever adds or changes an objection finds here which sentence lacks a log, `tests/logs/<game>/<rule>/`."""
    assert _silent(of_game(game), heard(game)) == []


def test_every_sentence_of_the_referee_is_said_about_some_log() -> None:
    assert _silent(of_referee(), {text for game in GAMES for text in heard(game)}) == []


def test_what_no_log_can_bring_about_is_not_said() -> None:
    """The exceptions are sentences that there are, and no log says them after all."""
    there = {one.text for one in (*of_referee(), *(one for game in GAMES for one in of_game(game)))}
    assert [text for text in UNREACHED if text not in there or any(text in heard(game) for game in GAMES)] == []


def test_a_recorder_of_chemicy_magicy_hears_that_tokens_come_first(golden: Golden) -> None:
    """No log brings this about, but whoever takes a game down may type a step too soon."""
    text = (
        "game: chemicy-magicy\nplayers: Ala, Bartek, Celina\n\nround 1: 5, 3\nAla: stop\nBartek: stop\nCelina: stop"
    )
    log = parse_log(Path("x.log"), text, LIBRARY)
    replay = replayed(log, LIBRARY.edition(log.game, log.choices))
    replay.end_turn()
    answers = [replay.table.why_not(step) for step in (Step("turn", {}, 1), Step("draw", {"tile": "cat"}))]
    said = [
        f"{', '.join(one.rules)}  {language}  {catalog(language, log.game)(one.why)}"
        for one in answers
        if one
        for language in TOLD_IN
    ]
    golden(GOLDENS / "sentences" / "recorder.txt", "\n".join(said) + "\n")


@pytest.mark.parametrize("game", GAMES)
def test_every_step_belongs_to_its_phase(golden: Golden, game: str) -> None:
    rules = rules_of(game)
    phases = [f"{form.verb}: {rules.phase(Step(form.verb))}" for form in rules.notation.forms if not form.notes]
    golden(GOLDENS / "phases" / f"{game}.txt", "\n".join(phases) + "\n")


@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_reads_as_it_should_in_every_language(golden: Golden, game: str) -> None:
    places: dict[str, list[str]] = {}
    for one in (*of_game(game), *of_referee()):
        places.setdefault(one.text, []).append(one.function)
    told_of = [
        "\n".join(_sentence(game, text, dict.fromkeys(functions)))
        for text, functions in places.items()
        if text in heard(game)
    ]
    golden(GOLDENS / "sentences" / f"{game}.txt", "\n\n".join(told_of) + "\n")


def _sentence(game: str, text: str, functions: Iterable[str]) -> Iterator[str]:
    """A sentence with where it is said, all rules that are cited with it, and its words in each language."""
    yield f"{text}  ({', '.join(functions)})"
    cited: dict[str, str] = {}
    for one in heard(game)[text]:
        cited.setdefault(one.cited, f"{one.log.path.as_posix()}:{one.finding.line}")
    yield from (f"  {rules}: {where}" for rules, where in cited.items())
    first = heard(game)[text][0]
    for language in TOLD_IN:
        yield f"  {language}  {catalog(language, game).knowing(first.edition.facts())(first.message)}"


@cache
def catalog(language: str, game: str) -> Catalog:
    return load_catalog(LIBRARY.workspace, language, game)


# ---- nothing is left over ------------------------------------------------------------------------------------------


def test_no_expected_result_is_left_over() -> None:
    """A rule without logs has none, and neither has a game without rules."""
    kept = {path.relative_to(GOLDENS).as_posix() for kind in KINDS for path in (GOLDENS / kind).rglob("*.txt")}
    asked = {f"verdicts/{folder}.txt" for folder in ILLEGAL} | {f"tables/{folder}.txt" for folder in FOLDERS}
    assert sorted(kept - asked - {f"sentences/{name}.txt" for name in (*GAMES, "recorder")}) == []

"""A game as small as can be, with no more of its rules told than nobody could guess: it is judged and simulated."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Self, TypedDict

from pnp.base.span import spans
from pnp.base.text import Message, Text, say
from pnp.data.edition import Choices, EditionData, choose
from pnp.data.workspace import Workspace
from pnp.log.log import Log
from pnp.log.steps.reader import StepReader
from pnp.referee.judge import ExplainingReplay
from pnp.referee.replay import Replay
from pnp.referee.uncertain import CERTAIN, uncertain
from pnp.rules.notation import CLAUSES, DECKS, NUMBER, PILES, VERBS, Notation, Slot, VerbForm, Vocabulary
from pnp.rules.objection import Objection, object_to, why_not_so_many
from pnp.rules.outcome import Outcome
from pnp.rules.picture import SeatPicture
from pnp.rules.protocol import Rules
from pnp.rules.step import TURN, Line, Step
from pnp.rules.step_args import NoArgs, TurnArgs
from pnp.rules.verbs import Verb, Verbs, VerbTable
from pnp.studies.simulate import play
from pnp.words.catalog import source_catalog

ROWS = ((1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7))
PLAYERS = ("Ala", "Bartek")


class MarkArgs(TypedDict):
    number: int


class Noughts(VerbTable):
    """Three in a row."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names, self.verbs = tuple(names), VERBS_OF_NOUGHTS
        self.seat, self.over, self.lenient = 0, False, False
        self.marks: dict[int, int] = {}
        self.marked = False

    def copy(self) -> Self:
        other = type(self)(self.names)
        vars(other).update(vars(self), marks=self.marks.copy())
        other.seat = self.seat
        return other

    def why_not_players(self) -> Objection | None:
        return why_not_so_many(len(self.names), 2, 2, "N1")

    def candidates(self) -> Iterator[Step]:
        yield from (Step("mark", {"number": field}) for field in range(1, 10))
        yield Step("end")

    def outcome(self) -> Outcome:
        rows = [sum(all(self.marks.get(one) == seat for one in row) for row in ROWS) for seat in (0, 1)]
        winners = tuple(seat for seat, row in enumerate(rows) if row)
        return Outcome(over=self.over, winners=winners, scores=spans(rows), rules=("N4",), ends=("N4",))


def why_not_turn(table: Noughts, step: Step[TurnArgs]) -> Objection | None:
    return None if step.by == table.seat else object_to("N2", say("it is the other’s turn"), ("turn", -1))


def do_turn(table: Noughts, step: Step[TurnArgs]) -> None:
    table.seat = table.actor(step)


def why_not_mark(table: Noughts, step: Step[MarkArgs]) -> Objection | None:
    if step.args["number"] in table.marks:
        return object_to("N3", say("there is a mark already"), ("marks", -1), impossible=True)
    return object_to("N2", say("one mark a turn")) if table.marked and not table.lenient else None


def do_mark(table: Noughts, step: Step[MarkArgs]) -> None:
    table.marks[step.args["number"]], table.marked = table.seat, True
    table.over = len(table.marks) == 9 or bool(table.outcome().winners)


def why_not_end(table: Noughts, step: Step[NoArgs]) -> Objection | None:  # noqa: ARG001
    return None if table.marked else object_to("N2", say("nothing was marked"))


def do_end(table: Noughts, step: Step[NoArgs]) -> None:  # noqa: ARG001
    table.seat, table.marked = 1 - table.seat, False


VERBS_OF_NOUGHTS: Verbs = {
    "turn": Verb(why_not_turn, do_turn),
    "mark": Verb(why_not_mark, do_mark),
    "end": Verb(why_not_end, do_end),
}
NOTATION = Notation(
    (VerbForm("mark", (Slot("number", (NUMBER,), needed=True),)),),
    {VERBS: {"mark": Message(Text("mark|marks"))}, CLAUSES: {}, DECKS: {}, PILES: {}},
)
RULES = Rules(notation=NOTATION, set_up=lambda _edition, players: Noughts(players))


def edition_of(sample: Path) -> EditionData:
    """The table asks nothing of its edition, so any will do."""
    return choose(Workspace(sample.parent.parent).game(sample.name), Choices())


def log_of(*turns: str) -> Log:
    reader = StepReader(NOTATION, Vocabulary(NOTATION, [source_catalog]), {}, PLAYERS, {})
    lines = [Line(at, TURN, (at - 1) % 2, None, reader.steps(turn)) for at, turn in enumerate(turns, 1)]
    return Log(Path("noughts.log"), "noughts", Choices(), PLAYERS, (), tuple(lines))


def judged(log: Log, edition: EditionData) -> Replay:
    replay = ExplainingReplay(log, edition, RULES)
    assert [line.at for line in replay.lines()] == [line.at for line in log.lines]
    return replay


def test_a_game_by_the_rules_has_a_winner_and_no_findings(sample: Path) -> None:
    replay = judged(log_of("mark 5", "marks 1", "mark 3", "mark 2", "mark 7"), edition_of(sample))
    assert replay.findings == []
    assert (replay.table.over, replay.table.outcome().winners) == (True, (0,))
    assert uncertain(replay) == CERTAIN


def test_a_fault_is_found_with_what_would_be_legal(sample: Path) -> None:
    replay = judged(log_of("mark 5", "mark 5", "mark 3"), edition_of(sample))
    first = replay.findings[0]
    assert (first.line, first.rules, str(first.why)) == (2, ("N3",), "there is a mark already")
    assert (first.step, first.seat, len(first.instead)) == (Step("mark", {"number": 5}), 1, 6)
    assert repr(first) == "<Finding in line 2, N3: there is a mark already>"


def test_the_table_can_be_shown(sample: Path) -> None:
    table = RULES.set_up(edition_of(sample), PLAYERS)
    first, second = (Message(Text(name)) for name in PLAYERS)
    assert RULES.portray(table).seats == (SeatPicture(first, active=True), SeatPicture(second))
    assert [seat["key"] for seat in RULES.tableau(table)["seats"]] == ["ala", "bartek"]
    assert (RULES.phase(Step("mark")), RULES.cost(table, Step("mark")), RULES.figures(table)) == ("", 0, {})


def test_games_are_simulated_by_chance(sample: Path) -> None:
    edition = edition_of(sample)
    for seed in range(5):
        played = play(edition, RULES, Choices(), [next(iter(RULES.players))] * 2, seed)
        assert played.outcome.over
        steps = [line for line in played.log.lines if line.kind == TURN]
        assert 5 <= len(steps) <= 9
        assert judged(replace(played.log, lines=_numbered(steps)), edition).findings == []


def _numbered(lines: Sequence[Line]) -> tuple[Line, ...]:
    return tuple(line._replace(at=at, turn=None) for at, line in enumerate(lines, 1))


def test_equal_logs_are_judged_equally(sample: Path) -> None:
    edition = edition_of(sample)
    one, same, other = (log_of("mark 5", last) for last in ("mark 5", "mark 5", "mark 4"))
    assert (one == same, one == other) == (True, False)
    assert judged(one, edition).findings == judged(same, edition).findings != judged(other, edition).findings
    assert repr(one) == "<Log noughts.log: noughts, Ala, Bartek, 2 lines>"

"""Tells a verdict and the course of its game as blocks of a text: title, verdict, standing, charts, findings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from pnp.layout import Size
from pnp.model import Kind, Mark
from pnp.referee.course import Course, belongings, claims_of, ranks
from pnp.referee.telling import Told, finding_lines, summary
from pnp.referee.verdict import Report
from pnp.render.book.blocks import Block, Chart, Columns, Example, Heading, Items, Paragraph, Picture, Run, Runs, Table
from pnp.render.brush import Painter
from pnp.render.easel import Studio
from pnp.render.job import Job
from pnp.render.names import Tree
from pnp.render.report.bars import BarChart
from pnp.render.report.lanes import LaneChart
from pnp.render.report.pen import Pen, has_art
from pnp.render.report.scores import MOST_NUMBERED, Fault, ScoreChart
from pnp.text import Message, counted, say, visible, word
from pnp.values import excerpt, written

KIND = word("part", "Report on a game")
FIGURE = "table"  # the figure of the layout that shows the table at the end
GAME = "game"  # under which it finds what happened
LANES = "belongings"  # the anchor of the lanes
_MOST_TITLE, _MOST_WORDS, _MOST_LINE = 90, 120, 260  # letters
_MOST_CHANGES = 6


class Sizes(NamedTuple):
    """Millimetres: how high the chart of scores is, and each lane; how high the table may be, 0 for none."""

    chart: float
    lane: float
    table: float = 0


@dataclass(frozen=True, slots=True)
class Story:
    """What is known of one game, and how to say it."""

    job: Job
    report: Report
    told: Told  # the verdict, in the language of the job
    course: Course
    studio: Studio

    def blocks(self, sizes: Sizes, shown: int, width: float, *, figures: bool = True) -> list[Block]:
        """The whole text, with so many findings; charts are so many millimetres wide. `figures`: numbers at its end."""
        return [
            *self._opening(),
            self._verdict(),
            *self._standing(),
            *self._scores(sizes.chart),
            *self._lanes(sizes.lane, width),
            *self._table(sizes.table),
            *self._findings(shown),
            *(self._figures() if figures else ()),
        ]

    @property
    def played(self) -> Mapping[str, Tree]:
        """What the figure sees: the table at the end."""
        seats = list(range(len(self.report.log.players)))
        return {GAME: {"before": self.course.table, "after": self.course.table, "changed": seats}}

    @property
    def title(self) -> str:
        event = self.report.log.heading("event")
        return excerpt(visible(event.value), _MOST_TITLE) if event and event.value else self._say(KIND)

    def _say(self, message: Message) -> str:
        return self.job.catalog(message)

    # ---- head ----

    def _opening(self) -> Iterator[Block]:
        art = "report" if has_art(self.studio, "report") else ""
        yield Heading(1, (Run(self.title),), anchor="report", art=art)
        where = [heading.value for key in ("place", "date") if (heading := self.report.log.heading(key))]
        if line := " · ".join(self._day(visible(one)) for one in where if one):
            yield Paragraph((Run(excerpt(line, _MOST_TITLE), italic=True),))
        yield Paragraph(tuple(self._facts()))

    def _day(self, text: str) -> str:
        """A date as the language writes it; anything else as it is."""
        try:
            return self.job.catalog.day(date.fromisoformat(text))
        except ValueError:
            return text

    def _facts(self) -> Iterator[Run]:
        catalog, edition = self.job.catalog, self.report.edition
        changed = [
            f"{key}={written(one.fact)}" for key, one in edition.values.items() if one.mark is Mark.YOURS
        ]
        facts = (
            (word("report", "Players"), catalog.join(self.report.log.players)),
            (word("report", "Rules"), ", ".join([*self._chosen(), *changed[:_MOST_CHANGES]])),
            (word("report", "Record"), excerpt(visible(self.report.log.path.name), _MOST_WORDS)),
        )
        for number, (label, text) in enumerate(facts):
            yield Run(f"{' ' if number else ''}{self._say(label)}: ", bold=True)
            yield Run(f"{text}.")

    def _chosen(self) -> list[str]:
        edition = self.report.edition
        own = edition.game.offers(Kind.EDITION)[edition.key]
        return [self.job.catalog(choice.title) for choice in (own, *edition.choices())]

    # ---- verdict ----

    def _verdict(self) -> Example:
        sentence = self._say(summary(self.told))
        blocks: list[Block] = [Heading(3, (Run(_capital(sentence)),))]
        lines = [self._end(), self._claim(), *self._doubts(), *self.told["remarks"]]
        blocks.append(Paragraph((Run(" ".join(_sentence(_capital(excerpt(line, _MOST_LINE))) for line in lines)),)))
        return Example("", "", tuple(blocks), label=self._say(word("report", "Verdict")))

    def _end(self) -> str:
        """How the game ended by the rules; the scores stand in the table below."""
        won = [self.report.log.players[seat] for seat in self._winners]
        if not self.report.outcome.over:
            return self._say(say("by the rules the game is not over"))
        if len(won) > 1:
            return self._say(say("by the rules it is a draw between {winners}", winners=won))
        return self._say(say("by the rules {winner} wins", winner=won))

    def _claim(self) -> str:
        """What the record says about it."""
        claims, outcome, players = claims_of(self.report.log), self.report.outcome, self.report.log.players
        if not claims.winners and not claims.scores:
            return self._say(say("the record claims no result"))
        if claims.winners and claims.winners != self._winners:
            return self._say(say("the record claims that {winners} won", winners=[players[one] for one in claims.winners]))
        if any(outcome.scores[seat] != score for seat, score in claims.scores.items()):
            return self._say(say("the record notes other scores"))
        return self._say(say("the record says the same"))

    def _doubts(self) -> Iterator[str]:
        """How many findings hang on what no booklet states."""
        rest = sum(bool(one.rests) for one in self.report.counted)
        if rest:
            yield self._say(
                counted(
                    "{n} of the violations rests on an assumed value or a ruling",
                    "{n} of the violations rest on an assumed value or a ruling",
                    n=rest,
                )
            )

    # ---- standing ----

    def _standing(self) -> Iterator[Block]:
        outcome, players, claims = self.report.outcome, self.report.log.players, claims_of(self.report.log)
        columns: list[tuple[Message | None, list[str], bool]] = [
            (word("report", "Place"), self._places(), True),
            (word("report", "Player"), list(players), False),
        ]
        head = [self._say(title) if title else "" for title, _, _ in columns]
        cells, right = [column for _, column, _ in columns], [aligned for _, _, aligned in columns]

        def add(title: str, numbers: list[str]) -> None:
            head.append(title)
            cells.append(numbers)
            right.append(True)

        if outcome.score.one:
            add(self.job.catalog(outcome.score), [str(score) for score in outcome.scores])
        for title, numbers in outcome.ties.items():
            add(self.job.catalog(title), [str(number) for number in numbers])
        if claims.winners or claims.scores:
            won = self._say(word("report", "winner"))
            said = [
                ", ".join(filter(None, (str(claims.scores.get(seat, "")), won if seat in claims.winners else "")))
                for seat in range(len(players))
            ]
            add(self._say(word("report", "In the record")), said)
        add(self._say(word("report", "Turns")), [str(turns) for turns in self.course.turns])
        blamed = [one.seat for one in self.report.counted]
        add(self._say(word("report", "Violations")), [str(blamed.count(seat) or "–") for seat in range(len(players))])
        order = sorted(range(len(players)), key=lambda seat: ranks(outcome)[seat])
        rows = tuple(tuple((Run(column[seat], bold=seat in self._winners),) for column in cells) for seat in order)
        yield Heading(2, (Run(self._say(word("report", "Standing by the rules"))),), anchor="standing")
        yield Table(tuple((Run(title),) for title in head), rows, tuple(right))

    def _places(self) -> list[str]:
        outcome = self.report.outcome
        if not outcome.score.one and not outcome.over:
            return ["–"] * len(outcome.scores)
        return [f"{place}." for place in ranks(outcome)]

    @property
    def _winners(self) -> tuple[int, ...]:
        return self.report.outcome.winners if self.report.outcome.over else ()

    # ---- charts ----

    def _scores(self, height: float) -> Iterator[Block]:
        outcome = self.report.outcome
        if not outcome.score.one or not self.course.length:
            return
        score = self.job.catalog(outcome.score)
        title = self._say(say("{score}, turn by turn", score=score))
        chart = ScoreChart(
            self.course,
            self.report.log.players,
            self._winners,
            self._say(word("report", "turn")),
            outcome.target,
            self._say(say("target: {target}", target=outcome.target or 0)),
            self._faults,
        )
        yield Heading(2, (Run(title),), anchor="course")
        yield Chart(height, _drawing(chart), title, self._marks())

    def _marks(self) -> Runs:
        """What the marks of findings mean."""
        if not self._faults:
            return ()
        if len(self._faults) > MOST_NUMBERED:
            return (Run(self._say(say("Crosses: where a rule was broken."))),)
        return (Run(self._say(say("Circled numbers are those of the findings."))),)

    def _lanes(self, height: float, width: float) -> Iterator[Block]:
        if not self.course.milestones:
            return
        names = {
            card.key.casefold(): card.key
            for deck in self.report.edition.decks
            if deck.piece in ("card", "tile")
            for card in deck.cards
        }
        kinds = {one.kind for one in self.course.milestones}
        chart = LaneChart(
            self.course,
            self.report.log.players,
            names | {kind: kind for kind in sorted(kinds - names.keys())},
            frozenset(kind for kind in kinds if has_art(self.studio, kind)),
            self._say(word("report", "turn")),
            () if self.report.outcome.score.one else self._faults,
        )
        title = self._belongings()
        yield Heading(2, (Run(title),), anchor=LANES)
        lost = any(not one.gained for one in self.course.milestones)
        caption = self._say(say("Crossed out: given up or lost.")) if lost else ""
        yield Chart(chart.height(width, height), _drawing(chart), title, (Run(caption),) if caption else ())

    def _belongings(self) -> str:
        """The game's own words for what lies before players, if it has some."""
        words = self.report.edition.game.terms.get("report", {})
        first = self.course.table["seats"][0] if self.course.table["seats"] else {}
        known = [self.job.catalog(words[name]) for name, _ in belongings(first) if name in words]
        return self._say(say("{things}, turn by turn", things=known)) if known else self._say(say("Gained and lost"))

    @property
    def _faults(self) -> tuple[Fault, ...]:
        return tuple(
            Fault(number, self.course.turn_of.get(one.line, 0), one.seat)
            for number, one in enumerate(self.report.counted, 1)
        )

    def _table(self, most: float) -> Iterator[Block]:
        if FIGURE not in self.job.layout.figures or not most:
            return
        over = self.report.outcome.over
        title = word("report", "The table at the end") if over else word("report", "The table as it stands")
        yield Heading(2, (Run(self._say(title)),), anchor=FIGURE)
        yield Picture(FIGURE, (), figure=True, example=GAME, most=most)

    def _figures(self) -> Iterator[Block]:
        catalog = self.job.catalog
        groups = tuple(
            (catalog(heading), tuple(sorted(((catalog(label), n) for label, n in amounts.items() if n), key=_largest)))
            for heading, amounts in self.course.figures.items()
        )
        if told := tuple(group for group in groups if group[1]):
            title = self._say(word("report", "In numbers"))
            chart = BarChart(told)
            yield Heading(2, (Run(title),), anchor="figures")
            yield Chart(chart.height, _drawing(chart), title)

    # ---- findings ----

    def _findings(self, shown: int) -> Iterator[Block]:
        told = dict(zip(map(id, self.report.findings), self.told["findings"], strict=True))
        yield Heading(2, (Run(self._say(word("report", "Findings"))),), anchor="findings")
        own = self.report.counted
        if not own:
            yield Paragraph((Run(self._say(say("Nothing that was written down breaks a rule."))),))
            return
        items = []
        for one in own[:shown]:
            following = [other.line for other in self.report.findings if other.follows is one]
            items.append(tuple(self._finding(told[id(one)], following)))
        if items:
            yield Columns((Items(ordered=True, items=tuple(items)),), small=True)
        if rest := len(own) - len(items):
            command = f"pnp referee check {excerpt(visible(self.report.log.path.name), _MOST_WORDS)}"
            more = counted("… and {n} more: {command}", "… and {n} more: {command}", n=rest, command=command)
            yield Paragraph((Run(self._say(more), italic=True),))

    def _finding(self, told: Told, following: list[int]) -> Iterator[Block]:
        _, cited, *details = [excerpt(line.strip(), _MOST_LINE) for line, _ in finding_lines(told, "", self.job.catalog)]
        played = "".join(filter(None, (told["player"] and f"{told['player']}: ", told["played"])))
        line = self._say(say("line {line}", line=str(told["line"])))
        head = ", ".join(filter(None, (_capital(line), excerpt(played, _MOST_WORDS))))
        yield Paragraph((Run(head, bold=True),))
        rule = told["rule"]
        yield Paragraph((Run(rule, bold=True), Run(_sentence(cited.removeprefix(rule)))))
        if following:
            details.append(self._say(counted("{n} more follows from it", "{n} more follow from it", n=len(following))))
        for detail in details:
            yield Paragraph((Run(_capital(_sentence(detail)), italic=True),))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _sentence(text: str) -> str:
    return text if text.endswith((".", "…", "!", "?")) else f"{text}."


def _largest(bar: tuple[str, int]) -> tuple[int, str]:
    return -bar[1], bar[0]


def _drawing(chart: ScoreChart | LaneChart | BarChart) -> Callable[[Painter, Studio, Size], None]:
    def draw(brush: Painter, studio: Studio, size: Size) -> None:
        chart.draw(Pen(brush, studio), size.width, size.height)

    return draw

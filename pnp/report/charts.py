"""The pictures of a report, each under its heading: scores, belongings, the table at the end, sums."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping

from pnp.base.span import Span
from pnp.base.text import Message, say, word
from pnp.book.blocks import Block, Chart, Picture, Run, Runs
from pnp.data.layout import LayoutNames, Size
from pnp.data.values import excerpt
from pnp.draw.painter import Painter
from pnp.faces.context import FaceResources
from pnp.referee.history import belongings
from pnp.referee.uncertain import sentences
from pnp.report.bar_chart import BarChart
from pnp.report.belongings_chart import BelongingsChart
from pnp.report.chart_painter import ChartPainter, has_art
from pnp.report.score_chart import MOST_NUMBERED, ScoreChart
from pnp.report.subject import Subject
from pnp.report.wording import sentence_of
from pnp.words.sentences import called

SCORES, BELONGINGS = "course", "belongings"  # anchors
FIGURE = "table"  # the figure of the layout that shows the table at the end
_GAME = "game"  # under which it finds the table
_MOST_DOUBTS, _MOST_LINE = 3, 200  # sentences below the table, and letters of each


def scores(subject: Subject, height: float) -> Iterator[Block]:
    """The course of the score, so many millimetres high; nothing without a score, or before the first turn."""
    outcome = subject.judgement.outcome
    if not subject.counts or not subject.history.length:
        return
    title = say("{score}, turn by turn", score=outcome.score)
    chart = ScoreChart(
        subject.history,
        subject.players,
        subject.winners,
        subject.say(_counted(subject)),
        outcome.target,
        subject.say(say("target: {target}", target=outcome.target or 0)),
        subject.faults,
    )
    yield subject.heading(title, SCORES)
    yield Chart(height, _drawing(chart), subject.say(title), _spaced(_hatched(subject), _marks(subject)))


def _counted(subject: Subject) -> Message:
    """What the numbers below a chart count."""
    return word("report", "round") if subject.history.headed else word("report", "turn")


def _marks(subject: Subject) -> Runs:
    """What the marks of findings mean."""
    if not subject.faults:
        return ()
    if len(subject.faults) > MOST_NUMBERED:
        return (Run(subject.say(say("Crosses mark broken rules."))),)
    return (Run(subject.say(say("Circled numbers refer to the findings."))),)


def _hatched(subject: Subject) -> Runs:
    """What the bands mean, if there are some."""
    if all(score.certain for _, scores in subject.history.scores for score in scores):
        return ()
    return (Run(subject.say(say("Hatching marks what the log leaves open."))),)


def _spaced(*sentences: Runs) -> Runs:
    """Sentences one after the other."""
    found = [one for one in sentences if one]
    return tuple(run for number, one in enumerate(found) for run in ((Run(" "), *one) if number else one))


def gained_and_lost(subject: Subject, lane: float, width: float) -> Iterator[Block]:
    """A lane for each player, so high; findings are marked there where there is no chart of scores."""
    milestones = subject.history.milestones
    if not milestones:
        return
    kinds = {one.kind for one in milestones}
    chart = BelongingsChart(
        subject.history,
        subject.players,
        _names(subject, kinds),
        frozenset(kind for kind in kinds if has_art(subject.resources, kind)),
        subject.say(_counted(subject)),
        () if subject.counts else subject.faults,
    )
    title = _things(subject)
    lost = (Run(subject.say(say("Crossed out means given up or lost."))),)
    caption: Runs = lost if not all(one.gained for one in milestones) else ()
    if not subject.counts and subject.faults:
        caption = _spaced(_marks(subject), caption)
    yield subject.heading(title, BELONGINGS)
    yield Chart(chart.height(width, lane), _drawing(chart), subject.say(title), caption)


def _names(subject: Subject, kinds: Collection[str]) -> dict[str, str]:
    """What things are called, in the order of the game's decks; what is in none goes by its kind."""
    names = {
        card.key.casefold(): called(deck, card, subject.job.catalog)
        for deck in subject.judgement.edition.decks
        for card in deck.cards
    }
    return names | {kind: kind for kind in sorted(kinds) if kind not in names}


def _things(subject: Subject) -> Message:
    """The game's own words for what lies before players, if it has some."""
    words = subject.judgement.edition.game.terms.get("report", {})
    known = [words[name] for name, _ in belongings(subject.history.table["seats"][0]) if name in words]
    return say("{things}, turn by turn", things=known) if known else say("Gains and losses, turn by turn")


def table(subject: Subject, most: float) -> Iterator[Block]:
    """The table at the end, no higher than that, if the game's layout has a figure of it."""
    if FIGURE not in subject.job.layout.figures or not most:
        return
    over = subject.judgement.outcome.over
    title = word("report", "Final state of play") if over else word("report", "Current state of play")
    yield subject.heading(title, FIGURE)
    yield Picture(FIGURE, _in_doubt(subject), figure=True, example=_GAME, most=most)


def _in_doubt(subject: Subject) -> Runs:
    """What of the table is not certain; there may be more of it than there is room for."""
    found = list(sentences(subject.history.uncertain, subject.job.catalog))
    more = ["…"] if len(found) > _MOST_DOUBTS else []
    said = [sentence_of(excerpt(one, _MOST_LINE)) for one in found[:_MOST_DOUBTS]]
    return (Run(" ".join([*said, *more])),) if said else ()


def played(subject: Subject) -> Mapping[str, LayoutNames]:
    """What that figure sees; as in an example of a rulebook, but nothing has changed."""
    end = subject.history.table
    return {_GAME: {"before": end, "after": end, "changed": list(range(len(subject.players)))}}


def sums(subject: Subject) -> Iterator[Block]:
    """What the game came to, in numbers."""
    say_it = subject.job.catalog
    groups = tuple(
        (say_it(heading), tuple(sorted(((say_it(label), n) for label, n in amounts.items() if n != 0), key=_largest)))
        for heading, amounts in subject.history.figures.items()
        if any(n != 0 for n in amounts.values())
    )
    if groups:
        title, chart = word("report", "In numbers"), BarChart(groups)
        yield subject.heading(title, "sums")
        yield Chart(chart.height, _drawing(chart), subject.say(title))


def _largest(bar: tuple[str, Span]) -> tuple[int, str]:
    return -bar[1].most, bar[0]


def _drawing(chart: ScoreChart | BelongingsChart | BarChart) -> Callable[[Painter, FaceResources, Size], None]:
    def draw(painter: Painter, resources: FaceResources, size: Size) -> None:
        chart.draw(ChartPainter(painter, resources), size.width, size.height)

    return draw

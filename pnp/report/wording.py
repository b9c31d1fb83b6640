"""The words of a report: title, verdict, standing and findings as blocks."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from pnp.base.text import Message, counted, say, visible, word
from pnp.book.blocks import Block, Columns, Example, Heading, Items, Paragraph, Run, Tabular
from pnp.book.paged.lines import Type
from pnp.book.paged.tables import CELL
from pnp.data.model import Kind, Mark
from pnp.data.values import excerpt
from pnp.referee.claims import may_have_won
from pnp.referee.history import Claims, claims_of, ranks
from pnp.referee.uncertain import undecidable
from pnp.referee.verdict import VerdictFinding
from pnp.referee.wording.lines import reason_lines, summary
from pnp.report.chart_painter import cut, has_art
from pnp.report.subject import Subject
from pnp.words.sentences import ValueSentences

KIND = word("artefact", "Game report")
ART = "report"  # the drawing beside the title, if the game has one
_TITLE, _HEAD, _UNDER = Type("Serif-Bold", 11, 11), Type("Serif-Italic", 6.5, 8), Type("Serif-Italic", 8, 10)
_MOST_PLAYED, _MOST_LINE = 120, 260  # letters
_MOST_CHANGES = 6
_MOST_UNCLEAR = 2
_NAMES = 1  # the column of the players' names


# ---- head ----


def opening(subject: Subject, width: float) -> Iterator[Block]:
    """Title, where and when, and what was played by whom; titles are cut to what a page so wide can hold."""
    art = ART if has_art(subject.resources, ART) else ""
    yield Heading(1, (Run(_title(subject, width)),), anchor="report", art=art)
    log = subject.judgement.log
    where = [visible(heading.value) for key in ("place", "date") if (heading := log.heading(key))]
    if line := " · ".join(_day(subject, one) for one in where if one):
        yield Paragraph((Run(cut(line, _UNDER, 0.7 * width), italic=True),))
    yield Paragraph(tuple(_facts(subject)))


def _title(subject: Subject, width: float) -> str:
    """The event; it also stands at the head of each page."""
    event = subject.judgement.log.heading("event")
    if event is None or not event.value:
        return subject.say(KIND)
    words = [cut(one, _TITLE, 0.7 * width) for one in visible(event.value).split()]
    return cut(" ".join(words), _HEAD, 0.48 * width - 12)


def _day(subject: Subject, text: str) -> str:
    """A date as the language writes it; anything else as it is."""
    try:
        return subject.job.catalog.day(date.fromisoformat(text))
    except ValueError:
        return text


def _facts(subject: Subject) -> Iterator[Run]:
    edition = subject.judgement.edition
    own = edition.game.offers(Kind.EDITION)[edition.key]
    chosen = [subject.job.catalog(choice.title) for choice in (own, *edition.choices())]
    told = ValueSentences(edition, subject.job.catalog)
    changed = [told.of(one) for one in edition.values.values() if one.mark is Mark.YOURS]
    facts = [
        (word("report", "Players"), subject.job.catalog.join(subject.players)),
        (word("report", "Rules"), ", ".join(chosen)),
        (word("report", "Log"), _file(subject)),
    ]
    if changed:
        facts.append((word("report", "Set by this table"), " ".join(changed[:_MOST_CHANGES]).removesuffix(".")))
    for number, (label, text) in enumerate(facts):
        yield Run(f"{' ' if number else ''}{subject.say(label)}: ", bold=True)
        yield Run(f"{text}.")


def _file(subject: Subject) -> str:
    return excerpt(visible(subject.judgement.log.path.name), _MOST_PLAYED)


# ---- verdict ----


def verdict(subject: Subject) -> Block:
    """A box with the number of violations, how the game ended, what the log claims of it, and what is open."""
    lines = [subject.say(one) for one in (_end(subject), _claim(subject), *_doubts(subject))]
    text = " ".join(sentence_of(excerpt(line, _MOST_LINE)) for line in (*lines, *subject.verdict.remarks))
    title = Heading(3, (Run(_capital(subject.say(summary(subject.verdict)))),))
    return Example("", "", (title, Paragraph((Run(text),))), label=subject.say(word("report", "Verdict")))


def _end(subject: Subject) -> Message:
    """How the game ended by the rules; the scores stand in the table below."""
    won = [subject.players[seat] for seat in subject.winners]
    if not subject.judgement.outcome.over:
        return say("by the rules the game isn’t over")
    if not won:
        may = [subject.players[seat] for seat in subject.judgement.outcome.contenders]
        return say("the game is over, but the log doesn’t show whether {players:or} won", players=may)
    if len(won) > 1:
        return say("by the rules it’s a draw between {winners}", winners=won)
    return say("by the rules {winner} wins", winner=won)


def _claim(subject: Subject) -> Message:
    """What the log says about it."""
    claims, outcome = claims_of(subject.judgement.log), subject.judgement.outcome
    noted = [(outcome.scores[seat], score) for seat, score in claims.scores.items()]
    if not claims.winners and not claims.scores:
        return say("the log gives no result")
    if claims.winners and not (outcome.over and may_have_won(outcome, claims.winners)):
        won = [subject.players[seat] for seat in claims.winners]
        return say("the log says {winners} won", winners=won)
    if any(score not in right for right, score in noted):
        return say("the log gives different scores")
    if (claims.winners and not outcome.winners) or not all(right.certain for right, _ in noted):
        return say("what the log says may be right")
    return say("the log agrees")


def _doubts(subject: Subject) -> Iterator[Message]:
    """What the verdict hangs on, and where it ends."""
    if rest := sum(bool(one.rests) for one in subject.judgement.counted):
        yield counted(
            "{n} of the violations rests on an assumed value or a ruling",
            "{n} of the violations rest on an assumed value or a ruling",
            n=rest,
        )
    for one in subject.judgement.unclear[:_MOST_UNCLEAR]:
        yield undecidable(one)


# ---- standing ----


def standing(subject: Subject, width: float) -> Iterator[Block]:
    """The table of players; their names get no more than their share of the width."""
    places = ranks(subject.judgement.outcome)
    order = sorted(range(len(places)), key=lambda seat: (places[seat].least, places[seat].most))
    columns = list(_columns(subject, 0.36 * width))
    rows = [tuple((Run(cells[seat], bold=seat in subject.winners),) for _, cells in columns) for seat in order]
    yield subject.heading(word("report", "Standings by the rules"), "standing")
    right = tuple(number != _NAMES for number in range(len(columns)))
    yield Tabular(tuple((Run(title),) for title, _ in columns), tuple(rows), right)


def _columns(subject: Subject, room: float) -> Iterator[tuple[str, list[str]]]:
    """The columns of the table: a heading, and what it says of each seat."""
    outcome, claims, say_it = subject.judgement.outcome, claims_of(subject.judgement.log), subject.job.catalog
    known = subject.counts or outcome.over
    yield say_it(word("report", "Place")), [f"{one}." if known else "–" for one in ranks(outcome)]
    yield say_it(word("report", "Player")), [cut(name, CELL, room) for name in subject.players]
    if subject.counts:
        yield say_it(outcome.score), [str(score) for score in outcome.scores]
    for title, numbers in outcome.ties:
        yield say_it(title), [str(number) for number in numbers]
    if claims.winners or claims.scores:
        yield say_it(word("report", "In the log")), list(_claimed(subject, claims))
    yield say_it(word("report", "Turns")), [str(turns) for turns in subject.history.turns]
    blamed = [one.seat for one in subject.judgement.counted]
    yield say_it(word("report", "Violations")), [str(blamed.count(one) or "–") for one in range(len(subject.players))]


def _claimed(subject: Subject, claims: Claims) -> Iterator[str]:
    """What the log claims of each seat."""
    for seat in range(len(subject.players)):
        said = [str(claims.scores[seat])] if seat in claims.scores else []
        yield ", ".join([*said, subject.say(word("report", "winner"))] if seat in claims.winners else said)


# ---- findings ----


def findings(subject: Subject, shown: int) -> Iterator[Block]:
    """So many of those that do not follow from others, in the order of the log."""
    judgement = subject.judgement
    yield subject.heading(word("report", "Findings"), "findings")
    if not judgement.counted:
        yield Paragraph((Run(subject.say(say("Nothing in the log breaks a rule."))),))
    items = [
        tuple(_finding(subject, said, following=sum(other.follows is one for other in judgement.findings)))
        for one, said in list(zip(judgement.counted, subject.verdict.counted, strict=True))[:shown]
    ]
    if items:
        yield Columns((Items(ordered=True, items=tuple(items)),), small=True)
    if rest := len(judgement.counted) - len(items):
        command = f"pnp referee check {_file(subject)}"
        more = counted("… and {n} more: {command}", "… and {n} more: {command}", n=rest, command=command)
        yield Paragraph((Run(subject.say(more), italic=True),))


def _finding(subject: Subject, finding: VerdictFinding, *, following: int) -> Iterator[Block]:
    """What was played, the rule and why, and the rest as the terminal says it."""
    said = [line.strip() for line, _ in reason_lines(finding, subject.job.catalog)]
    cited, *details = (excerpt(line, _MOST_LINE) for line in said)
    who = f"{finding.player}: " if finding.player else ""
    played = excerpt(f"{who}{finding.played or ''}", _MOST_PLAYED)
    line = _capital(subject.say(say("line {line}", line=str(finding.line))))
    yield Paragraph((Run(f"{line}, {played}" if played else line, bold=True),))
    yield Paragraph((Run(finding.rule, bold=True), Run(sentence_of(cited.removeprefix(finding.rule)))))
    if following:
        details.append(subject.say(counted("{n} more follows from it", "{n} more follow from it", n=following)))
    yield from (Paragraph((Run(sentence_of(detail), italic=True),)) for detail in details)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def sentence_of(text: str) -> str:
    """With a capital and a full stop."""
    return _capital(text) if text.endswith((".", "…", "!", "?")) else f"{_capital(text)}."

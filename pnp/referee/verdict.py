"""A verdict in the words of one language, as plain data: what programs get as JSON, and what people read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pnp.base.errors import Complaint, Failure, Place
from pnp.base.span import Span
from pnp.base.text import Message, counted, say, word
from pnp.data.edition import EditionData
from pnp.data.model import Mark, Value
from pnp.data.values import excerpt, written
from pnp.log.file import read_log
from pnp.log.library import Library, rules_of
from pnp.log.log import CLAIMS, Log, claimed
from pnp.log.writing import Scribe
from pnp.referee.findings import Finding, Judgement
from pnp.referee.judge import judge
from pnp.rules.step import Step
from pnp.words.catalog import Catalog, load_catalog

MOST_SHOWN, MOST_PLAYED, MOST_NUMBERS = 16, 300, 12
MOST_ASSUMED = 3  # mistyped words that are told in a line each
MOST_LINES = 10  # of a verdict on several faults, before each of them gets one only
CLEAN, BROKEN, UNREADABLE = "clean", "violations", "unreadable"
Told = dict[str, Any]
Style = str  # a colour, or empty
Said = tuple[str, Style]

_MARKS = {
    Mark.EDITION: word("mark", "this edition"),
    Mark.ASSUMED: word("mark", "assumed"),
    Mark.RULING: word("mark", "our ruling"),
    Mark.YOURS: word("mark", "set by this table"),
}


def check(path: Path, library: Library, language: str, *, strict: bool = False) -> Told:
    """The verdict on one file; if strict, nothing in it is guessed."""
    return readable(
        path,
        library.catalog(language),
        lambda: told(judge(read_log(path, library, strict=strict), library), library, language),
    )


def readable(path: Path, ui: Catalog, work: Callable[[], Told]) -> Told:
    """What is told of a file, or why nothing can be."""
    try:
        return work()
    except Failure as failure:
        complaints = failure.complaints
    except Exception as error:  # noqa: BLE001  our own fault, which must not end the check of a whole folder
        stumbled = Complaint(
            say("the referee stumbled over this log ({error})", error=type(error).__name__),
            Place(path),
            say("this is a fault of the program; please report it with the log"),
        )
        complaints = (stumbled,)
    return {"file": str(path), "verdict": UNREADABLE, "problems": [_problem(one, ui) for one in complaints]}


def told(report: Judgement, library: Library, language: str) -> Told:
    log, edition = report.log, report.edition
    catalog = (
        load_catalog(library.workspace, language, log.game).knowing(edition.facts())
        if report.findings
        else library.catalog(language)
    )
    scribe = (
        Scribe(rules_of(log.game).notation, library.catalog(language), library.cards(log.game), log.players)
        if report.findings
        else None
    )
    outcome = report.outcome
    return {
        "file": str(log.path),
        "verdict": BROKEN if report.findings else CLEAN,
        "game": log.game,
        "edition": edition.key,
        "players": list(log.players),
        "steps": report.steps,
        "assumptions": assumed(log),
        "violations": len(report.counted),
        "findings": [
            _finding(one, edition, log.players, catalog, scribe, library.sections(edition))
            for one in report.findings
            if scribe
        ],
        "over": outcome.over,
        "winners": [log.players[seat] for seat in outcome.winners] if outcome.over else [],
        "may_have_won": [log.players[seat] for seat in outcome.contenders] if outcome.over else [],
        "scores": dict(zip(log.players, (score.data for score in outcome.scores), strict=True)),
        "unclear": [
            {"line": one.line, "what": catalog(one.what), "cure": catalog(one.cure) if one.cure else None}
            for one in report.unclear
        ],
        "remarks": [catalog(remark) for remark in report.remarks],
    }


def assumed(log: Log) -> list[Told]:
    """Where a log is not read as it stands."""
    return [
        {"line": one.line, "column": one.column, "found": one.found, "meant": one.meant}
        for one in log.assumptions
        if one.matters
    ]


def _finding(
    finding: Finding,
    edition: EditionData,
    players: tuple[str, ...],
    say_it: Catalog,
    scribe: Scribe,
    sections: Mapping[str, str],
) -> Told:
    return {
        "rule": finding.rule,
        "rules": list(finding.rules),
        "title": say_it(edition.game.rules[finding.rule]),
        "section": f"§{sections[finding.rule]}" if finding.rule in sections else "",
        "page": None,
        "line": finding.line,
        "player": players[finding.seat] if finding.seat is not None else None,
        "played": _played(_by_player(finding.step, finding.seat), scribe, say_it) if finding.step else None,
        "why": say_it(finding.why),
        "instead": [_played(step, scribe, say_it) for step in finding.instead],
        "more": finding.more,
        "rests_on": [_rest(value, say_it) for value in finding.rests],
        "applied": finding.applied,
        "assumes": _assumed(finding, scribe, say_it),
        "follows": finding.follows.line if finding.follows else None,
    }


def _assumed(finding: Finding, scribe: Scribe, say_it: Catalog) -> str | None:
    """What the referee takes for granted to go on."""
    if finding.meant:
        return say_it(say("taken for: {step}", step=_played(finding.meant, scribe, say_it)))
    if finding.missing:
        return say_it(say("taken to be missing before it: {step}", step=_played(finding.missing, scribe, say_it)))
    return say_it(finding.assumes) if finding.assumes else None


def _played(step: Step, scribe: Scribe, say_it: Catalog) -> str:
    """A step as one would write it; the begin and end of a turn are not written, so they are said."""
    if step.do == "end":
        return say_it(word("step", "end of the turn"))
    if step.do == "turn":
        return say_it(word("step", "beginning of the turn"))
    if step.do == "deal":
        return excerpt(scribe.cards(step.args["cards"]), MOST_PLAYED)
    if step.do in CLAIMS:
        return f"{say_it(CLAIMS[step.do]).partition('|')[0]}: {claimed(step, scribe.players)}"
    return excerpt(scribe.step(step), MOST_PLAYED)


def _by_player(step: Step, seat: int | None) -> Step:
    """The step without the player's name, where that stands before it anyway."""
    return Step(step.do, step.args) if step.by == seat else step


def _rest(value: Value, say_it: Catalog) -> Told:
    return {
        "key": value.key,
        "value": written(value.fact),
        "mark": str(value.mark),
        "rule": value.rule,
        "about": say_it(value.about),
        "source": say_it(_MARKS[value.mark]),
    }


def _problem(complaint: Complaint, ui: Catalog) -> Told:
    place = complaint.place
    return {
        "line": place.line if place else None,
        "column": place.column if place else None,
        "message": ui(complaint.message),
        "hint": ui(complaint.hint) if complaint.hint else None,
    }


# ---- for people ----------------------------------------------------------------------------------------------------


def lines(told: Told, ui: Catalog, *, everything: bool = False) -> Iterator[Said]:
    """A verdict as lines for a terminal: a few for each fault, or one, unless everything is asked for."""
    if told["verdict"] == UNREADABLE:
        yield from _problem_lines(told, told["file"])
        return
    said = list(_verdict_lines(told, ui, everything=everything, many=False))
    several = told["violations"] > 1 and not everything
    yield from _verdict_lines(told, ui, everything=False, many=True) if several and len(said) > MOST_LINES else said


def _verdict_lines(told: Told, ui: Catalog, *, everything: bool, many: bool) -> Iterator[Said]:
    name = told["file"]
    yield from assumption_lines(told["assumptions"], name, ui)
    for finding, following in _with_followers(told["findings"], apart=everything):
        said = finding_lines(finding, name, ui)
        if many:
            yield _in_a_line(finding, said, following, ui)
        else:
            yield from said if everything else _brief(said, following, ui)
    for question in told["unclear"]:
        undecided = say("not decidable from this log: {what}", what=question["what"])
        settled = say("this would settle it: {cure}", cure=question["cure"])
        cure = f" · {ui(settled)}" if question["cure"] else ""
        yield f"{name}:{question['line']}: {ui(undecided)}{cure}", "yellow"
    for remark in told["remarks"]:
        yield f"{name}: {remark}", "yellow"
    legal = say("what would have been legal: --all")
    more = f" · {ui(legal)}" if many else ""
    yield f"{name}: {ui(summary(told))}{more}", "red" if told["findings"] else "green"
    yield f"  {ui(_standing(told))}", ""


def assumption_lines(assumptions: Sequence[Told], name: str, ui: Catalog) -> Iterator[Said]:
    """What is read as something else, each once with all its lines; many of them in one."""
    said = [f"{place}: {ui(one)}" for place, one in _assumptions(assumptions)]
    if len(said) > MOST_ASSUMED:
        yield f"{name}: {'; '.join(said)}", "yellow"
    else:
        yield from ((f"{name}:{one}", "yellow") for one in said)


def remarks_on(assumptions: Sequence[Told], ui: Catalog, most: int) -> Iterator[str]:
    """The same as sentences without a file's name; of more than so many, how many are left."""
    said = list(_assumptions(assumptions))
    for place, what in said[:most]:
        yield ui(say("line {line}: {what}", line=place.partition(":")[0], what=what))
    if left := len(said) - most if len(said) > most else 0:
        yield ui(counted("{n} more word is read as another", "{n} more words are read as others", n=left))


def _assumptions(assumptions: Sequence[Told]) -> Iterator[tuple[str, Message]]:
    kinds: dict[tuple[str, str], list[Told]] = {}
    for one in assumptions:
        kinds.setdefault((one["found"], one["meant"]), []).append(one)
    for (found, meant), places in kinds.items():
        first, words = places[0], {"found": excerpt(found), "meant": excerpt(meant)}
        others = sorted({one["line"] for one in places} - {first["line"]})
        said = say("'{found}' is read as '{meant}'", **words)
        if others:
            said = counted(
                "'{found}' is read as '{meant}', also in line {lines}",
                "'{found}' is read as '{meant}', also in lines {lines}",
                n=len(others),
                lines=_numbers(others),
                **words,
            )
        yield f"{first['line']}:{first['column']}", said


def _numbers(lines: Sequence[int]) -> str:
    """Numbers of lines, those in a row drawn together: `3, 5–9, 12`."""
    rows: list[list[int]] = []
    for line in lines:
        if rows and line == rows[-1][-1] + 1:
            rows[-1].append(line)
        else:
            rows.append([line])
    few = 2
    parts = [f"{row[0]}–{row[-1]}" if len(row) > few else ", ".join(map(str, row)) for row in rows[:MOST_NUMBERS]]
    return ", ".join(parts) + (", …" if len(rows) > MOST_NUMBERS else "")


def _with_followers(findings: Sequence[Told], *, apart: bool) -> Iterator[tuple[Told, list[Told]]]:
    """The findings with those that follow from them; apart, each stands for itself."""
    causes: dict[int, list[Told]] = {}
    kept: list[tuple[Told, list[Told]]] = []
    for finding in findings:
        following = None if apart else causes.get(finding["follows"])
        if following is not None:
            following.append(finding)
            continue
        kept.append((finding, []))
        if finding["follows"] is None:
            causes[finding["line"]] = kept[-1][1]
    return iter(kept)


def _brief(said: Iterable[Said], following: Sequence[Told], ui: Catalog) -> Iterator[Said]:
    """A finding in four lines at most: what was played, why not, what would be legal, and all the rest."""
    rest = []
    for line, style in said:
        if style == "yellow":
            rest.append(line.strip())
        else:
            yield line, style
    rest += _more(following, ui)
    if rest:
        yield f"  {' · '.join(rest)}", "yellow"


def _in_a_line(finding: Told, said: Iterable[Said], following: Sequence[Told], ui: Catalog) -> Said:
    """A finding among many: what was played, why not, what is taken for granted, and what follows."""
    (head, _), (why, style), *_ = said
    assumed = [finding["assumes"]] if finding["assumes"] else []
    return " · ".join((f"{head} → {why.strip()}", *assumed, *_more(following, ui))), style


def _more(following: Sequence[Told], ui: Catalog) -> list[str]:
    """What follows from a finding: how much, and in which lines."""
    places = sorted({one["line"] for one in following})
    more = counted(
        "{n} more follows: {count:line|lines} {lines}",
        "{n} more follow: {count:line|lines} {lines}",
        n=len(following),
        count=len(places),
        lines=_numbers(places),
    )
    return [ui(more)] if following else []


def _problem_lines(told: Told, name: str) -> Iterator[Said]:
    for problem in told["problems"]:
        at = "".join(f":{number}" for number in (problem["line"], problem["column"]) if number)
        yield f"{name}{at}: {problem['message']}", "red"
        if problem["hint"]:
            yield f"  → {problem['hint']}", "bright_black"


def finding_lines(finding: Told, name: str, ui: Catalog) -> Iterator[Said]:
    """What was played, then the rule and why, then whatever else there is to say."""
    follows = finding["follows"]
    who = f" {finding['player']}:" if finding["player"] else ""
    played = f" {finding['played']}" if finding["played"] else ""
    head = f"{name}:{finding['line']}:{who}{played}"
    yield head, "bright_black" if follows is not None else "bold"
    page = ui(say(", page {page}", page=finding["page"])) if finding["page"] else ""
    cited = " ".join(part for part in (f"{finding['section']}{page}".lstrip(", "), finding["title"]) if part)
    yield f"  {finding['rule']} {cited}: {finding['why']}", "bright_black" if follows is not None else "red"
    if follows is not None:
        linked = say("follows from line {line}; not counted", line=str(follows))
        yield f"  {ui(linked)}", "bright_black"
        return
    if finding["instead"]:
        legal = say("legal here: {options}", options="; ".join(finding["instead"]))
        more = counted("… and {n} more", "… and {n} more", n=finding["more"])
        yield f"  {ui(legal)}{' ' + ui(more) if finding['more'] else ''}", "green"
    for rest in finding["rests_on"]:
        key = rest["key"] if len(rest["value"]) > MOST_SHOWN else f"{rest['key']}={rest['value']}"
        why = say("rests on {key} ({source}): {about}", key=key, source=rest["source"], about=rest["about"])
        yield f"  {ui(why)}", "yellow"
    if not finding["applied"]:
        left_out = say("left out: the table stays as it was")
        yield f"  {ui(left_out)}", "yellow"
    if finding["assumes"]:
        yield f"  {finding['assumes']}", "yellow"


def explained(
    finding: Finding, edition: EditionData, say_it: Catalog, scribe: Scribe, sections: Mapping[str, str]
) -> Iterator[Said]:
    """Why a step is not legal and what would be, without the place where it stands."""
    told = _finding(finding, edition, tuple(scribe.players), say_it, scribe, sections)
    (head, style), *rest = finding_lines(told, "", say_it)
    yield head.removeprefix(f":{finding.line}:").strip(), style
    yield from rest


def summary(told: Told) -> Message:
    if not told["findings"]:
        return counted("by the rules, {n} step", "by the rules, {n} steps", n=told["steps"])
    more = len(told["findings"]) - told["violations"]
    if not more:
        return counted("{n} violation", "{n} violations", n=told["violations"])
    return counted(
        "{n} violation, and {more} that {more:follows|follow} from it",
        "{n} violations, and {more} that {more:follows|follow} from them",
        n=told["violations"],
        more=more,
    )


def shown_score(score: int | Mapping[str, int]) -> str:
    """A score as programs get it, in figures."""
    return str(score) if isinstance(score, int) else str(Span(score["least"], score["most"]))


def _standing(told: Told) -> Message:
    scores = ", ".join(f"{player} {shown_score(score)}" for player, score in told["scores"].items())
    if not told["over"]:
        return say("the game is not over; so far: {scores}", scores=scores)
    if not told["winners"]:
        return say(
            "the game is over, but this log does not tell who won, {players:or}: {scores}",
            players=told["may_have_won"],
            scores=scores,
        )
    if len(told["winners"]) > 1:
        return say("a draw between {winners}: {scores}", winners=told["winners"], scores=scores)
    return say("{winner} wins: {scores}", winner=told["winners"][0], scores=scores)

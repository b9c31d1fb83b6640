"""A verdict as lines for people at a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pnp.base.text import Message, counted, say
from pnp.data.values import excerpt
from pnp.referee.verdict import OpenQuestion, PlayerScore, ReadAs, Verdict, VerdictFinding, VerdictProblem
from pnp.words.catalog import Catalog

MOST_SHOWN, MOST_NUMBERS = 16, 12
MOST_ASSUMED = 3  # mistyped words that are told in a line each
MOST_RULES = 12  # that are broken, or newly object, in a summary of many logs
MOST_LINES = 10  # of a verdict on several faults, before each of them gets one only
Colour = str  # a colour, or empty
Said = tuple[str, Colour]


def verdict_lines(verdict: Verdict, ui: Catalog, *, everything: bool = False) -> Iterator[Said]:
    """A few lines for each fault, or one, unless everything is asked for."""
    if verdict.problems:
        yield from problem_lines(verdict.problems, verdict.file)
        return
    said = list(_verdict_lines(verdict, ui, everything=everything, many=False))
    several = len(verdict.counted) > 1 and not everything
    many = several and len(said) > MOST_LINES
    yield from _verdict_lines(verdict, ui, everything=False, many=True) if many else said


def _verdict_lines(verdict: Verdict, ui: Catalog, *, everything: bool, many: bool) -> Iterator[Said]:
    name = verdict.file
    yield from assumption_lines(verdict.assumptions, name, ui)
    for finding, following in _with_followers(verdict.findings, apart=everything):
        said = finding_lines(finding, name, ui)
        if many:
            yield _in_a_line(finding, said, following, ui)
        else:
            yield from said if everything else _brief(said, following, ui)
    yield from ((f"{name}:{question.line}: {_open(question, ui)}", "yellow") for question in verdict.unclear)
    yield from ((f"{name}: {remark}", "yellow") for remark in verdict.remarks)
    legal = say("--all shows what would have been legal")
    more = f" · {ui(legal)}" if many else ""
    yield f"{name}: {ui(summary(verdict))}{more}", "red" if verdict.findings else "green"
    yield f"  {ui(_standing(verdict))}", ""


def _open(question: OpenQuestion, ui: Catalog) -> str:
    undecided = say("this log doesn’t show {what}", what=question.what)
    settled = say("to settle it, add {cure}", cure=question.cure)
    cure = f" · {ui(settled)}" if question.cure else ""
    return f"{ui(undecided)}{cure}"


def problem_lines(problems: Sequence[VerdictProblem], name: str) -> Iterator[Said]:
    """Why a log cannot be read, and what to do."""
    for problem in problems:
        at = "".join(f":{number}" for number in (problem.line, problem.column) if number)
        yield f"{name}{at}: {problem.message}", "red"
        if problem.hint:
            yield f"  → {problem.hint}", "bright_black"


# ---- what is read as something else ----


def assumption_lines(assumptions: Sequence[ReadAs], name: str, ui: Catalog) -> Iterator[Said]:
    """What is read as something else, each once with all its lines; many of them in one."""
    said = [f"{place}: {ui(one)}" for place, one in _assumptions(assumptions)]
    if len(said) > MOST_ASSUMED:
        yield f"{name}: {'; '.join(said)}", "yellow"
    else:
        yield from ((f"{name}:{one}", "yellow") for one in said)


def remarks_on(assumptions: Sequence[ReadAs], ui: Catalog, most: int) -> Iterator[str]:
    """The same as sentences without a file's name; of more than so many, how many are left."""
    said = list(_assumptions(assumptions))
    for place, what in said[:most]:
        yield ui(say("line {line}: {what}", line=place.partition(":")[0], what=what))
    if left := len(said) - most if len(said) > most else 0:
        yield ui(counted("{n} more word is read differently", "{n} more words are read differently", n=left))


def _assumptions(assumptions: Sequence[ReadAs]) -> Iterator[tuple[str, Message]]:
    kinds: dict[tuple[str, str], list[ReadAs]] = {}
    for one in assumptions:
        kinds.setdefault((one.found, one.meant), []).append(one)
    for (found, meant), places in kinds.items():
        first, words = places[0], {"found": excerpt(found), "meant": excerpt(meant)}
        others = sorted({one.line for one in places} - {first.line})
        said = say("“{found}” is read as “{meant}”", **words)
        if others:
            said = counted(
                "“{found}” is read as “{meant}”, also in line {lines}",
                "“{found}” is read as “{meant}”, also in lines {lines}",
                n=len(others),
                lines=_numbers(others),
                **words,
            )
        yield f"{first.line}:{first.column}", said


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


# ---- findings ----


def _with_followers(
    findings: Sequence[VerdictFinding], *, apart: bool
) -> Iterator[tuple[VerdictFinding, list[VerdictFinding]]]:
    """The findings with those that follow from them; apart, each stands for itself."""
    causes: dict[int | None, list[VerdictFinding]] = {}
    kept: list[tuple[VerdictFinding, list[VerdictFinding]]] = []
    for finding in findings:
        following = None if apart else causes.get(finding.follows)
        if following is not None:
            following.append(finding)
            continue
        kept.append((finding, []))
        if finding.follows is None:
            causes[finding.line] = kept[-1][1]
    return iter(kept)


def _brief(said: Iterable[Said], following: Sequence[VerdictFinding], ui: Catalog) -> Iterator[Said]:
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


def _in_a_line(
    finding: VerdictFinding, said: Iterable[Said], following: Sequence[VerdictFinding], ui: Catalog
) -> Said:
    """A finding among many: what was played, why not, what is taken for granted, and what follows."""
    (head, _), (why, style), *_ = said
    assumed = [finding.assumes] if finding.assumes else []
    return " · ".join((f"{head} → {why.strip()}", *assumed, *_more(following, ui))), style


def _more(following: Sequence[VerdictFinding], ui: Catalog) -> list[str]:
    """What follows from a finding: how much, and in which lines."""
    places = sorted({one.line for one in following})
    more = counted(
        "{n} more follows in {count:line|lines} {lines}",
        "{n} more follow in {count:line|lines} {lines}",
        n=len(following),
        count=len(places),
        lines=_numbers(places),
    )
    return [ui(more)] if following else []


def finding_lines(finding: VerdictFinding, name: str, ui: Catalog) -> Iterator[Said]:
    """What was played and where, then the rule and why, then whatever else there is to say."""
    head, style = _played(finding)
    yield f"{name}:{finding.line}:{head}", style
    yield from reason_lines(finding, ui)


def explained(finding: VerdictFinding, ui: Catalog) -> Iterator[Said]:
    """The same without the place where it stands."""
    head, style = _played(finding)
    yield head.strip(), style
    yield from reason_lines(finding, ui)


def _played(finding: VerdictFinding) -> Said:
    who = f" {finding.player}:" if finding.player else ""
    played = f" {finding.played}" if finding.played else ""
    return f"{who}{played}", "bold" if finding.follows is None else "bright_black"


def reason_lines(finding: VerdictFinding, ui: Catalog) -> Iterator[Said]:
    """The rule and why, then whatever else there is to say."""
    follows = finding.follows
    page = ui(say(", page {page}", page=finding.page)) if finding.page else ""
    cited = " ".join(part for part in (f"{finding.section}{page}".lstrip(", "), finding.title) if part)
    yield f"  {finding.rule} {cited}: {finding.why}", "bright_black" if follows is not None else "red"
    if follows is not None:
        linked = say("follows from line {line}, so it isn’t counted", line=str(follows))
        yield f"  {ui(linked)}", "bright_black"
        return
    if finding.instead:
        legal = say("legal here: {options}", options="; ".join(finding.instead))
        more = counted("… and {n} more", "… and {n} more", n=finding.more)
        yield f"  {ui(legal)}{' ' + ui(more) if finding.more else ''}", "green"
    for rest in finding.rests_on:
        key = rest.key if len(rest.value) > MOST_SHOWN else f"{rest.key}={rest.value}"
        why = say(
            "rests on {key} ({source}): {about}", key=key, source=rest.source, about=rest.about.removesuffix(".")
        )
        yield f"  {ui(why)}", "yellow"
    if not finding.applied:
        left_out = say("ignored; the game state is unchanged")
        yield f"  {ui(left_out)}", "yellow"
    if finding.assumes:
        yield f"  {finding.assumes}", "yellow"


# ---- the verdict as a whole ----


def summary(verdict: Verdict) -> Message:
    """The verdict in half a line: how many steps by the rules or how many violations, and what follows from them."""
    if not verdict.findings:
        return counted("by the rules, {n} step", "by the rules, {n} steps", n=verdict.steps)
    violations = len(verdict.counted)
    more = len(verdict.findings) - violations
    if not more:
        return counted("{n} violation", "{n} violations", n=violations)
    return counted(
        "{n} violation, and {more} that {more:follows|follow} from it",
        "{n} violations, and {more} that {more:follows|follow} from them",
        n=violations,
        more=more,
    )


def _standing(verdict: Verdict) -> Message:
    scores = ", ".join(map(shown_score, verdict.scores))
    if not verdict.over:
        return say("the game isn’t over yet; scores so far: {scores}", scores=scores)
    if not verdict.winners:
        return say(
            "the game is over, but this log doesn’t show whether {players:or} won: {scores}",
            players=list(verdict.may_have_won),
            scores=scores,
        )
    if len(verdict.winners) > 1:
        return say("a draw between {winners}: {scores}", winners=list(verdict.winners), scores=scores)
    return say("{winner} wins: {scores}", winner=verdict.winners[0], scores=scores)


def shown_score(one: PlayerScore) -> str:
    """A player with the score; a range where the log leaves it open."""
    return f"{one.player} {one.score}"

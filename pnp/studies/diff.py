"""Compares recorded games with what they would have been by changed rules: illegal, or won by another player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from pnp.base.errors import BadRequest, Complaint, Failure
from pnp.base.parallel import in_parallel
from pnp.base.text import Message, counted, say, word
from pnp.data.edition import Choices, EditionData, choose
from pnp.data.workspace import Workspace
from pnp.log.file import read_log
from pnp.log.library import Library, library_of, rules_of
from pnp.log.log import Log
from pnp.referee import verdict
from pnp.referee.findings import Finding, Judgement
from pnp.referee.judge import judge
from pnp.referee.uncertain import CERTAIN, Uncertain, sentences, uncertain
from pnp.referee.verdict import UNREADABLE, Said, Told, readable, shown_score, told
from pnp.rules.outcome import Outcome
from pnp.studies.transpose import Passage, Transposition, changed_values, decisions
from pnp.words.catalog import Catalog, load_catalog

SAME, CHANGED, UNDECIDED, INCOMPARABLE = "unchanged", "changed", "undecided", "incomparable"
ILLEGAL, LEGAL, WINNER, EARLIER, LATER, SCORES = "illegal", "legal", "winner", "earlier", "later", "scores"
MAYBE_WINNER, MAYBE_SCORES = "undecided_winner", "undecided_scores"  # the record does not tell
MOST_RULES = 12

LABELS = {
    ILLEGAL: word("difference", "newly illegal"),
    LEGAL: word("difference", "no longer illegal"),
    WINNER: word("difference", "another winner"),
    EARLIER: word("difference", "ended earlier"),
    LATER: word("difference", "ended later"),
    SCORES: word("difference", "other scores"),
    MAYBE_WINNER: word("difference", "not decidable whether another winner"),
    MAYBE_SCORES: word("difference", "not decidable whether other scores"),
}
ENDS = frozenset({WINNER, EARLIER, LATER, SCORES, MAYBE_WINNER, MAYBE_SCORES})  # what hangs on the whole game


@dataclass(frozen=True, slots=True, eq=False)
class JudgedGame:
    """A record by certain rules, and the line in which the game ended if it did."""

    report: Judgement
    ended: int | None
    uncertain: Uncertain = CERTAIN

    @property
    def end(self) -> float:
        return float("inf") if self.ended is None else self.ended


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """A game as it was recorded, and as it would have been.

    `illegal` is the first step that only the changed rules object to: from there on the game would have gone another
    way, so nothing is said about its end. `legal` is the first one that only the old rules object to. In the lines of
    `recounted`, other numbers of cards are paid or drawn; that alone is no change.
    """

    old: JudgedGame
    new: JudgedGame
    illegal: Finding | None
    legal: Finding | None
    recounted: tuple[int, ...] = ()

    @property
    def direct(self) -> bool:
        """Whether what is newly illegal rests on a changed value itself."""
        changed = changed_values(self.old.report.edition, self.new.report.edition)
        return self.illegal is not None and any(value.key in changed for value in self.illegal.rests)

    @property
    def changes(self) -> list[str]:
        if self.illegal:
            return [ILLEGAL]
        old, new = self.old.report.outcome, self.new.report.outcome
        found = {
            LEGAL: self.legal is not None,
            WINNER: old.over and new.over and _another(old, new),
            EARLIER: self.new.end < self.old.end,
            LATER: self.new.end > self.old.end,
            SCORES: _differ(old, new),
            MAYBE_WINNER: old.over and new.over and _winners(old) != _winners(new) and not _another(old, new),
            MAYBE_SCORES: old.scores != new.scores and not _differ(old, new),
        }
        return [change for change, holds in found.items() if holds]


def _winners(outcome: Outcome) -> tuple[bool, tuple[int, ...]]:
    return bool(outcome.winners), outcome.may_lead


def _another(old: Outcome, new: Outcome) -> bool:
    """Whether the winner is certainly another one."""
    if old.contenders or new.contenders:
        return not set(old.may_lead) & set(new.may_lead)
    return old.winners != new.winners


def _differ(old: Outcome, new: Outcome) -> bool:
    """Whether a score is certainly another one."""
    return not all(was.meets(now) for was, now in zip(old.scores, new.scores, strict=True))


def usable(change: Choices, paths: Sequence[Path], library: Library) -> None:
    """Refuses a change that is none, or that the game of the records does not know, before anything is run."""
    if change == Choices():
        raise BadRequest(
            Complaint(say("no change is asked for"), None, say("for example {example}", example="--set hand.limit=8"))
        )
    for path in paths:
        try:
            log = read_log(path, library)
        except Failure:
            continue
        choose(library.game(log.game), change)
        return


def compare(log: Log, library: Library, change: Choices) -> Difference:
    """A record judged by its own rules, and with a change on top."""
    rules = rules_of(log.game)
    before = judge(decisions(log, rules.notation), library)
    readings = Choices(overrides={key: before.edition[key] for key in rules.readings})
    choices = log.choices.with_(readings).with_(change)
    edition = library.edition(log.game, choices)
    passage = Passage(before.log, before.edition, rules)
    passage.run()
    old = JudgedGame(before, passage.ended, uncertain(passage))
    if _alike(before.edition, edition):
        return Difference(old, old, None, None)
    difference = _transposed(old, choices, library, unnamed=False)
    if difference.illegal and not difference.direct:  # it may be chance: other cards would have been drawn
        difference = _transposed(old, choices, library, unnamed=True)
    return difference


def _transposed(old: JudgedGame, choices: Choices, library: Library, *, unnamed: bool) -> Difference:
    game = old.report.log.game
    other = Transposition(old.report, library.edition(game, choices), rules_of(game), unnamed=unnamed)
    other.run()
    new = JudgedGame(judge(other.record(choices, old.ended), library), other.ended, uncertain(other))
    illegal = _first_new(old.report, new.report, other)
    recounted = tuple(line for line in other.recounted if not illegal or line <= illegal.line)
    return Difference(old, new, illegal, _first_gone(old, new), recounted)


def _alike(old: EditionData, new: EditionData) -> bool:
    return not changed_values(old, new) and (old.rules, old.decks) == (new.rules, new.decks)


def _first_new(old: Judgement, new: Judgement, other: Transposition) -> Finding | None:
    """The first finding by the changed rules about a step that the old ones did not object to."""
    for one in new.findings:
        step = other.recorded(one.line, one.step)
        if not any(one.line == known.line and step == known.step for known in old.findings):
            return replace(one, step=step)
    return None


def _first_gone(old: JudgedGame, new: JudgedGame) -> Finding | None:
    kept = {(one.line, one.step and one.step.do) for one in new.report.findings}
    for one in old.report.counted:
        reached = new.ended is None or one.line <= new.ended
        if reached and (one.line, one.step and one.step.do) not in kept:
            return one
    return None


# ---- many logs -----------------------------------------------------------------------------------------------------


def diff_all(paths: Sequence[Path], workspace: Workspace, language: str, change: Choices) -> Iterator[Told]:
    """What the change does to each log, in the order of the files."""
    yield from in_parallel(partial(_diff, workspace.root, language, change), paths, len(paths))


def _diff(root: Path, language: str, change: Choices, path: Path) -> Told:
    library = library_of(root)
    ui = library.catalog(language)
    found = readable(
        path, ui, lambda: _told(compare(read_log(path, library), library, change), path, library, language)
    )
    return found | {"verdict": INCOMPARABLE} if found["verdict"] == UNREADABLE else found


def _told(difference: Difference, path: Path, library: Library, language: str) -> Told:
    old, new = difference.old, difference.new
    changes = difference.changes
    return {
        "file": str(path),
        "verdict": _verdict(changes),
        "game": old.report.log.game,
        "players": list(old.report.log.players),
        "assumptions": verdict.assumed(old.report.log),
        "changes": changes,
        "illegal": _finding(difference.illegal, new.report, library, language),
        "direct": difference.direct,
        "legal": _finding(difference.legal, old.report, library, language) if LEGAL in changes else None,
        "before": _outcome(old),
        "after": None if difference.illegal else _outcome(new),
        "uncertain": _uncertain(difference, library, language) if ENDS.intersection(changes) else [],
        "recounted": len(difference.recounted),
        "recounted_from": difference.recounted[0] if difference.recounted else None,
    }


def _verdict(changes: Sequence[str]) -> str:
    if not changes:
        return SAME
    return UNDECIDED if {MAYBE_WINNER, MAYBE_SCORES}.issuperset(changes) else CHANGED


def _finding(finding: Finding | None, report: Judgement, library: Library, language: str) -> Told | None:
    if finding is None:
        return None
    found: Told = told(replace(report, findings=(finding,)), library, language)["findings"][0]
    return found


def _outcome(game: JudgedGame) -> Told:
    outcome, players = game.report.outcome, game.report.log.players
    return {
        "over": outcome.over,
        "winners": [players[seat] for seat in outcome.winners] if outcome.over else [],
        "may_have_won": [players[seat] for seat in outcome.contenders] if outcome.over else [],
        "scores": dict(zip(players, (score.data for score in outcome.scores), strict=True)),
        "ended": game.ended,
    }


def _uncertain(difference: Difference, library: Library, language: str) -> list[str]:
    """What is not certain in either of the games, so that their ends are not quite."""
    say_it = load_catalog(library.workspace, language, difference.old.report.log.game)
    both = (difference.old.uncertain, difference.new.uncertain)
    return list(dict.fromkeys(sentence for one in both for sentence in sentences(one, say_it)))


class Sums:
    """Adds up differences one by one, so that many logs take no more room than a few."""

    def __init__(self) -> None:
        self.verdicts: Counter[str] = Counter()
        self.changes: Counter[str] = Counter()
        self.rules: Counter[str] = Counter()
        self.recounted = 0  # logs in which nothing but numbers of cards changes

    def add(self, difference: Told) -> None:
        self.verdicts[difference["verdict"]] += 1
        self.recounted += difference["verdict"] == SAME and difference["recounted"] > 0
        self.changes.update(difference.get("changes", ()))
        if difference.get("illegal"):
            self.rules[difference["illegal"]["rule"]] += 1

    @property
    def compared(self) -> int:
        return self.verdicts[SAME] + self.verdicts[CHANGED] + self.verdicts[UNDECIDED]

    def data(self) -> Told:
        return {
            "logs": self.verdicts.total(),
            "unchanged": self.verdicts[SAME],
            "recounted": self.recounted,
            "changed": self.verdicts[CHANGED],
            "undecided": self.verdicts[UNDECIDED],
            "incomparable": self.verdicts[INCOMPARABLE],
            "share": round(self.verdicts[CHANGED] / self.compared, 4) if self.compared else None,
            "changes": {change: self.changes[change] for change in LABELS},
            "rules": dict(self.rules.most_common()),
        }


# ---- for people ----------------------------------------------------------------------------------------------------


def lines(difference: Told, ui: Catalog) -> Iterator[Said]:
    """What a change does to one log, as lines for a terminal."""
    name = difference["file"]
    if difference["verdict"] == INCOMPARABLE:
        yield from verdict.lines(difference | {"verdict": UNREADABLE}, ui)
        return
    yield from verdict.assumption_lines(difference["assumptions"], name, ui)
    for change in difference["changes"]:
        if change in (ILLEGAL, LEGAL):
            yield from _finding_lines(difference[change], name, change, ui)
        else:
            how = _scores(difference) if change in (SCORES, MAYBE_SCORES) else ui(_sentence(change, difference))
            yield f"{name}: {ui(LABELS[change])}: {how}", "yellow"
    if not difference["changes"]:
        unchanged = say("nothing changes")
        yield f"{name}: {ui(unchanged)}", "green"
    yield from ((f"  {sentence}", "bright_black") for sentence in difference["uncertain"])
    if difference["recounted"]:
        recounted = counted(
            "other numbers of cards in {n} place, first in line {line}",
            "other numbers of cards in {n} places, first in line {line}",
            n=difference["recounted"],
            line=str(difference["recounted_from"]),
        )
        yield f"  {ui(recounted)}", "bright_black"


def _finding_lines(finding: Told, name: str, change: str, ui: Catalog) -> Iterator[Said]:
    who = f" {finding['player']}:" if finding["player"] else ""
    yield f"{name}:{finding['line']}:{who} {finding['played'] or ''}".rstrip(), "bold"
    cited = " ".join(part for part in (finding["rule"], finding["section"], finding["title"]) if part)
    yield f"  {ui(LABELS[change])}: {cited}: {finding['why']}", "red" if change == ILLEGAL else "green"


def _sentence(change: str, difference: Told) -> Message:
    old, new = difference["before"], difference["after"]
    if change == WINNER and not (old["may_have_won"] or new["may_have_won"]):
        return say("{new} instead of {old}", new=new["winners"], old=old["winners"])
    if change in (WINNER, MAYBE_WINNER):
        was, now = (one["winners"] or one["may_have_won"] for one in (old, new))
        return say("{new:or} instead of {old:or}", new=now, old=was)
    if change in (EARLIER, LATER) and old["ended"] and new["ended"]:
        return say("in line {new} instead of line {old}", new=str(new["ended"]), old=str(old["ended"]))
    if change == EARLIER:
        return say("in line {new}; the record stops before its game is over", new=str(new["ended"]))
    return say("the record stops before; its game was over in line {old}", old=str(old["ended"]))


def _scores(difference: Told) -> str:
    new = difference["after"]["scores"]
    return ", ".join(
        f"{player} {shown_score(was)}" + (f" → {shown_score(new[player])}" if was != new[player] else "")
        for player, was in difference["before"]["scores"].items()
    )


def summary(sums: Sums, ui: Catalog) -> Iterator[Said]:
    """How many logs change and how, in numbers and as a share of those that can be compared."""
    rows: list[tuple[str, int, bool, str]] = [
        (ui(say("logs")), sums.verdicts.total(), False, "bold"),
        (ui(say("nothing changes")), sums.verdicts[SAME], True, "green"),
        *([("  " + ui(say("but numbers of cards")), sums.recounted, True, "")] if sums.recounted else []),
        (ui(say("something changes")), sums.verdicts[CHANGED], True, "yellow" if sums.verdicts[CHANGED] else ""),
        *(
            (f"  {ui(label)}", sums.changes[change], True, "")
            for change, label in LABELS.items()
            if sums.changes[change]
        ),
        *([(ui(say("not decidable")), sums.verdicts[UNDECIDED], True, "yellow")] if sums.verdicts[UNDECIDED] else []),
        (ui(say("not comparable")), sums.verdicts[INCOMPARABLE], False, "red" if sums.verdicts[INCOMPARABLE] else ""),
    ]
    width = max(len(label) for label, _, _, _ in rows)
    yield "", ""
    for label, count, shared, style in rows:
        share = ui.percent(round(count / sums.compared, 2)) if shared and sums.compared else ""
        yield f"{label:<{width}}  {count:>9}  {share:>6}".rstrip(), style
    if sums.rules:
        yield "", ""
        yield ui(say("rules that newly object")), "cyan"
        for rule, count in sums.rules.most_common(MOST_RULES):
            yield f"{'  ' + rule:<{width}}  {count:>9}", ""

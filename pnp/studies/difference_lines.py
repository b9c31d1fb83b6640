"""What a change of the rules would have done, as lines for people at a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from pnp.base.text import Message, counted, say, word
from pnp.referee.verdict import VerdictFinding
from pnp.referee.wording.lines import MOST_RULES, Said, assumption_lines, problem_lines, shown_score
from pnp.studies.difference import (
    CHANGED,
    EARLIER,
    ILLEGAL,
    INCOMPARABLE,
    LATER,
    LEGAL,
    MAYBE_SCORES,
    MAYBE_WINNER,
    SAME,
    SCORES,
    UNDECIDED,
    WINNER,
    GameEnd,
    LogDifference,
    Sums,
)
from pnp.words.catalog import Catalog

LABELS = {
    ILLEGAL: word("difference", "newly illegal"),
    LEGAL: word("difference", "no longer illegal"),
    WINNER: word("difference", "different winner"),
    EARLIER: word("difference", "ended earlier"),
    LATER: word("difference", "ended later"),
    SCORES: word("difference", "different scores"),
    MAYBE_WINNER: word("difference", "unclear whether the winner differs"),
    MAYBE_SCORES: word("difference", "unclear whether the scores differ"),
}


def difference_lines(difference: LogDifference, ui: Catalog) -> Iterator[Said]:
    """What a change does to one log."""
    name = difference.file
    if difference.problems:
        yield from problem_lines(difference.problems, name)
        return
    yield from assumption_lines(difference.assumptions, name, ui)
    yield from _changes(difference, ui)
    if difference.same:
        unchanged = say("unchanged")
        yield f"{name}: {ui(unchanged)}", "green"
    yield from ((f"  {sentence}", "bright_black") for sentence in difference.uncertain)
    if difference.recounted:
        recounted = counted(
            "different numbers of cards in {n} place, first in line {line}",
            "different numbers of cards in {n} places, first in line {line}",
            n=difference.recounted,
            line=str(difference.recounted_from),
        )
        yield f"  {ui(recounted)}", "bright_black"


def _changes(difference: LogDifference, ui: Catalog) -> Iterator[Said]:
    name, old, new = difference.file, difference.before, difference.after
    if difference.illegal:  # from there on the game would have gone another way
        yield from _finding_lines(difference.illegal, name, ILLEGAL, ui)
        return
    if difference.legal:
        yield from _finding_lines(difference.legal, name, LEGAL, ui)
    for change in difference.changes:
        if old and new and change != LEGAL:
            how = _scores(old, new) if change in (SCORES, MAYBE_SCORES) else ui(_sentence(change, old, new))
            yield f"{name}: {ui(LABELS[change])}: {how}", "yellow"


def _finding_lines(finding: VerdictFinding, name: str, change: str, ui: Catalog) -> Iterator[Said]:
    who = f" {finding.player}:" if finding.player else ""
    yield f"{name}:{finding.line}:{who} {finding.played or ''}".rstrip(), "bold"
    cited = " ".join(part for part in (finding.rule, finding.section, finding.title) if part)
    yield f"  {ui(LABELS[change])}: {cited}: {finding.why}", "red" if change == ILLEGAL else "green"


def _sentence(change: str, old: GameEnd, new: GameEnd) -> Message:
    if change == WINNER and not (old.may_have_won or new.may_have_won):
        return say("{new} instead of {old}", new=list(new.winners), old=list(old.winners))
    if change in (WINNER, MAYBE_WINNER):
        was, now = (list(one.winners or one.may_have_won) for one in (old, new))
        return say("{new:or} instead of {old:or}", new=now, old=was)
    if change in (EARLIER, LATER) and old.ended and new.ended:
        return say("in line {new} instead of line {old}", new=str(new.ended), old=str(old.ended))
    if change == EARLIER:
        return say("in line {new}; under the old rules the log stops before the game is over", new=str(new.ended))
    return say("the log doesn’t go that far; under the old rules the game was over in line {old}", old=str(old.ended))


def _scores(old: GameEnd, new: GameEnd) -> str:
    return ", ".join(
        shown_score(was) + (f" → {now.score}" if was != now else "")
        for was, now in zip(old.scores, new.scores, strict=True)
    )


def summary(sums: Sums, ui: Catalog) -> Iterator[Said]:
    """How many logs change and how, in numbers and as a share of those that can be compared."""
    rows: list[tuple[str, int, bool, str]] = [
        (ui(say("logs")), sums.verdicts.total(), False, "bold"),
        (ui(say("unchanged")), sums.verdicts[SAME], True, "green"),
        *([("  " + ui(say("except numbers of cards")), sums.recounted, True, "")] if sums.recounted else []),
        (ui(say("changed")), sums.verdicts[CHANGED], True, "yellow" if sums.verdicts[CHANGED] else ""),
        *(
            (f"  {ui(label)}", sums.changes[change], True, "")
            for change, label in LABELS.items()
            if sums.changes[change]
        ),
        *([(ui(say("undecidable")), sums.verdicts[UNDECIDED], True, "yellow")] if sums.verdicts[UNDECIDED] else []),
        (ui(say("not comparable")), sums.verdicts[INCOMPARABLE], False, "red" if sums.verdicts[INCOMPARABLE] else ""),
    ]
    width = max(len(label) for label, _, _, _ in rows)
    yield "", ""
    for label, count, shared, style in rows:
        share = ui.percent(round(count / sums.compared, 2)) if shared and sums.compared else ""
        yield f"{label:<{width}}  {count:>9}  {share:>6}".rstrip(), style
    if sums.rules:
        yield "", ""
        yield ui(say("rules newly broken")), "cyan"
        for rule, count in sums.rules.most_common(MOST_RULES):
            yield f"{'  ' + rule:<{width}}  {count:>9}", ""

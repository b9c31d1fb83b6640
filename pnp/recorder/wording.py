"""What the recorder says: whose turn it is and what may be done, the log with its numbers, help."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from pnp.base.text import Message, counted, say, word
from pnp.base.width import breadth
from pnp.data.values import excerpt
from pnp.recorder.commands import COMMANDS, MARK, usual
from pnp.recorder.draft import Draft, Offer
from pnp.recorder.setup import RecorderSetup
from pnp.referee.findings import Finding
from pnp.referee.wording.lines import Said, explained
from pnp.referee.wording.verdicts import Voice, finding_of
from pnp.rules.notation import CLAUSES, VERBS, VerbForm
from pnp.rules.outcome import Unclear
from pnp.rules.protocol import phases_of
from pnp.rules.step import END, Step

WIDTH = 100
INDENT, GAP = 2, 3  # before offers, and between them
MOST_OFFERED = 12
MOST_ROWS = 30
MOST_UNCLEAR = 6
GREY = "bright_black"


def status(draft: Draft, width: int) -> Iterator[Said]:
    """Whose turn and which phase it is, and what may be done."""
    say_it, table, players = draft.setup.say_it, draft.table, draft.setup.log.players
    yield "", ""
    if table.over:
        yield say_it(_ended(draft)), "bold"
        if not all(score.certain for score in table.outcome().scores):
            yield from undecided(draft.unclear, draft)
    elif draft.awaited:
        yield " · ".join((_headed(draft, draft.awaited), *_phases(draft))), "bold"
    elif draft.begins:
        yield say_it(say("Before {player}’s first turn", player=players[table.seat])), "bold"
        hint = say(
            "Press Enter to start, or type a starting hand, such as {example}",
            example=draft.setup.dealing(table.seat),
        )
        yield f"  {say_it(hint)}", GREY
    else:
        yield " · ".join((_who(draft), *_phases(draft))), "bold"
    yield from _offered(draft, width)
    if draft.awaited:
        yield f"  {say_it(how_to_go_on(draft, draft.awaited))}", GREY
    elif draft.may_end:
        yield f"  {say_it(_end_of_turn(draft))}", GREY


def _phases(draft: Draft) -> Iterator[str]:
    terms = phases_of(draft.setup.edition)
    for phase in dict.fromkeys(offer.phase for offer in draft.offers if offer.phase in terms):
        yield draft.setup.say_it(terms[phase])


def _end_of_turn(draft: Draft) -> Message:
    """What Enter does where the turn may end."""
    players, after = draft.setup.log.players, draft.beyond.table
    player, awaited = players[draft.table.seat], after.awaits()
    if after.over:
        return say("Press Enter to end {player}’s turn, and the game", player=player)
    if awaited:
        return say(
            "Press Enter to end {player}’s turn; {line} comes next", player=player, line=_headed(draft, awaited)
        )
    return say("Press Enter to end {player}’s turn; {next} is next", player=player, next=players[after.seat])


def _headed(draft: Draft, awaited: Step) -> str:
    """A line that is due, with dots for what is not known of it."""
    return f"{draft.setup.scribe.step(awaited)} …"


def how_to_go_on(draft: Draft, awaited: Step) -> Message:
    """What to type where a line is due: an example of it, or the command that passes it over."""
    offers = (draft if draft.awaited else draft.ended()).offers
    examples = (offer.text for offer in offers if offer.verb == awaited.do)
    return say(
        "Type this line, for example {example}, or {command} to carry on without it",
        example=next(examples, _headed(draft, awaited)),
        command=named(draft, "without"),
    )


def due(draft: Draft, awaited: Step) -> Iterator[Said]:
    """What has to be told before a turn begins."""
    first = say("first comes {line}", line=_headed(draft, awaited))
    yield draft.setup.say_it(first), "yellow"
    yield f"  {draft.setup.say_it(how_to_go_on(draft, awaited))}", GREY


def unfinished(draft: Draft) -> Iterator[Said]:
    """Why the turn cannot end yet."""
    say_it, wrong = draft.setup.say_it, draft.table.copy().why_not(END)
    findings = draft.ended().findings_since(draft)
    if findings:
        yield from objections(findings, draft)
    elif wrong:
        yield say_it(wrong.why), "red"
    how = say("the turn can’t end here; type “{word}” to end it anyway", word=draft.setup.ending)
    yield f"  → {say_it(how)}", GREY


def _who(draft: Draft) -> str:
    player = draft.setup.log.players[draft.table.seat]
    turn = draft.turn
    return f"{turn.turn} {player}" if turn and turn.turn is not None and turn.seat == draft.table.seat else player


def _ended(draft: Draft) -> Message:
    outcome, players = draft.table.outcome(), draft.setup.log.players
    scores = ", ".join(f"{players[seat]} {score}" for seat, score in enumerate(outcome.scores))
    if len(outcome.winners) == 1:
        return say("The game is over and {winner} wins: {scores}", winner=players[outcome.winners[0]], scores=scores)
    if not outcome.winners:
        may = [players[seat] for seat in outcome.contenders]
        return say(
            "the game is over, but this log doesn’t show whether {players:or} won: {scores}",
            players=may,
            scores=scores,
        )
    return say("The game is over. It’s a draw: {scores}", scores=scores)


def _offered(draft: Draft, width: int) -> Iterator[Said]:
    shown = _few(draft.offers)
    line = ""
    for number, offer in shown:
        text = f"{number} {_priced(offer, draft.setup)}"
        if line and INDENT + breadth(line) + GAP + breadth(text) > width:
            yield f"  {line}", ""
            line = ""
        line = f"{line}{' ' * GAP}{text}" if line else text
    if line:
        yield f"  {line}", ""
    if more := len(draft.offers) - len(shown):
        note = counted(
            "… and {n} more: {command}", "… and {n} more: {command}", n=more, command=named(draft, "moves")
        )
        yield f"  {draft.setup.say_it(note)}", GREY


def _few(offers: Sequence[Offer]) -> list[tuple[int, Offer]]:
    """All offers with their numbers, or some of every kind where they are many."""
    numbers = list(enumerate(offers, 1))
    if len(offers) <= MOST_OFFERED:
        return numbers
    kinds: dict[str, list[tuple[int, Offer]]] = {}
    for one in numbers:
        kinds.setdefault(one[1].verb, []).append(one)
    each = max(1, MOST_OFFERED // len(kinds))
    return sorted(one for alike in kinds.values() for one in alike[:each])


def _priced(offer: Offer, setup: RecorderSetup) -> str:
    if not offer.cost:
        return offer.text
    cost = counted("{n} card", "{n} cards", n=offer.cost)
    return f"{offer.text} ({setup.say_it(cost)})"


def moves(draft: Draft) -> Iterator[Said]:
    """Every offer with its number, phase by phase."""
    terms, phase = phases_of(draft.setup.edition), ""
    for number, offer in enumerate(draft.offers, 1):
        if offer.phase != phase and offer.phase in terms:
            phase = offer.phase
            yield draft.setup.say_it(terms[phase]), "cyan"
        yield f"  {number:>3} {_priced(offer, draft.setup)}", ""
    if not draft.offers:
        yield draft.setup.say_it(say("there’s nothing to choose from here")), GREY


def log(draft: Draft, start: int | None) -> Iterator[Said]:
    """Rows with their numbers, the last ones or from a line on; an exclamation mark where one is not by the rules."""
    blamed = {finding.line for finding in draft.findings}
    first = max(1, len(draft.rows) - MOST_ROWS + 1) if start is None else start
    for number, row in list(enumerate(draft.rows, 1))[first - 1 : first - 1 + MOST_ROWS]:
        yield f"{number:>4}{'!' if number in blamed else ' '} {row}", "yellow" if number in blamed else ""


def help_lines(draft: Draft) -> Iterator[Said]:
    """All that may be typed: what is not a command, the commands, and the verbs of the game."""
    say_it = draft.setup.say_it
    yield say_it(say("Type what happens, just as you’d write it in a log; a few letters of each word will do.")), ""
    for example, about in (
        ("…", say("a step, or several separated by semicolons")),
        ("3", say("the third option; the arrow keys and Tab work too")),
        (say_it(word("record", "Enter")), say("end the turn, if the line above says you can")),
        (f"{draft.setup.log.players[-1]}: …", say("start another player’s turn")),
        ("# …", say("a comment")),
    ):
        yield f"  {example:<18} {say_it(about)}", ""
    for key, command in COMMANDS.items():
        shown = " ".join(filter(None, (named(draft, key), command.after(say_it))))
        yield f"  {shown:<18} {say_it(command.does)}", ""
    forms = draft.setup.rules.notation.forms
    verbs = " · ".join(draft.setup.scribe.word(VERBS, form.verb) for form in forms)
    yield say_it(say("Steps: {verbs}", verbs=verbs)), ""


def undecided(questions: Iterable[Unclear], draft: Draft) -> Iterator[Said]:
    """What nobody can tell from the log, each with the line that raises it."""
    for question in islice(questions, MOST_UNCLEAR):
        undecidable = say("this log doesn’t show {what}", what=question.what)
        yield f"{question.line:>4}  {draft.setup.say_it(undecidable)}", "yellow"


def form_line(form: VerbForm, setup: RecorderSetup) -> str:
    """How a step is written: its verb, and the words of its clauses, dots for what belongs there."""
    pieces = [setup.scribe.word(VERBS, form.verb)]
    pieces += ["…" if slot.needed else "[…]" for slot in form.main]
    for slot in form.clauses:
        clause = f"{setup.scribe.word(CLAUSES, slot.word)} …"
        pieces.append(clause if slot.needed else f"[{clause}]")
    return " ".join(pieces)


def ending(row: str) -> str:
    """The end of a row, where the news are."""
    return row if len(row) <= WIDTH else f"… {row[-WIDTH:].partition(' ')[2]}"


def named(draft: Draft, key: str) -> str:
    """How a command is typed: a slash and the usual one of its words."""
    return f"{MARK}{usual(COMMANDS[key].words, draft.setup.say_it)}"


def objections(findings: Sequence[Finding], draft: Draft) -> Iterator[Said]:
    """Each fault with its rule, and what would be legal."""
    setup = draft.setup
    voice = Voice(setup.say_it, setup.scribe, setup.edition, setup.edition.cited_sections)
    for finding in findings:
        yield from explained(finding_of(finding, voice), setup.say_it)


def faults(findings: Sequence[Finding], draft: Draft) -> Iterator[Said]:
    """The same for lines that were written before, each with its row."""
    for finding in findings:
        yield f"{finding.line:>4}  {excerpt(draft.rows[finding.line - 1], WIDTH)}", "bold"
        yield from objections((finding,), draft)

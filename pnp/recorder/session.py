"""A conversation at the table: what is typed leads to an answer, and to the log as it then stands.

Nothing is printed or written to disk here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple

from pnp.base.errors import BadFile, Complaint
from pnp.base.text import Message, say
from pnp.data.values import excerpt
from pnp.log.header import CONTROL
from pnp.log.log import MOST_BYTES
from pnp.log.steps.misread import Misread
from pnp.recorder import wording
from pnp.recorder.commands import COMMANDS, MARK, NO, YES, command, means, usual, whole_command
from pnp.recorder.draft import Draft, Due
from pnp.recorder.interpreting import completed, ends, understood
from pnp.recorder.shorthand import Ambiguous
from pnp.referee.picture import picture
from pnp.referee.wording.lines import Said
from pnp.rules.step import END

MOST_TYPED = 4_000
GOOD, BAD, GREY = "green", "red", "bright_black"


class Refusal(Exception):
    """What was typed cannot be taken; nothing has changed."""

    def __init__(self, message: Message, hint: Message | None = None) -> None:
        super().__init__(message)
        self.complaint = Complaint(message, None, hint)


class PendingQuestion(NamedTuple):
    """A question and where its answers lead. With one way it is answered by yes, with several by a number.

    `enter`: an empty line takes the first way. `fixing`: the answer is another text for this row.
    """

    ways: tuple[Draft, ...] = ()
    enter: bool = False
    fixing: int = 0


class Answer(NamedTuple):
    """What to tell, and the session to go on with: what it holds is to be saved before the next line is taken."""

    said: tuple[Said, ...]
    session: Session


@dataclass(frozen=True, eq=False, repr=False)
class Session:
    """The log as it stands, and what was asked last; each answer makes another session."""

    draft: Draft
    asked: PendingQuestion | None = None
    leaving: bool = False
    width: int = wording.WIDTH  # of the screen

    @property
    def prompt(self) -> str:
        """What stands before the text that is typed."""
        if self.asked and self.asked.fixing:
            return f"{self.asked.fixing}> "
        if self.asked:
            answers = [*map(str, range(1, len(self.asked.ways) + 1))]
            if len(answers) == 1:
                answers = [usual(one, self.draft.setup.say_it) for one in (YES, NO)]
            return f"{'/'.join(answers)}> "
        draft = self.draft
        if draft.awaited:
            return f"{draft.setup.scribe.step(draft.awaited).rstrip(':')}> "
        if draft.begins or draft.table.over:
            return "> "
        return f"{draft.setup.log.players[draft.table.seat]}> "

    @property
    def prefill(self) -> str:
        """A text to change, for whoever can offer one."""
        return self.draft.rows[self.asked.fixing - 1] if self.asked and self.asked.fixing else ""

    def status(self) -> tuple[Said, ...]:
        """What to show before the next line is typed; nothing where an answer is due, or when leaving."""
        return () if self.asked or self.leaving else tuple(wording.status(self.draft, self.width))

    def completions(self, text: str) -> list[str]:
        """The texts that one may become."""
        if self.asked or CONTROL.search(text) or len(text) > MOST_TYPED:
            return []
        if text.startswith(MARK):
            return [wording.named(self.draft, key) for key in command(text[1:], self.draft.setup.say_it)]
        return completed(self.draft, text)

    def take(self, typed: str) -> Answer:
        """One line that was typed."""
        try:
            text = _clean(typed)
            return self._reply(text) or replace(self, asked=None).understand(text)
        except Refusal as refusal:
            return self._refuse(refusal.complaint)
        except (Misread, Ambiguous) as wrong:
            hint = wrong.hint if isinstance(wrong, Misread) else None
            return self._refuse(Complaint(wrong.message, None, hint))
        except BadFile as bad:
            return self._refuse(*bad.complaints)

    # ---- answers ---------------------------------------------------------------------------------------------------

    def _tell(self, *said: Said) -> Answer:
        return Answer(said, self)

    def _refuse(self, *complaints: Complaint) -> Answer:
        """Says what is wrong; a question that is open stays so."""
        said: list[Said] = []
        for one in complaints:
            said.append((self.draft.setup.say_it(one.message), BAD))
            if one.hint:
                said.append((f"  → {self.draft.setup.say_it(one.hint)}", GREY))
        return Answer(tuple(said), self)

    def _keep(self, after: Draft, *said: Said) -> Answer:
        """Goes on from there, telling the rows that are new."""
        if len(after.text.encode()) > MOST_BYTES:
            raise Refusal(say("the log is full"), say("continue in another file"))
        before = self.draft.rows
        new = [row for at, row in enumerate(after.rows) if row and (at >= len(before) or before[at] != row)]
        begun = after.turn and not after.turn.steps and after.turn.comment is None  # the prompt says so
        told = [(f"  {wording.ending(row)}", GREY) for row in ([] if begun else new)]
        open_now = wording.undecided(after.unclear_since(self.draft), after)
        return Answer((*said, *told[-1:], *open_now), Session(after))

    def _ask(self, asked: PendingQuestion, *said: Said) -> Answer:
        return Answer(said, replace(self, asked=asked))

    def _reply(self, text: str) -> Answer | None:
        """The answer to what was asked; None where the text is none, so that the question is dropped."""
        asked, say_it = self.asked, self.draft.setup.say_it
        if asked is None or text.startswith(MARK):
            return None
        left = (say_it(say("left unchanged")), GREY)
        no = not text or means(NO, text, say_it)
        if asked.fixing and not no and text != self.prefill:
            return self._fix(asked.fixing, text)
        if not asked.fixing:
            if (not text and asked.enter) or (len(asked.ways) == 1 and means(YES, text, say_it)):
                return self._keep(asked.ways[0])
            if len(asked.ways) > 1 and text.isdecimal() and 0 < int(text[:9]) <= len(asked.ways):
                return self._keep(asked.ways[int(text) - 1])
            if not no:
                return None
        return Answer((left,), Session(self.draft))

    # ---- what is typed ---------------------------------------------------------------------------------------------

    def understand(self, text: str) -> Answer:
        """Takes a text that answers no question: an empty line, a command, or what happened at the table."""
        if not text or (self.draft.awaited and ends(self.draft, text)):
            return self._enter()
        if text.startswith(MARK):
            return self._command(*text[1:].split(maxsplit=1))
        if self._is_command(text):
            return self._command(text)
        try:
            return self._propose(understood(self.draft, text), text)
        except Due as due:
            return self._insist(due, self.draft, text)
        except Misread as misread:
            first = text.split(maxsplit=1)[0]
            if key := whole_command(first, self.draft.setup.say_it):
                misread.hint = say("commands start with a slash: {command}", command=self._named(key))
            elif misread.hint is None and self.draft.awaited:
                misread.hint = wording.how_to_go_on(self.draft, self.draft.awaited)
            elif misread.hint is None:
                misread.hint = say("{command} shows what you can type", command=self._named("help"))
            raise

    def _is_command(self, text: str) -> bool:
        """Whether the whole word of a command stands alone; what may be a step, or begins one, is none."""
        setup = self.draft.setup
        return bool(whole_command(text, setup.say_it)) and not setup.shorthand.forms(text)

    def _enter(self) -> Answer:
        """An empty line ends the turn, or begins the first one; it never passes over what is still to be done."""
        draft, say_it = self.draft, self.draft.setup.say_it
        if draft.table.over:
            return self._tell((say_it(say("the game is over; type {quit} to leave", quit=self._named("quit"))), ""))
        if draft.awaited:
            return self._tell(*wording.due(draft, draft.awaited))
        if draft.begins:
            return self._keep(draft.begun(draft.table.seat))
        if not draft.may_end:
            return self._tell(*wording.unfinished(draft))
        return self._propose(draft.ended(), "")

    def _insist(self, due: Due, draft: Draft, text: str) -> Answer:
        """Asks whether to go on without the line that is due."""
        after = replace(understood(replace(draft, waiving=True), text), waiving=False)
        asked = (self.draft.setup.say_it(say("Carry on without it?")), "yellow")
        wrong = wording.objections(after.findings_since(self.draft), after)
        return self._ask(PendingQuestion((after,)), *wording.due(draft, due.awaited), *wrong, asked)

    def _propose(self, after: Draft, text: str) -> Answer:
        """Keeps what is legal; asks about what is not."""
        draft, say_it = self.draft, self.draft.setup.say_it
        findings = after.findings_since(draft)
        if not findings:
            return self._keep(after)
        try:
            later = self._in_next_turn(text, after)
        except Due as due:
            return self._insist(due, draft.following or draft, text)
        if later and draft.legal == (END,):  # there is nothing to ask
            return self._keep(later)
        said = tuple(wording.objections(findings, after))
        if key := whole_command(text, say_it):  # a word of both: the other one may have been meant
            said = (*said, (f"  → {self._named(key)}: {say_it(COMMANDS[key].does)}", GREY))
        if later is None:
            happened = say_it(say("Did it really happen?"))
            return self._ask(PendingQuestion((after,)), *said, (happened, "yellow"))
        players = draft.setup.log.players
        ways = (
            say(
                "{player}’s turn is over, and this is {next}’s (or press Enter)",
                player=players[draft.table.seat],
                next=players[later.table.seat],
            ),
            say("it really happened"),
        )
        offered = [(f"  {number} {say_it(way)}", "yellow") for number, way in enumerate(ways, 1)]
        return self._ask(PendingQuestion((later, after), enter=True), *said, *offered)

    def _in_next_turn(self, text: str, after: Draft) -> Draft | None:
        """What was typed as the beginning of the next turn, if this one may be over and that would be legal.

        `after` is where it leads in this turn.
        """
        draft = self.draft
        if draft.following is None or not text or ":" in text or ends(draft, text) or text.isdecimal():
            return None
        if draft.turn and draft.only_notes(after.lines[-1].steps[len(draft.turn.steps) :]):
            return None
        try:
            later = understood(draft.following, text)
        except (Misread, Ambiguous, BadFile):
            return None
        return None if later.findings_since(draft) else later

    # ---- commands --------------------------------------------------------------------------------------------------

    def _named(self, key: str) -> str:
        return wording.named(self.draft, key)

    def _command(self, name: str = "", argument: str = "") -> Answer:
        keys = command(name, self.draft.setup.say_it) if name else ["help"]
        if len(keys) > 1:
            words = [self._named(key) for key in keys]
            raise Refusal(say("“{found}” could be {words:or}", found=excerpt(f"{MARK}{name}"), words=words))
        if not keys:
            known = ", ".join(map(self._named, COMMANDS))
            raise Refusal(
                say("there is no command “{command}”", command=excerpt(f"{MARK}{name}")),
                say("available: {words}", words=known),
            )
        if keys[0] == "without":
            return self._without()
        if keys[0] == "undo":
            return self._undo(self._number(argument or "1"))
        if keys[0] == "fix":
            return self._begin_fix(argument)
        if keys[0] == "help":
            return self._help(argument)
        if keys[0] == "quit":
            return Answer((), replace(self, leaving=True))
        return self._tell(*self._shown(keys[0], argument))

    def _shown(self, key: str, argument: str) -> Iterable[Said]:
        draft = self.draft
        if key == "show":
            scene = draft.setup.rules.portray(draft.table)
            return *picture(scene, draft.setup.say_it, self.width), *wording.undecided(draft.unclear, draft)
        if key == "moves":
            return wording.moves(draft)
        return wording.log(draft, self._number(argument) if argument else None)

    def _number(self, text: str) -> int:
        digits = 6
        if not text.isdecimal() or len(text) > digits or not int(text):
            raise Refusal(say("expected a number, found “{found}”", found=excerpt(text)))
        return int(text)

    def _undo(self, times: int) -> Answer:
        draft, taken = self.draft.shorter(times)
        if not taken:
            raise Refusal(say("there’s nothing to undo"))
        steps = "; ".join(reversed(taken)).replace(":; ", ": ")  # the name before a turn's steps is written once
        back = say("undone: {steps}", steps=excerpt(steps, wording.WIDTH))
        return Answer(((self.draft.setup.say_it(back), "yellow"),), Session(draft))

    def _without(self) -> Answer:
        awaited = self.draft.awaited
        if awaited is None:
            raise Refusal(say("no line is due here"))
        return self._propose(self.draft.waived(awaited), "")

    def _help(self, verb: str) -> Answer:
        setup = self.draft.setup
        if not verb:
            return self._tell(*wording.help_lines(self.draft))
        forms = setup.shorthand.forms(verb)
        if not forms:
            raise Refusal(say("there’s no step “{verb}”", verb=excerpt(verb)))
        return self._tell(*((f"  {wording.form_line(form, setup)}", "") for form in forms))

    def _begin_fix(self, argument: str) -> Answer:
        rows, at = self.draft.rows, int(argument) if argument.isdecimal() else 0
        if not 0 < at <= len(rows) or not rows[at - 1].strip():
            raise Refusal(
                say("the log has no line {line}", line=excerpt(argument)),
                say("{command} shows the lines and their numbers", command=self._named("log")),
            )
        say_it = self.draft.setup.say_it
        about = say(
            "Type the line as it should be. Press Enter to leave it unchanged, or put # in front to take it out."
        )
        return self._ask(PendingQuestion(fixing=at), (f"{at:>4}  {rows[at - 1]}", "bold"), (say_it(about), GREY))

    def _fix(self, at: int, text: str) -> Answer:
        """Another text for a row; asks where something does not fit any more."""
        try:
            after = self.draft.fixed(at, text)
        except BadFile as bad:
            return self._refuse(*(self._placed(one, at) for one in bad.complaints))
        known = {(finding.line, finding.rules, finding.why.text) for finding in self.draft.findings}
        new = [one for one in after.findings if (one.line, one.rules, one.why.text) not in known]
        say_it = self.draft.setup.say_it
        if new:
            asked = say_it(say("With this change, these lines break the rules. Keep it anyway?"))
            return self._ask(PendingQuestion((after,)), *wording.faults(new, after), (asked, "yellow"))
        mended = ((say_it(say("everything after it still fits")), GOOD),) if not after.findings else ()
        return self._keep(after, *mended)

    @staticmethod
    def _placed(complaint: Complaint, at: int) -> Complaint:
        """A complaint about another line than the one that is changed says which."""
        line = complaint.place.line if complaint.place else None
        if line in (None, at):
            return complaint
        return replace(complaint, message=say("line {line}: {problem}", line=line, problem=complaint.message))


def _clean(typed: str) -> str:
    if len(typed) > MOST_TYPED:
        raise Refusal(
            say("expected at most {most} characters at once, found {found}", most=MOST_TYPED, found=len(typed))
        )
    text = typed.replace("\t", " ").strip()
    if found := CONTROL.search(text):
        raise Refusal(
            say("expected text, found the control character {code}", code=f"U+{ord(found[0]):04X}"), say("remove it")
        )
    if "\ufffd" in text or any("\ud800" <= letter <= "\udfff" for letter in text):
        raise Refusal(say("expected UTF-8 text, found something else"))
    return text

"""Reads a record as people write it: header lines, then a line a turn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from pnp.errors import BadFile, Complaint, Place, near_miss
from pnp.referee.header import CONTROL, MOST_COMPLAINTS, MOST_VALUE, listed, make_log
from pnp.referee.library import Library
from pnp.referee.log import CLAIMS, DEAL_WORD, FREE, HEAD, MOST_LINES, MOST_NAME, Heading, Log
from pnp.referee.notation import PILES, VERBS, Notation, Vocabulary, fold
from pnp.referee.reading import Misread, StepReader, column
from pnp.referee.step import CLAIM, DEAL, NOTE, TABLE, TURN, Line, Step
from pnp.text import Message, say

MOST_DIGITS = 6
MOST_HEADINGS = 500
_NUMBER = re.compile(r"[0-9]{1,4}\.?")
_HEAD_WORDS = Notation((), {"head": HEAD, "line": {**CLAIMS, "deal": DEAL_WORD}})


def read_text(path: Path, text: str, library: Library) -> Log:
    """The record in a text; BadFile names every line that is not understood."""
    return _TextReader(path, library).read(text)


def read_line(text: str, log: Log, library: Library) -> Line:
    """One line of a record whose header is known; BadFile says what is not understood."""
    return _TextReader(log.path, library).read_line(text, log)


class _TextReader:
    def __init__(self, path: Path, library: Library) -> None:
        self.path = path
        self.library = library
        self.words = library.words(_HEAD_WORDS)
        self.complaints: list[Complaint] = []
        self.head: list[Heading] = []
        self._plain = True  # there are no control characters

    def read(self, text: str) -> Log:
        if text.count("\n") > MOST_LINES:
            raise BadFile(Complaint(say("the log has more than {most} lines", most=MOST_LINES), Place(self.path)))
        self._plain = not CONTROL.search(text)
        lines = text.rstrip("\n").split("\n")
        body = self._read_head(lines)
        between = self._notes_after_head()
        log = self._log(self.head)
        self._give_up()
        reader = self.library.reader(log)
        found = [*between, *self._read_body(lines, body, reader, log)]
        self._give_up()
        return replace(log, lines=tuple(found))

    def read_line(self, text: str, log: Log) -> Line:
        self._plain = False
        found = list(self._read_body([text], 0, self.library.reader(log), log))
        self._give_up()
        return found[0]

    def _notes_after_head(self) -> list[Line]:
        """Comments between the last header line and the first turn belong to the body; an empty line parts them."""
        last = max((number for number, heading in enumerate(self.head) if heading.key), default=-1) + 1
        between = [Line(heading.at, NOTE, comment=heading.comment) for heading in self.head[last:]]
        del self.head[last:]
        return between[1:] if between and between[0].comment is None else between

    def _give_up(self) -> None:
        if self.complaints:
            raise BadFile(*self.complaints[:MOST_COMPLAINTS])

    def complain(self, line: int, message: Message, hint: Message | None = None, at: int | None = None) -> None:
        self.complaints.append(Complaint(message, Place(self.path, line, at), hint))

    # ---- header ----------------------------------------------------------------------------------------------------

    def _read_head(self, lines: list[str]) -> int:
        """Reads header lines up to the first line of the body, and tells where that is."""
        for number, line in enumerate(lines):
            if len(self.complaints) >= MOST_COMPLAINTS or number > MOST_HEADINGS:
                self.complain(number + 1, say("the header does not end"))
                return len(lines)
            text, comment = split_comment(line)
            if not text.strip():
                self.head.append(Heading(number + 1, "", "", comment))
                continue
            word, colon, value = text.partition(":")
            if self._is_body(word):
                return number
            keys = self.words.find("head", word.strip()) if colon else ()
            if not keys:
                self._unknown_heading(number + 1, text, word.strip())
                continue
            if len(value) > MOST_VALUE:
                self.complain(number + 1, say("this header line is too long"))
                continue
            self.head.append(Heading(number + 1, keys[0], value.strip(), comment))
        return len(lines)

    def _is_body(self, label: str) -> bool:
        """Whether what stands before the colon begins a turn, a deal or a claim, once the players are known."""
        names = next((heading.value for heading in self.head if heading.key == "players"), None)
        words = label.split()
        if names is None or not words:
            return False
        if words[0][0].isdigit() or len(words) > 1 or fold(label.strip()) in map(fold, listed(names)):
            return True
        return not self.words.find("head", words[0])

    def _unknown_heading(self, line: int, text: str, word: str) -> None:
        self.complain(
            line,
            say(
                "expected a header line such as {example}, found '{found}'",
                example="game: …",
                found=text.strip()[:60],
            ),
            near_miss(word[:MOST_NAME], [one for words in self.words.usual("head") for one in words]),
            1,
        )

    def _log(self, head: list[Heading]) -> Log:
        """The header's sense: which game by which rules, and who played."""
        values: dict[str, Heading] = {}
        for heading in head:
            if not heading.key:
                continue
            if heading.key in values and heading.key not in FREE:
                self.complain(heading.at, say("'{key}' stands twice in the header", key=heading.key))
            values.setdefault(heading.key, heading)
        return make_log(self.path, values, tuple(head), self.library, self.complaints)

    # ---- body ------------------------------------------------------------------------------------------------------

    def _read_body(self, lines: list[str], start: int, reader: StepReader, log: Log) -> Iterator[Line]:
        for number in range(start, len(lines)):
            line = lines[number]
            if not self._plain and CONTROL.search(line):
                self._refuse_control(number + 1, line)
            text, comment = split_comment(line)
            if not text.strip():
                yield Line(number + 1, NOTE, comment=comment)
                continue
            found = self._line(number + 1, text, comment, reader, log)
            if found:
                yield found
            if len(self.complaints) >= MOST_COMPLAINTS:
                return

    def _refuse_control(self, line: int, text: str) -> None:
        found = CONTROL.search(text)
        assert found
        self.complain(
            line,
            say("expected text, found the control character {code}", code=f"U+{ord(found[0]):04X}"),
            say("remove it"),
            found.start() + 1,
        )

    def _line(self, number: int, text: str, comment: str | None, reader: StepReader, log: Log) -> Line | None:
        label, colon, rest = text.partition(":")
        if not colon:
            self.complain(
                number,
                say("expected a player and a colon, found '{found}'", found=text.strip()[:60]),
                say("for example {example}", example=f"1 {log.players[0]}: …"),
                len(text) - len(text.lstrip()) + 1,
            )
            return None
        turn, name = numbered(label)
        seat = reader.players.get(fold(" ".join(name.split())))
        if seat is not None:
            steps = self._steps(number, len(label) + 1, rest, reader)
            return Line(number, TURN, seat, turn, steps, comment)
        return self._other_line(number, text, comment, reader, log)

    def _other_line(self, number: int, text: str, comment: str | None, reader: StepReader, log: Log) -> Line | None:
        """A line that is no player's turn: a deal, a claim, or one that the game's own word heads."""
        label, _, rest = text.partition(":")
        name = numbered(label)[1]
        first = name.split()[0] if name.split() else ""
        kinds = self.words.find("line", first)
        if kinds and kinds[0] == "deal":
            return self._deal(number, name.split()[1:], rest, text, reader, comment)
        if kinds:
            return self._claim(number, kinds[0], rest, text, reader, comment)
        try:
            head = reader.headed(label)
        except Misread as misread:
            self.complain(number, misread.message, misread.hint, column(label, misread.at))
            return None
        if head:
            return Line(number, TABLE, None, None, self._steps(number, len(label) + 1, rest, reader, head), comment)
        self.complain(
            number,
            say("'{found}' is none of the players", found=name[:60]),
            near_miss(first, [*log.players, *reader.heads]) if reader.heads else near_miss(name, log.players),
            len(label) - len(label.lstrip()) + 1,
        )
        return None

    def _steps(
        self, number: int, start: int, rest: str, reader: StepReader, head: Step | None = None
    ) -> tuple[Step, ...]:
        """The steps of a line; where one heads it, what stands first completes that."""
        found: list[Step] = []
        for place, part in enumerate(rest.split(";")):
            completes = head if place == 0 else None
            if completes or (part and not part.isspace()):
                try:
                    found += [reader.completed(completes, part)] if completes else reader.steps(part.strip(), head)
                except Misread as misread:
                    indent = len(part) - len(part.lstrip())
                    at = start + indent + column(part.strip(), misread.at)
                    self.complain(number, misread.message, misread.hint, at)
            start += len(part) + 1
        return tuple(found)

    def _deal(
        self, number: int, to: list[str], rest: str, line: str, reader: StepReader, comment: str | None
    ) -> Line | None:
        name = " ".join(to)
        seat = reader.players.get(fold(name))
        if seat is None and not reader.vocabulary.find(PILES, name):
            known = [*reader.names, *reader.vocabulary.usual(PILES)[0]]
            self.complain(number, say("'{found}' is none of the players", found=name[:60]), near_miss(name, known))
            return None
        try:
            cards = reader.cards_alone(rest)
        except Misread as misread:
            self.complain(number, misread.message, misread.hint, line.index(":") + 1 + column(rest, misread.at))
            return None
        return Line(number, DEAL, seat, None, (Step("deal", {"cards": cards}, seat),), comment)

    def _claim(
        self, number: int, what: str, rest: str, line: str, reader: StepReader, comment: str | None
    ) -> Line | None:
        claimed: dict[int, int | None] = {}
        for part in rest.split(","):
            words = part.split()
            score = int(words.pop()) if words and words[-1].isdecimal() and len(words[-1]) <= MOST_DIGITS else None
            seat = reader.players.get(fold(" ".join(words)))
            if seat is None or (what == "result" and score is None):
                self.complain(
                    number,
                    say(
                        "expected players, with their score after 'result', found '{found}'", found=part.strip()[:60]
                    ),
                    near_miss(" ".join(words), reader.names),
                    line.index(":") + 2,
                )
                return None
            claimed[seat] = score
        return Line(number, CLAIM, None, None, (Step(what, {"players": claimed}),), comment)


def numbered(label: str) -> tuple[int | None, str]:
    """The number of a turn and its player, from what stands before the colon."""
    words = label.split()
    if words and _NUMBER.fullmatch(words[0]):
        return int(words[0].rstrip(".")), " ".join(words[1:])
    return None, " ".join(words)


def split_comment(line: str) -> tuple[str, str | None]:
    text, sign, comment = line.partition("#")
    return text, comment.removeprefix(" ").rstrip() if sign else None


def spoken(text: str, vocabulary: Vocabulary) -> str:
    """The language in which most of a record's verbs are written."""
    vocabulary.read_all()
    votes: dict[str, int] = {}
    for part in re.split(r"[;:\n]", text):
        words = part.split()
        for language in vocabulary.languages.get((VERBS, fold(words[0])), ()) if words else ():
            votes[language] = votes.get(language, 0) + 1
    return max(votes, key=lambda language: (votes[language], language == "en")) if votes else "en"

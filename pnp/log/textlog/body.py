"""Reads the lines of a log in text below its header: turns, deals, claims, comments."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from pnp.base.errors import near_miss
from pnp.base.text import say, word
from pnp.log.guessing.mending import Slip
from pnp.log.header import CONTROL, MOST_COMPLAINTS
from pnp.log.log import DEALS
from pnp.log.steps.misread import Misread, place_of, spans, tokens
from pnp.log.steps.reader import StepReader
from pnp.log.textlog.lenient import LenientReader
from pnp.log.textlog.lines import is_number, numbered, split_comment
from pnp.log.textlog.menders import Menders
from pnp.rules.notation import PILES, Vocabulary, fold
from pnp.rules.step import CLAIM, COMMENT, DEAL, TABLE, TURN, Line, Step

MOST_DIGITS, MOST_LABEL = 6, 8  # of a score, and words before a colon
MOST_FOUND = 60  # letters that are shown of what was found
_CLAIMED = {"winner": word("expected", "a player"), "result": word("expected", "a player with a score")}
_BEHIND = re.compile(r"\s*[;,.=–—-]?(?=\s|$)")  # what stands where a colon should


class _Label(NamedTuple):
    """What a line begins with: whose turn, to whom cards are dealt, what is claimed, or the step that heads it."""

    kind: str
    seat: int | None = None
    turn: int | None = None
    head: Step | None = None


class BodyReader:
    """Reads lines whose header is known."""

    def __init__(self, reader: StepReader, words: Vocabulary, text: LenientReader) -> None:
        self._reader, self._words, self._text = reader, words, text
        self._menders = Menders(reader, words)
        self._mended: dict[str, tuple[tuple[Step, ...], tuple[Slip, ...]]] = {}

    def read(self, lines: list[str], start: int, *, plain: bool) -> Iterator[Line]:
        """The lines from one on; in a plain text there are no control characters."""
        for number in range(start, len(lines)):
            line = lines[number]
            if not plain and CONTROL.search(line):
                self._refuse_control(number + 1, line)
            text, comment = split_comment(line)
            if not text.strip():
                yield Line(number + 1, COMMENT, comment=comment)
                continue
            found = self._line(number + 1, text, comment)
            if found:
                yield found
            if len(self._text.complaints) >= MOST_COMPLAINTS:
                return

    def _refuse_control(self, line: int, text: str) -> None:
        found = CONTROL.search(text)
        assert found
        self._text.complain(
            line,
            say("expected text, found the control character {code}", code=f"U+{ord(found[0]):04X}"),
            say("remove it"),
            found.start() + 1,
        )

    def _line(self, number: int, text: str, comment: str | None) -> Line | None:
        label, colon, rest = text.partition(":")
        turn, name = numbered(label) if colon else (None, "")
        seat = self._reader.players.get(fold(name))
        if seat is not None:
            steps = self._steps(number, len(label) + 1, rest)
            return Line(number, TURN, seat, turn, steps, comment)
        return self._other_line(number, text, comment)

    def _other_line(self, number: int, text: str, comment: str | None) -> Line | None:
        """A line that does not look like a player's turn: a deal, a claim, one that a word of its own heads."""
        end, start = self._parted(number, text)
        if not start:
            self._text.complain(
                number,
                say("expected a player and a colon, found “{found}”", found=text.strip()[:MOST_FOUND]),
                say("for example {example}", example=f"1 {self._reader.names[0]}: …"),
                len(text) - len(text.lstrip()) + 1,
            )
            return None
        label, rest = text[:end], text[start:]
        if not self._text.exact and ":" in rest and is_number(label):  # 3: Ala: …
            self._text.assume(number, 0, text, (Slip(start - 1, start, "", matters=False),))
            more, _, rest = rest.partition(":")
            label, start = f"{label} {more}", start + len(more) + 1
        read = self._text.read(number, 0, label, lambda text: (self._label(text),), self._menders.label)
        if read:
            return self._labelled(number, read[0], start, rest, comment)
        if numbered(label)[0] is not None:  # it is somebody's turn: what else is wrong in it is told too
            self._steps(number, start, rest)
        return None

    def _labelled(self, number: int, label: _Label, start: int, rest: str, comment: str | None) -> Line | None:
        """A line by what it begins with."""
        if label.kind == TURN:
            steps = self._steps(number, start, rest)
            return Line(number, TURN, label.seat, label.turn, steps, comment)
        if label.kind == DEAL:
            cards = self._text.read(number, start, rest, self._reader.cards_alone, self._menders.step)
            dealt = Step("deal", {"cards": cards}, label.seat)
            return None if cards is None else Line(number, DEAL, label.seat, None, (dealt,), comment)
        if label.head:
            return Line(number, TABLE, None, None, self._steps(number, start, rest, label.head), comment)
        claims = self._text.read(
            number, start, rest, lambda text: _claims(label.kind, text, self._reader), self._menders.name
        )
        claimed = Step(label.kind, {"players": dict(claims)}) if claims else None
        return Line(number, CLAIM, None, None, (claimed,), comment) if claimed else None

    def _label(self, text: str) -> _Label:
        """What a line begins with; Misread where that is nothing known."""
        turn, name = numbered(text)
        seat = self._reader.players.get(fold(name))
        if seat is not None:
            return _Label(TURN, seat, turn)
        words = name.split()
        before = len(text.split()) - len(words)
        kinds = self._words.find("line", words[0]) if words else ()
        if kinds and kinds[0] in DEALS:
            return self._dealt(" ".join(words[1:]), before + 1)
        if kinds:
            return _Label(kinds[0])
        head = self._reader.headed(text)
        if head:
            return _Label(TABLE, head=head)
        at, reader = min(before, max(len(text.split()) - 1, 0)), self._reader
        misread = reader.no_player(name[:MOST_FOUND], at)
        known = [*reader.names, *reader.heads]
        raise Misread(at, misread.message, near_miss(place_of(words, 0), known)) if reader.heads else misread

    def _dealt(self, name: str, at: int) -> _Label:
        reader = self._reader
        seat = reader.players.get(fold(name))
        if seat is None and not reader.vocabulary.find(PILES, name):
            seat = reader.inflected(name)
            if seat is None:
                raise reader.no_player(name[:MOST_FOUND], at, PILES)
        return _Label(DEAL, seat)

    def _parted(self, number: int, text: str) -> tuple[int, int]:
        """Where the colon begins and ends that stands in a line, or is clearly missing there; nought if neither."""
        if ":" in text:
            return text.index(":"), text.index(":") + 1
        end = None if self._text.exact else self._end_of_label(text)
        if end is None:
            return 0, 0
        start, sign = max(text.rfind(" ", 0, end), text.rfind("\t", 0, end)) + 1, _BEHIND.match(text, end)
        behind = sign.end() if sign and sign[0].strip() else end
        self._text.assume(number, 0, text, (Slip(start, behind, f"{text[start:end]}:"),))
        return end, behind

    def _end_of_label(self, text: str) -> int | None:
        """Where a colon is missing: behind a player before a step, or behind the word of a claim."""
        reader = self._reader
        places = [(start, start + len(text[start:end].rstrip(";.=–—-"))) for start, end in spans(text)]
        words = [text[start:end] for start, end in places]
        for count in range(min(len(words) - 1, MOST_LABEL), 0, -1):
            end = places[count - 1][1]
            turn, name = numbered(text[:end])
            first = text[end:].lstrip(" \t,;.=–—-").partition(";")[0]
            if fold(name) in reader.players and reader.begins_turn(tokens(first), numbered=turn is not None):
                return end
        claims = self._words.find("line", words[0]) if len(words) > 1 else ()
        return places[0][1] if claims and claims[0] not in DEALS else None

    def _steps(self, number: int, start: int, rest: str, head: Step | None = None) -> tuple[Step, ...]:
        """The steps of a line; where one heads it, what stands first completes that."""
        reader = self._reader
        found: list[Step] = []
        for place, part in enumerate(rest.split(";")):
            completes = head if place == 0 else None
            if completes or (part and not part.isspace()):
                try:
                    found += [reader.completed(completes, part)] if completes else reader.steps(part.strip(), head)
                except Misread:
                    found += self._mended_steps(number, start, part, head, completes)
            start += len(part) + 1
        return tuple(found)

    def _mended_steps(
        self, number: int, start: int, part: str, head: Step | None, completes: Step | None
    ) -> tuple[Step, ...]:
        """The steps of a text that cannot be read as it is; none after a complaint."""
        start, text = start + len(part) - len(part.lstrip()), part.strip()
        if head is None and text in self._mended and not self._text.exact:
            steps, slips = self._mended[text]
            self._text.assume(number, start, text, slips)
            return steps

        def go_on(text: str) -> tuple[Step, ...]:
            return self._reader.steps(text.strip(), head)

        read = (lambda text: (self._reader.completed(completes, text),)) if completes else go_on
        before = len(self._text.assumptions)
        found = self._text.read(number, start, text, read, self._menders.step, go_on)
        if found and head is None:
            slips = tuple(
                Slip(one.column - 1 - start, one.column - 1 - start + len(one.found), one.meant, one.matters)
                for one in self._text.assumptions[before:]
            )
            self._mended[text] = found, slips
        return found or ()


def _claims(what: str, text: str, reader: StepReader) -> tuple[tuple[int, int | None], ...]:
    """Players, with their scores where those are claimed."""
    claimed: dict[int, int | None] = {}
    at = 0
    for part in text.split(","):
        words = part.split()
        score = int(words[-1]) if words and words[-1].isdecimal() and len(words[-1]) <= MOST_DIGITS else None
        name = words if score is None else words[:-1]
        seat = reader.players.get(fold(" ".join(name)))
        if seat is None or (what == "result" and score is None):
            raise Misread(
                at,
                say(
                    "expected {expected:or}, found “{found}”",
                    expected=[_CLAIMED[what]],
                    found=part.strip()[:MOST_FOUND],
                ),
                None if seat is not None else reader.no_player(" ".join(name), at).hint,
            )
        claimed[seat] = score
        at += len(words) + 1
    return tuple(claimed.items())

"""Reads a record as people write it: header lines, then a line a turn."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import NamedTuple, TypeVar

from pnp.base.errors import BadFile, Complaint, Place, near_miss
from pnp.base.text import Message, say
from pnp.log.guessing.lexicon import Lexicon
from pnp.log.guessing.mending import Mender, Slip, Unguessed, applied, moved
from pnp.log.header import CONTROL, MOST_COMPLAINTS, MOST_VALUE, choosing, listed, make_log, refused, words_of
from pnp.log.library import Library
from pnp.log.log import AND_WORD, CLAIMS, DEAL_WORD, FREE, HEAD, MOST_LINES, MOST_NAME, Assumption, HeaderLine, Log
from pnp.log.steps.misread import Misread, column, spans, tokens
from pnp.log.steps.reader import StepReader
from pnp.rules.notation import CARD, PILES, PLAYER, VERBS, Notation, Vocabulary, fold
from pnp.rules.step import CLAIM, DEAL, NOTE, TABLE, TURN, Line, Step

MOST_DIGITS, MOST_LABEL = 6, 8  # of a score, and words before a colon
MOST_HEADINGS = 500
MOST_ASSUMED, MOST_KINDS = 5_000, 400  # places that are read as something else, and different ones
_NUMBER = re.compile(r"[0-9]{1,4}\.?")
_COLONLESS = re.compile(r"\s*(\S+?)\s*(=|\s)\s*(?=\S)")  # a header line
_BEHIND = re.compile(r"\s*[;,.=–—-]?(?=\s|$)")  # what stands where a colon should
_HEAD_WORDS = Notation((), {"head": HEAD, "line": {**CLAIMS, "deal": DEAL_WORD}, "joining": {"and": AND_WORD}})
Read = TypeVar("Read")


def read_text(path: Path, text: str, library: Library, *, strict: bool = False) -> Log:
    """The record in a text; BadFile names every line that is not understood. If strict, nothing is guessed."""
    return _TextReader(path, library, strict=strict).read(text)


def read_line(text: str, log: Log, library: Library) -> Line:
    """One line of a record whose header is known; BadFile says what is not understood. Nothing is guessed."""
    return _TextReader(log.path, library, strict=True).read_line(text, log)


class _TextReader:
    def __init__(self, path: Path, library: Library, *, strict: bool) -> None:
        self.path = path
        self.library = library
        self.words = library.words(_HEAD_WORDS)
        self.complaints: list[Complaint] = []
        self.head: list[HeaderLine] = []
        self._plain = True  # there are no control characters
        self._strict = strict
        self._assumed: list[Assumption] = []
        self._kinds: set[tuple[str, str]] = set()
        self._mended: dict[str, tuple[tuple[Step, ...], tuple[Slip, ...]]] = {}
        self._menders: dict[str, Mender] = {}
        self._values: dict[int, int] = {}  # behind how many letters of a header line its value begins

    def read(self, text: str) -> Log:
        if text.count("\n") > MOST_LINES:
            raise BadFile(Complaint(say("the log has more than {most} lines", most=MOST_LINES), Place(self.path)))
        self._plain = not CONTROL.search(text)
        lines = text.rstrip("\n").split("\n")
        body = self._read_head(lines)
        between = self._notes_after_head()
        log = self._log(self.head)
        reader = self.library.reader_of_any(log) if self.complaints else self.library.reader(log)
        found = [*between, *self._read_body(lines, body, reader, log)] if reader else []
        self._give_up()
        return replace(log, lines=tuple(found), assumptions=tuple(sorted(self._assumed)))

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
            raise refused(self.complaints, self.path)

    def complain(self, line: int, message: Message, hint: Message | None = None, at: int | None = None) -> None:
        self.complaints.append(Complaint(message, Place(self.path, line, at), hint))

    # ---- guesses ---------------------------------------------------------------------------------------------------

    def _understood(
        self,
        line: int,
        start: int,
        text: str,
        read: Callable[[str], tuple[Read, ...]],
        mender: Callable[[], Mender],
        go_on: Callable[[str], tuple[Read, ...]] | None = None,
    ) -> tuple[Read, ...] | None:
        """What a piece of a line says that begins behind so many letters; None after a complaint."""
        try:
            return read(text)
        except Misread as misread:
            if self._exact:
                self.complain(line, misread.message, misread.hint, start + column(text, misread.at))
                return None
        try:
            found, slips = mender().mended(text, read, go_on)
        except Unguessed as unguessed:
            self.complain(line, unguessed.message, unguessed.hint, start + unguessed.at + 1)
            return None
        self._assume(line, start, text, slips)
        return found

    @property
    def _exact(self) -> bool:
        """Whether nothing is guessed, or not any more."""
        return self._strict or len(self._assumed) >= MOST_ASSUMED or len(self._kinds) >= MOST_KINDS

    def _assume(self, line: int, start: int, text: str, slips: tuple[Slip, ...]) -> None:
        for slip in slips:
            found = text[slip.start : slip.end]
            self._kinds.add((found, slip.meant))
            self._assumed.append(Assumption(line, start + slip.start + 1, found, slip.meant, slip.matters))

    @cached_property
    def _headings(self) -> Lexicon:
        return Lexicon((word, key) for word, kind, key in self.words.everything if kind == "head")

    @property
    def _joining(self) -> list[str]:
        return [word for word, kind, _ in self.words.everything if kind == "joining"]

    def _step_mender(self, reader: StepReader) -> Mender:
        if "step" not in self._menders:
            known = [(word, (kind, key)) for word, kind, key in reader.vocabulary.everything]
            cards = [(name, (CARD, reader.cards[fold(name)])) for name in reader.card_names]
            self._menders["step"] = Mender(
                Lexicon([*cards, *_seats(reader), *known]), self._joining, reader.begins_step
            )
        return self._menders["step"]

    def _label_mender(self, reader: StepReader) -> Mender:
        if "label" not in self._menders:
            own = [(word, ("line", key)) for word, kind, key in self.words.everything if kind == "line"]
            heads = [
                (word, (kind, key))
                for word, kind, key in reader.vocabulary.everything
                if kind == PILES or (kind == VERBS and reader.forms[key].heads)
            ]
            self._menders["label"] = Mender(Lexicon([*_seats(reader), *own, *heads]))
        return self._menders["label"]

    def _name_mender(self, reader: StepReader) -> Mender:
        if "name" not in self._menders:
            self._menders["name"] = Mender(Lexicon(_seats(reader)), self._joining)
        return self._menders["name"]

    # ---- header ----------------------------------------------------------------------------------------------------

    def _read_head(self, lines: list[str]) -> int:
        """Reads header lines up to the first line of the body, and tells where that is."""
        for number, line in enumerate(lines):
            if len(self.complaints) >= MOST_COMPLAINTS or number > MOST_HEADINGS:
                self.complain(number + 1, say("the header does not end"))
                return len(lines)
            text, comment = split_comment(line)
            if not text.strip():
                self.head.append(HeaderLine(number + 1, "", "", comment))
                continue
            if self._is_body(text.partition(":")[0]):
                return number
            heading = self._heading(number + 1, text)
            if heading:
                self.head.append(heading._replace(comment=comment))
        return len(lines)

    @property
    def _names(self) -> tuple[str, ...] | None:
        """The players, once they are known."""
        found = next((heading.value for heading in self.head if heading.key == "players"), None)
        return None if found is None else listed(found)

    def _is_body(self, label: str) -> bool:
        """Whether what stands before the colon begins a turn, a deal or a claim, once the players are known."""
        words = label.split()
        if not words:
            return False
        if words[0][0].isdigit():
            return True
        names, known = self._names, bool(self.words.find("head", label.strip()))
        if names is None:
            return ";" in label or not (known or self._goes_on or self._nears_heading(label.strip()))
        if len(words) > 1 or fold(label.strip()) in map(fold, names):
            return True
        return not known and (self._exact or not self._nears_heading(words[0]))

    @property
    def _goes_on(self) -> bool:
        """Whether the header cannot be over: no empty line stands behind what it has so far."""
        first = next((number for number, heading in enumerate(self.head) if heading.key), len(self.head))
        return not any(not one.key and one.comment is None for one in self.head[first:])

    def _nears_heading(self, word: str) -> bool:
        """Whether a word that is not known is a header's rather than a player's."""
        others = [word for word, kind, _ in self.words.everything if kind == "line"] + list(self._names or ())
        near, other = self._headings.near(word), Lexicon((name, name) for name in others).near(word)
        return bool(near) and (not other or near[0].distance < other[0].distance)

    def _heading(self, line: int, text: str) -> HeaderLine | None:
        """A header line; None after a complaint."""
        word, colon, value = text.partition(":")
        keys = self.words.find("head", word.strip()) if colon else ()
        if not keys and not self._exact:
            if not colon and (found := _COLONLESS.match(text)) and self.words.find("head", found[1]):
                keys, value = self.words.find("head", found[1]), text[found.end(2) :]
                end = found.end(1 if found[2].isspace() else 2)
                self._assume(line, 0, text, (Slip(found.start(1), end, f"{found[1]}:"),))
            elif colon:
                keys = self._guessed_key(line, word)
        if not keys:
            self._unknown_heading(line, text, word.strip())
            return None
        if len(value) > MOST_VALUE:
            self.complain(line, say("this header line is too long"))
            return None
        self._values[line] = len(text) - len(value.lstrip())
        return HeaderLine(line, keys[0], value.strip())

    def _guessed_key(self, line: int, word: str) -> tuple[str, ...]:
        def read(text: str) -> tuple[str, ...]:
            keys = self.words.find("head", " ".join(text.split()))
            if keys and (keys[0] in FREE or all(heading.key != keys[0] for heading in self.head)):
                return keys
            raise Misread(0, say("there is no such key here: '{key}'", key=text))

        try:
            keys, slips = Mender(self._headings).mended(word, read)
        except Unguessed:
            return ()
        self._assume(line, 0, word, slips)
        return keys

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

    def _log(self, head: list[HeaderLine]) -> Log:
        """The header's sense: which game by which rules, and who played."""
        values: dict[str, HeaderLine] = {}
        for heading in head:
            if not heading.key:
                continue
            if heading.key in values and heading.key not in FREE:
                self.complain(heading.at, say("'{key}' stands twice in the header", key=heading.key))
            values.setdefault(heading.key, heading)
        wrong: list[Complaint] = []
        log = make_log(self.path, values, tuple(head), self.library, wrong)
        if wrong and not self._exact:
            for key in sorted(values, key="game".__ne__):  # which words are known depends on the game
                known = choosing(key, values, self.library)
                values[key] = self._with_known_words(values[key], known) if known else values[key]
            wrong.clear()
            mended = tuple(values.get(one.key, one) if one.key not in FREE else one for one in head)
            log = make_log(self.path, values, mended, self.library, wrong)
        self.complaints += wrong
        return log

    def _with_known_words(self, heading: HeaderLine, known: Iterable[str]) -> HeaderLine:
        """A header line whose words are those that its game knows, as far as it is clear which are meant."""
        folded, start, value = {fold(one): one for one in known}, self._values[heading.at], heading.value
        mender = Mender(Lexicon((one, one) for one in known))

        def read(text: str) -> tuple[str, ...]:
            if text.strip() in folded.values():
                return (text,)
            raise Misread(0, say("there is no such key here: '{key}'", key=text))

        slips: list[Slip] = []
        for begin, end in words_of(heading):
            word = value[begin:end]
            if fold(word) in folded:
                found: tuple[Slip, ...] = (Slip(0, len(word), folded[fold(word)], matters=False),)
                slips += [moved(slip, begin) for slip in found if slip.meant != word]
                continue
            with suppress(Unguessed):
                slips += [moved(slip, begin) for slip in mender.mended(word, read)[1]]
        self._assume(heading.at, start, value, tuple(slips))
        return heading._replace(value=applied(value, slips))

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
        turn, name = numbered(label) if colon else (None, "")
        seat = reader.players.get(fold(name))
        if seat is not None:
            steps = self._steps(number, len(label) + 1, rest, reader)
            return Line(number, TURN, seat, turn, steps, comment)
        return self._other_line(number, text, comment, reader, log)

    def _other_line(self, number: int, text: str, comment: str | None, reader: StepReader, log: Log) -> Line | None:
        """A line that does not look like a player's turn: a deal, a claim, one that a word of its own heads."""
        end, start = self._parted(number, text, reader)
        if not start:
            self.complain(
                number,
                say("expected a player and a colon, found '{found}'", found=text.strip()[:60]),
                say("for example {example}", example=f"1 {log.players[0]}: …"),
                len(text) - len(text.lstrip()) + 1,
            )
            return None
        label, rest = text[:end], text[start:]
        if not self._exact and ":" in rest and _NUMBER.fullmatch(label.strip()):  # 3: Ala: …
            self._assume(number, 0, text, (Slip(start - 1, start, "", matters=False),))
            more, _, rest = rest.partition(":")
            label, start = f"{label} {more}", start + len(more) + 1
        read = self._understood(
            number, 0, label, lambda text: (self._label(text, reader, log),), lambda: self._label_mender(reader)
        )
        if read:
            return self._labelled(number, read[0], start, rest, comment, reader)
        if numbered(label)[0] is not None:  # it is somebody's turn: what else is wrong in it is told too
            self._steps(number, start, rest, reader)
        return None

    def _labelled(
        self, number: int, label: _Label, start: int, rest: str, comment: str | None, reader: StepReader
    ) -> Line | None:
        """A line by what it begins with."""
        if label.kind == TURN:
            steps = self._steps(number, start, rest, reader)
            return Line(number, TURN, label.seat, label.turn, steps, comment)
        if label.kind == DEAL:
            cards = self._understood(number, start, rest, reader.cards_alone, lambda: self._step_mender(reader))
            dealt = Step("deal", {"cards": cards}, label.seat)
            return None if cards is None else Line(number, DEAL, label.seat, None, (dealt,), comment)
        if label.head:
            return Line(number, TABLE, None, None, self._steps(number, start, rest, reader, label.head), comment)
        claims = self._understood(
            number, start, rest, lambda text: _claims(label.kind, text, reader), lambda: self._name_mender(reader)
        )
        claimed = Step(label.kind, {"players": dict(claims)}) if claims else None
        return Line(number, CLAIM, None, None, (claimed,), comment) if claimed else None

    def _label(self, text: str, reader: StepReader, log: Log) -> _Label:
        """What a line begins with; Misread where that is nothing known."""
        turn, name = numbered(text)
        seat = reader.players.get(fold(name))
        if seat is not None:
            return _Label(TURN, seat, turn)
        words = name.split()
        before = len(text.split()) - len(words)
        kinds = self.words.find("line", words[0]) if words else ()
        if kinds and kinds[0] == "deal":
            return self._dealt(" ".join(words[1:]), before + 1, reader)
        if kinds:
            return _Label(kinds[0])
        head = reader.headed(text)
        if head:
            return _Label(TABLE, head=head)
        known = [*log.players, *reader.heads]
        raise Misread(
            min(before, max(len(text.split()) - 1, 0)),
            say("'{found}' is none of the players", found=name[:60]),
            near_miss(words[0] if words else "", known) if reader.heads else near_miss(name, log.players),
        )

    @staticmethod
    def _dealt(name: str, at: int, reader: StepReader) -> _Label:
        seat = reader.players.get(fold(name))
        if seat is None and not reader.vocabulary.find(PILES, name):
            known = [*reader.names, *reader.vocabulary.usual(PILES)[0]]
            raise Misread(at, say("'{found}' is none of the players", found=name[:60]), near_miss(name, known))
        return _Label(DEAL, seat)

    def _parted(self, number: int, text: str, reader: StepReader) -> tuple[int, int]:
        """Where the colon begins and ends that stands in a line, or is clearly missing there; nought if neither."""
        if ":" in text:
            return text.index(":"), text.index(":") + 1
        end = None if self._exact else self._end_of_label(text, reader)
        if end is None:
            return 0, 0
        start, sign = max(text.rfind(" ", 0, end), text.rfind("\t", 0, end)) + 1, _BEHIND.match(text, end)
        behind = sign.end() if sign and sign[0].strip() else end
        self._assume(number, 0, text, (Slip(start, behind, f"{text[start:end]}:"),))
        return end, behind

    def _end_of_label(self, text: str, reader: StepReader) -> int | None:
        """Where a colon is missing: behind a player before a step, or behind the word of a claim."""
        places = [(start, start + len(text[start:end].rstrip(";.=–—-"))) for start, end in spans(text)]
        words = [text[start:end] for start, end in places]
        for count in range(min(len(words) - 1, MOST_LABEL), 0, -1):
            end = places[count - 1][1]
            turn, name = numbered(text[:end])
            first = text[end:].lstrip(" \t,;.=–—-").partition(";")[0]
            if fold(name) in reader.players and reader.begins_turn(tokens(first), numbered=turn is not None):
                return end
        claims = self.words.find("line", words[0]) if len(words) > 1 else ()
        return places[0][1] if claims and claims[0] != "deal" else None

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
                except Misread:
                    found += self._mended_steps(number, start, part, reader, head, completes)
            start += len(part) + 1
        return tuple(found)

    def _mended_steps(
        self, number: int, start: int, part: str, reader: StepReader, head: Step | None, completes: Step | None
    ) -> tuple[Step, ...]:
        """The steps of a text that cannot be read as it is; none after a complaint."""
        start, text = start + len(part) - len(part.lstrip()), part.strip()
        if head is None and text in self._mended and not self._exact:
            steps, slips = self._mended[text]
            self._assume(number, start, text, slips)
            return steps

        def go_on(text: str) -> tuple[Step, ...]:
            return reader.steps(text.strip(), head)

        read = (lambda text: (reader.completed(completes, text),)) if completes else go_on
        before = len(self._assumed)
        found = self._understood(number, start, text, read, lambda: self._step_mender(reader), go_on)
        if found and head is None:
            slips = tuple(
                Slip(one.column - 1 - start, one.column - 1 - start + len(one.found), one.meant, one.matters)
                for one in self._assumed[before:]
            )
            self._mended[text] = found, slips
        return found or ()


class _Label(NamedTuple):
    """What a line begins with: whose turn, to whom cards are dealt, what is claimed, or the step that heads it."""

    kind: str
    seat: int | None = None
    turn: int | None = None
    head: Step | None = None


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
                say("expected players, with their score after 'result', found '{found}'", found=part.strip()[:60]),
                near_miss(" ".join(name), reader.names),
            )
        claimed[seat] = score
        at += len(words) + 1
    return tuple(claimed.items())


def _seats(reader: StepReader) -> list[tuple[str, tuple[str, int]]]:
    return [(name, (PLAYER, seat)) for seat, name in enumerate(reader.names)]


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

"""Reads a log in JSON, and names every part of it that is not understood."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from pnp.base.errors import BadFile, Complaint, Place, near_miss
from pnp.base.text import Message, say
from pnp.data.values import excerpt
from pnp.log.header import CONTROL, MOST_COMPLAINTS, MOST_VALUE, make_log, refused
from pnp.log.jsonlog.schema import LISTS, VERSION
from pnp.log.library import Library
from pnp.log.log import CLAIMS, FREE, HEAD, HeaderLine, Log
from pnp.log.steps.misread import Misread
from pnp.log.steps.reader import StepReader
from pnp.rules.notation import CARDS, PILES, PLAYER, Slot
from pnp.rules.step import CLAIM, COMMENT, DEAL, TABLE, TURN, Line, Step

MOST_TURNS = 10_000
MOST_SCORE = 1_000_000
_LINE_KEYS = ("turn", "player", "steps", "deal", "cards", "comment", *CLAIMS)


def read_json(path: Path, text: str, library: Library) -> Log:
    """The log in a JSON text; BadFile names every part that is not understood."""
    try:
        data = json.loads(text, object_pairs_hook=_each_once)
    except json.JSONDecodeError as error:
        raise BadFile(
            Complaint(
                say("this isn’t valid JSON"),
                Place(path, error.lineno, error.colno),
                say("compare it with the output of “pnp referee convert”"),
            )
        ) from None
    except (RecursionError, ValueError):
        raise BadFile(Complaint(say("this isn’t valid JSON"), Place(path))) from None
    except _Wrong as wrong:
        raise BadFile(Complaint(wrong.message, Place(path))) from None
    return _JsonReader(path, library).read(data)


class _Wrong(Exception):
    def __init__(self, message: Message, hint: Message | None = None) -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


def _each_once(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    """An object of JSON; refused where a key stands in it twice, since only one of the values could hold."""
    found = dict(pairs)
    if len(found) < len(pairs):
        (twice, _), *_ = Counter(key for key, _ in pairs).most_common(1)
        raise _Wrong(say("“{key}” appears twice in an object", key=excerpt(twice)))
    return found


class _JsonReader:
    def __init__(self, path: Path, library: Library) -> None:
        self.path = path
        self.library = library
        self.complaints: list[Complaint] = []

    def read(self, data: object) -> Log:
        if not isinstance(data, dict) or not isinstance(data.get("lines", []), list):
            raise BadFile(Complaint(say("expected an object with “game”, “players” and “lines”"), Place(self.path)))
        head = self._guarded("", lambda: self._head(data)) or ()
        self._give_up()
        values: dict[str, HeaderLine] = {}
        for heading in head:
            values.setdefault(heading.key, heading)
        log = make_log(self.path, values, head, self.library, self.complaints)
        reader = self.library.reader_of_any(log) if self.complaints else self.library.reader(log)
        lines = tuple(self._lines(data.get("lines", []), reader)) if reader else ()
        self._give_up()
        return replace(log, lines=lines)

    def _lines(self, entries: Iterable[object], reader: StepReader) -> Iterator[Line]:
        for number, entry in enumerate(entries, 1):
            line = self._guarded(
                f"lines[{number}]", lambda entry=entry, number=number: self._line(number, entry, reader)
            )
            if line:
                yield line
            if len(self.complaints) >= MOST_COMPLAINTS:
                return

    def _give_up(self) -> None:
        if self.complaints:
            raise refused(self.complaints, self.path)

    def _guarded(self, where: str, read: Any) -> Any:
        try:
            return read()
        except (_Wrong, Misread) as wrong:
            message = say("{where}: {message}", where=where, message=wrong.message) if where else wrong.message
            self.complaints.append(Complaint(message, Place(self.path), wrong.hint))
            return None

    def _head(self, data: Mapping[str, Any]) -> tuple[HeaderLine, ...]:
        known = ("pnp-log", "comments", "lines", *HEAD)
        _refuse_unknown(data, known)
        if data.get("pnp-log", VERSION) != VERSION:
            raise _Wrong(
                say(
                    "expected “pnp-log” to be {version}, found {found}",
                    version=VERSION,
                    found=excerpt(data["pnp-log"]),
                )
            )
        comments = [one for one in _listed(data.get("comments", []), "comments") if isinstance(one, dict)]
        beside = {one["beside"]: _remark(one.get("text")) for one in comments if isinstance(one.get("beside"), str)}
        head = [_bare(one) for one in comments if one.get("after") == ""]
        for key, value in data.items():
            if key in HEAD:
                head += [HeaderLine(1, key, text, beside.pop(key, None)) for text in _head_texts(key, value)]
                head += [_bare(one) for one in comments if one.get("after") == key]
        return tuple(head)

    def _line(self, number: int, entry: object, reader: StepReader) -> Line:
        if not isinstance(entry, dict):
            raise _Wrong(say("expected an object, found {found}", found=excerpt(entry)))
        _refuse_unknown(entry, _LINE_KEYS)
        comment = entry.get("comment")
        if comment is not None and not isinstance(comment, str):
            raise _Wrong(say("expected text as the comment, found {found}", found=excerpt(comment)))
        if comment is not None:
            comment = _remark(comment)
        if "player" in entry:
            return self._turn_line(number, entry, reader, comment)
        if "steps" in entry:
            return Line(number, TABLE, None, None, self._table_steps(entry["steps"], reader), comment)
        if "deal" in entry:
            pile = str(entry["deal"]) in reader.vocabulary.words[PILES]
            seat = None if pile else self._seat(entry["deal"], reader)
            dealt = _joined(entry.get("cards", []), "cards")
            cards = reader.cards_alone(dealt) if dealt else ()
            return Line(number, DEAL, seat, None, (Step("deal", {"cards": cards}, seat),), comment)
        for what in CLAIMS:
            if what in entry:
                return Line(
                    number,
                    CLAIM,
                    None,
                    None,
                    (Step(what, {"players": self._claimed(what, entry[what], reader)}),),
                    comment,
                )
        return Line(number, COMMENT, comment=comment)

    def _turn_line(self, number: int, entry: Mapping[str, Any], reader: StepReader, comment: str | None) -> Line:
        turn = entry.get("turn")
        if turn is not None and not (isinstance(turn, int) and not isinstance(turn, bool) and 0 <= turn < MOST_TURNS):
            raise _Wrong(say("expected a number as the turn, found {found}", found=excerpt(turn)))
        steps = tuple(self._step(step, reader) for step in _listed(entry.get("steps", []), "steps"))
        if wrong := next((step.do for step in steps if reader.forms[step.do].nobodys), ""):
            raise _Wrong(say("“{found}” doesn’t belong here", found=wrong))
        return Line(number, TURN, self._seat(entry["player"], reader), turn, steps, comment)

    def _table_steps(self, data: object, reader: StepReader) -> tuple[Step, ...]:
        """The steps of a line that is nobody's turn: one that heads such a line, then others."""
        steps = tuple(self._step(step, reader) for step in _listed(data, "steps"))
        forms = [reader.forms[step.do] for step in steps]
        if not steps or not forms[0].heads or not all(form.follows or form.notes for form in forms[1:]):
            raise _Wrong(say("a line with steps needs a player"))
        return steps

    def _claimed(self, what: str, claim: object, reader: StepReader) -> dict[int, int | None]:
        if what == "winner" and claim:
            return {self._seat(name, reader): None for name in _listed(claim, what)}
        if not isinstance(claim, dict) or not claim or not all(map(_is_score, claim.values())):
            raise _Wrong(say("expected players with their scores, found {found}", found=excerpt(claim)))
        return {self._seat(name, reader): score for name, score in claim.items()}

    def _seat(self, name: object, reader: StepReader) -> int:
        return int(reader.argument(Slot("player", (PLAYER,)), str(name)))

    def _step(self, data: object, reader: StepReader) -> Step:
        if not isinstance(data, dict):
            raise _Wrong(say("expected an object, found {found}", found=excerpt(data)))
        form = reader.forms.get(str(data.get("do")))
        if form is None:
            raise _Wrong(
                say("unknown step “{found}”", found=excerpt(data.get("do"))),
                near_miss(str(data.get("do")), reader.forms),
            )
        _refuse_unknown(data, ("do", "by", *(slot.name for slot in form.slots)))
        args = {}
        for slot in form.slots:
            if slot.name in data:
                args[slot.name] = self._argument(slot, data[slot.name], reader)
            elif slot.needed:
                raise _Wrong(say("“{verb}” needs “{name}”", verb=form.verb, name=slot.name))
        by = self._seat(data["by"], reader) if data.get("by") is not None else None
        return Step(form.verb, args, by)

    def _argument(self, slot: Slot, value: object, reader: StepReader) -> Any:
        if slot.takes[0] == CARDS and value == []:
            return ()
        if isinstance(value, list):
            return reader.argument(slot, _joined(value, slot.name))
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise _Wrong(
                say("“{name}”: expected a word or number, found {found}", name=slot.name, found=excerpt(value))
            )
        return reader.argument(slot, str(value))


def _is_score(score: object) -> bool:
    return isinstance(score, int) and not isinstance(score, bool) and 0 <= score < MOST_SCORE


def _bare(comment: Mapping[str, Any]) -> HeaderLine:
    text = comment.get("text")
    return HeaderLine(1, "", "", None if text is None else _remark(text))


def _tidy(text: object) -> str:
    """A text on one line, as a log can hold it, with single spaces."""
    return _printable(" ".join(str(text).split()))


def _remark(text: object) -> str:
    """A comment as it was written, on one line."""
    return _printable(" ".join(str(text).splitlines()).rstrip())


def _printable(text: str) -> str:
    if found := CONTROL.search(text):
        raise _Wrong(say("expected text, found the control character {code}", code=f"U+{ord(found[0]):04X}"))
    return text


def _refuse_unknown(data: Mapping[str, Any], known: Iterable[str]) -> None:
    for key in data:
        if key not in known:
            raise _Wrong(say("unknown key “{key}”", key=excerpt(key)), near_miss(str(key), known))


def _listed(value: object, name: str) -> list[Any]:
    if not isinstance(value, list):
        raise _Wrong(say("“{name}”: expected a list, found {found}", name=name, found=excerpt(value)))
    return value


def _joined(value: object, name: str) -> str:
    return ", ".join(str(one) for one in _listed(value, name))


def _head_texts(key: str, value: object) -> list[str]:
    """The header lines that a value stands for."""
    if key in LISTS:
        return [", ".join(str(one) for one in _listed(value, key))]
    if key == "set" and isinstance(value, dict):
        return [", ".join(f"{name}={_set_text(one)}" for name, one in value.items())]
    texts = [
        str(text) for text in (value if key in FREE and isinstance(value, list) else [value]) if isinstance(text, str)
    ]
    if not texts:
        raise _Wrong(say("“{name}”: expected a word or number, found {found}", name=key, found=excerpt(value)))
    if any(len(text) > MOST_VALUE for text in texts):
        raise _Wrong(say("this header line is too long"))
    return [_tidy(text) for text in texts]


def _set_text(value: object) -> str:
    if isinstance(value, list):
        return ",".join(map(str, value))
    return str(value).lower() if isinstance(value, bool) else str(value)

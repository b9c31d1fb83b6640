"""Turns what goes wrong on faces into complaints: each with piece, language and box, and alike ones together."""

from __future__ import annotations

from collections.abc import Iterable
from typing import cast

from pnp.base.errors import Complaint
from pnp.base.text import Message, say
from pnp.draw.glyphs import GlyphCheck

MOST_NAMES = 4
MOST_LETTERS = 40


def of_face(problem: Message, *, piece: str, language: str, size: str, box: str) -> Message:
    """A problem with the face where it arose; an empty size is not mentioned."""
    if size:
        return say(
            "{piece}, {language}, {size}, box “{box}”: {problem}",
            piece=piece,
            language=language,
            size=size,
            box=box,
            problem=problem,
        )
    return say(
        "{piece}, {language}, box “{box}”: {problem}", piece=piece, language=language, box=box, problem=problem
    )


def of_letters(letters: GlyphCheck, text: str, language: str) -> list[Complaint]:
    """What is wrong with the letters of a text that stands in no box."""
    return [
        Complaint(
            say("{piece}, {language}: {problem}", piece=text, language=language, problem=fault.message),
            None,
            fault.hint,
        )
        for fault in letters.faults()
    ]


def grouped(complaints: Iterable[Complaint]) -> list[Complaint]:
    """Each problem once, with all the pieces, languages and sizes that have it; letters once a language."""
    groups: dict[str, list[Complaint]] = {}
    for complaint in complaints:
        groups.setdefault(repr(_alike(complaint)), []).append(complaint)
    return [_together(group) for group in groups.values()]


def _alike(complaint: Complaint) -> tuple[object, ...]:
    values = complaint.message.values
    problem = values.get("problem")
    if isinstance(problem, Message) and problem.values.keys() & {"characters", "scripts"}:
        return problem.text, values["language"]
    alike = (problem, values.get("box")) if "piece" in values else complaint.message
    return alike, complaint.place, complaint.hint


def _together(group: list[Complaint]) -> Complaint:
    first = group[0]
    values = dict(first.message.values)
    for key in {"piece", "language", "size", "box"} & values.keys():
        values[key] = _listed(str(one.message.values[key]) for one in group if key in one.message.values)
    if isinstance(values.get("problem"), Message):
        values["problem"] = _joined([cast("Message", one.message.values["problem"]) for one in group])
    return Complaint(Message(first.message.text, values), first.place, first.hint)


def _joined(problems: list[Message]) -> Message:
    """One problem with the letters of all."""
    values = dict(problems[0].values)
    for key in {"font", "scripts"} & values.keys():
        values[key] = _listed(name for one in problems for name in str(one.values[key]).split(", "))
    if "characters" in values:
        letters = sorted({letter for one in problems for letter in str(one.values["characters"])})
        values["characters"] = "".join(letters[:MOST_LETTERS]) + ("…" if len(letters) > MOST_LETTERS else "")
    return Message(problems[0].text, values)


def _listed(names: Iterable[str]) -> str:
    found = list(dict.fromkeys(names))
    return ", ".join(found[:MOST_NAMES]) + (", …" if len(found) > MOST_NAMES else "")

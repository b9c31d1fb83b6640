"""Turns what goes wrong on faces into complaints: each with piece, language and box, and alike ones together."""

from __future__ import annotations

from collections.abc import Iterable

from pnp.errors import Complaint
from pnp.text import Message, say

MOST_NAMES = 4


def of_face(problem: Message, *, piece: str, language: str, size: str, box: str) -> Message:
    if size:
        return say(
            "{piece}, {language}, {size}, box '{box}': {problem}",
            piece=piece,
            language=language,
            size=size,
            box=box,
            problem=problem,
        )
    return say(
        "{piece}, {language}, box '{box}': {problem}", piece=piece, language=language, box=box, problem=problem
    )


def grouped(complaints: Iterable[Complaint]) -> list[Complaint]:
    """Each problem once, with all the pieces, languages and sizes that have it."""
    groups: dict[str, list[Complaint]] = {}
    for complaint in complaints:
        values = complaint.message.values
        alike = (values.get("problem"), values.get("box")) if "piece" in values else complaint.message
        groups.setdefault(repr((alike, complaint.place, complaint.hint)), []).append(complaint)
    return [_together(group) for group in groups.values()]


def _together(group: list[Complaint]) -> Complaint:
    first = group[0]
    values = dict(first.message.values)
    for key in {"piece", "language", "size"} & values.keys():
        names = list(dict.fromkeys(str(one.message.values[key]) for one in group))
        values[key] = ", ".join(names[:MOST_NAMES]) + (", …" if len(names) > MOST_NAMES else "")
    return Complaint(Message(first.message.text, values), first.place, first.hint)

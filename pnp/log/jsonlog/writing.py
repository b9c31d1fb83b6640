"""Writes a log as plain data, of which nothing is lost."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pnp.base.text import SOURCE_LANGUAGE, Message
from pnp.log.jsonlog.schema import LISTS, VERSION
from pnp.log.library import Library, rules_of
from pnp.log.log import HeaderLine, Log
from pnp.log.writing import Scribe
from pnp.rules.notation import PILES, PLAYER, Notation, Slot, VerbForm, fold, spellings, usual
from pnp.rules.step import CLAIM, DEAL, TABLE, TURN, Line, Spot, Step
from pnp.words.catalog import Catalog


class KeyScribe(Scribe):
    """Writes the words that stay as they are, whatever is printed on the pieces: those that are their keys."""

    def __init__(
        self, notation: Notation, catalog: Catalog, cards: Mapping[str, str], players: Sequence[str]
    ) -> None:
        super().__init__(notation, catalog, cards, players)
        self._words = {
            kind: {key: _as_key(key, message, catalog) for key, message in words.items()}
            for kind, words in notation.words.items()
        }


def _as_key(key: str, message: Message, catalog: Catalog) -> str:
    """The spelling of a word that is its key but for capitals; the usual one if none is."""
    return next((one for one in spellings(message, catalog) if fold(one) == key), usual(message, catalog))


def to_json(log: Log, library: Library) -> dict[str, Any]:
    """The log as plain data; nothing is lost."""
    notation = rules_of(log.game).notation
    scribe = KeyScribe(notation, library.catalog(SOURCE_LANGUAGE), library.cards(log.game), log.players)
    data: dict[str, Any] = {"pnp-log": VERSION}
    for heading in log.head:
        if heading.key and heading.key in data:
            data[heading.key] = [*_as_list(data[heading.key]), heading.value]
        elif heading.key:
            data[heading.key] = _head_value(heading)
    if comments := list(_head_comments(log.head)):
        data["comments"] = comments
    data["lines"] = [_line_data(line, scribe, notation) for line in log.lines]
    return data


def _as_list(value: object) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _head_value(heading: HeaderLine) -> object:
    if heading.key in LISTS:
        return [part.strip() for part in heading.value.split(",") if part.strip()]
    return heading.value


def _head_comments(head: Iterable[HeaderLine]) -> Iterator[dict[str, Any]]:
    """Comments beside header lines, and lines between them that are comments or empty."""
    above = ""
    for heading in head:
        if not heading.key:
            yield {"after": above, "text": heading.comment}
            continue
        above = heading.key
        if heading.comment is not None:
            yield {"beside": heading.key, "text": heading.comment}


def _line_data(line: Line, scribe: Scribe, notation: Notation) -> dict[str, Any]:
    data: dict[str, Any] = {}
    if line.kind in (TURN, TABLE):
        if line.turn is not None:
            data["turn"] = line.turn
        if line.seat is not None:
            data["player"] = scribe.players[line.seat]
        data["steps"] = [step_data(step, scribe, notation.form(step.do)) for step in line.steps]
    elif line.kind == DEAL:
        data["deal"] = scribe.players[line.seat] if line.seat is not None else next(iter(notation.words[PILES]))
        data["cards"] = [scribe.cards((card,)) for card in line.steps[0].args["cards"]]
    elif line.kind == CLAIM:
        step = line.steps[0]
        claimed = {scribe.players[seat]: score for seat, score in step.args["players"].items()}
        data[step.do] = list(claimed) if step.do == "winner" else claimed
    if line.comment is not None:
        data["comment"] = line.comment
    return data


def step_data(step: Step, scribe: Scribe, form: VerbForm) -> dict[str, Any]:
    """One step as plain data."""
    data: dict[str, Any] = {"do": step.do}
    if step.by is not None:
        data["by"] = scribe.players[step.by]
    for slot in form.slots:
        if slot.name in step.args:
            data[slot.name] = _argument_data(slot, step.args[slot.name], scribe)
    return data


def _argument_data(slot: Slot, value: Any, scribe: Scribe) -> object:
    if isinstance(value, tuple) and not isinstance(value, Spot):
        return [
            one if isinstance(one, int) else scribe.argument(slot, one if isinstance(one, Spot) else (one,))
            for one in value
        ]
    if isinstance(value, int) and PLAYER not in slot.takes:
        return value
    return scribe.argument(slot, value)

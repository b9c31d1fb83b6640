"""What a log in JSON may say: the JSON Schema of a game, from its notation."""

from __future__ import annotations

from typing import Any

from pnp.data.model import GameData, Kind
from pnp.log.library import rules_of
from pnp.log.log import FREE, HEAD
from pnp.rules.notation import CARD, CARDS, NUMBER, NUMBERS, Slot, VerbForm
from pnp.rules.step import UNSEEN

VERSION = 1
LISTS = ("with", "options", "players")


def schema(game: GameData) -> dict[str, Any]:
    """The JSON Schema of a game's logs, from its notation.

    No command reads it: it is published as docs/<game>-log.schema.json, which a test writes and compares.
    """
    notation = rules_of(game.key).notation
    # other pieces are never drawn or held: the notation has words of its own for those that matter
    cards = [card.key for deck in game.decks if deck.piece in ("card", "tile") for card in deck.cards]
    backs = [UNSEEN, *notation.words["deck"]]
    text = {"type": "string"}
    names = {"type": "array", "items": {"type": "string", "minLength": 1}, "minItems": 1}
    head: dict[str, Any] = dict.fromkeys(HEAD, text) | {key: {"type": "array", "items": text} for key in LISTS}
    head |= {key: {"type": ["string", "array"], "items": text} for key in FREE}  # they may stand there several times
    head |= {
        "pnp-log": {"const": VERSION},
        "game": {"const": game.key},
        "edition": {"enum": list(game.offers(Kind.EDITION))},
        "set": {"type": ["object", "string"]},
        "players": names,
        "comments": {"type": "array", "items": {"type": "object"}},
        "lines": {"type": "array", "items": {"$ref": "#/$defs/line"}},
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Log of a game of {game.title.one}",
        "type": "object",
        "required": ["game", "players", "lines"],
        "additionalProperties": False,
        "properties": head,
        "$defs": {
            "card": {"enum": [*cards, *backs]},
            "line": _line_schema(names, heads=any(form.heads for form in notation.forms)),
            "step": {"oneOf": [{"$ref": f"#/$defs/{form.verb}"} for form in notation.forms]},
            **{form.verb: _verb_schema(form) for form in notation.forms},
        },
    }


def _line_schema(names: object, *, heads: bool) -> dict[str, Any]:
    comment = {"comment": {"type": "string"}}
    cards = {"type": "array", "items": {"$ref": "#/$defs/card"}}
    scores = {"type": "object", "additionalProperties": {"type": "integer"}}

    def one(required: list[str], properties: dict[str, Any]) -> dict[str, Any]:
        return {
            "type": "object",
            "required": required,
            "additionalProperties": False,
            "properties": properties | comment,
        }

    steps = {"type": "array", "items": {"$ref": "#/$defs/step"}}
    return {
        "oneOf": [
            one(
                ["player"], {"turn": {"type": "integer", "minimum": 0}, "player": {"type": "string"}, "steps": steps}
            ),
            *([one(["steps"], {"steps": steps | {"minItems": 1}})] if heads else []),
            one(["deal", "cards"], {"deal": {"type": "string"}, "cards": cards}),
            one(["winner"], {"winner": names}),
            one(["result"], {"result": scores}),
            one([], {}),  # a comment alone, or an empty line
        ]
    }


def _verb_schema(form: VerbForm) -> dict[str, Any]:
    properties = {slot.name: _slot_schema(slot) for slot in form.slots}
    return {
        "type": "object",
        "required": ["do", *(slot.name for slot in form.slots if slot.needed)],
        "additionalProperties": False,
        # `by` is whoever acts in somebody else's turn
        "properties": {"do": {"const": form.verb}, "by": {"type": "string"}, **properties},
    }


def _slot_schema(slot: Slot) -> dict[str, Any]:
    card = {"$ref": "#/$defs/card"}
    number = {"type": "integer", "minimum": 0}
    if slot.takes == (NUMBER,):
        return number
    if slot.takes == (NUMBERS,):
        return {"type": "array", "items": number, "minItems": 1}
    if slot.takes == (CARD,):
        return card
    if CARDS in slot.takes:
        many = {"type": "array", "items": card}
        # a word may stand in place of cards, as where somebody pays with the whole hand
        return many if len(slot.takes) == 1 else {"anyOf": [many, {"type": "string"}]}
    if slot.takes[0].startswith(("spots:", "words:")):
        return {"type": "array", "items": {"type": "string"}, "minItems": 1}
    return {"type": "string"}

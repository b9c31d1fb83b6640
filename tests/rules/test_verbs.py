"""The arguments of a verb: their type in Python is what its form in the notation takes, slot by slot."""

from __future__ import annotations

from importlib import import_module
from types import UnionType
from typing import TYPE_CHECKING, Any, NotRequired, Union, get_args, get_origin, get_type_hints

import pytest

from grounds import GROUNDS, Ground
from pnp.games.alchemicus.step_args import MoveArgs, PlayArgs
from pnp.games.alchemicus.verbs.night import PLAYS
from pnp.rules.notation import CARD, CARDS, NUMBER, NUMBERS, PLAYER, Slot
from pnp.rules.step import END, Spot, Step
from pnp.rules.step_args import DealArgs, NoArgs, TurnArgs
from pnp.rules.verbs import Verb, Verbs

# what the readers of records make of a slot
READ: dict[str, Any] = {
    NUMBER: int,
    NUMBERS: tuple[int, ...],
    CARD: str,
    CARDS: tuple[str, ...],
    PLAYER: int,
    "word": str,
    "words": tuple[str, ...],
    "spot": Spot,
    "spots": tuple[Spot, ...],
}
UNWRITTEN = {"turn": TurnArgs, "deal": DealArgs, END.do: NoArgs}  # no form tells what these take


def verbs_of(ground: Ground) -> Verbs:
    found: Verbs = import_module(f"pnp.games.{ground.game.replace('-', '_')}").VERBS
    return found


def args_of(verb: Verb[Any], game: str) -> list[type]:
    """How a verb’s functions type its arguments; one that looks at none of them may leave that open."""
    names = vars(import_module("pnp.rules.step_args")) | vars(
        import_module(f"pnp.games.{game.replace('-', '_')}.step_args")
    )
    hints = [get_type_hints(function, {**function.__globals__, **names})["step"] for function in verb]
    return [args for hint in hints for args in get_args(hint)]


def declared(args: type) -> dict[str, tuple[frozenset[Any], bool]]:
    """Of each argument the types that it may have, and whether it is always there."""
    return {name: _declared(hint) for name, hint in get_type_hints(args, include_extras=True).items()}


def _declared(hint: Any) -> tuple[frozenset[Any], bool]:
    optional = get_origin(hint) is NotRequired
    (kind,) = get_args(hint) if optional else (hint,)
    several = get_origin(kind) in (Union, UnionType)
    return frozenset(get_args(kind) if several else (kind,)), not optional


def taken(slot: Slot) -> tuple[frozenset[Any], bool]:
    return frozenset(READ[takes.partition(":")[0]] for takes in slot.takes), slot.needed


@pytest.mark.parametrize("ground", GROUNDS.values(), ids=GROUNDS)
def test_every_verb_is_typed_as_its_form_says(ground: Ground) -> None:
    verbs = verbs_of(ground)
    forms = {form.verb: form for form in ground.rules.notation.forms}
    assert set(verbs) == {*forms, *UNWRITTEN}
    for name, form in forms.items():
        typed = [declared(args) for args in args_of(verbs[name], ground.game)]
        assert typed, f"neither why not nor what it does says what the arguments of {name} are"
        for args in typed:
            assert args == {slot.name: taken(slot) for slot in form.slots}, name
    for name, right in UNWRITTEN.items():
        assert set(args_of(verbs[name], ground.game)) == {right}


@pytest.mark.parametrize("card", PLAYS)
def test_the_arguments_of_a_card_belong_to_the_verb_that_plays_it(card: str) -> None:
    whole = declared(PlayArgs)
    why_not, do = (declared(args) for args in args_of(PLAYS[card], "alchemicus"))
    assert why_not == do
    for name, (kinds, needed) in do.items():
        assert kinds <= whole[name][0]
        assert needed is whole[name][1] or name == "on"  # which is asked for before it is looked at


if TYPE_CHECKING:  # mypy tells of an exception that is not needed, so it must find each of these to be wrong

    def _refused(table: Any, step: Step[MoveArgs], any_step: Step) -> None:
        step.args["feild"]  # type: ignore[typeddict-item]
        step.args["number"].upper()  # type: ignore[attr-defined]
        step.args["to"].number.upper()  # type: ignore[attr-defined]
        _does(table, any_step)  # type: ignore[arg-type]

    def _does(table: Any, step: Step[MoveArgs]) -> None: ...

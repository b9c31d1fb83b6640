"""Small arithmetic for measures: `width - 6`, `frame.x + 0.8`, `5 if n > 2 else 7`. Parsed once, evaluated often.

Conditions and texts of a layout are Jinja2, measures are not: even compiled, it takes about eight times as long for
such a line, as it copies all the names first, and measures are worked out for each box of each card. A formula is
also checked as a whole while the layout is read, before any name has a number.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from warnings import catch_warnings

from pnp.base.text import Message, say

MOST_CHARACTERS = 200
MOST_KEPT = 2000
MOST = 1_000_000  # millimetres
_BINARY: dict[type, Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
}
_COMPARE: dict[type, Callable[[Any, Any], bool]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_CALLS: dict[str, Callable[..., Any]] = {
    "min": min,
    "max": max,
    "abs": abs,
    "len": len,
    "sqrt": math.sqrt,
    "sin": lambda degrees: math.sin(math.radians(degrees)),
    "cos": lambda degrees: math.cos(math.radians(degrees)),
}


class BadFormula(ValueError):
    """Arithmetic that does not work, with a sentence that says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(message.text.one)
        self.message = message


@dataclass(frozen=True, slots=True)
class Formula:
    """A measure written as arithmetic. `text` is what its author wrote."""

    text: str
    _tree: ast.expr

    def __call__(self, names: Mapping[str, Any]) -> float:
        """The number; BadFormula says which name or operation does not work."""
        try:
            found = _evaluate(self._tree, names)
        except KeyError as error:
            message = say("there is no “{name}” in “{formula}”", name=error.args[0], formula=self.text)
            raise BadFormula(message) from None
        except (TypeError, ArithmeticError, LookupError, RecursionError, ValueError):
            found = None
        if not isinstance(found, int | float) or not abs(found) <= MOST:  # also refuses nan
            raise BadFormula(say("“{formula}” doesn’t give a number that can be drawn", formula=self.text))
        return float(found)


@lru_cache(MOST_KEPT)
def parse_formula(text: str) -> Formula:
    """ValueError where the text is no arithmetic that we know."""
    if len(text) > MOST_CHARACTERS:
        raise ValueError(text[:20])
    try:
        with catch_warnings(action="ignore"):
            tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, RecursionError, MemoryError):
        raise ValueError(text) from None
    _refuse_unknown(tree)
    return Formula(text, tree)


def _refuse_unknown(tree: ast.expr) -> None:
    known = (ast.BinOp, ast.UnaryOp, ast.Compare, ast.IfExp, ast.Name, ast.Attribute, ast.Subscript, ast.Call)
    for node in ast.walk(tree):
        fine = not isinstance(node, ast.expr) or isinstance(node, known)
        if isinstance(node, ast.Constant):
            fine = isinstance(node.value, int | float | str)
        elif isinstance(node, ast.BinOp):
            fine = type(node.op) in _BINARY
        elif isinstance(node, ast.UnaryOp):
            fine = isinstance(node.op, ast.USub)
        elif isinstance(node, ast.Compare):
            fine = len(node.ops) == 1 and type(node.ops[0]) in _COMPARE
        elif isinstance(node, ast.Call):
            fine = isinstance(node.func, ast.Name) and node.func.id in _CALLS and not node.keywords
        if not fine:
            raise ValueError(ast.unparse(node))


def _evaluate(node: ast.expr, names: Mapping[str, Any]) -> Any:
    return _NODES[type(node)](node, names)


def _binary(node: ast.BinOp, names: Mapping[str, Any]) -> Any:
    left, right = _evaluate(node.left, names), _evaluate(node.right, names)
    if not (isinstance(left, int | float) and isinstance(right, int | float)):
        raise TypeError(f"{left!r}, {right!r}"[:60])
    return _BINARY[type(node.op)](left, right)


def _compare(node: ast.Compare, names: Mapping[str, Any]) -> bool:
    return _COMPARE[type(node.ops[0])](_evaluate(node.left, names), _evaluate(node.comparators[0], names))


def _call(node: ast.Call, names: Mapping[str, Any]) -> Any:
    assert isinstance(node.func, ast.Name)
    return _CALLS[node.func.id](*(_evaluate(argument, names) for argument in node.args))


_NODES: dict[type, Callable[[Any, Mapping[str, Any]], Any]] = {
    ast.Constant: lambda node, _: node.value,
    ast.Name: lambda node, names: names[node.id],
    ast.Attribute: lambda node, names: _evaluate(node.value, names)[node.attr],
    ast.Subscript: lambda node, names: _evaluate(node.value, names)[_evaluate(node.slice, names)],
    ast.BinOp: _binary,
    ast.UnaryOp: lambda node, names: -_evaluate(node.operand, names),
    ast.Compare: _compare,
    ast.IfExp: lambda node, names: _evaluate(node.body if _evaluate(node.test, names) else node.orelse, names),
    ast.Call: _call,
}

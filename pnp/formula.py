"""Small arithmetic for measures: `width - 6`, `frame.x + 0.8`, `5 if n > 2 else 7`. Parsed once, evaluated often."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

MOST_CHARACTERS = 200
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


@dataclass(frozen=True, slots=True)
class Formula:
    """A measure written as arithmetic. `text` is what its author wrote."""

    text: str
    _tree: ast.expr

    def __call__(self, names: Mapping[str, Any]) -> float:
        """The number; ValueError says which name or operation does not work."""
        try:
            found = _evaluate(self._tree, names)
        except (TypeError, ArithmeticError, LookupError, RecursionError) as error:
            raise ValueError(str(error)) from None
        if not isinstance(found, int | float) or not math.isfinite(found):
            raise ValueError(str(found))
        return float(found)


def parse_formula(text: str) -> Formula:
    """ValueError where the text is no arithmetic that we know."""
    if len(text) > MOST_CHARACTERS:
        raise ValueError(text[:20])
    try:
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
    match node:
        case ast.Constant(value):
            return value
        case ast.Name(name):
            return names[name]
        case ast.Attribute(whole, name):
            return _evaluate(whole, names)[name]
        case ast.Subscript(whole, index):
            return _evaluate(whole, names)[_evaluate(index, names)]
        case ast.BinOp(left, op, right):
            return _numeric(_BINARY[type(op)], _evaluate(left, names), _evaluate(right, names))
        case ast.UnaryOp(_, operand):
            return -_evaluate(operand, names)
        case ast.Compare(left, [op], [right]):
            return _COMPARE[type(op)](_evaluate(left, names), _evaluate(right, names))
        case ast.IfExp(test, body, orelse):
            return _evaluate(body if _evaluate(test, names) else orelse, names)
        case ast.Call(ast.Name(name), args):
            return _CALLS[name](*(_evaluate(arg, names) for arg in args))
    raise AssertionError(node)


def _numeric(apply: Callable[[Any, Any], Any], left: Any, right: Any) -> Any:
    if not (isinstance(left, int | float) and isinstance(right, int | float)):
        raise TypeError(f"{left!r}, {right!r}"[:60])
    return apply(left, right)

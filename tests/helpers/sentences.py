"""Every sentence that an objection can say, found in the source, and where it stands there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from conftest import REPO

SHARED = tuple(REPO / "pnp" / name for name in ("referee/claims.py", "hidden/disproof.py", "rules/objection.py"))
SAID = ("Objection", "Objection | None", "Message")  # what a function returns that puts an objection into words


@dataclass(frozen=True, slots=True)
class Sentence:
    """A text that an objection says, with the module and function that say it, and the line."""

    text: str
    function: str
    line: int

    @property
    def place(self) -> str:
        return f"{self.function}, line {self.line}"


@cache
def of_game(game: str) -> tuple[Sentence, ...]:
    """What the rules of a game may object, and what is then taken for granted."""
    folder = REPO / "pnp" / "games" / game.replace("-", "_")
    return tuple(one for path in sorted(folder.rglob("*.py"), key=lambda path: path.stem) for one in _of_module(path))


@cache
def of_referee() -> tuple[Sentence, ...]:
    """What the referee may object in any game."""
    return tuple(one for path in SHARED for one in _of_module(path))


def _of_module(path: Path) -> Iterator[Sentence]:
    """Those of functions that object, and those that a module which objects has at hand in its constants."""
    source = path.read_text(encoding="utf8")
    if "Objection" not in source and path not in SHARED:
        return
    for node in ast.parse(source).body:
        for function in [one for one in ast.walk(node) if isinstance(one, ast.FunctionDef)]:
            if function.returns and ast.unparse(function.returns) in SAID:
                yield from _said(function, f"{path.stem}.{function.name}")
        if isinstance(node, ast.Assign | ast.AnnAssign):
            yield from _said(node, path.stem)


def _said(node: ast.AST, name: str) -> Iterator[Sentence]:
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "say":
            (text,) = call.args
            assert isinstance(text, ast.Constant), "a sentence is written out where it is said"
            yield Sentence(str(text.value), name, call.lineno)

"""The shape of the house: which room may enter which, and that no shared room knows a game by name."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from pnp.referee.library import has_rules
from pnp.workspace import Workspace

from conftest import REPO

MODULES = sorted((REPO / "pnp").rglob("*.py"))

# third-party libraries, each with the only part of pnp that may import it
DOORS = {
    "typer": "pnp/cli",
    "prompt_toolkit": "pnp/cli/terminal.py",
    "reportlab": "pnp/render",
    "jinja2": "pnp/render",
    "markdown_it": "pnp/render/book/markdown.py",
    "mdit_py_plugins": "pnp/render/book/markdown.py",
    "PIL": "pnp/render",
    "pyphen": "pnp/render/typeset.py",
    "svgelements": "pnp/render/art.py",
    "platformdirs": "pnp/cache.py",
    "pickle": "pnp/cache.py",
    "marshal": "pnp/cache.py",
    "tomllib": "pnp/load",
    "csv": "pnp/load",
}

EVERYDAY = {"aid", "board", "box", "first", "last", "gold", "undo"}  # pieces whose names mean other things too

# each layer imports from itself and from those before it
LAYERS = (
    {"pnp", "pnp.text", "pnp.errors", "pnp.files", "pnp.save", "pnp.screen", "pnp.formula", "pnp.span"},
    {"pnp.layout", "pnp.model", "pnp.board", "pnp.values"},
    {"pnp.load", "pnp.cache"},
    {"pnp.edition", "pnp.workspace", "pnp.docs"},
    {"pnp.catalog", "pnp.po", "pnp.messages", "pnp.translation", "pnp.space", "pnp.spaces", "pnp.check", "pnp.new"},
    {"pnp.render", "pnp.show", "pnp.referee"},
    {"pnp.games"},
    {"pnp.cli", "pnp.__main__"},
)


def imports(module: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} if node.module != "pnp" else {f"pnp.{alias.name}" for alias in node.names}
    return found


def layer(name: str) -> int:
    part = ".".join(name.split(".")[:2])
    return next((number for number, layer in enumerate(LAYERS) if part in layer), 0)


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.relative_to(REPO).as_posix())
def test_imports_go_one_way(module: Path) -> None:
    relative = module.relative_to(REPO)
    own = layer(".".join(relative.with_suffix("").parts).removesuffix(".__init__"))
    assert [name for name in imports(module) if name.startswith("pnp.") and layer(name) > own] == []
    assert [
        name
        for name in imports(module)
        for library, door in DOORS.items()
        if name.split(".")[0] == library and not relative.as_posix().startswith(door)
    ] == []


def test_no_shared_code_knows_a_game_by_name() -> None:
    """Neither the games with rules nor their pieces, but for those that are called by everyday words."""
    space = Workspace(REPO)
    ruled = [key for key in space.own_games() if has_rules(key)]
    games = {name for key in ruled for name in (key, key.replace("-", "_"))}
    pieces = {card.key.casefold() for key in ruled for deck in space.game(key).decks for card in deck.cards}
    found = {
        (module.relative_to(REPO).as_posix(), name)
        for module in MODULES
        if "games" not in module.parts
        for name in games | (pieces - EVERYDAY)
        if re.search(rf"\b{re.escape(name)}\b", module.read_text(encoding="utf8").casefold())
    }
    assert found == set()


def test_nothing_generated_is_tracked() -> None:
    assert [path.name for path in (REPO / "locales").rglob("*") if path.suffix not in (".po", "")] == []

"""The shape of the house: which room may enter which, and that no shared room knows a game by name."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest

from conftest import REPO
from pnp.data.model import Kind
from pnp.data.workspace import Workspace
from pnp.log.library import has_rules

MODULES = sorted((REPO / "pnp").rglob("*.py"))
BY_PATH = {module.relative_to(REPO).as_posix(): module for module in MODULES}

# third-party libraries, each with the only part of pnp that may import it; others are not imported at all
DOORS: dict[str, str | tuple[str, ...]] = {
    "typer": "pnp/cli",  # a command is its signature, so all of the room speaks typer
    "rich": "pnp/cli/console.py",
    "prompt_toolkit": "pnp/cli/terminal.py",
    "reportlab": "pnp/draw/pdf.py",
    "jinja2": ("pnp/faces/sandbox.py", "pnp/faces/templates.py"),
    "markdown_it": "pnp/book/markdown.py",
    "mdit_py_plugins": "pnp/book/markdown.py",
    "PIL": "pnp/draw",
    "pyphen": "pnp/draw/typeset.py",
    "svgelements": "pnp/draw/art.py",
    "platformdirs": "pnp/base/cache.py",
    "babel": ("pnp/words", "pnp/base/plurals.py", "pnp/authoring"),
    "typing_extensions": "pnp/rules/step.py",  # for type checkers only
    "pickle": "pnp/base/cache.py",
    "marshal": "pnp/faces/sandbox.py",
    "tomllib": "pnp/data/load",
    "csv": "pnp/data/load",
}

# pieces and choices whose names mean other things too
EVERYDAY = {"aid", "board", "box", "first", "last", "gold", "undo"}
FRONT_DOOR = "pnp/__init__.py"
BY_NAME = {FRONT_DOOR, "pnp/log/library.py"}  # what may import modules by names that it works out

# the list of rooms in CONTRIBUTING is the rule: each with those that it imports from, and where to start reading
_ROW = re.compile(r"^\| `(\w+)` \| .* \| ([\w, ]+|–) \| (`[^|]+) \|$", re.MULTILINE)
_ROWS = _ROW.findall((REPO / "CONTRIBUTING.md").read_text(encoding="utf8"))
ROOMS = {room: tuple(re.findall(r"\w+", imports)) for room, imports, _ in _ROWS}
FIRST_PAGES = [f"pnp/{room}/{page}" for room, _, pages in _ROWS for page in re.findall(r"`([\w/.]+)`", pages)]
MOST_MODULES = 14  # of a room: whoever opens it sees them at once
_SAID_RAISED = re.compile(r"\b([A-Z]\w*[a-z]\w*)(?=(?:, [A-Z]\w*)* where )")  # also `Misread, BadFile where`
MOST_LINES, MOST_OF_FUNCTION, USUAL_OF_FUNCTION = 400, 60, 6


def nodes() -> Iterator[tuple[str, ast.AST]]:
    """All that the modules are made of, with the place where it stands."""
    for path, module in BY_PATH.items():
        for node in ast.walk(ast.parse(module.read_text(encoding="utf8"))):
            yield f"{path}:{getattr(node, 'lineno', 1)}", node


def imports(module: Path) -> set[str]:
    """All that a module imports anywhere in it, by full names; `from pnp import x` is `pnp.x`."""
    found = set()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{module}:{node.lineno} imports relatively"
            name = node.module or ""
            found |= {f"pnp.{alias.name}" for alias in node.names} if name == "pnp" else {name}
    return found


def room_of(name: str) -> str:
    """The room that whoever imports this enters: what the front door offers lies behind it, in the room `api`."""
    if name == "pnp.__version__":
        return "base"
    room = name.removeprefix("pnp").removeprefix(".").split(".")[0]
    return room if room in ROOMS else "api"


def rooms_entered(room: str) -> set[str]:
    """The other rooms that a room imports from."""
    modules = (REPO / "pnp" / room).rglob("*.py")
    names = {name for module in modules for name in imports(module)}
    return {room_of(name) for name in names if name.split(".")[0] == "pnp"} - {room}


def test_each_room_is_listed_and_imports_what_the_list_says() -> None:
    assert {folder.name for folder in (REPO / "pnp").iterdir() if (folder / "__init__.py").is_file()} == set(ROOMS)
    for number, (room, entered) in enumerate(ROOMS.items()):
        assert set(entered) <= set(list(ROOMS)[:number]), f"{room} imports from rooms below it"
        assert rooms_entered(room) == set(entered), room
    assert [page for page in FIRST_PAGES if not (REPO / page).is_file()] == []


def test_tests_stand_in_the_same_rooms() -> None:
    folders = {path.parent.name for path in (REPO / "tests").rglob("test_*.py")}
    assert folders == set(ROOMS) | {"house"}


def test_no_game_knows_another() -> None:
    for game in (folder for folder in (REPO / "pnp" / "games").iterdir() if folder.is_dir()):
        entered = {name for module in game.rglob("*.py") for name in imports(module) if name.startswith("pnp.games.")}
        assert {name for name in entered if name.split(".")[2] != game.name} == set(), game


def test_modules_are_imported_by_names_that_can_be_read() -> None:
    """Whatever imports by a name that it works out could enter any room, unseen by the tests above."""
    found = {
        where.partition(":")[0]
        for where, node in nodes()
        if (isinstance(node, ast.Name) and node.id == "__import__")
        or (isinstance(node, ast.ImportFrom) and node.module == "importlib" and node.names[0].name == "import_module")
        or (isinstance(node, ast.Attribute) and node.attr == "import_module")
    }
    assert found == BY_NAME


@pytest.mark.parametrize("module", MODULES, ids=lambda path: path.relative_to(REPO).as_posix())
def test_libraries_are_entered_by_their_doors(module: Path) -> None:
    relative = module.relative_to(REPO).as_posix()
    libraries = {name.split(".")[0] for name in imports(module)} - {"pnp"}
    foreign = (libraries - sys.stdlib_module_names) | (libraries & DOORS.keys())
    assert foreign <= DOORS.keys(), f"{relative} imports a library that has no door"
    assert [library for library in foreign if not relative.startswith(DOORS[library])] == []


def test_rooms_are_small_and_say_what_lives_there() -> None:
    folders = {module.parent for module in MODULES}
    sizes = {folder.relative_to(REPO).as_posix(): len(list(folder.glob("[!_]*.py"))) for folder in folders}
    assert {folder: size for folder, size in sizes.items() if size > MOST_MODULES} == {}
    for folder in folders:
        assert ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf8"))), folder


def test_modules_are_short() -> None:
    sizes = {path: len(module.read_text(encoding="utf8").splitlines()) for path, module in BY_PATH.items()}
    assert {path: size for path, size in sizes.items() if size > MOST_LINES} == {}


def test_functions_are_short() -> None:
    functions = [(where, node) for where, node in nodes() if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    sizes = {f"{where} {node.name}": (node.end_lineno or 0) - node.lineno + 1 for where, node in functions}
    assert {name: size for name, size in sizes.items() if size > MOST_OF_FUNCTION} == {}
    assert median(sizes.values()) <= USUAL_OF_FUNCTION


def _aliases(module: ast.Module) -> Iterator[str]:
    """The types that a module names anew, such as `Point = tuple[float, float]`, but no type variables."""
    for node in module.body:
        if isinstance(node, ast.Assign) and not ast.unparse(node.value).startswith(("TypeVar(", "ParamSpec(")):
            names = [target.id for target in node.targets if isinstance(target, ast.Name)]
            yield from (name for name in names if re.fullmatch(r"_?[A-Z]\w*[a-z]\w*", name))


def test_no_class_name_stands_twice() -> None:
    places: dict[str, list[str]] = {}
    for where, node in nodes():
        if isinstance(node, ast.ClassDef):
            places.setdefault(node.name.lstrip("_"), []).append(where)
        for name in _aliases(node) if isinstance(node, ast.Module) else ():
            places.setdefault(name.lstrip("_"), []).append(where)
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_what_a_docstring_says_is_raised_is() -> None:
    """`BadFile where it is broken`: such a name may be no class of ours that nothing ever raises."""
    classes: set[str] = set()
    raised: set[str] = set()
    named: list[tuple[str, str]] = []
    for where, node in nodes():
        if isinstance(node, ast.ClassDef):
            classes.add(node.name)
        if isinstance(node, ast.Raise) and node.exc:
            raised.add(ast.unparse(node.exc).partition("(")[0])
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            named += [(where, name) for name in _SAID_RAISED.findall(ast.get_docstring(node) or "")]
    assert {"BadFile", "BadRequest"} <= {name for _, name in named}
    assert [(where, name) for where, name in named if name in classes - raised] == []


def test_no_shared_code_knows_a_game_by_name() -> None:
    """Neither the games with rules nor their pieces and choices, but for those that are called by everyday words."""
    workspace = Workspace(REPO)
    ruled = [key for key in workspace.own_games() if has_rules(key)]
    games = {name for key in ruled for name in (key, key.replace("-", "_"))}
    pieces = {card.key.casefold() for key in ruled for deck in workspace.game(key).decks for card in deck.cards}
    kinds = [kind for kind in Kind if kind is not Kind.EDITION]  # those are languages
    offered = {word for key in ruled for kind in kinds for word in workspace.game(key).offers(kind)}
    found = {
        (path, name)
        for path, module in BY_PATH.items()
        if not path.startswith("pnp/games/")
        for name in games | ((pieces | offered) - EVERYDAY)
        if re.search(rf"\b{re.escape(name)}\b", module.read_text(encoding="utf8").casefold())
    }
    assert found == set()


def test_nothing_generated_is_tracked() -> None:
    assert [path.name for path in (REPO / "locales").rglob("*") if path.suffix not in (".po", "")] == []

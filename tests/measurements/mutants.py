"""Puts faults into the code of the referee, one at a time, and tells which of them its tests find: `make mutants`.

`make measure NAME=mutants` tries sixty mutants of the rules and of the referee; the same seed
gives the same ones. `--module games/alchemicus/trade` keeps to some modules, `--kind "drop a rule"` to one kind,
`--list` shows what there is to try, and `--only 17` tries one of them by its number in that list. Whatever survives
is a test that is missing, or a change that nobody can notice.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path
from queue import Queue
from random import Random

REPO = Path(__file__).resolve().parents[2]
MODULES = (
    "pnp/games/alchemicus/**/*.py",
    "pnp/games/chemicy_magicy/**/*.py",
    *(f"pnp/referee/{name}.py" for name in ("replay", "judge", "explain", "doubts", "claims")),
    "pnp/hidden/[!_]*.py",
    "pnp/log/steps/*.py",
    "pnp/log/textlog/*.py",
)
# the likeliest to find something first
OF_GAMES = (
    *("tests/referee/test_verdicts.py", "tests/referee/test_rule_logs.py", "tests/studies/test_simulated.py"),
    *("tests/referee/test_explain.py", "tests/referee/test_justice.py", "tests/hidden/test_arrangement.py"),
    *("tests/referee/test_chemicy_referee.py", "tests/referee/test_chemicy_explain.py", "tests/games/test_rules.py"),
)
OF_REFEREE = ("tests/studies/test_diff.py", "tests/cli/test_referee.py", "-k=not ctrl_c")
OF_NOTATION = ("tests/log/test_unreadable.py", *OF_GAMES[:2], "tests/log/test_notation.py")
COPIED = ("cards", "docs", "locales", "pnp", "templates", "tests", "pyproject.toml", "README.md", "CHANGELOG.md")
AT_ONCE = 2
SECONDS = 180  # for all tests of one mutant; whoever takes longer has been noticed
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)

TWINS = {  # names of the same sort, of which one may stand for the other by mistake
    "BASE": "NOCTIS",
    "NOCTIS": "BASE",
    "ENERGY": "ELIXIR",
    "ELIXIR": "ENERGY",
    "STOPPED": "EXPLODED",
    "EXPLODED": "STOPPED",
    "ACT": "MOVE",
    "MOVE": "ACT",
    "NIGHT": "DRAW",
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
}
DOES = re.compile(
    r"_?do_|act$|begin$|use$|put_|turn_up$|lay$|next_round$|_clear$|gain$|draw$|_demolish$|_work$|_arrive$"
)
NEXT_SEAT = "((table.seat + 1) % len(table.seats))"
SEATS = {"table.seat": NEXT_SEAT, "table.me": f"table.seats[{NEXT_SEAT}]"}
CLOSER: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
}


@dataclass(frozen=True, slots=True)
class Mutant:
    """A module with one thing changed: the text between two places."""

    module: str
    line: int
    kind: str
    old: str
    new: str
    start: int
    end: int

    def source(self, source: str) -> str:
        data = source.encode()
        return (data[: self.start] + self.new.encode() + data[self.end :]).decode()


# ---- kinds of mutants ----------------------------------------------------------------------------------------------

Change = tuple[ast.AST, str]  # a node of the module, and the text to stand there instead
Kind = Callable[[ast.Module], Iterator[Change]]


def negated(module: ast.Module) -> Iterator[Change]:
    """A condition is turned round."""
    for node in ast.walk(module):
        if isinstance(node, ast.If | ast.IfExp | ast.While) and not _guards(node):
            yield node.test, f"(not ({ast.unparse(node.test)}))"
        if isinstance(node, ast.comprehension):
            yield from ((test, f"(not ({ast.unparse(test)}))") for test in node.ifs)


def unguarded(module: ast.Module) -> Iterator[Change]:
    """`if wrong := …: return wrong` is left out."""
    for node in ast.walk(module):
        if _guards(node):
            yield node, "pass"


def _guards(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.If)
        and any(isinstance(one, ast.NamedExpr) for one in ast.walk(node.test))
        and len(node.body) == 1
        and isinstance(node.body[0], ast.Return)
        and not node.orelse
    )


def unsaid(module: ast.Module) -> Iterator[Change]:
    """Nothing is objected."""
    for function in _functions(module):
        if function.returns and "Objection" in ast.unparse(function.returns):
            for node in ast.walk(function):
                if isinstance(node, ast.Return) and isinstance(node.value, ast.Call):
                    yield node, "return None"


def and_or(module: ast.Module) -> Iterator[Change]:
    for node in ast.walk(module):
        if isinstance(node, ast.BoolOp):
            other = deepcopy(node)
            other.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
            yield node, f"({ast.unparse(other)})"


def off_by_one(module: ast.Module) -> Iterator[Change]:
    """`<` for `<=` and the like, or a number that is one off where it is compared or counted with."""
    for node in ast.walk(module):
        if isinstance(node, ast.Compare):
            for place, op in enumerate(node.ops):
                if type(op) in CLOSER:
                    other = deepcopy(node)
                    other.ops[place] = CLOSER[type(op)]()
                    yield node, f"({ast.unparse(other)})"
        numbers = (
            [node.left, *node.comparators]
            if isinstance(node, ast.Compare)
            else [node.left, node.right]
            if isinstance(node, ast.BinOp)
            else []
        )
        for one in numbers:
            if isinstance(one, ast.Constant) and type(one.value) is int:
                yield one, str(one.value + 1)


def mistaken(module: ast.Module) -> Iterator[Change]:
    """Another deck, class, phase or player; the least for the most."""
    for node in ast.walk(module):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in TWINS:
            yield node, TWINS[node.id]
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load) and ast.unparse(node) in SEATS:
            yield node, SEATS[ast.unparse(node)]


def thinned(module: ast.Module) -> Iterator[Change]:
    """A list of words lacks one of them."""
    skipped = {id(one) for statement in module.body for one in ast.walk(statement) if _fixed(statement)}
    skipped |= {id(call.args[0]) for call in _objections(module)}
    for node in ast.walk(module):
        if isinstance(node, ast.Tuple | ast.List | ast.Set) and id(node) not in skipped:
            if len(node.elts) < 1 or not all(isinstance(one, ast.Constant) for one in node.elts):
                continue
            yield from _without_one(node, node.elts)
        elif isinstance(node, ast.Dict) and id(node) not in skipped and len(node.keys) > 1:
            for place in range(len(node.keys)):
                rest = [
                    pair for number, pair in enumerate(zip(node.keys, node.values, strict=True)) if number != place
                ]
                yield node, ast.unparse(ast.Dict([key for key, _ in rest], [value for _, value in rest]))


def _fixed(statement: ast.stmt) -> bool:
    """Tables without which nothing works at all are no place for a mutant."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [getattr(statement, "target", None)]
    return any(isinstance(one, ast.Name) and one.id in ("VERBS", "FORMS", "WORDS", "RULES") for one in targets)


def _without_one(node: ast.Tuple | ast.List | ast.Set, items: Sequence[ast.expr]) -> Iterator[Change]:
    for place in range(len(items)):
        rest = [*items[:place], *items[place + 1 :]]
        other = ast.Tuple(rest, ast.Load()) if isinstance(node, ast.Tuple) else type(node)(rest)
        yield node, "set()" if isinstance(node, ast.Set) and not rest else ast.unparse(other)


def other_words(module: ast.Module) -> Iterator[Change]:
    """An objection is put into the words of another one of the same function."""
    for function in _functions(module):
        said = [node for node in ast.walk(function) if _calls(node, "say")]
        for one, other in zip(said, [*said[1:], *said[:1]], strict=True):
            if ast.unparse(one) != ast.unparse(other):
                yield one, ast.unparse(other)


def uncited(module: ast.Module) -> Iterator[Change]:
    """One of the rules that an objection cites is not cited."""
    for call in _objections(module):
        rules = call.args[0]
        for node in ast.walk(rules):
            if isinstance(node, ast.Tuple) and len(node.elts) > 1:
                yield from _without_one(node, node.elts)


def undone(module: ast.Module) -> Iterator[Change]:
    """A statement is left out of what a step does."""
    for function in _functions(module):
        if function.name not in ("__init__", "copy") and (DOES.match(function.name) or not _judges(module)):
            yield from ((node, "pass") for node in ast.walk(function) if _changes(node))


def _changes(node: ast.AST) -> bool:
    """Whether a statement may change what others see; one that is only for this function would be missed at once."""
    if isinstance(node, ast.Assign):
        return isinstance(node.targets[0], ast.Attribute | ast.Subscript)
    return isinstance(node, ast.Expr | ast.AugAssign) and not _documents(node) and not _yields(node)


def _judges(module: ast.Module) -> bool:
    return any(isinstance(node, ast.Name) and node.id == "Objection" for node in ast.walk(module))


def _documents(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _yields(node: ast.AST) -> bool:
    return any(isinstance(one, ast.Yield | ast.YieldFrom) for one in ast.walk(node))


def _functions(module: ast.Module) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(module) if isinstance(node, ast.FunctionDef))


def _calls(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name


def _objections(module: ast.Module) -> list[ast.Call]:
    names = ("object_to", "Objection")
    found = [node for node in ast.walk(module) if isinstance(node, ast.Call) and any(_calls(node, n) for n in names)]
    return [call for call in found if call.args]


KINDS: dict[str, Kind] = {
    "negate a condition": negated,
    "drop a check": unguarded,
    "object to nothing": unsaid,
    "swap and, or": and_or,
    "off by one": off_by_one,
    "mistake one for another": mistaken,
    "drop a word": thinned,
    "swap the words": other_words,
    "drop a rule": uncited,
    "drop a statement": undone,
}


# ---- which to try --------------------------------------------------------------------------------------------------


def mutants_of(path: Path, kinds: Sequence[str] = ()) -> Iterator[Mutant]:
    source = path.read_text(encoding="utf8")
    starts = [0]
    for line in source.encode().split(b"\n"):
        starts.append(starts[-1] + len(line) + 1)
    module = ast.parse(source)
    ignored = {id(one) for node in ast.walk(module) for one in _unspoken(node)}
    seen: set[tuple[int, int, str]] = set()
    for kind in kinds or KINDS:
        for node, new in KINDS[kind](module):
            if id(node) in ignored:
                continue
            start = starts[node.lineno - 1] + node.col_offset  # type: ignore[attr-defined]
            end = starts[node.end_lineno - 1] + node.end_col_offset  # type: ignore[attr-defined]
            old = source.encode()[start:end].decode()
            if (start, end, new) not in seen and old != new:
                seen.add((start, end, new))
                name = path.relative_to(REPO).as_posix()
                yield Mutant(name, node.lineno, kind, old, new, start, end)  # type: ignore[attr-defined]


def _unspoken(node: ast.AST) -> Iterator[ast.AST]:
    """What is only for type checkers, or can only be our own bug."""
    parts: list[ast.AST | None] = []
    if isinstance(node, ast.FunctionDef):
        parts = [node.returns, *(one.annotation for one in (*node.args.args, *node.args.kwonlyargs))]
    elif isinstance(node, ast.AnnAssign):
        parts = [node.annotation]
    elif isinstance(node, ast.Assert):
        parts = [node]
    elif isinstance(node, ast.Assign) and "__slots__" in ast.unparse(node.targets[0]):
        parts = [node.value]
    return (one for part in parts if part for one in ast.walk(part))


def chosen(modules: Sequence[str], kinds: Sequence[str], count: int, seed: int) -> list[Mutant]:
    """A sample of all mutants of some modules, the same for the same seed; all of them in order without a count."""
    paths = [
        path
        for pattern in MODULES
        for path in sorted(REPO.glob(pattern))
        if not modules or any(one.removesuffix(".py") in path.as_posix() for one in modules)
    ]
    everything = [mutant for path in paths for mutant in mutants_of(path, kinds)]
    return Random(seed).sample(everything, min(count, len(everything))) if count else everything


# ---- trying them ---------------------------------------------------------------------------------------------------


def copied(folder: Path) -> Path:
    """The project, with bytecode that is checked against its source: what is not changed need not be compiled."""
    for name in COPIED:
        if (REPO / name).is_dir():
            shutil.copytree(REPO / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(REPO / name, folder / name)
    command = [sys.executable, "-m", "compileall", "-q", "--invalidation-mode", "checked-hash", "pnp", "tests"]
    subprocess.run(command, cwd=folder, check=True)
    return folder


def tests_for(module: str) -> tuple[str, ...]:
    """The tests that may find something there; those of one game find nothing in the rules of another."""
    if "/log/" in module or Path(module).stem == "words":
        return OF_NOTATION
    if "/games/" in module:
        return *OF_GAMES, "-k=chemicy" if "chemicy" in module else "-k=not chemicy"
    return *OF_GAMES, *OF_REFEREE


def tested(folder: Path, tests: Sequence[str], seconds: int) -> str:
    """The test that fails first; empty if none does."""
    environment = os.environ | {"PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-p", "no:cacheprovider", *tests]
    try:
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, encoding="utf8", timeout=seconds, check=False
        )
    except subprocess.TimeoutExpired:
        return "takes too long"
    if done.returncode == 0:
        return ""
    found = FAILED.search(done.stdout)
    return found[1] if found else (done.stdout + done.stderr).strip().splitlines()[-1]


def tried(mutant: Mutant, folders: Queue[Path], seconds: int) -> tuple[Mutant, str]:
    folder = folders.get()
    path = folder / mutant.module
    source = path.read_text(encoding="utf8")
    try:
        path.write_text(mutant.source(source), encoding="utf8")
        return mutant, tested(folder, tests_for(mutant.module), seconds)
    finally:
        path.write_text(source, encoding="utf8")
        folders.put(folder)


def described(mutant: Mutant) -> str:
    old, new = (" ".join(text.split()) for text in (mutant.old, mutant.new))
    shown = " → ".join(text if len(text) <= 90 else f"{text[:87]}…" for text in (old, new))
    return f"{mutant.module}:{mutant.line}  {mutant.kind}: {shown}"


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--mutants", type=int, default=60, help="how many to try")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--module", action="append", default=[], help="only modules with this in their path")
    parser.add_argument("--kind", action="append", default=[], choices=KINDS)
    parser.add_argument("--seconds", type=int, default=SECONDS, help="for the tests of one mutant")
    parser.add_argument("--list", action="store_true", help="show all mutants with their numbers, and try none")
    parser.add_argument("--only", type=int, action="append", default=[], help="try the one with this number")
    asked = parser.parse_args()
    everything = chosen(asked.module, asked.kind, 0, 0)
    if asked.list:
        sys.stdout.write("".join(f"{number:>5}  {described(one)}\n" for number, one in enumerate(everything)))
        return
    sample = [everything[number] for number in asked.only] or chosen(
        asked.module, asked.kind, asked.mutants, asked.seed
    )
    with tempfile.TemporaryDirectory() as temporary:
        folders: Queue[Path] = Queue()
        for number in range(min(AT_ONCE, len(sample))):
            folder = Path(temporary, str(number))
            folder.mkdir()
            folders.put(copied(folder))
        first = folders.get()
        if failed := tested(first, OF_GAMES, 10 * asked.seconds):
            sys.exit(f"the tests must be green before mutants are tried: {failed}")
        folders.put(first)
        survivors = report(sample, folders, asked.seconds)
    killed = len(sample) - len(survivors)
    sys.stdout.write(f"\n{killed} of {len(sample)} killed ({killed / max(1, len(sample)):.0%}); survivors:\n")
    sys.stdout.write("".join(f"  {described(one)}\n" for one in survivors))


def report(sample: Sequence[Mutant], folders: Queue[Path], seconds: int) -> list[Mutant]:
    """Tells what becomes of each mutant as soon as it is known, in their order; those that no test found are left."""
    survivors = []
    with ThreadPoolExecutor(AT_ONCE) as pool:
        for mutant, test in pool.map(lambda one: tried(one, folders, seconds), sample):
            survivors += [] if test else [mutant]
            sys.stdout.write(f"{described(mutant)}\n      {f'killed by {test}' if test else 'SURVIVED'}\n")
            sys.stdout.flush()
    return survivors


if __name__ == "__main__":
    main()

"""The parts of the docs that follow from the program: what its commands take, and what its JSON Schemas describe."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import typer

from conftest import LIBRARY, REPO
from pnp.base.text import Text
from pnp.cli.commands import app

SCHEMAS = {
    "verdict": "Verdicts",
    "difference": "Differences",
    "kit": "kit.json",
    "alchemicus-log": "Logs of Alchemicus",
    "chemicy-magicy-log": "Logs of Chemicy Magicy",
}


def with_generated(page: Path, lines: Iterable[str]) -> str:
    """A page of which all from the second heading on is generated; what is above it is written by hand."""
    return page.read_text(encoding="utf8").partition("\n## ")[0].rstrip() + "\n" + "\n".join(lines) + "\n"


# ---- commands ------------------------------------------------------------------------------------------------------


def commands() -> Iterator[str]:
    """Every command with its usage, what it takes, and an example."""
    whole: Any = typer.main.get_command(app)
    yield from _command("pnp", whole)


def _command(name: str, command: Any) -> Iterator[str]:
    within = {word: one for word, one in getattr(command, "commands", {}).items() if not one.hidden}
    yield from ("", f"## {name}", "", _english(command.help), "")
    yield from ("```text", " ".join(_usage(name, command)), "```")
    if command.params:
        yield from ("", "| argument or option | what it does | default |", "|---|---|---|")
        yield from map(_row, command.params)
    if within:
        yield from ("", "| command | what it does |", "|---|---|")
        for word, one in within.items():
            yield f"| [`{name} {word}`](#{f'{name} {word}'.replace(' ', '-')}) | {_cell(_english(one.help))} |"
    if command.epilog:
        yield from ("", _example(_english(command.epilog)))
    for word, one in within.items():
        yield from _command(f"{name} {word}", one)


def _usage(name: str, command: Any) -> Iterator[str]:
    yield name
    if hasattr(command, "commands"):
        yield "COMMAND"
    for param in command.params:
        if not param.opts[0].startswith("-"):
            yield param.metavar if param.required else f"[{param.metavar}]"
    if any(param.opts[0].startswith("-") for param in command.params):
        yield "[OPTIONS]"


def _row(param: Any) -> str:
    called = [param.metavar] if not param.opts[0].startswith("-") else param.opts
    value = f" {param.metavar}" if param.opts[0].startswith("-") and param.metavar else ""
    shown = ", ".join(f"`{one}{value}`" for one in called)
    default = "" if param.default in (None, "", False) or param.default == [] else f"`{_number(param.default)}`"
    return f"| {shown} | {_cell(_english(param.help))} | {default} |"


def _number(default: object) -> object:
    return int(default) if isinstance(default, float) and default.is_integer() else default


def _example(text: str) -> str:
    told, _, line = text.partition(": ")
    return f"{told}: `{line}`"


def _english(text: str) -> str:
    return LIBRARY.catalog("en")(Text(text), {"game": "alchemicus"})


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


# ---- schemas -------------------------------------------------------------------------------------------------------


def schemas() -> Iterator[str]:
    """Every published schema as tables: one for each kind of object in it, what two have in common once."""
    told: list[tuple[str, Any]] = []
    for name, title in SCHEMAS.items():
        schema = json.loads((REPO / f"docs/schemas/{name}.schema.json").read_text(encoding="utf8"))
        yield from ("", f"## {title}", "", f"[{name}.schema.json](../schemas/{name}.schema.json)")
        if about := schema.get("description"):
            yield from ("", about)
        kinds = [("", schema), *((f"`{kind}`", one) for kind, one in schema.get("$defs", {}).items())]
        yield from _kinds([one for one in kinds if one not in told])
        told += kinds


def _kinds(kinds: list[tuple[str, Any]]) -> Iterator[str]:
    steps = [one for _, one in kinds if "do" in one.get("properties", ())]
    for name, one in kinds:
        if one in steps:
            continue
        if "properties" in one:
            yield from _object(name, one)
        elif name == "`line`":
            yield from ("", "A `line` has one of these sets of keys:", "")
            yield from (f"- {', '.join(_keys(choice))}" for choice in one["oneOf"])
        elif choices := [choice for choice in one.get("anyOf", ()) if "properties" in choice]:
            for choice in choices:
                yield from _object(name, choice)
        elif "enum" in one:
            yield from ("", f"{name}: {_type(one)}")
    if steps:
        yield from ("", "A `step`, by what it does:", "", "| `do` | keys |", "|---|---|")
        yield from (f"| {_type(one['properties']['do'])} | {_cell(', '.join(_keys(one)))} |" for one in steps)


def _keys(schema: Mapping[str, Any]) -> Iterator[str]:
    """Keys with their types; those that every step and line may have are left to the page's text."""
    for key, one in schema["properties"].items():
        if key not in ("do", "by", "comment") or list(schema["properties"]) == [key]:
            yield f"`{key}` ({_type(one)}{'' if key in schema.get('required', ()) else ', optional'})"


def _object(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    about = schema.get("description", "")
    if name or about:
        yield from ("", ". ".join(filter(None, (name, about))))
    explained = any("description" in one for one in schema["properties"].values())
    yield from (
        "",
        f"| key | type |{' what it holds |' if explained else ''}",
        f"|---|---|{'---|' if explained else ''}",
    )
    yield from _rows("", schema, explained=explained)


def _rows(before: str, schema: Mapping[str, Any], *, explained: bool) -> Iterator[str]:
    for key, one in schema["properties"].items():
        optional = "" if key in schema.get("required", ()) else " (optional)"
        told = f" {_cell(one.get('description', ''))} |" if explained else ""
        yield f"| `{before}{key}`{optional} | {_cell(_type(one))} |{told}"
        for mark, inner in ((".", one), ("[].", one.get("items", {}))):
            if "properties" in inner:
                yield from _rows(f"{before}{key}{mark}", inner, explained=explained)


def _type(schema: Mapping[str, Any]) -> str:
    """The type in a few words."""
    if "$ref" in schema:
        return f"`{schema['$ref'].rpartition('/')[2]}`"
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return ", ".join(f"`{json.dumps(one, ensure_ascii=False)}`" for one in schema["enum"])
    if choices := schema.get("anyOf", schema.get("oneOf")):
        return " or ".join(dict.fromkeys(map(_type, choices)))
    kinds = schema.get("type", "object")
    names = [kinds] if isinstance(kinds, str) else kinds
    return " or ".join(f"list of {_type(schema['items'])}" if name == "array" else str(name) for name in names)

"""Carries out a command line: parse, call, print, exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from copy import copy
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn

import typer
from typer.exceptions import TyperException
from typer.models import CommandInfo, TyperInfo

from pnp.base import cache
from pnp.base.errors import Complaint, Failure, Place
from pnp.base.text import say
from pnp.cli.commands import app
from pnp.cli.output import UNUSABLE, complain
from pnp.cli.speech import misuse, translate, ui_catalog
from pnp.words.catalog import Catalog

_HELP: tuple[list[str], ...] = ([], ["--help"], ["-h"])  # lines that are answered by the list of commands
_COMPLETION = "_PNP_COMPLETE"  # where a shell tells what is typed so far


def run(arguments: list[str]) -> int:
    """Carries out a command line and returns its exit code."""
    try:
        return _carried_out(arguments, ui_catalog(arguments))
    finally:
        cache.save()


def _carried_out(arguments: list[str], ui: Catalog) -> int:
    command: Any = typer.main.get_command(_narrowed(app, arguments))
    translate(command, ui)
    _leave_files_alone(command)
    try:
        return int(command.main(arguments, prog_name="pnp", standalone_mode=False, obj=ui) or 0)
    except Failure as failure:
        complaints = failure.complaints
    except TyperException as error:
        if type(error).__name__ == "NoArgsIsHelpError":
            return UNUSABLE
        complaints = (misuse(error),)
    except OSError as error:
        place = Place(Path(error.filename)) if isinstance(error.filename, str) else None
        complaints = (Complaint(say("the operating system reports: {reason}", reason=error.strerror or ""), place),)
    complain(complaints, ui, stderr=True)
    return UNUSABLE


def _leave_files_alone(command: Any) -> None:
    """Whoever reads a file says what is wrong with it; typer would call the option wrong."""
    for param in command.params:
        if hasattr(param.type, "readable"):
            param.type.readable = False
    for one in getattr(command, "commands", {}).values():
        _leave_files_alone(one)


def _narrowed(whole: typer.Typer, arguments: list[str]) -> typer.Typer:
    """The program with only the command that the line names: building all takes longer than many a command."""
    named = arguments[0] if arguments else ""
    commands = [one for one in whole.registered_commands if one.callback and one.callback.__name__ == named]
    groups = [one for one in whole.registered_groups if one.name == named]
    if commands or groups:
        return _with(whole, commands, [_changed_group(one, _narrowed, arguments[1:]) for one in groups])
    return _listed(whole) if arguments in _HELP and _COMPLETION not in os.environ else whole


def _listed(whole: typer.Typer) -> typer.Typer:
    """The program as its help lists it, commands without what each of them takes."""
    commands = [copy(one) for one in whole.registered_commands]
    for one in commands:
        one.name, one.callback = one.name or (one.callback and one.callback.__name__), _nothing
    return _with(whole, commands, [_changed_group(one, _with, [], []) for one in whole.registered_groups])


def _nothing() -> None:
    """What a command does of which only the help is asked for."""


def _with(whole: typer.Typer, commands: list[CommandInfo], groups: list[TyperInfo]) -> typer.Typer:
    part = copy(whole)
    part.registered_commands, part.registered_groups = commands, groups
    return part


def _changed_group(group: TyperInfo, change: Callable[..., typer.Typer], *how: Any) -> TyperInfo:
    changed = copy(group)
    assert group.typer_instance
    changed.typer_instance = change(group.typer_instance, *how)
    return changed


def main() -> NoReturn:
    """Ends the process with the exit code of the command line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal without ą or → gets a ? and no traceback
            stream.reconfigure(errors="replace")
    sys.exit(run(sys.argv[1:]))

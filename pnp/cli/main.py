"""Carries out a command line: parse, call, print, exit code."""

from __future__ import annotations

import sys
from copy import copy
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn

import typer
from typer.exceptions import TyperException

from pnp.base import cache
from pnp.base.errors import Complaint, Failure, Place
from pnp.base.text import say
from pnp.cli.commands import app
from pnp.cli.output import UNUSABLE, complain
from pnp.cli.speech import misuse, translate, ui_catalog
from pnp.words.catalog import Catalog


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
        complaints = (Complaint(say("the system refuses: {reason}", reason=error.strerror or ""), place),)
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
    if not commands and not groups:
        return whole
    narrowed = copy(whole)
    narrowed.registered_commands, narrowed.registered_groups = commands, groups
    return narrowed


def main() -> NoReturn:
    """Ends the process with the exit code of the command line."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal without ą or → gets a ? and no traceback
            stream.reconfigure(errors="replace")
    sys.exit(run(sys.argv[1:]))

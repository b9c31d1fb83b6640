"""Carries out a command line: parse, call, print, exit code."""

from __future__ import annotations

import sys
from typing import Any, NoReturn

import typer
from typer.exceptions import TyperException

from pnp.cli.commands import app
from pnp.cli.output import complain
from pnp.cli.speech import bind_frame, misuse, translate, ui_catalog
from pnp.errors import Failure

UNUSABLE = 2


def run(arguments: list[str]) -> int:
    """Carries out a command line and returns its exit code."""
    ui = ui_catalog(arguments)
    bind_frame(ui)
    command: Any = typer.main.get_command(app)
    translate(command, ui)
    try:
        return int(command.main(arguments, prog_name="pnp", standalone_mode=False, obj=ui) or 0)
    except Failure as failure:
        complaints = failure.complaints
    except TyperException as error:
        if type(error).__name__ == "NoArgsIsHelpError":
            return UNUSABLE
        complaints = (misuse(error),)
    complain(complaints, ui, stderr=True)
    return UNUSABLE


def main() -> NoReturn:
    sys.exit(run(sys.argv[1:]))

"""Fills a Jinja2 template with an edition in one language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from jinja2 import FunctionLoader

from pnp.catalog import Catalog
from pnp.errors import BadFile, Complaint, Place
from pnp.files import inside, read_text
from pnp.render.limit import MOST_SECONDS, time_limit
from pnp.render.sandbox import Sandbox
from pnp.text import say
from pnp.workspace import Workspace

_MARKUP = re.compile(r"([\\\\`*_{}\[\]<>#+!|&~-])")


def fill_template(workspace: Workspace, name: str, catalog: Catalog, values: Mapping[str, object]) -> str:
    """The text that a template makes of the values; BadFile names template and line where it breaks."""
    environment = Sandbox(
        loader=FunctionLoader(lambda wanted: _found(workspace, wanted)),
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.policies["ext.i18n.trimmed"] = True
    environment.install_gettext_translations(catalog.translations, newstyle=True)  # type: ignore[attr-defined]
    environment.filters["plain"] = _plain
    try:
        with time_limit(MOST_SECONDS):
            return environment.get_template(name).render(values)
    except BadFile:
        raise
    except TimeoutError:
        message = say("the template takes longer than {most} seconds", most=MOST_SECONDS)
        raise BadFile(Complaint(message, Place(template_path(workspace, name) or Path(name)))) from None
    except Exception as error:  # noqa: BLE001  whatever a stranger's template does is a fault of the template
        message = say("the template breaks here: {reason}", reason=f"{type(error).__name__}: {error}"[:200])
        raise BadFile(Complaint(message, _place(error, workspace, name))) from None


def template_path(workspace: Workspace, name: str) -> Path | None:
    """The template of that name, the workspace's own before the built-in one; links may not lead out."""
    for folder in workspace.templates():
        path = inside(folder, name, Place(folder / name))
        if path.is_file():
            return path
    return None


def _found(workspace: Workspace, name: str) -> tuple[str, str, None] | None:
    path = template_path(workspace, name)
    return (read_text(path), str(path), None) if path else None


def _place(error: Exception, workspace: Workspace, name: str) -> Place:
    path = template_path(workspace, name) or Path(name)
    line = getattr(error, "lineno", None)
    trace = error.__traceback__
    while trace and line is None:
        if trace.tb_frame.f_code.co_filename == str(path):
            line = trace.tb_lineno
        trace = trace.tb_next
    return Place(path, line)


def _plain(text: str) -> str:
    """A text on one line in which nothing is Markdown, also fit for a cell of a table."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))

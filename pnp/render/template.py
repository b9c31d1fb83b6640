"""Fills a Jinja2 template with an edition in one language. Sandboxed: a template can read, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from jinja2 import FileSystemLoader, StrictUndefined, TemplateError
from jinja2.sandbox import ImmutableSandboxedEnvironment

from pnp.catalog import Catalog
from pnp.errors import BadFile, Complaint, Place
from pnp.text import say
from pnp.workspace import Workspace

_MARKUP = re.compile(r"([\\\\`*_{}\[\]<>#+!|&~-])")


def fill_template(workspace: Workspace, name: str, catalog: Catalog, values: Mapping[str, object]) -> str:
    """The text that a template makes of the values; BadFile names template and line where it breaks."""
    environment = ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(workspace.templates()),
        undefined=StrictUndefined,
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
        autoescape=False,
    )
    environment.policies["ext.i18n.trimmed"] = True
    environment.install_gettext_translations(catalog.translations, newstyle=True)  # type: ignore[attr-defined]
    environment.filters["plain"] = _plain
    try:
        return environment.get_template(name).render(values)
    except TemplateError as error:
        raise BadFile(
            Complaint(
                say("the template breaks here: {reason}", reason=error.message or type(error).__name__),
                _place(error, workspace, name),
            )
        ) from None


def _place(error: TemplateError, workspace: Workspace, name: str) -> Place:
    path = next((folder / name for folder in workspace.templates() if (folder / name).is_file()), Path(name))
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

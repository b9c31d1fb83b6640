"""Fills a Jinja2 template with an edition in one language. Sandboxed: a template can read, and nothing else."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from itertools import groupby
from pathlib import Path
from threading import current_thread, main_thread
from typing import Any

from jinja2 import FunctionLoader, StrictUndefined
from jinja2.exceptions import SecurityError
from jinja2.runtime import Context
from jinja2.sandbox import MAX_RANGE, ImmutableSandboxedEnvironment

from pnp.catalog import Catalog
from pnp.errors import BadFile, Complaint, Place
from pnp.files import inside, read_text
from pnp.text import say
from pnp.workspace import Workspace

MOST_SECONDS = 10
LONGEST_LEAD = 24
_FILTERS = (
    "capitalize",
    "default",
    "first",
    "int",
    "join",
    "last",
    "length",
    "list",
    "lower",
    "rejectattr",
    "replace",
    "selectattr",
    "sort",
    "title",
    "trim",
    "upper",
)
_GLOBALS = ("range", "_", "gettext", "ngettext", "pgettext", "npgettext")
_MARKUP = re.compile(r"([\\\\`*_{}\[\]<>#+!|&~-])")


class _Sandbox(ImmutableSandboxedEnvironment):
    """Jinja2's sandbox without the operators and calls by which one expression fills the memory."""

    intercepted_binops = frozenset(["**", "*", "%"])

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        if operator == "**" or not (isinstance(left, int | float) and isinstance(right, int | float)):
            raise SecurityError(operator)
        return super().call_binop(context, operator, left, right)

    def call(self, context: Context, obj: Any, *args: Any, **kwargs: Any) -> Any:
        if any(isinstance(arg, int) and arg > MAX_RANGE for arg in (*args, *kwargs.values())):
            raise SecurityError("a number is too large")
        return super().call(context, obj, *args, **kwargs)


class Expressions:
    """The Jinja2 in a layout: each expression compiled once, then evaluated for card after card."""

    def __init__(self) -> None:
        self._environment = _environment()
        self._environment.filters |= {"lead": _lead, "alike": _alike}
        self._environment.globals |= {"min": min, "max": max}
        self._values: dict[str, Callable[..., Any]] = {}
        self._words: dict[str, Callable[..., str]] = {}

    def value(self, source: str, names: Mapping[str, object]) -> Any:
        """What an expression is worth, whatever that is."""
        if source not in self._values:
            self._values[source] = self._environment.compile_expression(source, undefined_to_none=False)
        return self._values[source](names)

    def words(self, source: str, names: Mapping[str, object]) -> str:
        """A text with its double braces filled in."""
        if "{" not in source:
            return source
        if source not in self._words:
            self._words[source] = self._environment.from_string(source).render
        return self._words[source](names)


@cache
def expressions() -> Expressions:
    """The one compiler of layouts: what it makes of an expression depends on nothing else."""
    return Expressions()


def _lead(text: str) -> str:
    """The text with its lead-in, up to a colon near its start, in bold."""
    head, colon, rest = text.partition(": ")
    return f"**{head}:** {rest}" if colon and len(head) <= LONGEST_LEAD else text


def _alike(found: Mapping[str, object]) -> list[dict[str, object]]:
    """Neighbours in a table of tables that say the same, joined: a row with their keys and what they share."""
    rows = [(key, one) for key, one in found.items() if isinstance(one, Mapping)]
    return [{"keys": [key for key, _ in row], **row[0][1]} for row in _runs(rows)]


def _runs(rows: list[tuple[str, Mapping[str, object]]]) -> list[list[tuple[str, Mapping[str, object]]]]:
    return [list(group) for _, group in groupby(rows, key=lambda row: row[1])]


def fill_template(workspace: Workspace, name: str, catalog: Catalog, values: Mapping[str, object]) -> str:
    """The text that a template makes of the values; BadFile names template and line where it breaks."""
    environment = _environment(
        loader=FunctionLoader(lambda wanted: _found(workspace, wanted)),
        extensions=["jinja2.ext.i18n"],
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.policies["ext.i18n.trimmed"] = True
    environment.install_gettext_translations(catalog.translations, newstyle=True)  # type: ignore[attr-defined]
    environment.filters["plain"] = _plain
    try:
        with time_limit():
            return environment.get_template(name).render(values)
    except BadFile:
        raise
    except TimeoutError:
        message = say("the template takes longer than {most} seconds", most=MOST_SECONDS)
        raise BadFile(Complaint(message, Place(_path(workspace, name) or Path(name)))) from None
    except Exception as error:  # noqa: BLE001  whatever a stranger's template does is a fault of the template
        message = say("the template breaks here: {reason}", reason=f"{type(error).__name__}: {error}"[:200])
        raise BadFile(Complaint(message, _place(error, workspace, name))) from None


def _environment(**options: Any) -> _Sandbox:
    environment = _Sandbox(undefined=StrictUndefined, **options)
    environment.globals = {key: environment.globals[key] for key in _GLOBALS if key in environment.globals}
    environment.filters = {key: environment.filters[key] for key in _FILTERS}
    return environment


def _path(workspace: Workspace, name: str) -> Path | None:
    """The template of that name, the workspace's own before the built-in one; links may not lead out."""
    for folder in workspace.templates():
        path = inside(folder, name, Place(folder / name))
        if path.is_file():
            return path
    return None


def _found(workspace: Workspace, name: str) -> tuple[str, str, None] | None:
    path = _path(workspace, name)
    return (read_text(path), str(path), None) if path else None


@contextmanager
def time_limit() -> Iterator[None]:
    """Ends what runs too long, where the system has such a timer."""
    if not hasattr(signal, "setitimer") or current_thread() is not main_thread():
        yield
        return

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, MOST_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _place(error: Exception, workspace: Workspace, name: str) -> Place:
    path = _path(workspace, name) or Path(name)
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

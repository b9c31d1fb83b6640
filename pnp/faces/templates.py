"""Fills Jinja2 templates with an edition in one language."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from jinja2 import FunctionLoader, pass_context
from jinja2.runtime import Context

from pnp.base.errors import BadFile, Complaint, Place, near_miss
from pnp.base.files import inside, read_text
from pnp.base.text import SOURCE_LANGUAGE, Message, Text, placeholders, say
from pnp.data.model import GameData
from pnp.data.values import excerpt
from pnp.data.workspace import Workspace
from pnp.faces.sandbox import Sandbox, Spent
from pnp.words.catalog import OWN_DOMAIN, Catalog
from pnp.words.po import read_po
from pnp.words.translation import wording_problems

MOST_CHARACTERS = 3_000_000
MOST_SOURCE = 500_000  # of all templates of a book together
_PERCENT = re.compile(r"%(?!\(\w+\)s)")
_TAG = re.compile(r"\{%.*?%\}")
_MARKUP = re.compile(r"([\\\\`*_{}\[\]<>#+!|&~:-])")


class Refused(Exception):
    """What a template asks for and does not get; the template's line is found where it surfaces."""

    def __init__(self, message: Message, hint: Message | None = None) -> None:
        super().__init__(message.text.one)
        self.message, self.hint = message, hint


class Templates:
    """The templates of a workspace, in one language. The game has texts of its own, before the program's."""

    def __init__(
        self,
        workspace: Workspace,
        catalog: Catalog,
        game: GameData,
        filters: Mapping[str, Callable[..., object]] | None = None,
    ) -> None:
        self._workspace, self._catalog, self._game = workspace, catalog, game
        self.untranslated: set[Text] = set()  # of the texts that were asked for
        self._sources = 0  # characters read so far
        self._environment = Sandbox(
            loader=FunctionLoader(self._found),
            extensions=["jinja2.ext.i18n"],
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.policies["ext.i18n.trimmed"] = True
        self._environment.install_gettext_callables(  # type: ignore[attr-defined]
            self._said,
            pass_context(lambda here, one, many, n: self._said(here, one, many, n=n)),
            newstyle=True,
            pgettext=pass_context(lambda here, about, one: self._said(here, one, context=about)),
            npgettext=pass_context(lambda here, about, one, many, n: self._said(here, one, many, about, n)),
        )
        self._environment.filters |= {"plain": plain, **(filters or {})}

    def fill(self, name: str, values: Mapping[str, object]) -> str:
        """The text that a template makes of the values; BadFile names template and line where it breaks."""
        try:
            self._environment.begin()
            return _bounded(self._environment.get_template(name).render(values))
        except BadFile:
            raise
        except Spent as error:
            hint = say("nested texts double with every line, and nested loops multiply")
            message = say("here the template produces more than any book needs")
            raise BadFile(Complaint(message, self._place(error, name), hint)) from None
        except Refused as error:
            raise BadFile(Complaint(error.message, self._place(error, name), error.hint)) from None
        except Exception as error:  # noqa: BLE001  whatever a stranger's template does is a fault of the template
            message = say("the template fails here: {reason}", reason=f"{type(error).__name__}: {error}"[:200])
            raise BadFile(Complaint(message, self._place(error, name))) from None

    def has(self, name: str) -> bool:
        """Whether the workspace, or pnp itself, brings a template of that name."""
        return template_path(self._workspace, name) is not None

    def _path(self, name: str) -> Path:
        return template_path(self._workspace, name) or Path(name)

    def _found(self, name: str) -> tuple[str, str, None] | None:
        path = template_path(self._workspace, name)
        if path is None:
            return None
        text = read_text(path)
        self._sources += len(text)
        if self._sources > MOST_SOURCE:
            message = say("the templates have more than {most} characters", most=MOST_SOURCE)
            raise BadFile(Complaint(message, Place(path), say("split it, or remove what doesn’t belong there")))
        return "\n".join(map(_kept_break, text.split("\n"))), str(path), None

    def _place(self, error: Exception, name: str) -> Place:
        """The innermost line of a template that the error came through."""
        folders = tuple(str(folder) for folder in self._workspace.templates())
        path, line = getattr(error, "filename", None) or str(self._path(name)), getattr(error, "lineno", None)
        trace = error.__traceback__
        while trace and getattr(error, "lineno", None) is None:
            if trace.tb_frame.f_code.co_filename.startswith(folders):
                path, line = trace.tb_frame.f_code.co_filename, trace.tb_lineno
            trace = trace.tb_next
        return Place(Path(path), line)

    # ---- texts ----

    @pass_context
    def _said(self, here: Context, one: str, many: str = "", context: str = "", n: int = 1) -> str:
        """The sentence of a text, filled in; refused where it names what is not there, or a translation is broken."""
        of_game = (here.name or "").startswith(f"rulebook/{self._game.key}/")
        text = Text(one, many, context, language=self._game.source if of_game else SOURCE_LANGUAGE)
        catalog, own = self._catalog, {"n": n} if text.many else {}
        for plural in text.plurals:
            self._refuse_unknown(plural, own)
        if catalog.lacks(text):
            self.untranslated.add(text)
        found = catalog.template(text, n)
        if found not in text.plurals:
            for message, hint in wording_problems(text, found):
                raise BadFile(Complaint(message, self._entry(text), hint))
        return _PERCENT.sub("%%", catalog(text, own))  # Jinja2 fills in its own variables by %

    def _refuse_unknown(self, text: str, own: Mapping[str, object]) -> None:
        try:
            names = [place.name for place in placeholders(text)]
        except ValueError:
            raise Refused(say("the braces do not match in “{text}”", text=excerpt(text))) from None
        for name in names:
            if name not in own and name not in self._catalog.facts:
                known = [*own, *self._catalog.facts]
                raise Refused(
                    say("the text refers to “{name}”, which is not a value", name=name), near_miss(name, known)
                )

    def _entry(self, text: Text) -> Place:
        """Where a text stands in the catalog that translates it."""
        for domain in (self._game.key, OWN_DOMAIN):
            path = self._workspace.catalog(self._catalog.language, domain)
            message = path and read_po(path).get(text.one, text.context or None)
            if path and message:
                return Place(path, message.lineno)
        raise AssertionError(text)


def _bounded(text: str) -> str:
    if len(text) > MOST_CHARACTERS:
        raise Refused(say("the template produces more than {most} characters", most=MOST_CHARACTERS))
    return text


def _kept_break(line: str) -> str:
    """A line that ends in a tag but has words keeps its line break, which Jinja2 would take for the tag's."""
    ends = line.endswith("%}") and not line.endswith(("-%}", "+%}"))
    return f"{line[:-2]}+%}}" if ends and _TAG.sub("", line).strip() else line


def template_path(workspace: Workspace, name: str) -> Path | None:
    """The template of that name, the workspace's own before the built-in one; links may not lead out."""
    for folder in workspace.templates():
        path = inside(folder, name, Place(folder / name))
        if path.is_file():
            return path
    return None


def plain(text: str) -> str:
    """A text on one line in which nothing is Markdown, also fit for a cell of a table."""
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))

"""Gathers every translatable text from Python, templates, TOML and CSV, and brings the PO files up to date."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.catalog import OWN_DOMAIN, SOURCE_LANGUAGE, read_po
from pnp.errors import BadFile, Complaint, Place
from pnp.files import inside, write_atomically
from pnp.model import Entry, Game
from pnp.text import Text, say
from pnp.workspace import Workspace

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog as PoCatalog
    from babel.messages.catalog import Message as PoMessage

_PYTHON = {"say": None, "source": None, "counted": (1, 2), "word": ((1, "c"), 2)}
_TEMPLATE = {
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
_HEADER = """\
# Translate the lines that begin with msgstr. Names in braces stay as they are: {price}.
# {price:card|cards} chooses a word by the number; write as many forms as your language has."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How far a language's texts of one domain are translated."""

    language: str
    domain: str
    translated: int
    untranslated: int
    fuzzy: int
    obsolete: int

    @property
    def left(self) -> int:
        return self.untranslated + self.fuzzy

    @property
    def share(self) -> float:
        total = self.translated + self.left
        return self.translated / total if total else 1.0


def program_entries(workspace: Workspace) -> tuple[Entry, ...]:
    """The texts of the program itself; none where the workspace is not a checkout of it."""
    package = workspace.root / "pnp"
    if not (package / "__main__.py").is_file():
        return ()
    found = [*_extracted(sorted(package.rglob("*.py")), "python", _PYTHON, "")]
    found += _template_entries(workspace.root / "templates", own=True)
    return tuple(found)


def game_entries(game: Game) -> tuple[Entry, ...]:
    """The texts of a game: its data, and its own templates."""
    return game.entries + tuple(_template_entries(rulebook_folder(game)))


def rulebook_folder(game: Game) -> Path:
    """Where a game's own templates are."""
    return game.folder.parents[1] / "templates" / "rulebook" / game.key


def tally(path: Path, entries: Iterable[Entry]) -> Tally:
    """How many of the texts a PO file translates."""
    catalog = read_po(path)
    language = path.parents[1].name
    messages = [catalog.get(text.one, text.context or None) for text in _distinct(entries)]
    fuzzy = sum(bool(message and message.fuzzy) for message in messages)
    done = sum(is_translated(message) for message in messages)
    return Tally(language, path.stem, done, len(messages) - done - fuzzy, fuzzy, len(catalog.obsolete))


def is_translated(message: PoMessage | None) -> bool:
    if message is None or message.fuzzy:
        return False
    return all(message.string) if isinstance(message.string, list | tuple) else bool(message.string)


def update(workspace: Workspace) -> Iterator[Tally]:
    """Brings every PO file up to date with the texts, or none; the English ones fill themselves."""
    domains = {key: game_entries(workspace.game(key)) for key in workspace.own_games()}
    if own := program_entries(workspace):
        domains[OWN_DOMAIN] = own
    updated = {}
    for language in workspace.own_languages():
        for domain, entries in sorted(domains.items()):
            path = workspace.po(language, domain)
            updated[path] = _updated(path, language, domain, _template(workspace, entries)), entries
    for path, (text, entries) in updated.items():
        if not path.is_file() or path.read_text(encoding="utf8") != text:
            write_atomically(path, text.encode())
        yield tally(path, entries)


def _updated(path: Path, language: str, domain: str, template: PoCatalog) -> str:
    """The text of a PO file brought up to date."""
    from babel.messages.catalog import Catalog as PoCatalog
    from babel.messages.pofile import write_po

    catalog = read_po(path) if path.is_file() else PoCatalog(locale=language, domain=domain, header_comment=_HEADER)
    for message in catalog:  # Babel takes the former text of a changed entry for a translator's remark
        message.user_comments = [remark for remark in message.user_comments if not remark.startswith("|")]
    catalog.update(template, update_creation_date=False)
    catalog.fuzzy = False
    if language == SOURCE_LANGUAGE:
        for message in catalog:
            if message.id:
                message.string = message.id
                message.flags.discard("fuzzy")
        catalog.obsolete.clear()
    buffer = io.BytesIO()
    write_po(buffer, catalog, width=100, include_previous=True, include_lineno=False)
    return _with_plural_forms(_without_noise(buffer.getvalue().decode()), catalog)


def _without_noise(text: str) -> str:
    """A file changes when its texts do, not with the clock, and has no heading that nobody filled in."""
    noise = re.compile(r'"(POT-Creation|PO-Revision)-Date|"(Generated-By|Project-Id)|EMAIL@ADDRESS|LL@li.org')
    return "".join(line for line in text.splitlines(keepends=True) if not noise.search(line))


def _with_plural_forms(text: str, catalog: PoCatalog) -> str:
    """Babel leaves the heading out for a language that CLDR does not know, even if the file had it."""
    if '\n"Plural-Forms:' in text:
        return text
    language, _, rest = text.partition('\n"MIME-Version')
    return f'{language}\n"Plural-Forms: {catalog.plural_forms}\\n"\n"MIME-Version{rest}'


def _template(workspace: Workspace, entries: Iterable[Entry]) -> PoCatalog:
    from babel.messages.catalog import Catalog as PoCatalog

    template = PoCatalog(fuzzy=False)
    for entry in entries:
        text = entry.text
        template.add(
            (text.one, text.many) if text.many else text.one,
            context=text.context or None,
            locations=[(entry.place.path.relative_to(workspace.root).as_posix(), entry.place.line or 1)],
            auto_comments=[entry.comment] if entry.comment else [],
        )
    return template


def _distinct(entries: Iterable[Entry]) -> list[Text]:
    return list({(entry.text.context, entry.text.one): entry.text for entry in entries}.values())


def _template_entries(folder: Path, *, own: bool = False) -> Iterator[Entry]:
    """The texts of a folder's templates; with `own`, without those that belong to a game's rulebook."""
    found = [file for file in sorted(folder.rglob("*.j2")) if not (own and "rulebook" in file.parts)]
    files = [inside(folder, file.relative_to(folder).as_posix(), Place(file)) for file in found if file.is_file()]
    yield from _extracted(files, "jinja2.ext:babel_extract", _TEMPLATE, "trimmed")


def _extracted(files: Iterable[Path], method: str, keywords: Mapping[str, object], options: str) -> Iterator[Entry]:
    from babel.messages.extract import extract_from_file

    for file in files:
        try:
            found = list(
                extract_from_file(
                    method,
                    file,
                    keywords=keywords,  # type: ignore[arg-type]
                    options=dict.fromkeys(options.split(), "true"),
                    strip_comment_tags=True,
                )
            )
        except SyntaxError as error:
            raise BadFile(Complaint(say("cannot be read as source"), Place(file, error.lineno))) from None
        for line, message, comments, context in found:
            one, many = message if isinstance(message, tuple) else (message, "")
            yield Entry(Text(one, many, context or ""), Place(file, line), " ".join(comments))

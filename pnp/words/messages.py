"""Gathers every translatable text from Python, templates, TOML and CSV, and brings the PO files up to date."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from pnp.base.errors import BadFile, Complaint, Place
from pnp.base.files import inside, read_text
from pnp.base.save import write_together
from pnp.base.text import SOURCE_LANGUAGE, Text, counted, say
from pnp.data.model import PERSON, Entry, GameData
from pnp.data.workspace import Workspace, builtin_root
from pnp.words.catalog import OWN_DOMAIN, LanguageName, load_catalog
from pnp.words.forms import APART
from pnp.words.po import AS_MEANT, ids_of, is_translated, po_text, read_headings, read_po

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog as PoCatalog
    from babel.messages.catalog import Message as PoMessage

_PYTHON = {"say": None, "source": None, "counted": (1, 2), "word": ((1, "c"), 2), "counted_word": ((1, "c"), 2, 3)}
_TEMPLATE = {
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
_PLAYERS = "players:"  # in the head of an example
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
        """How many texts a translator has still to look at, fuzzy ones included."""
        return self.untranslated + self.fuzzy

    @property
    def share(self) -> float:
        """From 0 to 1, which is also the share where there is nothing to translate."""
        total = self.translated + self.left
        return self.translated / total if total else 1.0


def program_entries(workspace: Workspace) -> tuple[Entry, ...]:
    """The texts of the program itself: from its sources in a checkout, else from the English catalog."""
    package = workspace.root / "pnp"
    if not (package / "__main__.py").is_file():
        return tuple(_catalog_entries(workspace.po(SOURCE_LANGUAGE, OWN_DOMAIN, builtin_root())))
    found = [*_extracted(sorted(package.rglob("*.py")), "python", _PYTHON, "")]
    found += _template_entries(workspace.root / "templates", own=True)
    return tuple(found)


def _catalog_entries(path: Path) -> Iterator[Entry]:
    for message in read_po(path):
        if message.id:
            one, *many = ids_of(message)
            text = Text(one, "".join(many), message.context or "")
            yield Entry(text, Place(path, message.lineno), " ".join(message.auto_comments))


def translates_program(workspace: Workspace, language: str) -> bool:
    """Whether the program's texts in a language are this workspace's business: it has them, or nobody else does."""
    builtin = Workspace(builtin_root()).catalog(language, OWN_DOMAIN)
    return not builtin or workspace.po(language, OWN_DOMAIN).is_file()


def game_entries(game: GameData) -> tuple[Entry, ...]:
    """The texts of a game: its data, and its own templates."""
    folder = rulebook_folder(game)
    found = (*_template_entries(folder), *_people(folder))
    own = (replace(entry, digits=game.digits, text=replace(entry.text, language=game.source)) for entry in found)
    return game.entries + tuple(own)


def rulebook_folder(game: GameData) -> Path:
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


def untranslated(workspace: Workspace, language: str, domain: str, entries: Iterable[Entry]) -> int:
    """How many texts of a domain are left to translate into a language."""
    path = workspace.catalog(language, domain)
    foreign = [entry for entry in entries if entry.text.language != language]
    return tally(path, foreign).left if path else len(_distinct(foreign))


def unfinished(workspace: Workspace, game: GameData, language: str, *, lacking: bool) -> Iterator[Complaint]:
    """How many texts of a game, and of the program, stand in another language than was asked for.

    `lacking`: whether what was made of the game's own templates lacks some; they are read only where something does.
    """
    catalog = load_catalog(workspace, language, game.key)
    if lacking or any(catalog.lacks(entry.text) for entry in game.entries):
        left = untranslated(workspace, language, game.key, game_entries(game))
        yield from _left(left, game.key, f"{game.key} ", language, game.source)
    if not workspace.builtin and language != SOURCE_LANGUAGE and translates_program(workspace, language):
        left = untranslated(workspace, language, OWN_DOMAIN, program_entries(workspace))
        yield from _left(left, OWN_DOMAIN, "", language, SOURCE_LANGUAGE)


def _left(left: int, domain: str, named: str, language: str, instead: str) -> Iterator[Complaint]:
    """That so many texts are left to translate, if any are; `named`: how `pnp check` is asked for them alone."""
    if left:
        message = counted(
            "{n} text of {domain} has no {language} translation yet and is printed in {source}",
            "{n} texts of {domain} have no {language} translation yet and are printed in {source}",
            n=left,
            domain=domain,
            language=LanguageName(language),
            source=LanguageName(instead),
        )
        hint = say(
            "“{check}” lists them, “{messages}” writes the file to fill in",
            check=f"pnp check {named}--lang {language}",
            messages=f"pnp messages --lang {language}",
        )
        yield Complaint(message, None, hint)


def update(workspace: Workspace, asked: Iterable[str] = ()) -> Iterator[Tally]:
    """Brings every PO file up to date with the texts, or none; those in the texts' own language fill themselves.

    The files of languages that are asked for are made where there are none.
    """
    games = {key: game_entries(workspace.game(key)) for key in workspace.own_games()}
    updated = {}
    for language in asked or workspace.own_languages():
        own = {OWN_DOMAIN: program_entries(workspace)} if translates_program(workspace, language) else {}
        for domain, entries in sorted((games | own).items()):
            path = workspace.po(language, domain)
            updated[path] = _updated(path, language, domain, workspace, entries), entries
    texts = {path: text.encode() for path, (text, _) in updated.items()}
    changed = {path: text for path, text in texts.items() if not path.is_file() or path.read_bytes() != text}
    write_together(changed, workspace.root)
    for path, (_, entries) in updated.items():
        yield tally(path, entries)


def _updated(path: Path, language: str, domain: str, workspace: Workspace, entries: Iterable[Entry]) -> str:
    """The text of a PO file brought up to date."""
    from babel.messages.catalog import Catalog as PoCatalog

    there, template = path.is_file(), _template(workspace, entries)
    own = {(text.context, text.one): text for text in _distinct(entries) if text.language == language}
    catalog = read_po(path) if there else PoCatalog(locale=language, domain=domain, header_comment=_HEADER)
    former = {ids_of(message): message.previous_id for message in catalog if message.fuzzy and message.previous_id}
    _revive(catalog, template)
    catalog.update(template, update_creation_date=False)
    catalog.obsolete = {key: message for key, message in catalog.obsolete.items() if any(message.string or ())}
    for message in catalog:
        _settle(message, former)
        if text := own.get((message.context or "", ids_of(message)[0])):
            message.string, message.previous_id = _own_words(text, message), []
            message.flags &= {AS_MEANT}
    if own:
        catalog.obsolete.clear()
    return po_text(catalog, language, domain, read_headings(path) if there else {})


def _own_words(text: Text, message: PoMessage) -> str | tuple[str, ...]:
    """A text in its own language: what its file says, with the forms that the PO file adds to it."""
    if text.many:
        return text.plurals
    kept = message.string if isinstance(message.string, str) else ""
    return kept if kept.startswith(text.one + APART) else text.one


def _revive(catalog: PoCatalog, template: PoCatalog) -> None:
    """Texts that had gone and are back get their translations back."""
    for key, message in list(catalog.obsolete.items()):
        if template.get(ids_of(message)[0], message.context):
            catalog[message.id] = message
            del catalog.obsolete[key]


def _settle(message: PoMessage, former: Mapping[tuple[str, ...], list[str]]) -> None:
    """A fuzzy entry keeps the text that its translation was made from; any other has none, and none is empty."""
    if not any(message.string or ()):
        message.flags.discard("fuzzy")
    start = tuple(message.previous_id) or ids_of(message)
    message.previous_id = former.get(start, message.previous_id) if message.fuzzy else []


def _template(workspace: Workspace, entries: Iterable[Entry]) -> PoCatalog:
    from babel.messages.catalog import Catalog as PoCatalog

    template = PoCatalog(fuzzy=False)
    for entry in entries:
        text = entry.text
        template.add(
            (text.one, text.many) if text.many else text.one,
            context=text.context or None,
            locations=_locations(workspace, entry.place),
            auto_comments=[entry.comment] if entry.comment else [],
        )
    return template


def _locations(workspace: Workspace, place: Place) -> list[tuple[str, int]]:
    """Where a text stands in the workspace; nowhere, if the program brings it."""
    inner = place.path.is_relative_to(workspace.root)
    return [(place.path.relative_to(workspace.root).as_posix(), place.line or 1)] if inner else []


def _distinct(entries: Iterable[Entry]) -> list[Text]:
    return list({(entry.text.context, entry.text.one): entry.text for entry in entries}.values())


def _template_entries(folder: Path, *, own: bool = False) -> Iterator[Entry]:
    """The texts of a folder's templates; with `own`, without those that belong to a game's rulebook."""
    found = [file for file in sorted(folder.rglob("*.j2")) if not (own and "rulebook" in file.parts)]
    files = [inside(folder, file.relative_to(folder).as_posix(), Place(file)) for file in found if file.is_file()]
    yield from _extracted(files, "jinja2.ext:babel_extract", _TEMPLATE, "trimmed")


def _people(folder: Path) -> Iterator[Entry]:
    """The players of a rulebook's examples, each once."""
    comment = "Somebody who plays in the examples; take a name of your language"
    found: dict[str, Place] = {}
    for file in sorted(folder.glob("examples/*.log")):
        for number, line in enumerate(read_text(file).split("\n"), 1):
            for name in line.removeprefix(_PLAYERS).split(",") if line.startswith(_PLAYERS) else ():
                found.setdefault(name.strip(), Place(file, number))
    for name, place in found.items():
        yield Entry(Text(name, context=PERSON), place, comment)


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
            raise BadFile(Complaint(say("cannot be read as source code"), Place(file, error.lineno))) from None
        for line, message, comments, context in found:
            one, many = message if isinstance(message, tuple) else (message, "")
            yield Entry(Text(one, many, context or ""), Place(file, line), " ".join(comments))

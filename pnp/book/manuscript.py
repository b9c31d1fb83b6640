"""Turns an edition into the text of its rulebook: Markdown from the game's templates, examples replayed."""

from __future__ import annotations

import unicodedata
from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pnp.base.errors import BadFile, Complaint, Place, near_miss
from pnp.base.files import read_text
from pnp.base.text import FOOTNOTE, Message, Text, say
from pnp.book.provenance import footnotes_on, printed_edition, rulings, settings
from pnp.data.edition import EditionData
from pnp.data.layout import LayoutNames
from pnp.data.model import PERSON, Kind
from pnp.data.values import NAME, bad_name
from pnp.data.workspace import Workspace
from pnp.faces.namespace import names_of
from pnp.faces.templates import Refused, Templates, plain, template_path
from pnp.referee.example import Examples, PlayedExample
from pnp.words.catalog import Catalog

PLAIN = "rulebook.md.j2"  # for games that have no templates of their own
_ALPHABETIC = ("pl", "cs", "sk")  # where letters with marks follow those without
_NO_MARKS = str.maketrans("łŁøØđĐ", "lLoOdD")


@dataclass(frozen=True, slots=True)
class Manuscript:
    """The text of a book, and what it refers to: numbers of sections, footnotes on values, examples as played."""

    markdown: str
    sections: Mapping[str, str]
    footnotes: Mapping[str, str]
    examples: Mapping[str, PlayedExample]
    untranslated: int  # texts that stand in another language for want of a translation


def write_manuscript(workspace: Workspace, edition: EditionData, catalog: Catalog) -> Manuscript:
    """Fills the templates of a game; BadFile with template and line where one cannot be filled."""
    return _Writer(workspace, edition, catalog).write()


class _Writer:
    """What a book's templates may call. Chapters and rules hand in their texts; `chapters` puts them in order."""

    def __init__(self, workspace: Workspace, edition: EditionData, catalog: Catalog) -> None:
        self._workspace, self._edition, self._language = workspace, edition, catalog
        self._folder = f"rulebook/{edition.game.key}"
        self._sections = edition.sections
        self._footnotes = dict(footnotes_on(edition, catalog.knowing(edition.facts())))
        self._told: dict[str, object] = {}  # what the example that is being told counts
        facts = ChainMap(self._told, edition.facts())
        self._catalog = catalog.knowing(facts, {key: f"[^{key}]" for key in self._footnotes})
        filters = {"alphabetical": lambda items: _alphabetical(items, catalog.language)}
        self._templates = Templates(workspace, self._catalog, edition.game, filters)
        self._examples = Examples(workspace, edition)
        self._played: dict[str, PlayedExample] = {}
        self._intros: dict[str, tuple[str, str]] = {}
        self._texts: dict[str, str] = {}
        self._names: LayoutNames = {}

    def write(self) -> Manuscript:
        self._names = _names(self._edition, self._language) | {
            "chapter": self._chapter,
            "rule": self._rule,
            "page": self._page,
            "chapters": self._chapters,
            "example": self._example,
            "fact": self._fact,
        }
        own = f"{self._folder}/book.md.j2"
        markdown = self._templates.fill(own if self._templates.has(own) else PLAIN, self._names)
        self._refuse_unknown_footnotes(markdown)
        return Manuscript(markdown, self._sections, self._footnotes, self._played, len(self._templates.untranslated))

    # ---- what templates call ----

    def _chapter(self, key: str, art: str = "", caller: Callable[[], str] = str) -> str:
        keys = [chapter.key for chapter in self._edition.game.chapters]
        if key not in keys:
            raise Refused(say("rules.toml has no chapter “{key}”", key=key), near_miss(key, keys))
        self._intros[key] = (art, caller())
        return ""

    def _rule(self, rule: str, caller: Callable[[], str] = str) -> str:
        if rule not in self._edition.game.rules:
            raise Refused(
                say("rules.toml has no rule “{rule}”", rule=rule), near_miss(rule, self._edition.game.rules)
            )
        if rule in self._sections:
            self._texts[rule] = caller()
        return ""

    def _page(self, key: str, title: str, art: str = "", sheet: bool = False, caller: Callable[[], str] = str) -> str:
        if not NAME.fullmatch(key):
            raise Refused(bad_name(key))
        shape, art = " .sheet" if sheet else "", art if NAME.fullmatch(art) else ""
        title = " ".join(title.split())
        return f'\n{{#{key}{shape} art="{art}"}}\n# {title}\n\n{caller()}\n'

    def _chapters(self) -> str:
        return "".join(self._all_chapters())

    def _all_chapters(self) -> Iterator[str]:
        edition = self._edition
        for number, chapter in enumerate(edition.chapters, 1):
            art, intro = self._intros.get(chapter.key, ("", ""))
            title = plain(self._catalog(chapter.title))
            yield f'\n{{#chapter-{number} number="{number}" art="{art}"}}\n# {title}\n\n{intro}\n'
            for rule, name in chapter.rules.items():
                if rule not in self._texts:
                    raise Refused(
                        say("rule {rule} has no text", rule=rule),
                        say("add {example}", example=f'{{% call rule("{rule}") %}} … {{% endcall %}}'),
                    )
                heading = plain(self._catalog(name))
                yield f'\n{{#{rule} number="{self._sections[rule]}"}}\n## {heading}\n\n{self._texts[rule]}\n'

    def _example(self, name: str, title: str = "", art: str = "", caller: Callable[[], str] = str) -> str:
        """Replays a log; then the text may name what it came to."""
        file = f"{self._folder}/examples/{name}.log"
        path = template_path(self._workspace, file)
        if path is None:
            raise Refused(say("there is no example “{example}”", example=name), self._known_examples(name))
        played = self._examples.play(path, self._templates.fill(file, self._names))
        self._played[name] = played.called(self._person)
        self._told.update(self._played[name].facts())
        text = caller()
        self._told.clear()
        return f"\n::: example {name} {art}\n\n#### {title}\n\n{text}\n\n:::\n"

    def _person(self, name: str) -> str:
        """What a player of an example is called in the book's language."""
        return self._language(Text(name, context=PERSON, language=self._edition.game.source))

    def _known_examples(self, name: str) -> Message | None:
        folders = [folder / self._folder / "examples" for folder in self._workspace.templates()]
        return near_miss(name, {file.stem for folder in folders for file in folder.glob("*.log")})

    def _fact(self, key: str) -> str:
        if key not in self._edition.values:
            raise Refused(say("there is no value “{key}”", key=key), near_miss(key, self._edition.values))
        return self._catalog(Text(f"{{{key}}}"))

    def _refuse_unknown_footnotes(self, markdown: str) -> None:
        """BadFile for a footnote on what is no value, with the line of the template that has it."""
        for key in dict.fromkeys(FOOTNOTE.findall(markdown)):
            if key not in self._edition.values:
                message = say("there is no value “{key}”", key=key)
                place = mentioned(self._workspace, self._edition.game.key, f"[^{key}]")
                raise BadFile(Complaint(message, place, near_miss(key, self._edition.values)))


# ---- what templates may name ---------------------------------------------------------------------------------------


def _names(edition: EditionData, language: Catalog) -> LayoutNames:
    game, catalog = edition.game, language.knowing(edition.facts())
    own = game.offers(Kind.EDITION)[edition.key]
    names = names_of(edition, language)
    return names | {
        "game": names["game"] | {"about": catalog(game.about)},
        "told": list(edition.sections),
        "edition": {"key": edition.key, "title": catalog(own.title)},
        "choices": [catalog(choice.title) for choice in edition.choices()],
        "credits": [
            {"role": catalog(credit.role), "names": [catalog(name) for name in credit.names]}
            for credit in game.credits
        ],
        "editions": [printed_edition(edition, key, catalog) for key in game.offers(Kind.EDITION)],
        "rulings": rulings(edition, catalog),
        "settings": settings(edition, catalog),
    }


def mentioned(workspace: Workspace, game: str, *marks: str) -> Place:
    """The first line of a game's templates that has the first of the marks, else the second …"""
    folders = [folder / "rulebook" / game for folder in workspace.templates()]
    lines = [line for folder in folders for line in _lines(folder)]
    found = (Place(file, number) for mark in marks for file, number, line in lines if mark in line)
    return next(found, Place(folders[0]))


def _lines(folder: Path) -> Iterator[tuple[Path, int, str]]:
    """The lines of a folder's templates; links may not lead out."""
    for file in sorted(folder.glob("*.j2")):
        if file.is_file() and file.resolve().is_relative_to(folder.resolve()):
            yield from ((file, number, line) for number, line in enumerate(read_text(file).split("\n"), 1))


def _alphabetical(items: Iterable[object], language: str) -> list[object]:
    """Texts, or lists that begin with a text, in the order of the language's dictionaries."""
    return sorted(items, key=lambda item: _order(str(item if isinstance(item, str) else next(iter(item))), language))  # type: ignore[call-overload]


def _order(text: str, language: str) -> tuple[object, ...]:
    folded = [_letter(letter) for letter in text.casefold() if letter.isalnum() or letter.isspace()]
    if language.partition("_")[0] in _ALPHABETIC:
        return (folded, text)
    return ([base for base, _ in folded], folded, text)


def _letter(letter: str) -> tuple[str, str]:
    base = unicodedata.normalize("NFKD", letter.translate(_NO_MARKS))[0]
    return base, "" if base == letter else letter

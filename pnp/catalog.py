"""Turns texts into sentences of one language: gettext for the words, CLDR for numbers, lists and dates."""

from __future__ import annotations

import gettext
import io
import re
from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, cast

from pnp import __version__
from pnp.cache import Shelf, cache_folder
from pnp.errors import BadFile, Complaint, Place
from pnp.files import inside, read_bytes
from pnp.text import Message, Placeholder, Text, parse, say, visible
from pnp.workspace import Workspace

if TYPE_CHECKING:
    from babel import Locale
    from babel.messages.catalog import Catalog as PoCatalog

_QUOTED = re.compile(rb'\s*(msg[a-z_]+(\[\d+\])?\s*)?"')
_CLOSED = re.compile(rb'\s*(msg[a-z_]+(\[\d+\])?\s*)?"([^"\\]|\\.)*"\s*$')

_FORMS = re.compile(rb"nplurals\s*=\s*(\d+)")
MOST_FORMS = 6
_PAIR = 2

GROUPED = 1_000
BEYOND = 1e15

SOURCE_LANGUAGE = "en"
OWN_DOMAIN = "pnp"


@dataclass(frozen=True, slots=True)
class Catalog:
    """One language. Call it with a text or message to get the sentence.

    The facts of an edition fill what a text names and its message does not; a name that nobody fills stands as it is.
    What a name's mark says stands behind it.
    """

    language: str
    translations: gettext.NullTranslations
    facts: Mapping[str, object] = field(default_factory=dict)
    marks: Mapping[str, str] = field(default_factory=dict)

    def knowing(self, facts: Mapping[str, object], marks: Mapping[str, str] | None = None) -> Catalog:
        return replace(self, facts=facts, marks=marks or {})

    def __call__(self, message: Message | Text, values: Mapping[str, object] | None = None) -> str:
        return visible(self._sentence(message, values))

    def paragraphs(self, text: Text, values: Mapping[str, object]) -> str:
        """A text whose line breaks are meant, as it is printed."""
        return "\n".join(map(visible, self._sentence(text, values).split("\n")))

    def _sentence(self, message: Message | Text, values: Mapping[str, object] | None) -> str:
        text, own = (message.text, message.values) if isinstance(message, Message) else (message, {})
        if not text.one:  # gettext answers the empty text with the heading of the file
            return ""
        filled: Mapping[str, object] = ChainMap(dict(values or {}), dict(own), cast("dict[str, object]", self.facts))
        template = self.template(text, filled.get("n", 1))
        plural = _english if template in (text.one, text.many) else _plural(self.translations)
        try:
            pieces = list(parse(template))
        except ValueError:  # `pnp check` names the translation; until it is mended, English stands
            pieces, plural = list(parse(text.one)), _english
        return "".join(one if isinstance(one, str) else self._filled(one, filled, plural) for one in pieces)

    def lacks(self, text: Text) -> bool:
        """Whether the text would be printed in English for want of a translation."""
        return isinstance(self.template(text, 1), _Untranslated)

    def number(self, number: float) -> str:
        if isinstance(number, int) and 0 <= number < GROUPED:
            return str(number)  # alike in all languages, and Babel takes longer to load than a log to check
        if abs(number) >= BEYOND:
            from decimal import Decimal

            return f"{Decimal(number):.3g}"  # more digits than anyone reads, or than Babel writes
        from babel.numbers import format_decimal

        return format_decimal(number, locale=self.locale)

    def percent(self, share: float) -> str:
        return str(cldr().get(f"percent {share} {self.language}", lambda: self._percent(share)))

    def _percent(self, share: float) -> str:
        from babel.numbers import format_percent

        return format_percent(share, locale=self.locale)

    def day(self, day: date) -> str:
        from babel.dates import format_date

        return format_date(day, format="long", locale=self.locale)

    def join(self, items: Iterable[str], how: str = "and") -> str:
        style, found = "or" if how == "or" else "standard", list(items)
        patterns = cldr().get(f"list {style} {self.language}", lambda: dict(self.locale.list_patterns[style]))
        if len(found) <= _PAIR:
            return patterns["2"].format(*found) if len(found) == _PAIR else "".join(found)
        joined = found[0]
        for place, item in enumerate(found[1:], 1):
            pattern = "start" if place == 1 else "end" if place == len(found) - 1 else "middle"
            joined = patterns[pattern].format(joined, item)
        return joined

    def language_name(self, language: str) -> str:
        return str(cldr().get(f"name {language} {self.language}", lambda: self._language_name(language)))

    def _language_name(self, language: str) -> str:
        from babel import Locale, UnknownLocaleError

        try:
            return Locale.parse(language).get_display_name(self.locale) or language
        except (UnknownLocaleError, ValueError):
            return language

    @property
    def locale(self) -> Locale:
        """The CLDR locale; English for a language that CLDR does not know."""
        return _locale(self.language)

    def template(self, text: Text, n: object) -> str:
        """The translation with its placeholders; the text itself where there is none."""
        found = self.translations
        if text.many:
            number = n if isinstance(n, int) else 1
            if text.context:
                return found.npgettext(text.context, text.one, text.many, number)
            return found.ngettext(text.one, text.many, number)
        return found.pgettext(text.context, text.one) if text.context else found.gettext(text.one)

    def _filled(self, place: Placeholder, values: Mapping[str, object], plural: Callable[[int], int]) -> str:
        if place.name not in values:
            return f"{{{place.name}}}"
        value = values[place.name]
        if place.forms and isinstance(value, int):
            return place.forms[min(plural(value), len(place.forms) - 1)]
        return self.shown(value, place.spec) + self.marks.get(place.name, "")

    def shown(self, value: object, how: str = "") -> str:
        """Any value as it is printed: texts translated, numbers and dates by CLDR, lists joined."""
        if isinstance(value, Text | Message):
            return replace(self, facts={})(value)
        if isinstance(value, bool | str | Path):
            return str(value)
        if isinstance(value, int | float):
            return self.number(value)
        if isinstance(value, date):
            return self.day(value)
        assert isinstance(value, Sequence), value
        return self.join((self.shown(item) for item in value), how or "and")


@cache
def cldr() -> Shelf:
    """What was asked of CLDR before: Babel takes longer to load than most of what it is asked for."""
    spec = find_spec("babel")
    assert spec
    assert spec.origin
    return Shelf("cldr", str(Path(spec.origin).stat().st_mtime_ns))


def source_catalog() -> Catalog:
    """The program's own texts as they are: nothing to read."""
    return Catalog(SOURCE_LANGUAGE, gettext.NullTranslations())


def load_catalog(workspace: Workspace, language: str, domain: str = OWN_DOMAIN) -> Catalog:
    """A language's words for a domain, then for the program itself; English where both are silent."""
    chain: gettext.NullTranslations = _NoTranslations()
    for name in (OWN_DOMAIN, domain) if domain != OWN_DOMAIN else (OWN_DOMAIN,):
        path = workspace.catalog(language, name)
        if path:
            found = _translations(path)
            found.add_fallback(chain)
            chain = found
    return Catalog(language, chain)


class _Untranslated(str):
    """An English text that stands in for a translation."""

    __slots__ = ()


class _NoTranslations(gettext.NullTranslations):
    """The end of the chain of catalogs: gives every text back, marked."""

    def gettext(self, message: str) -> str:
        return _Untranslated(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return _Untranslated(msgid1 if n == 1 else msgid2)

    def pgettext(self, context: str, message: str) -> str:  # noqa: ARG002  gettext's signature
        return _Untranslated(message)

    def npgettext(self, context: str, msgid1: str, msgid2: str, n: int) -> str:  # noqa: ARG002
        return _Untranslated(msgid1 if n == 1 else msgid2)


def read_po(path: Path) -> PoCatalog:
    """A PO file with line numbers; BadFile where it breaks."""
    from babel.messages import pofile

    data = read_bytes(inside(path.parents[3], "/".join(path.parts[-4:]), Place(path)))
    _refuse_open_quotes(path, data)
    _refuse_many_forms(path, data)
    try:
        catalog = pofile.read_po(io.BytesIO(data), abort_invalid=True, domain=path.stem)
    except pofile.PoFileError as error:
        line = error.lineno + 1
    except UnicodeDecodeError:
        line = _undecodable_line(data)
    except (ValueError, LookupError, RecursionError):
        line = 1
    else:
        _refuse_bad_plurals(path, catalog)
        if catalog.charset.lower().replace("-", "") == "utf8":
            return catalog
        line = 1
    raise BadFile(_bad_po(path, line))


def _refuse_many_forms(path: Path, data: bytes) -> None:
    """A heading may say anything; Babel would lay out as many forms as it says."""
    if any(len(found) > 1 or int(found) > MOST_FORMS for found in _FORMS.findall(data)):
        raise BadFile(_bad_plurals(path))


def _refuse_bad_plurals(path: Path, catalog: PoCatalog) -> None:
    """The plural forms of a heading are tried before they are trusted."""
    tried = 200
    try:
        plural = gettext.c2py(catalog.plural_expr)
        forms = {plural(n) for n in range(tried)}
    except (ValueError, ArithmeticError, RecursionError):
        forms = {-1}
    if not forms <= set(range(catalog.num_plurals)):
        raise BadFile(_bad_plurals(path))


def _bad_plurals(path: Path) -> Complaint:
    return Complaint(
        say("the Plural-Forms in the heading do not work"),
        Place(path, 1),
        say("for example {example}", example="nplurals=2; plural=(n != 1);"),
    )


def _refuse_open_quotes(path: Path, data: bytes) -> None:
    """Babel would read on past a quote that is not closed, and lose a letter."""
    for number, line in enumerate(data.splitlines(), 1):
        if _QUOTED.match(line) and not _CLOSED.match(line):
            raise BadFile(_bad_po(path, number))


def _bad_po(path: Path, line: int) -> Complaint:
    return Complaint(
        say("this is not a valid PO file"),
        Place(path, line),
        say("open it in a PO editor, which shows the faulty entry"),
    )


def _undecodable_line(data: bytes) -> int:
    for number, line in enumerate(data.split(b"\n"), 1):
        try:
            line.decode()
        except UnicodeDecodeError:
            return number
    return 1


def compiled(path: Path) -> Path | None:
    """The folder in the user's cache with the compiled PO file, laid out for gettext; None where none can be kept."""
    import hashlib

    digest = hashlib.sha256(__version__.encode() + read_bytes(path)).hexdigest()[:16]
    language = path.parents[1].name
    root = cache_folder() / "catalogs" / digest
    target = root / language / "LC_MESSAGES" / f"{path.stem}.mo"
    if not target.is_file():
        from pnp.files import write_atomically

        try:
            write_atomically(target, _machine_code(path))
        except BadFile as error:
            if error.complaints[0].place != Place(target):
                raise
            return None
    return root


def _translations(path: Path) -> gettext.GNUTranslations:
    root = compiled(path)
    if root is None:
        return gettext.GNUTranslations(io.BytesIO(_machine_code(path)))
    language = path.parents[1].name
    try:
        found = gettext.translation(path.stem, str(root), [language])
    except (OSError, ValueError):  # a damaged cache
        return gettext.GNUTranslations(io.BytesIO(_machine_code(path)))
    assert isinstance(found, gettext.GNUTranslations)
    return found


def _machine_code(path: Path) -> bytes:
    from babel.messages.mofile import write_mo

    buffer = io.BytesIO()
    catalog = read_po(path)
    if catalog.locale is None:  # Babel would leave out the plural forms that the file states
        catalog.locale = SOURCE_LANGUAGE
    write_mo(buffer, catalog)
    return buffer.getvalue()


@cache
def _locale(language: str) -> Locale:
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(language)
    except (UnknownLocaleError, ValueError):
        return Locale(SOURCE_LANGUAGE)


def _plural(translations: gettext.NullTranslations) -> Callable[[int], int]:
    header = translations.info().get("plural-forms", "")
    expression = header.partition("plural=")[2].strip().rstrip(";")
    return _rule(expression) if expression else _english


_rule = cache(gettext.c2py)


def _english(n: int) -> int:
    return int(n != 1)

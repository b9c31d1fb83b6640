"""Turns texts into sentences of one language: gettext for the words, CLDR for numbers, lists and dates."""

from __future__ import annotations

import gettext
import io
from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from pnp.base.cache import contents_of, remembered
from pnp.base.memo import Memo
from pnp.base.plurals import plural_rule
from pnp.base.span import Span
from pnp.base.text import BEYOND, SOURCE_LANGUAGE, Message, Placeholder, Text, abbreviated, number_in, parse, visible
from pnp.data.workspace import Workspace
from pnp.words.forms import APART, Name, read_name

if TYPE_CHECKING:
    from contextlib import AbstractContextManager
    from decimal import Context as DecimalContext

    from babel import Locale

T = TypeVar("T")

_PAIR = 2

GROUPED = 1_000

_WITH_COUNTRY = {"en": "en_GB"}  # CLDR takes a language alone for that of one country

OWN_DOMAIN = "pnp"
MOST_KEPT = 64  # catalogs, locales and rules for plurals
MOST_ANSWERS = 1000  # of CLDR

_READ: Memo[gettext.GNUTranslations] = Memo(MOST_KEPT)  # by what their files hold
_ASKED: Memo[object] = Memo(MOST_ANSWERS)


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
        """The same language with the facts of an edition, and their marks, in place of those it knew."""
        return replace(self, facts=facts, marks=marks or {})

    def __call__(self, message: Message | Text, values: Mapping[str, object] | None = None) -> str:
        """The sentence on one line; `values` go before the message's own, and these before the facts."""
        return visible(self._sentence(message, values))

    def paragraphs(self, text: Text, values: Mapping[str, object]) -> str:
        """A text whose line breaks are meant, as it is printed."""
        return "\n".join(map(visible, self._sentence(text, values).split("\n")))

    def name(self, text: Text) -> Name:
        """A name with the forms that its translator gave it."""
        return read_name(self.template(text, 1))

    def _sentence(self, message: Message | Text, values: Mapping[str, object] | None) -> str:
        text, own = (message.text, message.values) if isinstance(message, Message) else (message, {})
        if not text.one:  # gettext answers the empty text with the heading of the file
            return ""
        filled: Mapping[str, object] = ChainMap(dict(values or {}), dict(own), cast("dict[str, object]", self.facts))
        template = self.template(text, filled.get("n", 1))
        if APART in template:
            template = read_name(template).plain
        own_rule = plural_rule(text.language)
        rule = own_rule if template in text.plurals else _rule_of(self.translations)
        try:
            pieces = list(parse(template))
        except ValueError:  # `pnp check` names the translation; until it is mended, the text itself stands
            pieces, rule = list(parse(text.one)), own_rule
        return "".join(one if isinstance(one, str) else self._filled(one, filled, rule) for one in pieces)

    def lacks(self, text: Text) -> bool:
        """Whether the text would be printed in another language for want of a translation."""
        return text.language != self.language and isinstance(self.template(text, 1), _Untranslated)

    def number(self, number: float) -> str:
        """Digits as the language groups them: 1,234.5 in English; huge ones with an exponent."""
        if isinstance(number, int) and 0 <= number < GROUPED:
            return str(number)  # alike in all languages, and Babel takes longer to load than a log to check
        if abs(number) >= BEYOND:
            return abbreviated(number)
        from babel.numbers import format_decimal

        with _plain_arithmetic():
            return format_decimal(number, locale=self.locale).replace("-", "−", 1)

    def percent(self, share: float) -> str:
        """A share of 1, in percent: 0.25 is 25% in English, 25 % with a space in German."""
        return _cldr(f"percent {share} {self.language}", lambda: self._percent(share))

    def _percent(self, share: float) -> str:
        from babel.numbers import format_percent

        with _plain_arithmetic():
            return format_percent(share, locale=self.locale)

    def day(self, day: date) -> str:
        """A date in full, its month in words: 16 November 2026 in English."""
        return _cldr(f"day {day} {self.language}", lambda: self._day(day))

    def _day(self, day: date) -> str:
        from babel.dates import format_date

        return format_date(day, format="long", locale=self.locale)

    def join(self, items: Iterable[str], how: str = "and") -> str:
        """A list in words, such as 'a, b and c'; `how` is "and" or "or", and a list of nothing is empty."""
        style, found = "or" if how == "or" else "standard", list(items)
        patterns = _cldr(f"list {style} {self.language}", lambda: dict(self.locale.list_patterns[style]))
        if len(found) <= _PAIR:
            return patterns["2"].format(*found) if len(found) == _PAIR else "".join(found)
        joined = found[0]
        for place, item in enumerate(found[1:], 1):
            pattern = "start" if place == 1 else "end" if place == len(found) - 1 else "middle"
            joined = patterns[pattern].format(joined, item)
        return joined

    def language_name(self, language: str) -> str:
        """What a language is called in this one; its code where CLDR does not know it."""
        return _cldr(f"name {language} {self.language}", lambda: self._language_name(language))

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
        if not text.many:
            return found.pgettext(text.context, text.one) if text.context else found.gettext(text.one)
        number = n if isinstance(n, int) else 1
        if text.context:
            chosen = found.npgettext(text.context, text.one, text.many, number)
        else:
            chosen = found.ngettext(text.one, text.many, number)
        return _Untranslated(_own_plural(text, number)) if isinstance(chosen, _Untranslated) else chosen

    def _filled(self, place: Placeholder, values: Mapping[str, object], rule: Callable[[int], int]) -> str:
        if place.name not in values:
            return f"{{{place.name}}}"
        value = values[place.name]
        number = number_in(value) if place.plurals else None
        if number is not None:
            return place.plurals[min(rule(number), len(place.plurals) - 1)]
        if choice := place.choice:
            return self._chosen(value, choice)
        return self._formed(value, place.form, place.joint) + self.marks.get(place.name, "")

    def _chosen(self, value: object, choice: Mapping[str, str]) -> str:
        """The word that goes with a name; the first, where nothing is known of it."""
        fitting = self.name(value).chosen(choice) if isinstance(value, Text) else None
        return next(iter(choice.values())) if fitting is None else fitting

    def _formed(self, value: object, label: str, joint: str) -> str:
        """A value in the form that a text asks for, or its names; a name that lacks it, as it is by itself."""
        if not label:
            return self.shown(value, joint)
        if isinstance(value, list | tuple):
            return self.join((self._formed(one, label, joint) for one in value), joint)
        if isinstance(value, Message):
            kept = {name: one for name, one in value.values.items() if not isinstance(one, Text)}
            names = {name: self._formed(one, label, joint) for name, one in value.values.items() if name not in kept}
            return replace(self, facts={})(Message(value.text, kept | names))
        form = self.name(value).form(label) if isinstance(value, Text) else None
        return self.shown(value) if form is None else visible(form)

    def shown(self, value: object, how: str = "") -> str:
        """Any value as it is printed: texts translated, numbers and dates by CLDR, lists joined."""
        if isinstance(value, Text | Message):
            return replace(self, facts={})(value)
        if isinstance(value, bool | str | Path):
            return str(value)
        if isinstance(value, int | float):
            return self.number(value)
        if isinstance(value, date | LanguageName):
            return self.day(value) if isinstance(value, date) else self.language_name(value.code)
        if isinstance(value, Span):
            return "–".join(self.number(number) for number in dict.fromkeys((value.least, value.most)))
        assert isinstance(value, Sequence), value
        return self.join((self.shown(item) for item in value), how or "and")


@dataclass(frozen=True, slots=True)
class LanguageName:
    """A language that a sentence names: each language has its own word for it."""

    code: str

    def __str__(self) -> str:
        return source_catalog().language_name(self.code)


def _plain_arithmetic() -> AbstractContextManager[DecimalContext]:
    """Decimal numbers as Python has them at first, whatever the caller of the library reckons with."""
    from decimal import Context, localcontext

    return localcontext(Context())


def _cldr(question: str, ask: Callable[[], T]) -> T:
    """What was asked of CLDR before: Babel takes longer to load than most of what it is asked for."""
    return cast("T", _ASKED.get(question, lambda: remembered("cldr", question, ask)))


def source_catalog() -> Catalog:
    """The program's own texts as they are: nothing to read."""
    return Catalog(SOURCE_LANGUAGE, _NoTranslations())


def load_catalog(workspace: Workspace, language: str, domain: str = OWN_DOMAIN) -> Catalog:
    """A language's words for a domain, then for the program itself; the texts themselves where both are silent.

    Of each, the workspace's own words come before the built-in ones.
    """
    chain: gettext.NullTranslations = _NoTranslations()
    domains = dict.fromkeys((domain, OWN_DOMAIN))
    for path in reversed([path for name in domains for path in workspace.catalogs(language, name)]):
        found = _translations(path)
        found.add_fallback(chain)
        chain = found
    return Catalog(language, chain)


class _Untranslated(str):
    """A text in its own language, which stands in for a translation."""

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


def _translations(path: Path) -> gettext.GNUTranslations:
    """A PO file, compiled and read once; each catalog has a chain of its own behind it."""
    contents = contents_of([path])

    def read() -> gettext.GNUTranslations:
        return gettext.GNUTranslations(io.BytesIO(remembered("catalog", contents, lambda: _machine_code(path))))

    return copy(_READ.get(contents, read) if contents else read())


def _machine_code(path: Path) -> bytes:
    from babel.messages.mofile import write_mo

    from pnp.words.po import is_translated, read_po

    buffer = io.BytesIO()
    catalog = read_po(path)
    for message in [one for one in catalog if one.id and not is_translated(one)]:
        catalog.delete(message.id, message.context)  # Babel would take empty plurals for English ones
    if catalog.locale is None:  # Babel would leave out the plurals that the file states
        catalog.locale = SOURCE_LANGUAGE
    write_mo(buffer, catalog)
    return buffer.getvalue()


@lru_cache(MOST_KEPT)
def _locale(language: str) -> Locale:
    from babel import Locale, UnknownLocaleError

    try:
        return Locale.parse(_WITH_COUNTRY.get(language, language))
    except (UnknownLocaleError, ValueError):
        return Locale.parse(_WITH_COUNTRY[SOURCE_LANGUAGE])


def _rule_of(translations: gettext.NullTranslations) -> Callable[[int], int]:
    header = translations.info().get("plural-forms", "")
    expression = header.partition("plural=")[2].strip().rstrip(";")
    return _rule(expression) if expression else plural_rule(SOURCE_LANGUAGE)


_rule = lru_cache(MOST_KEPT)(gettext.c2py)


def _own_plural(text: Text, n: int) -> str:
    """The plural that goes with a number in the text's own language; a template has two at most."""
    return text.plurals[min(plural_rule(text.language)(n), len(text.plurals) - 1)]

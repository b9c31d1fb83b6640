"""PO files: read as PO editors write them, written as gettext's own tools want them, the same bytes every time."""

from __future__ import annotations

import gettext
import io
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

from pnp.base.errors import BadFile, Complaint, Place
from pnp.base.files import inside, read_bytes
from pnp.base.text import say

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog as PoCatalog
    from babel.messages.catalog import Message as PoMessage

_QUOTED = re.compile(rb'\s*(msg[a-z_]+(\[\d+\])?\s*)?"')
_CLOSED = re.compile(rb'\s*(msg[a-z_]+(\[\d+\])?\s*)?"([^"\\]|\\.)*"\s*$')
_FORMER = re.compile(r'#\|\s*(?:(msg[a-z_]+)\s*)?("(?:[^"\\]|\\.)*")')
_HEADING = re.compile(r'"([A-Za-z-]+): *(.*?)\\n"')
_DATE = re.compile(r'"(POT-Creation|PO-Revision)-Date:')
_PLURALS = re.compile(rb"nplurals\s*=\s*(\d+)")

# What gettext's tools ask for and only a translator knows; no clock, so that a file changes when its texts do.
_TRANSLATORS = {"PO-Revision-Date": "1970-01-01 00:00+0000", "Last-Translator": "", "Language-Team": ""}
_UNFILLED = re.compile(r"EMAIL@ADDRESS|LL@li\.org|YEAR-MO-DA")
_OWN_FORMAT = {"python-format", "python-brace-format"}  # Babel's guesses: our braces are neither

AS_MEANT = "as-meant"  # the flag of an entry whose translator knows better than `pnp check`

MOST_PLURALS = 6
_WIDTH = 100


def is_translated(message: PoMessage | None) -> bool:
    """Whether an entry is there, is not fuzzy, and has all its plurals."""
    if message is None or message.fuzzy:
        return False
    return all(message.string) if isinstance(message.string, list | tuple) else bool(message.string)


def strings_of(message: PoMessage) -> tuple[str, ...]:
    """The plurals of a translation, or the one string; none of an entry that is not translated."""
    if not message.id or not is_translated(message):
        return ()
    return tuple(message.string) if isinstance(message.string, list | tuple) else (message.string or "",)


def ids_of(message: PoMessage) -> tuple[str, ...]:
    """Singular, and plural where there is one."""
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def read_po(path: Path) -> PoCatalog:
    """A PO file with line numbers and the former texts of fuzzy entries; BadFile where it breaks."""
    from babel.messages import pofile

    data = _bytes(path)
    _refuse_open_quotes(path, data)
    _refuse_many_plurals(path, data)
    try:
        lines = data.decode().split("\n")
        former = _former_texts(lines)
        kept = "\n".join(_without_what_babel_stumbles_over(lines))
        catalog = pofile.read_po(io.BytesIO(kept.encode()), abort_invalid=True, domain=path.stem)
    except pofile.PoFileError as error:
        line = error.lineno + 1
    except UnicodeDecodeError:
        line = _undecodable_line(data)
    except (ValueError, LookupError, RecursionError):
        line = 1
    else:
        _refuse_bad_plurals(path, catalog)
        for message in catalog:
            message.previous_id = list(former.get(message.lineno or 0, ()))
        if catalog.charset.lower().replace("-", "") == "utf8":
            return catalog
        line = 1
    raise BadFile(_bad_po(path, line))


def read_headings(path: Path) -> dict[str, str]:
    """The fields of a PO file's heading that its translators and their editors filled in."""
    head = _until_blank(_bytes(path).decode().split("\n"))
    found = {field[1]: field[2] for line in head if (field := _HEADING.match(line.strip()))}
    return {
        name: value
        for name, value in found.items()
        if value and (name in _TRANSLATORS or name.startswith("X-")) and not _UNFILLED.search(value)
    }


def po_text(catalog: PoCatalog, language: str, domain: str, headings: Mapping[str, str]) -> str:
    """A PO file; `headings`: what its translators filled in."""
    fields = {
        "Project-Id-Version": domain,
        **_TRANSLATORS,
        "Language": language,
        "MIME-Version": "1.0",
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": catalog.plural_forms,
        **headings,
    }
    head = "".join(f"{name}: {value}\n" for name, value in fields.items())
    lines = [catalog.header_comment, _field("msgid", ""), _field("msgstr", head)]
    entries = [lines, *(list(_entry(message, catalog.num_plurals)) for message in catalog if message.id)]
    entries += (list(_obsolete(message, catalog.num_plurals)) for message in catalog.obsolete.values())
    return "\n".join("".join(f"{line}\n" for line in entry) for entry in entries)


def _entry(message: PoMessage, plurals: int) -> Iterator[str]:
    yield from _remarks("# ", message.user_comments)
    yield from _remarks("#. ", message.auto_comments)
    yield from _remarks("#: ", [" ".join(sorted({_quoted_if_spaced(name) for name, _ in message.locations}))])
    if flags := sorted(message.flags - _OWN_FORMAT):
        yield f"#, {', '.join(flags)}"
    for keyword, text in zip(("msgid", "msgid_plural"), message.previous_id, strict=False):
        yield _field(keyword, text, "#| ")
    yield from _translation(message, plurals)


def _obsolete(message: PoMessage, plurals: int) -> Iterator[str]:
    yield from _remarks("# ", message.user_comments)
    yield from _translation(message, plurals, "#~ ")


def _translation(message: PoMessage, plurals: int, prefix: str = "") -> Iterator[str]:
    if message.context:
        yield _field("msgctxt", message.context, prefix)
    for keyword, text in zip(("msgid", "msgid_plural"), ids_of(message), strict=False):
        yield _field(keyword, text, prefix)
    if isinstance(message.id, str):
        yield _field("msgstr", str(message.string or ""), prefix)
        return
    strings = [*(message.string or ()), *[""] * plurals][:plurals]
    for number, text in enumerate(strings):
        yield _field(f"msgstr[{number}]", text, prefix)


def _field(keyword: str, text: str, prefix: str = "") -> str:
    from babel.messages.pofile import normalize

    return f"{prefix}{keyword} {normalize(text, prefix, _WIDTH)}"


def _remarks(prefix: str, remarks: Iterable[str]) -> Iterator[str]:
    for remark in remarks:
        for line in wrap(remark, _WIDTH, break_long_words=False, break_on_hyphens=False):
            yield f"{prefix}{line}"


def _quoted_if_spaced(name: str) -> str:
    return f"\u2068{name}\u2069" if " " in name or "\t" in name else name


def _former_texts(lines: Iterable[str]) -> dict[int, tuple[str, ...]]:
    """The former texts of entries, by the lines of their msgid; none where the comment is no PO."""
    from babel.messages.pofile import unescape

    found: dict[int, tuple[str, ...]] = {}
    texts: dict[str, str] = {}
    keyword = ""
    for number, line in enumerate(map(str.strip, lines), 1):
        if line.startswith("#|"):
            piece = _FORMER.fullmatch(line)
            keyword = (piece[1] or keyword) if piece else "broken"
            texts[keyword] = texts.get(keyword, "") + (unescape(piece[2]) if piece else "")
        elif line.startswith("msgid "):
            ids = tuple(texts[name] for name in ("msgid", "msgid_plural") if name in texts)
            if ids and "broken" not in texts:
                found[number] = ids
            texts = {}
    return found


def _without_what_babel_stumbles_over(lines: list[str]) -> Iterator[str]:
    """Former texts, which it takes for remarks or faults, and dates, of which it knows one form only."""
    head = len(_until_blank(lines))
    for number, line in enumerate(lines):
        former = line.lstrip().startswith(("#|", "#~|"))
        yield "" if former or (number < head and _DATE.match(line.strip())) else line


def _until_blank(lines: list[str]) -> list[str]:
    """The heading: what stands before the first blank line."""
    return lines[: next((number for number, line in enumerate(lines) if number and not line.strip()), len(lines))]


def _bytes(path: Path) -> bytes:
    return read_bytes(inside(path.parents[3], "/".join(path.parts[-4:]), Place(path)))


def _refuse_many_plurals(path: Path, data: bytes) -> None:
    """A heading may say anything; Babel would lay out as many plurals as it says."""
    if any(len(found) > 1 or int(found) > MOST_PLURALS for found in _PLURALS.findall(data)):
        raise BadFile(_bad_plurals(path))


def _refuse_bad_plurals(path: Path, catalog: PoCatalog) -> None:
    """The plurals of a heading are tried before they are trusted."""
    tried = 200
    try:
        rule = gettext.c2py(catalog.plural_expr)
        chosen = {rule(n) for n in range(tried)}
    except (ValueError, ArithmeticError, RecursionError):
        chosen = {-1}
    if not chosen <= set(range(catalog.num_plurals)):
        raise BadFile(_bad_plurals(path))


def _bad_plurals(path: Path) -> Complaint:
    return Complaint(
        say("the Plural-Forms in the header are not valid"),
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
        say("open it in a PO editor, which will show the faulty entry"),
    )


def _undecodable_line(data: bytes) -> int:
    for number, line in enumerate(data.split(b"\n"), 1):
        try:
            line.decode()
        except UnicodeDecodeError:
            return number
    return 1

"""Reads a TOML file strictly: typed keys, nothing unknown, every complaint with its line and all of them at once."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from datetime import date
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from pnp.base.errors import BadFile, Complaint, Place, near_miss
from pnp.base.files import read_text
from pnp.base.text import Message, say, word
from pnp.data.values import MOST_NUMBER, NAME, bad_name, excerpt, freeze, out_of_range

Keys = tuple[str | int, ...]

MOST_DEPTH = 32
LONGEST_LINE = 20_000

_REQUIRED = object()
_NAME = r"""(?:[\w-]+|"[^"]*"|'[^']*')"""
_DOTTED = rf"{_NAME}(?:\s*\.\s*{_NAME})*"
_HEADER = re.compile(rf"\s*(\[\[?)\s*({_DOTTED})\s*\]")
_KEY = re.compile(rf"\s*({_DOTTED})\s*=")
_ERROR = re.compile(r"line (\d+)")


class Section:
    """What TOML calls a table. Used as a context manager: on leaving, keys that nobody asked for are refused."""

    def __init__(self, source: Source, data: dict[str, Any], keys: Keys = ()) -> None:
        self._source, self._data, self.keys = source, data, keys
        self._asked: set[str] = set()
        self._offered: frozenset[str] = frozenset()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            for key in self._data:
                if key not in self._asked:
                    hint = near_miss(key, sorted(self._asked | self._offered))
                    self.complain(say("unknown key “{key}”", key=key), key, hint)

    def offers(self, keys: Iterable[str]) -> None:
        """Keys that could stand here, for hints about those that cannot."""
        self._offered = frozenset(keys)

    def __iter__(self) -> Iterator[str]:
        """The keys of a section that names things, which must be names."""
        for key in self._data:
            if NAME.fullmatch(key):
                yield key
            else:
                self._asked.add(key)
                self.complain(bad_name(key), key)

    def __contains__(self, key: str) -> bool:
        return key in self._data

    @property
    def place(self) -> Place:
        """Where the section begins, or the one around it if it is not there."""
        return self.place_of()

    def place_of(self, *keys: str | int) -> Place:
        """The line where one of its keys stands, or else the nearest section around it."""
        return self._source.place((*self.keys, *keys))

    def complain(self, message: Message, where: str | Place | None = None, hint: Message | None = None) -> None:
        """A complaint about the section, about one of its keys, or about a place within it."""
        place = where if isinstance(where, Place) else self.place_of(where) if where else self.place
        self._source.complaints.append(Complaint(message, place, hint))

    def leaves(self, key: str) -> Iterator[tuple[str, Any, Place]]:
        """The values below a key however deep it nests, each with its dotted key from there on and its place."""
        for keys, found in _leaves(self.raw(key, {}), ()):
            yield ".".join(keys), found, self.place_of(key, *keys)

    def string(self, key: str, default: Any = _REQUIRED) -> str:
        """The text of a key, which must be there unless there is a default; likewise for other types."""
        return str(self._typed(key, str, word("type", "text"), default, ""))

    def boolean(self, key: str, default: Any = _REQUIRED) -> bool:
        """True or false and nothing like it, such as 1; anything else is complained of, and counts as false."""
        return bool(self._typed(key, bool, word("type", "true or false"), default, False))

    def integer(self, key: str, default: Any = _REQUIRED, least: int = 0) -> int:
        """A whole number from `least` to a million; anything else is complained of, and counts as `least`."""
        found: int = self._typed(key, int, word("type", "a whole number"), default, least)
        if not least <= found <= MOST_NUMBER:
            self.complain(out_of_range(key, found, least), key)
            return least
        return found

    def number(self, key: str, default: Any = _REQUIRED, least: float = 0, most: float = MOST_NUMBER) -> float:
        """A number from `least` to `most`; anything else is complained of, and counts as `least`."""
        found = self.raw(key, default, least)
        return self._bounded(key, found, least, most)

    def numbers(self, key: str, count: int, least: float = 0, most: float = MOST_NUMBER) -> tuple[float, ...]:
        """A list of so many numbers."""
        found = self.raw(key, blank=[least] * count)
        if isinstance(found, list) and len(found) == count:
            return tuple(self._bounded(key, one, least, most) for one in found)
        self._mistyped(key, found, word("type", "a list of {n} numbers", n=count))
        return (least,) * count

    def _bounded(self, key: str, found: Any, least: float, most: float) -> float:
        if not isinstance(found, int | float) or isinstance(found, bool):
            self._mistyped(key, found, word("type", "a number"))
        elif not least <= found <= most:  # also refuses nan
            self.complain(out_of_range(key, found, least, most), key)
        else:
            return float(found)
        return float(least)

    def day(self, key: str) -> date:
        """A date, which must be there and stands without quotes; anything else counts as the earliest day."""
        found: date = self._typed(key, date, word("type", "a date such as 2026-11-16"), _REQUIRED, date.min)
        return found

    def strings(self, key: str, default: Any = _REQUIRED) -> tuple[str, ...]:
        """A list of texts; a single text counts as a list of one."""
        found = self.raw(key, default, ())
        items = [found] if isinstance(found, str) else found
        if isinstance(items, list | tuple) and all(isinstance(item, str) for item in items):
            return tuple(items)
        self._mistyped(key, found, word("type", "a list of texts"))
        return ()

    def raw(self, key: str, default: Any = _REQUIRED, blank: Any = None) -> Any:
        """Whatever TOML has there; the caller checks."""
        self._asked.add(key)
        if key in self._data:
            return self._data[key]
        if default is _REQUIRED:
            self.complain(say("the key “{key}” is missing", key=key))
            return blank
        return default

    def section(self, key: str) -> Section:
        """A section that may be left out when nothing is to be said."""
        found: dict[str, Any] = self._typed(key, dict, word("type", "a table"), {}, {})
        return Section(self._source, found, (*self.keys, key))

    def sections(self, key: str) -> Iterator[Section]:
        """The sections of `[[key]]`."""
        found = self._typed(key, list, word("type", "a list of tables"), [], [])
        for index, item in enumerate(found):
            if isinstance(item, dict):
                yield Section(self._source, item, (*self.keys, key, index))
            else:
                self._mistyped(key, item, word("type", "a list of tables"))

    def _typed(self, key: str, kind: type, expected: Message, default: Any, blank: Any) -> Any:
        found = self.raw(key, default, blank)
        if isinstance(found, kind) and (kind is bool or not isinstance(found, bool)):
            return found
        self._mistyped(key, found, expected)
        return blank

    def _mistyped(self, key: str, found: Any, expected: Message) -> None:
        self.complain(
            say("“{key}”: expected {expected}, found “{found}”", key=key, expected=expected, found=excerpt(found)),
            key,
        )


class Source:
    """A TOML file being read, with its complaints so far; `text` stands for one that is not there."""

    def __init__(self, path: Path, text: str | None = None) -> None:
        self.path = path
        self._text = read_text(path) if text is None else text
        self.complaints: list[Complaint] = []
        for number, line in enumerate(self._text.split("\n"), 1):
            if len(line) > LONGEST_LINE:
                raise self._unreadable(number, line[:40])
        self._lines = lines_of(self._text)
        if any(len(keys) >= MOST_DEPTH for keys in self._lines):
            raise self._unreadable(1, "a.a.a…")
        self.data = self._parsed()
        self.root = Section(self, self.data)

    def place(self, keys: Keys) -> Place:
        """The line of a key, or else of the nearest section around it."""
        return Place(self.path, line_of(self._lines, keys))

    def _parsed(self) -> dict[str, Any]:
        try:
            data = tomllib.loads(self._text)
        except ValueError as error:  # also a number of thousands of digits
            found = _ERROR.search(str(error))
            lines = self._text.split("\n")
            line = min(int(found[1]), len(lines)) if found else len(lines)
            raise self._unreadable(line, lines[line - 1].strip()) from None
        except RecursionError:
            raise self._unreadable(1, "[[[[") from None
        if _depth(data) > MOST_DEPTH:
            raise self._unreadable(1, "[[[[")
        return data

    def _unreadable(self, line: int, text: str) -> BadFile:
        return BadFile(
            Complaint(
                say("this is not valid TOML: “{text}”", text=excerpt(text)),
                Place(self.path, line),
                say("look for a missing quotation mark, bracket or equals sign, or for a key that appears twice"),
            )
        )


def read_facts(path: Path) -> dict[str, object]:
    """A file of values alone: each dotted key with its value."""
    return {".".join(keys): freeze(found) for keys, found in _leaves(Source(path).data, ())}


def _depth(data: object) -> int:
    """How deep sections and lists nest, found level by level so that nothing recurses."""
    depth, level = 0, [data]
    while level and depth <= MOST_DEPTH:
        depth += 1
        level = [
            item
            for one in level
            if isinstance(one, dict | list)
            for item in (one.values() if isinstance(one, dict) else one)
        ]
    return depth


def _leaves(found: Any, keys: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(found, dict):
        for key, item in found.items():
            yield from _leaves(item, (*keys, key))
    else:
        yield keys, found


def lines_of(text: str) -> dict[Keys, int]:
    """The line where each key and section first stands."""
    lines: dict[Keys, int] = {}
    around: Keys = ()
    seen: dict[Keys, int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        if header := _HEADER.match(line):
            names = _dotted(header[2])
            if header[1] == "[[":
                seen[names] = seen.get(names, -1) + 1
            around = here = _indexed(names, seen)
        elif key := _KEY.match(line):
            here = (*around, *_dotted(key[1]))
        else:
            continue
        for end in range(1, min(len(here), MOST_DEPTH) + 1):
            lines.setdefault(here[:end], number)
    return lines


def line_of(lines: dict[Keys, int], keys: Keys) -> int:
    """The line where a key stands, or else the nearest section around it."""
    return next((lines[keys[:end]] for end in range(len(keys), 0, -1) if keys[:end] in lines), 1)


def _dotted(text: str) -> Keys:
    return tuple(name.strip("\"'") for name in re.findall(_NAME, text))


def _indexed(names: Keys, seen: dict[Keys, int]) -> Keys:
    """The header `a.b` with the number of each `[[…]]` on its way put in."""
    path: list[str | int] = []
    for end in range(1, len(names) + 1):
        path.append(names[end - 1])
        if names[:end] in seen:
            path.append(seen[names[:end]])
    return tuple(path)

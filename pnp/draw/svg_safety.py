"""Refuses a drawing that could swell without bound or read other files, before anything else looks at it."""

from __future__ import annotations

import re
from pathlib import Path
from xml.parsers import expat

from pnp.base.errors import BadFile, Complaint, Place
from pnp.base.text import Message, say

MOST_PATHS = 20_000
MOST_DEPTH = 100
MOST_LETTERS = 50_000
MOST_CHARACTERS = 4000  # of an attribute
_LONG = ("d", "points", "href")  # attributes that may be longer
_URL = re.compile(r"url\(\s*['\"]?(?!#)|@import", re.IGNORECASE)


def refuse_unsafe_svg(path: Path, data: bytes) -> None:
    """BadFile for entities, references to other files, too much text, and `use` upon `use`."""
    reader = _SvgReader(path)
    try:
        reader.parser.Parse(data, True)
    except expat.ExpatError as error:
        raise BadFile(invalid_svg(path, error.lineno)) from None
    except (ValueError, LookupError):  # an encoding that nobody knows
        raise BadFile(invalid_svg(path, 1)) from None
    if reader.elements() > MOST_PATHS:
        raise BadFile(too_many_paths(path))


def invalid_svg(path: Path, line: int | None = None) -> Complaint:
    """The complaint about a file that cannot be read as SVG, with the line if XML broke there."""
    return Complaint(say("this is not a valid SVG file"), Place(path, line))


def too_many_paths(path: Path) -> Complaint:
    """The complaint about a drawing that would take too long to draw."""
    return Complaint(say("the drawing has more than {most} paths", most=MOST_PATHS), Place(path))


class _SvgReader:
    def __init__(self, path: Path) -> None:
        self.parser = expat.ParserCreate()
        self.parser.EntityDeclHandler = self._entity
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._text
        self._path, self._letters = path, 0
        self._open = [""]  # for each element around this one, the nearest id; the drawing as a whole has none
        self._plain: dict[str, int] = {"": 0}  # how many elements stand under each id
        self._named: dict[str, list[str]] = {"": []}  # and which other ids stand or are used there

    def elements(self) -> int:
        """How many elements there are once every `use` is carried out."""
        return self._expanded("", 0, {})

    def _expanded(self, name: str, depth: int, known: dict[str, int]) -> int:
        if depth > MOST_DEPTH:  # also where they use each other in circles
            return MOST_PATHS + 1
        if name not in known:
            total = self._plain.get(name, 0)
            for used in self._named.get(name, ()):
                total += self._expanded(used, depth + 1, known)
                if total > MOST_PATHS:
                    break
            known[name] = total
        return known[name]

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        local, around = tag.rpartition(":")[2], self._open[-1]
        links = [value.strip() for key, value in attributes.items() if key.rpartition(":")[2] == "href"]
        for key, value in attributes.items():
            if len(value) > MOST_CHARACTERS and ":" not in key and key not in _LONG:
                self._refuse(say("“{name}” has more than {most} characters", name=key, most=MOST_CHARACTERS))
            if _URL.search(value):
                self._refuse_reference(value)
        for link in links:
            if local != "a" and not link.startswith(("#", "data:")):
                self._refuse_reference(link)
        self._plain[around] += 1
        if local == "use":
            self._named[around] += [link.removeprefix("#") for link in links]
        own = attributes.get("id", "")
        if own and own not in self._plain:
            self._plain[own], self._named[own] = 0, []
            self._named[around].append(own)
        self._open.append(own or around)

    def _end(self, _: str) -> None:
        self._open.pop()

    def _text(self, text: str) -> None:
        self._letters += len(text.strip())
        if _URL.search(text):
            self._refuse_reference(text.strip())
        if self._letters > MOST_LETTERS:
            self._refuse(say("the drawing contains more than {most} characters of text", most=MOST_LETTERS))

    def _entity(self, *_: object) -> None:
        self._refuse(
            say("the drawing declares an entity, which pnp does not read"), say("save it again as plain SVG")
        )

    def _refuse_reference(self, reference: str) -> None:
        self._refuse(
            say("the drawing refers to another file: “{reference}”", reference=reference[:60]),
            say("embed what it shows, or convert it to paths"),
        )

    def _refuse(self, message: Message, hint: Message | None = None) -> None:
        raise BadFile(Complaint(message, Place(self._path, self.parser.CurrentLineNumber), hint))

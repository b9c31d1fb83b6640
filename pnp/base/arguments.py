"""What a caller may hand over, checked before it is used: a wrong type is refused with a sentence."""

from __future__ import annotations

import os
import reprlib
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar, cast

from pnp.base.errors import BadRequest, Complaint
from pnp.base.text import Message, say

LARGEST = 10**15
Found = TypeVar("Found")


def a_word(name: str, found: object, example: str) -> str:
    """A word such as a game's key, or a text."""
    if isinstance(found, str) and _printable(found):
        return plain(found)
    raise refused(say("{name}: expected a word, found {found}", name=name, found=shown(found)), example)


def one_of(name: str, found: object, known: Sequence[str]) -> None:
    """Refuses any word that is not among those that are known."""
    if found not in known:
        raise BadRequest(
            Complaint(
                say("{option}: there is no “{found}”", option=name, found=shown(found).strip("'")),
                None,
                say("available: {words}", words=", ".join(known)),
            )
        )


def some_words(name: str, found: object, example: str) -> tuple[str, ...]:
    """The words of a list, in its order. A word alone would be read letter by letter, so it is refused."""
    if isinstance(found, Iterable) and not isinstance(found, str | bytes):
        listed = list(found)
        if all(isinstance(one, str) and _printable(one) for one in listed):
            return tuple(map(plain, listed))
    raise refused(say("{name}: expected a list of words, found {found}", name=name, found=shown(found)), example)


def a_path(name: str, found: object, example: str) -> Path:
    """A file or folder, named by a word or a Path."""
    if isinstance(found, str | os.PathLike) and isinstance(text := os.fspath(found), str) and text:
        with suppress(ValueError):  # for what the system has no name
            if b"\0" not in os.fsencode(text):
                return Path(plain(text))
    raise refused(say("{name}: expected a file or folder, found {found}", name=name, found=shown(found)), example)


def a_number(name: str, found: object, least: int | None = None, most: int = LARGEST) -> int:
    """A whole number that is neither too small nor too large."""
    if isinstance(found, int) and not isinstance(found, bool):
        if least is not None and found < least:
            raise refused(
                say("{name}: expected at least {least}, found {found}", name=name, least=least, found=shown(found)),
                f"{name}={least}",
            )
        if found > most:
            raise refused(
                say("{name}: expected at most {most}, found {found}", name=name, most=most, found=shown(found)),
                f"{name}={most}",
            )
        return found
    raise refused(say("{name}: expected a whole number, found {found}", name=name, found=shown(found)), f"{name}=7")


def a_measure(name: str, found: object) -> float:
    """A number of millimetres or grams."""
    if isinstance(found, int | float) and not isinstance(found, bool):
        return found
    raise refused(say("{name}: expected a number, found {found}", name=name, found=shown(found)), f"{name}=3.5")


def yes_or_no(name: str, found: object) -> bool:
    """True or False."""
    if isinstance(found, bool):
        return found
    raise refused(say("{name}: expected True or False, found {found}", name=name, found=shown(found)), f"{name}=True")


def a_function(name: str, found: object) -> Callable[[], None] | None:
    """Something to call, or nothing."""
    if found is None or callable(found):
        return found
    raise refused(say("{name}: expected a callable, found {found}", name=name, found=shown(found)), "None")


def refused(message: Message, example: str) -> BadRequest:
    """The failure that says what was expected, with an example."""
    return BadRequest(Complaint(message, None, say("for example {example}", example=example)))


def shown(found: object) -> str:
    """A value as its author would recognise it, never long."""
    try:
        return reprlib.repr(found)
    except ValueError:  # more digits than Python writes
        return type(found).__name__


def plain(found: Found) -> Found:
    """The word that a member of an enumeration is, also within a list: its own `str` may be the member's name."""
    if isinstance(found, list | tuple):
        return cast("Found", [plain(one) for one in found])
    return cast("Found", str.__str__(found)) if isinstance(found, str) else found


def _printable(text: str) -> bool:
    """Whether a text can be written to a file."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True

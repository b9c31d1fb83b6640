"""What a caller may hand over, checked before it is used: a wrong type is refused with a sentence."""

from __future__ import annotations

import os
import reprlib
from collections.abc import Iterable
from pathlib import Path

from pnp.base.errors import BadRequest, Complaint
from pnp.base.text import Message, say


def a_word(name: str, found: object, example: str) -> str:
    """A word such as a game's key."""
    if isinstance(found, str):
        return found
    raise refused(say("{name}: expected a word, found {found}", name=name, found=shown(found)), example)


def some_words(name: str, found: object, example: str) -> tuple[str, ...]:
    """The words of a list. A word alone would be read letter by letter, so it is refused."""
    if isinstance(found, Iterable) and not isinstance(found, str | bytes):
        listed = list(found)
        if all(isinstance(one, str) for one in listed):
            return tuple(listed)
    raise refused(say("{name}: expected a list of words, found {found}", name=name, found=shown(found)), example)


def a_path(name: str, found: object, example: str) -> Path:
    """A file or folder, named by a word or a Path."""
    if isinstance(found, str | os.PathLike) and isinstance(text := os.fspath(found), str) and text:
        return Path(text)
    raise refused(say("{name}: expected a file or folder, found {found}", name=name, found=shown(found)), example)


def a_number(name: str, found: object, least: int | None = None) -> int:
    """A whole number that is not too small."""
    if isinstance(found, int) and not isinstance(found, bool):
        if least is None or found >= least:
            return found
        raise refused(
            say("{name}: expected at least {least}, found {found}", name=name, least=least, found=found),
            f"{name}={least}",
        )
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


def refused(message: Message, example: str) -> BadRequest:
    """The failure that says what was expected, with an example."""
    return BadRequest(Complaint(message, None, say("for example {example}", example=example)))


def shown(found: object) -> str:
    """A value as its author would recognise it, never long."""
    return reprlib.repr(found)

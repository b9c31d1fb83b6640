"""Letters that will not print as their readers expect: no glyph in the typeface, or a script that is not set yet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple
from unicodedata import name as unicode_name

from pnp.base.text import Message, say
from pnp.draw.pdf import Typeface

_NO_BREAK = "\u00a0"
_LEFTWARD = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
_JOINED = re.compile("[\u0900-\u109f\u1780-\u18af\u1900-\u1aaf\u1b00-\u1c7f\ua840-\ua8df\ua980-\uaaff\uabc0-\uabff]")
_UNSPACED = re.compile("[\u2e80-\u312f\u3190-\ua4cf\uf900-\ufaff\U00020000-\U0003ffff]")


class GlyphFault(NamedTuple):
    """What is wrong with some letters, and what to do about it."""

    message: Message
    hint: Message


class GlyphCheck:
    """Looks at letters before they are set, and says of each fault once what is wrong."""

    def __init__(self) -> None:
        self._lacking: dict[str, set[str]] = {}  # by typeface
        self._scripts: dict[re.Pattern[str], set[str]] = {}

    def look(self, text: str, name: str, font: Typeface) -> None:
        """Takes note of letters that will not print well; `name` is what complaints call the typeface."""
        if lacking := _missing(text, font):
            self._lacking.setdefault(name, set()).update(lacking)
        if not text.isascii():
            for kind, scripts in _unready(text):
                self._scripts.setdefault(kind, set()).update(scripts)

    def faults(self) -> Iterator[GlyphFault]:
        """One for each typeface that lacks letters, then one for each kind of script that is not set yet."""
        for name, lacking in self._lacking.items():
            yield GlyphFault(
                say(
                    "{font} has no glyph for {characters}",
                    font=name,
                    characters="".join(sorted(lacking)),
                ),
                say(
                    "in layout.toml, choose a typeface that has it, such as {example}",
                    example='[fonts] Own = "fonts/MyFont.ttf"',
                ),
            )
        for kind, scripts in self._scripts.items():
            yield GlyphFault(
                _unready_message(kind, ", ".join(sorted(scripts))),
                say("show it to someone who reads the language before you print it"),
            )


def _unready_message(kind: re.Pattern[str], scripts: str) -> Message:
    if kind is _LEFTWARD:
        return say(
            "this script runs from right to left and joins its letters, which pnp doesn’t support yet: {scripts}",
            scripts=scripts,
        )
    if kind is _JOINED:
        return say(
            "this script joins and reorders its letters, which pnp doesn’t support yet: {scripts}", scripts=scripts
        )
    return say("this script has no spaces, and so far pnp breaks lines only at spaces: {scripts}", scripts=scripts)


@lru_cache(16384)
def _missing(text: str, font: Typeface) -> str:
    """The characters that the typeface has no glyph for."""
    known = font.face.charToGlyph
    return "".join(sorted({one for one in text if one != _NO_BREAK and ord(one) not in known}))


@lru_cache(16384)
def _unready(text: str) -> tuple[tuple[re.Pattern[str], frozenset[str]], ...]:
    """The scripts of a text that are not set rightly, by the names that Unicode has for them."""
    found = ((kind, frozenset(map(_script, kind.findall(text)))) for kind in (_LEFTWARD, _JOINED, _UNSPACED))
    return tuple((kind, scripts) for kind, scripts in found if scripts)


def _script(letter: str) -> str:
    script = unicode_name(letter, f"U+{ord(letter):04X}").partition(" ")[0]
    return script if script == "CJK" else script.capitalize()

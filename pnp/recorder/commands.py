"""The words of the recorder itself, in the user's language and in English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pnp.base.text import Message, say, word
from pnp.rules.notation import fold, spellings
from pnp.words.catalog import Catalog

MARK = "/"  # sets commands apart from what happened at the table
YES, NO = word("record", "yes|y"), word("record", "no|n")
ENDING = word("record", "end")


class Command(NamedTuple):
    """A command: its words, what it does, and what may come after it."""

    words: Message
    does: Message
    takes: Message | None = None
    needed: bool = False

    def after(self, say_it: Catalog) -> str:
        """What comes after it, in brackets where it may be left out."""
        return "" if self.takes is None else say_it(self.takes) if self.needed else f"[{say_it(self.takes)}]"


_LINE = word("record", "LINE")
COMMANDS: Mapping[str, Command] = {
    "undo": Command(
        word("record", "undo|back"),
        say("undo the last step, or as many as you say"),
        word("record", "NUMBER"),
    ),
    "fix": Command(word("record", "fix|correct"), say("change an earlier line of the log"), _LINE, needed=True),
    "log": Command(word("record", "log|lines"), say("show the log with line numbers"), _LINE),
    "show": Command(word("record", "show|table"), say("show the current state of the game")),
    "moves": Command(word("record", "moves"), say("list everything you can do now")),
    "help": Command(word("record", "help"), say("show this help, or how to write a step"), word("record", "STEP")),
    "without": Command(word("record", "without"), say("carry on without the line that’s due")),
    "quit": Command(word("record", "quit|exit|leave"), say("leave; everything is already saved")),
}


def means(message: Message, text: str, say_it: Catalog) -> bool:
    """Whether a text is one of a word's spellings."""
    return fold(text.strip()) in _spelled(message, say_it)


def command(text: str, say_it: Catalog) -> list[str]:
    """The commands whose words begin so; a whole word means one only."""
    exact = whole_command(text, say_it)
    if exact:
        return [exact]
    words = {key: _spelled(one.words, say_it) for key, one in COMMANDS.items()}
    return [key for key, known in words.items() if any(one.startswith(fold(text)) for one in known)]


def whole_command(text: str, say_it: Catalog) -> str:
    """The command that a whole word means; empty where it means none."""
    return next((key for key, one in COMMANDS.items() if means(one.words, text, say_it)), "")


def usual(message: Message, say_it: Catalog) -> str:
    """The first of a word's spellings, which is the one to show."""
    return next(spellings(message, say_it))


def _spelled(message: Message, say_it: Catalog) -> set[str]:
    own = message.text.one.split("|")
    return {fold(one) for one in (*spellings(message, say_it), *own)}

"""The words of the recorder itself, in the user's language and in English."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.catalog import Catalog
from pnp.referee.notation import fold, spellings
from pnp.text import Message, say, word

MARK = "/"  # sets commands apart from what happened at the table
YES, NO = word("record", "yes|y"), word("record", "no|n")
ENDING = word("record", "end")

# each command with its words, what comes after it, and what it does
COMMANDS: Mapping[str, tuple[Message, Message | None, Message]] = {
    "undo": (
        word("record", "undo|back"),
        word("record", "[NUMBER]"),
        say("takes back the last step, or as many as you say"),
    ),
    "fix": (word("record", "fix|correct"), word("record", "LINE"), say("changes an earlier line of the log")),
    "log": (word("record", "log|lines"), word("record", "[LINE]"), say("shows the lines of the log, with numbers")),
    "show": (word("record", "show|table"), None, say("draws the table as it stands")),
    "moves": (word("record", "moves"), None, say("lists everything that may be done now")),
    "help": (word("record", "help"), word("record", "[STEP]"), say("shows this, or how a step is written")),
    "quit": (word("record", "quit|exit|leave"), None, say("leaves; everything is saved already")),
}


def means(message: Message, text: str, say_it: Catalog) -> bool:
    """Whether a text is one of a word's spellings."""
    return fold(text.strip()) in _spelled(message, say_it)


def command(text: str, say_it: Catalog) -> list[str]:
    """The commands whose words begin so; a whole word means one only."""
    folded = fold(text)
    words = {key: _spelled(one[0], say_it) for key, one in COMMANDS.items()}
    exact = [key for key, known in words.items() if folded in known]
    return exact[:1] or [key for key, known in words.items() if any(one.startswith(folded) for one in known)]


def usual(message: Message, say_it: Catalog) -> str:
    return next(spellings(message, say_it))


def _spelled(message: Message, say_it: Catalog) -> set[str]:
    own = message.text.one.split("|")
    return {fold(one) for one in (*spellings(message, say_it), *own)}

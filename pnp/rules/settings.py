"""What rules read from an edition: its values by names that read well, once for all games that are played by it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, NamedTuple, TypeVar

from pnp.base.errors import BadFile, Complaint, Place
from pnp.base.memo import once_for_each
from pnp.base.text import say
from pnp.data.edition import EditionData

Read = TypeVar("Read")
MOST_KEPT = 64  # editions


class Declared(NamedTuple):
    """A value by its key; with a `word`, whether it is that one."""

    key: str
    word: str = ""


def value(key: str, word: str = "") -> Any:
    """Declares a setting as the value of a key or, with a `word`, as whether the value is that one."""
    return Declared(key, word)


class Settings:
    """Every number and switch of the rules, read once: so asking for one costs no more than an attribute.

    A game's settings are a class of declarations, `hand_limit: int = value("hand.limit")`; what it works out from
    several values, it adds when it is made.
    """

    _declared: ClassVar[dict[str, Declared]] = {}

    def __init_subclass__(cls) -> None:
        cls._declared = {name: found for name, found in vars(cls).items() if isinstance(found, Declared)}
        for name in cls._declared:
            delattr(cls, name)  # else whatever is not read would be found to be its declaration

    def __init__(self, edition: EditionData) -> None:
        self.edition = edition
        self.rules = set(edition.rules)
        for name, (key, word) in self._declared.items():
            found = edition[key]
            setattr(self, name, found == word if word else found)


def once_for_each_edition(read: Callable[[EditionData], Read]) -> Callable[[EditionData], Read]:
    """What is read from an edition, kept for all the games that are played by it, until many others were read."""

    def reads(edition: EditionData) -> Read:
        return _read(read, edition)

    return once_for_each(MOST_KEPT)(reads)


def _read(read: Callable[[EditionData], Read], edition: EditionData) -> Read:
    """Rules may meet data that was not written for them: a workspace's own game of the same key."""
    game = edition.game
    try:
        return read(edition)
    except KeyError as error:
        wrong = say(
            "the rules of “{game}” need “{name}”, which is missing from its data", game=game.key, name=error.args[0]
        )
    except (ArithmeticError, AttributeError, IndexError, TypeError, ValueError) as error:
        wrong = say("the rules of “{game}” can’t use its data: {reason}", game=game.key, reason=str(error)[:200])
    hint = say("copy it from the game that comes with pnp, or give your own game its own key")
    raise BadFile(Complaint(wrong, Place(game.folder), hint))

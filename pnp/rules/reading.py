"""What rules read from an edition: once for all games that are played by it, or a sentence about what is lacking."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from pnp.base.errors import BadFile, Complaint, Place
from pnp.base.text import say
from pnp.data.edition import EditionData

Read = TypeVar("Read")


def once_for_each_edition(read: Callable[[EditionData], Read]) -> Callable[[EditionData], Read]:
    """What is read from an edition, kept with it for all the games that are played by it."""

    def reads(edition: EditionData) -> Read:
        if read not in edition.kept:
            edition.kept[read] = _read(read, edition)
        kept: Read = edition.kept[read]
        return kept

    return reads


def _read(read: Callable[[EditionData], Read], edition: EditionData) -> Read:
    """Rules may meet data that was not written for them: a workspace's own game of the same key."""
    game = edition.game
    try:
        return read(edition)
    except KeyError as error:
        wrong = say("the rules of '{game}' need '{name}', which its data lacks", game=game.key, name=error.args[0])
    except (ArithmeticError, AttributeError, IndexError, TypeError, ValueError) as error:
        wrong = say("the rules of '{game}' cannot go by its data: {reason}", game=game.key, reason=str(error)[:200])
    hint = say("copy it from the game that comes with pnp; a game of your own needs a key of its own")
    raise BadFile(Complaint(wrong, Place(game.folder), hint))

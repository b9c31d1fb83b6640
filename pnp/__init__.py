"""Print-and-play kits and a referee, from one folder of data per game.

    import pnp

    edition = pnp.open("my-game").edition(expansions=["night"])
    edition.kit("de").write("output")
    print(pnp.judge("friday.log"))

What there is stands in `__all__`, each with its own help; `docs/reference/python.md` tells it with examples.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.3.0"

if TYPE_CHECKING:
    from pnp.api.data import problems as problems
    from pnp.api.games import Edition as Edition
    from pnp.api.games import Game as Game
    from pnp.api.games import list_games as list_games
    from pnp.api.games import open as open  # noqa: A004
    from pnp.api.logs import JudgedLog as JudgedLog
    from pnp.api.logs import differences as differences
    from pnp.api.logs import judge as judge
    from pnp.api.logs import verdicts as verdicts
    from pnp.api.options import Printing as Printing
    from pnp.api.printing import Printed as Printed
    from pnp.api.table import AgainstTheRules as AgainstTheRules
    from pnp.api.table import Standing as Standing
    from pnp.api.table import Table as Table
    from pnp.base.errors import BadFile as BadFile
    from pnp.base.errors import BadRequest as BadRequest
    from pnp.base.errors import Complaint as Complaint
    from pnp.base.errors import Failure as Failure
    from pnp.base.span import Span as Span
    from pnp.faces.renderer import Document as Document
    from pnp.kit.kit import Kit as Kit
    from pnp.referee.verdict import PlayerScore as PlayerScore
    from pnp.referee.verdict import Verdict as Verdict
    from pnp.referee.verdict import VerdictFinding as VerdictFinding
    from pnp.studies.difference import LogDifference as LogDifference
    from pnp.studies.simulate import GameSummary as GameSummary

__all__ = [
    "AgainstTheRules",
    "BadFile",
    "BadRequest",
    "Complaint",
    "Document",
    "Edition",
    "Failure",
    "Game",
    "GameSummary",
    "JudgedLog",
    "Kit",
    "LogDifference",
    "PlayerScore",
    "Printed",
    "Printing",
    "Span",
    "Standing",
    "Table",
    "Verdict",
    "VerdictFinding",
    "__version__",
    "differences",
    "judge",
    "list_games",
    "open",
    "problems",
    "verdicts",
]

# where each lives: whoever needs little of it loads no more
_HOMES = {
    "pnp.api.games": ("Edition", "Game", "list_games", "open"),
    "pnp.api.data": ("problems",),
    "pnp.api.logs": ("JudgedLog", "differences", "judge", "verdicts"),
    "pnp.api.options": ("Printing",),
    "pnp.api.printing": ("Printed",),
    "pnp.base.span": ("Span",),
    "pnp.api.table": ("AgainstTheRules", "Standing", "Table"),
    "pnp.base.errors": ("BadFile", "BadRequest", "Complaint", "Failure"),
    "pnp.faces.renderer": ("Document",),
    "pnp.kit.kit": ("Kit",),
    "pnp.referee.verdict": ("PlayerScore", "Verdict", "VerdictFinding"),
    "pnp.studies.difference": ("LogDifference",),
    "pnp.studies.simulate": ("GameSummary",),
}

if not TYPE_CHECKING:  # so that a type checker refuses what is not there

    def __getattr__(name: str) -> Any:
        home = next((home for home, names in _HOMES.items() if name in names), None)
        if home is None:
            message = f"module 'pnp' has no attribute {name!r}"
            raise AttributeError(message)
        return globals().setdefault(name, getattr(import_module(home), name))


def __dir__() -> list[str]:
    return __all__

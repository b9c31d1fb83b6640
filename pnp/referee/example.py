"""Replays a rulebook's worked examples: the table before and after, or a complaint that one does not hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from pnp.base.errors import BadFile, Complaint, Place
from pnp.base.text import Message, say
from pnp.data.edition import EditionData
from pnp.data.workspace import Workspace
from pnp.log.file import parse_log
from pnp.log.library import Library, rules_of
from pnp.referee.findings import Finding
from pnp.referee.replay import Replay
from pnp.rules.picture import Tableau
from pnp.rules.step import TURN

BEFORE = "before"  # the comment that says where the first picture is taken
_BLAMED = re.compile(r"#.*! (\w+)\s*$")


class PlayedExample(NamedTuple):
    """The table before and after what an example tells; `changed`: the seats that are not as they were."""

    before: Tableau
    after: Tableau
    changed: list[int]

    def facts(self) -> Iterator[tuple[str, object]]:
        """What a text may name: `after.beth.hand`."""
        for time, tree in (("before", self.before), ("after", self.after)):
            for seat in tree["seats"]:
                for key, found in seat.items():
                    if type(found) is int:
                        yield f"{time}.{seat['key']}.{key}", found

    def called(self, name: Callable[[str], str]) -> PlayedExample:
        """The same with other names for the players; what a text calls them by stays."""
        before, after = (
            tree | {"seats": [seat | {"name": name(seat["name"])} for seat in tree["seats"]]}
            for tree in (self.before, self.after)
        )
        return self._replace(before=before, after=after)


class Examples:
    """The examples of one edition's book."""

    def __init__(self, workspace: Workspace, edition: EditionData) -> None:
        self._library, self._game = Library(workspace, edition), edition.game.key

    def play(self, path: Path, text: str) -> PlayedExample:
        """BadFile names the example, what it expects and what was found, where it does not hold by these rules."""
        log = parse_log(path, text, self._library, strict=True)
        rules = rules_of(self._game)
        replay = Replay(log, self._library.edition(log.game, log.choices), rules)
        turns = [line.at for line in log.lines if line.kind == TURN]
        told = [line.at for line in log.lines if line.comment == BEFORE and not line.steps]
        begins = told[0] if told else turns[-1] if turns else 0
        before = rules.tableau(replay.table)
        for line in replay.lines():
            if line.at < begins:
                before = rules.tableau(replay.table)
        _refuse_faults(path, text, replay.findings)
        after = rules.tableau(replay.table)
        seats = zip(before["seats"], after["seats"], strict=True)
        return PlayedExample(before, after, [number for number, (one, other) in enumerate(seats) if one != other])


def _refuse_faults(path: Path, text: str, findings: list[Finding]) -> None:
    """A line that is meant to break a rule says so; nothing else may."""
    expected: dict[int, Any] = {
        number: found[1] for number, line in enumerate(text.split("\n"), 1) if (found := _BLAMED.search(line))
    }
    counted = [finding for finding in findings if finding.follows is None]
    wrong = [
        Complaint(_does_not_hold(path, finding.why), Place(path, finding.line))
        for finding in counted
        if expected.get(finding.line) not in finding.rules
    ]
    blamed = {finding.line for finding in counted}
    wrong += [
        Complaint(
            _does_not_hold(path, say("expected a move that breaks {rule}, found a legal one", rule=rule)),
            Place(path, line),
        )
        for line, rule in expected.items()
        if line not in blamed
    ]
    if wrong:
        raise BadFile(*wrong)


def _does_not_hold(path: Path, why: Message) -> Message:
    return say("the example “{example}” is wrong: {why}", example=path.stem, why=why)

"""Where a table is not certain: what its log leaves undecidable, and what a fault has put in doubt."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from pnp.base.text import Message, say
from pnp.referee.replay import Replay
from pnp.rules.outcome import Unclear, asked_once
from pnp.words.catalog import Catalog


class InDoubt(NamedTuple):
    """What is in doubt since the fault in a line: the same things of some players, or things that are nobody's."""

    line: int
    players: tuple[str, ...]
    things: tuple[Message, ...]


class Uncertain(NamedTuple):
    """All that is not certain about one table; both are empty where everything is."""

    unclear: tuple[Unclear, ...] = ()
    doubts: tuple[InDoubt, ...] = ()


CERTAIN = Uncertain()


def uncertain(replay: Replay) -> Uncertain:
    """Of the table as it stands now."""
    things: dict[tuple[int, int], dict[str, Message]] = {}
    known: set[tuple[int, str]] = set()  # two aspects may go by one name
    for line, aspect, seat in sorted(replay.doubted()):
        called = replay.rules.doubtful(replay.table, aspect)
        if called and (seat, called.text.one) not in known:
            known.add((seat, called.text.one))
            things.setdefault((line, seat), {})[called.text.one] = called
    return Uncertain(asked_once(replay.table.unclear()), tuple(_doubts(things, replay.log.players)))


def _doubts(things: dict[tuple[int, int], dict[str, Message]], players: Sequence[str]) -> Iterator[InDoubt]:
    """By line; in each, what is nobody's comes last. Doubts arise in any order, but are told in the same one."""
    alike: dict[tuple[int, bool, tuple[str, ...]], list[int]] = {}
    for line, seat in sorted(things, key=lambda one: (one[0], one[1] < 0, one[1])):
        alike.setdefault((line, seat < 0, tuple(sorted(things[line, seat]))), []).append(seat)
    for (line, nobodys, names), seats in alike.items():
        called = tuple(things[line, seats[0]][name] for name in names)
        yield InDoubt(line, () if nobodys else tuple(players[seat] for seat in seats), called)


def sentences(found: Uncertain, say_it: Catalog) -> Iterator[str]:
    """One for each question, and one for all that is in doubt since a line."""
    for one in found.unclear:
        yield say_it(undecidable(one))
    for line, doubts in groupby(found.doubts, key=lambda doubt: doubt.line):
        things = "; ".join(_said(doubt, say_it) for doubt in doubts)
        yield say_it(say("uncertain since line {line}: {things}", line=str(line), things=things))


def undecidable(question: Unclear) -> Message:
    """A question as a sentence, with the line that raises it."""
    return say("at line {line}, this log doesn’t show {what}", line=str(question.line), what=question.what)


def _said(doubt: InDoubt, say_it: Catalog) -> str:
    things, players = list(doubt.things), list(doubt.players)
    return say_it(say("{players}’s {things}", things=things, players=players)) if players else say_it.shown(things)

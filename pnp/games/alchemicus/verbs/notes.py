"""Notes in a log that are checked: cards in hand, Fame, pile, buildings. A wrong one is believed from there on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pnp.base.text import Message, say
from pnp.games.alchemicus.table import BASE, AlchemicusTable
from pnp.hidden.counts import PileCounts
from pnp.rules.objection import PILE, Aspect, Objection, object_to
from pnp.rules.step import Step
from pnp.rules.verbs import Verb, Verbs

if TYPE_CHECKING:
    from pnp.games.alchemicus.step_args import PileArgs
    from pnp.rules.step_args import CountArgs


def _noted(table: AlchemicusTable, step: Step[CountArgs]) -> tuple[int, int]:
    return step.args["number"], table.actor(step)


def _mismatch(
    table: AlchemicusTable,
    noted: int,
    what: Message,
    rules: tuple[str, ...],
    *about: Aspect,
    rests: tuple[str, ...] = (),
) -> Objection:
    """A wrong note; one beyond all cards of the game is not believed either."""
    believable = noted <= sum(sum(deck.total.values()) for deck in table.cards.decks.values())
    return object_to(
        rules,
        what,
        *about,
        rests=rests,
        doubts=True,
        impossible=not believable,
        assumes=say("from here on, the number in the log is assumed to be right"),
    )


def why_not_hand(table: AlchemicusTable, step: Step[CountArgs]) -> Objection | None:
    """T8, P1: how many cards a hand may have by all that was drawn and paid; S3: as dealt, before the first turn."""
    noted, seat = _noted(table, step)
    size = table.cards.hands[seat].size
    if table.cards.hands[seat].may_have(noted):
        return None
    return _mismatch(
        table,
        noted,
        say(
            "the log says {player} has {noted} {noted:card|cards} in hand, but the moves so far give {right}",
            noted=noted,
            player=table.names[seat],
            right=size,
        ),
        ("S3",) if table.fresh else ("T8", "P1"),
        ("hand", seat),
    )


def do_hand(table: AlchemicusTable, step: Step[CountArgs]) -> None:
    """Lets unseen cards into the hand, or out of it, until it is as large as noted."""
    noted, seat = _noted(table, step)
    table.cards.correct(seat, noted)


def why_not_fame(table: AlchemicusTable, step: Step[CountArgs]) -> Objection | None:
    """F1: how much Fame a player has by the moves so far, neither more nor less."""
    noted, seat = _noted(table, step)
    fame = table.seats[seat].fame
    if noted == fame:
        return None
    return _mismatch(
        table,
        noted,
        say(
            "the log says {player} has {noted} Fame, but the moves so far give {right}",
            noted=noted,
            player=table.names[seat],
            right=fame,
        ),
        ("F1",),
        ("fame", seat),
    )


def do_fame(table: AlchemicusTable, step: Step[CountArgs]) -> None:
    """Sets the Fame to what is noted; the figures still tell where the moves brought it from."""
    noted, seat = _noted(table, step)
    table.seats[seat].fame = noted


def why_not_pile(table: AlchemicusTable, step: Step[PileArgs]) -> Objection | None:
    """P2, N8: how many cards a pile may have; one that has just run out may be noted as empty or as made anew."""
    noted, deck = step.args["number"], table.cards.decks[step.args.get("of") or BASE]
    just_emptied = noted == 0 and deck.untouched and deck.shuffles > 0
    just_filled = deck.empty and noted == deck.discarded + deck.maybe_discarded
    if noted == deck.size or deck.holds(noted) or just_emptied or just_filled or _on_offer(table, deck, noted):
        return None
    return _mismatch(
        table,
        noted,
        say(
            "the log says the pile has {noted} {noted:card|cards}, but the moves so far give {right}",
            noted=noted,
            right=deck.size,
        ),
        ("S3", "P2") if table.fresh else (("P2",) if deck.key == BASE else ("N8",)),
        (f"{PILE}{deck.key}", -1),
        rests=("sale.discard_first",)
        if deck.key == BASE and deck.shuffles and deck.shuffles == table.sold_over
        else (),
    )


def _on_offer(table: AlchemicusTable, deck: PileCounts, noted: int) -> bool:
    """O3: a good that may still be bought is not in the pile, although its card was discarded before a reshuffle."""
    asked = table.turn.asked
    pending = asked is not None and asked.what == "buy" and not deck.discarded
    return pending and deck.key == BASE and noted == deck.size - 1


def do_pile(table: AlchemicusTable, step: Step[PileArgs]) -> None:
    """Makes the pile as large as noted, but never empty; noted as full where it has run out, it is reshuffled."""
    key, noted = step.args.get("of") or BASE, step.args["number"]
    deck = table.cards.decks[key]
    if _on_offer(table, deck, noted):
        return
    if deck.empty and noted == deck.discarded + deck.maybe_discarded:
        table.cards.reshuffle(deck)
    elif noted != deck.size and noted:
        table.cards.correct_pile(key, noted)


def why_not_built(table: AlchemicusTable, step: Step[CountArgs]) -> Objection | None:
    """S2, B2: how many buildings a player has by all that was built and demolished."""
    noted, seat = _noted(table, step)
    built = len(table.seats[seat].buildings)
    if noted == built:
        return None
    return _mismatch(
        table,
        noted,
        say(
            "the log says {player} has {noted} {noted:building|buildings}, but the moves so far give {right}",
            noted=noted,
            player=table.names[seat],
            right=built,
        ),
        ("S2",) if table.seats[seat].turns == 0 and built == len(table.settings.start_buildings) else ("B2",),
        ("built", seat),
    )._replace(assumes=None)


def do_nothing(table: AlchemicusTable, step: Step[CountArgs]) -> None:
    """A note about buildings cannot say which one is missing."""


VERBS: Verbs = {
    "hand": Verb(why_not_hand, do_hand),
    "fame": Verb(why_not_fame, do_fame),
    "pile": Verb(why_not_pile, do_pile),
    "built": Verb(why_not_built, do_nothing),
}

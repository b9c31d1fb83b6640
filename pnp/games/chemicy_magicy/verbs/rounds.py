"""Before and between turns: players (C1, C3, C4), tokens of a round (S2), who begins (S3), tiles mixed back (W1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product
from typing import TYPE_CHECKING

from pnp.base.text import say
from pnp.games.chemicy_magicy.settings import ASSISTANT
from pnp.games.chemicy_magicy.table import ChemicyTable, ChemicyTurn, Token
from pnp.games.chemicy_magicy.verbs.order import the_end
from pnp.games.chemicy_magicy.verbs.untold import Lay, Lying, Untold
from pnp.rules.objection import Objection, object_to, why_not_so_many
from pnp.rules.step import Step
from pnp.rules.verbs import Verb, Verbs

if TYPE_CHECKING:
    from pnp.games.chemicy_magicy.step_args import RoundArgs
    from pnp.rules.step_args import DealArgs, NoArgs


STACK = ("stack", -1)
KEPT = ("cats", "cards", "gold", "score")  # what a player has from one round to the next


def why_not_players(table: ChemicyTable) -> Objection | None:
    """C1: how many may play; C3, C4: whether there are boards and cards for so many."""
    return why_not_so_many(len(table.names), *table.settings.players, "C1") or _why_not_enough(table)


def _why_not_enough(table: ChemicyTable) -> Objection | None:
    settings, players = table.settings, len(table.names)
    if players * settings.boards_each > settings.boards:
        return object_to(
            ("C3", "S1"),
            say(
                "{needed} {needed:board is|boards are} needed, but the game has {found}",
                needed=players * settings.boards_each,
                found=settings.boards,
            ),
            rests=("setup.boards",),
        )
    for card, uses in settings.cards.items():
        if (needed := players * uses // settings.uses) > settings.copies[card]:
            return object_to(
                ("C4", "S1"),
                say(
                    "{needed} {card} {needed:card is|cards are} needed, but the game has {found}",
                    needed=needed,
                    found=settings.copies[card],
                    card=settings.name(card),
                ),
                rests=(f"count.{card}",),
            )
    return None


def why_not_deal(table: ChemicyTable, step: Step[DealArgs]) -> Objection | None:
    """S1: always refused; logs may deal cards, but this game has none to deal."""
    return object_to("S1", say("no cards are dealt in this game"), impossible=True)


def do_nothing(table: ChemicyTable, step: Step) -> None:
    """Nothing comes of it."""


# ---- the tokens of a round -----------------------------------------------------------------------------------------


def why_not_round(table: ChemicyTable, step: Step[RoundArgs]) -> Objection | None:
    """S2: the round before is over, and as many small tokens are turned up as there should be, all different."""
    number, tokens = step.args.get("number"), step.args.get("tokens")
    if table.over:
        return the_end(table)
    if going_on := _going_on(table, step):
        return going_on
    if number not in (None, table.round):
        missing = [str(one) for one in _missing(table, number)]
        wrong = object_to(
            ("S2", "W1"),
            say("the line says round {found}, but it’s round {right}", found=number, right=table.round),
            ("round", -1),
            doubts=True,
            assumes=say(
                "{n:round|rounds} {rounds} {n:is|are} assumed to be missing before this line",
                n=len(missing),
                rounds=missing,
            )
            if missing
            else None,
        )
        return _shaking(wrong, KEPT, range(len(table.seats))) if missing else wrong
    return why_not_offered(table, small_of(table, tokens)) if tokens else None


def _missing(table: ChemicyTable, number: int | None) -> range:
    """The rounds that are not written down if a later one begins."""
    return range(table.round, number if number is not None and number <= table.settings.rounds else 0)


def _shaking(objection: Objection, aspects: Iterable[str], seats: Iterable[int]) -> Objection:
    """An objection that leaves in doubt who begins, and what players have from a round before."""
    doubts = (*objection.doubts, ("start", -1), ("middle", -1), ("end", -1), *product(aspects, seats))
    return objection._replace(doubts=doubts)


def _announced_late(table: ChemicyTable, step: Step[RoundArgs]) -> bool:
    """Whether a round that was begun without its line is announced only now."""
    return table.begun and table.due is not None and step.args.get("number") in (None, table.round)


def _going_on(table: ChemicyTable, step: Step[RoundArgs]) -> Objection | None:
    """W1: a round ends when everybody is out of it."""
    still_in = table.still_in()
    if _announced_late(table, step):
        return object_to(
            ("S2", "W1"),
            say("there’s a turn before the tokens for round {round}", round=table.round),
            *(("in", seat) for seat in range(len(table.seats))),
            doubts=True,
            assumes=say("the turn is assumed to belong to the previous round"),
        )
    if _again(table, step):
        return _lies_there(table)
    if table.begun and still_in:
        early = object_to(
            "W1",
            say(
                "round {round} isn’t over; {players} {n:is|are} still in it",
                round=table.round,
                players=names_of(table, still_in),
                n=len(still_in),
            ),
            *(("in", seat) for seat in still_in),
            doubts=True,
            assumes=say("the round is assumed to be over"),
        )
        return _shaking(early, KEPT, still_in)
    return _lies_there(table) if table.told and not table.begun else None


def _lies_there(table: ChemicyTable) -> Objection:
    why = say("the tokens for round {round} have already been laid out", round=table.round)
    return object_to("S2", why, ("round", -1), doubts=True)


def _again(table: ChemicyTable, step: Step[RoundArgs]) -> bool:
    """Whether the line of a round that is going on is there once more: it changes nothing."""
    return table.begun and table.due is None and step.args.get("number") == table.round and bool(table.still_in())


def small_of(table: ChemicyTable, tokens: Sequence[int]) -> list[int]:
    """The small tokens that a log names; it may name the large one of the round with them."""
    small, large = list(tokens), table.settings.worth_of_large(table.round)
    if len(small) == usual_number(table) + 1 and large in small:
        small.remove(large)
    return small


def usual_number(table: ChemicyTable) -> int:
    """S2: how many small tokens are turned up each round, by the number of players."""
    return max(0, len(table.seats) - table.settings.fewer_tokens)


def why_not_offered(table: ChemicyTable, small: Sequence[int]) -> Objection | None:
    """S2, C5: as many small tokens as there should be, all in the stack, and all different."""
    wrong = _why_not_so_many_tokens(table, small) or _why_not_in_stack(table, small) or _why_not_alike(table, small)
    return wrong and wrong._replace(doubts=(("offer", -1), STACK))


def _why_not_so_many_tokens(table: ChemicyTable, small: Sequence[int]) -> Objection | None:
    """S2: how many small tokens there should be; the large one of the round does not count."""
    settings, large, right = table.settings, table.settings.worth_of_large(table.round), usual_number(table)
    rest = [worth for worth in small if worth != large]
    if large is not None and large in small and len(small) <= right and (settings.distinct or not table.stack[large]):
        missing = right - len(rest)
        return object_to(
            "S2",
            say(
                "{missing} small {missing:token is|tokens are} missing; {large} is the large token of round {round}, "
                "and the line names {found} of the {right} small ones for {n} {n:player|players}",
                missing=missing,
                large=large,
                round=table.round,
                right=right,
                n=len(table.seats),
                found=len(rest),
            ),
        )
    if len(small) == right:
        return None
    return object_to(
        "S2",
        say(
            "with {n} {n:player|players}, {right} small {right:token is|tokens are} laid out, but the line "
            "names {found}",
            found=len(small),
            n=len(table.seats),
            right=right,
        ),
    )


def _why_not_in_stack(table: ChemicyTable, small: Sequence[int]) -> Objection | None:
    settings = table.settings
    for worth, count in Counter(small).items():
        if count > table.stack[worth]:
            return object_to(
                ("C5", "S2"),
                say(
                    "the line names {count} small {count:token|tokens} worth {worth}, but the stack has {left}",
                    count=count,
                    worth=worth,
                    left=table.stack[worth],
                ),
                STACK,
                rests=tuple(
                    f"count.{card.key}"
                    for deck in settings.edition.game.decks
                    if deck.key == "small"
                    for card in deck.cards
                    if settings.edition[f"worth.{card.key}"] == worth
                ),
            )
    return None


def _why_not_alike(table: ChemicyTable, small: Sequence[int]) -> Objection | None:
    twice = [worth for worth, count in Counter(small).items() if count > 1]
    if not twice or not table.settings.distinct:
        return None
    return object_to(
        "S2",
        say("all tokens in a round have different values, but {worth} appears twice", worth=twice[0]),
        rests=("offer.distinct",),
    )


def do_round(table: ChemicyTable, step: Step[RoundArgs]) -> None:
    """S2: lays the tokens out, of this round or of a later one that the line names; once there, they stay."""
    if _again(table, step):
        return
    if _announced_late(table, step):
        assert table.due is not None
        table.starter = table.due
        _clear(table)
    elif table.begun:
        next_round(table)
    for _ in _missing(table, step.args.get("number")):
        next_round(table)
    for token in table.offer:  # laid there already, only against the rules
        if token.worth is not None and not token.large:
            put_back(table, token.worth)
    tokens = step.args.get("tokens")
    table.announced = True
    lay(table, small_of(table, tokens) if tokens else None)


def lay(table: ChemicyTable, small: Sequence[int] | None) -> None:
    """The large token of the round, and small ones as told; untold, they are of any worth."""
    large = table.settings.worth_of_large(table.round)
    hidden = small is None and large is not None and large < max(table.settings.small, default=0)
    offer = [Token(large, large=True)] if large is not None and not hidden else []
    if small is None:
        offer += [Token(None)] * (usual_number(table) + hidden)
        _turn_up(table, large, hidden=hidden)
    elif table.riddle:
        places = [place for worth in small for place in places_of(table, worth)]
        table.riddle = table.riddle.turned_up_named(places, _later(table))
    for worth in small or ():
        table.stack[worth] = max(0, table.stack[worth] - 1)
        offer.append(Token(worth))
    table.offer = tuple(sorted(offer, key=lambda token: -token.points))
    table.told = True


def _turn_up(table: ChemicyTable, large: int | None, *, hidden: bool) -> None:
    """S2: small tokens that nobody tells; the large one is `hidden` among them where it may not be the last to go."""
    settings, count = table.settings, usual_number(table)
    worths = tuple(sorted(settings.small))
    riddle = table.riddle or Untold.begin([table.stack[worth] for worth in worths], len(table.seats))
    among = Lying(large, large, once=settings.large_leaves) if hidden and large is not None else None
    barred = large if settings.distinct else None
    table.riddle = riddle.turned_up(Lay(table.round, count, worths, settings.distinct, barred, among, _later(table)))


def _later(table: ChemicyTable) -> int:
    """How many small tokens of a worth can still be turned up after this round."""
    return max(0, table.settings.rounds - table.round) * (1 if table.settings.distinct else usual_number(table))


def places_of(table: ChemicyTable, worth: int) -> list[int]:
    """The place of a worth among those of the small tokens, if they have it."""
    return [place for place, one in enumerate(sorted(table.settings.small)) if one == worth]


def put_back(table: ChemicyTable, worth: int) -> None:
    """A token that is told goes back to the stack."""
    table.stack[worth] += 1
    if table.riddle:
        for place in places_of(table, worth):
            table.riddle = table.riddle.returns(place)


def next_round(table: ChemicyTable) -> None:
    """S3: who begins."""
    if not table.settings.same_starter:
        table.starter = (table.starter + 1) % len(table.seats)
    table.round += 1
    _clear(table)


def _clear(table: ChemicyTable) -> None:
    """W1: what was put aside is mixed back, and so is what lies face up."""
    for number, seat in enumerate(table.seats):
        table.put_aside(number, [tile for tile in seat.tiles if table.settings.class_of[tile] != ASSISTANT])
        seat.out, seat.gold_of_round = "", 0
    table.mix()
    if table.settings.mix_face_up:
        table.face_up, table.turned = Counter(), 0
    table.seat, table.due = table.starter, None
    table.begun = table.told = False
    table.offer = table.named = ()
    table.turn = ChemicyTurn()


def why_not_start(table: ChemicyTable, step: Step[NoArgs]) -> Objection | None:
    """S3: the log may say who begins a round."""
    if table.over:
        return the_end(table)
    if step.by is None or table.begun:
        return object_to(
            "S3",
            say("the starting player must be named before the first turn of the round"),
            ("turn", -1),
            impossible=True,
        )
    return None


def do_start(table: ChemicyTable, step: Step[NoArgs]) -> None:
    """S3: the player begins this round, and the order of later ones follows from that."""
    if step.by is not None:
        table.seat = table.starter = step.by


def why_not_mix(table: ChemicyTable, step: Step[NoArgs]) -> Objection | None:
    """W1: within a round only when no tile lies in the middle."""
    left = table.middle.total()
    if not left:
        return None
    return object_to(
        "W1",
        say(
            "tiles put aside are mixed back in when none are left in the middle, but {n} {n:is|are} still there",
            n=left,
        ),
        ("middle", -1),
        doubts=True,
    )


def do_mix(table: ChemicyTable, step: Step[NoArgs]) -> None:
    """W1: the tiles put aside come back now, not only when one is needed."""
    table.mix()


def names_of(table: ChemicyTable, seats: Iterable[int]) -> list[str]:
    """The players on some seats by name, in the same order."""
    return [table.names[seat] for seat in seats]


VERBS: Verbs = {
    "deal": Verb(why_not_deal, do_nothing),
    "round": Verb(why_not_round, do_round),
    "start": Verb(why_not_start, do_start),
    "mix": Verb(why_not_mix, do_mix),
}

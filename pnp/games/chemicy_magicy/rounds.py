"""Rounds from the tokens on offer (S2) to the end of the game (W1, W2): who begins, whose turn it is, who wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from pnp.games.chemicy_magicy.book import ASSISTANT
from pnp.games.chemicy_magicy.order import unfinished
from pnp.games.chemicy_magicy.table import STOPPED, Table, Token, Turn
from pnp.referee.rules import Objection, Outcome, object_to, why_not_so_many
from pnp.referee.step import Step
from pnp.referee.verbs import Do, Why
from pnp.text import say, word

POINTS, HIGHEST = word("score", "Points").text, word("score", "Highest power token").text


def why_not_players(table: Table) -> Objection | None:
    """C1: how many may play; C3, C4: whether there are boards and cards for so many."""
    return why_not_so_many(len(table.names), *table.book.players, "C1") or _why_not_enough(table)


def _why_not_enough(table: Table) -> Objection | None:
    book, players = table.book, len(table.names)
    if players * book.boards_each > book.boards:
        return object_to(
            ("C3", "S1"),
            say(
                "{needed} boards are needed, and there are {found}",
                needed=players * book.boards_each,
                found=book.boards,
            ),
            rests=("setup.boards",),
        )
    for card, uses in book.cards.items():
        if (needed := players * uses // book.uses) > book.copies[card]:
            return object_to(
                ("C4", "S1"),
                say(
                    "{needed} of these cards are needed, and there are {found}: {card}",
                    needed=needed,
                    found=book.copies[card],
                    card=book.name(card),
                ),
                rests=(f"count.{card}",),
            )
    return None


def why_not_deal(table: Table, step: Step) -> Objection | None:
    return object_to("S1", say("nothing is dealt in this game"), impossible=True)


def do_nothing(table: Table, step: Step) -> None:
    """Nothing comes of it."""


# ---- the tokens of a round -----------------------------------------------------------------------------------------


def why_not_round(table: Table, step: Step) -> Objection | None:
    """S2: the round before is over, and as many small tokens are turned up as there should be, all different."""
    number, tokens = step.args.get("number"), step.args.get("tokens")
    if table.over:
        return the_end(table)
    if going_on := _going_on(table, step):
        return going_on
    if number not in (None, table.round):
        return object_to(
            ("S2", "W1"),
            say("the line says round {found}; it is round {right}", found=number, right=table.round),
            ("round", -1),
            doubts=True,
        )
    return _why_not_offered(table, small_of(table, tokens)) if tokens else None


def _too_soon(table: Table, step: Step) -> bool:
    """Whether a round that was begun without its line is announced only now."""
    return table.begun and table.due is not None and step.args.get("number") in (None, table.round)


def _going_on(table: Table, step: Step) -> Objection | None:
    """W1: a round ends when everybody is out of it."""
    still_in = table.still_in()
    if _too_soon(table, step):
        return object_to(
            ("S2", "W1"),
            say("a turn comes before the tokens of round {round}", round=table.round),
            *(("in", seat) for seat in range(len(table.seats))),
            doubts=True,
            assumes=say("the turn is taken to belong to the round before"),
        )
    if table.begun and still_in:
        return object_to(
            "W1",
            say(
                "round {round} is not over: {players} {n:is|are} still in it",
                round=table.round,
                players=_names(table, still_in),
                n=len(still_in),
            ),
            *(("in", seat) for seat in still_in),
            doubts=True,
            assumes=say("the round is taken to be over"),
        )
    if table.told and not table.begun:
        return object_to(
            "S2", say("the tokens of round {round} lie there already", round=table.round), ("round", -1), doubts=True
        )
    return None


def small_of(table: Table, tokens: Sequence[int]) -> list[int]:
    """The small tokens that a record names; it may name the large one of the round with them."""
    small, large = list(tokens), table.book.worth_of_large(table.round)
    if len(small) == usual_number(table) + 1 and large in small:
        small.remove(large)
    return small


def usual_number(table: Table) -> int:
    return max(0, len(table.seats) - table.book.fewer_tokens)


def _why_not_offered(table: Table, small: Sequence[int]) -> Objection | None:
    book, about = table.book, (("offer", -1), *(("score", seat) for seat in range(len(table.seats))))
    if len(small) != usual_number(table):
        return object_to(
            "S2",
            say(
                "{found} small {found:token lies|tokens lie} there; with {n} players it should be {right}",
                found=len(small),
                n=len(table.seats),
                right=usual_number(table),
            ),
            *about,
            doubts=True,
        )
    counts = Counter(small)
    for worth, count in counts.items():
        if count > table.stack[worth]:
            return object_to(
                ("C5", "S2"),
                say(
                    "{count} small {count:token|tokens} worth {worth} {count:lies|lie} there; the stack has {left}",
                    count=count,
                    worth=worth,
                    left=table.stack[worth],
                ),
                *about,
                rests=tuple(
                    f"count.{card.key}"
                    for deck in book.edition.game.decks
                    if deck.key == "small"
                    for card in deck.cards
                    if book.edition[f"worth.{card.key}"] == worth
                ),
                doubts=True,
            )
    shown = counts + Counter([large] if (large := book.worth_of_large(table.round)) is not None else [])
    twice = [worth for worth, count in shown.items() if count > 1]
    if twice and book.distinct:
        return object_to(
            "S2",
            say("the tokens of a round differ in worth; there are two of {worth}", worth=twice[0]),
            *about,
            rests=("offer.distinct",),
            doubts=True,
        )
    return None


def do_round(table: Table, step: Step) -> None:
    if _too_soon(table, step):
        assert table.due is not None
        table.starter = table.due
        _clear(table)
    elif table.begun:
        _next_round(table)
    for token in table.offer:  # laid there already, only against the rules
        if token.worth is not None and not token.large:
            table.stack[token.worth] += 1
    tokens = step.args.get("tokens")
    table.announced = True
    _lay(table, small_of(table, tokens) if tokens else None)


def _lay(table: Table, small: Sequence[int] | None) -> None:
    """The large token of the round, and small ones as told; untold, they are of any worth."""
    large = table.book.worth_of_large(table.round)
    offer = [Token(large, large=True)] if large is not None else []
    if small is None:
        offer += [Token(None)] * usual_number(table)
    for worth in small or ():
        table.stack[worth] = max(0, table.stack[worth] - 1)
        offer.append(Token(worth))
    table.offer = tuple(sorted(offer, key=lambda token: -token.points))
    table.told = True


def _next_round(table: Table) -> None:
    """S3: who begins."""
    if not table.book.same_starter:
        table.starter = (table.starter + 1) % len(table.seats)
    table.round += 1
    _clear(table)


def _clear(table: Table) -> None:
    """W1: what was put aside is mixed back, and so is what lies face up."""
    for number, seat in enumerate(table.seats):
        table.put_aside(number, [tile for tile in seat.tiles if table.book.class_of[tile] != ASSISTANT])
        seat.out, seat.gold_of_round = "", 0
    table.mix()
    if table.book.mix_face_up:
        table.face_up, table.turned = Counter(), 0
    table.seat, table.due = table.starter, None
    table.begun = table.told = False
    table.offer = table.named = ()
    table.turn = Turn()


def why_not_start(table: Table, step: Step) -> Objection | None:
    """S3: the record may say who begins a round."""
    if table.over:
        return the_end(table)
    if step.by is None or table.begun:
        return object_to(
            "S3", say("who begins is told before the first turn of a round"), ("turn", -1), impossible=True
        )
    return None


def do_start(table: Table, step: Step) -> None:
    if step.by is not None:
        table.seat = table.starter = step.by


def why_not_mix(table: Table, step: Step) -> Objection | None:
    """W1: within a round only when no tile lies in the middle."""
    left = table.middle.total()
    if not left:
        return None
    return object_to(
        "W1",
        say("tiles put aside are mixed back when none lies in the middle; {n} {n:lies|lie} there", n=left),
        ("middle", -1),
        doubts=True,
    )


def do_mix(table: Table, step: Step) -> None:
    table.mix()


# ---- turns ---------------------------------------------------------------------------------------------------------


def why_not_turn(table: Table, step: Step) -> Objection | None:
    """S3: clockwise among those who are still in; T1: whoever is out has no turns."""
    assert step.by is not None
    number = step.args.get("number")
    if table.over:
        return the_end(table)
    if not table.told and table.announced and number is None:
        return object_to(
            ("S2", "W1"),
            say("the tokens of round {round} do not lie there yet", round=table.round),
            ("untold", -1),
        )
    if table.begun and table.seats[step.by].out and table.still_in():
        return _is_out(table, step.by)
    if step.by != table.seat and not table.round_over:
        return _not_their_turn(table, step.by)
    if number is not None and number != table.round:
        return object_to(
            ("S2", "W1"),
            say("the line says round {found}; it is round {right}", found=number, right=table.round),
            ("round", -1),
            *(("in", seat) for seat in table.still_in()),
            doubts=True,
        )
    return None


def _is_out(table: Table, seat: int) -> Objection:
    stopped = table.seats[seat].out == STOPPED
    return object_to(
        ("T1", "T5") if stopped else ("T1", "T6"),
        say("{player} has stopped and is out until the next round", player=table.names[seat])
        if stopped
        else say("{player} has exploded and is out until the next round", player=table.names[seat]),
        ("in", seat),
        ("turn", -1),
        doubts=True,
    )


def _not_their_turn(table: Table, seat: int) -> Objection:
    passed = _passed(table, seat)
    first = not table.begun
    return object_to(
        ("S3",) if first else ("S3", "T1"),
        say("it is the turn of {player}, not of {other}", player=table.player, other=table.names[seat]),
        ("start" if first else "turn", -1),
        *(("in", one) for one in passed if not first),
        rests=("start.later",) if first and table.round > 1 else (),
        doubts=True,
        assumes=None
        if first
        else say("a turn of {player} is taken to be missing before it", player=_names(table, passed)),
    )


def _passed(table: Table, seat: int) -> list[int]:
    """The seats, still in, whose turn would have been before this one's."""
    count = len(table.seats)
    before = [(table.seat + away) % count for away in range((seat - table.seat) % count)]
    return [one for one in before if not table.seats[one].out]


def do_turn(table: Table, step: Step) -> None:
    seat = step.by
    assert seat is not None
    if table.round_over:
        _next_round(table)
    if not table.begun:  # whoever began, began: the others follow from there
        if not table.told:
            _lay(table, None)
            table.due = table.starter if table.announced and "number" not in step.args else None
        table.starter = seat
    table.seat, table.turn, table.begun = seat, Turn(), True
    table.seats[seat].out = ""


def why_not_end(table: Table, step: Step) -> Objection | None:
    return None if table.over else unfinished(table)


def do_end(table: Table, step: Step) -> None:
    """On to the next player who is still in; with nobody left, to the next round."""
    if table.over:
        return
    table.turn = Turn()
    count = len(table.seats)
    following = [(table.seat + away) % count for away in range(1, count + 1)]
    still_in = [seat for seat in following if not table.seats[seat].out]
    if still_in:
        table.seat = still_in[0]
    else:
        _next_round(table)


# ---- the end -------------------------------------------------------------------------------------------------------


def the_end(table: Table) -> Objection:
    return object_to(
        ending(table),
        say("the game is over; nothing is played any more"),
        ("end", -1),
        ("round", -1),
        doubts=True,
        impossible=True,
    )


def ending(table: Table) -> tuple[str, ...]:
    return ("W2", "X1") if "X1" in table.book.rules else ("W2",)


def outcome(table: Table) -> Outcome:
    """W2: the most points; between equals, whoever has the highest single power token."""
    scores = tuple(table.score(seat) for seat in range(len(table.seats)))
    highest = tuple(max((token.points for token in seat.tokens), default=0) for seat in table.seats)
    ranks = list(zip(scores, highest, strict=True))
    winners = tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
    if table.untold and not _certain(table, winners, scores):
        winners = ()
    return Outcome(table.over, winners, scores, ("W2",), ending(table), POINTS, None, ((HIGHEST, highest),))


def _certain(table: Table, winners: Sequence[int], scores: Sequence[int]) -> bool:
    """Whether nobody else can have won, whatever the tokens are worth that nobody told."""
    most = max(table.book.small, default=0)
    could_have = [
        score + most * sum(token.worth is None for token in seat.tokens)
        for score, seat in zip(scores, table.seats, strict=True)
    ]
    if len(winners) > 1 and any(could_have[seat] > scores[seat] for seat in winners):
        return False
    return all(could_have[seat] < scores[winners[0]] for seat in range(len(scores)) if seat not in winners)


def _names(table: Table, seats: Iterable[int]) -> list[str]:
    return [table.names[seat] for seat in seats]


VERBS: dict[str, tuple[Why, Do]] = {
    "deal": (why_not_deal, do_nothing),
    "round": (why_not_round, do_round),
    "start": (why_not_start, do_start),
    "turn": (why_not_turn, do_turn),
    "end": (why_not_end, do_end),
    "mix": (why_not_mix, do_mix),
}

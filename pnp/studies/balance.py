"""Sums of many simulated games: how long they are, who wins, where points come from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from pnp.base.errors import BadRequest, Complaint, near_miss
from pnp.base.text import Message, Text, say, word
from pnp.data.edition import EditionData
from pnp.log.library import rules_of
from pnp.studies.simulate import NAMES, GameSummary
from pnp.words.catalog import Catalog

BAR, LABEL = 30, 14
USUAL_SEATS, MOST_SEATS = 3, 99


class Balance:
    """Adds up games one by one, so that a million of them take no more room than ten."""

    def __init__(self) -> None:
        self.games = self.unfinished = self.draws = 0
        self.wins: Counter[int] = Counter()  # by seat
        self.turns: Counter[int] = Counter()
        self.steps: Counter[int] = Counter()
        self.figures: dict[Text, Counter[Text]] = {}

    def add(self, game: GameSummary) -> None:
        """Counts a game in; one that several players win is a draw, and one that stopped early is unfinished."""
        self.games += 1
        self.wins.update(dict.fromkeys(range(game.seats), 0))
        self.turns[game.turns] += 1
        self.steps[game.steps] += 1
        if not game.over:
            self.unfinished += 1
        elif len(game.winners) == 1:
            self.wins[game.winners[0]] += 1
        else:
            self.draws += 1
        for heading, amounts in game.figures.items():
            told = {label: amount.least for label, amount in amounts.items()}  # nothing is left open here
            self.figures.setdefault(heading, Counter()).update(told)


def seated(edition: EditionData, players: int | None, kinds: Sequence[str]) -> tuple[str, ...]:
    """The kind of player on each seat; one alone is that of all seats. Refuses what the game does not offer."""
    rules = rules_of(edition.game.key)
    several = len(kinds) if len(kinds) > 1 else None
    seats = players or several or _usual_seats(edition)
    if several and seats != several:
        raise BadRequest(_of_other_number(several, seats))
    names = [*NAMES, *map(str, range(len(NAMES), seats))]  # too many for a game, but it is the rules that say so
    objection = rules.set_up(edition, names[:seats]).why_not_players()
    if objection:
        raise BadRequest(Complaint(objection.why))
    for kind in kinds:
        if kind not in rules.players:
            raise BadRequest(
                Complaint(
                    say("there’s no kind of player called “{kind}”", kind=kind), None, near_miss(kind, rules.players)
                )
            )
    usual = kinds[0] if kinds else next(iter(rules.players))
    return tuple(kinds) if several else (usual,) * seats


def _of_other_number(kinds: int, seats: int) -> Complaint:
    message = say("{kinds} kinds of player are named for {seats} {seats:player|players}", kinds=kinds, seats=seats)
    return Complaint(message, None, say("name one kind per player, or one for all"))


def _usual_seats(edition: EditionData) -> int:
    """How many play where nobody says: three, or as near to it as the game allows."""
    known: list[Any] = [
        edition[key] if key in edition.values else USUAL_SEATS for key in ("players.min", "players.max")
    ]
    fewest, most = map(int, known)
    return max(1, fewest, min(USUAL_SEATS, most))


def lines(balance: Balance, say_it: Catalog) -> Iterator[tuple[str, str]]:
    """The sums as lines with their styles; shares of wins are of the games that one player won."""
    yield (
        say_it(
            say(
                "games: {games}, unfinished: {unfinished}, draws: {draws}",
                games=balance.games,
                unfinished=balance.unfinished,
                draws=balance.draws,
            )
        ),
        "bold",
    )
    yield from _spread(word("figures", "turns per game"), balance.turns, say_it)
    yield from _spread(word("figures", "steps per game"), balance.steps, say_it)
    yield "", ""
    yield say_it(word("figures", "Wins by seat")), "cyan"
    decided = max(1, balance.wins.total())
    for seat, wins in sorted(balance.wins.items()):
        yield _bar(str(seat + 1), wins / decided, say_it.percent(wins / decided), LABEL), ""
    for heading, amounts in balance.figures.items():
        if not amounts:
            continue
        yield "", ""
        yield say_it(say("{heading}, per game", heading=heading)), "cyan"
        top = max((abs(amount) for amount in amounts.values()), default=1) or 1
        wide = max(LABEL, *(len(say_it(label)) for label in amounts))
        for label, amount in sorted(amounts.items(), key=lambda one: -one[1]):
            yield _bar(say_it(label), amount / top, say_it.number(round(amount / balance.games, 2)), wide), ""


def _spread(what: Message, counts: Counter[int], say_it: Catalog) -> Iterator[tuple[str, str]]:
    values = sorted(counts.elements())
    middle = values[len(values) // 2]
    sentence = say(
        "{what}: {least} to {most}, median {middle}", what=what, least=values[0], most=values[-1], middle=middle
    )
    yield say_it(sentence), ""


def _bar(label: str, share: float, figure: str, wide: int) -> str:
    filled = round(BAR * max(0.0, min(share, 1.0)))
    return f"  {label:<{wide}} {'█' * filled:<{BAR}} {figure:>8}"

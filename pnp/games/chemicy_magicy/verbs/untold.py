"""What the power tokens can be that a log does not tell: every way in which they can have lain there.

A way that is still possible is a World. Tokens leave a round from the lowest to the highest, so each World says what
whoever took one has got by it; whatever the log tells later rules some of them out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations, islice
from typing import NamedTuple

from pnp.base.span import Span

MOST_WORLDS = 30_000  # with more, only bounds are kept; a whole game of which no token is told takes fewer
MOST_WORTHS = 60  # with more that differ, too

Stack = tuple[int, ...]  # how many tokens of each worth


class Lying(NamedTuple):
    """A token of a round: its worth, within bounds where they are all that is kept. `once`: it leaves for good."""

    least: int
    most: int
    once: bool = False


class Haul(NamedTuple):
    """What a seat has got by tokens that nobody told: all of them, and the highest one."""

    points: int
    best: int


class World(NamedTuple):
    """The stack, what lies there of this round, what is gone of it, and what each seat has got: at least, at most."""

    stack: Stack
    offer: tuple[Lying, ...]
    gone: tuple[Lying, ...]
    least: tuple[Haul, ...]
    most: tuple[Haul, ...]


class State(NamedTuple):
    """All that is possible; `open` are the earlier rounds whose tokens differ from one world to another.

    `loose`: one world stands for all, with bounds.
    """

    worlds: tuple[World, ...]
    round: int = 0
    open: tuple[int, ...] = ()
    loose: bool = False

    @property
    def unsettled(self) -> tuple[int, ...]:
        """The rounds of which nobody can tell which tokens were taken."""
        gone = {world.gone for world in self.worlds}
        vague = len(gone) > 1 or any(one.least < one.most for tokens in gone for one in tokens)
        return (*self.open, self.round) if vague else self.open


Change = Callable[[State], State]
Bounds = tuple[tuple[Haul, ...], tuple[Haul, ...]]  # what each seat has got: at least, at most


class Untold:
    """What is possible after all that has happened so far, worked out when it is asked for. It never changes."""

    __slots__ = ("_before", "_bounds", "_change", "_leaders", "_state")

    def __init__(self, before: Untold | None, change: Change | None, state: State | None = None) -> None:
        self._before, self._change, self._state = before, change, state
        self._bounds: Bounds | None = None
        self._leaders: tuple[Sequence[Haul], tuple[bool, tuple[int, ...]]] | None = None

    @classmethod
    def begin(cls, stack: Sequence[int], seats: int) -> Untold:
        """Before any token is turned up: a single world, with the stack as it is and nobody having got anything."""
        nothing = (Haul(0, 0),) * seats
        return cls(None, None, State((World(tuple(stack), (), (), nothing, nothing),)))

    @property
    def state(self) -> State:
        """What is possible by now; what has happened since somebody last asked is worked in first."""
        pending: list[Change] = []
        node = self
        while node._state is None:
            assert node._before
            assert node._change
            pending.append(node._change)
            node = node._before
        state = node._state  # noqa: SLF001
        for change in reversed(pending):
            state = change(state)
        self._state, self._before, self._change = state, None, None
        return state

    # ---- what happens ----------------------------------------------------------------------------------------------

    def turned_up(self, lay: Lay) -> Untold:
        """A round begins with small tokens that nobody tells."""
        return Untold(self, partial(_turned_up, lay))

    def turned_up_named(self, indices: Sequence[int], later: int) -> Untold:
        """A round begins with tokens that the log names; `later` as in Lay."""
        return Untold(self, partial(_turned_up_named, tuple(indices), later))

    def leaves(self, seat: int | None, worth: int | None, back: Mapping[int, int] | None = None) -> Untold:
        """The lowest token goes: to a seat, unless its worth is told; `back` to the stack, by worth."""
        return Untold(self, partial(_leaves, seat, worth, back))

    def returns(self, index: int) -> Untold:
        """A token that is told goes back to the stack."""
        return Untold(self, partial(_returns, index))

    def got(self, seat: int, points: int) -> Untold:
        """The log tells what a seat has got by now, in points of tokens that nobody told."""
        return Untold(self, partial(_got, seat, points))

    # ---- what can be said ------------------------------------------------------------------------------------------

    def points(self, seat: int) -> Span:
        """What a seat has got by them, in points."""
        return self._span(seat, 0)

    def best(self, seat: int) -> Span:
        """The worth of the highest one that a seat has got; 0 where it has none."""
        return self._span(seat, 1)

    def all_points(self) -> Span:
        """What all seats together have got by them."""
        worlds = self.state.worlds
        least = min(sum(haul.points for haul in world.least) for world in worlds)
        return Span(least, max(sum(haul.points for haul in world.most) for world in worlds))

    def _span(self, seat: int, part: int) -> Span:
        if self._bounds is None:
            self._bounds = _hull(self.state.worlds)
        least, most = self._bounds
        return Span(least[seat][part], most[seat][part])

    def leaders(self, known: Sequence[Haul]) -> tuple[bool, tuple[int, ...]]:
        """Who may have the most with what is known besides, and whether it is certain that they all do."""
        if self._leaders is None or self._leaders[0] != known:
            self._leaders = known, _leaders(self.state.worlds, known)
        return self._leaders[1]


class Lay(NamedTuple):
    """How the tokens of a round are turned up.

    So many of these worths, the place of each in the stack being its index; all different if `distinct`, and from
    that which is `barred` too. `hidden` is a large token that may not be the last to go. `later` is how many of a
    worth can still be needed in later rounds: more need not be told apart.
    """

    round: int
    number: int
    worths: tuple[int, ...]
    distinct: bool
    barred: int | None
    hidden: Lying | None
    later: int


def _turned_up(lay: Lay, state: State) -> State:
    worlds: dict[World, None] = {}
    for world in () if state.loose or len(lay.worths) > MOST_WORTHS else state.worlds:
        for chosen in islice(_choices(lay, world.stack), MOST_WORLDS + 1):
            worlds[_with(lay, world, chosen)] = None
        if len(worlds) > MOST_WORLDS:
            break
    if 0 < len(worlds) <= MOST_WORLDS:
        return State(tuple(worlds), lay.round, state.unsettled)
    # also where too few are left, which is against the rules
    return State((_bounded(lay, state.worlds),), lay.round, state.unsettled, loose=True)


def _choices(lay: Lay, stack: Stack) -> Iterator[tuple[int, ...]]:
    """Every set of places in the stack from which the tokens can be, in the order of their worths."""
    places = [place for place, worth in enumerate(lay.worths) if stack[place] and worth != lay.barred]
    return combinations(places, lay.number) if lay.distinct else _multisets(stack, places, lay.number)


def _multisets(stack: Stack, places: Sequence[int], count: int) -> Iterator[tuple[int, ...]]:
    """So many of these places in their order, each no more often than the stack has tokens there."""
    if not count:
        yield ()
    elif places:
        first, *others = places
        rest = sum(stack[place] for place in others)
        for number in range(min(stack[first], count), max(0, count - rest) - 1, -1):
            yield from ((first,) * number + more for more in _multisets(stack, others, count - number))


def _with(lay: Lay, world: World, chosen: Sequence[int]) -> World:
    stack = list(world.stack)
    for place in chosen:
        stack[place] -= 1
    offer = [Lying(lay.worths[place], lay.worths[place]) for place in chosen]
    if lay.hidden is not None:
        offer = sorted((*offer, lay.hidden))
    kept = tuple(min(left, lay.later) for left in stack)
    return World(kept, tuple(offer), (), world.least, world.most)


def _bounded(lay: Lay, worlds: Sequence[World]) -> World:
    """One world for all: bounds instead of numbers, each token within those that its place in the order leaves."""
    stack = tuple(max(counts) for counts in zip(*(world.stack for world in worlds), strict=True))
    pool = [
        worth
        for worth, left in zip(lay.worths, stack, strict=True)
        if worth != lay.barred
        for _ in range(min(left, 1 if lay.distinct else lay.number))
    ]
    if lay.hidden is not None:
        pool = sorted((*pool, lay.hidden.least))
    count = lay.number + (lay.hidden is not None)
    lacking = max(0, count - len(pool))
    lows, highs = [0] * lacking + pool, pool + [max(lay.worths, default=0)] * lacking
    offer = tuple(Lying(lows[number], highs[len(highs) - count + number]) for number in range(count))
    return World(stack, offer, (), *_hull(worlds))


def _hull(worlds: Sequence[World]) -> Bounds:
    least = zip(*(world.least for world in worlds), strict=True)
    most = zip(*(world.most for world in worlds), strict=True)
    return (
        tuple(Haul(*map(min, zip(*hauls, strict=True))) for hauls in least),
        tuple(Haul(*map(max, zip(*hauls, strict=True))) for hauls in most),
    )


def _turned_up_named(indices: tuple[int, ...], later: int, state: State) -> State:
    """Worlds whose stack does not have these tokens are out; if none is left, all stay."""
    fitting = [one for one in state.worlds if all(one.stack[place] >= indices.count(place) for place in indices)]
    worlds = dict.fromkeys(_taken(world, indices, later) for world in fitting or state.worlds)
    return State(tuple(worlds), 0, state.unsettled, state.loose)


def _taken(world: World, indices: Sequence[int], later: int) -> World:
    stack = list(world.stack)
    for place in indices:
        stack[place] = max(0, stack[place] - 1)
    return world._replace(stack=tuple(min(left, later) for left in stack), offer=(), gone=())


def _leaves(seat: int | None, worth: int | None, back: Mapping[int, int] | None, state: State) -> State:
    fitting = [one for one in state.worlds if worth is None or _may_be(one, worth)]
    gone = (_gone(world, seat, worth, back) for world in fitting or state.worlds)
    return state._replace(worlds=tuple(dict.fromkeys(gone)))


def _may_be(world: World, worth: int) -> bool:
    return bool(world.offer) and world.offer[0].least <= worth <= world.offer[0].most


def _gone(world: World, seat: int | None, worth: int | None, back: Mapping[int, int] | None) -> World:
    if not world.offer:
        return world
    token, *rest = world.offer
    if worth is not None:  # what lies there still is worth no less
        rest = [one._replace(least=max(one.least, worth), most=max(one.most, worth)) for one in rest]
    stack = world.stack
    if back is not None and not token.once:
        returned = {place for value, place in back.items() if token.least <= value <= token.most}
        stack = tuple(left + (place in returned) for place, left in enumerate(stack))
    if seat is None or worth is not None:
        return world._replace(stack=stack, offer=tuple(rest))
    same = world.least is world.most and token.least == token.most
    least = _more(world.least, seat, token.least)
    most = least if same else _more(world.most, seat, token.most)
    return World(stack, tuple(rest), (*world.gone, token), least, most)


def _more(hauls: tuple[Haul, ...], seat: int, worth: int) -> tuple[Haul, ...]:
    had = hauls[seat]
    return (*hauls[:seat], Haul(had.points + worth, max(had.best, worth)), *hauls[seat + 1 :])


def _returns(index: int, state: State) -> State:
    worlds = (
        world._replace(stack=tuple(left + (place == index) for place, left in enumerate(world.stack)))
        for world in state.worlds
    )
    return state._replace(worlds=tuple(worlds))


def _got(seat: int, points: int, state: State) -> State:
    """Worlds in which the seat has got something else are out; if none is left, all stay."""
    fitting = [one for one in state.worlds if one.least[seat].points <= points <= one.most[seat].points]
    return state._replace(worlds=tuple(fitting) or state.worlds)


# ---- who leads -----------------------------------------------------------------------------------------------------


def _leaders(worlds: Iterable[World], known: Sequence[Haul]) -> tuple[bool, tuple[int, ...]]:
    found: set[tuple[int, ...]] = set()
    certain = True
    for least, most in {(world.least, world.most) for world in worlds}:
        leading, sure = _leading(_ranks(least, known), _ranks(most, known))
        found.add(leading)
        certain &= sure
    everybody = tuple(sorted({seat for seats in found for seat in seats}))
    return certain and len(found) == 1, everybody


def _ranks(hauls: Sequence[Haul], known: Sequence[Haul]) -> list[tuple[int, int]]:
    return [(haul.points + own.points, max(haul.best, own.best)) for haul, own in zip(hauls, known, strict=True)]


def _leading(least: list[tuple[int, int]], most: list[tuple[int, int]]) -> tuple[tuple[int, ...], bool]:
    """The seats that may lead within bounds, and whether they surely do."""
    needed = max(least)
    leading = tuple(seat for seat, rank in enumerate(most) if rank >= needed)
    return leading, least == most or len(leading) == 1

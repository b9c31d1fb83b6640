"""Turns GameData and the choices of a table into EditionData: every choice made, every value settled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from pnp.base.errors import BadRequest, Complaint, near_miss
from pnp.base.frozen import FrozenDict
from pnp.base.memo import Memo
from pnp.base.text import Message, Text, say, word
from pnp.data.model import Card, Cell, Chapter, Choice, Column, Deck, Fact, GameData, Kind, Mark, Remark, Value
from pnp.data.values import excerpt, freeze, parse, problem

MOST_COMPLAINTS = 20
MOST_KEPT = 64  # editions
MOST_BITS = 64  # of a number that anybody means

Chosen = Mapping[Kind, frozenset[str]]


@dataclass(frozen=True, slots=True)
class Choices:
    """What was asked for on the command line or in a log's header; BadRequest for what cannot be a choice at all.

    Lists may stand for tuples. Two are the same if they ask for the same: 1 is not true, as it is for Python.
    """

    edition: str = ""
    expansions: tuple[str, ...] = ()
    variant: str = ""
    options: tuple[str, ...] = ()
    overrides: Mapping[str, object] = field(default_factory=dict, compare=False)
    _set: frozenset[tuple[str, str]] = field(init=False, repr=False)  # the overrides as Python writes them

    def __post_init__(self) -> None:
        if wrong := list(_mistyped(self)):
            raise BadRequest(*wrong)
        object.__setattr__(self, "expansions", tuple(self.expansions))
        object.__setattr__(self, "options", tuple(self.options))
        overrides = {key: freeze(found) for key, found in self.overrides.items()}
        object.__setattr__(self, "overrides", FrozenDict(overrides))
        object.__setattr__(self, "_set", frozenset((key, repr(found)) for key, found in overrides.items()))

    def with_(self, more: Choices) -> Choices:
        """These choices with others on top."""
        return Choices(
            more.edition or self.edition,
            tuple(dict.fromkeys((*self.expansions, *more.expansions))),
            more.variant or self.variant,
            tuple(dict.fromkeys((*self.options, *more.options))),
            {**self.overrides, **more.overrides},
        )


@dataclass(frozen=True, slots=True, eq=False)
class EditionData:
    """A game as one table plays it. Faces, rulebook and referee read it and never look at the choices."""

    game: GameData
    chosen: Chosen
    values: Mapping[str, Value]
    decks: tuple[Deck, ...]
    chapters: tuple[Chapter, ...]  # as they are told: with what may still be added
    rules: tuple[str, ...]  # that are in play
    sections: Mapping[str, str] = field(init=False, repr=False)  # of the rulebook: chapter and place, by rules

    def __post_init__(self) -> None:
        numbered = {
            rule: f"{number}.{place}"
            for number, chapter in enumerate(self.chapters, 1)
            for place, rule in enumerate(chapter.rules, 1)
        }
        object.__setattr__(self, "sections", FrozenDict(numbered))

    def __eq__(self, other: object) -> bool:
        """Editions are the same if the same choices made them of the same game."""
        return isinstance(other, EditionData) and (self.game, self.asked) == (other.game, other.asked)

    def __hash__(self) -> int:
        return hash((self.game, self.key))

    def __getitem__(self, key: str) -> Fact:
        return self.values[key].fact

    @property
    def key(self) -> str:
        """The key of the printed edition whose rules are used."""
        return next(iter(self.chosen[Kind.EDITION]))

    def choices(self) -> list[Choice]:
        """What is in play beside the edition, in the order of the data."""
        return [
            choice
            for choice in self.game.choices
            if choice.kind is not Kind.EDITION and choice.key in self.chosen[choice.kind]
        ]

    def rulings(self) -> list[Remark]:
        """Rulings without a switch, also on rules that are only offered."""
        found = [remark for remark in self.game.remarks if not remark.edition]
        return [remark for remark in found if not (remark.unless and remark.unless.holds(self.chosen))]

    @property
    def cited_sections(self) -> Mapping[str, str]:
        """The numbers by which others cite sections; none where the book calls them by their rules' ids."""
        return {} if self.game.sections_by_ids else self.sections

    @property
    def asked(self) -> Choices:
        """The choices that make this edition again."""
        return Choices(
            self.key,
            tuple(sorted(self.chosen[Kind.EXPANSION])),
            "".join(self.chosen[Kind.VARIANT]),
            tuple(sorted(self.chosen[Kind.OPTION])),
            {key: value.fact for key, value in self.values.items() if value.mark is Mark.YOURS},
        )

    def facts(self) -> dict[str, object]:
        """What the placeholders of a text may name, words in their printed form; a card adds its own cells."""
        return {key: self._worded(value) for key, value in self.values.items()}

    def cell(self, card: Card, column: Column) -> object:
        """What a card has in a column, words in their printed form."""
        return self._printed(card.cells[column.name], column.terms)

    def _worded(self, value: Value) -> object:
        if value.choices:
            return value.choices[str(value.fact)]
        return self._printed(value.fact, value.terms)

    def _printed(self, fact: Fact | Cell, terms: str) -> object:
        if not terms:
            return fact
        words = self.game.terms[terms]
        return [words[str(key)] for key in fact] if isinstance(fact, tuple) else words[str(fact)]


def section_mark(number: str) -> Message:
    """How a section of the rulebook is referred to."""
    return word("section", "§{number}", number=number)


def _mistyped(choices: Choices) -> Iterator[Complaint]:
    """What stands in choices that is no word, list of words, or value."""
    for key in ("edition", "variant"):
        if not isinstance(found := getattr(choices, key), str):
            yield _misfit(key, word("type", "text"), found, f'{key}="…"')
    for key in ("expansions", "options"):
        found = getattr(choices, key)
        if not isinstance(found, list | tuple) or not all(isinstance(one, str) for one in found):
            example = f'{key}=["{excerpt(found) if isinstance(found, str) else "…"}"]'
            yield _misfit(key, word("type", "a list of words"), found, example)
    if not isinstance(choices.overrides, Mapping):
        expected = word("type", "values by key")
        yield _misfit("set", expected, choices.overrides, 'set={"hand.limit": 8}')
        return
    for key, found in choices.overrides.items():
        if not isinstance(key, str):
            yield _misfit("set", word("type", "text"), key, 'set={"hand.limit": 8}')
        elif not _is_fact(found):
            yield _misfit(key, word("type", "a word, a number, true or false, or a list"), found, f'"{key}": 8')


def _is_fact(found: object) -> bool:
    parts = found if isinstance(found, list | tuple) else [found]
    return all(isinstance(one, str | float) or _is_number(one) for one in parts)


def _is_number(found: object) -> bool:
    return isinstance(found, int) and found.bit_length() <= MOST_BITS


def _misfit(key: str, expected: Message, found: object, example: str) -> Complaint:
    message = say("“{key}”: expected {expected}, found “{found}”", key=key, expected=expected, found=excerpt(found))
    return Complaint(message, None, say("for example {example}", example=example))


_EDITIONS: Memo[EditionData] = Memo(MOST_KEPT)  # each with its game, so that no other has the same id


def choose(game: GameData, choices: Choices) -> EditionData:
    """The edition of a game that the choices ask for; BadRequest names all that it does not offer.

    A kit asks for the same ones again and again: in each language, for each example of the book.
    """
    return _EDITIONS.get((id(game), choices), lambda: _settled(game, choices))


def _settled(game: GameData, choices: Choices) -> EditionData:
    chosen = _chosen(game, choices)
    values = dict(game.values)
    texts: dict[str, Text] = {}
    for overlay in game.overlays:
        if overlay.when.holds(chosen):
            for key, fact in overlay.facts.items():
                if isinstance(fact, Text):
                    texts[key] = fact
                else:
                    values[key] = replace(values[key], fact=fact, mark=overlay.mark, rule=overlay.rule)
    values |= _overridden(game, values, choices.overrides)
    decks = tuple(_dealt(deck, values, texts) for deck in game.decks if deck.when.holds(chosen))
    if wrong := list(filter(None, (deck.miscounted() for deck in decks))):
        raise BadRequest(*wrong)
    playing = [chapter for chapter in game.chapters if chapter.when.holds(chosen)]
    rules = tuple(rule for chapter in playing for rule in chapter.rules)
    return EditionData(game, chosen, FrozenDict(values), decks, tuple(_in_reading_order(game, playing)), rules)


def _in_reading_order(game: GameData, playing: Sequence[Chapter]) -> Iterator[Chapter]:
    """The chapters in the order in which they are read: rules that belong to others stand behind those."""
    moved = {rule: place for chapter in playing for rule, place in chapter.after.items()}
    titles = game.rules
    for chapter in game.chapters:
        if chapter in playing or chapter.offered:
            kept = [rule for rule in chapter.rules if chapter not in playing or rule not in moved]
            rules = [one for rule in kept for one in (rule, *(new for new, place in moved.items() if place == rule))]
            if rules:
                yield replace(chapter, rules=FrozenDict({rule: titles[rule] for rule in rules}))


def _chosen(game: GameData, choices: Choices) -> Chosen:
    asked = {
        Kind.EDITION: [choices.edition or game.reference],
        Kind.EXPANSION: list(choices.expansions),
        Kind.VARIANT: [choices.variant] if choices.variant else [],
        Kind.OPTION: list(choices.options),
    }
    unknown = [
        Complaint(kind.no_such(word), None, near_miss(word, game.offers(kind)))
        for kind, words in asked.items()
        for word in words
        if word not in game.offers(kind)
    ]
    if unknown:
        raise BadRequest(*unknown)
    _bring_needed(game, asked)
    _refuse_lacking(game, asked)
    return {kind: frozenset(words) for kind, words in asked.items()}


def _bring_needed(game: GameData, asked: dict[Kind, list[str]]) -> None:
    """A variant that needs an expansion brings it along."""
    for choice in game.choices:
        if choice.needs and choice.key in asked[choice.kind] and choice.needs not in asked[Kind.EXPANSION]:
            asked[Kind.EXPANSION].append(choice.needs)


def _refuse_lacking(game: GameData, asked: dict[Kind, list[str]]) -> None:
    edition = game.offers(Kind.EDITION)[asked[Kind.EDITION][0]]
    wanted = {word for kind, words in asked.items() if kind is not Kind.EDITION for word in words}
    for lacking in sorted(wanted.intersection(edition.lacks)):
        having = [key for key, other in game.offers(Kind.EDITION).items() if lacking not in other.lacks]
        raise BadRequest(
            Complaint(
                say("the edition “{edition}” has no “{lacking}”", edition=edition.key, lacking=lacking),
                None,
                say("editions that have it: {editions}", editions=", ".join(having)),
            )
        )


def _overridden(game: GameData, values: Mapping[str, Value], overrides: Mapping[str, object]) -> dict[str, Value]:
    changed: dict[str, Value] = {}
    complaints: list[Complaint] = []
    for key, found in overrides.items():
        if len(complaints) >= MOST_COMPLAINTS:
            break
        value = values.get(key)
        if value is None:
            complaints.append(Complaint(say("there is no value “{key}”", key=key), None, near_miss(key, values)))
            continue
        fact = parse(value, found) if isinstance(found, str) else found
        if wrong := problem(value, fact, game.terms):
            complaints.append(Complaint(wrong[0], None, wrong[1]))
        changed[key] = replace(value, fact=cast("Fact", fact), mark=Mark.YOURS)
    if complaints:
        raise BadRequest(*complaints)
    return changed


def _dealt(deck: Deck, values: Mapping[str, Value], texts: Mapping[str, Text]) -> Deck:
    """The deck with its settled numbers and texts on the cards, without cards of which there are none."""
    times = values[deck.copies].fact if isinstance(deck.copies, str) and deck.copies else deck.copies or 1
    cards = tuple(_copied(card, dict(_cells(card, values, texts)), cast("int", times)) for card in deck.cards)
    size = values.get(f"size.{deck.key}")
    return replace(
        deck,
        cards=tuple(card for card in cards if card.number("count")),
        size=cast("int", size.fact) if size else deck.size,
    )


def _copied(card: Card, cells: dict[str, Cell], times: int) -> Card:
    return replace(card, cells=FrozenDict(cells | {"count": cast("int", cells["count"]) * times}))


def _cells(card: Card, values: Mapping[str, Value], texts: Mapping[str, Text]) -> Iterator[tuple[str, Cell]]:
    for name, cell in card.cells.items():
        key = f"{name}.{card.key.casefold()}"
        if key in texts:
            yield name, texts[key]
        else:
            yield name, cast("Cell", values[key].fact) if key in values else cell


def broad_editions(game: GameData) -> Iterator[EditionData]:
    """The bare game, and it and each variant with all that can be added: together they have every text and rule."""
    yield choose(game, Choices())
    expansions, options = tuple(game.offers(Kind.EXPANSION)), tuple(game.offers(Kind.OPTION))
    for variant in ("", *game.offers(Kind.VARIANT)):
        yield choose(game, Choices("", expansions, variant, options))

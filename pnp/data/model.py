"""The nouns: GameData is all that a folder in `cards/` says, every edition and option at once.

They go without equality and representation, which would cost each command a hundredth of a second at its start: they
are read once and not compared. Only GameData is, and goes by the files that it was read from.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from pathlib import Path

from pnp.base.errors import Complaint, Place
from pnp.base.text import NO_TEXT, Message, Text, has_number, placeholders, say

PERSON = "person"  # the context of players' names in examples: each language has its own
PIECES = ("card", "tile", "token", "pawn", "board", "aid")

Fact = int | bool | str | tuple[int, ...] | tuple[str, ...]
Cell = int | str | tuple[str, ...] | Text


class Mark(StrEnum):
    """Where a value comes from."""

    STATED = "stated"
    EDITION = "edition"
    ASSUMED = "assumed"
    RULING = "ruling"
    YOURS = "yours"


ITSELF = "value"  # what the sentence about a value calls it: a number in one sentence, a word in another
MARKS = (Mark.STATED, Mark.ASSUMED, Mark.RULING)


class Kind(StrEnum):
    """What a choice chooses; the value is the command line's word for it."""

    EDITION = "edition"
    EXPANSION = "with"
    VARIANT = "variant"
    OPTION = "option"

    def no_such(self, found: str) -> Message:
        """That a game offers nothing of this kind under a word."""
        return {
            Kind.EDITION: say("there is no edition “{found}”", found=found),
            Kind.EXPANSION: say("there is no expansion “{found}”", found=found),
            Kind.VARIANT: say("there is no variant “{found}”", found=found),
            Kind.OPTION: say("there is no option “{found}”", found=found),
        }[self]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Entry:
    """A translatable text of a data file, with its place and a word on where it is used."""

    text: Text
    place: Place
    comment: str
    digits: bool = False  # whether they may stand in it as they are: "8d6"
    gaps: frozenset[str] = frozenset()  # what it may name beside values

    @property
    def of_card(self) -> bool:
        """Whether the text stands on a card, and so may name the card's own numbers."""
        return self.text.context.partition(" ")[0] in PIECES

    @property
    def of_rules(self) -> bool:
        """Whether the text speaks of the rules, so that its numbers must come from values."""
        of_template = self.place.path.suffix == ".j2"
        return of_template or self.text.context.endswith((" text", "rule", "remark", "value", "choice"))

    @property
    def has_stray_number(self) -> bool:
        """Whether a number stands in the text that should come from a value."""
        return any(map(self.strays, self.text.plurals))

    def strays(self, template: str) -> bool:
        """Whether a number stands in a wording of the text although it speaks of the rules, or names a value."""
        return not self.digits and (self.of_rules or self._names_values) and has_number(template)

    @property
    def _names_values(self) -> bool:
        return any(place.name != "n" for place in placeholders(self.text.one))


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Sentences:
    """What a value says of the game; `together` is said of several at once."""

    says: Text
    no: Text = NO_TEXT  # where the value is false, nought or an empty list
    together: Text = NO_TEXT


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Value:
    """A number or switch of the rules that knows its source."""

    key: str
    fact: Fact
    mark: Mark
    rule: str
    place: Place
    about: Text = NO_TEXT  # a label, for a value without sentences
    sentences: Sentences | None = None
    terms: str = ""
    choices: Mapping[str, Text] | None = None
    least: int = 0
    names: tuple[str, ...] = ()  # the terms that the words in its key are of: `purchase.gold` speaks of a good


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class When:
    """A condition on the choices: for each kind named, one of its words must be chosen."""

    wanted: Mapping[Kind, tuple[str, ...]]

    def holds(self, chosen: Mapping[Kind, frozenset[str]]) -> bool:
        """Whether the choices fulfil it."""
        return all(chosen[kind].intersection(words) for kind, words in self.wanted.items())


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Choice:
    """An edition, expansion, variant or option that a table may choose."""

    kind: Kind
    key: str
    title: Text
    about: Text
    needs: str = ""
    recommended: bool = False
    lacks: tuple[str, ...] = ()
    language: str = ""  # that an edition was printed in
    rules: Text = NO_TEXT  # what the rules of an edition are called in another language than its own


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Column:
    """A column of a deck's CSV file. Kinds: number, word, words, text (translated)."""

    name: str
    kind: str
    title: Text
    rule: str = ""
    about: Text = NO_TEXT
    sentences: Sentences | None = None
    terms: str = ""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Card:
    """One row of a deck: a kind of card, tile or token, printed `count` times."""

    key: str
    cells: Mapping[str, Cell]
    marks: Mapping[str, Mark]
    place: Place

    @property
    def name(self) -> Text:
        """What the card is called, which it always is: the column `name` belongs to every deck."""
        name = self.cells["name"]
        assert isinstance(name, Text)
        return name

    def number(self, column: str) -> int:
        """What a column of numbers has for the card."""
        number = self.cells[column]
        assert isinstance(number, int)
        return number


@dataclass(frozen=True, slots=True, eq=False, repr=False, kw_only=True)
class Deck:
    """A stack of printed pieces: cards, tiles, tokens, pawns, boards or aids."""

    key: str
    title: Text
    pieces: Text
    piece: str
    columns: Mapping[str, Column]
    cards: tuple[Card, ...]
    size: int
    when: When
    place: Place
    proper: bool = False  # its keys are proper names, printed alike in every language
    copies: str | int = ""  # how often the whole deck is printed, or the value that says so: once for each player
    digits: bool = False  # whether they may stand in the texts of its cards

    @property
    def count(self) -> int:
        """How many pieces there are."""
        return sum(card.number("count") for card in self.cards)

    def miscounted(self) -> Complaint | None:
        """The complaint if the counts do not add up to the stated size."""
        if self.size in (0, self.count):
            return None
        return Complaint(
            say(
                "the counts of the deck “{deck}” add up to {found}, but its size is given as {size}",
                deck=self.key,
                found=self.count,
                size=self.size,
            ),
            self.place,
            say("change a count, or also change the size: {key}={found}", key=f"size.{self.key}", found=self.count),
        )


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Overlay:
    """What a choice changes: patches by key, applied in the order of the file."""

    when: When
    facts: Mapping[str, Fact | Text]
    mark: Mark
    rule: str
    place: Place


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Chapter:
    """Rules that are told together. `offered`: told even where it is not chosen, as something to add.

    `after` says behind which rules of other chapters its own stand once it is chosen.
    """

    key: str
    title: Text
    rules: Mapping[str, Text]
    when: When
    offered: bool = False
    after: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Remark:
    """A ruling without a switch, or a way in which a printed edition differs; `slip`: it changes nothing."""

    rule: str
    text: Text
    edition: str = ""
    slip: bool = False
    unless: When | None = None


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Credit:
    """What some people have done for the game."""

    role: Text
    names: tuple[Text, ...]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ScoreSheetColumn:
    """A column of the score sheet, and the verbs of the notation that its entries begin with."""

    title: Text
    write: tuple[str, ...]
    width: float
    when: When
    place: Place
    value: str = ""  # only where this value is neither nought nor false


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ScoreSheetHint:
    """Something that happens at the table, and how it is written down."""

    text: Text
    write: tuple[str, ...]
    when: When
    place: Place
    value: str = ""  # only where this value is neither nought nor false


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ScoreSheet:
    """The sheet on which a game is recorded; its columns stand so many times beside each other."""

    columns: tuple[ScoreSheetColumn, ...] = ()
    hints: tuple[ScoreSheetHint, ...] = ()
    bands: int = 1


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class GameData:
    """All that a game's folder says, before any choice is made."""

    key: str
    folder: Path
    title: Text
    about: Text
    source: str  # the language that its texts are written in
    updated: date
    version: str  # of the data, as its author counts; empty where it is not counted
    choices: tuple[Choice, ...]
    decks: tuple[Deck, ...]
    values: Mapping[str, Value]
    overlays: tuple[Overlay, ...]
    chapters: tuple[Chapter, ...]
    remarks: tuple[Remark, ...]
    credits: tuple[Credit, ...]
    terms: Mapping[str, Mapping[str, Text]]
    score_sheet: ScoreSheet
    entries: tuple[Entry, ...]
    digits: bool = False  # whether they may stand in its texts, because none is a value or the game says so
    sections_by_ids: bool = False  # whether its book calls sections by their rules, and not by numbers
    made_of: str = ""  # tells what its files held when they were read

    def __eq__(self, other: object) -> bool:
        """Games are the same if they were read from the same files."""
        if self is other:
            return True
        same = isinstance(other, GameData) and (self.folder, self.made_of) == (other.folder, other.made_of)
        return same and bool(self.made_of)

    def __hash__(self) -> int:
        return hash((self.folder, self.made_of))

    def offers(self, kind: Kind) -> dict[str, Choice]:
        """What can be chosen of a kind, by key, in the order of the data."""
        return {choice.key: choice for choice in self.choices if choice.kind is kind}

    @property
    def reference(self) -> str:
        """The edition that the others are overlays of: the first one listed."""
        return next(iter(self.offers(Kind.EDITION)))

    @property
    def rules(self) -> dict[str, Text]:
        """The titles of all rules by their ids, in the order of the chapters."""
        return {rule: title for chapter in self.chapters for rule, title in chapter.rules.items()}

    def proper_name(self, card: Card) -> Text:
        """The key of a card as its name: the term that reads the same, which may have forms, if there is one."""
        key = card.key.casefold()
        alike = (words[key] for words in self.terms.values() if key in words and words[key].one == card.key)
        return next(alike, Text(card.key))

    def cards(self) -> Iterator[Card]:
        """The kinds of cards of all decks, of every edition and option."""
        for deck in self.decks:
            yield from deck.cards

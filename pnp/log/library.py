"""What the referee needs of a workspace, each read once: games, editions, rules in Python, words."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import cached_property, partial

from pnp.base.errors import BadFile, BadRequest, Complaint, Failure
from pnp.base.text import SOURCE_LANGUAGE, Message, Text, say
from pnp.data.edition import Choices, EditionData, broad_editions, choose
from pnp.data.model import Card, GameData
from pnp.data.workspace import Workspace
from pnp.log.log import COMMON, Log
from pnp.log.steps.reader import StepReader
from pnp.rules.notation import Vocabulary
from pnp.rules.protocol import Rules
from pnp.words.catalog import OWN_DOMAIN, Catalog, load_catalog, source_catalog

MOST_READERS = 8
ANYBODY = ("1", "2", "3")


class Library:
    """What was read stays as it is: whoever wants to see a change of the files takes a new library.

    `house` is an edition whose choices hold here; those of a log come on top.
    """

    def __init__(self, workspace: Workspace, house: EditionData | None = None) -> None:
        self.workspace = workspace
        self._house = house
        self._games: dict[str, GameData] = {house.game.key: house.game} if house else {}
        self._vocabularies: dict[str, Vocabulary] = {}  # by game
        self._catalogs: dict[str, Catalog] = {}
        self._readers: dict[tuple[str, tuple[str, ...], tuple[str, ...]], StepReader] = {}

    def __reduce__(self) -> tuple[type[Library], tuple[Workspace, EditionData | None]]:
        """Another process reads for itself."""
        return Library, (self.workspace, self._house)

    def game(self, key: str) -> GameData:
        """BadRequest where there is none; BadFile where its data cannot be read."""
        if key not in self._games:
            self._games[key] = self.workspace.game(key)
        return self._games[key]

    def edition(self, key: str, choices: Choices) -> EditionData:
        """The edition of choices on top of the house's; BadRequest where the game does not offer them."""
        house = self._house
        if house is None or key != house.game.key:
            return choose(self.game(key), choices)
        whole = (asked := house.asked).with_(choices)
        return house if whole == asked else choose(house.game, whole)

    def vocabulary(self, key: str) -> Vocabulary:
        """The words of a game's logs in every language, English first."""
        if key not in self._vocabularies:
            printed = {card.key.casefold(): self._printed(key, card) for card in self._named_cards(key)}
            self._vocabularies[key] = Vocabulary(rules_of(key).notation, self.catalogs(key), printed)
        return self._vocabularies[key]

    @cached_property
    def common_words(self) -> Vocabulary:
        """The words of any log in every language, English first."""
        return Vocabulary(COMMON, self.catalogs())

    def reader(self, log: Log) -> StepReader:
        """What reads the steps of a log; those of tables with the same players share what they have read."""
        edition = self.edition(log.game, log.choices)
        decks = tuple(deck.key for deck in edition.decks)
        name = (log.game, log.players, decks)
        if name not in self._readers:
            if len(self._readers) >= MOST_READERS:
                self._readers.clear()
            self._readers[name] = StepReader(
                rules_of(log.game).notation,
                self.vocabulary(log.game),
                self.cards(log.game),
                log.players,
                self._absent(log.game, decks),
            )
        return self._readers[name]

    def reader_of_any(self, log: Log) -> StepReader | None:
        """What reads the steps of a log whose header is wrong, with all cards of the game; None without a game."""
        if not log.players or log.game not in self.workspace.games() or not has_rules(log.game):
            return None
        notation = rules_of(log.game).notation
        return StepReader(notation, self.vocabulary(log.game), self.cards(log.game), log.players, {})

    def _absent(self, key: str, decks: tuple[str, ...]) -> dict[str, str]:
        """Decks and cards of the game that an edition does not use, with the deck that they belong to."""
        absent = [deck for deck in self.game(key).decks if deck.key not in decks]
        return {
            name: deck.key for deck in absent for name in (deck.key, *(card.key.casefold() for card in deck.cards))
        }

    def cards(self, key: str) -> dict[str, str]:
        """The cards of a game by their keys in the rules, with the names that a log uses for them."""
        return {card.key.casefold(): card.key for card in self._named_cards(key)}

    def _named_cards(self, key: str) -> Iterator[Card]:
        """The cards and tiles of a game; a log names no other pieces."""
        return (card for deck in self.game(key).decks if deck.piece in ("card", "tile") for card in deck.cards)

    def _printed(self, key: str, card: Card) -> tuple[Message, ...]:
        """The names of a card: that of a log, the same with its forms, and the one printed in its language."""
        return tuple(map(Message, (Text(card.key), self.game(key).proper_name(card), card.name)))

    def catalogs(self, domain: str = OWN_DOMAIN) -> list[Callable[[], Catalog]]:
        """What reads the words of each language, English first; those of a game too, if it is named."""
        others = [code for code in self.workspace.languages() if code != SOURCE_LANGUAGE]
        if domain == OWN_DOMAIN:
            return [partial(self.catalog, code) for code in (SOURCE_LANGUAGE, *others)]
        return [source_catalog, *(partial(load_catalog, self.workspace, code, domain) for code in others)]

    def catalog(self, language: str) -> Catalog:
        """The program's words in a language, read once; for the source language there is nothing to read."""
        if language not in self._catalogs:
            plain = language == SOURCE_LANGUAGE
            self._catalogs[language] = source_catalog() if plain else load_catalog(self.workspace, language)
        return self._catalogs[language]


def rules_of(game: str) -> Rules:
    """The rules of a game in Python. They come with the program: a data folder never brings code."""
    if not has_rules(game):
        raise BadRequest(
            Complaint(
                say("the referee has no rules for the game “{game}”", game=game),
                None,
                say("it can be printed, but its logs can’t be checked"),
            )
        )
    rules = importlib.import_module(_module(game)).RULES
    assert isinstance(rules, Rules)
    return rules


def data_problems(workspace: Workspace, key: str) -> Iterator[Complaint]:
    """What the rules in Python look for in a game's data and do not find; nothing of data that cannot be read."""
    with suppress(Failure):
        game = workspace.game(key)
        found = list(_lacking(game)) if has_rules(key) else []
        yield from (one for number, one in enumerate(found) if one not in found[:number])


def _lacking(game: GameData) -> Iterator[Complaint]:
    for edition in broad_editions(game):
        try:
            rules_of(game.key).set_up(edition, ANYBODY)
        except BadFile as error:
            yield from error.complaints


def has_rules(game: str) -> bool:
    """Whether the program knows a game's rules; their module is not imported for it."""
    return importlib.util.find_spec(_module(game)) is not None


def _module(game: str) -> str:
    return f"pnp.games.{game.replace('-', '_')}"

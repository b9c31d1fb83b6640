"""Every value says what it means for the game, in a sentence of each language, whatever it is set to."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pnp.book.provenance import footnotes_on, printed_edition, rulings, settings
from pnp.data.edition import Choices, EditionData, broad_editions, choose
from pnp.data.model import Fact, GameData, Kind, Value
from pnp.data.workspace import Workspace
from pnp.words.catalog import load_catalog
from pnp.words.choices import rules_and_language, rules_used
from pnp.words.sentences import ValueSentences

SPACE = Workspace(Path(__file__).parents[2])
GAMES = [SPACE.game(key) for key in SPACE.own_games()]
LANGUAGES = ("en", "pl", "de", "it")
NUMBERS = (0, 1, 2, 5, 22)
TAIL = re.compile(r": (yes|no|tak|nie|ja|nein|sì)\b", re.IGNORECASE)
NOUNS = "action|board|building|card|good|pawn|place|player|round|tile|time|token"
DISAGREES = re.compile(rf"\b(1 ({NOUNS})s|(0|2|5|22) ({NOUNS}))\b")


def facts_of(value: Value) -> Iterator[Fact]:
    """What a value may be set to, as far as a sentence may differ."""
    if isinstance(value.fact, bool):
        yield from (True, False)
    elif isinstance(value.fact, int):
        yield from (number for number in NUMBERS if number >= value.least)
    elif value.choices is not None:
        yield from value.choices
    else:
        yield value.fact
        if isinstance(value.fact, tuple):
            yield value.fact[:1]
            yield ()


def told(edition: EditionData, language: str) -> Iterator[tuple[Value, str]]:
    say = ValueSentences(edition, load_catalog(SPACE, language, edition.game.key))
    for value in edition.values.values():
        for fact in facts_of(value):
            settled = replace(value, fact=fact)
            yield settled, say.of(settled)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_value_is_told_in_a_sentence(game: GameData, language: str) -> None:
    for value, sentence in told(choose(game, Choices()), language):
        assert value.sentences is not None, value.key
        assert re.fullmatch(r"[\w„“«].*[.]", sentence), (value.key, sentence)
        assert sentence[0] in "„“«" or not sentence[0].islower(), (value.key, sentence)
        assert not TAIL.search(sentence), (value.key, sentence)
        assert "{" not in sentence, (value.key, sentence)
        numbers = value.fact if isinstance(value.fact, tuple) else (value.fact,)
        said = [one for one in numbers if type(one) is int and one and not re.search(rf"\b{one}\b", sentence)]
        assert said == [], (value.key, sentence)
        assert language != "en" or not DISAGREES.search(sentence), sentence


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_no_two_settings_of_a_value_read_alike(game: GameData, language: str) -> None:
    sentences: dict[str, dict[str, Fact]] = {}
    for value, sentence in told(choose(game, Choices()), language):
        assert sentences.setdefault(value.key, {}).setdefault(sentence, value.fact) == value.fact, sentence


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_book_tells_its_values_in_sentences(game: GameData, language: str) -> None:
    catalog = load_catalog(SPACE, language, game.key)
    for edition in broad_editions(game):
        notes = [note for _, note in footnotes_on(edition, catalog)]
        found = rulings(edition, catalog)
        rows = [*found["assumed"], *found["ruled"]]
        rows += [row for listed in settings(edition, catalog).values() for row in listed]
        for key in game.offers(Kind.EDITION):
            rows += printed_edition(edition, key, catalog)["values"]
        for sentence in [*notes, *(row["says"] for row in rows)]:
            assert sentence.endswith("."), sentence
            assert not TAIL.search(sentence), sentence


def test_several_values_of_one_meaning_are_one_sentence() -> None:
    game = SPACE.game("alchemicus")
    found = rulings(choose(game, Choices()), load_catalog(SPACE, "en", game.key))["assumed"]
    said = {row["rule"]: row["says"] for row in found}
    assert said["C3"].startswith("Prices in cards: Horten\xa01, Metalle\xa01, Pergula\xa01, Fornax\xa03,")
    assert "Pawns: green, red, blue, silver." in [row["says"] for row in found]


def test_a_change_says_what_else_would_be() -> None:
    game = SPACE.game("alchemicus")
    catalog = load_catalog(SPACE, "en", game.key)
    german = printed_edition(choose(game, Choices()), "de", catalog)["values"]
    assert "There are no Fame tokens worth 5 (otherwise 16)." in [row["says"] for row in german]
    yours = choose(game, Choices(overrides={"spirit.blocks_sale": True}))
    assert [row["says"] for row in rulings(yours, catalog)["yours"]] == [
        "The Spirit stops the sale of goods on the buildings that it blocks."
    ]


@pytest.mark.parametrize(
    ("edition", "language", "used", "whole"),
    [
        ("pl", "pl", "Edycja polska", "Edycja polska"),
        ("de", "de", "Deutsche Ausgabe", "Deutsche Ausgabe"),
        ("pl", "en", "Polish rules", "Polish rules, English text"),
        (
            "pl",
            "de",
            "nach den Regeln der polnischen Ausgabe",
            "nach den Regeln der polnischen Ausgabe, Text auf Deutsch",
        ),
        ("pl", "it", "regole dell’edizione polacca", "regole dell’edizione polacca, testo in italiano"),
        ("de", "pl", "zasady edycji niemieckiej", "zasady edycji niemieckiej, tekst: polski"),
    ],
)
def test_whose_rules_in_what_language_is_told_once(edition: str, language: str, used: str, whole: str) -> None:
    game = SPACE.game("alchemicus")
    chosen, catalog = choose(game, Choices(edition)), load_catalog(SPACE, language, game.key)
    assert rules_used(chosen, catalog) == used
    assert rules_and_language(chosen, catalog) == whole

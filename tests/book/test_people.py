"""Who plays in the examples has a name of each language, the same one in texts, figures and on score sheets."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache

import pytest

from conftest import LANGUAGES, REPO
from pnp.book.manuscript import write_manuscript
from pnp.data.edition import Choices, choose
from pnp.data.model import PERSON
from pnp.data.workspace import Workspace
from pnp.log.phrases import Phrases
from pnp.words.catalog import load_catalog
from pnp.words.messages import game_entries

SPACE = Workspace(REPO)
GAMES = ("alchemicus", "chemicy-magicy")
ENDING = 4  # letters that a case adds, at most
EXAMPLE = re.compile(r"call example\(\"([\w-]+)\".*?endcall", re.DOTALL)


@cache
def people(game: str, language: str) -> Mapping[str, str]:
    """What each player of the examples is called, by the name in the log."""
    catalog = load_catalog(SPACE, language, game)
    texts = [entry.text for entry in game_entries(SPACE.game(game)) if entry.text.context == PERSON]
    return {text.one: catalog(text) for text in texts}


def told(text: str, names: Mapping[str, str]) -> set[str]:
    """Whom a text names, in any case."""
    return {key for key, name in names.items() if re.search(rf"\b{name[:-1]}\w{{0,{ENDING}}}\b", text)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_a_translated_text_names_those_whom_its_figure_names(game: str, language: str) -> None:
    catalog, here, there = load_catalog(SPACE, language, game), people(game, "en"), people(game, language)
    texts = [entry.text for entry in game_entries(SPACE.game(game)) if entry.text.context != PERSON]
    named = [text for text in texts if re.search(rf"\b({'|'.join(here)})\b", text.one)]
    assert named
    for text in named:
        assert told(text.one, here) <= told(catalog.template(text, 1), there), text.one


@pytest.mark.parametrize("game", GAMES)
def test_an_example_tells_of_those_who_play_in_its_log(game: str) -> None:
    folder = REPO / "templates" / "rulebook" / game
    for file in sorted(folder.glob("*.j2")):
        for found in EXAMPLE.finditer(file.read_text("utf-8")):
            log = (folder / "examples" / f"{found[1]}.log").read_text("utf-8")
            assert told(found[0], people(game, "en")), found[1]
            assert told(found[0], people(game, "en")) <= told(log, people(game, "en")), found[1]


def test_figures_have_the_names_of_the_language() -> None:
    edition = choose(SPACE.game("alchemicus"), Choices())
    example = write_manuscript(SPACE, edition, load_catalog(SPACE, "it", "alchemicus")).examples["building"]
    for seats in (example.before["seats"], example.after["seats"]):
        assert [(seat["key"], seat["name"]) for seat in seats] == [
            ("beth", "Bianca"),
            ("evan", "Elio"),
            ("clara", "Chiara"),
        ]


@pytest.mark.parametrize(("language", "names"), [("pl", "Ala Bartek"), ("de", "Anna Ben"), ("it", "Anna Bruno")])
def test_score_sheets_have_them_too(language: str, names: str) -> None:
    edition = choose(SPACE.game("alchemicus"), Choices())
    phrases = Phrases(SPACE, edition, language)
    hints = [hint for hint in edition.game.score_sheet.hints if "Anna" in "".join(hint.write)]
    samples = [sample for hint in hints for sample in phrases.samples(hint)]
    assert any(all(name in sample for name in names.split()) for sample in samples)

"""The words of a log are those on the pieces: in all languages, for both games, there and back."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

import pytest

from conftest import LANGUAGES, LIBRARY, REPO
from pnp.base.errors import BadFile
from pnp.base.text import Message, Text
from pnp.log.file import parse_log, read_log
from pnp.log.library import rules_of
from pnp.log.log import CLAIMS, DEAL_WORD, HEAD
from pnp.log.steps.inflected import is_form_of
from pnp.log.writing import write_text
from pnp.rules.notation import CARD, fold, spellings, usual
from pnp.rules.step import Spot, Step
from pnp.words.catalog import load_catalog

GAMES = ("alchemicus", "chemicy-magicy")
EVER_READ = REPO / "tests" / "goldens" / "words" / "read.txt"
INFLECTING = {"pl"}  # where a good or tile stands in the accusative behind its verb
BY_ANOTHER_NAME = {"cat"}  # whom everybody calls so, whatever the tile says: it says cat assistant
STEM, ENDING = 3, 3  # letters that an inflected word has in common with its printed name, and that may differ


def step(game: str, text: str, players: str = "Ala, Bartek", *, strict: bool = True) -> Step:
    """The last step of a line."""
    head = {"alchemicus": "with: noctis\n", "chemicy-magicy": "options: extra-undo\n"}[game]
    whole = f"game: {game}\n{head}players: {players}\n\nAla: {text}\n"
    return parse_log(Path("x.log"), whole, LIBRARY, strict=strict).lines[-1].steps[-1]


# ---- the first form is the printed name ----------------------------------------------------------------------------


def printed(game: str) -> Iterator[tuple[str, Message, Text]]:
    """Each word for something that is printed, with its key and what stands on the piece, board or in the rules."""
    data, lists = LIBRARY.game(game), rules_of(game).notation.words
    cards = {card.key.casefold(): card.name for deck in data.decks for card in deck.cards}
    for kind, words in lists.items():
        terms = data.terms.get({"pay": "payment"}.get(kind, kind), {})
        for key, message in words.items():
            name = cards.get(key) if kind in ("tile", "emergency") else terms.get(key)
            if name:
                yield key, message, name


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_form_of_a_word_is_what_is_printed(game: str, language: str) -> None:
    catalog = load_catalog(LIBRARY.workspace, language, game)
    found = list(printed(game))
    assert len(found) > 15
    for key, message, name in found:
        first, shown = fold(usual(message, catalog)), fold(catalog(name))
        whole = first == shown or shown.startswith(f"{first} ") or key in BY_ANOTHER_NAME
        same = len(shared(first, shown))
        inflected = language in INFLECTING and same >= STEM and max(len(first), len(shown)) - same <= ENDING
        begun = any(shown.startswith(f"{fold(one)} ") for one in spellings(message, catalog))
        assert whole or inflected or (language in INFLECTING and begun), (first, shown)


def shared(one: str, other: str) -> str:
    """What two words begin with."""
    letters = [a for a, b in zip(one, other, strict=False)]
    return "".join(letters[: next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)])


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_printed_name_is_read(game: str, language: str) -> None:
    catalog, vocabulary = load_catalog(LIBRARY.workspace, language, game), LIBRARY.vocabulary(game)
    for deck in LIBRARY.game(game).decks:
        for card in deck.cards if deck.piece in ("card", "tile") else ():
            key, name = card.key.casefold(), catalog(card.name)
            assert vocabulary.find(CARD, name) == (key,)
            for kind, words in rules_of(game).notation.words.items():
                if key in words and kind in ("building", "tile", "emergency"):
                    assert vocabulary.find(kind, name) == (key,)


def test_cards_are_read_by_the_names_printed_on_them() -> None:
    for text in ("build Alembik", "buduje Alembik", "baut Destillierhelm", "costruisce Alambicco"):
        assert step("alchemicus", text) == Step("build", {"card": "alembic"})
    for text in ("collect Garden 2", "pozyskuje Ogród 2", "produziert Garten 2", "raccoglie «Giardino» 2"):
        assert step("alchemicus", text) == Step("collect", {"spots": (Spot("horten", 2),)})
    assert step("chemicy-magicy", "draw Cat assistant") == Step("draw", {"tile": "cat"})


@pytest.mark.parametrize("language", LANGUAGES)
def test_cards_are_read_in_every_form_that_sentences_give_them(language: str) -> None:
    says = load_catalog(LIBRARY.workspace, language, "alchemicus")
    game = LIBRARY.game("alchemicus")
    forms = {card.key: says.name(game.proper_name(card)).forms.values() for card in game.cards()}
    for key in ("Pergula", "Fornax", "Labrium"):
        for one in filter(None, forms[key]):
            assert step("alchemicus", f"build {one} paying 1") == step("alchemicus", f"build {key} paying 1")
    assert language == "en" or any(forms.values())


def test_what_was_ever_read_still_is() -> None:
    """The list only grows: whoever changes a word leaves the former ones behind it."""
    rows = EVER_READ.read_text(encoding="utf8").splitlines()
    assert len(rows) > 120
    own = {"head": HEAD, "line": {**CLAIMS, "deal": DEAL_WORD}}
    for row in rows:
        place, _, words = row.partition(": ")
        game, kind, key = place.split(" ", 2)
        message = own[kind][key] if game == "any" else rules_of(game).notation.words[kind][key]
        known = {fold(one) for language in LANGUAGES for one in spellings(message, LIBRARY.catalog(language))}
        assert {fold(one) for one in words.split("|")} <= known, place


# ---- there and back ------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("path", [REPO / "docs" / "club-night.log", REPO / "tests" / "goldens" / "chemists.log"])
def test_a_real_log_goes_from_any_language_to_any_other_and_back(path: Path) -> None:
    written = {language: write_text(read_log(path, LIBRARY), LIBRARY, language) for language in LANGUAGES}
    for one, other in permutations(LANGUAGES, 2):
        there = write_text(parse_log(path, written[one], LIBRARY, strict=True), LIBRARY, other)
        assert there == written[other]
        assert write_text(parse_log(path, there, LIBRARY, strict=True), LIBRARY, one) == written[one]


@pytest.mark.parametrize(
    ("game", "text", "written"),
    [
        (
            "alchemicus",
            "place Sale; move 3 to Spirit; play Infamia on Bartek; play Golem on Pergula",
            {
                "en": "place Sale; move 3 to Spirit; play Infamia on Bartek; play Golem on Pergula",
                "pl": "ustawia na Sprzedaż; idzie 3 na Ducha; zagrywa Infamia na gracza Bartek; "
                "zagrywa Golem na Pergula",
                "de": "setzt auf Verkauf; geht 3 auf Geist; spielt Infamia gegen Bartek; spielt Golem auf Pergula",
                "it": "piazza su Vendita; muove 3 a Spirito; gioca Infamia contro Bartek; gioca Golem su Pergula",
            },
        ),
        (
            "alchemicus",
            "take from Bartek; spirit Fornax paying hand; sell ore at Taberna; discard Horten",
            {
                "pl": "zabiera od gracza Bartek; duch Fornax odrzucając rękę; sprzedaje rudę w Taberna; "
                "odrzuca Horten",
                "de": "nimmt von Bartek; Geist Fornax zahlt Hand; verkauft Erz bei Taberna; legt ab Horten",
                "it": "ruba a Bartek; spirito Fornax pagando mano; vende minerale grezzo a Taberna; scarta Horten",
            },
        ),
        (
            "chemicy-magicy",
            "peek 2 cat, ball; pour; unplug; stop 3; take 5 tube from Bartek; pass to Bartek",
            {
                "en": "peek 2 cats, Round-belly; pour away; power off; stop 3; take over 5 Beanpoles from Bartek; "
                "pass on to Bartek",
                "pl": "podgląda 2 koty, brzuchacza; wylewa; odłącza; kończy 3; przejmuje 5 dryblasów "
                "od gracza Bartek; "
                "podaje dalej graczowi Bartek",
                "de": "spickt 2 Katzen, Kugelbauch; gießt weg; schaltet ab; steigt aus 3; übernimmt 5 Bohnenstangen "
                "von Bartek; gibt weiter an Bartek",
                "it": "sbircia 2 gatti, panciatonda; svuota; spegne; stop 3; sgraffigna 5 spilungoni a Bartek; "
                "rifila a Bartek",
            },
        ),
    ],
)
def test_a_log_is_written_in_the_words_that_players_see(game: str, text: str, written: dict[str, str]) -> None:
    head = {"alchemicus": "with: noctis\n", "chemicy-magicy": ""}[game]
    whole = f"game: {game}\n{head}players: Ala, Bartek\n\nAla: {text}\n"
    log = parse_log(Path("x.log"), whole, LIBRARY, strict=True)
    for language, line in written.items():
        assert write_text(log, LIBRARY, language).splitlines()[-1] == f"Ala: {line}"


def test_a_first_hand_and_a_bank_are_dealt_in_words_of_their_own() -> None:
    whole = "game: alchemicus\noptions: card-bank\nplayers: Ala, Bartek\n\ndeal Ala: 2 Horten\ndeal bank: Domo\n"
    log = parse_log(Path("x.log"), whole, LIBRARY, strict=True)
    assert write_text(log, LIBRARY, "de").splitlines()[-2:] == ["Starthand Ala: 2 Horten", "Auslage Bank: Domo"]
    german = write_text(log, LIBRARY, "de")
    assert write_text(parse_log(Path("x.log"), german, LIBRARY, strict=True), LIBRARY, "en") == whole


# ---- what else is read ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    ["draw „Koci asystent”", 'draw "Cat assistant"', "draw «assistente felino»", "zieht „Katze“", "zieht ›Kater‹"],
)
def test_names_may_stand_in_quotation_marks(text: str) -> None:
    assert step("chemicy-magicy", text) == Step("draw", {"tile": "cat"})


@pytest.mark.parametrize("text", ["place on Sale", "ustawia na Sprzedaż", "setzt auf Verkauf", "piazza su Vendita"])
def test_a_word_may_stand_before_a_field(text: str) -> None:
    assert step("alchemicus", text) == Step("place", {"field": Spot("sale")})


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        ("bartek", "bartka bartkowi bartkiem barteks"),
        ("zosia", "zosi zosie zosia"),
        ("celina", "celiny celinie celine celinas"),
        ("pawel", "pawla pawlowi"),
        ("kuba", "kuby kubie kube"),
        ("peter", "peters"),
        ("jan kowalski", "jana kowalskiego"),
    ],
)
def test_a_name_may_be_inflected(name: str, forms: str) -> None:
    for form in [forms] if " " in name else forms.split():
        assert is_form_of(form, name), form


def test_an_inflected_name_is_read_only_where_it_can_be_nobody_elses() -> None:
    assert step("alchemicus", "take from Bartka").args["from"] == 1
    assert step("chemicy-magicy", "podaje dalej graczowi Bartkowi").args["to"] == 1
    names = "Ala, Marek, Marka, Ola"
    for name, strange in (("Ali", names), ("Marku", names), ("Bartosz", "Ala, Bartek"), ("Marta", "Ala, Marek")):
        with pytest.raises(BadFile, match=f"“{name}” isn’t one of the players"):
            step("alchemicus", f"take from {name}", strange)

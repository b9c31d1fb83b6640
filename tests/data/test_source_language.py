"""A game may be written in any language: its own texts stand as they are, with the plurals of that language."""

from __future__ import annotations

import re
from pathlib import Path

import polib
import pytest

from conftest import Run, edit
from pictures import texts_of
from pnp.data.workspace import Workspace
from pnp.words.catalog import load_catalog

CARDS = """key,name,count,price,text
piekarz,Piekarz,4,2,"Gdy dobierasz karty, dobierz {draw.cards} {draw.cards:kartę|karty|kart} więcej."
zlodziej,Złodziej,2,3,Zajrzyj komuś w karty i weź jedną.
korona,Korona,1,5,"Nic niewarta, dopóki ktoś nie ma {target.points} {target.points:punktu|punktów|punktów}."
"""


def give_three_plurals(sample: Path) -> None:
    for name in ("game.toml", "values.toml"):
        text = (sample / name).read_text(encoding="utf8")
        (sample / name).write_text(re.sub(r"\{value:(\w+)\|(\w+)\}", r"{value:\1|\2|\2}", text), encoding="utf8")


@pytest.fixture
def polish(sample: Path) -> Path:
    """The sample game with Polish texts."""
    edit(sample / "game.toml", 'title = "My Game"', 'title = "Moja gra"\nsource = "pl"')
    edit(sample / "game.toml", '["{n} card", "{n} cards"]', '["{n} karta", "{n} karty", "{n} kart"]')
    give_three_plurals(sample)
    (sample / "deck.csv").write_text(CARDS, encoding="utf8")
    return sample


def printed(path: str) -> str:
    return " ".join(" ".join(texts_of(Path(path))).split())


def test_it_is_printed_in_its_own_language_unasked(polish: Path, run: Run) -> None:  # noqa: ARG001
    result = run("cards", "my-game")
    assert (result.code, result.err) == (0, "")
    assert result.out.rstrip().endswith("output/my-game/pl/cards.pdf")


@pytest.mark.parametrize(("number", "words"), [(1, "1 kartę"), (3, "3 karty"), (5, "5 kart"), (22, "22 karty")])
def test_plural_forms_are_those_of_the_language(polish: Path, run: Run, number: int, words: str) -> None:  # noqa: ARG001
    assert run("cards", "my-game", "--lang", "pl", "--set", f"draw.cards={number}").code == 0
    assert f"dobierz {words} więcej" in printed("output/my-game/pl/cards.pdf")


def test_headings_of_the_program_are_in_the_language_too(polish: Path, run: Run) -> None:  # noqa: ARG001
    assert run("kit", "my-game").code == 0
    contents = printed("output/my-game/pl/contents.pdf")
    assert "Lista elementów" in contents
    assert "7 kart" in contents
    assert "Instrukcja" in printed("output/my-game/pl/rulebook.pdf")


def test_its_own_catalog_fills_itself_and_others_are_translated(polish: Path, run: Run) -> None:
    assert run("messages", "--lang", "pl,en").code == 0
    locales = polish.parents[1] / "locales"
    own = polib.pofile(str(locales / "pl/LC_MESSAGES/my-game.po"))
    assert own.percent_translated() == 100
    assert own.find("{n} karta").msgstr_plural == {0: "{n} karta", 1: "{n} karty", 2: "{n} kart"}
    english = locales / "en/LC_MESSAGES/my-game.po"
    catalog = polib.pofile(str(english))
    assert catalog.percent_translated() == 0
    catalog.find("Piekarz").msgstr = "Baker"
    catalog.find("{n} karta").msgstr_plural = {0: "{n} card", 1: "{n} cards"}
    catalog.save()
    result = run("cards", "my-game", "--lang", "en")
    left = len(catalog) - 2
    assert f"{left} texts of my-game have no English translation yet and are printed in Polish" in result.err
    assert "Baker" in printed("output/my-game/en/cards.pdf")
    checked = run("check", "my-game", "--lang", "en").out
    assert checked.count("is not translated") == left
    assert "until then the original text is printed" in checked
    assert run("check", "my-game", "--lang", "pl").code == 0


def test_templates_of_the_game_are_in_its_language_and_shared_ones_in_english(polish: Path, run: Run) -> None:
    folder = polish.parents[1] / "templates/rulebook/my-game"
    folder.mkdir(parents=True)
    text = '{% trans %}Dobierz {draw.cards} {draw.cards:kartę|karty|kart}.{% endtrans %}\n{{ _("Credits") }}'
    rules = "".join(f'{{% call rule("{rule}") %}}\n{text}\n{{% endcall %}}\n' for rule in ("C1", "T1", "W1"))
    (folder / "book.md.j2").write_text(rules + "{{ chapters() }}\n", encoding="utf8")
    result = run("rulebook", "my-game", "--set", "draw.cards=5")
    assert (result.code, result.err) == (0, "")
    assert "Dobierz 5* kart. Twórcy" in printed("output/my-game/pl/rulebook.pdf")


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('source = "pl"', 'source = "Polish"', "“source”: expected a language code, found “Polish”"),
        (', "{n} kart"]', "]", "“pieces”: expected a text, or a list of its 3 plural forms"),
        ('source = "pl"\n', "", "“pieces”: expected a text, or a pair of singular and plural"),
    ],
)
def test_what_does_not_fit_the_language_is_said(polish: Path, run: Run, old: str, new: str, sentence: str) -> None:
    edit(polish / "game.toml", old, new)
    result = run("check", "my-game")
    assert result.code == 1
    assert sentence in result.out


def test_a_choice_by_number_has_as_many_words_as_the_language(polish: Path, run: Run) -> None:
    line = edit(polish / "deck.csv", "{draw.cards:kartę|karty|kart}", "{draw.cards:kartę|karty}")
    out = run("check", "my-game").out
    assert f"deck.csv:{line}: “{{draw.cards:kartę|karty}}” needs 3 forms in this language" in out


def test_a_language_that_nobody_else_has_can_be_printed(sample: Path, run: Run) -> None:
    edit(sample / "game.toml", 'title = "My Game"', 'title = "Mano žaidimas"\nsource = "lt"')
    give_three_plurals(sample)
    edit(sample / "game.toml", '["{n} card", "{n} cards"]', '["{n} korta", "{n} kortos", "{n} kortų"]')
    (sample / "deck.csv").write_text("key,name,count,price,text\nkepejas,Kepėjas,4,2,Imk kortą.\n", encoding="utf8")
    result = run("cards", "my-game", "--lang", "lt")
    assert result.code == 0
    assert "texts of pnp have no Lithuanian translation yet and are printed in English" in result.err
    assert "Kepėjas" in printed("output/my-game/lt/cards.pdf")


def test_english_games_are_as_they_were(project: Workspace) -> None:
    game = project.game("alchemicus")
    assert game.source == "en"
    assert {entry.text.language for entry in game.entries} == {"en"}
    assert not load_catalog(project, "en", "alchemicus").lacks(game.title)

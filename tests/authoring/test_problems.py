"""`pnp check`: clean on our own data, and each seeded fault is caught by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from conftest import Run, edit
from pnp.authoring.problems import folder_problems, game_problems, program_problems
from pnp.data.workspace import Workspace
from pnp.log.library import data_problems
from pnp.words.translation import is_unfinished

pytestmark = pytest.mark.slow


def test_our_own_data_is_clean(project: Workspace) -> None:
    """But for translations that are still to come: `make complete` asks for them before a release."""
    found = [*folder_problems(project), *program_problems(project)]
    for game in project.own_games():
        found += [*game_problems(project, game), *data_problems(project, game)]
    assert [str(one) for one in found if not is_unfinished(one)] == []


def test_what_is_broken_is_named_before_what_is_only_unfinished(copied: Path, run: Run) -> None:
    run("messages", "--lang", "lt")
    edit(copied / "locales/pl/LC_MESSAGES/alchemicus.po", 'msgstr "Ogród"', 'msgstr "Ogród {"')
    result = run("check", "alchemicus")
    assert "the braces do not match in “Ogród {”" in result.out.splitlines()[0]
    assert "locales/lt/LC_MESSAGES/alchemicus.po" in result.out


@pytest.mark.parametrize("language", ["pl", "de", "it", "en"])
def test_a_lost_placeholder_is_caught(copied: Path, run: Run, language: str) -> None:
    po = copied / f"locales/{language}/LC_MESSAGES/alchemicus.po"
    text = po.read_text(encoding="utf8")
    begin = text.index("msgstr", text.index("{pactum.cards} Noctis"))
    end = text.index("\n\n", begin)
    po.write_text(text[:begin] + 'msgstr "?"' + text[end:], encoding="utf8")
    line = text[:begin].count("\n") + 1
    result = run("check", "alchemicus")
    assert result.code == 1
    (found,) = [row for row in result.out.splitlines() if "has lost {pactum.cards}" in row]
    place, number = found.split(":")[:2]
    assert place == f"locales/{language}/LC_MESSAGES/alchemicus.po"
    assert abs(int(number) - line) <= 4


FAULTS = {
    "invented placeholder": ('msgstr "Garten"', 'msgstr "Garten {prise}"', "the translation contains {prise}, but"),
    "too few plurals": ("{pactum.cards:", "{pactum.cards:Karte|", "needs 2 forms in this language"),
    "a number": ('msgstr "Die Bank auslegen"', 'msgstr "Die 5 auslegen"', "there is a number in the text"),
    "unmatched brace": ('msgstr "Garten"', 'msgstr "Garten {"', "the braces do not match"),
    "untranslated": ('msgstr "Garten"', 'msgstr ""', "“Garden” is not translated"),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_faulty_translation_is_caught(copied: Path, run: Run, name: str) -> None:
    old, new, complaint = FAULTS[name]
    po = copied / "locales/de/LC_MESSAGES/alchemicus.po"
    text = po.read_text(encoding="utf8")
    if name == "a number":
        start = text.index("msgstr", text.index('msgid "Laying out the bank"'))
        old = text[start : text.index("\n", start)]
        new = 'msgstr "Die 5 auslegen"'
    if name == "too few plurals":
        start = text.index("{pactum.cards:", text.index("msgstr", text.index("{pactum.cards} Noctis")))
        text = text[:start] + text[start:].replace("{pactum.cards:", "{pactum.cards:Karte|", 1)
        po.write_text(text, encoding="utf8")
    else:
        edit(po, old, new)
    result = run("check", "alchemicus")
    assert result.code == 1
    assert complaint in result.out
    assert "alchemicus.po:" in result.out


def test_an_edition_that_cannot_be_made_is_caught(copied: Path, run: Run) -> None:
    edit(copied / "cards/alchemicus/values.toml", "set.price.gloria = 1", "set.count.horten = 17")
    result = run("check", "alchemicus")
    assert result.code == 1
    assert "add up to 139, but its size is given as" in result.out


def test_check_names_an_unknown_game(run: Run) -> None:
    result = run("check", "alchemicsu")
    assert result.code == 2
    assert "did you mean “alchemicus”?" in result.err


def test_problems_are_counted_in_the_users_language(copied: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANG", "pl_PL.UTF-8")
    edit(copied / "locales/de/LC_MESSAGES/alchemicus.po", 'msgstr "Garten"', 'msgstr ""')
    edit(copied / "locales/it/LC_MESSAGES/alchemicus.po", 'msgstr "Giardino"', 'msgstr ""')
    assert "2 problemy" in run("check", "alchemicus").out


def test_a_folder_that_is_no_game_is_named(sample: Path, run: Run) -> None:
    (sample.parent / "half-a-game").mkdir()
    result = run("check")
    assert result.code == 1
    assert "cards/half-a-game/game.toml: there is no such file" in result.out


def test_a_translation_keeps_the_drawings_of_its_text(copied: Path, run: Run) -> None:
    old = "Draw {pactum.cards} Noctis {pactum.cards:card|cards} immediately."
    edit(copied / "cards/alchemicus/noctis.csv", old, old.replace("immediately", ":sign-step: immediately"))
    po = copied / "locales/de/LC_MESSAGES/alchemicus.po"
    edit(po, old, old.replace("immediately", ":sign-step: immediately"))
    result = run("check", "alchemicus")
    assert "alchemicus.po" in result.out
    assert "has lost :sign-step:" in result.out


DIGITS = "Throw 8d6 at a 20-foot wall"


def test_a_digit_in_a_text_never_stops_the_print(sample: Path, run: Run) -> None:
    line = edit(sample / "deck.csv", "When you draw cards, ", f"{DIGITS}: SHA-256, ")
    assert run("cards", "my-game").code == 0
    found = run("check", "my-game")
    assert found.code == 1
    assert f"my-game/deck.csv:{line}: there is a number in the text “{DIGITS}" in found.out
    assert "“digits = true” in game.toml" in " ".join(found.out.split())


@pytest.mark.parametrize("before", ["[decks.main]\n", "title ="])
def test_digits_can_be_allowed_for_a_deck_or_for_a_game(sample: Path, run: Run, before: str) -> None:
    edit(sample / "deck.csv", "When you draw cards, ", f"{DIGITS}, ")
    after = before if before.endswith("\n") else ""
    edit(sample / "game.toml", before, f"{after}digits = true\n" + ("" if after else before))
    assert run("check", "my-game").out == "No problems found.\n"


def test_digits_that_a_game_allows_stand_in_its_translations_too(sample: Path, run: Run) -> None:
    edit(sample / "game.toml", "title =", "digits = true\ntitle =")
    translate_all(sample, run, DIGITS)
    assert "a number stands" not in run("check", "my-game").out


def test_what_a_deck_allows_holds_for_that_deck_only(sample: Path, run: Run) -> None:
    edit(sample / "game.toml", "[decks.main]\n", "[decks.main]\ndigits = true\n")
    edit(sample / "rules.toml", 'T1 = "', 'T1 = "7 ')
    assert "there is a number in the text “7 " in run("check", "my-game").out


def test_a_digit_that_a_translation_adds_is_a_warning(sample: Path, run: Run) -> None:
    translate_all(sample, run, DIGITS)
    assert f"there is a number in the text “{DIGITS}" in run("check", "my-game").out
    assert run("cards", "my-game", "--lang", "de").code == 0


def test_a_game_without_values_may_have_digits_everywhere(sample: Path, run: Run) -> None:
    (sample / "values.toml").write_text("")
    (sample / "layout.toml").unlink()
    (sample / "deck.csv").write_text(f"key,name,count,text\nwall,Wall,2,{DIGITS}\n")
    text = (sample / "game.toml").read_text()
    columns = '[decks.main.columns]\ntext = { kind = "text", title = "what it does" }\n'
    (sample / "game.toml").write_text(text[: text.index("[decks.main.columns]")] + columns)
    book = sample.parents[1] / "templates/rulebook/my-game/rulebook.md.j2"
    book.parent.mkdir(parents=True)
    book.write_text("# Walls\n\nThrow 8d6.\n")
    found = run("check", "my-game")
    assert "a number stands" not in found.out
    assert run("cards", "my-game").code == 0


def translate_all(game: Path, run: Run, said: str) -> None:
    """Gives every text of the game the same German wording."""
    po = game.parents[1] / "locales/de/LC_MESSAGES/my-game.po"
    po.parent.mkdir(parents=True)
    run("messages")
    head, _, entries = po.read_text(encoding="utf8").partition("\n\n")
    po.write_text(head + "\n\n" + entries.replace('msgstr ""', f'msgstr "{said}"'), encoding="utf8")

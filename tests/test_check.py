"""`pnp check`: clean on our own data, and each seeded fault is caught by name."""

from __future__ import annotations

from pathlib import Path

import pytest

from conftest import REPO, Run, edit


def test_our_own_data_is_clean(run: Run) -> None:
    result = run("check", "--workspace", REPO)
    assert (result.code, result.out, result.err) == (0, "No problems found.\n", "")


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
    "invented placeholder": ('msgstr "Garten"', 'msgstr "Garten {prise}"', "the translation names {prise}"),
    "too few forms": ("{pactum.cards:", "{pactum.cards:Karte|", "must have 2 forms in this language"),
    "a number": ('msgstr "Die Bank auslegen"', 'msgstr "Die 5 auslegen"', "a number stands in the text"),
    "unmatched brace": ('msgstr "Garten"', 'msgstr "Garten {"', "the braces do not match"),
    "untranslated": ('msgstr "Garten"', 'msgstr ""', "'Garden' is not translated"),
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
    if name == "too few forms":
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
    assert "add up to 139, but its stated size is 140" in result.out


def test_check_names_an_unknown_game(run: Run) -> None:
    result = run("check", "alchemicsu")
    assert result.code == 2
    assert "did you mean 'alchemicus'?" in result.err


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
    old = "Draw {pactum.cards} Noctis {pactum.cards:card|cards} at once."
    edit(copied / "cards/alchemicus/noctis.csv", old, old.replace("at once", ":sign-step: at once"))
    po = copied / "locales/de/LC_MESSAGES/alchemicus.po"
    edit(po, old, old.replace("at once", ":sign-step: at once"))
    result = run("check", "alchemicus")
    assert "alchemicus.po" in result.out
    assert "has lost :sign-step:" in result.out

"""Catalogs: complete, in step with the sources, and open to a fifth language."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from conftest import LANGUAGES, REPO, Run, edit
from pnp.base.text import say, word
from pnp.data.workspace import Workspace
from pnp.words.catalog import load_catalog
from pnp.words.messages import game_entries, program_entries, update
from pnp.words.po import read_po

pytestmark = pytest.mark.slow


def test_every_source_of_texts_is_gathered(project: Workspace) -> None:
    program = {entry.place.path.suffix for entry in program_entries(project)}
    game = {entry.place.path.suffix for entry in game_entries(project.game("alchemicus"))}
    assert (program, game) == ({".py", ".j2"}, {".toml", ".csv", ".j2", ".log"})


def test_the_catalogs_are_in_step_with_the_sources(tmp_path: Path) -> None:
    """`make messages` would change nothing. Whether they are complete, `make complete` asks before a release."""
    for name in ("cards", "locales", "templates"):
        shutil.copytree(REPO / name, tmp_path / name)
    (tmp_path / "pnp").symlink_to(REPO / "pnp")
    workspace = Workspace(tmp_path)
    before = {file: file.read_bytes() for file in tmp_path.glob("locales/*/LC_MESSAGES/*.po")}
    assert {file.stem for file in before} == {*workspace.own_games(), "pnp"}
    assert len(list(update(workspace))) == len(before)
    after = {file: file.read_bytes() for file in tmp_path.glob("locales/*/LC_MESSAGES/*.po")}
    assert [str(file) for file in after if before.get(file) != after[file]] == []


def test_messages_reports_what_is_left(copied: Path, run: Run) -> None:
    edit(copied / "cards/alchemicus/base.csv", "Garden", "Xyzzy")
    edit(copied / "cards/alchemicus/base.csv", "That card is now herbs.", "Here are herbs.")
    result = run("messages")
    assert result.code == 0
    row = next(line.split() for line in result.out.splitlines() if line.startswith("Polish     alchemicus"))
    translated, untranslated, fuzzy, obsolete = (int(re.sub(r"\D", "", one)) for one in row[2:])
    assert (untranslated, fuzzy, obsolete) == (1, 1, 1)
    assert translated > 300
    english = next(line.split() for line in result.out.splitlines() if line.startswith("English    alchemicus"))
    assert english[3:] == ["0", "0", "0"]


def test_a_missing_translation_falls_back_to_english_and_is_reported(copied: Path, run: Run) -> None:
    edit(copied / "cards/alchemicus/base.csv", "Garden", "Xyzzy")
    run("messages")
    shown = run("games", "alchemicus", "--lang", "it")
    assert "Xyzzy" in shown.out
    assert "Miniera" in shown.out
    kit = run("kit", "alchemicus", "--lang", "it")
    assert kit.code == 0
    assert kit.err.startswith("1 ")
    assert "pnp check" in kit.err
    check = run("check", "alchemicus")
    assert check.code == 1
    assert all(f"locales/{language}/LC_MESSAGES/alchemicus.po:" in check.out for language in ("pl", "de", "it"))


def test_a_fifth_language_is_one_folder(copied: Path, run: Run) -> None:
    """A made-up language: no code knows it, and CLDR does not either."""
    folder = copied / "locales/qx/LC_MESSAGES"
    folder.mkdir(parents=True)
    assert run("messages").code == 0
    po = folder / "alchemicus.po"
    edit(po, "nplurals=2; plural=(n != 1)", "nplurals=3; plural=(n > 1) + (n > 2)")
    assert run("messages").code == 0
    text = po.read_text(encoding="utf8")
    text = text.replace(
        'msgctxt "card name"\nmsgid "Garden"\nmsgstr ""', 'msgctxt "card name"\nmsgid "Garden"\nmsgstr "Hortiq"'
    )
    po.write_text(text, encoding="utf8")
    assert "qx 0%" in run("games").out
    page = run("games", "alchemicus", "--lang", "qx")
    assert "Hortiq" in page.out
    assert "140 base cards" in page.out
    text = text.replace('msgstr[0] ""', 'msgstr[0] "{n} uno"').replace('msgstr[2] ""', 'msgstr[2] "{n} multo"')
    po.write_text(text.replace('msgstr[1] ""', 'msgstr[1] "{n} duo"'), encoding="utf8")
    page = run("games", "alchemicus", "--lang", "qx")
    assert "140 multo" in page.out
    assert "1 uno" in page.out
    assert run("kit", "alchemicus", "--lang", "qx").code == 0
    assert (copied / "output/alchemicus/qx/contents.pdf").is_file()


def test_a_broken_catalog_is_a_complaint(copied: Path, run: Run) -> None:
    po = copied / "locales/de/LC_MESSAGES/alchemicus.po"
    line = edit(po, 'msgstr "Garten"', 'msgstr "Garten')
    result = run("games", "alchemicus", "--lang", "de")
    assert result.code == 2
    assert f"alchemicus.po:{line}: " in result.err
    assert "Traceback" not in result.err


@pytest.mark.parametrize(
    "plural_forms",
    [
        "nplurals=2; plural=(((n",
        "nplurals=2; plural=n/0",
        "nplurals=2; plural=n",
        "nplurals=2; plural=__import__(1)",
        "nplurals=99999999; plural=n",
        "nplurals=x; plural=n",
    ],
)
def test_plural_forms_that_do_not_work_are_refused(copied: Path, run: Run, plural_forms: str) -> None:
    edit(copied / "locales/de/LC_MESSAGES/alchemicus.po", "nplurals=2; plural=(n != 1)", plural_forms)
    for command, code in (("games", 2), ("check", 1)):
        result = run(command, "alchemicus", *(["--lang", "de"] if command == "games" else []))
        assert result.code == code
        assert "de/LC_MESSAGES/alchemicus.po:1" in result.err + result.out


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_cache_that_cannot_be_written_does_not_matter(
    project: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    catalog = load_catalog(project, language)
    assert catalog(say("No problems found."))


def test_a_damaged_cache_does_not_matter(project: Workspace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    said = load_catalog(project, "pl")(say("No problems found."))
    for file in tmp_path.rglob("*.mo"):
        file.write_bytes(b"garbage")
    assert load_catalog(project, "pl")(say("No problems found.")) == said != "No problems found."


def test_a_translation_with_a_lone_brace_falls_back_to_english(copied: Path, run: Run) -> None:
    edit(copied / "locales/de/LC_MESSAGES/alchemicus.po", 'msgstr "Garten"', 'msgstr "Garten {"')
    result = run("games", "alchemicus", "--lang", "de")
    assert result.code == 0
    assert "Garden" in result.out


@pytest.mark.parametrize("charset", ["idna", "latin-1", "no-such"])
def test_catalogs_are_utf8(copied: Path, run: Run, charset: str) -> None:
    edit(copied / "locales/de/LC_MESSAGES/alchemicus.po", "charset=utf-8", f"charset={charset}")
    result = run("games", "alchemicus", "--lang", "de")
    assert result.code == 2
    assert "de/LC_MESSAGES/alchemicus.po:1: " in result.err
    assert "Traceback" not in result.err


def left(text: str) -> list[str]:
    """The texts that `pnp check` calls untranslated."""
    return [line.partition(": ")[2] for line in text.splitlines() if line.endswith(" is not translated")]


@pytest.mark.parametrize("language", ["de", "lt"])
def test_translating_a_game_of_ones_own_goes_one_way(
    sample: Path, run: Run, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """The print, the check and the table speak of the same texts, before there is a file and after."""
    before = run("messages")
    assert before.code == 2
    assert "pnp messages --lang de,cs" in before.err
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")  # else the language asked for is also the language of the answer
    named = left(run("check", "my-game", "--lang", language).out)
    assert len(named) > 20
    table = run("messages", "--lang", language).out
    row = next(line.split() for line in table.splitlines() if " my-game " in line)
    assert row[2:] == ["0", str(len(named)), "0", "0"]
    assert left(run("check", "my-game").out) == named
    printed = run("cards", "my-game", "--lang", language)
    assert printed.code == 0
    assert f"{len(named)} texts of my-game have no" in printed.err
    assert f"pnp check my-game --lang {language}" in printed.err
    po = sample.parents[1] / f"locales/{language}/LC_MESSAGES/my-game.po"
    edit(po, 'msgid "Baker"\nmsgstr ""', 'msgid "Baker"\nmsgstr "Xyzzy"')
    assert left(run("check", "my-game").out) == [one for one in named if "“Baker”" not in one]
    assert f"{len(named) - 1} texts of my-game" in run("cards", "my-game", "--lang", language).err


def test_a_language_that_is_not_there_says_how_to_begin(sample: Path, run: Run) -> None:
    result = run("cards", "my-game", "--lang", "lt")
    assert (result.code, "pnp messages --lang lt" in result.err) == (2, True)
    result = run("messages", "--lang", "../x")
    assert (result.code, "expected a language code, found “../x”" in result.err) == (2, True)
    assert not (sample.parents[1] / "locales").exists()


def test_a_workspace_translates_the_program_into_a_language_that_it_does_not_bring(sample: Path, run: Run) -> None:
    run("messages", "--lang", "lt,de")
    locales = sample.parents[1] / "locales"
    assert not (locales / "de/LC_MESSAGES/pnp.po").exists()
    po = locales / "lt/LC_MESSAGES/pnp.po"
    workspace = Workspace(sample.parents[1])
    texts = {(entry.text.context, entry.text.one) for entry in program_entries(workspace)}
    assert sum(1 for message in read_po(po) if message.id) == len(texts) > 1000
    told = run("cards", "my-game", "--lang", "lt").err
    assert f"{len(texts):,} texts of pnp have no Lithuanian translation yet" in told
    edit(po, 'msgctxt "book"\nmsgid "Contents"\nmsgstr ""', 'msgctxt "book"\nmsgid "Contents"\nmsgstr "Obsah"')
    assert load_catalog(workspace, "lt", "my-game")(word("book", "Contents")) == "Obsah"
    assert "locales/lt/LC_MESSAGES/pnp.po" in run("check", "--lang", "lt").out


def test_own_words_come_before_the_built_in_ones_and_leave_the_others(sample: Path) -> None:
    po = sample.parents[1] / "locales/de/LC_MESSAGES/pnp.po"
    po.parent.mkdir(parents=True)
    head = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
    po.write_text(head + 'msgctxt "book"\nmsgid "Contents"\nmsgstr "Übersicht"\n', encoding="utf8")
    catalog = load_catalog(Workspace(sample.parents[1]), "de", "my-game")
    assert catalog(word("book", "Contents")) == "Übersicht"
    assert catalog(say("No problems found.")) != "No problems found."

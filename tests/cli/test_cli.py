"""The command line as people use and misuse it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from conftest import LANGUAGES, REPO, Run, run_alone
from pnp import __version__
from pnp.authoring.docs import pages
from pnp.cli.commands import app

ALL = typer.main.get_command(app).commands  # type: ignore[attr-defined]
COMMANDS = sorted(name for name, command in ALL.items() if not command.hidden)
LETTERS = {"pl": "ąćęłńóśźż", "de": "äöüß", "it": "àèéìòù", "en": ""}


def test_the_games_are_listed_with_choices_and_completeness(run: Run) -> None:
    result = run("games")
    assert result.code == 0
    for word in ("alchemicus", "chemicy-magicy", "--with noctis", "--variant race", "--option card-bank", "pl 100%"):
        assert word in result.out


def test_one_game_in_german(run: Run) -> None:
    """Headings, names, plurals and dates: nothing English is left."""
    result = run("games", "alchemicus", "--lang", "de", "--with", "noctis")
    assert result.code == 0
    for phrase in ("140 Grundspielkarten", "Destillierhelm", "18. November 2026", "20", "Geist der Transmutation"):
        assert phrase in result.out
    for word in (" the ", " cards", "Components", "edition", "price  ", "Rulings"):
        assert word not in result.out


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["alchemicus", "chemicy-magicy"])
def test_every_game_has_a_page_in_every_language(run: Run, game: str, language: str) -> None:
    result = run("games", game, "--lang", language)
    assert result.code == 0
    assert not LETTERS[language] or set(LETTERS[language]) & set(result.out)
    assert "{" not in result.out.replace("{price}", "")


def test_a_price_that_is_set_shows_up(run: Run) -> None:
    before, after = run("games", "alchemicus"), run("games", "alchemicus", "--set", "price.labrium=4")
    assert re.search(r"Labrium +Laboratory +10 +5\*", before.out)
    assert re.search(r"Labrium +Laboratory +10 +4†", after.out)
    assert re.search(r"Set by you\n.*\n.*\n +price\.labrium +4 ", after.out)


def test_an_edition_tells_what_it_changes(run: Run) -> None:
    out = " ".join(run("games", "alchemicus").out.split())
    assert "with 16 Fame or more starts the last round (otherwise 20). (Noctis)" in out
    assert "price.gloria: Gloria costs nothing (otherwise 1). (Race for Gold)" in out


def test_several_languages_at_once(run: Run) -> None:
    out = run("games", "alchemicus", "--lang", "pl,it").out
    assert "Ogród" in out
    assert "Giardino" in out


@pytest.mark.slow
@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_has_help_with_an_example_in_every_language(command: str, language: str) -> None:
    result = run_alone(command, "--help", LANG=f"{language}_XX.UTF-8")
    assert result.code == 0
    assert f"pnp {command}" in result.out.splitlines()[-2] or f"pnp {command}" in result.out.split("─╯")[-1]
    assert ("Usage: " in result.out) == (language == "en")
    assert ("─ Options ─" in result.out) == (language == "en")
    assert ("Show this help" in result.out) == (language == "en")


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({"LANG": "C"}, "there is no game"),
        ({"LANG": "fr_FR.UTF-8"}, "there is no game"),
        ({"LANG": "de_DE.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "there is no game"),
    ],
)
def test_other_languages_get_english(environment: dict[str, str], expected: str) -> None:
    assert expected in run_alone("games", "nix", **environment).err


def test_errors_follow_the_users_language() -> None:
    said = {language: run_alone("games", "nix", LANG=f"{language}_XX.UTF-8").err for language in LANGUAGES}
    assert len(set(said.values())) == len(LANGUAGES)
    assert all("nix" in sentence for sentence in said.values())


def test_errors_follow_lang_where_the_environment_has_none() -> None:
    assert run_alone("games", "nix", "--lang", "de").err == run_alone("games", "nix", LANG="de_DE.UTF-8").err


@pytest.mark.parametrize(
    ("arguments", "complaint", "hint"),
    [
        (["gmaes"], "there is no command “gmaes”", "did you mean “games”?"),
        (["games", "--lagn", "de"], "there is no option --lagn", "did you mean “--lang”?"),
        (["games", "--lang"], "the option --lang is used incorrectly", "--help"),
        (["kit"], "GAME is missing", "pnp kit --help"),
        (["games", "alchemicus", "noctis"], "this command is not understood", "pnp games --help"),
        (["games", "--workspace", "/nowhere"], "expected a workspace with cards/…/game.toml", "folder “cards”"),
        (["new", "My Game"], "expected a key of lower-case letters", "my-game"),
    ],
)
def test_a_mistyped_line_is_explained(run: Run, arguments: list[str], complaint: str, hint: str) -> None:
    result = run(*arguments)
    assert (result.code, result.out) == (2, "")
    assert complaint in result.err
    assert hint in result.err
    assert "Traceback" not in result.err


def test_pnp_alone_shows_its_help(run: Run) -> None:
    result = run()
    assert result.code == 2
    assert "games" in result.out + result.err


def test_version(run: Run) -> None:
    assert run("--version").out == f"pnp {__version__}\n"


@pytest.mark.slow
def test_no_color_is_honoured() -> None:
    forced = {"FORCE_COLOR": "1", "NO_COLOR": "", "TERM": "xterm-256color"}
    assert "\x1b[1m" in run_alone("games", **forced).out
    assert "\x1b[3" not in run_alone("games", **forced | {"NO_COLOR": "1"}).out


def test_the_shell_completes_games_and_choices() -> None:
    def completions(line: str) -> list[str]:
        words = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split(" ")) - 1), "_TYPER_COMPLETE_ARGS": line}
        shell = words | {"_PNP_COMPLETE": "complete_bash"}
        return run_alone(**shell).out.split()

    assert completions("pnp games al") == ["alchemicus"]
    assert completions("pnp games --lang p") == ["pl"]
    assert completions("pnp games alchemicus --with n") == ["noctis"]
    assert completions("pnp games nix --with n") == []
    assert completions("pnp cards --paper let") == ["letter"]
    assert completions("pnp cards alchemicus --ink w") == ["words"]
    assert completions("pnp cards --card po") == ["poker"]


def test_a_closed_pipe_is_no_error() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "pnp", "games", "alchemicus"], cwd=REPO, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as pnp:
        assert pnp.stdout
        assert pnp.stderr
        pnp.stdout.close()
        assert b"Traceback" not in pnp.stderr.read()


def test_a_game_of_ones_own(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """From nothing to a printed sheet; the built-in games stay within reach."""
    monkeypatch.chdir(tmp_path)
    assert run("new", "my-game").code == 0
    assert run("check").out == "No problems found.\n"
    assert re.search(r"baker +Baker +4 +2", run("games", "my-game").out)
    assert run("kit", "my-game", "--option", "long-game").code == 0
    assert (tmp_path / "output/my-game/en/contents.pdf").is_file()
    assert run("games", "alchemicus").code == 0
    again = run("new", "my-game")
    assert (again.code, "this game already exists" in again.err) == (2, True)


def test_the_docs_are_listed_and_shown(run: Run) -> None:
    listed = run("docs")
    assert listed.code == 0
    assert re.search(r"^layout +Layouts: how pieces look", listed.out, re.MULTILINE)
    names = {path.stem for path in (REPO / "docs").glob("*/*.md")}
    assert set(re.findall(r"^([a-z-]+) +[a-zA-Z]", listed.out, re.MULTILINE)) == names | {"page"}
    assert [group for group in ("Tutorials", "Reference", "Explanation") if group not in listed.out] == []
    assert run("docs", "layout").out == (REPO / "docs/reference/layout.md").read_text(encoding="utf8")


def test_a_page_of_the_docs_is_set_for_a_terminal() -> None:
    leader, follower = os.openpty()
    with os.fdopen(follower, "wb") as terminal, os.fdopen(leader, "rb") as screen:
        command = [sys.executable, "-m", "pnp", "docs", "boards"]
        shown = subprocess.Popen(command, cwd=REPO, stdout=terminal)
        first = [screen.readline().decode() for _ in range(6)]
        shown.kill()
        shown.wait()
    assert any("Boards: spaces and links" in line for line in first)
    assert not any(line.startswith("# ") or "`" in line for line in first)


def test_a_page_that_is_not_there_is_a_near_miss(run: Run) -> None:
    result = run("docs", "layot")
    assert (result.code, result.out) == (2, "")
    assert result.err == "there is no page “layot”\n  → did you mean “layout”?\n"


def test_a_page_that_is_like_no_other_leads_to_the_list(run: Run) -> None:
    assert run("docs", "xyzzy").err == "there is no page “xyzzy”\n  → pnp docs lists them all\n"


def test_each_page_says_in_a_line_what_it_is_about() -> None:
    abouts = {page.name: page.about for page in pages().values()}
    assert len(abouts) == len(list((REPO / "docs").glob("*/*.md"))), "each has a name of its own"
    assert {name: about for name, about in abouts.items() if not re.fullmatch(r"[^\[\]]{20,120}\.", about)} == {}


def test_a_page_is_opened_and_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(typer, "launch", opened.append)
    path = str(REPO / "docs/reference/data.md")
    assert (run("docs", "data", "--open").out, opened) == (f"{path}\n", [path])


def test_a_new_game_leads_to_pages_that_are_there(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    texts = [run("new", "my-game").out, *(path.read_text("utf8") for path in (tmp_path / "cards").rglob("*.*"))]
    named = {page for text in texts for page in re.findall(r"pnp docs ([a-z-]+)", text)}
    assert named == {"data", "layout", "translating"}
    assert {run("docs", page).code for page in named} == {0}
    assert not any("docs/" in text for text in texts)

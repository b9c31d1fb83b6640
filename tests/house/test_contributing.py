"""CONTRIBUTING: whoever does what it says ends where it says. Each test is named after a heading there.

What other tests hold is not repeated: a game from nothing to a kit (tests/cli), a paper (tests/sheets), the logs of a
rule (tests/referee), messages in step (tests/words).
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from conftest import REPO, Run, edit
from pictures import texts_of

PAGE = (REPO / "CONTRIBUTING.md").read_text(encoding="utf8")


def test_tests_are_named_after_headings() -> None:
    headings = {
        "_".join(re.findall(r"\w+", heading.lower())) for heading in re.findall(r"^#+ (.*)$", PAGE, re.MULTILINE)
    }
    source = Path(__file__).read_text(encoding="utf8")
    assert set(re.findall(r"^def test_((?:add|taking)_\w+?)(?:__\w+)?\(", source, re.MULTILINE)) <= headings


def test_the_page_names_what_is_there() -> None:
    paths = re.findall(r"(?:pnp|tests|docs|templates|cards)/[\w/.-]+\b", PAGE)
    assert [path for path in paths if not (REPO / path).exists()] == []
    targets = re.findall(r"^([\w-]+):", (REPO / "Makefile").read_text(encoding="utf8"), re.MULTILINE)
    assert set(re.findall(r"`make (\w+)", PAGE)) <= set(targets)


def test_taking_part__hooks_run_what_make_quick_runs() -> None:
    config = (REPO / ".pre-commit-config.yaml").read_text(encoding="utf8")
    (quick,) = re.findall(r"^quick: (.*)$", (REPO / "Makefile").read_text(encoding="utf8"), re.MULTILINE)
    assert re.findall(r"entry: make (\w+)$", config, re.MULTILINE) == quick.split()
    assert set(re.findall(r"language: (\w+)", config)) == {"system"}
    assert re.findall(r"repo: (\w+)", config) == ["local"]


def test_add_a_value_or_a_rule(sample: Path, run: Run) -> None:
    edit(sample / "rules.toml", 'T1 = "Draw"\n', 'T1 = "Draw"\nT2 = "Rest"\n')
    with (sample / "values.toml").open("a", encoding="utf8") as file:
        file.write(
            '\n[[values]]\nrule = "T2"\nmark = "ruling"\nabout = "Cards for a turn of rest"\nset.rest.cards = 7\n'
        )
        file.write('\n[[when]]\noption = "long-game"\nrule = "T2"\nset.rest.cards = 8\n')
    assert run("check").out == "No problems found.\n"
    assert re.search(r"rest\.cards +7", run("games", "my-game").out)
    edit(sample / "deck.csv", "Look at another hand", "Rest: draw {rest.cards} cards. Look at another hand")
    for options, cards in (((), 7), (("--option", "long-game"), 8)):
        printed = run("cards", "my-game", "--lang", "en", *options)
        assert f"Rest: draw {cards} cards." in " ".join(texts_of(Path(printed.out.strip())))


@pytest.mark.slow
def test_add_a_game(tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert run("new", "my-game").code == 0
    assert run("check", "my-game").out == "No problems found.\n"
    assert run("messages", "--lang", "cs").code == 0
    assert run("check", "my-game", "--lang", "cs").code == 1
    assert run("kit", "my-game", "--lang", "en,cs").code == 0
    assert all((tmp_path / f"output/my-game/{one}/contents.pdf").is_file() for one in ("en", "cs"))


def test_add_a_paper_a_size_or_a_look(sample: Path, run: Run) -> None:
    stock = sample.parents[1] / "templates/sheets.toml"
    stock.parent.mkdir()
    stock.write_text(
        "[papers.postcard]\nsize = [105, 148]\nmargin = 3\n\n[sizes.stamp]\nsize = [40, 50]\n", encoding="utf8"
    )
    edit(sample / "layout.toml", 'size = "tcg"', 'size = "stamp"')
    assert run("check", "my-game").out == "No problems found.\n"
    result = run("cards", "my-game", "--paper", "postcard", "--lang", "en")
    assert (result.code, result.err) == (0, "")
    fronts = texts_of(Path(result.out.strip()))[::2]
    assert [page.count("Baker") for page in fronts] == [4, 0], "four stamps on each postcard"


EXAMPLE = """game: alchemicus
players: Bona, Emil
set: setup.hand=5, setup.buildings=pergula
deal Bona: Horten, 4 ?

1 Bona: draw; place Build; build Horten paying {{ values.price.horten }}; built 2
"""
TOLD = """{% call example("own-garden", title=_("A garden of her own")) %}
{% trans %}Now she owns {after.bona.built} {after.bona.built:building|buildings}.{% endtrans %}
{% endcall %}
"""


@pytest.mark.slow
def test_add_an_example_to_a_rulebook(copied: Path, run: Run) -> None:
    folder = copied / "templates/rulebook/alchemicus"
    example = folder / "examples/own-garden.log"
    example.write_text(EXAMPLE, encoding="utf8")
    edit(
        folder / "build.md.j2",
        '{% if values.payment.card == 1 and values.building.limit > 2 %}\n{% call example("building"',
        f'{TOLD}\n{{% if values.payment.card == 1 and values.building.limit > 2 %}}\n{{% call example("building"',
    )
    result = run("rulebook", "alchemicus", "--lang", "en")
    assert (result.code, result.err) == (0, "")
    assert "Now she owns 2 buildings." in " ".join(texts_of(Path(result.out.strip())))
    edit(example, "built 2", "built 3")
    result = run("rulebook", "alchemicus", "--lang", "en")
    assert result.code == 2
    assert "own-garden.log:6" in result.err


def _problems(said: str) -> int:
    """How many problems a check has counted in its last line."""
    return int(said.splitlines()[-1].split()[0].replace(",", ""))


@pytest.mark.slow
def test_add_a_language(copied: Path, run: Run) -> None:
    assert run("messages", "--lang", "cs").code == 0
    folder = copied / "locales/cs/LC_MESSAGES"
    assert {"alchemicus.po", "chemicy-magicy.po", "pnp.po"} <= {path.name for path in folder.iterdir()}
    assert "nplurals=3" in (folder / "alchemicus.po").read_text(encoding="utf8")
    check = run("check", "alchemicus", "--lang", "cs")
    assert check.code == 1
    assert "locales/cs/LC_MESSAGES/alchemicus.po:" in check.out
    edit(
        folder / "alchemicus.po",
        'msgctxt "card name"\nmsgid "Garden"\nmsgstr ""',
        'msgctxt "card name"\nmsgid "Garden"\nmsgstr "Zahrada"',
    )
    assert "Zahrada" in run("games", "alchemicus", "--lang", "cs").out
    assert _problems(run("check", "alchemicus", "--lang", "cs").out) == _problems(check.out) - 1
    printed = run("cards", "alchemicus", "--lang", "cs")
    assert printed.code == 0
    assert "texts of alchemicus are not translated" in printed.err
    assert "Zahrada" in " ".join(texts_of(Path(printed.out.strip())))
    assert run("messages").code == 0, "later, it brings them up to date"
    assert 'msgstr "Zahrada"' in (folder / "alchemicus.po").read_text(encoding="utf8")

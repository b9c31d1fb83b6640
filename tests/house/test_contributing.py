"""CONTRIBUTING: whoever does what it says ends where it says. Each test is named after a heading there.

Where the program itself is changed, a copy of it is: the tests of this house go on with the one that is here.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import REPO, Result, Run, edit
from pictures import texts_of

PAGE = (REPO / "CONTRIBUTING.md").read_text(encoding="utf8")

# what other tests hold
ELSEWHERE = {
    "Where things are": "tests/house/test_architecture.py",
    "The rooms of `pnp/`": "tests/house/test_architecture.py",
    "Teach the referee a rule": "tests/referee/test_rule_logs.py",
    "Change the docs": "tests/house/test_docs.py",
    "Version": "tests/house/test_changelog.py",
}


def _slug(heading: str) -> str:
    return "_".join(re.findall(r"\w+", heading.lower()))


def test_each_heading_is_tried_here_or_held_elsewhere() -> None:
    headings = [_slug(heading) for heading in re.findall(r"^#+ (.*)$", PAGE, re.MULTILINE)]
    source = Path(__file__).read_text(encoding="utf8")
    tried = set(re.findall(r"^def test_(contributing|(?:add|teach)_\w+?)(?:__\w+)?\(", source, re.MULTILINE))
    assert sorted({*tried, *map(_slug, ELSEWHERE)}) == sorted(headings)
    assert tried.isdisjoint(map(_slug, ELSEWHERE))
    assert [test for test in ELSEWHERE.values() if not (REPO / test).is_file()] == []


@pytest.fixture
def checkout(copied: Path) -> Path:
    """A copy of the program and its workspace to change, which is the current folder."""
    shutil.copytree(REPO / "pnp", copied / "pnp", ignore=shutil.ignore_patterns("__pycache__"))
    return copied


def python(*arguments: object, **environment: str) -> Result:
    """A Python that finds the program of a checkout which is the current folder."""
    line = [sys.executable, *map(str, arguments)]
    done = subprocess.run(line, env=os.environ | environment, capture_output=True, encoding="utf8", check=False)
    return Result(done.returncode, done.stdout, done.stderr)


def changed(*arguments: object, **environment: str) -> Result:
    """`pnp` of a checkout that is the current folder."""
    return python("-m", "pnp", *arguments, **environment)


def test_the_page_names_what_is_there() -> None:
    paths = re.findall(r"(?:pnp|tests|docs|templates|cards)/[\w/.-]+\b", PAGE)
    assert [path for path in paths if not (REPO / path).exists()] == []
    targets = re.findall(r"^([\w-]+):", (REPO / "Makefile").read_text(encoding="utf8"), re.MULTILINE)
    assert set(re.findall(r"`make (\w+)", PAGE)) <= set(targets)


def test_contributing__hooks_run_what_make_quick_runs() -> None:
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
    edit(
        sample / "deck.csv",
        "Look at another player’s hand",
        "Rest: draw {rest.cards} cards. Look at another player’s hand",
    )
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


PARTED = """
[parts.poster]
word = { x = 20, y = 20, w = 100, h = 20, text = "{{ poster.word }}", font = "Serif-Bold", size = 40, colour = "ink" }
"""
LAID_OUT = '''"""Makes a poster."""

from pnp.faces.job import Job
from pnp.faces.page import Handling, Printout, whole_page


def lay_out_poster(job: Job) -> Printout:
    """One page with a large word."""
    size = job.settings.paper.size
    page = whole_page(size, lambda renderer: renderer.draw_page("poster", size, {"poster": {"word": "Hurrah"}}))
    return Printout((page,), Handling(shown=(page,)))
'''
MADE = """def _poster(job: Job, artefact: Artefact) -> Document:
    from pnp.sheets.poster import lay_out_poster

    return _printed(job, artefact, lay_out_poster(job))


"""
ARTEFACT = """        Artefact(
            "poster",
            word("artefact", "Poster"),
            Stuff.PAPER,
            (say("To hang it up."),),
            takes=("paper", "ink"),
            makers={PDF: _poster},
        ),
"""
COMMAND = """    _PrintCommand(
        "poster",
        source("Prints a poster."),
        source("Example: pnp poster {game} --paper a3"),
    ),
"""


@pytest.mark.slow
def test_add_an_artefact_to_the_kit(checkout: Path) -> None:
    with (checkout / "templates/layout.toml").open("a", encoding="utf8") as file:
        file.write(PARTED)
    (checkout / "pnp/sheets/poster.py").write_text(LAID_OUT, encoding="utf8")
    artefacts, before = checkout / "pnp/kit/artefacts.py", '        Artefact(\n            "contents"'
    edit(artefacts, "def _rulebook(", f"{MADE}def _rulebook(")
    edit(artefacts, before, ARTEFACT + before)
    edit(
        checkout / "pnp/cli/printing.py",
        "    _PrintCommand(\n        KIT,",
        f"{COMMAND}    _PrintCommand(\n        KIT,",
    )
    assert changed("new", "my-game").code == 0
    alone = changed("poster", "my-game", "--paper", "a5", "--lang", "en")
    assert (alone.code, alone.err) == (0, "")
    assert texts_of(Path(alone.out.strip())) == ["Hurrah"]
    assert "there is no option --bleed" in changed("poster", "my-game", "--bleed", "2").err
    kit = changed("kit", "my-game", "--lang", "en")
    assert "poster.pdf" in kit.out
    folder = checkout / "output/my-game/en"
    assert "To hang it up." in " ".join(texts_of(folder / "00-print-me.pdf"))
    assert '"file": "poster.pdf"' in (folder / "kit.json").read_text(encoding="utf8")


# the steps of an option, or rather of two: one that is on or off, and a word
OPTION = {
    "a field": (
        "pnp/faces/options.py",
        "    once: bool = False",
        '    mirror: bool = False\n    stamp: Annotated[str, Allowed("draft")] = ""\n',
    ),
    "a keyword": ("pnp/api/options.py", "    once: bool\n", "    mirror: bool\n    stamp: str\n"),
    "a flag": (
        "pnp/cli/options.py",
        '    "once": _printing(',
        (
            '    "mirror": _printing(bool, "--mirror", None, source("All turned round.")),\n'
            '    "stamp": _printing(str, "--stamp", "WORD", source("Printed across.")),\n'
        ),
    ),
    "taken": ("pnp/kit/artefacts.py", '"tile", takes=("card",', '"tile", takes=("mirror", "stamp", "card",'),
}
FORGOTTEN = {
    "a field": "AssertionError: the artefact 'cards' takes ['mirror', 'stamp']: no field of PrintOptions",
    "a keyword": "AssertionError: options of printing without a keyword in Printing: ['mirror', 'stamp']",
    "a flag": "AssertionError: the option 'mirror' of printing has no flag in PRINT_FLAGS",
    "taken": "there is no option --mirror",
}


def _add_option(checkout: Path, but: str = "") -> None:
    for name, (path, before, new) in OPTION.items():
        if name != but:
            edit(checkout / path, before, new if name == "taken" else new + before)


@pytest.mark.slow
def test_add_an_option_of_printing(checkout: Path) -> None:
    _add_option(checkout)
    assert changed("new", "my-game").code == 0
    told = changed("cards", "--help").out
    assert ("--mirror" in told, "--stamp" in told) == (True, True)
    made = changed("cards", "my-game", "--lang", "en", "--mirror", "--stamp", "final")
    assert (made.code, made.err) == (0, "")
    assert "there is no option --mirror" in changed("board", "my-game", "--mirror").err
    opened = "import pnp; edition = pnp.open('my-game').edition()"
    refused = {
        "edition.cards(mirror=1)": "mirror: expected True or False, found 1 → for example mirror=True",
        "edition.cards(stamp=3)": 'stamp: expected a word, found 3 → for example stamp="draft"',
        "edition.board(mirror=True)": "“board” has no option mirror",
    }
    for call, said in refused.items():
        assert said in python("-c", f"{opened}; {call}").err
    reached = "edition._job('cards', '', {'mirror': True, 'stamp': 'final'}).settings.asked"
    assert python("-c", f"{opened}; asked = {reached}; print(asked.mirror, asked.stamp)").out == "True final\n"


@pytest.mark.slow
@pytest.mark.parametrize("forgotten", FORGOTTEN)
def test_add_an_option_of_printing__a_forgotten_step_is_named(checkout: Path, forgotten: str) -> None:
    _add_option(checkout, but=forgotten)
    assert changed("new", "my-game").code == (0 if forgotten in ("a keyword", "taken") else 1)
    assert FORGOTTEN[forgotten] in changed("cards", "my-game", "--mirror").err


@pytest.mark.slow
def test_add_a_message_to_the_program(checkout: Path) -> None:
    assert changed("new", "my-game").code == 0
    edit(
        checkout / "pnp/cli/commands.py",
        'say("No problems found.")',
        'say("Splendid: {place} quite agrees!", place="Rome")',
    )
    assert changed("messages").code == 0
    catalog = checkout / "locales/it/LC_MESSAGES/pnp.po"
    assert changed("check", "my-game", "--lang", "en", LANG="it_IT.UTF-8").out == "Splendid: Rome quite agrees!\n"
    edit(
        catalog,
        'msgid "Splendid: {place} quite agrees!"\nmsgstr ""',
        'msgid "Splendid: {place} quite agrees!"\nmsgstr "Bene, {place}!"',
    )
    assert changed("check", "my-game", "--lang", "en", LANG="it_IT.UTF-8").out == "Bene, Rome!\n"


@pytest.mark.slow
def test_teach_the_referee_a_game(checkout: Path) -> None:
    """Noughts and crosses, which tests/rules/test_simple_game.py tries more closely."""
    assert changed("new", "my-game").code == 0
    source = (REPO / "tests/rules/test_simple_game.py").read_text(encoding="utf8")
    package = checkout / "pnp/games/my_game"
    package.mkdir()
    (package / "__init__.py").write_text(source.partition("\n\ndef edition_of")[0], encoding="utf8")
    edit(checkout / "cards/my-game/rules.toml", 'T1 = "Draw"\n', 'T1 = "Draw"\nN3 = "Free fields"\n')
    log = checkout / "friday.log"
    log.write_text(
        "game: my-game\nplayers: Ala, Bartek\n\n1 Ala: mark 5\n1 Bartek: mark 4; mark 5\n", encoding="utf8"
    )
    judged = changed("referee", "check", log)
    assert judged.code == 1
    assert "there is a mark already" in judged.out
    assert changed("simulate", "my-game", "--players", "2", "--games", "3").code == 0


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
    result = run("rulebook", "alchemicus", "--lang", "en", "--edition", "pl")
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
    assert "texts of alchemicus have no Czech translation yet" in printed.err
    assert "Zahrada" in " ".join(texts_of(Path(printed.out.strip())))
    assert run("messages").code == 0, "later, it brings them up to date"
    assert 'msgstr "Zahrada"' in (folder / "alchemicus.po").read_text(encoding="utf8")

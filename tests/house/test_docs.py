"""README and docs: their commands run, their examples come out, their links lead somewhere."""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path

import pytest
import typer

from conftest import REPO, Golden, Run, edit, write_layout
from pictures import text_of, texts_of
from pnp.book.manuscript import _Writer
from pnp.book.markdown import CONTAINERS
from pnp.data.edition import Choices, choose
from pnp.data.load import load_game
from pnp.data.load.layout_boxes import KEYS
from pnp.data.workspace import Workspace
from pnp.faces.sandbox import FILTERS
from pnp.words.catalog import load_catalog
from readers import Reader, excerpt

pytestmark = pytest.mark.slow

READ = [*sorted(REPO.glob("README*.md")), *sorted((REPO / "docs").rglob("*.md"))]
PAGES = [*READ, *(REPO / f"{name}.md" for name in ("CONTRIBUTING", "CHANGELOG", "SECURITY"))]


def language_of(page: Path) -> str:
    """The language of a page: README.pl.md is Polish, what has no language in its name English."""
    return (page.suffixes[-2:-1] or [".en"])[0].removeprefix(".")


def blocks(page: Path, kind: str) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", page.read_text(encoding="utf8"), re.DOTALL)


@pytest.mark.parametrize("page", READ, ids=lambda page: page.name)
def test_what_a_page_shows_comes_out(
    page: Path, run: Run, golden: Golden, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its commands are typed in a clone, its files written; `pytest --refresh` writes anew what they show."""
    (tmp_path / "docs").mkdir()
    for log in (REPO / "docs").glob("*.log"):
        shutil.copy(log, tmp_path / "docs")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LANG", language_of(page))
    monkeypatch.setattr(typer, "launch", lambda _: None)
    golden(page, Reader(run, tmp_path).read(page))


def test_an_excerpt_follows_what_comes_out() -> None:
    output = ["game.log:5: Ala: move 6", "  a move goes 1 to 5 fields", "", "2 violations"]
    assert excerpt(["old"], output) == output
    assert excerpt(["legal here: move 1 … and 2 more"], output) == output, "the program itself may say …"
    assert excerpt(["…", "2 violations"], output) == ["…", "2 violations"]
    assert excerpt(["…", "1 violation"], output) == ["…", "2 violations"]
    assert excerpt(["game.log:5: … 6", "…"], output) == ["game.log:5: … 6", "…"]
    assert excerpt(["game.log:4: … 7", "…", "3 violations"], output) == [output[0], "…", output[-1]]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    prose = re.sub(r"```.*?```|`[^`\n]*`", "", page.read_text(encoding="utf8"), flags=re.DOTALL)
    targets = re.findall(r"\]\(([^)#]+)\)", prose)
    assert [target for target in targets if not (page.parent / target).exists()] == []


@pytest.mark.parametrize("page", [page for page in READ if page.match("README.*.md")], ids=lambda page: page.name)
def test_a_translated_readme_has_the_commands_of_the_readme(page: Path) -> None:
    """The same blocks in the same order, but for the language asked for; and each leads to all the others."""

    def commands(one: Path) -> list[str]:
        lines = [line for kind in ("sh", "console") for block in blocks(one, kind) for line in block.splitlines()]
        return [re.sub(r" --lang \w+", "", line) for line in lines if re.match(r"pnp |pip |\$ ", line)]

    assert commands(page) == commands(REPO / "README.md")
    asked = re.findall(r"--lang (\w+)", page.read_text(encoding="utf8"))
    assert {language_of(page)} <= set(asked) <= {language_of(page), "en"}
    for other in {one.name for one in READ if one.parent == REPO} - {page.name}:
        assert f"({other})" in page.read_text(encoding="utf8")


def test_the_documented_game_is_a_game(tmp_path: Path) -> None:
    """The files in docs/reference/data.md, put into a folder, are read without a complaint."""
    page = REPO / "docs/reference/data.md"
    game, values, rules = blocks(page, "toml")
    folder = tmp_path / "documented"
    folder.mkdir()
    (folder / "game.toml").write_text(game.replace("size = 40", "size = 4"), encoding="utf8")
    (folder / "values.toml").write_text(
        values.replace('"second"', '"first"')
        + '\n[[values]]\nrule = "T1"\nmark = "stated"\nabout = "x"\nset.draw.cards = 1\n',
        encoding="utf8",
    )
    titles = 'C1 = "x"\nW1 = "x"\nP2 = "x"\n'
    (folder / "rules.toml").write_text(
        rules.replace('"second"', '"first"').replace('T1 = "Draw"\n', f'T1 = "Draw"\n{titles}'), encoding="utf8"
    )
    (deck,) = blocks(page, "csv")
    heading, row = deck.splitlines()
    (folder / "deck.csv").write_text(f"{heading},family\n{row},farm\n", encoding="utf8")
    (folder / "aids.csv").write_text('key,name,count,text\naid,Your turn,1,"Draw.\nPlay."\n', encoding="utf8")
    assert [deck.count for deck in load_game(folder).decks] == [4, 1]
    assert tomllib.loads(game)["title"] == "My Game"


@pytest.mark.parametrize("number", [0, 1, 2])
def test_the_documented_layouts_are_layouts(sample: Path, run: Run, number: int) -> None:
    """The examples in docs/reference/layout.md print the sample game, once it has what they name."""
    (sample / "art").mkdir()
    for key in ("baker", "thief", "crown", "knight"):
        shutil.copy(REPO / "cards/alchemicus/art/domo.svg", sample / "art" / f"{key}.svg")
    edit(sample / "deck.csv", "name,count", "name,family,count")
    for name in ("Baker", "Thief", "Crown"):
        edit(sample / "deck.csv", f"{name},", f"{name},tint,")
    edit(sample / "game.toml", "price = {", 'family = { kind = "word", title = "family" }\nprice = {')
    text = blocks(REPO / "docs/reference/layout.md", "toml")[number].replace("[decks.knights]", "[decks.main]")
    decks = "" if "[decks" in text else '[decks.main]\nsize = "tcg"\nfront = "front"\nback = "back"\n'
    write_layout(sample, text, decks)
    result = run("cards", "my-game", "--lang", "en")
    assert (result.code, result.err) == (0, "")


def test_the_documented_board_is_a_board(sample: Path, run: Run) -> None:
    """The files in docs/reference/boards.md draw a board, once the sample game has what they name."""
    board, look = blocks(REPO / "docs/reference/boards.md", "toml")
    (sample / "board.toml").write_text(board, encoding="utf8")
    (sample / "board.csv").write_text("key,name,count\nmap,Harbour,1\n", encoding="utf8")
    write_layout(sample, look, '[decks.board]\nsize = [300, 300]\nfront = "map"\n')
    with (sample / "game.toml").open("a", encoding="utf8") as file:
        file.write('[decks.board]\ntitle = "Map"\npieces = ["{n} map", "{n} maps"]\npiece = "board"\n')
        file.write('file = "board.csv"\n')
        file.write('[expansions.night]\ntitle = "Night"\nabout = "Dark."\n')
        file.write('[terms.place]\npile = "Pile"\n')
        file.write(
            "[terms.direction]\n" + "".join(f'{one} = "{one}"\n' for one in ("north", "east", "south", "west"))
        )
    with (sample / "values.toml").open("a", encoding="utf8") as file:
        file.write('\n[[values]]\nrule = "T1"\nmark = "stated"\nabout = "Fields"\nterms = "direction"\n')
        file.write('set.ring.outer = ["south", "west"]\n')
    result = run("board", "my-game", "--lang", "en", "--with", "night", "--paper", "300x300")
    assert (result.code, result.err) == (0, "")
    assert "south" in text_of(Path(result.out.strip()))


def test_every_key_of_a_box_is_documented() -> None:
    text = (REPO / "docs/reference/layout.md").read_text(encoding="utf8")
    words = set(re.findall(r"`([a-z]+)", text)) | set(re.findall(r"[a-z]+", text))
    assert KEYS - words == set()
    filters = set(re.findall(r"Filters: `([^`]+)`", text)[0].split()) | {"lead", "alike"}
    assert filters == set(FILTERS) | {"lead", "alike"}


def test_the_documented_rulebook_is_a_rulebook(copied: Path, run: Run) -> None:
    """The templates in docs/reference/rulebook.md make a book, in the place of the real one."""
    sentence, chapter, example = blocks(REPO / "docs/reference/rulebook.md", "jinja")
    folder = copied / "templates/rulebook/alchemicus"
    rules = load_game(copied / "cards/alchemicus").rules
    told = "\n".join(f'{{% call rule("{rule}") %}}\n{sentence}\n{{% endcall %}}' for rule in rules)
    (folder / "book.md.j2").write_text(f"{told}\n{chapter}\n{example}", encoding="utf8")
    result = run("rulebook", "alchemicus", "--lang", "en", "--edition", "en")
    assert (result.code, result.err) == (0, "")
    pages = " ".join(texts_of(Path(result.out.strip())))
    assert "Six steps, then the next alchemist" in pages
    assert "Beth has 6 cards. … 2 cards are left." in pages


def test_every_name_of_a_template_is_documented(project: Workspace) -> None:
    edition = choose(project.game("alchemicus"), Choices())
    writer = _Writer(project, edition, load_catalog(project, "en", "alchemicus"))
    writer.write()
    text = (REPO / "docs/reference/rulebook.md").read_text(encoding="utf8")
    assert [name for name in writer._names if f"`{name}" not in text and f" {name}(" not in text] == []  # noqa: SLF001
    assert [name for name in CONTAINERS if f"`::: {name}" not in text and f"call {name}(" not in text] == []

"""Files that mean harm, and mistakes that look like it: one sentence, exit code 2, and the old output intact."""

from __future__ import annotations

import csv
import struct
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pikepdf
import pytest
from PIL import Image

from conftest import Run, edit, write_layout
from pictures import text_of, unresolved
from pnp.draw import fonts

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">'


def box(settings: str) -> str:
    return f"[parts.front]\nb = {{ x = 5, y = 5, w = 40, h = 40, {settings} }}\n"


def refused(run: Run, sentence: str, *arguments: str) -> None:
    """Both printing and checking say so, and neither falls over."""
    printed = run("cards", "my-game", "--lang", "en", *arguments)
    assert printed.code == 2
    assert sentence in printed.err
    checked = run("check", "my-game", "--print")
    assert checked.code in (0, 1)
    assert "Traceback" not in checked.err


SWELLING = {
    "a padded format": "{{ '{:>2000000000}'.format(1) }}",
    "statements": "{% set a = 'x' %}{{ a }}",
    "a long range": "{{ range(99999) | join('x') }}",
    "replacing twice": "{{ 'a' | replace('a', 'a" + "b" * 900 + "') | replace('b', '" + "c" * 900 + "') }}",
    "tabs": "{{ 'a'.expandtabs(99999) }}",
    "texts that are added": "{{ 'a' + 'b' }}",
    "texts that are repeated": "{{ 'a' * 99999 }}",
    "a very long expression": "{{ 1" + " + 1" * 2000 + " }}",
}


@pytest.mark.parametrize("case", SWELLING)
def test_an_expression_cannot_swell(sample: Path, run: Run, case: str) -> None:
    write_layout(sample, box(f'text = "{SWELLING[case]}"'))
    refused(run, "the box “b” fails")


def test_parts_cannot_pass_on_a_swelling_text(sample: Path, run: Run) -> None:
    grown = " ~ ".join(["a"] * 40)
    write_layout(
        sample,
        f"[parts.p]\nb = {{ part = 'p', with = {{ a = '{grown}' }} }}\n"
        "[parts.front]\nb = { part = 'p', with = { a = \"'xxxxxxxxxx'\" } }\n",
    )
    refused(run, "the text grows beyond 100000 characters")


def test_boxes_that_build_on_each_other_do_not_double(sample: Path, run: Run) -> None:
    parts = "[parts.p0]\na = { x = 1 }\n"
    parts += "".join(f'[parts.p{n}]\nextends = "p{n - 1}"\na = {{ extends = "a", x = 1 }}\n' for n in range(1, 60))
    write_layout(sample, parts + '[parts.front]\nextends = "p59"\n')
    refused(run, "the box builds on more than 50 others")


WORKING = {
    "long texts in many boxes": "text = '{{ range(2000) | join }}', w = 30, h = 30",
    "loops in many boxes": "when = 'range(2000) | sort | length > range(1999) | sort | length', w = 9, h = 9",
}


@pytest.mark.slow
@pytest.mark.parametrize("case", WORKING)
def test_a_face_is_not_drawn_for_ever_on_any_thread(sample: Path, run: Run, case: str) -> None:
    """No clock ends it: its work is counted, so that it ends alike on every system and off the main thread."""
    inner = f"[parts.p]\nb = {{ each = 'range(90)', x = 1, y = 1, {WORKING[case]} }}\n"
    write_layout(
        sample, inner + "[parts.front]\na = { each = 'range(90)', part = 'p', x = 1, y = 1, w = 40, h = 40 }\n"
    )
    with ThreadPoolExecutor(1) as thread:
        result = thread.submit(run, "cards", "my-game", "--lang", "en").result()
    assert result.code == 2
    assert "layout.toml:2: drawing this takes more work than any piece should need" in result.err


def test_a_part_has_an_end(sample: Path, run: Run) -> None:
    write_layout(sample, "[parts.front]\n" + "".join(f"b{n} = {{ x = 1 }}\n" for n in range(1500)))
    refused(run, "the part has more than 1,000 boxes")


def test_a_line_has_an_end(sample: Path, run: Run) -> None:
    write_layout(sample, "[parts.front]\nx = { " + "a." * 20_000 + "a = 1 }\n")
    refused(run, "this is not valid TOML")


@pytest.mark.parametrize(
    ("formula", "reason"),
    [
        ("nosuch - 2", "x: there is no “nosuch” in “nosuch - 2”"),
        ("1 / 0", "x: “1 / 0” doesn’t give a number that can be drawn"),
        ("width.__class__", "x: “width.__class__” doesn’t give a number"),
        ("1e40", "x: “1e40” doesn’t give a number"),
        ("9999999999999999999999999999999", "doesn’t give a number that can be drawn"),
        ("min()", "doesn’t give a number that can be drawn"),
    ],
)
def test_a_formula_that_does_not_work_is_quoted(sample: Path, run: Run, formula: str, reason: str) -> None:
    write_layout(sample, f'[parts.front]\nb = {{ x = "{formula}" }}\n')
    refused(run, reason)


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ('fill = "#zz"', "there is no colour “#zz”"),
        ('fill = "#12345678"', "there is no colour “#12345678”"),
        ("size = 0, text = 'x'", "“size”: expected a number from 1"),
        ("thick = -1", "“thick”: expected a number from 0"),
        ("dash = [-1, 2]", "“dash”: expected a number from 0"),
    ],
)
def test_numbers_and_colours_that_cannot_be_printed(sample: Path, run: Run, settings: str, sentence: str) -> None:
    write_layout(sample, box(settings))
    refused(run, sentence)


def test_what_is_drawn_with_nothing_is_not_drawn(sample: Path, run: Run) -> None:
    write_layout(sample, "[parts.front]\na = { text = 'seen' }\nb = { text = 'hidden', colour = 'none' }\n")
    result = run("cards", "my-game", "--lang", "en", "--layout", "single")
    assert (result.code, text_of(Path(result.out.strip())).strip()) == (0, "seen")


def test_an_ink_has_real_colours(sample: Path, run: Run) -> None:
    write_layout(sample, '[inks.full]\nlayers = ["line"]\nstroke = "nonsense"\n' + box("turn = 1"))
    refused(run, "“stroke”: expected a colour such as #2A1E17, found “nonsense”")


DRAWINGS = {
    "far away": (HEAD + '<path d="M 1e999 0 L 1 1"/></svg>', "the outline of a path cannot be read"),
    "scaled without end": (HEAD + '<path transform="scale(1e308) scale(1e308)" d="M1 1 L9 9"/></svg>', ""),
    "unknown letters": ('<?xml version="1.0" encoding="rot13"?>' + HEAD + "</svg>", "this is not a valid SVG file"),
    "use upon use": (
        HEAD
        + '<g id="a0"><path d="M0 0 L1 1"/></g>'
        + "".join(f'<g id="a{n}"><use href="#a{n - 1}"/><use href="#a{n - 1}"/></g>' for n in range(1, 23))
        + "</svg>",
        "the drawing has more than 20,000 paths",
    ),
    "use in a circle": (HEAD + '<g id="a"><use href="#a"/></g></svg>', ""),
    "a book": (HEAD + "<style>" + "a," * 60_000 + "</style></svg>", "more than 50,000 characters of text"),
}


@pytest.mark.parametrize("case", DRAWINGS)
def test_a_drawing_out_of_bounds_is_refused_by_name(sample: Path, run: Run, case: str) -> None:
    svg, sentence = DRAWINGS[case]
    (sample / "art").mkdir()
    (sample / "art" / "it.svg").write_text(svg, encoding="utf8")
    write_layout(sample, box('art = "it"'))
    refused(run, sentence)
    assert "it.svg" in run("cards", "my-game", "--lang", "en").err


@pytest.mark.parametrize("odd", ['viewBox="0 0 nan 10"', 'viewBox="0 0 10 10" stroke="#000000" stroke-width="inf"'])
def test_an_odd_number_makes_no_odd_page(sample: Path, run: Run, odd: str) -> None:
    (sample / "art").mkdir()
    svg = HEAD.replace('viewBox="0 0 10 10"', odd) + '<g><path d="M0 0 L9 9"/></g></svg>'
    (sample / "art" / "it.svg").write_text(svg, encoding="utf8")
    write_layout(sample, box('art = "it"'))
    if run("cards", "my-game", "--lang", "en").code == 0:
        assert sound(sample)


def sound(sample: Path) -> bool:
    """Whether the sample game's cards are a PDF without a syntax error, a lost name or a number that is none."""
    with pikepdf.open(sample.parents[1] / "output" / "my-game" / "en" / "cards.pdf") as pdf:
        streams = [one.read_bytes() for one in pdf.objects if isinstance(one, pikepdf.Stream) and "/BBox" in one]
        odd = any(word in stream for stream in streams for word in (b"nan", b"inf"))
        return pdf.check_pdf_syntax() == [] and unresolved(pdf) == [] and not odd


@pytest.mark.parametrize("outline", ["L 1 1", "Z", "M 0 0 L 9 9"])
def test_an_odd_outline_makes_no_odd_page(sample: Path, run: Run, outline: str) -> None:
    (sample / "art" / "my art").mkdir(parents=True)
    svg = HEAD + f'<g id="line"><path stroke="#000000" stroke-width="1px" d="{outline}"/></g></svg>'
    (sample / "art" / "my art" / "a(b#.svg").write_text(svg, encoding="utf8")
    write_layout(sample, box('art = "my art/a(b#", text = "x:my/none:"'))
    if run("cards", "my-game", "--lang", "en").code == 0:
        assert sound(sample)


def test_a_picture_of_another_kind_is_refused(sample: Path, run: Run) -> None:
    (sample / "art").mkdir()
    postscript = b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 100 100\n%%EndComments\nshowpage\n%%EOF"
    (sample / "art" / "it.png").write_bytes(postscript)
    write_layout(sample, box('art = "it"'))
    refused(run, "this picture cannot be read")
    Image.new("RGB", (9, 9)).save(sample / "art" / "it.png", format="GIF")
    refused(run, "this picture cannot be read")


def claiming(whole: bytes, table: bytes) -> bytes:
    """A typeface whose letters are said to be in another table, at its end."""
    count = struct.unpack_from(">H", whole, 4)[0]
    places = [12 + 16 * number for number in range(count)]
    at = next(place for place in places if whole[place : place + 4] == b"cmap")
    head = struct.pack(">HHHHI", 0, 1, 3, 10, 12)
    return whole[: at + 8] + struct.pack(">II", len(whole), 12 + len(table)) + whole[at + 16 :] + head + table


ENDLESS = {
    "groups": struct.pack(">HHIIIIII", 12, 0, 28, 0, 1, 0, 0xFFFFFFFF, 0),
    "many groups": struct.pack(">HHIII", 13, 0, 28, 0, 0xFFFFFFFF),
    "a span": struct.pack(">HHIIII", 10, 0, 20, 0, 0, 0xFFFFFFFF),
    "segments": struct.pack(">HHHHHHH", 4, 0, 0, 2 * 999, 0, 0, 0) + b"\xff\xff" * 999 + b"\0" * 2 * (1 + 3 * 999),
}


@pytest.mark.parametrize("kind", ENDLESS)
def test_a_font_that_would_be_read_for_hours_is_refused(sample: Path, run: Run, kind: str) -> None:
    whole = Path(fonts.builtin("Sans").face.filename).read_bytes()
    (sample / "it.ttf").write_bytes(claiming(whole, ENDLESS[kind]))
    write_layout(sample, '[fonts]\nIt = "it.ttf"\n' + box('text = "x", font = "It"'))
    refused(run, "this is not a TrueType font that can be embedded")


@pytest.mark.parametrize("damage", ["short", "empty", "otf", "noise"])
def test_a_broken_font_is_named(sample: Path, run: Run, damage: str) -> None:
    whole = Path(fonts.builtin("Sans").face.filename).read_bytes()
    data = {"short": whole[:1000], "empty": b"", "otf": b"OTTO" + whole[4:], "noise": struct.pack(">I", 7) * 999}
    (sample / "it.ttf").write_bytes(data[damage])
    write_layout(sample, '[fonts]\nIt = "it.ttf"\n' + box('text = "x", font = "It"'))
    refused(run, "this is not a TrueType font that can be embedded")
    assert "it.ttf" in run("cards", "my-game", "--lang", "en").err


# ---- games that are odd but honest ----


def test_two_decks_whose_keys_run_together(sample: Path, run: Run) -> None:
    game = sample / "game.toml"
    deck = game.read_text(encoding="utf8")
    second = (
        deck[deck.index("[decks.main]") :].replace("decks.main", "decks.main-x").replace("deck.csv", "second.csv")
    )
    game.write_text(deck + second, encoding="utf8")
    edit(sample / "deck.csv", "baker,Baker", "x-y,Baker")
    (sample / "second.csv").write_text("key,name,count,price,text\ny,Miller,1,1,Grind.\n", encoding="utf8")
    result = run("cards", "my-game", "--lang", "en", "--layout", "single")
    last = text_of(Path(result.out.strip()), 2 * 7)
    assert "Miller" in last


def test_a_game_without_cards_is_not_printed(sample: Path, run: Run) -> None:
    old = run("cards", "my-game", "--lang", "en")
    before = Path(old.out.strip()).read_bytes()
    none = [argument for key in ("baker", "thief", "crown") for argument in ("--set", f"count.{key}=0")]
    result = run("cards", "my-game", "--lang", "en", *none)
    assert result.code == 2
    assert "the game has no such pieces" in result.err
    assert Path(old.out.strip()).read_bytes() == before
    kit = run("kit", "my-game", "--lang", "en", *none)
    assert kit.code == 0
    assert "cards.pdf" not in kit.out
    (sample / "deck.csv").write_text("key,name,count,price,text\n", encoding="utf8")
    assert run("check", "my-game", "--print").code in (0, 1)


@pytest.mark.usefixtures("sample")
def test_a_million_cards_are_refused(run: Run) -> None:
    refused(run, "there are 1,000,003 pieces, but at most 50,000", "--set", "count.baker=1000000")


def test_a_column_may_be_called_items(sample: Path, run: Run) -> None:
    game, deck = sample / "game.toml", sample / "deck.csv"
    game.write_text(game.read_text(encoding="utf8") + 'items = { kind = "text", title = "x" }\n', encoding="utf8")
    rows = list(csv.reader(deck.read_text(encoding="utf8").splitlines()))
    with deck.open("w", encoding="utf8", newline="") as file:
        csv.writer(file).writerows([[*row, "items" if number == 0 else "flour"] for number, row in enumerate(rows)])
    write_layout(sample, box('text = "{{ card.items }}"'))
    result = run("cards", "my-game", "--lang", "en", "--layout", "single")
    assert text_of(Path(result.out.strip())).strip() == "flour"


def test_long_texts_are_set_in_reasonable_time(sample: Path, run: Run) -> None:
    """Words without end, and one word without end: both are named, with the card."""
    edit(sample / "deck.csv", "Look at another player’s hand and take a card you like.", "long " * 900)
    edit(sample / "game.toml", "Long game", "Long " * 20)
    result = run("cards", "my-game", "--lang", "en")
    assert result.code == 1
    assert "thief, en, box “words”: the text" in result.err


def test_papers_and_sizes_are_found_in_any_case(sample: Path, run: Run) -> None:
    folder = sample.parents[1] / "templates"
    folder.mkdir()
    (folder / "sheets.toml").write_text("[papers.Big]\nsize = [500, 500]\n[sizes.Wide]\nsize = [80, 90]\n", "utf8")
    assert run("cards", "my-game", "--lang", "en", "--paper", "big", "--card", "WIDE").code == 0


def test_a_layout_of_ones_own_may_leave_out_inks(sample: Path, run: Run) -> None:
    folder = sample.parents[1] / "templates"
    folder.mkdir()
    (folder / "layout.toml").write_text('[colours]\naccent = "#224466"\n', encoding="utf8")
    assert run("cards", "my-game", "--lang", "en", "--ink", "low").code == 0


def test_a_way_of_printing_needs_a_side(sample: Path, run: Run) -> None:
    folder = sample.parents[1] / "templates"
    folder.mkdir()
    (folder / "sheets.toml").write_text("[layouts.duplex]\nsides = []\n", encoding="utf8")
    result = run("cards", "my-game", "--lang", "en")
    assert result.code == 2
    assert "sheets.toml:2: “sides”: expected at least one" in result.err


# ---- numbers, links, limits ----


@pytest.mark.parametrize("number", ["1e308", "-1e300", "nan", "inf", "9" * 4000])
def test_a_number_beyond_measure_is_said(sample: Path, run: Run, number: str) -> None:
    write_layout(sample, f"[decks.main]\nsize = [{number}, 88]\nfront = 'plain_front'\n", "")
    result = run("cards", "my-game", "--lang", "de")
    assert result.code == 2
    assert "layout.toml:2:" in result.err


def test_links_in_a_circle_are_not_written_through(sample: Path, run: Run) -> None:
    folder = sample.parents[1] / "output/my-game/en"
    folder.mkdir(parents=True)
    (folder / "cards.pdf").symlink_to("other.pdf")
    (folder / "other.pdf").symlink_to("cards.pdf")
    result = run("cards", "my-game", "--lang", "en")
    assert result.code == 2
    assert "cards.pdf: cannot be written:" in result.err
    assert sorted(path.name for path in folder.iterdir()) == ["cards.pdf", "other.pdf"]


def test_two_links_to_one_file_leave_nothing_behind(sample: Path, run: Run) -> None:
    folder, target = sample.parents[1] / "output/my-game/en", sample.parents[1] / "elsewhere"
    for path in (folder, target):
        path.mkdir(parents=True)
    for name in ("cards.pdf", "box.pdf"):
        (folder / name).symlink_to(target / "one.pdf")
    assert run("kit", "my-game", "--lang", "en").code == 0
    assert not [*target.iterdir()], "a kit takes the place of links in its folder"
    assert {path.is_symlink() for path in folder.iterdir()} == {False}


def test_a_kit_removes_nothing_that_it_did_not_write(sample: Path, run: Run) -> None:
    """Neither what no earlier kit lists, nor anything in a folder to which a link leads."""
    output, elsewhere = sample.parents[1] / "output", sample.parents[1] / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "pawns.pdf").write_text("mine", encoding="utf8")
    (elsewhere / "kit.json").write_text('{"artefacts": [{"file": "pawns.pdf"}]}', encoding="utf8")
    (output / "my-game").mkdir(parents=True)
    (output / "my-game/en").symlink_to(elsewhere)
    assert run("kit", "my-game", "--lang", "en").code == 0
    assert (elsewhere / "pawns.pdf").exists()
    (output / "my-game/de").mkdir()
    (output / "my-game/de/pawns.pdf").write_text("mine", encoding="utf8")
    assert run("kit", "my-game", "--lang", "de").code == 0
    assert (output / "my-game/de/pawns.pdf").exists()


@pytest.mark.parametrize(
    ("column", "sentence"),
    [
        (
            'price = { kind = "number", terms = "family" }',
            "only columns of words have terms; this one is of the kind “number”",
        ),
        ('key = { kind = "number" }', "“key” is a reserved name"),
    ],
)
def test_a_column_that_cannot_be_is_refused(sample: Path, run: Run, column: str, sentence: str) -> None:
    game = sample / "game.toml"
    before, _, _ = game.read_text(encoding="utf8").partition("[decks.main.columns]")
    text = f'{before}[terms.family]\nfarm = "farm"\n[decks.main.columns]\ntext = {{ kind = "text", title = "t" }}\n'
    game.write_text(text + column, encoding="utf8")
    result = run("games", "my-game")
    assert result.code == 2
    assert sentence in result.err


def test_many_columns_are_listed_as_far_as_they_fit(sample: Path, run: Run) -> None:
    names = [f"c{number}" for number in range(60)]
    edit(
        sample / "game.toml",
        "price = {",
        "\n".join(f'{name} = {{ kind = "word" }}' for name in names) + "\nprice = {",
    )
    heading, *rows = (sample / "deck.csv").read_text(encoding="utf8").splitlines()
    wide = [f"{heading},{','.join(names)}", *(row + ",x" * 60 for row in rows)]
    (sample / "deck.csv").write_text("\n".join(wide), encoding="utf8")
    assert run("kit", "my-game", "--lang", "en").code in (0, 1)

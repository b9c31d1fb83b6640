"""Files that people wrote: what is read, and what is refused with file, line and a near miss."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import Run, edit
from pnp.data.load import load_game
from pnp.data.load.spreadsheet import read_spreadsheet
from pnp.data.load.toml import line_of, lines_of

# file, what stands there, what is put instead, the complaint, the hint
FAULTS = {
    "unknown key": ("game.toml", "about =", "abuot =", "unknown key “abuot”", "did you mean “about”?"),
    "missing key": ("game.toml", 'piece = "card"\n', "", "the key “piece” is missing", ""),
    "wrong type": ("game.toml", '"My Game"', "7", "“title”: expected a text", ""),
    "wrong date": ("game.toml", "2026-11-16", '"soon"', "“updated”: expected a date", ""),
    "unknown piece": ("game.toml", '"card"', '"crad"', "there is no kind of piece “crad”", "did you mean “card”?"),
    "unknown column kind": (
        "game.toml",
        '"number"',
        '"numbr"',
        "this column cannot be of the kind “numbr”",
        "“number”",
    ),
    "unknown condition": ("values.toml", "long-game", "lnog-game", "no option “lnog-game”", "“long-game”"),
    "unknown mark": ("values.toml", '"assumed"', '"asumed"', "there is no mark “asumed”", "did you mean “assumed”?"),
    "unknown value in overlay": ("values.toml", "points = 15", "pionts = 15", "“target.pionts”", "“target.points”"),
    "unknown rule of an overlay": (
        "values.toml",
        'game"\nrule = "W1"',
        'game"\nrule = "W9"',
        "no rule “W9”",
        "available",
    ),
    "overlay of another type": ("values.toml", "points = 15", 'points = "many"', "expected a whole number", "=10"),
    "value below its bound": ("values.toml", "points = 10", "points = 0", "expected a number from 1 to", ""),
    "unknown rule of a value": ("values.toml", '"T1"', '"T11"', "rules.toml has no rule “T11”", "did you mean “T1”?"),
    "value of a card again": (
        "values.toml",
        "set.draw.cards",
        "set.price.baker",
        "“price.baker” is defined twice",
        "",
    ),
    "a key with a space": ("game.toml", "[options.long-game]", '[options."long game"]', "found “long game”", ""),
    "broken TOML": ("rules.toml", 'T1 = "Draw"', 'T1 = "Draw', "this is not valid TOML", "missing quotation mark"),
    "TOML key twice": ("rules.toml", "T1 =", 'T1 = "Once"\nT1 =', "this is not valid TOML", "appears twice"),
    "file out of the folder": ("game.toml", "deck.csv", "../../x.csv", "points outside its folder", "copy"),
    "missing CSV": (
        "game.toml",
        "deck.csv",
        "dcek.csv",
        "“file”: there is no “dcek.csv”",
        "“deck.csv”?",
    ),
    "a switch with one sentence": (
        "values.toml",
        'share the win."\nno',
        'share the win."\n# no',
        "a switch needs two sentences",
        'no = "…"',
    ),
    "a value that is not said": (
        "values.toml",
        "draw {value} {",
        "draw {",
        "does not contain its value",
        "write {value}",
    ),
    "a gap that nothing fills": ("values.toml", "have {value}", "have {valeu} {value}", "to “valeu”", "“value”?"),
    "a label beside sentences": (
        "values.toml",
        'says = "A',
        'about = "A"\nsays = "A',
        "a label for values",
        "one of",
    ),
    "no sentence": (
        "values.toml",
        '[[values]]\nrule = "T1"\nmark = "stated"\nsays',
        '[[values]]\nrule = "T1"\nmark = "stated"\n# says',
        "the key “says” is missing",
        "",
    ),
    "unknown column": ("deck.csv", "price", "pirce", "unknown column “pirce”", "did you mean “price”?"),
    "column twice": ("deck.csv", "text", "name", "the column “name” appears twice", ""),
    "negative count": ("deck.csv", "Thief,2", "Thief,-2", "“count”: expected a number from 0", ""),
    "word for a number": ("deck.csv", "Thief,2", "Thief,two", "“count”: expected a whole number, found “two”", ""),
    "number beyond measure": ("deck.csv", "Thief,2", "Thief,99999999", "“count”: expected a number from 0", ""),
    "key twice": ("deck.csv", "thief", "Baker", "the key “Baker” is used twice; first in deck.csv, line 2", "column"),
    "bad key": ("deck.csv", "thief", "the thief", "“key”: expected letters, digits and hyphens", ""),
    "no name": ("deck.csv", "Thief", "", "the card has no name", ""),
    "too many cells": (
        "deck.csv",
        "Thief,2",
        "Thief,2,2",
        "expected 5 cells as in the header row",
        "quotation marks",
    ),
    "unclosed quote": ("deck.csv", '"Look', '"Look"at', "this is not valid CSV", "unclosed quotation mark"),
    "text names no value": (
        "deck.csv",
        "{draw.cards}",
        "{draw.crads}",
        "“draw.crads”, which is not a value",
        "“draw.cards”",
    ),
    "text names another text": ("deck.csv", "{draw.cards}", "{text}", "“text”, which is not a value", ""),
    "text counts nothing": ("deck.csv", "{draw.cards}", "{n}", "“n”, which is not a value", ""),
    "braces in a text": ("deck.csv", "{draw.cards}", "{draw.cards", "the braces do not match", ""),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_named_with_its_line(sample: Path, run: Run, name: str) -> None:
    file, old, new, complaint, hint = FAULTS[name]
    line = edit(sample / file, old, new)
    for command, code in (("games", 2), ("kit", 2), ("check", 1)):
        result = run(command, "my-game")
        said = result.err + result.out
        assert result.code == code, said
        assert complaint in said
        assert hint in said
        assert f"my-game/{file}" in said
        if name not in NOT_AT_THE_EDIT:
            assert f"my-game/{file}:{line}:" in said
        assert "Traceback" not in said
    assert not (sample.parents[1] / "output").exists()


# faults that show elsewhere than where they were made
NOT_AT_THE_EDIT = {
    "missing key",
    "column twice",
    "broken TOML",
    "TOML key twice",
    "unknown rule of a value",
    "unknown rule of an overlay",
}


def test_a_deck_without_cards_is_refused(sample: Path, run: Run) -> None:
    (sample / "deck.csv").write_text("key,name,count,price,text\n", encoding="utf8")
    result = run("check", "my-game")
    assert result.code == 1
    assert "deck.csv:1: there are no cards below the header row" in result.out


def test_all_complaints_of_a_file_come_at_once(sample: Path, run: Run) -> None:
    edit(sample / "deck.csv", "Baker,4", "Baker,four")
    edit(sample / "deck.csv", "Thief,2", "Thief,-2")
    edit(sample / "deck.csv", "Crown,1", "Crown,")
    title = edit(sample / "game.toml", "title", "tilte")
    result = run("games", "my-game")
    assert [
        line for line in ("deck.csv:2", "deck.csv:3", "deck.csv:4", f"game.toml:{title}") if line not in result.err
    ] == []


def test_counts_must_add_up(sample: Path, run: Run) -> None:
    line = edit(sample / "game.toml", 'piece = "card"', 'piece = "card"\nsize = 8')
    result = run("games", "my-game")
    assert result.code == 2
    assert (
        f"game.toml:{line - 3}: the counts of the deck “main” add up to 7, but its size is given as 8" in result.err
    )


def test_rules_that_are_missing_with_their_file_are_named(sample: Path, run: Run) -> None:
    (sample / "rules.toml").unlink()
    result = run("games", "my-game")
    assert result.code == 2
    assert "values.toml:16: rules.toml has no rule “W1”" in result.err


@pytest.mark.parametrize("command", ["check", "games", "cards", "rulebook", "kit"])
def test_a_game_may_do_without_values_and_rules(sample: Path, run: Run, command: str) -> None:
    for name in ("values.toml", "rules.toml"):
        (sample / name).unlink()
    for name, value in (("game.toml", r', rule = "C1", says = "[^"]*"'), ("deck.csv", r"\{[^}]*\}")):
        text = (sample / name).read_text(encoding="utf8")
        (sample / name).write_text(re.sub(value, "", text), encoding="utf8")
    result = run(command, "my-game")
    assert (result.code, result.err) == (0, "")


def test_invalid_utf8_is_named_with_its_line(sample: Path, run: Run) -> None:
    data = (sample / "deck.csv").read_bytes().replace(b"Thief", "Złodziej".encode("cp1250"))
    (sample / "deck.csv").write_bytes(data)
    result = run("games", "my-game")
    assert result.code == 2
    assert "deck.csv:3: expected UTF-8 text, found the byte 0xB3" in result.err
    assert "CSV UTF-8" in result.err


def test_a_huge_file_is_not_read(sample: Path, run: Run) -> None:
    with (sample / "deck.csv").open("ab") as file:
        file.truncate(50_000_000)
    result = run("games", "my-game")
    assert result.code == 2
    assert "deck.csv: the file is 50 MB, but pnp reads at most 4 MB" in result.err


@pytest.mark.parametrize("text", ["[" * 100_000, "a=" + "[" * 100_000, "x = 1" + "0" * 5000, "\0", "", "=", "[[["])
def test_hostile_toml_is_a_complaint(sample: Path, run: Run, text: str) -> None:
    (sample / "values.toml").write_text(text)
    result = run("games", "my-game")
    assert result.code == 2
    assert "my-game/" in result.err
    assert "Traceback" not in result.err


def test_a_link_cannot_lead_out(sample: Path, run: Run, tmp_path: Path) -> None:
    outside = tmp_path / "secret.csv"
    outside.write_text("key,name\n")
    (sample / "deck.csv").unlink()
    (sample / "deck.csv").symlink_to(outside)
    result = run("games", "my-game")
    assert result.code == 2
    assert "points outside its folder" in result.err


def test_control_characters_do_not_reach_the_terminal(sample: Path, run: Run) -> None:
    edit(sample / "deck.csv", "Thief,2", "Thief,\x1b[31mtwo")
    result = run("games", "my-game")
    assert "\x1b" not in result.err
    assert "\\x1b[31mtwo" in result.err


SPREADSHEETS = {
    "commas": "key,name\na,Ant\n",
    "semicolons": "key;name\na;Ant\n",
    "tabs": "key\tname\na\tAnt\n",
    "byte order mark": "\ufeffkey,name\na,Ant\n",
    "Windows lines": "key,name\r\na,Ant\r\n",
    "blank rows and empty columns": "key,name,,\na,Ant,,\n,,,\n\n",
}


@pytest.mark.parametrize("name", SPREADSHEETS)
def test_csv_as_spreadsheets_write_it(tmp_path: Path, name: str) -> None:
    path = tmp_path / "deck.csv"
    path.write_text(SPREADSHEETS[name], encoding="utf8", newline="")
    spreadsheet = read_spreadsheet(path)
    assert [(row.cells, row.place.line) for row in spreadsheet.rows] == [({"key": "a", "name": "Ant"}, 2)]


def test_a_quoted_line_break_counts_as_a_line(tmp_path: Path) -> None:
    path = tmp_path / "deck.csv"
    path.write_text('key;text\na;"one\ntwo; three"\nb;four\n', encoding="utf8")
    rows = read_spreadsheet(path).rows
    assert [(row.cells["text"], row.place.line) for row in rows] == [("one\ntwo; three", 2), ("four", 4)]


CELL = st.text(st.characters(blacklist_categories=("Cs", "Cc")), min_size=1, max_size=20).map(lambda s: f"x{s}x")


@given(st.lists(st.lists(CELL, min_size=3, max_size=3), min_size=1, max_size=5), st.sampled_from(",;\t"))
def test_what_a_spreadsheet_saves_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, rows: list[list[str]], separator: str
) -> None:
    text = io.StringIO()
    csv.writer(text, delimiter=separator).writerows([["key", "name", "text"], *rows])
    path = tmp_path_factory.mktemp("spreadsheet") / "deck.csv"
    path.write_text(text.getvalue(), encoding="utf-8-sig", newline="")
    assert [list(row.cells.values()) for row in read_spreadsheet(path).rows] == rows


TOML = """\
title = "x"
[decks.base]
file = "a.csv"
columns = { price = 1 }
[decks.base.more]
deep.er = 1
[[when]]
set.a.b = 1
[[when]]
set.a.b = 2
set."c.d" = 3
"""


@pytest.mark.parametrize(
    ("keys", "line"),
    [
        (("title",), 1),
        (("decks", "base"), 2),
        (("decks", "base", "missing"), 2),
        (("decks", "base", "file"), 3),
        (("decks", "base", "columns", "price"), 4),
        (("decks", "base", "more", "deep", "er"), 6),
        (("when", 0, "set", "a", "b"), 8),
        (("when", 1), 9),
        (("when", 1, "set", "a", "b"), 10),
        (("when", 1, "set", "c.d"), 11),
    ],
)
def test_a_key_of_a_toml_file_is_found_again(keys: tuple[str | int, ...], line: int) -> None:
    assert line_of(lines_of(TOML), keys) == line


def test_a_game_is_immutable(sample: Path) -> None:
    game = load_game(sample)
    with pytest.raises(AttributeError):
        game.title = game.about  # type: ignore[misc]
    with pytest.raises(TypeError):
        game.values["draw.cards"] = game.values["target.points"]  # type: ignore[index]
    with pytest.raises(TypeError):
        game.decks[0].cards[0].cells["count"] = 9  # type: ignore[index]


def test_names_that_look_like_markup_are_names(sample: Path, run: Run) -> None:
    edit(sample / "deck.csv", "Thief", "[red]Thief[/blue] :cat: *x* <b>|")
    result = run("games", "my-game")
    assert "[red]Thief[/blue] :cat: *x* <b>|" in result.out
    assert run("kit", "my-game").code == 0


def test_a_text_of_thousands_of_letters_is_refused(sample: Path, run: Run) -> None:
    line = edit(sample / "deck.csv", "Look at another player’s hand", "Look " * 2000)
    result = run("kit", "my-game")
    assert result.code == 2
    assert f"deck.csv:{line}: the text is longer than 5,000 characters" in result.err


def test_any_text_may_name_a_value(sample: Path, run: Run) -> None:
    edit(sample / "game.toml", "The rules as they are now.", "Play to {target.points} {target.points:point|points}.")
    assert "Play to 10 points." in run("games", "my-game").out
    assert "Play to 15 points." in run("games", "my-game", "--option", "long-game").out


HOSTILE_TOML = {
    "keys without end": "a." * 50_000 + "b = 1",
    "lists without end": "a = " + "[" * 500 + "]" * 500,
    "a number of thousands of digits": "title = 0x" + "f" * 9000,
}


@pytest.mark.parametrize("name", HOSTILE_TOML)
@pytest.mark.parametrize("file", ["game.toml", "values.toml", "rules.toml"])
def test_toml_without_measure_is_refused(sample: Path, run: Run, name: str, file: str) -> None:
    (sample / file).write_text(HOSTILE_TOML[name], encoding="utf8")
    result = run("games", "my-game")
    assert result.code == 2
    assert f"{file}:1: " in result.err


@pytest.mark.parametrize("file", ["game.toml", "values.toml", "rules.toml", "deck.csv"])
def test_no_file_of_a_game_may_be_a_link_that_leads_out(sample: Path, run: Run, tmp_path: Path, file: str) -> None:
    (tmp_path / "secret").write_text("secret = words", encoding="utf8")
    (sample / file).unlink()
    (sample / file).symlink_to(tmp_path / "secret")
    result = run("games", "my-game")
    assert result.code == 2
    assert "points outside its folder" in result.err
    assert "words" not in result.err


@pytest.mark.parametrize("name", ["\\u0000", "deck.csv/..", "/etc/passwd", "~/x"])
def test_a_deck_cannot_be_just_any_path(sample: Path, run: Run, name: str) -> None:
    edit(sample / "game.toml", "deck.csv", name)
    result = run("games", "my-game")
    assert result.code == 2
    assert "game.toml:" in result.err


def test_links_in_a_circle_are_refused(sample: Path, run: Run) -> None:
    (sample / "deck.csv").unlink()
    (sample / "deck.csv").symlink_to(sample / "deck.csv")
    assert run("games", "my-game").code == 2


def test_a_heading_of_thousands_of_columns_is_one_complaint(sample: Path, run: Run) -> None:
    (sample / "deck.csv").write_text(",".join(f"c{number}" for number in range(100_000)), encoding="utf8")
    result = run("games", "my-game")
    assert (result.code, result.err.count("\n")) == (2, 1)
    assert "deck.csv:1: more than 200 columns" in result.err


def test_of_many_complaints_the_first_are_shown(sample: Path, run: Run) -> None:
    rows = "".join(f"card-{number},Card,x,1,text\n" for number in range(1000))
    (sample / "deck.csv").write_text(f"key,name,count,price,text\n{rows}", encoding="utf8")
    result = run("games", "my-game")
    assert "deck.csv:201: " in result.err
    assert result.err.endswith("… and 800 more\n")


def test_names_cannot_steer_the_terminal(sample: Path, run: Run) -> None:
    edit(sample / "game.toml", '"My Game"', r'"A\u001b]0;x\u0007\u009b\u202eB"')
    result = run("games", "my-game")
    assert set("\x1b\x07\x9b\u202e").isdisjoint(result.out)


def test_odd_line_ends_are_no_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "deck.csv"
    path.write_text("key,name\na,one\u2028two\x0bthree\nb,four\n", encoding="utf8")
    assert [row.place.line for row in read_spreadsheet(path).rows] == [2, 3]

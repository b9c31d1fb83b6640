"""Choices and overrides: what they settle, and how they are refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import REPO, Run
from pnp.base.errors import BadRequest
from pnp.data.edition import Choices, choose
from pnp.data.model import Kind, Mark
from pnp.data.values import written
from pnp.data.workspace import Workspace
from pnp.words.catalog import source_catalog

GAME = Workspace(REPO).game("alchemicus")


def test_a_variant_brings_the_expansion_it_needs() -> None:
    assert choose(GAME, Choices(variant="race")).chosen[Kind.EXPANSION] == {"noctis"}


@given(st.sampled_from(sorted(GAME.values)))
def test_setting_a_value_to_itself_changes_only_its_mark(key: str) -> None:
    before = choose(GAME, Choices())
    after = choose(GAME, Choices(overrides={key: written(before[key])}))
    assert {k: v.fact for k, v in after.values.items()} == {k: v.fact for k, v in before.values.items()}
    assert after.values[key].mark is Mark.YOURS


@given(st.sampled_from(sorted(GAME.values)), st.text(max_size=12))
def test_anything_typed_after_set_is_taken_or_refused(key: str, typed: str) -> None:
    try:
        choose(GAME, Choices(overrides={key: typed}))
    except BadRequest as error:
        assert error.complaints  # noqa: PT017


def test_a_set_number_reaches_card_and_text() -> None:
    edition = choose(GAME, Choices(overrides={"price.gloria": "4"}))
    (gloria,) = [card for card in edition.decks[0].cards if card.key == "Gloria"]
    assert gloria.cells["price"] == edition.facts()["price.gloria"] == 4


MISTYPED: dict[str, tuple[dict[str, object], str]] = {
    "a word for a list": ({"expansions": "noctis"}, "“expansions”: expected a list of words, found “noctis”"),
    "a list of no words": ({"options": [1, 2]}, "“options”: expected a list of words, found “[1, 2]”"),
    "no word": ({"edition": None}, "“edition”: expected text, found “None”"),
    "a list for a word": ({"variant": ["race"]}, "“variant”: expected text, found “['race']”"),
    "no values": ({"overrides": ["limit=8"]}, "“set”: expected values by key, found “['limit=8']”"),
    "a value by no key": ({"overrides": {1: 8}}, "“set”: expected text, found “1”"),
    "no value": (
        {"overrides": {"hand.limit": None}},
        "“hand.limit”: expected a word, a number, true or false, or a list, found “None”",
    ),
    "lists in a list": (
        {"overrides": {"ring.outer": [["build"]]}},
        "“ring.outer”: expected a word, a number, true or false, or a list, found “[['build']]”",
    ),
}


@pytest.mark.parametrize("case", MISTYPED)
def test_choices_of_wrong_types_are_refused_with_an_example(case: str) -> None:
    asked, message = MISTYPED[case]
    with pytest.raises(BadRequest) as refused:
        Choices(**asked)  # type: ignore[arg-type]
    (complaint,) = refused.value.complaints
    assert source_catalog()(complaint.message) == message
    assert complaint.hint
    assert source_catalog()(complaint.hint).startswith("for example ")


def test_a_list_that_was_forgotten_is_shown() -> None:
    with pytest.raises(BadRequest) as refused:
        Choices(expansions="noctis")  # type: ignore[arg-type]
    hint = refused.value.complaints[0].hint
    assert hint
    assert source_catalog()(hint) == 'for example expansions=["noctis"]'


def test_choices_are_values() -> None:
    overrides = {"ring.outer": ["build", "sale"], "hand.limit": 8}
    listed = Choices("en", ["noctis"], "", [], overrides)  # type: ignore[arg-type]
    same = Choices("en", ("noctis",), overrides={"hand.limit": 8, "ring.outer": ("build", "sale")})
    assert listed == same
    assert {listed: "known"}[same] == "known"
    assert same != Choices("en", ("noctis",))
    assert Choices(overrides={"payment.exact": True}) != Choices(overrides={"payment.exact": 1})
    assert choose(GAME, Choices("en", ["noctis"])).key == "en"  # type: ignore[arg-type]


REFUSED = {
    "unknown value": (["--set", "price.labrum=4"], "there is no value “price.labrum”", "“price.labrium”"),
    "not a number": (["--set", "price.labrium=four"], "expected a whole number, found “four”", "price.labrium=5"),
    "negative": (["--set", "price.labrium=-1"], "expected a number from 0 to", ""),
    "below the bound": (["--set", "fame.target=0"], "expected a number from 1 to", ""),
    "not a switch": (["--set", "payment.exact=maybe"], "expected true or false, found “maybe”", "payment.exact=true"),
    "unknown word": (["--set", "reshuffle=when-emty"], "found “when-emty”", "did you mean “when-empty”?"),
    "unknown field": (["--set", "ring.outer=build,sael"], "found “sael”", "did you mean “sale”?"),
    "no equals sign": (["--set", "price.labrium"], "expected key=value or a TOML file", "hand.limit=8"),
    "miscounted": (["--set", "count.horten=20"], "add up to 142, but its size is given as", "size.base=142"),
    "unknown edition": (["--edition", "ed"], "there is no edition “ed”", "available: de, en, it, pl"),
    "unknown option": (["--option", "card-bnak"], "there is no option “card-bnak”", "did you mean “card-bank”?"),
    "unknown expansion": (["--with", "noctics"], "there is no expansion “noctics”", "did you mean “noctis”?"),
    "unknown variant": (["--variant", "rase"], "there is no variant “rase”", "did you mean “race”?"),
    "edition without it": (
        ["--edition", "it", "--with", "noctis"],
        "the edition “it” has no “noctis”",
        "editions that have it: pl, en, de",
    ),
    "unknown language": (
        ["--lang", "xx"],
        "there is no language “xx”",
        "“pnp messages --lang xx” starts a new translation",
    ),
    "missing TOML": (["--set", "house.toml"], "house.toml: there is no such file", ""),
}


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize("command", ["games", "kit"])
def test_a_wrong_choice_is_explained(run: Run, tmp_path: Path, name: str, command: str) -> None:
    arguments, complaint, hint = REFUSED[name]
    out = ["--out", tmp_path / "out"] if command == "kit" else []
    result = run(command, "alchemicus", *arguments, *out)
    assert result.code == 2
    assert complaint in result.err
    assert hint in result.err
    assert not (tmp_path / "out").exists()


def test_several_values_from_a_toml_file(run: Run, tmp_path: Path) -> None:
    house = tmp_path / "house.toml"
    house.write_text('hand.limit = 8\nreshuffle = "when-needed"\n[price]\nlabrium = 4\n', encoding="utf8")
    result = run("games", "alchemicus", "--set", house)
    assert result.code == 0
    section = result.out.split("Set by you\n")[1].split("\n\n")[0]
    rows = [line.split()[:2] for line in section.splitlines()[2:]]
    assert sorted(row for row in rows if row[0] in ("hand.limit", "price.labrium", "reshuffle")) == [
        ["hand.limit", "8"],
        ["price.labrium", "4"],
        ["reshuffle", "when-needed"],
    ]

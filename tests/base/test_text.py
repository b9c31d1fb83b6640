"""Texts with placeholders, filled in four languages."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.text import Placeholder, Text, parse, placeholders, say
from pnp.data.workspace import Workspace
from pnp.words.catalog import load_catalog


def test_a_template_is_literals_and_placeholders() -> None:
    assert list(parse("pay {price} {price:card|cards}, {{ok}}")) == [
        "pay ",
        Placeholder("price"),
        " ",
        Placeholder("price", "card|cards"),
        ", {",
        "ok}",
    ]


@pytest.mark.parametrize("template", ["{", "}", "{}", "{a!r}", "{a:{b}}", "{a"])
def test_braces_that_do_not_match_are_refused(template: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        placeholders(template)


@given(st.text().filter(lambda text: "{" not in text and "}" not in text))
def test_text_without_braces_is_itself(text: str) -> None:
    assert "".join(map(str, parse(text))) == text


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        ("pl", {1: "1 karta", 2: "2 karty", 5: "5 kart", 12: "12 kart", 22: "22 karty", 140: "140 kart"}),
        ("en", {0: "0 cards", 1: "1 card", 2: "2 cards"}),
        ("de", {1: "1 Karte", 5: "5 Karten"}),
        ("it", {1: "1 carta", 5: "5 carte"}),
    ],
)
def test_plural_forms(project: Workspace, language: str, sentences: dict[int, str]) -> None:
    catalog = load_catalog(project, language, "alchemicus")
    cards = project.game("alchemicus").terms["counted"]["card"]
    assert {n: catalog(cards, {"n": n}) for n in sentences} == sentences


def test_numbers_lists_and_dates_follow_cldr(project: Workspace) -> None:
    shown = {
        language: [
            catalog.number(12345),
            catalog.join(["a", "b", "c"]),
            catalog.join(["a", "b"], "or"),
            catalog.day(date(2026, 11, 16)),
            catalog.percent(0.5),
        ]
        for language in ("pl", "en", "de", "it")
        for catalog in [load_catalog(project, language)]
    }
    assert shown == {
        "pl": ["12\xa0345", "a, b i c", "a lub b", "16 listopada 2026", "50%"],
        "en": ["12,345", "a, b and c", "a or b", "16 November 2026", "50%"],
        "de": ["12.345", "a, b und c", "a oder b", "16. November 2026", "50\xa0%"],
        "it": ["12.345", "a, b e c", "a o b", "16 novembre 2026", "50%"],
    }


def test_an_untranslated_text_keeps_english_plurals(project: Workspace) -> None:
    """Polish has three plurals, but a text that nobody translated has the two English ones."""
    catalog = load_catalog(project, "pl")
    text = Text("{n} {n:gizmo|gizmos}")
    assert [catalog(text, {"n": n}) for n in (1, 2, 5)] == ["1 gizmo", "2 gizmos", "5 gizmos"]


def test_a_name_that_nobody_fills_stands_as_it_is(project: Workspace) -> None:
    """A placeholder is a name and nothing more: no attribute of a value can be reached by it."""
    catalog = load_catalog(project, "en").knowing({"price": 3})
    text = Text("{price} {price.__class__} {nobody:a|b} {price:card|cards}")
    assert catalog(text) == "3 {price.__class__} {nobody} cards"


def test_an_empty_text_stays_empty(project: Workspace) -> None:
    assert load_catalog(project, "pl")(Text("")) == ""


def test_huge_numbers_are_abbreviated_whoever_says_them(project: Workspace) -> None:
    """Also those of which Python does not write the digits."""
    for number, words in ((10**5000, "1.00e+5000"), (-(10**400), "-1.00e+400"), (2 * 10**15, "2.00e+15")):
        assert str(say("{found}", found=number)) == words
        assert load_catalog(project, "de")(say("{found}", found=number)) == words
    assert str(say("{found}", found=10**14)) == "1" + "0" * 14

"""Names with forms: a sentence asks for one, and prints the name by itself where there is none."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pnp.base.span import Span
from pnp.base.text import Text, say
from pnp.data.workspace import Workspace
from pnp.words.catalog import Catalog, load_catalog
from pnp.words.forms import read_name

PO = """\
msgid ""
msgstr ""
"Language: {language}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: {plurals}\\n"

"""
POLISH = "nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);"
GERMAN = "nplurals=2; plural=(n != 1);"

ORE, METAL = Text("ore", context="good"), Text("metal", context="good")
MINE, STALL = Text("Mine", context="building"), Text("Stall", context="building")


def _catalog(folder: Path, language: str, **translations: str) -> Catalog:
    """A language whose catalog has these texts; the words for names stand in every one."""
    names = {
        "pl": {ORE: "ruda | acc=rudę | gen=rudy | f", METAL: "metal"},
        "de": {MINE: "Mine | f | die=die Mine", STALL: "Stand | m | die=der Stand"},
    }[language]
    entries = [f'msgctxt "{name.context}"\nmsgid "{name.one}"\nmsgstr "{words}"\n' for name, words in names.items()]
    entries += [f'msgid "{text}"\nmsgstr "{words}"\n' for text, words in translations.items()]
    path = folder / f"locales/{language}/LC_MESSAGES/pnp.po"
    path.parent.mkdir(parents=True)
    head = PO.format(language=language, plurals={"pl": POLISH, "de": GERMAN}[language])
    path.write_text(head + "\n".join(entries), encoding="utf8")
    return load_catalog(Workspace(folder), language)


def test_a_sentence_gets_the_form_that_it_asks_for(tmp_path: Path) -> None:
    says = _catalog(tmp_path, "pl", take="bierze {good:acc}, nie ma {good:gen}: {good}")
    assert says(say("take", good=ORE)) == "bierze rudę, nie ma rudy: ruda"


def test_a_name_without_the_form_is_printed_as_it_is(tmp_path: Path) -> None:
    says = _catalog(tmp_path, "pl", take="bierze {good:acc}", see="widzi {good:inst}")
    assert says(say("take", good=METAL)) == "bierze metal"
    assert says(say("see", good=ORE)) == "widzi ruda"


def test_what_is_no_name_has_no_forms(tmp_path: Path) -> None:
    says = _catalog(tmp_path, "pl", take="bierze {good:acc}")
    assert [says(say("take", good=one)) for one in ("Ala", 7, Span(1, 2))] == ["bierze Ala", "bierze 7", "bierze 1–2"]


def test_a_list_is_joined_of_forms(tmp_path: Path) -> None:
    says = _catalog(tmp_path, "pl", take="bierze {goods:acc or}", give="daje {goods:acc}")
    assert says(say("take", goods=[ORE, METAL])) == "bierze rudę lub metal"
    assert says(say("give", goods=(ORE, METAL))) == "daje rudę i metal"


def test_a_name_within_a_message_has_the_form_too(tmp_path: Path) -> None:
    says = _catalog(tmp_path, "pl", take="bierze {what:acc}")
    assert says(say("take", what=say("{good} {number}", good=ORE, number=2))) == "bierze rudę 2"


def test_a_label_with_a_capital_begins_a_sentence(tmp_path: Path) -> None:
    says = _catalog(tmp_path, "de", rests="{building:Die} ruht.", named="{building} ruht.")
    assert [says(say("rests", building=one)) for one in (MINE, STALL)] == ["Die Mine ruht.", "Der Stand ruht."]
    assert says(say("named", building=STALL)) == "Stand ruht."


def test_a_word_is_chosen_by_what_the_name_is(tmp_path: Path) -> None:
    says = _catalog(tmp_path, "de", each="{building:f=jede|m=jeder} {building} verkauft")
    assert [says(say("each", building=one)) for one in (MINE, STALL)] == [
        "jede Mine verkauft",
        "jeder Stand verkauft",
    ]
    assert says(say("each", building="Turm")) == "jede Turm verkauft"


@pytest.mark.parametrize(
    ("found", "words"),
    [((1, 2, 3), "1, 2 i 3 pola"), ((5,), "5 pól"), ((3, 1), "3 i 1 pole"), (Span(1, 5), "1–5 pól")],
)
def test_a_word_goes_with_the_last_number(tmp_path: Path, found: object, words: str) -> None:
    says = _catalog(tmp_path, "pl", move="{fields} {fields:pole|pola|pól}")
    assert says(say("move", fields=found)) == words


def test_english_sentences_for_programs_follow_the_same_notation() -> None:
    sentence = say("{fields:or} {fields:field|fields}, {good:the} {good:x=a|y=an}", fields=(1, 2), good=ORE)
    assert str(sentence) == "1 or 2 fields, ore a"
    assert str(say("{fields:or} {fields:field|fields}", fields=(1,))) == "1 field"


@given(st.text(alphabet=st.characters(exclude_characters="|", exclude_categories=["Cs"])))
def test_a_name_without_bars_is_itself(words: str) -> None:
    assert (read_name(words).plain, dict(read_name(words).forms)) == (words, {})


def test_no_page_prints_what_stands_behind_the_bar(project: Workspace) -> None:
    """All our names, as tables and captions show them."""
    for language in ("pl", "de", "it", "en"):
        for key in project.own_games():
            says, game = load_catalog(project, language, key), project.game(key)
            assert [
                found for entry in game.entries if not entry.text.many and "|" in (found := says(entry.text))
            ] == []

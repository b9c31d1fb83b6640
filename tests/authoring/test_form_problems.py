"""`pnp check` names the forms that names lack, that nobody has, and that nobody asks for."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.authoring.forms import NamedEntry, form_problems, wish_problems, wishes_of
from pnp.words.forms import read_name
from pnp.words.po import read_po

HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
HERE = Path("locales/pl/LC_MESSAGES/game.po")


def _names(context: str, *translations: str) -> list[NamedEntry]:
    return [NamedEntry(context, f"name {n}", read_name(one), n) for n, one in enumerate(translations, 1)]


def _found(tmp_path: Path, names: list[NamedEntry], text: str, **values: str) -> list[str]:
    po = tmp_path / "texts.po"
    po.write_text(HEAD + f'msgid "text"\nmsgstr "{text}"\n', encoding="utf8")
    wishes = wishes_of(read_po(po))
    found = [*form_problems(HERE, names, wishes, values), *wish_problems(po, wishes, names)]
    return [f"{one.place and one.place.line}: {one.message} → {one.hint}" for one in found]


def test_a_name_lacks_what_a_text_asks_for(tmp_path: Path) -> None:
    names = _names("good", "ruda | acc=rudę", "zioła")
    (found,) = _found(tmp_path, names, "bierze {good:acc}")
    assert found == "2: “zioła” has no form “acc” → write the forms after the name, such as “zioła | acc=…”"


def test_what_one_name_has_all_others_of_its_kind_need(tmp_path: Path) -> None:
    names = _names("good", "ruda | acc=rudę", "zioła")
    assert len(_found(tmp_path, names, "bierze {whatever:acc}")) == 1


@pytest.mark.parametrize(("name", "values"), [("goods", {}), ("take.it", {"take.it": "good"})])
def test_a_placeholder_tells_which_names_it_meets(tmp_path: Path, name: str, values: dict[str, str]) -> None:
    names = _names("good", "ruda", "zioła") + _names("field", "Pole | acc=Pole")
    found = _found(tmp_path, names, f"bierze {{{name}:acc}}", **values)
    assert [one.partition(" → ")[0] for one in found] == [
        "1: “ruda” has no form “acc”",
        "2: “zioła” has no form “acc”",
    ]


def test_a_capital_label_asks_for_the_same_form(tmp_path: Path) -> None:
    assert _found(tmp_path, _names("building", "Mine | die=die Mine"), "{building:Die} ruht") == []


def test_a_choice_needs_one_of_its_labels(tmp_path: Path) -> None:
    names = _names("building", "Mine | f", "Stand | m", "Haus")
    (found,) = _found(tmp_path, names, "{building:m=jeder|f=jede}")
    assert found.startswith("3: “Haus” has no form “m|f”")


def test_a_form_that_nobody_has_is_a_slip_of_the_text(tmp_path: Path) -> None:
    found = _found(tmp_path, _names("good", "ruda | acc=rudę"), "{good:acc} {what:akk}")
    assert found == ["4: no name has the form that “{what:akk}” asks for → available: acc"]


def test_a_form_that_nobody_asks_for_is_a_slip_of_the_name(tmp_path: Path) -> None:
    found = _found(tmp_path, _names("good", "ruda | acc=rudę | gan=rudy | f"), "{good:acc}")
    assert [one.partition(" → ")[0] for one in found] == ["1: no text asks for the form “gan” of “ruda”"]


def test_a_label_is_one_word(tmp_path: Path) -> None:
    found = _found(tmp_path, _names("good", "ruda | acc =rudę | 1st"), "{good:acc}")
    assert [one.partition(" → ")[0] for one in found] == ["1: “1st” can’t be the label of a form of “ruda”"]


def test_what_a_sentence_says_of_its_own_value_is_no_name_of_a_kind(tmp_path: Path) -> None:
    names = _names("good", "ruda | acc=rudę") + _names("value", "Jest {value}.")
    assert _found(tmp_path, names, "bierze {value:acc}") == []

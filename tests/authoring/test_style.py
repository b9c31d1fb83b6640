"""`pnp check` marks in translations what an editor would mark, and leaves what is right, or meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.authoring.style import style_problems, two_translations
from pnp.words.po import read_po

HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\n'
LEARNT = (  # what teaches which words go with one and with several
    ("draw", "{n} {n:field|fields}"),
    ("lie", "there {n:is|are} {n}"),
    ("felder", "{n} {n:Feld|Felder}"),
    ("same", "{n} {n:Fenster|Fenster}"),
)


def _marked(tmp_path: Path, language: str, string: str, flag: str = "") -> list[str]:
    po = tmp_path / f"locales/{language}/LC_MESSAGES/game.po"
    po.parent.mkdir(parents=True, exist_ok=True)
    entries = [f'msgid "{text}"\nmsgstr "{words}"\n' for text, words in LEARNT]
    quoted = string.replace('"', '\\"')
    entries.append(f'{flag}msgid "text"\nmsgstr "{quoted}"\n')
    po.write_text(HEAD + "\n".join(entries), encoding="utf8")
    return [str(one.message) for one in style_problems(po, read_po(po), ["move.free", "price"])]


WRONG = {
    "one field": (
        "en",
        "Move {move.free:or} fields.",
        "“fields” doesn’t fit every number that {move.free} can be",
    ),
    "one field, German": (
        "de",
        "Zieht {price} Felder.",
        "“Felder” doesn’t fit every number that {price} can be",
    ),
    "five field": ("de", "Zieht {price} Feld.", "“Feld” doesn’t fit every number that {price} can"),
    "there are one": ("en", "Here are {price}.", "“are” doesn’t fit every number that {price} can"),
    "straight quotes": ("de", 'Das "Geistfeld" ruht.', '" is not a quotation mark or apostrophe in this language'),
    "straight apostrophe": ("it", "L'oro vince.", "' is not a quotation mark or apostrophe in this language"),
    "Polish quotes": ("de", "„Soulless” spielt", "” is not a quotation mark or apostrophe in this language; use „ “"),
    "German quotes": ("pl", "„Soulless“ gra", "“ is not a quotation mark or apostrophe in this language"),
    "small sentence": (
        "de",
        "Annahme: die Zeilen sind vertauscht.",
        "a sentence after a colon begins",
    ),
    "idle comma": (
        "it",
        "Rispondono subito, e il turno prosegue.",
        "the sentence doesn’t need the comma before “e”",
    ),
}
RIGHT = {
    "chosen": ("en", "Move {move.free:or} {move.free:field|fields}."),
    "alike": ("de", "{price} Fenster"),
    "no number": ("en", "{player} fields questions."),
    "verb apart": ("en", "Here they are: {price}"),
    "chosen further on": ("en", "You may take {price} field {price:action|actions}."),
    "a value that is a word": ("en", "The centre is {value}."),
    "of": ("en", "{price} of the cards"),
    "marks": ("de", "„Geist“ – ‚so‘, geht’s?"),
    "code": ("pl", 'wpisz digits = "true" albo `a"b`'),
    "a list": ("de", "Waren: zwei Kräuter oder ein Erz"),
    "a clause": ("de", "Es zählt: wer zuerst kommt, hat den Vorteil"),
    "an aside": ("it", "Chi ha un Golem, quando lo vuole, e chi no"),
    "no list of marks": ("cs", "\"tak\" a 'tak'"),
}


@pytest.mark.parametrize("name", WRONG)
def test_an_editor_would_mark_it(tmp_path: Path, name: str) -> None:
    language, string, said = WRONG[name]
    (found,) = _marked(tmp_path, language, string)
    assert found.startswith(said)


@pytest.mark.parametrize("name", RIGHT)
def test_an_editor_would_let_it_pass(tmp_path: Path, name: str) -> None:
    language, string = RIGHT[name]
    assert _marked(tmp_path, language, string) == []


@pytest.mark.parametrize("name", WRONG)
def test_what_is_meant_so_can_be_marked(tmp_path: Path, name: str) -> None:
    language, string, _ = WRONG[name]
    assert _marked(tmp_path, language, string, flag="#, as-meant\n") == []


def test_a_name_with_two_translations_is_named_with_both_lines(tmp_path: Path) -> None:
    po = tmp_path / "game.po"
    entry = 'msgctxt "{}"\nmsgid "Infamy"\nmsgstr "{}"\n'
    po.write_text(
        HEAD + "\n".join([entry.format("card name", "Niesława"), entry.format("legend", "zła sława")]), "utf8"
    )
    (found,) = two_translations(po, read_po(po), {"card name", "legend"})
    assert (str(found.message), found.place and found.place.line) == (
        "“zła sława” has the same original as “Niesława” in line 5",
        9,
    )
    assert list(two_translations(po, read_po(po), {"card name"})) == []

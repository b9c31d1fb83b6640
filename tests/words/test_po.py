"""PO files: gettext's own tools and PO editors open what pnp writes, and pnp opens what they write."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import polib
import pytest
from babel.messages.catalog import Catalog as PoCatalog
from hypothesis import given, settings
from hypothesis import strategies as st

from conftest import LANGUAGES, REPO, Run, edit
from pnp.words.po import ids_of, po_text, read_po

LONG = 'Whoever bakes the last loaf of the day "keeps" it, and gives one coin to the neighbour on the left: {price}. '

wild = st.text(st.characters(exclude_categories=["Cs", "Cc"]) | st.sampled_from('"\\\n\t{}|#~ '), max_size=240)
known = [LONG * 3, "Żółć i gęś " * 20, "面包师" * 60, '\\"', "\\n", "#| msgid", "x" * 300, "a\nb\nc" * 40]
# gettext refuses a translation that begins or ends with another line break than its text
nasty = (wild | st.sampled_from(known)).map(lambda text: f"x{text}x")
entries = st.lists(
    st.tuples(nasty, st.none() | nasty, nasty, nasty, nasty | st.none(), st.booleans()),
    max_size=5,
    unique_by=lambda entry: entry[0],
)


def gettext_accepts(path: Path, *options: str) -> None:
    """Where gettext is installed, its own tools have nothing to say against the file."""
    for tool in ("msgfmt", "msgcat"):
        if shutil.which(tool):
            checks = options if tool == "msgfmt" else ()
            done = subprocess.run([tool, *checks, "-o", "/dev/null", path], capture_output=True, check=False)
            assert (done.returncode, done.stderr.decode()) == (0, "")


@settings(max_examples=60)
@given(entries)
def test_whatever_the_texts_are_other_tools_read_the_same(
    found: list[tuple[str, str | None, str, str, str | None, bool]],
) -> None:
    catalog = PoCatalog(locale="de", domain="my-game", header_comment="# Translate")
    for one, many, said, former, context, fuzzy in found:
        message = catalog.add(
            (one, many) if many else one, (said, said) if many else said, context=context, flags=["fuzzy"] * fuzzy
        )
        message.previous_id = [former, *filter(None, [many])] if fuzzy else []
    with TemporaryDirectory() as folder:
        path = Path(folder) / "locales/de/LC_MESSAGES/my-game.po"
        path.parent.mkdir(parents=True)
        path.write_text(po_text(catalog, "de", "my-game", {}), encoding="utf8")
        gettext_accepts(path)
        again = read_po(path)
        theirs = polib.pofile(str(path))
    written = [(ids_of(one), one.context, one.string, list(one.previous_id)) for one in catalog if one.id]
    assert [(ids_of(one), one.context, one.string, one.previous_id) for one in again if one.id] == written
    assert po_text(again, "de", "my-game", {}) == po_text(catalog, "de", "my-game", {})
    assert [(one.msgid, one.previous_msgid or None) for one in theirs] == [
        (ids[0], previous[0] if previous else None) for ids, _, _, previous in written
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_gettext_finds_nothing_wrong_with_our_own_catalogs(language: str) -> None:
    for path in (REPO / "locales" / language).rglob("*.po"):
        gettext_accepts(path, "--check", "--check-header")
        headings = polib.pofile(str(path)).metadata
        assert headings["Project-Id-Version"] == path.stem
        assert headings["Language"] == language
        assert headings["Plural-Forms"].startswith("nplurals=")


def test_a_changed_long_text_shows_what_it_was_until_it_is_translated_anew(sample: Path, run: Run) -> None:
    po = sample.parents[1] / "locales/de/LC_MESSAGES/my-game.po"
    po.parent.mkdir(parents=True)
    edit(sample / "game.toml", "One sentence that makes people want to play it.", LONG.replace('"', "'") * 2)
    edit(sample / "game.toml", "{price}", "soon")
    edit(sample / "game.toml", "{price}", "soon")
    run("messages")
    former = LONG.replace('"', "'").replace("{price}", "soon") * 2
    theirs = polib.pofile(str(po))
    entry = theirs.find(former)
    assert entry
    entry.msgstr = "Wer das letzte Brot backt, behält es."
    theirs.save()
    edit(sample / "game.toml", "the last loaf", "the very last loaf")
    run("messages")
    written = po.read_bytes()
    run("messages")
    assert po.read_bytes() == written
    gettext_accepts(po, "--check", "--check-header")
    (entry,) = polib.pofile(str(po)).fuzzy_entries()
    assert entry.previous_msgid == former
    edit(sample / "game.toml", "the very last loaf", "the very very last loaf")
    run("messages")
    (entry,) = polib.pofile(str(po)).fuzzy_entries()
    assert entry.previous_msgid == former  # what the translation was made from
    edit(po, "#, fuzzy\n", "")
    run("messages")
    assert "#|" not in po.read_text(encoding="utf8")


def test_a_text_that_comes_back_gets_its_translation_back(sample: Path, run: Run) -> None:
    po = sample.parents[1] / "locales/de/LC_MESSAGES/my-game.po"
    po.parent.mkdir(parents=True)
    run("messages")
    edit(po, 'msgid "Baker"\nmsgstr ""', 'msgid "Baker"\nmsgstr "Bäcker"')
    edit(sample / "deck.csv", ",Baker,", ",Xyzzy,")
    run("messages")
    assert '#~ msgstr "Bäcker"' in po.read_text(encoding="utf8")
    edit(sample / "deck.csv", ",Xyzzy,", ",Baker,")
    run("messages")
    text = po.read_text(encoding="utf8")
    assert 'msgid "Baker"\nmsgstr "Bäcker"' in text
    assert "#~" not in text
    gettext_accepts(po)


POEDIT = """\
# A translator
msgid ""
msgstr ""
"Project-Id-Version: \\n"
"POT-Creation-Date: \\n"
"PO-Revision-Date: 2026-11-18 10:00+0100\\n"
"Last-Translator: Ada <ada@example.org>\\n"
"Language-Team: \\n"
"Language: de\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"X-Generator: Poedit 3.4\\n"

#: cards/my-game/game.toml:4
#, fuzzy
#| msgctxt "game"
#| msgid ""
#| "One sentence "
#| "that was."
msgctxt "game"
msgid ""
"One sentence that makes "
"people want to play it."
msgstr ""
"Ein "
"Satz."

#~| msgid "Butcher"
#~ msgid "Butchers"
#~ msgstr "Metzger"
"""


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
def test_what_a_po_editor_wrote_is_read_and_kept(sample: Path, run: Run, ends: str) -> None:
    po = sample.parents[1] / "locales/de/LC_MESSAGES/my-game.po"
    po.parent.mkdir(parents=True)
    po.write_bytes(POEDIT.replace("\n", ends).encode())
    assert run("messages").code == 0
    text = po.read_text(encoding="utf8")
    assert '#| msgid "One sentence that was."\n' in text
    for kept in ("X-Generator: Poedit 3.4", "Last-Translator: Ada", "2026-11-18 10:00+0100", '#~ msgstr "Metzger"'):
        assert kept in text
    gettext_accepts(po)


def test_a_former_text_that_was_written_broken_does_not_matter(sample: Path, run: Run) -> None:
    """Earlier versions wrapped it inside its quotes."""
    po = sample.parents[1] / "locales/de/LC_MESSAGES/my-game.po"
    po.parent.mkdir(parents=True)
    broken = '#| msgid "" "One sentence\n#| that was."\n'
    po.write_text(POEDIT.replace('#| msgid ""\n#| "One sentence "\n#| "that was."\n', broken), encoding="utf8")
    assert run("messages").code == 0
    assert "Ein Satz." in po.read_text(encoding="utf8")
    gettext_accepts(po)

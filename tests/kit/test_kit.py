"""The printed kit: opened, read and measured."""

from __future__ import annotations

import json
from pathlib import Path

import pikepdf
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import LANGUAGES, REPO, Run, edit
from pictures import texts_of
from pnp.book.paged.tables import shared_widths
from pnp.cli.main import run as run_in_process

pytestmark = pytest.mark.slow


def text_of(path: Path) -> str:
    return " ".join(texts_of(path))


KIT = ("kit", "alchemicus", "--with", "noctis", "--lang", ",".join(LANGUAGES), "--workspace", str(REPO))


@pytest.fixture(scope="module")
def kit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built once: tests read it and change nothing."""
    out = tmp_path_factory.mktemp("kit")
    assert run_in_process([*KIT, "--out", str(out)]) == 0
    return out / "alchemicus"


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


PHRASES = {
    "pl": ["Stragan", "Ogród", "140 kart podstawowych", "48 żetonów Sławy", "Alchemik 1 zielony", "dobierz 1 kartę"],
    "en": ["Stall", "Garden", "140 base cards", "48 Fame tokens", "Alchemist 1 green", "draw 1 card"],
    "de": ["Verkaufsstand", "Destillierhelm", "140 Grundspielkarten", "48 Ruhmspielmarken", "Alchemist 1 grün"],
    "it": ["Bancarella", "Alambicco", "140 carte base", "48 gettoni Fama", "Alchimista 1 verde", "pesca 1 carta"],
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_contents_sheet_reads_well(kit: Path, language: str) -> None:
    text = text_of(kit / language / "contents.pdf")
    assert [phrase for phrase in PHRASES[language] if phrase not in text] == []
    assert "{" not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_pdf_is_well_made(kit: Path, language: str) -> None:
    with pikepdf.open(kit / language / "contents.pdf") as pdf:
        assert str(pdf.Root.Lang) == language
        assert str(pdf.docinfo["/Title"]) == "Alchemicus"
        fonts = [font for page in pdf.pages for font in page.Resources.Font.values()]
        inner = [font.get("/DescendantFonts", [font])[0] for font in fonts]
        assert fonts
        assert all("/FontFile2" in font.FontDescriptor for font in inner)
        assert not any("Helvetica" in str(font.BaseFont) for font in fonts)


def test_a_second_run_gives_the_same_bytes(kit: Path, run: Run, tmp_path: Path) -> None:
    result = run(*KIT, "--out", tmp_path)
    assert result.code == 0
    assert files(tmp_path / "alchemicus") == files(kit)


def test_the_listing_names_what_was_made(kit: Path) -> None:
    listing = json.loads((kit / "pl/kit.json").read_text(encoding="utf8"))
    files = [artefact["file"] for artefact in listing["artefacts"]]
    assert sorted(files) == sorted(path.name for path in (kit / "pl").iterdir() if path.suffix == ".pdf")
    assert files[0] == "00-print-me.pdf"
    assert (listing["edition"], listing["choices"]["with"]) == ("pl", ["noctis"])


@pytest.mark.parametrize(
    ("language", "phrase"),
    [("pl", "i 4 inne"), ("en", "and 4 more cards"), ("de", "4 weitere"), ("it", "4")],
)
def test_a_set_price_changes_the_words_on_the_card(run: Run, tmp_path: Path, language: str, phrase: str) -> None:
    run("kit", "alchemicus", "--lang", language, "--set", "price.gloria=4", "--out", tmp_path, "--workspace", REPO)
    assert phrase in text_of(tmp_path / "alchemicus" / language / "contents.pdf")


def test_a_price_of_nothing_is_printed(run: Run, tmp_path: Path) -> None:
    run(
        "kit",
        "alchemicus",
        "--lang",
        "en",
        "--edition",
        "en",
        "--variant",
        "race",
        "--out",
        tmp_path,
        "--workspace",
        REPO,
    )
    assert "Gloria Fame 10 0 " in text_of(tmp_path / "alchemicus/en/contents.pdf")


def test_a_faulty_template_names_its_line_and_leaves_the_old_file(copied: Path, run: Run) -> None:
    assert run("kit", "alchemicus").code == 0
    old = (copied / "output/alchemicus/en/contents.pdf").read_bytes()
    line = edit(copied / "templates/contents.md.j2", "{{ kind|plain }}", "{{ knid }}")
    result = run("kit", "alchemicus")
    assert result.code == 2
    assert f"templates/contents.md.j2:{line}: the template fails here" in result.err
    assert (copied / "output/alchemicus/en/contents.pdf").read_bytes() == old


ATTACKS = (
    "{{ ''.__class__.__mro__ }}",
    "{{ decks.clear() }}",
    "{% include '../../etc/passwd' %}",
    "{% include 'contents.md.j2' %}",
    "{{ 1 / 0 }}",
    "{{ 'a' + 1 }}",
    "{{ 'x' * 10000000000 }}",
    "{{ 9 ** 99999999 }}",
    "{{ 'x'.rjust(2000000000) }}",
    "{{ '%1000000000d' % 1 }}",
    "{{ '%1000000000d'|format(1) }}",
    "{{ lipsum(100000) }}",
    "{{ range(100000000) }}",
    "{{ nobody }}",
    "{% for deck in decks %}",
)


@pytest.mark.parametrize("attack", ATTACKS)
def test_a_template_can_only_read(copied: Path, run: Run, attack: str) -> None:
    edit(copied / "templates/contents.md.j2", "{{ kind|plain }}", attack)
    result = run("kit", "alchemicus")
    assert result.code == 2
    assert "templates/contents.md.j2" in result.err or "passwd" in result.err
    assert not (copied / "output").exists()


def test_a_template_cannot_run_for_ever(copied: Path, run: Run) -> None:
    loops = "{% for a in range(2000) %}" * 3 + "{% endfor %}" * 3
    edit(copied / "templates/contents.md.j2", "{{ kind|plain }}", loops)
    result = run("kit", "alchemicus")
    assert result.code == 2
    assert "contents.md.j2:2: here the template produces more than any book needs" in result.err


def test_a_template_cannot_be_a_link_that_leads_out(copied: Path, run: Run) -> None:
    (copied / "templates/contents.md.j2").unlink()
    (copied / "templates/contents.md.j2").symlink_to("/etc/passwd")
    result = run("kit", "alchemicus")
    assert result.code == 2
    assert "points outside its folder" in result.err


def test_if_one_language_fails_none_is_written(copied: Path, run: Run) -> None:
    edit(copied / "locales/pl/LC_MESSAGES/alchemicus.po", 'msgid "Garden"', 'msgid "Garden')
    result = run("kit", "alchemicus", "--lang", "de,pl")
    assert result.code == 2
    assert not (copied / "output").exists()


def test_an_unwritable_folder_is_a_complaint(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = run("kit", "alchemicus", "--out", tmp_path / "file")
    assert result.code == 2
    assert "cannot be written" in result.err
    assert "--out" in result.err


def test_markup_in_names_is_printed_as_it_stands(copied: Path, run: Run) -> None:
    edit(copied / "cards/alchemicus/base.csv", "Garden", "*Gar_den_* [x](y) <b>|")
    run("kit", "alchemicus")
    assert "*Gar_den_* [x](y) <b>|" in text_of(copied / "output/alchemicus/en/contents.pdf")


@given(
    st.lists(st.tuples(st.floats(1, 900), st.floats(0.1, 1)), min_size=1, max_size=12),
    st.floats(100, 600),
)
def test_columns_share_the_page(columns: list[tuple[float, float]], width: float) -> None:
    """None is wider than its longest line, none narrower than its longest word unless all must be."""
    natural, least = [wide for wide, _ in columns], [wide * share for wide, share in columns]
    shared = shared_widths(natural, least, width)
    assert all(0 < given_ <= wanted + 1e-6 for given_, wanted in zip(shared, natural, strict=True))
    assert sum(shared) == pytest.approx(min(width, sum(natural)))
    if sum(least) < width:
        assert all(given_ >= few - 1e-6 for given_, few in zip(shared, least, strict=True))


@pytest.mark.parametrize("paper", ["60x80", "a5", "letter", "300x60"])
def test_a_kit_on_any_paper(run: Run, tmp_path: Path, paper: str) -> None:
    result = run("kit", "alchemicus", "--lang", "de", "--paper", paper, "--card", "20x30", "--out", tmp_path)
    assert result.code == 1, "so small that its words do not fit"
    assert (tmp_path / "alchemicus" / "de" / "kit.json").is_file()

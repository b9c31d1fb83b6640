"""The rulebook: it says what the data says, follows every choice, and its examples hold or there is no book."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path

import pikepdf
import pytest

from conftest import LANGUAGES, REPO, Run, edit
from pictures import text_of, texts_of
from pnp.base.errors import Failure
from pnp.base.text import FOOTNOTE, word
from pnp.book.manuscript import Manuscript, write_manuscript
from pnp.data.edition import Choices, EditionData, choose
from pnp.data.load import load_game
from pnp.data.model import GameData, Kind, Value
from pnp.data.workspace import Workspace
from pnp.faces.job import Job
from pnp.kit.contents import make_contents
from pnp.words.catalog import load_catalog
from pnp.words.po import read_po
from pnp.words.sentences import ValueSentences

pytestmark = pytest.mark.slow

SPACE = Workspace(REPO)
GAME = SPACE.game("alchemicus")
PLAIN = Choices()
OPTIONS = Choices("", (), "", ("card-bank", "advanced-sale"))
NOCTIS = Choices("", ("noctis",))
RACE = Choices("", ("noctis",), "race")
BOOKS = {"plain": PLAIN, "options": OPTIONS, "noctis": NOCTIS, "race": RACE}
MAGIC = SPACE.game("chemicy-magicy")
EXTRA = Choices("", (), "", ("extra-undo", "short-game"))
SHELF = {GAME: BOOKS, MAGIC: {"plain": PLAIN, "extra": EXTRA}}
WORD = re.compile(r"[\w.-]*\w")
UNPRINTED = re.compile(r"^(?:\{#|:::).*$|\[\^[^\]]*\]|!\[.*?\)|:[\w-]+:", re.MULTILINE)
VOLUMES = [pytest.param(game, book, id=f"{game.key}-{book}") for game, books in SHELF.items() for book in books]


def manuscript(choices: Choices, language: str = "en", game: GameData = GAME) -> Manuscript:
    return write_manuscript(SPACE, choose(game, choices), load_catalog(SPACE, language, game.key))


@cache
def words(book: str, language: str = "en", game: GameData = GAME) -> str:
    return manuscript(SHELF[game][book], language, game).markdown


def section(markdown: str, rule: str) -> str:
    """The text of a rule's section."""
    found = re.search(rf"^\{{#{rule} .*?(?=^\{{#|\Z)", markdown, re.DOTALL | re.MULTILINE)
    assert found, f"no section {rule}"
    return found[0]


# ---- it follows the data -------------------------------------------------------------------------------------------


def another(value: Value, game: GameData) -> object:
    """A value that could stand instead."""
    fact = value.fact
    if isinstance(fact, bool):
        return not fact
    if isinstance(fact, int):
        return fact + 1
    if isinstance(fact, str):
        return next(one for one in value.choices or game.terms[value.terms] if one != fact)
    numbers = not value.terms
    return fact[:-1] if len(fact) > 1 else (1, 2) if numbers else (*fact, *fact)


@pytest.mark.parametrize(
    ("game", "key"), [pytest.param(game, key, id=f"{game.key}-{key}") for game in SHELF for key in game.values]
)
def test_every_value_is_in_the_book(game: GameData, key: str) -> None:
    """Whatever is changed, the book says something else, or an example no longer holds."""
    for name in reversed(SHELF[game]):
        edition = choose(game, SHELF[game][name])
        if edition.values[key].rule not in edition.sections:
            continue
        changed = SHELF[game][name].with_(Choices(overrides={key: another(edition.values[key], game)}))
        try:
            said = manuscript(changed, game=game).markdown
        except Failure:
            return
        if FOOTNOTE.sub("", said) != FOOTNOTE.sub("", words(name, game=game)):
            return
    pytest.fail(f"no sentence depends on {key}")


@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.key)
def test_every_example_is_told_and_holds(game: GameData) -> None:
    folder = REPO / "templates/rulebook" / game.key / "examples"
    told = {name for book in SHELF[game].values() for name in manuscript(book, game=game).examples}
    assert told == {log.stem for log in folder.glob("*.log")}


@pytest.mark.parametrize(
    "change",
    [
        {"group.energy": 2, "gold.energy": 2},
        {"group.elixir": 7, "peek.tiles": 5, "group.assistant": 3},
        {"rounds": 3, "offer.order": "descending", "catastrophe.tokens": 2},
        {"pass_on.then": "draw", "emergency.per_turn": "one", "take_over.tiles": 2},
        {"extra.cards": 3, "extra.price": 2, "extra.moment": "own-turn", "emergency.uses": 2},
        {"catastrophe.keeps_assistants": True, "complete.only_drawn": False, "gold.limited": False},
    ],
    ids="-".join,
)
def test_a_table_that_plays_otherwise_still_gets_its_book(change: dict[str, object]) -> None:
    """Examples follow the values, or are left out where they could not be told."""
    for choices in (PLAIN, EXTRA):
        book = manuscript(choices.with_(Choices(overrides=change)), game=MAGIC)
        assert len(book.examples) > 8
        assert [key for key in change if key not in book.footnotes] == []


def test_an_example_follows_the_size_of_a_group() -> None:
    book = manuscript(Choices(overrides={"group.elixir": 6}), game=MAGIC)
    before, after, _ = book.examples["trade-elixirs"]
    assert len(before["seats"][1]["elixirs"]) == 6
    assert after["seats"][1]["elixirs"] == []
    assert "that makes 6" in FOOTNOTE.sub("", section(book.markdown, "T3"))


def test_options_are_offered_and_move_to_where_they_are_played() -> None:
    offered, chosen = choose(MAGIC, PLAIN).sections, choose(MAGIC, EXTRA).sections
    assert (offered["X1"], offered["X2"]) == ("6.1", "7.1")
    assert (chosen["X1"], chosen["X2"]) == ("2.3", "4.9")
    assert "Play only 4 rounds" in FOOTNOTE.sub("", section(words("extra", game=MAGIC), "X1"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_price_is_the_same_in_text_example_card_and_finding(run: Run, tmp_path: Path, language: str) -> None:
    """The Alembic costs seven: the book's table, its example, the card and the referee say so, in every language."""
    asked = ("alchemicus", "--lang", language, "--set", "price.alembic=7", "--out", tmp_path, "--workspace", REPO)
    assert run("rulebook", *asked).code == 0
    assert run("cards", *asked, "--once", "--layout", "single").code == 0
    book = manuscript(Choices(overrides={"price.alembic": 7}), language)
    assert re.search(r"\*\*Alembic\*\*.*\| 14 \| 7\[\^price.alembic\] \|", section(book.markdown, "C2"))
    example = section(book.markdown, "B1").partition("::: example")[2]
    plain = section(words("plain", language), "B1").partition(":::")[2]
    assert FOOTNOTE.sub("", example).count("7") > plain.count("7")
    hand = [book.examples["building"].before["seats"][0]["hand"], book.examples["building"].after["seats"][0]["hand"]]
    assert hand[0] - hand[1] == 1 + 7, "the Alembic, and its price"
    folder = tmp_path / "alchemicus" / language
    assert any("Alembic" in page and "7" in page for page in texts_of(folder / "rulebook.pdf"))
    (card,) = (
        page for page in texts_of(folder / "cards.pdf") if page.startswith("Alembic") or " Alembic " in page[:30]
    )
    assert "7" in card.split()
    log = tmp_path / "game.log"
    log.write_text(
        "game: alchemicus\nplayers: Ala, Bartek\nset: price.alembic=7, setup.hand=9\n\n"
        "1 Ala: draw; place Build; build Alembic paying 3\n",
        encoding="utf8",
    )
    found = run("referee", "check", log, "--lang", language)
    assert found.code == 1
    assert "7" in found.out.splitlines()[1]


@pytest.mark.parametrize(
    ("language", "one", "few"),
    [
        ("en", "1 card", "2 cards"),
        ("de", "1 Karte", "2 Karten"),
        ("it", "1 carta", "2 carte"),
        ("pl", "1 kartę", "2 karty"),
    ],
)
def test_numbers_choose_their_words(language: str, one: str, few: str) -> None:
    single = section(words("plain", language), "T1")
    pair = section(manuscript(Choices(overrides={"draw.cards": 2}), language).markdown, "T1")
    assert one in single
    assert few in FOOTNOTE.sub("", pair)


# ---- it follows the choices ----------------------------------------------------------------------------------------


def edition_of(name: str, game: GameData = GAME) -> EditionData:
    return choose(game, SHELF[game][name])


def test_without_noctis_there_is_no_noctis() -> None:
    assert not [rule for rule in edition_of("plain").sections if rule.startswith(("N", "Q"))]
    assert "Mutabilis" not in words("plain")
    assert "Mutabilis" in words("noctis")


def test_the_english_edition_plays_to_sixteen() -> None:
    assert "16[^fame.target]" in section(manuscript(Choices("en", ("noctis",))).markdown, "N7")
    assert "20" in section(words("noctis"), "N7")


def test_an_option_that_is_chosen_moves_to_where_it_is_played() -> None:
    offered, chosen = edition_of("plain").sections, edition_of("options").sections
    assert (offered["S5"], offered["O1"], offered["O2"], offered["O3"]) == ("12.1", "12.2", "12.3", "13.1")
    assert (chosen["S5"], chosen["O1"], chosen["O2"], chosen["O3"]) == ("2.5", "3.3", "3.12", "9.5")
    assert chosen["T2"] == "3.4"
    assert [chapter.key for chapter in edition_of("options").chapters][-1] == "end"


def test_in_the_race_nobody_counts_fame() -> None:
    """Where the plain book has a number of Fame, that of the race has none."""
    amount = re.compile(r":sign-fame:|\d Fame")
    for rule in ("T2", "V2", "D1", "G1", "W1"):
        assert amount.search(FOOTNOTE.sub("", section(words("plain"), rule))), rule
        assert not amount.search(FOOTNOTE.sub("", section(words("race"), rule))), rule


def foreign_keys(game: GameData, language: str) -> set[str]:
    """Keys that no text of the language has: of values, and of cards whose key is not their printed name."""
    keys = {*game.values} | {card.key for deck in game.decks if not deck.proper for card in deck.cards}
    known = {
        word
        for file in (SPACE.catalog(language, game.key), SPACE.catalog(language, "pnp"))
        if file
        for message in read_po(file)
        for text in ((message.string,) if isinstance(message.string, str) else message.string or ())
        for word in WORD.findall(text.casefold())
    }
    return {key for key in keys if key not in known}


def keys_in(text: str, game: GameData, language: str) -> set[str]:
    return foreign_keys(game, language).intersection(
        WORD.findall(UNPRINTED.sub(" ", text).replace("\\", "").casefold())
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "book"), VOLUMES)
def test_a_book_has_names_where_the_data_has_keys(game: GameData, book: str, language: str) -> None:
    for edition in game.offers(Kind.EDITION).values():
        if not {*SHELF[game][book].expansions, SHELF[game][book].variant}.intersection(edition.lacks):
            made = manuscript(replace(SHELF[game][book], edition=edition.key), language, game)
            assert not keys_in("\n".join((made.markdown, *made.footnotes.values())), game, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", SHELF, ids=lambda game: game.key)
def test_the_contents_have_names_where_the_data_has_keys(game: GameData, language: str, tmp_path: Path) -> None:
    job = Job.of(SPACE, choose(game, PLAIN), language)
    pdf = tmp_path / "contents.pdf"
    pdf.write_bytes(make_contents(job, word("artefact", "Contents")).data)
    text = " ".join(texts_of(pdf))
    assert not keys_in(text, game, language)
    assert ("Horten" in text) == (game is GAME)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_value_is_of_goes_by_its_own_terms(language: str) -> None:
    """`purchase.gold` speaks of the good, and not of any other word that has the key gold."""
    say_it = load_catalog(SPACE, language, "alchemicus")
    gold = say_it(GAME.terms["good"]["gold"])
    rows = [row for row in words("options", language).replace("\\", "").splitlines() if row.endswith("| [O3] |")]
    assert any(re.search(rf"\b{gold}\b[^.]* Labrium[^.]*\. \|", row) for row in rows)


def test_pieces_of_one_name_are_told_apart_by_what_they_differ_in() -> None:
    text = manuscript(Choices("de")).markdown.replace("\\", "")
    assert "There are no Fame tokens worth 5 (otherwise 16)." in text
    assert "Pawns: green, red, blue, silver." in text
    yours = manuscript(Choices("", overrides={"sale.taberna.gold.fame": 4})).markdown.replace("\\", "")
    assert "Taberna pays 4 Fame for gold (otherwise 3)." in yours


@pytest.mark.parametrize(("game", "book"), VOLUMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_of_the_edition_has_a_section(game: GameData, book: str, language: str) -> None:
    """With the same number in every language."""
    sections = re.findall(r'^\{#([A-Z]\d+) number="([\d.]+)"\}$', words(book, language, game), re.MULTILINE)
    assert dict(sections) == edition_of(book, game).sections


@pytest.mark.parametrize("book", BOOKS)
def test_what_an_edition_says_itself_is_no_ruling_of_ours_in_its_book(book: str) -> None:
    """Into the centre, at random, all or none: each booklet leaves another of these open."""
    ours = {
        "pl": {"transmutation.all_or_none"},
        "en": {"transmutation.all_or_none", "spirit.into_centre"},
        "de": {"theft.random"},
    }
    for edition, expected in ours.items():
        ruled = manuscript(replace(BOOKS[book], edition=edition))
        keys = {"building.same_kind", "spirit.into_centre", "theft.random", "transmutation.all_or_none"}
        assert keys.intersection(ruled.footnotes) == expected, edition
        assert ("The card you take is drawn at random" in ruled.markdown) == (edition == "de")


def test_the_book_says_what_the_booklets_say() -> None:
    text = words("noctis")
    assert "the game is a draw" in section(text, "W2")
    assert "Put it on an opponent’s" in section(text, "N11")
    assert "face down" in section(text, "R1")
    assert "new face-down draw pile" in section(text, "P2")
    assert "You may own at most 12 buildings" in section(text, "B2")
    assert "one of each" in section(text, "S2")
    assert "take 1 random card from another player" in text
    assert "takes one Golem from the Noctis deck" in section(text, "S6")
    last_round = "With Noctis too, reaching the target starts the last round"
    assert (last_round in text, last_round in words("race")) == (True, False), "the race has no target"


def test_tokens_are_changed_only_where_there_are_several_worths() -> None:
    said = {
        edition: "You may change them" in section(manuscript(Choices(edition)).markdown, "C4")
        for edition in ("pl", "de")
    }
    assert said == {"pl": True, "de": False}


@pytest.mark.parametrize("edition", ["en", "de", "it"])
def test_every_edition_has_its_book(edition: str) -> None:
    assert manuscript(Choices(edition)).markdown != words("plain")


def test_the_referee_cites_the_books_sections(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "game.log"
    log.write_text(
        "game: alchemicus\noptions: card-bank\nplayers: Ala, Bartek\n\n1 Ala: draw; move 9\n", encoding="utf8"
    )
    assert f"T2 §{edition_of('options').sections['T2']} " in run("referee", "check", log).out


# ---- footnotes and editions ----------------------------------------------------------------------------------------


def test_what_is_assumed_or_ruled_is_noted_where_it_appears() -> None:
    assert "{players.min}" not in words("plain")
    assert "2[^players.min]" in section(words("plain"), "C1")
    assert "[^players.max]" not in words("plain")
    assert "[^transmutation.all_or_none]" in section(words("plain"), "M1")
    assert manuscript(PLAIN).footnotes["players.min"] == "**Assumed.** You need at least 2 players."


@pytest.mark.parametrize(("game", "book"), [(GAME, "noctis"), (MAGIC, "plain")], ids=["alchemicus", "chemicy-magicy"])
def test_the_page_on_editions_is_made_from_the_data(game: GameData, book: str) -> None:
    """Every remark and every ruling of the rules in the book stands there."""
    edition = edition_of(book, game)
    catalog = load_catalog(SPACE, "en", game.key).knowing(edition.facts())
    page = words(book, game=game).partition("{#editions")[2].replace("\\", "")
    told = edition.sections
    assert [catalog(one.text) for one in game.remarks if one.rule in told and catalog(one.text) not in page] == []
    unsettled = [value for value in edition.values.values() if value.mark in ("assumed", "ruling")]
    say = ValueSentences(edition, catalog)
    single = [
        value for value in unsettled if value.rule in told and not (value.sentences and value.sentences.together.one)
    ]
    assert [value.key for value in single if say.of(value) not in page] == []


# ---- the book as a file --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def printed(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """A printed book, each once."""
    from pnp.cli.main import run as carry_out

    made: dict[tuple[str, ...], Path] = {}

    def book(language: str, *options: str, game: str = "alchemicus") -> Path:
        if (game, language, *options) not in made:
            out = tmp_path_factory.mktemp("book")
            asked = [
                "rulebook",
                game,
                "--lang",
                language,
                *options,
                "--out",
                str(out),
                "--workspace",
                str(REPO),
            ]
            assert carry_out(asked) == 0
            ending = "html" if "html" in options else "pdf"
            made[game, language, *options] = out / game / language / f"rulebook.{ending}"
        return made[game, language, *options]

    return book


LETTERS = {"pl": "ąćęłńóśźż", "de": "äöüß", "it": "àèéìòù", "en": "’"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_book_has_the_letters_of_its_language(printed: Callable[..., Path], language: str) -> None:
    text = " ".join(texts_of(printed(language, "--with", "noctis")))
    assert [letter for letter in LETTERS[language] if letter not in text] == []


@pytest.mark.parametrize("game", ["alchemicus", "chemicy-magicy"])
def test_no_polish_line_ends_in_a_word_of_one_letter(printed: Callable[..., Path], game: str) -> None:
    with_all = ["--with", "noctis"] if game == "alchemicus" else []
    book = printed("pl", *with_all, game=game)
    lines = [line for page in range(len(texts_of(book))) for line in text_of(book, page).splitlines()]
    assert len(lines) > 200
    assert [line for line in lines if re.search(r"(?<!\S)[aiouwz]$", line.rstrip(), re.IGNORECASE)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_outline_and_links_lead_to_every_rule(printed: Callable[..., Path], language: str) -> None:
    with pikepdf.open(printed(language, "--with", "noctis")) as pdf:
        names = {str(name) for name in pdf.Root.Dests}
        told = edition_of("noctis").sections
        assert {f"/{rule}" for rule in told} <= names
        with pdf.open_outline() as outline:
            titles = [entry.title for chapter in outline.root for entry in (chapter, *chapter.children)]
        assert [
            number for number in told.values() if not any(title.startswith(f"{number} ") for title in titles)
        ] == []
        targets = {
            f"{link.Dest}" for page in pdf.pages for link in page.get("/Annots", []) if link.Subtype == "/Link"
        }
        assert targets
        assert targets <= names
        assert [
            font for page in pdf.pages for font in page.Resources.Font.values() if "/FontDescriptor" not in font
        ] == []


def test_a_book_is_the_same_every_time(run: Run, tmp_path: Path, printed: Callable[..., Path]) -> None:
    assert run("rulebook", "alchemicus", "--lang", "de", "--out", tmp_path, "--workspace", REPO).code == 0
    again = (tmp_path / "alchemicus/de/rulebook.pdf").read_bytes()
    assert again == printed("de").read_bytes()


@pytest.mark.parametrize(
    ("options", "size"),
    [
        (("--paper", "a4"), (210, 297)),
        (("--paper", "a5"), (148, 210)),
        (("--paper", "letter"), (215.9, 279.4)),
        (("--paper", "square"), (210, 210)),
        (("--layout", "booklet"), (297, 210)),
        (("--layout", "square"), (297, 210)),
        (("--layout", "booklet", "--paper", "letter"), (279.4, 215.9)),
    ],
)
def test_pages_have_the_size_that_was_asked_for(
    printed: Callable[..., Path], options: tuple[str, ...], size: tuple[float, float]
) -> None:
    with pikepdf.open(printed("en", *options)) as pdf:
        box = [float(one) * 25.4 / 72 for one in pdf.pages[0].MediaBox]
        assert box[2:] == pytest.approx(size, abs=0.1)
        if "--layout" in options:
            assert len(pdf.pages) % 2 == 0


@pytest.mark.parametrize(
    ("game", "options"), [("alchemicus", ("--with", "noctis")), ("chemicy-magicy", ("--option", "extra-undo"))]
)
def test_the_quick_start_fits_on_one_side(printed: Callable[..., Path], game: str, options: tuple[str, ...]) -> None:
    for language in LANGUAGES:
        for paper in ("a4", "letter", "a5"):
            with (
                pikepdf.open(printed(language, *options, "--paper", paper, game=game)) as pdf,
                pdf.open_outline() as outline,
            ):
                pages = [pdf.pages.index(pikepdf.Page(pdf.Root.Dests[f"/{name}"][0])) for name in ("quick", "theme")]
                assert len(outline.root) > 10
            assert pages[1] == pages[0] + 1, (language, paper)


def test_a_book_may_call_its_rules_by_their_ids(printed: Callable[..., Path]) -> None:
    """As the layout says: Chemicy Magicy refers to T6, Alchemicus to a number."""
    texts = {game: " ".join(texts_of(printed("en", game=game))) for game in ("alchemicus", "chemicy-magicy")}
    assert "§" in texts["alchemicus"]
    assert "§" not in texts["chemicy-magicy"]
    assert "That’s a catastrophe. T6" in texts["chemicy-magicy"].replace("\xa0", " ")


@pytest.mark.parametrize("paper", ["a4", "a5", "letter", "square"])
@pytest.mark.parametrize("ink", ["full", "low", "bw"])
def test_the_book_of_chemicy_magicy_prints_without_complaint(run: Run, tmp_path: Path, paper: str, ink: str) -> None:
    asked = ("--lang", "en", "--paper", paper, "--ink", ink, "--out", tmp_path, "--workspace", REPO)
    result = run("rulebook", "chemicy-magicy", *asked)
    assert (result.code, result.err) == (0, "")


# ---- what goes wrong -----------------------------------------------------------------------------------------------


@pytest.fixture
def broken(copied: Path, run: Run) -> Callable[[], tuple[int, str]]:
    """Builds a book in a workspace that a test has broken; an older book lies there and must stay."""
    old = copied / "output/alchemicus/de/rulebook.pdf"
    old.parent.mkdir(parents=True)
    old.write_bytes(b"old")

    def build() -> tuple[int, str]:
        result = run("rulebook", "alchemicus", "--lang", "de")
        assert old.read_bytes() == b"old"
        assert "Traceback" not in result.err
        return result.code, result.err

    return build


def test_a_template_error_names_template_and_line(copied: Path, broken: Callable[[], tuple[int, str]]) -> None:
    file = copied / "templates/rulebook/alchemicus/turn.md.j2"
    line = edit(file, "{draw.cards}", "{draw.carts}")
    code, said = broken()
    assert code == 2
    assert f"templates/rulebook/alchemicus/turn.md.j2:{line}: " in said
    assert "draw.cards" in said


def test_a_name_that_is_not_there_names_template_and_line(
    copied: Path, broken: Callable[[], tuple[int, str]]
) -> None:
    file = copied / "templates/rulebook/alchemicus/setup.md.j2"
    with file.open("a", encoding="utf8") as end:
        end.write("\n{{ values.hand.limits }}\n")
    line = file.read_text(encoding="utf8").count("\n")
    code, said = broken()
    assert code == 2
    assert f"setup.md.j2:{line}: " in said
    assert "limit" in said


def test_a_rule_without_text_is_refused(copied: Path, broken: Callable[[], tuple[int, str]]) -> None:
    edit(copied / "templates/rulebook/alchemicus/turn.md.j2", 'rule("T1")', 'rule("T2")')
    code, said = broken()
    assert code == 2
    assert "T1" in said


def test_a_reference_to_nowhere_is_refused(copied: Path, broken: Callable[[], tuple[int, str]]) -> None:
    file = copied / "templates/rulebook/alchemicus/theme.md.j2"
    with file.open("a", encoding="utf8") as end:
        end.write("\nSee [here](#T99).\n")
    line = file.read_text(encoding="utf8").count("\n")
    code, said = broken()
    assert code == 2
    assert f"theme.md.j2:{line}: " in said


@pytest.mark.parametrize(
    ("old", "new"),
    [("{draw.cards}", "XX"), ("{draw.cards}", "{draw.cards} :no-such:"), ("{draw.cards}", "{draw.cards")],
)
def test_a_translation_that_lost_something_names_catalog_and_line(
    copied: Path, broken: Callable[[], tuple[int, str]], old: str, new: str
) -> None:
    po = copied / "locales/de/LC_MESSAGES/alchemicus.po"
    text = po.read_text(encoding="utf8")
    start = text.index("turn.md.j2")
    at = text.index(old, text.index("msgstr", text.index(old, start)))
    po.write_text(text[:at] + new + text[at + len(old) :], encoding="utf8")
    code, said = broken()
    assert code == 2
    found = re.search(r"locales/de/LC_MESSAGES/alchemicus.po:(\d+): ", said)
    assert found
    assert abs(int(found[1]) - text[:at].count("\n")) < 8


def test_an_example_that_no_longer_holds_names_itself(copied: Path, broken: Callable[[], tuple[int, str]]) -> None:
    log = copied / "templates/rulebook/alchemicus/examples/building.log"
    text = log.read_text(encoding="utf8")
    last = text.rstrip("\n").rpartition("\n")[2]
    log.write_text(text.replace(last, f"{last}; built 9"), encoding="utf8")
    code, said = broken()
    assert code == 2
    assert "building" in said
    assert "building.log:" in said
    assert "9" in said


def test_an_example_that_should_break_a_rule_must(copied: Path, broken: Callable[[], tuple[int, str]]) -> None:
    log = copied / "templates/rulebook/alchemicus/examples/building.log"
    text = log.read_text(encoding="utf8")
    log.write_text(text.rstrip("\n") + "  # ! B1\n", encoding="utf8")
    code, said = broken()
    assert code == 2
    assert "B1" in said


@pytest.mark.parametrize("text", ["Draw 3 cards.", "{% trans %}Draw 3 cards.{% endtrans %}"])
def test_check_refuses_numbers_in_rule_text(copied: Path, run: Run, text: str) -> None:
    file = copied / "templates/rulebook/alchemicus/setup.md.j2"
    with file.open("a", encoding="utf8") as end:
        end.write(f"\n{text}\n")
    line = file.read_text(encoding="utf8").count("\n")
    result = run("check", "alchemicus")
    assert result.code == 1
    assert f"setup.md.j2:{line}: " in result.out


def test_check_refuses_numbers_in_translations(copied: Path, run: Run) -> None:
    po = copied / "locales/it/LC_MESSAGES/alchemicus.po"
    text = po.read_text(encoding="utf8")
    at = text.index("{draw.cards}", text.index("msgstr", text.index("turn.md.j2")))
    po.write_text(text[:at] + "3 " + text[at:], encoding="utf8")
    assert "it/LC_MESSAGES/alchemicus.po:" in run("check", "alchemicus").out


def test_a_plain_book_has_no_headings_and_no_names_for_nothing(sample: Path, run: Run) -> None:
    """Two values of one meaning without names of their own, and no credits."""
    with (sample / "values.toml").open("a", encoding="utf8") as file:
        file.write('[[values]]\nrule = "C1"\nmark = "stated"\nabout = "Sides of the board"\n')
        file.write("set.board.columns = 4\nset.board.rows = 4\n")
    for asked, told in (((), "Sides of the board: 4"), (("--set", "board.rows=5"), "Sides of the board: 4, 5")):
        book = run("rulebook", "my-game", "--lang", "en", *asked)
        assert (book.code, book.err) == (0, "")
        text = " ".join(" ".join(texts_of(Path(book.out.strip()))).split())
        assert told in text
        assert ": :" not in text
        assert "Credits" not in text


def test_a_game_without_templates_has_a_plain_book(sample: Path, run: Run) -> None:
    result = run("rulebook", "my-game", "--lang", "en")
    assert (result.code, result.err) == (0, "")
    text = " ".join(texts_of(Path(result.out.strip())))
    game = Workspace(sample.parents[1]).game("my-game")
    assert [title.one for title in game.rules.values() if title.one not in text] == []


def test_formats_and_layouts_that_are_not_there(run: Run) -> None:
    for option, wrong in (("--format", "docx"), ("--layout", "scroll")):
        result = run("rulebook", "alchemicus", option, wrong)
        assert result.code == 2
        assert wrong in result.err


HOSTILE = {
    "an aside larger than a page": ("::: aside\n" + "word " * 20_000 + "\n:::", 1),
    "a table in an aside": ("::: aside\n| a | b |\n|---|---|\n" + "| x | y |\n" * 400 + ":::", 1),
    "brackets": ("[" * 50_000, 0),
    "emphasis": ("*a**b" * 20_000, 0),
    "emphasis within emphasis": ("*a **b" * 8_000 + "*" * 8_000, 2),
    "a word without end": ("abcdefghij" * 20_000, 0),
    "a footnote on nothing": ("one[^no.such]", 2),
    "a reference to nothing": ("see [there](#nowhere)", 2),
    "a drawing outside": ("![x](../../../etc/passwd)", 2),
    "a figure that is not there": ("![x](figure:nothing)", 2),
    "lists in lists": ("- " * 200 + "deep", 0),
    "a rule of another book": ("see [T99]", 2),
    "a page by an odd name": ("{% call page('a} .b', title='x') %}y{% endcall %}", 2),
    "columns in columns": ("::: columns\n" * 50 + "x", 0),
    "a call": ("{{ ''.__class__.__mro__ }}", 2),
    "an example of nothing": ("{% call example('../../x') %}x{% endcall %}", 2),
    "a chapter of nothing": ("{% call chapter(none) %}x{% endcall %}", 2),
    "a rule that is a list": ("{% call rule(['T1']) %}x{% endcall %}", 2),
    "itself": ('{% include "rulebook/my-game/book.md.j2" %}', 2),
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("file_format", ["pdf", "html"])
def test_strangers_templates_do_no_harm(sample: Path, run: Run, name: str, file_format: str) -> None:
    """A complaint that names the file, or a book; never more than a few seconds, and nothing half-written."""
    text, code = HOSTILE[name]
    folder = sample.parents[1] / "templates/rulebook/my-game"
    folder.mkdir(parents=True)
    rules = "\n".join(f'{{% call rule("{rule}") %}}\nx\n{{% endcall %}}' for rule in load_game(sample).rules)
    (folder / "book.md.j2").write_text(f"{rules}\n{{{{ chapters() }}}}\n\n{text}\n", encoding="utf8")
    result = run("rulebook", "my-game", "--lang", "en", "--format", file_format)
    assert "Traceback" not in result.err
    assert result.code == (code if file_format == "pdf" or code == 2 else 0)
    assert (sample.parents[1] / "output").exists() == (result.code < 2)
    if result.code == 2:
        assert "my-game" in result.err


def test_a_book_that_swallows_a_rule_is_refused(copied: Path, broken: Callable[[], tuple[int, str]]) -> None:
    """A box that nobody closes would hide the rest of the book."""
    edit(copied / "templates/rulebook/alchemicus/turn.md.j2", '{% call rule("T1") %}', '{% call rule("T1") %}\n```')
    code, said = broken()
    assert code == 2
    assert "turn.md.j2:" in said
    assert "T2" in said


def test_templates_may_count_by_gettext(sample: Path, run: Run) -> None:
    folder = sample.parents[1] / "templates/rulebook/my-game"
    folder.mkdir(parents=True)
    rules = "\n".join(f'{{% call rule("{rule}") %}}\nx\n{{% endcall %}}' for rule in load_game(sample).rules)
    counted = "{% trans n=3 %}{{ n }} ship, 5%{% pluralize %}{{ n }} ships, 5%{% endtrans %}"
    (folder / "book.md.j2").write_text(f"{rules}\n{{{{ chapters() }}}}\n\n{counted}\n", encoding="utf8")
    result = run("rulebook", "my-game", "--lang", "en")
    assert (result.code, result.err) == (0, "")
    assert "3 ships, 5%" in " ".join(texts_of(Path(result.out.strip())))


@pytest.mark.parametrize("page", ["Infinity", "-5", "true", '"7"', "1e400"])
def test_a_kit_that_is_none_cites_nothing(run: Run, tmp_path: Path, page: str) -> None:
    rules = '{"T2": {"section": "3.3", "page": PAGE}}'
    listing = f'{{"game": "alchemicus", "artefacts": [{{"artefact": "rulebook", "rules": {rules}}}]}}'
    (tmp_path / "kit.json").write_text(listing.replace("PAGE", page), encoding="utf8")
    result = run("referee", "check", REPO / "docs/my-game.log", "--kit", tmp_path)
    assert result.code == 2
    assert "kit.json" in result.err
    (tmp_path / "kit.json").write_text(listing.replace("PAGE", "7"), encoding="utf8")
    assert "T2 §3.3, page 7 " in run("referee", "check", REPO / "docs/my-game.log", "--kit", tmp_path).out

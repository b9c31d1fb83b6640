"""The notation: words of four languages, text and JSON and back, and what happens to what nobody can read."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import NamedTuple

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import LANGUAGES, LIBRARY, REPO, Golden
from pnp.base.errors import BadFile
from pnp.base.text import Message
from pnp.data.workspace import Workspace
from pnp.log.file import parse_log, read_log
from pnp.log.jsonlog.reading import read_json
from pnp.log.jsonlog.schema import schema
from pnp.log.jsonlog.writing import to_json
from pnp.log.library import Library, rules_of
from pnp.log.log import CLAIMS, DEAL_WORD, HEAD
from pnp.log.writing import write_text
from pnp.referee.judge import judge
from pnp.rules.notation import (
    CARD,
    CARDS,
    CLAUSES,
    DECKS,
    NUMBER,
    NUMBERS,
    PLAYER,
    VERBS,
    Slot,
    VerbForm,
    fold,
    spellings,
)
from pnp.rules.step import Spot, Step
from pnp.words.catalog import Catalog
from scribbles import scribbled

pytestmark = pytest.mark.slow

DOC = REPO / "docs" / "reference" / "notation.md"
PAGES = {"alchemicus": DOC, "chemicy-magicy": REPO / "docs" / "reference" / "notation-chemicy-magicy.md"}
LISTS = [(game, kind) for game in PAGES for kind in rules_of(game).notation.words if kind != CLAUSES]
LOGS = sorted((REPO / "tests" / "logs").rglob("*.log"))
BUILDINGS = "available: Alembic, Domo, Donarium, Fornax, Horten, Labrium, Metalle, Pergula, Taberna, centre"
TILES = (
    "available: Beanpole, Bubble-pot, Drippy-nose, Grumpy-box, Pointy-hat, Round-belly, Snowman, cat, electricity, "
    "pressure, temperature"
)
HEADER = "game: alchemicus\nplayers: Ala, Bartek\n\n"


def code_blocks(kind: str, page: Path = DOC) -> list[str]:
    return re.findall(rf"```{kind}\n(.*?)```", page.read_text(encoding="utf8"), re.DOTALL)


def parse(text: str) -> object:
    return parse_log(Path("x.log"), text, LIBRARY, strict=True)


# ---- words ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "kind"), LISTS)
def test_a_word_means_one_thing_in_all_languages(game: str, kind: str) -> None:
    meanings: dict[str, set[str]] = {}
    for language in LANGUAGES:
        for key, message in rules_of(game).notation.words[kind].items():
            for word in spellings(message, LIBRARY.catalog(language)):
                assert not re.search(r"[,;:#]|\s\s", word)
                meanings.setdefault(fold(word), set()).add(key)
    assert {word: keys for word, keys in meanings.items() if len(keys) > 1} == {}


def test_header_words_mean_one_thing() -> None:
    meanings: dict[str, set[str]] = {}
    for language in LANGUAGES:
        for key, message in {**HEAD, **CLAIMS, "deal": DEAL_WORD}.items():
            for word in spellings(message, LIBRARY.catalog(language)):
                meanings.setdefault(fold(word), set()).add(key)
    assert {word: keys for word, keys in meanings.items() if len(keys) > 1} == {}


@pytest.mark.parametrize("game", PAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_is_never_verb_and_clause_in_one_language(game: str, language: str) -> None:
    catalog, words = LIBRARY.catalog(language), rules_of(game).notation.words
    verbs, clauses = (
        {fold(word) for message in words[kind].values() for word in spellings(message, catalog)}
        for kind in ("verb", CLAUSES)
    )
    assert verbs & clauses == set()


@pytest.mark.parametrize("game", PAGES)
def test_no_verb_begins_a_header(game: str) -> None:
    """A line that heads a round, say, is not taken for a header line."""
    heads = {
        fold(word)
        for message in HEAD.values()
        for one in LANGUAGES
        for word in spellings(message, LIBRARY.catalog(one))
    }
    own = [form.verb for form in rules_of(game).notation.forms if form.heads]
    verbs = rules_of(game).notation.words[VERBS]
    words = {fold(word) for verb in own for one in LANGUAGES for word in spellings(verbs[verb], LIBRARY.catalog(one))}
    assert words & heads == set()


class Sample(NamedTuple):
    """An argument as one would write it, and what it is read as."""

    text: str
    value: object


def samples(game: str, slot: Slot, language: str) -> list[Sample]:
    """What may stand in a slot, in every spelling of a language; two of a kind where it takes several."""
    catalog, found = LIBRARY.catalog(language), list[Sample]()
    for takes in slot.takes:
        kind, _, terms = takes.partition(":")
        plain = {
            NUMBER: [Sample("3", 3)],
            NUMBERS: [Sample("5, 3", (5, 3))],
            PLAYER: [Sample("Bartek", 1)],
            CARD: [Sample("Gloria", "gloria"), Sample("?", "?")],
            CARDS: [Sample("Gloria", ("gloria",)), Sample("2, Domo", ("?", "?", "domo")), Sample("0", ())],
        }
        found += plain.get(kind, [])
        for key, message in rules_of(game).notation.words[terms].items() if terms else ():
            for spelling in spellings(message, catalog):
                if kind in ("word", "spot"):
                    found.append(Sample(spelling, Spot(key) if kind == "spot" else key))
                if kind in ("words", "spots"):
                    one: object = Spot(key, 2) if kind == "spots" else key
                    again = f"{spelling} 2" if kind == "spots" else spelling
                    found.append(Sample(f"{again}, {again}", (one, one)))
    return found


def every_step(game: str, language: str) -> Iterator[tuple[str, Step]]:
    """Each form with every spelling of its verb, of its arguments, and of its clauses, alone and all together."""
    catalog, words = LIBRARY.catalog(language), rules_of(game).notation.words

    def shared(slot: Slot, spelling: str) -> bool:
        """Whether a word begins this clause too; then this one stands before, as when it is written."""
        return spelling in spellings(words[CLAUSES][slot.word], catalog)

    for form in rules_of(game).notation.forms:
        verbs = [*spellings(words[VERBS][form.verb], catalog)]
        least = [(slot, samples(game, slot, language)[0]) for slot in form.main if slot.needed or form.heads]
        needed = [(slot, samples(game, slot, language)[0]) for slot in form.clauses if slot.needed]
        whole = [(slot, samples(game, slot, language)[0]) for slot in form.clauses]
        for verb in verbs:
            yield written(words, catalog, form, verb, least, needed)
        for slot in form.main if not form.heads else ():
            for sample in samples(game, slot, language):
                yield written(words, catalog, form, verbs[0], [(slot, sample)], needed)
        for slot in form.clauses:
            for spelling in spellings(words[CLAUSES][slot.word], catalog):
                for sample in samples(game, slot, language):
                    first = [one for one in whole[: form.clauses.index(slot)] if shared(one[0], spelling)]
                    others = [*first, *(one for one in needed if one[0] != slot and one not in first)]
                    yield written(words, catalog, form, verbs[0], least, [*others, (slot, sample)], spelling)
                    every = [(one, sample if one == slot else usual) for one, usual in whole]
                    yield written(words, catalog, form, verbs[0], least, every, spelling, slot)


def written(
    words: Mapping[str, Mapping[str, Message]],
    catalog: Catalog,
    form: VerbForm,
    verb: str,
    main: list[tuple[Slot, Sample]],
    clauses: list[tuple[Slot, Sample]],
    spelling: str = "",
    spelt: Slot | None = None,
) -> tuple[str, Step]:
    """A step; `spelling` is the word of the clause `spelt`, or of the last one."""
    text = [verb, *(sample.text for _, sample in main)]
    if form.heads:
        text = [f"{verb} {main[0][1].text}:", *(sample.text for _, sample in main[1:])]
    for number, (slot, sample) in enumerate(clauses, 1):
        own = spelling and (slot == spelt or (spelt is None and number == len(clauses)))
        text += [spelling if own else next(spellings(words[CLAUSES][slot.word], catalog)), sample.text]
    return " ".join(text), Step(form.verb, {slot.name: sample.value for slot, sample in (*main, *clauses)})


@pytest.mark.parametrize("game", PAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_spelling_of_every_word_is_read_wherever_it_may_stand(game: str, language: str) -> None:
    head = {"alchemicus": "with: noctis\n", "chemicy-magicy": "options: extra-undo\n"}[game]
    steps = list(every_step(game, language))
    assert len(steps) > 100
    forms = {form.verb: form for form in rules_of(game).notation.forms}
    rows = []
    for text, step in steps:
        form = forms[step.do]
        rows.append(text if form.heads else f"round 1: 5; {text}" if form.follows else f"1 Ala: {text}")
    log = parse_log(
        Path("x.log"), f"game: {game}\n{head}players: Ala, Bartek\n\n" + "\n".join(rows), LIBRARY, strict=True
    )
    for (text, step), line in zip(steps, log.lines, strict=True):
        assert line.steps[-1] == step, text


def test_the_hand_may_be_paid_by_any_of_its_names() -> None:
    for language in LANGUAGES:
        words = rules_of("alchemicus").notation.words
        for hand in spellings(words[VERBS]["hand"], LIBRARY.catalog(language)):
            log = parse_log(Path("x.log"), f"{HEADER}1 Ala: spirit Horten paying {hand}", LIBRARY, strict=True)
            assert log.lines[0].steps[0].args["paying"] == "hand"


@pytest.mark.parametrize("game", PAGES)
def test_the_words_stand_in_the_documentation(game: str, golden: Golden) -> None:
    """`pytest --refresh` writes the table anew."""
    rows = ["| English | Polish | German | Italian |", "|---|---|---|---|"]
    catalogs = [LIBRARY.catalog(language) for language in ("en", "pl", "de", "it")]
    known = rules_of(game).notation.words
    lists = [words for kind, words in known.items() if kind not in (DECKS, "building", "pile", "all", "pay")]
    shared: dict[str, Message] = {**HEAD, **CLAIMS, "deal": DEAL_WORD} if PAGES[game] == DOC else {}
    for words in (*lists, shared):
        for message in words.values():
            cells = [", ".join(f"`{word}`" for word in list(spellings(message, catalog))[:3]) for catalog in catalogs]
            rows.append(f"| {' | '.join(cells)} |")
    table = "\n".join(dict.fromkeys(rows))
    page = PAGES[game].read_text(encoding="utf8")
    start = page.index("\n| English |") + 1
    golden(PAGES[game], page[:start] + table + page[page.index("\n\n", start) :])


# ---- documentation -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("page", "number"), [(DOC, 0), (DOC, 1), (PAGES["chemicy-magicy"], 0)])
def test_the_documented_logs_are_by_the_rules(page: Path, number: int) -> None:
    log = parse_log(Path("doc.log"), code_blocks("text", page)[number], LIBRARY)
    judgement = judge(log, LIBRARY)
    assert judgement.clean
    assert judgement.outcome.over is (number == 0)


@pytest.mark.parametrize(
    ("game", "head"),
    [
        ("alchemicus", "with: noctis\noptions: card-bank\nplayers: Ala, Bartek"),
        ("chemicy-magicy", "options: extra-undo\nplayers: Ala, Bartek, Celina"),
    ],
)
def test_every_line_of_the_cheat_sheet_can_be_read(game: str, head: str) -> None:
    table_text = PAGES[game].read_text(encoding="utf8").partition("## Cheat sheet")[2].partition("## How it works")[0]
    rows = [row.split("|")[2] for row in table_text.splitlines() if row.startswith("|") and "---" not in row][1:]
    steps = [step for row in rows for step in re.findall(r"`([^`]+)`", row) if not step.startswith("…")]
    assert len(steps) > 35
    for step in steps:
        parse(f"game: {game}\n{head}\n\n{step if ':' in step else f'1 Ala: {step}'}")


@pytest.mark.parametrize("game", PAGES)
def test_the_schema_is_published_and_describes_our_json(game: str, golden: Golden) -> None:
    described = schema(LIBRARY.game(game))
    golden(REPO / "docs" / "schemas" / f"{game}-log.schema.json", json.dumps(described, indent=1) + "\n")
    validator = jsonschema.Draft202012Validator(described)
    validator.check_schema(described)
    for path in [path for path in LOGS if game in path.parts][::5]:
        validator.validate(to_json(read_log(path, LIBRARY), LIBRARY))
    validator.validate(json.loads(code_blocks("json", PAGES[game])[0]))
    assert not validator.is_valid(
        {"game": game, "players": ["Ala"], "lines": [{"player": "Ala", "steps": [{"do": "fly"}]}]}
    )
    assert not validator.is_valid({"game": game, "players": ["Ala"], "lines": [{"steps": []}]})


def test_the_documented_json_can_be_read() -> None:
    log = read_json(Path("doc.json"), code_blocks("json")[0], LIBRARY)
    assert (
        write_text(log, LIBRARY, "en").splitlines()[-1] == "1 Bartek: draw; place Gifts; Bartek hand 7  # said aloud"
    )
    log = read_json(Path("doc.json"), code_blocks("json", PAGES["chemicy-magicy"])[0], LIBRARY)
    assert write_text(log, LIBRARY, "en").splitlines()[3:5] == ["round 1: 5, 3; Celina starts", "Celina: draw cat"]


# ---- there and back ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", LOGS[::5], ids=lambda path: f"{path.parent.name}/{path.name}")
def test_nothing_is_lost_on_the_way_to_json_or_another_language_and_back(path: Path) -> None:
    log = read_log(path, LIBRARY)
    text = write_text(log, LIBRARY, "en")
    assert write_text(parse_log(path, text, LIBRARY), LIBRARY, "en") == text
    assert write_text(read_json(path, json.dumps(to_json(log, LIBRARY)), LIBRARY), LIBRARY, "en") == text
    for language in LANGUAGES:
        there = write_text(log, LIBRARY, language)
        assert write_text(parse_log(path, there, LIBRARY), LIBRARY, "en") == text


def test_comments_and_empty_lines_are_kept() -> None:
    text = (
        "# club night\ngame: alchemicus  # the   second edition\n\nplayers: Ala, Bartek\nnote: rain\nnote: wind\n\n"
        "# it begins\n1 Ala: draw; place Sale  # hm\n\n1 Bartek: draw  #\n#   to  be\n#     continued\n"
    )
    log = parse_log(Path("x.log"), text, LIBRARY)
    assert write_text(log, LIBRARY, "en") == text
    again = read_json(Path("x"), json.dumps(to_json(log, LIBRARY)), LIBRARY)
    assert to_json(again, LIBRARY) == to_json(log, LIBRARY)
    assert write_text(again, LIBRARY, "en") == text


@pytest.mark.parametrize("game", PAGES)
@pytest.mark.parametrize("seed", range(60))
def test_any_log_that_keeps_to_the_grammar_is_judged_and_comes_back(game: str, seed: int) -> None:
    text = scribbled(game, Random(seed), turns=6)
    try:
        log = parse_log(Path("x.log"), text, LIBRARY)
    except BadFile:  # one of the odd values is out of range
        return
    judge(log, LIBRARY)
    plain = write_text(log, LIBRARY, "en")
    assert write_text(read_json(Path("x"), json.dumps(to_json(log, LIBRARY)), LIBRARY), LIBRARY, "en") == plain


# ---- what cannot be read -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "column", "message", "hint"),
    [
        ("1 Ala: drwa", 8, "unknown step “drwa”", "did you mean “draw”?"),
        ("1 Ala: draw; build Alembick", 20, "expected a card, found “Alembick”", "did you mean “Alembic”?"),
        ("1 Ala: draw; move many", 19, "expected a number, found “many”", ""),
        ("1 Ala: sell ore", 16, "expected “at”, followed by a building", BUILDINGS),
        ("1 Ala: sell or at Taberna", 13, "expected a good, found “or”", "did you mean “ore”?"),
        (
            "1 Ala: draw Golem",
            13,
            "“Golem” isn’t part of this game",
            "add “with: noctis” to the header if it is",
        ),
        ("1 Ala: take from Zosia", 18, "“Zosia” isn’t one of the players", "available: Ala, Bartek"),
        ("1 Ala: place Sale to Build", 19, "“to” doesn’t belong here", "available: drawing, with"),
        ("1 Ala: draw 201 Horten", 13, "expected at most 200 cards, found 201", ""),
        ("1 Al: draw", 3, "“Al” isn’t one of the players", "did you mean “Ala”?"),
        ("draw", 1, "expected a player and a colon, found “draw”", "for example 1 Ala: …"),
        ("1 Ala: dr\u202eaw", 10, "expected text, found the control character U+202E", "remove it"),
    ],
)
def test_a_misread_step_names_column_expectation_and_near_miss(
    line: str, column: int, message: str, hint: str
) -> None:
    with pytest.raises(BadFile) as refused:
        parse(f"{HEADER}{line}\n")
    complaint = refused.value.complaints[0]
    speak = LIBRARY.catalog("en")
    assert (complaint.place and (complaint.place.line, complaint.place.column)) == (4, column)
    assert speak(complaint.message) == message
    assert (speak(complaint.hint) if complaint.hint else "") == hint


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("players: Ala\n", 1, "the header doesn’t name the game"),
        ("game: alchemist\nplayers: Ala\n", 1, "there is no game “alchemist”"),
        ("game: alchemicus\n", 1, "the header doesn’t name the players"),
        ("game: alchemicus\nplayers: Ala, ala\n", 2, "two players are called “ala”"),
        ("game: alchemicus\nplayers: Ala\nedition: fr\n", 3, "there is no edition “fr”"),
        ("game: alchemicus\nplayers: Ala\noptions: bank\n", 3, "there is no option “bank”"),
        ("game: alchemicus\nplayers: Ala\nset: hand.limt=8\n", 3, "there is no value “hand.limt”"),
        ("game: alchemicus\ngame: alchemicus\nplayers: Ala\n", 2, "“game” appears twice in the header"),
        ("gaem: alchemicus\n", 1, "expected a header line such as game: …, found “gaem: alchemicus”"),
        ("\n", None, "the file is empty"),
        ("{", 1, "this isn’t valid JSON"),
        ("[]", None, "expected an object with “game”, “players” and “lines”"),
        (
            '{"game": "alchemicus", "players": ["Ala"], "lines": [{"player": "Ala", "steps": [{"do": "drw"}]}]}',
            None,
            "lines[1]: unknown step “drw”",
        ),
    ],
)
def test_a_bad_header_names_its_line(text: str, line: int | None, message: str) -> None:
    with pytest.raises(BadFile) as refused:
        parse(text)
    complaint = refused.value.complaints[0]
    assert complaint.place
    assert complaint.place.line == line
    assert LIBRARY.catalog("en")(complaint.message) == message


@pytest.mark.parametrize(
    ("line", "column", "message", "hint"),
    [
        ("Ala: draw", 10, "expected a tile, found nothing", TILES),
        ("Ala: draw dog", 11, "expected a tile, found “dog”", TILES),
        ("Ala: peek cat, 2 tubz", 18, "expected a tile, found “tubz”", "did you mean “tube”?"),
        ("Ala: round 2: 5", 6, "“round” begins a line of its own", "for example round 1: …"),
        ("round two: 5, 3", 7, "expected a number, found “two”", ""),
        ("round 2: 5, three", 13, "expected a number, found “three”", ""),
        ("round 2: 5; draw cat", 13, "“draw cat” doesn’t belong here", "it belongs in a player’s line"),
        ("Ala: Bartek starts", 6, "“Bartek starts” doesn’t belong here", "for example round 1: …; Celina starts"),
        ("Ala: take cat", 14, "expected “from”, followed by a player", "available: Ala, Bartek, Celina"),
    ],
)
def test_a_game_of_rounds_says_what_it_expects(line: str, column: int, message: str, hint: str) -> None:
    with pytest.raises(BadFile) as refused:
        parse(f"game: chemicy-magicy\nplayers: Ala, Bartek, Celina\n\n{line}\n")
    complaint, speak = refused.value.complaints[0], LIBRARY.catalog("en")
    assert (complaint.place and (complaint.place.line, complaint.place.column)) == (4, column)
    assert speak(complaint.message) == message
    assert not hint or (complaint.hint and speak(complaint.hint) == hint)


def test_names_of_several_words_can_be_written_out() -> None:
    lines = "Ala: Pour away; draw Cat assistant\nBartek: power off; Safe stop 3\n"
    log = parse_log(Path("x.log"), f"game: chemicy-magicy\nplayers: Ala, Bartek, Celina\n\n{lines}", LIBRARY)
    assert write_text(log, LIBRARY, "en").splitlines()[-2:] == [
        "Ala: pour away; draw cat",
        "Bartek: power off; safe stop 3",
    ]


def test_a_game_without_rules_cannot_be_judged(sample: Path) -> None:
    library = Library(Workspace(sample.parents[1]))
    with pytest.raises(BadFile) as refused:
        parse_log(Path("x.log"), "game: my-game\nplayers: Ala\n", library)
    assert (
        LIBRARY.catalog("en")(refused.value.complaints[0].message)
        == "the referee has no rules for the game “my-game”"
    )


def test_a_key_that_stands_twice_in_json_is_refused() -> None:
    """JSON itself allows it, and the last one would hold without a word."""
    for text, key in (
        ('{"game": "alchemicus", "players": ["Ala", "Bartek"], "game": "alchemicus"}', "game"),
        ('{"game": "alchemicus", "set": {"hand.limit": 7, "hand.limit": 8}, "players": ["A", "B"]}', "hand.limit"),
    ):
        with pytest.raises(BadFile, match=f"^x.log: “{key}” appears twice in an object$"):
            parse_log(Path("x.log"), text, LIBRARY)


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    for candidate in (text, HEADER + text, HEADER + "1 Ala: " + text.replace("\n", ";"), "{" + text):
        try:
            parse(candidate)
        except BadFile:
            continue


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
        lambda kids: (
            st.lists(kids)
            | st.dictionaries(
                st.sampled_from(
                    [
                        "do",
                        "by",
                        "player",
                        "steps",
                        "turn",
                        "cards",
                        "deal",
                        "winner",
                        "result",
                        "comment",
                        "paying",
                        "at",
                    ]
                ),
                kids,
            )
        ),
        max_leaves=12,
    )
)
def test_any_json_is_read_or_refused(data: object) -> None:
    for wrapped in (
        data,
        {"game": "alchemicus", "players": ["Ala"], "lines": [data]},
        {"game": "alchemicus", "players": data, "lines": []},
    ):
        try:
            parse("{" if not isinstance(wrapped, dict) else json.dumps(wrapped))
        except BadFile:
            continue

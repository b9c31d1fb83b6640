"""Slips of the pen in a log: read as they were meant where that is clear, always said, never guessed wildly."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import LANGUAGES, LIBRARY, REPO, Run
from grounds import GROUNDS
from pnp.base.errors import BadFile
from pnp.log.file import parse_log, read_log
from pnp.log.fixing import fixed
from pnp.log.guessing.lexicon import MOST_LETTERS, Lexicon, edits
from pnp.log.header import MOST_COMPLAINTS
from pnp.log.log import FREE, Log
from pnp.log.textlog.lenient import MOST_ASSUMED, MOST_KINDS
from pnp.log.writing import write_text
from pnp.recorder.draft import draft_of
from pnp.referee.wording.lines import assumption_lines
from pnp.referee.wording.verdicts import read_as
from pnp.studies.simulate import play

HEADER = "game: alchemicus\nwith: noctis\nplayers: Ala, Bartek, Celina Maria\n\n"
WORD = re.compile(r"[^\W\d_]{5,}")


def parse(text: str, *, strict: bool = False) -> Log:
    return parse_log(Path("x.log"), text, LIBRARY, strict=strict)


def said(log: Log) -> list[str]:
    return [line for line, _ in assumption_lines(read_as(log), "x.log", LIBRARY.catalog("en"))]


def refusals(text: str, *, strict: bool = False) -> list[str]:
    """What cannot be read, as a user is told."""
    with pytest.raises(BadFile) as refused:
        parse(text, strict=strict)
    speak = LIBRARY.catalog("en")
    return [
        f"{one.place.line}:{one.place.column}: {speak(one.message)}{f' → {speak(one.hint)}' if one.hint else ''}"
        for one in refused.value.complaints
        if one.place
    ]


def body(log: Log) -> list[str]:
    text = write_text(log, LIBRARY, "en")
    return [line for line in text.partition("\n\n")[2].splitlines() if line]


# ---- what is read as something else --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "sentence", "read"),
    [
        ("1 Ala: drwa", "x.log:5:8: “drwa” is read as “draw”", "1 Ala: draw"),
        ("1 Ala: dobiear", "x.log:5:8: “dobiear” is read as “dobiera”", "1 Ala: draw"),
        ("1 Ala: build Alembick", "x.log:5:14: “Alembick” is read as “Alembic”", "1 Ala: build Alembic"),
        ("1 Ala: build alemb", "x.log:5:14: “alemb” is read as “Alembic”", "1 Ala: build Alembic"),
        ("1 Ala: place Biuld 2", "x.log:5:14: “Biuld” is read as “Build”", "1 Ala: place Build 2"),
        ("1 Ala: draw Metale", "x.log:5:13: “Metale” is read as “Metalle”", "1 Ala: draw Metalle"),
        ("1 Ala: draw Horten, Prgula", "x.log:5:21: “Prgula” is read as “Pergula”", "1 Ala: draw Horten, Pergula"),
        ("1 Ala: draw 2 Hortn", "x.log:5:15: “Hortn” is read as “Horten”", "1 Ala: draw 2 Horten"),
        ("1 Ala: carry hrebs", "x.log:5:14: “hrebs” is read as “herbs”", "1 Ala: carry herbs"),
        ("1 Ala: noctis payng 2", "x.log:5:15: “payng” is read as “paying”", "1 Ala: noctis paying 2 ?"),
        ("1 Ala: move 3 drawig Domo", "x.log:5:15: “drawig” is read as “drawing”", "1 Ala: move 3 drawing Domo"),
        ("1 Ala: Bratek hand 4", "x.log:5:8: “Bratek” is read as “Bartek”", "1 Ala: Bartek hand 4"),
        ("1 Ala: Bartek hnad 4", "x.log:5:15: “hnad” is read as “hand”", "1 Ala: Bartek hand 4"),
        ("1 Ala: take from Bart", "x.log:5:18: “Bart” is read as “Bartek”", "1 Ala: take from Bartek"),
        ("1 Bratek: draw", "x.log:5:3: “Bratek” is read as “Bartek”", "1 Bartek: draw"),
        ("Ba: draw", "x.log:5:1: “Ba” is read as “Bartek”", "Bartek: draw"),
        ("Celina: draw", "x.log:5:1: “Celina” is read as “Celina Maria”", "Celina Maria: draw"),
        ("Celina Mraia: draw", "x.log:5:1: “Celina Mraia” is read as “Celina Maria”", "Celina Maria: draw"),
        ("dael Ala: Domo", "x.log:5:1: “dael” is read as “deal”", "deal Ala: Domo"),
        ("deal Batek: Domo", "x.log:5:6: “Batek” is read as “Bartek”", "deal Bartek: Domo"),
        ("wnner: Ala", "x.log:5:1: “wnner” is read as “winner”", "winner: Ala"),
        ("winner: Ala, Bartk", "x.log:5:14: “Bartk” is read as “Bartek”", "winner: Ala, Bartek"),
        ("result: Ala 3, Bartk 4", "x.log:5:16: “Bartk” is read as “Bartek”", "result: Ala 3, Bartek 4"),
        ("3 Ala draw; move 2", "x.log:5:3: “Ala” is read as “Ala:”", "3 Ala: draw; move 2"),
        ("3 Ala; draw; move 2", "x.log:5:3: “Ala;” is read as “Ala:”", "3 Ala: draw; move 2"),
        ("Ala draw; move 2", "x.log:5:1: “Ala” is read as “Ala:”", "Ala: draw; move 2"),
        ("winner Ala", "x.log:5:1: “winner” is read as “winner:”", "winner: Ala"),
        ("1 Ala: draw move 2", "x.log:5:8: “draw” is read as “draw;”", "1 Ala: draw; move 2"),
        ("1 Ala: draw Domo, move 2", "x.log:5:17: “,” is read as “;”", "1 Ala: draw Domo; move 2"),
        ("1 Ala: draw. move 2", "x.log:5:8: “draw.” is read as “draw;”", "1 Ala: draw; move 2"),
    ],
)
def test_a_slip_is_read_as_it_was_meant_and_said(line: str, sentence: str, read: str) -> None:
    log = parse(HEADER + line)
    assert said(log) == [sentence]
    assert body(log) == [read]


@pytest.mark.parametrize(
    "line",
    [
        "1 Ala: draw Domo.",
        "1 Ala: draw Domo,",
        "1 Ala:draw Domo;;",
        "1) Ala: draw Domo",
        "1: Ala: draw Domo",
        "(1) Ala : draw “Domo”",
        "1. Ala: draw 'Domo'!",
        "1 Ala: draw 1x Domo",
        "1 Ala: draw 1 x Domo",
        "1 Ala: draw 1xDomo",
        "1 Ala: draw 1Domo",
        "1 Ala: draw Domo\u200b",
    ],
)
def test_what_people_put_around_words_is_overlooked(line: str) -> None:
    """It changes nothing of what is read, so nothing is said; it can be fixed all the same."""
    log = parse(HEADER + line)
    assert said(log) == []
    assert body(log) == ["1 Ala: draw Domo"]


@pytest.mark.parametrize("joining", [" and ", " + ", "+", " & ", ", "])
def test_people_join_cards_in_many_ways(joining: str) -> None:
    log = parse(f"{HEADER}1 Ala: draw Domo{joining}2 Horten; move3 to Build2")
    assert said(log) == []
    assert body(log) == ["1 Ala: draw Domo, 2 Horten; move 3 to Build 2"]


@pytest.mark.parametrize(
    ("header", "sentence"),
    [
        ("gmae: alchemicus\nplayers: Ala, Bartek", "x.log:1:1: “gmae” is read as “game”"),
        ("game: alchemics\nplayers: Ala, Bartek", "x.log:1:7: “alchemics” is read as “alchemicus”"),
        ("game: alch\nplayers: Ala, Bartek", "x.log:1:7: “alch” is read as “alchemicus”"),
        ("game alchemicus\nplayers: Ala, Bartek", "x.log:1:1: “game” is read as “game:”"),
        ("game = alchemicus\nplayers: Ala, Bartek", "x.log:1:1: “game =” is read as “game:”"),
        ("game: alchemicus\nplyers: Ala, Bartek", "x.log:2:1: “plyers” is read as “players”"),
        ("game: alchemicus\nplayers: Ala, Bartek\nedtion: pl", "x.log:3:1: “edtion” is read as “edition”"),
        ("game: alchemicus\nwith: noctsi\nplayers: Ala, Bartek", "x.log:2:7: “noctsi” is read as “noctis”"),
        ("game: alchemicus\nvariant: raec\nplayers: Ala, Bartek", "x.log:2:10: “raec” is read as “race”"),
        (
            "game: alchemicus\noptions: card-bank, advanced sale\nplayers: Ala, Bartek",
            "x.log:2:21: “advanced sale” is read as “advanced-sale”",
        ),
        (
            "game: alchemicus\nset: price.domo=3, hand.limt=8\nplayers: Ala, Bartek",
            "x.log:2:20: “hand.limt” is read as “hand.limit”",
        ),
    ],
)
def test_a_header_is_read_as_it_was_meant(header: str, sentence: str) -> None:
    log = parse(f"{header}\n\n1 Ala: draw")
    assert said(log) == [sentence]
    assert (log.game, log.players) == ("alchemicus", ("Ala", "Bartek"))
    assert len(log.lines) == 1


def test_capitals_in_a_header_are_overlooked() -> None:
    log = parse("game: Alchemicus\nedition: PL\nwith: Noctis\nplayers: Ala, Bartek\n\n1 Ala: noctis")
    assert (log.game, log.choices.edition, log.choices.expansions, said(log)) == ("alchemicus", "pl", ("noctis",), [])


def test_the_same_slip_is_said_once_with_all_its_lines() -> None:
    turns = [f"{number} Ala: drwa" for number in range(1, 5)] + ["5 Ala: draw", "6 Ala: drwa; drwa"]
    assert said(parse(HEADER + "\n".join(turns))) == ["x.log:5:8: “drwa” is read as “draw”, also in lines 6–8, 10"]
    assert said(parse(HEADER + "\n".join(turns[:2]))) == ["x.log:5:8: “drwa” is read as “draw”, also in line 6"]


def test_a_name_that_the_header_spells_otherwise_is_that_player() -> None:
    log = parse("game: alchemicus\nplayers: Ala, Bratek\n\n1 Bartek: draw; hand 6\n2 Bartek: draw")
    assert said(log) == ["x.log:4:3: “Bartek” is read as “Bratek”, also in line 5"]
    assert [line.seat for line in log.lines] == [1, 1]


def test_a_header_line_that_stands_already_is_not_meant() -> None:
    log = parse("Spiel: alchemicus\nSpielr: Ala, Bartek\n\n1 Ala: draw")
    assert said(log) == ["x.log:2:1: “Spielr” is read as “Spieler”"]


def test_turns_are_not_taken_for_header_lines_where_the_players_are_missing() -> None:
    found = refusals("game: alchemicus\nxyz: Ala, Bartek\n\nAla: draw\nBartek: draw")
    assert [line.partition(" →")[0] for line in found] == [
        "2:1: expected a header line such as game: …, found “xyz: Ala, Bartek”",
        "1:None: the header doesn’t name the players",
    ]


# ---- what is not guessed -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("1 Ala: move ten", "5:13: expected a number, found “ten”"),
        ("1 Ala: move 1O", "5:13: expected a number, found “1O”"),
        ("1 Ala: fly", "5:8: unknown step “fly”"),
        ("1 Ala: obiera", "5:8: unknown step “obiera” → did you mean zbiera or dobiera?"),
        (
            "1 Ala: sell ore Taberna",
            "5:17: “Taberna” doesn’t belong here → available: at, drawing, for, from, showing",
        ),
        ("1 Ala: build Go", "5:14: expected a card, found “Go”"),
        ("Bartek hand 4", "5:1: expected a player and a colon, found “Bartek hand 4” → for example 1 Ala: …"),
        ("Zosia: draw", "5:1: “Zosia” isn’t one of the players → available: Ala, Bartek, Celina Maria"),
    ],
)
def test_what_is_not_clear_is_refused(line: str, message: str) -> None:
    assert refusals(HEADER + line) == [message]


def test_cards_that_are_not_in_play_are_not_taken_for_others() -> None:
    text = "game: alchemicus\nplayers: Ala, Bartek\n\n1 Ala: draw Golem"
    hint = "add “with: noctis” to the header if it is"
    assert refusals(text) == [f"4:13: “Golem” isn’t part of this game → {hint}"]


def test_two_players_who_may_be_meant_are_both_named() -> None:
    text = "game: alchemicus\nplayers: Bartek, Darek\n\n1 Barek: draw\n1 Da: draw\n1 Bartek: Ba hand 3"
    assert refusals(text) == ["4:3: “Barek” isn’t one of the players → did you mean Darek or Bartek?"]


def test_numbers_in_names_are_never_guessed() -> None:
    text = "game: alchemicus\nplayers: Player 1, Player 2\n\n1 Player 3: draw\n1 Plaxer 2: draw"
    assert refusals(text) == ["4:3: “Player 3” isn’t one of the players → did you mean “Player 2”?"]


def test_if_strict_nothing_is_guessed() -> None:
    text = HEADER + "1 Ala: drwa Domo.\n1 Bratek: place Sael"
    assert refusals(text, strict=True) == [
        "5:8: unknown step “drwa” → did you mean “draw”?",
        "6:3: “Bratek” isn’t one of the players → did you mean “Bartek”?",
        "6:17: expected a field, found “Sael” → did you mean “Sale”?",
    ]


def test_all_that_cannot_be_read_is_listed_at_once() -> None:
    text = (
        "game: alchemicus\nedition: fr\nfoo: bar\nset: nothing.such=3\nplayers: Ala, Bartek\n\n"
        "1 Ala: fly; drwa; swim\n1 Nobody: jump\n2 Ala: draw Golem\n"
    )
    assert [line.partition(" →")[0] for line in refusals(text)] == [
        "3:1: expected a header line such as game: …, found “foo: bar”",
        "2:None: there is no edition “fr”",
        "7:8: unknown step “fly”",
        "7:19: unknown step “swim”",
        "8:3: “Nobody” isn’t one of the players",
        "8:11: unknown step “jump”",
    ]


def test_json_lists_header_and_lines_at_once() -> None:
    lines = [{"player": "Ala", "steps": [{"do": "fly"}]}]
    data = {"game": "alchemicus", "edition": "fr", "players": ["Ala"], "lines": lines}
    assert [line.partition(" →")[0] for line in refusals(json.dumps(data))] == [
        "1:None: there is no edition “fr”",
        "None:None: lines[1]: unknown step “fly”",
    ]


# ---- any slip ------------------------------------------------------------------------------------------------------


def mistyped(word: str, random: Random) -> str:
    """A word with one slip: letters swapped, one left out, doubled or replaced."""
    at = random.randrange(len(word) - 1)
    return random.choice(
        [
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
            word[:at] + word[at + 1 :],
            word[:at] + word[at] + word[at:],
            word[:at] + random.choice("abcdefghijklmnopqrstuvwxyz") + word[at + 1 :],
        ]
    )


def words_in(text: str) -> Iterator[tuple[int, int]]:
    """Where long words stand that mean something."""
    start = 0
    for line in text.split("\n"):
        told = line.partition("#")[0]
        if told.partition(":")[0].strip() not in (*FREE, "language", "rules"):
            yield from ((start + word.start(), start + word.end()) for word in WORD.finditer(told))
        start += len(line) + 1


def meaning(log: Log) -> object:
    return (
        log.game,
        log.choices,
        len(log.players),
        [(line.kind, line.seat, line.turn, line.steps) for line in log.lines],
    )


def simulated(game: str, seed: int) -> str:
    ground, language = GROUNDS[game], LANGUAGES[seed % len(LANGUAGES)]
    tables = list(ground.configurations())
    choices, players = tables[seed % len(tables)]
    played = play(LIBRARY.edition(game, choices), ground.rules, choices, ("greedy",) * players, seed)
    return write_text(played.log, LIBRARY, language)


TEXTS = [
    *(path.read_text(encoding="utf8") for path in sorted((REPO / "tests" / "logs").rglob("legal.log"))),
    *(simulated(game, seed) for game in GROUNDS for seed in range(4)),
]


@pytest.mark.slow
@given(st.sampled_from(TEXTS), st.integers(0, 10**9))
def test_a_slip_is_read_as_meant_or_refused_but_nothing_is_silently_read_otherwise(text: str, seed: int) -> None:
    random = Random(seed)
    start, end = random.choice(list(words_in(text)))
    slipped = text[:start] + mistyped(text[start:end], random) + text[end:]
    line = text[:start].count("\n") + 1
    log = readable(slipped)
    if not isinstance(log, Log):
        in_body = line > text.partition("\n\n")[0].count("\n") + 1
        assert line in log if in_body else log
    elif meaning(log) != meaning(parse(text)):
        assert any(one.matters for one in log.assumptions)


def readable(text: str) -> Log | set[int | None]:
    """The log, or the lines that cannot be read."""
    try:
        return parse(text)
    except BadFile as refused:
        return {one.place.line for one in refused.complaints if one.place}


@pytest.mark.slow
@pytest.mark.parametrize("game", GROUNDS)
def test_a_fixed_log_is_read_strictly_and_says_the_same(game: str, tmp_path: Path) -> None:
    read = 0
    for seed in range(12):
        random, text = Random(seed), simulated(game, seed)
        for start, end in sorted(random.sample(list(words_in(text)), 4), reverse=True):
            text = text[:start] + mistyped(text[start:end], random) + text[end:]
        path = tmp_path / f"{seed}.log"
        path.write_text(text, encoding="utf8")
        try:
            after = fixed(path, LIBRARY).after
        except BadFile:
            continue
        assert meaning(parse(after, strict=True)) == meaning(read_log(path, LIBRARY))
        read += 1
    assert read > 8


# ---- hostile input -------------------------------------------------------------------------------------------------


def test_long_words_are_not_compared() -> None:
    assert Lexicon([("draw", "draw")]).near("d" * (MOST_LETTERS + 1)) == ()
    assert len(refusals(HEADER + f"1 Ala: {'x' * 100_000}\n{'y' * 100_000}: draw\n1 Ala: draw {'z, ' * 10_000}")) == 3


def test_thousands_of_unknown_words_are_a_bounded_list() -> None:
    found = refusals(HEADER + "\n".join(f"1 Ala: word{number} {'Hortn ' * 40}" for number in range(5_000)))
    assert len(found) == MOST_COMPLAINTS + 1
    assert found[-1].endswith("reading stopped here; there may be more errors")


def test_guessing_ends_where_hardly_a_word_is_right() -> None:
    random = Random(1)
    many = {mistyped(mistyped("Transmutation", random), random) for _ in range(3_000)}
    different = HEADER + "\n".join(f"1 Ala: place {word}" for word in sorted(many))
    assert len(many) > MOST_KINDS + MOST_COMPLAINTS
    assert len(refusals(different)) == MOST_COMPLAINTS + 1
    same = HEADER + "1 Ala: drwa; drwa; drwa; drwa; drwa\n" * (MOST_ASSUMED // 5 + MOST_COMPLAINTS)
    assert len(refusals(same)) == MOST_COMPLAINTS + 1


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    for head in ("", HEADER, HEADER + "1 Ala: "):
        assert readable(head + text)


@given(st.text("abcde", max_size=7), st.text("abcde", max_size=7))
def test_edits_are_counted_as_the_textbook_does(one: str, other: str) -> None:
    assert edits(one, other, 99) == edits(other, one, 99) == optimal(one, other)
    assert min(edits(one, other, 1), 2) == min(optimal(one, other), 2)


def optimal(one: str, other: str) -> int:
    """Optimal string alignment, by its definition."""
    if not one or not other:
        return len(one) + len(other)
    found = [
        optimal(one[:-1], other) + 1,
        optimal(one, other[:-1]) + 1,
        optimal(one[:-1], other[:-1]) + (one[-1] != other[-1]),
    ]
    if one[-2:] == other[-2:][::-1] and min(len(one), len(other)) > 1:
        found.append(optimal(one[:-2], other[:-2]) + 1)
    return min(found)


# ---- commands ------------------------------------------------------------------------------------------------------

MESSY = "game: alchemicus\r\nplayers: Ala, Bartek\r\n\r\n1 Ala: drwa;  place Sael.  # drwa\r\n1 Bratek: draw"


@pytest.fixture
def messy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("game.log").write_bytes(MESSY.encode())
    return tmp_path


SAID = [
    "game.log:4:8: “drwa” is read as “draw”",
    "game.log:4:21: “Sael.” is read as “Sale”",
    "game.log:5:3: “Bratek” is read as “Bartek”",
]


@pytest.mark.usefixtures("messy")
def test_a_verdict_begins_with_what_is_assumed(run: Run) -> None:
    result = run("referee", "check", "game.log")
    assert result.code == 0
    assert result.out.splitlines()[:3] == SAID
    assert json.loads(run("referee", "check", "game.log", "--format", "json").out)[0]["assumptions"][0] == {
        "line": 4,
        "column": 8,
        "found": "drwa",
        "meant": "draw",
    }
    assert run("referee", "check", "game.log", "--strict").code == 2


@pytest.mark.usefixtures("messy")
def test_every_command_says_what_is_assumed(run: Run) -> None:
    for command in ("show", "moves"):
        assert run("referee", command, "game.log").out.splitlines()[:3] == SAID
    converted = run("referee", "convert", "game.log", "--format", "text")
    assert converted.err.splitlines() == SAID
    assert converted.out.splitlines()[-2:] == ["1 Ala: draw; place Sale  # drwa", "1 Bartek: draw"]
    assert run("referee", "diff", "game.log", "--set", "hand.limit=8").out.splitlines()[:3] == SAID
    Path("other.log").write_bytes(Path("game.log").read_bytes())
    assert set(SAID) < set(run("referee", "check", "game.log", "other.log").out.splitlines())


@pytest.mark.slow
@pytest.mark.usefixtures("messy")
def test_a_report_remarks_on_what_is_assumed(run: Run) -> None:
    assert run("referee", "report", "game.log", "-o", "report.html").code == 0
    assert "Line 4: “drwa” is read as “draw”." in Path("report.html").read_text(encoding="utf8")


@pytest.mark.usefixtures("messy")
def test_fix_shows_what_it_would_change(run: Run) -> None:
    result = run("referee", "check", "game.log", "--fix")
    assert result.code == 0
    assert result.out.splitlines()[3:] == [
        " ",
        "-1 Ala: drwa;  place Sael.  # drwa",
        "-1 Bratek: draw",
        "\\ No newline at end of file",
        "+1 Ala: draw;  place Sale  # drwa",
        "+1 Bartek: draw",
        "\\ No newline at end of file",
    ]
    assert Path("game.log").read_bytes() == MESSY.encode()


@pytest.mark.usefixtures("messy")
def test_fix_writes_another_file_and_changes_nothing_but_the_slips(run: Run) -> None:
    result = run("referee", "check", "game.log", "--fix", "-o", "fixed.log")
    assert (result.code, result.out) == (0, "fixed.log: 3 corrections\n")
    expected = MESSY.replace("drwa;", "draw;").replace("Sael.", "Sale").replace("Bratek", "Bartek")
    assert Path("fixed.log").read_bytes() == expected.encode()
    assert run("referee", "check", "fixed.log", "--strict").code == 0
    assert run("referee", "check", "fixed.log", "--fix").out == "fixed.log: nothing to fix\n"


@pytest.mark.usefixtures("messy")
def test_fix_keeps_a_byte_order_mark() -> None:
    Path("game.log").write_bytes(b"\xef\xbb\xbf" + MESSY.replace("game:", "gmae:").encode())
    assert fixed(Path("game.log"), LIBRARY).after.encode().startswith(b"\xef\xbb\xbfgame: alchemicus\r\n")


@pytest.mark.usefixtures("messy")
def test_fix_writes_several_logs_into_a_folder_or_none(run: Run) -> None:
    Path("other.log").write_text("game: alchemicus\nplayers: Ala, Bartek\n\n1 Ala: draw", encoding="utf8")
    assert run("referee", "check", "game.log", "other.log", "--fix", "-o", "new").code == 0
    assert sorted(path.name for path in Path("new").iterdir()) == ["game.log", "other.log"]
    Path("bad.log").write_text("game: alchemicus\nplayers: Ala, Bartek\n\n1 Ala: fly", encoding="utf8")
    result = run("referee", "check", "game.log", "bad.log", "--fix", "-o", "newer")
    assert result.code == 2
    assert "bad.log:4:8: unknown step “fly”" in result.err
    assert not Path("newer").exists()


@pytest.mark.usefixtures("messy")
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("game.log", "--fix", "-o", "game.log"), "this would overwrite one of the logs"),
        (("game.log", "--fix", "-o", "."), "this would overwrite one of the logs"),
        (("game.log", "-o", "x.log"), "-o works only with --fix; a verdict is not written to a file"),
        (("game.log", "--fix", "--strict"), "--fix and --strict cannot be combined"),
        (("game.log", "--fix", "--format", "json"), "--fix and --format json cannot be combined"),
        (("game.json", "--fix"), "this log is JSON, which is read exactly as it is, so there’s nothing to fix"),
        (("game.log", "sub/game.log", "--fix", "-o", "new"), "two of the logs are called “game.log”"),
    ],
)
def test_fix_refuses_what_it_cannot_do(run: Run, options: tuple[str, ...], message: str) -> None:
    run("referee", "check", "game.log", "--fix", "-o", "fixed.log")
    run("referee", "convert", "fixed.log", "-o", "game.json")
    Path("sub").mkdir()
    Path("sub/game.log").write_bytes(Path("game.log").read_bytes())
    result = run("referee", "check", *options)
    assert result.code == 2
    assert message in result.err
    assert Path("game.log").read_bytes() == MESSY.encode()


def test_a_recorder_reads_slips_of_old_but_asks_about_those_that_are_typed_now() -> None:
    draft = draft_of(HEADER + "1 Ala: drwa\n1 Bartek: draw", Path("x.log"), LIBRARY, "en")
    assert said(draft.setup.log) == ["x.log:5:8: “drwa” is read as “draw”"]
    assert said(draft.fixed(6, "1 Bartek: draw Domo").setup.log) == ["x.log:5:8: “drwa” is read as “draw”"]
    with pytest.raises(BadFile) as refused:
        draft.fixed(6, "1 Bartek: draw Dommo")
    (complaint,) = refused.value.complaints
    assert LIBRARY.catalog("en")(complaint.message) == "“Dommo” isn’t known here"


# ---- what follows --------------------------------------------------------------------------------------------------


def test_what_follows_is_folded_under_its_cause(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.log").write_bytes((REPO / "tests" / "goldens" / "faulty.log").read_bytes())
    folded, whole = run("referee", "check", "game.log").out, run("referee", "check", "game.log", "--all").out
    assert " · 1 more follows in line 13\n" in folded
    assert "follows from line 13, so it isn’t counted" not in folded
    assert "and 1 that follows from them · --all shows what would have been legal\n" in folded
    assert "game.log:15: winner: Ala\n" in whole
    assert "  follows from line 13, so it isn’t counted\n" in whole
    found = json.loads(run("referee", "check", "game.log", "--format", "json").out)[0]["findings"]
    assert [one["line"] for one in found if one["follows"]] == [13]
    counted = [one for one in found if one["follows"] is None]
    assert len(folded.splitlines()) <= 4 * len(counted) + 3

"""The recorder: what is typed at the table becomes a log, judged at once, and safe from anything that may happen."""

from __future__ import annotations

import os
import re
import select
import signal
import subprocess
import sys
from collections.abc import Iterable, Sequence
from contextlib import suppress
from datetime import date
from pathlib import Path
from random import Random

import pytest

from conftest import LANGUAGES, REPO, run_alone
from pnp.base.errors import BadFile, BadRequest
from pnp.data.edition import Choices
from pnp.data.workspace import Workspace
from pnp.log.library import Library, rules_of
from pnp.log.writing import Scribe, write_line, write_text
from pnp.recorder.draft import Draft, draft_of
from pnp.recorder.logfile import Changed, LogFile
from pnp.recorder.opening import RecordingOptions, mended, opening
from pnp.recorder.session import MOST_TYPED, Session
from pnp.referee.findings import Finding
from pnp.referee.judge import judge
from pnp.rules.step import COMMENT, TURN
from pnp.studies.simulate import play
from scribbles import scribbled

pytestmark = pytest.mark.slow

LOG = Path("game.log")
DAY = date(2026, 11, 14)
LIBRARY = Library(Workspace(REPO))
PLAIN = Choices()


def begun(choices: Choices = PLAIN, players: Sequence[str] = ("Ala", "Bartek"), language: str = "en") -> Session:
    """A recording that has just begun."""
    asking = opening(RecordingOptions(LOG, "alchemicus", choices, tuple(players), DAY, language), LIBRARY)
    with pytest.raises(StopIteration) as done:
        next(asking)
    return Session(draft_of(done.value.value, LOG, LIBRARY, language))


def typed(session: Session, *texts: str) -> Session:
    for text in texts:
        session = session.take(text).session
    return session


def body(session: Session) -> list[str]:
    return session.draft.text.split("\n\n", 1)[1].splitlines() if "\n\n" in session.draft.text else []


def told(session: Session, text: str) -> str:
    return "\n".join(line for line, _ in session.take(text).said)


def likeness(draft: Draft) -> object:
    """All that a draft comes to: its rows, what they mean, and what is wrong with them."""
    return *reads(draft), wrong(draft.findings)


def reads(draft: Draft) -> tuple[object, object]:
    lines = [(line.at, line.kind, line.seat, line.turn, line.steps, line.comment) for line in draft.lines]
    return draft.rows, [line for line in lines if line[1] != COMMENT or line[-1] is not None]


def wrong(findings: Iterable[Finding]) -> list[object]:
    return [(one.line, one.rules, one.applied, one.follows is None) for one in findings]


def reopened(session: Session) -> Draft:
    setup = session.draft.setup
    return draft_of(session.draft.text, LOG, LIBRARY, setup.language)


# ---- a whole game --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_typed_in_is_the_log_of_that_game(language: str) -> None:
    choices = Choices("pl", ("noctis",), "", ("card-bank", "advanced-sale"))
    rules, edition = rules_of("alchemicus"), LIBRARY.edition("alchemicus", choices)
    game = play(edition, rules, choices, ("greedy", "random", "greedy"), 7)
    catalog = LIBRARY.catalog(language)
    scribe = Scribe(rules.notation, catalog, LIBRARY.cards("alchemicus"), game.log.players)
    session, before = begun(choices, game.log.players, language), ""
    for line in game.log.lines:
        texts = [scribe.step(step) for step in line.steps] if line.kind == TURN else []
        texts = ["end", *texts] if before == line.kind == TURN else texts
        texts = [write_line(line, scribe, catalog)] if line.kind not in (TURN, COMMENT) else texts
        for text in texts:
            session = session.take(text).session
            assert session.asked is None, text
        before = line.kind if line.kind != COMMENT else before
    wanted = write_text(game.log, LIBRARY, language).split("\n\n", 1)[1]
    assert [row for row in body(session) if row] == [row for row in wanted.splitlines() if row]
    assert reopened(session).findings == []
    assert judge(reopened(session).setup.log, LIBRARY).outcome.winners == game.outcome.winners


def test_a_short_game_as_people_type_it() -> None:
    session = typed(
        begun(Choices("", ("noctis",))),
        "deal Ala: Fornax, 2 Gloria, Labrium, Horten",
        "",
        "draw Pergula",
        "place Build; gloria paying Pergula, Golem, Horten, Fornax, Gloria  # at once!",
        "fame 1",
        "end",
        "Bartek: draw; place Gifts; hand 7",
        "",
        "",
        "draw",
        "move 1 to Collection",
        "collect",
        "Bartek hand 7",
    )
    assert body(session) == [
        "deal Ala: Fornax, 2 Gloria, Labrium, Horten",
        "",
        "1 Ala: draw Pergula; place Build; gloria paying Pergula, Golem, Horten, Fornax, Gloria; fame 1  # at once!",
        "1 Bartek: draw; place Gifts; hand 7",
        "2 Ala: draw; move 1 to Collection; collect; Bartek hand 7",
    ]
    assert "2 Ala" in session.status()[1][0]
    assert likeness(reopened(session)) == likeness(session.draft)


def test_the_header_notes_what_is_played_and_in_which_words() -> None:
    choices = Choices("de", (), "race", ("card-bank",), {"hand.limit": "8"})
    assert begun(choices, language="de").draft.text.splitlines() == [
        "Spiel: alchemicus",
        "Ausgabe: de",
        "mit: noctis",
        "Variante: race",
        "Optionen: card-bank",
        "Werte: hand.limit=8",
        f"Regeln: {LIBRARY.game('alchemicus').updated.isoformat()}",
        "Spieler: Ala, Bartek",
        "Sprache: de",
        "Datum: 2026-11-14",
    ]


def test_what_is_not_said_on_the_line_is_asked_for() -> None:
    asking = opening(RecordingOptions(LOG, "alchemicus", Choices("en"), (), DAY, "en"), LIBRARY)
    question = next(asking)
    asked: list[tuple[str, bool]] = []
    answers = iter(["noctix", "noc", "", "", "Ala", "Ala", "Bartek; x", "", "no", "Bartek", ""])
    text = ""
    while not text:
        asked.append((question.message.text.one.split(",")[0], question.problem is not None))
        try:
            question = asking.send(next(answers))
        except StopIteration as done:
            text = done.value
    assert [text for text, wrong in asked if wrong] == [
        "Expansions",  # there is no noctix
        "Player {number}",  # two are called Ala
        "Player {number}",  # a semicolon in a name
    ]
    assert "with: noctis\n" in text
    assert "players: Ala, Bartek\n" in text


@pytest.mark.parametrize("players", [("Ala", "ala"), ("A;b",), ("1st",), tuple("abcdefghi"), ("A\x1b[2J", "B")])
def test_players_that_no_log_could_name_are_refused(players: tuple[str, ...]) -> None:
    with pytest.raises(BadRequest):
        next(opening(RecordingOptions(LOG, "alchemicus", PLAIN, players, DAY, "en"), LIBRARY))


# ---- abbreviations -------------------------------------------------------------------------------------------------

MIDGAME = ("deal Ala: Alembic, 2 Horten, 2 Domo", "", "draw", "place Build", "end", "draw; place Sale", "end", "draw")


@pytest.mark.parametrize(
    ("short", "whole"),
    [
        ("m 3", "move 3 to Transmutation"),
        ("mo 3 t trans", "move 3 to Transmutation"),
        ("MOVES 3", "move 3"),
        ("idzie 3", "move 3"),
        ("2", "move 2 to Transport"),
        ("m 3 dr ho", "move 3 drawing Horten"),
        ("ha 7", "hand 7"),
        ("b ha 6", "Bartek hand 6"),
        ("bar ha 6", "Bartek hand 6"),
        ("pi 100 o base", "pile 100 of base"),
    ],
)
def test_an_abbreviation_stands_for_what_begins_so(short: str, whole: str) -> None:
    session = typed(begun(), *MIDGAME)
    after = session.take(short).session
    after = typed(after, "yes") if after.asked else after
    assert body(after)[-1] == f"2 Ala: draw; {whole}"


def test_several_steps_are_completed_at_the_table_that_each_leads_to() -> None:
    session = typed(begun(), "deal Ala: Alembic, 2 Horten, 2 Domo", "")
    assert typed(session, "d; pl bu 1; bu al p 2 ho, dom; end; d; nonsense").draft is session.draft
    session = typed(session, "d; pl bu 1; bu al p 2 ho, dom; end; d; pl sa")
    assert body(session)[-2:] == [
        "1 Ala: draw; place Build 1; build Alembic paying 2 Horten, Domo",
        "1 Bartek: draw; place Sale",
    ]


def test_what_may_be_several_things_is_not_guessed() -> None:
    session = typed(begun(), *MIDGAME)
    assert "(1) move 1 to Collection or" in told(session, "m").replace(", ", " or ")
    assert "draw or discard" in told(session, "d")
    assert "Domo or Donarium" in told(session, "m 3 drawing do")
    assert session.take("m").session.draft is session.draft


def test_abbreviations_are_of_the_language_of_the_log() -> None:
    session = typed(begun(language="pl"), "", "dob", "ust sprz", "koniec")
    session = session if body(session)[-1].startswith("1 Bartek") else typed(session, "end")
    assert body(session) == ["1 Ala: dobiera; ustawia na Sprzedaż", "1 Bartek:"]


def test_words_that_are_made_of_several_can_be_shortened_too() -> None:
    session = typed(begun(language="de"), "", "zie", "setzt a Verk", "ende")
    assert body(session)[0] == "1 Ala: zieht; setzt auf Verkauf"
    setup = session.draft.setup
    forms = {form.verb: form for form in setup.rules.notation.forms}
    assert setup.shorthand.step(["leg", "a", "Hort"], 0, forms["discard"]) == "legt ab Horten"
    assert setup.shorthand.step(["legt", "ab", "Hort"], 0, forms["discard"]) == "legt ab Horten"
    polish = begun(language="pl").draft.setup
    assert polish.shorthand.step(["zab", "od", "gr", "Bar"], 0, forms["take"]) == "zabiera od gracza Bartek"


def test_tab_completes_the_part_that_is_being_typed() -> None:
    session = typed(begun(), *MIDGAME)
    assert session.completions("m 3") == ["move 3 to Transmutation"]
    assert session.completions("move 3; hand 7; sk") == ["move 3; hand 7; skip"]
    assert session.completions("hand 7; move 3 dra") == ["hand 7; move 3 drawing"]
    assert "/undo" in session.completions("/")
    assert len(session.completions("")) == 3
    assert session.completions("\x00") == session.completions("foo; ") == session.completions("x" * 9999) == []


# ---- what is not by the rules --------------------------------------------------------------------------------------


def test_a_step_against_the_rules_is_shown_and_kept_once_it_is_confirmed() -> None:
    session = typed(begun(), "", "draw; place Sale; end; draw; place Gifts; end; draw")
    answer = session.take("move 7")
    said = "\n".join(line for line, _ in answer.said)
    assert "T2" in said
    assert "legal here: move 1 to" in said
    assert answer.session.draft is session.draft
    assert typed(answer.session, "").draft is session.draft
    assert typed(answer.session, "no").draft is session.draft
    assert body(typed(answer.session, "yes"))[-1] == "2 Ala: draw; move 7"
    assert body(typed(answer.session, "move 1"))[-1] == "2 Ala: draw; move 1"


def test_what_cannot_have_happened_is_recorded_all_the_same() -> None:
    session = typed(begun(), "", "draw; place Sale", "build Alembic", "y")
    assert body(session) == ["1 Ala: draw; place Sale; build Alembic"]
    assert [line.at for line in session.draft.lines] == [one.line for one in session.draft.findings] == [8]
    assert likeness(reopened(session)) == likeness(session.draft)


def test_a_step_of_the_next_turn_may_end_this_one() -> None:
    session = typed(begun(), "", "draw; place Sale", "draw")
    assert session.asked
    assert body(typed(session, "1"))[-2:] == ["1 Ala: draw; place Sale", "1 Bartek: draw"]
    assert body(typed(session, "2"))[-1] == "1 Ala: draw; place Sale; draw"
    assert body(typed(session, ""))[-2:] == ["1 Ala: draw; place Sale", "1 Bartek: draw"]
    assert body(typed(session, "no"))[-1] == "1 Ala: draw; place Sale"


def test_a_turn_out_of_order_is_asked_about() -> None:
    session = typed(begun(players=("Ala", "Bartek", "Celina")), "", "draw; place Sale", "Celina: draw")
    assert session.asked
    session = typed(session, "yes", "place Gifts", "end", "draw")
    assert body(session)[-2:] == ["1 Celina: draw; place Gifts", "2 Ala: draw"]


def test_an_empty_line_ends_the_turn_where_it_may_end_and_that_is_said_before() -> None:
    session = typed(begun(), "", "draw; place Sale")
    assert "Press Enter to end Ala’s turn; Bartek is next" in session.status()[-1][0]
    assert body(typed(session, "")) == ["1 Ala: draw; place Sale", "1 Bartek:"]
    early = typed(begun(), "")
    assert "Enter" not in "".join(line for line, _ in early.status())
    assert "hasn’t drawn" in told(early, "")
    assert "type “end” to end it anyway" in told(early, "")
    assert typed(early, "").draft is early.draft
    assert typed(early, "").asked is None
    assert typed(early, "end").asked is not None


def test_the_end_of_the_game_is_seen_and_claimed() -> None:
    target = Choices(overrides={"fame.target": "1"})
    session = typed(begun(target), "", "draw; place Sale; gloria", "end", "draw; place Gifts; end")
    assert "Ala wins: Ala 1, Bartek 0" in session.status()[1][0]
    assert "over" in told(session, "")
    session = typed(session, "1", "1")
    assert body(session)[-3:] == ["", "winner: Ala", "result: Ala 1, Bartek 0"]
    assert "nothing more can be played" in told(session, "draw")
    assert "right" not in told(session, "/moves")
    wrong = typed(session, "/undo 2", "end", "winner: Bartek")
    assert wrong.asked
    assert body(typed(wrong, "y"))[-1] == "winner: Bartek"


# ---- unreadable text -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("mvoe 2", "did you mean “move”?"),
        ("draw Hortn", "did you mean “Horten”?"),
        ("draw; mvoe 2", "did you mean “move”?"),
        ("fix 8", "commands start with a slash: /fix"),
        ("/fxi 3", "/fix"),
        ("Zenon: draw", "isn’t one of the players"),
        ("99", "there’s no option 99 here"),
        ("winner: Zenon", "expected a player"),
        ("deal Ala: Hortn", "did you mean “Horten”?"),
        ("xyzzy", "/help shows what you can type"),
    ],
)
def test_text_that_cannot_be_read_says_what_was_expected(text: str, answer: str) -> None:
    session = typed(begun(), "")
    assert answer in told(session, text)
    assert session.take(text).session.draft is session.draft


@pytest.mark.parametrize(
    "text",
    [
        "draw\x00",
        "draw \x1b[2J",
        "draw \u202e",
        "\ufffd\ufffd",
        "\udcff",
        "x" * (MOST_TYPED + 1),
        "draw " + "9" * 3000,
        ";" * 3000,
        ":" * 3000,
        "/" * 3000,
        "#" * 3000,
        "/undo 99999999999999",
        "/fix -1",
        "/fix 0",
        "/fix 8000",
        "/log x",
        "9" * 4000,
        "²",
        "draw ²",
        "play " * 500,
        "Ala " * 900,
        "draw, " * 600,
    ],
)
def test_hostile_text_changes_nothing_and_breaks_nothing(text: str) -> None:
    session = typed(begun(), "", "draw")
    after = session.take(text).session
    assert draft_of(after.draft.text, LOG, LIBRARY, "en").text == after.draft.text
    assert after.completions(text) is not None
    assert body(typed(after, "place Sale"))[-1].startswith("1 Ala: draw; place Sale")


def test_anything_that_is_typed_leaves_a_log_that_reads_the_same() -> None:
    for seed in range(16):
        random = Random(seed)
        head, _, rest = scribbled("alchemicus", random, turns=4).partition("\n\n")
        try:
            session = Session(draft_of(head, LOG, LIBRARY, "en"))
        except BadFile:  # a value that is out of bounds
            continue
        for line in rest.splitlines():
            text = random.choice([line, line.partition(":")[2], line, "# why", "/undo 2", "end", "", f"{line} # so"])
            session = typed(session, text)
            while session.asked:
                session = typed(session, random.choice(["yes", "1", "no"]))
        again = reopened(session)
        assert reads(again) == reads(session.draft), seed
        # by now it is known what came after a faulty line, which the verdict may so take otherwise
        assert wrong(again.findings) == wrong(judge(again.setup.log, LIBRARY).findings), seed


def test_ten_thousand_steps_are_no_burden() -> None:
    session = typed(begun(), "", "draw; place Sale")
    for _ in range(10_000):
        session = session.take("hand 6").session
    assert session.draft.rows[-1].count("hand 6") == 10_000
    assert body(typed(session, "/undo 9999"))[-1] == "1 Ala: draw; place Sale; hand 6"


# ---- undo, fix and the rest ----------------------------------------------------------------------------------------


def test_the_whole_word_of_a_command_alone_is_the_command_unless_it_is_a_step() -> None:
    session = typed(begun(), "", "draw")
    assert body(typed(session, "undo")) == ["1 Ala:"]
    assert typed(session, "quit").leaving
    assert "/undo" in told(session, "help")
    assert "expected" in told(session, "moves")  # as in: she moves
    assert "slash: /log" in told(session, "log 3")


def test_undo_takes_back_all_the_way_to_the_header() -> None:
    session = typed(
        begun(),
        "deal Ala: 5",
        "",
        "draw; place Sale  # first",
        "end",
        "draw",
        "# hm",
        "move 2",
        "y",
        "winner: Ala",
        "y",
    )
    texts = [session.draft.text]
    while "nothing to undo" not in told(session, "/undo"):
        session = typed(session, "/undo")
        texts.append(session.draft.text)
        assert likeness(reopened(session)) == likeness(session.draft)
    assert [text.split("\n\n", 1)[-1].splitlines()[-1] for text in texts] == [
        "winner: Ala",
        "1 Bartek: draw; move 2  # hm",
        "1 Bartek: draw; move 2",
        "1 Bartek: draw",
        "1 Bartek:",
        "1 Ala: draw; place Sale  # first",
        "1 Ala: draw; place Sale",
        "1 Ala: draw",
        "1 Ala:",
        "deal Ala: 5 ?",
        "date: 2026-11-14",
    ]


def test_undo_of_many_lines_comes_back_to_the_same_table() -> None:
    session, states = typed(begun(), ""), []
    for number in range(60):
        states.append(likeness(session.draft))
        session = typed(session, "draw" if number % 2 == 0 else "end", "yes")
    for state in reversed(states[-40:]):
        while len(session.draft.text) > len("\n".join(state[0])) + 1:  # type: ignore[index]
            session = typed(session, "/undo")
        assert likeness(session.draft) == state
    assert body(typed(session, "draw", "yes"))[-1].endswith("draw")


def test_fix_changes_a_line_and_says_what_no_longer_fits() -> None:
    session = typed(begun(), "", "draw; place Build; end; draw; place Sale; end; draw; move 1 to Collection; collect")
    asked = session.take("/fix 8")
    assert "1 Ala: draw; place Build" in asked.said[0][0]
    assert asked.session.prefill == "1 Ala: draw; place Build"
    answer = asked.session.take("1 Ala: draw; place Gifts")
    assert any("not Collection" in line for line, _ in answer.said)
    assert answer.session.draft is session.draft
    kept = typed(answer.session, "yes")
    assert body(kept)[0] == "1 Ala: draw; place Gifts"
    assert likeness(reopened(kept)) == likeness(kept.draft)
    back = typed(kept, "/fix 8", "1 Ala: draw; place Build")
    assert back.asked is None
    assert likeness(back.draft) == likeness(session.draft)


def test_fix_refuses_what_cannot_be_read_and_lets_try_again() -> None:
    session = typed(begun(), "", "draw; place Build", "/fix 8")
    answer = session.take("1 Ala: drwa")
    assert "did you mean “draw”?" in answer.said[1][0]
    assert answer.session.asked
    assert typed(answer.session, "").draft is session.draft
    assert body(typed(answer.session, "1 Ala: draw; place Sale")) == ["1 Ala: draw; place Sale"]
    assert body(typed(session, "# 1 Ala: draw")) == ["# 1 Ala: draw"]


def test_fix_of_the_header_is_a_fix_of_the_rules() -> None:
    session = typed(begun(), "", "draw; place Build; end")
    named = typed(session, "/fix 4", "players: Alina, Bartek")
    assert "line 8" in "\n".join(line for line, _ in session.take("/fix 4").session.take("players: Zoe, B").said)
    assert named.draft is session.draft
    limited = typed(session, "/fix 2", "edition: en")
    assert limited.draft.setup.edition.key == "en"


def test_the_other_commands_show_and_change_nothing() -> None:
    session = typed(begun(), "", "draw; place Build")
    assert "│Build" in told(session, "/show")
    assert "build Alembic  (3 cards)".replace("  ", " ") in told(session, "/moves")
    assert "   8  1 Ala: draw; place Build" in told(session, "/log")
    assert "/undo [NUMBER]" in told(session, "/help")
    assert "build … [replacing …]" in told(session, "/help bui")
    assert session.take("/quit").session.leaving
    for command in ("/show", "/moves", "/log", "/help", "/quit"):
        assert session.take(command).session.draft is session.draft


def test_offers_are_few_and_their_numbers_hold() -> None:
    session = typed(begun(Choices("", ("noctis",))), "", "draw; place Build")
    shown = "\n".join(line for line, _ in session.status())
    assert "/moves" not in shown
    for number in re.findall(r"(?:^|   ?)(\d+) (?=[a-z])", shown):
        text = session.draft.offers[int(number) - 1].text
        assert f"{number} {text}" in shown
        assert body(typed(session, number))[-1].endswith(text)


# ---- on disk -------------------------------------------------------------------------------------------------------


def test_what_goes_on_is_added_and_what_changes_replaces_the_file(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    with LogFile(path) as file:
        assert file.read() is None
        file.save("a\n1 Ala: draw\n")
        first = path.stat().st_ino
        file.save("a\n1 Ala: draw; move 2\n")
        assert path.stat().st_ino == first
        file.save("a\n1 Ala: draw; move 2\n1 Bartek:\n")
        assert path.stat().st_ino == first
        file.save("a\n1 Ala: draw\n")
        assert path.stat().st_ino != first
        assert path.read_text() == "a\n1 Ala: draw\n"
    assert [one.name for one in tmp_path.iterdir()] == ["game.log"]


def test_each_save_reaches_the_disk_before_it_returns(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, synced = tmp_path / "game.log", list[int]()
    monkeypatch.setattr(os, "fsync", lambda handle: synced.append(os.fstat(handle).st_ino))
    with LogFile(path) as file:
        file.read()
        for text in ("a\n", "a; b\n", "c\n"):
            synced.clear()
            file.save(text)
            assert path.stat().st_ino in synced
            assert (tmp_path.stat().st_ino in synced) == (text != "a; b\n")  # a new name needs its folder


def test_nobody_writes_over_what_another_program_wrote(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    with LogFile(path) as file:
        file.read()
        file.save("a\n")
        path.write_text("a\nb\n")
        with pytest.raises(Changed):
            file.save("a; c\n")
        assert path.read_text() == "a\nb\n"
        file.read()
        file.save("a\nb; c\n")
        path.unlink()
        file.save("a\nb; c; d\n")
    assert path.read_text() == "a\nb; c; d\n"


def test_a_full_disk_leaves_the_log_as_it_was(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    path = tmp_path / "game.log"
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    with LogFile(path) as file:
        file.read()
        file.save("a\n")
        resource.setrlimit(resource.RLIMIT_FSIZE, (10, limits[1]))
        try:
            for text in ("a; " + "b" * 50 + "\n", "c" * 50 + "\n"):  # added, and replaced
                with pytest.raises(BadFile):
                    file.save(text)
                assert path.read_text() == "a\n"
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, limits)
        file.save("a; b\n")
    assert path.read_text() == "a; b\n"


@pytest.mark.skipif(sys.platform == "win32", reason="no links there")
def test_a_link_is_written_through(tmp_path: Path) -> None:
    (tmp_path / "real.log").write_text("a\n")
    (tmp_path / "link.log").symlink_to("real.log")
    with LogFile(tmp_path / "link.log") as file:
        file.read()
        file.save("b\n")
        with pytest.raises(BadFile), LogFile(tmp_path / "real.log"):
            pass
    assert (tmp_path / "real.log").read_text() == "b\n"
    (tmp_path / "loop.log").symlink_to("loop.log")
    with pytest.raises(BadFile), LogFile(tmp_path / "loop.log"):
        pass


HEAD = "game: alchemicus\nplayers: Ala, Bartek\n\n"


@pytest.mark.parametrize(
    ("last", "kept"),
    [
        (b"1 Ala: draw; place Build\n", "1 Ala: draw; place Build"),
        (b"1 Ala: draw; place Build", "1 Ala: draw; place Build"),
        (b"1 Ala: draw; pla", "1 Ala: draw  # pla"),
        (b"1 Ala: draw; place Build\n1 Ba", "# 1 Ba"),
        (b"1 Ala: draw; place Build\n1 Bartek: dra", "1 Bartek:  # dra"),
        (b"1 Ala: draw; place Build\n1 Bartek: draw  # t\xc5", "1 Bartek: draw  # t\ufffd"),
        (b"1 Ala: draw; place Build\0\0\0\0", "1 Ala: draw; place Build"),
        (b"1 Ala: draw; pl\0\0\0\0", "1 Ala: draw  # pl"),
        (b"1 Ala: draw; pl\xff\xfe\x00\x01", "1 Ala: draw  # pl\ufffd\ufffd\ufffd\ufffd"),
        (b"\0\0\0", "players: Ala, Bartek"),
    ],
)
def test_a_torn_last_line_is_mended(last: bytes, kept: str) -> None:
    text, _ = mended(LOG, HEAD.encode() + last, LIBRARY)
    draft = draft_of(text, LOG, LIBRARY, "en")
    assert draft.rows[-1] == kept
    assert typed(Session(draft), "Ala: hand 5", "y").draft.lines[-1].steps


def test_a_log_torn_at_any_byte_can_be_gone_on_with() -> None:
    session = typed(begun(language="pl"), "", "dobiera; ustawia Sprzedaż; punkty 0", "end", "dobiera")
    data = session.draft.text.encode()
    start = len(begun(language="pl").draft.text.encode())
    for end in range(start, len(data)):
        text, remark = mended(LOG, data[:end], LIBRARY)
        draft = draft_of(text, LOG, LIBRARY, "pl")
        whole = data[: data.rfind(b"\n", 0, end) + 1].decode()
        assert draft.text.startswith(whole.rstrip("\n"))
        assert remark is not None or data[:end].endswith(b"\n") or data[:end].strip().endswith(b"\n")


# ---- the command ---------------------------------------------------------------------------------------------------


class Screen:
    """What a process shows, read on from where one has read up to."""

    def __init__(self, handle: int) -> None:
        self.handle, self.shown, self.at = handle, "", 0

    def until(self, sign: str, count: int = 1) -> str:
        """What comes up to a sign, or up to so many of them."""
        start = self.at
        for _ in range(count):
            while (found := self.shown.find(sign, self.at)) < 0:
                ready, _, _ = select.select([self.handle], [], [], 60)
                assert ready, f"no {sign!r} after {self.shown[start:]!r}"
                more = os.read(self.handle, 65_536)
                assert more, f"ended after {self.shown[start:]!r}"
                self.shown += more.decode("utf8", "replace")
            self.at = found + len(sign)
        return self.shown[start : self.at]


class Recorder:
    """`pnp referee record` in a process of its own, fed through a pipe."""

    def __init__(self, path: Path, *options: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pnp", "referee", "record", "alchemicus", str(path), *options],
            cwd=REPO,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        assert self.process.stdout
        self.screen = Screen(self.process.stdout.fileno())

    def until_prompt(self, count: int = 1) -> str:
        return self.screen.until("> ", count)

    def type(self, text: str) -> None:
        assert self.process.stdin
        self.process.stdin.write(f"{text}\n".encode())
        self.process.stdin.flush()

    def say(self, text: str) -> str:
        self.type(text)
        return self.until_prompt()

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            assert stream
            with suppress(OSError):
                stream.close()


STEPS = ("draw", "place Build", "end", "draw", "place Sale", "# a comment", "/undo", "end", "draw", "move 1")
PLAYERS = ("--players", "Ala, Bartek", "--date", "2026-11-14")


def recorder(path: Path) -> list[str]:
    """The command that records into a file."""
    return [sys.executable, "-m", "pnp", "referee", "record", "alchemicus", str(path), *PLAYERS]


def test_a_killed_recorder_loses_nothing_that_a_prompt_has_followed(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    expected = typed(begun(), "")
    recorder = Recorder(path, *PLAYERS)
    recorder.until_prompt()
    recorder.say("")
    for number, step in enumerate(STEPS):
        recorder.say(step)
        expected = typed(expected, step)
        assert path.read_text(encoding="utf8") == expected.draft.text
        if number % 3 == 0:
            recorder.kill()
            assert path.read_text(encoding="utf8") == expected.draft.text
            recorder = Recorder(path, *PLAYERS)
            assert "continuing" in recorder.until_prompt()
    recorder.kill()
    assert run_alone("referee", "check", str(path)).code == 0


def test_a_recorder_killed_in_the_middle_of_its_work_keeps_what_was_confirmed(tmp_path: Path) -> None:
    for confirmed in (3, 17, 40):
        path = tmp_path / f"{confirmed}.log"
        recorder = Recorder(path, *PLAYERS)
        recorder.until_prompt()
        recorder.type("\ndraw; place Build\n" + "hand 6\nfame 0\n/undo\n" * 100)
        recorder.until_prompt(confirmed)
        os.kill(recorder.process.pid, signal.SIGKILL)
        recorder.kill()
        text, _ = mended(path, path.read_bytes(), LIBRARY)
        steps = sum(len(line.steps) for line in draft_of(text, path, LIBRARY, "en").lines)
        assert steps >= 2 + (confirmed - 2) // 3
        resumed = Recorder(path)
        assert "continuing" in resumed.until_prompt()
        assert "hand 6; fame 0" in resumed.say("hand 6; fame 0")
        resumed.kill()
        assert path.read_text(encoding="utf8").endswith("hand 6; fame 0\n")


def test_one_log_has_one_recorder(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    recorder = Recorder(path, *PLAYERS)
    recorder.until_prompt()
    second = run_alone("referee", "record", "alchemicus", str(path))
    assert second.code == 2
    assert "another recorder is already writing this log" in second.err
    assert run_alone("referee", "check", str(path)).code == 0
    recorder.kill()
    assert (tmp_path / ".game.log.lock").exists()  # left behind, and no hindrance
    third = Recorder(path)
    third.until_prompt()
    third.type("/quit")
    assert third.process.wait() == 0
    third.kill()
    assert not (tmp_path / ".game.log.lock").exists()


def test_bytes_that_are_no_text_do_not_stop_a_recorder(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    garbage = bytes(byte for byte in range(256) if byte not in b"\n\r")
    typed_in = b"\ndraw\n" + garbage + b"\n" + b"\xff" * 300_000 + b"\nplace Sale\n\0\nskip"
    done = subprocess.run(
        recorder(path),
        cwd=REPO,
        input=typed_in,
        capture_output=True,
        check=True,
    )
    assert b"Traceback" not in done.stdout + done.stderr
    assert path.read_text(encoding="utf8").endswith("\n1 Ala: draw; place Sale; skip\n")


def test_a_log_that_somebody_edits_meanwhile_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    recorder = Recorder(path, *PLAYERS)
    recorder.until_prompt()
    recorder.say("")
    recorder.say("draw")
    path.write_text(path.read_text().replace("1 Ala: draw", "# good luck\n1 Ala: draw Horten"))
    assert "another program has changed the log" in recorder.say("place Sale")
    recorder.say("place Gifts")
    recorder.kill()
    assert path.read_text().endswith("\n# good luck\n1 Ala: draw Horten; place Gifts\n")


def test_the_questions_come_before_the_game_and_leave_nothing_if_it_never_begins(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    recorder = Recorder(path)
    for answer in ("", "noctis", "", "", "Ala", "Bartek", ""):
        recorder.type(answer)
    assert "Before Ala’s first turn" in recorder.until_prompt()
    recorder.kill()
    assert "with: noctis\n" in path.read_text()
    left = subprocess.run(
        [sys.executable, "-m", "pnp", "referee", "record", "alchemicus", str(tmp_path / "other.log")],
        cwd=REPO,
        input=b"\n\n",
        capture_output=True,
        check=False,
    )
    assert left.returncode == 2
    assert "the game wasn’t started, and nothing was written".encode() in left.stderr
    assert [one.name for one in tmp_path.iterdir() if not one.name.startswith(".")] == ["game.log"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("nosuch",), "there is no game “nosuch”"),
        (("alchemicus", "--date", "yesterday"), "--date: expected a date"),
        (("alchemicus", "--players", "Ala, Bartek", "--edition", "xx"), "there is no edition “xx”"),
        (("alchemicus", "--players", "Ala; Bartek"), "can’t be used as a player’s name"),
        (("alchemicus", ".", "--players", "Ala"), "cannot be"),
    ],
)
def test_a_wrong_line_is_refused_in_a_sentence(arguments: tuple[str, ...], sentence: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pnp", "referee", "record", *arguments],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(REPO)},
        input=b"",
        capture_output=True,
        check=False,
    )
    assert done.returncode == 2
    assert sentence in done.stderr.decode()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")
def test_on_a_terminal_keys_complete_and_abandon(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    process, screen = on_terminal(path, "xterm")
    screen.until(">")
    for keys, shows in (
        ("\r", "Ala>"),  # begins the first turn
        ("\x1b[B\r", "Move the pawn"),  # down: the first offer
        ("", "Ala>"),
        ("nonsense", "nonsense"),
        ("\x03", "Ala>"),  # Ctrl-C abandons it
        ("\x1b[A", "place Spirit"),  # up: the last offer
        ("\x03", "Ala>"),
        ("pl sa\t", "place Sale"),
        ("\r", "Field action"),
        ("", "Ala>"),
        ("\x04", "saved"),  # Ctrl-D leaves
    ):
        os.write(screen.handle, keys.encode())
        screen.until(shows)
    assert process.wait() == 0
    os.close(screen.handle)
    assert path.read_text().endswith("\n1 Ala: draw; place Sale\n")


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")
def test_a_recorder_killed_on_a_terminal_goes_on_in_a_simpler_one(tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    for term, keys, wanted in (("xterm", "\rdraw\rplace Sale\r", "Field action"), ("dumb", "skip\n", "skip")):
        process, screen = on_terminal(path, term)
        screen.until(">")
        os.write(screen.handle, keys.encode())
        screen.until(wanted)
        screen.until("Ala>")
        process.kill()
        process.wait()
        os.close(screen.handle)
    assert path.read_text().endswith("\n1 Ala: draw; place Sale; skip\n")


def on_terminal(path: Path, term: str) -> tuple[subprocess.Popen[bytes], Screen]:
    """The recorder on a terminal of a kind, and the other end of that terminal."""
    import pty

    handle, slave = pty.openpty()
    process = subprocess.Popen(
        recorder(path),
        cwd=REPO,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
        env=os.environ | {"TERM": term, "PROMPT_TOOLKIT_NO_CPR": "1"},
    )
    os.close(slave)
    return process, Screen(handle)

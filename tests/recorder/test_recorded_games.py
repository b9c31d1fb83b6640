"""The recorder with every game: what it offers is enough, what is due is asked for, and no letters are misread."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from datetime import date
from pathlib import Path
from random import Random

import pytest

from conftest import LANGUAGES, REPO
from grounds import GROUNDS
from pnp.base.text import Message
from pnp.base.width import breadth, cut, padded, wrapped
from pnp.data.edition import Choices
from pnp.data.workspace import Workspace
from pnp.log.library import Library, rules_of
from pnp.log.writing import Scribe, write_line, write_text
from pnp.recorder.commands import COMMANDS, ENDING
from pnp.recorder.draft import Draft, draft_of
from pnp.recorder.opening import RecordingOptions, opening
from pnp.recorder.session import Session
from pnp.rules.notation import VERBS, fold, spellings
from pnp.rules.step import COMMENT, TURN, Step
from pnp.studies.simulate import play

pytestmark = pytest.mark.slow

LOG = Path("game.log")
LIBRARY = Library(Workspace(REPO))
CHEMISTS = ("Ala", "Bartek", "Celina")


def begun(game: str, choices: Choices, players: tuple[str, ...] = CHEMISTS, language: str = "en") -> Session:
    asking = opening(RecordingOptions(LOG, game, choices, players, date(2026, 11, 14), language), LIBRARY)
    with pytest.raises(StopIteration) as done:
        next(asking)
    return Session(draft_of(done.value.value, LOG, LIBRARY, language))


def typed(session: Session, *texts: str) -> Session:
    for text in texts:
        session = session.take(text).session
    return session


def told(session: Session, text: str) -> str:
    return "\n".join(line for line, _ in session.take(text).said)


def shown(session: Session) -> str:
    return "\n".join(line for line, _ in session.status())


def body(session: Session) -> list[str]:
    text = session.draft.text
    return [row for row in text.split("\n\n", 1)[1].splitlines() if row] if "\n\n" in text else []


# ---- whole games ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GROUNDS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_types_only_what_is_offered_breaks_no_rule_and_is_asked_nothing(game: str, language: str) -> None:
    for seed, (choices, players) in enumerate(GROUNDS[game].configurations()):
        if (seed + LANGUAGES.index(language)) % 12:
            continue
        random = Random(f"{game} {language} {seed}")
        session = begun(game, choices, ("Ala", "Bartek", "Celina", "Darek", "Ewa", "Filip")[:players], language)
        for _ in range(150):
            draft = session.draft
            if draft.table.over:
                break
            said = shown(session)
            texts = [str(number) for number in range(1, len(draft.offers) + 1)]
            texts += [""] if draft.may_end or draft.begins else []
            assert ("Enter" in said or "Invio" in said) == ("" in texts)
            session = typed(session, random.choice(texts))
            assert session.asked is None
        assert session.draft.findings == []
        again = draft_of(session.draft.text, LOG, LIBRARY, language)
        assert again.findings == []
        assert again.rows == session.draft.rows


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GROUNDS)
def test_a_whole_game_typed_step_by_step_is_the_log_of_that_game(game: str, language: str) -> None:
    """Enter between turns, and the lines that are nobody's turn where they are asked for."""
    rules, catalog = rules_of(game), LIBRARY.catalog(language)
    choices, players = list(GROUNDS[game].configurations())[-1]
    edition = LIBRARY.edition(game, choices)
    log = play(edition, rules, choices, ["greedy"] * players, 11).log
    scribe = Scribe(rules.notation, catalog, LIBRARY.cards(game), log.players)
    session, turns = begun(game, choices, log.players, language), 0
    for line in log.lines:
        if line.kind == COMMENT:
            continue
        if line.kind != TURN:
            session = typed(session, "") if turns and session.draft.awaited is None else session
            assert session.draft.awaited is not None or not turns or session.draft.table.over
            session = typed(session, write_line(line, scribe, catalog))
            continue
        session = typed(session, "") if session.draft.turn or session.draft.begins else session
        turns += 1
        for step in line.steps:
            session = typed(session, scribe.step(step))
            assert session.asked is None
    wanted = write_text(log, LIBRARY, language).split("\n\n", 1)[1]
    assert body(session) == [row for row in wanted.splitlines() if row]
    assert session.draft.findings == []


# ---- what is due ---------------------------------------------------------------------------------------------------


def chemists(*texts: str, language: str = "en", options: tuple[str, ...] = ()) -> Session:
    return typed(begun("chemicy-magicy", Choices("pl", (), "", options), language=language), *texts)


def test_the_tokens_of_a_round_are_asked_for_at_the_start_and_after_each_round() -> None:
    session = chemists()
    for number in (1, 2):
        assert session.prompt == f"round {number}> "
        assert f"Type this line, for example round {number}: " in shown(session)
        assert typed(session, "").draft is session.draft
        assert f"round {number}: … comes first" in told(session, "")
        session = typed(session, f"round {number}: 5, 3")
        assert session.prompt == f"{CHEMISTS[number - 1]}> "
        session = typed(session, "stop", "", "stop", "", "stop")
        assert f"round {number + 1}: … comes next" in shown(session)
        session = typed(session, "")
    assert body(session)[4:5] == ["round 2: 5, 3"]
    assert session.draft.findings == []


@pytest.mark.parametrize(
    "text", ["5, 3", "5 3", "round 1: 5, 3", "round: 5, 3", "r 5, 3", "ro 1: 5, 3", "2", "6, 5, 3"]
)
def test_a_line_that_is_due_may_be_typed_in_part(text: str) -> None:
    first = body(chemists(text))[0]
    assert first.replace("6, ", "").replace("round:", "round 1:") == "round 1: 5, 3"
    assert body(chemists("5, 3; Celina starts", "draw cat")) == ["round 1: 5, 3; Celina starts", "Celina: draw cat"]


@pytest.mark.parametrize("text", ["draw cat", "Ala: draw cat", "dr cat", "draw cat; end", "end; draw cat"])
def test_nothing_that_is_due_is_passed_over_unasked(text: str) -> None:
    session = chemists(text)
    assert session.asked
    assert body(session) == []
    assert body(typed(session, "no")) == body(typed(session, "")) == []
    assert body(typed(session, "yes"))[:2] == ["round 1:", "Ala: draw cat"]
    assert body(typed(session, "5, 3")) == ["round 1: 5, 3"]
    assert typed(session, "yes").draft.findings == []


def test_a_round_may_go_on_without_its_tokens() -> None:
    session = chemists("/without", "stop", "stop", "stop", "draw cat")
    assert session.asked
    assert body(typed(session, "yes"))[-2:] == ["round 2:", "Bartek: draw cat"]
    assert body(typed(session, "", "", "without"))[-1] == "round 2:"
    assert "round 2: … comes first" in told(typed(session, "", ""), "end")
    assert "for example round 2: " in told(typed(session, "", ""), "xyzzy")
    assert "no line is due" in told(typed(session, "yes"), "/without")
    assert typed(session, "yes").draft.findings == []


def test_a_log_that_has_told_no_tokens_is_not_asked_for_them() -> None:
    head = "game: chemicy-magicy\nplayers: Ala, Bartek, Celina\n\nAla: stop\nBartek: stop\nCelina: stop\n"
    session = Session(draft_of(head, LOG, LIBRARY, "en"))
    assert "Bartek is next" in shown(session)
    assert body(typed(session, "", "draw cat"))[-1] == "Bartek: draw cat"
    assert body(typed(session, "round 2: 5, 3", "draw cat"))[-2:] == ["round 2: 5, 3", "Bartek: draw cat"]


def test_between_two_rounds_notes_and_comments_belong_to_the_one_before() -> None:
    session = chemists("5, 3", "stop", "stop", "stop", "", "score 6", "# so far")
    assert body(session)[-2:] == ["Celina: stop; score 6", "# so far"]
    assert session.draft.awaited == Step("round", {"number": 2})
    wrong = typed(session, "score 9")
    assert wrong.asked
    assert body(typed(wrong, "yes", "5, 3"))[-1] == "round 2: 5, 3"


def test_the_end_of_a_round_can_be_taken_back() -> None:
    session = chemists("5, 3", "stop", "stop", "stop", "")
    assert session.draft.awaited is not None
    back = typed(session, "/undo")
    assert back.draft.awaited is None
    assert back.draft.rows == session.draft.rows
    assert body(typed(session, "/undo 2"))[-1] == "Celina:"


def test_a_player_who_is_alone_may_be_named_in_every_line() -> None:
    session = chemists("5, 3", "Ala: stop", "Bartek: stop", "Celina: draw cat", "Celina: draw cone", "Celina: stop")
    assert body(session)[-3:] == ["Celina: draw cat", "Celina: draw Pointy-hat", "Celina: stop"]
    assert session.draft.findings == []


# ---- abbreviations -------------------------------------------------------------------------------------------------

ARGUMENTS = ("", "3", "2 to", "ka", "ca", "x", "Ala", "a, b", "build", "1 1")


def moments(game: str, language: str) -> Iterator[Draft]:
    """A game at its start, in its first turns, and where a turn may end."""
    session = begun(game, next(iter(GROUNDS[game].configurations()))[0], CHEMISTS, language)
    random = Random(game)
    yield session.draft
    for _ in range(7):
        draft = session.draft
        texts = [""] if draft.begins else [str(number) for number in range(1, len(draft.offers) + 1)] or [""]
        session = typed(session, random.choice(texts))
        yield session.draft


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GROUNDS)
def test_no_abbreviation_is_a_command_and_each_step_begins_as_it_was_typed(game: str, language: str) -> None:
    catalog = LIBRARY.catalog(language)
    words = {key: [fold(one) for one in spellings(message, catalog)] for key, message in _verbs(game).items()}
    prefixes = sorted({one[:end] for known in words.values() for one in known for end in range(1, len(one) + 1)})
    for number, draft in enumerate(moments(game, language)):
        session = Session(draft)
        for prefix in prefixes:
            text = f"{prefix} {ARGUMENTS[(len(prefix) + number) % len(ARGUMENTS)]}".strip()
            answer = session.take(text).session
            assert not answer.leaving, text
            assert len(answer.draft.lines) >= len(draft.lines), text
            for after in (answer.draft, *(answer.asked.ways if answer.asked else ())):
                for step in new_steps(draft, after):
                    exact = draft.setup.reader.vocabulary.find(VERBS, prefix)
                    begins = any(one.startswith(prefix.split()[0]) for one in words[step.do])
                    named = step.by is not None and fold(CHEMISTS[step.by]).startswith(prefix)
                    assert begins or named or step.do in exact, (text, step)


def _verbs(game: str) -> Mapping[str, Message]:
    return rules_of(game).notation.words[VERBS]


def new_steps(before: Draft, after: Draft) -> list[Step]:
    def steps(draft: Draft) -> list[Step]:
        return [step for line in draft.lines for step in line.steps]

    return [step for step in steps(after)[len(steps(before)) :] if step != after.awaited and step.do != "round"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_begins_like_a_command_is_none(language: str) -> None:
    """Not even where no step begins so."""
    catalog = LIBRARY.catalog(language)
    for game in GROUNDS:
        draft = list(moments(game, language))[-1]
        words = [spelling for one in COMMANDS.values() for spelling in spellings(one.words, catalog)]
        for word in (*words, *spellings(ENDING, catalog)):
            for end in range(1, len(word)):
                for text in (word[:end], f"{word[:end]} 1", f"{word} 1"):
                    answer = Session(draft).take(text).session
                    assert not answer.leaving, text
                    assert len(answer.draft.lines) >= len(draft.lines), text


def test_letters_that_may_be_this_turn_or_the_next_are_not_guessed() -> None:
    session = chemists("5, 3", "zieht Elektrizität", language="de")
    assert "nimmt zurück" in told(session, "z")
    assert "zieht …" in told(session, "z")
    assert typed(session, "z").draft is session.draft
    asked = typed(session, "z ka")
    assert body(typed(asked, "1"))[-2:] == ["Ala: zieht Elektrizität", "Bartek: zieht Katze"]
    assert body(typed(session, "zu"))[-1] == "Ala: zieht Elektrizität; nimmt zurück"


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [("pl", "kon", "kończy 3, (4) kończy bezpiecznie 3 lub koniec tury"), ("en", "e", "extra")],
)
def test_letters_that_may_end_the_turn_are_not_guessed(language: str, text: str, words: str) -> None:
    session = chemists("5, 3", "draw cat", language=language)
    assert words in told(session, text)
    assert typed(session, text).draft is session.draft


def test_a_command_that_is_a_step_too_is_the_step() -> None:
    session = chemists("5, 3", language="de")
    assert "/zurück: den letzten Schritt zurücknehmen" in told(session, "zurück")
    session = typed(session, "zieht Elektrizität")
    assert body(typed(session, "zurück"))[-1] == "Ala: zieht Elektrizität; nimmt zurück"
    assert body(typed(session, "/zurück"))[-1] == "Ala:"


# ---- languages -----------------------------------------------------------------------------------------------------


def recorded(folder: Path, text: str, *options: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "pnp", "referee", "record", "chemicy-magicy", "game.log", *options],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(REPO)} | environment,
        input=text,
        capture_output=True,
        encoding="utf8",
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_log_is_gone_on_with_in_its_own_language(tmp_path: Path) -> None:
    recorded(tmp_path, "5, 3\n", "--players", "Ala, Bartek, Celina", "--lang", "de")
    polish = {"LANG": "pl_PL.UTF-8"}
    own = recorded(tmp_path, "z ka\n/hilfe\n", **polish)
    assert "vor dem Ziehen" in own
    assert "zieht Elektrizität" in own
    assert "/verlassen" in own
    asked = recorded(tmp_path, "/pomoc\n", "--lang", "pl", **polish)
    assert "/cofnij" in asked
    assert "vor dem Ziehen" not in asked
    assert "zurück" in asked  # the words of the log stay those of its language
    assert (tmp_path / "game.log").read_text(encoding="utf8").endswith("\nAla: zieht Katze\n")


def test_a_log_in_no_language_is_gone_on_with_in_the_users(tmp_path: Path) -> None:
    (tmp_path / "game.log").write_text("game: chemicy-magicy\nlanguage: xx\nplayers: Ala, Bartek, Celina\n")
    assert "dobiera" in recorded(tmp_path, "5, 3\n", LANG="pl_PL.UTF-8")


# ---- what the log does not tell ------------------------------------------------------------------------------------


def test_what_the_log_leaves_open_is_said_once_and_not_claimed() -> None:
    session = typed(begun("chemicy-magicy", Choices(overrides={"rounds": "1"})), "/without")
    assert "which small power tokens were on offer" in told(session, "stop")
    session = typed(session, "stop")
    assert "which small" not in told(session, "stop")
    session = typed(session, "stop", "stop")
    assert "Ala 2–4, Bartek 3–5, Celina 6" in shown(session)
    assert "which small power tokens" in shown(session)
    assert "result: Celina 6" in shown(session)  # what the log does not tell is not claimed
    assert "which small power tokens" in told(session, "/show")


def test_what_the_log_tells_is_claimed() -> None:
    session = typed(begun("chemicy-magicy", Choices(overrides={"rounds": "1"})), "5, 3", "stop", "stop", "stop", "")
    assert "Ala 3, Bartek 5, Celina 6" in shown(session)
    assert "result: Ala 3, Bartek 5, Celina 6" in shown(session)


# ---- the screen ----------------------------------------------------------------------------------------------------

WIDTHS = (40, 60, 80, 120)


@pytest.mark.parametrize("width", WIDTHS)
def test_a_line_breaks_between_words(width: int) -> None:
    text = "    " + "Ala · Zażółć gęślą jaźń, 東京都 試験管 e\u0301te\u0301 – Kalziumhydrogenkarbonat  (3 cards) " * 3
    text = text.rstrip()
    lines = list(wrapped(text, width))
    assert all(breadth(line) <= width for line in lines)
    assert " ".join(lines).split() == text.split()
    assert lines[0].startswith("    Ala")
    assert all(line.startswith("      ") for line in lines[1:])


def test_only_a_word_longer_than_the_screen_is_broken() -> None:
    lines = list(wrapped("Ala: " + "x" * 70 + " end", 40))
    assert all(breadth(line) <= 40 for line in lines)
    assert "".join(line.strip() for line in lines).replace(" ", "") == "Ala:" + "x" * 70 + "end"
    accents = "e\u0301" * 50
    assert "".join(line.strip() for line in wrapped(accents, 30)) == accents
    assert not any(line.strip().startswith("\u0301") for line in wrapped(accents, 30))


def test_wide_characters_take_two_columns() -> None:
    assert breadth("東京") == 4
    assert breadth("e\u0301") == 1
    assert cut("東京都", 5) == "東京"
    assert padded("東京都", 5) == "東京 "
    assert padded("ab", 4) == "ab  "


@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminals there")
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("game", GROUNDS)
def test_nothing_on_a_terminal_is_wider_than_it_is(game: str, width: int, tmp_path: Path) -> None:
    path = tmp_path / "game.log"
    typing = "\n/help\n/moves\n/show\n1\nxyzzy\n1\nend\n/log\n/quit\n"
    record = ("record", game, str(path), "--players", "Ala, Bartek, 東京都のたろう", "--lang", "de")
    for arguments, text in ((record, typing), (("show", str(path)), ""), (("moves", str(path)), "")):
        screen = on_terminal(width, text, *arguments)
        assert "Ala" in screen or "Bartek" in screen
        for line in screen.splitlines():
            assert breadth(re.sub(r"^[^>]*> ", "", line)) <= width, line
        assert ("┌" in screen) == (width > 40 and game == "alchemicus" and "moves" not in arguments)


def on_terminal(width: int, text: str, *arguments: str) -> str:
    """What a command of the referee shows on a terminal so wide; what is typed comes by a pipe, so it is not seen."""
    import pty

    handle, slave = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "pnp", "referee", *arguments],
        cwd=REPO,
        stdin=subprocess.PIPE,
        stdout=slave,
        stderr=slave,
        env=os.environ | {"COLUMNS": str(width), "TERM": "dumb"},
    )
    os.close(slave)
    assert process.stdin
    process.stdin.write(text.encode())
    process.stdin.close()
    found = b""
    while True:
        try:
            more = os.read(handle, 65_536)
        except OSError:  # the other end is closed
            break
        if not more:
            break
        found += more
    process.wait()
    os.close(handle)
    return found.decode()

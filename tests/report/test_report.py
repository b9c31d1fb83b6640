"""The report on a recorded game: two pages whatever happened, the numbers of the game, and nothing from outside."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random

import pikepdf
import pytest

from charts import drawn, lines_of
from conftest import LANGUAGES, REPO, Run
from pictures import fonts_of, picture, text_of, texts_of
from pnp.base.span import spans
from pnp.base.text import Text
from pnp.data.edition import Choices
from pnp.data.workspace import Workspace
from pnp.log.file import parse_log
from pnp.log.library import Library, rules_of
from pnp.log.writing import write_text
from pnp.referee.findings import Judgement
from pnp.referee.history import History, Milestone, belongings, claims_of, follow, ranks
from pnp.referee.judge import judge
from pnp.referee.replay import MOST_FINDINGS
from pnp.report.belongings_chart import BelongingsChart
from pnp.report.chart_painter import apart
from pnp.report.score_chart import FaultMark, ScoreChart
from pnp.report.turn_axis import TurnAxis
from pnp.rules.outcome import Outcome
from pnp.studies.simulate import play

pytestmark = pytest.mark.slow

GAME = "alchemicus"
LONG = "Wolfeschlegelsteinhausenbergerdorffwelch"
NAMES = (LONG, "Bartłomiej Wincenty Szczebrzeszyńskiewic", "Anna", "Ö", "Zoë", "Ki", "Lu", "Giovanni Battista Rossi")


def written(players: tuple[str, ...], lines: list[str], head: str = "") -> str:
    return "\n".join((f"game: {GAME}", *filter(None, [head]), f"players: {', '.join(players)}", "", *lines, ""))


def judged(text: str) -> Judgement:
    library = Library(Workspace(REPO))
    return judge(parse_log(Path("game.log"), text, library), library)


def followed(text: str) -> History:
    return follow(judged(text))


@cache
def whole_game(seats: int = 3, variant: str = "") -> str:
    """The log of a game that the program played against itself."""
    library = Library(Workspace(REPO))
    choices = Choices(variant=variant)
    played = play(library.edition(GAME, choices), rules_of(GAME), choices, ("greedy",) * seats, 7)
    return write_text(played.log, library, "en")


@cache
def faulty_game(seats: int = 3) -> str:
    """More faults than a check reports."""
    random = Random(1)
    wrong = ["draw; move 6", "move 1", "draw 2 Domo; move 2", "draw; move 1; build Taberna", "draw; fame 7; hand 9"]
    first = [f"1 {name}: draw; place Build 1; build Domo; hand 3" for name in NAMES[:seats]]
    turns = [f"{turn} {name}: {random.choice(wrong)}" for turn in range(2, 61) for name in NAMES[:seats]]
    scores = ", ".join(f"{name} {number}" for number, name in enumerate(NAMES[:seats]))
    event = (
        "event: Süddeutsche Mannschaftsmeisterschaft der Alchemistenvereinigungen, Tisch siebzehn\ndate: 2026-11-14"
    )
    return written(NAMES[:seats], [*first, *turns, f"winner: {NAMES[0]}", f"result: {scores}"], event)


GAMES: dict[str, Callable[[], str]] = {
    "clean": whole_game,
    "race": lambda: whole_game(3, "race"),
    "faulty": faulty_game,
    "eight players": lambda: faulty_game(8),
    "one turn": lambda: written(("Ala", "Bartek"), ["1 Ala: draw; place Build; build Alembic"]),
    "nothing": lambda: written(("Ala", "Bartek"), []),
}


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "club-night.log"
    path.write_text(faulty_game(), encoding="utf8")
    return path


@pytest.fixture
def short(tmp_path: Path) -> Path:
    path = tmp_path / "club-night.log"
    path.write_text(GAMES["one turn"](), encoding="utf8")
    return path


# ---- the history of a game -----------------------------------------------------------------------------------------


def test_the_history_has_the_scores_that_the_log_notes() -> None:
    lines = [
        "1 Ala: draw; place Gifts; give; fame 1",
        "1 Bartek: draw; place Build; build Horten",
        "2 Ala: draw; move 1 to Spirit; spirit centre",
        "2 Bartek: draw; move 2; fame 0",
        "3 Ala: draw; move 3 to Transport",
    ]
    history = followed(written(("Ala", "Bartek"), lines))
    assert history.scores == ((0, spans((0, 0))), (1, spans((1, 0))))
    assert (history.turns, history.rounds, history.length) == ((3, 2), (1, 3, 5), 5)
    assert history.milestones == (Milestone(2, 1, "horten", gained=True),)
    assert history.scores_before(1) == spans((0, 0))
    assert history.scores_before(2) == spans((1, 0))


def test_the_history_ends_where_the_verdict_does() -> None:
    for text in (whole_game(), faulty_game()):
        judgement = judged(text)
        history = follow(judgement)
        assert history.scores[-1][1] == judgement.outcome.scores
        gained = [sum(1 if one.gained else -1 for one in history.milestones if one.seat == seat) for seat in range(3)]
        built = [seat["built"] for seat in history.table["seats"]]
        assert {after - more for after, more in zip(built, gained, strict=True)} == {2}  # with which everybody begins


def test_a_turn_in_two_lines_is_one_turn() -> None:
    history = followed(
        written(("Ala", "Bartek"), ["1 Ala: draw; place Build", "1 Ala: build Horten", "1 Bartek: draw"])
    )
    assert history.turns == (1, 1)
    assert [history.turn_of[line] for line in (4, 5, 6)] == [1, 1, 2]


def test_what_was_replaced_is_lost() -> None:
    lines = ["1 Ala: draw; place Build; build Domo replacing Horten"]
    head = "set: building.limit=2"
    found = followed(written(("Ala", "Bartek"), lines, head)).milestones
    assert found == (Milestone(1, 0, "horten", gained=False), Milestone(1, 0, "domo", gained=True))


def test_any_list_of_a_seat_is_what_lies_before_it() -> None:
    seat = {"key": "ala", "hand": 3, "tiles": ["hill", "lake"], "houses": [{"kind": "mill", "goods": ["flour"]}]}
    assert dict(belongings(seat)) == {"tiles": ["hill", "lake"], "houses": ["mill"]}


def test_equal_scores_are_told_apart_by_what_decides_ties() -> None:
    worth = ((Text("worth"), spans((3, 9, 5, 5))),)
    outcome = Outcome(False, (1,), spans((4, 4, 1, 1)), (), (), Text("points"), None, worth)
    assert ranks(outcome) == list(spans((2, 1, 3, 3)))


def test_a_winner_without_the_highest_score_comes_first() -> None:
    assert ranks(Outcome(True, (1,), spans((0, 0, 0)), (), ())) == list(spans((2, 1, 2)))


def test_claims_are_read_from_the_end_of_the_log() -> None:
    claims = claims_of(judged(written(("Ala", "Bo"), ["1 Ala: draw", "winner: Bo", "result: Ala 3, Bo 5"])).log)
    assert (claims.winners, dict(claims.scores)) == ((1,), {0: 3, 1: 5})


# ---- the drawings --------------------------------------------------------------------------------------------------


def history_of(scores: dict[int, tuple[int, ...]], turns: tuple[int, ...], *milestones: Milestone) -> History:
    rounds = tuple(range(1, sum(turns) + 1, len(turns)))
    certain = tuple((turn, spans(found)) for turn, found in scores.items())
    return History(certain, rounds, turns, milestones, {}, {"seats": []}, {})


def test_the_line_of_a_player_has_a_step_for_each_change_of_the_score() -> None:
    history = history_of({0: (0, 0), 2: (0, 5), 4: (0, 10)}, (3, 3))
    chart = ScoreChart(history, ("Ala", "Bartek"), (), "turn", target=20)
    (points,) = lines_of(drawn(chart), Workspace(REPO).layout(GAME).colours["seat2"])
    xs, ys = zip(*points, strict=True)
    turn = (xs[-1] - xs[0]) / 6
    assert [round((x - xs[0]) / turn, 2) for x in xs] == [0, 2, 2, 4, 4, 6]
    assert ys[0] - ys[2] == pytest.approx(ys[2] - ys[4])
    assert ys[0] > ys[4]
    (goal,) = lines_of(drawn(chart), Workspace(REPO).layout(GAME).colours["accent"])
    assert (ys[0] - goal[0][1]) == pytest.approx(2 * (ys[0] - ys[4]), abs=0.6)  # lines run a little beside each other


def test_scores_that_stay_at_nought_have_lines_side_by_side() -> None:
    history = history_of({0: (0, 0)}, (3, 3))
    svg = drawn(ScoreChart(history, ("Ala", "Bartek"), (), "turn"))
    colours = Workspace(REPO).layout(GAME).colours
    first, second = (lines_of(svg, colours[f"seat{seat}"])[0] for seat in (1, 2))
    assert 0.2 < abs(first[0][1] - second[0][1]) < 1


def test_players_are_told_apart_without_colour() -> None:
    history = history_of({0: (0,) * 8, 3: tuple(range(8))}, (9,) * 8)
    svg = drawn(ScoreChart(history, NAMES, (), "turn"))
    dashes = [re.findall(rf'stroke="{colour}"[^>]*stroke-dasharray="([^"]*)"', svg) for colour in seat_colours()]
    assert dashes[0] == []
    assert len({one[0] for one in dashes[1:]}) == 7


def seat_colours() -> list[str]:
    colours = Workspace(REPO).layout(GAME).colours
    return [colours[f"seat{seat}"] for seat in range(1, 9)]


def test_a_fault_is_marked_with_its_number_at_its_turn() -> None:
    history = history_of({0: (0, 0)}, (5, 5))
    plain = ScoreChart(history, ("Ala", "Bartek"), (), "turn")
    marked = ScoreChart(history, ("Ala", "Bartek"), (), "turn", faults=(FaultMark(7, 4, 1),))
    assert ">7</text>" not in drawn(plain)
    (at,) = re.findall(r'x="([\d.]+)"[^>]*>7</text>', drawn(marked))
    axis = TurnAxis.of(history, marked.players, 170)
    assert axis.at(3) < float(at) < axis.at(4)
    assert axis.at(10) == axis.right


def test_more_faults_than_can_be_numbered_are_crosses() -> None:
    history = history_of({0: (0, 0)}, (50, 50))
    faults = tuple(FaultMark(number, number, number % 2) for number in range(1, 90))
    svg = drawn(ScoreChart(history, ("Ala", "Bartek"), (), "turn", faults=faults))
    assert ">77</text>" not in svg


def test_a_thing_without_a_drawing_is_a_word() -> None:
    history = history_of({0: (0,)}, (4,), Milestone(2, 0, "no-such-thing", gained=True))
    svg = drawn(BelongingsChart(history, ("Ala",), {"no-such-thing": "Windmill"}, frozenset(), "turn"))
    assert ">Windmill</text>" in svg


def test_things_in_a_row_keep_their_order_and_their_room() -> None:
    places = apart([5, 5.1, 5.2, 99], [4, 4, 4, 4], 0, 100)
    assert places == sorted(places)
    assert all(later - earlier >= 4 for earlier, later in pairwise(places))
    assert places[0] >= 2
    assert places[-1] <= 98


# ---- on paper ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "language", "paper"),
    [
        *(("faulty", language, "a4") for language in LANGUAGES),
        *(("clean", language, "letter") for language in LANGUAGES),
        *((game, "de", "letter") for game in GAMES if game not in ("clean", "faulty")),
    ],
)
def test_a_report_has_two_pages(tmp_path: Path, run: Run, game: str, language: str, paper: str) -> None:
    path, out = tmp_path / "game.log", tmp_path / "game.pdf"
    path.write_text(GAMES[game](), encoding="utf8")
    result = run("referee", "report", path, "-o", out, "--lang", language, "--paper", paper)
    assert (result.code, result.out.strip(), result.err) == (0, str(out), "")
    with pikepdf.open(out) as pdf:
        assert len(pdf.pages) == 2


def test_the_report_tells_standing_findings_and_claims(run: Run, log: Path) -> None:
    out = log.with_suffix(".pdf")
    run("referee", "report", log, "-o", out)
    judgement = judged(log.read_text(encoding="utf8"))
    first, second = (" ".join(text.split()) for text in texts_of(out))
    assert len(judgement.findings) == MOST_FINDINGS
    assert f"{len(judgement.counted)} violations" in first
    assert "the log says" in first.lower()
    assert f"stopped at line {judgement.findings[-1].line}" in first
    assert "14 November 2026" in first
    assert f"Line {judgement.counted[0].line}, {judgement.log.players[judgement.counted[0].seat or 0]}" in second
    assert re.search(
        rf"… and {len(judgement.counted) - numbered(second)} more: pnp referee check club-night.log", second
    )


def numbered(page: str) -> int:
    """How many findings a page tells."""
    return len(re.findall(r"\bLine \d+,", page))


def test_as_many_findings_stand_there_as_two_pages_hold(run: Run, tmp_path: Path) -> None:
    few = ["1 Ala: draw; place Build; build Alembic paying 2 Horten", "1 Bo: draw; move 1"]
    path, out = tmp_path / "few.log", tmp_path / "few.pdf"
    path.write_text(written(("Ala", "Bo"), few), encoding="utf8")
    run("referee", "report", path, "-o", out)
    text = texts_of(out)[1]
    assert numbered(text) == len(judged(path.read_text(encoding="utf8")).counted)
    assert "pnp referee check" not in text


def test_every_font_is_embedded(run: Run, short: Path) -> None:
    out = short.with_suffix(".pdf")
    run("referee", "report", short, "-o", out)
    with pikepdf.open(out) as pdf:
        fonts = list(fonts_of(pdf))
        assert fonts
        assert all("/FontFile2" in font.FontDescriptor for font in fonts)


@pytest.mark.parametrize("ending", ["pdf", "html"])
def test_the_same_log_gives_the_same_bytes(run: Run, short: Path, ending: str) -> None:
    one, other = short.with_name(f"one.{ending}"), short.with_name(f"other.{ending}")
    for out in (one, other):
        assert run("referee", "report", short, "-o", out).code == 0
    assert one.read_bytes() == other.read_bytes()


def test_findings_cite_the_pages_of_a_kit(run: Run, log: Path, tmp_path: Path) -> None:
    kit = tmp_path / "kit"
    kit.mkdir()
    rules = '{"T8": {"section": "3.8", "page": 77}}'
    listing = f'{{"game": "{GAME}", "artefacts": [{{"artefact": "rulebook", "rules": {rules}}}]}}'
    (kit / "kit.json").write_text(listing, encoding="utf8")
    out = log.with_suffix(".pdf")
    assert run("referee", "report", log, "-o", out, "--kit", kit).code == 0
    assert "T8 §3.8, page 77" in " ".join(text_of(out, 1).split())


def test_black_and_white_has_no_colour(run: Run, log: Path) -> None:
    out = log.with_suffix(".pdf")
    assert run("referee", "report", log, "-o", out, "--ink", "bw").code == 0
    for page in (0, 1):
        red, green, blue = picture(out, page, 30).convert("RGB").split()
        assert red.tobytes() == green.tobytes() == blue.tobytes()


# ---- for the screen ------------------------------------------------------------------------------------------------


def test_the_page_needs_nothing_else_and_names_are_no_markup(run: Run, tmp_path: Path) -> None:
    path, out = tmp_path / "x<script>y.log", tmp_path / "report.html"
    head = "event: <script>alert(1)</script> & Co\nplace: <img src=x onerror=alert(1)>"
    path.write_text(written(("Ala", "Bartek"), ["1 Ala: draw; place Build; build Alembic"], head), encoding="utf8")
    assert run("referee", "report", path, "-o", out).code == 0
    html = out.read_text(encoding="utf8")
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; Co" in html
    assert re.findall(r"<(?:script|img|iframe|object)\b", html) == []
    assert re.findall(r"""(?:src|href)=["'](?!#|data:)[^"']*""", html) == []
    assert "url(http" not in html


def test_the_page_tells_every_finding(run: Run, log: Path) -> None:
    out = log.with_suffix(".html")
    assert run("referee", "report", log, "--format", "html", "-o", out, "--lang", "de").code == 0
    judgement, html = judged(log.read_text(encoding="utf8")), out.read_text(encoding="utf8")
    items = html.partition('class="columns small"')[2].partition("</ol>")[0].count("<li>")
    assert items == len(judgement.counted)
    assert html.count('role="img"') >= 3


# ---- the command ---------------------------------------------------------------------------------------------------


def test_the_report_is_named_after_the_log(run: Run, short: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(short.parent)
    assert run("referee", "report", short, "--workspace", REPO).out.strip() == "club-night.pdf"
    assert run("referee", "report", short, "--workspace", REPO, "--format", "html").out.strip() == "club-night.html"
    folder = short.parent / "reports"
    folder.mkdir()
    assert (
        run("referee", "report", short, "--workspace", REPO, "-o", folder).out.strip()
        == str(folder / short.stem) + ".pdf"
    )


def test_the_log_is_never_written_over(run: Run, short: Path) -> None:
    before = short.read_bytes()
    result = run("referee", "report", short, "-o", short)
    assert (result.code, short.read_bytes()) == (2, before)
    assert "overwrite a log" in result.err


@pytest.mark.parametrize(
    ("option", "said"),
    [(("--format", "docx"), "docx"), (("--paper", "napkin"), "napkin"), (("--ink", "gold"), "gold")],
)
def test_what_is_not_on_offer_is_refused_and_nothing_written(
    run: Run, short: Path, option: tuple[str, str], said: str
) -> None:
    out = short.with_suffix(".pdf")
    result = run("referee", "report", short, "-o", out, *option)
    assert result.code == 2
    assert said in result.err
    assert not out.exists()


def test_a_log_that_cannot_be_read_says_where(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "broken.log"
    path.write_text(written(("Ala", "Bartek"), ["1 Ala: fly"]), encoding="utf8")
    result = run("referee", "report", path, "-o", tmp_path / "broken.pdf")
    assert result.code == 2
    assert "broken.log:4" in result.err

"""Hidden cards: what an arrangement says is held against all that can be, world by world, with a few cards only."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from alchemicus_tables import configurations, with_small_decks
from conftest import REPO
from pnp.data.workspace import Workspace
from pnp.games.alchemicus import RULES
from pnp.hidden.arrangement import Arrangement
from pnp.hidden.possible import certain, secure
from pnp.log.file import parse_log
from pnp.log.library import Library
from pnp.log.writing import write_text
from pnp.referee.findings import Judgement
from pnp.referee.judge import judge
from pnp.studies import simulate
from pnp.words.catalog import source_catalog
from stripping import stripped
from worlds import HANDS, PILE, Worlds, told_game

LIBRARY = Library(Workspace(REPO))


@pytest.mark.parametrize("decks", [1, 2])
def test_an_arrangement_says_what_is_true(decks: int) -> None:
    answers: Counter[str] = Counter()
    for seed in range(400):
        for answer in told_game(Random(seed), decks=decks):
            if answer.open:
                answers["open"] += 1
                continue
            assert (answer.said is None) == answer.true, f"seed {seed}"
            answers["possible" if answer.true else "impossible"] += 1
    assert answers["possible"] > 1000
    assert answers["impossible"] > 400
    assert answers["open"] < answers.total() * (0.01 if decks == 1 else 0.04)


def test_what_a_hand_surely_holds_is_what_it_holds_in_every_world() -> None:
    for seed in range(60):
        for arrangement, worlds in _snapshots(seed):
            for hand in HANDS:
                least = {kind: least for kind in arrangement.kinds if (least := worlds.surely(hand, kind))}
                found = certain(arrangement, hand)
                assert all(found.get(kind, 0) >= count for kind, count in least.items())
                assert sum(found.values()) - sum(least.values()) <= 1, "an exchange was not found"


def _snapshots(seed: int) -> list[tuple[Arrangement, Worlds]]:
    """Cards drawn at random into hands, some by name."""
    random = Random(f"hands{seed}")
    contents = {kind: random.randint(1, 2) for kind in "abc"}
    arrangement, worlds = Arrangement({"base": contents}), Worlds([contents, {}, {}, {}, {}, {}])
    for zone in (contents, {}, {}, {}, {}, {}):
        arrangement.zone(zone)
    for _ in range(sum(contents.values()) - 1):
        hand, kind = random.choice(HANDS), random.choice([*"abc", None])
        goals = dict.fromkeys("abc", hand)
        if kind and secure(arrangement, PILE, [arrangement.index[kind]]):
            kind = None
        worlds.all = worlds.after_move(PILE, goals, kind)
        if kind:
            arrangement.show(PILE, hand, arrangement.index[kind])
        else:
            arrangement.move(PILE, hand, arrangement.pick(PILE), mixed=False)
    return [(arrangement, worlds)]


def test_a_copy_goes_its_own_way() -> None:
    arrangement = Arrangement({"base": {"a": 2, "b": 2}})
    pile, hand = arrangement.zone({"a": 2, "b": 2}), arrangement.zone()
    arrangement.move(pile, hand, arrangement.index["a"], mixed=False)
    twin = arrangement.copy()
    assert secure(twin, hand, [twin.index["b"]]) is None
    twin.show(hand, twin.zone(), twin.index["b"])
    assert (arrangement.contents(hand), twin.contents(hand)) == (["a"], [])
    assert sorted(twin.contents(pile)) == ["a", "a", "b"]


# ---- as the referee says it ----------------------------------------------------------------------------------------

HEAD = (
    "game: alchemicus\nplayers: Ala, Bartek\n"
    "set: setup.hand=2, setup.buildings=pergula, count.pergula=3, count.horten=6, count.gloria={gloria}, "
    "size.base={size}, count.metalle=0, count.fornax=0, count.alembic=0, count.taberna=0, count.domo=0, "
    "count.labrium=0, count.donarium=0\n"
)


def judged(body: str, glorias: int) -> Judgement:
    text = HEAD.format(gloria=glorias, size=9 + glorias) + f"\n{body}\n"
    return judge(parse_log(Path("x.log"), text, LIBRARY), LIBRARY)


def whys(judgement: Judgement) -> list[tuple[int, str, str]]:
    say_it = source_catalog()
    return [(one.line, one.rule, say_it(one.why)) for one in judgement.findings]


def test_one_copy_too_many_is_proved_by_the_lines_that_show_the_others() -> None:
    body = "deal Ala: Gloria, Horten\ndeal Bartek: 2 Gloria\n1 Ala: draw Gloria; place Sale"
    assert whys(judged(body, 3)) == [
        (7, "C2", "pile 1 held at most 3 Gloria (lines 5 and 6), and this is one too many"),
    ]
    assert judged(body, 4).clean


def test_an_unnamed_card_is_counted_where_it_must_be() -> None:
    """Bartek's hand is unseen; both its cards turn out to be Gloria, so the pile has none left."""
    body = (
        "deal Ala: Gloria, Horten\n1 Ala: draw Horten; place Sale\n1 Bartek: draw Horten; place Gifts; "
        "discard 2 Gloria\n2 Ala: draw Gloria; move 1"
    )
    proofs = [(line, why) for line, rule, why in whys(judged(body, 3)) if rule == "C2"]
    assert proofs == [(8, "pile 1 held at most 3 Gloria (lines 5 and 7), and this is one too many")]
    assert not any(rule == "C2" for _, rule, _ in whys(judged(body, 4)))


def test_a_pile_that_was_made_anew_holds_what_was_discarded() -> None:
    """A single count of two Glorias would let it pass: both are in hands, and the second pile is of Horten."""
    body = (
        "deal Ala: Gloria, Pergula\ndeal Bartek: Gloria, Horten\n"
        "1 Ala: draw Horten; place Build; build Pergula paying Horten\n"
        "1 Bartek: draw Horten; place Build; build Horten paying Horten\n"
        "2 Ala: draw Horten; move 3\n2 Bartek: draw Horten; move 3\n"
        "3 Ala: draw Horten; move 3\n3 Bartek: draw {card}; move 3"
    )
    assert whys(judged(body.format(card="Gloria"), 2)) == [(12, "C2", "pile 2 held no Gloria")]
    assert judged(body.format(card="Horten"), 2).clean


def test_two_kinds_together_can_be_too_many() -> None:
    """Of Bartek's two unseen cards only one came from the first pile, where Gloria and Pergula were left."""
    body = (
        "deal Ala: Gloria, Pergula\n"
        "1 Ala: draw Horten; place Sale\n1 Bartek: draw Horten; place Sale; discard Gloria, Pergula"
    )
    assert not any(rule == "C2" for _, rule, _ in whys(judged(body, 2)))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(16))
def test_nobody_is_accused_where_piles_run_out_again_and_again(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulate, "MOST_STEPS", 400)
    random = Random(f"small{seed}")
    tables = list(configurations())
    choices, players = random.choice(tables)
    choices = with_small_decks(choices, random)
    kinds = ["random" if random.random() < 0.3 else "greedy" for _ in range(players)]
    played = simulate.play(LIBRARY.edition("alchemicus", choices), RULES, choices, kinds, f"small{seed}")
    for share in (0.0, random.random()):
        text = write_text(stripped(played.log, Random(seed), share), LIBRARY, "en")
        assert whys(judge(parse_log(played.log.path, text, LIBRARY), LIBRARY)) == []


def test_what_cannot_be_decided_is_said() -> None:
    """Nobody wrote from which deck the payments were, so nobody knows how many cards the piles have in the end."""
    turns = "\n".join(
        f"{turn} {player}: draw; {'place Build; build Horten' if turn == 1 else 'move 3 drawing 1'}"
        for turn in range(1, 3)
        for player in ("Ala", "Bartek")
    )
    head = HEAD.replace("players", "with: noctis\nplayers").format(gloria=2, size=11)
    judgement = judge(parse_log(Path("x.log"), f"{head}\n{turns}\n", LIBRARY), LIBRARY)
    said = [source_catalog()(one.what) for one in judgement.unclear]
    assert "how many cards are in the draw pile from here on, and so when it’s reshuffled (P2)" in said

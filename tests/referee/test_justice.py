"""No innocent player is accused, no fault is hidden, and no rule is waived in silence."""

from __future__ import annotations

from pathlib import Path

import pytest

from conftest import REPO
from pnp.data.workspace import Workspace
from pnp.log.file import parse_log
from pnp.log.library import Library
from pnp.referee.findings import Judgement
from pnp.referee.judge import judge
from pnp.words.catalog import source_catalog

LIBRARY = Library(Workspace(REPO))
# so few cards that nobody can tell after two turns whether there were any left to draw
SHORT = (
    "game: alchemicus\nwith: noctis\nplayers: Ala, Bartek\n"
    "set: setup.hand=2, setup.buildings=pergula,horten, count.pergula=4, count.horten=6, count.gloria=2, "
    "size.base=12, count.metalle=0, count.fornax=0, count.alembic=0, count.taberna=0, count.domo=0, count.labrium=0, "
    "count.donarium=0\n\n"
    "1 Ala: draw; place Build; build Horten\n"
    "1 Bartek: draw; place Build; build Horten\n"
    "2 Ala: draw; move 1\n2 Bartek: draw; move 1\n"
    "3 Ala: draw; move 1\n3 Bartek: draw; move 1\n"
    "4 Ala: draw; move 1\n4 Bartek: draw; move 1\n"
)
BASE = "game: alchemicus\nplayers: Ala, Bartek\n\n"


def judged(text: str) -> Judgement:
    return judge(parse_log(Path("x.log"), text, LIBRARY), LIBRARY)


def counted(judgement: Judgement) -> list[tuple[int, str]]:
    return [(finding.line, finding.rule) for finding in judgement.counted]


def said(judgement: Judgement) -> list[str]:
    return [source_catalog()(finding.why) for finding in judgement.counted]


# ---- rules are not waived because cards cannot be counted ----------------------------------------------------------


def test_it_is_said_from_where_on_cards_cannot_be_counted_and_what_would_settle_it() -> None:
    judgement = judged(SHORT)
    say_it = source_catalog()
    told = {say_it(one.what): say_it(one.cure) for one in judgement.unclear if one.cure}
    assert told == {
        "how many cards are in the draw pile from here on, and so when it’s reshuffled (P2)": (
            "a note such as “pile 30”, or “reshuffle” where it happens"
        ),
        "whether there was a card left to draw here, and so how many each player has from here on (T8)": (
            "a note such as “hand 4” for each player"
        ),
    }
    assert not judgement.findings


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("5 Ala: draw; move 3; built 13", "B2"),
        ("5 Ala: draw; move 1; move 1", "T2"),
        ("5 Ala: draw; move 3; spirit Domo", "T5"),
        ("5 Bartek: draw; move 3", "T0"),
        ("5 Ala: draw; move 6", "T2"),
        ("5 Ala: draw; move 2 to Sale; sell gold at Pergula", "V3"),
    ],
)
def test_what_needs_no_count_of_cards_is_judged_all_the_same(line: str, rule: str) -> None:
    assert any(one.cure for one in judged(SHORT).unclear)
    assert rule in [rule for _, rule in counted(judged(f"{SHORT}{line}\n"))]


# ---- too few cards -------------------------------------------------------------------------------------------------


def test_an_unnamed_payment_does_not_excuse_cards_that_were_not_drawn() -> None:
    """The pile is nearly full, so a sale that pays three cards pays three, whichever deck a payment came from."""
    head = "game: alchemicus\nwith: noctis\nset: setup.buildings=horten,horten,pergula,domo\nplayers: Ala, Bartek\n\n"
    turns = "1 Ala: draw; place Collection; collect{spots}\n1 Bartek: draw; place Build; build Horten\n"
    assert counted(judged(head + turns.format(spots=" Horten 1, Horten 2"))) == []
    one = judged(head + "1 Ala: noctis; place Collection; collect Horten 1\n")
    assert said(one) == ["Ala has 2 buildings that can receive a card, but the line names 1"]
    sale = (
        "1 Ala: noctis; place Collection; collect\n1 Bartek: draw; place Sale\n"
        "2 Ala: draw; move 2\n2 Bartek: draw; move 1\n"
        "3 Ala: draw; move 2 to Sale; sell herbs at Pergula drawing 0\n"
    )
    assert counted(judged(head + sale)) == [(10, "V2")]


# ---- independent faults --------------------------------------------------------------------------------------------


def test_a_wrong_number_of_a_turn_puts_nothing_in_doubt_but_numbers() -> None:
    judgement = judged(
        BASE + "1 Ala: draw; place Sale\n1 Bartek: draw; place Sale\n"
        "4 Ala: draw; move 1\n2 Bartek: draw; move 3 drawing 1\n"
        "3 Ala: draw; move 7\n3 Bartek: draw; move 3; sell ore at Pergula\n"
    )
    assert [line for line, _ in counted(judgement)] == [6, 8, 9]


def test_a_card_that_is_not_in_the_bank_is_no_consequence_of_a_price() -> None:
    """Ala underpays; two turns later Bartek takes a card from the bank that does not lie there."""
    judgement = judged(
        "game: alchemicus\noptions: card-bank\nplayers: Ala, Bartek\n\n"
        "deal Ala: 2 Horten, Metalle, Pergula, Gloria\ndeal Bartek: 2 Horten, Metalle, 2 Gloria\n"
        "deal bank: 2 Horten, Metalle, Alembic, Fornax\n"
        "1 Ala: draw Domo; place Build; build Domo paying Horten\n"
        "1 Bartek: draw Alembic; place Build; build Horten paying Metalle\n"
        "2 Ala: draw Metalle; move 1\n"
        "2 Bartek: bank Domo paying Gloria refilling Horten; move 1; collect\n"
    )
    assert [line for line, _ in counted(judgement)] == [8, 11]


def test_the_victim_of_an_unlawful_theft_is_not_blamed_for_the_missing_card() -> None:
    """Ala takes a card without having moved the Spirit into the centre; Bartek's note counts what is left."""
    judgement = judged(
        BASE + "deal Ala: 2 Horten, Metalle, Pergula, Gloria\ndeal Bartek: 2 Horten, Metalle, 2 Gloria\n"
        "1 Ala: draw Domo; place Sale; hand 6\n"
        "1 Bartek: draw Alembic; place Sale; hand 6\n"
        "2 Ala: draw Metalle; move 3 to Spirit; spirit Domo; take Gloria from Bartek; hand 8\n"
        "2 Bartek: draw Fornax; move 3 to Build 1 drawing Labrium; hand 7\n"
        "3 Ala: draw Horten; move 1\n"
        "3 Bartek: draw Horten; move 1; collect; hand 8\n"
    )
    assert {finding.seat for finding in judgement.counted} == {0}


# ---- cards of one draw are a set -----------------------------------------------------------------------------------


@pytest.mark.parametrize("drawn", ["Gloria, Horten", "Horten, Gloria"])
def test_the_order_in_which_the_cards_of_a_draw_are_told_does_not_matter(drawn: str) -> None:
    """The draw goes over a reshuffle: the last card of the old pile is a Gloria, the next a Horten."""
    judgement = judged(
        "game: alchemicus\nplayers: Ala, Bartek\n"
        "set: setup.hand=2, setup.buildings=pergula, count.pergula=2, count.horten=6, count.gloria=1, "
        "size.base=9, draw.cards=2, count.metalle=0, count.fornax=0, count.alembic=0, count.taberna=0, count.domo=0, "
        "count.labrium=0, count.donarium=0, price.horten=1\n\n"
        "deal Ala: 2 Horten\ndeal Bartek: 2 Horten\n"
        "1 Ala: draw 2 Horten; place Build; build Horten paying Horten\n"
        f"1 Bartek: draw {drawn}; place Build\n"
    )
    assert counted(judgement) == []


# ---- what follows from a fault -------------------------------------------------------------------------------------


def test_what_shows_how_a_faulty_step_was_meant_settles_all_that_hangs_on_it() -> None:
    judgement = judged(
        BASE + "1 Ala: draw 2 Domo; place Collection; collect\n1 Bartek: draw Fornax; place Transmutation\n"
        "2 Ala: draw Metalle; move 1\n2 Bartek: draw; move 1\n3 Ala: draw; move 1\n3 Bartek: draw; move 1\n"
        "4 Ala: draw; move 1; hand 9\n4 Bartek: draw; move 1; pile 117\n"
    )
    assert counted(judgement) == [(4, "T1")]
    followers = [(finding.line, finding.rule) for finding in judgement.findings if finding.follows]
    assert followers == [(10, "T8")], "had only one card been drawn, the pile is right as well"


def test_a_price_does_not_excuse_a_card_that_cannot_be_there() -> None:
    judgement = judged(
        "game: alchemicus\nplayers: Ala, Bartek\nset: count.labrium=1, size.base=131\n\n"
        "1 Ala: draw Labrium; place Build 1; build Pergula paying Labrium, Gloria, Domo\n"
        "1 Bartek: draw Fornax; place Sale\n2 Ala: draw Metalle; move 1\n2 Bartek: draw Labrium; move 1\n"
    )
    assert counted(judgement) == [(5, "P1"), (8, "C2")]


ANOTHER_STOP = (
    "game: chemicy-magicy\nplayers: Ala, Bartek, Celina\nset: rounds=1\n\nround 1: 5, 3\n"
    "Ala: stop 3\nBartek: stop 6\nCelina: stop\n"
)


@pytest.mark.parametrize(
    ("claims", "wrong"),
    [
        ("winner: Celina\n", []),
        ("winner: Celina\nresult: Ala 3, Bartek 6, Celina 5\n", [(9, "W2")]),
        ("result: Ala 3, Bartek 40, Celina 5\n", [(9, "W2")]),
    ],
    ids=["another token explains it", "the result settles it", "no token brings so much"],
)
def test_a_wrong_token_excuses_a_claim_only_as_far_as_tokens_can_explain_it(
    claims: str, wrong: list[tuple[int, str]]
) -> None:
    assert counted(judged(ANOTHER_STOP + claims)) == [(7, "T5"), *wrong]

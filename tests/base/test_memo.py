"""What is held in memory: no more than it may be, whatever strangers' files ask for."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pytest

from conftest import REPO
from pnp.base.cache import forget
from pnp.base.memo import Memo, once_for_each
from pnp.base.plurals import plural_rule
from pnp.data import edition as editions
from pnp.data.edition import Choices, choose
from pnp.data.formula import parse_formula
from pnp.data.workspace import Workspace
from pnp.draw import art, fonts, painter, typeset
from pnp.faces import sandbox
from pnp.log.library import Library
from pnp.words import catalog

MANY = 10_000
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {} 10"><path d="M 1 1 L 9 1 L 9 9 Z"/></svg>'


def test_what_was_made_is_not_made_again() -> None:
    memo: Memo[str] = Memo(2)
    assert [memo.get(1, lambda: "one"), memo.get(2, lambda: "two")] == ["one", "two"]
    assert memo.get(1, lambda: pytest.fail("it was made again")) == "one"


def test_it_holds_no_more_than_it_may() -> None:
    memo: Memo[int] = Memo(100)
    for number in range(MANY):
        assert memo.get(number, partial(int, number)) == number
        assert len(memo) <= 100


def test_large_things_count_for_more_and_the_largest_are_not_held() -> None:
    memo: Memo[str] = Memo(100)
    for name, size in (("a", 40), ("b", 50), ("vast", 101)):
        memo.get(name, lambda: "made", size)
    assert len(memo) == 0
    for name in ("a", "b"):
        memo.get(name, lambda: "made", 60)
    assert len(memo) == 1
    assert memo.get("b", lambda: "made again") == "made"


def test_a_failure_is_not_held() -> None:
    memo: Memo[str] = Memo(100)

    def fails() -> str:
        raise LookupError

    with pytest.raises(LookupError):
        memo.get("name", fails)
    assert memo.get("name", lambda: "made") == "made"


def test_others_that_are_equal_are_others() -> None:
    made: list[Any] = []

    @once_for_each(10)
    def once(one: list[int]) -> int:
        made.append(one)
        return len(made)

    first, equal = [1], [1]
    assert [once(first), once(first), once(equal)] == [1, 1, 2]
    for _ in range(MANY):
        assert once([1]) == len(made), "an id that was used before is no other's name"


# ---- where users' data decides what is held ----


def numbers(count: int) -> list[str]:
    return [f"{number:06}" for number in range(count)]


@pytest.mark.parametrize(
    ("held", "ask"),
    [
        (parse_formula, lambda one: parse_formula(f"width - {int(one)}")),
        (painter.paint, lambda one: painter.paint(f"#{one}")),
        (painter._toned, lambda one: painter._toned(f"#{one}", 0.5)),  # noqa: SLF001
        (typeset._widths, lambda _: typeset._widths(Typeface())),  # noqa: SLF001
        (catalog._rule, lambda one: catalog._rule(f"n != {int(one)}")),  # noqa: SLF001
        (catalog._locale, lambda one: catalog._locale(f"x{one}")),  # noqa: SLF001
        (plural_rule, plural_rule),
    ],
)
def test_memos_of_small_things_are_bounded(held: Any, ask: Any) -> None:
    for one in numbers(MANY):
        ask(one)
    most = held.cache_info().maxsize
    assert most
    assert held.cache_info().currsize == most <= 2000
    held.cache_clear()


class Typeface:
    """As much of one as its widths need."""

    face = None


def test_editions_are_bounded(sample: Path) -> None:
    forget()
    library = Library(Workspace(sample.parents[1]))
    game = library.game("my-game")
    key = next(key for key, value in game.values.items() if type(value.fact) is int)
    for number in range(1, MANY):
        assert library.edition("my-game", Choices(overrides={key: number}))[key] == number
    assert len(editions._EDITIONS) <= editions.MOST_KEPT  # noqa: SLF001
    forget()


def test_expressions_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sandbox, "MOST_KEPT", 20)
    monkeypatch.setattr(sandbox, "_CODE", Memo(1000))
    expressions = sandbox.Expressions()
    for number in range(200):
        assert expressions.value(f"x + {number}", {"x": 1}) == number + 1
        assert expressions.words(f"{{{{ x }}}} and {number}", {"x": 1}) == f"1 and {number}"
    assert expressions._value_of.cache_info().currsize == 20  # noqa: SLF001
    assert expressions._words_of.cache_info().currsize == 20  # noqa: SLF001
    assert len(sandbox._CODE) < 50  # noqa: SLF001


def test_drawings_are_held_by_what_their_files_weigh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    memo: Memo[art.Drawing | art.Photo] = Memo(10 * len(SVG))
    monkeypatch.setattr(art, "_READ", memo)
    path = tmp_path / "gem.svg"
    for number in range(100, 200):
        path.write_text(SVG.format(number))
        drawing = art.read_art(path)
        assert isinstance(drawing, art.Drawing)
        assert drawing.width == number
        assert art.read_art(path) is drawing
        assert len(memo) <= 10


def test_typefaces_are_held_by_what_their_files_weigh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = Path(str(fonts.builtin("Sans").face.filename)).read_bytes()
    memo: Memo[Any] = Memo(2 * len(source))
    monkeypatch.setattr(fonts, "_OWN", memo)
    paths = [tmp_path / f"{number}.ttf" for number in range(5)]
    for path in paths:
        path.write_bytes(source)
        assert fonts.from_file(path) is fonts.from_file(path)
        assert len(memo) <= 2


def test_words_that_were_hyphenated_are_bounded() -> None:
    hyphenator = typeset.hyphenator_of("de")
    assert hyphenator
    for one in range(MANY):
        letters = "".join("abcdefghij"[int(digit)] for digit in str(one))
        typeset._cuts(f"wort{letters} silben{letters}", hyphenator)  # noqa: SLF001
    assert 0 < len(hyphenator.hd.cache) <= typeset.MOST_WORDS + 2


def test_a_choice_in_a_list_is_not_taken_for_another() -> None:
    assert Choices(overrides={"key": (1,)}) != Choices(overrides={"key": (True,)})
    assert Choices(overrides={"key": (1,)}) == Choices(overrides={"key": [1]})


def test_equal_games_keep_their_own_editions() -> None:
    """Data that was changed in memory has the same files behind it."""
    from dataclasses import replace

    game = Workspace(REPO).game("alchemicus")
    fewer = replace(game, remarks=())
    assert fewer == game
    assert choose(fewer, Choices()).game is fewer
    assert choose(game, Choices()).game is game

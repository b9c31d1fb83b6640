"""What a kit asks for again and again is worked out once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from conftest import Run
from pnp.base.cache import forget
from pnp.boards import settle
from pnp.data import edition as editions
from pnp.faces import context, namespace


@pytest.mark.slow
def test_a_kit_in_two_languages_works_everything_out_once(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    asked: Counter[tuple[str, object]] = Counter()

    def counted(module: Any, name: str, what: Callable[..., object]) -> None:
        real = getattr(module, name)

        def counts(*given: Any, **named: Any) -> Any:
            asked[name, what(*given)] += 1
            return real(*given, **named)

        monkeypatch.setattr(module, name, counts)

    counted(editions, "_settled", lambda game, choices: (game.key, choices))
    counted(namespace, "nested", lambda _: "values of all faces")
    counted(context, "FaceResources", lambda _layout, _folder, language: language)
    counted(settle, "faults", lambda board, _edition, _size: board.key)
    forget()
    assert run("kit", "alchemicus", "--with", "noctis", "--lang", "pl,en", "--out", tmp_path).code == 0
    names = asked.pop(("nested", "values of all faces"))
    assert names == 2, "once in each language"
    assert {asked["FaceResources", language] for language in ("pl", "en")} == {1}
    assert set(asked.values()) == {1}
    assert sum(name == "_settled" for name, _ in asked) <= 19

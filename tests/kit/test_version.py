"""The version of a game's data: on every sheet, in the print plan and in kit.json, or nowhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from conftest import Run, edit
from pictures import texts_of

NEW = 'version = "0.1"'


@pytest.mark.parametrize(("written", "shown"), [('"0.2 beta"', "0.2 beta"), ("2026-11-18", "2026-11-18")])
def test_two_prototypes_can_be_told_apart(sample: Path, run: Run, written: str, shown: str) -> None:
    edit(sample / "game.toml", NEW, f"version = {written}")
    assert run("kit", "my-game", "--lang", "en").code == 0
    kit = Path("output/my-game/en")
    assert json.loads((kit / "kit.json").read_text(encoding="utf8"))["version"] == shown
    for name in ("cards", "contents", "box"):
        assert all(f"version {shown}" in " ".join(text.split()) for text in texts_of(kit / f"{name}.pdf")[:1]), name
    assert all(f"version {shown}" in " ".join(text.split()) for text in texts_of(kit / "cards.pdf"))


def test_a_game_without_a_version_prints_its_date(sample: Path, run: Run) -> None:
    edit(sample / "game.toml", NEW, "")
    assert run("kit", "my-game", "--lang", "en,de").code == 0
    kit = json.loads(Path("output/my-game/en/kit.json").read_text(encoding="utf8"))
    assert ("version" in kit, kit["updated"]) == (False, "2026-11-16")
    for language, day in (("en", "16 November 2026"), ("de", "16. November 2026")):
        for page in texts_of(Path(f"output/my-game/{language}/cards.pdf")):
            assert day in " ".join(page.split())
            assert "version" not in page.lower()


@pytest.mark.parametrize("wrong", ["1", "true", '"' + "9" * 31 + '"', "2026-11-18T10:00:00", '"a\\u0007b"'])
def test_a_version_that_is_none(sample: Path, run: Run, wrong: str) -> None:
    edit(sample / "game.toml", NEW, f"version = {wrong}")
    result = run("check", "my-game")
    assert result.code == 1
    assert "“version”: expected a short text or a date" in result.out

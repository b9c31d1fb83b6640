"""Printing commands say what whoever prints would not notice."""

from __future__ import annotations

from pathlib import Path

import pytest

from conftest import Run


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        (
            ("--lang", "de"),
            "Verwendete Regeln: Polnische Ausgabe\n  → Andere zur Wahl: --edition de (Deutsche Ausgabe)\n",
        ),
        (("--lang", "de", "--edition", "pl"), ""),
        (("--lang", "pl"), ""),
        (("--lang", "it", "--with", "noctis"), ""),
    ],
    ids=["other edition", "chosen", "own edition", "lacking"],
)
def test_a_book_in_the_language_of_another_edition_says_whose_rules_it_has(
    asked: tuple[str, ...], told: str, run: Run, tmp_path: Path
) -> None:
    result = run("rulebook", "alchemicus", *asked, "--format", "html", "--out", tmp_path)
    assert (result.code, result.err) == (0, told)

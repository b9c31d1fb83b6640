"""Pages of the docs that follow from the program: `pytest --refresh` writes them anew."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from conftest import REPO, Golden
from generated import commands, schemas, with_generated


@pytest.mark.parametrize(("name", "lines"), [("commands", commands), ("schemas", schemas)])
def test_the_page_is_in_step_with_the_program(name: str, lines: Callable[[], Iterable[str]], golden: Golden) -> None:
    page = REPO / f"docs/reference/{name}.md"
    golden(page, with_generated(page, lines()))

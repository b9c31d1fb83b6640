"""Strangers' templates: what they make is counted while it grows, in any thread and on any system."""

from __future__ import annotations

import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pnp.authoring.sample import start_game
from pnp.base.errors import BadFile
from pnp.data.workspace import Workspace
from pnp.faces.templates import Templates
from pnp.words.catalog import load_catalog

MEMORY = 200_000_000  # bytes; the attacks would take gigabytes
NUMBERS = "range(2000)"
ATTACKS = {
    "texts set into each other": ["{% set a0 %}grow{% endset %}"]
    + [f"{{% set a{n} %}}{{{{ a{n - 1} }}}}{{{{ a{n - 1} }}}}{{% endset %}}" for n in range(1, 35)],
    "macros that call each other": ["{% macro m0() %}grow{% endmacro %}"]
    + [f"{{% macro m{n}() %}}{{{{ m{n - 1}() }}}}{{{{ m{n - 1}() }}}}{{% endmacro %}}" for n in range(1, 35)]
    + ["{{ m34() }}"],
    "loops within loops": [
        f"{{% for a in {NUMBERS} %}}{{% for b in {NUMBERS} %}}{{% for c in {NUMBERS} %}}",
        "{% set x = 1 %}{% endfor %}{% endfor %}{% endfor %}",
    ],
    "loops with a condition": [
        f"{{% for a in {NUMBERS} %}}{{% for b in {NUMBERS} %}}",
        f"{{% for c in {NUMBERS} if c < 0 %}}{{% endfor %}}{{% endfor %}}{{% endfor %}}",
    ],
    "filters in a loop": [
        "{% set long %}{% for a in range(2000) %}many words {% endfor %}{% endset %}",
        f"{{% for a in {NUMBERS} %}}{{% if long|upper|lower == 'x' %}}{{% endif %}}{{% endfor %}}",
    ],
    "tables in tables": ["{% set a = {1: 1} %}", *["{% set a = {1: a, 2: a, 3: a, 4: a} %}"] * 20, "{{ a }}"],
    "lists that are compared": [
        "{% set a = [1] %}{% set b = [1] %}",
        *["{% set a = [a, a, a] %}{% set b = (b, b, b) %}"] * 20,
        "{{ a == b }}",
    ],
    "what a macro is handed": [
        "{% macro m(n) %}{{ m(n - 1, varargs, varargs) if n else varargs }}{% endmacro %}",
        "{{ m(60, 1) }}",
    ],
    "blocks of filters": [
        f"{{% set all %}}{{% for a in {NUMBERS} %}}{{% filter upper %}}{'grow ' * 4000}",
        "{% endfilter %}{% endfor %}{% endset %}",
    ],
}


def filled(folder: Path, template: str) -> str:
    (folder / "templates").mkdir(exist_ok=True)
    (folder / "templates" / "it.md.j2").write_text(template, encoding="utf8")
    if not (folder / "cards").exists():
        start_game(folder, "my-game")
    workspace = Workspace(folder)
    templates = Templates(workspace, load_catalog(workspace, "en", "my-game"), workspace.game("my-game"))
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(templates.fill, "it.md.j2", {}).result()


@pytest.mark.slow
@pytest.mark.parametrize("case", ATTACKS)
def test_a_template_that_grows_without_end_is_refused_by_line(tmp_path: Path, case: str) -> None:
    with pytest.raises(BadFile) as refused:
        filled(tmp_path, "\n".join(ATTACKS[case]))
    (complaint,) = refused.value.complaints
    assert complaint.message.text.one == "here the template produces more than any book needs"
    assert complaint.place
    assert complaint.place.path.name == "it.md.j2"
    assert complaint.place.line


def test_templates_that_would_take_long_to_compile_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile) as refused:
        filled(tmp_path, "{% set a = 1 %}" * 40_000)
    (complaint,) = refused.value.complaints
    assert complaint.message.text.one == "the templates have more than {most} characters"


def test_a_text_is_not_made_before_it_is_refused(tmp_path: Path) -> None:
    tracemalloc.start()
    try:
        with pytest.raises(BadFile):
            filled(tmp_path, "\n".join(ATTACKS["texts set into each other"]))
        assert tracemalloc.get_traced_memory()[1] < MEMORY
    finally:
        tracemalloc.stop()


def test_a_macro_that_calls_itself_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadFile):
        filled(tmp_path, "{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}")


def test_a_long_book_is_filled(tmp_path: Path) -> None:
    line = "A sentence about what happens on this turn, with [a link](#there) and **bold** words. "
    template = f"{{% for a in range(400) %}}{{% for b in range(20) %}}{line * 3}{{% endfor %}}\n{{% endfor %}}"
    assert len(filled(tmp_path, template)) > 2_000_000

"""The options of printing: each is declared once, and all that lists them lists all of them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, get_args

import pytest

import pnp
from conftest import REPO, Run
from pnp.api.options import Printing, print_options
from pnp.base.errors import BadRequest, Complaint
from pnp.cli.options import PRINT_FLAGS, of_flags
from pnp.cli.printing import COMMANDS
from pnp.data.edition import Choices, choose
from pnp.data.values import out_of_range
from pnp.data.workspace import Workspace
from pnp.faces.job import Job
from pnp.faces.options import declared
from pnp.kit.artefacts import ARTEFACTS, KIT, KIT_TAKES, Artefact

WORKSPACE = Workspace(REPO)
EDITION = choose(WORKSPACE.game("alchemicus"), Choices())
OPTIONS = tuple(declared())
WORDS = [name for name, option in declared().items() if option.allowed.example]


def test_each_option_has_a_keyword_and_a_flag_of_its_type() -> None:
    kinds = {name: option.kind for name, option in declared().items()}
    flags = {name: get_args(flag.annotation)[0] for name, flag in PRINT_FLAGS.items()}
    assert flags == {name: list[str] if kind == Collection[str] else kind for name, kind in kinds.items()}
    assert set(Printing.__annotations__) == set(kinds), "that their types agree, mypy holds"


def test_each_option_is_told_on_the_page_for_programs() -> None:
    page = (REPO / "docs/reference/python.md").read_text(encoding="utf8")
    assert [name for name in OPTIONS if f"`{name}`" not in page] == []


def test_each_option_is_taken_and_each_command_makes_something() -> None:
    assert {name for artefact in ARTEFACTS.values() for name in artefact.takes} | set(KIT_TAKES) == set(OPTIONS)
    assert {command.name for command in COMMANDS} <= {*ARTEFACTS, KIT}


def test_an_artefact_takes_only_what_there_is() -> None:
    with pytest.raises(AssertionError, match=r"the artefact 'poster' takes \['mirror'\]: no field of PrintOptions"):
        Artefact("poster", ARTEFACTS["cards"].title, takes=("paper", "mirror"))


@pytest.mark.parametrize("name", WORDS)
def test_the_example_of_an_option_can_be_asked_for(name: str) -> None:
    example = declared()[name].allowed.example
    given: Any = {name: [example] if name == "decks" else example}
    taking = next(one.key for one in ARTEFACTS.values() if name in one.takes)
    job = Job.of(WORKSPACE, EDITION, "en", print_options(given, taking))
    assert getattr(job.settings.asked, name) in (example, (example,))
    assert job.ink


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["cards", "--gap", "-1"], "“--gap”: expected a number from 0 to 50, found −1"),
        (["cards", "--ink", "x"], "--ink: there is no “x”"),
        (["rulebook", "--layout", "x"], "--layout: there is no “x”"),
        (["rulebook", "--format", "epub"], "--format: there is no “epub”"),
    ],
)
def test_a_command_line_is_told_its_flags(run: Run, words: list[str], said: str) -> None:
    command, *flags = words
    result = run(command, "alchemicus", "--lang", "en", *flags)
    assert result.code == 2
    assert said in result.err


def test_what_is_only_called_like_an_option_is_no_flag() -> None:
    assert str(of_flags(Complaint(out_of_range("gap", 5, 0, 1)))).startswith("“gap”: expected")


def test_remedies_name_flags_to_whoever_types_and_keywords_to_programs(run: Run) -> None:
    typed = run("cards", "alchemicus", "--lang", "en", "--paper", "50x80")
    assert "choose larger paper with --paper, or smaller cards with --card" in typed.err
    with pytest.raises(BadRequest, match="choose larger paper with paper, or smaller cards with card"):
        pnp.open("alchemicus").edition().cards("en", paper="50x80")

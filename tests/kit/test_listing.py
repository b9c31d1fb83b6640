"""kit.json: what its schema says, and what a kit says of itself to programs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from conftest import REPO, Run
from pnp.data.edition import Choices, choose
from pnp.data.workspace import Workspace
from pnp.faces.job import Job
from pnp.faces.options import PrintOptions
from pnp.kit.kit import Kit, make_kit

pytestmark = pytest.mark.slow

SCHEMA = json.loads((REPO / "docs/schemas/kit.schema.json").read_text(encoding="utf8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
SPACE = Workspace(REPO)
SETTINGS = (
    ("alchemicus", "pl", Choices(), PrintOptions()),
    (
        "alchemicus",
        "de",
        Choices("en", ("noctis",), "", ("card-bank",), {"price.gloria": "4", "move.free": "1,2"}),
        PrintOptions(paper="letter", ink="low", layout="fronts"),
    ),
    ("alchemicus", "en", Choices(variant="race"), PrintOptions(paper="100x130", layout="single")),
    ("chemicy-magicy", "it", Choices(), PrintOptions(ink="bw", binding="booklet")),
)


def kit_of(game: str, language: str, choices: Choices, options: PrintOptions) -> Kit:
    return make_kit(Job.of(SPACE, choose(SPACE.game(game), choices), language, options))


@pytest.fixture(scope="module")
def listing() -> dict[str, Any]:
    return kit_of(*SETTINGS[1]).listing.to_json()


def described(schema: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Each property in the schema, also those within others."""
    for one in schema.get("properties", {}).values():
        yield from (one, *described(one), *described(one.get("items", {})))
        yield from described(one.get("additionalProperties") or {})


def test_the_schema_describes_every_property() -> None:
    VALIDATOR.check_schema(SCHEMA)
    assert [one for one in described(SCHEMA) if not one.get("description")] == []


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda one: f"{one[0]}-{one[1]}")
def test_a_kit_lists_what_it_holds(settings: tuple[str, str, Choices, PrintOptions]) -> None:
    kit = kit_of(*settings)
    files = kit.files()
    found = json.loads(files["kit.json"])
    VALIDATOR.validate(found)
    assert (next(iter(found)), found["format"], found["game"], found["language"]) == ("format", 1, *settings[:2])
    assert [one["file"] for one in found["artefacts"]] == [*kit.documents] == [*files][:-1]
    assert [one["pages"] for one in found["artefacts"]] == [one.pages for one in kit.documents.values()]
    assert files == {name: one.data for name, one in kit.documents.items()} | {"kit.json": files["kit.json"]}


def test_what_was_set_is_listed(listing: dict[str, Any]) -> None:
    assert listing["choices"] == {"with": ["noctis"], "variant": [], "option": ["card-bank"]}
    assert listing["set"].keys() == {"price.gloria", "move.free"}
    assert (listing["edition"], listing["ink"], listing["paper"]) == ("en", "low", [215.9, 279.4])


WRONG: dict[str, dict[str, Any]] = {
    "another format": {"format": 2},
    "a key that there is not": {"colour": "red"},
    "no list of files": {"artefacts": {}},
    "no file": {"artefacts": []},
    "paper of one side": {"paper": [210]},
    "no day": {"updated": "yesterday"},
    "a choice that there is not": {"choices": {"with": [], "variant": [], "option": [], "edition": []}},
}


@pytest.mark.parametrize("wrong", WRONG)
def test_a_wrong_listing_is_refused(listing: dict[str, Any], wrong: str) -> None:
    assert not VALIDATOR.is_valid(listing | WRONG[wrong])


@pytest.mark.parametrize("key", ["format", "game", "artefacts", "pnp"])
def test_a_listing_that_lacks_something_is_refused(listing: dict[str, Any], key: str) -> None:
    assert not VALIDATOR.is_valid({name: one for name, one in listing.items() if name != key})


@pytest.mark.parametrize(
    ("key", "wrong"),
    [("pages", "12"), ("file", "../cards.pdf"), ("pieces", {"base": 1.5}), ("rules", {"A1": "5.1"}), ("size", 3)],
)
def test_a_wrong_file_is_refused(listing: dict[str, Any], key: str, wrong: object) -> None:
    changed = deepcopy(listing)
    changed["artefacts"][1][key] = wrong
    assert not VALIDATOR.is_valid(changed)


def test_a_kit_and_its_documents_say_shortly_what_they_are() -> None:
    kit = kit_of("chemicy-magicy", "en", Choices(), PrintOptions(paper="100x130"))
    assert repr(kit) == f"<Kit of chemicy-magicy in en: {len(kit.documents)} files, {len(kit.problems)} problems>"
    assert max(len(repr(one)) for one in kit.documents.values()) < 100
    assert kit.problems
    assert len(kit.problems) == sum(len(one.problems) for one in kit.documents.values())


def test_a_kit_clears_away_what_artefacts_were_called_before(run: Run, sample: Path) -> None:
    folder = sample.parents[1] / "output/my-game/en"
    folder.mkdir(parents=True)
    for name in ("sheet.pdf", "notes.pdf"):
        (folder / name).write_text("old", encoding="utf8")
    listed = [{"file": "sheet.pdf"}, {"file": "notes.pdf"}]
    (folder / "kit.json").write_text(json.dumps({"artefacts": listed}), encoding="utf8")
    assert run("kit", "my-game", "--lang", "en").code == 0
    left = {path.name for path in folder.iterdir()}
    assert ("sheet.pdf" in left, "notes.pdf" in left) == (False, True)


def test_the_score_sheet_has_its_former_command_too(run: Run, tmp_path: Path) -> None:
    made = [run(name, "alchemicus", "--lang", "en", "--out", tmp_path / name) for name in ("sheet", "scoresheet")]
    first, second = (Path(one.out.strip()) for one in made)
    assert (first.name, first.read_bytes()) == ("scoresheet.pdf", second.read_bytes())

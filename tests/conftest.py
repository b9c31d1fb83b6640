"""What the tests share: the project's own workspace, a small one to break, and the command line."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import settings

from pnp.authoring.sample import start_game
from pnp.base.cache import forget
from pnp.cli.main import run as run_in_process
from pnp.data.workspace import Workspace
from pnp.log.library import Library

settings.register_profile("pnp", deadline=None, derandomize=True, database=None)  # no clock, and the same every time
settings.load_profile("pnp")

REPO = Path(__file__).resolve().parents[1]
LANGUAGES = ("de", "en", "it", "pl")  # in which the tests know what to expect; there may be others
GAMES = ("alchemicus", "chemicy-magicy")  # likewise
LIBRARY = Library(Workspace(REPO))


@dataclass(frozen=True)
class Result:
    code: int
    out: str
    err: str


Run = Callable[..., Result]


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--refresh", action="store_true", help="write expected results anew instead of comparing")


Golden = Callable[[Path, str], None]


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Compares a text with the file that holds what is expected; `pytest --refresh` writes the file anew."""

    def compare(path: Path, text: str) -> None:
        if request.config.getoption("--refresh"):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf8")
        assert path.read_text(encoding="utf8") == text

    return compare


@pytest.fixture(scope="session", autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> None:
    """What tests make is not kept for the user's own commands; some games were read while the tests were found."""
    os.environ["XDG_CACHE_HOME"] = str(tmp_path_factory.getbasetemp() / "cache")
    forget()


@pytest.fixture(autouse=True)
def _quiet_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """A terminal of known width without colours or language, and a cache that is not the user's."""
    settings = {"LANG": "C", "LC_ALL": "", "LC_MESSAGES": "", "LANGUAGE": "", "NO_COLOR": "1", "COLUMNS": "110"}
    for name, value in settings.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.getbasetemp() / "cache"))


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Run:
    """`pnp` in this process: exit code, standard output, standard error."""

    def call(*arguments: object) -> Result:
        code = run_in_process([str(argument) for argument in arguments])
        return Result(code, *capfd.readouterr())

    return call


def run_alone(*arguments: object, **environment: str) -> Result:
    """`pnp` in a process of its own, as a shell starts it."""
    done = subprocess.run(
        [sys.executable, "-m", "pnp", *map(str, arguments)],
        cwd=REPO,
        env=os.environ | environment,
        capture_output=True,
        encoding="utf8",
        check=False,
    )
    return Result(done.returncode, done.stdout, done.stderr)


@pytest.fixture(scope="session")
def project() -> Workspace:
    return Workspace(REPO)


@pytest.fixture
def sample(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of a small game in a workspace of its own, which is the current folder."""
    folder = start_game(tmp_path, "my-game")
    monkeypatch.chdir(tmp_path)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def copied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the project's own workspace to break, which is the current folder."""
    for name in (*(f"cards/{game}" for game in GAMES), *(f"locales/{one}" for one in LANGUAGES), "templates"):
        shutil.copytree(REPO / name, tmp_path / name)
    for catalog in tmp_path.glob("locales/*/*/*.po"):
        if catalog.stem not in (*GAMES, "pnp"):
            catalog.unlink()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def edit(path: Path, old: str, new: str) -> int:
    """Replaces a text that must be there, and returns its line."""
    text = path.read_text(encoding="utf8")
    assert text.count(old) >= 1, f"{path.name} has no {old!r}"
    path.write_text(text.replace(old, new, 1), encoding="utf8")
    return text[: text.index(old)].count("\n") + 1


def write_layout(game: Path, parts: str, decks: str = '[decks.main]\nsize = "tcg"\nfront = "front"\n') -> None:
    """Gives the sample game a layout."""
    (game / "layout.toml").write_text(f"{parts}\n{decks}", encoding="utf8")

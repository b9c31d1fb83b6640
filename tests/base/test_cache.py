"""The cache: nobody else's, never in the way, and never older than what it was made of."""

from __future__ import annotations

import ast
import os
import pickle
import shutil
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pytest

from conftest import GAMES, REPO, Run, edit, run_alone
from pnp.base import cache
from pnp.base.cache import cache_folder, contents_of, forget, program, remembered
from pnp.data.workspace import Workspace
from pnp.draw.typeset import hyphenator_of

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="owners and modes as other systems have them")

STRANGER = 54_321
KINDS = {"game", "layout", "boards", "catalog", "code", "drawing", "cldr"}
DRAWING = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10"><path fill="#{}" d="M 1 1 L 9 1 L 9 9 Z"/></svg>'
)


@pytest.fixture
def empty(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's cache in which nothing has been kept yet."""
    forget()  # what other tests have at hand
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user"))
    return tmp_path / "user" / "pnp-kit"


def keep() -> Path:
    """Something is made and kept; the file in which it lies."""
    assert remembered("thing", "source", lambda: "data") == "data"
    forget()
    folder = cache_folder()
    assert folder
    (path,) = folder.glob("thing-*")
    return path


def kept() -> bool:
    """Whether the next command finds it."""
    found = remembered("thing", "source", lambda: "made again")
    forget()
    return found == "data"


class Planted:
    """What a pickle can do to whoever trusts it."""

    def __init__(self, trace: Path) -> None:
        self.trace = trace

    def __reduce__(self) -> tuple[object, ...]:
        return os.mkdir, (str(self.trace),)


# ---- whose it is ----


def test_the_folder_is_closed_to_others(empty: Path) -> None:
    path = keep()
    assert stat.S_IMODE(empty.stat().st_mode) == 0o700
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    empty.chmod(0o777)
    assert kept()
    assert stat.S_IMODE(empty.stat().st_mode) == 0o700


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only the system's own user can give files away")
@pytest.mark.parametrize("whose", ["the folder", "the folder above", "the file"])
def test_what_somebody_else_owns_is_not_used(empty: Path, whose: str) -> None:
    path = keep()
    os.chown({"the folder": empty, "the folder above": empty.parent, "the file": path}[whose], STRANGER, -1)
    assert not kept()


@pytest.mark.parametrize("how", ["open to others", "a link", "a folder"])
def test_what_somebody_else_could_have_written_is_not_used(empty: Path, how: str) -> None:
    path = keep()
    if how == "open to others":
        path.chmod(0o666)
    else:
        path.rename(empty / "elsewhere")
        path.symlink_to("elsewhere") if how == "a link" else path.mkdir()
    assert not kept()


def test_a_folder_that_is_a_link_is_no_cache(empty: Path, tmp_path: Path) -> None:
    (tmp_path / "planted").mkdir()
    empty.parent.mkdir()
    empty.symlink_to(tmp_path / "planted")
    assert cache_folder() is None


def test_a_relative_place_is_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", "here")
    assert run("games", "alchemicus", "--lang", "pl").code == 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("home", [None, "", "relative"])
def test_nobody_needs_a_home(home: str | None, tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    import pwd

    def unknown(_: int) -> None:
        raise KeyError("uid not found")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(pwd, "getpwuid", unknown)
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.delenv("HOME") if home is None else monkeypatch.setenv("HOME", home)
    result = run("games", "alchemicus", "--lang", "de")
    assert (result.code, result.err) == (0, "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("how", ["owned by another", "open to others", "a link"])
def test_code_is_read_from_a_file_of_the_users_own(empty: Path, how: str) -> None:
    """Python runs it: whoever could write it could run anything."""
    remembered("code", "source", lambda: b"made")
    forget()
    (path,) = empty.glob("code-*")
    if how == "owned by another":
        if os.geteuid() != 0:
            pytest.skip("only the system's own user can give files away")
        os.chown(path, STRANGER, -1)
    elif how == "open to others":
        path.chmod(0o620)
    else:
        path.rename(empty / "elsewhere")
        path.symlink_to("elsewhere")
    assert remembered("code", "source", lambda: b"made again") == b"made again"


# ---- what is in it ----


def printed(out: Path, language: str) -> bytes:
    """The aids and the board of a game, made in processes of their own, which know nothing but what was kept."""
    for command in ("aids", "board"):
        result = run_alone(command, "alchemicus", "--lang", language, "--out", out)
        assert (result.code, result.err) == (0, "")
    return b"".join(file.read_bytes() for file in sorted((out / "alchemicus" / language).iterdir()))


@pytest.mark.slow
def test_a_planted_pickle_does_nothing(empty: Path, tmp_path: Path) -> None:
    first = printed(tmp_path / "out", "de")
    files = [file for file in empty.iterdir() if "-" in file.name]
    assert {file.name.rpartition("-")[0] for file in files} >= KINDS
    for file in files:
        file.write_bytes(pickle.dumps(Planted(tmp_path / "trace")))
    assert printed(tmp_path / "out", "de") == first
    assert not (tmp_path / "trace").exists()


@pytest.mark.parametrize(
    "name", ["os.system", "builtins.eval", "pnp.data.model.say", "pnp.base.errors.Path", "pnp.base.save.locked"]
)
def test_what_is_kept_names_nothing_but_nouns(empty: Path, name: str) -> None:  # noqa: ARG001
    module, _, attribute = name.rpartition(".")
    keep().write_bytes(f"c{module}\n{attribute}\n.".encode())
    assert not kept()


def test_a_thing_is_not_taken_for_another(empty: Path) -> None:  # noqa: ARG001
    path = keep()
    assert remembered("thing", "other source", lambda: "other") == "other"
    forget()
    (other,) = (file for file in path.parent.glob("thing-*") if file != path)
    path.write_bytes(other.read_bytes())
    assert not kept()


@pytest.mark.slow
@pytest.mark.parametrize("garbage", [b"garbage", b"(\x02\x00\x00\x00NN"])
def test_damage_does_not_matter(empty: Path, garbage: bytes, tmp_path: Path) -> None:
    first = printed(tmp_path / "out", "pl")
    files = [file for file in empty.iterdir() if "-" in file.name]
    assert {file.name.rpartition("-")[0] for file in files} >= KINDS
    for file in files:
        file.write_bytes(garbage)
    assert printed(tmp_path / "out", "pl") == first


def test_a_full_disk_does_not_matter(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    assert remembered("thing", "source", lambda: "made") == "made"
    forget()
    assert list(empty.glob("thing-*")) == []
    assert not kept()


def test_what_cannot_be_kept_is_made_anew(empty: Path) -> None:
    found = remembered("thing", "source", lambda: {"made": lambda: 7})
    assert found["made"]() == 7
    forget()
    assert list(empty.glob("thing-*")) == []


# ---- how old it is ----


def test_neither_size_nor_time_hides_a_change(tmp_path: Path) -> None:
    file = tmp_path / "data.toml"
    file.write_text("a = 1")
    times = file.stat().st_atime_ns, file.stat().st_mtime_ns
    before = contents_of([file])
    file.write_text("a = 2")
    os.utime(file, ns=times)
    assert contents_of([file]) != before


def test_a_drawing_of_the_same_size_and_time_is_printed_anew(sample: Path, run: Run) -> None:
    art = sample / "art/gem.svg"
    art.parent.mkdir()
    art.write_text(DRAWING.format("aa0000"))
    edit(
        sample / "layout.toml",
        "[parts.front]\n",
        '[parts.front]\ngem = { x = 20, y = 40, w = 9, h = 9, art = "gem" }\n',
    )
    text = (sample / "layout.toml").read_text(encoding="utf8")
    head, rest = text.split('extends = "plain_front"\n', 1)
    gem = 'gem = { x = 20, y = 40, w = 9, h = 9, art = "gem" }\n'
    (sample / "layout.toml").write_text(
        head.replace(gem, "") + f'extends = "plain_front"\n{gem}' + rest, encoding="utf8"
    )
    cards = Path("output/my-game/en/cards.pdf")
    assert run("cards", "my-game").code == 0
    red, times = cards.read_bytes(), (art.stat().st_atime_ns, art.stat().st_mtime_ns)
    art.write_text(DRAWING.format("00aa00"))
    os.utime(art, ns=times)
    assert run("cards", "my-game").code == 0
    green = cards.read_bytes()
    art.write_text(DRAWING.format("aa0000"))
    os.utime(art, ns=times)
    assert run("cards", "my-game").code == 0
    assert (green != red, cards.read_bytes() == red) == (True, True)


@pytest.mark.slow
@pytest.mark.parametrize("module", ["base/text.py", "base/errors.py", "data/values.py", "data/load/decks.py"])
def test_another_program_does_not_read_what_this_one_kept(tmp_path: Path, module: str) -> None:
    package = tmp_path / "pnp"
    shutil.copytree(REPO / "pnp", package, ignore=shutil.ignore_patterns("__pycache__"))
    asked = [sys.executable, "-c", "from pnp.base.cache import program; print(program())"]

    def state() -> str:
        return subprocess.run(asked, cwd=tmp_path, capture_output=True, encoding="utf8", check=True).stdout

    before = state()
    assert state() == before
    file = package / module
    times, size = file.stat(), len(file.read_bytes())
    file.write_bytes(file.read_bytes().replace(b"import annotations", b"import annotationS", 1))
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert len(file.read_bytes()) == size
    text = file.read_bytes()
    file.write_bytes(text.replace(b"import annotationS", b"import annotations", 1))
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert state() != before, "it was written meanwhile"


@pytest.fixture
def install(empty: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str, str], None]]:  # noqa: ARG001
    """Puts a version of a library in the place of another, as the next command finds it."""
    installed = tmp_path / "__init__.py"

    def put(library: str, version: str) -> None:
        installed.unlink(missing_ok=True)
        installed.write_text(f'__version__ = "{version}"\n')
        place = SimpleNamespace(origin=str(installed))
        monkeypatch.setattr(cache, "find_spec", lambda name: place if name == library else find_spec(name))
        program.cache_clear()

    yield put
    program.cache_clear()


@pytest.mark.parametrize("library", cache._LIBRARIES)  # noqa: SLF001
def test_what_another_version_of_a_library_has_made_is_not_used(
    install: Callable[[str, str], None], library: str
) -> None:
    install(library, "1.2")
    keep()
    assert kept()
    install(library, "1.3")
    assert not kept()


def test_every_library_whose_results_are_kept_is_asked_for_its_version() -> None:
    used: set[str] = set()
    for module in (REPO / "pnp").rglob("*.py"):
        tree = ast.parse(module.read_text(encoding="utf8"))
        called = {
            node.func.id for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        }
        if "remembered" in called:
            for node in ast.walk(tree):
                names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
                names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                used |= {name.partition(".")[0] for name in names}
    photos = {"PIL"}  # of which nothing is kept
    assert used - {*sys.stdlib_module_names, "pnp"} - photos == set(cache._LIBRARIES)  # noqa: SLF001


def test_a_second_command_reads_what_the_first_has_kept(empty: Path) -> None:
    assert remembered("kind", "source", lambda: (1, "two")) == (1, "two")
    assert list(empty.iterdir()) == [], "nothing is written before the command ends"
    forget()
    assert remembered("kind", "source", lambda: None) == (1, "two")
    assert remembered("kind", "another", lambda: "third") == "third"
    assert remembered("another", "source", lambda: "fourth") == "fourth"
    assert remembered("kind", None, lambda: "fifth") == "fifth"


def test_very_much_is_not_held_back(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_WAITING", 100)
    for number in range(5):
        remembered("thing", str(number), lambda: "x" * 60)
    assert len(list(empty.glob("thing-*"))) >= 4


# ---- how it stays small ----


def aged(path: Path, seconds: float) -> None:
    when = path.stat().st_mtime - seconds
    os.utime(path, (when, when))


def sweep(folder: Path) -> None:
    """As the end of a command does that has made something new, an hour after the last one."""
    (folder / "swept").unlink(missing_ok=True)
    remembered("new", str(len(list(folder.iterdir()))), lambda: "new")
    forget()


def test_what_nobody_uses_is_swept_out(empty: Path) -> None:
    path = keep()
    (empty / "shelves").mkdir()
    earlier = empty / "shelves/pnp.code"
    earlier.write_bytes(b"of an earlier version")
    for file in (path, earlier):
        aged(file, cache.UNUSED - cache.HOUR)
    sweep(empty)
    assert (path.exists(), earlier.exists()) == (True, True)
    for file in (path, earlier):
        aged(file, 2 * cache.HOUR)
    sweep(empty)
    assert (path.exists(), earlier.exists()) == (False, False)


def test_what_is_used_stays(empty: Path) -> None:
    path = keep()
    aged(path, cache.UNUSED + cache.DAY)
    assert kept(), "it is marked as used"
    sweep(empty)
    assert path.exists()


def test_of_too_much_the_least_used_goes(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(10):
        remembered("thing", str(number), lambda: "x" * 1000)
    forget()
    files = sorted(empty.glob("thing-*"))
    for number, file in enumerate(files):
        aged(file, 10 + 60 * number)
    monkeypatch.setattr(cache, "MOST_BYTES", 5_500)
    sweep(empty)
    assert [file.exists() for file in files] == [True] * 5 + [False] * 5


def test_it_is_not_swept_at_every_end(empty: Path) -> None:  # noqa: ARG001
    path = keep()
    aged(path, 2 * cache.UNUSED)
    remembered("new", "one", lambda: "new")
    forget()
    assert path.exists()


def test_a_killed_run_leaves_nothing_for_ever(empty: Path) -> None:
    keep()
    half = empty / "0123.unfinished"
    half.write_bytes(b"half")
    sweep(empty)
    assert half.exists(), "its run may still go on"
    aged(half, 2 * cache.HOUR)
    sweep(empty)
    assert not half.exists()


def test_a_cache_that_cannot_be_written_is_no_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    result = run("games", "alchemicus", "--lang", "de")
    assert (result.code, result.err) == (0, "")


# ---- what is kept ----


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_read_once(empty: Path, monkeypatch: pytest.MonkeyPatch, game: str) -> None:  # noqa: ARG001
    workspace = Workspace(REPO)
    first, layout, boards = workspace.game(game), workspace.layout(game), workspace.boards(game)
    forget()
    for loader in ("pnp.data.load.load_game", "pnp.data.load.layout.load_layout", "pnp.data.load.board.load_boards"):
        monkeypatch.setattr(loader, lambda *_, **__: pytest.fail("it was read again"))
    again = workspace.game(game)
    assert (again.key, len(again.entries), again.title) == (first.key, len(first.entries), first.title)
    assert workspace.layout(game).parts.keys() == layout.parts.keys()
    assert workspace.boards(game).keys() == boards.keys()


def test_hyphenation_is_read_once(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001
    first = hyphenator_of.__wrapped__("pl")
    forget()
    monkeypatch.setattr("pyphen.HyphDict.__init__", lambda *_: pytest.fail("it was read again"))
    again = hyphenator_of.__wrapped__("pl")
    assert first
    assert again
    assert again.inserted("alchemiczny") == first.inserted("alchemiczny") == "al-che-micz-ny"


def test_a_command_in_a_process_of_its_own_fills_it(empty: Path) -> None:
    assert run_alone("games", "alchemicus", "--lang", "pl").code == 0
    assert {file.name.partition("-")[0] for file in empty.iterdir()} >= {"game", "catalog"}


# ---- small things ----


def test_small_things_lie_together_and_are_as_safe(empty: Path) -> None:
    """Hundreds of them would take longer to open than to make."""
    for number in range(50):
        remembered("code", str(number), lambda: "made")
    forget()
    (path,) = empty.glob("code-*")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [remembered("code", str(number), lambda: "again") for number in (0, 49)] == ["made", "made"]
    remembered("code", "fifty", lambda: "later")
    forget()
    assert list(empty.glob("code-*")) == [path]
    assert [remembered("code", one, lambda: "again") for one in ("7", "fifty")] == ["made", "later"]
    forget()
    path.chmod(0o666)
    assert remembered("code", "7", lambda: "again") == "again"


@pytest.mark.parametrize("damage", [b"", b"nonsense", pickle.dumps(["no dictionary"]), pickle.dumps({"code-7": 7})])
def test_small_things_in_a_damaged_file_are_made_anew(empty: Path, damage: bytes) -> None:
    remembered("code", "source", lambda: "made")
    forget()
    (path,) = empty.glob("code-*")
    path.write_bytes(damage)
    assert remembered("code", "source", lambda: "again") == "again"
    forget()
    assert remembered("code", "source", lambda: None) == "again"


def test_of_too_many_small_things_those_at_hand_stay(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(10):
        remembered("code", str(number), lambda: "x" * 1000)
    forget()
    (path,) = empty.glob("code-*")
    monkeypatch.setattr(cache, "MOST_UNASKED", 5_000)
    remembered("code", "new", lambda: "x" * 1000)
    forget()
    assert path.stat().st_size < 3_000
    assert remembered("code", "new", lambda: None) == "x" * 1000


def test_of_far_too_many_small_things_some_stay(empty: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_UNASKED", 3_000)
    monkeypatch.setattr(cache, "MOST_TOGETHER", 5_000)
    for number in range(100):
        remembered("code", str(number), lambda: "x" * 1000)
    forget()
    (path,) = empty.glob("code-*")
    assert 3_000 < path.stat().st_size < 6_000

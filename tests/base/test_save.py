"""Writing: never through a link that leads out, and whole however a run ends."""

from __future__ import annotations

import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from conftest import REPO, Run
from pnp.base.errors import BadFile
from pnp.base.save import UNFINISHED, Folder, write_atomically, write_folders

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="links and kills as other systems have them")

OUT = "points outside the folder"
CURE = "remove the link, or write to another place"


def linked(path: Path, to: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(to)


@pytest.fixture
def outside(sample: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:  # noqa: ARG001  beside the workspace
    return tmp_path_factory.mktemp("home")


def refused(run: Run, link: str, *arguments: object) -> None:
    result = run(*arguments)
    assert result.code == 2
    assert f"{link}: this link {OUT}" in result.err
    assert CURE in result.err


@pytest.mark.parametrize("command", ["cards", "kit"])
@pytest.mark.parametrize("link", ["output/my-game/en/cards.pdf", "output/my-game/en", "output/my-game", "output"])
def test_a_kit_is_not_written_over_a_thesis(sample: Path, outside: Path, run: Run, command: str, link: str) -> None:
    rest = Path("output/my-game/en/cards.pdf").relative_to(link)
    thesis = outside / "thesis.odt" if rest == Path() else outside / rest
    thesis.parent.mkdir(parents=True, exist_ok=True)
    thesis.write_text("my thesis", encoding="utf8")
    linked(sample.parents[1] / link, thesis if rest == Path() else outside)
    before = sorted(outside.rglob("*"))
    refused(run, link, command, "my-game", "--lang", "en")
    assert thesis.read_text(encoding="utf8") == "my thesis"
    assert sorted(outside.rglob("*")) == before


@pytest.mark.parametrize("link", ["locales/fr/LC_MESSAGES/my-game.po", "locales/fr/LC_MESSAGES"])
def test_no_catalog_becomes_a_login_script(sample: Path, outside: Path, run: Run, link: str) -> None:
    linked(sample.parents[1] / link, outside / ".bash_profile" if link.endswith(".po") else outside)
    (sample.parents[1] / "locales/de/LC_MESSAGES").mkdir(parents=True)
    refused(run, link, "messages")
    assert not [*outside.iterdir()]
    assert not [*(sample.parents[1] / "locales/de/LC_MESSAGES").iterdir()], "the refusal comes before any write"


def test_a_new_game_is_not_written_elsewhere(outside: Path, run: Run, tmp_path: Path) -> None:
    linked(tmp_path / "strange/cards", outside / "mine")
    refused(run, "strange/cards", "new", "other", "--workspace", tmp_path / "strange")
    assert not [*outside.iterdir()]


def test_a_place_that_is_named_may_be_a_link_but_hold_none_that_leads_out(
    sample: Path,  # noqa: ARG001
    outside: Path,
    run: Run,
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    named = tmp_path_factory.mktemp("named")
    linked(named / "out", outside)
    assert run("cards", "my-game", "--lang", "en", "--out", named / "out").code == 0
    assert (outside / "my-game/en/cards.pdf").is_file()
    shutil.rmtree(outside / "my-game/en")
    linked(outside / "my-game/en", named)
    result = run("cards", "my-game", "--lang", "en", "--out", named / "out")
    assert (result.code, OUT in result.err) == (2, True)
    assert [path.name for path in named.iterdir()] == ["out"]


def test_a_converted_log_does_not_leave_the_workspace(sample: Path, outside: Path, run: Run) -> None:
    log = next((REPO / "tests/logs/alchemicus").rglob("legal.log"))
    linked(sample.parents[1] / "out.json", outside / "new.json")
    refused(run, "out.json", "referee", "convert", log, "-o", "out.json")
    linked(sample.parents[1] / f"{log.stem}.pdf", outside / "new.pdf")
    refused(run, f"{log.stem}.pdf", "referee", "report", log)
    linked(sample.parents[1] / "mine.log", outside / "mine.log")
    refused(run, "mine.log", "referee", "record", "alchemicus", "mine.log", "--players", "Ala, Bartek")
    assert not [*outside.iterdir()]


# ---- killed ----

OLD = {"cards.pdf": b"old", "kit.json": b"old", "pawns.pdf": b"old"}
NEW = {"cards.pdf": b"new", "kit.json": b"new", "board.pdf": b"new"}


def killed(at: int, work: Callable[[], None]) -> bool:
    """Whether work that is killed at its nth call of the system did not come to its end."""
    child = os.fork()
    if child == 0:
        left = at

        def count(event: str, _: tuple[object, ...]) -> None:
            nonlocal left
            if event.partition(".")[0] in ("os", "open", "shutil", "ctypes", "fcntl", "tempfile"):
                left -= 1
                if left == -1:
                    os.kill(os.getpid(), signal.SIGKILL)

        sys.addaudithook(count)
        try:
            work()
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def held(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.slow
@pytest.mark.parametrize("exchanging", [True, False])
def test_a_killed_kit_is_the_old_one_or_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, exchanging: bool
) -> None:
    if not exchanging:  # a system that cannot let folders change places
        monkeypatch.setattr(sys, "platform", "other")
    own = {"notes.txt": b"mine", "photos/one.png": b"mine"}
    kit = tmp_path / "out/de"
    new, new_one = Folder(kit, NEW, frozenset({"pawns.pdf"})), NEW | own
    seen = set()
    at = 0
    while True:
        shutil.rmtree(tmp_path / "out", ignore_errors=True)
        for name, data in (OLD | own).items():
            (kit / name).parent.mkdir(parents=True, exist_ok=True)
            (kit / name).write_bytes(data)
        unfinished = killed(at, lambda: write_folders([new], tmp_path))
        if exchanging or kit.exists():
            found = held(kit)
            assert found in (OLD | own, new_one), at
            seen.add(found["kit.json"])
        write_folders([new], tmp_path)
        assert held(tmp_path / "out") == {f"de/{name}": data for name, data in new_one.items()}
        if not unfinished:
            break
        at += 1
    assert at > 20
    assert seen == {b"old", b"new"}
    assert not [*tmp_path.rglob(f"{UNFINISHED}*")]


@pytest.mark.slow
def test_a_killed_write_leaves_nothing_for_ever(tmp_path: Path) -> None:
    path, at = tmp_path / "de.po", 0
    path.write_bytes(b"old")
    while killed(at, lambda: write_atomically(path, b"new", tmp_path)):
        assert path.read_bytes() in (b"old", b"new")
        at += 1
    write_atomically(path, b"last", tmp_path)
    assert held(tmp_path) == {"de.po": b"last"}


def test_what_a_running_program_makes_ready_is_not_swept_away(tmp_path: Path) -> None:
    ready, go = os.pipe()
    child = os.fork()
    if child == 0:
        held_up = False

        def wait(event: str, _: tuple[object, ...]) -> None:
            nonlocal held_up
            if event == "os.rename" and not held_up:
                held_up = True
                os.write(go, b"x")
                signal.pause()

        signal.signal(signal.SIGUSR1, lambda *_: None)
        sys.addaudithook(wait)
        write_atomically(tmp_path / "one.po", b"one", tmp_path)
        os._exit(0)
    os.read(ready, 1)
    write_atomically(tmp_path / "two.po", b"two", tmp_path)
    os.kill(child, signal.SIGUSR1)
    assert os.waitpid(child, 0)[1] == 0
    assert held(tmp_path) == {"one.po": b"one", "two.po": b"two"}


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "en").write_bytes(b"a file")
    with pytest.raises(BadFile):
        write_folders([Folder(tmp_path / "en", NEW)], tmp_path)
    assert held(tmp_path) == {"en": b"a file"}

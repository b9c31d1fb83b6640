"""What a stranger's folder or file may not do: be used unasked, or steer the terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from conftest import REPO, Run

STRANGER = 54_321
STEERING = "\x1b]0;pwned\x07"

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="owners and terminals as other systems have them")


# ---- whose workspace ----


@pytest.fixture
def strange(sample: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder in somebody else's workspace, which is the current one."""
    monkeypatch.delenv("SUDO_UID", raising=False)
    if os.geteuid() == 0:
        os.chown(sample.parent, STRANGER, -1)
    else:
        monkeypatch.setattr(os, "geteuid", lambda: STRANGER)
    below = sample.parents[1] / "below"
    below.mkdir()
    monkeypatch.chdir(below)
    return sample.parents[1]


def test_a_workspace_of_another_user_is_refused_unless_it_is_named(strange: Path, run: Run) -> None:
    result = run("games")
    assert result.code == 2
    assert "this workspace belongs to another user" in result.err
    assert f"if you trust it, choose it yourself: --workspace {strange}" in " ".join(result.err.split())
    named = run("games", "--workspace", strange)
    assert (named.code, "my-game" in named.out) == (0, True)


@pytest.mark.skipif(os.name == "nt" or os.geteuid() != 0, reason="only the system's own user is asked by another")
def test_who_asks_for_the_systems_powers_keeps_the_own_workspace(
    strange: Path,  # noqa: ARG001
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SUDO_UID", str(STRANGER))
    assert run("games").code == 0


# ---- the terminal ----

LOG = next((REPO / "tests/logs/alchemicus").rglob("legal.log"))


def test_names_of_files_steer_no_terminal(tmp_path: Path, run: Run) -> None:
    log = tmp_path / f"game{STEERING}.log"
    log.write_bytes(LOG.read_bytes())
    (tmp_path / "other.log").write_bytes(LOG.read_bytes() + b"nonsense\n")
    out = tmp_path / f"out{STEERING}.json"
    for arguments in (
        ("check", log),
        ("check", tmp_path),
        ("diff", log, "--set", "price.labrium=9"),
        ("convert", log, "-o", out),
        ("table", tmp_path / f"none{STEERING}"),
    ):
        result = run("referee", *arguments)
        assert "\x1b" not in result.out + result.err
        assert "\x07" not in result.out + result.err
    assert "out\\x1b]0;pwned\\x07.json" in run("referee", "convert", log, "-o", out).out


def on_terminal(*arguments: object) -> bytes:
    """What a command writes to a terminal."""
    import pty

    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-m", "pnp", *map(str, arguments)], stdout=theirs, stderr=theirs
    ) as program:
        os.close(theirs)
        shown = b""
        while True:
            try:
                piece = os.read(ours, 65_536)
            except OSError:  # how a terminal ends
                piece = b""
            if not piece:
                break
            shown += piece
        program.wait()
    os.close(ours)
    return shown


def test_a_converted_log_is_exact_in_a_file_and_harmless_on_a_terminal(tmp_path: Path, run: Run) -> None:
    log = tmp_path / "game.log"
    place = f"Kraków {STEERING}"
    log.write_text(f"place: {place}\n{LOG.read_text(encoding='utf8')}", encoding="utf8")
    shown = on_terminal("referee", "convert", log, "--format", "text")
    assert b"\x1b" not in shown
    assert b"\\x1b]0;pwned" in shown
    run("referee", "convert", log, "--format", "text", "-o", tmp_path / "exact.log")
    assert place in (tmp_path / "exact.log").read_text(encoding="utf8")
    assert place in run("referee", "convert", log, "--format", "text").out

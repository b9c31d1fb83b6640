"""The wheel: it carries the built-in workspace, nothing that is ignored, and works from an empty folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

from conftest import REPO

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel built from a copy of the checkout in which all sorts of ignored files lie about."""
    copy = tmp_path_factory.mktemp("checkout")
    ignored = shutil.ignore_patterns(".git", ".venv", "output", "__pycache__", ".*_cache", ".hypothesis", "dist")
    shutil.copytree(REPO, copy, ignore=ignored, dirs_exist_ok=True)
    for name in ("locales/pl/LC_MESSAGES/pnp.mo", "output/x.pdf", "pnp/__pycache__/x.pyc", "cards/__pycache__/x.pyc"):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        (copy / name).write_bytes(b"")
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", "built"]
    subprocess.run(build, cwd=copy, check=True, capture_output=True)
    (made,) = (copy / "built").glob("*.whl")
    return made


def test_the_wheel_holds_just_what_belongs_in_it(wheel: Path) -> None:
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    code = {path.relative_to(REPO).as_posix() for path in (REPO / "pnp").rglob("*.py")}
    data = {
        f"pnp/builtin/{path.relative_to(REPO).as_posix()}"
        for folder in ("cards", "locales", "templates")
        for path in (REPO / folder).rglob("*")
        if path.is_file() and path.suffix not in (".mo", ".pyc")
    }
    docs = {
        f"pnp/builtin/{path.relative_to(REPO).as_posix()}"
        for kind in ("md", "schema.json")
        for path in (REPO / "docs").rglob(f"*.{kind}")
    }
    assert packed == code | data | docs | {"pnp/py.typed"}  # which tells type checkers that all of it is typed
    assert {"pnp/builtin/cards/alchemicus/base.csv", "pnp/builtin/locales/it/LC_MESSAGES/pnp.po"} < packed


def test_the_wheel_names_the_licences_of_code_and_fonts(wheel: Path) -> None:
    packed = zipfile.ZipFile(wheel)
    (metadata,) = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
    assert "License-Expression: MIT AND OFL-1.1" in packed.read(metadata).decode().splitlines()
    fonts = [name for name in packed.namelist() if Path(name).suffix in (".ttf", ".otf")]
    for licence in {f"licenses/cards/{Path(name).parts[3]}/fonts/OFL.txt" for name in fonts} | {"licenses/LICENSE"}:
        assert f"{Path(metadata).parent}/{licence}" in packed.namelist()


def test_the_wheel_works_from_an_empty_folder(wheel: Path, tmp_path: Path) -> None:
    """An environment with the wheel and its libraries, but without this checkout."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "env"], check=True)
    (site,) = (tmp_path / "env").glob("lib/python*/site-packages")
    zipfile.ZipFile(wheel).extractall(site)
    (site / "libraries.pth").write_text(sysconfig.get_path("purelib"))
    empty = tmp_path / "empty"
    empty.mkdir()
    python = tmp_path / "env/bin/python"

    def pnp(*arguments: str) -> str:
        done = subprocess.run(
            [python, "-m", "pnp", *arguments],
            cwd=empty,
            capture_output=True,
            encoding="utf8",
            check=True,
            env=os.environ,
        )
        return done.stdout

    assert "chemicy-magicy" in pnp("games")
    assert "Verkaufsstand" in pnp("games", "alchemicus", "--lang", "de")
    assert "print-tonight" in pnp("docs")
    assert pnp("docs", "layout") == (REPO / "docs/reference/layout.md").read_text(encoding="utf8")
    assert list(empty.iterdir()) == []
    pnp("kit", "alchemicus", "--lang", "it")
    assert (empty / "output/alchemicus/it/contents.pdf").is_file()
    located = subprocess.run(
        [python, "-c", "import pnp; print(pnp.__file__)"], cwd=empty, capture_output=True, encoding="utf8", check=True
    )
    assert located.stdout.startswith(str(site))

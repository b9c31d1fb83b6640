"""The site of the docs: it is built without a warning, holds every page, and loads nothing from elsewhere."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from conftest import REPO


def _in_nav(entry: Any) -> Iterator[str]:
    if isinstance(entry, str):
        yield entry
    for one in entry.values() if isinstance(entry, dict) else entry if isinstance(entry, list) else ():
        yield from _in_nav(one)


def test_every_page_can_be_reached() -> None:
    nav = tomllib.loads((REPO / "zensical.toml").read_text(encoding="utf8"))["project"]["nav"]
    pages = [path.relative_to(REPO / "docs").as_posix() for path in (REPO / "docs").rglob("*.md")]
    assert sorted(_in_nav(nav)) == sorted(pages)


@pytest.mark.slow
def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    shutil.copytree(REPO / "docs", tmp_path / "docs")
    shutil.copy(REPO / "zensical.toml", tmp_path)
    build = [sys.executable, "-m", "zensical", "build", "--strict"]
    done = subprocess.run(build, cwd=tmp_path, capture_output=True, encoding="utf8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    site = tmp_path / "output/site"
    pages = {page.relative_to(site).as_posix(): page.read_text(encoding="utf8") for page in site.rglob("*.html")}
    assert {"index.html", "tutorials/print-tonight.html"} < pages.keys()
    loaded = r"<(?:script|img|iframe)[^>]* src=[\"']?(https?:[^\"'> ]+)|<link[^>]* href=[\"']?(https?:[^\"'> ]+)"
    assert {name: found for name, text in pages.items() if (found := re.findall(loaded, text))} == {}
    assert not list(site.rglob("*.py"))

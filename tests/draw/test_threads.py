"""Documents made at the same time, as a web service makes them, and beside other users of reportlab."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from conftest import REPO

AT_ONCE = """
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pnp

sys.setswitchinterval(1e-5)
edition, languages = pnp.open("chemicy-magicy").edition(), ("pl", "en", "de", "it")
ready = Barrier(len(languages))

def made(language):
    ready.wait()
    return edition.cards(language).data, edition.rulebook(language, format="html").data

with ThreadPoolExecutor(len(languages)) as threads:
    together = list(threads.map(made, languages))
ready = Barrier(1)
assert together == [made(language) for language in languages]
"""

BESIDE = """
import io
from reportlab.lib.pagesizes import A4
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

import pnp
from pnp.draw import fonts

pdfmetrics.registerFont(TTFont("Sans", fonts.builtin("Serif-Black").face.filename))

def theirs():
    page = io.BytesIO()
    canvas = Canvas(page, A4, invariant=1, pageCompression=1)
    canvas.setFont("Sans", 12)
    canvas.drawString(72, 720, "Not by pnp")
    canvas.save()
    return page.getvalue()

before = theirs()
assert pnp.open("chemicy-magicy").edition().cards("pl", ink="low").pages
assert theirs() == before
"""


@pytest.mark.slow
@pytest.mark.parametrize("program", [AT_ONCE, BESIDE], ids=["threads", "beside"])
def test_documents_are_made_beside_others(program: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        env={"PYTHONPATH": str(REPO), "XDG_CACHE_HOME": str(tmp_path / "cache"), "PATH": ""},
        capture_output=True,
        encoding="utf8",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")

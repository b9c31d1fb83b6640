"""What a look at a game finds before anyone prints it: in the faces of its pieces, and in all other artefacts."""

from __future__ import annotations

from pathlib import Path

import pytest

from pnp.base.errors import Complaint
from pnp.base.text import Message, Text, say
from pnp.data.workspace import Workspace
from pnp.faces.job import Job
from pnp.faces.page import Handling
from pnp.faces.renderer import Document
from pnp.kit.artefacts import ARTEFACTS, PDF, Artefact
from pnp.kit.problems import printed_problems


def smudged(job: Job, artefact: Artefact) -> Document:
    return Document(b"", 1, Handling(), (Complaint(say("{title}: smudged", title=job.catalog(artefact.title))),))


def test_an_artefact_that_is_added_is_looked_at(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    workspace = Workspace(sample.parent.parent)
    assert printed_problems(workspace, sample.name) == []
    poster = Artefact("poster", Message(Text("Poster")), makers={PDF: smudged})
    monkeypatch.setitem(ARTEFACTS, poster.key, poster)
    assert [str(one) for one in printed_problems(workspace, sample.name)] == ["Poster: smudged"]

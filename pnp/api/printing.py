"""Prints into files: one artefact or the whole kit, in several languages at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pnp.api.options import Printing, print_options
from pnp.base.errors import BadRequest, Complaint
from pnp.base.frozen import FrozenDict
from pnp.base.text import say, so_many
from pnp.data.edition import EditionData
from pnp.data.workspace import Workspace
from pnp.faces.job import Job
from pnp.faces.renderer import Document
from pnp.kit.artefacts import KIT, Artefact, artefact_named, make_document
from pnp.kit.kit import make_kit, telling
from pnp.kit.writing import folder_of, write_documents, write_kits


@dataclass(frozen=True, slots=True, repr=False)
class Printed:
    """The files that were written, and the documents in them, language by language."""

    paths: tuple[Path, ...]
    documents: Mapping[str, tuple[Document, ...]] = field(hash=False)

    def __repr__(self) -> str:
        return f"<Printed: {so_many(len(self.paths), 'file')}, {so_many(len(self.problems), 'problem')}>"

    @property
    def problems(self) -> tuple[Complaint, ...]:
        """What a look at them would find wrong."""
        return tuple(problem for one in self._all() for problem in one.problems)

    @property
    def untranslated(self) -> tuple[Complaint, ...]:
        """For each language, how many texts of the game are printed in another one, for want of a translation."""
        return tuple(dict.fromkeys(told for one in self._all() for told in one.untranslated))

    def _all(self) -> Iterator[Document]:
        return (one for several in self.documents.values() for one in several)


def made(artefact: Artefact, job: Job) -> Document:
    """A document of its own, which tells what a kit with it would tell."""
    return telling({artefact.key: make_document(artefact, job)}, job)[artefact.key]


def write(
    workspace: Workspace,
    edition: EditionData,
    artefact: str,
    languages: Sequence[str],
    out: Path | None,
    options: Printing,
    tick: Callable[[], None] | None,
) -> Printed:
    """Makes an artefact or the kit in all languages, then writes them: all or nothing."""
    if not languages:
        raise BadRequest(
            Complaint(say("no language was given"), None, say("for example {example}", example='["de"]'))
        )
    first = Job.of(workspace, edition, languages[0], print_options(options, artefact))
    ticking = replace(first, tick=tick) if tick else first
    jobs = {language: ticking.in_language(language) for language in languages}
    into = out or workspace.output
    within = workspace.around(out) if out else into.parent
    return _kits(jobs, into, within) if artefact == KIT else _documents(artefact, jobs, into, within)


def _kits(jobs: Mapping[str, Job], into: Path, within: Path) -> Printed:
    kits = {language: make_kit(job) for language, job in jobs.items()}
    paths = write_kits([*kits.values()], into, within)
    documents = {language: tuple(kit.documents.values()) for language, kit in kits.items()}
    return Printed(tuple(paths), FrozenDict(documents))


def _documents(named: str, jobs: Mapping[str, Job], into: Path, within: Path) -> Printed:
    artefact = artefact_named(named)
    documents = {language: made(artefact, job) for language, job in jobs.items()}
    paths = {
        language: folder_of(job, into) / artefact.file(job.settings.asked.format) for language, job in jobs.items()
    }
    write_documents({paths[language]: document for language, document in documents.items()}, within)
    return Printed(
        tuple(paths.values()), FrozenDict({language: (document,) for language, document in documents.items()})
    )

"""The commands that print: one for each part of a kit, and one for the whole, all made from one list of options."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields, replace
from functools import partial
from inspect import Parameter, Signature
from typing import TYPE_CHECKING, Any, NamedTuple

import typer

from pnp.base.errors import Complaint
from pnp.base.text import SOURCE_LANGUAGE, counted, say, source
from pnp.cli import options, output
from pnp.cli.speech import catalogs_of
from pnp.data import workspace as workspaces
from pnp.words.catalog import OWN_DOMAIN, Catalog

if TYPE_CHECKING:
    from pnp.faces.job import Job
    from pnp.kit.kit import Written

# what every printing command may be told, in this order: its type, and what holds if it is left out
_OFFERED: dict[str, tuple[Any, Any]] = {
    "context": (typer.Context, Parameter.empty),
    "game": (options.GameKey, Parameter.empty),
    "lang": (options.Lang, ""),
    "edition": (options.EditionKey, ""),
    "expansions": (options.With, []),
    "variant": (options.Variant, ""),
    "options": (options.Option, []),
    "changes": (options.Set, []),
    "decks": (options.Decks, []),
    "paper": (options.Paper, "a4"),
    "card": (options.CardSize, ""),
    "layout": (options.SheetLayout, "duplex"),
    "binding": (options.BookLayout, "pages"),
    "form": (options.BookForm, "pdf"),
    "flip": (options.FlipEdge, "long"),
    "ink": (options.InkUse, "full"),
    "bleed": (options.Bleed, 3.0),
    "gap": (options.Gap, None),
    "overlap": (options.Overlap, None),
    "gsm": (options.Gsm, 250.0),
    "sleeves": (options.Sleeves, ""),
    "once": (options.Once, False),
    "out": (options.Out, None),
    "open_it": (options.Open, False),
    "workspace": (options.WorkspaceRoot, None),
}
_ALWAYS = ("context", "game", "lang", "edition", "expansions", "variant", "options", "changes", "out", "workspace")
_SHEETS = ("paper", "layout", "flip", "ink", "bleed", "gap")


class _Command(NamedTuple):
    name: str
    help: str
    example: str
    takes: tuple[str, ...]


COMMANDS = (
    _Command(
        "cards",
        source("Prints the cards and tiles of a game on sheets to cut out."),
        source("Example: pnp cards {game} --lang de --paper letter --ink low"),
        ("decks", "card", *_SHEETS, "once", "open_it"),
    ),
    _Command(
        "board",
        source("Prints the board: on one page, or in tiles to glue together where the paper is smaller."),
        source("Example: pnp board {game} --lang pl --paper a3"),
        ("decks", "paper", "layout", "ink", "bleed", "overlap", "open_it"),
    ),
    _Command(
        "tokens",
        source("Prints tokens and markers, closely packed, with their backs."),
        source("Example: pnp tokens {game} --lang en"),
        ("decks", *_SHEETS, "once", "open_it"),
    ),
    _Command(
        "pawns",
        source("Prints pawns to fold up, and flat ones."),
        source("Example: pnp pawns {game} --lang it --ink low"),
        ("decks", *_SHEETS, "once", "open_it"),
    ),
    _Command(
        "aids",
        source("Prints a player aid for each player: what to do in a turn, and what things cost."),
        source("Example: pnp aids {game} --lang de"),
        ("decks", *_SHEETS, "once", "open_it"),
    ),
    _Command(
        "box",
        source("Prints boxes for the decks, as large as your cards need them."),
        source("Example: pnp box {game} --gsm 300 --sleeves thin"),
        ("decks", "paper", "card", "layout", "ink", "gsm", "sleeves", "open_it"),
    ),
    _Command(
        "sheet",
        source("Prints a sheet to record a game on, for the referee, with what to write on its back."),
        source("Example: pnp sheet {game} --lang pl"),
        ("paper", "flip", "ink", "open_it"),
    ),
    _Command(
        "rulebook",
        source("Prints the rules as a book, with worked examples; as pages, as sheets to fold, or for the screen."),
        source("Example: pnp rulebook {game} --lang it --layout booklet"),
        ("paper", "binding", "flip", "ink", "form", "open_it"),
    ),
    _Command(
        "kit",
        source("Builds everything that a table needs to print, as PDF files."),
        source("Example: pnp kit {game} --lang it"),
        ("card", *_SHEETS, "overlap", "gsm", "sleeves"),
    ),
)


def register(app: typer.Typer) -> None:
    for command in COMMANDS:
        app.command(help=command.help, epilog=command.example)(_callback(command))


def _callback(command: _Command) -> Callable[..., None]:
    """A function with the signature that typer reads: the options that this command takes, and no others."""

    def call(**given: Any) -> None:
        _print(command.name, given)

    taken = {name: offered for name, offered in _OFFERED.items() if name in (*_ALWAYS, *command.takes)}
    parameters = [
        Parameter(name, Parameter.KEYWORD_ONLY, default=default, annotation=kind)
        for name, (kind, default) in taken.items()
    ]
    call.__name__ = command.name
    call.__annotations__ = {name: kind for name, (kind, _) in taken.items()}
    call.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    return call


def _print(name: str, given: dict[str, Any]) -> None:
    from pnp.kit.artefacts import in_form
    from pnp.kit.kit import write_kits, write_part

    space = workspaces.find(given["workspace"])
    out = given["out"] or space.output
    part = in_form(name, given.get("form", "pdf")) if name != "kit" else None
    jobs = _jobs(space, given)
    within = space.around(out) if given["out"] else out.parent
    write = partial(write_part, part, out=out, within=within) if part else partial(write_kits, out=out, within=within)
    _deliver(given["context"].obj, jobs, write, open_it=given.get("open_it", False))


def _jobs(space: workspaces.Workspace, given: dict[str, Any]) -> list[Job]:
    """What is to be printed, in each language asked for."""
    from pnp.data.edition import choose
    from pnp.faces.job import Job, PrintOptions, print_settings

    key = given["game"]
    asked = options.choices(*(given[one] for one in ("edition", "expansions", "variant", "options", "changes")))
    chosen = choose(space.game(key), asked)
    known = {field.name for field in fields(PrintOptions)}
    wishes = PrintOptions(**{name: value for name, value in given.items() if name in known})
    layout, boards, printed = space.layout(key), space.boards(key), print_settings(space.stock(), wishes)
    decks, once = options.listed(given.get("decks", [])), given.get("once", False)
    return [
        Job(space, chosen, catalog, layout, boards, printed, decks, once)
        for catalog in catalogs_of(space, given["lang"], key)
    ]


def _deliver(
    ui: Catalog, jobs: list[Job], write: Callable[[list[Job]], Iterable[Written]], *, open_it: bool = False
) -> None:
    """Writes, with a progress bar on a terminal; then names the files and what is wrong with them."""
    faces = sum(len(deck.cards) + 1 for job in jobs for deck in job.edition.decks)
    with output.progress(ui(say("Drawing")), faces) as tick:
        written = list(write([replace(job, tick=tick) for job in jobs]))
    for job in jobs:
        language = job.catalog.language
        of_books = sum(file.untranslated for file in written if file.language == language)
        _warn_untranslated(job, ui, of_books)
    for file in written:
        output.show(str(file.path))
    if open_it:
        for file in written:
            typer.launch(str(file.path))
    if problems := [problem for file in written for problem in file.problems]:
        from pnp.faces.problems import grouped

        output.complain(grouped(problems), ui, stderr=True)
        raise typer.Exit(output.BROKEN)


def _untranslated(job: Job, of_books: int) -> Iterator[tuple[str, str, int]]:
    """The game and the program, their own languages, and how many texts `pnp check` finds not translated."""
    from pnp.words.messages import game_entries, program_entries, translates_program, untranslated

    game, catalog, space = job.edition.game, job.catalog, job.workspace
    language = catalog.language
    if of_books or any(catalog.lacks(entry.text) for entry in game.entries):
        yield game.key, game.source, untranslated(space, language, game.key, game_entries(game))
    if not space.builtin and language != SOURCE_LANGUAGE and translates_program(space, language):
        yield OWN_DOMAIN, SOURCE_LANGUAGE, untranslated(space, language, OWN_DOMAIN, program_entries(space))


def _warn_untranslated(job: Job, ui: Catalog, of_books: int) -> None:
    """Says how many texts stand in another language, so that nobody finds out at the table."""
    language = job.catalog.language
    for domain, source_language, left in _untranslated(job, of_books):
        if left:
            message = counted(
                "{n} text of {domain} is not translated yet (into: {language}; printed instead: {source})",
                "{n} texts of {domain} are not translated yet (into: {language}; printed instead: {source})",
                n=left,
                domain=domain,
                language=ui.language_name(language),
                source=ui.language_name(source_language),
            )
            named = "" if domain == OWN_DOMAIN else f"{domain} "
            hint = say(
                "'{check}' names them, '{messages}' writes the file to fill in",
                check=f"pnp check {named}--lang {language}",
                messages=f"pnp messages --lang {language}",
            )
            output.complain([Complaint(message, None, hint)], ui, stderr=True)

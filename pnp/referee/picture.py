"""The table for the terminal: as it stood after a line of a log, and what may be done next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from pnp.base.errors import BadRequest, Complaint, Place
from pnp.base.text import counted, say
from pnp.base.width import padded
from pnp.log.file import read_log
from pnp.log.library import Library
from pnp.log.writing import Scribe
from pnp.referee.judge import ExplainingReplay, play_out
from pnp.referee.uncertain import sentences, uncertain
from pnp.referee.wording.lines import Said, assumption_lines
from pnp.referee.wording.verdicts import read_as
from pnp.rules.notation import spellings
from pnp.rules.picture import SpacePicture, TablePicture
from pnp.rules.protocol import phases_of
from pnp.words.catalog import Catalog, load_catalog

CELL = 17


def table_at(path: Path, library: Library, language: str, at: int | None, width: int = 0) -> Iterator[Said]:
    """A picture of the table after a line, for a screen of that width if there is one."""
    log = read_log(path, library)
    if at is not None and at > max((line.at for line in log.lines), default=0):
        raise BadRequest(Complaint(say("the log has no line {line}", line=at), Place(path)))
    yield from assumption_lines(read_as(log), str(path), library.catalog(language))
    replay = play_out(log, library, ExplainingReplay)
    if at is not None:
        replay = _as_far_as(at, replay)
    say_it = _catalog(library, language, log.game)
    yield from picture(replay.rules.portray(replay.table), say_it, width)
    yield from _uncertain(replay, say_it)
    if replay.findings:
        ui = library.catalog(language)
        yield "", ""
        yield (
            ui(
                counted(
                    "{n} violation so far; see “pnp referee check”",
                    "{n} violations so far; see “pnp referee check”",
                    n=replay.violations,
                )
            ),
            "yellow",
        )


def _as_far_as(at: int, whole: ExplainingReplay) -> ExplainingReplay:
    """A log once more up to a line, by the reading of the rules that fits all of it."""
    replay = ExplainingReplay(whole.log, whole.edition, whole.rules)
    for line in replay.lines():
        if line.at >= at:
            break
    return replay


def _uncertain(replay: ExplainingReplay, say_it: Catalog) -> Iterator[Said]:
    """Below all else, what of it is not certain."""
    found = list(sentences(uncertain(replay), say_it))
    if found:
        yield "", ""
    yield from ((sentence, "yellow") for sentence in found)


def next_moves(path: Path, library: Library, language: str) -> Iterator[Said]:
    """What may be done after the last line, in the words of the notation, phase by phase."""
    log = read_log(path, library)
    yield from assumption_lines(read_as(log), str(path), library.catalog(language))
    replay = play_out(log, library, ExplainingReplay)
    say_it = _catalog(library, language, log.game)
    scribe = Scribe(replay.rules.notation, library.catalog(language), library.cards(log.game), log.players)
    yield from _moves(replay, scribe, say_it)


def _moves(replay: ExplainingReplay, scribe: Scribe, say_it: Catalog) -> Iterator[Said]:
    if [step.do for step in replay.table.legal()] == ["end"]:  # nothing is left to do but to go on
        replay.end_turn()
    table, rules = replay.table, replay.rules
    if table.over:
        yield say_it(say("the game is over; nothing more can be played")), "bold"
        yield from _uncertain(replay, say_it)
        return
    yield say_it(say("It’s {player}’s turn.", player=replay.log.players[table.seat])), "bold"
    phases: dict[str, list[str]] = {}
    for step in table.legal():
        if step.do in ("end", "turn"):
            phases.setdefault("end", [])
            continue
        cards = rules.cost(table, step)
        cost = say_it(counted("{n} card", "{n} cards", n=cards))
        phases.setdefault(rules.phase(step), []).append(
            f"{scribe.step(step)}  ({cost})" if cards else scribe.step(step)
        )
    titles = phases_of(replay.edition)
    for phase in sorted(phases, key=[*titles, *phases].index):
        yield "", ""
        if phase in titles:
            yield say_it(titles[phase]), "cyan"
        for text in phases[phase]:
            yield f"  {text}", ""
        if not phases[phase]:
            ending = say("the turn can end here")
            yield f"  {say_it(ending)}", ""
    yield from _uncertain(replay, say_it)


def _catalog(library: Library, language: str, game: str) -> Catalog:
    return load_catalog(library.workspace, language, game)


# ---- the picture ---------------------------------------------------------------------------------------------------


def picture(scene: TablePicture, say_it: Catalog, width: int = 0) -> Iterator[Said]:
    """The table in lines; on a screen that is too narrow for a ring, its spaces are listed."""
    ring = list(_ring(scene, say_it))
    if width and max(map(len, ring), default=0) > width:
        ring = list(_list(scene, say_it))
    for text in ring:
        yield text, ""
    for fact in scene.facts:
        yield say_it(fact), ""
    for seat in scene.seats:
        yield "", ""
        yield ("▶ " if seat.active else "  ") + say_it(seat.title), "bold" if seat.active else "cyan"
        for line in seat.lines:
            yield f"    {say_it(line)}", ""


def _ring(scene: TablePicture, say_it: Catalog) -> Iterator[str]:
    """A ring of spaces round its centre; the first space stands top left, and the ring runs clockwise."""
    cells = [_cell(cell, say_it) for cell in scene.ring]
    width = max(2, (len(cells) + 4) // 4)
    if len(cells) < 2 * width:
        return
    top, rest = cells[:width], cells[width:]
    sides = (len(cells) - 2 * width) // 2
    right, bottom, left = rest[:sides], rest[sides : len(rest) - sides], rest[len(rest) - sides :]
    middle = [say_it(line) for line in scene.centre]
    yield from _row(top)
    for number, (one, other) in enumerate(zip(reversed(left), right, strict=True)):
        inner = middle if number == sides // 2 else []
        yield from _sides(one, other, (width - 2) * (CELL + 1) - 1, inner)
    yield from _row(list(reversed(bottom)))


def _list(scene: TablePicture, say_it: Catalog) -> Iterator[str]:
    """The spaces of the ring clockwise, then what is in its centre."""
    for cell in scene.ring:
        marks = ", ".join(map(say_it.shown, cell.marks))
        yield f"{next(spellings(cell.label, say_it))}{': ' if marks else ''}{marks}"
    yield from map(say_it, scene.centre)


def _cell(cell: SpacePicture, say_it: Catalog) -> list[str]:
    lines = [next(spellings(cell.label, say_it)), *map(say_it.shown, cell.marks)]
    return lines + [""] * (3 - len(lines))


def _row(cells: Sequence[Sequence[str]]) -> Iterator[str]:
    yield " " + " ".join("┌" + "─" * (CELL - 2) + "┐" for _ in cells)
    for number in range(max(len(cell) for cell in cells)):
        yield " " + " ".join(f"│{padded(cell[number] if number < len(cell) else '', CELL - 2)}│" for cell in cells)
    yield " " + " ".join("└" + "─" * (CELL - 2) + "┘" for _ in cells)


def _sides(one: Sequence[str], other: Sequence[str], gap: int, inner: Sequence[str]) -> Iterator[str]:
    left, right = list(_row([one])), list(_row([other]))
    height = max(len(left), len(right), len(inner))
    for number in range(height):
        a = left[number] if number < len(left) else " " * (CELL + 1)
        b = right[number] if number < len(right) else ""
        text = inner[number] if number < len(inner) else ""
        yield f"{a} {text[:gap]:^{max(gap, 0)}}{b}"

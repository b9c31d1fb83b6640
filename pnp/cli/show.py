"""Draws games and complaints for the terminal, in one language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from operator import attrgetter
from pathlib import Path
from typing import cast

from pnp.authoring.docs import GROUPS, DocsPage
from pnp.base.errors import Complaint
from pnp.base.text import Message, Text, counted, say, visible, word
from pnp.cli.console import SIMPLE, Columned, Group, Padding, RenderableType, StyledText
from pnp.data.edition import Choices, EditionData, choose
from pnp.data.model import Card, Choice, Column, Deck, GameData, Kind, Mark, Overlay, Value
from pnp.data.values import written
from pnp.words.catalog import Catalog
from pnp.words.choices import rules_used
from pnp.words.messages import Tally
from pnp.words.sentences import ValueSentences

MOST_COMPLAINTS = 200
_SIGNS = {Mark.ASSUMED: "*", Mark.YOURS: "†"}


def games_list(rows: Iterable[tuple[GameData, str, list[Tally]]], say_it: Catalog) -> RenderableType:
    """One row a game: what can be chosen, and how far each language is translated."""
    grid = _grid()
    grid.add_column(say_it(word("column", "game")), min_width=19)
    grid.add_column(say_it(word("column", "players")))
    grid.add_column(say_it(word("column", "editions")), max_width=9)
    grid.add_column(say_it(word("column", "choices")), no_wrap=True)
    grid.add_column(say_it(word("column", "languages")))
    for game, title, tallies in rows:
        grid.add_row(
            StyledText(f"{game.key}\n", "bold").append(title, "not bold"),
            _players(game),
            ", ".join(game.offers(Kind.EDITION)),
            "\n".join(f"--{choice.kind} {choice.key}" for choice in _beside_editions(game)),
            "\n".join(f"{tally.language} {say_it.percent(tally.share)}" for tally in tallies),
        )
    return Group(grid, StyledText(say_it(say("To see more about a game: pnp games GAME")), "dim"))


def game_page(edition: EditionData, say_it: Catalog) -> RenderableType:
    """All about one game as the choices make it."""
    game, say_it = edition.game, say_it.knowing(edition.facts())
    by_mark = {mark: [v for v in edition.values.values() if v.mark is mark and _in_play(v, edition)] for mark in Mark}
    return Group(
        StyledText(say_it(game.title), "bold underline"),
        StyledText(say_it(game.about)),
        StyledText(say_it(say("Data as of {day}.", day=game.updated)), "dim"),
        _heading(say_it, word("heading", "This edition")),
        *_chosen(edition, say_it),
        _heading(say_it, word("heading", "Components")),
        *(part for deck in edition.decks if deck.cards for part in _deck(deck, edition, say_it)),
        _legend(say_it),
        _heading(say_it, word("heading", "Editions and what they change")),
        *(line for choice in game.offers(Kind.EDITION).values() for line in _edition(choice, game, say_it)),
        _heading(say_it, word("heading", "Choices")),
        _list(_choice(choice, say_it) for choice in _beside_editions(game)),
        *_values(by_mark[Mark.YOURS], word("heading", "Set by you"), edition, say_it),
        *_values(by_mark[Mark.ASSUMED], word("heading", "Assumed values"), edition, say_it),
        *_values(by_mark[Mark.RULING], word("heading", "Rulings"), edition, say_it),
        *_remarks(edition, say_it),
        _heading(say_it, word("heading", "Change a value")),
        *_how_to(edition, say_it),
    )


def pages_list(pages: Iterable[DocsPage], say_it: Catalog) -> RenderableType:
    """The pages by group, each with its title and what it is about; they are in English, so that is too."""
    grid = _grid()
    grid.add_column(say_it(word("column", "page")), style="bold", no_wrap=True)
    grid.add_column(say_it(word("column", "title")))
    for group, within in groupby(pages, attrgetter("group")):
        grid.add_row(StyledText(say_it(GROUPS[group]), "underline"), "")
        for page in within:
            grid.add_row(page.name, StyledText(f"{page.title}\n").append(page.about, "dim"))
    return Group(grid, StyledText(say_it(say("To read a page: pnp docs PAGE")), "dim"))


def tallies_list(tallies: Iterable[Tally], say_it: Catalog) -> RenderableType:
    """A row for each language and domain, its texts counted by how far their translation is."""
    grid = _grid()
    grid.add_column(say_it(word("column", "language")))
    grid.add_column(say_it(word("column", "texts of")))
    for heading in (
        word("column", "translated"),
        word("column", "untranslated"),
        word("column", "fuzzy"),
        word("column", "obsolete"),
    ):
        grid.add_column(say_it(heading), justify="right")
    for tally in tallies:
        figures = (tally.translated, tally.untranslated, tally.fuzzy, tally.obsolete)
        grid.add_row(
            say_it.language_name(tally.language), tally.domain, *(say_it.number(figure) for figure in figures)
        )
    return grid


def complaint_lines(complaints: Sequence[Complaint], say_it: Catalog) -> Iterator[StyledText]:
    """Each complaint as `path:line: sentence`, with the remedy beneath; nothing in it can steer the terminal."""
    for complaint in complaints[:MOST_COMPLAINTS]:
        line = StyledText()
        if complaint.place:
            at = "".join(f":{number}" for number in (complaint.place.line, complaint.place.column) if number)
            line.append(f"{visible(_near(complaint.place.path))}{at}: ", "bold")
        line.append(say_it(complaint.message))
        if complaint.hint:
            line.append(f"\n  → {say_it(complaint.hint)}", "dim")
        yield line
    if len(complaints) > MOST_COMPLAINTS:
        left = len(complaints) - MOST_COMPLAINTS
        yield StyledText(say_it(counted("… and {n} more", "… and {n} more", n=left)), "dim")


def _near(path: Path) -> str:
    try:
        return str(path.relative_to(Path.cwd()))
    except (ValueError, OSError):
        return str(path)


def _heading(say_it: Catalog, message: Message) -> StyledText:
    return StyledText("\n" + say_it(message), "bold")


def _grid() -> Columned:
    return Columned(box=SIMPLE, pad_edge=False, show_edge=False, header_style="dim")


def _players(game: GameData) -> str:
    ends = [game.values[key].fact for key in ("players.min", "players.max") if key in game.values]
    return "–".join(str(end) for end in ends)


def _beside_editions(game: GameData) -> list[Choice]:
    return [choice for choice in game.choices if choice.kind is not Kind.EDITION]


def _chosen(edition: EditionData, say_it: Catalog) -> Iterator[StyledText]:
    titles = (say_it(choice.title) for choice in edition.choices())
    yield StyledText("  " + say_it.join([rules_used(edition, say_it), *titles]))


def _deck(deck: Deck, edition: EditionData, say_it: Catalog) -> Iterator[RenderableType]:
    yield StyledText("  " + say_it(deck.pieces, {"n": deck.count}), "bold")
    shown = [column for column in deck.columns.values() if column.name != "name" and column.kind != "text"]
    grid = _grid()
    grid.add_column(say_it(word("column", "key")))
    grid.add_column(say_it(word("column", "name")))
    for column in shown:
        grid.add_column(say_it(column.title), justify="right" if column.kind == "number" else "left")
    for card in deck.cards:
        cells = [_cell(card, column, edition, say_it) for column in shown]
        grid.add_row(card.key, say_it(card.name), *cells)
    yield Padding(grid, (0, 0, 1, 4))


def _cell(card: Card, column: Column, edition: EditionData, say_it: Catalog) -> str:
    value = edition.values.get(f"{column.name}.{card.key.casefold()}")
    sign = _SIGNS.get(value.mark, "") if value else ""
    pad = " " if column.kind == "number" else ""
    return say_it.shown(edition.cell(card, column)) + (sign or pad)


def _legend(say_it: Catalog) -> StyledText:
    assumed = say_it(say("assumed, as no booklet says"))
    yours = say_it(say("set by you"))
    return StyledText(f"  * {assumed}   † {yours}", "dim")


def _edition(choice: Choice, game: GameData, say_it: Catalog) -> Iterator[RenderableType]:
    yield Padding(StyledText(f"{choice.key}  {say_it(choice.title)}. {say_it(choice.about)}"), (0, 0, 0, 2))
    rows = [
        row
        for overlay in game.overlays
        if choice.key in overlay.when.wanted.get(Kind.EDITION, ())
        for row in _changes(overlay, choice.key, game, say_it)
    ]
    rows += [
        (remark.rule, say_it(remark.text))
        for remark in game.remarks
        if remark.edition == choice.key and not remark.slip
    ]
    yield _list(rows, indent=6)


def _changes(overlay: Overlay, key: str, game: GameData, say_it: Catalog) -> Iterator[tuple[str, str]]:
    """What an edition's overlay changes against the reference edition with the same other choices."""
    wanted = {kind: overlay.when.wanted.get(kind, ()) for kind in Kind}
    others = [choice for choice in _beside_editions(game) if choice.key in wanted[choice.kind]]
    usual = Choices("", wanted[Kind.EXPANSION], next(iter(wanted[Kind.VARIANT]), ""), wanted[Kind.OPTION])
    before, now = choose(game, usual), choose(game, replace(usual, edition=key))
    told = ValueSentences(now, say_it)
    where = f" ({say_it.join(say_it(choice.title) for choice in others)})" if others else ""
    for name, fact in overlay.facts.items():
        if not isinstance(fact, Text) and fact != before[name]:
            yield overlay.rule, f"{name}: {told.changed(now.values[name], before.values[name])}{where}"


def _list(rows: Iterable[tuple[str, str]], indent: int = 2) -> RenderableType:
    """Lines with a rule id or key before each, and what is long wrapped under itself."""
    grid = Columned.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    grid.add_column()
    for row in rows:
        grid.add_row(*row)
    return Padding(grid, (0, 0, 0, indent))


def _choice(choice: Choice, say_it: Catalog) -> tuple[str, str]:
    recommended = " " + say_it(say("(recommended)")) if choice.recommended else ""
    return f"--{choice.kind} {choice.key}", f"{say_it(choice.title)}. {say_it(choice.about)}{recommended}"


def _in_play(value: Value, edition: EditionData) -> bool:
    return value.rule in edition.rules


def _values(values: list[Value], heading: Message, edition: EditionData, say_it: Catalog) -> Iterator[RenderableType]:
    if not values:
        return
    yield _heading(say_it, heading)
    grid = _grid()
    grid.add_column(say_it(word("column", "key")), no_wrap=True)
    grid.add_column(say_it(word("column", "value")), overflow="fold")
    grid.add_column(say_it(word("column", "meaning")), overflow="fold")
    grid.add_column(say_it(word("column", "rule")))
    told = ValueSentences(edition, say_it)
    for value in values:
        grid.add_row(value.key, written(value.fact).replace(",", ", "), _meaning(value, told, say_it), value.rule)
    yield Padding(grid, (0, 0, 0, 2))


def _meaning(value: Value, told: ValueSentences, say_it: Catalog) -> str:
    settings = "".join(f"\n{key}: {say_it(text)}" for key, text in (value.choices or {}).items())
    return f"{told.of(value)}{settings}"


def _remarks(edition: EditionData, say_it: Catalog) -> Iterator[RenderableType]:
    if rulings := [remark for remark in edition.rulings() if remark.rule in edition.rules]:
        yield _heading(say_it, word("heading", "Other rulings"))
        yield _list((remark.rule, say_it(remark.text)) for remark in rulings)


def _how_to(edition: EditionData, say_it: Catalog) -> Iterator[StyledText]:
    """An example with a number of this very game: one that a card carries, if there is such."""
    alone = [value for key, value in edition.values.items() if key.split(".")[0] not in ("size", "count")]
    numbers = [value for value in alone if type(value.fact) is int]
    assumed = [
        value for value in numbers if value.mark is Mark.ASSUMED and value.key.split(".")[0] in _columns(edition)
    ]
    for value in (assumed or numbers)[:1]:
        yield StyledText(f"  pnp games {edition.game.key} --set {value.key}={cast('int', value.fact) + 1}", "cyan")
    yield StyledText("  " + say_it(say("To change several, put such lines into a TOML file: --set my-table.toml")))


def _columns(edition: EditionData) -> set[str]:
    return {name for deck in edition.decks for name in deck.columns if name != "count"}

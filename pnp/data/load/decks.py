"""Reads the decks: a section of game.toml that declares the columns, and a CSV file with a row per kind of card."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from pnp.base.errors import BadFile, Complaint, Place, near_miss
from pnp.base.files import inside
from pnp.base.frozen import FrozenDict
from pnp.base.text import NO_TEXT, Text, say, word
from pnp.data.load.choices import Offers, read_when
from pnp.data.load.spreadsheet import Row, read_spreadsheet
from pnp.data.load.texts import TextCollector
from pnp.data.load.toml import Section
from pnp.data.load.values import read_sentences
from pnp.data.model import MARKS, PIECES, Card, Cell, Column, Deck, Mark, Sentences, Value
from pnp.data.values import MOST_NUMBER, NAME, Flaw, Terms, bad_name, excerpt, out_of_range

_ALWAYS = {"name": "text", "count": "number"}  # columns of every deck, declared or not
KINDS = ("number", "word", "words", "text")
_IN_THE_BOX = say("In the box: {pieces}.").text
_WHOLE = re.compile(r"-?[0-9]{1,15}")  # longer ones are too large anyway, and take Python long to read


def read_decks(
    section: Section, folder: Path, offers: Offers, terms: Terms, texts: TextCollector
) -> tuple[tuple[Deck, ...], list[Complaint]]:
    """The decks of a game, and what is wrong with their CSV files."""
    decks: list[Deck] = []
    complaints: list[Complaint] = []
    with section:
        for key in section:
            with section.section(key) as one:
                try:
                    decks.append(_read_deck(one, key, folder, offers, terms, texts))
                except BadFile as error:
                    complaints += error.complaints
    if not (decks or complaints):
        section.complain(say("a game needs at least one deck, such as [decks.main]"))
    complaints += _keys_twice(decks)
    complaints += filter(None, (deck.miscounted() for deck in decks))
    return tuple(decks), complaints


def values_of(decks: tuple[Deck, ...]) -> Iterator[Value]:
    """The cells of columns that state a rule, as values: `price.baker`; and the decks' sizes: `size.base`."""
    for deck in decks:
        counted = deck.columns["count"]
        if deck.size and counted.rule:
            yield Value(
                key=f"size.{deck.key}",
                fact=deck.size,
                mark=Mark.STATED,
                rule=counted.rule,
                place=deck.place,
                sentences=Sentences(_IN_THE_BOX),
            )
        for card in deck.cards:
            for column in deck.columns.values():
                cell = card.cells[column.name]
                if column.rule and not isinstance(cell, Text):
                    yield Value(
                        key=f"{column.name}.{card.key.casefold()}",
                        fact=cell,
                        mark=card.marks.get(column.name, Mark.STATED),
                        rule=column.rule,
                        place=card.place,
                        about=column.about,
                        sentences=column.sentences,
                        terms=column.terms,
                    )


def _read_deck(section: Section, key: str, folder: Path, offers: Offers, terms: Terms, texts: TextCollector) -> Deck:
    title, pieces = texts.read(section, "title", "deck"), texts.read(section, "pieces", "deck")
    piece = section.string("piece")
    if piece not in PIECES:
        section.complain(say("there is no kind of piece “{piece}”", piece=piece), "piece", near_miss(piece, PIECES))
    size, when = section.integer("size", 0), read_when(section, offers)
    proper = section.boolean("proper", default=False)
    # a number, or the key of a value, so that an edition for more players prints more
    copies = (
        section.integer("copies", least=1)
        if isinstance(section.raw("copies", ""), int)
        else section.string("copies", "")
    )
    with section.section("columns") as declared:
        if "key" in declared:
            declared.complain(say("“{found}” is a reserved name; choose another", found="key"), "key")
        names = ("card", *_ALWAYS, *declared)
        columns = {name: _read_column(declared.section(name), name, names, terms, texts) for name in declared}
    # their titles are words of pnp, translated with it; those of other columns are the game's
    titles = {"name": word("column", "name").text, "count": word("column", "count").text}
    columns = {name: Column(name, kind, titles[name]) for name, kind in _ALWAYS.items()} | columns
    path = inside(folder, section.string("file"), section.place_of("file"))
    if not path.is_file():
        missing = say("“{key}”: there is no “{found}”", key="file", found=excerpt(path.name))
        hint = near_miss(path.name, [file.name for file in folder.glob("*.csv")])
        raise BadFile(Complaint(missing, section.place_of("file"), hint))
    digits = section.boolean("digits", default=False)
    cards = _read_cards(path, piece, columns, terms, texts, digits=digits)
    return Deck(
        key=key,
        title=title,
        pieces=pieces,
        piece=piece,
        columns=FrozenDict(columns),
        cards=cards,
        size=size,
        when=when,
        place=section.place,
        proper=proper,
        copies=copies,
        digits=digits,
    )


def _read_column(section: Section, name: str, names: Iterable[str], terms: Terms, texts: TextCollector) -> Column:
    with section:
        kind, context, rule = section.string("kind"), section.string("terms", ""), section.string("rule", "")
        possible = (_ALWAYS[name],) if name in _ALWAYS else KINDS
        if kind not in possible:
            hint = near_miss(kind, possible)
            section.complain(say("this column cannot be of the kind “{kind}”", kind=kind), "kind", hint)
            kind = possible[0]
        if context and kind not in ("word", "words"):
            section.complain(
                say("only columns of words have terms; this one is of the kind “{kind}”", kind=kind), "terms"
            )
            context = ""
        if context and context not in terms:
            section.complain(say("there are no terms “{terms}”", terms=context), "terms", near_miss(context, terms))
            context = ""
        title = texts.read(section, "title", "column") if "title" in section else Text(name)
        # without a rule its cells are no values, which alone are explained
        about, sentences = read_sentences(section, texts, names) if rule else (NO_TEXT, None)
        return Column(name, kind, title, rule, about, sentences, context)


def _read_cards(
    path: Path, piece: str, columns: dict[str, Column], terms: Terms, texts: TextCollector, *, digits: bool
) -> tuple[Card, ...]:
    spreadsheet = read_spreadsheet(path)
    marks = {f"{name}_mark" for name, column in columns.items() if column.rule}
    known = {"key", *columns, *marks}
    heading = Place(path, 1)
    complaints = [
        Complaint(say("unknown column “{column}”", column=name), heading, near_miss(name, known - {name}))
        for name in spreadsheet.columns
        if name not in known
    ]
    complaints += [
        Complaint(say("the column “{column}” is missing", column=name), heading)
        for name in ("key", *columns)
        if name not in spreadsheet.columns
    ]
    if complaints:
        raise BadFile(*complaints)
    cards = [_read_card(row, piece, columns, terms, texts, complaints, digits=digits) for row in spreadsheet.rows]
    if complaints:
        raise BadFile(*complaints)
    return tuple(cards)


def _read_card(
    row: Row,
    piece: str,
    columns: dict[str, Column],
    terms: Terms,
    texts: TextCollector,
    complaints: list[Complaint],
    *,
    digits: bool,
) -> Card:
    key = row.cells["key"]
    if not NAME.fullmatch(key):
        complaints.append(Complaint(bad_name(key), row.place))
    cells: dict[str, Cell] = {}
    marks: dict[str, Mark] = {}
    for name, column in columns.items():
        found = row.cells[name]
        if column.kind == "text":
            cells[name] = texts.add(Text(found, context=f"{piece} {name}"), row.place, key, digits=digits)
            problem: Flaw | None = None if found or name != "name" else (say("the card has no name"), None)
        else:
            cells[name], problem = _read_cell(column, found, terms)
        if problem:
            complaints.append(Complaint(problem[0], row.place, problem[1]))
        if mark := row.cells.get(f"{name}_mark"):
            marks[name], problem = _read_mark(mark)
            if problem:
                complaints.append(Complaint(problem[0], row.place, problem[1]))
    return Card(key, FrozenDict(cells), FrozenDict(marks), row.place)


def _read_cell(column: Column, found: str, terms: Terms) -> tuple[Cell, Flaw | None]:
    if column.kind == "number":
        if not _WHOLE.fullmatch(found):
            expected = say("“{key}”: expected a whole number, found “{found}”", key=column.name, found=excerpt(found))
            return 0, (expected, None)
        number = int(found)
        if not 0 <= number <= MOST_NUMBER:
            return 0, (out_of_range(column.name, number, 0), None)
        return number, None
    words = tuple(found.split()) if column.kind == "words" else (found,)
    known = terms[column.terms] if column.terms else words
    problem = None
    for one in words:
        if one not in known:
            expected = say("“{key}”: there is no “{found}”", key=column.name, found=one)
            problem = expected, near_miss(one, known)
    return (words if column.kind == "words" else found), problem


def _read_mark(found: str) -> tuple[Mark, Flaw | None]:
    if found in MARKS:
        return Mark(found), None
    return Mark.STATED, (say("there is no mark “{found}”", found=found), near_miss(found, MARKS))


def _keys_twice(decks: list[Deck]) -> Iterator[Complaint]:
    """Keys that differ in case alone are the same: values such as `price.baker` and logs do not tell it."""
    first: dict[str, Card] = {}
    for deck in decks:
        for card in deck.cards:
            earlier = first.setdefault(card.key.casefold(), card)
            if earlier is not card:
                yield Complaint(
                    say(
                        "the key “{key}” is used twice; first in {file}, line {line}",
                        key=card.key,
                        file=earlier.place.path.name,
                        line=earlier.place.line or 0,
                    ),
                    card.place,
                    say("give each card its own key, and use the column “count” for several copies"),
                )

"""Reads a CSV file as spreadsheets write it: commas, semicolons or tabs, quoted line breaks, byte order mark."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pnp.base.errors import BadFile, Complaint, Place
from pnp.base.files import read_text
from pnp.base.text import counted, say

MOST_ROWS = 20_000
MOST_COLUMNS = 200


@dataclass(frozen=True, slots=True)
class Row:
    """What stands in each column, and where the row begins."""

    cells: Mapping[str, str]
    place: Place


@dataclass(frozen=True, slots=True)
class Spreadsheet:
    """The columns as the heading names them, and the rows below it that are not blank."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]


def read_spreadsheet(path: Path) -> Spreadsheet:
    """The rows of a CSV file below its heading line; BadFile where they cannot be told apart."""
    lines = _lines(path, read_text(path))
    header = next(lines, None)
    if header is None:
        raise BadFile(Complaint(say("expected a header row and cards, found nothing"), Place(path, 1)))
    columns = tuple(name.strip() for name in header[1])
    while columns and not columns[-1]:
        columns = columns[:-1]
    if len(columns) > MOST_COLUMNS:
        raise BadFile(Complaint(say("more than {most} columns", most=MOST_COLUMNS), Place(path, header[0])))
    twice = [name for name, times in Counter(columns).items() if times > 1]
    complaints = [
        Complaint(say("the column “{column}” appears twice", column=name), Place(path, header[0])) for name in twice
    ]
    rows = []
    for number, cells in lines:
        trimmed = [cell.strip() for cell in cells]
        if not any(trimmed):
            continue
        if any(trimmed[len(columns) :]):
            complaints.append(_too_many(path, number, len(columns), len(cells)))
        padded = trimmed + [""] * (len(columns) - len(trimmed))
        rows.append(Row(dict(zip(columns, padded, strict=False)), Place(path, number)))
        if len(rows) > MOST_ROWS:
            complaints.append(Complaint(say("more than {most} rows", most=MOST_ROWS), Place(path, number)))
            break
    if not rows and not complaints:
        complaints.append(Complaint(say("there are no cards below the header row"), Place(path, header[0])))
    if complaints:
        raise BadFile(*complaints)
    return Spreadsheet(columns, tuple(rows))


def _lines(path: Path, text: str) -> Iterator[tuple[int, list[str]]]:
    """Each row with the line on which it begins."""
    reader = csv.reader(io.StringIO(text, newline="\n"), delimiter=_delimiter(text), strict=True)
    begin = 1
    try:
        for cells in reader:
            yield begin, cells
            begin = reader.line_num + 1
    except csv.Error:
        raise BadFile(
            Complaint(
                say("this is not valid CSV"),
                Place(path, begin),
                say("look for an unclosed quotation mark; inside quotation marks, write {two} for one", two='""'),
            )
        ) from None


def _delimiter(text: str) -> str:
    heading = text.partition("\n")[0]
    return max(",;\t", key=heading.count)


def _too_many(path: Path, line: int, expected: int, found: int) -> Complaint:
    return Complaint(
        counted(
            "expected {n} cell as in the header row, found {found}",
            "expected {n} cells as in the header row, found {found}",
            n=expected,
            found=found,
        ),
        Place(path, line),
        say("put quotation marks around a text that contains the separator"),
    )

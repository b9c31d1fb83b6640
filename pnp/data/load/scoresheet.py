"""Reads a scoresheet.toml: the columns of a game's score sheet, and the hints on its back."""

from __future__ import annotations

from collections.abc import Mapping

from pnp.base.errors import near_miss
from pnp.base.text import say
from pnp.data.load.choices import Offers, read_when
from pnp.data.load.texts import TextCollector
from pnp.data.load.toml import Section
from pnp.data.model import ScoreSheet, ScoreSheetColumn, ScoreSheetHint, Value
from pnp.data.values import out_of_range

MOST_COLUMNS, MOST_HINTS, MOST_BANDS = 30, 100, 4


def read_score_sheet(root: Section, offers: Offers, texts: TextCollector, values: Mapping[str, Value]) -> ScoreSheet:
    """What may stand on the sheet, for any choices; an empty one where columns or hints are too few or many."""
    columns, hints = list(root.sections("columns")), list(root.sections("hints"))
    for key, found, least, most in (("columns", columns, 1, MOST_COLUMNS), ("hints", hints, 0, MOST_HINTS)):
        if not least <= len(found) <= most:
            root.complain(out_of_range(key, len(found), least, most), key)
            return ScoreSheet()
    return ScoreSheet(
        tuple(_read_column(section, offers, texts, values) for section in columns),
        tuple(_read_hint(section, offers, texts, values) for section in hints),
        int(root.number("bands", 1, least=1, most=MOST_BANDS)),
    )


def _read_column(
    section: Section, offers: Offers, texts: TextCollector, values: Mapping[str, Value]
) -> ScoreSheetColumn:
    with section:
        return ScoreSheetColumn(
            texts.read(section, "title", "record"),
            section.strings("write", ()),
            section.number("width", least=1),
            read_when(section, offers),
            section.place,
            _read_value(section, values),
        )


def _read_hint(section: Section, offers: Offers, texts: TextCollector, values: Mapping[str, Value]) -> ScoreSheetHint:
    with section:
        text = texts.read(section, "text", "record")
        when, value, write = read_when(section, offers), _read_value(section, values), section.strings("write")
        if not all(sample.strip() for sample in write):
            section.complain(say("“{key}” contains an empty text", key="write"), "write")
        return ScoreSheetHint(text, write, when, section.place, value)


def _read_value(section: Section, values: Mapping[str, Value]) -> str:
    key = section.string("value", "")
    if key and key not in values:
        section.complain(say("there is no value “{key}”", key=key), "value", near_miss(key, values))
    return key

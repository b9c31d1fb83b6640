"""Reads the parts of a layout.toml: boxes that build on each other, and what each of their keys may say."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pnp.base.errors import near_miss
from pnp.base.text import say, word
from pnp.data.formula import parse_formula
from pnp.data.layout import (
    CORNERS,
    HEADS,
    SHAPES,
    Box,
    BoxSettings,
    LayoutPart,
    Level,
    Measure,
    Setting,
)
from pnp.data.load.toml import Section
from pnp.data.values import MOST_NUMBER, excerpt, out_of_range

PLACES = frozenset(("x", "y", "w", "h", "turn", "scale"))
SHAPE = frozenset(("radius", "notch", "sides", "start", "sweep", "hole", "thick", "head"))
TYPE = frozenset(("size", "least", "leading", "track", "lines", "icons"))
MEASURES = PLACES | SHAPE | TYPE  # numbers, or arithmetic
AT_LEAST = {
    **dict.fromkeys(("thick", "radius", "notch", "lines", "dash", "hole", "head"), 0),
    "size": 1,
    "least": 1,
    "leading": 0.1,
    "icons": 0.1,
    "scale": 0.01,
}
LISTS = {"about": 2, "dash": 2}
WORDS = frozenset(["fill", "stroke", "colour", "tint", "text", "art", "part", "font"])  # with Jinja2 in double braces
EXPRESSIONS = frozenset(["when", "each"])
CHOICES: dict[str, tuple[str, ...]] = {
    "shape": SHAPES,
    "heads": HEADS,
    "corners": CORNERS,
    "align": ("left", "centre", "right"),
    "valign": ("top", "middle", "bottom"),
    "fit": ("whole", "cover", "stretch"),
}
FLAGS = frozenset(["clip", "hyphenate", "plain"])
OWN = frozenset(("ink", "layers", "with"))
KEYS = MEASURES | set(LISTS) | WORDS | EXPRESSIONS | set(CHOICES) | FLAGS | OWN


MOST_BOXES = 1000
MOST_LEVELS = 50

# parts of the score sheet, with what layouts called them before
_FORMER = {"scoresheet": "record", "scoresheet_back": "record_back", "scoresheet_hint": "record_hint"}
_OTHER = _FORMER | {former: name for name, former in _FORMER.items()}

_NAME = re.compile(r"[a-z][a-z0-9_]*")


def read_parts(
    section: Section, parts: dict[str, LayoutPart], shared: Mapping[str, Box], inks: Iterable[str]
) -> dict[str, LayoutPart]:
    """The parts known so far, with those of a section added.

    A part that was called otherwise before gets both names, whichever of them a layout says.
    """
    with section:
        for name in section:
            part = section.section(name)
            with part:
                boxes = dict(_inherited_boxes(part, parts))
                for key in _box_names(part):
                    _add_box(boxes, part.section(key), key, shared, inks)
            parts[name] = LayoutPart(name, tuple(boxes.values()), part.place)
            if (other := _OTHER.get(name, name)) not in section:
                parts[other] = parts[name]
    return parts


def _inherited_boxes(part: Section, parts: Mapping[str, LayoutPart]) -> Iterator[tuple[str, Box]]:
    name = part.string("extends", "")
    if name in parts:
        yield from ((box.name, box) for box in parts[name].boxes)
    elif name:
        part.complain(say("there is no part “{name}” above this one", name=name), "extends", near_miss(name, parts))


def _box_names(part: Section) -> list[str]:
    names = [key for key in part if key != "extends"]
    for key in names:
        part.raw(key)
        if not _NAME.fullmatch(key):
            part.complain(
                say("“{found}” is not a valid name for a box; use lower-case letters, digits and _", found=key), key
            )
    if len(names) > MOST_BOXES:
        part.complain(say("the part has more than {most} boxes", most=MOST_BOXES))
        return []
    return [key for key in names if _NAME.fullmatch(key)]


def _add_box(
    boxes: dict[str, Box], section: Section, name: str, shared: Mapping[str, Box], inks: Iterable[str]
) -> None:
    """Puts a box at the end, before another one, or over the inherited one of its name."""
    before = section.string("before", "")
    if name in boxes:
        boxes[name] = read_box(section, name, [boxes, shared], inks, boxes[name])
        return
    box = read_box(section, name, [boxes, shared], inks)
    if before and before not in boxes:
        section.complain(say("there is no box “{name}” here", name=before), "before", near_miss(before, boxes))
    if before in boxes:
        behind = list(boxes.items())
        boxes.clear()
        for key, other in behind:
            boxes.update({name: box, key: other} if key == before else {key: other})
    boxes.setdefault(name, box)


def read_box(
    section: Section, name: str, known: list[Mapping[str, Box]], inks: Iterable[str], over: Box | None = None
) -> Box:
    """A box, over the one of its name that is inherited, and on top of the one that it extends."""
    section.offers(KEYS | {"extends", "before"})
    with section:
        wanted = section.string("extends", "")
        base = next((boxes[wanted] for boxes in known if wanted in boxes), None)
        if wanted and not base:
            names = [key for boxes in known for key in boxes]
            section.complain(say("there is no box “{name}” here", name=wanted), "extends", near_miss(wanted, names))
        patches = {}
        for ink in inks:
            if ink in section:
                with section.section(ink) as patch:
                    patches[ink] = _read_settings(patch)
        level = Level(_read_settings(section), patches)
        for ink in section.strings("ink", ()):
            if ink not in inks:
                section.complain(say("there is no ink “{ink}”", ink=ink), "ink", near_miss(ink, inks))
    earlier = (over, base) if base is not over else (over,)
    levels = (*(one for box in earlier if box for one in box.levels), level)
    if len(levels) > MOST_LEVELS:
        section.complain(say("the box builds on more than {most} others", most=MOST_LEVELS))
        levels = levels[-MOST_LEVELS:]
    return Box(name, levels, section.place)


def _read_settings(section: Section) -> BoxSettings:
    return {key: _read_setting(section, key) for key in sorted(KEYS) if key in section}


def _read_setting(section: Section, key: str) -> Setting:
    if key in MEASURES:
        return read_measure(section, key, section.raw(key))
    if key in LISTS:
        return _measures(section, key)
    if key in FLAGS:
        return section.boolean(key)
    if key in ("ink", "layers"):
        return section.strings(key)
    return _read_given(section.section(key)) if key == "with" else _read_words(section, key)


def _read_words(section: Section, key: str) -> str:
    found = section.string(key)
    if found not in CHOICES.get(key, (found,)) and "{{" not in found:
        hint = near_miss(found, CHOICES[key])
        section.complain(say("“{key}”: there is no “{found}”", key=key, found=excerpt(found)), key, hint)
    return found


def _measures(section: Section, key: str) -> Setting:
    found = section.raw(key)
    if isinstance(found, list) and len(found) == LISTS[key]:
        return tuple(read_measure(section, key, one) for one in found)
    return unfit(section, key, found)


def read_measure(section: Section, key: str, found: Any) -> Measure:
    """A number, or arithmetic; nought after a complaint."""
    if key in AT_LEAST and isinstance(found, int | float) and found < AT_LEAST[key]:
        section.complain(out_of_range(key, found, AT_LEAST[key]), key)
        return float(AT_LEAST[key])
    if isinstance(found, int | float) and not isinstance(found, bool) and abs(found) <= MOST_NUMBER:
        return float(found)
    if isinstance(found, str):
        try:
            return parse_formula(found)
        except ValueError:
            pass
    unfit(section, key, found)
    return 0.0


def unfit(section: Section, key: str, found: Any) -> Setting:
    """Complains about what is no measure, and stands for it."""
    expected = word("type", "a number or arithmetic such as {example}", example='"width - 6"')
    section.complain(
        say("“{key}”: expected {expected}, found “{found}”", key=key, expected=expected, found=excerpt(found)), key
    )
    return 0.0


def _read_given(section: Section) -> BoxSettings:
    """The names that a part is given: numbers, or Jinja2 expressions."""
    with section:
        found = {name: section.raw(name) for name in section}
    for name, one in found.items():
        if not isinstance(one, bool | int | float | str):
            unfit(section, name, one)
    return found

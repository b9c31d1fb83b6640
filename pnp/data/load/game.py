"""Turns a game's folder into GameData: its TOML files and the decks' CSV files, all or nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

from pnp.base.errors import BadFile, Complaint, Place, near_miss
from pnp.base.files import inside
from pnp.base.frozen import FrozenDict
from pnp.base.plurals import plural_count
from pnp.base.text import LANGUAGE, SOURCE_LANGUAGE, Message, Text, placeholders, say, word, wrong_plurals
from pnp.data.load.choices import Offers, offers_of, read_choices, read_when
from pnp.data.load.decks import read_decks, values_of
from pnp.data.load.scoresheet import read_score_sheet
from pnp.data.load.texts import TextCollector
from pnp.data.load.toml import Section, Source
from pnp.data.load.values import read_overlays, read_values
from pnp.data.model import Chapter, Credit, Deck, Entry, GameData, Kind, Remark, ScoreSheet, Value
from pnp.data.values import Terms, excerpt

MOST_CHARACTERS = 5000
LONGEST_VERSION = 30
MAIN, VALUES, RULES, SCORESHEET = "game.toml", "values.toml", "rules.toml", "scoresheet.toml"
LAYOUT = "layout.toml"
_QUOTATION_MARKS = frozenset('"„“”«»')
FORMER_SCORESHEET = "record.toml"  # what that file was called before; still read where there is no other


def load_game(folder: Path) -> GameData:
    """The game in a folder; BadFile with all complaints about its files."""
    main, values, rules, score_file = _sources(folder)
    with main.root as root:
        texts = TextCollector(_read_source(root), digits=root.boolean("digits", default=False))
        title, about = texts.read(root, "title", "game"), texts.read(root, "about", "game")
        updated, version = root.day("updated"), _read_version(root)
        choices = read_choices(root, texts)
        offers = offers_of(choices)
        terms = _read_terms(root.section("terms"), texts)
        decks, complaints = read_decks(root.section("decks"), folder, offers, terms, texts)
        makers = tuple(_read_credits(root, texts))
    with rules.root as root:
        chapters = tuple(_read_chapters(root, offers, texts))
        titles = {rule: name for chapter in chapters for rule, name in chapter.rules.items()}
        remarks = tuple(_read_remarks(root, offers, titles, texts))
    with values.root as root:
        printed = {value.key: value for value in values_of(decks)}
        facts = read_values(root, terms, texts, printed)
        overlays = tuple(read_overlays(root, offers, facts, decks, terms, texts))
    score_sheet = ScoreSheet()
    if score_file:
        with score_file.root as root:
            score_sheet = read_score_sheet(root, offers, texts, facts)
    for source in filter(None, (main, values, rules, score_file)):
        complaints += source.complaints
    if not complaints:
        stated = [(value.rule, value.place) for value in facts.values()]
        stated += [(overlay.rule, overlay.place) for overlay in overlays]
        complaints += _unknown_rules(stated, titles)
        complaints += _bad_copies(decks, facts)
        columns = {column.name for deck in decks for column in deck.columns.values() if column.kind != "text"}
        complaints += [wrong for entry in texts.entries for wrong in _bad_text(entry, facts, columns)]
    if complaints:
        raise BadFile(*complaints)
    return GameData(
        key=folder.name,
        folder=folder,
        title=title,
        about=about,
        source=texts.language,
        updated=updated,
        version=version,
        choices=choices,
        decks=decks,
        values=FrozenDict(facts),
        overlays=overlays,
        chapters=chapters,
        remarks=remarks,
        credits=makers,
        terms=FrozenDict(terms),
        score_sheet=score_sheet,
        entries=tuple(texts.entries if facts else (replace(entry, digits=True) for entry in texts.entries)),
        digits=texts.digits or not facts,
        sections_by_ids=_calls_sections_by_ids(folder),
    )


def _calls_sections_by_ids(folder: Path) -> bool:
    """What the look of its book says, for others cite its sections too; the layout's own reader finds its faults."""
    try:
        book = Source(inside(folder, LAYOUT, Place(folder / LAYOUT))).root.raw("book")
    except BadFile:
        return False
    return isinstance(book, dict) and book.get("sections") == "ids"


def _sources(folder: Path) -> tuple[Source, Source, Source, Source | None]:
    """The file that every game has, two that are as good as empty where they are missing, and one it may have."""
    sources: dict[str, Source] = {}
    complaints: list[Complaint] = []
    sheet = SCORESHEET if (folder / SCORESHEET).exists() else FORMER_SCORESHEET
    for name in (MAIN, VALUES, RULES, sheet):
        path = folder / name
        try:
            if name == MAIN or path.exists():
                sources[name] = Source(inside(folder, name, Place(path)))
        except BadFile as error:
            complaints += error.complaints
    if complaints:
        raise BadFile(*complaints)
    values, rules = (sources.get(name) or Source(folder / name, "") for name in (VALUES, RULES))
    return sources[MAIN], values, rules, sources.get(sheet)


def _read_source(root: Section) -> str:
    """The language in which the game's texts are written."""
    found = root.string("source", SOURCE_LANGUAGE)
    if LANGUAGE.fullmatch(found):
        return found
    root.complain(
        say("“{key}”: expected a language code, found “{found}”", key="source", found=excerpt(found)),
        "source",
        say("for example {example}", example='source = "pl"'),
    )
    return SOURCE_LANGUAGE


def _read_version(root: Section) -> str:
    """What tells two prototypes apart: a short text, or a date."""
    found = root.raw("version", "")
    if type(found) is date:
        return found.isoformat()
    if isinstance(found, str) and len(found) <= LONGEST_VERSION and found.isprintable():
        return found.strip()
    root.complain(
        say(
            "“{key}”: expected {expected}, found “{found}”",
            key="version",
            expected=word("type", "a short text or a date, such as {example}", example='"0.1"'),
            found=excerpt(found),
        ),
        "version",
    )
    return ""


def _read_terms(section: Section, texts: TextCollector) -> Terms:
    terms = {}
    with section:
        for context in section:
            with section.section(context) as words:
                read = {key: texts.read(words, key, context) for key in words}
            terms[context] = FrozenDict(read)
    return terms


def _read_credits(root: Section, texts: TextCollector) -> Iterator[Credit]:
    for section in root.sections("credits"):
        with section:
            role = texts.read(section, "role", "credit")
            yield Credit(role, tuple(_credited(name, section, texts) for name in section.strings("names")))


def _credited(name: str, section: Section, texts: TextCollector) -> Text:
    """A name is the same everywhere; only one in quotation marks is translated, because each language has its own."""
    text = Text(name, context="credit")
    return texts.add(text, section.place_of("names"), "") if _QUOTATION_MARKS & set(name) else text


def _read_chapters(root: Section, offers: Offers, texts: TextCollector) -> list[Chapter]:
    chapters: list[Chapter] = []
    for section in root.sections("chapters"):
        with section:
            title, when = texts.read(section, "title", "chapter"), read_when(section, offers)
            with section.section("rules") as rules:
                titles = {rule: texts.read(rules, rule, "rule", rule) for rule in rules}
            with section.section("after") as moved:
                after = {rule: moved.string(rule) for rule in moved}
            key, offered = section.string("key", ""), section.boolean("offered", default=False)
            chapter = Chapter(key, title, FrozenDict(titles), when, offered, FrozenDict(after))
            told = {rule for other in chapters for rule in other.rules}
            for rule, place in after.items():
                for name, known in ((rule, titles), (place, told)):
                    if name not in known:
                        section.complain(_no_rule(name), "after", near_miss(name, known))
            chapters.append(chapter)
    return chapters


def _read_remarks(
    root: Section, offers: Offers, titles: Mapping[str, object], texts: TextCollector
) -> Iterator[Remark]:
    for section in root.sections("remarks"):
        with section:
            rule, edition = section.string("rule"), section.string("edition", "")
            if rule not in titles:
                section.complain(_no_rule(rule), "rule", near_miss(rule, titles))
            if edition and edition not in offers[Kind.EDITION]:
                hint = near_miss(edition, offers[Kind.EDITION])
                section.complain(Kind.EDITION.no_such(edition), "edition", hint)
            text = texts.read(section, "text", "remark", f"{edition} {rule}".strip())
            slip = section.boolean("slip", default=False)
            with section.section("unless") as condition:
                unless = read_when(condition, offers) if "unless" in section else None
            yield Remark(rule, text, edition, slip, unless)


def _unknown_rules(stated: list[tuple[str, Place]], titles: Mapping[str, object]) -> Iterator[Complaint]:
    for rule, place in stated:
        if rule not in titles:
            yield Complaint(_no_rule(rule), place, near_miss(rule, titles))


def _bad_copies(decks: tuple[Deck, ...], facts: Mapping[str, Value]) -> Iterator[Complaint]:
    for deck in decks:
        if not isinstance(deck.copies, str):
            continue
        value = facts.get(deck.copies)
        if deck.copies and value is None:
            message = say("there is no value “{key}”", key=deck.copies)
            yield Complaint(message, deck.place, near_miss(deck.copies, facts))
        elif value and type(value.fact) is not int:
            message = say("“{key}”: the value “{found}” is not a number", key="copies", found=deck.copies)
            yield Complaint(message, deck.place)


def _no_rule(rule: str) -> Message:
    return say("rules.toml has no rule “{rule}”", rule=rule)


def _bad_text(entry: Entry, facts: Mapping[str, Value], columns: set[str]) -> Iterator[Complaint]:
    """A text may name values only, in braces that match."""
    of_card = columns if entry.of_card else set()
    of_count = {"n"} if entry.text.many else set()
    for template in entry.text.plurals:
        if len(template) > MOST_CHARACTERS:
            yield Complaint(say("the text is longer than {most} characters", most=MOST_CHARACTERS), entry.place)
            continue
        try:
            found = placeholders(template)
        except ValueError:
            yield Complaint(say("the braces do not match in “{text}”", text=excerpt(template)), entry.place)
            continue
        for place in found:
            if wrong := wrong_plurals(place, plural_count(entry.text.language)):
                yield Complaint(wrong[0], entry.place, wrong[1])
        known = [*facts, *of_card, *of_count, *sorted(entry.gaps)]
        for name in (place.name for place in found if place.name not in known):
            message = say("the text refers to “{name}”, which is not a value", name=name)
            yield Complaint(message, entry.place, near_miss(name, known))

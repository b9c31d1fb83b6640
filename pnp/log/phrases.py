"""Words of the notation in a language, for sheets that tell players what to write."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from pnp.base.errors import BadFile, Complaint, near_miss
from pnp.base.text import say, word
from pnp.data.edition import EditionData
from pnp.data.model import Kind, Mark, ScoreSheetColumn, ScoreSheetHint
from pnp.data.values import excerpt, written
from pnp.data.workspace import Workspace
from pnp.log.file import parse_log
from pnp.log.library import Library, has_rules, rules_of
from pnp.log.log import HEAD
from pnp.log.writing import write_text
from pnp.rules.notation import CARD, CARDS, VERBS, spellings

PLAYERS = (word("person", "Anna"), word("person", "Ben"))  # who plays in samples; each language has its own names


class Phrases:
    """The notation of one edition's game, in one language. A game without rules writes its own words."""

    def __init__(self, workspace: Workspace, edition: EditionData, language: str) -> None:
        self._library = Library(workspace, edition)
        self._edition, self._catalog = edition, self._library.catalog(language)
        self._names = [self._catalog(name) for name in PLAYERS]
        self.judged = has_rules(edition.game.key)

    @property
    def hides(self) -> bool:
        """Whether the game has cards that nobody may have seen."""
        if not self.judged:
            return False
        forms = rules_of(self._edition.game.key).notation.forms
        return any(takes in (CARD, CARDS) for form in forms for slot in form.slots for takes in slot.takes)

    def verbs(self, column: ScoreSheetColumn) -> list[str]:
        """The usual words for the steps that a column asks for; BadFile where the notation does not know one."""
        if not self.judged:
            return list(column.write)
        words = rules_of(self._edition.game.key).notation.words[VERBS]
        if unknown := [verb for verb in column.write if verb not in words]:
            message = say("there is no step “{verb}” in the notation", verb=excerpt(unknown[0]))
            raise BadFile(Complaint(message, column.place, near_miss(unknown[0], words)))
        return [next(spellings(words[verb], self._catalog)) for verb in column.write]

    def header(self) -> Iterator[tuple[str, str]]:
        """The lines with which a log begins: word, and what is known of it."""
        chosen = self._edition.chosen
        known = {
            "game": [self._edition.game.key],
            "edition": [self._edition.key],
            "with": sorted(chosen[Kind.EXPANSION]),
            "variant": sorted(chosen[Kind.VARIANT]),
            "options": sorted(chosen[Kind.OPTION]),
            "set": [
                f"{key}={written(one.fact)}" for key, one in self._edition.values.items() if one.mark is Mark.YOURS
            ],
            "date": [],
        }
        for key, words in known.items():
            if words or key == "date":
                yield next(spellings(HEAD[key], self._catalog)), ", ".join(words)

    @property
    def players(self) -> str:
        """The word before their names."""
        return next(spellings(HEAD["players"], self._catalog))

    def samples(self, hint: ScoreSheetHint) -> list[str]:
        """What a hint shows, written in the language; BadFile where the notation does not know it."""
        if not self.judged:
            return list(hint.write)
        turn = f"1 {self._names[0]}: "
        lines = [sample if ":" in sample else f"{turn}{sample}" for sample in map(self._named, hint.write)]
        try:
            log = parse_log(hint.place.path, "\n".join((*self._head(), "", *lines)), self._library, strict=True)
        except BadFile as error:
            raise BadFile(*(replace(one, place=hint.place) for one in error.complaints)) from None
        if len(log.lines) != len(lines):
            raise BadFile(
                Complaint(say("there is no step “{verb}” in the notation", verb=excerpt(hint.write[0])), hint.place)
            )
        written = write_text(log, self._library, self._catalog.language).splitlines()
        return [line.removeprefix(turn) for line in written[-len(lines) :]]

    def _named(self, sample: str) -> str:
        """A sample with the players' names of the language."""
        names = dict(zip(map(str, PLAYERS), self._names, strict=True))
        return re.sub("|".join(rf"\b{name}\b" for name in names), lambda found: names[found[0]], sample)

    def _head(self) -> Iterator[str]:
        chosen = self._edition.chosen
        yield f"game: {self._edition.game.key}"
        yield f"players: {', '.join(self._names)}"
        for key, kind in (("with", Kind.EXPANSION), ("variant", Kind.VARIANT), ("options", Kind.OPTION)):
            if chosen[kind]:
                yield f"{key}: {', '.join(sorted(chosen[kind]))}"

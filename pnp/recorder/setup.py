"""What stays the same while a game is recorded: its header, its rules, its words, the user's language."""

from __future__ import annotations

from pnp.log.library import Library
from pnp.log.log import DEAL_WORD
from pnp.log.textlog.reading import read_line
from pnp.log.writing import Scribe, write_line
from pnp.recorder.commands import ENDING
from pnp.recorder.shorthand import Shorthand
from pnp.referee.judge import ExplainingReplay
from pnp.rules.notation import VERBS, spellings
from pnp.rules.step import Line
from pnp.words.catalog import load_catalog


class RecorderSetup:
    """`language` is the user's; the log keeps to the one that its header notes.

    Rules are read as the verdict on the log reads them, and `remarks` say so where that is not how its header has it.
    """

    def __init__(self, replay: ExplainingReplay, library: Library, language: str) -> None:
        self.library, self.language = library, language
        self.log = log = replay.log
        self.rules, self.edition, self.remarks = replay.rules, replay.edition, replay.remarks
        self.say_it = load_catalog(library.workspace, language, log.game).knowing(self.edition.facts())
        noted = log.language in library.workspace.languages()
        self._words = library.catalog(log.language if noted else language)
        self.scribe = Scribe(self.rules.notation, self._words, library.cards(log.game), log.players)
        self.written_in = self._words.language
        self.reader = library.reader(log).speaking(lambda: self.written_in)
        self.shorthand = Shorthand(self.rules.notation, self._words, self.reader)

    @property
    def ending(self) -> str:
        """The word that ends a turn, and is no step of the game."""
        words = (*spellings(ENDING, self.say_it), ENDING.text.one)
        return next(one for one in words if not self.reader.vocabulary.find(VERBS, one))

    def dealing(self, seat: int) -> str:
        """How a first hand is told, with dots for its cards."""
        return f"{next(spellings(DEAL_WORD, self._words))} {self.log.players[seat]}: …"

    def line(self, text: str) -> Line:
        """A line as it is typed; BadFile says what is wrong with it."""
        return read_line(text, self.log, self.library, self.written_in)

    def written(self, line: Line) -> str:
        """A line as it stands in the log, in the language that the log is kept in."""
        return write_line(line, self.scribe, self._words)

"""Logs of games that were really played: the verdict on one in any language, and on many, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Literal, overload

import pnp  # its classes are loaded when somebody asks what a call gives
from pnp.api.games import AnyPath, Edition, Game, choices_of, workspace_of
from pnp.api.options import print_options
from pnp.base.arguments import a_path, a_word, one_of, refused, yes_or_no
from pnp.base.cache import saving
from pnp.base.errors import BadFile, BadRequest, Complaint, Place
from pnp.base.files import plain_lines
from pnp.base.text import SOURCE_LANGUAGE, say
from pnp.log.file import is_json, parse_log, read_log
from pnp.log.library import Library
from pnp.referee.findings import Judgement
from pnp.referee.judge import judge as judgement_on
from pnp.referee.verdict import Verdict
from pnp.referee.wording.lines import verdict_lines
from pnp.referee.wording.verdicts import verdict_of

if TYPE_CHECKING:
    from pnp.referee.citations import RulebookPages

TYPED = Path("log")  # what a log calls itself that is in no file
_EXAMPLE, _KIT = 'pnp.judge("friday.log")', 'kit="output/my-game/en"'


@overload
def judge(log: AnyPath, *, strict: bool = False, workspace: AnyPath | None = None) -> JudgedLog: ...
@overload
def judge(*, text: str, strict: bool = False, workspace: AnyPath | None = None) -> JudgedLog: ...
def judge(
    log: AnyPath | None = None, *, text: str | None = None, strict: bool = False, workspace: AnyPath | None = None
) -> JudgedLog:
    """The verdict on a log in a file, or on a text, by the rules that its header names.

    BadFile where it cannot be read; if `strict`, nothing in it is guessed.
    """
    return judged(Library(workspace_of(workspace)), log, text, strict=strict)


@saving
def judged(
    library: Library, log: AnyPath | None, text: str | None = None, *, strict: bool = False, game: str = ""
) -> JudgedLog:
    """The verdict on the one of both that there is; if a game is named, the log must be of that one."""
    if (log is None) is (text is None):
        raise refused(say("expected a file or a text, not both"), _EXAMPLE)
    if text is not None:
        written = plain_lines(a_word("text", text, _EXAMPLE)).removeprefix("\ufeff")
        read = parse_log(TYPED, written, library, strict=yes_or_no("strict", strict))
    else:
        read = read_log(_file(log), library, strict=yes_or_no("strict", strict))
    if game and read.game != game:
        message = say("this is a log of “{found}”, not of “{game}”", found=read.game, game=game)
        raise BadRequest(Complaint(message, Place(read.path), say("{call} accepts a log of any game", call=_EXAMPLE)))
    return JudgedLog(library, judgement_on(read, library))


def _file(log: object) -> Path:
    """The file that was named. A text is refused in a few words, and so is a folder: other calls take those."""
    path = a_path("log", log, _EXAMPLE)
    try:
        there, folder = path.exists(), path.is_dir()
    except OSError:  # a name that no file can have
        there = folder = False
    if isinstance(log, str) and not there and (len(log.splitlines()) > 1 or is_json(log)):
        raise refused(say("log: expected a file, found text"), 'pnp.judge(text="game: …")')
    if folder:
        hint = say("{call} judges every log in a folder", call=f"pnp.verdicts({str(path)!r})")
        raise BadFile(Complaint(say("expected a file, found a folder"), Place(path), hint))
    return path


def verdicts(
    *logs: AnyPath | Iterable[AnyPath],
    lang: str = SOURCE_LANGUAGE,
    strict: bool = False,
    kit: AnyPath | None = None,
    workspace: AnyPath | None = None,
) -> Iterator[Verdict]:
    """The verdict on each log: files, all those of folders, and patterns, in this order, judged on all cores.

    A log that cannot be read has a verdict too, which says why. With a printed `kit`, findings cite the pages of its
    rulebook. BadFile where no log is found, BadRequest where the kit is of none of their games.
    """
    from pnp.referee.check import check_all

    home, paths = workspace_of(workspace), _gathered(logs)
    language = home.known_language(a_word("lang", lang, 'lang="de"') or SOURCE_LANGUAGE)
    printed = None if kit is None else a_path("kit", kit, _KIT)
    return check_all(paths, Library(home), language, strict=yes_or_no("strict", strict), kit=printed)


def differences(
    *logs: AnyPath | Iterable[AnyPath],
    edition: str = "",
    expansions: Iterable[str] = (),
    variant: str = "",
    options: Iterable[str] = (),
    set: Mapping[str, object] | None = None,  # noqa: A002  as the option --set is called
    lang: str = SOURCE_LANGUAGE,
    workspace: AnyPath | None = None,
) -> Iterator[pnp.LogDifference]:
    """What a change of the rules would have done to each recorded game: made it illegal, or won by another player.

    BadRequest where no change is asked for, or one that the game does not offer.
    """
    from pnp.studies.diff import diff_all

    change = choices_of(edition, expansions, variant, options, set)
    home = workspace_of(workspace)
    language = home.known_language(a_word("lang", lang, 'lang="de"') or SOURCE_LANGUAGE)
    return diff_all(_gathered(logs), Library(home), language, change)


def _gathered(logs: Iterable[AnyPath | Iterable[AnyPath]]) -> list[Path]:
    """The files behind all that was named."""
    from pnp.referee.check import gathered

    named = [a_path("log", one, _EXAMPLE) for one in _single(logs)]
    if not named:
        raise refused(say("no log was given"), 'pnp.verdicts("club-night")')
    return gathered(named)


def _single(logs: Iterable[AnyPath | Iterable[AnyPath]]) -> Iterator[AnyPath]:
    """Paths one by one, also those of lists."""
    for one in logs:
        if isinstance(one, str | bytes | PathLike) or not isinstance(one, Iterable):
            yield one
        else:
            yield from one


def _book(kit: AnyPath | None, game: str = "") -> RulebookPages | None:
    if kit is None:
        return None
    from pnp.referee.citations import rulebook_in

    return rulebook_in(a_path("kit", kit, _KIT), game)


@dataclass(frozen=True, slots=True, repr=False)
class JudgedLog:
    """A log and what the referee found in it; all is said in English where no other language is named."""

    _library: Library = field(compare=False)
    _judgement: Judgement

    def __hash__(self) -> int:
        return hash((self._judgement.log.path, self._judgement.steps, self._judgement.findings))

    def __repr__(self) -> str:
        found = "clean" if self.clean else f"{self.violations} violation{'s' * (self.violations != 1)}"
        return f"<JudgedLog {self._judgement.log.path.name}: {found}>"

    def __str__(self) -> str:
        return self.text()

    @property
    def clean(self) -> bool:
        """Whether the game was played by the rules, as far as the log tells."""
        return self._judgement.clean

    @property
    def violations(self) -> int:
        """How many findings there are that do not follow from others."""
        return len(self._judgement.counted)

    @property
    def edition(self) -> Edition:
        """The rules by which the log was judged."""
        data, workspace = self._judgement.edition, self._library.workspace
        return Edition(Game(workspace, data.game.key, data.game), data.asked, data)

    def verdict(self, lang: str = SOURCE_LANGUAGE, *, kit: AnyPath | None = None) -> Verdict:
        """The verdict in the words of a language; with a printed `kit`, findings cite the pages of its rulebook."""
        return verdict_of(self._judgement, self._library, self._language(lang), self._book(kit))

    def text(self, lang: str = SOURCE_LANGUAGE, *, everything: bool = False) -> str:
        """What `pnp referee check` prints; with `everything`, also what only follows from other findings."""
        ui = self._library.catalog(self._language(lang))
        return "\n".join(
            line for line, _ in verdict_lines(self.verdict(lang), ui, everything=yes_or_no("everything", everything))
        )

    @saving
    def report(
        self,
        lang: str = SOURCE_LANGUAGE,
        *,
        format: Literal["pdf", "html"] = "pdf",  # noqa: A002  as the option --format is called
        paper: str = "a4",
        ink: str = "full",
        kit: AnyPath | None = None,
    ) -> pnp.Document:
        """The report of two pages, or with format="html" one page for the screen."""
        from pnp.report.report import make_report
        from pnp.words.messages import unfinished

        one_of("format", format, ("pdf", "html"))
        options = print_options({"format": format, "paper": paper, "ink": ink}, "report")
        language, game = self._language(lang), self._judgement.edition.game
        made = make_report(self._judgement, self._library, language, options, self._book(kit))
        told = unfinished(self._library.workspace, game, language, lacking=False)
        return replace(made, untranslated=tuple(told))

    def convert(self, lang: str = SOURCE_LANGUAGE, *, format: Literal["text", "json"] = "text") -> str:  # noqa: A002
        """The log in the words of a language, tidied; with format="json", as data for programs."""
        from pnp.log.convert import FORMATS, rendered

        one_of("format", format, FORMATS)
        return rendered(self._judgement.log, self._library, format, self._language(lang))

    def table(self, lang: str = SOURCE_LANGUAGE) -> pnp.Table:
        """The table as the log leaves it, to play on."""
        from pnp.api.table import table_after

        return table_after(self._judgement.log, self._library, self._language(lang))

    def _book(self, kit: AnyPath | None) -> RulebookPages | None:
        return _book(kit, self._judgement.edition.game.key)

    def _language(self, lang: str) -> str:
        return self._library.workspace.known_language(a_word("lang", lang, 'lang="de"') or SOURCE_LANGUAGE)

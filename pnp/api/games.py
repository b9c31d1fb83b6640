"""Games and the editions that a table chooses of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from os import PathLike
from typing import TYPE_CHECKING, Any, Unpack, overload

import pnp  # its classes are loaded when somebody asks what a call gives
from pnp.api.options import Printing, print_options
from pnp.base.arguments import a_function, a_number, a_path, a_word, plain, refused, some_words, yes_or_no
from pnp.base.cache import saving
from pnp.base.errors import BadRequest, Complaint, near_miss
from pnp.base.text import say
from pnp.data.edition import Choices, EditionData, choose
from pnp.data.model import Fact, GameData, Kind
from pnp.data.workspace import Workspace, find

if TYPE_CHECKING:
    from pnp.faces.job import Job
    from pnp.log.library import Library

AnyPath = str | PathLike[str]


def workspace_of(named: AnyPath | None) -> Workspace:
    """The workspace that was named, else the one that the current folder lies in, else the built-in one."""
    return find(None if named is None else a_path("workspace", named, 'workspace="my-games"'))


def list_games(*, workspace: AnyPath | None = None) -> tuple[str, ...]:
    """The keys of all games that can be opened: the workspace's own, then the built-in ones."""
    return workspace_of(workspace).games()


def choices_of(
    edition: str, expansions: Iterable[str], variant: str, options: Iterable[str], values: Mapping[str, object] | None
) -> Choices:
    """What a caller chooses, as one value; BadRequest where something is of the wrong type."""
    brought = some_words("expansions", expansions, '["night"]')
    added = some_words("options", options, '["quick"]')
    changed: Any = {} if values is None else values
    if isinstance(changed, Mapping):
        changed = {plain(key): plain(found) for key, found in changed.items()}
    return Choices(plain(edition), brought, plain(variant), added, changed)


@saving
def open(game: str, *, workspace: AnyPath | None = None) -> Game:  # noqa: A001  pnp.open is what one looks for
    """A game by its key. Its data are read and checked; BadFile names all that is wrong with them."""
    home = workspace_of(workspace)
    key = home.known_game(a_word("game", game, 'pnp.open("my-game")'))
    return Game(home, key, home.game(key))


@dataclass(frozen=True, slots=True, repr=False)
class Game:
    """All that a game's folder says: every edition, expansion, variant and option at once."""

    workspace: Workspace
    key: str
    data: GameData

    def __repr__(self) -> str:
        where = "" if self.workspace.builtin else f", workspace={str(self.workspace.root)!r}"
        return f"pnp.open({self.key!r}{where})"

    @property
    def title(self) -> str:
        """The title, in the language that the game was written in."""
        return self.data.title.one

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that it can be printed in: its own, and those that the workspace has a folder for."""
        return tuple(sorted({self.data.source, *self.workspace.languages()}))

    @property
    def editions(self) -> tuple[str, ...]:
        """The keys of the printed editions, the one that holds if none is named first."""
        first, keys = self.data.reference, self._offers(Kind.EDITION)
        return tuple(sorted(keys, key=lambda key: key != first))

    @property
    def expansions(self) -> tuple[str, ...]:
        """The keys of the expansions."""
        return self._offers(Kind.EXPANSION)

    @property
    def variants(self) -> tuple[str, ...]:
        """The keys of the variants."""
        return self._offers(Kind.VARIANT)

    @property
    def options(self) -> tuple[str, ...]:
        """The keys of the optional rules."""
        return self._offers(Kind.OPTION)

    def _offers(self, kind: Kind) -> tuple[str, ...]:
        return tuple(self.data.offers(kind))

    def edition(
        self,
        key: str = "",
        *,
        expansions: Iterable[str] = (),
        variant: str = "",
        options: Iterable[str] = (),
        set: Mapping[str, object] | None = None,  # noqa: A002  as the option --set is called
    ) -> Edition:
        """The game as one table plays it; BadRequest names all that the game does not offer."""
        data = choose(self.data, choices_of(key, expansions, variant, options, set))
        return Edition(self, data.asked, data)


@dataclass(frozen=True, slots=True, repr=False)
class Edition:
    """A game as one table plays it: every choice made, every value settled.

    Documents, verdicts and tables all come from it, in the language that is named or else in the game's own.
    """

    game: Game
    choices: Choices
    data: EditionData = field(compare=False)

    def __repr__(self) -> str:
        made = self.choices
        arguments = {
            "expansions": list(made.expansions),
            "variant": made.variant,
            "options": list(made.options),
            "set": dict(made.overrides),
        }
        chosen = "".join(f", {name}={value!r}" for name, value in arguments.items() if value)
        return f"{self.game!r}.edition({made.edition!r}{chosen})"

    def __hash__(self) -> int:
        return hash((self.game, self.key))

    @property
    def key(self) -> str:
        """The key of the printed edition whose rules hold."""
        return self.data.key

    @property
    def values(self) -> Mapping[str, Fact]:
        """Every value of the rules, by its key."""
        return {key: value.fact for key, value in self.data.values.items()}

    def __getitem__(self, key: str) -> Fact:
        if a_word("value", key, 'edition["hand.limit"]') not in self.data.values:
            raise BadRequest(
                Complaint(say("there is no value “{key}”", key=key), None, near_miss(key, self.data.values))
            )
        return self.data[key]

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and key in self.data.values

    __iter__ = None  # it is no list: `values` has them all

    @property
    def rules(self) -> Mapping[str, str]:
        """The titles of the rules in play, by their ids, in the language that the game was written in."""
        return {rule: self.game.data.rules[rule].one for rule in self.data.rules}

    # ---- what is printed -------------------------------------------------------------------------------------------

    @saving
    def document(self, artefact: str, lang: str = "", **options: Unpack[Printing]) -> pnp.Document:
        """One document of the kit, by the name of its command; BadRequest where the game has no such thing."""
        from pnp.api.printing import made
        from pnp.kit.artefacts import artefact_named

        found = artefact_named(a_word("artefact", artefact, '"cards"'))
        return made(found, self._job(found.key, lang, options))

    def cards(self, lang: str = "", **options: Unpack[Printing]) -> pnp.Document:
        """Cards and tiles on sheets to cut out."""
        return self.document("cards", lang, **options)

    def board(self, lang: str = "", **options: Unpack[Printing]) -> pnp.Document:
        """The board, on one page or in tiles."""
        return self.document("board", lang, **options)

    def tokens(self, lang: str = "", **options: Unpack[Printing]) -> pnp.Document:
        """Tokens and markers."""
        return self.document("tokens", lang, **options)

    def pawns(self, lang: str = "", **options: Unpack[Printing]) -> pnp.Document:
        """Pawns to fold up, and flat ones."""
        return self.document("pawns", lang, **options)

    def aids(self, lang: str = "", **options: Unpack[Printing]) -> pnp.Document:
        """A player aid for each player."""
        return self.document("aids", lang, **options)

    def box(self, lang: str = "", **options: Unpack[Printing]) -> pnp.Document:
        """Boxes for the decks."""
        return self.document("box", lang, **options)

    def scoresheet(self, lang: str = "", **options: Unpack[Printing]) -> pnp.Document:
        """A sheet to write a game down on."""
        return self.document("scoresheet", lang, **options)

    def rulebook(self, lang: str = "", **options: Unpack[Printing]) -> pnp.Document:
        """The rules as a book: pages, sheets to fold, or with format="html" one page for the screen."""
        return self.document("rulebook", lang, **options)

    def contents(self, lang: str = "", **options: Unpack[Printing]) -> pnp.Document:
        """What lies in the box."""
        return self.document("contents", lang, **options)

    @saving
    def kit(self, lang: str = "", **options: Unpack[Printing]) -> pnp.Kit:
        """Everything that a table needs to print, with a plan; `write` puts it into a folder."""
        from pnp.kit.kit import make_kit

        return make_kit(self._job("kit", lang, options))

    @saving
    def write(
        self,
        artefact: str,
        languages: Iterable[str],
        out: AnyPath | None = None,
        *,
        tick: Callable[[], None] | None = None,
        **options: Unpack[Printing],
    ) -> pnp.Printed:
        """An artefact, or `"kit"` for all of them, in several languages: all is made first, then written, or nothing.

        Each language gets a folder, as the commands make it; `tick` is called after each face that is drawn.
        """
        from pnp.api.printing import write

        asked = [self._language(one) for one in some_words("languages", languages, '["de", "pl"]')]
        target = None if out is None else a_path("out", out, 'out="output"')
        key, ticking = a_word("artefact", artefact, '"kit"'), a_function("tick", tick)
        return write(self.game.workspace, self.data, key, asked, target, options, ticking)

    def _job(self, artefact: str, lang: str, options: Printing) -> Job:
        from pnp.faces.job import Job

        return Job.of(self.game.workspace, self.data, self._language(lang), print_options(options, artefact))

    def _language(self, lang: str) -> str:
        language = a_word("lang", lang, 'lang="de"') or self.game.data.source
        return language if language == self.game.data.source else self.game.workspace.known_language(language)

    # ---- what is played --------------------------------------------------------------------------------------------

    @saving
    def table(self, players: Iterable[str], lang: str = "") -> pnp.Table:
        """A table at which a game by these rules begins; what is said and written there is in one language."""
        from pnp.api.table import lay_table

        example = '["Ala", "Bartek"]'
        if isinstance(players, AbstractSet):
            raise refused(say("players: a set has no order, but seats do"), example)
        return lay_table(self._library, self.data, some_words("players", players, example), self._language(lang))

    @overload
    def judge(self, log: AnyPath, *, strict: bool = False) -> pnp.JudgedLog: ...
    @overload
    def judge(self, *, text: str, strict: bool = False) -> pnp.JudgedLog: ...
    def judge(self, log: AnyPath | None = None, *, text: str | None = None, strict: bool = False) -> pnp.JudgedLog:
        """The verdict on a log in a file, or on a text. What its header leaves open is as in this edition.

        BadFile where it cannot be read; if `strict`, nothing in it is guessed.
        """
        from pnp.api.logs import judged

        return judged(self._library, log, text, strict=strict, game=self.game.key)

    def simulate(
        self,
        games: int = 100,
        *,
        players: int | None = None,
        kinds: Iterable[str] = (),
        seed: int = 1,
        logs: bool = False,
    ) -> Iterator[pnp.GameSummary]:
        """Games that the program plays against itself, one after the other; the same seed gives the same games.

        `kinds` are the players of each seat, such as greedy and random; with `logs`, each game has its log.
        """
        from pnp.studies.balance import MOST_SEATS, seated
        from pnp.studies.simulate import Series, simulate

        count = a_number("games", games, 1)
        most = None if players is None else a_number("players", players, 1, MOST_SEATS)
        seats = seated(self.data, most, some_words("kinds", kinds, '["greedy", "random"]'))
        series = Series(self._library, self.data, seats, a_number("seed", seed), yes_or_no("logs", logs))
        return simulate(series, count)

    @property
    def _library(self) -> Library:
        from pnp.log.library import Library

        return Library(self.game.workspace, self.data)

"""Finds the folder that holds `cards/`, `locales/` and `templates/`: a user's own, or the built-in one."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar, cast

from pnp.base.cache import contents_of, contents_of_folder, remembered
from pnp.base.errors import BadFile, BadRequest, Complaint, Place, near_miss
from pnp.base.files import inside
from pnp.base.memo import Memo
from pnp.base.text import LANGUAGE, say
from pnp.data.model import GameData

if TYPE_CHECKING:
    from pnp.data.board import Board
    from pnp.data.layout import Layout, Stock

T = TypeVar("T")

_PACKAGE = Path(__file__).resolve().parents[1]
LISTING = "kit.json"  # in the folder of a printed kit: what it holds
_DATA = (".toml", ".csv")
_READ: Memo[object] = Memo(48)  # games, layouts and boards
_GAME = re.compile(r"[a-z0-9][a-z0-9-]*")


@dataclass(frozen=True, slots=True)
class Workspace:
    """A folder with games, languages and templates; what it lacks is looked for among the built-in ones."""

    root: Path

    @property
    def builtin(self) -> bool:
        """Whether this is the program's own."""
        return self.root == builtin_root()

    @property
    def packed(self) -> bool:
        """Whether this is the copy inside an installed package, which nobody should write to."""
        return self.root.parent == _PACKAGE

    @property
    def output(self) -> Path:
        """Where kits go: into the workspace, or beside a user who is elsewhere while it is the program's own."""
        elsewhere = self.builtin and not _here_within(self.root)
        return Path("output") if self.packed or elsewhere else self.root / "output"

    def around(self, named: Path) -> Path:
        """Out of which folder no link may lead what is written to a named place: the workspace, else that place."""
        try:
            place = Path(os.path.normpath(named.absolute()))
        except OSError:  # the current folder has been deleted
            return named
        own = any(os.path.realpath(folder) == str(self.root) for folder in (place, *place.parents))
        return self.root if own else named

    def games(self) -> tuple[str, ...]:
        """Every game that can be named here: the workspace's own, then the built-in ones."""
        own = self.own_games()
        return own + tuple(key for key in Workspace(builtin_root()).own_games() if key not in own)

    def own_games(self) -> tuple[str, ...]:
        """The games in its own folder alone."""
        return tuple(sorted(file.parent.name for file in _game_files(self.root)))

    def known_game(self, key: str) -> str:
        """The key of a game that there is; BadRequest for any other."""
        self.game_folder(key)
        return key

    def game(self, key: str) -> GameData:
        """A game, as read from its folder or as it was read before; BadFile with all that is wrong with it."""
        folder = self.game_folder(key)
        made_of = contents_of_folder(folder, *_DATA)
        return _once("game", made_of, lambda: replace(_load(folder), made_of=made_of or ""))

    def game_folder(self, key: str) -> Path:
        """A game's folder, the workspace's own before a built-in one; BadRequest where there is none."""
        for root in self._roots():
            if key in Workspace(root).own_games():
                return root / "cards" / key
        raise BadRequest(Complaint(say("there is no game “{game}”", game=key), None, near_miss(key, self.games())))

    def languages(self) -> tuple[str, ...]:
        """Every language that has a folder in `locales/`, here or built in."""
        folders = [root / "locales" for root in self._roots()]
        return tuple(
            sorted(
                {
                    folder.name
                    for locales in folders
                    if locales.is_dir()
                    for folder in locales.iterdir()
                    if folder.is_dir() and LANGUAGE.fullmatch(folder.name)
                }
            )
        )

    def own_languages(self) -> tuple[str, ...]:
        """The languages in its own folder alone."""
        return tuple(code for code in self.languages() if (self.root / "locales" / code).is_dir())

    def catalog(self, language: str, domain: str) -> Path | None:
        """The PO file of a language and domain, the workspace's own before the built-in one."""
        return next(iter(self.catalogs(language, domain)), None)

    def catalogs(self, language: str, domain: str) -> tuple[Path, ...]:
        """The PO files of a language and domain, the workspace's own before the built-in one."""
        paths = (self.po(language, domain, root) for root in self._roots())
        return tuple(path for path in paths if path.is_file())

    def po(self, language: str, domain: str, root: Path | None = None) -> Path:
        """Where the PO file of a language and domain stands, or would."""
        return (root or self.root) / "locales" / language / "LC_MESSAGES" / f"{domain}.po"

    def templates(self) -> tuple[Path, ...]:
        """The folders of templates, the workspace's own first."""
        return tuple(root / "templates" for root in self._roots())

    def stock(self) -> Stock:
        """Papers, sizes and ways of filling sheets: the workspace's own, then the built-in ones."""
        from pnp.data.load.stock import load_stock

        return load_stock(self._papers())

    def layout(self, key: str) -> Layout:
        """How a game's pieces look: its own layout.toml over the shared one."""
        game = self.game_folder(key)
        folders = (*reversed(self.templates()), game)
        files = [path for folder in folders if (path := _optional(folder, "layout.toml"))]
        return _once("layout", contents_of([*files, *self._papers()]), lambda: self._layout(game, files))

    def _layout(self, game: Path, files: list[Path]) -> Layout:
        from pnp.data.load.layout import load_layout, merged

        stock = self.stock()
        layout: Layout | None = None
        for path in files:
            own = load_layout(path, stock, layout, of_game=path.parent == game)
            layout = merged(own, layout) if layout else own
        assert layout, "the built-in templates have one"
        return layout

    def boards(self, key: str) -> Mapping[str, Board]:
        """The spaces of a game's boards, by the boards' keys."""
        from pnp.data.load.board import load_boards

        folder = self.game_folder(key)
        path = _optional(folder, "board.toml")
        if path is None:
            return {}
        game, papers = contents_of_folder(folder, *_DATA), contents_of(self._papers())
        contents = f"{game} {papers}" if game and papers else None
        return _once("boards", contents, lambda: load_boards(path, self.game(key), self.stock()))

    def _papers(self) -> list[Path]:
        return [path for folder in self.templates() if (path := _optional(folder, "sheets.toml"))]

    def new_languages(self, asked: Iterable[str]) -> tuple[str, ...]:
        """Codes of languages that may not be here yet."""
        for code in asked:
            if not LANGUAGE.fullmatch(code):
                raise BadRequest(
                    Complaint(
                        say("expected a language code, found “{found}”", found=code),
                        None,
                        say("for example {example}", example="cs, pt_BR"),
                    )
                )
        return tuple(asked)

    def known_language(self, language: str) -> str:
        """The code of a language that there is; BadRequest, with how to start it, for any other."""
        if language not in self.languages():
            hint = near_miss(language, self.languages())
            if LANGUAGE.fullmatch(language):
                start = f"pnp messages --lang {language}"
                hint = say("{known}; “{command}” starts a new translation", known=hint, command=start)
            raise BadRequest(Complaint(say("there is no language “{language}”", language=language), None, hint))
        return language

    def _roots(self) -> tuple[Path, ...]:
        return (self.root,) if self.builtin else (self.root, builtin_root())


def _optional(folder: Path, name: str) -> Path | None:
    """A file that a folder may have; whatever else has its name is refused."""
    path = inside(folder, name, Place(folder / name))
    if path.is_file():
        return path
    if path.exists() or path.is_symlink():
        raise BadFile(Complaint(say("expected a file"), Place(path)))
    return None


def _load(folder: Path) -> GameData:
    from pnp.data.load import load_game

    return load_game(folder)


def find(named: Path | None = None, start: Path | None = None) -> Workspace:
    """The workspace that was named, else the first one upwards from the start, else the built-in one."""
    if named is not None:
        if not _game_files(named):
            raise BadFile(
                Complaint(
                    say("expected a workspace with {files}", files="cards/…/game.toml"),
                    Place(named),
                    say("give the folder that contains the folder “cards”"),
                )
            )
        return Workspace(named.resolve())
    try:
        here = (start or Path.cwd()).resolve()
    except OSError:  # the current folder has been deleted
        return Workspace(builtin_root())
    for folder in (here, *here.parents):
        if _game_files(folder):
            return _trusted(Workspace(folder))
    return Workspace(builtin_root())


def _here_within(root: Path) -> bool:
    """Whether the current folder lies in another; one that has been deleted lies nowhere."""
    try:
        return Path.cwd().is_relative_to(root)
    except OSError:
        return False


def _trusted(found: Workspace) -> Workspace:
    """A workspace that nobody named, unless it is another user's: its templates and drawings would be made use of."""
    owners = {folder.stat().st_uid for folder in (found.root, found.root / "cards")}
    if found.builtin or owners <= trusted_owners():
        return found
    raise BadFile(
        Complaint(
            say("this workspace belongs to another user"),
            Place(found.root),
            say(
                "if you trust it, choose it yourself: {option}", option=f"--workspace {shlex.quote(str(found.root))}"
            ),
        )
    )


def trusted_owners() -> frozenset[int]:
    """Whose files are used unasked: one's own, the system's, and those of whoever asked for the system's powers."""
    if sys.platform == "win32":
        return frozenset({0})  # where every file is owned by 0
    asking = os.environ.get("SUDO_UID", "") if os.geteuid() == 0 else ""
    return frozenset({0, os.geteuid(), int(asking) if asking.isdecimal() else 0})


@cache
def builtin_root() -> Path:
    """The copy inside the installed package; in a checkout, the checkout itself."""
    packed = _PACKAGE / "builtin"
    return packed if packed.is_dir() else _PACKAGE.parent


def _once(kind: str, made_of: str | None, make: Callable[[], T]) -> T:
    """What was read before from files that held the same; the next command finds it too."""
    if made_of is None:
        return make()
    return cast("T", _READ.get((kind, made_of), lambda: remembered(kind, made_of, make)))


def _game_files(root: Path) -> list[Path]:
    try:
        return [file for file in (root / "cards").glob("*/game.toml") if _GAME.fullmatch(file.parent.name)]
    except OSError:
        return []

"""What is wrong with the data of games and their translations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pnp.api.games import AnyPath, workspace_of
from pnp.authoring.problems import folder_problems, game_problems, program_problems
from pnp.base.arguments import a_word, some_words, yes_or_no
from pnp.base.cache import saving
from pnp.base.errors import Complaint
from pnp.data.workspace import Workspace
from pnp.log.library import data_problems
from pnp.words.translation import is_unfinished


@saving
def problems(
    game: str = "", *, languages: Iterable[str] = (), printed: bool = False, workspace: AnyPath | None = None
) -> list[Complaint]:
    """What is wrong with a game, or with the whole workspace: faults first, then what is not translated.

    With `printed`, also what a look at every printed face would find. Of the translations, those into some languages
    are looked at, or into all that there are.
    """
    home = workspace_of(workspace)
    asked = home.new_languages(some_words("languages", languages, 'languages=["de"]'))
    key = a_word("game", game, 'pnp.problems("my-game")')
    keys = [home.known_game(key)] if key else home.own_games()
    found = [*_of_data(home, keys, asked)]
    if not key:
        found += [*folder_problems(home), *program_problems(home, asked)]
    if yes_or_no("printed", printed):
        found += [one for one in _of_faces(home, keys, asked) if one not in found]
    return sorted(found, key=is_unfinished)


def _of_data(workspace: Workspace, keys: Sequence[str], languages: Sequence[str]) -> Iterator[Complaint]:
    for key in keys:
        yield from game_problems(workspace, key, languages)
    for key in keys:
        yield from data_problems(workspace, key)


def _of_faces(workspace: Workspace, keys: Sequence[str], languages: Sequence[str]) -> Iterator[Complaint]:
    from pnp.kit.problems import printed_problems

    for key in keys:
        yield from printed_problems(workspace, key, languages)

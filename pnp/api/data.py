"""What is wrong with the data of games and their translations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pnp.api.games import AnyPath, workspace_of
from pnp.authoring.problems import folder_problems, game_problems, program_problems
from pnp.base.arguments import a_word, some_words
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
    space = workspace_of(workspace)
    asked = space.new_languages(some_words("languages", languages, 'languages=["de"]'))
    key = a_word("game", game, 'pnp.problems("my-game")')
    keys = [space.known_game(key)] if key else space.own_games()
    found = [*_of_data(space, keys, asked)]
    if not key:
        found += [*folder_problems(space), *program_problems(space, asked)]
    if printed:
        found += [one for one in _of_faces(space, keys, asked) if one not in found]
    return sorted(found, key=is_unfinished)


def _of_data(space: Workspace, keys: Sequence[str], languages: Sequence[str]) -> Iterator[Complaint]:
    for key in keys:
        yield from game_problems(space, key, languages)
    for key in keys:
        yield from data_problems(space, key)


def _of_faces(space: Workspace, keys: Sequence[str], languages: Sequence[str]) -> Iterator[Complaint]:
    from pnp.kit.problems import printed_problems

    for key in keys:
        yield from printed_problems(space, key, languages)

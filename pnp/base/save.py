"""The one door for writing: all of it or nothing, whole however a run ends, and never through a link that leads out.

What is written is made ready in a folder beside its target, then renamed into place. Such a folder is locked as long
as its run lives, so that the next run can tell what a killed one has left behind, and clears it away.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from pnp.base.errors import BadFile, Complaint, Place
from pnp.base.text import Message, say

UNFINISHED = ".pnp-unfinished-"
_UNLOCKABLE = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)  # some network folders: writing goes on all the same
_FAR = 1 << 30  # Windows locks bytes, and others must still be able to read the rest


@dataclass(frozen=True, slots=True)
class Folder:
    """What a folder is to hold: these files, and whatever else lies there but for what is stale."""

    path: Path
    files: Mapping[str, bytes]
    stale: frozenset[str] = frozenset()


def write_atomically(path: Path, data: bytes, within: Path, hint: Message | None = None) -> None:
    """All of it or nothing, in a folder that no link may lead out of."""
    write_together({path: data}, within, hint)


def write_together(files: Mapping[Path, bytes], within: Path, hint: Message | None = None) -> None:
    """Several files, each whole; none is touched before all lie ready beside their targets."""
    targets = {path: file_to_write(path, within, hint) for path in files}
    with ExitStack() as stack:
        stages: dict[Path, Path] = {}
        ready = []
        for number, (path, data) in enumerate(files.items()):
            with _refusals_as_bad_file(path, hint):
                parent = targets[path].parent
                if parent not in stages:
                    stages[parent] = stack.enter_context(_stage(parent))
                ready.append((path, _written(stages[parent] / "new" / str(number), data)))
        for path, made in ready:
            with _refusals_as_bad_file(path, hint):
                made.replace(targets[path])
        for parent in stages:
            with _refusals_as_bad_file(parent, hint):
                sync(parent)


def write_folders(folders: Sequence[Folder], within: Path, hint: Message | None = None) -> None:
    """Each folder changes as one, after all lie ready: whoever looks finds the old one or the new one whole."""
    targets = [_folder_to_write(folder, within, hint) for folder in folders]
    with ExitStack() as stack:
        ready = []
        for folder, target in zip(folders, targets, strict=True):
            with _refusals_as_bad_file(folder.path, hint):
                stage = stack.enter_context(_stage(target.parent))
                ready.append((stage, _filled(stage / "new" / target.name, folder, target)))
        for folder, target, (stage, made) in zip(folders, targets, ready, strict=True):
            with _refusals_as_bad_file(folder.path, hint):
                former = _swapped(made, target, stage / "old" / target.name)
                if former.is_dir():  # what somebody put there in the meantime
                    _carry(former, target, folder.stale)
                sync(target.parent)


def file_to_write(path: Path, within: Path, hint: Message | None = None) -> Path:
    """Where a file is really written: through links, but never through one that leads out of a folder."""
    with _refusals_as_bad_file(path, hint):
        target = _followed(path, within)
        if target.exists() and not target.is_file():
            raise OSError(errno.EINVAL, "not a file")
        return target


def _folder_to_write(folder: Folder, within: Path, hint: Message | None) -> Path:
    with _refusals_as_bad_file(folder.path, hint):
        target = _followed(folder.path, within)
        if target.exists() and not target.is_dir():
            raise OSError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
    for name in folder.files:
        file_to_write(folder.path / name, within, hint)
    return target


def _followed(path: Path, within: Path) -> Path:
    """Where a path leads; OSError where links go round in a circle."""
    try:
        target, bound = path.resolve(), within.resolve()
    except RuntimeError:
        target = bound = path
    if target.is_symlink():
        raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
    if target.is_relative_to(bound):
        return target
    leading = (one for one in (path, *path.parents) if one.parent.resolve().is_relative_to(bound))
    raise BadFile(
        Complaint(
            say("this link points outside the folder “{folder}”, so nothing is written through it", folder=bound),
            Place(next(leading, path)),
            say("remove the link, or write to another place"),
        )
    )


@contextmanager
def _refusals_as_bad_file(path: Path, hint: Message | None) -> Iterator[None]:
    """What the system refuses is said of the file that was to be written."""
    try:
        yield
    except OSError as error:
        reason = say("cannot be written: {reason}", reason=error.strerror or "")
        raise BadFile(Complaint(reason, Place(path), hint)) from None


# ---- beside the target ----


@contextmanager
def _stage(parent: Path) -> Iterator[Path]:
    """A folder to make things ready in: `new` for them, `old` for what they take the place of."""
    import shutil

    try:
        parent.mkdir(parents=True, exist_ok=True)
    except FileExistsError:  # a file: that there is one is not what hinders
        raise OSError(errno.ENOTDIR, os.strerror(errno.ENOTDIR)) from None
    _sweep(parent)
    stage, lock = _locked_folder(parent)
    try:
        for name in ("new", "old"):
            (stage / name).mkdir()
        yield stage
    finally:
        os.close(lock)
        shutil.rmtree(stage, ignore_errors=True)


def _locked_folder(parent: Path) -> tuple[Path, int]:
    import tempfile

    while True:
        stage = Path(tempfile.mkdtemp(dir=parent, prefix=UNFINISHED))
        with suppress(FileNotFoundError):  # whoever sweeps took it for a dead one's
            if (lock := locked(stage / "lock")) >= 0:
                return stage, lock


def _sweep(parent: Path) -> None:
    """Clears away what killed runs have left in a folder."""
    import shutil

    for stage in parent.glob(f"{UNFINISHED}*"):
        if stage.is_symlink() or not stage.is_dir():
            continue
        with suppress(OSError):
            lock = _opened(stage / "lock")
            try:
                _lock(lock)
                _recover(stage)
                shutil.rmtree(stage, ignore_errors=True)
            finally:
                os.close(lock)
            shutil.rmtree(stage, ignore_errors=True)  # where an open file cannot be removed


def _recover(stage: Path) -> None:
    """A run that was killed between the two renames of a swap has left no folder at all: the new one lies ready."""
    for old in (stage / "old").glob("*"):
        target, new = stage.parent / old.name, stage / "new" / old.name
        if not os.path.lexists(target):
            (new if new.is_dir() else old).rename(target)


def _written(path: Path, data: bytes) -> Path:
    with path.open("xb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    return path


# ---- folders ----


def _filled(made: Path, folder: Folder, target: Path) -> Path:
    """The folder as it is to be, with all that it has beside its files."""
    import shutil

    made.mkdir()
    for name, data in folder.files.items():
        _written(made / name, data)
    if target.is_dir():
        _sweep(target)
        _carry(target, made, folder.stale)
        shutil.copymode(target, made)
    sync(made)
    return made


def _carry(source: Path, goal: Path, leave: frozenset[str] = frozenset()) -> None:
    """Whatever a folder has and another lacks, as it is: the same files where the system can do that."""
    import shutil

    for found in source.iterdir():
        copy = goal / found.name
        if found.name in leave or found.name.startswith(UNFINISHED) or os.path.lexists(copy):
            continue
        if found.is_symlink():
            copy.symlink_to(found.readlink())
        elif found.is_dir():
            copy.mkdir()
            _carry(found, copy)
            shutil.copystat(found, copy)
        else:
            try:
                copy.hardlink_to(found)
            except OSError:
                shutil.copy2(found, copy)


def _swapped(made: Path, target: Path, aside: Path) -> Path:
    """Puts a folder in its place, and tells where the former one is now."""
    if not target.exists():
        made.rename(target)
        return made
    if _exchange(made, target):
        return made
    target.rename(aside)
    try:
        made.rename(target)
    except BaseException:
        aside.rename(target)
        raise
    return aside


def _exchange(one: Path, other: Path) -> bool:
    """Whether two folders have changed places in one step, which not every system and disk can do."""
    names = os.fsencode(one), os.fsencode(other)
    if sys.platform == "linux":
        import ctypes

        call = getattr(ctypes.CDLL(None), "renameat2", None)
        here, exchange = -100, 2
        return call is not None and call(here, names[0], here, names[1], exchange) == 0
    if sys.platform == "darwin":
        import ctypes

        call = getattr(ctypes.CDLL(None), "renamex_np", None)
        swap = 2
        return call is not None and call(*names, swap) == 0
    return False


def sync(folder: Path) -> None:
    """A new name in a folder is only safe once the folder is."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


# ---- locks ----


def locked(path: Path) -> int:
    """A handle that keeps others out as long as it is open; -1 where somebody else has one.

    The system lets go of the lock however the process ends, so what lies there from an earlier one is no hindrance.
    """
    while True:
        handle = _opened(path)
        try:
            _lock(handle)
            if os.path.samestat(os.fstat(handle), path.stat()):
                return handle
        except FileNotFoundError:  # whoever had it has just removed it
            pass
        except OSError as error:
            if error.errno in _UNLOCKABLE:
                return handle
            os.close(handle)
            if error.errno in (errno.EWOULDBLOCK, errno.EACCES, errno.EDEADLK):
                return -1
            raise
        os.close(handle)


def _opened(path: Path) -> int:
    return os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0), 0o666)


def _lock(handle: int) -> None:
    if sys.platform == "win32":
        import msvcrt

        os.lseek(handle, _FAR, os.SEEK_SET)
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

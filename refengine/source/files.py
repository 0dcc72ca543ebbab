"""Files and folders written whole or not at all: the only module that changes anything on a disk.

Everything is written beside its place, under a name of its own, and then put there by one renaming. Whoever is cut off
at any moment leaves what was there or what was to be there, and perhaps a hidden `.….part` beside it. In folders of our
own those are swept away after a day; elsewhere they stay, since nobody can tell there that they are not the user's.

INVARIANT: nothing is written through a symbolic link, onto a pipe or a device, over a file that may not be written, or
over what somebody else has changed. Folders on the way to a file are taken as the user names them.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import re
import stat
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Final

from refengine.source.diagnostic import Diagnostic
from refengine.source.later import later

LIST: Final = ".refengine-files.json"
"""The name of the list in a folder that we wrote: its files, with a hash of each."""

MAX_LIST: Final = 1 << 20
"""The greatest number of bytes of such a list."""

COMPILED: Final = "__pycache__"
"""The name of what Python leaves in a folder of modules: nobody has written that by hand."""

PART: Final = ".part"

_library = later("ctypes", "CDLL")
_folder_for_a_while = later("tempfile", "TemporaryDirectory")

OLD: Final = 24 * 60 * 60
"""Nobody takes so many seconds to write a file."""

Content = bytes | memoryview


class _Unfit(OSError):  # noqa: N818 - it never leaves this module
    """An error: what stands at a place is not to be replaced; the text says why, `hint` what to do."""

    def __init__(self, why: str, hint: str | None = None) -> None:
        super().__init__(errno.EEXIST, why)
        self.hint = hint


# ---- ONE FILE


def write_file(
    path: Path, content: str | bytes, *, expected: bytes | None = None, is_new: bool = False, own_folder: bool = False
) -> Diagnostic | None:
    """Writes a file whole, with the rights of the one that it replaces; gives what stands in the way, or None.

    Text is written as UTF-8. With `expected` the file has to be there and to hold just that until the last moment, so
    that what an editor saves meanwhile is not lost; for the same reason nothing may be there where it `is_new`. With
    `own_folder` the folder is made if it is missing, and may be no link.
    """
    try:
        if own_folder:
            make_folder(path.parent)
        _write(path, (content.encode() if isinstance(content, str) else content,), expected, is_new=is_new)
    except (OSError, ValueError) as error:
        return cannot_write(path, error)
    return None


def keep_file(path: Path, *content: Content) -> bool:
    """Keeps what can be made again, in a folder of the user's own; whether that was possible.

    It may be given in several parts, which lie one behind the other.
    """
    try:
        make_folder(path.parent, mode=0o700)
        _write(path, content, None, lasting=False)
    except (OSError, ValueError):
        return False
    _sweep(path.parent)
    return True


def drop_file(path: Path) -> None:
    """Takes away what was kept, if it is there."""
    with suppress(OSError):
        path.unlink(missing_ok=True)


@cache
def _sweep(folder: Path) -> None:
    """Takes away what was left by whoever was cut off while he wrote to a folder of ours; once in a process.

    How old it is, is told by the file in the folder that was written last, and not by a clock.
    """
    with suppress(OSError):
        there = {each: each.lstat() for each in folder.iterdir()}
        now = max((status.st_mtime for status in there.values()), default=0.0)
        for each, status in there.items():
            if _is_part(each.name) and stat.S_ISREG(status.st_mode) and now - status.st_mtime > OLD:
                each.unlink(missing_ok=True)


def make_folder(path: Path, mode: int = 0o777) -> None:
    """Makes a folder and those above it; one that is a link, or no folder, is an `OSError`."""
    if path.is_symlink():
        raise _link()
    path.mkdir(parents=True, exist_ok=True, mode=mode)


def _write(
    path: Path, content: Iterable[Content], expected: bytes | None, *, is_new: bool = False, lasting: bool = True
) -> None:
    rights = _rights(path)
    if is_new and rights is not None:
        raise _come()
    part = _beside(path)
    try:
        _fill(part, content, rights, lasting=lasting)
        if is_new:
            _put_new(part, path)
            return
        _still(path, expected)
        part.replace(path)
    except BaseException:
        with suppress(OSError):
            part.unlink()
        raise


def _fill(path: Path, content: Iterable[Content], rights: int | None, *, lasting: bool = True) -> None:
    """Makes a file that is not there yet; a `lasting` one is on the disk before anything leads to it."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    with os.fdopen(os.open(path, flags, 0o666), "wb") as file:
        file.writelines(content)
        file.flush()
        if rights is not None:
            path.chmod(rights)
        if lasting:
            os.fsync(file.fileno())


def _rights(path: Path) -> int | None:
    """Returns the rights of the file that is to be replaced, None if there is none; raises if it is not to be."""
    try:
        status = path.lstat()
    except FileNotFoundError:
        return None
    if stat.S_ISLNK(status.st_mode):
        raise _link()
    if stat.S_ISDIR(status.st_mode):
        raise _Unfit("it is a folder")
    if not stat.S_ISREG(status.st_mode):
        raise _Unfit("it is a pipe or a device")
    if not os.access(path, os.W_OK):
        raise PermissionError(errno.EACCES, "permission denied")
    return stat.S_IMODE(status.st_mode)


def _still(path: Path, expected: bytes | None) -> None:
    if expected is not None and _regular(path) != expected:
        raise _Unfit("it has changed meanwhile", "look at what it says now, and try again")


def _put_new(part: Path, path: Path) -> None:
    """Puts a file to a place at which nothing is: by a second name, since renaming it would replace what is there."""
    try:
        path.hardlink_to(part)
    except OSError:  # something is there, or it is a disk on which no file has two names
        if os.path.lexists(path):
            raise _come() from None
        part.replace(path)
    else:
        part.unlink()


def _come() -> _Unfit:
    return _Unfit("it has come meanwhile", "look at what it says now, and try again")


def _regular(path: Path, most: int | None = None) -> bytes | None:
    """Returns the content of a regular file, at most one byte over `most`; else None, without waiting at a pipe."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    try:
        with open(path, "rb", opener=lambda name, _: os.open(name, flags)) as file:
            if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                return file.read() if most is None else file.read(most + 1)
    except OSError:
        return None
    return None


def _beside(path: Path) -> Path:
    """Returns a name that nothing has: it begins with a dot, so that no command takes it for a file of a game."""
    return path.parent / f".{os.urandom(8).hex()}{PART}"


def _is_part(name: str) -> bool:
    """Returns whether it is a name as `_beside` makes them."""
    return re.fullmatch(rf"\.[0-9a-f]{{16}}{re.escape(PART)}", name) is not None


def _link() -> _Unfit:
    return _Unfit("it is a link", "name what it leads to")


def _leads_out(name: str) -> bool:
    """Returns whether a path leads out of the folder from which it starts."""
    to = Path(os.path.normpath(name))
    return to.is_absolute() or to.parts[:1] == (os.pardir,)


@contextmanager
def put_for_a_while(files: Mapping[str, bytes | str]) -> Iterator[Path]:
    """Puts files into a folder of their own, which is gone afterwards; text is what a link leads to.

    Links come last, so that nothing is written through one. A path that leads out of the folder is left out, and so is
    a link from where it lies.
    """
    with _folder_for_a_while(prefix="refengine-") as made:
        for is_link in (False, True):
            for name, held in files.items():
                if isinstance(held, str) != is_link or _leads_out(name):
                    continue
                if isinstance(held, str) and not Path(held).is_absolute() and _leads_out(f"{name}/../{held}"):
                    continue
                place = Path(made, name)
                place.parent.mkdir(parents=True, exist_ok=True)
                if isinstance(held, str):
                    place.symlink_to(held)
                else:
                    _fill(place, (held,), None, lasting=False)
        yield Path(made)


# ---- A FOLDER


def write_folder(path: Path, files: Mapping[str, str | bytes]) -> Diagnostic | None:
    """Writes a folder with these files and a list of them; gives what stands in the way, or None.

    What stands there is replaced only if it is an empty folder, or one that this function wrote and nobody has touched
    since.
    """
    try:
        rights = _folder_rights(path)
        foreign = None if rights is None else _foreign(path)
        if foreign is not None:
            return _in_the_way(foreign)
        contents = {name: held.encode() if isinstance(held, str) else held for name, held in files.items()}
        listed = {name: _hash(content) for name, content in contents.items()}
        contents[LIST] = (json.dumps(listed, indent=1, sort_keys=True) + "\n").encode()
        path.parent.mkdir(parents=True, exist_ok=True)
        _put(path, contents, rights)
    except (OSError, ValueError) as error:
        return cannot_write(path, error)
    return None


def _folder_rights(path: Path) -> int | None:
    """Returns the rights of the folder that is to be replaced, None if there is none; raises if it is not to be."""
    try:
        status = path.lstat()
    except FileNotFoundError:
        return None
    if stat.S_ISLNK(status.st_mode):
        raise _link()
    if not stat.S_ISDIR(status.st_mode):
        raise _Unfit("it is no folder")
    if path.samefile(Path()):
        raise _Unfit("it is the folder in which the command runs", "name a folder in it")
    return stat.S_IMODE(status.st_mode)


def _put(path: Path, contents: Mapping[str, bytes], rights: int | None) -> None:
    part = _beside(path)
    part.mkdir()
    try:
        for name, content in contents.items():
            _fill(part / name, (content,), None)
        if rights is None:
            part.rename(path)
            return
        part.chmod(rights)
        _exchange(part, path)
    except BaseException:
        _take_back(part, contents)
        raise
    _discard(part)


def _exchange(one: Path, other: Path) -> None:
    """Exchanges two folders: atomically where the system can, else by renaming one after the other."""
    if sys.platform == "linux":
        system = getattr(_library(None), "renameat2", None)
        here, exchange = -100, 2  # AT_FDCWD and RENAME_EXCHANGE: renameat2(2)
        if system is not None and system(here, os.fsencode(one), here, os.fsencode(other), exchange) == 0:
            return
    aside = _beside(other)
    other.rename(aside)
    try:
        one.rename(other)
    except BaseException:
        aside.rename(other)
        raise
    aside.rename(one)


def _take_back(folder: Path, names: Iterable[str]) -> None:
    """Takes away a folder that has not come to its place."""
    with suppress(OSError):
        for name in names:
            (folder / name).unlink(missing_ok=True)
        folder.rmdir()


def _discard(folder: Path) -> None:
    """Takes away a folder that was replaced, but for what somebody has put there at the last moment."""
    with suppress(OSError):
        listed = _listed(folder)
        for each in folder.iterdir():
            if each.name == COMPILED:
                _discard_compiled(each)
            elif each.name == LIST or listed.get(each.name, "") == _hash(_regular(each) or b""):
                each.unlink()
        folder.rmdir()


def _discard_compiled(folder: Path) -> None:
    if _is_compiled(folder):
        for each in folder.iterdir():
            each.unlink()
        folder.rmdir()


def _foreign(folder: Path) -> Path | None:
    """Returns the first thing in a folder that we did not write, or that was changed since."""
    listed = _listed(folder)
    for each in sorted(folder.iterdir()):
        content = _regular(each)
        ours = content is not None and (each.name == LIST or listed.get(each.name) == _hash(content))
        if not ours and not _is_compiled(each):
            return each
    return None


def _is_compiled(folder: Path) -> bool:
    """Returns whether it is a folder of what Python has compiled, and of nothing else."""
    if folder.name != COMPILED or folder.is_symlink() or not folder.is_dir():
        return False
    return all(each.suffix == ".pyc" and each.is_file() and not each.is_symlink() for each in folder.iterdir())


def _listed(folder: Path) -> dict[str, str]:
    """Returns the hashes of the files that we wrote to a folder; of a folder without our list, none."""
    content = _regular(folder / LIST, MAX_LIST)
    if content is None or len(content) > MAX_LIST:
        return {}
    try:
        listed = json.loads(content)
    except (ValueError, RecursionError):
        return {}
    if not isinstance(listed, dict):
        return {}
    return {name: digest for name, digest in listed.items() if isinstance(digest, str)}


def _hash(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


# ---- WHAT CAN BE WRONG


def cannot_write(path: Path, error: OSError | ValueError) -> Diagnostic:
    """Returns why a file, a folder or a stream cannot be written, or is not to be."""
    match error:
        case _Unfit():
            why, hint = error.strerror, error.hint
        case UnicodeEncodeError():
            why, hint = "its text is not Unicode", None
        case ValueError():
            why, hint = "no file can have this name", None
        case _:
            why, hint = (error.strerror or "the system refuses").lower(), None
    return Diagnostic("E0846", f"`{path.as_posix()}` cannot be written: {why}", None, hint=hint)


def _in_the_way(path: Path) -> Diagnostic:
    hint = "it was not written by this command, or was changed since; name a new folder"
    return Diagnostic("E0850", f"`{path.as_posix()}` is in the way", None, hint=hint)

"""A command cut off at every step that changes something on a disk: a program that tells what was left each time.

`python -m tests.hostile.cuts FOLDER WHAT WORD...` runs `refengine WORD...` on copies of the folder `FOLDER/before`: once
whole, then once for each step, killed just before it, and each time once more to the end. Steps are what Python tells
of before it does them (PEP 578: opening for writing, renaming, removing, changing rights); in the middle of a file a
command is cut by a limit on the size of files. Run as a program of its own, since it forks.
"""

import json
import os
import resource
import shutil
import signal
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

# A command imports late; what is imported before the fork is imported once.
from refengine.cli import build, check, fmt, prove  # noqa: F401
from refengine.cli.main import main

CUT = 77
CHANGES = {
    "os.mkdir",
    "os.rename",
    "os.remove",
    "os.rmdir",
    "os.chmod",
    "os.link",
    "os.symlink",
    "os.truncate",
    "shutil.rmtree",
}
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
MOST = 200
"""No command of ours takes so many steps to write what it has to."""
SIZES = (0, 20, 5000)


def changes(event: str, given: tuple[Any, ...], folder: str) -> bool:
    """Returns whether what Python is about to do changes something below a folder."""
    if event == "ctypes.dlsym":
        return bool(given[1] == "renameat2")
    if event == "open":
        return bool(given[2] & WRITING) and lies_in(given[0], folder)
    return event in CHANGES and any(lies_in(each, folder) for each in given)


def lies_in(path: object, folder: str) -> bool:
    return isinstance(path, str | bytes | os.PathLike) and str(Path(os.fsdecode(path)).absolute()).startswith(folder)


def tree(folder: Path) -> dict[str, str]:
    """What can be seen below a folder, but for what Python compiled."""
    found = {}
    for each in sorted(folder.rglob("*")):
        name = each.relative_to(folder)
        if not any(part.endswith(".part") or part == "__pycache__" for part in name.parts):
            kind = stat.S_IFMT(each.lstat().st_mode)
            found[name.as_posix()] = each.read_bytes().hex() if stat.S_ISREG(kind) else f"kind {kind:o}"
    return found


def forked(folder: Path, words: list[str], prepare: Callable[[], None]) -> int:
    """The exit code of a command in a process of its own, in a folder; below zero, the signal that ended it."""
    child = os.fork()
    if not child:
        code = CUT + 1
        try:
            os.chdir(folder)
            nothing = os.open(os.devnull, os.O_RDWR)
            os.dup2(nothing, 1)
            if not os.environ.get("CUTS_SHOW"):
                os.dup2(nothing, 2)
            prepare()
            code = main(words)
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def at_step(number: int, folder: Path) -> Callable[[], None]:
    left = [number]

    def hook(event: str, given: tuple[Any, ...]) -> None:
        if changes(event, given, str(folder)):
            left[0] -= 1
            if not left[0]:
                os._exit(CUT)

    return lambda: sys.addaudithook(hook)


def at_size(size: int) -> Callable[[], None]:
    def prepare() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))

    return prepare


def nothing() -> None:
    """A command that nobody cuts off."""


def run(place: Path, words: list[str]) -> dict[str, Any]:
    """The tree before and after, and for each cut the tree that it left, and that after another run to the end."""
    before = place / "before"
    room = place / "room"

    def once(prepare: Callable[[], None]) -> int:
        shutil.rmtree(room, ignore_errors=True)
        shutil.copytree(before, room, symlinks=True)
        return forked(room, words, prepare)

    whole = once(nothing)
    after = tree(room)
    cuts = []

    def cut(name: str, code: int) -> None:
        left = tree(room)
        again = forked(room, words, nothing)
        cuts.append({"at": name, "code": code, "left": left, "again": again, "then": tree(room)})

    number, code = 1, CUT
    while number < MOST and (code := once(at_step(number, room))) == CUT:
        cut(f"step {number}", code)
        number += 1
    cuts += [{"at": "past the end", "code": code, "left": tree(room), "again": code, "then": tree(room)}]
    for size in SIZES:
        code = once(at_size(size))
        if code == -signal.SIGXFSZ:
            cut(f"size {size}", code)
    return {"code": whole, "before": tree(before), "after": after, "cuts": cuts}


if __name__ == "__main__":
    json.dump(run(Path(sys.argv[1]).resolve(), sys.argv[2:]), sys.stdout)

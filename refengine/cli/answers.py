"""Answers of `refengine ask` that were worked out before, kept by content: no question is worked out twice.

What an answer hangs on is looked at each time: the words of the command, the folder in which it is given, every file
that the game may be made from, the files of disputes, this package, and what is installed beside it. Where it is not
sure from the words what that is, nothing is kept: with options that name files, with modules, which have games beside
them, and with options that leave something behind. Nor is what did not end well, or is not decided.

Only the standard library is loaded for this, and no rule is read: that the words mean what they are taken for here is
tested against the commands.
"""

from __future__ import annotations

import hashlib
import os
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from refengine.source.package import package_folder

COMMAND = "ask"
SINGLE = ("--verbose",)
VALUED = ("--players", "--edition", "--reading", "--option", "--format", "--lang")
"""The options that change nothing but the answer, and read no file; those of the second kind have a value."""

RULES = ".rules"
READ = (RULES, ".csv", ".toml")
"""The endings of the files that a game is made from."""

DISPUTE = ".dispute"

MODULE = re.compile(rb"(?:\A|[\r\n]|\xef\xbb\xbf)module")
"""Text that may be the head of a module: it is put together with what lies elsewhere."""

KEPT = ".answer"

MOST = 1 << 22
"""The greatest number of bytes of a file that is looked at; the commands refuse far smaller ones."""


class CommandQuestion(NamedTuple):
    """A question as it is put on the command line: the folder of the game, the words of the question, and options."""

    game: str
    words: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()
    """Each as it was given, in that order; those of the first kind have no value."""


def command_question(tokens: Sequence[str]) -> CommandQuestion | None:
    """Returns what a command asks; None where it is another command, or asks otherwise."""
    if not tokens or tokens[0] != COMMAND:
        return None
    positional: list[str] = []
    options: list[tuple[str, str]] = []
    rest = iter(tokens[1:])
    for each in rest:
        if not each.startswith("-"):
            positional.append(each)
        elif each in VALUED:
            value = next(rest, "-")
            if value.startswith("-"):
                return None
            options.append((each, value))
        elif each in SINGLE:
            options.append((each, ""))
        else:
            return None
    return CommandQuestion(positional[0], tuple(positional[1:]), tuple(options)) if len(positional) > 1 else None


def key_of(tokens: Sequence[str], home: Path, hash_of: Callable[[Path, Path], str | None]) -> str | None:
    """Returns the name under which the answer to a command is kept; None where none is.

    `home` is the folder in which this package keeps things, and `hash_of` says of which version it is, now or as this
    process began.
    """
    question = command_question(tokens)
    package = None if question is None else hash_of(package_folder(), home)
    if question is None or package is None:
        return None
    try:
        whole = hashlib.sha256()
        for part in (package, sys.version, os.getcwd(), *tokens):  # noqa: PTH109 - nothing more is loaded than needed
            _add(whole, os.fsencode(part))
        for installed in _installed():
            _add(whole, installed.encode())
        for part_of_game in _seen(question):
            _add(whole, part_of_game)
    except (OSError, ValueError, _NotSureError):
        return None
    return f"{package}/{whole.hexdigest()[:32]}{KEPT}"


class _NotSureError(Exception):
    """The words of a command do not tell on what its answer hangs, so that it is not kept."""


def _add(whole: hashlib._Hash, part: bytes) -> None:
    whole.update(f"{len(part)}:".encode())
    whole.update(part)


def _installed() -> Iterator[str]:
    """Yields when something was last put beside the libraries, or taken away."""
    for each in sys.path:
        if each.endswith("-packages"):
            yield f"{each} {os.stat(each).st_mtime_ns}"  # noqa: PTH116 - as above


def _seen(question: CommandQuestion) -> Iterator[bytes]:
    """Yields all that the files of a question and its game say, and which there are."""
    for word in question.words:
        if word.endswith(DISPUTE):
            yield _content(word)
    is_game = False
    for name, content in _folder(question.game, READ):
        is_game = is_game or name.endswith(RULES)
        if name.endswith(RULES) and content is not None and b"module" in content and MODULE.search(content):
            raise _NotSureError
        yield os.fsencode(name)
        yield content or b""
    if not is_game:
        raise _NotSureError
    above = os.path.normpath(os.path.abspath(question.game))  # noqa: PTH100 - `..` is taken out of the text
    claims = os.path.normpath(os.path.join(question.game, "..", "..", "proofs", os.path.basename(above)))  # noqa: PTH118, PTH119
    for name, content in _folder(claims, (RULES,)) if os.path.lexists(claims) else ():
        yield os.fsencode(name)
        yield content or b""


def _folder(path: str, endings: tuple[str, ...]) -> Iterator[tuple[str, bytes | None]]:
    """Yields the names in a folder, but for what is hidden, and what the files with these endings say."""
    with os.scandir(path) as entries:
        there = sorted((each.name, each.is_dir()) for each in entries if not each.name.startswith("."))
    for name, is_dir in there:
        wanted = name.endswith(endings)
        if wanted and is_dir:
            raise _NotSureError
        yield name, _content(os.path.join(path, name)) if wanted else None  # noqa: PTH118 - as above


def _content(path: str) -> bytes:
    """Returns what a file says; what is no file, at which one may have to wait, is not looked into."""
    if not os.path.isfile(path) or os.path.getsize(path) > MOST:  # noqa: PTH113, PTH202 - as above
        raise _NotSureError
    with open(path, "rb") as file:  # noqa: PTH123 - as above
        return file.read()

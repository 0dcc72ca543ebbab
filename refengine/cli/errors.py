"""Errors of a command: diagnostics, and the exception that carries them to the entrance."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from refengine.resolve.errors import one_of_several
from refengine.resolve.folder import GameFolder
from refengine.source.diagnostic import Diagnostic
from refengine.source.suggest import did_you_mean
from refengine.source.text import SourceText


class Refused(Exception):  # noqa: N818 - not an error of ours
    """A command that cannot be done as it was given; `exit_code` is 2 unless said otherwise."""

    def __init__(
        self,
        diagnostics: Iterable[Diagnostic],
        texts: Mapping[str, SourceText] = MappingProxyType({}),
        exit_code: int = 2,
    ) -> None:
        super().__init__("refused")
        self.diagnostics = tuple(diagnostics)
        self.texts = texts
        self.exit_code = exit_code


def bad_usage(message: str, hint: str | None) -> Diagnostic:
    """Arguments that the command does not understand."""
    return Diagnostic("E0840", message, None, hint=hint)


def given_otherwise(example: str, given: str, chosen: str) -> Diagnostic:
    """A command that chooses otherwise than what an example is given."""
    return bad_usage(f"example `{example}` is given `{given}`", f"leave `{chosen}` out")


def not_a_pair(flag: str, word: str) -> Diagnostic:
    """Refuses `--reading x` in place of `--reading x=y`."""
    return Diagnostic("E0841", f"`{flag} {word}` is no pair", None, hint=f"write `{flag} NAME=VALUE`")


def given_twice(flag: str, name: str) -> Diagnostic:
    """Refuses one name with two values."""
    return Diagnostic("E0842", f"`{flag}` gives `{name}` twice", None, hint="leave one of the two")


def unknown_language(word: str, known: Iterable[str]) -> Diagnostic:
    """A language without labels."""
    return Diagnostic("E0844", f"there are no labels in `{word}`", None, hint=_hint(word, known, "languages"))


def unknown_code(word: str, known: Iterable[str]) -> Diagnostic:
    """A code that no diagnostic has."""
    nearest = did_you_mean(word.upper(), known)
    hint = f"did you mean `{nearest}`?" if nearest else "`refengine explain` lists all codes"
    return Diagnostic("E0845", f"there is no code `{word}`", None, hint=hint)


def not_formatted_safely(path: str) -> Diagnostic:
    """The printed text would not say the same."""
    return Diagnostic("E0848", f"`{path}` is left as it is: its formatted text would not say the same", None)


def cannot_find_game(word: str, known: Iterable[str]) -> Diagnostic:
    """A trace of a game that is not where it is looked for."""
    hint = _hint(word, known, "games there") or "say where it lies with `--game PATH`"
    return Diagnostic("E0849", f"there is no game `{word}` here", None, hint=hint)


def several_called(name: str, folders: Iterable[GameFolder]) -> Diagnostic:
    """Several games of one name where one of them is wanted."""
    paths = (each.path.as_posix() for each in folders)
    return one_of_several(f"several games here are called `{name}`", "name one with `--game`", paths)


def already_there(path: str) -> Diagnostic:
    """A new file that is not new."""
    return Diagnostic("E0851", f"`{path}` is there already", None, hint="name a new file")


def workers_died() -> Diagnostic:
    """Workers of which one after the other died over the same work."""
    hint = "they may want more memory than there is; `--jobs 1` is for one alone, and what was found out is kept"
    return Diagnostic("E0859", "one worker after the other died over the same work", None, hint=hint)


def nothing_named(words: str) -> Diagnostic:
    """Words that stand in no name of the game."""
    hint = "without words all names are listed"
    return Diagnostic("E0917", f"nothing in this game is called `{words}`", None, hint=hint)


def no_logs(path: str) -> Diagnostic:
    """A folder without logs."""
    return Diagnostic("E0916", f"`{path}` holds no logs", None, hint="a log is a file whose name ends in `.json`")


def no_commit(commit: str, why: str) -> Diagnostic:
    """A commit that cannot be looked at."""
    return Diagnostic("E0913", f"the rules at `{commit}` cannot be read: {why}", None)


def no_such_seat(seat: int, players: int) -> Diagnostic:
    """A seat at which nobody sits."""
    hint = f"the seats are 1 to {players}" if players > 1 else "the only seat is 1"
    return Diagnostic("E0847", f"there is no seat {seat} in a game of {players}", None, hint=hint)


def _hint(word: str, known: Iterable[str], these: str) -> str | None:
    known = sorted(known)
    nearest = did_you_mean(word, known)
    if nearest:
        return f"did you mean `{nearest}`?"
    return f"{these}: {', '.join(known)}" if known else None

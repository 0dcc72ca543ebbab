"""Diagnostics of bulk work: why the reference engine plays after all, and where the two executors differ."""

from __future__ import annotations

from typing import Final

from refengine.source.diagnostic import Diagnostic

NOT_INSTALLED: Final = "no WebAssembly here: `pip install refengine[wasm]` installs it"
"""Why no module plays what a module alone can play."""


def not_installed() -> Diagnostic:
    """Warns that nothing here runs WebAssembly."""
    return _without("the reference engine plays", "; the games are the same, and take longer")


def no_search() -> Diagnostic:
    """Warns that nothing here runs WebAssembly, so that no module searches."""
    return _without("the reference engine searches", "; what is found is the same, and takes longer")


def no_more_games() -> Diagnostic:
    """Warns that nothing here runs WebAssembly, so that only few random games are played."""
    return _without("the reference engine plays alone", ", for a hundred times as many random games")


def _without(instead: str, gain: str) -> Diagnostic:
    hint = f"install it with `pip install refengine[wasm]`{gain}"
    return Diagnostic("W0804", f"no WebAssembly here: {instead}", None, hint=hint)


def not_packed(reason: str) -> Diagnostic:
    """Warns that the game has something that no packed state holds."""
    return _by_reference("plays, since not all of the game can be packed", reason)


def not_searched(reason: str, hint: str | None = None) -> Diagnostic:
    """Warns that no module searches as it is asked to."""
    return _by_reference("searches, since no module does", reason, hint)


def _by_reference(does: str, reason: str, hint: str | None = None) -> Diagnostic:
    return Diagnostic("W0805", f"the reference engine {does}: {reason}", None, hint=hint)


def executors_differ(game: int, seed: int, how: str) -> Diagnostic:
    """The module and the reference engine do not agree on one game."""
    return executors_part(f"on game {game} of seed {seed}: {how}")


def executors_part(where: str) -> Diagnostic:
    """The module and the reference engine do not agree somewhere."""
    hint = "this is a fault of refengine; please report it with the rules"
    return Diagnostic("E0895", f"the executors disagree {where}", None, hint=hint)


class ExecutorsDiffer(Exception):  # noqa: N818 - no error of the caller's
    """The module and the reference engine do not agree; the diagnostic says where, `number` in which game of a seed."""

    def __init__(self, diagnostic: Diagnostic, number: int = 0) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic
        self.number = number

    def __reduce__(self) -> tuple[type[ExecutorsDiffer], tuple[Diagnostic, int]]:
        """It is sent to another process by what it was made of."""
        return type(self), (self.diagnostic, self.number)

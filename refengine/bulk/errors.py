"""Diagnostics of bulk work: why the reference engine plays after all, and where the two executors differ."""

from __future__ import annotations

from refengine.source.diagnostic import Diagnostic


def not_installed() -> Diagnostic:
    """Warns that nothing here runs WebAssembly."""
    hint = "install it with `pip install refengine[wasm]`; the games are the same, and take longer"
    return Diagnostic("W0804", "no WebAssembly here: the reference engine plays", None, hint=hint)


def not_packed(reason: str) -> Diagnostic:
    """The game has something that no packed state holds."""
    message = f"the reference engine plays, since not all of the game can be packed: {reason}"
    return Diagnostic("W0805", message, None)


def executors_differ(game: int, seed: int, how: str) -> Diagnostic:
    """The module and the reference engine do not agree on one game."""
    return executors_part(f"on game {game} of seed {seed}: {how}")


def executors_part(where: str) -> Diagnostic:
    """The module and the reference engine do not agree somewhere."""
    hint = "this is a fault of refengine; please report it with the rules"
    return Diagnostic("E0895", f"the executors disagree {where}", None, hint=hint)


class ExecutorsDiffer(Exception):  # noqa: N818 - no error of the caller's
    """The module and the reference engine do not agree; the diagnostic says where."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic

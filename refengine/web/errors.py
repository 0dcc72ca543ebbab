"""Diagnostics of games that are built for other programs."""

from __future__ import annotations

from refengine.source.diagnostic import Diagnostic


def not_packed(reason: str) -> Diagnostic:
    """The game has something that no packed state holds, so there is no module of it."""
    return Diagnostic(
        "E0896",
        f"there is no WebAssembly module of this game: {reason}",
        None,
        hint="`--target python` builds a package of every game",
    )

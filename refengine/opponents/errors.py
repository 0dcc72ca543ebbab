"""The error for which no program searches in a game."""

from __future__ import annotations

from refengine.source.diagnostic import Diagnostic


def no_search(reason: str) -> Diagnostic:
    """Refuses a search where nothing says which game is better, or what may be hidden."""
    hint = "play against players who choose at random, with `--opponent random`"
    return Diagnostic("E0898", f"no opponent searches in this game: {reason}", None, hint=hint)

"""A state in a text, as `to_json` wrote it, read with every doubt."""

from __future__ import annotations

from refengine.engine.trace_errors import not_json, other_data
from refengine.runtime.fault import BadData
from refengine.runtime.game import Game, State
from refengine.runtime.plain_data import NotJson, read_json
from refengine.source.diagnostic import Diagnostic


def read_state(game: Game, text: str, path: str) -> tuple[State | None, tuple[Diagnostic, ...]]:
    """Returns the state of a game that a text holds, or why it holds none."""
    try:
        return game.from_json(read_json(text)), ()
    except NotJson as error:
        return None, (not_json(path, error.why, error.at, len(text)),)
    except BadData as bad:
        return None, (other_data(path, bad.message, bad.hint),)

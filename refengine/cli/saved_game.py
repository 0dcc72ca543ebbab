"""The game that a person plays, kept as a trace in a file of its own.

INVARIANT: the file is new, and holds nothing but this game; once it is written, it is replaced only by the same game
further on, and only if nobody has changed it meanwhile.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import define, field

from refengine.cli.errors import Refused, already_there
from refengine.engine.trace import action_clauses, trace_of, write_trace
from refengine.source.files import write_file

if TYPE_CHECKING:
    from refengine.runtime.game import Game, State


@define
class SavedGame:
    """The course of the game so far, kept in a file; without a file it is not kept."""

    game: Game
    file: Path | None
    states: list[State] = field(factory=list)
    actions: list[Any] = field(factory=list)
    written: bytes | None = None

    def begin(self, state: State) -> None:
        """Begins the game in a state."""
        self.states.append(state)

    def take(self, state: State, action: Any) -> State:
        """Takes an action; one at which the rules break off is the last of the course."""
        self.actions.append(action)
        after = self.game.apply(state, action)
        self.states.append(after)
        return after

    def keep(self) -> None:
        """Writes what has been played to the file."""
        if self.file is None or not self.states:
            return
        if self.written is None and is_there(self.file):
            raise Refused([already_there(self.file.as_posix())])
        trace = trace_of(self.game, self.states, self.actions, description="played by a person")
        content = write_trace(trace, action_clauses(self.game.description)).encode()
        wrong = write_file(self.file, content, expected=self.written, is_new=self.written is None)
        if wrong is not None:
            raise Refused([wrong])
        self.written = content


def is_there(file: Path) -> bool:
    """Returns whether anything stands at a path, also a link that leads nowhere.

    Nothing stands at a path that no file can have.
    """
    return os.path.lexists(file)

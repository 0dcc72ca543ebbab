"""Answers that rest on a text that nobody has: behind the question what an open text says nothing is known."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from attrs import frozen

from refengine.ir import game as model

if TYPE_CHECKING:
    from refengine.runtime.game import Game, State

Ends = Mapping[str, str]
"""The texts by the actions with which the table ends them."""


@frozen
class Undetermined:
    """The text, by its name and title, on which an answer rests."""

    text: str
    title: str

    def __str__(self) -> str:
        """Returns the words that take the place of the answer."""
        return f"undetermined: `{self.text}` of {self.title} is open"


def ends_of(rules: model.Game) -> Ends:
    """Returns the actions by which open texts end."""
    return {each.ends: each.name for each in rules.texts}


def open_text(game: Game, ends: Ends, state: State) -> Undetermined | None:
    """Returns the open text of which the table is asked in a state what it says; None if it is asked of none."""
    if not ends or game.turn(state).kind != "table":
        return None
    last = next((each for each in game.legal(state) if each.name in ends), None)
    return None if last is None else Undetermined(ends[last.name], str(last.arguments[0]))

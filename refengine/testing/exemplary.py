"""Positions of the examples: those that they set up, and those that they play through.

Whoever wrote the examples thought of what rarely happens, so play from there meets rules that play from the start
hardly comes to.

INVARIANT: a position that is handed out obeys the game's invariants and somebody decides in it. It need not come up in
play: what is found in one says that a rule can decide, never that the rules are broken.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from refengine.engine.description import ExampleInfo
from refengine.engine.fault import BadData, Fault, IllegalAction
from refengine.engine.trace import State
from refengine.testing.protocol import Game


def exemplary(game: Game, example: ExampleInfo) -> tuple[State, ...]:
    """The positions of an example, in their order; one of other readings goes as far as it can here."""
    return tuple(_through(game, example))


def _through(game: Game, example: ExampleInfo) -> Iterator[State]:
    with suppress(BadData, Fault, IllegalAction):
        state = game.example_position(example)
        if not all(holds(state) for holds in example.must_hold):
            return
        if _is_sound(game, state):
            yield state
        for line in example.lines:
            if line.run is not None:
                state = game.example_run(state, *line.run(state))
            elif line.what == "play" and line.play is not None:
                play = line.play(state)
                action = game.example_action(state, play.actor, play.action, play.arguments)
                state = game.apply(state, action)
            else:
                continue
            if _is_sound(game, state):
                yield state


def _is_sound(game: Game, state: State) -> bool:
    return not game.violations(None, state) and bool(game.legal(state))

"""Positions of the examples: those in which they begin, and those that they play through.

What an example takes over from another is played through only there, and it begins where that ends.

Whoever wrote the examples thought of what rarely happens, so play from there meets rules that play from the start
hardly comes to.

INVARIANT: a position that is handed out obeys the game's invariants and somebody decides in it. It need not come up in
play: what is found in one says that a rule can decide, never that the rules are broken.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from refengine.engine.description import ExampleInfo, LineInfo
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
        taken = sum(map(example.is_taken, example.lines))  # these stand before all others
        for line in example.lines[:taken]:
            state = _after(game, line, state)
        if _is_sound(game, state):
            yield state
        for line in example.lines[taken:]:
            before, state = state, _after(game, line, state)
            if state is not before and _is_sound(game, state):
                yield state


def _after(game: Game, line: LineInfo, state: State) -> State:
    """The state after a line: the same one, if nothing happens in it."""
    if line.run is not None:
        return game.example_run(state, *line.run(state))
    if line.what == "play" and line.play is not None:
        play = line.play(state)
        return game.apply(state, game.example_action(state, play.actor, play.action, play.arguments))
    return state


def _is_sound(game: Game, state: State) -> bool:
    return game.is_sound(None, state) and bool(game.legal(state))

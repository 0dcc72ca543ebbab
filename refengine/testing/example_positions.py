"""Positions of the examples: those in which they begin, and those that they play through.

What an example takes over from another is played through only there, and it begins where that ends.

Whoever wrote the examples thought of what rarely happens, so play from there meets rules that play from the start
hardly comes to. What its picture leaves open is filled at random, so that an example stands for many positions.

INVARIANT: a position that is handed out obeys the game's invariants and somebody decides in it. It need not come up in
play: what is found in one says that a rule can decide, never that the rules are broken.
"""

from __future__ import annotations

from contextlib import suppress
from random import Random

from attrs import frozen

from refengine.engine.trace import Move, State
from refengine.runtime.description import ExampleInfo, GivenOpen, LineInfo
from refengine.runtime.fault import BadData, Fault, IllegalAction
from refengine.testing.protocol import PlayableGame


@frozen
class ExamplePosition:
    """A position of an example, and the actions that are taken from there on."""

    state: State
    onward: tuple[Move, ...] = ()


def exemplary(game: PlayableGame, example: ExampleInfo, random: Random) -> tuple[ExamplePosition, ...]:
    """Returns the positions of an example, in their order; one of other readings goes as far as it can here."""
    found: list[tuple[State, list[Move]]] = []
    with suppress(BadData, Fault, IllegalAction):
        _go_through(game, example, random, found)
    return tuple(ExamplePosition(state, tuple(moves)) for state, moves in found)


def is_open(example: ExampleInfo) -> bool:
    """Returns whether a picture of the example leaves open what lies where."""
    return example.from_position and any(isinstance(each, GivenOpen) for each in example.given())


def _go_through(
    game: PlayableGame, example: ExampleInfo, random: Random, found: list[tuple[State, list[Move]]]
) -> None:
    """Adds the positions to those that were found, each with what is done from there on."""
    state = game.example_position(example, lambda pieces: random.sample(pieces, len(pieces)))
    if not all(holds(state) for holds in example.must_hold):
        return
    taken = sum(map(example.is_taken, example.lines))  # these stand before all others
    for line in example.lines[:taken]:
        state = _after(game, line, state)[1]
    going: list[list[Move]] = []
    if _is_sound(game, state):
        going.append([])
        found.append((state, going[-1]))
    for line in example.lines[taken:]:
        move, after = _after(game, line, state)
        if after is state:
            continue
        if move is None:  # nobody takes an action there, so what led here leads no further
            going = []
        else:
            for each in going:
                each.append(move)
        state = after
        if _is_sound(game, state):
            going.append([])
            found.append((state, going[-1]))


def _after(game: PlayableGame, line: LineInfo, state: State) -> tuple[Move | None, State]:
    """Returns the action that a line takes, if it takes one, and the state after it: the same if nothing happens."""
    if line.run is not None:
        return None, game.example_run(state, *line.run(state))
    if line.what == "play" and line.play is not None:
        play = line.play(state)
        action = game.example_action(state, play.actor, play.action, play.arguments)
        return action, game.apply(state, action)
    return None, state


def _is_sound(game: PlayableGame, state: State) -> bool:
    return game.is_sound(None, state) and bool(game.legal(state))

"""The position at the end of an example, or of a trace."""

from __future__ import annotations

from collections.abc import Callable

from refengine.engine.replay import replay
from refengine.engine.trace import Trace
from refengine.odds.errors import breaks_off
from refengine.runtime.description import ExampleInfo, LineInfo
from refengine.runtime.fault import BadData, Fault, IllegalAction
from refengine.runtime.game import Game, State
from refengine.source.diagnostic import Diagnostic


def end_of_example(
    game: Game, example: ExampleInfo, stops: Callable[[LineInfo, State], bool] = lambda _line, _state: False
) -> tuple[State | None, tuple[Diagnostic, ...]]:
    """Returns the state after everything that an example plays and runs; what it expects is not looked at.

    In front of each line it may be said that it `stops` there, so that the state is the one to which that line comes.
    None, and why, if it cannot be set up, if it is not what the example says of it, if something in it is not legal, or
    if the rules break off.
    """
    mark = ""
    try:
        state = game.example_position(example)
        if not all(condition(state) for condition in example.must_hold):
            return None, (breaks_off(f"example `{example.name}`", "what it says of its position does not hold"),)
        for line in example.lines:
            if stops(line, state):
                break
            if line.what == "mark":
                mark = f", at `{line.mark}`"
            elif line.run is not None:
                phase, arguments = line.run(state)
                state = game.example_run(state, phase, arguments)
            elif line.what == "play" and line.play is not None:
                play = line.play(state)
                state = game.apply(state, game.example_action(state, play.actor, play.action, play.arguments))
    except (BadData, IllegalAction, Fault) as stopped:
        return None, (breaks_off(f"example `{example.name}`{mark}", _told(stopped)),)
    return state, ()


def end_of_trace(
    game: Game, trace: Trace, path: str, *, any_version: bool = False
) -> tuple[State | None, tuple[Diagnostic, ...]]:
    """Returns the last state of a trace that the rules follow to its end; None, and why, of another."""
    found = replay(game, trace, path, any_version=any_version)
    if found.problems:
        return None, found.problems
    if found.verdict != "same" or found.state is None:
        why = _told(found.fault) if found.fault is not None else f"after {found.steps} steps the rules go another way"
        return None, (breaks_off(f"the trace `{path}`", why),)
    return found.state, ()


def _told(stopped: BadData | IllegalAction | Fault) -> str:
    if isinstance(stopped, IllegalAction):
        return str(stopped).rstrip(".").replace("\n", "; ")
    return stopped.message

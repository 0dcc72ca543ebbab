"""Actions and values attempted one by one, where an engine breaks off before it comes to them, or need not ask them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import TYPE_CHECKING, Any, Final

from refengine.ir.domain import Domain, Enum, Piece, Range
from refengine.prove.engines import EnginePosition
from refengine.runtime.fault import BadData, Fault, IllegalAction
from refengine.smt.goal import Counterexample, Prediction

if TYPE_CHECKING:
    from refengine.runtime.description import ActionInfo, ValueInfo
    from refengine.runtime.game import Game, State

MOST: Final = 200
"""No more ways to take one action are tried."""


def is_legal(game: Game, state: State, actor: int | str, name: str, arguments: Sequence[Any]) -> bool:
    """Returns whether an action is legal by itself; what follows of it may break off."""
    try:
        game.apply(state, game.find_action(state, actor, name, arguments))
    except (IllegalAction, BadData):
        return False
    except Fault:
        return True
    return True


def failing_value(stood: EnginePosition, found: Counterexample) -> Prediction | None:
    """Returns the value that is said to fail, if one is and it is known at which arguments."""
    bound = dict(found.bound)
    wanted = str(found.fault).partition(".")[0]
    for each in stood.game.description.values:
        if each.name == wanted and all(param.name in bound for param in each.params):
            return Prediction(0, each.name, tuple(bound[param.name] for param in each.params), None)
    return None


def faults_of_value(game: Game, state: State, name: str) -> Iterator[Fault]:
    """Yields the faults of the value of a name, asked for in each way."""
    for value in game.description.values:
        if value.name == name:
            yield from _of_value(game, state, value)


def faults_of_actions(game: Game, state: State) -> Iterator[Fault]:
    """Yields the faults of every action, attempted in each way, legal or not: another may break off before it."""
    actions = {each.name: each for frame in game.description.frames for each in frame.actions}
    for each in actions.values():
        yield from _of_action(game, state, each)


def is_weighed_behind_a_fault(stood: EnginePosition, after: State | None, clause: str | None) -> bool:
    """Returns whether a clause is of an action with a weight, and no engine comes to it where it lists what is legal.

    Weights are worked out there alone, one action after the other, and the rules break off before: in the position, or
    `after` what was done there.
    """
    if clause is None:
        return False
    game, states = stood.game, [stood.state, *([] if after is None else [after])]
    weighed = {each.name for frame in game.description.frames for each in frame.actions if each.weighted}
    return clause.partition(".")[0] in weighed and any(_breaks_off(game, state, clause) for state in states)


def _breaks_off(game: Game, state: State, clause: str) -> bool:
    try:
        game.legal(state)
    except Fault as fault:
        return not same_place(fault.path, clause)
    return False


def same_place(path: str, wanted: str) -> bool:
    """Returns whether two clauses are one, or one is a part of the other."""
    return path == wanted or path.startswith(f"{wanted}.") or wanted.startswith(f"{path}.")


def _of_value(game: Game, state: State, info: ValueInfo) -> Iterator[Fault]:
    domains = [tuple(_members(game, param.domain)) for param in info.params]
    for arguments in islice(product(*domains), MOST):
        try:
            game.value(state, info.name, *arguments)
        except Fault as fault:
            yield fault
        except BadData:
            pass


def _of_action(game: Game, state: State, info: ActionInfo) -> Iterator[Fault]:
    """Yields the faults of an action, taken by whoever is asked, if anybody is."""
    try:
        turn = game.turn(state)
    except Fault:
        return
    actors: Sequence[int | str] = turn.seats if info.by == "player" else (info.by,)
    domains = [tuple(_members(game, param.domain)) for param in info.params]
    for actor, arguments in islice(product(actors, product(*domains)), MOST):
        try:
            action = game.find_action(state, actor, info.name, arguments)
            next(iter(state.control[-1].why_not(state, action)), None)  # a bar that always bars may hide a guard
            game.apply(state, action)
        except Fault as fault:
            yield fault
        except (IllegalAction, BadData):
            pass


def _members(game: Game, domain: Domain) -> Iterator[Any]:
    """Yields the values of a small domain as names and numbers; none of another."""
    match domain:
        case Enum(kind="player"):
            yield from range(1, game.description.players + 1)
        case Enum(kind=kind):
            yield from next(each.members for each in game.description.kinds if each.name == kind)
        case Range(low=low, high=high):
            yield from range(low, min(high, low + MOST) + 1)
        case Piece(component=component):
            listed = next(each for each in game.description.components if each.name == component)
            yield from (each.name for each in listed.pieces)
        case _:
            pass

"""The meaning of the rules and the reference engine side by side: the same states, decisions, faults, in the same order."""

import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from attrs import field, frozen

from refengine.engine.emit.module import emit
from refengine.engine.load import load_module
from refengine.ir import game as model
from refengine.ir.configuration import Configuration, configure
from refengine.ir.specialise import specialise
from refengine.runtime.fault import Fault as EngineFault
from refengine.runtime.frames import Action, Place
from refengine.runtime.game import Game
from refengine.runtime.positions import lying
from refengine.semantics.fault import Fault
from refengine.semantics.properties import Outcome, broken, outcome
from refengine.semantics.state import Frame, Rules, State
from refengine.semantics.steps import Decision, Steps

KINDS = {
    "E0501": "no case applies", "E0502": "exceptions clash", "E0503": "several cases apply", "E0504": "none is found",
    "E0505": "several are found", "E0506": "a number leaves its range", "E0507": "something is absent",
    "E0508": "the highest of nothing", "E0509": "a piece lies in none of the zones", "E0510": "a piece is not there",
    "E0511": "there is no room", "E0512": "there are too few tokens", "E0513": "something is written twice at once",
    "E0514": "nobody can act", "E0515": "nothing is below", "E0516": "nobody is ever asked",
    "E0517": "a phase is not running", "E0518": "a number is beyond counting", "E0519": "something is divided by 0",
    "E0530": "a bar stands in the way", "E0531": "a token never lies there", "E0532": "something is joined one way only",
    "E0533": "there is no such spot",
}  # fmt: skip
"""What the meaning calls a fault of each code."""


@frozen(eq=False)
class Pair:
    """One game under one configuration, as it is played and as it is meant."""

    engine: Game
    meant: Steps
    met: set[str] = field(factory=set)
    """The kinds of the faults that both met, wherever they were played."""
    broken: set[str] = field(factory=set)
    """The names of what both saw broken."""

    def both(self, engine: Callable[[], Any], meant: Callable[[], Any]) -> tuple[Any, Any]:
        """Returns what both come to; None where both break off, for one reason and in one clause."""
        (one, fault), (other, fault_too) = _tried(engine), _tried(meant)
        if fault != fault_too:
            raise Differs(f"{fault} and {fault_too}")
        if fault is not None:
            self.met.add(fault[0])
        return one, other

    def compare(self, state: Any, meant: State) -> None:
        """Raises `Differs` where two states are not one."""
        own = told_by(self.engine, state)
        for name in ("zones", "turns", "variables", "tokens"):
            if getattr(own, name) != getattr(meant, name):
                raise Differs(f"{name}: {getattr(own, name)} and {getattr(meant, name)}")
        for one in self._stacks(state, meant):
            raise Differs(one)

    def _stacks(self, state: Any, meant: State) -> Iterator[str]:
        stack = [each for each in state.control if self.engine._codec.frame_info(each) is not None]
        if len(stack) != len(meant.stack):
            yield f"{stack} and {meant.stack}"
        else:
            both = zip(stack, meant.stack, strict=True)
            yield from (f"{one} and {other}" for one, other in both if not self._same(one, other))

    def _same(self, frame: Any, meant: Frame) -> bool:
        info = self.engine._codec.frame_info(frame)
        assert info is not None
        if (info.phase, info.point) != (meant.phase, f"{meant.point} asks" if meant.asks else meant.point):
            return False
        told = {local.name: value for local, value in meant.told.items()}
        return all(plain(getattr(frame, each.attribute)) == told[each.name] for each in info.fields)

    def is_same_decision(self, action: Action, meant: Decision) -> bool:
        """Returns whether an action of the engine is a decision that is meant."""
        seat = None if isinstance(action.actor, str) else action.actor - 1
        own = tuple(getattr(action, name) for name in fields_of(action))
        return (action.name, seat, plain(own), action.weight) == (
            meant.action, meant.seat, meant.arguments, meant.weight,
        )  # fmt: skip


def told_by(engine: Game, state: Any) -> State:
    """A state of the engine in plain form, but for what waits in it."""
    told = engine.description
    zones = {
        (zone.name, None if zone.index is None else key): plain(pieces)
        for zone in told.zones
        for key, pieces in lying(zone, state)
        if pieces
    }
    turns = {
        (zone.name, cell): turn
        for zone in told.zones
        if zone.turned is not None
        for cell, turn in getattr(state, zone.attribute).turns().items()
    }
    variables: dict[tuple[str, Any], Any] = {}
    for variable in told.variables:
        stored = getattr(state, variable.attribute)
        for key, each in [(None, stored)] if variable.index is None else enumerate(stored):
            variables[variable.name, key] = plain(each)
    tokens = {
        (token.name, holder, key): count
        for token in told.tokens
        for holder, attribute in token.holders
        for key, count in enumerate(getattr(state, attribute))
        if count
    }
    return State(zones, turns, variables, tokens)


def fields_of(action: Action) -> list[str]:
    """The attributes with the arguments of an action, in order."""
    shared = {"actor", "name", "arguments", "weight", "seat"}
    return [each.name for each in type(action).__attrs_attrs__ if each.name not in shared]


def plain(value: Any) -> Any:
    """What the engine holds, in plain form."""
    match value:
        case tuple():
            return tuple(map(plain, value))
        case Place(zone=zone, key=key, name=name):
            return zone, None if name == zone else key
        case _ if hasattr(value, "index"):
            return value.index
        case _ if hasattr(type(value), "__attrs_attrs__"):
            return tuple(plain(getattr(value, each.name)) for each in type(value).__attrs_attrs__)
        case _:
            return value


def pair(game: model.Game, players: int, readings: dict[str, str] | None = None) -> Pair:
    """A game as it is played, by the engine that explains, and as it is meant."""
    configuration, wrong = configure(game, players, readings or {}, {}, None)
    assert configuration is not None, wrong
    return paired(game, configuration)


def paired(game: model.Game, configuration: Configuration) -> Pair:
    """The same of any configuration."""
    rules = specialise(game, configuration)
    module = load_module(emit(rules, explain=True, read=False), f"meant_{game.name}_{id(rules)}")
    return Pair(Game(module), Steps(Rules(rules)))


class Differs(AssertionError):  # noqa: N818 - a finding
    """The engine and the meaning of the rules are not of one mind."""


def played(
    pair: Pair, seed: int, most: int, given: tuple[int, ...] | None = None, seen: list[State] | None = None
) -> int:
    """Plays one random game, until it is over, breaks off, or breaks something; returns the number of steps.

    With decisions that are `given`, by their places in the list of what is legal, the game has these and no others. The
    states that are come to are added to what was `seen`. Raises `Differs` where what is played is not what is meant.
    """
    draw = random.Random(seed)
    state, meant = pair.both(pair.engine.initial, pair.meant.initial)
    before: tuple[Any, Any] = None, None
    for step in range(most):
        if state is not None and seen is not None:
            seen.append(meant)
        if state is None or _breaks(pair, before, (state, meant)):
            return step
        pair.compare(state, meant)
        listed, decisions = pair.both(partial(pair.engine.legal, state), partial(pair.meant.legal, meant))
        if not listed or (given is not None and step == len(given)):
            break
        if len(listed) != len(decisions) or not all(map(pair.is_same_decision, listed, decisions)):
            raise Differs(f"{listed} and {decisions}")
        before = state, meant
        number = draw.randrange(len(listed)) if given is None else given[step]
        state, meant = pair.both(
            partial(pair.engine.apply, state, listed[number]), partial(pair.meant.after, meant, decisions[number])
        )
    if state is not None:
        ended, told = pair.both(partial(pair.engine.outcome, state), partial(outcome, pair.meant.rules, meant))
        if ended is not None and Outcome(ended.scores, tuple(seat - 1 for seat in ended.winners)) != told:
            raise Differs(f"{ended} and {told}")
    return step


def _breaks(pair: Pair, before: tuple[Any, Any], after: tuple[Any, Any]) -> bool:
    """Returns whether a step breaks something, or it cannot be said: the engine tells it once, and would not tell it again."""
    found, named = pair.both(
        partial(pair.engine.violations, before[0], after[0]), partial(broken, pair.meant.rules, before[1], after[1])
    )
    if found is not None and {each.name for each in found} != {*named}:
        raise Differs(f"{found} and {named}")
    pair.broken.update(named or ())
    return found is None or bool(found)


def _tried(do: Callable[[], Any]) -> tuple[Any, tuple[str, str] | None]:
    """What something comes to, or the fault that it ends in."""
    try:
        return do(), None
    except EngineFault as fault:
        return None, (KINDS[fault.code], fault.path)
    except Fault as fault:
        return None, (fault.kind, fault.path)

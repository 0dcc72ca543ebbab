"""Phases that are counted, where frames are known in part: the variables that count are made of the frames.

By construction such a variable is the number of frames (`ir.counting`). So where all frames are known it is a term of
what these hold. Where they are not, it is at least the number of those that are; and a phase that never runs above
itself waits below at most once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from attrs import evolve, frozen

from refengine.ir import control, game as model
from refengine.ir.counting import told_apart
from refengine.ir.domain import Enum, Piece
from refengine.ir.expressions import Local
from refengine.ir.phase_counters import PhaseCounter
from refengine.ir.running import Running
from refengine.smt.encode.scope import Faults, PathCondition, TermScope
from refengine.smt.encode.world import World
from refengine.smt.terms.stack import BELOW, IS_DONE, Frame, Stack
from refengine.smt.terms.state import State
from refengine.smt.terms.term import Bool, Num
from refengine.smt.terms.value import Value


@frozen(eq=False)
class CountedFrame:
    """A frame of a phase that there is where `here` holds, with what the phase was told."""

    phase: str
    told: Mapping[Local, Value]
    here: Bool = True


def begins_counting(game: model.Game) -> frozenset[tuple[str, str]]:
    """Returns the points at which a phase that is counted begins, and counts itself."""
    counted = {each.phase for each in game.counted}
    begins = ((each, looked) for each in game.phases for looked in (False, True))
    return frozenset((each.name, each.entrance(looked=looked).name) for each, looked in begins if each.name in counted)


def as_counted(world: World, state: State, stack: Stack, below: Running) -> State:
    """Returns the state in which the variables that count are what a stack says, as far as its frames are known."""
    if not world.game.counted:
        return state
    known = list(_known(world, stack))
    if stack and stack[0] is BELOW:
        known += _once_below(world, stack[-1].script, below)
    variables = dict(state.variables)
    for each in world.game.counted:
        base = cast("tuple[Num, ...]", variables[each.variable])
        if not _is_open(each, stack, below):
            base = (0,) * len(base)
        variables[each.variable] = tuple(
            world.terms.sum((cell, number)) for cell, number in zip(base, _numbers(world, each, known), strict=True)
        )
    return evolve(state, variables=variables)


def fits(world: World, state: State, stack: Stack, below: Running) -> Bool:
    """Returns whether the variables that count may be what they are in a state, where a stack is known in part."""
    terms, found = world.terms, list[Bool]()
    known = list(_known(world, stack))
    for each in world.game.counted:
        for cell, number in zip(state.variables[each.variable], _numbers(world, each, known), strict=True):
            cell_ = cast("Num", cell)
            more = _is_open(each, stack, below) or _may_wait_once(each, stack, below)
            found.append(terms.at_most(number, cell_) if more else terms.equal(number, cell_))
    return terms.all(found)


def before_it_began(world: World, state: State, stack: Stack) -> State:
    """Returns the state in which the topmost frame, which counts already, did not yet."""
    known = list(_known(world, stack[-1:]))
    variables = dict(state.variables)
    for each in world.game.counted:
        cells = zip(variables[each.variable], _numbers(world, each, known), strict=True)
        variables[each.variable] = tuple(world.terms.minus(cast("Num", cell), number) for cell, number in cells)
    return evolve(state, variables=variables)


def _is_open(each: PhaseCounter, stack: Stack, below: Running) -> bool:
    """Returns whether a phase may wait where frames are not known, any number of times."""
    if not stack or stack[0] is not BELOW:
        return False
    return each.phase in below.perhaps[stack[-1].script] and each.phase in below.perhaps[each.phase]


def _may_wait_once(each: PhaseCounter, stack: Stack, below: Running) -> bool:
    return bool(stack) and stack[0] is BELOW and each.phase in below.perhaps[stack[-1].script]


def _known(world: World, stack: Stack) -> Iterator[CountedFrame]:
    """Yields the frames of counted phases that count already: those that are past their beginning, and not done."""
    scripts = {each.name: each for each in world.game.phases}
    counted = {each.phase for each in world.game.counted}
    for frame in stack:
        if frame is not BELOW and frame.point != IS_DONE and frame.script in counted:
            script = scripts[frame.script]
            if frame.point not in {script.points[0].name, script.behind_look}:
                yield CountedFrame(frame.script, _held(script, frame))


def _held(script: control.Script, frame: Frame) -> dict[Local, Value]:
    (point,) = (each for each in script.points if each.name == frame.point)
    return dict(zip(point.params, frame.held, strict=True))


def _once_below(world: World, top: str, below: Running) -> Iterator[CountedFrame]:
    """Yields a frame of each counted phase that may wait below and never runs above itself."""
    scripts = {each.name: each for each in world.game.phases}
    for phase in dict.fromkeys(each.phase for each in world.game.counted):
        if phase in below.perhaps[top] and phase not in below.perhaps[phase]:
            told = told_apart(phase, world.game.counted, scripts[phase].params)
            hint = f"below {top}: {phase}"
            held = {local: world.values.fresh(local.domain, f"{hint} {local.name}") for local in told}
            here: Bool = True if phase in below.surely[top] else world.terms.truth(f"{hint} is running")
            yield CountedFrame(phase, held, here)


def _numbers(world: World, each: PhaseCounter, known: list[CountedFrame]) -> tuple[Num, ...]:
    """Returns the number of frames for each key."""
    terms = world.terms
    params = next(script.params for script in world.game.phases if script.name == each.phase)
    keys = range(world.layout.size(world.variable(each.variable).index))
    cells: list[list[Num]] = [[] for _ in keys]
    for frame in known:
        if frame.phase != each.phase:
            continue
        here = terms.all((frame.here, *_fixed(world, each, params, frame)))
        for key in keys:
            there = True if each.at is None else _is_key(world, params[each.at], frame.told[params[each.at]], key)
            cells[key].append(terms.if_number(terms.and_(here, there), 1, 0))
    return tuple(map(terms.sum, cells))


def _fixed(world: World, each: PhaseCounter, params: tuple[Local, ...], frame: CountedFrame) -> Iterator[Bool]:
    scope = TermScope(world.terms, None, None, {}, PathCondition(None, True), Faults(world.terms), each.variable)  # type: ignore[arg-type] # noqa: FBT003
    for number, literal in each.fixed:
        local = params[number]
        yield world.values.same(local.domain, frame.told[local], world.widened(literal, local.domain, scope))


def _is_key(world: World, local: Local, held: Value, key: int) -> Bool:
    match local.domain:
        case Piece(component=component):
            return world.values.same(local.domain, held, world.values.printed[component][key])
        case Enum():
            return world.values.same(local.domain, held, key)
        case other:
            raise TypeError(other)

"""Liveness: the locals that live at each point of a script, of which exactly those become frame data.

A local is live at a point if the point, or one it leads to, reads it before binding it. Found by going round until
nothing changes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

import attrs

from refengine.ir import control
from refengine.ir.exits import leaves
from refengine.ir.expressions import Local
from refengine.ir.traverse import free_locals


def with_live_params(
    points: tuple[control.Point, ...],
    params: tuple[Local, ...],
    kept: tuple[Local, ...] = (),
    behind_look: str | None = None,
) -> tuple[control.Point, ...]:
    """The points with their live locals as params, in order of name; the phase begins with its own parameters.

    It begins at the first point, or `behind_look`. `kept` live everywhere.
    """
    live: dict[str, frozenset[Local]] = {point.name: frozenset(kept) for point in points}
    if behind_look is not None:
        live[behind_look] |= {*params}
    changed = True
    while changed:
        changed = False
        for point in reversed(points):
            now = _live_into(point, live) | {*kept} | ({*params} if point.name == behind_look else set())
            if now != live[point.name]:
                live[point.name] = now
                changed = True
    begins = {points[0].name, behind_look}
    reached = _reached(points, begins)
    return tuple(
        attrs.evolve(
            point,
            params=params if point.name in begins else tuple(sorted(live[point.name], key=lambda each: each.name)),
        )
        for point in points
        if point.name in reached
    )


def with_live_locals(script: control.Script) -> control.Script:
    """The script with exactly the live locals as params of its points."""
    points = with_live_params(script.points, script.params, script.kept, script.behind_look)
    return attrs.evolve(script, points=points)


def _live_into(point: control.Point, live: dict[str, frozenset[Local]]) -> frozenset[Local]:
    needed = _needed_by(point.exit, live)
    for effect in reversed(point.effects):
        if isinstance(effect, control.LetIn):
            needed = (needed - {effect.var}) | free_locals(effect.value)
        else:
            needed |= free_locals(effect)
    return needed


def _needed_by(exit_: control.Exit, live: dict[str, frozenset[Local]]) -> frozenset[Local]:
    match exit_:
        case control.Jump(point=point):
            return live[point]
        case control.Fork(condition=condition, then=then, otherwise=otherwise):
            return free_locals(condition) | _needed_by(then, live) | _needed_by(otherwise, live)
        case control.ForkCases(cases=cases):
            return frozenset().union(*(_all_free(case.guards) | _needed_by(case.exit, live) for case in cases))
        case control.Ask():
            return needed_by_ask(exit_, live)
        case control.Enter(args=args, then=then):
            return _all_free(args) | live[then]
        case control.Go(args=args):
            return _all_free(args)
        case control.Done() | control.Abandon() | control.Over():
            return frozenset()


def _all_free(nodes: tuple[object, ...]) -> frozenset[Local]:
    return frozenset().union(*(free_locals(node) for node in nodes))


def needed_by_ask(ask: control.Ask, live: Mapping[str, frozenset[Local]]) -> frozenset[Local]:
    """The locals that a frame has to hold while it waits for a decision."""
    needed: frozenset[Local] = free_locals(ask.who) if ask.who is not None else frozenset()
    if ask.if_able is not None:
        needed |= live[ask.if_able]
    for action in ask.actions:
        own = {choice.var for choice in action.choices} | ({ask.actor} if ask.actor is not None else set())
        needed |= (free_locals(action) | live[action.entry]) - own
    return needed


def _reached(points: tuple[control.Point, ...], begins: Collection[str | None]) -> frozenset[str]:
    by_name = {point.name: point for point in points}
    reached: set[str] = set()
    open_ = [each for each in by_name if each in begins]
    while open_:
        name = open_.pop()
        if name not in reached:
            reached.add(name)
            open_.extend(_successors(by_name[name].exit))
    return frozenset(reached)


def _successors(exit_: control.Exit) -> Iterator[str]:
    for leave in leaves(exit_):
        match leave:
            case control.Jump(point=point):
                yield point
            case control.Enter(then=then):
                yield then
            case control.Ask(actions=actions, if_able=if_able):
                yield from (action.entry for action in actions)
                if if_able is not None:
                    yield if_able
            case control.Go() | control.Done() | control.Abandon() | control.Over():
                pass

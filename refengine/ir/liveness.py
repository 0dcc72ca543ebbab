"""Liveness: the locals that live at each point of a script, of which exactly those become frame data.

A local is live at a point if the point, or one it leads to, reads it before binding it. Found by going round until
nothing changes.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import TypeAlias

import attrs
from attrs import frozen

from refengine.ir import control
from refengine.ir.exits import leaves
from refengine.ir.expressions import Local
from refengine.ir.traverse import free_locals

_Part: TypeAlias = tuple[frozenset[Local], tuple[tuple[str, frozenset[Local]], ...]]
"""The locals that a part of an exit reads, and the points behind it, each with what is bound on the way there."""


def with_live_params(
    points: tuple[control.Point, ...],
    params: tuple[Local, ...],
    kept: tuple[Local, ...] = (),
    behind_look: str | None = None,
) -> tuple[control.Point, ...]:
    """Returns the points with their live locals as params, in order of name; the phase begins with its own parameters.

    It begins at the first point, or `behind_look`. `kept` live everywhere.
    """
    live: dict[str, frozenset[Local]] = {point.name: frozenset(kept) for point in points}
    if behind_look is not None:
        live[behind_look] |= {*params}
    transfers = [(point.name, _transfer(point)) for point in reversed(points)]
    changed = True
    while changed:
        changed = False
        for name, transfer in transfers:
            now = transfer.before(live) | {*kept} | ({*params} if name == behind_look else set())
            if now != live[name]:
                live[name] = now
                changed = True
    begins = {points[0].name, behind_look}
    reached = reached_from(points, begins)
    return tuple(
        attrs.evolve(
            point,
            params=params if point.name in begins else tuple(sorted(live[point.name], key=lambda each: each.name)),
        )
        for point in points
        if point.name in reached
    )


def with_live_locals(script: control.Script) -> control.Script:
    """Returns the script with exactly the live locals as params of its points."""
    points = with_live_params(script.points, script.params, script.kept, script.behind_look)
    return attrs.evolve(script, points=points)


@frozen
class _Transfer:
    """The transfer function of a point: the locals that live before it are those it `reads`, and those that flow back.

    Of each place behind it, what is bound on the way there does not flow.
    """

    reads: frozenset[Local]
    flows: tuple[tuple[str, frozenset[Local]], ...]

    def before(self, live: Mapping[str, frozenset[Local]]) -> frozenset[Local]:
        return self.reads.union(*(live[point] - bound for point, bound in self.flows))


def _transfer(point: control.Point) -> _Transfer:
    """Returns the transfer of a point; the locals that it reads are sought once, however often it is gone round."""
    reads, flows = _behind(point.exit)
    for effect in reversed(point.effects):
        if isinstance(effect, control.LetIn):
            bound = {effect.var}
            reads = (reads - bound) | free_locals(effect.value)
            flows = tuple((name, more | bound) for name, more in flows)
        else:
            reads |= free_locals(effect)
    return _Transfer(reads, flows)


def _behind(exit_: control.Exit) -> _Part:
    """Returns the locals that an exit reads, and the points that it leads to, each with what is bound on the way."""
    nothing: frozenset[Local] = frozenset()
    match exit_:
        case control.Jump(point=point):
            return nothing, ((point, nothing),)
        case control.Fork(then=then, otherwise=otherwise):
            return _together((free_locals(exit_.condition), ()), _behind(then), _behind(otherwise))
        case control.ForkCases(cases=cases):
            return _together(*((_all_free(case.guards), ()) for case in cases), *(_behind(case.exit) for case in cases))
        case control.Ask():
            return _of_ask(exit_)
        case control.Enter(args=args, then=then):
            return _all_free(args), ((then, nothing),)
        case control.Go(args=args):
            return _all_free(args), ()
        case control.Done() | control.Abandon() | control.Over():
            return nothing, ()


def _all_free(nodes: tuple[object, ...]) -> frozenset[Local]:
    return frozenset().union(*(free_locals(node) for node in nodes))


def _together(*parts: _Part) -> _Part:
    return frozenset().union(*(reads for reads, _ in parts)), tuple(each for _, flows in parts for each in flows)


def needed_by_ask(ask: control.Ask, live: Mapping[str, frozenset[Local]]) -> frozenset[Local]:
    """Returns the locals that a frame has to hold while it waits for a decision."""
    return _Transfer(*_of_ask(ask)).before(live)


def _of_ask(ask: control.Ask) -> _Part:
    reads: frozenset[Local] = free_locals(ask.who) if ask.who is not None else frozenset()
    flows: list[tuple[str, frozenset[Local]]] = [(ask.if_able, frozenset())] if ask.if_able is not None else []
    for action in ask.actions:
        own = frozenset(choice.var for choice in action.choices) | ({ask.actor} if ask.actor is not None else set())
        reads |= free_locals(action) - own
        flows.append((action.entry, own))
    return reads, tuple(flows)


def reached_from(points: tuple[control.Point, ...], begins: Collection[str | None]) -> frozenset[str]:
    """Returns the names of the points to which a script comes that begins at some of them."""
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

"""Conditions on the locals of a frame alone that every way to a point of its script has passed.

While a frame waits, nobody changes what it holds. So where a phase comes back to a frame of which nothing else is
known, its locals are as they were when they were looked at last.

INVARIANT: a condition that reads the state is never among them: that may have changed meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from refengine.ir import control, expressions as ir
from refengine.ir.domain import TRUTH
from refengine.ir.footprint import footprint
from refengine.ir.traverse import free_locals, walk

Conditions = tuple[ir.Expr, ...]


def passed_conditions(script: control.Script) -> Mapping[str, Conditions]:
    """Returns for each point what every way from where the script begins has passed, of what the point is given.

    A point to which no way leads is left out.
    """
    points = {each.name: each for each in script.points}
    found: dict[str, Conditions] = {script.entrance(looked=looked).name: () for looked in (False, True)}
    agenda = list(found)
    while agenda:
        name = agenda.pop()
        for target, conditions in _onward(points[name], found[name]):
            params = frozenset(points[target].params)
            known = tuple(each for each in dict.fromkeys(conditions) if free_locals(each) <= params)
            if target in found:
                known = tuple(each for each in found[target] if each in known)
            if target not in found or known != found[target]:
                found[target] = known
                agenda.append(target)
    return found


def _onward(point: control.Point, known: Conditions) -> Iterator[tuple[str, Conditions]]:
    """Yields the points to which a point leads, each with what holds on the way there."""
    bound = {each.var for each in walk(point.effects) if isinstance(each, control.LetIn)}
    yield from _ways(point.exit, _without(known, bound))


def _ways(leave: control.Exit, known: Conditions) -> Iterator[tuple[str, Conditions]]:
    match leave:
        case control.Fork(then=then, otherwise=otherwise):
            yield from _ways(then, _with(known, leave.condition))
            yield from _ways(otherwise, _with(known, ir.Not(leave.condition)))
        case control.ForkCases(cases=cases):
            for case in cases:
                yield from _ways(case.exit, known)
        case control.Jump(point=point) | control.Enter(then=point):
            yield point, known
        case control.Ask(actions=actions, if_able=if_able, actor=actor, decider=decider):
            for action in actions:
                chosen = {choice.var for choice in action.choices} | ({actor} if actor is not None else set())
                yield action.entry, () if decider == "every" else _without(known, chosen)
            if if_able is not None:
                yield if_able, known
        case control.Go() | control.Done() | control.Abandon() | control.Over():
            pass


def _without(known: Conditions, bound: set[ir.Local]) -> Conditions:
    """Leaves out what speaks of locals that are bound anew."""
    return tuple(each for each in known if not free_locals(each) & bound)


def _with(known: Conditions, condition: ir.Expr) -> Conditions:
    read = footprint(condition)
    speaks_of_a_state = read.state or read.values or any(isinstance(each, ir.Before) for each in walk(condition))
    assert condition.domain == TRUTH
    return known if speaks_of_a_state or not free_locals(condition) else (*known, condition)

"""Cycles between points: the jumps that would close one (back edges), found depth first.

Points that lead to each other without a cycle can call each other; a jump that closes one has to leave a frame behind.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from refengine.ir import control
from refengine.ir.exits import leaves

PointKey = tuple[str, str]
"""Script and point."""


def closing_jumps(scripts: Iterable[control.Script]) -> frozenset[tuple[PointKey, PointKey]]:
    """Returns the ways that lead back to a point that is still running, found depth first without recursion."""
    by_name = {each.name: each for each in scripts}
    points = {(script.name, point.name): point for script in by_name.values() for point in script.points}
    done: set[PointKey] = set()
    closing: set[tuple[PointKey, PointKey]] = set()
    for root in points:
        path: list[PointKey] = []
        agenda: list[tuple[PointKey, bool]] = [(root, False)]
        while agenda:
            key, leaving = agenda.pop()
            if leaving:
                path.remove(key)
                done.add(key)
                continue
            if key in done or key in path:
                continue
            path.append(key)
            agenda.append((key, True))
            for target in _led_to(key, points[key], by_name):
                if target in path:
                    closing.add((key, target))
                elif target not in done:
                    agenda.append((target, False))
    return frozenset(closing)


def _led_to(key: PointKey, point: control.Point, scripts: Mapping[str, control.Script]) -> list[PointKey]:
    """Returns the points at which control goes on from a point by itself."""
    found: list[PointKey] = []
    for leave in leaves(point.exit):
        match leave:
            case control.Jump(point=name):
                found.append((key[0], name))
            case control.Ask(if_able=if_able) if if_able is not None:
                found.append((key[0], if_able))
            case control.Enter(phase=phase, looked=looked):
                found.append((phase, scripts[phase].entrance(looked=looked).name))
            case control.Go(phase=phase):
                found.append((phase, scripts[phase].entrance().name))
            case control.Ask() | control.Done() | control.Abandon() | control.Over():
                pass
    return found

"""Steps and readings: which questions anything may ask for that runs by itself, from a point of a script on.

Where nothing of it asks for a reading, the state that a step leads to is the same whatever is read.
"""

from __future__ import annotations

from collections.abc import Iterable

from refengine.ir import control, game as model
from refengine.ir.exits import leaves, with_leaves
from refengine.ir.footprint import closure, footprint

Start = tuple[str, str | None]
"""A script and a point of it; None for the first."""


def questions_of(rules: model.Game, *nodes: object) -> frozenset[str]:
    """Returns the questions that parts of the rules read, by way of values too."""
    calls = {each.name: footprint(each).values for each in rules.values}
    bodies = {each.name: each for each in rules.values}
    called = closure(calls, footprint(*nodes).values)
    read = footprint(*nodes, *(bodies[name] for name in called)).configured
    return frozenset(name for what, name in read if what == "question")


def questions_on_the_way(rules: model.Game, starts: Iterable[Start], below: Iterable[Start]) -> frozenset[str]:
    """Returns the questions that may be read from some points on until somebody decides.

    Where a phase is left it goes on at one of `below`, or where the phases entered on the way are waited for.
    """
    scripts = {each.name: each for each in (rules.setup, *rules.phases)}
    agenda, waiting = list(starts), list(below)
    seen: set[Start] = set()
    nodes: list[object] = [*rules.variables, *rules.zones, *rules.tokens] if agenda else []
    while agenda:
        script, name = agenda.pop()
        point = next(each for each in scripts[script].points if name in {None, each.name})
        if (script, point.name) in seen:
            continue
        seen.add((script, point.name))
        asks = [each for each in leaves(point.exit) if isinstance(each, control.Ask)]
        nodes += [*point.effects, *scripts[script].bars, with_leaves(point.exit, _without_asking)]
        nodes += [each for each in asks if each.if_able is not None]
        for leaf in leaves(point.exit):
            match leaf:
                case control.Jump(point=target):
                    agenda.append((script, target))
                case control.Enter(phase=phase, then=then):
                    agenda += [(phase, None), (script, then)]
                case control.Go(phase=phase):
                    agenda.append((phase, None))
                case control.Done() | control.Abandon():
                    agenda += waiting
                case control.Ask(if_able=if_able):
                    agenda += [] if if_able is None else [(script, if_able)]
                case control.Over():
                    pass
    return questions_of(rules, *nodes)


def _without_asking(leaf: control.Leaf) -> control.Leaf:
    return control.Over() if isinstance(leaf, control.Ask) else leaf

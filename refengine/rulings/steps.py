"""Steps and readings: which questions anything may ask for that runs by itself, from a point of a script on.

Where nothing of it asks for a reading, the state that a step leads to is the same whatever is read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property

from attrs import frozen

from refengine.ir import control, game as model
from refengine.ir.exits import leaves, with_leaves
from refengine.ir.footprint import Footprint, closure, footprint

Start = tuple[str, str | None]
"""A script and a point of it; None for the first."""


@frozen(eq=False, slots=False)
class Steps:
    """The steps that rules may take by themselves; what values read is worked out once."""

    rules: model.Game

    @cached_property
    def _read(self) -> Mapping[str, Footprint]:
        return {each.name: footprint(each) for each in self.rules.values}

    @cached_property
    def _calls(self) -> Mapping[str, frozenset[str]]:
        return {name: each.values for name, each in self._read.items()}

    @cached_property
    def _scripts(self) -> Mapping[str, control.Script]:
        return {each.name: each for each in (self.rules.setup, *self.rules.phases)}

    @cached_property
    def of_starts(self) -> frozenset[str]:
        """The questions that may be read where nothing is given: variables start as something, and zones have room."""
        return self.questions_of(*self.rules.variables, *self.rules.zones, *self.rules.tokens)

    def questions_of(self, *nodes: object) -> frozenset[str]:
        """Returns the questions that parts of the rules read, by way of values too."""
        own = footprint(*nodes)
        called = closure(self._calls, own.values)
        read = own.configured.union(*(self._read[name].configured for name in called))
        return frozenset(name for what, name in read if what == "question")

    def questions_on_the_way(self, starts: Iterable[Start], below: Iterable[Start]) -> frozenset[str]:
        """Returns the questions that may be read from some points on until somebody decides.

        Where a phase is left it goes on at one of `below`, or where the phases entered on the way are waited for.
        """
        agenda, waiting = list(starts), list(below)
        seen: set[Start] = set()
        nodes: list[object] = []
        while agenda:
            script, name = agenda.pop()
            point = next(each for each in self._scripts[script].points if name in {None, each.name})
            if (script, point.name) in seen:
                continue
            seen.add((script, point.name))
            asks = [each for each in leaves(point.exit) if isinstance(each, control.Ask)]
            nodes += [*point.effects, *self._scripts[script].bars, with_leaves(point.exit, _without_asking)]
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
        return self.questions_of(*nodes) | self.of_starts


def _without_asking(leaf: control.Leaf) -> control.Leaf:
    return control.Over() if isinstance(leaf, control.Ask) else leaf

"""Inlining: which functions stand where they are called, instead of being called.

A call costs more than most values do: what lies in registers is put away and fetched again. Inlined are functions that
are small, and those that are called at one place; a function whose ways do not come apart (`straight`) stays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from attrs import define, evolve, field

from refengine.program import ops
from refengine.program.passes.straight import straight
from refengine.program.passes.summaries import Summaries

SMALL: Final = 75
"""The greatest number of nodes of a function that stands wherever it is called."""

LARGE: Final = 600
"""The greatest number of nodes of one that stands at the only place at which it is called."""

MOST_DEEP: Final = 6
"""The greatest number of functions that stand inside one another."""


def inlined(program: ops.Program, summaries: Summaries) -> ops.Program:
    """Returns the program with the functions marked that are to stand where they are called."""
    called: dict[str, Counter[str]] = {}
    sizes: dict[str, int] = {}
    for function in program.functions:
        summary = summaries.of(function.body)
        called[function.name] = Counter(each.function for each in summary.calls)
        sizes[function.name] = summary.size
    plan = _Plan({each.name: each for each in program.functions}, called, sizes)
    for name in plan.functions:
        plan.decide(name)
    return evolve(program, functions=tuple(plan.decided[each.name] for each in program.functions))


@define
class _Plan:
    """The plan as far as it is made: each function as it will be, its size with what stands in it, and its depth."""

    functions: Mapping[str, ops.Function]
    called: Mapping[str, Mapping[str, int]]
    sizes: dict[str, int]
    deep: dict[str, int] = field(factory=dict)
    decided: dict[str, ops.Function] = field(factory=dict)
    running: set[str] = field(factory=set)
    callers: Counter[str] = field(init=False)

    def __attrs_post_init__(self) -> None:
        self.callers = Counter()
        for calls in self.called.values():
            self.callers.update(calls)

    def decide(self, name: str) -> None:
        """Decides about a function, after all that it calls."""
        if name in self.decided or name in self.running:
            return
        self.running.add(name)
        for other in self.called[name]:
            self.decide(other)
        self.running.discard(name)
        if self.callers[name] > 1:
            self._keep_small(name)
        inside = [each for each in self.called[name] if self._stands(each)]
        self.deep[name] = deep = max((self.deep[each] + 1 for each in inside), default=0)
        self.sizes[name] += sum(self.called[name][each] * self.sizes[each] for each in inside)
        function = self.functions[name]
        most = LARGE if self.callers[name] == 1 else SMALL
        found = None
        may_stand = not function.exported and not function.rare
        if may_stand and self.sizes[name] <= most and deep < MOST_DEEP and not self._closes(name):
            found = straight(function)
        self.decided[name] = function if found is None else evolve(found, inlined=True)

    def _keep_small(self, name: str) -> None:
        """Leaves out of a function that may stand in several places what stands in it alone, if it is small without."""
        once = [each for each in self.called[name] if self.callers[each] == 1 and self._stands(each)]
        others = [each for each in self.called[name] if self.callers[each] > 1 and self._stands(each)]
        size = self.sizes[name] + sum(self.called[name][each] * self.sizes[each] for each in others)
        if size <= SMALL < size + sum(self.sizes[each] for each in once):
            for each in once:
                self.decided[each] = self.functions[each]

    def _stands(self, name: str) -> bool:
        return name in self.decided and self.decided[name].inlined

    def _closes(self, name: str) -> bool:
        """Returns whether the function may call itself, by way of others that are not decided yet."""
        return any(other not in self.decided for other in self.called[name])

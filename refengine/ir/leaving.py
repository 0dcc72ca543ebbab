"""Effects in front of the exits that leave a script, which nobody has written there.

So what runs the scripts need not know of it.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import define, evolve, field

from refengine.ir import control
from refengine.ir.exits import with_leaves
from refengine.ir.expressions import Local
from refengine.ir.liveness import with_live_locals

Before = Callable[[control.Exit], tuple[control.Effect, ...]]
"""The effects in front of an exit of a script, none in front of most."""


def with_effects_before(script: control.Script, before: Before) -> control.Script:
    """Returns the script with effects in front of its exits; what an exit hands on is worked out before them."""
    return _ScriptExits(script, before).done()


def free_name(stem: str, taken: set[str]) -> str:
    """Returns the stem with a number that no other name has."""
    return next(name for number in range(1, len(taken) + 2) if (name := f"{stem}_{number}") not in taken)


@define
class _ScriptExits:
    """The exits of a script while they are gone through; `added` are the points that it gets."""

    script: control.Script
    before: Before
    added: list[control.Point] = field(factory=list)

    def done(self) -> control.Script:
        points = tuple(self._point(each) for each in self.script.points)
        return with_live_locals(evolve(self.script, points=(*points, *self.added)))

    def _point(self, point: control.Point) -> control.Point:
        before, leave = self._ahead(point.exit)
        if before:
            return evolve(point, effects=(*point.effects, *before), exit=leave)
        return evolve(point, exit=with_leaves(point.exit, self._leaf))

    def _leaf(self, leave: control.Leaf) -> control.Exit:
        before, last = self._ahead(leave)
        if not before:
            return leave
        name = free_name("left", {each.name for each in (*self.script.points, *self.added)})
        self.added.append(control.Point(name, (), before, last))
        return control.Jump(name)

    def _ahead(self, leave: control.Exit) -> tuple[tuple[control.Effect, ...], control.Exit]:
        """Returns the effects before an exit, and the exit; what it hands on is worked out first."""
        effects = self.before(leave)
        if not effects or not isinstance(leave, control.Go):
            return effects, leave
        told = tuple(Local(f"argument {n} of {leave.phase}", each.domain) for n, each in enumerate(leave.args, start=1))
        named = tuple(control.LetIn(local, each) for local, each in zip(told, leave.args, strict=True))
        return (*named, *effects), evolve(leave, args=told)

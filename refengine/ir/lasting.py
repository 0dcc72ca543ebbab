"""Variables that last as long as a phase: where the phase is left they are what they start as again.

The scripts themselves say so: in front of each exit that leaves the phase stands what sets its variables back. So what
runs the scripts need not know of it.

INVARIANT: such a variable is written only where its phase is running, and the phase is never entered while it runs.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import define, evolve, field

from refengine.ir import control, game
from refengine.ir.domain import Enum, Piece
from refengine.ir.exits import with_leaves
from refengine.ir.expressions import AllMembers, Binding, Local, TruthLiteral
from refengine.ir.liveness import with_live_params
from refengine.ir.running import Running
from refengine.ir.standing import free_name


def with_resets(
    scripts: Sequence[control.Script], variables: Sequence[game.Variable], components: frozenset[str], below: Running
) -> tuple[control.Script, ...]:
    """The scripts, setting back what lasts no longer."""
    lasting = [each for each in variables if each.during is not None]
    if not lasting:
        return tuple(scripts)
    return tuple(_Leaving(script, lasting, components, below).done() for script in scripts)


@define
class _Leaving:
    """One script while its exits are gone through; `added` are the points that it gets."""

    script: control.Script
    lasting: Sequence[game.Variable]
    components: frozenset[str]
    below: Running
    added: list[control.Point] = field(factory=list)

    def done(self) -> control.Script:
        points = tuple(self._point(each) for each in self.script.points)
        return evolve(
            self.script, points=with_live_params((*points, *self.added), self.script.params, self.script.kept)
        )

    def _point(self, point: control.Point) -> control.Point:
        before, leave = self._set_back(point.exit)
        if before:
            return evolve(point, effects=(*point.effects, *before), exit=leave)
        return evolve(point, exit=with_leaves(point.exit, self._leaf))

    def _leaf(self, leave: control.Leaf) -> control.Exit:
        before, last = self._set_back(leave)
        if not before:
            return leave
        name = free_name("left", (each.name for each in (*self.script.points, *self.added)))
        self.added.append(control.Point(name, (), before, last))
        return control.Jump(name)

    def _set_back(self, leave: control.Exit) -> tuple[tuple[control.Effect, ...], control.Exit]:
        """Returns the resets before an exit, and the exit; what it hands on is worked out first."""
        ended = [each for each in self.lasting if self._ends(str(each.during), leave)]
        resets = tuple(_reset(each, self.components) for each in ended)
        if not resets or not isinstance(leave, control.Go):
            return resets, leave
        told = tuple(Local(f"argument {n} of {leave.phase}", each.domain) for n, each in enumerate(leave.args, start=1))
        named = tuple(control.LetIn(local, each) for local, each in zip(told, leave.args, strict=True))
        return (*named, *resets), evolve(leave, args=told)

    def _ends(self, phase: str, leave: control.Exit) -> bool:
        """Whether an exit may leave the phase. Where it is not running at all nothing is changed by setting back."""
        match leave:
            case control.Done() | control.Go():
                return phase == self.script.name
            case control.Abandon(phase=left):
                return self.below.may(left, phase) and self.below.may(phase, self.script.name)
            case control.Over():
                return self.below.may(phase, self.script.name)
            case control.Fork() | control.ForkCases() | control.Jump() | control.Ask() | control.Enter():
                return False


def _reset(variable: game.Variable, components: frozenset[str]) -> control.Effect:
    origin = variable.clause.origin
    if variable.index is None:
        return control.SetVariable(variable.name, None, variable.starts, origin)
    domain = Piece(variable.index) if variable.index in components else Enum(variable.index)
    key = Local(f"key of {variable.name}", domain)
    every = Binding(key, AllMembers(domain), TruthLiteral(value=True))
    return control.Each(
        every, (control.SetVariable(variable.name, key, variable.starts, origin),), ordered=False, origin=origin
    )

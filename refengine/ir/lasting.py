"""Variables that last as long as a phase: where the phase is left they are what they start as again.

The scripts themselves say so: in front of each exit that leaves the phase stands what sets its variables back. So what
runs the scripts need not know of it.

INVARIANT: such a variable is written only where its phase is running, and the phase is never entered while it runs.
"""

from __future__ import annotations

from collections.abc import Sequence

from refengine.ir import control, game
from refengine.ir.domain import Enum, Piece
from refengine.ir.expressions import AllMembers, Binding, Local, TruthLiteral
from refengine.ir.leaving import with_effects_before
from refengine.ir.running import Running


def with_resets(
    scripts: Sequence[control.Script], variables: Sequence[game.Variable], components: frozenset[str], below: Running
) -> tuple[control.Script, ...]:
    """Returns the scripts, setting back what lasts no longer."""
    lasting = [each for each in variables if each.during is not None]

    def left(script: control.Script) -> control.Script:
        def before(leave: control.Exit) -> tuple[control.Effect, ...]:
            ended = (each for each in lasting if _ends(str(each.during), leave, script.name, below))
            return tuple(reset(each, components) for each in ended)

        return with_effects_before(script, before)

    return tuple(map(left, scripts)) if lasting else tuple(scripts)


def _ends(phase: str, leave: control.Exit, script: str, below: Running) -> bool:
    """Returns whether an exit may leave the phase.

    Where it is not running at all nothing is changed by setting back.
    """
    match leave:
        case control.Done() | control.Go():
            return phase == script
        case control.Abandon(phase=left):
            return below.may(left, phase) and below.may(phase, script)
        case control.Over():
            return below.may(phase, script)
        case control.Fork() | control.ForkCases() | control.Jump() | control.Ask() | control.Enter():
            return False


def reset(variable: game.Variable, components: frozenset[str]) -> control.Effect:
    """Returns the effect that sets a variable to what it starts as, with all its keys."""
    origin = variable.clause.origin
    if variable.index is None:
        return control.SetVariable(variable.name, None, variable.starts, origin)
    domain = Piece(variable.index) if variable.index in components else Enum(variable.index)
    key = Local(f"key of {variable.name}", domain)
    every = Binding(key, AllMembers(domain), TruthLiteral(value=True))
    return control.Each(
        every, (control.SetVariable(variable.name, key, variable.starts, origin),), ordered=False, origin=origin
    )

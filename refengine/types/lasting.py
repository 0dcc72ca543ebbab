"""What a variable that lasts as long as a phase asks of the scripts: that it is plain when the phase is running."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from refengine.ir import control, game
from refengine.ir.running import Running
from refengine.ir.traverse import walk
from refengine.source.diagnostic import Diagnostic
from refengine.syntax import tree
from refengine.types import control_errors
from refengine.types.context import Context


def check_lasting(
    ctx: Context, variables: Sequence[game.Variable], scripts: Sequence[control.Script], below: Running
) -> Iterator[Diagnostic]:
    """Phases that may run inside themselves, and writes where the phase need not be running."""
    for variable in variables:
        node = ctx.symbols.named[variable.name]
        phase = variable.during
        if not isinstance(node, tree.Variable) or node.during is None or phase is None or phase not in ctx.phases:
            continue
        if phase in below.perhaps.get(phase, ()):
            yield control_errors.inside_itself(phase, variable.name, node.during.span)
        for script in scripts:
            if not below.must(phase, script.name):
                yield from _writes(script, variable.name, phase, node.during)


def _writes(script: control.Script, name: str, phase: str, during: tree.Name) -> Iterator[Diagnostic]:
    for each in walk(script):
        match each:
            case (
                control.SetVariable(name=written, origin=origin)
                | control.AddNumber(name=written, origin=origin)
                | control.AddMember(name=written, origin=origin)
            ) if written == name and origin.span is not None:
                yield control_errors.lasts_no_longer(name, phase, origin.span, during.span)
            case _:
                pass

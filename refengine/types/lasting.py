"""Variables that last as long as a phase: scripts and examples may touch them only where the phase plainly runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from refengine.ir import control, game
from refengine.ir.running import Running
from refengine.ir.traverse import walk
from refengine.source.diagnostic import Diagnostic
from refengine.syntax import tree
from refengine.types import control_errors, example_errors
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


def check_given(ctx: Context, variables: Sequence[game.Variable], below: Running) -> Iterator[Diagnostic]:
    """Yields the facts of examples about such variables, where the phase can run in none that the example speaks of."""
    if ctx.lacks_ways:
        return
    lasting = {each.name: each.during for each in variables if each.during in below.perhaps}
    for example in ctx.symbols.examples.values():
        facts = [fact for line in example.lines if isinstance(line, tree.Given) for fact in line.facts]
        calls = [each.call for each in (*facts, *example.lines) if isinstance(each, tree.FactPhase | tree.WhenPhase)]
        calls += [each for fact in facts if isinstance(fact, tree.FactPhase) for each in fact.inside]
        named = [each.name.text for each in calls if each.name.text in below.perhaps]
        for fact in facts:
            match fact:
                case tree.FactExpr(tree.Compare("=" | "is", tree.NameRef(name) | tree.Of(name), span=span)):
                    phase = lasting.get(name.text)
                    if phase is not None and named and not any(below.may(phase, each) for each in named):
                        yield example_errors.given_outside(name.text, phase, named[0], span)
                case _:
                    pass


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

"""Bars: prohibitions with a name, of an action, and of a phase that is not to be entered while one stands."""

from __future__ import annotations

from collections.abc import Sequence

from refengine.ir import control
from refengine.ir.bars import barring
from refengine.resolve import errors as name_errors
from refengine.syntax import tree
from refengine.types import control_errors
from refengine.types.context import Context, Scope
from refengine.types.values import clause, guards, phase_scope, report_same_names


def elaborate_bars(ctx: Context, owner: str, bars: Sequence[tree.Bar], scope: Scope) -> tuple[control.Barred, ...]:
    """Returns the bars of an action or a phase; two of one name are reported."""
    report_same_names(ctx, tuple(each.name for each in bars))
    found: list[control.Barred] = []
    for each in bars:
        conditions = guards(ctx, scope, each.whens)
        if conditions is not None:
            head = clause(f"{owner}.{each.name.text}", each.cite, each.name.span)
            found.append(control.Barred(head, conditions))
    return tuple(found)


def branch_clause(ctx: Context, owner: str, node: tree.Branch) -> control.Clause:
    """Returns the clause of a case in a script; that a bar of the phase has its name is reported."""
    made = clause(f"{owner}.{node.name.text}", node.cite, node.name.span)
    for each in ctx.bars.get(owner, ()):
        if each.clause.path == made.path and each.clause.origin.span is not None:
            ctx.report(name_errors.declared_twice(node.name.text, node.name.span, each.clause.origin.span))
    return made


def declare_bars(ctx: Context) -> None:
    """Enters the bars of every phase and text, for whatever enters them."""
    for node in ctx.symbols.named.values():
        if isinstance(node, tree.Phase | tree.Text) and node.name.text in ctx.phases:
            name = node.name.text
            scope = phase_scope(ctx, node)
            ctx.bars[name] = elaborate_bars(ctx, name, node.bars, scope)


def taken_over(
    ctx: Context, action: tree.Action, effects: Sequence[control.Effect], leave: control.Exit
) -> tuple[tuple[control.Barred, ...], control.Exit]:
    """Returns the bars of the phase with which an action begins, if it does, and how it is entered then.

    A `let` is no effect: what it names is worked out where the action is chosen.
    """
    named = tuple(each for each in effects if isinstance(each, control.LetIn))
    first = next((each for each in action.body if not isinstance(each, tree.Let)), None)
    if not isinstance(first, tree.Transfer) or not isinstance(leave, control.Enter) or len(named) < len(effects):
        return (), leave
    params = ctx.phases[leave.phase].params
    ctx.begins[action.name.text] = leave.phase
    _apart(ctx, action, leave.phase)
    return barring(ctx.bars[leave.phase], params, leave.args, named), control.Enter(leave.phase, leave.args, leave.then)


def _apart(ctx: Context, action: tree.Action, phase: str) -> None:
    """Reports a bar of an action that has the name of one of the phase with which it begins."""
    declared = ctx.symbols.lookup(phase)
    assert isinstance(declared, tree.Phase | tree.Text)
    known = {each.name.text: each.name.span for each in reversed(declared.bars)}
    for each in action.bars:
        if each.name.text in known:
            name = each.name
            ctx.report(control_errors.barred_twice(action.name.text, phase, name.text, name.span, known[name.text]))

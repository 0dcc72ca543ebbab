"""The script of the standing rules that bind or enter, which is entered in front of what it interrupts.

It picks what is due, does what the rule says of it, and looks at all rules again; when nothing is due it is done. What
was due together with what was picked waits for its turn: it does not come in the middle of it.

INVARIANT: it is done only where no rule is due that interrupts.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from refengine.ir import control
from refengine.ir.domain import Range, SetOf
from refengine.ir.expressions import (
    Equal,
    Filter,
    First,
    IsEmpty,
    Local,
    Rest,
    SetArith,
    SetLiteral,
    The,
)
from refengine.ir.liveness import with_live_locals
from refengine.ir.standing import (
    AGAIN,
    STANDING,
    Pick,
    Points,
    StandingRule,
    outermost_binder,
    told_of,
    with_own_locals,
)
from refengine.ir.traverse import rewrite


def interrupting_script(rules: Sequence[StandingRule]) -> control.Script | None:
    """Returns the script of the rules that interrupt, called `whenever`; None where none does."""
    ours = [each for each in rules if each.interrupts]
    if not ours:
        return None
    paths = [each.clause.path for each in ours]
    which = Local("rule", Range(1, len(ours)))
    made = Points({})
    again = control.Jump(AGAIN)
    picks = {each.clause.path: _picked(made, each, again) for each in map(with_own_locals, ours)}
    begin: control.Exit = picks[paths[-1]]
    for path in reversed(paths[:-1]):
        begin = control.Fork(Equal(which, *told_of(path, paths)), picks[path], begin)
    head = control.Clause(STANDING, ours[0].clause.cites, ours[0].clause.origin)
    params = (which,) if len(ours) > 1 else ()
    look = made.look(
        [with_own_locals(each) for each in rules],
        control.Done(head.origin),
        lambda rule: picks[rule.clause.path],
    )
    points = (control.Point("start", params, (), begin), control.Point(AGAIN, (), (), look), *made.points.values())
    return with_live_locals(control.Script(STANDING, head, params, points))


def _picked(made: Points, rule: StandingRule, again: control.Exit) -> control.Exit:
    """Returns the way to what a rule does, with what is due bound."""
    if rule.pick is not None:
        return _chosen(made, rule, rule.pick, again)
    body = control.Jump(made.put(rule, again))
    if not rule.bound:
        return body
    effects: list[control.Effect] = []
    for number, each in enumerate(rule.bound):
        only = outermost_binder(each, rule.bound[number + 1 :])
        effects.append(control.LetIn(each.var, The(only, None, each.var.domain, rule.clause.origin)))
    name = made.name("due")
    made.points[name] = control.Point(name, (), tuple(effects), body, rule.clause)
    return control.Jump(name)


def _chosen(made: Points, rule: StandingRule, pick: Pick, again: control.Exit) -> control.Exit:
    """Returns the question which comes next, unless only one is due; the others wait until that is done."""
    (only,) = rule.candidates
    var, these = only.var, SetOf(only.var.domain)
    each = Local(f"each {var.name}", var.domain)  # which of them is due is asked again where one is picked
    due = Filter(rewrite(only, lambda node: each if node == var else node), these)
    others = Local(f"others of {rule.clause.path}", these)
    origin = rule.clause.origin

    def put(stem: str, effects: Sequence[control.Effect], leave: control.Exit) -> control.Jump:
        name = made.name(stem)
        made.points[name] = control.Point(name, (), tuple(effects), leave, rule.clause)
        return control.Jump(name)

    def wait(op: Literal["union", "minus"]) -> control.Effect:
        now = SetArith(op, pick.waiting, others, these)
        return control.SetVariable(pick.waiting.name, None, now, origin)

    done = put("done", [wait("minus")], again)
    body = put("turn", [wait("union")], control.Jump(made.put(rule, done)))
    entry = put("picked", [control.LetIn(others, SetArith("minus", due, SetLiteral((var,), these), these))], body)
    action = control.Action(pick.action.path, pick.action, (control.Choice(var, due),), (), (), None, entry.point)
    question = put("ask", [], control.Ask(pick.decider, pick.who, pick.actor, (action,), None, origin))
    first = [control.LetIn(var, First(due, var.domain)), control.LetIn(others, SetLiteral((), these))]
    return control.Fork(IsEmpty(Rest(due, these)), put("alone", first, body), question)

"""Points as functions on a draft: effects, then the exit.

A function returns None when somebody is asked or the game is over, else the frame that the driver has to run next, with
the stack below it in `draft.control`.
"""

from __future__ import annotations

from contextlib import ExitStack

from attrs import evolve

from refengine.engine.emit.asks import may_refuse
from refengine.engine.emit.cases import is_chosen, only_case
from refengine.engine.emit.course import FrameClass, PointNames
from refengine.engine.emit.effects import effects
from refengine.engine.emit.text import Py, Text, quoted
from refengine.engine.emit.unit import Scope, Unit, scope_of
from refengine.engine.emit.values import per
from refengine.ir import control, expressions as ir
from refengine.ir.circles import PointKey
from refengine.ir.decisions import branch_decisions
from refengine.ir.exits import leaves
from refengine.ir.simplify import FALSE, conjunction
from refengine.ir.traverse import walk


def emit_point(unit: Unit, course: PointNames, key: PointKey, out: Text) -> None:
    """Writes the function of a point."""
    script, point = course.scripts[key[0]], course.point(key)
    scope = scope_of(unit, out, "draft", clause_of(course, key))
    params = ["draft: Draft", "below: tuple[Frame, ...]"]
    params += [f"{scope.bind(each)}: {unit.domain_type(each.domain)}" for each in point.params]
    with out.block(f"def {course.functions[key]}({', '.join(params)}) -> Frame | None"):
        first = point is script.points[0]
        out.docstring(f"{script.name}{'' if first else f', {point.name}'}{per(scope.clause)}.")
        if unit.explain and (first or key[1] == script.behind_look or _begins(scope.clause, script, key[1])):
            out.add(f"fired({scope.here()})")
        effects(point.effects, scope)
        leave(point.exit, key, course, scope)


def emit_bars(unit: Unit, course: PointNames, phase: str, out: Text) -> None:
    """Writes the function that raises a fault, at whatever enters a phase, if one of the phase's bars stands."""
    script = course.scripts[phase]
    scope = scope_of(unit, out, "draft", script.clause)
    told = [f"{scope.bind(each)}: {unit.domain_type(each.domain)}" for each in script.params]
    here = scope.fresh("here")
    with out.block(f"def {course.bars[phase]}({', '.join(['draft: Draft', *told, f'{here}: Clause'])}) -> None"):
        out.docstring(f"Whether {phase} may be entered{per(script.clause)}.")
        for each in script.bars:
            inner = scope.within(each.clause)
            test = inner.truth(unit.opened(conjunction(each.conditions)))
            with out.branch(test):
                out.add(f"raise barred({here}, {quoted(phase)}, {quoted(each.clause.path)})")


def clause_of(course: PointNames, key: PointKey) -> control.Clause:
    """Returns the clause of a point: that of the action it belongs to, or its own, else of its script."""
    script, own = course.scripts[key[0]], course.point(key).clause
    for point in script.points:
        if isinstance(point.exit, control.Ask):
            for action in point.exit.actions:
                if action.entry == key[1]:
                    return action.clause
    return own or script.clause


def _begins(clause: control.Clause, script: control.Script, name: str) -> bool:
    """Returns whether a clause of a script's points begins at one of them.

    Texts of one title do, standing rules, and actions.
    """
    if clause == script.clause:
        return False
    others = (each for each in script.points if each.clause != clause)
    own = {each.name for each in script.points if each.clause == clause}
    return name not in own or any(
        isinstance(way, control.Jump) and way.point == name for each in others for way in leaves(each.exit)
    )


def leave(exit_: control.Exit, key: PointKey, course: PointNames, scope: Scope) -> None:
    """Writes the end of a point's function: its exit."""
    code = scope.code
    match exit_:
        case control.Jump(point=point):
            _go_on((key[0], point), key, course, scope, "below")
        case control.Fork(condition=condition, then=then, otherwise=otherwise):
            with ExitStack() as stack:
                known = scope.unit.remembered.get(condition, ())
                condition = scope.unit.opened(condition)
                if known:
                    changed = " or ".join(f"draft.{name} is not draft.{each}" for each, name in known)
                    stack.enter_context(code.branch(changed))
                test = scope.truth(condition)
                with code.branch(test):
                    leave(then, key, course, scope)
                for each, name in known:
                    code.add(f"draft.{name} = draft.{each}")
            leave(otherwise, key, course, scope)
        case control.ForkCases():
            _cases(exit_, key, course, scope)
        case control.Ask():
            frame = made(course.waiting[key], scope)
            code.add(f"draft.control = (*below, {frame})")
            if exit_.if_able is not None:
                able = "listed(draft)" if scope.unit.explain else "draft.control[-1].legal(draft)"
                with code.branch(f"not {able}"):
                    if scope.unit.explain and may_refuse(exit_):
                        code.add("passed_on(draft)")
                    _go_on((key[0], exit_.if_able), key, course, scope, "below")
            code.add("return None")
        case control.Enter(phase=phase, args=args, then=then, looked=looked, owes=owes):
            scope = _unbarred(phase, args, owes, course, scope)
            frame = made(course.resuming[key[0], then], scope)
            _go_on(course.start(phase, looked=looked), key, course, scope, f"(*below, {frame})", args)
        case control.Go(phase=phase, args=args, owes=owes):
            scope = _unbarred(phase, args, owes, course, scope)
            with code.branch("below and below[-1] is THE_END"):
                code.add("draft.control = below")
                code.add("return None")
            _go_on(course.start(phase), key, course, scope, "below", args)
        case control.Done(origin=origin):
            with code.branch("not below"):
                code.add(f"raise nothing_below({scope.here(origin)})")
            code.add("draft.control = below[:-1]")
            code.add("return below[-1]")
        case control.Abandon(phase=phase, origin=origin):
            left = "below" if phase == key[0] else f"down_to(below, {quoted(phase)})"
            code.add(f"return gone_back(draft, {left}, {quoted(phase)}, {scope.here(origin)})")
        case control.Over():
            code.add("draft.control = END")
            code.add("return None")


def _unbarred(phase: str, args: tuple[ir.Expr, ...], owes: ir.Origin | None, course: PointNames, scope: Scope) -> Scope:
    """Looks whether a bar stands in the way of a phase; the scope in which what it is told is worked out already."""
    if owes is None or phase not in course.bars:
        return scope
    scope = evolve(scope, shared={**scope.shared})  # other ways on do not come by here
    for each in args:
        text = scope.expr(each)
        if not text.is_settled:
            scope.shared[each] = scope.let(text, "told")
    texts = [str(scope.expr(each)) for each in args]
    scope.code.add(f"{course.bars[phase]}({', '.join(['draft', *texts, scope.here(owes)])})")
    return scope


def _go_on(
    target: PointKey,
    key: PointKey,
    course: PointNames,
    scope: Scope,
    below: str,
    args: tuple[ir.Expr, ...] | None = None,
) -> None:
    """Calls the function of another point, or hands it to the driver."""
    point = course.point(target)
    stops = not scope.unit.explain and below == "below" and not args and course.is_stop(target)
    if stops and (key, target) not in course.returning:
        leave(point.exit, target, course, scope)
        return
    params = point.params
    texts = [str(scope.locals[each]) for each in params] if args is None else [str(scope.expr(each)) for each in args]
    if (key, target) not in course.returning:
        scope.code.add(f"return {course.functions[target]}({', '.join(['draft', below, *texts])})")
        return
    frame = course.resuming[target]
    scope.code.add(f"draft.control = {below}")
    scope.code.add(f"return {frame.made(texts)}")


def made(frame: FrameClass, scope: Scope) -> str:
    """Returns a frame with its data."""
    return frame.made([str(scope.locals[each]) for each in frame.fields])


def _cases(exit_: control.ForkCases, key: PointKey, course: PointNames, scope: Scope) -> None:
    if scope.unit.explain:
        chosen = only_case(exit_.cases, scope.here(exit_.origin), scope)
        for number, case in enumerate(exit_.cases, start=1):
            with ExitStack() as stack:
                if number < len(exit_.cases):
                    stack.enter_context(scope.code.branch(is_chosen(chosen, case, scope)))
                inner = scope.within(case.clause)
                scope.code.add(f"fired({inner.here()})")
                leave(case.exit, key, course, inner)
        return
    asked, complete = branch_decisions(scope.unit.folding, tuple((each.clause, each.guards) for each in exit_.cases))
    _once([conjunction(guards) for guards in asked], scope)
    for case, guards in zip(exit_.cases, asked, strict=True):
        if guards == (FALSE,):
            continue
        inner = scope.within(case.clause)
        scope.code.comment(f"{case.clause.path.rpartition('.')[2]}{per(case.clause)}")
        with ExitStack() as stack:
            if guards:
                test = inner.truth(scope.unit.opened(conjunction(guards)))
                stack.enter_context(scope.code.branch(test))
            leave(case.exit, key, course, inner)
        if not guards:
            return
    if not complete:
        scope.code.add(f"raise no_case({scope.here(exit_.origin)})")


def _once(guards: list[ir.Expr], scope: Scope) -> None:
    """Works out, once for all guards, the values that the first of them asks for in any case and others ask for too."""
    certain = dict.fromkeys(_certain(guards[0])) if guards else {}
    others = [node for each in guards[1:] for node in walk(each) if isinstance(node, ir.CallValue)]
    for call in certain:
        if call in others and call not in scope.shared:
            name = scope.fresh(call.name)
            scope.code.add(f"{name} = {scope.expr(call)}")
            scope.shared[call] = Py.name(name)


def _certain(expr: ir.Expr) -> list[ir.CallValue]:
    """Returns the calls that an expression makes first, whatever they come to."""
    match expr:
        case ir.CallValue():
            return [expr]
        case ir.And(parts=parts) | ir.Or(parts=parts):
            return _certain(parts[0])
        case ir.Not(inner=inner) | ir.IsEmpty(set=inner):
            return _certain(inner)
        case ir.Equal() | ir.Less():
            return [*_certain(expr.left), *_certain(expr.right)]
        case _:
            return []

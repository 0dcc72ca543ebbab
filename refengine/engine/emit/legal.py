"""Legal actions: the method of a waiting frame that lists every one of them."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack

from attrs import evolve

from refengine.engine.emit.actions import ActionClass, is_plain
from refengine.engine.emit.course import FrameClass
from refengine.engine.emit.legal_cache import emit_listing
from refengine.engine.emit.membership import emit_gathering
from refengine.engine.emit.plays import emit_plays
from refengine.engine.emit.sets import loop_over
from refengine.engine.emit.tables import is_settled
from refengine.engine.emit.text import Py, Text
from refengine.engine.emit.unit import Scope, Unit, scope_of
from refengine.ir import control, expressions as ir
from refengine.ir.domain import Domain
from refengine.ir.simplify import conjunction, fallible_guards
from refengine.ir.traverse import free_locals, rewrite, walk


def frame_scope(unit: Unit, frame: FrameClass, clause: control.Clause, out: Text, *reads: object) -> Scope:
    """Returns a scope with the frame's data bound as far as it is read."""
    scope = scope_of(unit, out, "state", clause)
    wanted = frozenset().union(*(free_locals(each) for each in reads))
    for local in frame.fields:
        if local in wanted:
            out.add(f"{scope.bind(local)} = self.{frame.attributes[local]}")
    return scope


def emit_legal(
    unit: Unit,
    frame: FrameClass,
    ask: control.Ask,
    clause: control.Clause,
    actions: Mapping[str, ActionClass],
    out: Text,
) -> None:
    """Writes the method that lists every legal action."""
    with emit_listing(unit, frame, ask, out):
        scope = frame_scope(unit, frame, clause, out, ask)
        with emit_gathering(scope):
            classes = [actions[action.clause.path] for action in ask.actions]
            if len(classes) == 1 and ask.actor is None and is_plain(classes[0], unit):
                plain = _plain_plays(classes[0], "", scope)
                out.add(f"plays: tuple[Action, ...] = {plain if classes[0].kept is None else f'tuple({plain})'}")
            else:
                _collected(ask, classes, scope)
            if ask.decider != "every" and ask.if_able is None:
                with out.branch("not plays"):
                    out.add(f"raise no_action({scope.here(ask.origin)})")
            out.add("return plays")
    out.add()


def _collected(ask: control.Ask, classes: list[ActionClass], scope: Scope) -> None:
    """Writes the listing for several actions, or several seats."""
    out = scope.code
    plain = all(is_plain(each, scope.unit) for each in classes)
    name = "plays" if plain else "offered"
    out.add("plays: tuple[Action, ...] = ()" if plain else "offered: list[Action] = []")
    with ExitStack() as stack:
        seat = ""
        if ask.actor is not None:
            assert ask.who is not None
            seat = scope.bind(ask.actor)
            if ask.decider == "one":
                out.add(f"{seat} = {scope.expr(ask.who)}")
            else:
                stack.enter_context(out.loop(seat, loop_over(ask.who, scope).source))
        must = ask.decider == "every" and ask.if_able is None
        if must and not (plain and len(classes) == 1):
            out.add(f"before = len({name})")
        firsts: dict[ir.Local, ir.Expr] = {}
        classes = [evolve(each, action=opened(each.action, firsts, scope.unit)) for each in classes]
        _read_before_loops(classes, scope)
        for each in classes:
            inner = scope.within(each.action.clause)
            if not plain:
                emit_plays(each, seat, firsts, inner)
            elif must and len(classes) == 1:
                out.add(f"own = {_plain_plays(each, seat, inner)}")
                with out.branch("not own"):
                    out.add(f"raise no_action({scope.here()})")
                out.add("plays += own")
            else:
                out.add(f"plays += {_plain_plays(each, seat, inner)}")
        if must and not (plain and len(classes) == 1):
            with out.branch(f"len({name}) == before"):
                out.add(f"raise no_action({scope.here()})")
    if not plain:
        out.add("plays = tuple(offered)")


def opened(action: control.Action, firsts: dict[ir.Local, ir.Expr], unit: Unit) -> control.Action:
    """Returns the action with small values put in; what a choice is made from stays a call where worked out before.

    An argument that may fault gets a name: `firsts` are what such names stand for, which has to be worked out first.
    """
    choices = []
    for each in action.choices:
        domain = unit.opened(each.domain)
        if isinstance(domain, ir.Filter) and not is_settled(domain.binding, unit):
            domain = each.domain
        choices.append(evolve(each, domain=domain))

    named: dict[tuple[ir.Expr, Domain], ir.Local] = {}
    chosen = tuple(each.var for each in choices)

    def asked(condition: ir.Expr) -> ir.Expr:
        told = _with_names(condition, firsts, named, unit)
        found = unit.opened(told)
        if (free_locals(told) & firsts.keys()) - free_locals(found):  # what is put in asks for less than the call
            found = unit.opened(condition)
        return _settled_first(found, chosen, unit)

    guards = tuple(evolve(each, condition=asked(each.condition)) for each in action.guards)
    barred = [asked(conjunction(each.conditions)) for each in action.bars]
    bars = tuple(
        evolve(each, conditions=fallible_guards((condition,)))
        for each, condition in zip(action.bars, barred, strict=True)
    )
    return evolve(action, choices=tuple(choices), guards=guards, bars=bars)


def _settled_first(condition: ir.Expr, chosen: tuple[ir.Local, ...], unit: Unit) -> ir.Expr:
    """Returns a condition, no part of which may fault, with the parts first that are the same for more choices."""
    if unit.explain or not unit.sharing.cannot_fault(condition):
        return condition

    def last(part: ir.Expr) -> int:
        return max((chosen.index(each) + 1 for each in free_locals(part) if each in chosen), default=0)

    def sort(node: object) -> object:
        return evolve(node, parts=tuple(sorted(node.parts, key=last))) if isinstance(node, ir.And | ir.Or) else node

    return rewrite(condition, sort)


def _with_names(
    condition: ir.Expr, firsts: dict[ir.Local, ir.Expr], named: dict[tuple[ir.Expr, Domain], ir.Local], unit: Unit
) -> ir.Expr:
    """Returns a condition that is one call, with a name for each argument that may fault: a call asks for all of them.

    What the conditions of one action ask for again has the same name, `named` before.
    """
    if not isinstance(condition, ir.CallValue) or unit.opening is None:
        return condition
    args = []
    for param, each in zip(unit.values[condition.name].params, condition.args, strict=True):
        if unit.sharing.cannot_fault(each):
            args.append(each)
            continue
        if (each, param.domain) not in named:
            local = ir.Local(f"{param.name}~{condition.name} {len(firsts)}", param.domain)
            named[each, param.domain] = local
            firsts[local] = each
        args.append(named[each, param.domain])
    return evolve(condition, args=tuple(args))


def _read_before_loops(classes: list[ActionClass], scope: Scope) -> None:
    """Works out before all loops what does not depend on them and cannot fault."""
    unit = scope.unit
    if unit.explain:
        return
    for each in classes:
        if not each.action.choices:
            continue
        action = each.action
        parts = [*(each.domain for each in action.choices), *(each.condition for each in action.guards)]
        parts += [condition for bar in action.bars for condition in bar.conditions]
        for node in (node for part in parts for node in walk(part)):
            if node in scope.shared if isinstance(node, ir.ReadVariable | ir.CallValue) else True:
                continue
            fixed = all(local in scope.locals for local in free_locals(node))
            if isinstance(node, ir.CallValue):
                fixed = fixed and node.name not in unit.stateless
            if fixed and unit.sharing.cannot_fault(node):
                name = scope.fresh(node.name)
                scope.code.add(f"{name} = {scope.expr(node)}")
                scope.shared[node] = Py.name(name)


def _plain_plays(each: ActionClass, seat: str, scope: Scope) -> str:
    """Returns the plays of such an action as a tuple."""
    (choice,) = each.action.choices
    source = loop_over(choice.domain, scope, ordered=True).source
    if each.kept is not None:
        return f"{each.kept}[{seat}]({source})" if each.seated else f"{each.kept}({source})"
    table = f"{each.table}[{seat}]" if each.seated else each.table
    return f"tuple(map({table}.__getitem__, {source}))"

"""Effects as statements on a draft.

INVARIANT: a move works out where the piece goes before it takes it. What a scope knows of the state is forgotten after
every effect that changes it.
"""

from __future__ import annotations

from contextlib import ExitStack

from refengine.engine.emit.binders import emit_loop
from refengine.engine.emit.bulk import moved_at_once
from refengine.engine.emit.cases import is_chosen, only_case
from refengine.engine.emit.expressions import key_text
from refengine.engine.emit.reads import attributes_read, attributes_written
from refengine.engine.emit.sets import changed_set
from refengine.engine.emit.simultaneous import simultaneously
from refengine.engine.emit.text import SUM, Py
from refengine.engine.emit.unit import Scope
from refengine.engine.emit.whole import all_set
from refengine.engine.emit.writes import (
    add_number,
    as_place,
    emit_write,
    put_piece,
    put_several,
    take_piece,
    take_several,
)
from refengine.ir import control, expressions as ir
from refengine.ir.decisions import branch_decisions
from refengine.ir.domain import SetOf
from refengine.ir.simplify import FALSE, TRUE, conjunction


def effects(listed: tuple[control.Effect, ...], scope: Scope) -> None:
    """Writes effects in their order."""
    for each in listed:
        effect(each, scope)
        if not isinstance(each, control.LetIn):
            scope.changed()


def effect(each: control.Effect, scope: Scope) -> None:
    """Writes one effect."""
    match each:
        case control.MovePiece():
            move_piece(each, scope)
        case control.MoveTokens():
            move_tokens(each, scope)
        case control.SetVariable(name=name):
            emit_write(scope.unit.layout.variables[name], key_text(each.key, scope), scope.expr(each.value), scope)
        case control.AddNumber(name=name, origin=origin):
            add_number(
                name, key_text(each.key, scope), scope.expr(each.amount), (each.amount,), scope.here(origin), scope
            )
        case control.AddMember():
            add_member(each, scope)
        case control.LetIn(var=var):
            text = scope.expr(each.value)
            scope.code.add(f"{scope.bind(var)} = {text}")
        case control.Each() if moved_at_once(each, scope) or all_set(each, scope):
            pass
        case control.Each(binding=binding, body=body):
            binding = fixed_before(binding, body, scope)
            with emit_loop(binding, TRUE, scope, ordered=True, pure=False):
                effects(body, scope)
        case control.When(then=then, otherwise=otherwise):
            when(each.condition, then, otherwise, scope)
        case control.Branches():
            branches(each, scope)
        case control.Simultaneous(body=body):
            simultaneously(body, scope)


def fixed_before(binding: ir.Binding, body: tuple[control.Effect, ...], scope: Scope) -> ir.Binding:
    """Returns the binding over what has the condition before the first effect, where effects might change who does."""
    read = attributes_read(scope.unit, binding.condition)
    if not read & attributes_written(scope.unit, body):
        return binding
    var = ir.Local(f"{binding.var.name}~chosen", binding.var.domain)
    scope.bind(binding.var)
    scope.locals[var] = scope.locals[binding.var]
    return ir.Binding(var, ir.Filter(binding, SetOf(binding.var.domain)), TRUE)


def move_piece(move: control.MovePiece, scope: Scope) -> None:
    """Works out the places, takes the piece, puts it."""
    piece = scope.let(scope.expr(move.piece), "piece")
    amount = None if move.amount is None else scope.let(scope.expr(move.amount), "amount")
    turned = None if move.turned is None else scope.let(scope.expr(move.turned), "turned")
    target = as_place(move.target, scope)
    source = as_place(move.source, scope)
    here = scope.here(move.origin)
    if amount is not None:
        take_several(source, piece, amount, move.component, here, scope)
        put_several(target, piece, amount, move.component, here, scope)
        return
    take_piece(source, piece, move.component, here, scope)
    put_piece(target, piece, move.component, here, scope, turned)


def move_tokens(move: control.MoveTokens, scope: Scope) -> None:
    """Takes tokens from a holder or the supply, and puts them on a holder or back."""
    layout, here = scope.unit.layout, scope.here(move.origin)
    amount = scope.let(scope.expr(move.amount), "amount")
    goal, changed = None, attributes_written(scope.unit, (move,))
    if move.target is not None and attributes_read(scope.unit, move.target[1]) & changed:  # it hangs on what is taken
        goal = key_text(move.target[1], scope)
    if goal is not None:
        goal = scope.let(goal, "holder")
    if move.source is None:
        left = scope.expr(ir.Supply(move.token))
        scope.code.add(f'paid({left}, {amount}, "{move.token}", {here})')
    else:
        slot, key = layout.tokens[move.token, move.source[0]], key_text(move.source[1], scope)
        there = layout.member(scope.state, slot, key)
        emit_write(slot, key, Py(f'paid({there}, {amount}, "{move.token}", {here})'), scope)
    if move.target is not None:
        slot = layout.tokens[move.token, move.target[0]]
        key = goal or key_text(move.target[1], scope)
        there = layout.member(scope.state, slot, key)
        emit_write(slot, key, Py(f"{there} + {amount.at(SUM + 1)}", SUM), scope)


def add_member(each: control.AddMember, scope: Scope) -> None:
    """Puts an item into a set, or takes it out."""
    slot = scope.unit.layout.variables[each.name]
    key = key_text(each.key, scope)
    there = scope.unit.layout.member(scope.state, slot, key)
    item = scope.expr(each.item)
    emit_write(slot, key, changed_set(there, item, each, scope), scope)


def when(
    condition: ir.Expr, then: tuple[control.Effect, ...], otherwise: tuple[control.Effect, ...], scope: Scope
) -> None:
    """Writes an `if`, and an `else` if there is something in it."""
    if not then:
        condition, then, otherwise = ir.Not(condition), otherwise, ()
    test = scope.truth(condition)
    with scope.code.branch(test):
        effects(then, scope)
    if otherwise:
        with scope.code.otherwise():
            effects(otherwise, scope)


def branches(each: control.Branches, scope: Scope) -> None:
    """Writes named cases, of which the first applies; none is a fault, and so are several in the explaining build."""
    if scope.unit.explain:
        chosen = only_case(each.cases, scope.here(each.origin), scope)
        for case in each.cases:
            with scope.code.branch(is_chosen(chosen, case, scope)):
                _branch(case, scope.within(case.clause))
        return
    asked, complete = branch_decisions(scope.unit.folding, tuple((case.clause, case.guards) for case in each.cases))
    with ExitStack() as stack:
        for case, guards in zip(each.cases, asked, strict=True):
            if guards == (FALSE,):
                continue
            inner = scope.within(case.clause)
            if not guards:
                _branch(case, inner)
                return
            test = inner.truth(conjunction(guards))
            with scope.code.branch(test):
                _branch(case, inner)
            stack.enter_context(scope.code.otherwise())
        if not complete:
            scope.code.add(f"raise no_case({scope.here(each.origin)})")


def _branch(case: control.BranchCase, scope: Scope) -> None:
    if scope.unit.explain:
        scope.code.add(f"fired({scope.here()})")
    elif not case.body:
        scope.code.add("pass")
    effects(case.body, scope)

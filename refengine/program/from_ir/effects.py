"""Effects as statements that change a state where it lies.

INVARIANT: a move works out where the piece goes before it takes it; a loop knows its members before its first effect.
"""

from __future__ import annotations

from refengine.ir import control, expressions as ir
from refengine.ir.domain import SetOf
from refengine.ir.simplify import TRUE
from refengine.program import ops
from refengine.program.from_ir import sets
from refengine.program.from_ir.branches import branches
from refengine.program.from_ir.cells import plus
from refengine.program.from_ir.loops import Loop, over, over_held
from refengine.program.from_ir.moves import boards_of, on_board
from refengine.program.from_ir.simultaneous import simultaneously
from refengine.program.from_ir.unit import Scope
from refengine.program.from_ir.writes import (
    add_member,
    add_number,
    get,
    owned,
    paid_by_supply,
    pay,
    set_variable,
)
from refengine.program.from_ir.zones import computed_place, put, take

ZERO, ONE = ops.Number(0), ops.Number(1)


def effects(listed: tuple[control.Effect, ...], scope: Scope) -> tuple[ops.Statement, ...]:
    """Returns the statements for effects, in order."""
    return tuple(statement for each in listed for statement in effect(each, scope))


def effect(each: control.Effect, scope: Scope) -> tuple[ops.Statement, ...]:
    """Returns the statements for one effect."""
    match each:
        case control.MovePiece():
            return _move_piece(each, scope)
        case control.MoveTokens():
            return _move_tokens(each, scope)
        case control.SetVariable(name=name):
            member = None if each.key is None else scope.held(each.key)
            return set_variable(name, member, lambda form: scope.held_as(each.value, form), scope)
        case control.AddNumber(name=name):
            member = None if each.key is None else scope.held(each.key)
            return add_number(name, member, scope.held(each.amount), scope)
        case control.AddMember(name=name, present=present):
            member = None if each.key is None else scope.held(each.key)
            return add_member(name, member, scope.held(each.item), scope, present=present)
        case control.LetIn(var=var):
            held = owned(each.value, scope.unit.forms.held(var.domain), scope)
            return (ops.Assign(scope.bind(var), held),)
        case control.Each():
            return _each(each, scope)
        case control.When(then=then, otherwise=otherwise):
            test = scope.truth(each.condition)
            return (ops.When(test, effects(then, scope), effects(otherwise, scope)),)
        case control.Branches():
            return branches(each, scope, effects)
        case control.Simultaneous(body=body):
            return simultaneously(body, scope)


# ---- LOOPS


def _each(each: control.Each, scope: Scope) -> tuple[ops.Statement, ...]:
    """Returns a loop over members that are taken before its first effect."""
    binding = each.binding
    members: ir.Expr = binding.domain
    if binding.condition != TRUE:
        assert isinstance(members.domain, SetOf)
        members = ir.Filter(binding, members.domain)

    def body(copies: ops.Expression) -> tuple[ops.Statement, ...]:
        if copies == ONE:
            return effects(each.body, scope)
        left = scope.fresh("i64")
        step = ops.Assign(left, plus(ops.Get(left), -1))
        again = ops.While(ops.Compare(">", ops.Get(left), ZERO), (*effects(each.body, scope), step))
        return ops.Assign(left, copies), again

    if isinstance(members, ir.AllMembers | ir.NumbersBetween):
        return over(members, binding.var, scope, Loop(body))
    form = sets.form_of(members, scope)
    return over_held(owned(members, form, scope), form, binding.var, scope, Loop(body))


# ---- PIECES AND TOKENS


def _move_piece(move: control.MovePiece, scope: Scope) -> tuple[ops.Statement, ...]:
    if boards_of(move.component, scope.unit):
        return on_board(move, scope)
    piece, amount = scope.fresh("i64"), scope.fresh("i64")
    given: list[ops.Statement] = [ops.Assign(piece, scope.held(move.piece))]
    many: ops.Expression = ONE
    if move.amount is not None:
        given.append(ops.Assign(amount, scope.held(move.amount)))
        many = ops.Get(amount)
    to, target = computed_place(move.target, scope)
    from_, source = computed_place(move.source, scope)
    return (
        *given,
        *to,
        *from_,
        take(source, ops.Get(piece), many, move.component, scope),
        *put(target, ops.Get(piece), many, move.component, scope),
    )


def _move_tokens(move: control.MoveTokens, scope: Scope) -> tuple[ops.Statement, ...]:
    amount = scope.fresh("i64")
    found: list[ops.Statement] = [ops.Assign(amount, scope.held(move.amount))]
    goal: ops.Expression | None = None
    if move.target is not None:
        goal = scope.held(move.target[1])
        if move.source is not None and not isinstance(move.target[1], ir.Local | ir.Member):
            holder = scope.fresh("i64")  # it may hang on what is taken
            found.append(ops.Assign(holder, goal))
            goal = ops.Get(holder)
    if move.source is None:
        found += paid_by_supply(move.token, ops.Get(amount), scope)
    else:
        found += pay(move.token, move.source[0], scope.held(move.source[1]), ops.Get(amount), scope)
    if move.target is not None and goal is not None:
        found += get(move.token, move.target[0], goal, ops.Get(amount), scope)
    return tuple(found)

"""Values as functions: decision lists and sums; what reads printed data alone is worked out once for each argument."""

from __future__ import annotations

from refengine.ir import expressions as ir, game as model
from refengine.ir.domain import Count, Domain, Range
from refengine.ir.lets import asked_again, call_of
from refengine.ir.totality import stays_within
from refengine.program import ops
from refengine.program.from_ir import arrays, lists, tables
from refengine.program.from_ir.expressions import result_of
from refengine.program.from_ir.memo import looked_up, rows_of
from refengine.program.from_ir.numbers import bounds, in_range, within_greatest
from refengine.program.from_ir.regions import join_body
from refengine.program.from_ir.unit import ARENA, Scope, Unit, both
from refengine.program.storage.forms import GREATEST, Addressed, Array, Form, ListForm, Scalar, Sequence


def add_value(unit: Unit, value: model.Value) -> None:
    """Adds the function of a value."""
    state = ops.Local("state", "i32")
    scope = Scope(unit, value.clause, ops.Get(state))
    own = tuple(scope.bind(each) for each in value.params)
    params = own if value.name in unit.stateless else (state, *own)
    type_ = result_of(value.domain, unit.type_of(value.domain))
    name = f"value {value.name}"
    rows = _rows(unit, value)
    body = _body(value, scope)
    remembered = rows_of(unit, value, body)
    if remembered is not None:
        body = freed(body, unit.forms.held(value.domain), type_, unit)
        unit.add(ops.Function(f"{name} worked out", params, type_, body))
        unit.add(ops.Function(name, params, type_, looked_up(value, params, remembered, type_, unit)))
        return
    if rows is None:
        if value.name not in unit.stateless and not value.owner:
            unit.unkept.add(value.name)
        body = freed(body, unit.forms.held(value.domain), type_, unit)
        unit.add(ops.Function(name, params, type_, body))
        return
    unit.add(ops.Function(f"{name} worked out", params, type_, body, rare=True))
    domains = [each.domain for each in value.params]
    table = unit.memory.room(rows * tables.ROW)
    looked_up_ = tables.looked_up(table, f"{name} worked out", domains, own, type_, unit)
    unit.add(ops.Function(name, params, type_, looked_up_))


def freed(body: tuple[ops.Statement, ...], held: Form, type_: ops.Type, unit: Unit) -> tuple[ops.Statement, ...]:
    """Returns a body that gives room for sets back when it is done, but for what its result is."""
    if isinstance(held, Array | Sequence) or (isinstance(held, ListForm) and held.of is not None):
        return body
    if not any(_takes_room(each, unit) for each in unit.summaries.of(body).calls):
        return body
    mark, result = ops.Local("mark", "i32"), ops.Local("result", type_)
    back: tuple[ops.Statement, ...] = (ops.Assign(ARENA, ops.Get(mark)),)
    if isinstance(held, ListForm):
        back = lists.left_alone(result, mark)

    def freeing(statement: ops.Statement) -> tuple[ops.Statement, ...]:
        match statement:
            case ops.Return(value=value) if value is not None:
                return ops.Assign(result, value), *back, ops.Return(ops.Get(result))
            case ops.When(condition=condition, then=then, otherwise=otherwise):
                return (ops.When(condition, through(then), through(otherwise)),)
            case _:
                return (statement,)

    def through(statements: tuple[ops.Statement, ...]) -> tuple[ops.Statement, ...]:
        return tuple(each for one in statements for each in freeing(one))

    return (ops.Assign(mark, ops.Get(ARENA)), *through(body))


def _takes_room(call: ops.Call, unit: Unit) -> bool:
    """Returns whether a call takes room for sets that it does not give back."""
    if arrays.makes(call) or lists.makes(call):
        return True
    called = unit.values.get(call.function.removeprefix("value ").removesuffix(" worked out"))
    return called is not None and isinstance(unit.forms.held(called.domain), Addressed)


def _body(value: model.Value, scope: Scope) -> tuple[ops.Statement, ...]:
    unknown: list[ops.Statement] = []
    for let in asked_again(value, scope.unit.values):
        type_ = result_of(let.domain, scope.unit.type_of(let.domain))
        kept, known = scope.fresh(type_), scope.fresh("i32")
        nothing = ops.Number(0) if type_ == "i64" else ops.Address(0)
        unknown += [ops.Assign(kept, nothing), ops.Assign(known, ops.Address(0))]
        scope.lets[call_of(let)] = (kept, known)
    return (*unknown, *_clauses(value, scope))


def _clauses(value: model.Value, scope: Scope) -> tuple[ops.Statement, ...]:
    if isinstance(value.body, model.Sums):
        return _sum(value.body, value.domain, scope)
    if isinstance(value.body, model.Joined):
        return join_body(value, scope)
    listed = scope.unit.sharing.decisions(value.name)
    assert listed is not None
    found: list[ops.Statement] = []
    for each in listed.alternatives:
        inner = scope.within(each.clause)
        conditions = [inner.truth(guard) for guard in each.guards]
        found.append(ops.When(both(conditions), (_returned(each.result, value, inner),)))
    if listed.otherwise is None:
        return (*found, scope.trap("no case applies"))
    last = listed.otherwise
    return (*found, _returned(last.result, value, scope.within(last.clause)))


def _returned(result: ir.Expr, value: model.Value, scope: Scope) -> ops.Statement:
    form = scope.unit.forms.held(value.domain)
    if result_of(value.domain, "i64") == "i32":
        return ops.Return(scope.truth(result))
    return ops.Return(scope.held_as(result, form))


def _sum(body: model.Sums, domain: Domain, scope: Scope) -> tuple[ops.Statement, ...]:
    total = scope.fresh("i64")
    found: list[ops.Statement] = [ops.Assign(total, ops.Number(0))]
    of = [bounds(each.result) for each in body.clauses]
    is_safe = sum(GREATEST if each is None else max(map(abs, each)) for each in of) < GREATEST
    for each in body.clauses:
        inner = scope.within(each.clause)
        more: ops.Expression = ops.Binary("+", ops.Get(total), inner.held(each.result))
        add = ops.Assign(total, more if is_safe else within_greatest(more, inner))
        conditions = [inner.truth(guard) for guard in each.guards]
        found.append(ops.When(both(conditions), (add,)) if conditions else add)
    assert isinstance(domain, Range | Count)
    kept = stays_within(body.clauses, domain)
    return (*found, ops.Return(ops.Get(total) if kept else in_range(ops.Get(total), domain, scope)))


# ---- WHAT IS WORKED OUT ONCE


def _rows(unit: Unit, value: model.Value) -> int | None:
    """Returns the number of rows of a table of a value's results; None where there is to be none."""
    if value.name not in unit.stateless or unit.sharing.is_small(value.name) or not value.params:
        return None
    rows = tables.rows_for(unit, [each.domain for each in value.params])
    is_scalar = isinstance(unit.forms.held(value.domain), Scalar)
    return rows if rows is not None and rows <= tables.MOST_ROWS and is_scalar else None

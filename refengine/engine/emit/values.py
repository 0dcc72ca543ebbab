"""Values as functions: decision lists in the plain build, all cases looked at in the explaining one."""

from __future__ import annotations

from contextlib import ExitStack

from attrs import evolve

from refengine.engine.emit.binders import enter_if, returned_quantifier
from refengine.engine.emit.cases import enter_behind, is_chosen, only_case
from refengine.engine.emit.membership import emit_gathering
from refengine.engine.emit.memo import emit_kept, is_tabled, kept_while
from refengine.engine.emit.regions import emit_joined
from refengine.engine.emit.text import Py, Text, tuple_of
from refengine.engine.emit.unit import EarlyResults, Scope, Unit, scope_of
from refengine.engine.growth import sum_may_double
from refengine.ir import expressions as ir, game as model
from refengine.ir.control import Clause
from refengine.ir.decisions import decisions, in_force_order
from refengine.ir.domain import UNBOUNDED, Count, Domain, Range
from refengine.ir.interval import bounds
from refengine.ir.lets import asked_again, call_of
from refengine.ir.simplify import conjunction


def emit_value(unit: Unit, value: model.Value, out: Text) -> None:
    """Writes the function of a value."""
    scope = scope_of(unit, out, "state", value.clause)
    stateless = value.name in unit.stateless
    own = [(scope.bind(each), unit.domain_type(each.domain)) for each in value.params]
    params = [] if stateless else ["state: Position"]
    params += [f"{name}: {kind}" for name, kind in own]
    if unit.explain:
        out.add(f"@noted({unit.clause(value.clause)}, {0 if stateless else 1})")
    function, kind = unit.value_names[value.name], unit.domain_type(value.domain)
    summary = f"{value.name}{per(value.clause)}."
    read = kept_while(unit, value)
    if read:
        worked_out = unit.names.new(f"{function}_worked_out")
        emit_kept(unit, function, worked_out, own, kind, read, summary, out)
        out.add()
        out.add()
        function = worked_out
    elif is_tabled(unit, value):
        out.add("@cache")
    with out.block(f"def {function}({', '.join(params)}) -> {kind}"):
        out.docstring(summary)
        with emit_gathering(scope):
            _remember_lets(value, scope)
            if isinstance(value.body, model.Sums):
                _sum(value.body, value.domain, scope)
            elif isinstance(value.body, model.Joined):
                emit_joined(value.body, value.domain, scope)
            elif unit.explain:
                _explained(value, scope)
            else:
                _decided(value, scope)


def _remember_lets(value: model.Value, scope: Scope) -> None:
    """Writes a function that remembers its result for each let that the clauses may ask for more than once."""
    code, unit = scope.code, scope.unit
    for let in asked_again(value, unit.values):
        if unit.opening is not None and unit.opening.body(let.name) is not None:
            continue  # it is put in where it is asked for, since that costs no more than to look it up
        name, call = scope.fresh(let.name.rpartition(".")[2]), call_of(let)
        inside = evolve(
            scope.within(let.clause), shared=dict(scope.shared), locals=dict(scope.locals),
            early=EarlyResults(), rows={}, reused={}, held={}, there=set(),
        )  # fmt: skip
        code.add("@cache")
        kind = unit.domain_type(let.domain)
        with code.block(f"def {name}() -> {kind}"):
            if unit.explain:
                told = [(scope.bind(each), unit.domain_type(each.domain)) for each in let.params]
                code.add(f"@noted({unit.clause(let.clause)}, 0)")
                with code.block(f"def {name}({', '.join(f'{each}: {of}' for each, of in told)}) -> {kind}"):
                    _explained(let, inside)
                code.add(f"return {name}({', '.join(each for each, _ in told)})")
            else:
                _decided(let, inside)
        scope.shared[call] = Py(f"{name}()")


def _decided(value: model.Value, scope: Scope) -> None:
    listed = decisions(value, scope.unit.folding)
    for alternative in listed.alternatives:
        inner = scope.within(alternative.clause)
        scope.code.comment(f"{short(alternative.clause)}{per(alternative.clause)}")
        with ExitStack() as stack:
            enter_if(stack, [], scope.unit.opened(conjunction(alternative.guards)), inner)
            emit_return(scope.unit.opened(alternative.result), inner)
    if listed.otherwise is None:
        scope.code.add(f"raise no_case({scope.here()})")
    else:
        emit_return(scope.unit.opened(listed.otherwise.result), scope.within(listed.otherwise.clause))


def _explained(value: model.Value, scope: Scope) -> None:
    """Writes first which clauses apply, then what those come to that decide: what is overruled need not make sense."""
    match value.body:
        case model.Single(result=result):
            emit_return(result, scope)
        case model.Cases(cases=cases):
            _one_case(cases, scope)
        case model.General(clause=clause, normally=normally, exceptions=exceptions):
            if exceptions:
                _exceptions(exceptions, scope.unit.domain_type(value.domain), scope)
            scope.code.add(f"return decide({scope.unit.clause(clause)}, {scope.within(clause).expr(normally)})")
        case model.Sums():
            raise TypeError("a sum has a body of its own")
        case model.Joined():
            raise TypeError("a region has a body of its own")


def _one_case(cases: tuple[model.Case, ...], scope: Scope) -> None:
    chosen = only_case(cases, scope.here(), scope)
    for each in cases[:-1]:
        with scope.code.branch(is_chosen(chosen, each, scope)):
            emit_return(each.result, scope.within(each.clause))
    for each in cases[-1:]:
        emit_return(each.result, scope.within(each.clause))


def _exceptions(exceptions: tuple[model.Exceptional, ...], kind: str, scope: Scope) -> None:
    code, unit = scope.code, scope.unit
    applied, standing, results = (scope.fresh(each) for each in ("applied", "standing", "results"))
    code.add(f"{applied}: list[tuple[Clause, frozenset[str]]] = []")
    ordered = in_force_order(exceptions)
    for number, each in enumerate(ordered):
        names = tuple_of([f'"{name}"' for name in each.over]) if each.over else ""
        with ExitStack() as stack:
            if number:
                enter_behind(stack, applied, each.guards, scope)
            enter_if(stack, [], conjunction(each.guards), scope.within(each.clause))
            code.add(f"{applied}.append(({unit.clause(each.clause)}, frozenset({names})))")
    with code.branch(applied):
        code.add(f"{standing} = not_overruled({applied})")
        code.add(f"{results}: list[tuple[Clause, {kind}]] = []")
        for number, each in enumerate(ordered):
            own = unit.clause(each.clause)
            with code.branch(f"{own} in {standing}"), ExitStack() as stack:
                if number:  # that the first that applies has no answer is a fault of its own
                    stack.enter_context(code.block(f"with agreeing({scope.here()}, {results}, {own})"))
                result = scope.within(each.clause).expr(each.result)
                code.add(f"{results}.append(({own}, {result}))")
        code.add(f"return agreed({scope.here()}, {results})")


def _sum(body: model.Sums, domain: Domain, scope: Scope) -> None:
    total = scope.fresh("total")
    scope.code.add(f"{total} = 0")
    for clause in body.clauses:
        inner = scope.within(clause.clause)
        scope.code.comment(f"{short(clause.clause)}{per(clause.clause)}")
        with ExitStack() as stack:
            enter_if(stack, [], conjunction(clause.guards), inner)
            scope.code.add(f"{total} += {inner.expr(clause.result)}")
            if scope.unit.explain:
                scope.code.add(f"fired({inner.here()})")
    scope.code.add(f"return {_within(total, body, domain, scope)}")


def _within(total: str, body: model.Sums, domain: Domain, scope: Scope) -> str:
    """Returns the total, which has to be in the value's domain."""
    least, most = 0, 0
    for each in body.clauses:
        low, high = bounds(each.result)
        least += -UNBOUNDED if low is None else min(low, 0)
        most += UNBOUNDED if high is None else max(high, 0)
    match domain:
        case Range(low=low, high=high) if least < low or most > high:
            return f"narrowed({total}, {low}, {high}, {scope.here()})"
        case Count() if least < 0:
            return f"natural({total}, {scope.here()})"
        case _ if sum_may_double(body):
            return f"counted({total}, {scope.here()})"
        case _:
            return total


def emit_return(expr: ir.Expr, scope: Scope) -> None:
    """Writes the return of an expression."""
    match expr:
        case ir.If():
            with ExitStack() as stack:
                enter_if(stack, [], expr.condition, scope)
                emit_return(expr.then, scope)
            emit_return(expr.otherwise, scope)
        case ir.Exists() | ir.ForAll() if expr not in scope.shared:
            returned_quantifier(expr, scope)
        case _:
            scope.code.add(f"return {scope.expr(expr)}")


def per(clause: Clause) -> str:
    """Returns the citations of a clause, for a docstring."""
    return f", per {', '.join(map(str, clause.cites))}" if clause.cites else ""


def short(clause: Clause) -> str:
    """Returns the last part of a clause's path."""
    return clause.path.rpartition(".")[2]

"""Common subexpressions, evaluated once in front: the members of sets, constants, tables of values asked for often."""

from __future__ import annotations

from collections.abc import Iterable

from refengine.engine.emit.binders import run_over
from refengine.engine.emit.decisions import emit_into_name, folded, marked, renamed
from refengine.engine.emit.sets import as_tuple
from refengine.engine.emit.text import Py, Text
from refengine.engine.emit.unit import Row, Scope
from refengine.ir import expressions as ir
from refengine.ir.decisions import Decisions
from refengine.ir.domain import Enum
from refengine.ir.sharing import Instance, Root

EARLY = "early"


def work_out(roots: Iterable[Root], certain: Iterable[Root], also: Iterable[ir.Expr], scope: Scope) -> None:
    """Works out early what the roots ask for often; `also` are sets that are run over in any case."""
    plan = scope.unit.sharing.plan(roots, certain)
    scope.early.inline = plan.inline | {""}
    declarations, tables = scope.code.part(), scope.code.part()
    inner = scope.into(tables)
    for over in dict.fromkeys((*plan.sets, *also)):
        _members(over, scope, declarations)
    for instance in plan.early:
        if instance.over is None:
            _constant(instance, inner)
        else:
            _table(instance, inner)
    scope.code.take_over(declarations)
    scope.code.take_over(tables)


def add_needed_keys(scope: Scope, start: Text) -> None:
    """Adds, where the sets begin, the keys that turned out to be needed."""
    for over in scope.early.keys:
        if over in scope.early.keys_used and isinstance(over, ir.Contents):
            slot = scope.unit.layout.zones[over.zone]
            stored = scope.unit.layout.member(scope.state, slot, None)
            start.add(f"{scope.early.keys[over]} = [key for key, each in enumerate({stored}) if each is not None]")


def _members(over: ir.Expr, scope: Scope, out: Text) -> None:
    """Writes the members of a set as a list, or notes another thing that a loop can run over."""
    early = scope.early
    match over:
        case ir.AllMembers(of=Enum(kind=kind)):
            early.members[over] = f"range({scope.unit.folding.sizes[kind]})"
        case ir.Contents(zone=zone, key=None) if scope.unit.layout.zones[zone].size is not None:
            slot = scope.unit.layout.zones[zone]
            name = scope.fresh(f"in_{slot.attribute}")
            early.members[over] = name
            stored = scope.unit.layout.member(scope.state, slot, None)
            if slot.single:
                out.add(f"{name} = [each for each in {stored} if each is not None]")
                if not slot.is_endless:
                    early.keys[over] = scope.fresh(f"{slot.attribute}_keys")
            else:
                out.add(f"{name} = list(chain.from_iterable({stored}))")
        case _:
            name = scope.fresh("members")
            early.members[over] = name
            out.add(f"{name} = {as_tuple(over, scope.into(out))}")


def _listed(instance: Instance, scope: Scope) -> Decisions:
    listed = scope.unit.sharing.decisions(instance.value)
    assert listed is not None
    return folded(renamed(listed, EARLY), scope)


def _constant(instance: Instance, scope: Scope) -> None:
    value = scope.unit.values[instance.value]
    call = ir.CallValue(value.name, (), value.domain)
    inner = scope.within(value.clause)
    listed = _listed(instance, scope)
    name = scope.fresh(f"the_{value.name}")
    if not listed.alternatives and listed.otherwise is not None:
        match listed.otherwise.result:
            case ir.The(binding=ir.Binding(var=var, domain=ir.Contents(key=None))) if var not in scope.locals:
                scope.locals[var] = Py.name(name)
            case _:
                pass
        text = inner.within(listed.otherwise.clause).expr(listed.otherwise.result)
        if text != Py.name(name):
            scope.code.add(f"{name} = {text}")
        scope.shared[call] = Py.name(name)
        return
    scope.shared[call] = emit_into_name(listed, inner, name, call)


def _table(instance: Instance, scope: Scope) -> None:
    """Writes a table of a value: a list with its result for each member of the set."""
    assert instance.over is not None
    value = scope.unit.values[instance.value]
    param = marked(value.params[0], EARLY)
    call = ir.CallValue(value.name, (param,), value.domain)
    table = scope.fresh(f"each_{value.name}")
    row = Row(instance.over)
    own = scope.bind(param)
    scope.rows[param] = row
    listed = _listed(instance, scope)
    body = scope.code.part()
    body.depth += 1
    inner = scope.into(body).within(value.clause)
    text = None
    if not listed.alternatives and listed.otherwise is not None:
        text = inner.within(listed.otherwise.clause).expr(listed.otherwise.result)
    if text is not None and not body.lines:
        target, source = run_over(own, row, scope)
        scope.code.add(f"{table} = [{text} for {target} in {source}]")
    else:
        scope.code.add(f"{table}: list[{scope.unit.domain_type(value.domain)}] = []")
        if text is None:
            text = emit_into_name(listed, inner, scope.fresh(f"one_{value.name}"), call)
        body.add(f"{table}.append({text})")
        with scope.code.loop(*run_over(own, row, scope)):
            scope.code.take_over(body)
    scope.early.tables[value.name, instance.over] = table
    del scope.rows[param]

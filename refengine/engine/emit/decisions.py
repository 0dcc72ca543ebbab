"""Decision lists as chains of `if`, and calls of values that are put in where they are used.

INVARIANT: what decides stands in the order of the decision list, so that nothing is asked before its turn.
"""

from __future__ import annotations

from collections.abc import Callable

from attrs import evolve

from refengine.engine.emit.text import Py
from refengine.engine.emit.unit import Row, Scope
from refengine.ir import expressions as ir
from refengine.ir.decisions import Alternative, Decisions
from refengine.ir.domain import TRUTH, Enum, Option, SetOf
from refengine.ir.sharing import Instance, asks_for_key
from refengine.ir.simplify import TRUE, conjunction, disjunction, negation
from refengine.ir.traverse import rewrite, walk

Leaf = Callable[[ir.Expr, Scope], None]
"""A function that writes what is done with the result of an alternative."""


def decide_into(listed: Decisions, scope: Scope, leaf: Leaf) -> None:
    """Writes the alternatives as `if`, `elif`, `else`, each of which ends in the leaf."""
    _chain(list(listed.alternatives), listed.otherwise, scope, leaf)


def folded(listed: Decisions, scope: Scope) -> Decisions:
    """Returns a decision list of truths with its last alternatives that are literals put into one expression.

    One whose guard may break off stays by itself, since it is its clause that does so.
    """
    if listed.otherwise is None or listed.otherwise.result.domain != TRUTH:
        return listed
    left = list(listed.alternatives)
    last = listed.otherwise
    while left and isinstance(left[-1].result, ir.TruthLiteral):
        guard = conjunction(left[-1].guards)
        if not _is_sure(guard, scope):
            break
        alternative = left.pop()
        if alternative.result == TRUE:
            result = disjunction((guard, last.result))
        else:
            result = conjunction((negation(guard), last.result))
        last = evolve(last, result=result)
    return Decisions(tuple(left), last)


def _is_sure(guard: ir.Expr, scope: Scope) -> bool:
    """Returns whether nothing in a guard breaks off, of which some may have been worked out before."""
    constants = (each.name for each in scope.shared if isinstance(each, ir.CallValue) and not each.args)
    early = {Instance(*each) for each in scope.early.tables} | {Instance(each, None) for each in constants}
    over = {local: row.over for local, row in scope.rows.items()}
    return scope.unit.sharing.is_sure(guard, over, frozenset(early))


def _chain(left: list[Alternative], otherwise: Alternative | None, scope: Scope, leaf: Leaf) -> None:
    if not left:
        if otherwise is None:
            scope.code.add(f"raise no_case({scope.here()})")
        else:
            leaf(otherwise.result, scope.within(otherwise.clause))
        return
    first, *rest = left
    inner = scope.within(first.clause)
    sought = the_one_that_is(first)
    if sought is None:
        test = str(inner.truth(conjunction(first.guards)))
    else:
        name = scope.unit.emitters.only(sought, inner)
        test = f"{name} is not None"
        scope.shared[sought] = Py.name(name)
    there = {text for guard in first.guards if (text := _found_there(guard, inner)) is not None} - scope.there
    scope.there.update(there)
    with scope.code.branch(test):
        leaf(first.result, inner)
    scope.there.difference_update(there)
    if sought is not None:
        del scope.shared[sought]
    part = scope.code.part()
    part.depth += 1
    _chain(rest, otherwise, scope.into(part), leaf)
    scope.code.take_over_otherwise(part)


def _found_there(guard: ir.Expr, scope: Scope) -> Py | None:
    """Returns the name of an option that a guard finds not to be absent."""
    match guard:
        case (
            ir.Not(inner=ir.Equal(left=option, right=ir.Nothing()))
            | ir.Not(inner=ir.Equal(left=ir.Nothing(), right=option))
        ):
            known = scope.shared.get(option)
            if isinstance(option, ir.Local):
                return scope.locals.get(option)
            return known if known is not None and known.is_name else None
        case _:
            return None


def the_one_that_is(each: Alternative) -> ir.The | None:
    """Returns `the x with ...` in the result of an alternative whose guard asks for such an x: one loop finds both."""
    match each.guards:
        case (ir.Exists(binding=binding, body=body),):
            condition = conjunction((binding.condition, body))
        case _:
            return None
    for node in walk(each.result):
        if (
            isinstance(node, ir.The)
            and node.binding.domain == binding.domain
            and not isinstance(node.domain, Option)
            and same_but_for_name(node.binding, binding.var, condition)
        ):
            return node
    return None


def same_but_for_name(binding: ir.Binding, var: ir.Local, condition: ir.Expr) -> bool:
    """Returns whether a binding's condition is this one about another name."""
    own = binding.var
    renamed_condition = rewrite(condition, lambda inner: own if inner == var else inner)
    return binding.condition == renamed_condition


# ---- CALLS PUT IN


def is_put_in(call: ir.CallValue, scope: Scope) -> bool:
    """Returns whether the decisions of a value stand where it is called.

    What it is told has to have an answer whatever happens: it stands wherever the value asks for it, which may be
    nowhere, and the rules break off where it has none.
    """
    sharing, inline = scope.unit.sharing, scope.early.inline
    if call.name not in inline and not (inline and sharing.is_small(call.name)):
        return False
    if sharing.decisions(call.name) is None or sharing.remembers(call.name):
        return False
    return all(each in scope.shared or sharing.cannot_fault(each) for each in call.args)


def put_in(call: ir.CallValue, scope: Scope) -> tuple[Decisions, Scope] | None:
    """Returns the decisions of a value whose call is put in where it stands, its parameters bound to the arguments."""
    if not is_put_in(call, scope):
        return None
    unit = scope.unit
    listed = unit.sharing.decisions(call.name)
    assert listed is not None
    value = unit.values[call.name]
    mark = scope.fresh(f"in_{call.name}")
    for param, each in zip(value.params, call.args, strict=True):
        own = marked(param, mark)
        scope.locals[own] = scope.expr(each)
        if isinstance(each, ir.Local) and each in scope.rows:
            scope.rows[own] = scope.rows[each]
    return renamed(listed, mark), scope.within(value.clause)


def renamed(listed: Decisions, mark: str) -> Decisions:
    """Returns a decision list with all its locals marked, so that they are no others of the same name."""

    def change(node: ir.Expr) -> ir.Expr:
        return rewrite(node, lambda inner: marked(inner, mark) if isinstance(inner, ir.Local) else inner)

    def of(each: Alternative) -> Alternative:
        return Alternative(each.clause, tuple(change(guard) for guard in each.guards), change(each.result))

    otherwise = None if listed.otherwise is None else of(listed.otherwise)
    return Decisions(tuple(of(each) for each in listed.alternatives), otherwise)


def marked(local: ir.Local, mark: str) -> ir.Local:
    """Returns the local under a name that is no other's."""
    return ir.Local(f"{local.name}~{mark}", local.domain)


def folded_call(call: ir.CallValue, scope: Scope) -> Py | None:
    """Returns a call that needs no call: from a table, or put in."""
    found = from_table(call, scope)
    if found is not None:
        return found
    inside = put_in(call, scope)
    if inside is None:
        return None
    listed, inner = folded(inside[0], scope), inside[1]
    if not listed.alternatives and listed.otherwise is not None:
        return inner.within(listed.otherwise.clause).expr(listed.otherwise.result)
    return emit_into_name(listed, inner, scope.fresh(call.name), call)


def emit_into_name(listed: Decisions, scope: Scope, name: str, call: ir.CallValue) -> Py:
    """Returns a decision list worked out into a name."""
    if isinstance(call.domain, Option | SetOf):
        scope.code.add(f"{name}: {scope.unit.domain_type(call.domain)}")
    decide_into(listed, scope, lambda expr, inner: inner.code.add(f"{name} = {inner.expr(expr)}"))
    return Py.name(name)


def from_table(call: ir.CallValue, scope: Scope) -> Py | None:
    """Returns a value that was worked out for every member of a set, at one that a loop runs over."""
    match call.args:
        case (ir.Local() as local,) if local in scope.rows:
            row = scope.rows[local]
            table = scope.early.tables.get((call.name, row.over))
            return None if table is None else Py.name(along(row, table, local, call.name, scope))
        case _:
            return None


def along(row: Row, table: str, local: ir.Local, what: str, scope: Scope) -> str:
    """Returns the name that runs over a table along with a local."""
    if table not in row.used:
        row.used[table] = scope.named(f"{scope.locals[local]}_{what}")
    return row.used[table]


def key_along(local: ir.Local, zone: str, scope: Scope) -> Py | None:
    """Returns the key of the family in which a local that runs over it lies."""
    row = scope.rows.get(local)
    match row:
        case Row(over=ir.Contents(zone=name, key=None)) if name == zone and row.over in scope.early.keys:
            scope.early.keys_used.add(row.over)
            return Py.name(along(row, scope.early.keys[row.over], local, "key", scope))
        case _:
            return None


def is_key_question(expr: ir.The, scope: Scope) -> bool:
    """Returns whether `the p with x in zone of p` can have one answer only.

    It has where no pieces are alike and every key is asked.
    """
    asked = asks_for_key(expr)
    if asked is None:
        return False
    slot = scope.unit.layout.zones[asked[1]]
    domain = expr.binding.domain
    whole = isinstance(domain, ir.AllMembers) and domain.of == Enum(slot.zone.index or "")
    return whole and not scope.unit.layout.copies[slot.zone.component]


def key_asked(expr: ir.The, scope: Scope) -> Py | None:
    """Returns `the p with x in zone of p` as a search for the key under which x lies, if there can be only one."""
    asked = asks_for_key(expr)
    if asked is None or not is_key_question(expr, scope):
        return None
    item, zone = asked
    slot = scope.unit.layout.zones[zone]
    found = key_along(item, zone, scope) if isinstance(item, ir.Local) else None
    if found is not None:
        return found
    function = "owner_of_single" if slot.single else "owner_of"
    stored = scope.unit.layout.member(scope.state, slot, None)
    return Py(f"{function}({stored}, {scope.expr(item)}, {scope.here(expr.origin)})")

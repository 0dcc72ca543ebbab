"""Quantifiers, counts, sums, extremes, filters and `the` as plain loops.

A loop over alike copies sees each of them, which only counts, sums and filters must.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext

from refengine.engine.emit.beforehand import begun_if_needed, reading_before
from refengine.engine.emit.decisions import key_asked
from refengine.engine.emit.regions import all_classes
from refengine.engine.emit.sets import Loop, loop_over, set_maker
from refengine.engine.emit.sorts import how_many_of_sort, some_sort, the_sort
from refengine.engine.emit.tables import chosen_before
from refengine.engine.emit.text import AND, ATOM, COMPARE, NOT, OR, SUM, TERNARY, Py, joined
from refengine.engine.emit.unit import Row, Scope
from refengine.ir import expressions as ir
from refengine.ir.domain import Enum, Piece, Place
from refengine.ir.regions import classes_of
from refengine.ir.simplify import TRUE, conjunction, disjunction, negation
from refengine.ir.traverse import free_locals

A_FEW = 4
"""The number of terms up to which an aggregate is written out rather than looped over."""

# ---- LOOPS


@contextmanager
def emit_loop(
    binding: ir.Binding, also: ir.Expr, scope: Scope, *, ordered: bool = False, pure: bool = True
) -> Iterator[str]:
    """Writes a loop over what the binding binds, with an `if` for the conditions, and yields the name of what is bound.

    In a `pure` one the state stays as it is, so that what does not depend on the loop is read before it.
    """
    with (
        begun_if_needed(binding, also, scope),
        reading_before(binding, also, scope) if pure else nullcontext(),
        _looping(binding, also, scope, ordered=ordered) as name,
    ):
        yield name


@contextmanager
def _looping(binding: ir.Binding, also: ir.Expr, scope: Scope, *, ordered: bool) -> Iterator[str]:
    if binding.domain in scope.early.members and not ordered:
        with _along_tables(binding, also, scope) as name:
            yield name
        return
    listed = chosen_before(binding, also, scope)
    loop = loop_over(binding.domain, scope, ordered=ordered) if listed is None else Loop(listed[0].at(OR))
    left = conjunction((binding.condition, also)) if listed is None else listed[1]
    name = scope.bind(binding.var)
    with ExitStack() as stack:
        stack.enter_context(scope.code.loop(name, loop.source))
        given = [Py(f"{name} is not None", COMPARE)] if loop.may_be_none else []
        enter_if(stack, given, left, scope)
        yield name


@contextmanager
def _along_tables(binding: ir.Binding, also: ir.Expr, scope: Scope) -> Iterator[str]:
    """Writes a loop over a set together with the tables over it that the body turns out to use."""
    name = scope.bind(binding.var)
    row = Row(binding.domain)
    scope.rows[binding.var] = row
    around = scope.code
    scope.code = around.part()
    scope.code.depth += 1
    with ExitStack() as stack:
        enter_if(stack, [], conjunction((binding.condition, also)), scope)
        yield name
    body, scope.code = scope.code, around
    with around.loop(*run_over(name, row, scope)):
        around.take_over(body)


def run_over(name: str, row: Row, scope: Scope) -> tuple[str, str]:
    """Returns the names that a loop over a set and tables binds, and the text of what it runs over."""
    source = scope.early.members[row.over]
    if not row.used:
        return name, source
    return ", ".join([name, *row.used.values()]), f"zip({', '.join([source, *row.used])})"


def enter_if(stack: ExitStack, given: list[Py], condition: ir.Expr, scope: Scope) -> None:
    """Opens an `if`, or several where a part of the condition needs statements first."""
    if condition == TRUE and not given:
        return
    parts = condition.parts if isinstance(condition, ir.And) else (() if condition == TRUE else (condition,))
    texts = list(given)
    for part in parts:
        code = scope.code.part()
        text = scope.into(code).truth(part)
        if code.lines and texts:
            stack.enter_context(scope.code.branch(joined("and", texts, AND)))
            texts = [scope.truth(part)]
        else:
            scope.code.take_over(code)
            texts.append(text)
    if texts:
        stack.enter_context(scope.code.branch(joined("and", texts, AND)))


# ---- TRUTHS


def quantifier(expr: ir.Exists | ir.ForAll, scope: Scope, into: str | None = None) -> Py:
    """Returns the flag that a loop sets for `some` or `every`; `into` names it, if the caller has a name."""
    known = in_short(expr, scope)
    if known is not None and into is None:
        return known
    flag = into or scope.fresh("found" if isinstance(expr, ir.Exists) else "every")
    seeks = isinstance(expr, ir.Exists)
    scope.code.add(f"{flag} = {not seeks}")
    with emit_loop(expr.binding, expr.body if seeks else negation(expr.body), scope):
        scope.code.add(f"{flag} = {seeks}")
        scope.code.add("break")
    return Py.name(flag)


def in_short(expr: ir.Exists | ir.ForAll, scope: Scope) -> Py | None:
    """Returns a quantifier that needs no loop, if this is one."""
    for known in (all_in, any_member, some_sort, settled, of_what_lies_there):
        found = known(expr, scope)
        if found is not None:
            return found
    return None


def all_in(expr: ir.Exists | ir.ForAll, scope: Scope) -> Py | None:
    """Returns `every x in one zone has x in another` as one subset test instead of a search for each x."""
    match expr:
        case ir.ForAll(
            binding=ir.Binding(var=var, domain=domain, condition=condition), body=ir.Contains(item, members)
        ):
            zones = [each.inner if isinstance(each, ir.Before) else each for each in (domain, members)]
            if item != var or condition != TRUE or var in free_locals(members):
                return None
            if not all(isinstance(each, ir.Contents) for each in zones):
                return None
            return Py(f"all_in({scope.expr(domain)}, {scope.expr(members)})")
        case _:
            return None


def any_member(expr: ir.Exists | ir.ForAll, scope: Scope) -> Py | None:
    """Returns `some p has zone of p is not empty`, or its negation, as one question about the whole family."""
    seeks = isinstance(expr, ir.Exists)
    condition = conjunction((expr.binding.condition, expr.body if seeks else negation(expr.body)))
    match expr.binding.domain, condition:
        case ir.AllMembers(of=Enum(kind=kind)), ir.Not(inner=ir.IsEmpty(set=ir.Contents(zone=zone, key=key))):
            if key == expr.binding.var and scope.unit.layout.zones[zone].zone.index == kind:
                whole = ir.IsEmpty(ir.Contents(zone, None, scope.unit.layout.zones[zone].zone.component))
                return scope.truth(negation(whole) if seeks else whole, strict=True)
            return None
        case _:
            return None


def settled(expr: ir.Exists | ir.ForAll, scope: Scope) -> Py | None:
    """Returns `some` or `every` as whether a list has any, if the members were listed beforehand."""
    seeks = isinstance(expr, ir.Exists)
    listed = chosen_before(expr.binding, expr.body if seeks else negation(expr.body), scope)
    if listed is None or listed[1] != TRUE:
        return None
    return Py(f"bool({listed[0]})") if seeks else Py(f"not {listed[0].at(NOT)}", NOT)


def of_what_lies_there(expr: ir.Exists | ir.ForAll, scope: Scope) -> Py | None:
    """Returns `some` or `every` over a cell of a grid as a question about the one piece there, if there is one."""
    domain, seeks = expr.binding.domain, isinstance(expr, ir.Exists)
    if scope.unit.explain or not isinstance(domain, ir.Contents) or domain.key is None:
        return None
    slot = scope.unit.layout.zones[domain.zone]
    if not slot.is_grid:
        return None
    name, code = scope.bind(expr.binding.var), scope.code.part()
    inner = scope.into(code)
    stored = scope.unit.layout.member(scope.state, slot, inner.expr(domain.key))
    body = expr.body if seeks else disjunction((negation(expr.binding.condition), expr.body))
    text = inner.truth(conjunction((expr.binding.condition, body)) if seeks else body, strict=True)
    if code.lines:
        return None
    scope.unit.named_inside += 1
    if seeks:
        return Py(f"({name} := {stored}) is not None and {text.at(AND)}", AND)
    return Py(f"({name} := {stored}) is None or {text.at(OR)}", OR)


def returned_quantifier(expr: ir.Exists | ir.ForAll, scope: Scope) -> None:
    """Returns the result of `some` or `every` from the function that is written."""
    known = in_short(expr, scope)
    if known is not None:
        scope.code.add(f"return {known}")
        return
    seeks = isinstance(expr, ir.Exists)
    with emit_loop(expr.binding, expr.body if seeks else negation(expr.body), scope):
        scope.code.add(f"return {seeks}")
    scope.code.add(f"return {not seeks}")


# ---- THE REST


def gathering(expr: ir.Aggregate, scope: Scope) -> Py:
    """Returns the Python text of an aggregate, after writing the loop that collects it."""
    match expr:
        case ir.HowMany(binding=binding):
            return how_many(binding, scope)
        case ir.SumOf(binding=binding):
            total = scope.fresh("total")
            scope.code.add(f"{total} = 0")
            with emit_loop(binding, TRUE, scope):
                scope.code.add(f"{total} += {scope.expr(expr.term)}")
            return Py.name(total)
        case ir.Extreme():
            return extreme(expr, scope)
        case ir.Filter(binding=binding):
            return filtered(binding, expr, scope)
        case ir.Image():
            return image(expr, scope)
        case ir.The(binding=ir.Binding(domain=ir.Contents(zone=zone, key=key), condition=condition)) if (
            condition == TRUE
            and scope.unit.layout.zones[zone].single
            and (key is not None or scope.unit.layout.zones[zone].size is None)
        ):
            return the_one_there(expr, scope)
        case ir.The():
            return key_asked(expr, scope) or the_only(expr, scope)


def how_many(binding: ir.Binding, scope: Scope) -> Py:
    """Returns the number of bound values."""
    layout = scope.unit.layout
    if binding.condition == TRUE and isinstance(binding.domain, ir.Contents) and binding.domain in scope.early.members:
        return Py(f"len({scope.early.members[binding.domain]})")
    match binding:
        case ir.Binding(domain=ir.Contents(zone=zone, key=key)) if binding.condition == TRUE:
            slot = layout.zones[zone]
            if key is not None or slot.size is None:
                if not slot.single:
                    return Py(f"len({scope.expr(binding.domain)})")
            else:
                stored = layout.member(scope.state, slot, None)
                if slot.is_endless:
                    return Py(f"len({stored})" if slot.single else f"sum(map(len, {stored}))")
                if slot.single:
                    return Py(f"{slot.size} - {stored}.count(None)", SUM)
                if slot.size <= A_FEW:
                    return Py(" + ".join(f"len({stored}[{key}])" for key in range(slot.size)), SUM)
                return Py(f"sum(map(len, {stored}))")
        case ir.Binding() if binding.condition == TRUE:
            return Py(f"len({scope.expr(binding.domain)})")
        case _:
            pass
    listed = chosen_before(binding, TRUE, scope)
    if listed is not None and listed[1] == TRUE:
        return Py(f"len({listed[0]})")
    counted = how_many_of_sort(binding, scope)
    if counted is not None:
        return counted
    count = scope.fresh("count")
    scope.code.add(f"{count} = 0")
    with emit_loop(binding, TRUE, scope):
        scope.code.add(f"{count} += 1")
    return Py.name(count)


def extreme(expr: ir.Extreme, scope: Scope) -> Py:
    """Returns the highest or lowest term; of nothing it is a fault."""
    best = scope.fresh("best")
    sign = ">" if expr.op == "highest" else "<"
    scope.code.add(f"{best}: int | None = None")
    with emit_loop(expr.binding, TRUE, scope):
        name = scope.let(scope.expr(expr.term), "term")
        with scope.code.branch(f"{best} is None or {name} {sign} {best}"):
            scope.code.add(f"{best} = {name}")
    with scope.code.branch(f"{best} is None"):
        scope.code.add(f"raise of_nothing({scope.here(expr.origin)})")
    return Py.name(best)


def filtered(binding: ir.Binding, expr: ir.Filter, scope: Scope) -> Py:
    """Returns the set of what has the condition."""
    code = scope.code.part()
    named = scope.unit.named_inside
    listed = chosen_before(binding, TRUE, scope)
    if listed is not None and listed[1] == TRUE:
        return listed[0]
    loop = loop_over(binding.domain, scope, ordered=True) if listed is None else Loop(listed[0].at(OR))
    names_something = scope.unit.named_inside > named
    name = scope.bind(binding.var)
    condition = scope.into(code).truth(binding.condition if listed is None else listed[1])
    if not code.lines and not names_something:  # in what a comprehension runs over Python allows no `:=`
        given = [Py(f"{name} is not None", COMPARE)] if loop.may_be_none else []
        tests = joined("and", [*given, condition], AND)
        return Py(f"tuple([{name} for {name} in {loop.source} if {tests.at(OR)}])")
    chosen = scope.fresh("chosen")
    scope.code.add(f"{chosen}: list[{scope.unit.domain_type(expr.domain.inner)}] = []")
    with emit_loop(binding, TRUE, scope, ordered=True):
        scope.code.add(f"{chosen}.append({name})")
    return Py(f"tuple({chosen})")


def image(expr: ir.Image, scope: Scope) -> Py:
    """Returns the set of what a term comes to."""
    if classes_of(expr, scope.unit.values) is not None:
        return all_classes(expr, scope)
    found = scope.fresh("found")
    scope.code.add(f"{found}: list[{scope.unit.domain_type(expr.domain.inner)}] = []")
    with emit_loop(expr.binding, TRUE, scope):
        scope.code.add(f"{found}.append({scope.expr(expr.term)})")
    return Py(f"{set_maker(expr.domain)}({found})")


def the_one_there(expr: ir.The, scope: Scope) -> Py:
    """Returns `the` of a zone of at most one piece: what lies there."""
    domain = expr.binding.domain
    assert isinstance(domain, ir.Contents)
    slot = scope.unit.layout.zones[domain.zone]
    key = None if domain.key is None else scope.expr(domain.key)
    if key is not None and domain.key is not None and isinstance(domain.key.domain, Piece):
        key = Py(f"{key.at(ATOM)}.index")
    held = scope.bind(expr.binding.var)
    scope.code.add(f"{held} = {scope.unit.layout.member(scope.state, slot, key)}")
    if key is None:
        scope.held[held] = slot.name
    return _or_fault(held, expr, scope)


def the_only(expr: ir.The, scope: Scope) -> Py:
    """Returns `the` as what a loop finds, if it finds one; of a printed sort there is one."""
    if isinstance(expr.binding.domain, ir.AllMembers):
        sort = the_sort(expr.binding, TRUE, scope)
        if sort is not None:
            return sort
    return _or_fault(emit_search(expr, scope), expr, scope)


def emit_search(expr: ir.The, scope: Scope) -> str:
    """Returns the name that holds what `the` finds, or None: a loop that finds out whether there is only one."""
    only = scope.fresh("only")
    scope.code.add(f"{only}: {scope.unit.domain_type(expr.domain)} | None = None")
    same = "is not" if isinstance(expr.domain, Piece | Place) else "!="
    with emit_loop(expr.binding, TRUE, scope) as name:
        with scope.code.branch(f"{only} is not None and {only} {same} {name}"):
            scope.code.add(f"raise several_found({scope.here(expr.origin)})")
        scope.code.add(f"{only} = {name}")
    return only


def _or_fault(name: str, expr: ir.The, scope: Scope) -> Py:
    if expr.otherwise is None:
        with scope.code.branch(f"{name} is None"):
            scope.code.add(f"raise none_found({scope.here(expr.origin)})")
        return Py.name(name)
    code = scope.code.part()
    otherwise = scope.into(code).expr(expr.otherwise)
    if not code.lines:
        return Py(f"{name} if {name} is not None else {otherwise.at(TERNARY)}", TERNARY)
    with scope.code.branch(f"{name} is None"):
        scope.code.add(f"{name} = {scope.expr(expr.otherwise)}")
    return Py.name(name)

"""Values: parameters, bodies, and the order in which they are defined."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter

from refengine.ir import game
from refengine.ir.control import Clause
from refengine.ir.domain import COUNT, Domain, Range
from refengine.ir.expressions import And, CallValue as Called, Expr, Local, Not, Or, Origin
from refengine.ir.lets import call_of
from refengine.ir.traverse import rewrite, walk
from refengine.resolve import errors as name_errors
from refengine.source.citation import Citation
from refengine.source.span import Span
from refengine.syntax import tree
from refengine.types import errors
from refengine.types.binders import note_source
from refengine.types.context import Context, Scope, Signature
from refengine.types.domains import INTEGER, coerce, describe, domain_of, fits
from refengine.types.expressions import elaborate, truth
from refengine.types.phase_parameters import read_of_phases


def clause(path: str, cites: tuple[Citation, ...], span: Span) -> Clause:
    """Returns a citable part of the rule set."""
    return Clause(path, cites, Origin(span, cites))


def declare_values(ctx: Context) -> None:
    """Enters the signature of every value, and what is known about pieces that values name."""
    read = read_of_phases(ctx)
    for node in ctx.symbols.of_sort(tree.Value):
        result = domain_of(ctx, node.type, classes=True)
        params = parameters(ctx, node.params, classes=True)
        if result is None or params is None:
            continue
        if node.phase is None:
            ctx.values[node.name.text] = Signature(params, result)
        elif (told := ctx.declared(node.phase, tree.Phase)) is not None and told.name.text in ctx.phases:
            lifted = tuple(each for each in ctx.phases[told.name.text].params if each.name in read[node.name.text])
            ctx.values[node.name.text] = Signature((*params, *lifted), result, told.name.text, lifted)


def parameters(ctx: Context, params: tuple[tree.Param, ...], *, classes: bool = False) -> tuple[Local, ...] | None:
    """Returns the parameters of a value or phase as locals; those of a value may be `classes` of a region."""
    found: list[Local] = []
    for param in params:
        domain = domain_of(ctx, param.type, classes=classes)
        if domain is not None:
            found.append(Local(param.name.text, domain))
    return tuple(found) if len(found) == len(params) else None


def parameter_scope(
    ctx: Context, params: tuple[tree.Param, ...], locals_: tuple[Local, ...], outer: Scope | None = None
) -> Scope:
    """Returns a scope in which the parameters are bound."""
    scope = Scope(outer)
    for param, local in zip(params, locals_, strict=True):
        scope.bind(ctx, param.name, local.domain)
    return scope


def phase_scope(ctx: Context, node: tree.Phase | tree.Text) -> Scope:
    """Returns the scope of a phase: what it is told is bound, and its values can be asked."""
    scope = parameter_scope(ctx, node.params, ctx.phases[node.name.text].params)
    scope.phase = node.name.text
    return scope


def _around(ctx: Context, signature: Signature) -> Scope | None:
    """Returns what is bound around a value: that of a phase reads what this is told."""
    declared = None if signature.phase is None else ctx.symbols.lookup(signature.phase)
    return phase_scope(ctx, declared) if isinstance(declared, tree.Phase) else None


def elaborate_values(ctx: Context, others: Mapping[str, game.Value]) -> tuple[game.Value, ...]:
    """Returns all values with some others, each behind the values that it uses."""
    done = dict(others)
    for node in ctx.symbols.of_sort(tree.Value):
        if node.name.text in ctx.values:
            for one in _value(ctx, node):
                done[one.name] = one
                note_source(ctx, one)
    return _in_order(ctx, done)


def _value(ctx: Context, node: tree.Value) -> tuple[game.Value, ...]:
    """Returns a value behind those of its lets that it asks for; nothing if something is wrong with it."""
    signature, name = ctx.values[node.name.text], node.name.text
    domain = signature.result
    scope = parameter_scope(ctx, node.params, signature.own, _around(ctx, signature))
    lets = _lets(ctx, scope, node, signature.params)
    body = None if domain is None else _body(ctx, scope, node, domain)
    if domain is None or body is None or lets is None:
        return ()
    calls: Mapping[object, Called] = {local: call_of(let) for local, let in lets.items()}

    def named(part: object) -> object:
        return calls.get(part, part) if isinstance(part, Local) else part

    found = [*lets.values(), game.Value(name, signature.params, domain, body, clause(name, node.cite, node.name.span))]
    whole = tuple(rewrite(each, named) for each in found)
    asked = {each.name for each in walk(whole) if isinstance(each, Called)}
    for each in node.lets:
        if f"{name}.{each.name.text}" not in asked:
            ctx.report(name_errors.unused("let", each.name.text, each.name.span))
    return tuple(each for each in whole if not each.owner or each.name in asked)


def _lets(ctx: Context, scope: Scope, node: tree.Value, params: tuple[Local, ...]) -> dict[Local, game.Value] | None:
    """Binds the names of what is worked out in front of the clauses; returns by these what each of them stands for."""
    found: dict[Local, game.Value] = {}
    report_same_names(ctx, (*(each.name for each in node.lets), *_clause_names(node.body)))
    for each in node.lets:
        one = elaborate(ctx, scope, each.value)
        if one is None:
            scope.bind_faulty(each.name)
            continue
        path = f"{node.name.text}.{each.name.text}"
        own = clause(path, each.cite or node.cite, each.name.span)
        local = scope.bind(ctx, each.name, one.domain)
        found[local] = game.Value(path, params, one.domain, game.Single(one), own, node.name.text)
    return found if len(found) == len(node.lets) else None


def _clause_names(body: tree.ValueBody) -> tuple[tree.Name, ...]:
    """Returns the names of the clauses of a value."""
    match body:
        case tree.Single():
            return ()
        case tree.General(exceptions=exceptions):
            return tuple(each.name for each in exceptions)
        case tree.Cases(cases=cases):
            return tuple(_names_of(cases))
        case tree.Sums(clauses=clauses):
            return tuple(each.name for each in clauses)


def _body(ctx: Context, scope: Scope, node: tree.Value, domain: Domain) -> game.Body | None:
    name = node.name.text
    match node.body:
        case tree.Single(result=result):
            one = _result(ctx, scope, result, domain)
            return None if one is None else game.Single(one)
        case tree.General(normally=normally, exceptions=exceptions, span=span):
            one = _result(ctx, scope, normally, domain)
            known = tuple(each.name.text for each in exceptions)
            _no_circle(ctx, exceptions)
            done = [_exception(ctx, scope, name, each, domain, known) for each in exceptions]
            found = tuple(each for each in done if each is not None)
            if one is None or len(found) < len(done):
                return None
            return game.General(clause(f"{name}.normally", node.cite, span), one, found)
        case tree.Cases(cases=cases):
            parts = [_case(ctx, scope, name, each, domain, told) for each, told in _leaves(ctx, scope, cases, ())]
            whole = tuple(each for each in parts if each is not None)
            return game.Cases(whole) if len(whole) == len(parts) else None
        case tree.Sums(clauses=clauses):
            if not isinstance(domain, Range) and domain != COUNT:
                hint = "let the value be `count` or a range, or write `case` in place of `plus`"
                ctx.report(errors.mismatch("a sum of clauses", describe(domain), node.name.span, hint))
                return None
            term = COUNT if fits(domain, COUNT) else INTEGER
            parts = [_case(ctx, scope, name, each, term, guards(ctx, scope, each.whens)) for each in clauses]
            whole = tuple(each for each in parts if each is not None)
            return game.Sums(whole) if len(whole) == len(parts) else None


def _result(ctx: Context, scope: Scope, node: tree.Expr, domain: Domain) -> Expr | None:
    one = elaborate(ctx, scope, node, domain)
    return None if one is None else coerce(ctx, one, domain, node.span)


def report_same_names(ctx: Context, names: tuple[tree.Name, ...]) -> None:
    """Reports clauses of one owner that have one name."""
    seen: dict[str, Span] = {}
    for name in names:
        if name.text in seen:
            ctx.report(name_errors.declared_twice(name.text, name.span, seen[name.text]))
        seen.setdefault(name.text, name.span)


def _no_circle(ctx: Context, exceptions: tuple[tree.Exception_, ...]) -> None:
    """Reports exceptions that stand over each other: none of them would be the one that wins."""
    below = {each.name.text: {over.text for over in each.over if over.text != each.name.text} for each in exceptions}
    try:
        TopologicalSorter(below).prepare()
    except CycleError as error:
        circle = tuple(reversed(error.args[1][1:]))
        first = min(circle, key=[each.name.text for each in exceptions].index)
        turned = (*circle[circle.index(first) :], *circle[: circle.index(first)])
        span = next(each.name.span for each in exceptions if each.name.text == first)
        ctx.report(name_errors.over_each_other(turned, span))


def guards(ctx: Context, scope: Scope, whens: tuple[tree.When, ...]) -> tuple[Expr, ...] | None:
    """Returns the conditions of `when` lines."""
    found = [truth(ctx, scope, when.condition) for when in whens]
    whole = tuple(one for one in found if one is not None)
    return whole if len(whole) == len(found) else None


def _names_of(cases: Sequence[tree.Case | tree.Nest]) -> Iterator[tree.Name]:
    for each in cases:
        yield each.name
        if isinstance(each, tree.Nest):
            yield from _names_of(each.cases)


def leaves(cases: Sequence[tree.Case | tree.Nest]) -> Iterator[tree.Case]:
    """Yields the cases that have a result, in the order of the text."""
    for each in cases:
        if isinstance(each, tree.Case):
            yield each
        else:
            yield from leaves(each.cases)


def _leaves(
    ctx: Context, scope: Scope, cases: Sequence[tree.Case | tree.Nest], around: tuple[Expr, ...] | None
) -> Iterator[tuple[tree.Case, tuple[Expr, ...] | None]]:
    """Yields the cases that have a result, with their conditions behind those of the cases that hold them."""
    for each, own in zip(cases, guards_of_cases(ctx, scope, cases), strict=True):
        conditions = None if own is None or around is None else (*around, *own)
        if isinstance(each, tree.Case):
            yield each, conditions
        else:
            yield from _leaves(ctx, scope, each.cases, conditions)


def guards_of_cases(
    ctx: Context, scope: Scope, cases: Sequence[tree.Case | tree.Nest | tree.Branch]
) -> list[tuple[Expr, ...] | None]:
    """Returns the conditions of each of several cases; of the last one it may be that no other applies."""
    found: list[tuple[Expr, ...] | None] = []
    for number, each in enumerate(cases, start=1):
        if not isinstance(each.whens, tree.Otherwise):
            found.append(guards(ctx, scope, each.whens))
        elif number == 1 or number < len(cases):
            ctx.report(errors.not_the_last_case(each.whens.span, alone=len(cases) == 1))
            found.append(None)
        else:
            before = [conditions for conditions in found if conditions is not None]
            found.append((_none_of(before),) if len(before) == len(found) else None)
    return found


def _none_of(cases: Sequence[tuple[Expr, ...]]) -> Expr:
    """No case applies: of each some condition does not hold. They are looked at in order, as they are in cases."""
    applies = [each[0] if len(each) == 1 else And(each) for each in cases]
    return Not(applies[0] if len(applies) == 1 else Or(tuple(applies)))


def _exception(
    ctx: Context, scope: Scope, owner: str, node: tree.Exception_, domain: Domain, known: tuple[str, ...]
) -> game.Exceptional | None:
    for over in node.over:
        if over.text not in known or over.text == node.name.text:
            ctx.report(errors.unknown_clause(owner, over.text, over.span, known))
    conditions = guards(ctx, scope, node.whens)
    result = _result(ctx, scope, node.result, domain)
    if conditions is None or result is None:
        return None
    path = f"{owner}.{node.name.text}"
    beaten = tuple(over.text for over in node.over)
    return game.Exceptional(clause(path, node.cite, node.name.span), beaten, conditions, result)


def _case(
    ctx: Context,
    scope: Scope,
    owner: str,
    node: tree.Case | tree.Plus,
    domain: Domain,
    conditions: tuple[Expr, ...] | None,
) -> game.Case | None:
    result = _result(ctx, scope, node.result, domain)
    if conditions is None or result is None:
        return None
    return game.Case(clause(f"{owner}.{node.name.text}", node.cite, node.name.span), conditions, result)


def called(node: object) -> tuple[str, ...]:
    """Returns the values that a node of the IR calls, each once."""
    return tuple(dict.fromkeys(each.name for each in walk(node) if isinstance(each, Called)))


def _in_order(ctx: Context, values: dict[str, game.Value]) -> tuple[game.Value, ...]:
    ordered: dict[str, game.Value] = {}
    path: list[str] = []
    closed: set[str] = set()

    def visit(name: str) -> None:
        if name in ordered or name in closed or name not in values:
            return
        if name in path:
            cycle = tuple(path[path.index(name) :])
            closed.update(cycle)
            origin = values[cycle[0]].clause.origin.span
            if origin is not None:
                ctx.report(name_errors.cyclic("value", cycle, origin))
            return
        path.append(name)
        for other in called(values[name].body):
            visit(other)
        path.pop()
        if name not in closed:
            ordered[name] = values[name]

    for name in values:
        visit(name)
    return tuple(ordered.values())

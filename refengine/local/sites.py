"""Sites: the places where something is owed, each with what is known there because it was asked before.

A condition is asked from left to right and what follows a false part is not; so of each part it is known how those
before it came out. INVARIANT: what is known is a truth in the state in which the site is come to, and of what its names
stand for there: one that is bound anew stands for something else than before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from refengine.ir import control, expressions as ir, game as model
from refengine.ir.obligations import Obligation, owed_by_expression, owed_by_value
from refengine.ir.simplify import TRUE
from refengine.ir.traverse import children, free_locals

Known = tuple[ir.Expr, ...]
"""Truths that hold in one state."""


@frozen
class Site:
    """A place where something is owed by a node. Of an effect also the loops that it is in, the outermost first.

    `together` is what it is done at once with: then everything is read in the state before.
    """

    obligation: Obligation
    node: object
    known: Known
    loops: tuple[control.Each, ...] = ()
    together: control.Simultaneous | None = None


def sites_of_value(value: model.Value) -> Iterator[Site]:
    """Yields the sites of a value, which may be asked of any arguments in any state."""
    path = value.clause.path
    for owed in owed_by_value(value):
        yield Site(owed, value, ())
    match value.body:
        case model.Single(result=result):
            yield from in_expression(path, result, ())
        case model.General(normally=normally, exceptions=exceptions):
            for exception in exceptions:
                yield from _in_clause(path, exception.guards, exception.result)
            yield from in_expression(path, normally, ())
        case model.Cases(cases=clauses) | model.Sums(clauses=clauses):
            for each in clauses:
                yield from _in_clause(path, each.guards, each.result)
        case model.Joined(joins=joins):
            yield from in_expression(path, joins, ())


def _in_clause(path: str, guards: Iterable[ir.Expr], result: ir.Expr) -> Iterator[Site]:
    known: Known = ()
    for each in guards:
        yield from in_expression(path, each, known)
        known = (*known, each)
    yield from in_expression(path, result, known)


def in_expression(path: str, node: object, known: Known) -> Iterator[Site]:
    """Yields the sites in an expression, or in a declaration of which no part is asked because of another."""
    for owed in owed_by_expression(path, node):
        yield Site(owed, node, known)
    match node:
        case ir.And(parts=parts):
            for each in parts:
                yield from in_expression(path, each, known)
                known = (*known, each)
        case ir.Or(parts=parts):
            for each in parts:
                yield from in_expression(path, each, known)
                known = (*known, ir.Not(each))
        case ir.If():
            yield from in_expression(path, node.condition, known)
            yield from in_expression(path, node.then, (*known, node.condition))
            yield from in_expression(path, node.otherwise, (*known, ir.Not(node.condition)))
        case ir.The(binding=binding):
            yield from in_binding(path, binding, known)
            if node.otherwise is not None:
                yield from in_expression(path, node.otherwise, known)
        case ir.Exists(binding=binding) | ir.ForAll(binding=binding):
            yield from in_binding(path, binding, known)
            yield from in_expression(path, node.body, known_of_each(binding, known))
        case ir.HowMany(binding=binding) | ir.Filter(binding=binding):
            yield from in_binding(path, binding, known)
        case ir.SumOf(binding=binding) | ir.Extreme(binding=binding) | ir.Image(binding=binding):
            yield from in_binding(path, binding, known)
            yield from in_expression(path, node.term, known_of_each(binding, known))
        case ir.Before() | ir.Under() | ir.Replacing() | ir.Exchanging():
            for each in children(node):  # in another state
                yield from in_expression(path, each, ())
        case _:
            for each in children(node):
                yield from in_expression(path, each, known)


def in_binding(path: str, binding: ir.Binding, known: Known) -> Iterator[Site]:
    """Yields the sites in what is bound: the condition is asked of each member by itself."""
    yield from in_expression(path, binding.domain, known)
    lies_there = ir.Contains(binding.var, binding.domain)
    yield from in_expression(path, binding.condition, (*rid_of(known, binding.var), lies_there))


def known_of_each(binding: ir.Binding, known: Known) -> Known:
    """Returns what is known of each that is bound: where it comes from and its condition, and what is known anyhow."""
    found: ir.Expr = ir.Contains(binding.var, binding.domain)
    own = (found,) if binding.condition == TRUE else (found, binding.condition)
    return (*rid_of(known, binding.var), *own)


def rid_of(known: Known, var: ir.Local) -> Known:
    """Returns what is known beside what is said of a name, which stands for something else from now on."""
    return tuple(each for each in known if var not in free_locals(each))

"""Necessary conditions: a part of a condition that can be tested before a choice, and rules all of it out if false.

A piece that is not red lies beside no other red one, wherever it is laid. So `is red, and lies beside a red one` is
asked of no cell, once it is known that the first half is false.

INVARIANT: where a necessary condition does not hold, the condition is false, and the rules come to that without fault.
"""

from __future__ import annotations

from refengine.ir import expressions as ir
from refengine.ir.rows import Splitting
from refengine.ir.simplify import TRUE, conjunction, disjunction, negation
from refengine.ir.traverse import free_locals


def necessary(condition: ir.Expr, later: frozenset[ir.Local], splitting: Splitting) -> ir.Expr:
    """Returns what is necessary for a condition, whatever the locals in `later` come to; `true` if nothing is."""
    sharing = splitting.sharing
    match condition:
        case _ if not free_locals(condition) & later:
            return condition if sharing.cannot_fault(condition) else TRUE
        case ir.And(parts=parts):
            found: list[ir.Expr] = []
            for part in parts:
                found.append(necessary(part, later, splitting))
                if not sharing.cannot_fault(part):
                    break  # what stands behind it is not always asked for
            return conjunction(tuple(dict.fromkeys(found)))
        case ir.Or(parts=parts):
            return _some([necessary(part, later, splitting) for part in parts])
        case ir.If(condition=asked, then=then, otherwise=otherwise):
            return _some([necessary(each, later, splitting) for each in (ir.And((asked, then)), otherwise)])
        case ir.Exists(binding=ir.Binding(domain=ir.Local() as members)) if members not in later:
            return negation(ir.IsEmpty(members))
        case ir.Contains(set=ir.Local() as members) if members not in later and sharing.cannot_fault(condition):
            return negation(ir.IsEmpty(members))
        case ir.CallValue():
            body = splitting.body_of(condition)
            return TRUE if body is None else necessary(body, later, splitting)
        case _:
            return TRUE


def _some(alternatives: list[ir.Expr]) -> ir.Expr:
    """Returns that some of the alternatives hold, each asked once."""
    if TRUE in alternatives:
        return TRUE
    joined = disjunction(tuple(alternatives))
    return disjunction(tuple(dict.fromkeys(joined.parts))) if isinstance(joined, ir.Or) else joined

"""What has to hold for a condition to hold, as far as it can be told before something is chosen.

A tile without a building is beside no other building, wherever it is laid. So `bears one, and lies beside another` is
asked of no cell, once it is known that the first half is false.

INVARIANT: where what has to hold does not, the condition is false, and the rules come to that without a fault.
"""

from __future__ import annotations

from refengine.ir import expressions as ir
from refengine.ir.rows import Splitting
from refengine.ir.simplify import TRUE, conjunction, disjunction
from refengine.ir.traverse import free_locals


def necessary(condition: ir.Expr, later: frozenset[ir.Local], splitting: Splitting) -> ir.Expr:
    """Returns what has to hold for a condition to hold, whatever the locals in `later` come to; `true` if nothing."""
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
            return conjunction(tuple(found))
        case ir.Or(parts=parts):
            alternatives = tuple([necessary(part, later, splitting) for part in parts])
            return TRUE if TRUE in alternatives else disjunction(alternatives)
        case ir.CallValue():
            body = splitting.body_of(condition)
            return TRUE if body is None else necessary(body, later, splitting)
        case _:
            return TRUE

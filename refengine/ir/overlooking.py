"""Values in which a plain engine overlooks something: where a clause applies it asks nothing behind that one.

Where two cases apply, exceptions clash, or a condition breaks off behind the clause that decides, a value
has no answer, and a plain engine gives one. Which values have none such is seen from their text: others may have none.
"""

from __future__ import annotations

from itertools import combinations

from refengine.ir import control, expressions as ir, game as model
from refengine.ir.decisions import Facts, in_force_order
from refengine.ir.footprint import footprint
from refengine.ir.simplify import FALSE, Folding, sizes_of
from refengine.ir.totality import is_total, total_values
from refengine.ir.traverse import walk

Clauses = tuple[tuple[str, tuple[str, ...], tuple[ir.Expr, ...], ir.Expr], ...]
"""The clauses of a value as they are asked: name, names of those that it stands over, guards, result."""


def overlooking(game: model.Game) -> frozenset[str]:
    """Returns the names of the values in which something may be overlooked, or in one that they ask."""
    total = total_values(game.values)
    folding = Folding(sizes_of(game), {}, total)
    found: set[str] = set()
    for value in game.values:  # each stands behind those that it calls
        if footprint(value.body).values & found or _overlooks(value, folding):
            found.add(value.name)
    return frozenset(found)


def overlooks(game: model.Game) -> bool:
    """Returns whether a plain engine of a game may overlook something: in a value, or where a script has cases."""
    if overlooking(game):
        return True
    folding = Folding(sizes_of(game), {}, total_values(game.values))
    return any(
        isinstance(each, control.Branches | control.ForkCases)
        and _is_open(tuple(("", (), case.guards, FALSE) for case in each.cases), folding)
        for each in walk((game.setup, game.phases))
    )


def _overlooks(value: model.Value, folding: Folding) -> bool:
    match value.body:
        case model.Cases(cases=cases):
            listed: Clauses = tuple(("", (), each.guards, each.result) for each in cases)
        case model.General(exceptions=exceptions):
            listed = tuple(
                (each.clause.path.rpartition(".")[2], each.over, each.guards, each.result)
                for each in in_force_order(exceptions)
            )
        case _:
            return False
    return _is_open(listed, folding)


def _is_open(listed: Clauses, folding: Folding) -> bool:
    return any(not _is_apart(one, other, folding) for one, other in combinations(listed, 2))


def _is_apart(
    one: tuple[str, tuple[str, ...], tuple[ir.Expr, ...], ir.Expr],
    other: tuple[str, tuple[str, ...], tuple[ir.Expr, ...], ir.Expr],
    folding: Folding,
) -> bool:
    """Returns whether a clause surely neither applies nor breaks off where one before it applies, or may apply too."""
    name, over, guards, result = one
    facts = Facts(folding)
    for each in guards:
        facts.assume(each, holds=True)
    left = facts.remaining(other[2])
    if left == (FALSE,):
        return True
    stands_over = bool(name) and other[0] in over
    agrees = bool(name) and result == other[3]
    return (stands_over or agrees) and is_total(left, folding.total)

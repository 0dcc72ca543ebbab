"""A sufficient condition settles another one for every value of some locals at once, without a look at any.

`not would_leave(here, n)` holds for each `n` wherever `here` is no home, if that is the first that the value asks.

INVARIANT: what is given never breaks off, and names none of the locals. Where it holds, so does the condition (or it
fails, where that is wanted), and does not break off, whatever the locals are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from attrs import frozen

from refengine.ir import expressions as ir
from refengine.ir.domain import Range
from refengine.ir.sharing import Sharing
from refengine.ir.simplify import FALSE, TRUE, conjunction, disjunction, negation
from refengine.ir.traverse import free_locals, rewrite, walk


def sufficient(conditions: Sequence[ir.Expr], over: Mapping[ir.Local, ir.Expr], sharing: Sharing) -> ir.Expr | None:
    """Returns what conditions follow from whatever members of their sets some locals are; None where nothing is found.

    Where a set is all numbers between two, the least and the greatest say whether each fits where a smaller range is
    needed, and whether any may be the same as another number.
    """
    look = _Look(sharing, over)
    found = look.every(conditions, look.holds)
    fitting = None if found is None else _fitting(conditions, over, sharing)
    if found is None or fitting is None:
        return None
    wanted = conjunction((*fitting, found))
    is_of_no_use = wanted == FALSE or free_locals(wanted) & set(over) or not sharing.cannot_fault(wanted)
    return None if is_of_no_use else wanted


def _fitting(
    conditions: Sequence[ir.Expr], over: Mapping[ir.Local, ir.Expr], sharing: Sharing
) -> tuple[ir.Expr, ...] | None:
    """Returns under what no condition breaks off, part for part; None where nothing is found."""
    narrow: list[ir.Narrow] = []

    def without(node: object) -> object:
        if isinstance(node, ir.Narrow) and isinstance(node.inner, ir.Local) and node.inner in over:
            narrow.append(node)
            return node.inner
        return node

    if not all(sharing.cannot_fault(rewrite(each, without)) for each in conditions):
        return None
    found: list[ir.Expr] = []
    for each in narrow:
        numbers = over[each.inner]  # type: ignore[index]
        if not isinstance(numbers, ir.NumbersBetween):
            return None
        low, high = (each.domain.low, each.domain.high) if isinstance(each.domain, Range) else (0, None)
        found.append(ir.Less(ir.Number(low), numbers.low, strict=False))
        if high is not None:
            found.append(ir.Less(numbers.high, ir.Number(high), strict=False))
    return tuple(dict.fromkeys(found))


@frozen
class _Look:
    sharing: Sharing
    over: Mapping[ir.Local, ir.Expr]

    def every(self, parts: Iterable[ir.Expr], ask: Callable[[ir.Expr], ir.Expr | None]) -> ir.Expr | None:
        """Returns what settles each of some parts, as `ask` finds it for one; None where it does not for all."""
        found = [ask(each) for each in parts]
        return None if None in found else conjunction(tuple(each for each in found if each is not None))

    def some(self, parts: Iterable[ir.Expr], ask: Callable[[ir.Expr], ir.Expr | None]) -> ir.Expr | None:
        """Returns what settles one of some parts or more, as `ask` finds it; None where it does for none."""
        found = tuple(each for each in map(ask, parts) if each is not None)
        return disjunction(found) if found else None

    def holds(self, condition: ir.Expr) -> ir.Expr | None:
        """Returns a condition under which another one holds; None where none is found."""
        return self._settles(condition, wanted=True)

    def fails(self, condition: ir.Expr) -> ir.Expr | None:
        """Returns a condition under which another one fails; None where none is found."""
        return self._settles(condition, wanted=False)

    def _settles(self, condition: ir.Expr, *, wanted: bool) -> ir.Expr | None:
        if not free_locals(condition) & set(self.over):
            if not self.sharing.cannot_fault(condition):
                return None
            return condition if wanted else negation(condition)
        settles = self.holds if wanted else self.fails
        match condition:
            case ir.And(parts=parts):
                return self.every(parts, settles) if wanted else self.some(parts, settles)
            case ir.Or(parts=parts):
                return self.some(parts, settles) if wanted else self.every(parts, settles)
            case ir.Not(inner=inner):
                return self.fails(inner) if wanted else self.holds(inner)
            case ir.CallValue():
                return self._called(condition, wanted=wanted)
            case ir.Equal(left=left, right=right) if not wanted:
                return self._differ(left, right) or self._differ(right, left)
            case _:
                return None

    def _differ(self, one: ir.Expr, other: ir.Expr) -> ir.Expr | None:
        """Returns when a number lies beyond all that a local may be; None where that is not known."""
        numbers = self.over.get(one) if isinstance(one, ir.Local) else None
        if not isinstance(numbers, ir.NumbersBetween) or free_locals((numbers, other)) & set(self.over):
            return None
        below, above = ir.Less(other, numbers.low, strict=True), ir.Less(numbers.high, other, strict=True)
        return disjunction((below, above))

    def _called(self, call: ir.CallValue, *, wanted: bool) -> ir.Expr | None:
        """Returns when each alternative that says otherwise falls away, or says what is wanted; None if not found."""
        listed = self.sharing.decisions(call.name)
        if listed is None or listed.otherwise is None:
            return None
        params = self.sharing.values[call.name].params
        given = dict(zip(params, call.args, strict=True))
        alike, settles = (TRUE, self.holds) if wanted else (FALSE, self.fails)
        found: list[ir.Expr | None] = []
        for each in (*listed.alternatives, listed.otherwise):
            if each.result == alike:
                continue
            parts = [_put_in(part, given) for part in (*each.guards, each.result)]
            if any(part is None for part in parts):
                return None
            *guards, result = [part for part in parts if part is not None]
            away = self.some(guards, self.fails)
            says = settles(result)
            ways = tuple(way for way in (away, says) if way is not None)
            found.append(disjunction(ways) if ways else None)
        return None if None in found else conjunction(tuple(each for each in found if each is not None))


def _put_in(expr: ir.Expr, given: dict[ir.Local, ir.Expr]) -> ir.Expr | None:
    """Returns an expression with arguments for parameters; None where a local in them has a namesake that it binds."""
    bound = {node.var for node in walk(expr) if isinstance(node, ir.Binding)}
    if bound & (set(given) | {local for each in given.values() for local in free_locals(each)}):
        return None
    return rewrite(expr, lambda node: given.get(node, node) if isinstance(node, ir.Local) else node)
